//! The readiness of routes and InferencePools, as reported by gateways.

use super::gateways::{Named, named_of};
use crate::Map;
use crate::api::{Condition, ParentReference, ParentStatus, RouteRule, RouteSpec};
use crate::object::fields::NOTHING;
use crate::object::{Kind, ObjectView as _};

/// A condition that a gateway reports.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reported {
    kind: String,
    status: String,
    reason: String,
    message: String,
}

impl Reported {
    fn of(condition: Condition<'_>) -> Reported {
        Reported {
            kind: condition.kind().to_owned(),
            status: condition.status().to_owned(),
            reason: condition.reason().to_owned(),
            message: condition.message().to_owned(),
        }
    }
}

fn condition<'c>(parent: ParentStatus<'c>, kind: &str) -> Option<Condition<'c>> {
    Condition::of_status(parent.fields()).find(|condition| condition.kind() == kind)
}

/// Whether a condition is True, and not for an older generation of the object.
fn holds(condition: Condition<'_>, generation: i64) -> bool {
    let observed = condition.observed_generation().unwrap_or_default();
    condition.is_true() && !(observed > 0 && observed < generation)
}

fn parents_of(object: &Map) -> impl Iterator<Item = ParentStatus<'_>> {
    object.status().into_iter().flat_map(ParentStatus::all)
}

/// Whether two parent references are the same.
fn is_same_parent(a: ParentReference<'_>, b: ParentReference<'_>, namespace: &str) -> bool {
    let same = |a: Option<&str>, b: Option<&str>, default: &str| a.unwrap_or(default) == b.unwrap_or(default);
    a.name() == b.name()
        && same(a.group(), b.group(), Kind::Gateway.group())
        && same(a.kind(), b.kind(), Kind::Gateway.name())
        && same(a.namespace(), b.namespace(), namespace)
        && same(a.section_name(), b.section_name(), "")
        && a.port().unwrap_or_default() == b.port().unwrap_or_default()
}

/// Why a route is not ready; `None` if it is.
pub fn route_fault(route: &Map) -> Option<String> {
    let at = named_of(route);
    let mut references = RouteSpec::of_object(route).parent_refs().peekable();
    let is_answered = |reference: ParentReference<'_>| {
        parents_of(route).any(|parent| {
            let own = parent.parent_ref();
            own.is_some_and(|own| is_same_parent(reference, own, &at.namespace))
                && condition(parent, "Accepted").is_some()
        })
    };
    let answered = references.peek().is_some() && references.all(is_answered);
    let bad = bad_condition(route);
    if answered && bad.is_none() {
        return None;
    }
    Some(match bad {
        Some(bad) => {
            let quote = crate::go::strconv::quote;
            let (status, reason, message) = (quote(&bad.status), quote(&bad.reason), quote(&bad.message));
            format!("{at}: {status} (reason {reason}, message {message})")
        }
        None => format!("{at}: {}", printed_status(route)),
    })
}

/// The first condition of a parent that does not have the expected status.
fn bad_condition(route: &Map) -> Option<Reported> {
    let generation = route.generation().unwrap_or_default();
    for parent in parents_of(route) {
        let Some(accepted) = condition(parent, "Accepted") else { continue };
        if !holds(accepted, generation) {
            return Some(Reported::of(accepted));
        }
        match condition(parent, "ResolvedRefs") {
            None => {
                return Some(Reported {
                    kind: "ResolvedRefs".into(),
                    status: "Unknown".into(),
                    reason: "ConditionMissing".into(),
                    message: "ResolvedRefs condition not yet reported by gateway controller".into(),
                });
            }
            Some(resolved) if !holds(resolved, generation) => return Some(Reported::of(resolved)),
            Some(_) => {}
        }
    }
    None
}

/// The status of a route as Go prints it, if no parent has a condition.
fn printed_status(route: &Map) -> String {
    let list = match route.status().and_then(ParentStatus::list) {
        None => "(nil)".to_owned(),
        Some(parents) => format!("{{{}}}", parents.map(printed_parent).collect::<Vec<_>>().join(", ")),
    };
    format!("v1.HTTPRouteStatus{{RouteStatus:v1.RouteStatus{{Parents:[]v1.RouteParentStatus{list}}}}}")
}

/// A parent's status as Go prints it, except that strings stand where Go prints their addresses.
fn printed_parent(parent: ParentStatus<'_>) -> String {
    let quote = crate::go::strconv::quote;
    let reference = parent.parent_ref().unwrap_or(ParentReference::of(&NOTHING));
    let pointer = |text: Option<&str>, kind: &str| format!("(*v1.{kind})({})", text.unwrap_or("nil"));
    let conditions = match parent.condition_list() {
        None => "(nil)".to_owned(),
        Some([]) => "{}".to_owned(),
        Some(conditions) => {
            let printed = Condition::all(conditions).map(|own| {
                format!(
                    "v1.Condition{{Type:{}, Status:{}, ObservedGeneration:{}, LastTransitionTime:time.Date(1, time.January, 1, 0, 0, 0, 0, \
                     time.UTC), Reason:{}, Message:{}}}",
                    quote(own.kind()),
                    quote(own.status()),
                    own.observed_generation().unwrap_or_default(),
                    quote(own.reason()),
                    quote(own.message()),
                )
            });
            format!("{{{}}}", printed.collect::<Vec<_>>().join(", "))
        }
    };
    format!(
        "v1.RouteParentStatus{{ParentRef:v1.ParentReference{{Group:{}, Kind:{}, Namespace:{}, Name:{}, SectionName:{}, Port:{}}}, \
         ControllerName:{}, Conditions:[]v1.Condition{conditions}}}",
        pointer(reference.group(), "Group"),
        pointer(reference.kind(), "Kind"),
        pointer(reference.namespace(), "Namespace"),
        quote(reference.name()),
        pointer(reference.section_name(), "SectionName"),
        reference.port().map_or_else(|| "(*int32)(nil)".to_owned(), |port| format!("(*int32)({port})")),
        quote(parent.controller_name()),
    )
}

/// Whether a gateway supports InferencePools of an API group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Support {
    /// Yes: the references are resolved, or the route is refused for another reason.
    Yes,
    /// No: the kind is unknown.
    No,
    /// Nothing is reported yet.
    Unknown,
}

/// Whether the gateways of a route support the InferencePools, those of one API, that it refers to.
pub fn pool_support(route: &Map, pools: Kind, first_parent_only: bool) -> Support {
    let spec = RouteSpec::of_object(route);
    let mut references = spec.rules().flat_map(RouteRule::backend_refs);
    if !references.any(|own| own.group() == pools.group() && own.kind() == pools.name()) {
        return Support::Unknown;
    }
    let at = named_of(route);
    let own: Vec<ParentReference<'_>> = spec.parent_refs().collect();
    let concerns = |parent: &ParentStatus<'_>| {
        let reference = parent.parent_ref();
        own.is_empty() || own.iter().any(|own| reference.is_some_and(|r| is_same_parent(*own, r, &at.namespace)))
    };
    let parents = parents_of(route);
    let considered: Vec<ParentStatus<'_>> = match first_parent_only {
        true => parents.take(1).collect(),
        false => parents.filter(concerns).collect(),
    };
    let mut support = Support::Unknown;
    for resolved in considered.into_iter().filter_map(|parent| condition(parent, "ResolvedRefs")) {
        if !resolved.is_false() || resolved.reason() != "InvalidKind" {
            return Support::Yes;
        }
        support = Support::No;
    }
    support
}

/// The readiness of an InferencePool at the gateways that lead to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PoolState {
    /// Every gateway accepts it.
    Ready,
    /// Not ready, with reason and message.
    NotReady(&'static str, String),
}

/// Whether the gateways accept a pool. Some releases check every gateway in the pool's status.
pub fn pool_state(pool: &Map, gateways: &[Named], only_these: bool) -> PoolState {
    let at = named_of(pool);
    let name_of = |parent: ParentStatus<'_>| {
        parent.parent_ref().map(|reference| {
            let mut named = Named::of(reference, &at.namespace);
            if named.namespace.is_empty() {
                at.namespace.clone_into(&mut named.namespace);
            }
            named
        })
    };
    let all = || parents_of(pool);
    let relevant: Vec<ParentStatus<'_>> = match only_these {
        true => all().filter(|parent| name_of(*parent).is_some_and(|named| gateways.contains(&named))).collect(),
        false => all().collect(),
    };
    if relevant.is_empty() || only_these && gateways.is_empty() {
        let message = format!("Inference Pool {at} exists but no Gateway controller has accepted it yet");
        return PoolState::NotReady("WaitingForGateway", message);
    }
    if only_these {
        let accepts = |gateway: &&Named| relevant.iter().any(|parent| name_of(*parent).as_ref() == Some(*gateway));
        if let Some(gateway) = gateways.iter().find(|gateway| !accepts(gateway)) {
            let message = format!("Inference Pool {at} is not yet accepted by gateway {gateway}");
            return PoolState::NotReady("WaitingForGateway", message);
        }
    }
    let generation = pool.generation().unwrap_or_default();
    let accepted = || relevant.iter().map(|parent| condition(*parent, "Accepted"));
    if accepted().all(|condition| condition.is_some_and(|condition| holds(condition, generation))) {
        return PoolState::Ready;
    }
    let bad = accepted().flatten().find(|condition| !holds(*condition, generation)).map(Reported::of);
    let message = match bad {
        Some(bad) => {
            let quote = crate::go::strconv::quote;
            let (status, reason, message) = (quote(&bad.status), quote(&bad.reason), quote(&bad.message));
            format!("{at}: {}={status} (reason {reason}, message {message})", bad.kind)
        }
        None => format!("The inference pool {at} is not ready"),
    };
    PoolState::NotReady("InferencePoolNotReady", message)
}
