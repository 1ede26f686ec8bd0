//! The recorded cases of LLMInferenceServices: what webhooks answer, what is stored, and which configs are combined with what
//! error. The cases have the presets of their release among their context, with stand-ins for launch scripts.

#[allow(dead_code, reason = "shared with the other tests")]
mod support;

use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use kserve_render::kinds::llm_inference_service::{admission, config};
use kserve_render::object::tidy::tidied;
use kserve_render::release::{Release, Version};
use kserve_render::{Cluster, Map, Settings, Value, input};
use support::case::Case;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/conformance/llm")
}

fn documents(text: &str) -> Vec<Value> {
    input::values(text).expect("documents")
}

fn text<'v>(object: &'v Value, pointer: &str) -> &'v str {
    object.pointer(pointer).and_then(Value::as_str).unwrap_or_default()
}

fn key(object: &Value) -> String {
    let part = |pointer| text(object, pointer);
    format!("{}/{}/{}", part("/kind"), part("/metadata/namespace"), part("/metadata/name"))
}

fn is_llm(object: &Value) -> bool {
    text(object, "/kind").starts_with("LLMInferenceService")
}

fn read(name: &str) -> Vec<Value> {
    documents(&std::fs::read_to_string(root().join("context").join(name)).expect("context"))
}

/// What the cluster of a case holds before its own documents.
fn context(case: &Case, version: Version) -> Vec<Value> {
    static READ: [LazyLock<Vec<Value>>; 3] = [
        LazyLock::new(|| read("v0.20.yaml")),
        LazyLock::new(|| read("v0.19.yaml")),
        LazyLock::new(|| read("cluster.yaml")),
    ];
    let [newest, older, gateway] = &READ;
    let is_set = |option: &str| case.options.get(option) == Some(&Value::Bool(true));
    let mut held: Vec<Value> =
        kserve_render::release::defaults::objects(Version::NEWEST).iter().map(|object| Value::clone(object)).collect();
    if !is_set("noPresets") {
        held.extend(if version == Version::NEWEST { newest.iter().cloned() } else { older.iter().cloned() });
    }
    held.extend(gateway.iter().cloned());
    let gone = case.options.get("delete").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
    let mut gone: Vec<&str> = gone.collect();
    if is_set("noConfigMap") {
        gone.push("ConfigMap/kserve/inferenceservice-config");
    }
    held.retain(|object| !gone.contains(&key(object).as_str()));
    held
}

fn cluster(version: Version, objects: &[Value]) -> Cluster {
    Cluster::new(Release::of(version), Settings::default(), objects.iter().cloned().map(Arc::new))
}

/// Where the answers to a case differ.
fn differences(case: &Case, version: Version) -> Vec<String> {
    let mut found = Vec::new();
    let namespace = case.options.get("namespace").and_then(Value::as_str).unwrap_or("default");
    let mut inputs = documents(&case.input);
    for object in inputs.iter_mut().filter(|object| is_llm(object)) {
        if text(object, "/metadata/namespace").is_empty() {
            object["metadata"]["namespace"] = namespace.into();
        }
    }
    let mut held = context(case, version);
    held.extend(inputs.iter().filter(|object| object["kind"] != "LLMInferenceService").cloned());
    let world = cluster(version, &held);
    let mut stored = Vec::new();
    for object in inputs.iter().filter(|object| is_llm(object)) {
        let title = if object["kind"] == "LLMInferenceService" { "llmService" } else { "llmConfig" };
        let name = format!("{}/{}", text(object, "/metadata/namespace"), text(object, "/metadata/name"));
        let wanted = case.reports(version).iter().find(|report| report.get(title) == Some(&name.clone().into()));
        let empty = Value::Null;
        let wanted = wanted.unwrap_or(&empty);
        let admitted = admission::admit(&world, object, None);
        let refusal = admitted.outcome.as_ref().err().map_or(Value::Null, |text| text.as_str().into());
        let warnings = if admitted.warnings.is_empty() { Value::Null } else { admitted.warnings.clone().into() };
        let section = |name: &str| wanted.get(name).cloned().unwrap_or_default();
        for (section_name, got) in [("rejected", refusal), ("warnings", warnings)] {
            if section(section_name) != got {
                found.push(format!("{name} {section_name}: want {} got {got}", section(section_name)));
            }
        }
        match admitted.outcome {
            Ok(value) if title == "llmService" => {
                let got = tidied(value.clone());
                if section("defaulted") != got {
                    found.push(format!("{name} defaulted: want {} got {got}", section("defaulted")));
                }
                stored.push((value, wanted.clone()));
            }
            Ok(_) => {}
            Err(_) => held.retain(|other| key(other) != key(object)),
        }
    }
    let world = cluster(version, &held);
    for (service, wanted) in stored {
        found.extend(combination(&world, &service, &wanted));
    }
    found
}

/// What the condition PresetsCombined and `appliedConfigs` say otherwise.
fn combination(world: &Cluster, service: &Value, wanted: &Value) -> Vec<String> {
    let Ok(settings) = config::Settings::read(world) else { return Vec::new() };
    let conditions = wanted.pointer("/status/conditions").and_then(Value::as_array);
    let condition = conditions.into_iter().flatten().find(|condition| condition["type"] == "PresetsCombined");
    let Some(condition) = condition else { return Vec::new() };
    let mut service = service.as_object().cloned().unwrap_or_default();
    admission::default(&mut service);
    let mut annotations = Map::new();
    config::pin(&world.release, &mut annotations);
    let status = Map::from_iter([("annotations".to_owned(), Value::Object(annotations))]);
    let result = config::effective(world, &settings, &service, &status);
    let failure = (condition["status"] == "False").then(|| text(condition, "/message"));
    let failure = failure.map(|text| text.trim_start_matches("Service is stopped with warning: ").to_owned());
    let name = key(&Value::Object(service));
    match (&result, failure) {
        (Ok(effective), None) => {
            let applied: Value = effective.applied.iter().map(|applied| applied.to_value()).collect();
            let listed = wanted.pointer("/status/appliedConfigs");
            let differ = listed.is_some_and(|listed| *listed != applied);
            differ.then(|| format!("{name} applied: {applied}")).into_iter().collect()
        }
        (Err(got), Some(wanted)) if got.text() == wanted => Vec::new(),
        (got, wanted) => vec![format!("{name} failure: want {wanted:?} got {:?}", got.as_ref().err())],
    }
}

/// Refusals of v0.19 whose several reasons were recorded in the order of a Go map.
const IN_RANDOM_ORDER: [&str; 3] = ["as-keda-hpaname", "par-zero", "x-two-errors"];

#[test]
fn recorded_answers_of_webhooks_and_configs() {
    let mut failed = Vec::new();
    let mut count = 0;
    for folder in ["catalog", "random"] {
        let entries = std::fs::read_dir(root().join(folder)).expect("the folder of recorded cases");
        let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("a case").path()).collect();
        files.sort();
        for file in files {
            let case = Case::read(&file).expect("a case");
            let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            for version in [Version::V0_20, Version::V0_19] {
                if version == Version::V0_19 && IN_RANDOM_ORDER.contains(&name.as_str()) {
                    continue;
                }
                count += 1;
                let found = differences(&case, version);
                failed.extend(found.into_iter().map(|text| format!("{name} {}: {text}", version.name())));
            }
        }
    }
    assert!(count > 1000, "recorded cases");
    assert!(failed.is_empty(), "{} differences:\n{}", failed.len(), failed.join("\n"));
}
