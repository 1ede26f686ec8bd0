//! What controllers and webhooks read from serving runtimes and storage containers.

use super::pod::PodSpec;
use super::worker::Worker;
use crate::object::fields::{NOTHING, elements, integer, member, objects, text};
use crate::{Map, Value};

/// The `spec` of a ServingRuntime or a ClusterServingRuntime.
#[derive(Debug, Clone, Copy)]
pub struct RuntimeSpec<'a>(&'a Map);

impl<'a> RuntimeSpec<'a> {
    pub const fn of(fields: &'a Map) -> RuntimeSpec<'a> {
        RuntimeSpec(fields)
    }

    /// The spec of an object, or an empty one if it has none.
    pub fn of_object(runtime: &'a Value) -> RuntimeSpec<'a> {
        RuntimeSpec(runtime.get("spec").and_then(Value::as_object).unwrap_or(&NOTHING))
    }

    /// The fields as written.
    pub const fn fields(self) -> &'a Map {
        self.0
    }

    pub fn disabled(self) -> bool {
        is_true(self.0, "disabled")
    }

    pub fn multi_model(self) -> bool {
        is_true(self.0, "multiModel")
    }

    pub fn protocol_versions(self) -> &'a [Value] {
        elements(self.0, "protocolVersions")
    }

    pub fn supported_model_formats(self) -> impl Iterator<Item = SupportedModelFormat<'a>> {
        objects(self.0, "supportedModelFormats").map(SupportedModelFormat)
    }

    /// The formats for which it can be selected automatically, with their positions.
    pub fn auto_selected_formats(self) -> impl Iterator<Item = (usize, SupportedModelFormat<'a>)> {
        self.supported_model_formats().enumerate().filter(|(_, format)| format.auto_select())
    }

    /// The fields that belong to its pods.
    pub const fn pod(self) -> PodSpec<'a> {
        PodSpec::of(self.0)
    }

    /// The worker nodes of a multi-node runtime.
    pub fn worker(self) -> Option<Worker<'a>> {
        Worker::of(self.0)
    }

    pub fn annotations(self) -> Option<&'a Map> {
        member(self.0, "annotations")
    }
}

/// An entry of `supportedModelFormats`.
#[derive(Debug, Clone, Copy)]
pub struct SupportedModelFormat<'a>(&'a Map);

impl<'a> SupportedModelFormat<'a> {
    /// Empty if unset.
    pub fn name(self) -> &'a str {
        text(self.0, "name")
    }

    pub fn version(self) -> Option<&'a str> {
        self.0.get("version")?.as_str()
    }

    pub fn auto_select(self) -> bool {
        is_true(self.0, "autoSelect")
    }

    pub fn priority(self) -> Option<i64> {
        integer(self.0, "priority")
    }
}

/// The `spec` of a ClusterStorageContainer.
#[derive(Debug, Clone, Copy)]
pub struct StorageContainerSpec<'a>(&'a Map);

impl<'a> StorageContainerSpec<'a> {
    pub const fn of(fields: &'a Map) -> StorageContainerSpec<'a> {
        StorageContainerSpec(fields)
    }

    /// The spec of an object, or an empty one if it has none.
    pub fn of_object(container: &'a Value) -> StorageContainerSpec<'a> {
        StorageContainerSpec(container.get("spec").and_then(Value::as_object).unwrap_or(&NOTHING))
    }

    pub fn supported_uri_formats(self) -> impl Iterator<Item = SupportedUriFormat<'a>> {
        objects(self.0, "supportedUriFormats").map(SupportedUriFormat)
    }

    pub fn workload_type(self) -> Option<&'a str> {
        self.0.get("workloadType")?.as_str()
    }

    pub fn supports_multi_model_download(self) -> Option<bool> {
        self.0.get("supportsMultiModelDownload")?.as_bool()
    }
}

/// An entry of `supportedUriFormats`. Unset strings read as empty.
#[derive(Debug, Clone, Copy)]
pub struct SupportedUriFormat<'a>(&'a Map);

impl<'a> SupportedUriFormat<'a> {
    pub fn prefix(self) -> &'a str {
        text(self.0, "prefix")
    }

    pub fn regex(self) -> &'a str {
        text(self.0, "regex")
    }
}

fn is_true(fields: &Map, key: &str) -> bool {
    fields.get(key).and_then(Value::as_bool).unwrap_or_default()
}
