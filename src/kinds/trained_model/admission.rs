//! What the API server and the validating webhook make of a TrainedModel.

use super::view::TrainedModelSpec;
use crate::Map;
use crate::object::{ObjectView as _, Path};
use crate::schema::Through;
use crate::webhook::report::Report;
use crate::webhook::{Stages, codes};

/// The URI schemes that the agent knows, in the order in which the webhook lists them.
const SCHEMES: [&str; 4] = ["s3://", "gs://", "https://", "http://"];

/// Models have no defaulting webhook: they are stored as written.
pub static STAGES: Stages = Stages {
    root: |types| types.trained_model,
    through: Through::ApiServer,
    first: |_, _, _| {},
    default: |_, _, _| {},
    validate: |request, stored, report| {
        if !request.is_passed_unseen() {
            validate(stored, request.old, report);
        }
    },
    finish: |_| {},
};

/// The rules in the order of the webhook.
fn validate(stored: &Map, old: Option<&Map>, report: &mut Report) {
    let name = stored.name();
    model_name(name, report);
    if !report.is_complete() {
        storage_uri(name, stored, report);
    }
    if let Some(old) = old.filter(|_| !report.is_complete()) {
        same_memory(name, stored, old, report);
    }
}

fn model_name(name: &str, report: &mut Report) {
    let is_known = |character: char| character.is_ascii_alphanumeric() || matches!(character, '_' | '-');
    if name.is_empty() || !name.chars().all(is_known) {
        let message = format!(
            "the Trained Model \"{name}\" is invalid: a Trained Model name must consist of alphanumeric characters, '_', or '-'. \
             (e.g. \"my-Name\" or \"abc_123\", regex used for validation is '^[a-zA-Z0-9_-]+$')"
        );
        report.refuse_name(message);
    }
}

fn storage_uri(name: &str, stored: &Map, report: &mut Report) {
    let uri = TrainedModelSpec::of_object(stored).model().storage_uri();
    if !SCHEMES.iter().any(|scheme| uri.starts_with(scheme)) {
        let message = format!(
            "the Trained Model \"{name}\" storageUri field is invalid. The storage uri must start with one of the prefixes: {}. \
             (the storage uri given is \"{uri}\")",
            SCHEMES.join(", ")
        );
        report.refuse(codes::MODEL_URI, Path::keys(["spec", "model", "storageUri"]), message);
    }
}

fn same_memory(name: &str, stored: &Map, old: &Map, report: &mut Report) {
    let memory = |object| TrainedModelSpec::of_object(object).model().memory();
    let (before, now) = (memory(old), memory(stored));
    if before != now {
        let message = format!(
            "the Trained Model \"{name}\" memory field is immutable. The memory was \"{before}\" but it is updated to \"{now}\""
        );
        report.refuse(codes::MODEL_MEMORY, Path::keys(["spec", "model", "memory"]), message);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::Value;
    use crate::facts::{Cluster, Existing};
    use crate::release::Version;

    fn model(name: &str, uri: &str, memory: Value) -> Value {
        let model = json!({ "storageUri": uri, "framework": "", "memory": memory });
        json!({
            "apiVersion": "serving.kserve.io/v1alpha1", "kind": "TrainedModel", "metadata": { "name": name },
            "spec": { "inferenceService": "", "model": model },
        })
    }

    fn refusal(version: Version, model: &Value, old: Option<&Value>) -> Option<String> {
        let existing = Existing { resource: old.cloned(), ..Existing::default() };
        STAGES.admit(&Cluster::of(version, []), model, &existing).outcome.err().map(crate::webhook::Refusal::into_text)
    }

    #[test]
    fn name_and_uri_are_checked_in_this_order() {
        let newest = |name: &str, uri: &str| refusal(Version::NEWEST, &model(name, uri, json!("1Mi")), None);
        assert_eq!(newest("a_B-1", "gs://"), None);
        assert!(newest("a.b", "").unwrap().contains("regex used for validation"));
        assert!(newest("a", "GS://b").unwrap().ends_with("(the storage uri given is \"GS://b\")"));
    }

    #[test]
    fn memory_is_compared_as_a_quantity() {
        let stored = model("a", "gs://b", json!("1Gi"));
        let change = |version, memory: Value| refusal(version, &model("a", "gs://b", memory), Some(&stored));
        assert_eq!(change(Version::NEWEST, json!("1024Mi")), None);
        assert!(change(Version::NEWEST, json!(1024)).unwrap().ends_with("was \"1Gi\" but it is updated to \"1024\""));
    }

    #[test]
    fn a_model_being_deleted_is_not_checked_since_0_19() {
        let mut stored = model("a", "gs://b", json!("1Gi"));
        stored["metadata"]["deletionTimestamp"] = "2026-01-01T00:00:00Z".into();
        let changed = model("a", "gs://b", json!("2Gi"));
        assert_eq!(refusal(Version::V0_19, &changed, Some(&stored)), None);
        assert!(refusal(Version::V0_18, &changed, Some(&stored)).is_some());
    }
}
