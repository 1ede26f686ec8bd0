use serde_json::json;

use super::{Accounts, deployment, devices, leader_worker_set, needs_role, network};
use crate::Value;
use crate::kinds::llm_inference_service::service::Part;
use crate::kinds::llm_inference_service::testing::Given;
use crate::object::ControllerError;
use crate::release::Version;

fn main() -> Value {
    json!({"containers": [{"name": "main", "args": ["--x"]}]})
}

fn deployment_of(given: Given) -> Value {
    given.build(|builder| deployment::build(builder, Part::Main)).unwrap()
}

/// A value of the first container of a Deployment.
fn container<'d>(deployment: &'d Value, list: &str) -> &'d Value {
    &deployment["spec"]["template"]["spec"][list][0]
}

#[test]
fn spec_labels_are_in_the_selector_and_spec_annotations_only_on_pods() {
    let given = Given::spec(json!({"template": main(), "labels": {"team": "x"}, "annotations": {"note": "y"}}));
    let given = given.annotations(json!({"prometheus.io/scrape": "true", "foo": "bar"}));
    let deployment = deployment_of(given);
    for labels in ["/metadata/labels", "/spec/selector/matchLabels", "/spec/template/metadata/labels"] {
        assert_eq!(deployment.pointer(labels).unwrap()["team"], "x", "{labels}");
        assert_eq!(deployment.pointer(labels).unwrap()["llm-d.ai/role"], "both", "{labels}");
    }
    assert_eq!(deployment["metadata"]["annotations"], json!({"prometheus.io/scrape": "true"}));
    let pod = &deployment["spec"]["template"]["metadata"]["annotations"];
    assert_eq!(*pod, json!({"prometheus.io/scrape": "true", "note": "y"}));
}

#[test]
fn the_switch_for_model_routing_is_not_copied_to_pods() {
    let annotations = json!({"serving.kserve.io/model-based-routing-enabled": "true"});
    let spec = json!({"template": main(), "annotations": annotations});
    let deployment = deployment_of(Given::spec(spec.clone()));
    assert_eq!(deployment["spec"]["template"]["metadata"].get("annotations"), None);
    let older = Given { version: Version::V0_19, ..Given::spec(spec) };
    assert_eq!(deployment_of(older)["spec"]["template"]["metadata"]["annotations"], annotations);
}

#[test]
fn errors_in_pods_do_not_matter_to_a_stopped_service() {
    let given = Given::spec(json!({"template": main(), "model": {"uri": "gs://x", "name": "m"}}));
    let stopped = given.annotations(json!({"serving.kserve.io/stop": "TRUE"}));
    assert_eq!(deployment_of(stopped)["spec"]["template"]["spec"], json!({}));
}

#[test]
fn a_routing_sidecar_gets_account_and_pool() {
    let mut pod = main();
    pod["initContainers"] = json!([{"name": "llm-d-routing-sidecar"}]);
    let spec = json!({"template": pod, "prefill": {}, "router": {"scheduler": {"pool": {"ref": {"name": "shared"}}}}});
    let deployment = deployment_of(Given::spec(spec));
    let pod = &deployment["spec"]["template"]["spec"];
    assert_eq!(pod["serviceAccountName"], "llama-kserve");
    assert_eq!(pod["initContainers"][0]["env"], json!([{"name": "INFERENCE_POOL_NAME", "value": "shared"}]));
    assert_eq!(deployment["metadata"]["labels"]["llm-d.ai/role"], "decode");
    assert_eq!(pod["initContainers"][1]["name"], "storage-initializer", "downloads run after other init containers");
}

#[test]
fn accounts_named_by_the_user_have_to_exist() {
    let mut pod = main();
    pod["serviceAccountName"] = "ghost".into();
    let built = Given::spec(json!({"template": pod})).build(|builder| deployment::build(builder, Part::Main));
    let text =
        "failed to fetch existing single node main service account demo/ghost: serviceaccounts \"ghost\" not found";
    assert_eq!(built.map_err(ControllerError::into_text), Err(text.to_owned()));
}

#[test]
fn a_model_with_adapters_is_downloaded_into_one_volume() {
    let adapters = [("a1", "pvc://claim/p"), ("sql", "hf://org/sql")];
    let spec = json!({
        "template": main(),
        "model": {"uri": "hf://org/llama", "name": "llama", "lora": {"maxRank": 8}, "confidential": {"enabled": true}},
    });
    let deployment = deployment_of(Given::spec(spec).adapters(adapters));
    let main = container(&deployment, "containers");
    assert_eq!(
        main["args"],
        json!([
            "--enable-lora",
            "--max-lora-rank=8",
            "--lora-modules",
            r#"'{"name":"a1","path":"/mnt/lora/a1"}'"#,
            r#"'{"name":"publishers/demo/models/a1","path":"/mnt/lora/a1"}'"#,
            r#"'{"name":"sql","path":"/mnt/lora/sql"}'"#,
            r#"'{"name":"publishers/demo/models/sql","path":"/mnt/lora/sql"}'"#,
            "--x"
        ])
    );
    let initializer = container(&deployment, "initContainers");
    assert_eq!(initializer["args"], json!(["hf://org/llama", "/mnt/models", "hf://org/sql", "/mnt/lora/sql"]));
    assert_eq!(initializer["volumeMounts"][0]["mountPath"], "/mnt");
    assert!(!initializer.to_string().contains("CONFIDENTIAL"), "a list of downloads drops the settings");
    assert_eq!(main["volumeMounts"][0]["mountPath"], "/mnt");
    assert_eq!(
        main["volumeMounts"][1],
        json!({"name": "lora-pvc-a1", "mountPath": "/mnt/lora/a1", "readOnly": true, "subPath": "p"})
    );
}

#[test]
fn a_users_storage_initializer_is_merged_but_keeps_its_arguments() {
    let mut pod = main();
    pod["initContainers"] =
        json!([{"name": "storage-initializer", "image": "own", "args": ["x"], "env": [{"name": "A", "value": "b"}]}]);
    let given = Given::spec(json!({"template": pod}));
    let (deployment, events) =
        given.build(|builder| (deployment::build(builder, Part::Main).unwrap(), builder.events.clone()));
    let initializer = container(&deployment, "initContainers");
    assert_eq!((&initializer["image"], &initializer["args"][0]), (&json!("own"), &json!("hf://org/llama")));
    assert_eq!(initializer["env"][0], json!({"name": "A", "value": "b"}));
    assert_eq!(events[0].0, "StorageInitializerOverride");
}

#[test]
fn unknown_schemes_end_the_pass() {
    let with_uri = |uri: &str| {
        let spec = json!({"template": main(), "model": {"uri": uri, "name": "m"}});
        Given::spec(spec).build(|builder| deployment::build(builder, Part::Main)).unwrap_err().into_text()
    };
    assert_eq!(
        with_uri("gs://x"),
        "failed to attach model artifacts to main deployment: unsupported schema in model URI: gs://x"
    );
    assert_eq!(with_uri(""), "failed to attach model artifacts to main deployment: invalid model URI: ");
}

#[test]
fn cache_tiers_become_volumes_and_requests() {
    let tiers = json!([
        {"fileSystem": {"emptyDir": {"size": "5Gi"}}},
        {},
        {"fileSystem": {"emptyDir": {"size": "1Gi"}}},
        {"fileSystem": {"pvc": {"ref": {"name": "c", "path": "sub"}}}},
    ]);
    let spec = json!({"template": main(), "kvCacheOffloading": {"cpu": "10Gi", "secondary": tiers}});
    let deployment = deployment_of(Given::spec(spec));
    let main = container(&deployment, "containers");
    assert_eq!(main["resources"]["requests"]["ephemeral-storage"], "6Gi");
    let last = main["volumeMounts"].as_array().unwrap().last().unwrap();
    assert_eq!(*last, json!({"name": "kv-cache-secondary-3", "mountPath": "/mnt/kv-cache-3", "subPath": "sub"}));
}

#[test]
fn tracing_calls_the_main_workload_decode() {
    let spec = json!({"template": main(), "tracing": {"exporterEndpoint": "http://otel:4317", "exporter": "otlp"}});
    let deployment = deployment_of(Given::spec(spec));
    let main = container(&deployment, "containers");
    let args = json!(["--x", "--otlp-traces-endpoint", "http://otel:4317", "--collect-detailed-traces", "all"]);
    assert_eq!(main["args"], args);
    assert_eq!(main["env"][0], json!({"name": "OTEL_SERVICE_NAME", "value": "inference-server-decode"}));
}

#[test]
fn sets_share_labels_with_their_workers_and_have_one_account() {
    let spec = json!({
        "template": main(), "worker": {"serviceAccountName": "ignored", "containers": [{"name": "main"}]},
        "parallelism": {"data": 4, "dataLocal": 2}, "labels": {"team": "x"},
    });
    let account =
        json!({"apiVersion": "v1", "kind": "ServiceAccount", "metadata": {"name": "ignored", "namespace": "demo"}});
    let (set, named) = Given::spec(spec).objects([account]).build(|builder| {
        let named = Accounts::of_set(Part::Main).expected(builder).unwrap();
        (leader_worker_set::build(builder, Part::Main).unwrap(), named)
    });
    assert!(!named.is_generated);
    let pods = &set["spec"]["leaderWorkerTemplate"];
    assert_eq!(pods["size"], 2);
    assert_eq!(set["metadata"]["labels"], pods["workerTemplate"]["metadata"]["labels"]);
    assert_eq!(set["metadata"]["labels"]["team"], "x");
    assert_eq!(pods["leaderTemplate"]["spec"]["serviceAccountName"], "ignored");
    assert_eq!(pods.get("subGroupPolicy"), None, "only prefill sets have one");
    assert!(!needs_role(&set));
}

#[test]
fn the_workload_service_follows_the_tls_setting() {
    let service = |version| {
        let given = Given { version, ..Given::spec(json!({"labels": {"a": "b"}})) };
        given.build(|builder| network::service(builder))
    };
    assert_eq!(service(Version::V0_20)["spec"]["ports"][0]["name"], "http");
    assert_eq!(service(Version::V0_18)["spec"]["ports"][0]["name"], "https");
    assert_eq!(service(Version::V0_18)["metadata"]["labels"].get("a"), None);
}

#[test]
fn devices_are_claimed_by_annotation() {
    let given = |count: &str| {
        Given::spec(json!({})).annotations(json!({
            "serving.kserve.io/exp-dra-device-class": " gpu.example.com ",
            "serving.kserve.io/exp-dra-device-count": count,
            "serving.kserve.io/exp-dra-cel-selector": "a == b\n\n c > d ",
        }))
    };
    let template = given("2").build(|builder| devices::claim_template(&builder.service)).unwrap();
    assert_eq!(
        template["spec"]["spec"]["devices"]["requests"],
        json!([{"name": "device", "exactly": {
            "deviceClassName": "gpu.example.com", "count": 2,
            "selectors": [{"cel": {"expression": "a == b"}}, {"cel": {"expression": "c > d"}}],
        }}])
    );
    let refused = given("0").build(|builder| devices::claim_template(&builder.service)).unwrap_err();
    assert_eq!(refused.text(), "invalid serving.kserve.io/exp-dra-device-count value \"0\": must be >= 1");
}
