//! Each rule of `lint` finds the fault that it is for, and nothing in a sound input.

#![allow(clippy::restriction, reason = "a test says what is wrong by panicking")]

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use kserve_render::Existing;
use kserve_render::input::{self, Source, settings};
use kserve_render::life;
use kserve_render::lint::{self, Peers};
use kserve_render::object::{Kind, role};
use kserve_render::release::{Release, Version, defaults};
use kserve_render::{Cluster, Found, Rendering, Settings, Value};

/// A rule with a text in which it has a finding, and a similar text in which it has none.
struct Case {
    rule: &'static str,
    version: Version,
    /// Values for the configuration, as `section.key=value`, for the bad and for the good text.
    set: [&'static [&'static str]; 2],
    bad: &'static str,
    good: &'static str,
    /// What the cluster holds.
    observed: &'static str,
}

/// The defaults of a case.
const CASE: Case = Case { rule: "", version: Version::NEWEST, set: [&[]; 2], bad: "", good: "", observed: "" };

/// The documents in a text, which are separated by lines `---`.
fn documents(text: &str) -> Vec<Value> {
    let source = Arc::new(Source { name: "test.yaml".into(), text: text.into() });
    let read = input::read(&source);
    assert_eq!(read.problems, [], "{text}");
    let mut values: Vec<Value> = read.documents.into_iter().map(|document| document.value).collect();
    values.iter_mut().for_each(|value| role::set_namespace(value, "default"));
    values
}

fn is_service(object: &Value) -> bool {
    object.get("kind").is_some_and(|kind| kind == "InferenceService")
}

/// The findings in a text by code and path, such as `KSR001 spec.predictor`.
fn lint(text: &str, set: &[&str], version: Version) -> Vec<(String, String)> {
    lint_observed(text, set, version, "")
}

/// Like [`lint`], in a cluster that already holds something.
fn lint_observed(text: &str, set: &[&str], version: Version, observed: &str) -> Vec<(String, String)> {
    let (services, others): (Vec<Value>, Vec<Value>) = documents(text).into_iter().partition(is_service);
    let mut objects: Vec<Arc<Value>> = defaults::objects(version).to_vec();
    let at = objects.iter().position(|object| settings::is_config(object)).expect("the release has a ConfigMap");
    let mut config = Value::clone(&objects[at]);
    for change in set {
        settings::set(&mut config, &change.parse().expect("a change")).expect("a change that can be made");
    }
    objects[at] = Arc::new(config);
    objects.extend(others.into_iter().map(Arc::new));
    let cluster = Cluster::new(Release::of(version), Settings::default(), objects);
    let found = Arc::new(Found::new(documents(observed)));
    let existing = |service: &Value| {
        let text = |pointer: &str| service.pointer(pointer).and_then(Value::as_str).unwrap_or_default();
        Existing::of(&found, Kind::InferenceService, text("/metadata/namespace"), text("/metadata/name"))
    };
    let renderings: Vec<Rendering> =
        services.iter().map(|service| life::replace(&cluster, service, &existing(service))).collect();
    let peers = Peers::of(&cluster, &renderings);
    let mut found = lint::config(&cluster);
    for (service, rendering) in services.iter().zip(&renderings) {
        found.extend(lint::service(&cluster, service, &existing(service), rendering, &peers));
    }
    found.iter().map(|finding| (finding.code.id.to_owned(), format!("{}: {}", finding.path, finding.message))).collect()
}

/// A service in Standard mode with these lines below `spec`.
macro_rules! standard {
    ($spec:literal) => {
        knative!("\n  annotations:\n    serving.kserve.io/deploymentMode: Standard", $spec)
    };
}

/// A service in Knative mode with these lines below `metadata` and `spec`.
macro_rules! knative {
    ($metadata:literal, $spec:expr) => {
        concat!(
            "apiVersion: serving.kserve.io/v1beta1\nkind: InferenceService\nmetadata:\n  namespace: garden\n  name: flower",
            $metadata,
            "\nspec:",
            $spec
        )
    };
    ($spec:literal) => {
        knative!("", $spec)
    };
}

/// A storage container in addition to the one that the release ships.
macro_rules! second_store {
    () => {
        "---\napiVersion: serving.kserve.io/v1alpha1\nkind: ClusterStorageContainer\nmetadata: {name: second}\nspec:\n  container: {name: \
         storage-initializer, image: a/b:1}\n  supportedUriFormats: [{prefix: gs://}]\n"
    };
}

/// A service that KEDA scales by an OpenTelemetry query.
macro_rules! scaled_by {
    ($query:literal) => {
        knative!(
            "\n  annotations: {serving.kserve.io/deploymentMode: Standard, serving.kserve.io/autoscalerClass: keda}",
            concat!(
                "\n  predictor:\n    autoScaling:\n      metrics:\n      - type: PodMetric\n        podmetric:\n          metric: {backend: \
                 opentelemetry, metricNames: [running], query: \"",
                $query,
                "\"}\n          target: {type: Value, value: \"4\"}\n    model:\n      modelFormat: {name: sklearn}\n      storageUri: gs://b/m\n"
            )
        )
    };
}

/// A service that a HorizontalPodAutoscaler scales.
const SCALED: &str = "apiVersion: serving.kserve.io/v1beta1\nkind: InferenceService\nmetadata:\n  name: flower\n  namespace: garden\n  annotations: \
    {serving.kserve.io/deploymentMode: Standard}\nspec:\n  predictor:\n    model:\n      modelFormat: {name: sklearn}\n      storageUri: \
    gs://b/m\nstatus: {deploymentMode: Standard}\n---\napiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata:\n  name: \
    flower-predictor\n  namespace: garden\n  ownerReferences: [{apiVersion: serving.kserve.io/v1beta1, kind: InferenceService, name: flower, \
    controller: true}]\nspec:\n  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: flower-predictor}\n  minReplicas: 1\n  \
    maxReplicas: 1\n";

const MODEL: &str =
    knative!("\n  predictor:\n    model:\n      modelFormat: {name: sklearn}\n      storageUri: gs://b/m\n");

/// A service in Knative mode whose predictor has a name that is too long.
const LONG: &str = concat!(
    "apiVersion: serving.kserve.io/v1beta1\nkind: InferenceService\nmetadata:\n  namespace: garden\n  name: ",
    "a-classifier-of-flowers-and-leaves-with-a-name-that-is-long\n",
    "spec:\n  predictor:\n    model:\n      modelFormat: {name: sklearn}\n      storageUri: gs://b/m\n"
);

/// A multi-node model.
const MULTI_NODE: &str = knative!(
    "\n  annotations:\n    serving.kserve.io/deploymentMode: Standard\n    serving.kserve.io/autoscalerClass: none",
    "\n  predictor:\n    workerSpec: {pipelineParallelSize: 2}\n    model:\n      modelFormat: {name: huggingface}\n      runtime: \
     kserve-huggingfaceserver-multinode\n      storageUri: pvc://models/m\n"
);

/// Bounds of the replicas that contradict each other, with a ConfigMap that lets the annotation through.
const DISAGREEING: &str = knative!(
    "\n  predictor:\n    minReplicas: 3\n    annotations: {autoscaling.knative.dev/max-scale: \"2\"}\n    model:\n      modelFormat: \
     {name: sklearn}\n      storageUri: gs://b/m\n---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: inferenceservice-config, \
     namespace: kserve}\ndata:\n  ingress: '{\"ingressGateway\": \"a/b\"}'\n  deploy: '{\"defaultDeploymentMode\": \"Knative\"}'\n  storageInitializer: '{\"image\": \
     \"a\", \"memoryRequest\": \"1\", \"memoryLimit\": \"1\", \"cpuRequest\": \"1\", \"cpuLimit\": \"1\"}'\n"
);

const CASES: &[Case] = &[
    Case {
        rule: "KSR001",
        bad: MODEL,
        good: standard!("\n  predictor:\n    containers:\n    - name: kserve-container\n      image: a/b:1\n"),
        ..CASE
    },
    Case {
        rule: "KSR002",
        bad: knative!(
            "\n  predictor:\n    model:\n      modelFormat: {name: nothing-serves-this}\n      storageUri: gs://b/m\n"
        ),
        good: MODEL,
        ..CASE
    },
    Case { rule: "KSR003", bad: LONG, good: MODEL, ..CASE },
    Case { rule: "KSR004", bad: LONG, good: MODEL, ..CASE },
    Case { rule: "KSR005", set: [&["deploy.defaultDeploymentMode=Sometimes"], &[]], bad: "", good: MODEL, ..CASE },
    Case {
        rule: "KSR006",
        set: [&["ingress.ingresDomain=x.org"], &["ingress.ingressDomain=x.org"]],
        bad: "",
        good: "",
        ..CASE
    },
    Case {
        rule: "KSR007",
        set: [
            &["ingress.domainTemplate={{ .Name }}.{{ .IngressDomain }}"],
            &["ingress.domainTemplate={{ .Name }}.{{ .Namespace }}.org"],
        ],
        bad: "",
        good: "",
        ..CASE
    },
    Case {
        rule: "KSR008",
        set: [
            &["ingress.disableIngressCreation=true", "ingress.ingressGateway="],
            &["ingress.disableIngressCreation=true"],
        ],
        bad: "",
        good: "",
        ..CASE
    },
    Case {
        rule: "KSR009",
        set: [&["ingress.domainTemplate={{ .Name }}.{{ .IngressDomain }}"], &[]],
        bad: concat!(
            standard!("\n  predictor:\n    model:\n      modelFormat: {name: sklearn}\n      storageUri: gs://b/m\n"),
            "---\napiVersion: serving.kserve.io/v1beta1\nkind: InferenceService\nmetadata:\n  name: flower\n  namespace: field\n  annotations: {serving.kserve.io/deploymentMode: Standard}\nspec:\n  predictor:\n    model:\n      modelFormat: {name: sklearn}\n      storageUri: gs://b/m\n"
        ),
        good: concat!(
            standard!("\n  predictor:\n    model:\n      modelFormat: {name: sklearn}\n      storageUri: gs://b/m\n"),
            "---\napiVersion: serving.kserve.io/v1beta1\nkind: InferenceService\nmetadata:\n  name: flower\n  namespace: field\n  annotations: {serving.kserve.io/deploymentMode: Standard}\nspec:\n  predictor:\n    model:\n      modelFormat: {name: sklearn}\n      storageUri: gs://b/m\n"
        ),
        ..CASE
    },
    Case {
        rule: "KSR010",
        bad: standard!(
            "\n  predictor:\n    model:\n      modelFormat: {name: sklearn}\n      storageUri: gs://b/m\n  transformer:\n    containers:\n    - name: kserve-container\n      image: a/b:1\n"
        ),
        good: standard!("\n  predictor:\n    model:\n      modelFormat: {name: sklearn}\n      storageUri: gs://b/m\n"),
        ..CASE
    },
    Case {
        rule: "KSR011",
        bad: knative!(
            "\n  labels:\n    networking.knative.dev/visibility: cluster-local",
            "\n  predictor:\n    model:\n      modelFormat: {name: sklearn}\n      storageUri: gs://b/m\n"
        ),
        good: MODEL,
        ..CASE
    },
    Case { rule: "KSR012", set: [&["ingress.urlScheme=https"], &[]], bad: MODEL, good: MODEL, ..CASE },
    Case {
        rule: "KSR013",
        set: [
            &["ingress.pathTemplate=/{{ .Name }}", "ingress.ingressDomain=x.org"],
            &["ingress.pathTemplate=/{{ .Name }}", "ingress.ingressDomain=x.org"],
        ],
        bad: standard!("\n  predictor:\n    model:\n      modelFormat: {name: sklearn}\n      storageUri: gs://b/m\n"),
        good: MODEL,
        ..CASE
    },
    // Only older releases report the address without its port.
    Case {
        rule: "KSR014",
        version: Version::V0_16,
        set: [&["service.serviceClusterIPNone=true"], &["service.serviceClusterIPNone=false"]],
        bad: standard!("\n  predictor:\n    model:\n      modelFormat: {name: sklearn}\n      storageUri: gs://b/m\n"),
        good: standard!("\n  predictor:\n    model:\n      modelFormat: {name: sklearn}\n      storageUri: gs://b/m\n"),
        ..CASE
    },
    Case {
        rule: "KSR015",
        set: [
            &["ingress.enableGatewayApi=true"],
            &["ingress.enableGatewayApi=true", "ingress.disableHTTPRouteTimeout=true"],
        ],
        bad: standard!("\n  predictor:\n    model:\n      modelFormat: {name: sklearn}\n      storageUri: gs://b/m\n"),
        good: standard!("\n  predictor:\n    model:\n      modelFormat: {name: sklearn}\n      storageUri: gs://b/m\n"),
        ..CASE
    },
    Case {
        rule: "KSR016",
        bad: standard!(
            "\n  predictor:\n    model:\n      modelFormat: {name: sklearn}\n      storageUri: gs://b/m\n  transformer:\n    containers:\n    - name: kserve-container\n      image: a/b:1\n      args: [--predictor_host, flower-predictor-default.garden]\n"
        ),
        good: standard!(
            "\n  predictor:\n    model:\n      modelFormat: {name: sklearn}\n      storageUri: gs://b/m\n  transformer:\n    containers:\n    - name: kserve-container\n      image: a/b:1\n"
        ),
        ..CASE
    },
    Case {
        rule: "KSR017",
        bad: knative!(
            "\n  predictor:\n    containers:\n    - name: kserve-container\n      image: a/b:1\n      ports: [{containerPort: 9000, name: grpc}]\n"
        ),
        good: knative!(
            "\n  predictor:\n    containers:\n    - name: kserve-container\n      image: a/b:1\n      ports: [{containerPort: 9000, name: h2c}]\n"
        ),
        ..CASE
    },
    Case {
        rule: "KSR018",
        set: [
            &["ingress.pathTemplate=/{{ .Labels.team }}/{{ .Name }}", "ingress.ingressDomain=x.org"],
            &["ingress.pathTemplate=/{{ .Name }}", "ingress.ingressDomain=x.org"],
        ],
        bad: MODEL,
        good: MODEL,
        ..CASE
    },
    Case {
        rule: "KSR019",
        bad: DISAGREEING,
        good: knative!(
            "\n  predictor:\n    minReplicas: 1\n    maxReplicas: 2\n    model:\n      modelFormat: {name: sklearn}\n      storageUri: gs://b/m\n"
        ),
        ..CASE
    },
    Case {
        rule: "KSR020",
        bad: standard!(
            "\n  predictor:\n    minReplicas: 0\n    model:\n      modelFormat: {name: sklearn}\n      storageUri: gs://b/m\n"
        ),
        good: knative!(
            "\n  predictor:\n    minReplicas: 0\n    model:\n      modelFormat: {name: sklearn}\n      storageUri: gs://b/m\n"
        ),
        ..CASE
    },
    Case {
        rule: "KSR021",
        bad: standard!(
            "\n  predictor:\n    canaryTrafficPercent: 10\n    model:\n      modelFormat: {name: sklearn}\n      storageUri: gs://b/m\n"
        ),
        good: knative!(
            "\n  predictor:\n    canaryTrafficPercent: 10\n    model:\n      modelFormat: {name: sklearn}\n      storageUri: gs://b/m\n"
        ),
        ..CASE
    },
    Case {
        rule: "KSR022",
        bad: knative!(
            "\n  annotations:\n    autoscaling.knative.dev/min-scale: \"2\"",
            "\n  predictor:\n    model:\n      modelFormat: {name: sklearn}\n      storageUri: gs://b/m\n"
        ),
        good: knative!(
            "\n  annotations:\n    autoscaling.knative.dev/target: \"2\"",
            "\n  predictor:\n    model:\n      modelFormat: {name: sklearn}\n      storageUri: gs://b/m\n"
        ),
        ..CASE
    },
    Case {
        rule: "KSR023",
        bad: standard!(
            "\n  predictor:\n    scaleMetric: rps\n    scaleTarget: 5\n    model:\n      modelFormat: {name: sklearn}\n      storageUri: gs://b/m\n"
        ),
        good: standard!(
            "\n  predictor:\n    scaleMetric: cpu\n    scaleTarget: 5\n    model:\n      modelFormat: {name: sklearn}\n      storageUri: gs://b/m\n"
        ),
        ..CASE
    },
    Case {
        rule: "KSR024",
        bad: standard!(
            "\n  predictor:\n    containerConcurrency: 4\n    model:\n      modelFormat: {name: sklearn}\n      storageUri: gs://b/m\n"
        ),
        good: knative!(
            "\n  predictor:\n    containerConcurrency: 4\n    model:\n      modelFormat: {name: sklearn}\n      storageUri: gs://b/m\n"
        ),
        ..CASE
    },
    Case {
        rule: "KSR025",
        bad: knative!(
            "\n  annotations:\n    serving.kserve.io/deploymentMode: Serverful",
            "\n  predictor:\n    model:\n      modelFormat: {name: sklearn}\n      storageUri: gs://b/m\n"
        ),
        good: knative!(
            "\n  annotations:\n    serving.kserve.io/deploymentMode: Serverless",
            "\n  predictor:\n    model:\n      modelFormat: {name: sklearn}\n      storageUri: gs://b/m\n"
        ),
        ..CASE
    },
    Case {
        rule: "KSR026",
        bad: knative!(
            "\n  annotations:\n    serving.kserve.io/stop: \"yes\"",
            "\n  predictor:\n    model:\n      modelFormat: {name: sklearn}\n      storageUri: gs://b/m\n"
        ),
        good: knative!(
            "\n  annotations:\n    serving.kserve.io/stop: \"True\"",
            "\n  predictor:\n    model:\n      modelFormat: {name: sklearn}\n      storageUri: gs://b/m\n"
        ),
        ..CASE
    },
    Case {
        rule: "KSR027",
        bad: knative!(
            "\n  annotations:\n    serving.kserve.io/deploymentmode: Standard",
            "\n  predictor:\n    model:\n      modelFormat: {name: sklearn}\n      storageUri: gs://b/m\n"
        ),
        good: knative!(
            "\n  annotations:\n    serving.kserve.io/team: a",
            "\n  predictor:\n    model:\n      modelFormat: {name: sklearn}\n      storageUri: gs://b/m\n"
        ),
        ..CASE
    },
    Case {
        rule: "KSR028",
        bad: knative!(
            "\n  annotations:\n    serving.kserve.io/disable-auto-update: \"true\"",
            "\n  predictor:\n    model:\n      modelFormat: {name: sklearn}\n      storageUri: gs://b/m\n"
        ),
        good: knative!(
            "\n  annotations:\n    serving.kserve.io/disable-auto-update: \"false\"",
            "\n  predictor:\n    model:\n      modelFormat: {name: sklearn}\n      storageUri: gs://b/m\n"
        ),
        ..CASE
    },
    Case {
        rule: "KSR029",
        bad: knative!("\n  predictor:\n    sklearn:\n      storageUri: gs://b/m\n"),
        good: MODEL,
        ..CASE
    },
    Case {
        rule: "KSR030",
        bad: knative!(
            "\n  predictor:\n    model:\n      modelFormat: {name: ours}\n      storageUri: gs://b/m\n---\napiVersion: serving.kserve.io/v1alpha1\nkind: ClusterServingRuntime\nmetadata: {name: one}\nspec:\n  disabled: false\n  supportedModelFormats: [{name: ours, autoSelect: true, priority: 1}]\n  containers: [{name: kserve-container, image: a/b:1, args: [--port=8080]}]\n---\napiVersion: serving.kserve.io/v1alpha1\nkind: ClusterServingRuntime\nmetadata: {name: two}\nspec:\n  disabled: false\n  supportedModelFormats: [{name: ours, autoSelect: true, priority: 1}]\n  containers: [{name: kserve-container, image: a/b:1, args: [--port=8080]}]\n"
        ),
        good: knative!(
            "\n  predictor:\n    model:\n      modelFormat: {name: ours}\n      storageUri: gs://b/m\n---\napiVersion: serving.kserve.io/v1alpha1\nkind: ClusterServingRuntime\nmetadata: {name: one}\nspec:\n  disabled: false\n  supportedModelFormats: [{name: ours, autoSelect: true, priority: 1}]\n  containers: [{name: kserve-container, image: a/b:1, args: [--port=8080]}]\n---\napiVersion: serving.kserve.io/v1alpha1\nkind: ClusterServingRuntime\nmetadata: {name: two}\nspec:\n  disabled: true\n  supportedModelFormats: [{name: ours, autoSelect: true, priority: 1}]\n  containers: [{name: kserve-container, image: a/b:1, args: [--port=8080]}]\n"
        ),
        ..CASE
    },
    Case {
        rule: "KSR031",
        bad: knative!(
            "\n  predictor:\n    model:\n      runtime: one\n      modelFormat: {name: ours}\n      storageUri: gs://b/m\n---\napiVersion: serving.kserve.io/v1alpha1\nkind: ClusterServingRuntime\nmetadata: {name: one}\nspec:\n  protocolVersions: [v2]\n  supportedModelFormats: [{name: ours, autoSelect: true, priority: 1}]\n  containers: [{name: kserve-container, image: a/b:1, args: [--port=8080]}]\n"
        ),
        good: knative!(
            "\n  predictor:\n    model:\n      runtime: one\n      modelFormat: {name: ours}\n      storageUri: gs://b/m\n---\napiVersion: serving.kserve.io/v1alpha1\nkind: ClusterServingRuntime\nmetadata: {name: one}\nspec:\n  protocolVersions: [v1, v2]\n  supportedModelFormats: [{name: ours, autoSelect: true, priority: 1}]\n  containers: [{name: kserve-container, image: a/b:1, args: [--port=8080]}]\n"
        ),
        ..CASE
    },
    Case {
        rule: "KSR032",
        bad: knative!(
            "\n  predictor:\n    model:\n      modelFormat: {name: sklearn}\n      storageUri: file:///models/m\n"
        ),
        good: MODEL,
        ..CASE
    },
    Case {
        rule: "KSR033",
        bad: knative!(
            "\n  predictor:\n    storageUris: [{uri: oci://r/m:1, mountPath: /mnt/models/a}]\n    model:\n      modelFormat: {name: sklearn}\n"
        ),
        good: knative!(
            "\n  predictor:\n    storageUris: [{uri: gs://b/m, mountPath: /mnt/models/a}]\n    model:\n      modelFormat: {name: sklearn}\n"
        ),
        ..CASE
    },
    Case { rule: "KSR034", bad: MULTI_NODE, good: MODEL, ..CASE },
    Case {
        rule: "KSR035",
        bad: knative!("\n  predictor:\n    containers:\n    - name: kserve-container\n      image: a/b\n"),
        good: knative!("\n  predictor:\n    containers:\n    - name: kserve-container\n      image: a/b:1\n"),
        ..CASE
    },
    Case {
        rule: "KSR036",
        bad: knative!(
            "\n  predictor:\n    model:\n      modelFormat: {name: sklearn}\n      image: a/b:1-cpu\n      storageUri: gs://b/m\n      resources: {limits: {nvidia.com/gpu: 1}}\n"
        ),
        good: knative!(
            "\n  predictor:\n    model:\n      modelFormat: {name: sklearn}\n      image: a/b:1-cuda\n      storageUri: gs://b/m\n      resources: {limits: {nvidia.com/gpu: 1}}\n"
        ),
        ..CASE
    },
    Case {
        rule: "KSR037",
        bad: knative!(
            "\n  predictor:\n    model:\n      modelFormat: {name: sklearn}\n      storageUri: gs://b/m\n      resources: {requests: {cpu: 3000m}, limits: {cpu: 2}}\n"
        ),
        good: knative!(
            "\n  predictor:\n    model:\n      modelFormat: {name: sklearn}\n      storageUri: gs://b/m\n      resources: {requests: {cpu: 1500m}, limits: {cpu: 2}}\n"
        ),
        ..CASE
    },
    Case {
        rule: "KSR038",
        bad: knative!(
            "\n  predictor:\n    model:\n      modelFormat: {name: sklearn}\n      storageUri: gs://b/m\n      resources: {requests: {cpu: 0.5}, limits: {cpu: 2}}\n"
        ),
        good: knative!(
            "\n  predictor:\n    model:\n      modelFormat: {name: sklearn}\n      storageUri: gs://b/m\n      resources: {requests: {cpu: \"0.5\"}, limits: {cpu: 2}}\n"
        ),
        ..CASE
    },
    Case {
        rule: "KSR039",
        bad: knative!(
            "\n  predictor:\n    model:\n      modelFormat: {name: ours}\n      storageUri: gs://b/m\n      args: [--port=9090]\n---\napiVersion: serving.kserve.io/v1alpha1\nkind: ClusterServingRuntime\nmetadata: {name: one}\nspec:\n  disabled: false\n  supportedModelFormats: [{name: ours, autoSelect: true, priority: 1}]\n  containers: [{name: kserve-container, image: a/b:1, args: [--port=8080]}]\n"
        ),
        good: knative!(
            "\n  predictor:\n    model:\n      modelFormat: {name: ours}\n      storageUri: gs://b/m\n      args: [--workers=2]\n---\napiVersion: serving.kserve.io/v1alpha1\nkind: ClusterServingRuntime\nmetadata: {name: one}\nspec:\n  disabled: false\n  supportedModelFormats: [{name: ours, autoSelect: true, priority: 1}]\n  containers: [{name: kserve-container, image: a/b:1, args: [--port=8080]}]\n"
        ),
        ..CASE
    },
    Case {
        rule: "KSR040",
        bad: knative!(
            "\n  predictor:\n    nodeSelector: {a: b}\n    model:\n      modelFormat: {name: sklearn}\n      storageUri: gs://b/m\n"
        ),
        good: knative!(
            "\n  predictor:\n    nodeSelector: {a: b}\n    model:\n      modelFormat: {name: sklearn}\n      storageUri: gs://b/m\n---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: config-features, namespace: knative-serving}\ndata: {kubernetes.podspec-nodeselector: enabled}\n"
        ),
        ..CASE
    },
    Case {
        rule: "KSR041",
        bad: knative!(
            "\n  predictor:\n    serviceAccountName: gardener\n    model:\n      modelFormat: {name: sklearn}\n      storageUri: gs://b/m\n"
        ),
        good: knative!(
            "\n  predictor:\n    serviceAccountName: gardener\n    model:\n      modelFormat: {name: sklearn}\n      storageUri: gs://b/m\n---\napiVersion: v1\nkind: ServiceAccount\nmetadata: {name: gardener, namespace: garden}\n"
        ),
        ..CASE
    },
    Case {
        rule: "KSR042",
        bad: knative!("\n  predictor:\n    containers:\n    - name: server\n      image: a/b:1\n"),
        good: knative!("\n  predictor:\n    containers:\n    - name: kserve-container\n      image: a/b:1\n"),
        ..CASE
    },
    Case {
        rule: "KSR043",
        bad: standard!(
            "\n  predictor:\n    deploymentStrategy: {type: RollingUpdate, rollingUpdate: {maxSurge: \"2\"}}\n    model:\n      \
             modelFormat: {name: sklearn}\n      storageUri: gs://b/m\n"
        ),
        good: standard!(
            "\n  predictor:\n    deploymentStrategy: {type: RollingUpdate, rollingUpdate: {maxSurge: 2}}\n    model:\n      \
             modelFormat: {name: sklearn}\n      storageUri: gs://b/m\n"
        ),
        ..CASE
    },
    Case {
        rule: "KSR044",
        bad: standard!(
            "\n  predictor:\n    scaleMetric: memory\n    scaleTarget: 0\n    model:\n      modelFormat: {name: sklearn}\n      \
             storageUri: gs://b/m\n"
        ),
        good: standard!(
            "\n  predictor:\n    scaleMetric: memory\n    scaleTarget: 60\n    model:\n      modelFormat: {name: sklearn}\n      \
             storageUri: gs://b/m\n"
        ),
        ..CASE
    },
    Case {
        rule: "KSR045",
        bad: standard!(
            "\n  predictor:\n    containers:\n    - name: kserve-container\n      image: a/b:1\n      ports:\n      - containerPort: \
             8080\n      - {containerPort: 9000, name: grpc}\n"
        ),
        good: standard!(
            "\n  predictor:\n    containers:\n    - name: kserve-container\n      image: a/b:1\n      ports:\n      - \
             {containerPort: 8080, name: http}\n      - {containerPort: 9000, name: grpc}\n"
        ),
        ..CASE
    },
    Case { rule: "KSR046", bad: include_str!("acceptance/refused/route-without-gateway.yaml"), good: MODEL, ..CASE },
    Case {
        rule: "KSR047",
        bad: knative!(
            "\n  predictor:\n    terminationGracePeriodSeconds: 90\n    model:\n      modelFormat: {name: sklearn}\n      \
             storageUri: gs://b/m\n"
        ),
        good: knative!(
            "\n  predictor:\n    timeoutSeconds: 90\n    model:\n      modelFormat: {name: sklearn}\n      storageUri: gs://b/m\n"
        ),
        ..CASE
    },
    Case {
        rule: "KSR048",
        bad: include_str!("acceptance/refused/pod-refused.yaml"),
        good: standard!(
            "\n  predictor:\n    volumes:\n    - {name: cache, emptyDir: {}}\n    model:\n      modelFormat: {name: sklearn}\n      \
             storageUri: gs://b/m\n      volumeMounts:\n      - {name: cache, mountPath: /cache}\n      livenessProbe: {tcpSocket: {port: \
             8080}}\n"
        ),
        ..CASE
    },
    Case {
        rule: "KSR049",
        bad: include_str!("acceptance/refused/label-refused.yaml"),
        good: standard!(
            "\n  predictor:\n    labels: {team: garden, acme.example/part-of: leaf_1.0}\n    model:\n      modelFormat: {name: sklearn}\n      \
             storageUri: gs://b/m\n"
        ),
        ..CASE
    },
    Case {
        rule: "KSR056",
        bad: concat!(
            standard!("\n  predictor:\n    model: {modelFormat: {name: sklearn}, storageUri: gs://b/m}\n"),
            "---\napiVersion: v1\nkind: Namespace\nmetadata: {name: garden, labels: {control-plane: kubeflow}}\n"
        ),
        good: concat!(
            standard!("\n  predictor:\n    model: {modelFormat: {name: sklearn}, storageUri: gs://b/m}\n"),
            "---\napiVersion: v1\nkind: Namespace\nmetadata: {name: garden, labels: {team: garden}}\n"
        ),
        ..CASE
    },
    Case { rule: "KSR057", bad: include_str!("acceptance/refused/too-many-hosts.yaml"), good: MODEL, ..CASE },
    Case {
        rule: "KSR050",
        bad: standard!(
            "\n  predictor:\n    model:\n      modelFormat: {name: sklearn}\n      storage: {key: nosuch, path: m}\n---\napiVersion: \
             v1\nkind: Secret\nmetadata: {name: storage-config, namespace: garden}\nstringData:\n  minio: '{\"type\": \"s3\", \
             \"bucket\": \"b\"}'\n"
        ),
        good: standard!(
            "\n  predictor:\n    model:\n      modelFormat: {name: sklearn}\n      storage: {key: minio, path: m}\n---\napiVersion: \
             v1\nkind: Secret\nmetadata: {name: storage-config, namespace: garden}\nstringData:\n  minio: '{\"type\": \"s3\", \
             \"bucket\": \"b\"}'\n"
        ),
        ..CASE
    },
    Case {
        rule: "KSR051",
        bad: knative!(
            "\n  annotations:\n    serving.kserve.io/deploymentMode: Standard",
            "\n  predictor:\n    name: stable\n    model:\n      modelFormat: {name: sklearn}\n      storageUri: gs://b/m\n  canary:\n  \
             - trafficPercent: 10\n    predictor:\n      name: next\n      model: {modelFormat: {name: sklearn}, storageUri: gs://b/n}\n"
        ),
        good: knative!(
            "\n  annotations:\n    serving.kserve.io/deploymentMode: Standard",
            "\n  predictor:\n    name: stable\n    model:\n      modelFormat: {name: sklearn}\n      storageUri: gs://b/m\n  canary:\n  \
             - trafficPercent: 0\n    predictor:\n      name: next\n      model: {modelFormat: {name: sklearn}, storageUri: gs://b/n}\n"
        ),
        ..CASE
    },
    Case {
        rule: "KSR052",
        bad: knative!(
            "\n  labels: {networking.kserve.io/visibility: cluster-local}",
            "\n  predictor:\n    model:\n      modelFormat: {name: sklearn}\n      storageUri: gs://b/m\n"
        ),
        good: knative!(
            "\n  labels: {networking.knative.dev/visibility: cluster-local}",
            "\n  predictor:\n    model:\n      modelFormat: {name: sklearn}\n      storageUri: gs://b/m\n"
        ),
        ..CASE
    },
    Case {
        rule: "KSR053",
        bad: knative!(
            "\n  annotations: {kserve-render/ignore: KSR999}",
            "\n  predictor:\n    model:\n      modelFormat: {name: sklearn}\n      storageUri: gs://b/m\n"
        ),
        good: knative!(
            "\n  annotations: {kserve-render/ignore: \"ksr001, floating-tag,\"}",
            "\n  predictor:\n    model:\n      modelFormat: {name: sklearn}\n      storageUri: gs://b/m\n"
        ),
        ..CASE
    },
    Case {
        rule: "KSR060",
        version: Version::V0_16,
        bad: knative!(
            "\n  annotations: {serving.kserve.io/deploymentMode: Serverless}",
            "\n  predictor:\n    model:\n      modelFormat: {name: sklearn}\n      storageUri: gs://b/m\n"
        ),
        good: knative!(
            "\n  annotations: {serving.kserve.io/deploymentMode: Knative}",
            "\n  predictor:\n    model:\n      modelFormat: {name: sklearn}\n      storageUri: gs://b/m\n"
        ),
        ..CASE
    },
    Case {
        rule: "KSR061",
        bad: knative!(
            "\n  annotations: {serving.kserve.io/deploymentMode: Standard, serving.kserve.io/autoscalerClass: keda}",
            "\n  predictor:\n    model:\n      modelFormat: {name: sklearn}\n      storageUri: gs://b/m\n"
        ),
        good: standard!("\n  predictor:\n    model:\n      modelFormat: {name: sklearn}\n      storageUri: gs://b/m\n"),
        observed: SCALED,
        ..CASE
    },
    Case {
        rule: "KSR062",
        bad: knative!(
            "\n  annotations: {serving.kserve.io/deploymentMode: Standard, serving.kserve.io/autoscalerClass: keda}",
            "\n  predictor:\n    model:\n      modelFormat: {name: sklearn}\n      storageUri: gs://b/m\n"
        ),
        good: standard!("\n  predictor:\n    model:\n      modelFormat: {name: sklearn}\n      storageUri: gs://b/m\n"),
        observed: SCALED,
        ..CASE
    },
    Case {
        rule: "KSR063",
        bad: knative!(
            "\n  annotations: {serving.kserve.io/metric: memory}",
            "\n  predictor:\n    model:\n      modelFormat: {name: sklearn}\n      storageUri: gs://b/m\n"
        ),
        good: knative!(
            "\n  annotations: {serving.kserve.io/autoscalerClass: hpa, autoscaling.knative.dev/metric: rps}",
            "\n  predictor:\n    model:\n      modelFormat: {name: sklearn}\n      storageUri: gs://b/m\n"
        ),
        ..CASE
    },
    Case {
        rule: "KSR064",
        bad: knative!(
            "\n  annotations: {serving.kserve.io/deploymentMode: Standard, kubernetes.io/ingress.class: nginx}",
            "\n  predictor:\n    model:\n      modelFormat: {name: sklearn}\n      storageUri: gs://b/m\n"
        ),
        good: knative!(
            "\n  annotations: {serving.kserve.io/deploymentMode: Standard, kubernetes.io/ingress.class: istio}",
            "\n  predictor:\n    model:\n      modelFormat: {name: sklearn}\n      storageUri: gs://b/m\n"
        ),
        ..CASE
    },
    Case {
        rule: "KSR065",
        set: [
            &["ingress.enableGatewayApi=true", "ingress.pathTemplate=/serving/{{.Namespace}}/{{.Name}}"],
            &["ingress.enableGatewayApi=true"],
        ],
        bad: standard!("\n  predictor:\n    model:\n      modelFormat: {name: sklearn}\n      storageUri: gs://b/m\n"),
        good: standard!("\n  predictor:\n    model:\n      modelFormat: {name: sklearn}\n      storageUri: gs://b/m\n"),
        ..CASE
    },
    Case {
        rule: "KSR066",
        set: [
            &["ingress.enableGatewayApi=true", "ingress.pathTemplate=/serving/{{.Namespace}}/{{.Name}}"],
            &["ingress.enableGatewayApi=true"],
        ],
        bad: standard!("\n  predictor:\n    model:\n      modelFormat: {name: sklearn}\n      storageUri: gs://b/m\n"),
        good: standard!("\n  predictor:\n    model:\n      modelFormat: {name: sklearn}\n      storageUri: gs://b/m\n"),
        ..CASE
    },
    Case {
        rule: "KSR067",
        set: [&["ingress.enableGatewayApi=true", "ingress.disableHTTPRouteTimeout=true"], &[]],
        bad: standard!("\n  predictor:\n    model:\n      modelFormat: {name: sklearn}\n      storageUri: gs://b/m\n"),
        good: standard!("\n  predictor:\n    model:\n      modelFormat: {name: sklearn}\n      storageUri: gs://b/m\n"),
        ..CASE
    },
    Case {
        rule: "KSR068",
        bad: concat!(
            standard!(
                "\n  predictor:\n    serviceAccountName: fetch\n    model:\n      modelFormat: {name: sklearn}\n      storageUri: gs://b/m\n"
            ),
            "---\napiVersion: v1\nkind: ServiceAccount\nmetadata: {name: fetch, namespace: garden}\nsecrets: [{name: bucket}]\n",
            "---\napiVersion: v1\nkind: Secret\nmetadata: {name: bucket, namespace: garden}\nstringData: {awsAccessKeyID: a, awsSecretAccessKey: b}\n"
        ),
        good: concat!(
            standard!(
                "\n  predictor:\n    serviceAccountName: fetch\n    model:\n      modelFormat: {name: sklearn}\n      storageUri: gs://b/m\n"
            ),
            "---\napiVersion: v1\nkind: ServiceAccount\nmetadata: {name: fetch, namespace: garden}\nsecrets: [{name: bucket}]\n",
            "---\napiVersion: v1\nkind: Secret\nmetadata: {name: bucket, namespace: garden}\nstringData: {AWS_ACCESS_KEY_ID: a, AWS_SECRET_ACCESS_KEY: b}\n"
        ),
        ..CASE
    },
    Case {
        rule: "KSR069",
        bad: concat!(
            standard!("\n  predictor:\n    model:\n      modelFormat: {name: sklearn}\n      storageUri: gs://b/m\n"),
            second_store!()
        ),
        good: concat!(
            standard!(
                "\n  predictor:\n    storageContainerName: second\n    model:\n      modelFormat: {name: sklearn}\n      storageUri: gs://b/m\n"
            ),
            second_store!()
        ),
        ..CASE
    },
    Case {
        rule: "KSR101",
        version: Version::V0_17,
        bad: standard!(
            "\n  predictor:\n    logger: {mode: all, url: http://collector.garden}\n    containers:\n    - name: kserve-container\n      image: a/b:1\n      ports: [{containerPort: 8000}]\n      readinessProbe: {httpGet: {path: /ready, port: 8000}}\n"
        ),
        good: standard!(
            "\n  predictor:\n    logger: {mode: all, url: http://collector.garden}\n    containers:\n    - name: kserve-container\n      image: a/b:1\n      ports: [{containerPort: 8000}]\n      readinessProbe: {httpGet: {path: /, port: 8000}}\n"
        ),
        ..CASE
    },
    Case { rule: "KSR102", bad: scaled_by!("sum(running)"), good: scaled_by!("running"), ..CASE },
    Case {
        rule: "KSR104",
        version: Version::V0_17,
        bad: MULTI_NODE,
        good: standard!("\n  predictor:\n    model:\n      modelFormat: {name: sklearn}\n      storageUri: gs://b/m\n"),
        ..CASE
    },
    Case {
        rule: "KSR103",
        bad: knative!(
            "\n  annotations: {serving.kserve.io/deploymentMode: RawDeployment}",
            "\n  predictor:\n    model:\n      modelFormat: {name: sklearn}\n      storageUri: gs://b/m\n"
        ),
        good: standard!("\n  predictor:\n    model:\n      modelFormat: {name: sklearn}\n      storageUri: gs://b/m\n"),
        ..CASE
    },
];

#[test]
fn each_rule_finds_what_it_is_for() {
    let mut wrong = Vec::new();
    for Case { rule, version, set, bad, good, observed } in CASES {
        let found = lint_observed(bad, set[0], *version, observed);
        if !found.iter().any(|(code, _)| code == rule) {
            wrong.push(format!("{rule} finds nothing; found is {found:#?}"));
        }
        let found = lint_observed(good, set[1], *version, observed);
        if let Some((_, text)) = found.iter().find(|(code, _)| code == rule) {
            wrong.push(format!("{rule} finds something where all is well: {text}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The findings of a rule in a text: path and message.
fn found_by(rule: &str, text: &str) -> Vec<String> {
    lint(text, &[], Version::NEWEST).into_iter().filter(|(code, _)| code == rule).map(|(_, text)| text).collect()
}

#[test]
fn visibility_is_of_one_label_in_each_mode() {
    let knative =
        |metadata: &str| found_by("KSR052", &MODEL.replace("  name: flower", &format!("  name: flower\n{metadata}")));
    let standard = |labels: &str| {
        knative(&format!("  annotations: {{serving.kserve.io/deploymentMode: Standard}}\n  labels: {labels}"))
    };
    let at = |key: &str| format!("metadata.labels[{key}]: ");
    for (found, expected) in [
        (
            standard("{networking.knative.dev/visibility: cluster-local}"),
            at("networking.knative.dev/visibility")
                + "networking.knative.dev/visibility has no effect in Standard mode; the label is networking.kserve.io/visibility: \
                   cluster-local",
        ),
        (
            standard("{networking.kserve.io/visiblity: cluster-local}"),
            at("networking.kserve.io/visiblity")
                + "networking.kserve.io/visiblity has no effect in Standard mode; the label is networking.kserve.io/visibility: \
                   cluster-local",
        ),
        (
            standard("{networking.kserve.io/visibility: private}"),
            at("networking.kserve.io/visibility")
                + "\"private\" keeps nothing inside the cluster; the label networking.kserve.io/visibility takes cluster-local only",
        ),
        (
            knative("  annotations: {networking.knative.dev/visibility: cluster-local}"),
            "metadata.annotations[networking.knative.dev/visibility]: networking.knative.dev/visibility has no effect as an \
             annotation; the label is networking.knative.dev/visibility: cluster-local"
                .to_owned(),
        ),
    ] {
        assert_eq!(found, [expected]);
    }
    // For both modes.
    let both = "{networking.kserve.io/visibility: cluster-local, networking.knative.dev/visibility: cluster-local}";
    assert_eq!(standard(both), [""; 0]);
    assert_eq!(knative(&format!("  labels: {both}")), [""; 0]);
    let component =
        |key: &str| MODEL.replace("    model:", &format!("    labels: {{{key}: cluster-local}}\n    model:"));
    assert_eq!(found_by("KSR052", &component("networking.knative.dev/visibility")), [""; 0]);
    assert_eq!(found_by("KSR052", &component("networking.kserve.io/visibility")).len(), 1);
}

#[test]
fn the_webhook_s_refusal_stands_at_the_storage_and_not_for_what_is_not_in_the_input() {
    let case = CASES.iter().find(|case| case.rule == "KSR050").expect("a case");
    assert_eq!(
        found_by("KSR050", case.bad),
        [
            "spec.predictor.model.storage.key: the pod webhook refuses the pods of the predictor: specified storage key nosuch not \
             found in storage secret storage-config"
        ]
    );
    let broken = case.good.replace("{\"type\": \"s3\", \"bucket\": \"b\"}", "x");
    assert_eq!(found_by("KSR050", &broken).len(), 1);
    let (service, _) = case.bad.split_once("---").expect("two documents");
    assert_eq!(found_by("KSR050", service), [""; 0]);
    // Secrets of an account that exists.
    let account = "---\napiVersion: v1\nkind: ServiceAccount\nmetadata: {name: default, namespace: garden}\nsecrets: [{name: s}]\n";
    assert_eq!(found_by("KSR050", &format!("{MODEL}{account}")), [""; 0]);
}

#[test]
fn annotations_of_the_tool_are_looked_at() {
    let found = |annotation: &str| {
        found_by(
            "KSR053",
            &MODEL.replace("  name: flower", &format!("  name: flower\n  annotations: {{{annotation}}}")),
        )
    };
    let at = "metadata.annotations[kserve-render/ignore]: ";
    assert_eq!(
        found("kserve-render/ignore: \"*\""),
        [format!("{at}\"*\" leaves nothing aside; each rule has to be named (lint --list)")]
    );
    assert_eq!(
        found("kserve-render/ignore: \"KSR001,KSR999\""),
        [format!("{at}there is no rule KSR999 (lint --list)")]
    );
    assert_eq!(found("kserve-render/ignore: \"\""), [format!("{at}no rule is named")]);
    assert_eq!(
        found("kserve-render/ignroe: KSR001"),
        [
            "metadata.annotations[kserve-render/ignroe]: nothing reads kserve-render/ignroe; did you mean kserve-render/ignore?"
        ]
    );
}

/// Rules that apply to all releases although their samples show a fault in only some of them: the first and the last of these.
const SAMPLES_OF_SOME: [(&str, Version, Version); 6] = [
    // Later releases report the address with the port on which these pods listen.
    ("KSR014", Version::V0_15, Version::V0_16),
    // The samples have ConfigMaps without the settings that older releases require.
    ("KSR019", Version::V0_17, Version::NEWEST),
    ("KSR046", Version::V0_17, Version::NEWEST),
    ("KSR057", Version::V0_17, Version::NEWEST),
    // The objects that are deleted again are those of workers.
    ("KSR034", Version::V0_20, Version::NEWEST),
    // The next write of the sample contains the older name of a mode.
    ("KSR060", Version::V0_16, Version::V0_16),
];

/// The releases on the page of a rule are exactly those in which it has findings.
#[test]
fn rules_find_something_in_the_releases_that_they_name() {
    let mut wrong = Vec::new();
    for Case { rule, set, bad, observed, .. } in CASES {
        let rule = lint::all().find(|known| known.code.id == *rule).expect("a rule");
        let found = |version: &Version| {
            // That release has other names for the modes, and this rule is about names.
            let is_renamed = *version == Version::V0_15 && !["KSR005", "KSR025"].contains(&rule.code.id);
            let named = |text: &str| match is_renamed {
                true => text.replace("eploymentMode: Standard", "eploymentMode: RawDeployment"),
                false => text.to_owned(),
            };
            lint_observed(&named(bad), set[0], *version, &named(observed)).iter().any(|(code, _)| code == rule.code.id)
        };
        let (since, until) = (rule.since, rule.until.unwrap_or(Version::NEWEST));
        let sample = SAMPLES_OF_SOME.iter().find(|(code, ..)| *code == rule.code.id);
        let (since, until) = sample.map_or((since, until), |(_, since, until)| (*since, *until));
        for version in Version::ALL {
            let is_named = version >= since && version <= until;
            if found(&version) != is_named {
                let finds = if is_named { "nothing" } else { "something" };
                wrong.push(format!("{} finds {finds} in {}", rule.code.id, version.name()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The same for rules about LLMInferenceServices.
#[test]
fn rules_about_llm_inference_services_find_something_in_the_releases_that_they_name() {
    let with_bounds: Vec<&str> = lint::all()
        .filter(|rule| rule.looks_at() == Some(Kind::LlmInferenceService))
        .filter(|rule| rule.since > Version::V0_16 || rule.until.is_some())
        .map(|rule| rule.code.id)
        .collect();
    let samples = [
        ("KSR073", include_str!("../testdata/cli/llm/initializer.yaml")),
        ("KSR084", include_str!("../testdata/cli/llm/devices.yaml")),
    ];
    assert_eq!(with_bounds, samples.map(|(code, _)| code), "each has its sample");
    for (rule, sample) in
        lint::all().filter_map(|rule| Some((rule, samples.iter().find(|(code, _)| *code == rule.code.id)?.1)))
    {
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{}.yaml", rule.code.name));
        std::fs::write(&file, sample.replace("v1alpha2", "v1alpha1")).expect("writable");
        for version in Version::ALL.into_iter().filter(|version| *version >= Version::V0_16) {
            let output = std::process::Command::new(env!("CARGO_BIN_EXE_kserve-render"))
                .args(["lint", "--only", rule.code.id, "--kserve-version", version.name()])
                .arg(&file)
                .output()
                .expect("the program runs");
            let finds = String::from_utf8_lossy(&output.stdout).contains(rule.code.id);
            let has = rule.since <= version && rule.until.is_none_or(|until| version <= until);
            assert_eq!(finds, has, "{} {}", rule.code.id, version.name());
        }
    }
}

#[test]
fn each_rule_has_a_case() {
    let cases: BTreeSet<&str> = CASES.iter().map(|case| case.rule).collect();
    // The rules about graphs and trained models have tests next to the code.
    let of_services = |rule: &&lint::Rule| matches!(rule.looks_at(), Some(Kind::InferenceService) | None);
    let rules: BTreeSet<&str> = lint::all().filter(of_services).map(|rule| rule.code.id).collect();
    assert_eq!(cases, rules);
}

#[test]
fn nothing_is_wrong_with_the_examples() {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("examples")];
    let mut services = 0;
    while let Some(folder) = folders.pop() {
        let mut text = String::new();
        for entry in std::fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "yaml") {
                text += "\n---\n";
                text += &std::fs::read_to_string(&path).expect("a text");
            }
        }
        services += documents(&text).iter().filter(|document| is_service(document)).count();
        let loud: BTreeSet<&str> = lint::all()
            .filter(|rule| rule.severity <= kserve_render::object::diagnostic::Severity::Warning)
            .map(|rule| rule.code.id)
            .collect();
        for (code, text) in lint(&text, &[], Version::NEWEST) {
            assert!(code.starts_with("KSR") && !loud.contains(code.as_str()), "{}: {code} {text}", folder.display());
        }
    }
    assert!(services > 5, "there are examples");
}

/// The findings of one rule.
fn messages(text: &str, rule: &str, version: Version) -> Vec<String> {
    let found = lint(text, &[], version).into_iter();
    found.filter(|(code, _)| code == rule).map(|(_, message)| message).collect()
}

#[test]
fn pods_after_the_webhook_are_checked_as_the_server_does() {
    let service = standard!(
        "\n  predictor:\n    volumes:\n    - {name: own, emptyDir: {}}\n    model:\n      modelFormat: {name: sklearn}\n      \
         storageUri: gs://b/m\n      volumeMounts:\n      - {name: own, mountPath: /mnt/models}\n"
    );
    assert_eq!(
        messages(service, "KSR048", Version::NEWEST),
        ["spec.predictor: the API server refuses the pods of Deployment flower-predictor: \
         spec.containers[0].volumeMounts[1].mountPath: Invalid value: \"/mnt/models\": must be unique"]
    );
}

#[test]
fn a_service_can_leave_findings_aside() {
    let text = MODEL.replace("  name: flower", "  name: flower\n  annotations: {kserve-render/ignore: KSR001}");
    assert!(lint(MODEL, &[], Version::NEWEST).iter().any(|(code, _)| code == "KSR001"));
    assert!(!lint(&text, &[], Version::NEWEST).iter().any(|(code, _)| code == "KSR001"));
}

/// What `lint --fix` writes for an older field equals what the webhook makes of it.
#[test]
fn an_older_field_and_its_fix_are_stored_alike() {
    use kserve_render::object::diagnostic::Change;
    for version in Version::ALL {
        let cluster = Cluster::of(version, []);
        for framework in [
            "sklearn",
            "xgboost",
            "tensorflow",
            "pytorch",
            "triton",
            "onnx",
            "huggingface",
            "pmml",
            "lightgbm",
            "paddle",
        ] {
            let text = MODEL
                .replace("model:", &format!("{framework}:"))
                .replace("modelFormat: {name: sklearn}", "args: [--x]");
            let service = documents(&text).remove(0);
            let existing = Existing::default();
            let rendering = life::replace(&cluster, &service, &existing);
            let found = lint::service(&cluster, &service, &existing, &rendering, &Peers::default());
            let mend =
                found.iter().find(|finding| finding.code.id == "KSR029").and_then(|finding| finding.mend.clone());
            let mut mended = service.clone();
            let predictor = mended.pointer_mut("/spec/predictor").and_then(Value::as_object_mut).expect("a predictor");
            let mut model = predictor.remove(framework).expect("a model");
            for change in mend.expect("a mend").changes {
                if let Change::Insert { key, value, .. } = change {
                    model[key] = value;
                }
            }
            predictor.insert("model".into(), model);
            let stored = life::replace(&cluster, &mended, &existing);
            assert_eq!(stored.defaulted(), rendering.defaulted(), "{framework} in {}", version.name());
        }
    }
}
