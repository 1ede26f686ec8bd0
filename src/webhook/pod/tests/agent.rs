//! The agent: logger, batcher and puller.

use super::*;

fn logs(mut more: Value) -> Value {
    let annotations = more.as_object_mut().expect("annotations");
    annotations.insert("internal.serving.kserve.io/logger".into(), "true".into());
    annotations.insert("internal.serving.kserve.io/logger-mode".into(), "".into());
    template(more)
}

fn args(template: &Value) -> Vec<&str> {
    let containers = template["spec"]["containers"].as_array().expect("containers");
    let agent = containers.iter().find(|container| container["name"] == "agent").expect("an agent");
    agent["args"].as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

#[test]
fn the_logger_gets_its_settings() {
    let logged = injected(&cluster(Version::NEWEST, vec![]), &logs(json!({})));
    let wanted = [
        "--log-url",
        "http://default-broker",
        "--source-uri",
        "",
        "--log-mode",
        "",
        "--inference-service",
        "m",
        "--namespace",
        "n",
        "--endpoint",
        "",
        "--component",
        "predictor",
        "--logger-tls-skip-verify",
        "false",
        "--component-port",
        "8080",
    ];
    assert_eq!(args(&logged), wanted);
}

#[test]
fn listed_annotations_are_passed_on_if_they_exist() {
    let annotations = json!({"internal.serving.kserve.io/logger-metadata-annotations": "b,none,a", "a": "1", "b": "2"});
    let logged = injected(&cluster(Version::NEWEST, vec![]), &logs(annotations));
    let args = args(&logged);
    let place = args.iter().position(|arg| *arg == "--metadata-annotations").expect("the flag");
    assert_eq!(args[place + 1], "b=2,a=1");
}

#[test]
fn the_logger_of_the_predictor_counts_for_every_component() {
    let object = json!({
        "metadata": {"name": "m", "namespace": "n"},
        "spec": {"predictor": {"logger": {"storage": {"path": "logs", "parameters": {"format": "parquet"}}}}},
    });
    let service = InferenceService::of(&object, 1);
    let template = logs(json!({}));
    let template = template.as_object().expect("a template");
    let flags = |version| {
        let logged: Value = inject(&cluster(version, vec![]), &service, template).template.expect("no refusal").into();
        let args: Vec<String> = args(&logged).into_iter().map(str::to_owned).collect();
        args
    };
    assert!(flags(Version::NEWEST).windows(2).any(|pair| pair == ["--log-store-path", "logs"]));
    assert!(flags(Version::NEWEST).windows(2).any(|pair| pair == ["--log-store-format", "parquet"]));
    assert!(!flags(Version::V0_15).contains(&"--log-store-path".to_owned()));
}

#[test]
fn the_agent_probes_the_server_in_its_place() {
    let mut template = logs(json!({}));
    let probe = json!({"timeoutSeconds": 1, "httpGet": {"port": 80, "path": "/ready", "httpHeaders": [{"value": "<", "name": "H"}]}});
    template["spec"]["containers"][0]["readinessProbe"] = probe;
    let agent = |version| injected(&cluster(version, vec![]), &template)["spec"]["containers"][1].clone();
    let text =
        r#"{"httpGet":{"path":"/ready","port":80,"httpHeaders":[{"name":"H","value":"\u003c"}]},"timeoutSeconds":1}"#;
    let newest = agent(Version::NEWEST);
    assert_eq!(newest["env"], json!([{"name": "SERVING_READINESS_PROBE", "value": text}]));
    assert_eq!(newest["readinessProbe"]["httpGet"]["path"], "/ready");
    assert_eq!(agent(Version::V0_17)["readinessProbe"]["httpGet"]["path"], "/");
}

#[test]
fn the_probe_that_the_agent_runs_keeps_what_go_does_not_leave_out() {
    let mut template = logs(json!({}));
    let headers = json!([{"name": "A", "value": ""}, {"name": "B"}]);
    template["spec"]["containers"][0]["readinessProbe"] = json!({"httpGet": {"port": 80, "httpHeaders": headers}, "periodSeconds": 0, "terminationGracePeriodSeconds": 0});
    let agent = injected(&cluster(Version::NEWEST, vec![]), &template)["spec"]["containers"][1].clone();
    let text = r#"{"httpGet":{"port":80,"httpHeaders":[{"name":"A","value":""},{"name":"B","value":""}]},"terminationGracePeriodSeconds":0}"#;
    assert_eq!(agent["env"][0]["value"], text);
}

#[test]
fn a_queue_proxy_hands_its_environment_on() {
    let mut template = logs(json!({}));
    let env = json!([{"name": "USER_PORT", "value": "8080"}]);
    template["spec"]["containers"] = json!([{"name": "kserve-container"}, {"name": "queue-proxy", "env": env}]);
    let pod = injected(&cluster(Version::NEWEST, vec![]), &template);
    assert_eq!(pod["spec"]["containers"][2]["env"], env);
    assert_eq!(pod["spec"]["containers"][1]["env"][0]["value"], "9081");
}

#[test]
fn the_puller_needs_its_volumes() {
    let mut annotations = json!({
        "internal.serving.kserve.io/agent": "true",
        "internal.serving.kserve.io/configMountPath": "/elsewhere",
        "internal.serving.kserve.io/modelDir": "/elsewhere",
    });
    let missing = "can not find internal.serving.kserve.io/configVolumeName label";
    assert_eq!(refusal(&cluster(Version::NEWEST, vec![]), &template(annotations.clone())), missing);
    annotations["internal.serving.kserve.io/configVolumeName"] = "modelconfig-m-0".into();
    let pod = injected(&cluster(Version::NEWEST, vec![]), &template(annotations.clone()));
    assert_eq!(names(&pod["spec"]["volumes"]), ["model-dir", "model-config"]);
    let mut twice = template(annotations.clone());
    twice["spec"]["containers"] = json!([{"name": "kserve-container"}, {"name": "kserve-container"}]);
    annotations["internal.serving.kserve.io/configVolumeName"] = "".into();
    let without_name = injected(&cluster(Version::NEWEST, vec![]), &template(annotations));
    assert_eq!(without_name["spec"]["volumes"][1]["configMap"], json!({}));
    let twice = injected(&cluster(Version::NEWEST, vec![]), &twice);
    for index in [0, 1] {
        assert_eq!(names(&twice["spec"]["containers"][index]["volumeMounts"]), ["model-dir"]);
    }
    // Only the arguments follow the annotations; the mounts do not.
    let mounts = &pod["spec"]["containers"][1]["volumeMounts"];
    assert_eq!((&mounts[0]["mountPath"], &mounts[1]["mountPath"]), (&json!("/mnt/models"), &json!("/mnt/configs")));
}
