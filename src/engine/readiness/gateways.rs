//! What gateways report: their own state, and whether they accept routes and pools.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;

use crate::api::{BackendReference, ParentReference, ParentStatus, RouteRule, RouteSpec};
use crate::engine::reports::condition;
use crate::engine::store::Store;
use crate::facts::RejectedPools;
use crate::object::fields::{elements, filled};
use crate::object::{Kind, ObjectView as _};
use crate::{Map, Value};

/// The namespace and name of an object.
type Place<'s> = (&'s str, &'s str);

/// What the gateways of a cluster report about its objects.
pub(super) struct Gateways<'s> {
    store: &'s Store<'s>,
    refused: RejectedPools,
    /// The Gateways of the routes that refer to each pool.
    of_pools: BTreeMap<Place<'s>, Vec<Place<'s>>>,
}

impl<'s> Gateways<'s> {
    pub fn new(store: &'s Store<'s>, refused: RejectedPools) -> Gateways<'s> {
        Gateways { store, refused, of_pools: gateways_of_pools(store.all(Kind::HttpRoute)) }
    }

    /// The status of an object, if the gateways report one.
    pub fn answer(&self, kind: Kind, object: &Value) -> Option<Value> {
        let status = object.get("status").and_then(Value::as_object);
        if kind == Kind::Gateway {
            return gateway(status);
        }
        let has_answers = status.is_some_and(|status| ParentStatus::all(status).next().is_some());
        let own = self.store.claimed((kind, object.namespace(), object.name()));
        match kind {
            // An existing answer stays.
            _ if has_answers && own.is_none() => None,
            Kind::HttpRoute => Some(route(object, self.refused)),
            Kind::InferencePool => self.pool(object, "parents"),
            Kind::InferencePoolX => self.pool(object, "parent"),
            _ => None,
        }
    }

    /// The status of a pool, with answers in this field: the Gateways of the routes that refer to it accept it. `None` if no route does.
    fn pool(&self, pool: &Value, field: &str) -> Option<Value> {
        let gateways = self.of_pools.get(&(pool.namespace(), pool.name()))?;
        let conditions = [condition("Accepted", "Accepted"), condition("ResolvedRefs", "ResolvedRefs")];
        let answer = |(namespace, name): &Place<'_>| json!({ "parentRef": { "name": name, "namespace": namespace }, "conditions": conditions });
        Some(json!({ field: gateways.iter().map(answer).collect::<Vec<_>>() }))
    }
}

/// The status of a Gateway without conditions of its own: it is accepted and programmed. `None` if it has conditions.
fn gateway(status: Option<&Map>) -> Option<Value> {
    let mut status = status.cloned().unwrap_or_default();
    if !elements(&status, "conditions").is_empty() {
        return None;
    }
    let conditions = vec![condition("Accepted", "Accepted"), condition("Programmed", "Programmed")];
    status.insert("conditions".into(), conditions.into());
    Some(status.into())
}

/// The status of a route: all parents accept it and resolve its references, unless they refuse InferencePools that it uses.
pub(super) fn route(route: &Value, refused: RejectedPools) -> Value {
    let is_refused = pools(route).any(|backend| refused.includes(backend.group()));
    let resolved = match is_refused {
        true => json!({
            "type": "ResolvedRefs", "status": "False", "reason": "InvalidKind", "message": "unsupported backendRef kind",
        }),
        false => condition("ResolvedRefs", "ResolvedRefs"),
    };
    let parents = route.spec().map(|spec| elements(spec, "parentRefs")).unwrap_or_default().iter();
    let answers = parents
        .map(|parent| json!({ "parentRef": parent, "conditions": [condition("Accepted", "Accepted"), resolved] }));
    json!({ "parents": answers.collect::<Vec<_>>() })
}

/// The references of a route to InferencePools.
fn pools(route: &Value) -> impl Iterator<Item = BackendReference<'_>> {
    let rules = route.spec().into_iter().flat_map(|spec| RouteSpec::of(spec).rules());
    rules.flat_map(RouteRule::backend_refs).filter(|backend| backend.kind() == Kind::InferencePool.name())
}

fn gateways_of_pools<'s>(routes: impl Iterator<Item = &'s Value>) -> BTreeMap<Place<'s>, Vec<Place<'s>>> {
    let mut all: BTreeMap<Place<'s>, Vec<Place<'s>>> = BTreeMap::new();
    for route in routes {
        let namespace = route.namespace();
        let named: BTreeSet<&str> = filled(pools(route).map(BackendReference::name));
        let parents = route.spec().into_iter().flat_map(|spec| RouteSpec::of(spec).parent_refs());
        // A parent is in the namespace of the route if the reference names none.
        let place = |parent: ParentReference<'s>| (parent.namespace().unwrap_or(namespace), parent.name());
        let parents: Vec<Place<'_>> = parents.map(place).collect();
        for pool in named {
            let gateways = all.entry((namespace, pool)).or_default();
            for parent in &parents {
                if !gateways.contains(parent) {
                    gateways.push(*parent);
                }
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Settings;
    use crate::engine::Properties;
    use crate::engine::readiness::settle;
    use crate::facts::{Cluster, Found};
    use crate::release::{Release, Version};

    const PROPERTIES: Properties = Properties {
        sees_context: true,
        writes_status: true,
        answered: &[Kind::Gateway, Kind::HttpRoute, Kind::InferencePool, Kind::InferencePoolX],
        ..Properties::PLAIN
    };

    fn object(kind: Kind, name: &str, spec: Value) -> Value {
        json!({
            "apiVersion": kind.api_version(), "kind": kind.name(), "metadata": { "name": name, "namespace": "garden" },
            "spec": spec,
        })
    }

    /// The status of an object of the context after gateways have answered.
    fn status(of: (Kind, &str), objects: &[Value], settings: Settings) -> Option<Value> {
        let objects = objects.iter().cloned().map(std::sync::Arc::new);
        let cluster = Cluster::new(Release::of(Version::NEWEST), settings, objects);
        let found = Found::default();
        let mut store = Store::of(&cluster, &found, &PROPERTIES);
        settle(&mut store, &cluster, &PROPERTIES);
        store.peek((of.0, "garden", of.1))?.get("status").cloned()
    }

    fn route() -> Value {
        let pool = json!({ "kind": "InferencePool", "group": "inference.networking.k8s.io", "name": "pool" });
        let spec = json!({ "parentRefs": [{ "name": "gate" }], "rules": [{ "backendRefs": [pool] }] });
        object(Kind::HttpRoute, "route", spec)
    }

    #[test]
    fn a_pool_is_accepted_by_the_gateways_of_its_routes() {
        let pool = object(Kind::InferencePool, "pool", json!({}));
        assert_eq!(status((Kind::InferencePool, "pool"), std::slice::from_ref(&pool), Settings::default()), None);
        let answered = status((Kind::InferencePool, "pool"), &[pool, route()], Settings::default()).unwrap();
        assert_eq!(answered["parents"][0]["parentRef"], json!({ "name": "gate", "namespace": "garden" }));
    }

    #[test]
    fn a_pool_of_the_experimental_api_has_its_answers_in_another_field() {
        let mut pool = object(Kind::InferencePoolX, "pool", json!({}));
        let of = |pool: &Value| status((Kind::InferencePoolX, "pool"), &[pool.clone(), route()], Settings::default());
        let answered = of(&pool).unwrap();
        assert_eq!(answered["parent"][0]["parentRef"], json!({ "name": "gate", "namespace": "garden" }));
        pool["status"] = json!({ "parent": [{ "parentRef": { "name": "other" } }] });
        assert_eq!(of(&pool), Some(pool["status"].clone()), "what is there already stays");
    }

    #[test]
    fn routes_are_answered_once_and_refused_where_gateways_take_no_pools() {
        let refused = Settings { rejected_pools: RejectedPools::All, ..Settings::default() };
        let resolved = |status: Value| status["parents"][0]["conditions"][1]["status"].clone();
        let answer = |route: Value, settings: Settings| status((Kind::HttpRoute, "route"), &[route], settings).unwrap();
        assert_eq!(resolved(answer(route(), Settings::default())), "True");
        assert_eq!(resolved(answer(route(), refused.clone())), "False");
        let mut answered = route();
        answered["status"] = answer(route(), Settings::default());
        assert_eq!(resolved(answer(answered, refused)), "True", "what is there already stays");
    }

    #[test]
    fn what_the_settings_name_is_not_ready() {
        let gateway = object(Kind::Gateway, "gate", json!({}));
        let held_back = Settings { not_ready: ["gate".to_owned()].into(), ..Settings::default() };
        assert!(status((Kind::Gateway, "gate"), std::slice::from_ref(&gateway), Settings::default()).is_some());
        assert_eq!(status((Kind::Gateway, "gate"), &[gateway], held_back), None);
    }
}
