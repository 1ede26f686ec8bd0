//! Explanations for programs: their keys are documented, and they do not reveal Secrets.

#![allow(clippy::restriction, reason = "a test says what is wrong by panicking")]

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use kserve_render::Value;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn explain(arguments: &str) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_kserve-render"))
        .arg("explain")
        .args(arguments.split_whitespace())
        .env_remove("KSERVE_RENDER_CONFIG")
        .env_remove("KSERVE_RENDER_KSERVE_VERSION")
        .current_dir(root())
        .output()
        .expect("the program runs");
    assert_ne!(output.status.code(), Some(2), "{arguments}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// Inputs that show different parts of explanations.
const INPUTS: [&str; 15] = [
    "examples",
    "examples/domain-template/service.yaml -c examples/domain-template/config.yaml",
    "examples/gateway-api/service.yaml -c examples/gateway-api/config.yaml",
    "examples/s3-secret",
    "testdata/cli/explain.yaml -c testdata/cli/explain-config.yaml",
    "testdata/cli/explain-traffic.yaml --observed testdata/cli/explain-traffic-observed.yaml",
    "testdata/cli/explain-storage.yaml",
    "testdata/cli/explain-slips.yaml",
    "testdata/cli/refused.yaml",
    "testdata/cli/inject.yaml",
    "testdata/cli/serverless.yaml --context testdata/cli/knative.yaml --knative-domain acme.example",
    "testdata/cli/standard.yaml --set deploy.defaultDeploymentMode=X",
    "testdata/cli/standard.yaml --set ingress.domainTemplate={{.Foo}} --kserve-version v0.15",
    "examples/transformer.yaml --set ingress.pathTemplate=/{{.Name}} --cluster-domain acme.local",
    "examples/transformer.yaml --set ingress.disableIstioVirtualHost=true --not-ready parcel-damage-predictor",
];

/// Maps whose keys come from users.
const FREE: [&str; 1] = ["selector"];

fn keys(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(entries) => {
            for (key, value) in entries {
                found.insert(key.clone());
                if !FREE.contains(&key.as_str()) {
                    keys(value, found);
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| keys(item, found)),
        _ => {}
    }
}

#[test]
fn every_key_is_documented() {
    let document = std::fs::read_to_string(root().join("docs/explain.md")).expect("the documentation");
    let mut found = BTreeSet::new();
    for input in INPUTS {
        let printed: Value = serde_json::from_str(&explain(&format!("{input} -o json"))).expect("JSON");
        assert!(printed.as_array().is_some_and(|services| !services.is_empty()), "{input}");
        keys(&printed, &mut found);
    }
    assert!(found.len() > 80, "{} keys are enough to be sure that the test looks at something", found.len());
    let missing: Vec<&String> = found.iter().filter(|key| !document.contains(&format!("`{key}`"))).collect();
    assert!(missing.is_empty(), "not in docs/explain.md: {missing:?}");
}

#[test]
fn values_of_secrets_are_not_shown() {
    let text = explain("testdata/cli/inject.yaml") + &explain("testdata/cli/inject.yaml -o json");
    let input = std::fs::read_to_string(root().join("testdata/cli/inject.yaml")).expect("the input");
    let values: Vec<&str> = input
        .lines()
        .filter_map(|line| line.trim().strip_prefix("headers: "))
        .map(|value| value.trim_matches(['\'', '"']))
        .collect();
    assert!(!values.is_empty(), "the Secret has a value that the webhook copies");
    for value in values {
        assert!(!text.contains(value));
    }
    assert!(text.contains("copied in clear text"));
    let quoted = explain("testdata/cli/explain-storage.yaml") + &explain("testdata/cli/explain-storage.yaml -o json");
    assert!(quoted.contains("<value of the storage secret>") && !quoted.contains("top-secret"));
    let settings = explain("testdata/cli/copied-settings.yaml") + &explain("testdata/cli/copied-settings.yaml -o json");
    assert!(settings.contains("storage-config") && !settings.contains("top-secret"));
}
