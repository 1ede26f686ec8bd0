//! A pod template as the webhook changes it.

use serde_json::json;

use crate::api::{Container, PodSpec, Variable};
use crate::object::keys::{MAIN_CONTAINER, TRANSFORMER_CONTAINER, WORKER_CONTAINER};
use crate::{Map, Value};

/// A pod: labels, annotations and spec.
#[derive(Debug, Clone)]
pub struct Pod {
    pub namespace: String,
    pub metadata: Map,
    pub spec: Map,
}

impl Pod {
    /// The pod of a template.
    pub fn of(namespace: &str, template: &Map) -> Pod {
        let part = |key: &str| template.get(key).and_then(Value::as_object).cloned().unwrap_or_default();
        Pod { namespace: namespace.to_owned(), metadata: part("metadata"), spec: part("spec") }
    }

    /// An annotation, if it exists.
    pub fn annotation(&self, key: &str) -> Option<&str> {
        self.metadata.get("annotations")?.get(key)?.as_str()
    }

    /// A label, if it exists.
    pub fn label(&self, key: &str) -> Option<&str> {
        self.metadata.get("labels")?.get(key)?.as_str()
    }

    /// Sets an annotation.
    pub fn annotate(&mut self, key: &str, value: &str) {
        let annotations = self.metadata.entry("annotations").or_insert_with(|| json!({}));
        if let Some(annotations) = annotations.as_object_mut() {
            annotations.insert(key.to_owned(), value.into());
        }
    }

    /// The spec as a view.
    pub const fn view(&self) -> PodSpec<'_> {
        PodSpec::of(&self.spec)
    }

    /// The first container with this name.
    pub fn container(&self, name: &str) -> Option<Container<'_>> {
        self.view().container(name)
    }

    /// The first container with this name, to be changed.
    pub fn container_mut(&mut self, name: &str) -> Option<&mut Map> {
        let containers = self.spec.get_mut("containers").and_then(Value::as_array_mut)?;
        containers.iter_mut().find(|c| is_named(c, name)).and_then(Value::as_object_mut)
    }

    /// Whether an init container with this name exists.
    pub fn has_init_container(&self, name: &str) -> bool {
        self.view().init_container(name).is_some()
    }

    /// The containers that use the model, if one of the pod's containers serves it.
    pub fn model_users(&self) -> Option<ModelUsers> {
        let main = [MAIN_CONTAINER, WORKER_CONTAINER].into_iter().find(|name| self.container(name).is_some())?;
        Some(ModelUsers { main, transformer: self.container(TRANSFORMER_CONTAINER).map(|_| TRANSFORMER_CONTAINER) })
    }

    /// The pod's ServiceAccount, empty if it names none.
    pub fn account(&self) -> &str {
        self.view().service_account_name()
    }

    /// Appends to a list of the spec.
    pub fn push(&mut self, list: &str, item: Value) {
        push(&mut self.spec, list, item);
    }

    /// Appends a volume unless one with its name exists.
    pub fn add_volume(&mut self, volume: Value) {
        if self.view().volume(name(&volume)).is_none() {
            self.push("volumes", volume);
        }
    }

    /// Mounts a volume into a container and adds the volume to the pod, unless the container already mounts it.
    pub fn mount(&mut self, container: &str, mount: &Value, volume: &Value) {
        if self.add_mount(container, mount) {
            self.add_volume(volume.clone());
        }
    }

    /// Adds a mount to a container, whatever is mounted there already.
    pub fn push_mount(&mut self, container: &str, mount: &Value) {
        if let Some(container) = self.container_mut(container) {
            push(container, "volumeMounts", mount.clone());
        }
    }

    /// Adds a mount to every container with this name, whatever is mounted there already.
    pub fn push_mount_to_all(&mut self, container: &str, mount: &Value) {
        let containers = self.spec.get_mut("containers").and_then(Value::as_array_mut).into_iter().flatten();
        for container in containers.filter(|c| is_named(c, container)).filter_map(Value::as_object_mut) {
            push(container, "volumeMounts", mount.clone());
        }
    }

    /// Adds a mount to a container unless it already mounts that volume; returns whether the mount was added.
    pub fn add_mount(&mut self, container: &str, mount: &Value) -> bool {
        self.container_mut(container).is_some_and(|container| add_mount(container, mount))
    }
}

/// The names of the containers of a pod that use its model.
#[derive(Debug, Clone, Copy)]
pub struct ModelUsers {
    /// The serving container, or the worker of a multi-node predictor.
    pub main: &'static str,
    /// A transformer next to it.
    pub transformer: Option<&'static str>,
}

impl ModelUsers {
    /// All of them, the main one first.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.main).chain(self.transformer)
    }
}

fn name(item: &Value) -> &str {
    item.get("name").and_then(Value::as_str).unwrap_or_default()
}

pub(crate) fn is_named(item: &Value, wanted: &str) -> bool {
    name(item) == wanted
}

/// Appends to the list under a key, which is created if it does not exist.
pub(crate) fn push(map: &mut Map, key: &str, item: Value) {
    match map.get_mut(key) {
        Some(Value::Array(items)) => items.push(item),
        _ => drop(map.insert(key.to_owned(), Value::Array(vec![item]))),
    }
}

/// Adds a mount to a container unless it already mounts that volume; returns whether the mount was added.
pub(crate) fn add_mount(container: &mut Map, mount: &Value) -> bool {
    if Container::of(container).volume_mounts().any(|other| other.name() == name(mount)) {
        return false;
    }
    push(container, "volumeMounts", mount.clone());
    true
}

/// A mount; a false `readOnly` is left out.
pub(crate) fn mount(name: &str, path: &str, read_only: bool) -> Value {
    match read_only {
        true => json!({"name": name, "mountPath": path, "readOnly": true}),
        false => json!({"name": name, "mountPath": path}),
    }
}

/// A variable with a value; an empty one is left out.
pub(crate) fn variable(name: &str, value: &str) -> Value {
    match value.is_empty() {
        true => json!({"name": name}),
        false => json!({"name": name, "value": value}),
    }
}

/// A variable that takes its value from a Secret.
pub(crate) fn secret_variable(name: &str, secret: &str, key: &str) -> Value {
    json!({"name": name, "valueFrom": {"secretKeyRef": {"name": secret, "key": key}}})
}

/// Whether a container has a variable with this name.
pub(crate) fn has_variable(container: &Map, name: &str) -> bool {
    Container::of(container).variable(name).is_some()
}

/// The value of the last variable with this name; empty if it has no value.
pub(crate) fn last_variable<'c>(container: &'c Map, name: &str) -> Option<&'c str> {
    Container::of(container).env().filter(|variable| variable.name() == name).last().map(Variable::value)
}

/// Sets the user of a container.
pub(crate) fn set_user(container: &mut Map, user: i64) {
    let context = container.entry("securityContext").or_insert_with(|| json!({}));
    if let Some(context) = context.as_object_mut() {
        context.insert("runAsUser".into(), user.into());
    }
}

/// The limits and requests of a container from strings in the ConfigMap, in canonical form.
pub(crate) fn resources(cpu_limit: &str, memory_limit: &str, cpu_request: &str, memory_request: &str) -> Value {
    let canonical = |text: &str| {
        crate::go::quantity::Quantity::parse(text).map_or_else(|_| text.to_owned(), |quantity| quantity.to_string())
    };
    json!({
        "limits": {"cpu": canonical(cpu_limit), "memory": canonical(memory_limit)},
        "requests": {"cpu": canonical(cpu_request), "memory": canonical(memory_request)},
    })
}
