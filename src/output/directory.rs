//! Which file of an output directory an object goes to.

use crate::Value;
use crate::object::{Kind, name, role};

/// `namespace/kind/name.yaml`, separated by `/`. Cluster-wide objects stand below `_cluster`. Knative's Service, whose kind Kubernetes has
/// too, is written with its group.
pub fn file_of(object: &Value) -> String {
    let folder = match name::namespace(object) {
        "" => "_cluster",
        namespace => namespace,
    };
    let kind = match Kind::of(object) {
        Some(Kind::KnativeService) => name::resource(object),
        _ => role::kind(object).to_ascii_lowercase(),
    };
    format!("{}/{}/{}.yaml", safe(folder), safe(&kind), safe(name::object_name(object)))
}

/// A part of a path that stays in its folder: characters that names do not have become `_`.
fn safe(part: &str) -> String {
    let safe: String =
        part.chars().map(|c| if c.is_ascii_alphanumeric() || "-_.".contains(c) { c } else { '_' }).collect();
    if safe.is_empty() || safe.starts_with('.') { format!("_{safe}") } else { safe }
}

/// Whether a relative path, as an index lists it, stays below its directory.
pub fn stays_below(path: &str) -> bool {
    !path.is_empty() && !path.contains('\\') && path.split('/').all(|part| !part.is_empty() && !part.starts_with('.'))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn files_are_named_after_namespace_kind_and_name() {
        let file = |version: &str, kind: &str, namespace: &str, name: &str| {
            let metadata = json!({ "namespace": namespace, "name": name });
            file_of(&json!({ "apiVersion": version, "kind": kind, "metadata": metadata }))
        };
        assert_eq!(file("apps/v1", "Deployment", "default", "a-predictor"), "default/deployment/a-predictor.yaml");
        assert_eq!(file("v1", "Service", "default", "a"), "default/service/a.yaml");
        assert_eq!(
            file("serving.knative.dev/v1", "Service", "default", "a"),
            "default/service.serving.knative.dev/a.yaml"
        );
        assert_eq!(file("v1", "Namespace", "", "a"), "_cluster/namespace/a.yaml");
        assert_eq!(file("v1", "../x", "..", "/etc/passwd"), "_../_.._x/_etc_passwd.yaml");
    }

    #[test]
    fn an_index_cannot_lead_out_of_the_directory() {
        assert!(stays_below("default/service/a.yaml"));
        for path in ["/etc/passwd", "../a", "a/../b", "", "a//b", "./a", "a\\..\\b"] {
            assert!(!stays_below(path), "{path}");
        }
    }
}
