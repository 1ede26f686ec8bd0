use serde_json::{Value, json};

use super::{deployment, service};
use crate::kinds::llm_inference_service::testing::Given;
use crate::object::ControllerError;
use crate::release::Version;

fn scheduled(scheduler: Value) -> Given {
    Given::spec(json!({"router": {"scheduler": scheduler}}))
}

/// The arguments of the scheduler's container.
fn arguments(given: Given) -> Result<Vec<String>, String> {
    let deployment = given.build(deployment).map_err(ControllerError::into_text)?;
    let args = deployment["spec"]["template"]["spec"]["containers"][0]["args"].clone();
    Ok(serde_json::from_value(args).unwrap_or_default())
}

fn template(args: &[&str]) -> Value {
    json!({"containers": [{"name": "main", "args": args}]})
}

fn inline(version: &str, inline: Value) -> Given {
    let annotations = json!({"app.kubernetes.io/version": version});
    scheduled(json!({"template": template(&[]), "annotations": annotations, "config": {"inline": inline}}))
}

#[test]
fn the_default_configuration_is_kept_without_a_version() {
    let args = arguments(scheduled(json!({"template": template(&["-v"])}))).unwrap();
    assert_eq!(&args[..2], ["-v", "--config-text"]);
    assert!(args[2].starts_with("\napiVersion: inference.networking.x-k8s.io/v1alpha1\n"), "{}", args[2]);
    assert!(args[2].ends_with("  - pluginRef: no-hit-lru-scorer\n    weight: 2\n  - pluginRef: max-score-picker\n"));
}

#[test]
fn adapters_are_scored_if_there_are_any() {
    let mut given = scheduled(json!({"template": template(&[])}));
    given.spec["model"]["lora"] = json!({"adapters": [{"name": "a"}]});
    given.spec["prefill"] = json!({});
    let text = &arguments(given).unwrap()[1];
    assert!(
        text.contains("      prefill: always-disagg-pd-decider\n- type: lora-affinity-scorer\nschedulingProfiles:\n")
    );
    assert_eq!(text.matches("  - pluginRef: lora-affinity-scorer\n    weight: 4\n").count(), 2);
}

#[test]
fn several_replicas_elect_a_leader() {
    let args = arguments(scheduled(json!({"template": template(&["--config-file", "x"]), "replicas": 2}))).unwrap();
    assert_eq!(args, ["--config-file", "x", "--ha-enable-leader-election"]);
}

#[test]
fn a_configuration_without_a_kind_is_passed_on() {
    let args = arguments(inline("0.9.0", json!({"plugins": [{"type": "b"}]}))).unwrap();
    assert_eq!(args[1], r#"{"plugins":[{"type":"b"}]}"#);
}

#[test]
fn older_configurations_are_migrated() {
    let config = json!({
        "kind": "EndpointPickerConfig",
        "plugins": [
            {"type": "pd-profile-handler", "parameters": {"threshold": 10, "hashBlockSize": 5}},
            {"type": "prefix-cache-scorer", "parameters": {"blockSize": 64}},
            {"type": "model-server-protocol-metrics"},
        ],
        "schedulingProfiles": [{"name": "p", "plugins": [{"pluginRef": "pd-profile-handler"}]}],
    });
    let args = arguments(inline("0.9.0", config.clone())).unwrap();
    assert_eq!(
        args[1],
        "kind: EndpointPickerConfig\nplugins:\n- parameters:\n    nonCachedTokens: 3\n  type: prefix-based-pd-decider\n\
         - parameters:\n    deciders:\n      prefill: prefix-based-pd-decider\n  type: disagg-profile-handler\n\
         - type: prefix-cache-scorer\n- type: core-metrics-extractor\nschedulingProfiles:\n- name: p\n  plugins:\n  \
         - pluginRef: disagg-profile-handler\n"
    );
    let older = arguments(inline("0.6.9", config)).unwrap();
    assert!(older[1].starts_with('{'), "older schedulers do not know the new names");
}

#[test]
fn flags_for_metrics_move_into_the_configuration() {
    let annotations = json!({"app.kubernetes.io/version": "0.7.0"});
    let flags = ["--total-queued-requests-metric=a", "-lora-info-metric", "b", "--keep"];
    let text = ["--config-text", "kind: EndpointPickerConfig"];
    let all: Vec<&str> = flags.into_iter().chain(text).collect();
    let args = arguments(scheduled(json!({"template": template(&all), "annotations": annotations}))).unwrap();
    assert_eq!(&args[..2], ["--keep", "--config-text"]);
    assert!(args[2].contains("    - loraSpec: b\n      name: vllm\n      queuedRequestsSpec: a\n"), "{}", args[2]);
    let refused = arguments(scheduled(
        json!({"template": template(&["--config-file", "x", flags[0]]), "annotations": annotations}),
    ));
    assert!(refused.unwrap_err().contains("uses deprecated metric flags but has no inline --config-text"));
}

#[test]
fn invalid_values_and_versions_are_errors() {
    let config =
        json!({"kind": "K", "plugins": [{"type": "pd-profile-handler", "parameters": {"deciderPluginName": 5}}]});
    assert_eq!(
        arguments(inline("0.7.0", config)).unwrap_err(),
        "failed to apply v0.7.0 scheduler migrations: failed to mutate config: failed to mutate config for scheduler deployment \
         demo/llama-kserve-router-scheduler: .parameters.deciderPluginName accessor error: 5 is of the type int64, expected string"
    );
    assert_eq!(
        arguments(inline("main", json!({}))).unwrap_err(),
        "failed to apply v0.7.0 scheduler migrations: failed to parse version \"main\": main is not in dotted-tri format"
    );
    assert_eq!(
        arguments(inline("0.7.0-rc1", json!({"kind": "K", "plugins": []}))).unwrap()[1],
        r#"{"kind":"K","plugins":[]}"#
    );
}

#[test]
fn the_tokenizer_is_removed_without_exact_prefix_scoring_but_its_download_stays() {
    let with = |plugin: &str| {
        let mut given = inline("0.9.0", json!({"kind": "K", "plugins": [{"type": plugin}]}));
        let containers = given.spec["router"]["scheduler"]["template"]["containers"].as_array_mut().unwrap();
        containers.push(json!({"name": "tokenizer"}));
        given.build(deployment).unwrap()["spec"]["template"]["spec"].clone()
    };
    let pod = with("queue-scorer");
    assert_eq!(pod["containers"].as_array().map(Vec::len), Some(1));
    assert_eq!(pod["initContainers"][0]["args"], json!(["hf://org/llama", "/mnt/models"]));
    let pod = with("precise-prefix-cache-scorer");
    assert_eq!(pod["containers"][1]["volumeMounts"][0]["mountPath"], "/mnt/models/base");
    assert!(pod["containers"][0]["args"][1].as_str().unwrap().contains("        modelName: base\n"));
}

#[test]
fn the_service_exposes_the_known_ports() {
    let ports = json!([{"name": "zmq", "containerPort": 5557, "protocol": "TCP"}, {"name": "grpc", "containerPort": 1}, {"name": "x", "containerPort": 2}]);
    let given = scheduled(json!({"template": {"containers": [{"name": "main", "ports": ports}]}}));
    assert_eq!(
        given.build(|builder| service(builder))["spec"]["ports"],
        json!([{"name": "grpc", "port": 1, "targetPort": "grpc"}, {"name": "zmq", "port": 5557, "targetPort": "zmq", "protocol": "TCP"}])
    );
}

#[test]
fn the_oldest_release_restarts_the_scheduler_with_its_certificate() {
    let built = |args: &[&str]| {
        let given = Given { version: Version::V0_17, ..scheduled(json!({"template": template(args)})) };
        given.build(deployment).unwrap()["spec"]["template"]["metadata"].clone()
    };
    assert_eq!(built(&[])["annotations"]["certificates.kserve.io/cert-hash"], "<generated>");
    assert_eq!(built(&["--enable-cert-reload"]).get("annotations"), None);
}
