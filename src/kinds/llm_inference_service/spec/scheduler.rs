//! The fields for the scheduler and InferencePools in the specs of LLMInferenceServices.

use crate::api::PodSpec;
use crate::object::fields::{NOTHING, integer, member, objects, text};
use crate::{Map, Value};

/// `scheduler` of a router.
#[derive(Debug, Clone, Copy)]
pub struct Scheduler<'a>(&'a Map);

impl<'a> Scheduler<'a> {
    pub const fn of(fields: &'a Map) -> Scheduler<'a> {
        Scheduler(fields)
    }

    pub fn pool(self) -> Option<Pool<'a>> {
        member(self.0, "pool").map(Pool)
    }

    /// Labels of its pods.
    pub fn labels(self) -> &'a Map {
        member(self.0, "labels").unwrap_or(&NOTHING)
    }

    /// Annotations of its pods.
    pub fn annotations(self) -> &'a Map {
        member(self.0, "annotations").unwrap_or(&NOTHING)
    }

    pub fn template(self) -> Option<PodSpec<'a>> {
        member(self.0, "template").map(PodSpec::of)
    }

    pub fn config(self) -> Option<SchedulerConfig<'a>> {
        member(self.0, "config").map(SchedulerConfig)
    }

    pub fn replicas(self) -> Option<i64> {
        integer(self.0, "replicas")
    }
}

/// `config` of a scheduler.
#[derive(Debug, Clone, Copy)]
pub struct SchedulerConfig<'a>(&'a Map);

impl<'a> SchedulerConfig<'a> {
    pub const fn of(fields: &'a Map) -> SchedulerConfig<'a> {
        SchedulerConfig(fields)
    }

    pub fn inline(self) -> Option<&'a Value> {
        self.0.get("inline")
    }

    /// `ref`: a key of a ConfigMap.
    pub fn reference(self) -> Option<ConfigMapKey<'a>> {
        member(self.0, "ref").map(ConfigMapKey)
    }
}

/// A key of a ConfigMap.
#[derive(Debug, Clone, Copy)]
pub struct ConfigMapKey<'a>(&'a Map);

impl<'a> ConfigMapKey<'a> {
    /// The name of the ConfigMap, empty if unset.
    pub fn name(self) -> &'a str {
        text(self.0, "name")
    }

    /// Empty if unset.
    pub fn key(self) -> &'a str {
        text(self.0, "key")
    }
}

/// `pool` of a scheduler.
#[derive(Debug, Clone, Copy)]
pub struct Pool<'a>(&'a Map);

impl<'a> Pool<'a> {
    /// The spec of the InferencePool that the controller creates.
    pub fn spec(self) -> Option<PoolSpec<'a>> {
        member(self.0, "spec").map(PoolSpec)
    }

    /// `ref`: the name of an existing InferencePool, empty if unset.
    pub fn reference(self) -> Option<&'a str> {
        member(self.0, "ref").map(|reference| text(reference, "name"))
    }
}

/// `spec` of an InferencePool.
#[derive(Debug, Clone, Copy)]
pub struct PoolSpec<'a>(&'a Map);

impl<'a> PoolSpec<'a> {
    pub const fn of(fields: &'a Map) -> PoolSpec<'a> {
        PoolSpec(fields)
    }

    /// The fields as written.
    pub const fn fields(self) -> &'a Map {
        self.0
    }

    /// The labels of `selector`.
    pub fn match_labels(self) -> Option<&'a Map> {
        member(member(self.0, "selector")?, "matchLabels")
    }

    /// The numbers of `targetPorts`, as written.
    pub fn target_ports(self) -> impl Iterator<Item = Option<&'a Value>> {
        objects(self.0, "targetPorts").map(|port| port.get("number"))
    }

    pub fn endpoint_picker_ref(self) -> Option<EndpointPicker<'a>> {
        member(self.0, "endpointPickerRef").map(EndpointPicker)
    }
}

/// `endpointPickerRef` of an InferencePool.
#[derive(Debug, Clone, Copy)]
pub struct EndpointPicker<'a>(&'a Map);

impl<'a> EndpointPicker<'a> {
    pub const fn of(fields: &'a Map) -> EndpointPicker<'a> {
        EndpointPicker(fields)
    }

    /// The fields as written.
    pub const fn fields(self) -> &'a Map {
        self.0
    }

    /// Empty if unset.
    pub fn kind(self) -> &'a str {
        text(self.0, "kind")
    }

    /// Empty if unset.
    pub fn name(self) -> &'a str {
        text(self.0, "name")
    }

    /// The number of `port`.
    pub fn port(self) -> Option<i64> {
        integer(member(self.0, "port")?, "number")
    }
}

/// `spec` of an InferencePool of the experimental API.
#[derive(Debug, Clone, Copy)]
pub struct OldPoolSpec<'a>(&'a Map);

impl<'a> OldPoolSpec<'a> {
    pub const fn of(fields: &'a Map) -> OldPoolSpec<'a> {
        OldPoolSpec(fields)
    }

    /// Labels of the pods, as written.
    pub fn selector(self) -> Option<&'a Value> {
        self.0.get("selector")
    }

    pub fn target_port_number(self) -> Option<i64> {
        integer(self.0, "targetPortNumber")
    }

    pub fn extension_ref(self) -> Option<Extension<'a>> {
        member(self.0, "extensionRef").map(Extension)
    }
}

/// `extensionRef` of an InferencePool of the experimental API.
#[derive(Debug, Clone, Copy)]
pub struct Extension<'a>(&'a Map);

impl<'a> Extension<'a> {
    /// The fields as written.
    pub const fn fields(self) -> &'a Map {
        self.0
    }

    /// Empty if unset.
    pub fn name(self) -> &'a str {
        text(self.0, "name")
    }

    pub fn port_number(self) -> Option<i64> {
        integer(self.0, "portNumber")
    }
}
