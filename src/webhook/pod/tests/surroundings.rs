//! Metrics, accelerators, users, configuration.

use super::*;
use crate::object::ControllerError;

#[test]
fn every_pod_gets_the_metrics_annotations() {
    let pod = injected(&cluster(Version::NEWEST, vec![]), &template(json!({})));
    let wanted = json!({
        "serving.kserve.io/enable-metric-aggregation": "false",
        "serving.kserve.io/enable-prometheus-scraping": "false",
    });
    assert_eq!(pod["metadata"]["annotations"], wanted);
    let scraped = json!({
        "serving.kserve.io/enable-metric-aggregation": "true",
        "serving.kserve.io/enable-prometheus-scraping": "true",
    });
    let pod = injected(&cluster(Version::NEWEST, vec![]), &template(scraped));
    assert_eq!(pod["metadata"]["annotations"]["prometheus.io/port"], "9088");
    assert_eq!(pod["metadata"]["annotations"]["prometheus.io/path"], "/metrics");
}

#[test]
fn a_limit_of_nvidia_gpus_selects_nodes() {
    let mut template = template(json!({"serving.kserve.io/gke-accelerator": "t4"}));
    let cluster = cluster(Version::NEWEST, vec![]);
    assert!(injected(&cluster, &template)["spec"].get("nodeSelector").is_none());
    template["spec"]["containers"][0]["resources"] = json!({"limits": {"nvidia.com/gpu": "1"}});
    template["spec"]["nodeSelector"] = json!({"zone": "a"});
    let wanted = json!({"zone": "a", "cloud.google.com/gke-accelerator": "t4"});
    assert_eq!(injected(&cluster, &template)["spec"]["nodeSelector"], wanted);
}

#[test]
fn the_init_container_runs_as_istios_proxy_where_the_plugin_redirects() {
    let cluster = cluster(Version::NEWEST, vec![]);
    let user = |annotations: Value, proxy: Value| {
        let mut template = with_uri("gs://b/m");
        template["metadata"]["annotations"]
            .as_object_mut()
            .expect("annotations")
            .extend(annotations.as_object().cloned().unwrap_or_default());
        template["spec"]["containers"].as_array_mut().expect("containers").push(proxy);
        injection(&cluster, &template).template.map_err(ControllerError::into_text).map(|template| {
            let context = template.get("spec").and_then(|spec| spec.pointer("/initContainers/0/securityContext"));
            context.and_then(|context| context["runAsUser"].as_i64())
        })
    };
    let redirected =
        |status: &str| json!({"sidecar.istio.io/interceptionMode": "REDIRECT", "sidecar.istio.io/status": status});
    let proxy = json!({"name": "istio-proxy"});
    let status = "{\"containers\": [\"istio-proxy\"]}";
    assert_eq!(user(redirected(status), proxy.clone()), Ok(Some(1337)));
    assert_eq!(
        user(redirected(status), json!({"name": "istio-proxy", "securityContext": {"runAsUser": 0}})),
        Ok(Some(0))
    );
    assert_eq!(user(redirected(status), json!({"name": "other"})), Ok(None));
    assert_eq!(user(json!({"sidecar.istio.io/status": status}), proxy.clone()), Ok(None));
    assert_eq!(user(json!({"serving.kserve.io/storage-initializer-uid": "42"}), proxy.clone()), Ok(Some(42)));
    assert_eq!(user(json!({"serving.kserve.io/storage-initializer-uid": "x"}), proxy.clone()), Ok(None));
    let refused = user(redirected("[]"), proxy.clone()).expect_err("a refusal");
    assert_eq!(refused, "panic: interface conversion: interface {} is []interface {}, not map[string]interface {}");
    let refused = user(redirected("{\"containers\": [1]}"), proxy.clone()).expect_err("a refusal");
    assert_eq!(refused, "panic: interface conversion: interface {} is float64, not string");
    assert_eq!(user(redirected("{"), proxy), Err("unexpected end of JSON input".to_owned()));
}

#[test]
fn a_bad_section_refuses_every_pod() {
    let section =
        json!({"image": "i", "memoryRequest": "1", "memoryLimit": "1", "cpuRequest": "1", "cpuLimit": "much"});
    let cluster = cluster(Version::NEWEST, vec![config(&[("batcher", section)])]);
    let refused = refusal(&cluster, &template(json!({})));
    assert!(
        refused.starts_with("Failed to parse resource configuration for \"batcher\": \"quantities must match"),
        "{refused}"
    );
}

#[test]
fn pods_that_set_everything_need_no_metrics_section() {
    let cluster = cluster(Version::NEWEST, vec![config(&[("metricsAggregator", Value::Null)])]);
    let [aggregation, scraping] =
        ["serving.kserve.io/enable-metric-aggregation", "serving.kserve.io/enable-prometheus-scraping"];
    assert!(refusal(&cluster, &template(json!({ aggregation: "false" }))).starts_with("panic: "));
    injected(&cluster, &template(json!({ aggregation: "false", scraping: "false" })));
}

/// A multi-node LLMInferenceService whose pods have these labels and annotations, after the webhook.
fn large(labels: Value, annotations: Value) -> Vec<Injected> {
    let pod = json!({ "containers": [{ "name": "main", "resources": { "limits": { "nvidia.com/gpu": "1" } } }] });
    let service = json!({
        "apiVersion": "serving.kserve.io/v1alpha2", "kind": "LLMInferenceService",
        "metadata": { "name": "m", "namespace": "n" },
        "spec": {
            "model": { "uri": "hf://acme/m" }, "labels": labels, "annotations": annotations,
            "parallelism": { "data": 2, "dataLocal": 1 }, "template": pod, "worker": pod, "prefill": {},
        },
    });
    let all = crate::render::render_all(&Cluster::of(Version::NEWEST, []), &[service], &Arc::default());
    all[0].injected().to_vec()
}

#[test]
fn pods_of_large_language_models_come_to_the_webhook_only_with_its_label() {
    let selector = json!({ "serving.kserve.io/gke-accelerator": "nvidia-l4" });
    assert!(large(json!({ "team": "a" }), selector.clone()).is_empty());
    let injected = large(json!({ "serving.kserve.io/inferenceservice": "m" }), selector);
    let places: Vec<_> = injected.iter().map(|one| (one.kind.as_str(), one.name.as_str(), one.place)).collect();
    assert_eq!(
        places,
        [
            ("LeaderWorkerSet", "m-kserve-mn", "/spec/leaderWorkerTemplate/leaderTemplate"),
            ("LeaderWorkerSet", "m-kserve-mn", "/spec/leaderWorkerTemplate/workerTemplate"),
        ]
    );
    for one in injected {
        let template = one.template.expect("a pod");
        assert_eq!(template["spec"]["nodeSelector"], json!({ "cloud.google.com/gke-accelerator": "nvidia-l4" }));
    }
}
