//! The storage containers of a cluster, and which of them can load a model from a URI.

use std::sync::{Arc, OnceLock};

use regex::Regex;

use crate::api::{Container, StorageContainerSpec};
use crate::go::regexp;
use crate::go::strconv::quote;
use crate::object::ObjectView as _;
use crate::object::fields::member;
use crate::object::{Cause, ControllerError};
use crate::object::{Key, Kind};
use crate::release::Version;
use crate::schema;
use crate::{Map, Value};

/// A ClusterStorageContainer, with the fields that lookup needs.
#[derive(Debug, Clone)]
pub struct StorageContainer {
    object: Arc<Value>,
    /// `spec.container` as the API server would store it; computed when it is first needed.
    stored: OnceLock<Option<Map>>,
    version: Version,
    pub name: String,
    pub disabled: bool,
    /// `initContainer` unless the object says otherwise.
    pub workload_type: String,
    formats: Vec<UriFormat>,
}

/// A URI format that a storage container supports.
#[derive(Debug, Clone)]
enum UriFormat {
    Prefix(String),
    /// An unanchored regular expression; compiled, or refused with Go's error, when it is first needed.
    Expression(String, OnceLock<Result<Regex, ControllerError>>),
    /// Neither a prefix nor an expression: it matches nothing.
    Nothing,
}

/// The workload type of storage containers that run in the pod.
pub const INIT_CONTAINER: &str = "initContainer";

impl StorageContainer {
    fn of(object: &Arc<Value>, version: Version) -> StorageContainer {
        let spec = StorageContainerSpec::of_object(object);
        StorageContainer {
            object: Arc::clone(object),
            stored: OnceLock::new(),
            version,
            name: Key::of(object).name,
            disabled: object.get("disabled").and_then(Value::as_bool).unwrap_or_default(),
            workload_type: spec.workload_type().unwrap_or(INIT_CONTAINER).to_owned(),
            formats: spec
                .supported_uri_formats()
                .map(|format| match (format.prefix(), format.regex()) {
                    (prefix, _) if !prefix.is_empty() => UriFormat::Prefix(prefix.to_owned()),
                    (_, regex) if !regex.is_empty() => UriFormat::Expression(regex.to_owned(), OnceLock::new()),
                    _ => UriFormat::Nothing,
                })
                .collect(),
        }
    }

    /// `spec.container`.
    pub fn container(&self) -> Option<Container<'_>> {
        let container = || {
            let stored = schema::stored(self.version, &self.object);
            stored.spec().and_then(|spec| member(spec, "container").cloned())
        };
        self.stored.get_or_init(container).as_ref().map(Container::of)
    }

    /// `spec.supportsMultiModelDownload`, false by default.
    pub fn supports_multi_model_download(&self) -> bool {
        StorageContainerSpec::of_object(&self.object).supports_multi_model_download().unwrap_or_default()
    }

    /// Whether `spec.supportsMultiModelDownload` is set.
    pub fn declares_multi_model_download(&self) -> bool {
        StorageContainerSpec::of_object(&self.object).supports_multi_model_download().is_some()
    }

    /// Whether the URI has one of the supported formats.
    ///
    /// # Errors
    ///
    /// Go's text for an expression that does not compile.
    pub fn supports(&self, uri: &str) -> Result<bool, ControllerError> {
        for format in &self.formats {
            let matches = match format {
                UriFormat::Prefix(prefix) => uri.starts_with(prefix.as_str()),
                UriFormat::Expression(text, compiled) => {
                    match compiled
                        .get_or_init(|| regexp::compile(text).map_err(|error| ControllerError::new(error.to_string())))
                    {
                        Ok(expression) => expression.is_match(uri),
                        Err(error) => return Err(error.clone()),
                    }
                }
                UriFormat::Nothing => false,
            };
            if matches {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// All ClusterStorageContainers, by name.
#[derive(Debug, Clone, Default)]
pub struct StorageContainers(Vec<StorageContainer>);

impl StorageContainers {
    /// Collects the storage containers among `objects`, which are sorted by name.
    pub fn index<'a>(objects: impl Iterator<Item = &'a Arc<Value>>, version: Version) -> StorageContainers {
        let is_one = |object: &&Arc<Value>| Kind::of(object) == Some(Kind::ClusterStorageContainer);
        StorageContainers(objects.filter(is_one).map(|object| StorageContainer::of(object, version)).collect())
    }

    /// The storage containers, by name.
    pub fn iter(&self) -> impl Iterator<Item = &StorageContainer> {
        self.0.iter()
    }

    /// The container with this name.
    pub fn named(&self, name: &str) -> Option<&StorageContainer> {
        self.0.iter().find(|container| container.name == name)
    }

    /// The first enabled container for pods that supports the URI.
    ///
    /// # Errors
    ///
    /// `error checking storage container NAME: …` if an expression does not compile before one matches.
    pub fn for_uri(&self, uri: &str) -> Result<Option<&StorageContainer>, ControllerError> {
        for container in self.0.iter().filter(|c| !c.disabled && c.workload_type == INIT_CONTAINER) {
            let supports = container.supports(uri);
            let what = format_args!("error checking storage container {}", container.name);
            if supports.map_err(|error| error.within(what).about(Cause::Storage))? {
                return Ok(Some(container));
            }
        }
        Ok(None)
    }

    /// All enabled containers for pods that support the URI, ignoring those with broken expressions.
    pub fn all_for_uri<'a>(&'a self, uri: &'a str) -> impl Iterator<Item = &'a StorageContainer> {
        let enabled = self.0.iter().filter(|c| !c.disabled && c.workload_type == INIT_CONTAINER);
        enabled.filter(|container| container.supports(uri) == Ok(true))
    }

    /// The container that a predictor chose by name.
    ///
    /// # Errors
    ///
    /// The controller's error if it is missing, disabled, for jobs, or does not support the URI.
    pub fn chosen(&self, name: &str, uri: &str) -> Result<&StorageContainer, ControllerError> {
        let quoted = quote(name);
        let Some(container) = self.named(name) else {
            return Err(ControllerError::new(format!("ClusterStorageContainer {quoted} not found")));
        };
        if container.disabled {
            return Err(ControllerError::new(format!("ClusterStorageContainer {quoted} is disabled")));
        }
        if container.workload_type != INIT_CONTAINER {
            return Err(ControllerError::new(format!(
                "ClusterStorageContainer {quoted} has workloadType {}; explicit selection requires \"{INIT_CONTAINER}\"",
                quote(&container.workload_type)
            )));
        }
        match container.supports(uri) {
            Ok(true) => Ok(container),
            Ok(false) => Err(ControllerError::new(format!(
                "ClusterStorageContainer {quoted} does not support storageUri {}",
                quote(uri)
            ))
            .about(Cause::Storage)),
            Err(error) => Err(ControllerError::new(format!(
                "ClusterStorageContainer {quoted} URI check failed for {}: {error}",
                quote(uri)
            ))),
        }
    }
}
