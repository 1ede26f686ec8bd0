//! All stages together: how a cluster answers whole services.

use crate::webhook::{check_runtime, check_storage_container};
use std::sync::Arc;

use serde_json::json;

use super::*;
use crate::facts::Settings as ClusterSettings;
use crate::object::diagnostic::Severity;
use crate::release::{Release, Version};

const FLOWER: &str = "flower";

/// A cluster with the usual resources for custom containers and Knative as the default mode.
fn cluster_of(version: Version, sections: Value, objects: &[Value]) -> Cluster {
    let mut data = json!({
        "deploy": r#"{"defaultDeploymentMode": "Serverless"}"#,
        "inferenceService": r#"{"resource": {"cpuLimit": "1", "memoryLimit": "2Gi", "cpuRequest": "1", "memoryRequest": "2Gi"}}"#,
        "security": r#"{"autoMountServiceAccountToken": true}"#,
        "explainers": r#"{"art": {"image": "art", "defaultImageVersion": "latest"}}"#,
    });
    if let (Value::Object(data), Value::Object(sections)) = (&mut data, sections) {
        data.extend(sections);
    }
    let config = json!({"kind": "ConfigMap", "metadata": {"namespace": "kserve", "name": "inferenceservice-config"}, "data": data});
    let objects = objects.iter().cloned().chain([config]).map(Arc::new);
    Cluster::new(Release::of(version), ClusterSettings::default(), objects)
}

fn cluster() -> Cluster {
    cluster_of(Version::V0_20, json!({}), &[])
}

fn service(annotations: Value, spec: Value) -> Value {
    json!({
        "apiVersion": "serving.kserve.io/v1beta1", "kind": "InferenceService",
        "metadata": {"name": FLOWER, "namespace": "default", "annotations": annotations}, "spec": spec,
    })
}

/// A predictor with a model and additional fields.
fn with_model(more: Value) -> Value {
    let mut predictor = json!({"model": {"modelFormat": {"name": "sklearn"}, "storageUri": "s3://a"}});
    if let (Value::Object(predictor), Value::Object(more)) = (&mut predictor, more) {
        predictor.extend(more);
    }
    json!({"predictor": predictor})
}

const STANDARD: &str = "serving.kserve.io/deploymentMode";
const CLASS: &str = "serving.kserve.io/autoscalerClass";

fn messages(found: &[Diagnostic]) -> Vec<&str> {
    found.iter().map(|found| found.message.as_str()).collect()
}

fn outcome(cluster: &Cluster, annotations: Value, spec: Value) -> Result<Value, String> {
    admit(cluster, &service(annotations, spec), &Existing::default()).outcome.map_err(Refusal::into_text)
}

fn refusal(annotations: Value, spec: Value) -> String {
    outcome(&cluster(), annotations, spec).expect_err("the service is admitted")
}

fn stored(annotations: Value, spec: Value) -> Value {
    outcome(&cluster(), annotations, spec).unwrap()
}

mod defaulting {
    use super::*;

    #[test]
    fn an_older_framework_becomes_model_with_its_protocol() {
        let stored = stored(json!({}), json!({"predictor": {"onnx": {"storageUri": "s3://a"}}}));
        assert_eq!(
            stored["spec"]["predictor"],
            json!({"model": {"modelFormat": {"name": "onnx"}, "name": "", "protocolVersion": "v2", "resources": {},
                "storageUri": "s3://a"}})
        );
        assert_eq!(stored["metadata"]["annotations"], json!({"modelFormat": "onnx"}));
    }

    #[test]
    fn an_older_framework_silently_replaces_model() {
        let predictor = json!({"model": {"modelFormat": {"name": "onnx"}}, "sklearn": {"storageUri": "s3://b"}});
        let stored = stored(json!({}), json!({"predictor": predictor}));
        assert_eq!(stored["spec"]["predictor"]["model"]["modelFormat"]["name"], "sklearn");
        assert_eq!(stored["spec"]["predictor"]["model"]["storageUri"], "s3://b");
    }

    #[test]
    fn model_formats_given_directly_get_a_protocol_only_for_triton_and_vllm() {
        let protocol = |version, format: &str| {
            let spec = json!({"predictor": {"model": {"modelFormat": {"name": format}, "storageUri": "s3://a"}}});
            let stored = outcome(&cluster_of(version, json!({}), &[]), json!({}), spec).unwrap();
            stored["spec"]["predictor"]["model"].get("protocolVersion").cloned()
        };
        assert_eq!(protocol(Version::V0_20, "triton"), Some(json!("v2")));
        assert_eq!(protocol(Version::V0_20, "vLLM"), Some(json!("v2")));
        assert_eq!(protocol(Version::V0_20, "vllm"), None);
        assert_eq!(protocol(Version::V0_20, "onnx"), None);
        assert_eq!(protocol(Version::V0_19, "vLLM"), None);
    }

    #[test]
    fn the_mode_annotation_has_the_modern_name_and_is_added_unless_knative() {
        let mode = |version, default: &str, annotations: Value| {
            let deploy = json!({"deploy": format!("{{\"defaultDeploymentMode\": \"{default}\"}}")});
            let stored = outcome(&cluster_of(version, deploy, &[]), annotations, with_model(json!({}))).unwrap();
            stored["metadata"]["annotations"].get(STANDARD).and_then(Value::as_str).map(str::to_owned)
        };
        let mode_20 = |default, annotations| mode(Version::V0_20, default, annotations);
        assert_eq!(mode_20("Serverless", json!({STANDARD: "RawDeployment"})).as_deref(), Some("Standard"));
        assert_eq!(mode_20("Serverless", json!({STANDARD: "Serverless"})).as_deref(), Some("Knative"));
        assert_eq!(mode_20("Serverless", json!({STANDARD: "standard"})).as_deref(), Some("standard"));
        assert_eq!(mode_20("Serverless", json!({})), None);
        assert_eq!(mode_20("RawDeployment", json!({})).as_deref(), Some("Standard"));
        let mode_16 = mode(Version::V0_16, "RawDeployment", json!({STANDARD: "RawDeployment"}));
        assert_eq!(mode_16.as_deref(), Some("RawDeployment"));
        assert_eq!(mode(Version::V0_15, "RawDeployment", json!({})).as_deref(), Some("RawDeployment"));
    }

    #[test]
    fn in_modelmesh_mode_the_predictor_stays_as_it_is() {
        let stored =
            stored(json!({STANDARD: "ModelMesh"}), json!({"predictor": {"sklearn": {"storageUri": "s3://a"}}}));
        assert!(stored["spec"]["predictor"].get("sklearn").is_some());
    }

    #[test]
    fn custom_containers_get_a_name_and_resources() {
        let full = json!({"limits": {"cpu": "1", "memory": "2Gi"}, "requests": {"cpu": "1", "memory": "2Gi"}});
        let stored = stored(
            json!({}),
            json!({
                "predictor": {"containers": [{"name": "x", "image": "i"}]},
                "transformer": {"containers": [{"name": "t", "resources": {"limits": {"cpu": "500m"}}}, {"name": "u"}]},
                "explainer": {"art": {"type": "SquareAttack"}},
            }),
        );
        let spec = &stored["spec"];
        assert_eq!(
            spec["predictor"]["containers"],
            json!([{"name": "kserve-container", "image": "i", "resources": full}])
        );
        assert_eq!(
            spec["transformer"]["containers"],
            json!([{"name": "kserve-container", "resources": {"limits": {"cpu": "500m", "memory": "2Gi"},
                "requests": {"cpu": "1", "memory": "2Gi"}}}, {"name": "u", "resources": {}}])
        );
        assert_eq!(
            spec["explainer"]["art"],
            json!({"type": "SquareAttack", "name": "kserve-container", "runtimeVersion": "latest", "resources": full})
        );
    }

    #[test]
    fn several_containers_of_a_predictor_are_not_renamed() {
        let stored = stored(json!({}), json!({"predictor": {"containers": [{"name": "a"}, {"name": "b"}]}}));
        let containers = &stored["spec"]["predictor"]["containers"];
        assert_eq!((&containers[0]["name"], &containers[1]["name"]), (&json!("a"), &json!("b")));
        assert!(containers[0]["resources"].get("limits").is_some());
        assert_eq!(containers[1]["resources"], json!({}));
    }

    #[test]
    fn broken_default_resources_matter_only_to_custom_containers() {
        let broken = cluster_of(Version::V0_20, json!({"inferenceService": r#"{"resource": {"cpuLimit": "x"}}"#}), &[]);
        assert!(outcome(&broken, json!({}), with_model(json!({}))).is_ok());
        let error = outcome(&broken, json!({}), json!({"predictor": {"containers": [{"image": "i"}]}})).unwrap_err();
        assert!(error.starts_with("panic: cannot parse 'x': quantities must match"), "{error}");
    }

    #[test]
    fn an_empty_predictor_crashes_newer_webhooks() {
        let crash = "panic: runtime error: index out of range [0] with length 0 [recovered]";
        assert_eq!(refusal(json!({}), json!({"predictor": {"minReplicas": 1}})), crash);
        let older = outcome(&cluster_of(Version::V0_17, json!({}), &[]), json!({}), json!({})).unwrap_err();
        assert!(older.starts_with("exactly one of [SKLearn, "), "{older}");
    }

    #[test]
    fn without_a_security_section_pods_get_no_token() {
        let cluster = cluster_of(Version::V0_20, json!({"security": "{}"}), &[]);
        let stored = outcome(&cluster, json!({}), with_model(json!({"workerSpec": null}))).unwrap();
        assert_eq!(stored["spec"]["predictor"]["automountServiceAccountToken"], false);
        let asked = outcome(&cluster, json!({}), with_model(json!({"automountServiceAccountToken": true}))).unwrap();
        assert_eq!(asked["spec"]["predictor"]["automountServiceAccountToken"], true);
    }

    #[test]
    fn local_models_are_marked_and_unmarked() {
        let cache = |kind: &str, namespace: &str, name: &str| {
            json!({"apiVersion": "serving.kserve.io/v1alpha1", "kind": kind, "metadata": {"namespace": namespace, "name": name},
                "spec": {"sourceModelUri": "s3://a/", "nodeGroups": ["g1", "g2"]}})
        };
        let on = json!({"localModel": r#"{"enabled": true}"#});
        let of_cluster = cache("LocalModelCache", "", "wide");
        let of_namespace = cache("LocalModelNamespaceCache", "default", "near");
        let metadata = |objects: &[Value], annotations: Value| {
            let cluster = cluster_of(Version::V0_20, on.clone(), objects);
            outcome(&cluster, annotations, with_model(json!({}))).unwrap()["metadata"].clone()
        };
        let wide = metadata(std::slice::from_ref(&of_cluster), json!({"serving.kserve.io/nodegroup": "g2"}));
        assert_eq!(wide["labels"], json!({"internal.serving.kserve.io/localmodel": "wide"}));
        assert_eq!(wide["annotations"]["internal.serving.kserve.io/localmodel-pvc-name"], "wide-g2");
        assert_eq!(wide["annotations"]["internal.serving.kserve.io/localmodel-sourceuri"], "s3://a/");
        let near = metadata(&[of_cluster.clone(), of_namespace], json!({}));
        assert_eq!(
            near["labels"],
            json!({"internal.serving.kserve.io/localmodel": "near",
                "internal.serving.kserve.io/localmodel-namespace": "default"})
        );
        let other_group = metadata(&[of_cluster], json!({"serving.kserve.io/nodegroup": "g3"}));
        assert_eq!(other_group.get("labels"), None);
        let stale = json!({"internal.serving.kserve.io/localmodel-pvc-name": "old"});
        assert_eq!(metadata(&[], stale)["annotations"], json!({"modelFormat": "sklearn"}));
    }

    #[test]
    fn a_release_refuses_caches_that_it_does_not_know() {
        let near = json!({"apiVersion": "serving.kserve.io/v1alpha1", "kind": "LocalModelNamespaceCache", "metadata": {"namespace": "default", "name": "near"}});
        let older = cluster_of(Version::V0_17, json!({}), &[near]);
        let error = outcome(&older, json!({}), with_model(json!({}))).unwrap_err();
        assert!(error.starts_with("no kind \"LocalModelNamespaceCache\""), "{error}");
    }
}

mod stages {
    use super::*;

    #[test]
    fn wrong_types_come_before_the_config_and_that_before_the_schema() {
        let broken = cluster_of(Version::V0_20, json!({"deploy": "{"}), &[]);
        let error = |spec| outcome(&broken, json!({}), spec).unwrap_err();
        assert!(error(json!({"predictor": {"minReplicas": "1"}})).starts_with("json: cannot unmarshal string"));
        assert!(error(with_model(json!({"scaleMetric": "foo"}))).starts_with("unable to parse deploy config json"));
        assert!(refusal(json!({CLASS: "x"}), with_model(json!({"scaleMetric": "foo"}))).contains("Unsupported value"));
    }

    #[test]
    fn unknown_fields_are_dropped_with_a_warning_that_stays_with_a_refusal() {
        let spec = with_model(json!({"storageURI": "x", "minReplicas": -1}));
        let admitted = admit(&cluster(), &service(json!({}), spec), &Existing::default());
        assert_eq!(messages(&admitted.warnings), ["unknown field \"spec.predictor.storageURI\""]);
        assert_eq!(admitted.outcome.unwrap_err().text(), "'MinReplicas' cannot be less than 0");
    }

    #[test]
    fn fields_of_newer_releases_are_unknown_to_older_ones() {
        let older = cluster_of(Version::V0_19, json!({}), &[]);
        let admitted = admit(&older, &service(json!({}), with_model(json!({"name": "a"}))), &Existing::default());
        assert_eq!(messages(&admitted.warnings), ["unknown field \"spec.predictor.name\""]);
        assert!(admitted.outcome.is_ok());
    }

    #[test]
    fn examining_lists_everything_and_marks_what_the_cluster_says() {
        let predictor = json!({"sklearn": {"storageUri": "s3://a", "name": "x", "enb": 1}, "containerConcurrency": -1});
        let (admitted, found) =
            examine(&cluster(), &service(json!({CLASS: "kpa"}), json!({"predictor": predictor})), &Existing::default());
        assert_eq!(admitted.outcome.unwrap_err().text(), "[kpa] is not a supported autoscaler class type");
        let listed: Vec<_> = found.iter().map(|f| (f.code.name, f.path.to_string(), f.refusal)).collect();
        assert_eq!(
            listed,
            [
                ("unknown-field", "spec.predictor.sklearn.enb".to_owned(), false),
                ("autoscaler-class", format!("metadata.annotations[{CLASS}]"), true),
                ("container-name", "spec.predictor.sklearn.name".to_owned(), false),
                ("concurrency", "spec.predictor.containerConcurrency".to_owned(), false),
            ]
        );
        assert_eq!(found[0].severity, Severity::Warning);
        assert_eq!(found[0].help.as_deref(), Some("did you mean `env`?"));
    }

    #[test]
    fn an_accepted_service_has_no_findings() {
        let (admitted, found) = examine(&cluster(), &service(json!({}), with_model(json!({}))), &Existing::default());
        assert!(admitted.outcome.is_ok());
        assert_eq!(found, []);
    }
}

mod updates {
    use super::*;

    fn update(version: Version, old: Value, annotations: Value, spec: Value) -> Result<Value, String> {
        let existing = Existing { resource: Some(old), ..Existing::default() };
        admit(&cluster_of(version, json!({}), &[]), &service(annotations, spec), &existing)
            .outcome
            .map_err(Refusal::into_text)
    }

    fn recorded(mode: &str) -> Value {
        json!({"spec": with_model(json!({})), "status": {"deploymentMode": mode}})
    }

    #[test]
    fn the_recorded_mode_is_kept() {
        let to_standard = json!({STANDARD: "Standard"});
        let update = |old, annotations| update(Version::V0_20, old, annotations, with_model(json!({})));
        assert_eq!(
            update(recorded("Knative"), to_standard.clone()).unwrap_err(),
            "update rejected: deploymentMode cannot be changed from 'Knative' to 'Standard'"
        );
        assert!(update(recorded("RawDeployment"), to_standard.clone()).is_ok());
        assert!(update(recorded(""), to_standard).is_ok());
        assert!(update(recorded("Standard"), json!({})).is_ok());
    }

    #[test]
    fn a_missing_mode_counts_as_standard_in_one_release() {
        let update = |version| update(version, recorded(""), json!({STANDARD: "Knative"}), with_model(json!({})));
        assert!(update(Version::V0_18).is_ok());
        assert_eq!(
            update(Version::V0_19).unwrap_err(),
            "update rejected: deploymentMode cannot be changed from 'Standard' to 'Knative'"
        );
    }

    #[test]
    fn a_deleted_service_may_be_anything() {
        let mut old = recorded("Knative");
        old["metadata"] = json!({"deletionTimestamp": "2024-01-01T00:00:00Z"});
        let invalid = with_model(json!({"minReplicas": -1}));
        let update = |version| update(version, old.clone(), json!({STANDARD: "Standard"}), invalid.clone());
        assert!(update(Version::V0_20).is_ok());
        assert_eq!(update(Version::V0_18).unwrap_err(), "'MinReplicas' cannot be less than 0");
        assert!(update(Version::V0_16).unwrap_err().starts_with("update rejected: deploymentMode"));
    }

    #[test]
    fn a_predictor_is_renamed_only_with_its_model() {
        let renamed = |uri: &str| {
            let model = json!({"modelFormat": {"name": "sklearn"}, "storageUri": uri});
            update(Version::V0_20, recorded(""), json!({}), json!({"predictor": {"name": "v2", "model": model}}))
        };
        assert_eq!(renamed("s3://a").unwrap_err(), "predictor.name change requires a model change (e.g. storageUri)");
        assert!(renamed("s3://b").is_ok());
    }
}

mod rules {
    use super::*;

    #[test]
    fn names_begin_with_a_letter_and_are_lower_case() {
        let named = |name: &str| {
            let mut service = service(json!({}), with_model(json!({})));
            service["metadata"]["name"] = name.into();
            admit(&cluster(), &service, &Existing::default()).outcome.map_err(Refusal::into_text)
        };
        for good in ["a", "a-1", "a--b"] {
            assert!(named(good).is_ok(), "{good}");
        }
        for bad in ["1a", "a.b", "1a.b"] {
            let text = format!("the InferenceService \"{bad}\" is invalid: a Infer");
            assert!(named(bad).unwrap_err().starts_with(&text), "{bad}");
        }
        // The API server refuses these before it asks the webhook.
        for bad in ["a-", "A", "a_b", "a/b"] {
            let text = format!("metadata.name: Invalid value: \"{bad}\": a lowercase RFC 1123 subdomain must");
            assert!(named(bad).unwrap_err().starts_with(&text), "{bad}");
        }
        assert_eq!(named("").unwrap_err(), "metadata.name: Required value: name or generateName is required");
    }

    #[test]
    fn pythonpath_is_blocked_wherever_a_container_is() {
        let env = json!([{"name": "A"}, {"name": "PYTHONPATH"}]);
        let refused = |spec: Value, container: &str| {
            assert_eq!(
                refusal(json!({}), spec),
                format!(
                    "the InferenceService \"flower\" is invalid: setting PYTHONPATH in container \"{container}\" is not allowed for \
                     security reasons"
                )
            );
        };
        refused(json!({"predictor": {"sklearn": {"env": env}}}), "");
        refused(json!({"predictor": {"containers": [{"name": "x", "env": env}]}}), "kserve-container");
        refused(with_model(json!({"initContainers": [{"name": "i", "env": env}]})), "i");
        let mut spec = with_model(json!({}));
        spec["explainer"] = json!({"art": {"type": "x", "env": env}});
        refused(spec, "kserve-container");
        let older = cluster_of(Version::V0_17, json!({}), &[]);
        assert!(outcome(&older, json!({}), json!({"predictor": {"sklearn": {"env": env, "storageUri": "a"}}})).is_ok());
    }

    #[test]
    fn multi_node_has_rules_of_its_own() {
        let none = json!({CLASS: "none"});
        let on_nodes = |worker: Value, model: Value| json!({"predictor": {"workerSpec": worker, "model": model}});
        let model = |more: Value| {
            let mut model = json!({"modelFormat": {"name": "huggingface"}, "storageUri": "pvc://a/b"});
            if let (Value::Object(model), Value::Object(more)) = (&mut model, more) {
                model.extend(more);
            }
            model
        };
        let invalid = |annotations: &Value, worker: Value, model: Value, text: &str| {
            assert_eq!(
                refusal(annotations.clone(), on_nodes(worker, model)),
                format!("the InferenceService \"flower\" is invalid: {text}")
            );
        };
        assert!(outcome(&cluster(), none.clone(), on_nodes(json!({}), model(json!({})))).is_ok());
        let two = json!({"containers": [{"name": "a"}, {"name": "b"}]});
        invalid(&none, two, model(json!({})), "setting multiple containers in workerSpec is not allowed");
        let sized = json!({"env": [{"name": "TENSOR_PARALLEL_SIZE", "value": "1"}]});
        invalid(&none, json!({}), model(sized), "setting TENSOR_PARALLEL_SIZE in environment variables is not allowed");
        let strange = json!({"resources": {"requests": {"example.com/gpu": "1"}}});
        let unknown = "Unknown GPU resource type. Set 'serving.kserve.io/gpu-resource-types' annotation to use custom gpu resource type";
        invalid(&none, json!({}), model(strange.clone()), unknown);
        invalid(
            &none,
            json!({"containers": [{"name": "w", "resources": strange["resources"]}]}),
            model(json!({})),
            unknown,
        );
        let known = json!({CLASS: "none", "serving.kserve.io/gpu-resource-types": r#"["example.com/gpu"]"#});
        assert!(outcome(&cluster(), known, on_nodes(json!({}), model(strange))).is_ok());
        let broken = json!({CLASS: "none", "serving.kserve.io/gpu-resource-types": "[]"});
        assert_eq!(
            refusal(broken, on_nodes(json!({}), model(json!({})))),
            "invalid GPU format([]) for serving.kserve.io/gpu-resource-types annotation: must be a valid JSON array"
        );
        invalid(
            &none,
            json!({}),
            json!({"modelFormat": {"name": "a"}}),
            "StorageURI must be set for multinode enabled",
        );
        invalid(
            &none,
            json!({}),
            model(json!({"storageUri": "gs://a"})),
            "Multinode only supports 'pvc' and 'oci' Storage Protocol(gs)",
        );
        invalid(&json!({}), json!({}), model(json!({})), "Multinode only supports 'none' autoscaler()");
        invalid(
            &none,
            json!({"pipelineParallelSize": 0}),
            model(json!({})),
            "WorkerSpec.PipelineParallelSize cannot be less than 1(0)",
        );
    }

    #[test]
    fn a_collocated_transformer_has_no_model() {
        let transformer = json!({"name": "transformer-container", "env": [{"name": "STORAGE_URI", "value": "s3://a"}]});
        assert_eq!(
            refusal(json!({}), json!({"predictor": {"containers": [{"name": "kserve-container"}, transformer]}})),
            "storage uri should not be specified in transformer container"
        );
    }

    #[test]
    fn storage_uris_exclude_other_fields_and_share_a_directory() {
        let entries = |entries: Value| {
            let spec = json!({"predictor": {"model": {"modelFormat": {"name": "a"}}, "storageUris": entries}});
            outcome(&cluster(), json!({}), spec)
        };
        let download = |path: &str| json!({"uri": "s3://a", "mountPath": path});
        let volume = |path: &str| json!({"uri": "pvc://a/b", "mountPath": path});
        assert!(entries(json!([download("/m/a"), download("/m/b"), volume("/x")])).is_ok());
        assert!(entries(json!([download("/m/a"), volume("/x"), volume("/x")])).is_ok());
        let error = |list: Value| entries(list).unwrap_err();
        assert_eq!(error(json!([download("/")])), "storage path cannot be empty");
        assert_eq!(
            error(json!([download("/a/../b")])),
            "storage path cannot contain '..' for security reasons: /a/../b"
        );
        assert_eq!(
            error(json!([download("/m/a"), download("/m/b"), volume("/x"), volume("/x")])),
            "PVC storage paths must be unique"
        );
        assert_eq!(
            error(json!([download("/a"), volume("/x"), download("/b")])),
            "storage paths must have a common parent directory. Current paths: [/a /b] have no common parent beyond root"
        );
        assert_eq!(
            refusal(json!({}), with_model(json!({"storageUris": [download("/m")]}))),
            "Setting both StorageURI and StorageURIs is not supported."
        );
    }

    #[test]
    fn confidential_models_are_downloaded_and_have_a_key() {
        let confidential = |uri: Option<&str>, id: &str| {
            let mut model = json!({"confidential": {"enabled": true, "resourceId": id}});
            if let Some(uri) = uri {
                model["storageUri"] = uri.into();
            }
            admit(&cluster(), &service(json!({}), json!({"predictor": {"sklearn": model}})), &Existing::default())
        };
        assert!(confidential(Some("s3://a"), "kbs:///a/b/c").outcome.is_ok());
        assert_eq!(
            confidential(None, "").outcome.unwrap_err().text(),
            "confidential model serving requires storageUri to be set"
        );
        let refused = confidential(Some("pvc://a"), "kbs:///a/b");
        assert_eq!(
            refused.outcome.unwrap_err().text(),
            "spec.predictor.confidential.resourceId: Invalid value: \"kbs:///a/b\": must be in the format \
             kbs:///<repo>/<type>/<tag>"
        );
        assert_eq!(
            messages(&refused.warnings),
            ["confidential has no effect with PVC URIs; the storage-initializer is not injected for PVC volumes"]
        );
    }

    #[test]
    fn each_component_has_exactly_one_implementation() {
        let text = |fields: &str, kind: &str| format!("exactly one of [{fields}] must be specified in {kind}");
        assert_eq!(
            refusal(json!({}), json!({"predictor": {"sklearn": {}, "xgboost": {}}})),
            text(Release::of(Version::V0_20).input.predictor_alternatives, "PredictorSpec")
        );
        let mut spec = with_model(json!({}));
        spec["transformer"] = json!({"minReplicas": 1});
        assert_eq!(refusal(json!({}), spec.clone()), text("PodSpec, ComponentExtensionSpec", "TransformerSpec"));
        let older = outcome(&cluster_of(Version::V0_15, json!({}), &[]), json!({}), spec).unwrap_err();
        assert_eq!(older, text("PodSpec", "TransformerSpec"));
    }

    #[test]
    fn a_custom_predictor_uses_v1_or_v2() {
        let spec =
            |variable: Value| json!({"predictor": {"containers": [{"name": "kserve-container", "env": [variable]}]}});
        assert!(outcome(&cluster(), json!({}), spec(json!({"name": "PROTOCOL", "value": "v2"}))).is_ok());
        assert_eq!(
            refusal(json!({}), spec(json!({"name": "PROTOCOL", "value": "grpc-v2"}))),
            "invalid protocol v1, v2. Must be one of [grpc-v2]"
        );
    }

    #[test]
    fn older_frameworks_are_checked_where_they_are_not_converted() {
        let modelmesh = json!({STANDARD: "ModelMesh"});
        let error = |predictor: Value| refusal(modelmesh.clone(), json!({"predictor": predictor}));
        let gpu = json!({"limits": {"nvidia.com/mig-1g.5gb": "1"}});
        assert_eq!(
            error(json!({"tensorflow": {"runtimeVersion": "2", "resources": gpu}})),
            "Tensorflow RuntimeVersion is not GPU enabled but GPU resources are requested"
        );
        assert_eq!(
            error(json!({"pytorch": {"runtimeVersion": "2-gpu"}})),
            "PyTorch RuntimeVersion is GPU enabled but GPU resources are not requested. "
        );
        assert_eq!(
            error(json!({"onnx": {"storageUri": "s3://a.b/model.pb"}})),
            "expected storageUri file extension: '.onnx' but got '.pb'"
        );
        assert!(
            outcome(&cluster(), modelmesh.clone(), json!({"predictor": {"onnx": {"storageUri": "s3://a.b/m"}}}))
                .is_ok()
        );
        assert_eq!(
            error(json!({"pmml": {"storage": {"parameters": {"type": "gs"}}}})),
            "storage.spec.type, must be one of: [s3://, hdfs://, webhdfs://]. storage.spec.type [gs] is not supported"
        );
        assert!(
            error(json!({"pmml": {"storageUri": "gs://a", "storage": {}}}))
                .ends_with("StorageUri [gs://a] is not supported")
        );
    }

    #[test]
    fn extension_fields_are_in_their_bounds() {
        let error = |fields: Value| refusal(json!({}), with_model(fields));
        assert_eq!(error(json!({"containerConcurrency": -1})), "parallelism cannot be less than 0");
        assert_eq!(
            error(json!({"minReplicas": 3, "maxReplicas": 2})),
            "'MinReplicas' cannot be greater than MaxReplicas"
        );
        assert_eq!(error(json!({"minReplicas": 0, "maxReplicas": -1})), "'MaxReplicas' cannot be less than 0");
        assert!(outcome(&cluster(), json!({}), with_model(json!({"minReplicas": 3, "maxReplicas": 0}))).is_ok());
        assert_eq!(error(json!({"logger": {}})), "invalid logger type");
        let half = json!({"logger": {"mode": "all", "storage": {"path": "a", "key": "b"}}});
        assert_eq!(error(half), "invalid logger storage configuration");
    }

    #[test]
    fn metrics_depend_on_the_autoscaler_that_the_service_chooses() {
        let standard = |class: &str| json!({STANDARD: "Standard", CLASS: class});
        let error = |annotations: Value, fields: Value| refusal(annotations, with_model(fields));
        let ok = |annotations: Value, fields: Value| outcome(&cluster(), annotations, with_model(fields)).is_ok();
        assert_eq!(error(json!({}), json!({"scaleMetric": "cpu"})), "[cpu] is not a supported metric");
        assert_eq!(
            error(json!({}), json!({"deploymentStrategy": {"type": "Recreate"}})),
            "customizing deploymentStrategy is only supported for raw deployment mode"
        );
        assert_eq!(
            error(json!({}), json!({"scaleMetric": "rps", "scaleTarget": 0})),
            "the target for rps should be greater than 1"
        );
        let knative_hpa = json!({"autoscaling.knative.dev/class": "hpa.autoscaling.knative.dev"});
        assert!(ok(knative_hpa, json!({"scaleMetric": "memory"})));
        assert!(ok(json!({STANDARD: "Standard"}), json!({"scaleMetric": "rps", "scaleTarget": 500})));
        assert_eq!(
            error(standard("hpa"), json!({"scaleMetric": "memory", "scaleTarget": 101})),
            "the target utilization percentage should be a [1-100] integer"
        );
        assert_eq!(error(standard("keda"), json!({"scaleMetric": "cpu"})), "ScaleMetric is not supported for KEDA");
    }

    #[test]
    fn keda_metrics_have_a_source_a_query_and_a_target() {
        let keda = json!({STANDARD: "Standard", CLASS: "keda"});
        let error = |metric: Value| refusal(keda.clone(), with_model(json!({"autoScaling": {"metrics": [metric]}})));
        let resource =
            |name: &str, target: Value| json!({"type": "Resource", "resource": {"name": name, "target": target}});
        assert_eq!(
            error(resource("cpu", json!({"type": "AverageValue", "averageValue": "1"}))),
            "the cpu target value type should be Utilization"
        );
        assert_eq!(
            error(resource("memory", json!({"type": "AverageValue", "averageValue": "1000Ki"}))),
            "the memory target value should be greater than 1 MiB"
        );
        assert_eq!(error(resource("cpu", json!({"type": "Utilization"}))), "the AverageUtilization type should be set");
        let external = |query: &str, target: Value| json!({"type": "External", "external": {"metric": {"backend": "prometheus", "query": query}, "target": target}});
        assert_eq!(error(external("", json!({"type": "Value"}))), "the query should not be empty");
        assert_eq!(error(external("q", json!({"type": "Value"}))), "the target threshold value should not be empty");
        assert_eq!(
            error(external("q", json!({"type": "AverageValue", "value": "1"}))),
            "the AverageValue type should be set"
        );
        assert_eq!(error(json!({"type": "PodMetric"})), "metricSpec.PodMetric is not set for pod metric source type");
    }

    #[test]
    fn a_target_without_a_type_meets_the_schema() {
        let metric = json!({"type": "Resource", "resource": {"name": "cpu", "target": {"averageUtilization": 5}}});
        let path = "spec.predictor.autoScaling.metrics[0].resource.target.type";
        assert_eq!(
            refusal(json!({}), with_model(json!({"autoScaling": {"metrics": [metric]}}))),
            format!("{path}: Unsupported value: \"\": supported values: \"Utilization\", \"Value\", \"AverageValue\"")
        );
    }

    #[test]
    fn canaries_are_separate_predictors() {
        let standard = json!({STANDARD: "Standard"});
        let canary = |name: &str, percent: i64, more: Value| {
            let mut predictor = with_model(more)["predictor"].clone();
            if !name.is_empty() {
                predictor["name"] = name.into();
            }
            json!({"predictor": predictor, "trafficPercent": percent})
        };
        let with_canaries = |canaries: Value| {
            let mut spec = with_model(json!({"minReplicas": 2}));
            spec["canary"] = canaries;
            outcome(&cluster(), standard.clone(), spec)
        };
        let error = |canaries: Value| with_canaries(canaries).unwrap_err();
        assert!(with_canaries(json!([canary("a", 50, json!({"minReplicas": 2})), canary("b", 50, json!({}))])).is_ok());
        assert_eq!(error(json!([canary("", 1, json!({}))])), "canary[0] predictor.name is required");
        assert_eq!(
            error(json!([canary("a", 1, json!({})), canary("a", 1, json!({}))])),
            "canary predictor.name \"a\" is duplicated"
        );
        assert_eq!(
            error(json!([canary("a", 1, json!({"maxReplicas": 1, "scaleTarget": 1}))])),
            "canary \"a\" must not set maxReplicas (canary uses fixed replicas)"
        );
        assert_eq!(
            error(json!([canary("a", 1, json!({"minReplicas": 3}))])),
            "canary \"a\" minReplicas (3) must not exceed stable predictor minReplicas (2)"
        );
        assert_eq!(
            error(json!([canary("a", 1, json!({"containerConcurrency": -1}))])),
            "canary \"a\" predictor: parallelism cannot be less than 0"
        );
        assert_eq!(
            error(json!([canary("a", 60, json!({})), canary("b", 60, json!({}))])),
            "sum of canary trafficPercent values (120) must be <= 100"
        );
        let mut spec = with_model(json!({}));
        spec["canary"] = json!([canary("a", 1, json!({}))]);
        assert_eq!(refusal(json!({}), spec), "canary is only supported in Standard deployment mode");
    }
}

mod runtimes {
    use super::*;

    fn runtime(name: &str, spec: Value) -> Value {
        let mut runtime = json!({
            "apiVersion": "serving.kserve.io/v1alpha1", "kind": "ServingRuntime",
            "metadata": {"name": name, "namespace": "default"},
            "spec": {"containers": [{"name": "kserve-container", "image": "i"}], "protocolVersions": ["v1"]},
        });
        if let (Some(Value::Object(all)), Value::Object(spec)) = (runtime.get_mut("spec"), spec) {
            all.extend(spec);
        }
        runtime
    }

    fn messages(held: &[Value], runtime: &Value) -> Vec<String> {
        let cluster = cluster_of(Version::V0_20, json!({}), held);
        check_runtime(&cluster, runtime).into_iter().map(|found| found.message).collect()
    }

    #[test]
    fn two_runtimes_do_not_select_a_format_with_the_same_priority() {
        let formats =
            |name: &str| json!({"supportedModelFormats": [{"name": name, "autoSelect": true, "priority": 1}]});
        let held = [runtime("old", formats("a"))];
        assert_eq!(
            messages(&held, &runtime("new", formats("A"))),
            ["same priority assigned for the model format A in the servingruntimes old and new in namespace default"]
        );
        assert_eq!(messages(&held, &runtime("old", formats("a"))), Vec::<String>::new());
        assert_eq!(messages(&held, &runtime("new", formats("b"))), Vec::<String>::new());
        // The webhook refuses at the first of several.
        let several = [runtime("old", formats("a")), runtime("older", formats("a"))];
        let found = messages(&several, &runtime("new", formats("a")));
        assert!(matches!(&found[..], [only] if only.contains("old and new")), "{found:?}");
        let mut disabled = runtime("new", formats("a"));
        disabled["spec"]["disabled"] = true.into();
        assert_eq!(messages(&held, &disabled), Vec::<String>::new());
    }

    #[test]
    fn a_format_has_one_priority_in_a_runtime() {
        let formats = json!({"supportedModelFormats": [
            {"name": "a", "autoSelect": true, "priority": 1}, {"name": "a", "version": "2", "autoSelect": true, "priority": 2},
        ]});
        assert_eq!(
            messages(&[runtime("other", json!({}))], &runtime("new", formats.clone())),
            ["different priorities assigned for the model format a under the servingruntime new"]
        );
        // Without an existing runtime the webhook does not check.
        assert_eq!(messages(&[], &runtime("new", formats)), Vec::<String>::new());
    }

    #[test]
    fn numbers_fit_the_types_of_the_webhook() {
        let formats = json!([{ "name": "sklearn", "priority": 5_000_000_000_i64 }]);
        assert_eq!(
            messages(&[], &runtime("a", json!({ "supportedModelFormats": formats, "containers": [] }))),
            ["json: cannot unmarshal number 5000000000 into Go struct field \
                 SupportedModelFormat.spec.supportedModelFormats.priority of type int32"]
        );
    }

    #[test]
    fn a_runtime_for_several_nodes_keeps_its_worker() {
        let worker = json!({"workerSpec": {"containers": [{"name": "worker-container"}]}});
        assert_eq!(
            messages(&[runtime("a", worker.clone())], &runtime("a", json!({}))),
            ["the ServingRuntime a is invalid: removing workerSpec where it already exists is not allowed"]
        );
        let mut sized = worker;
        sized["workerSpec"]["tensorParallelSize"] = 0.into();
        assert_eq!(
            messages(&[], &runtime("a", sized)),
            ["the ServingRuntime a is invalid: the WorkerSpec.TensorParallelSize cannot be less than 1(0)"]
        );
    }

    #[test]
    fn the_schema_comes_first() {
        let unknown = json!({"supportedModelFormat": [], "containers": [{"image": "i"}]});
        assert_eq!(
            messages(&[], &runtime("a", unknown)),
            ["unknown field \"spec.supportedModelFormat\"", "spec.containers[0].name: Required value"]
        );
    }

    #[test]
    fn storage_containers_have_a_schema_only() {
        let container = json!({"apiVersion": "serving.kserve.io/v1alpha1", "kind": "ClusterStorageContainer", "metadata": {"name": "a"}, "spec": {"container": {"name": "b"}}});
        let found = check_storage_container(&cluster(), &container);
        assert_eq!(
            found.iter().map(|found| found.message.as_str()).collect::<Vec<_>>(),
            ["spec.supportedUriFormats: Required value"]
        );
    }
}

mod any_input {
    use proptest::prelude::*;

    use super::*;

    /// Trees of values under names that the schema has, so that they get past the first field.
    fn tree() -> impl Strategy<Value = Value> {
        let names = [
            "model",
            "sklearn",
            "containers",
            "name",
            "env",
            "value",
            "valueFrom",
            "resourceFieldRef",
            "resources",
            "limits",
            "cpu",
            "ports",
            "containerPort",
            "livenessProbe",
            "httpGet",
            "port",
            "storageUris",
            "uri",
            "mountPath",
            "workerSpec",
            "affinity",
            "nodeAffinity",
            "logger",
            "autoScaling",
            "metrics",
            "resource",
            "target",
            "confidential",
            "minReplicas",
            "labels",
            "storageUri",
            "modelFormat",
            "unknown",
        ];
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            (-2.0..2.0f64).prop_map(Value::from),
            prop_oneof![Just(""), Just("1"), Just("500m"), Just("x"), Just("kserve-container"), Just("s3://a/b")]
                .prop_map(Value::from),
        ];
        leaf.prop_recursive(8, 60, 5, move |inner| {
            let map = prop::collection::vec((prop::sample::select(names.to_vec()), inner.clone()), 0..5);
            prop_oneof![
                prop::collection::vec(inner, 0..3).prop_map(Value::from),
                map.prop_map(|members| members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()),
            ]
        })
    }

    proptest! {
        #[test]
        fn nothing_crashes_and_stored_objects_stay_when_sent_again(
            predictor in tree(), transformer in tree(), canary in tree()
        ) {
            let cluster = cluster();
            let mut spec = with_model(json!({"affinity": canary.clone(), "initContainers": [transformer.clone()]}));
            if predictor.is_object() {
                spec = json!({"predictor": predictor, "transformer": transformer, "canary": [{"predictor": canary}]});
            }
            let sent = service(json!({STANDARD: "Standard"}), spec);
            let (all, found) = examine(&cluster, &sent, &Existing::default());
            prop_assert_eq!(all.outcome.is_err(), found.iter().any(|found| found.refusal));
            let first = admit(&cluster, &sent, &Existing::default());
            prop_assert_eq!(&first.outcome, &all.outcome);
            if let Ok(stored) = first.outcome {
                let again = admit(&cluster, &stored, &Existing::default());
                prop_assert_eq!(again.warnings, vec![]);
                prop_assert_eq!(again.outcome, Ok(stored));
            }
        }
    }
}
