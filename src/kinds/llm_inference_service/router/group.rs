//! Groups of services that share the traffic for one model.

use serde_json::json;

use super::route::is_default_pool;
use crate::api::{BackendReference, Condition, RouteMatch, RouteRule};
use crate::kinds::llm_inference_service::builder::Builder;
use crate::kinds::llm_inference_service::names::{Names, published};
use crate::kinds::llm_inference_service::service::Service;
use crate::kinds::llm_inference_service::spec::{LlmSpec, Route};
use crate::kinds::llm_inference_service::status::types::ROUTER_READY;
use crate::kinds::llm_inference_service::status_view::{LlmAddress, LlmStatus, SchedulerObjects};
use crate::kinds::llm_inference_service::workload::network::PORT;
use crate::object::{Kind, ObjectView as _};
use crate::order;
use crate::{Map, Value};

/// Another service of the namespace: its own spec, and its status as stored.
#[derive(Debug, Clone, Copy)]
pub struct Peer<'p> {
    /// The service with its own spec, as stored.
    pub stored: &'p Map,
    /// Its status.
    pub status: LlmStatus<'p>,
}

impl<'p> Peer<'p> {
    /// Its name.
    pub fn name(&self) -> &'p str {
        self.stored.name()
    }

    /// Its own spec.
    pub fn spec(&self) -> LlmSpec<'p> {
        LlmSpec::of_object(self.stored)
    }

    fn is_stopped(&self) -> bool {
        self.stored.asks_to_stop()
    }

    fn weight(&self) -> i64 {
        self.spec().route().and_then(Route::weight).unwrap_or_default()
    }

    /// Whether it can receive requests.
    fn is_routable(&self) -> bool {
        let router = Condition::of_status(self.status.fields()).find(|condition| condition.kind() == ROUTER_READY);
        let ready = router.is_some_and(Condition::is_true);
        let Some(workloads) = self.status.workloads().filter(|_| ready) else { return false };
        let mut parts = [workloads.primary(), workloads.prefill(), workloads.scheduler()].into_iter().flatten();
        workloads.primary().is_some() && parts.all(|part| part.ready_replicas().is_some_and(|ready| ready > 0))
    }

    /// The backend to which the other members send its share.
    fn backend(&self, namespace: &str) -> Value {
        if let Some(name) = self.spec().pool_reference() {
            let kind = Kind::InferencePoolX;
            return json!({ "group": kind.group(), "kind": kind.name(), "name": name, "port": PORT });
        }
        if let Some(pool) = self.status.scheduler().and_then(SchedulerObjects::inference_pool) {
            return json!({ "group": pool.group(), "kind": pool.kind(), "name": pool.name(), "port": PORT });
        }
        let names = Names { namespace, service: self.name() };
        json!({ "kind": Kind::Service.name(), "name": names.workload_service(), "port": PORT })
    }
}

/// The models of all addresses, in the order of the status.
fn served(status: LlmStatus<'_>) -> Vec<&str> {
    status.addresses().flat_map(LlmAddress::models).collect()
}

/// The names of the model and its adapters in a service's spec. `name` is the service's name.
fn own_models<'s>(name: &'s str, spec: LlmSpec<'s>) -> Vec<&'s str> {
    let model = spec.model();
    std::iter::once(model.given_name().unwrap_or(name)).chain(model.adapter_names()).collect()
}

/// The full names of the models in a service's spec. `name` is the service's name.
pub fn full_models(name: &str, spec: LlmSpec<'_>, namespace: &str) -> Vec<String> {
    own_models(name, spec).into_iter().map(|name| published(namespace, name)).collect()
}

/// The full names of a service's models: those of its addresses and those of its spec.
pub fn models_of(peer: &Peer<'_>, namespace: &str) -> Vec<String> {
    let mut models = full_models(peer.name(), peer.spec(), namespace);
    models.extend(served(peer.status).into_iter().map(str::to_owned));
    models
}

/// The names of a service's models, from its addresses, or from its spec while it has none.
fn models<'s>(status: LlmStatus<'s>, name: &'s str, spec: LlmSpec<'s>) -> Vec<&'s str> {
    let served = served(status);
    let mut models = if served.is_empty() { own_models(name, spec) } else { served };
    order::sort(&mut models);
    models.dedup();
    models
}

/// A member of a group.
#[derive(Debug, Clone)]
pub struct Member {
    name: String,
    models: Vec<String>,
    weight: i64,
    stopped: bool,
    backend: Value,
}

/// The members of a group that take part in its traffic, divided into those with the same models and the others: the service itself,
/// stopped members, and members that can receive requests.
#[derive(Debug, Clone)]
pub struct Members {
    matching: Vec<Member>,
    divergent: Vec<Member>,
}

impl Members {
    /// The members of the service's group. `own`: the service's status, as stored.
    pub fn of<'p>(service: &Service<'_>, own: LlmStatus<'_>, peers: impl Iterator<Item = Peer<'p>>) -> Option<Members> {
        let group = service.spec.group()?;
        let namespace = service.names.namespace;
        let own_models = models(own, service.names.service, service.spec);
        let eligible = peers.filter(|peer| {
            peer.spec().group() == Some(group)
                && !peer.stored.is_deleted()
                && (peer.name() == service.names.service || peer.is_stopped() || peer.is_routable())
        });
        let mut members: Vec<Member> = eligible
            .map(|peer| Member {
                name: peer.name().to_owned(),
                models: models(peer.status, peer.name(), peer.spec()).into_iter().map(str::to_owned).collect(),
                weight: peer.weight(),
                stopped: peer.is_stopped(),
                backend: peer.backend(namespace),
            })
            .collect();
        order::sort_by(&mut members, |a, b| a.name.cmp(&b.name));
        let (matching, divergent) = members.into_iter().partition(|member| member.models == own_models);
        Some(Members { matching, divergent })
    }

    /// Whether no member has the same models.
    pub fn is_empty(&self) -> bool {
        self.matching.is_empty()
    }

    /// The models of the members whose models differ, if there are any.
    pub fn divergence(&self) -> Option<String> {
        if self.divergent.is_empty() {
            return None;
        }
        let mut sets: Vec<String> = self.divergent.iter().map(|member| member.models.join("+")).collect();
        order::sort(&mut sets);
        sets.dedup();
        Some(format!("group has members with different model sets: {}", sets.join(", ")))
    }

    /// `status.router.group`.
    pub fn status(&self, group: &str) -> Value {
        let members = self.matching.iter().map(|member| {
            let mut own = json!({ "name": member.name, "weight": member.weight, "backendRef": member.backend });
            if let (Some(own), true) = (own.as_object_mut(), member.stopped) {
                own.insert("stopped".into(), true.into());
            }
            own
        });
        json!({ "name": group, "members": members.collect::<Vec<_>>() })
    }

    /// Distributes the requests of the rules that are not for this service alone among the members.
    pub fn share(&self, service: &Service<'_>, route: &mut Value) {
        let references: Vec<Value> = self.matching.iter().map(Member::reference).collect();
        let rules = route.pointer_mut("/spec/rules").and_then(Value::as_array_mut).into_iter().flatten();
        for rule in rules.filter_map(Value::as_object_mut) {
            if is_own_rule(service, rule) || !RouteRule::of(rule).backend_refs().any(|own| is_own_backend(service, own))
            {
                continue;
            }
            match references.is_empty() {
                true => drop(rule.remove("backendRefs")),
                false => drop(rule.insert("backendRefs".into(), references.clone().into())),
            }
        }
    }
}

impl Member {
    fn reference(&self) -> Value {
        let mut reference = self.backend.clone();
        if let Some(reference) = reference.as_object_mut() {
            reference.insert("weight".into(), if self.stopped { 0 } else { self.weight }.into());
        }
        reference
    }
}

/// Whether a rule matches the path of this service.
fn is_own_rule(service: &Service<'_>, rule: &Map) -> bool {
    let prefix = format!("/{}/{}", service.names.namespace, service.names.service);
    RouteRule::of(rule).matches().filter_map(RouteMatch::path).any(|path| {
        let below = path.value().unwrap_or_default().strip_prefix(&prefix);
        below.is_some_and(|below| below.is_empty() || below.starts_with('/'))
    })
}

/// Whether a backend reference is the service's own.
fn is_own_backend(service: &Service<'_>, reference: BackendReference<'_>) -> bool {
    let (kind, name) = (reference.kind(), reference.name());
    is_default_pool(service, reference)
        || kind == Kind::Service.name() && name == service.names.workload_service()
        || kind == Kind::InferencePool.name() && service.spec.pool_reference() == Some(name)
}

/// The services of the namespace, outside the service's group, that serve one of its models.
pub fn collisions<'p>(builder: &Builder<'_>, peers: impl Iterator<Item = Peer<'p>>) -> Vec<String> {
    let service = &builder.service;
    let namespace = service.names.namespace;
    let own = full_models(service.names.service, service.spec, namespace);
    let overlaps = |peer: &Peer<'_>| match peer.status.addresses().next() {
        None => full_models(peer.name(), peer.spec(), namespace).iter().any(|name| own.contains(name)),
        Some(_) => served(peer.status).iter().any(|name| own.iter().any(|own| own == name)),
    };
    let group = service.spec.group();
    let others = peers.filter(|peer| {
        let in_group = group.is_some() && peer.spec().group() == group;
        peer.name() != service.names.service && !peer.stored.is_deleted() && !in_group && overlaps(peer)
    });
    let mut names: Vec<String> = others.map(|peer| peer.name().to_owned()).collect();
    order::sort(&mut names);
    names
}
