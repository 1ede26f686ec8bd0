//! What predictors declare about their models, and explainers about what they run.

use super::pod::Container;
use crate::object::fields::{NOTHING, member, text};
use crate::{Map, Value};

/// The `model` of a predictor, or a framework in the older form, which has most of the same fields.
#[derive(Debug, Clone, Copy)]
pub struct Model<'a>(&'a Map);

impl<'a> Model<'a> {
    /// The view of a model.
    pub const fn of(fields: &'a Map) -> Model<'a> {
        Model(fields)
    }

    /// The fields as written, including those of the container.
    pub const fn fields(self) -> &'a Map {
        self.0
    }

    /// The container that serves it.
    pub const fn container(self) -> Container<'a> {
        Container::of(self.0)
    }

    pub fn model_format(self) -> ModelFormat<'a> {
        ModelFormat(member(self.0, "modelFormat").unwrap_or(&NOTHING))
    }

    pub fn runtime(self) -> Option<&'a str> {
        self.0.get("runtime")?.as_str()
    }

    pub fn runtime_version(self) -> Option<&'a str> {
        self.0.get("runtimeVersion")?.as_str()
    }

    pub fn protocol_version(self) -> Option<&'a str> {
        self.0.get("protocolVersion")?.as_str()
    }

    pub fn storage_uri(self) -> Option<&'a str> {
        self.0.get("storageUri")?.as_str()
    }

    pub fn storage(self) -> Option<Storage<'a>> {
        member(self.0, "storage").map(Storage)
    }

    pub fn confidential(self) -> Option<Confidential<'a>> {
        member(self.0, "confidential").map(Confidential)
    }
}

/// The `modelFormat` of a model; empty if there is none.
#[derive(Debug, Clone, Copy)]
pub struct ModelFormat<'a>(&'a Map);

impl<'a> ModelFormat<'a> {
    pub fn name(self) -> Option<&'a str> {
        self.0.get("name")?.as_str()
    }

    pub fn version(self) -> Option<&'a str> {
        self.0.get("version")?.as_str()
    }
}

/// The `storage` of a model.
#[derive(Debug, Clone, Copy)]
pub struct Storage<'a>(&'a Map);

impl<'a> Storage<'a> {
    /// The fields as written.
    pub const fn fields(self) -> &'a Map {
        self.0
    }

    pub fn parameters(self) -> Option<&'a Value> {
        self.0.get("parameters").filter(|parameters| parameters.is_object())
    }

    /// An entry of `parameters`.
    pub fn parameter(self, name: &str) -> Option<&'a str> {
        self.parameters()?.get(name)?.as_str()
    }

    pub fn key(self) -> Option<&'a str> {
        self.0.get("key")?.as_str()
    }

    pub fn path(self) -> Option<&'a str> {
        self.0.get("path")?.as_str()
    }
}

/// The `confidential` of a model, which says that it is encrypted.
#[derive(Debug, Clone, Copy)]
pub struct Confidential<'a>(&'a Map);

impl<'a> Confidential<'a> {
    pub const fn of(fields: &'a Map) -> Confidential<'a> {
        Confidential(fields)
    }

    pub fn enabled(self) -> bool {
        self.0.get("enabled").and_then(Value::as_bool).unwrap_or_default()
    }

    /// Empty if unset.
    pub fn resource_id(self) -> &'a str {
        text(self.0, "resourceId")
    }
}

/// The `art` of an explainer.
#[derive(Debug, Clone, Copy)]
pub struct Art<'a>(&'a Map);

impl<'a> Art<'a> {
    pub const fn of(fields: &'a Map) -> Art<'a> {
        Art(fields)
    }

    /// The container that runs it.
    pub const fn container(self) -> Container<'a> {
        Container::of(self.0)
    }

    /// The fields as written, including those of the container.
    pub const fn fields(self) -> &'a Map {
        self.0
    }

    /// `type`, empty if unset.
    pub fn kind(self) -> &'a str {
        text(self.0, "type")
    }

    pub fn storage(self) -> Option<Storage<'a>> {
        member(self.0, "storage").map(Storage)
    }

    pub fn config(self) -> Option<&'a Map> {
        member(self.0, "config")
    }

    pub fn runtime_version(self) -> Option<&'a str> {
        self.0.get("runtimeVersion")?.as_str()
    }

    /// The storage URI, if it is not empty.
    pub fn storage_uri(self) -> Option<&'a str> {
        Some(text(self.0, "storageUri")).filter(|uri| !uri.is_empty())
    }
}
