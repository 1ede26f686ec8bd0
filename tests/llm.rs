//! The complete recorded cases of LLMInferenceServices: the webhooks' answers, what is stored, objects, events and statuses. The
//! cases have the presets of their release in their context, with stand-ins for launch scripts.

#![allow(clippy::restriction, reason = "a test says what is wrong by panicking")]

#[allow(dead_code, reason = "shared with the other tests")]
mod support;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use kserve_render::output::report;
use kserve_render::release::{Release, Version};
use kserve_render::{Cluster, Found, RejectedPools, Rendering, Settings, Value, input, render};
use support::case::{Case, SECTIONS, difference, part};

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

fn preset_file(version: Version) -> String {
    format!("{}.yaml", version.name())
}

/// The releases whose answers and presets were recorded.
fn recorded() -> impl Iterator<Item = Version> {
    Version::ALL.into_iter().filter(|version| root().join("context").join(preset_file(*version)).is_file())
}

#[test]
fn the_newest_release_was_recorded() {
    assert_eq!(recorded().last(), Some(Version::NEWEST));
}

/// The objects in the cluster of a case, in addition to its own documents.
fn context(case: &Case, version: Version) -> Vec<Value> {
    static PRESETS: LazyLock<BTreeMap<Version, Vec<Value>>> =
        LazyLock::new(|| recorded().map(|version| (version, read(&preset_file(version)))).collect());
    static GATEWAY: LazyLock<Vec<Value>> = LazyLock::new(|| read("cluster.yaml"));
    let is_set = |option: &str| case.options.get(option) == Some(&Value::Bool(true));
    let mut held: Vec<Value> =
        kserve_render::release::defaults::objects(Version::NEWEST).iter().map(|object| Value::clone(object)).collect();
    if !is_set("noPresets") {
        held.extend(PRESETS[&version].iter().cloned());
    }
    if !is_set("noGateway") {
        held.extend(GATEWAY.iter().cloned());
    }
    let gone = case.options.get("delete").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
    let mut gone: Vec<&str> = gone.collect();
    if is_set("noConfigMap") {
        gone.push("ConfigMap/kserve/inferenceservice-config");
    }
    held.retain(|object| !gone.contains(&key(object).as_str()));
    held
}

/// The settings of a case's cluster.
fn settings(case: &Case) -> Settings {
    let mut settings = Settings::default();
    let option = |key: &str| case.options.get(key);
    let texts = |key: &str| {
        let all = option(key).and_then(Value::as_array).into_iter().flatten();
        all.filter_map(Value::as_str).map(str::to_owned).collect::<Vec<String>>()
    };
    settings.absent_apis.extend(texts("noApi"));
    settings.not_ready.extend(texts("notReady"));
    if let Some(minor) = option("kubernetesMinor").and_then(Value::as_str) {
        settings.kubernetes_minor = minor.parse().expect("a number");
    }
    for (key, pools) in [("rejectV1Alpha2Pools", RejectedPools::Experimental), ("rejectAllPools", RejectedPools::All)] {
        if option(key) == Some(&Value::Bool(true)) {
            settings.rejected_pools = pools;
        }
    }
    settings
}

/// The differences from the recorded answers to a case.
fn differences(case: &Case, version: Version) -> Vec<String> {
    let namespace = case.options.get("namespace").and_then(Value::as_str).unwrap_or("default");
    let mut inputs = documents(&case.input);
    for object in inputs.iter_mut().filter(|object| is_llm(object)) {
        if text(object, "/metadata/namespace").is_empty() {
            object["metadata"]["namespace"] = namespace.into();
        }
    }
    let (resources, others): (Vec<Value>, Vec<Value>) = inputs.into_iter().partition(is_llm);
    let held = context(case, version);
    // A preset among the documents replaces the one in the cluster.
    let replaced = held.iter().filter(|object| resources.iter().any(|resource| key(resource) == key(object)));
    let found = Arc::new(Found::new(replaced.cloned().collect::<Vec<_>>()));
    let held = held.into_iter().chain(others).map(Arc::new);
    let cluster = Cluster::new(Release::of(version), settings(case), held);
    let renderings = render::render_all(&cluster, &resources, &found);
    // About a config, only a refusal is reported.
    let is_told = |one: &Rendering| !one.is_fact() || one.refusal().is_some() || !one.warnings.is_empty();
    let got: Vec<Value> = renderings.into_iter().filter(is_told).map(report::of).collect();
    let wanted = case.reports(version);
    let mut found = Vec::new();
    if got.len() != wanted.len() {
        found.push(format!("{} reports, want {}", got.len(), wanted.len()));
    }
    for (wanted, got) in wanted.iter().zip(&got) {
        for title in ["llmService", "llmConfig"].into_iter().filter(|title| wanted.get(title) != got.get(title)) {
            found.push(format!("{title}: want {:?}", wanted.get(title)));
        }
        found.extend(
            SECTIONS.into_iter().filter_map(|section| difference(&part(wanted, section), &part(got, section), section)),
        );
    }
    found
}

/// Cases in which v0.19 answers differently than recorded: several reasons of a refusal were recorded in the order of a Go map,
/// or a ScaledObject that existed before did not report at that time.
const APART: [&str; 4] = ["as-keda-hpaname", "par-zero", "x-two-errors", "ex-own-keda"];

#[test]
fn recorded_answers() {
    let mut failed = Vec::new();
    let mut count = 0;
    for folder in ["catalog", "random"] {
        let entries = std::fs::read_dir(root().join(folder)).expect("the folder of recorded cases");
        let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("a case").path()).collect();
        files.sort();
        for file in files {
            let case = Case::read(&file).expect("a case");
            let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            for version in recorded() {
                if version == Version::V0_19 && APART.contains(&name.as_str()) {
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
