//! What services read of each other's statuses. Views borrow the JSON tree, and have the fields' own names.

use crate::Map;
use crate::object::fields::{integer, member, objects, text};

/// `status` of a service.
#[derive(Debug, Clone, Copy)]
pub struct LlmStatus<'a>(&'a Map);

impl<'a> LlmStatus<'a> {
    pub const fn of(fields: &'a Map) -> LlmStatus<'a> {
        LlmStatus(fields)
    }

    /// The fields as they are written.
    pub const fn fields(self) -> &'a Map {
        self.0
    }

    pub fn addresses(self) -> impl Iterator<Item = LlmAddress<'a>> {
        objects(self.0, "addresses").map(LlmAddress)
    }

    pub fn workloads(self) -> Option<Workloads<'a>> {
        member(self.0, "workloads").map(Workloads)
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
    /// The names of `models`; an empty one where a model has none.
    pub fn models(self) -> impl Iterator<Item = &'a str> {
        objects(self.0, "models").map(|model| text(model, "name"))
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
}

/// An object of `workloads`.
#[derive(Debug, Clone, Copy)]
pub struct ObservedWorkload<'a>(&'a Map);

impl ObservedWorkload<'_> {
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

/// What names an object.
#[derive(Debug, Clone, Copy)]
pub struct ObjectReference<'a>(&'a Map);

impl<'a> ObjectReference<'a> {
    pub fn group(self) -> Option<&'a str> {
        self.0.get("group")?.as_str()
    }

    pub fn kind(self) -> Option<&'a str> {
        self.0.get("kind")?.as_str()
    }

    pub fn name(self) -> Option<&'a str> {
        self.0.get("name")?.as_str()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use serde_json::{Value, json};

    use crate::api::tests::names_read;
    use crate::facts::{Cluster, Found};
    use crate::kinds::llm_inference_service::assumed_gateways::with_assumed;
    use crate::release::Version;
    use crate::render::render_all;

    /// The status of a service with everything that a status can have but a group.
    fn written() -> Value {
        let service = json!({
            "apiVersion": "serving.kserve.io/v1alpha2", "kind": "LLMInferenceService",
            "metadata": { "name": "m", "namespace": "n" },
            "spec": {
                "model": { "uri": "hf://acme/m", "name": "m" }, "template": {}, "prefill": { "template": {} },
                "router": { "route": {}, "gateway": {}, "scheduler": {} },
            },
        });
        let cluster = Cluster::of(Version::NEWEST, []);
        let cluster = with_assumed(&cluster, &Found::default(), &[&service]).unwrap_or(cluster);
        let all = render_all(&cluster, &[service], &Arc::default());
        all[0].status().unwrap().to_value()
    }

    #[test]
    fn every_field_that_a_view_reads_is_written() {
        let written = written();
        let places = [
            ("LlmStatus", vec!["", "/router"]),
            ("LlmAddress", vec!["/addresses/0", "/addresses/0/models/0"]),
            ("Workloads", vec!["/workloads"]),
            ("ObservedWorkload", vec!["/workloads/primary"]),
            ("SchedulerObjects", vec!["/router/scheduler"]),
            ("ObjectReference", vec!["/router/scheduler/inferencePool"]),
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
