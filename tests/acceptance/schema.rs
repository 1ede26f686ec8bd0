//! Checks that what the server refuses by the definitions that `config crd` prints, in services, graphs, trained models and
//! runtimes, is what `validate` reports.

use std::path::Path;

use kserve_render::Existing;
use kserve_render::admission::{self, codes};
use kserve_render::internals::{check_runtime, check_storage_container};
use kserve_render::object::Key;
use kserve_render::object::diagnostic::Diagnostic;
use kserve_render::release::Version;
use kserve_render::{Cluster, Value};

use crate::apply::Applier;
use crate::client::Client;
use crate::printed;
use crate::server::Server;
use crate::stored;
use crate::support;

/// For each kind whose documents are compared, a path that exists as soon as the definitions are in force.
const LISTS: [&str; 6] = [
    "/apis/serving.kserve.io/v1beta1/inferenceservices",
    "/apis/serving.kserve.io/v1alpha1/servingruntimes",
    "/apis/serving.kserve.io/v1alpha1/clusterservingruntimes",
    "/apis/serving.kserve.io/v1alpha1/clusterstoragecontainers",
    "/apis/serving.kserve.io/v1alpha1/inferencegraphs",
    "/apis/serving.kserve.io/v1alpha1/trainedmodels",
];

/// Installs the definitions of a release in the server, replacing those of another.
pub fn install(server: &mut Server, version: Version) -> Result<(), String> {
    let text = printed::call(&["config", "crd", "--kserve-version", version.name()], "")?;
    let mut client = server.client();
    for list in LISTS {
        let plural = list.rsplit('/').next().unwrap_or_default();
        let path = format!("/apis/apiextensions.k8s.io/v1/customresourcedefinitions/{plural}.serving.kserve.io");
        client.delete(&path).map_err(|error| error.to_string())?;
    }
    let all_are = |wanted: u16| {
        move |client: &mut Client| LISTS.iter().all(|list| client.get(list).is_ok_and(|answer| answer.status == wanted))
    };
    server.wait_for("the definitions to go", all_are(404))?;
    for document in text.split("---\n").filter(|document| !document.is_empty()) {
        let name =
            document.lines().find_map(|line| line.strip_prefix("  name: ")).ok_or("a definition without name")?;
        // For other kinds the server only reports whether it accepts the definition.
        let is_listed = LISTS.iter().any(|list| list.rsplit('/').next() == name.split('.').next());
        let how = if is_listed { "" } else { "&dryRun=All" };
        let path =
            format!("/apis/apiextensions.k8s.io/v1/customresourcedefinitions/{name}?fieldManager=kserve-render{how}");
        let answer = client.apply(&path, document).map_err(|error| error.to_string())?;
        if !answer.is_success() {
            return Err(format!("config crd --kserve-version {}: {}", version.name(), answer.message()));
        }
    }
    server.wait_for("the definitions", all_are(200))?;
    // The server's discovery lists a kind somewhat later.
    server.wait_for("the discovery of the definitions", |client| {
        let known = ["v1alpha1", "v1beta1"].map(|version| {
            client
                .get(&format!("/apis/serving.kserve.io/{version}"))
                .map_or(String::new(), |answer| answer.body.to_string())
        });
        let plurals = LISTS.iter().filter_map(|list| list.rsplit('/').next());
        plurals.into_iter().all(|plural| known.iter().any(|known| known.contains(&format!("\"name\":\"{plural}\""))))
    })
}

/// Whether there is a definition for objects of this kind.
pub fn is_defined(object: &Value) -> bool {
    object.get("apiVersion").and_then(Value::as_str).is_some_and(|version| version.starts_with("serving.kserve.io/"))
        && LISTS.iter().any(|list| list.ends_with(&format!("/{}s", Key::of(object).kind.to_ascii_lowercase())))
}

/// How the two answers to a document compare.
#[derive(Debug)]
pub enum Comparison {
    /// Neither refuses it, and both would store the same.
    Accepted,
    /// Both refuse it in the same words, or name the same unknown fields.
    SameRefusal,
    /// Only a webhook refuses it, and the server has none.
    Webhook,
    Different(String),
}

/// Compares the answers of the server and of `validate` to a document.
pub fn compare(applier: &mut Applier, cluster: &Cluster, document: &Value) -> Result<Comparison, String> {
    let is_service = Key::of(document).kind == "InferenceService";
    let (stored, findings) = match document.get("kind").and_then(Value::as_str) {
        Some("InferenceService" | "InferenceGraph" | "TrainedModel") => {
            let (admitted, findings) = admission::examine(cluster, document, &Existing::default());
            (admitted.outcome.ok(), findings)
        }
        Some("ClusterStorageContainer") => (None, check_storage_container(cluster, document)),
        _ => (None, check_runtime(cluster, document)),
    };
    let unknown: Vec<&str> = findings
        .iter()
        .filter(|f| f.code.id == codes::UNKNOWN_FIELD.id)
        .map(|finding| finding.message.as_str())
        .collect();
    if !unknown.is_empty() {
        let said = match applier.create_dry(document)? {
            Ok(answer) => answer.message().to_owned(),
            Err(refusal) => refusal,
        };
        let is_same = said.ends_with(&format!("strict decoding error: {}", unknown.join(", ")));
        let difference = || Comparison::Different(format!("the server says {said:?}, validate {unknown:?}"));
        return Ok(if is_same { Comparison::SameRefusal } else { difference() });
    }
    let refusing: Vec<&Diagnostic> = findings.iter().filter(|finding| finding.refusal).collect();
    // In graphs and trained models the recordings have this message in addition to the one about the fraction's wrong type; this
    // server does not.
    let is_twice = |message: &str| message.contains(": Checked value must be of type integer (default format) in ");
    let by_schema: Vec<&str> = refusing
        .iter()
        .filter(|finding| is_of_schema(finding) && !is_twice(&finding.message))
        .map(|finding| finding.message.as_str())
        .collect();
    if by_schema.is_empty() && !refusing.is_empty() {
        return Ok(Comparison::Webhook);
    }
    // The server sees the service as changed by the webhook.
    let sent = stored.as_ref().unwrap_or(document);
    let answer = match applier.create_dry(sent)? {
        Ok(answer) => answer,
        Err(refusal) => return Ok(Comparison::Different(format!("the server says {refusal:?}"))),
    };
    let said = answer.message();
    Ok(match (answer.is_success(), by_schema.is_empty()) {
        (true, true) => match stored.as_ref().and_then(|stored| stored_otherwise(stored, &answer.body)) {
            None => Comparison::Accepted,
            Some(difference) => Comparison::Different(difference),
        },
        (false, false) if same_errors(said, &by_schema, is_service) => Comparison::SameRefusal,
        _ => Comparison::Different(format!("the server says {said:?}, validate {by_schema:?}")),
    })
}

/// How the answers to a runtime with this metadata differ, as far as decoding goes.
pub fn metadata_differs(client: &mut Client, cluster: &Cluster, metadata: &Value) -> Result<Option<String>, String> {
    let mut metadata = metadata.clone();
    if let Some(metadata) = metadata.as_object_mut() {
        metadata.entry("name").or_insert_with(|| "leaf".into());
    }
    let runtime = serde_json::json!({
        "apiVersion": "serving.kserve.io/v1alpha1",
        "kind": "ServingRuntime",
        "metadata": metadata,
        "spec": { "containers": [] },
    });
    let path = "/apis/serving.kserve.io/v1alpha1/namespaces/default/servingruntimes?dryRun=All&fieldValidation=Strict";
    let answer = client.post(path, &runtime).map_err(|error| error.to_string())?;
    let found = check_runtime(cluster, &runtime);
    let of = |code: &str| -> Vec<&str> {
        found.iter().filter(|finding| finding.code.id == code).map(|finding| finding.message.as_str()).collect()
    };
    let (faults, unknown) = (of(codes::WRONG_TYPE.id), of(codes::UNKNOWN_FIELD.id));
    let said = answer.message().split_once(" cannot be handled as a ServingRuntime: ").map_or("", |(_, said)| said);
    let wanted = match faults.first() {
        Some(first) => (*first).to_owned(),
        None if unknown.is_empty() => String::new(),
        None => format!("strict decoding error: {}", unknown.join(", ")),
    };
    Ok((said != wanted).then(|| format!("{metadata}: the server says {:?}, validate {wanted:?}", answer.message())))
}

/// How the server would store a service differently, if it would.
fn stored_otherwise(service: &Value, stored: &Value) -> Option<String> {
    let mut service = service.clone();
    // The server ignores the status of a service.
    service.as_object_mut()?.remove("status");
    stored::differences(&service, stored).first().map(ToString::to_string)
}

fn is_of_schema(finding: &Diagnostic) -> bool {
    let of_schema = [
        codes::SCHEMA_TYPE,
        codes::SCHEMA_REQUIRED,
        codes::SCHEMA_ENUM,
        codes::SCHEMA_PATTERN,
        codes::SCHEMA_BOUNDS,
        codes::SCHEMA_DUPLICATE,
    ];
    of_schema.iter().any(|code| code.id == finding.code.id)
}

/// Whether a refusal consists of these errors, in any order. In a service the server may also miss fields that the webhook writes
/// even if they are empty.
fn same_errors(refusal: &str, errors: &[&str], is_service: bool) -> bool {
    let Some((_, said)) = refusal.split_once(" is invalid: ") else { return false };
    let mut rest = said.to_owned();
    for error in errors {
        let Some(at) = rest.find(error) else { return false };
        rest.replace_range(at..at + error.len(), "");
    }
    let rest = rest.trim_start_matches('[').trim_end_matches(']');
    let mut rest = rest.split(", ").filter(|error| !error.is_empty());
    rest.all(|error| is_service && error.ends_with(": Required value"))
}

/// How the definitions of a release differ from those in a folder, which are KServe's own. Ignored are descriptions, the schema
/// of a status, and markers that a list is atomic or a map is not, since both are defaults.
pub fn differences(version: Version, folder: &Path) -> Result<Vec<String>, String> {
    let mut found = Vec::new();
    let mut own = kserve_render::schema::definitions(version);
    for definition in &mut own {
        let name = definition["spec"]["names"]["plural"].as_str().unwrap_or_default().to_owned();
        let file = folder.join(format!("{name}.yaml"));
        let text = std::fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        let mut theirs = support::read_yaml(&text)?;
        for definition in [&mut *definition, &mut theirs] {
            strip(definition);
        }
        found.extend(support::case::difference(&theirs, definition, &format!("{} {name}", version.name())));
    }
    Ok(found)
}

fn strip(definition: &mut Value) {
    if let Some(metadata) = definition.get_mut("metadata").and_then(Value::as_object_mut) {
        metadata.remove("annotations");
    }
    if let Some(object) = definition.as_object_mut() {
        object.remove("status");
    }
    let versions = definition.pointer_mut("/spec/versions").and_then(Value::as_array_mut);
    for version in versions.into_iter().flatten() {
        let Some(schema) = version.pointer_mut("/schema/openAPIV3Schema") else { continue };
        if let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) {
            properties.remove("status");
        }
        strip_schema(schema);
    }
}

fn strip_schema(schema: &mut Value) {
    let Some(schema) = schema.as_object_mut() else { return };
    schema.remove("description");
    if schema.get("x-kubernetes-list-type").is_some_and(|ty| ty == "atomic") {
        schema.remove("x-kubernetes-list-type");
    }
    if schema.get("x-kubernetes-map-type").is_some_and(|ty| ty == "granular") {
        schema.remove("x-kubernetes-map-type");
    }
    // KServe's schema of v0.16 contains a rule of the Gateway API twice.
    if let Some(rules) = schema.get_mut("x-kubernetes-validations").and_then(Value::as_array_mut) {
        rules.dedup();
    }
    if let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) {
        properties.values_mut().for_each(strip_schema);
    }
    for key in ["items", "additionalProperties"] {
        schema.get_mut(key).map(strip_schema);
    }
}
