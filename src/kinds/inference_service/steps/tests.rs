//! The rules of the passes, on small services in a cluster with the defaults of a release.

use crate::object::ControllerError;
use crate::object::Kind;
use std::sync::Arc;

use serde_json::{Value, json};

use crate::facts::{Cluster, Settings};
use crate::facts::{Existing, Found};
use crate::kinds::inference_service::admission;
use crate::kinds::{Admitted, Reconciled, Status};
use crate::object::Key;
use crate::release::{Release, Version, defaults};

/// What the passes make of a service that the webhooks have just accepted.
fn run(cluster: &Cluster, service: &Value, existing: &Existing) -> Reconciled {
    let (object, existing_resource) = (service.clone(), existing.resource.clone());
    let admitted = Admitted::new(Key::of(service), object, existing_resource);
    let reach = match admission::admit_finalizer(cluster, &admitted) {
        Ok(_) => super::Reach::Everything,
        Err(refusal) => super::Reach::Nothing(ControllerError::new(refusal.into_text())),
    };
    super::run(cluster, service, existing, reach, false)
}

fn cluster_with(version: Version, settings: Settings, more: Vec<Value>) -> Cluster {
    let objects = defaults::objects(version).iter().cloned().chain(more.into_iter().map(Arc::new));
    Cluster::new(Release::of(version), settings, objects)
}

fn cluster(version: Version) -> Cluster {
    cluster_with(version, Settings::default(), Vec::new())
}

/// The newest release with some settings in sections of its ConfigMap.
fn configured(sections: &[(&str, Value)]) -> Cluster {
    let is_config = |object: &&Arc<Value>| object["metadata"]["name"] == "inferenceservice-config";
    let mut config = Value::clone(defaults::objects(Version::NEWEST).iter().find(is_config).unwrap());
    for (section, settings) in sections {
        let shipped = config["data"][*section].as_str().unwrap_or("{}");
        let mut text: Value = serde_json::from_str(shipped).unwrap();
        text.as_object_mut().unwrap().extend(settings.as_object().cloned().unwrap());
        config["data"][*section] = text.to_string().into();
    }
    cluster_with(Version::NEWEST, Settings::default(), vec![config])
}

/// A stored service with these annotations.
fn service(annotations: Value) -> Value {
    json!({
        "apiVersion": "serving.kserve.io/v1beta1",
        "kind": "InferenceService",
        "metadata": { "name": "flower", "namespace": "ns", "annotations": annotations },
        "spec": { "predictor": { "model": {
            "modelFormat": { "name": "sklearn" },
            "storageUri": "gs://b/v1",
        }}},
    })
}

const STANDARD: &str = "Standard";

fn in_mode(mode: &str) -> Value {
    service(json!({ "serving.kserve.io/deploymentMode": mode }))
}

fn reconciled(service: &Value) -> Reconciled {
    run(&cluster(Version::NEWEST), service, &Existing::default())
}

/// The status as the cluster stores it.
fn stored(status: &Option<Status>) -> Value {
    status.as_ref().map(Status::to_value).into()
}

/// `type status severity reason` of each condition.
fn conditions(status: &Option<Status>) -> Vec<String> {
    let status = stored(status);
    let list = status["conditions"].as_array();
    let text = |condition: &Value, key: &str| condition.get(key).and_then(Value::as_str).unwrap_or("-").to_owned();
    list.into_iter()
        .flatten()
        .map(|condition| ["type", "status", "severity", "reason"].map(|key| text(condition, key)).join(" "))
        .collect()
}

fn names(objects: &[Value]) -> Vec<String> {
    objects
        .iter()
        .map(|object| {
            let text = |path: &str| object.pointer(path).and_then(Value::as_str).unwrap_or_default();
            format!("{}/{}", text("/kind"), text("/metadata/name"))
        })
        .collect()
}

/// What the cluster holds after a service has settled: the service with its status, and its objects.
fn observed(service: &Value) -> Existing {
    let outcome = reconciled(service);
    let mut stored = service.clone();
    stored["status"] = self::stored(&outcome.status);
    let ready = json!({
        "latestCreatedRevisionName": "flower-predictor-00001",
        "latestReadyRevisionName": "flower-predictor-00001",
        "observedGeneration": 1,
        "conditions": [{ "type": "Ready", "status": "True" }],
        "traffic": [{ "latestRevision": true, "percent": 100, "revisionName": "flower-predictor-00001" }],
        "url": "http://flower-predictor.ns.example.com",
    });
    let objects = outcome.objects.into_iter().map(|mut object| {
        if object["apiVersion"] == "serving.knative.dev/v1" {
            object["status"] = ready.clone();
        }
        object
    });
    let found = Arc::new(Found::new(objects.chain([stored])));
    Existing::of(&found, Kind::InferenceService, "ns", "flower")
}

#[test]
fn a_knative_service_waits_for_its_workload_and_settles() {
    let outcome = reconciled(&service(json!({})));
    assert_eq!(
        conditions(&outcome.initial_status),
        [
            "IngressReady Unknown - Predictor ingress not created",
            "LatestDeploymentReady Unknown Info PredictorConfigurationReady not ready",
            "PredictorReady Unknown - -",
            "Ready Unknown - Predictor ingress not created",
            "RoutesReady Unknown Info PredictorRouteReady not ready",
            "Stopped False Info -",
        ]
    );
    let status = stored(&outcome.status);
    assert_eq!(
        conditions(&outcome.status),
        [
            "IngressReady True - -",
            "LatestDeploymentReady True Info -",
            "PredictorConfigurationReady True Info -",
            "PredictorReady True - -",
            "PredictorRouteReady True Info -",
            "Ready True - -",
            "RoutesReady True Info -",
            "Stopped False Info -",
        ]
    );
    assert_eq!(status["url"], "http://flower.ns.example.com");
    assert_eq!(status["address"]["url"], "http://flower.ns.svc.cluster.local");
    assert_eq!(status["components"]["predictor"]["latestRolledoutRevision"], "flower-predictor-00001");
    assert_eq!(status["modelStatus"]["states"]["activeModelState"], "Loaded");
    assert_eq!(names(&outcome.objects), ["Service/flower-predictor", "Service/flower", "VirtualService/flower"]);
    assert_eq!((outcome.error, outcome.events), (None, Vec::new()));
}

#[test]
fn a_standard_service_waits_for_its_workload_and_settles() {
    let outcome = reconciled(&in_mode(STANDARD));
    assert_eq!(
        conditions(&outcome.initial_status),
        [
            "IngressReady False - Predictor ingress not created",
            "PredictorReady False - -",
            "Ready False - Predictor ingress not created",
            "Stopped False Info -",
        ]
    );
    let status = stored(&outcome.status);
    assert_eq!(
        conditions(&outcome.status),
        [
            "IngressReady True - -",
            "PredictorReady True - NewReplicaSetAvailable",
            "Ready True - -",
            "Stopped False Info -",
        ]
    );
    assert_eq!(status["url"], "http://flower-ns.example.com");
    assert_eq!(status["observedGeneration"], 1);
    assert_eq!(
        names(&outcome.objects),
        [
            "Service/flower-predictor",
            "Deployment/flower-predictor",
            "HorizontalPodAutoscaler/flower-predictor",
            "Ingress/flower"
        ]
    );
}

#[test]
fn objects_named_as_not_ready_never_report() {
    let settings = Settings { not_ready: ["flower-predictor".to_owned()].into(), ..Settings::default() };
    let cluster = cluster_with(Version::NEWEST, settings, Vec::new());
    let outcome = run(&cluster, &in_mode(STANDARD), &Existing::default());
    assert_eq!(stored(&outcome.initial_status), stored(&outcome.status));
    assert!(!names(&outcome.objects).contains(&"Ingress/flower".to_owned()));
}

#[test]
fn deployments_are_not_patched_for_ever() {
    let generation = |version, predictor: Value| {
        let mut service = in_mode("RawDeployment");
        service["spec"]["predictor"] = predictor;
        stored(&run(&cluster(version), &service, &Existing::default()).status).get("observedGeneration").cloned()
    };
    let containers = json!([{ "name": "kserve-container", "image": "i" }]);
    for version in [Version::NEWEST, Version::V0_15] {
        assert_eq!(generation(version, json!({ "containers": containers })), Some(1.into()));
    }
}

#[test]
fn a_ready_deployment_reports_its_progress_and_its_pods() {
    let mut service = in_mode("RawDeployment");
    service["spec"]["predictor"]["minReplicas"] = 2.into();
    let status = |version| stored(&run(&cluster(version), &service, &Existing::default()).status);
    let ready = |status: &Value| {
        let is_predictor = |condition: &&Value| condition["type"] == "PredictorReady";
        status["conditions"].as_array().unwrap().iter().find(is_predictor).cloned().unwrap()
    };
    let newest = status(Version::NEWEST);
    assert_eq!(newest["modelStatus"]["copies"]["totalCopies"], 2);
    assert_eq!(
        ready(&newest)["message"],
        "ReplicaSet \"flower-predictor-<pod-template-hash>\" has successfully progressed."
    );
    assert_eq!(ready(&status(Version::V0_16)).get("reason"), None);
}

#[test]
fn a_multi_node_predictor_never_becomes_ready_before_its_reasons_are_compared() {
    let mut service = in_mode("RawDeployment");
    service["metadata"]["annotations"]["serving.kserve.io/autoscalerClass"] = "none".into();
    service["spec"]["predictor"] = json!({ "workerSpec": {}, "model": {
        "modelFormat": { "name": "huggingface" },
        "runtime": "kserve-huggingfaceserver-multinode",
        "storageUri": "pvc://claim/m",
    }});
    let outcome = |version| run(&cluster(version), &service, &Existing::default());
    let old = outcome(Version::V0_17);
    assert_eq!(
        conditions(&old.status)[..2],
        [
            "IngressReady False - Predictor ingress not created".to_owned(),
            "PredictorReady Unknown - predictor-container: MinimumReplicasAvailable, worker-container: \
             MinimumReplicasAvailable"
                .to_owned(),
        ]
    );
    assert!(!names(&old.objects).contains(&"Ingress/flower".to_owned()));
    assert_eq!(stored(&old.status).get("url"), None);
    assert!(names(&outcome(Version::V0_15).objects).contains(&"Ingress/flower".to_owned()));
}

#[test]
fn the_first_write_of_the_controller_is_admitted_like_any_update() {
    let outcome = |service: &Value, existing: &Existing, version| {
        let outcome = run(&cluster(version), service, existing);
        (outcome.error.map(ControllerError::into_text), outcome.objects.len())
    };
    let refused = "update rejected: deploymentMode cannot be changed from 'Standard' to 'Knative'";
    let new = in_mode("Knative");
    assert_eq!(outcome(&new, &Existing::default(), Version::V0_19), (Some(refused.to_owned()), 0));
    for version in [Version::V0_18, Version::V0_20] {
        assert_eq!(outcome(&new, &Existing::default(), version), (None, 3));
    }
    assert_eq!(outcome(&service(json!({})), &Existing::default(), Version::V0_19), (None, 3), "without annotation");
    let mut written = new.clone();
    written["metadata"]["finalizers"] = json!(["inferenceservice.finalizers"]);
    assert_eq!(outcome(&written, &Existing::default(), Version::V0_19), (None, 3));
    let mut stored = new.clone();
    stored["status"] = json!({ "deploymentMode": "Knative" });
    let existing = Existing { resource: Some(stored), ..Existing::default() };
    assert_eq!(outcome(&new, &existing, Version::V0_19), (None, 3));
}

#[test]
fn references_without_name_stay_without() {
    let mut service = in_mode(STANDARD);
    let from = json!([{ "configMapRef": { "name": "", "optional": true } }]);
    service["spec"]["predictor"]["model"]["envFrom"] = from;
    let outcome = reconciled(&service);
    let deployment = outcome.objects.iter().find(|object| object["kind"] == "Deployment").unwrap();
    let container = &deployment["spec"]["template"]["spec"]["containers"][0];
    assert_eq!(container["envFrom"], json!([{ "configMapRef": { "optional": true } }]));
}

#[test]
fn a_found_workload_keeps_its_status_until_it_changes() {
    let first = reconciled(&in_mode(STANDARD));
    let deployed = |available: &str| {
        let mut objects = first.objects.clone();
        for object in objects.iter_mut().filter(|object| object["kind"] == "Deployment") {
            let condition = json!({ "type": "Available", "status": available, "reason": "Petals", "message": "m" });
            object["status"] = json!({ "observedGeneration": 4, "conditions": [condition] });
        }
        Existing { resource: None, objects: Arc::new(Found::new(objects)) }
    };
    let mut changed = in_mode(STANDARD);
    let status =
        |service: &Value, available: &str| run(&cluster(Version::NEWEST), service, &deployed(available)).status;
    let failing = status(&changed, "False");
    assert!(conditions(&failing).contains(&"PredictorReady False - Petals".to_owned()), "{:?}", conditions(&failing));
    assert_eq!(stored(&failing)["observedGeneration"], 4);
    changed["spec"]["predictor"]["model"]["storageUri"] = "gs://b/v2".into();
    let updated = status(&changed, "False");
    assert!(conditions(&updated).contains(&"PredictorReady True - NewReplicaSetAvailable".to_owned()));
    assert_eq!(stored(&updated)["observedGeneration"], 5);
}

#[test]
fn gateway_routes_do_not_look_at_the_service_of_a_dropped_component() {
    let left =
        |name: &str| json!({ "apiVersion": "v1", "kind": "Service", "metadata": { "name": name, "namespace": "ns" } });
    let existing = Existing {
        resource: None,
        objects: Arc::new(Found::new([left("flower-transformer"), left("flower-predictor")])),
    };
    let outcome = run(&configured(&[("ingress", json!({ "enableGatewayApi": true }))]), &in_mode(STANDARD), &existing);
    let objects = names(&outcome.objects);
    assert!(objects.contains(&"HTTPRoute/flower".to_owned()), "{objects:?} {:?}", outcome.error);
    assert!(!objects.contains(&"Service/flower-transformer".to_owned()), "{objects:?}");
}

#[test]
fn a_missing_knative_ends_the_pass_and_newer_releases_say_so_in_the_status() {
    let settings = Settings { absent_apis: ["serving.knative.dev/v1".to_owned()].into(), ..Settings::default() };
    let outcome = |version| {
        let outcome =
            run(&cluster_with(version, settings.clone(), Vec::new()), &service(json!({})), &Existing::default());
        (outcome.error.is_some(), outcome.events.len(), conditions(&outcome.status).len(), outcome.objects.len())
    };
    assert_eq!(outcome(Version::NEWEST), (true, 1, 3, 0));
    assert_eq!(outcome(Version::V0_16), (true, 1, 0, 0));
}

#[test]
fn a_missing_keda_ends_the_pass_after_the_deployment() {
    let mut service = in_mode(STANDARD);
    service["metadata"]["annotations"]["serving.kserve.io/autoscalerClass"] = "keda".into();
    let absent = ["keda.sh/v1alpha1".to_owned(), "opentelemetry.io/v1beta1".to_owned()];
    let outcome = |service: &Value, version| {
        let settings = Settings { absent_apis: absent.clone().into(), ..Settings::default() };
        run(&cluster_with(version, settings, Vec::new()), service, &Existing::default())
    };
    let newest = outcome(&service, Version::NEWEST);
    let text = "fails to reconcile predictor: failed to get existing KEDA autoscaler: no matches for kind \"ScaledObject\" in \
                version \"keda.sh/v1alpha1\"";
    assert_eq!(newest.error.unwrap().text(), format!("fails to reconcile component: {text}"));
    assert_eq!(newest.events, [format!("Warning InternalError {text}")]);
    assert_eq!(names(&newest.objects), ["Service/flower-predictor", "Deployment/flower-predictor"]);
    let ready = conditions(&newest.status).into_iter().find(|condition| condition.starts_with("PredictorReady"));
    assert_eq!(ready.as_deref(), Some("PredictorReady False - ReconcileFailed"));
    service["metadata"]["annotations"]["serving.kserve.io/deploymentMode"] = "RawDeployment".into();
    let oldest = outcome(&service, Version::V0_15);
    assert_eq!(
        oldest.error.as_ref().map(ControllerError::text),
        Some(
            "fails to reconcile component: fails to reconcile predictor: no kind is registered for the type \
             v1alpha1.ScaledObject in scheme \"pkg/runtime/scheme.go:100\""
        )
    );
    assert_eq!(
        outcome(&service, Version::V0_16).error.as_ref().map(ControllerError::text),
        Some(
            "fails to reconcile component: fails to reconcile predictor: failed to get existing KEDA autoscaler: no kind is \
             registered for the type v1alpha1.ScaledObject in scheme \"pkg/runtime/scheme.go:110\""
        )
    );
    // Without a ScaledObject the controller does not check for KEDA.
    assert_eq!(outcome(&in_mode(STANDARD), Version::NEWEST).error, None);
    let podmetric = json!([{ "type": "PodMetric", "podmetric": {
        "metric": { "backend": "opentelemetry", "metricNames": ["a"], "query": "q" }, "target": { "type": "Value", "value": "1" },
    } }]);
    service["spec"]["predictor"]["autoScaling"] = json!({ "metrics": podmetric });
    let collector = outcome(&service, Version::NEWEST);
    assert_eq!(
        collector.error.as_ref().map(ControllerError::text),
        Some(
            "fails to reconcile component: fails to reconcile predictor: failed to get existing OTel Collector resource: no matches \
             for kind \"OpenTelemetryCollector\" in version \"opentelemetry.io/v1beta1\""
        )
    );
    assert_eq!(names(&collector.objects), ["Service/flower-predictor"]);
}

#[test]
fn a_missing_keda_fails_a_canary_too() {
    let mut service = in_mode(STANDARD);
    service["spec"]["predictor"]["name"] = "stable".into();
    let keda = json!({ "serving.kserve.io/autoscalerClass": "keda" });
    service["spec"]["canary"] = json!([{ "trafficPercent": 10, "predictor": {
        "name": "next", "annotations": keda, "model": { "storageUri": "gs://b/v2" },
    } }]);
    let settings = Settings { absent_apis: ["keda.sh/v1alpha1".to_owned()].into(), ..Settings::default() };
    let outcome = run(&cluster_with(Version::NEWEST, settings, Vec::new()), &service, &Existing::default());
    assert_eq!(
        outcome.error.as_ref().map(ControllerError::text),
        Some(
            "fails to reconcile component: fails to reconcile canary deployments: fails to reconcile canary next: failed to get \
             existing KEDA autoscaler: no matches for kind \"ScaledObject\" in version \"keda.sh/v1alpha1\""
        )
    );
}

#[test]
fn the_mode_in_the_status_wins() {
    let mut existing = observed(&in_mode(STANDARD));
    let status = |existing: &Existing, version| stored(&run(&cluster(version), &service(json!({})), existing).status);
    assert_eq!(status(&existing, Version::NEWEST)["deploymentMode"], STANDARD);
    // Releases between the two names run a service that still has the older one as a Knative Service.
    existing.resource.as_mut().unwrap()["status"]["deploymentMode"] = "RawDeployment".into();
    assert_eq!(status(&existing, Version::NEWEST)["deploymentMode"], STANDARD);
    assert_eq!(status(&existing, Version::V0_17)["deploymentMode"], "RawDeployment");
}

#[test]
fn a_ready_service_can_be_kept_as_it_is() {
    let existing = observed(&in_mode(STANDARD));
    let mut changed = in_mode(STANDARD);
    changed["spec"]["predictor"]["model"]["storageUri"] = "gs://b/v2".into();
    changed["metadata"]["annotations"]["serving.kserve.io/disable-auto-update"] = "true".into();
    let outcome = run(&cluster(Version::NEWEST), &changed, &existing);
    assert_eq!(Some(&stored(&outcome.status)), existing.resource.as_ref().unwrap().get("status"));
    assert!(outcome.objects.is_empty());
    let fresh = reconciled(&changed);
    assert!(!fresh.objects.is_empty(), "only a ready service is kept");
}

#[test]
fn stopping_resets_the_status_and_deletes_the_objects() {
    let stopped = service(json!({ "serving.kserve.io/stop": "True" }));
    let expected = [
        "IngressReady False - Stopped",
        "PredictorReady False - Stopped",
        "Ready False - Stopped",
        "Stopped True Info -",
    ];
    let fresh = reconciled(&stopped);
    assert_eq!(conditions(&fresh.status), expected);
    assert!(fresh.objects.is_empty());
    assert_eq!(stored(&fresh.initial_status).get("clusterServingRuntimeName"), None, "the reset comes after");
    assert_eq!(stored(&fresh.status)["clusterServingRuntimeName"], "kserve-sklearnserver");

    let outcome = run(&cluster(Version::NEWEST), &stopped, &observed(&service(json!({}))));
    assert_eq!(conditions(&outcome.status), expected);
    let deleted: Vec<String> = outcome.deleted.iter().map(ToString::to_string).collect();
    assert_eq!(deleted, ["Service/ns/flower-predictor", "VirtualService/ns/flower", "Service/ns/flower"]);
    assert_eq!(
        outcome.events,
        ["Warning InferenceServiceNotReady InferenceService [flower] is no longer Ready because of: \
          IngressReady, PredictorReady, Ready"]
    );

    let old = run(&cluster(Version::V0_15), &stopped, &Existing::default());
    let expected = ["IngressReady False - -", "PredictorReady False - -", "Ready False - -", "Stopped True Info -"];
    assert_eq!(conditions(&old.status), expected, "without reason");
}

#[test]
fn a_changed_knative_service_gets_a_new_revision() {
    let existing = observed(&service(json!({})));
    let mut changed = service(json!({}));
    changed["spec"]["predictor"]["model"]["storageUri"] = "gs://b/v2".into();
    let entry = |changed: &Value| {
        let outcome = run(&cluster(Version::NEWEST), changed, &existing);
        stored(&outcome.status)["components"]["predictor"].take()
    };
    let rolled_out = entry(&changed);
    assert_eq!(rolled_out["latestRolledoutRevision"], "flower-predictor-00002");
    assert_eq!(rolled_out["previousRolledoutRevision"], "flower-predictor-00001");
    changed["spec"]["predictor"]["canaryTrafficPercent"] = 10.into();
    let canary = entry(&changed);
    assert_eq!(canary["latestReadyRevision"], "flower-predictor-00002");
    assert_eq!(canary["latestRolledoutRevision"], "flower-predictor-00001");
    assert_eq!(canary["traffic"][1]["url"], "http://prev-flower-predictor.ns.example.com");
}

#[test]
fn the_ca_bundle_is_copied_and_keeps_what_others_add() {
    let config = json!({
        "apiVersion": "v1", "kind": "ConfigMap",
        "metadata": { "name": "inferenceservice-config", "namespace": "kserve" },
        "data": {
            "deploy": r#"{"defaultDeploymentMode": "Knative"}"#,
            "ingress": r#"{"ingressGateway": "a/b"}"#,
            "storageInitializer": r#"{"caBundleConfigMapName": "ca", "memoryRequest": "1", "memoryLimit": "1",
                "cpuRequest": "1", "cpuLimit": "1"}"#,
        },
    });
    let bundle = |namespace: &str, name: &str, data: Value| {
        json!({
            "apiVersion": "v1", "kind": "ConfigMap",
            "metadata": { "name": name, "namespace": namespace },
            "data": data,
        })
    };
    let run_with = |version, objects: Vec<Value>, found: Vec<Value>| {
        let existing = Existing::of(&Arc::new(Found::new(found)), Kind::InferenceService, "ns", "flower");
        run(&cluster_with(version, Settings::default(), objects), &service(json!({})), &existing)
    };
    let missing = run_with(Version::NEWEST, vec![config.clone()], Vec::new());
    assert_eq!(
        missing.error.as_ref().map(ControllerError::text),
        Some(
            "fails to get cabundle configmap for creating to user namespace: failed to get configmap ca from the \
             cluster: configmaps \"ca\" not found"
        )
    );
    let objects = vec![config, bundle("kserve", "ca", json!({ "cabundle.crt": "PEM", "other": "x" }))];
    let copied = run_with(Version::NEWEST, objects.clone(), Vec::new());
    assert_eq!(copied.objects[0], bundle("ns", "global-ca-bundle", json!({ "cabundle.crt": "PEM" })));
    let found = vec![bundle("ns", "global-ca-bundle", json!({ "cabundle.crt": "PEM", "mine": "y" }))];
    let data = |version| run_with(version, objects.clone(), found.clone()).objects[0]["data"].take();
    assert_eq!(data(Version::NEWEST), json!({ "cabundle.crt": "PEM", "mine": "y" }));
    assert_eq!(data(Version::V0_18), json!({ "cabundle.crt": "PEM" }));
}

#[test]
fn an_initial_scale_that_knative_refuses_is_dropped() {
    let scale = |value: &str, autoscaler: Value| {
        let config = json!({
            "apiVersion": "v1", "kind": "ConfigMap",
            "metadata": { "name": "config-autoscaler", "namespace": "knative-serving" },
            "data": autoscaler,
        });
        let cluster = cluster_with(Version::NEWEST, Settings::default(), vec![config]);
        let service = service(json!({ "autoscaling.knative.dev/initial-scale": value }));
        let outcome = run(&cluster, &service, &Existing::default());
        let annotations = outcome.objects.first().map(|object| &object["spec"]["template"]["metadata"]["annotations"]);
        let kept = annotations.and_then(|annotations| annotations.get("autoscaling.knative.dev/initial-scale"));
        (kept.is_some(), outcome.error.map(ControllerError::into_text))
    };
    assert_eq!(scale("3", json!({})), (true, None));
    assert_eq!(scale("-1", json!({})), (true, None));
    assert_eq!(scale("a", json!({})), (false, None));
    assert_eq!(scale("0", json!({})), (false, None));
    assert_eq!(scale("0", json!({ "allow-zero-initial-scale": "T" })), (true, None));
    let error = scale("0", json!({ "allow-zero-initial-scale": "yes" })).1.unwrap();
    assert!(error.ends_with("strconv.ParseBool: parsing \"yes\": invalid syntax"), "{error}");
}

#[test]
fn the_worker_of_a_multi_node_predictor_is_deleted_in_every_pass() {
    let mut service = in_mode(STANDARD);
    service["metadata"]["annotations"]["serving.kserve.io/autoscalerClass"] = "none".into();
    service["spec"]["predictor"] = json!({
        "model": {
            "modelFormat": { "name": "huggingface" },
            "runtime": "kserve-huggingfaceserver-multinode",
            "storageUri": "pvc://c/m",
        },
        "workerSpec": {},
    });
    let outcome = reconciled(&service);
    let deleted: Vec<String> = outcome.deleted_again.iter().map(ToString::to_string).collect();
    assert_eq!(
        deleted,
        ["Service/ns/flower-head-1", "Service/ns/flower-workers-1", "Deployment/ns/flower-predictor-worker"]
    );
    assert!(names(&outcome.objects).contains(&"Deployment/flower-predictor-worker".to_owned()));
    let older = run(&cluster(Version::V0_19), &service, &Existing::default());
    assert!(older.deleted_again.is_empty());
}

#[test]
fn a_knative_service_and_a_service_of_the_same_name_are_two_objects() {
    let object = |api_version: &str| json!({ "apiVersion": api_version, "kind": "Service", "metadata": { "name": "a", "namespace": "ns" } });
    let found = Found::new([object("v1"), object("serving.knative.dev/v1")]);
    let api_version = |kind| found.get(kind, "ns", "a").and_then(|object| object["apiVersion"].as_str());
    assert_eq!(api_version(Kind::Service), Some("v1"));
    assert_eq!(api_version(Kind::KnativeService), Some("serving.knative.dev/v1"));
}
