//! Values of Secrets in clear text: the webhook refers to Secrets, but some it copies.

use super::credentials::Secret;
use crate::cluster::Cluster;
use crate::{Map, Value};

/// A value of a Secret that a pod has in clear text.
#[derive(Clone, PartialEq, Eq)]
pub struct CopiedSecret {
    /// The name of the Secret.
    pub secret: String,
    /// The variable that has the value.
    pub variable: String,
    value: String,
}

impl CopiedSecret {
    pub(crate) fn new(secret: &str, variable: &str, value: &str) -> CopiedSecret {
        CopiedSecret { secret: secret.to_owned(), variable: variable.to_owned(), value: value.to_owned() }
    }
}

impl std::fmt::Debug for CopiedSecret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CopiedSecret").field("secret", &self.secret).field("variable", &self.variable).finish()
    }
}

/// The values of Secrets of a namespace that variables of these pod templates have in clear text: headers for
/// `https` downloads, and tokens where the release copies them.
pub fn copied<'t>(
    cluster: &Cluster,
    namespace: &str,
    templates: impl IntoIterator<Item = &'t Map>,
) -> Vec<CopiedSecret> {
    let candidates: Vec<(&str, String)> = cluster
        .list("Secret", namespace)
        .filter_map(|object| copyable(cluster, object))
        .filter(|(_, value)| !value.is_empty())
        .collect();
    let mut found = Vec::new();
    if candidates.is_empty() {
        return found;
    }
    for variable in templates.into_iter().flat_map(variables) {
        let value = variable.get("value").and_then(Value::as_str).unwrap_or_default();
        let Some((secret, value)) = candidates.iter().find(|(_, copied)| copied == value) else { continue };
        let variable = variable.get("name").and_then(Value::as_str).unwrap_or_default();
        let copied = CopiedSecret::new(secret, variable, value);
        if !found.contains(&copied) {
            found.push(copied);
        }
    }
    found
}

/// Name and value of a Secret that the webhook copies.
fn copyable<'o>(cluster: &Cluster, object: &'o Map) -> Option<(&'o str, String)> {
    let has =
        |key: &str| ["data", "stringData"].iter().any(|part| object.get(*part).and_then(|p| p.get(key)).is_some());
    let key = match (has("https-host"), cluster.release.pod.hugging_face_token_referenced) {
        (true, _) => "headers",
        (false, true) => return None,
        (false, false) => "HF_TOKEN",
    };
    let name = object.get("metadata")?.get("name")?.as_str()?;
    Some((name, Secret::of(name, object).text(key)?))
}

/// The variables of a pod template.
fn variables(template: &Map) -> impl Iterator<Item = &Value> {
    let spec = template.get("spec").and_then(Value::as_object);
    let lists = ["initContainers", "containers"].into_iter().filter_map(move |list| spec?.get(list)?.as_array());
    lists.flatten().filter_map(|container| container.get("env")?.as_array()).flatten()
}

/// Replaces the values in a pod template by the names of their Secrets. Wherever a variable has the value it is replaced,
/// since merging a storage container can move it.
pub fn hide(template: &mut Map, copied: &[CopiedSecret]) {
    if copied.is_empty() {
        return;
    }
    for value in variables_mut(template).filter_map(|variable| variable.get_mut("value")) {
        if let Some(CopiedSecret { secret, .. }) = copied.iter().find(|copied| *value == copied.value) {
            *value = format!("<value of Secret {secret}>").into();
        }
    }
}

/// As [`hide`], for the template of an object from a cluster: there the same variable may hold another value, perhaps an
/// older one of the Secret, which is no less secret. It stays told apart.
pub fn hide_in_live(template: &mut Map, copied: &[CopiedSecret]) {
    hide(template, copied);
    for variable in variables_mut(template) {
        let name = variable.get("name").and_then(Value::as_str).unwrap_or_default().to_owned();
        let Some(CopiedSecret { secret, .. }) = copied.iter().find(|copied| copied.variable == name) else { continue };
        let hidden = format!("<value of Secret {secret}>");
        if let Some(value) = variable.get_mut("value").filter(|value| **value != hidden) {
            *value = format!("<another value than that of Secret {secret}>").into();
        }
    }
}

fn variables_mut(template: &mut Map) -> impl Iterator<Item = &mut Value> {
    let spec = template.get_mut("spec").and_then(Value::as_object_mut).into_iter();
    let lists = spec.flat_map(|spec| spec.iter_mut());
    let lists = lists.filter(|(key, _)| matches!(key.as_str(), "containers" | "initContainers"));
    let containers = lists.filter_map(|(_, list)| list.as_array_mut()).flatten();
    containers.filter_map(|container| container.get_mut("env")?.as_array_mut()).flatten()
}
