//! What explanations say, by small services.

use serde_json::json;

use super::*;
use crate::object::Key;
use crate::object::Path;
use crate::release::{Release, Version};
use crate::render::render;
use crate::{Settings, input};

/// Everything stands in one file, at a line that is the length of the path.
struct Lines;

impl Places for Lines {
    fn service(&self, path: &Path) -> Option<Spot> {
        Some(Spot { file: "a.yaml".into(), line: path.0.len(), column: 1 })
    }

    fn config(&self, keys: &[String]) -> ConfigSource {
        match keys.last().map(String::as_str) {
            Some("urlScheme") => ConfigSource::Flag,
            _ => ConfigSource::File(Spot { file: "cm.yaml".into(), line: keys.len(), column: 2 }),
        }
    }

    fn object(&self, _: &Key, _: &Path) -> Option<Spot> {
        None
    }

    fn setting(&self, _: Setting) -> SettingSource {
        SettingSource::Flag
    }
}

fn shipped_config() -> Value {
    let mut shipped = crate::release::defaults::objects(Version::NEWEST).iter();
    shipped.find(|object| object["kind"] == "ConfigMap").map_or(Value::Null, |map| Value::clone(map))
}

fn explained(config: Value, text: &str) -> Value {
    let services = input::values(text).expect("a service");
    let shipped = crate::release::defaults::objects(Version::NEWEST).iter().cloned();
    let mut map = shipped_config();
    for (section, content) in config.as_object().into_iter().flatten() {
        map["data"][section] = content.clone();
    }
    let config = map;
    let cluster = Cluster::new(Release::of(Version::NEWEST), Settings::default(), shipped.chain([config.into()]));
    let existing = Existing::default();
    let rendering = render(&cluster, &services[0], &existing);
    explain(&cluster, &services[0], &existing, &rendering, &Topic::ALL).to_value(&Lines)
}

fn text_of(text: &str) -> String {
    text_within(text, None)
}

fn text_within(text: &str, width: Option<usize>) -> String {
    let services = input::values(text).expect("a service");
    let cluster = Cluster::of(Version::NEWEST, []);
    let existing = Existing::default();
    let rendering = render(&cluster, &services[0], &existing);
    explain(&cluster, &services[0], &existing, &rendering, &Topic::ALL)
        .to_text(&NoPlaces, &Style { width, ..Style::default() })
}

/// The row of a table whose `key` has this value.
fn row(explained: &Value, table: &str, key: &str, value: &str) -> Value {
    let rows = explained.pointer(table).and_then(Value::as_array).expect("a table");
    rows.iter().find(|row| row[key] == value).cloned().unwrap_or_default()
}

const HEAD: &str = "apiVersion: serving.kserve.io/v1beta1\nkind: InferenceService\n";

fn service(metadata: &str, spec: &str) -> String {
    format!("{HEAD}metadata: {{name: leaf, namespace: garden, {metadata}}}\nspec: {spec}\n")
}

const STANDARD: &str = r#"{"defaultDeploymentMode": "Standard"}"#;
const INGRESS: &str = r#"{"ingressGateway": "a/b", "URLSCHEME": "", "urlScheme": "https", "domainTemplate": ""}"#;

#[test]
fn inputs_tell_where_they_come_from() {
    let text = service("labels: {team: blue}", "{predictor: {sklearn: {storageUri: 'gs://a/b'}, minReplicas: 2}}");
    let told = explained(json!({ "deploy": STANDARD, "ingress": INGRESS }), &text);
    let file = |path: &str, line: u64| json!({ "source": "service", "path": path, "file": "a.yaml", "line": line, "column": 1 });
    assert_eq!(
        told["mode"]["default"]["from"],
        json!({ "source": "config", "key": "deploy.defaultDeploymentMode", "file": "cm.yaml", "line": 2, "column": 2 })
    );
    assert_eq!(told["mode"]["annotation"], json!({ "value": null }));
    assert_eq!(told["url"]["scheme"]["from"], json!({ "source": "flag", "flag": "--set", "key": "ingress.urlScheme" }));
    // What is empty counts as not set.
    assert_eq!(
        told["url"]["templates"][0]["template"]["from"],
        json!({ "source": "built-in", "release": Version::NEWEST.name() })
    );
    assert_eq!(told["url"]["clusterDomain"]["from"], json!({ "source": "flag", "flag": "--cluster-domain" }));
    assert_eq!(told["autoscaler"]["components"][0]["min"]["from"], file("spec.predictor.minReplicas", 3));
    // The older form of a model is what stands in the file.
    assert_eq!(told["runtime"]["format"]["from"], file("spec.predictor.sklearn", 3));
    assert_eq!(told["runtime"]["protocol"], json!({ "value": null }));
    let chosen = row(&told, "/runtime/candidates", "name", "kserve-sklearnserver");
    assert_eq!((&chosen["chosen"], &chosen["from"]["source"]), (&json!(true), &json!("shipped")));
}

#[test]
fn what_is_missing_has_its_reason() {
    let model = "{predictor: {model: {modelFormat: {name: sklearn}, storageUri: 'gs://a/b'}}}";
    let why = |config: Value, metadata: &str, kind: &str| {
        let told = explained(config, &service(metadata, model));
        row(&told, "/objects/missing", "kind", kind)["why"].as_str().unwrap_or_default().to_owned()
    };
    let knative = json!({ "deploy": r#"{"defaultDeploymentMode": "Knative"}"# });
    assert!(why(knative.clone(), "", "Deployment").starts_with("Knative makes the Deployments"));
    assert_eq!(why(knative, "", "Ingress"), "a VirtualService takes its place, as the mode is Knative");
    let standard = json!({ "deploy": STANDARD });
    assert_eq!(why(standard.clone(), "", "Ingress"), "");
    let stopped = "annotations: {serving.kserve.io/stop: 'true'}";
    assert_eq!(why(standard.clone(), stopped, "Deployment"), "the annotation serving.kserve.io/stop stops the service");
    assert_eq!(why(standard.clone(), stopped, "VirtualService"), "only in Knative mode; the mode is Standard");
    let local = "labels: {networking.kserve.io/visibility: cluster-local}";
    assert!(why(standard.clone(), local, "Ingress").contains("keeps the service inside the cluster"));
    let none = "annotations: {serving.kserve.io/autoscalerClass: none}";
    assert_eq!(
        why(standard, none, "HorizontalPodAutoscaler"),
        "the annotation serving.kserve.io/autoscalerClass is none"
    );
}

#[test]
fn every_host_tells_what_makes_it() {
    let ingress = r#"{"ingressGateway": "a/b", "ingressDomain": "acme.example", "enableGatewayApi": true,
        "kserveIngressGateway": "g/h", "additionalIngressDomains": ["more.example"], "pathTemplate": "/{{ .Name }}"}"#;
    let spec = "{predictor: {model: {modelFormat: {name: sklearn}, storageUri: 'gs://a/b'}}}";
    let host = |mode: &str, host: &str| {
        let deploy = json!({ "defaultDeploymentMode": mode }).to_string();
        let told = explained(json!({ "deploy": deploy, "ingress": ingress }), &service("", spec));
        row(&told, "/hosts/routes", "host", host)["from"].clone()
    };
    assert_eq!(
        host("Standard", "leaf-garden.acme.example"),
        json!({ "source": "built-in", "release": Version::NEWEST.name() })
    );
    assert_eq!(host("Standard", "acme.example")["key"], "ingress.ingressDomain");
    assert_eq!(host("Standard", "leaf-garden.more.example")["key"], "ingress.additionalIngressDomains");
    assert_eq!(host("Standard", "leaf-predictor.garden.svc.cluster.local")["flag"], "--cluster-domain");
    assert_eq!(host("Knative", "leaf.garden.example.com")["flag"], "--knative-domain");
    assert_eq!(host("Knative", "leaf-predictor.garden.example.com")["flag"], "--knative-domain");
    assert_eq!(host("Knative", "acme.example")["key"], "ingress.ingressDomain");
}

#[test]
fn a_canary_has_its_own_model() {
    let spec = "{predictor: {name: stable, model: {modelFormat: {name: sklearn}, storageUri: 'gs://a/1'}}, canary: \
        [{trafficPercent: 10, predictor: {name: next, model: {modelFormat: {name: sklearn}, storageUri: 'gs://a/2'}}}]}";
    let told = explained(json!({ "deploy": STANDARD }), &service("", spec));
    let canary = row(&told, "/storage/workloads", "title", "Deployment leaf-next-predictor");
    let uri = &canary["uris"][0];
    assert_eq!(uri["uri"], "gs://a/2");
    assert_eq!(uri["from"]["path"], "spec.canary[0].predictor.model.storageUri");
    let stable = row(&told, "/storage/workloads", "title", "Deployment leaf-stable-predictor");
    assert_eq!(stable["uris"][0]["from"]["path"], "spec.predictor.model.storageUri");
}

#[test]
fn hosts_of_components_are_checked_by_themselves() {
    let spec = "{predictor: {model: {modelFormat: {name: sklearn}, storageUri: 'gs://a/b'}}}";
    let name = "a".repeat(50);
    let text = service("", spec).replace("name: leaf", &format!("name: {name}"));
    let url = &explained(json!({ "deploy": STANDARD }), &text)["url"];
    let host = &url["componentHosts"][0];
    assert_eq!(host["host"], format!("{name}-predictor-garden.example.com"));
    assert!(host["problem"].as_str().is_some_and(|text| text.contains("must be no more than 63 characters")));
    assert_eq!(url["templates"][0]["dns"]["problem"], Value::Null);
    assert_eq!(url["templates"][1]["dns"]["longestLabelLength"], 67);
    let fine = &explained(json!({ "deploy": STANDARD }), &service("", spec))["url"];
    assert_eq!(
        (&fine["componentHosts"][0]["problem"], fine["templates"].as_array().map(Vec::len)),
        (&Value::Null, Some(1))
    );
}

#[test]
fn a_host_that_nothing_routes_is_called_so() {
    let spec = "{predictor: {model: {modelFormat: {name: sklearn}, storageUri: 'gs://a/b'}}}";
    let answer =
        |metadata: &str| explained(json!({ "deploy": STANDARD }), &service(metadata, spec))["url"]["answer"].clone();
    let local = "labels: {networking.kserve.io/visibility: cluster-local}";
    assert_eq!(answer(local), "http://leaf-garden.example.com, which nothing routes");
    assert_eq!(answer(""), "http://leaf-garden.example.com");
}

#[test]
fn a_share_of_the_requests_has_its_host() {
    let spec = "{predictor: {canaryTrafficPercent: 10, model: {modelFormat: {name: sklearn}, storageUri: 'gs://a/b'}}}";
    let knative = json!({ "deploy": r#"{"defaultDeploymentMode": "Knative"}"# });
    let told = explained(knative, &service("", spec));
    let prev = row(&told, "/hosts/traffic", "tag", "prev");
    assert_eq!((&prev["percent"], &prev["host"]), (&json!(90), &json!("prev-leaf-predictor.garden.example.com")));
    let way = row(&told, "/hosts/routes", "host", "prev-leaf-predictor.garden.example.com");
    assert_eq!((&way["revision"], &way["container"]), (&json!("leaf-predictor-00001"), &Value::Null));
    let notes = |told: &Value| told["hosts"]["notes"].to_string();
    assert!(notes(&told).contains("splits nothing yet"), "{told}");
    assert!(
        notes(&explained(json!({ "deploy": STANDARD }), &service("", spec)))
            .contains("does not count in Standard mode")
    );
}

#[test]
fn what_is_kept_back_names_its_list() {
    let lists = r#"{"serviceAnnotationDisallowedList": ["acme.example/a"], "serviceLabelDisallowedList": ["team"]}"#;
    let metadata =
        "labels: {team: blue, other: x}, annotations: {acme.example/a: b, autoscaling.knative.dev/min-scale: '3'}";
    let spec = "{predictor: {model: {modelFormat: {name: sklearn}, storageUri: 'gs://a/b'}}}";
    let told = explained(json!({ "deploy": STANDARD, "inferenceService": lists }), &service(metadata, spec));
    let dropped = |key: &str| row(&told, "/labels/dropped", "key", key);
    assert_eq!(dropped("acme.example/a")["list"], "serviceAnnotationDisallowedList");
    assert_eq!(dropped("acme.example/a")["stillOn"], json!(["Ingress/leaf"]));
    assert_eq!(dropped("autoscaling.knative.dev/min-scale")["list"], "built-in");
    assert_eq!(dropped("team")["listFrom"]["key"], "inferenceService.serviceLabelDisallowedList");
    assert_eq!(dropped("other"), Value::Null);
}

#[test]
fn a_refused_service_is_explained_as_far_as_it_goes() {
    let spec = "{predictor: {model: {modelFormat: {name: sklearn}, storageUri: 'gs://a/b'}, minReplicas: -1}}";
    let told = explained(json!({ "deploy": STANDARD }), &service("", spec));
    assert_eq!(told["refusals"][0]["by"], "admission");
    assert_eq!(
        (&told["mode"]["mode"], &told["runtime"]["runtime"]),
        (&json!("Standard"), &json!("kserve-sklearnserver"))
    );
    assert_eq!(told["url"]["templates"][0]["host"], "leaf-garden.example.com");
    assert_eq!((&told["url"]["url"], &told["objects"]["created"]), (&Value::Null, &json!([])));
}

#[test]
fn values_of_users_do_not_break_lines() {
    let spec = "{predictor: {model: {modelFormat: {name: \"sk\\nlearn\\e[31m\"}, storageUri: 'gs://a/b'}}}";
    let text = text_of(&service("labels: {a: \"x\\ny\"}", spec));
    assert!(text.contains("format    sk learn\\u001b[31m"), "{text}");
    assert!(!text.contains('\u{1b}'));
}

#[test]
fn tables_fit_the_terminal_where_they_can() {
    let spec = "{predictor: {model: {modelFormat: {name: sklearn}, storageUri: 'gs://a/b'}}}";
    let narrow = text_within(&service("", spec), Some(60));
    assert!(narrow.contains("\n  ROUTED BY   Knative Service/leaf-predictor\n"), "{narrow}");
    assert!(narrow.lines().all(|line| line.trim_end() == line), "no line ends with blanks");
}

#[test]
fn another_version_of_the_api_is_only_refused() {
    let services =
        input::values("{apiVersion: serving.kserve.io/v1alpha2, kind: InferenceService, metadata: {name: a}}");
    let cluster = Cluster::of(Version::NEWEST, []);
    let services = services.expect("a document");
    let rendering = render(&cluster, &services[0], &Existing::default());
    let explanation = explain(&cluster, &services[0], &Existing::default(), &rendering, &Topic::ALL);
    assert_eq!(
        explanation.to_text(&NoPlaces, &Style::default()),
        "InferenceService /a\nrefused: no matches for kind \"InferenceService\" in version \"serving.kserve.io/v1alpha2\"\n"
    );
    assert!(explanation.sections.is_empty());
}

#[test]
fn explain_url_tells_one_host_of_a_component_also_with_labels_of_its_runtime() {
    let mut documents = input::values(
        r#"
apiVersion: serving.kserve.io/v1alpha1
kind: ServingRuntime
metadata: {name: own, namespace: garden}
spec:
  labels: {tier: gold}
  annotations: {zone: east}
  supportedModelFormats: [{name: sklearn, version: "1"}]
  containers: [{name: kserve-container, image: "acme/own:1"}]
"#,
    )
    .expect("documents");
    let template = r#"{{.Name}}.{{or .Labels.tier "none"}}.{{or .Annotations.zone "nowhere"}}.{{.IngressDomain}}"#;
    let mut config = shipped_config();
    config["data"]["deploy"] = STANDARD.into();
    config["data"]["ingress"] = json!({ "ingressGateway": "a/b", "domainTemplate": template }).to_string().into();
    documents.push(config);
    let model = "{predictor: {model: {modelFormat: {name: sklearn}, runtime: own, storageUri: 'gs://a/b'}}}";
    let services = input::values(&service("", model)).expect("a service");
    let (cluster, existing) = (Cluster::of(Version::NEWEST, documents), Existing::default());
    let rendering = render(&cluster, &services[0], &existing);
    let url = &explain(&cluster, &services[0], &existing, &rendering, &[Topic::Url]).to_value(&Lines)["url"];
    let host = "leaf-predictor.gold.east.example.com";
    assert_eq!(url["componentHosts"][0]["host"], host, "{url}");
    let status = rendering.status().map(|status| status.to_value()).unwrap_or_default();
    assert_eq!(status["components"]["predictor"]["url"], format!("http://{host}"));
    assert_eq!(url["components"][0]["url"], format!("http://{host}"));
}
