//! The rules of components, on small services and runtimes.

use std::sync::Arc;

use serde_json::{Value, json};

use super::{build, build_canary};
use crate::api::Canary;
use crate::api::{Component, InferenceService, Mode};
use crate::build::workload::{BuildError, BuildFailure, Built};
use crate::object::ControllerError;
use crate::object::keys;
use crate::release::{Release, Version};
use crate::{Cluster, Settings};

/// A runtime for the format `sklearn`, with the given fields laid over a plain one.
fn runtime(name: &str, spec: Value) -> Value {
    let mut plain = json!({
        "supportedModelFormats": [{"name": "sklearn", "version": "1", "autoSelect": true}],
        "protocolVersions": ["v1", "v2"],
        "containers": [{"name": "kserve-container", "image": "server:1", "args": ["--model_name={{.Name}}"]}],
    });
    for (key, value) in spec.as_object().unwrap() {
        plain[key] = value.clone();
    }
    json!({"apiVersion": "serving.kserve.io/v1alpha1", "kind": "ClusterServingRuntime", "metadata": {"name": name}, "spec": plain})
}

fn cluster_of(version: Version, runtimes: &[Value]) -> Cluster {
    let config = json!({
        "kind": "ConfigMap",
        "metadata": {"name": "inferenceservice-config", "namespace": "kserve"},
        "data": {
            "inferenceService": r#"{"serviceAnnotationDisallowedList": ["secret/note"]}"#,
            "explainers": r#"{"art": {"image": "art", "defaultImageVersion": "latest"}}"#,
        },
    });
    let objects = runtimes.iter().cloned().chain([config]).map(Arc::new);
    Cluster::new(Release::of(version), Settings::default(), objects)
}

fn cluster(runtimes: &[Value]) -> Cluster {
    cluster_of(Version::NEWEST, runtimes)
}

fn service(spec: Value) -> InferenceService {
    annotated(json!({}), spec)
}

fn annotated(annotations: Value, spec: Value) -> InferenceService {
    let metadata = json!({"name": "flower", "namespace": "ns", "annotations": annotations, "labels": {"team": "isvc"}});
    InferenceService::of(&json!({"metadata": metadata, "spec": spec}), 3)
}

fn sklearn(fields: Value) -> Value {
    let mut model = json!({"modelFormat": {"name": "sklearn"}, "storageUri": "gs://b/m"});
    for (key, value) in fields.as_object().unwrap() {
        model[key] = value.clone();
    }
    json!({"model": model})
}

fn built(cluster: &Cluster, service: &mut InferenceService, component: Component) -> Result<Built, BuildError> {
    build(cluster, service, &Mode::Standard, component, None)
}

fn predictor(runtimes: &[Value], spec: Value) -> Result<Built, BuildError> {
    built(&cluster(runtimes), &mut service(json!({"predictor": spec})), Component::Predictor)
}

fn failure(error: BuildError) -> BuildFailure {
    match error {
        BuildError::Fails(failure) => *failure,
        BuildError::Waits => panic!("no failure"),
    }
}

fn crashes(error: &BuildError) -> bool {
    error.error().is_some_and(ControllerError::is_crash)
}

fn error_text(error: &BuildError) -> &str {
    error.error().unwrap().text()
}

/// The text of an error that leaves no runtime in the failure.
fn refusal(result: Result<Built, BuildError>) -> String {
    error_text(&result.unwrap_err()).to_owned()
}

fn args(built: &Built, container: usize) -> Vec<&str> {
    let args = built.pod_spec["containers"][container]["args"].as_array();
    args.into_iter().flatten().filter_map(Value::as_str).collect()
}

fn container_names(built: &Built) -> Vec<&str> {
    built.pod_spec["containers"].as_array().unwrap().iter().filter_map(|c| c["name"].as_str()).collect()
}

#[test]
fn the_runtimes_containers_come_first_then_those_of_the_service() {
    let runtime = runtime(
        "r",
        json!({"containers": [
            {"name": "before", "image": "b"},
            {"name": "kserve-container", "image": "server:1", "args": ["--model_name={{.Name}}"]},
            {"name": "transformer-container", "image": "t", "args": ["--a"]},
        ]}),
    );
    let mut spec = sklearn(json!({"args": ["--x={{.Namespace}}"]}));
    spec["containers"] = json!([
        {"name": "sidecar", "image": "s", "args": ["{{.Name}}"]},
        {"name": "transformer-container", "args": ["--b={{.Name}}"]},
        {"name": "kserve-container", "image": "k"},
    ]);
    let built = predictor(&[runtime], spec).unwrap();
    assert_eq!(
        container_names(&built),
        ["kserve-container", "transformer-container", "before", "sidecar", "kserve-container"]
    );
    assert_eq!(args(&built, 0), ["--model_name=flower", "--x=ns"]);
    assert_eq!(args(&built, 1), ["--a", "--b=flower"]);
    // Sidecars are not evaluated as templates.
    assert_eq!(args(&built, 3), ["{{.Name}}"]);
}

#[test]
fn every_container_gets_the_services_name() {
    let mut spec = sklearn(json!({}));
    spec["containers"] = json!([{"name": "side", "env": [
        {"name": "INFERENCE_SERVICE_NAME", "valueFrom": {"fieldRef": {"fieldPath": "metadata.name"}}},
    ]}]);
    let pod = predictor(&[runtime("r", json!({}))], spec.clone()).unwrap().pod_spec;
    assert_eq!(pod["containers"][0]["env"], json!([{"name": "INFERENCE_SERVICE_NAME", "value": "flower"}]));
    assert_eq!(
        pod["containers"][1]["env"],
        json!([{
            "name": "INFERENCE_SERVICE_NAME",
            "value": "flower",
            "valueFrom": {"fieldRef": {"fieldPath": "metadata.name"}},
        }])
    );
    let older = cluster_of(Version::V0_16, &[runtime("r", json!({}))]);
    let built = built(&older, &mut service(json!({"predictor": spec})), Component::Predictor).unwrap();
    assert_eq!(built.pod_spec["containers"][0].get("env"), None);
}

#[test]
fn labels_and_annotations_of_the_component_win_but_for_the_fixed_ones() {
    let cluster = cluster(&[runtime(
        "r",
        json!({"labels": {"team": "runtime", "r": "1"}, "annotations": {"a": "runtime", "secret/note": "x"}}),
    )]);
    let mut spec = sklearn(json!({}));
    spec["labels"] = json!({"component": "mine", "team": "predictor"});
    spec["annotations"] = json!({"a": "predictor", "secret/note": "y"});
    let mut service = annotated(json!({"a": "isvc", "b": "isvc", "secret/note": "z"}), json!({"predictor": spec}));
    let built = built(&cluster, &mut service, Component::Predictor).unwrap();
    assert_eq!(
        json!(built.labels),
        json!({
            "component": "predictor", "r": "1", "serving.kserve.io/inferenceservice": "flower", "team": "predictor",
        })
    );
    assert_eq!(
        json!(built.annotations),
        json!({"a": "predictor", "b": "isvc", "internal.serving.kserve.io/storage-initializer-sourceuri": "gs://b/m"})
    );
}

fn internal(built: &Built, key: &str) -> Option<String> {
    built.annotations.get(&format!("internal.serving.kserve.io/{key}")).cloned()
}

#[test]
fn logger_batcher_and_storage_become_annotations() {
    let mut spec =
        sklearn(json!({"storageUri": null, "storage": {"path": "/m", "key": "k", "parameters": {"a": "<"}}}));
    spec["logger"] = json!({"url": "http://sink", "mode": "all", "metadataHeaders": ["x", "y"]});
    spec["batcher"] = json!({"maxBatchSize": 4});
    let built = predictor(&[runtime("r", json!({}))], spec).unwrap();
    for (key, value) in [
        ("logger", Some("true")),
        ("logger-sink-url", Some("http://sink")),
        ("logger-mode", Some("all")),
        ("logger-metadata-headers", Some("x,y")),
        ("logger-metadata-annotations", None),
        ("batcher", Some("true")),
        ("batcher-max-batchsize", Some("4")),
        ("batcher-max-latency", None),
        ("storage-spec", Some("true")),
        ("storage-spec-key", Some("k")),
        ("storage-spec-param", Some(r#"{"a":"\u003c"}"#)),
        ("storage-initializer-sourceuri", Some("<scheme-placeholder>://m")),
        ("agent", None),
    ] {
        assert_eq!(internal(&built, key).as_deref(), value, "{key}");
    }
}

#[test]
fn a_path_and_a_uri_exclude_each_other_but_a_key_goes_with_a_uri() {
    let with = |storage: Value| predictor(&[runtime("r", json!({}))], sklearn(json!({ "storage": storage })));
    assert_eq!(refusal(with(json!({"path": ""}))), "must provide only one of storageUri and storage.path");
    assert_eq!(internal(&with(json!({"key": "k"})).unwrap(), "storage-spec-key").as_deref(), Some("k"));
}

#[test]
fn a_model_without_storage_is_for_the_agent_unless_it_is_of_hugging_face() {
    let of = |format: &str| {
        let runtime = runtime("r", json!({"supportedModelFormats": [{"name": format, "autoSelect": true}]}));
        predictor(&[runtime], json!({"model": {"modelFormat": {"name": format}}})).unwrap()
    };
    assert_eq!(internal(&of("sklearn"), "configVolumeName").as_deref(), Some("modelconfig-flower-0"));
    assert_eq!(internal(&of("huggingface"), "agent"), None);
}

#[test]
fn a_bad_uri_is_refused_before_the_runtime_is_looked_up() {
    let refused = refusal(predictor(&[], sklearn(json!({"storageUri": "git://x"}))));
    assert!(refused.starts_with("StorageURI not supported: storageUri, must be one of: [gs://, "), "{refused}");
}

#[test]
fn an_unknown_runtime_and_a_missing_container_make_the_spec_invalid() {
    let refused = predictor(&[], sklearn(json!({"runtime": "r"}))).unwrap_err();
    assert_eq!(error_text(&refused), "No ServingRuntimes or ClusterServingRuntimes with the name: r");
    assert_eq!(failure(refused.clone()).invalid_spec.unwrap().0, "RuntimeNotRecognized");
    let other = json!({"containers": [{"name": "x"}]});
    let refused = predictor(&[runtime("r", other)], sklearn(json!({}))).unwrap_err();
    assert_eq!(error_text(&refused), "failed to find kserve-container in ServingRuntime containers");
    assert_eq!(failure(refused.clone()).invalid_spec.unwrap().0, "InvalidPredictorSpec");
    // The runtime was nevertheless selected, and the status says which.
    assert_eq!(failure(refused).runtime.unwrap().name, "r");
}

#[test]
fn what_mlserver_sets_by_default_was_once_checked_against_the_runtime() {
    let runtimes = [runtime("kserve-mlserver", json!({"protocolVersions": ["v1"]}))];
    let build = |version| {
        let mut service = service(json!({"predictor": sklearn(json!({"runtime": "kserve-mlserver"}))}));
        built(&cluster_of(version, &runtimes), &mut service, Component::Predictor)
    };
    assert_eq!(
        refusal(build(Version::V0_16)),
        "specified runtime kserve-mlserver does not support specified protocol version"
    );
    assert_eq!(build(Version::V0_17).unwrap().labels["modelClass"], "mlserver_sklearn.SKLearnModel");
}

#[test]
fn the_serving_container_is_copied_to_the_first_place() {
    let spec = json!({"containers": [{"name": "a", "image": "a"}, {"name": "kserve-container", "image": "k"}]});
    let mut service = service(json!({ "predictor": spec }));
    let built = built(&cluster(&[]), &mut service, Component::Predictor).unwrap();
    assert_eq!(container_names(&built), ["kserve-container", "kserve-container"]);
    // What is built later from the service sees the same containers.
    assert_eq!(service.spec["predictor"]["containers"], built.pod_spec["containers"]);
}

#[test]
fn custom_containers_without_the_serving_one_crash_the_controller() {
    let refused = predictor(&[], json!({"containers": [{"name": "a", "image": "a"}]})).unwrap_err();
    assert!(crashes(&refused));
    assert!(refusal(predictor(&[], json!({}))).contains("index out of range"));
}

#[test]
fn only_the_first_serving_container_says_where_the_model_is() {
    let uri = |containers: Value| {
        let built = predictor(&[], json!({ "containers": containers })).unwrap();
        internal(&built, "storage-initializer-sourceuri")
    };
    let env = json!([{"name": "STORAGE_URI", "value": "gs://b/m"}]);
    assert_eq!(uri(json!([{"name": "kserve-container", "env": env}])).as_deref(), Some("gs://b/m"));
    assert_eq!(uri(json!([{"name": "kserve-container"}, {"name": "kserve-container", "env": env}])), None);
}

#[test]
fn a_transformer_gets_the_arguments_that_it_does_not_have() {
    let mut service = service(json!({
        "predictor": {"name": "blue"},
        "transformer": {
            "containers": [{"name": "kserve-container", "args": ["--model_name=foo", "--workers_per_node", "2"]}],
            "containerConcurrency": 3,
        },
    }));
    let built = built(&cluster(&[]), &mut service, Component::Transformer).unwrap();
    assert_eq!(
        args(&built, 0),
        [
            "--model_name=foo",
            "--workers_per_node",
            "2",
            "--predictor_host",
            "flower-blue-predictor.ns",
            "--http_port",
            "8080"
        ]
    );
}

#[test]
fn a_custom_explainer_always_gets_a_port() {
    let container = json!({"name": "kserve-container", "args": ["--http_port=1"]});
    let mut service = service(json!({"predictor": {}, "explainer": {"containers": [container]}}));
    let built = built(&cluster(&[]), &mut service, Component::Explainer).unwrap();
    assert_eq!(
        args(&built, 0),
        ["--http_port=1", "--model_name", "flower", "--predictor_host", "flower-predictor.ns", "--http_port", "8080"]
    );
    assert_eq!(built.pod_spec["containers"][0].get("env"), None);
}

#[test]
fn the_users_arguments_of_art_appear_twice() {
    let art = json!({
        "type": "SquareAttack", "runtimeVersion": "1", "storageUri": "gs://b/e", "config": {"b": "2", "a": "1"},
        "args": ["--x"],
    });
    let mut service = service(json!({"predictor": {}, "explainer": {"art": art, "containerConcurrency": 0}}));
    let built = built(&cluster(&[]), &mut service, Component::Explainer).unwrap();
    assert_eq!(
        args(&built, 0).join(" "),
        "--model_name flower --http_port 8080 --predictor_host flower-predictor.ns --workers 0 --storage_uri /mnt/models \
         --adversary_type SquareAttack --a 1 --b 2 --x --x"
    );
    assert_eq!(built.pod_spec["containers"][0]["image"], "art:1");
}

fn modelmesh_transformer(annotations: Value, url: Option<&str>) -> Result<(Built, InferenceService), BuildError> {
    let mut service =
        annotated(annotations, json!({"predictor": {}, "transformer": {"containers": [{"name": "kserve-container"}]}}));
    let built = build(&cluster(&[]), &mut service, &Mode::ModelMesh, Component::Transformer, url)?;
    Ok((built, service))
}

#[test]
fn a_modelmesh_transformer_gets_the_url_of_the_predictor() {
    let modelmesh = || json!({keys::DEPLOYMENT_MODE: "ModelMesh"});
    let (built, service) = modelmesh_transformer(modelmesh(), Some("grpc://mesh.ns:8033/x")).unwrap();
    assert_eq!(
        args(&built, 0).join(" "),
        "--protocol grpc-v2 --model_name flower --predictor_host mesh.ns:8033 --http_port 8080"
    );
    // The explainer's objects have it, the transformer's do not.
    assert_eq!(internal(&built, "predictor-host"), None);
    assert_eq!(service.metadata.annotations["internal.serving.kserve.io/predictor-host"], "mesh.ns:8033");
    assert_eq!(modelmesh_transformer(modelmesh(), None).unwrap_err(), BuildError::Waits);
    assert_eq!(
        error_text(&modelmesh_transformer(modelmesh(), Some("tcp://mesh")).unwrap_err()),
        "Predictor URL Scheme not supported: tcp"
    );
    // The mode may come from the status alone.
    assert!(crashes(&modelmesh_transformer(json!({}), Some("http://mesh")).unwrap_err()));
    let (built, _) = modelmesh_transformer(json!({"a": "b"}), Some("http://mesh")).unwrap();
    assert_eq!(args(&built, 0)[2..4], ["--predictor_host", "flower-predictor.ns"]);
}

/// A predictor on two nodes.
fn multi_node(worker: Value, model: Value) -> Result<Built, BuildError> {
    let gpus = |n: &str| json!({"requests": {"nvidia.com/gpu": n}});
    let runtime = runtime(
        "r",
        json!({
            "containers": [{"name": "kserve-container", "image": "head", "resources": gpus("1")}],
            "workerSpec": {
                "pipelineParallelSize": 2,
                "annotations": {"secret/note": "kept"},
                "containers": [{"name": "worker-container", "image": "worker", "resources": gpus("1")}],
            },
        }),
    );
    let mut spec = sklearn(model);
    spec["name"] = "blue".into();
    spec["workerSpec"] = worker;
    predictor(&[runtime], spec)
}

#[test]
fn head_and_worker_know_each_other() {
    let built = multi_node(json!({}), json!({"storageUri": "pvc://c/m"})).unwrap();
    let env = |container: &Value| -> Vec<String> {
        let env = container["env"].as_array().unwrap().iter();
        env.map(|v| format!("{}={}", v["name"].as_str().unwrap(), v["value"].as_str().unwrap())).collect()
    };
    assert_eq!(
        env(&built.pod_spec["containers"][0]).join(" "),
        "INFERENCE_SERVICE_NAME=flower PIPELINE_PARALLEL_SIZE=2 TENSOR_PARALLEL_SIZE=1 RAY_NODE_COUNT=2 \
         REQUEST_GPU_COUNT=1 MODEL_NAME=flower MODEL_DIR=/mnt/models"
    );
    let worker = built.worker.unwrap();
    assert_eq!(
        env(&worker.pod_spec["containers"][0]).join(" "),
        "RAY_NODE_COUNT=2 REQUEST_GPU_COUNT=1 PIPELINE_PARALLEL_SIZE=2 TENSOR_PARALLEL_SIZE=1 ISVC_NAME=flower \
         HEAD_SVC=flower-head-3 WORKER_SVC=flower-blue-workers-3"
    );
    assert_eq!((worker.name.as_str(), worker.replicas), ("flower-predictor-worker", 1));
    assert_eq!(worker.labels["isvc.generation"], "3");
    assert_eq!(built.labels["isvc.generation"], "3");
    // The filter list does not apply to what the runtime says about workers.
    assert_eq!(worker.annotations["secret/note"], "kept");
}

#[test]
fn errors_of_several_nodes_show_in_the_condition() {
    let refused = multi_node(
        json!({"tensorParallelSize": 2, "containers": [{"resources": {"requests": {"nvidia.com/gpu": "2"}}}]}),
        json!({}),
    )
    .unwrap_err();
    assert_eq!(
        error_text(&refused),
        "the total required number of GPUs(4) is less than the number of GPUs assigned to the head node(1) + worker node(2)"
    );
    assert!(failure(refused.clone()).invalid_gpu_allocation && failure(refused).invalid_spec.is_none());
    let refused = multi_node(json!({}), json!({"name": "other"})).unwrap_err();
    assert_eq!(
        error_text(&refused),
        "failed to add PIPELINE_PARALLEL_SIZE environment to the container(kserve-container): target \
         container(kserve-container) does not exist"
    );
}

#[test]
fn a_runtime_for_one_node_crashes_the_controller_when_it_is_named_for_several() {
    let mut spec = sklearn(json!({"runtime": "r"}));
    spec["workerSpec"] = json!({});
    assert!(crashes(&predictor(&[runtime("r", json!({}))], spec).unwrap_err()));
}

/// The first canary of a service whose stable predictor is built.
fn canary(runtimes: &[Value], stable: Value, canary: Value) -> Result<Built, BuildError> {
    let cluster = cluster(runtimes);
    let mut service = service(json!({"predictor": stable, "canary": [{"trafficPercent": 30, "predictor": canary}]}));
    built(&cluster, &mut service, Component::Predictor)?;
    let canary = Canary::all(&service).next().unwrap();
    build_canary(&cluster, &service, &canary)
}

#[test]
fn a_canary_is_the_stable_predictor_with_its_own_fields() {
    let mut stable = sklearn(json!({"env": [{"name": "A", "value": "1"}]}));
    stable["minReplicas"] = 5.into();
    stable["timeout"] = 60.into();
    let own = json!({"name": "next", "model": {"modelFormat": {"name": ""}, "storageUri": "gs://b/next"}});
    let built = canary(&[runtime("r", json!({}))], stable, own).unwrap();
    assert_eq!(built.name, "flower-next-predictor");
    assert_eq!(internal(&built, "storage-initializer-sourceuri").as_deref(), Some("gs://b/next"));
    assert_eq!(built.pod_spec["containers"][0]["env"][0]["value"], "1");
    // 30 % of 5, rounded up; the rest of the stable predictor's scaling does not apply.
    assert_eq!(json!(built.extension), json!({"minReplicas": 2}));
}

#[test]
fn a_canary_of_another_format_has_to_name_its_runtime() {
    let other = json!({"name": "next", "model": {"modelFormat": {"name": "onnx"}}});
    assert_eq!(
        refusal(canary(&[runtime("r", json!({}))], sklearn(json!({})), other)),
        "fails to build resources for canary next: specified runtime r does not support specified framework/version"
    );
}

#[test]
fn a_canary_with_a_model_keeps_the_containers_of_a_custom_predictor() {
    let stable = json!({"containers": [{"name": "a"}, {"name": "kserve-container", "image": "k"}]});
    let mut own = sklearn(json!({}));
    own["name"] = "next".into();
    let built = canary(&[runtime("r", json!({}))], stable, own).unwrap();
    assert_eq!(container_names(&built), ["kserve-container"; 3]);
    assert_eq!(built.pod_spec["containers"][1]["image"], "k");
}

#[test]
fn the_share_of_a_canary_is_rounded_up_unless_it_says_otherwise() {
    let replicas = |stable: Value, percent: i64, own: Value| {
        let entry = json!({"trafficPercent": percent, "predictor": own});
        let service = service(json!({"predictor": stable, "canary": [entry]}));
        let canary = Canary::all(&service).next().unwrap();
        canary.replicas(&service)
    };
    assert_eq!(replicas(json!({}), 1, json!({})), 1);
    assert_eq!(replicas(json!({}), 0, json!({})), 0);
    assert_eq!(replicas(json!({"minReplicas": 10}), 25, json!({})), 3);
    assert_eq!(replicas(json!({"minReplicas": 10}), 25, json!({"minReplicas": 7})), 7);
}
