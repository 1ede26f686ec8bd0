//! What services read from each other's statuses, and explanations from those of services. Views borrow the JSON
//! tree, and their methods are named after the fields.

use crate::api::Condition;
use crate::object::fields::{elements, integer, member, objects, text};
use crate::{Map, Value};

/// `status` of a service.
#[derive(Debug, Clone, Copy)]
pub struct LlmStatus<'a>(&'a Map);

impl<'a> LlmStatus<'a> {
    pub const fn of(fields: &'a Map) -> LlmStatus<'a> {
        LlmStatus(fields)
    }

    /// The fields as written.
    pub const fn fields(self) -> &'a Map {
        self.0
    }

    /// The condition of this type.
    pub fn condition(self, kind: &str) -> Option<Condition<'a>> {
        Condition::of_status(self.0).find(|condition| condition.kind() == kind)
    }

    pub fn url(self) -> Option<&'a str> {
        self.0.get("url")?.as_str()
    }

    pub fn addresses(self) -> impl Iterator<Item = LlmAddress<'a>> {
        objects(self.0, "addresses").map(LlmAddress)
    }

    pub fn workloads(self) -> Option<Workloads<'a>> {
        member(self.0, "workloads").map(Workloads)
    }

    /// `router.gateways`, which releases before v0.19 do not set.
    pub fn gateways(self) -> impl Iterator<Item = ObservedGateway<'a>> {
        member(self.0, "router").into_iter().flat_map(|router| objects(router, "gateways")).map(ObservedGateway)
    }

    /// `router.scheduler`.
    pub fn scheduler(self) -> Option<SchedulerObjects<'a>> {
        member(self.0, "router").and_then(|router| member(router, "scheduler")).map(SchedulerObjects)
    }
}

/// An entry of `addresses`.
#[derive(Debug, Clone, Copy)]
pub struct LlmAddress<'a>(&'a Map);

impl<'a> LlmAddress<'a> {
    /// Empty if unset.
    pub fn url(self) -> &'a str {
        text(self.0, "url")
    }

    /// The kind of the address, empty if unset.
    pub fn name(self) -> &'a str {
        text(self.0, "name")
    }

    /// The object that the address goes through.
    pub fn origin(self) -> Option<ObjectReference<'a>> {
        member(self.0, "origin").map(ObjectReference)
    }

    /// The names of `models`, each empty if unset.
    pub fn models(self) -> impl Iterator<Item = &'a str> {
        objects(self.0, "models").map(|model| text(model, "name"))
    }
}

/// An entry of `router.gateways`.
#[derive(Debug, Clone, Copy)]
pub struct ObservedGateway<'a>(&'a Map);

impl<'a> ObservedGateway<'a> {
    pub const fn reference(self) -> ObjectReference<'a> {
        ObjectReference(self.0)
    }

    pub fn listeners(self) -> impl Iterator<Item = &'a str> {
        elements(self.0, "listeners").iter().filter_map(Value::as_str)
    }

    /// The names of `httpRoutes`, each empty if unset.
    pub fn http_routes(self) -> impl Iterator<Item = &'a str> {
        objects(self.0, "httpRoutes").map(|route| text(route, "name"))
    }
}

/// `workloads`: the objects that run a service.
#[derive(Debug, Clone, Copy)]
pub struct Workloads<'a>(&'a Map);

impl<'a> Workloads<'a> {
    pub fn primary(self) -> Option<ObservedWorkload<'a>> {
        member(self.0, "primary").map(ObservedWorkload)
    }

    pub fn prefill(self) -> Option<ObservedWorkload<'a>> {
        member(self.0, "prefill").map(ObservedWorkload)
    }

    pub fn scheduler(self) -> Option<ObservedWorkload<'a>> {
        member(self.0, "scheduler").map(ObservedWorkload)
    }

    /// The Service in front of the servers.
    pub fn service(self) -> Option<ObservedWorkload<'a>> {
        member(self.0, "service").map(ObservedWorkload)
    }
}

/// An object of `workloads`.
#[derive(Debug, Clone, Copy)]
pub struct ObservedWorkload<'a>(&'a Map);

impl<'a> ObservedWorkload<'a> {
    /// Empty if unset.
    pub fn kind(self) -> &'a str {
        text(self.0, "kind")
    }

    /// Empty if unset.
    pub fn name(self) -> &'a str {
        text(self.0, "name")
    }

    pub fn ready_replicas(self) -> Option<i64> {
        integer(self.0, "readyReplicas")
    }
}

/// `router.scheduler`: the objects of the scheduler.
#[derive(Debug, Clone, Copy)]
pub struct SchedulerObjects<'a>(&'a Map);

impl<'a> SchedulerObjects<'a> {
    pub fn inference_pool(self) -> Option<ObjectReference<'a>> {
        member(self.0, "inferencePool").map(ObjectReference)
    }
}

/// A reference to an object.
#[derive(Debug, Clone, Copy)]
pub struct ObjectReference<'a>(&'a Map);

impl<'a> ObjectReference<'a> {
    pub fn group(self) -> Option<&'a str> {
        self.0.get("group")?.as_str()
    }

    pub fn kind(self) -> Option<&'a str> {
        self.0.get("kind")?.as_str()
    }

    pub fn namespace(self) -> Option<&'a str> {
        self.0.get("namespace")?.as_str()
    }

    pub fn name(self) -> Option<&'a str> {
        self.0.get("name")?.as_str()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use serde_json::json;

    use super::*;
    use crate::api::tests::names_read;
    use crate::facts::{Cluster, Found};
    use crate::kinds::llm_inference_service::assumed_gateways::with_assumed;
    use crate::release::Version;
    use crate::render::render_all;

    /// A status with every field set except for the group.
    fn written() -> Value {
        let gateway = json!({ "refs": [{ "name": "g", "namespace": "n", "sectionName": "http" }] });
        let service = json!({
            "apiVersion": "serving.kserve.io/v1alpha2", "kind": "LLMInferenceService",
            "metadata": { "name": "m", "namespace": "n" },
            "spec": {
                "model": { "uri": "hf://acme/m", "name": "m" }, "template": {}, "prefill": { "template": {} },
                "router": { "route": {}, "gateway": gateway, "scheduler": {} },
            },
        });
        let cluster = Cluster::of(Version::NEWEST, []);
        let cluster = with_assumed(&cluster, &Found::default(), &[&service]).unwrap_or(cluster);
        let all = render_all(&cluster, &[service], &Arc::default());
        all[0].status().unwrap().to_value()
    }

    #[test]
    fn views_read_only_fields_that_the_controller_writes() {
        let written = written();
        let places = [
            ("LlmStatus", vec!["", "/router"]),
            ("LlmAddress", vec!["/addresses/0", "/addresses/0/models/0"]),
            ("ObservedGateway", vec!["/router/gateways/0", "/router/gateways/0/httpRoutes/0"]),
            ("Workloads", vec!["/workloads"]),
            ("ObservedWorkload", vec!["/workloads/primary"]),
            ("SchedulerObjects", vec!["/router/scheduler"]),
            ("ObjectReference", vec!["/router/scheduler/inferencePool", "/router/gateways/0"]),
        ];
        let views: Vec<_> = names_read(include_str!("status_view.rs")).collect();
        assert_eq!(views.iter().map(|(view, _)| *view).collect::<Vec<_>>(), places.each_ref().map(|(view, _)| *view));
        for ((view, fields), (_, places)) in views.into_iter().zip(places) {
            let objects: Vec<&Value> = places.iter().filter_map(|place| written.pointer(place)).collect();
            for field in fields {
                assert!(objects.iter().any(|object| object.get(field).is_some()), "{view} reads {field}: {written}");
            }
        }
    }
}
