//! The validating webhook for services, with its rules in order. The controller applies the same rules to effective
//! specs.

mod devices;
mod model;
mod report;
mod routing;
mod workload;

use crate::Map;
use crate::kinds::llm_inference_service::spec::LlmSpec;
use crate::release::Release;
use crate::schema::LlmTypes;
pub use report::{Finding, Rules};

/// Checks a new service, or the update of `old`.
pub fn check<'a>(release: &'a Release, is_old: bool, service: &'a Map, old: Option<&Map>) -> Rules<'a> {
    let types = LlmTypes::of(release.input.fields);
    let root = if is_old { types.v1alpha1.spec } else { types.v1alpha2.spec };
    let spec = LlmSpec::of_object(service);
    let mut rules = Rules { release, types, root, is_old, spec, errors: Vec::new(), warnings: Vec::new() };
    rules.router();
    if release.llm_input.extended_rules {
        rules.group();
    }
    rules.parallelism("spec", spec.main());
    if let Some(prefill) = spec.prefill() {
        rules.parallelism("spec.prefill", prefill);
    }
    rules.scheduler();
    rules.scaling();
    if !is_old && release.llm_input.adapter_rules {
        rules.adapters();
    }
    if !is_old && release.llm_input.extended_rules {
        rules.caches();
        rules.devices(service);
    }
    if let Some(old) = old {
        rules.sizes(LlmSpec::of_object(old));
    }
    if !is_old && release.llm_input.extended_rules {
        rules.confidential();
    }
    rules
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::Value;
    use crate::release::Version;

    fn errors(spec: Value) -> Vec<String> {
        let service = json!({ "metadata": { "name": "llama", "namespace": "demo" }, "spec": spec });
        let service = service.as_object().expect("an object");
        let rules = check(Release::of(Version::NEWEST), false, service, None);
        rules.errors.into_iter().map(|error| error.message).collect()
    }

    /// The schema refuses these at admission, before the webhook sees them, but effective specs can have them.
    #[test]
    fn effective_specs_are_checked_for_what_the_schema_refuses() {
        let of_parallelism = errors(json!({ "parallelism": { "pipeline": 0, "data": 0, "dataLocal": -1 } }));
        assert!(
            of_parallelism.contains(
                &"spec.parallelism.dataLocal: Invalid value: -1: dataLocal parallelism must be greater than 0"
                    .to_owned()
            ),
            "{of_parallelism:?}"
        );
        assert!(of_parallelism.iter().any(|text| text.ends_with("pipeline parallelism must be greater than 0")));
        let scaling = |minimum: Value| {
            json!({ "scaling": { "minReplicas": minimum, "maxReplicas": 3, "wva": {
                "variantCost": "much", "keda": { "idleReplicaCount": 2 },
            } } })
        };
        let found = errors(scaling(1.into()));
        assert_eq!(
            found,
            [
                "spec.scaling.wva.variantCost: Invalid value: \"much\": variantCost must be a non-negative numeric string (e.g., \"10\", \
             \"10.0\", \"0.5\")",
                "spec.scaling.wva.keda.idleReplicaCount: Invalid value: 2: idleReplicaCount (2) must be less than minReplicas (1); \
             idleReplicaCount defines the replica floor when no triggers are active",
            ]
        );
        let found = errors(scaling(Value::Null));
        assert!(found.contains(
            &"spec.scaling.minReplicas: Required value: minReplicas is required when idleReplicaCount is set; idleReplicaCount (2) \
              must be less than minReplicas".to_owned()
        ), "{found:?}");
        let found = errors(json!({ "model": { "lora": { "maxRank": 0, "adapters": [] } } }));
        assert_eq!(found, ["spec.model.lora.maxRank: Invalid value: 0: maxRank must be at least 1"]);
    }
}
