//! The quick form of the acceptance by an API server: kubeconform with the schemas of the same definitions and of Kubernetes' own
//! kinds. Skipped unless `scripts/tools-cache.sh` and `scripts/acceptance-cache.sh` have been run.

#![allow(clippy::restriction, reason = "a test says what is wrong by panicking")]

#[allow(dead_code, reason = "shared with the other tests")]
mod support;
#[path = "support/tools.rs"]
mod tools;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::Arc;

use kserve_render::lint::{self, Peers};
use kserve_render::object::{Key, Kind};
use kserve_render::output::objects::{self, Options};
use kserve_render::output::yaml;
use kserve_render::release::Version;
use kserve_render::{Existing, Found, Value};
use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::json;
use support::case::Case;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let parts = Parts::find();
    if let Err(missing) = &parts {
        eprintln!("skipped: kubeconform: {missing}");
    }
    let is_skipped = parts.is_err();
    let parts = Arc::new(parts);
    let tests: [(&str, Test); 2] = [("examples", examples), ("recorded cases", recorded)];
    let trials = tests.map(|(name, test)| {
        let parts = Arc::clone(&parts);
        let run = move || test(parts.as_ref().as_ref().map_err(String::as_str)?).map_err(Failed::from);
        Trial::test(name, run).with_ignored_flag(is_skipped)
    });
    libtest_mimic::run(&arguments, trials.into()).exit_code()
}

type Test = fn(&Parts) -> Result<(), String>;

/// kubeconform, and a folder with the schemas that it looks up.
struct Parts {
    program: PathBuf,
    schemas: PathBuf,
}

impl Parts {
    fn find() -> Result<Parts, String> {
        let program = tools::find("kubeconform").ok_or("there is no kubeconform; scripts/tools-cache.sh makes it")?;
        let cache = tools::cache("acceptance").unwrap_or_default();
        let schemas = folder("schemas")?;
        for name in ["openapi", "crds"] {
            if !cache.join(name).is_dir() {
                return Err(format!(
                    "there is no {}; scripts/acceptance-cache.sh makes it",
                    cache.join(name).display()
                ));
            }
        }
        for file in files(&cache.join("openapi"))? {
            let text = read(&file)?;
            let document: Value =
                serde_json::from_str(&text).map_err(|error| format!("{}: {error}", file.display()))?;
            write_native(document, &schemas)?;
        }
        for file in files(&cache.join("crds"))? {
            for definition in support::documents(&read(&file)?)? {
                write_defined(&definition, &schemas)?;
            }
        }
        Ok(Parts { program, schemas })
    }

    /// Runs kubeconform on the files in a folder; returns the number of valid objects, and those that it refuses.
    fn run(&self, folder: &Path) -> Result<(u64, Vec<Refused>), String> {
        let location = self.schemas.join("{{.ResourceKind}}-{{.Group}}-{{.ResourceAPIVersion}}.json");
        let mut command = Command::new(&self.program);
        command.args(["-output", "json", "-summary", "-strict", "-schema-location"]).arg(location).arg(folder);
        let output = command.output().map_err(|error| format!("kubeconform: {error}"))?;
        let said = || String::from_utf8_lossy(&output.stderr).into_owned();
        let result: Value = serde_json::from_slice(&output.stdout).map_err(|error| format!("{error}: {}", said()))?;
        let number = |key: &str| result.pointer(&format!("/summary/{key}")).and_then(Value::as_u64).unwrap_or_default();
        let text = |resource: &Value, key: &str| resource[key].as_str().unwrap_or_default().to_owned();
        let refused: Vec<Refused> = result["resources"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|resource| Refused {
                file: Path::new(&text(resource, "filename")).file_stem().unwrap_or_default().to_string_lossy().into(),
                object: format!("{} {}", text(resource, "kind"), text(resource, "name")),
                kind: text(resource, "kind"),
                message: text(resource, "msg"),
            })
            .collect();
        let bad = number("invalid") + number("errors") + number("skipped");
        if bad != refused.len() as u64 {
            return Err(format!("kubeconform counts {bad} objects as bad and tells of {}: {}", refused.len(), said()));
        }
        Ok((number("valid"), refused))
    }
}

/// An object in a file that kubeconform refuses.
struct Refused {
    file: String,
    object: String,
    kind: String,
    message: String,
}

/// Writes the schemas of the kinds in an OpenAPI document of the API server.
fn write_native(mut document: Value, folder: &Path) -> Result<(), String> {
    let mut components = document["components"].take();
    let schemas = components["schemas"].as_object_mut().ok_or("no schemas")?;
    schemas.values_mut().for_each(close);
    let mut kinds = Vec::new();
    for (name, schema) in &*schemas {
        for kind in schema["x-kubernetes-group-version-kind"].as_array().into_iter().flatten() {
            let text = |key: &str| kind[key].as_str().unwrap_or_default().to_lowercase();
            // Kinds such as DeleteOptions belong to every group.
            if name.ends_with(&format!(".{}", kind["kind"].as_str().unwrap_or_default())) && !name.contains(".meta.") {
                // kubeconform uses the version of a core kind as its group.
                let group = if text("group").is_empty() { text("version") } else { text("group") };
                kinds.push((name.clone(), format!("{}-{group}-{}", text("kind"), text("version"))));
            }
        }
    }
    for (name, file) in kinds {
        let schema = json!({ "$ref": format!("#/components/schemas/{name}"), "components": components });
        write(&folder.join(format!("{file}.json")), &schema.to_string())?;
    }
    Ok(())
}

/// Writes the schemas of a CustomResourceDefinition.
fn write_defined(definition: &Value, folder: &Path) -> Result<(), String> {
    let spec = &definition["spec"];
    let text = |value: &Value| value.as_str().unwrap_or_default().to_lowercase();
    for version in spec["versions"].as_array().into_iter().flatten() {
        let mut schema = version["schema"]["openAPIV3Schema"].clone();
        if let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) {
            properties.entry("apiVersion").or_insert_with(|| json!({ "type": "string" }));
            properties.entry("kind").or_insert_with(|| json!({ "type": "string" }));
            properties.insert("metadata".into(), json!({ "type": "object" }));
        }
        close(&mut schema);
        let file = format!("{}-{}-{}.json", text(&spec["names"]["kind"]), text(&spec["group"]), text(&version["name"]));
        write(&folder.join(file), &schema.to_string())?;
    }
    Ok(())
}

/// Makes a schema refuse unknown fields, which the API server would drop.
fn close(schema: &mut Value) {
    let Some(schema) = schema.as_object_mut() else { return };
    let takes_all = schema.get("x-kubernetes-preserve-unknown-fields") == Some(&Value::Bool(true));
    if schema.contains_key("properties") && !takes_all && !schema.contains_key("additionalProperties") {
        schema.insert("additionalProperties".into(), false.into());
    }
    if schema.get("x-kubernetes-int-or-string") == Some(&Value::Bool(true)) {
        schema.remove("type");
    }
    if let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) {
        properties.values_mut().for_each(close);
    }
    for key in ["items", "additionalProperties"] {
        schema.get_mut(key).map(close);
    }
}

/// The output of the program for the examples, in all ways.
fn examples(parts: &Parts) -> Result<(), String> {
    let output = folder("examples")?;
    let mut written = 0;
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("examples")];
    while let Some(folder) = folders.pop() {
        let files = files(&folder)?;
        let config = folder.join("config.yaml");
        for file in &files {
            if file.is_dir() {
                folders.push(file.clone());
                continue;
            }
            let is_service = support::has_service(file)?;
            for (format, inject) in
                [("yaml", false), ("json", false), ("yaml", true)].into_iter().filter(|_| is_service)
            {
                let mut command = Command::new(env!("CARGO_BIN_EXE_kserve-render"));
                command.env_remove("KSERVE_RENDER_CONFIG").env_remove("KSERVE_RENDER_KSERVE_VERSION");
                command.arg(file).args(["-o", format]).args(inject.then_some("--inject"));
                if config.is_file() {
                    command.arg("-c").arg(&config);
                }
                let printed = command.output().map_err(|error| error.to_string())?;
                if !printed.status.success() {
                    return Err(format!("{}: {}", file.display(), String::from_utf8_lossy(&printed.stderr)));
                }
                written += 1;
                let text = String::from_utf8(printed.stdout).map_err(|error| error.to_string())?;
                write(&output.join(format!("{written}.{format}")), &text)?;
            }
        }
    }
    let (valid, refused) = parts.run(&output)?;
    if valid < written || !refused.is_empty() {
        let refused: Vec<String> = refused.iter().map(|r| format!("{}: {}", r.object, r.message)).collect();
        return Err(format!("{valid} objects of {written} examples are valid\n{}", refused.join("\n")));
    }
    Ok(())
}

/// The objects of the recorded cases. Those that the controller itself gets wrong must be in cases about which `lint` says so.
fn recorded(parts: &Parts) -> Result<(), String> {
    let output = folder("recorded")?;
    let mut predicted = BTreeSet::new();
    let mut written = 0;
    for folder in ["catalog", "deep", "defaults", "observed"] {
        for file in files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/conformance").join(folder))? {
            let case = Case::read(&file)?;
            let name = format!("{folder}-{}", file.file_stem().unwrap_or_default().to_string_lossy());
            let (text, is_predicted) = print(&case, written % 2 == 1)?;
            if is_predicted {
                predicted.insert(name.clone());
            }
            written += 1;
            write(&output.join(format!("{name}.yaml")), &text)?;
        }
    }
    let (valid, mut refused) = parts.run(&output)?;
    // The operator's webhook fills in what is missing here.
    refused.retain(|refused| !predicted.contains(&refused.file) && refused.kind != "OpenTelemetryCollector");
    if valid < written || !refused.is_empty() {
        let refused: Vec<String> = refused.iter().map(|r| format!("{}: {}: {}", r.file, r.object, r.message)).collect();
        return Err(format!("{valid} objects of {written} cases are valid\n{}", refused.join("\n")));
    }
    Ok(())
}

/// The objects of a case as YAML, and whether `lint` predicts that the server refuses some of them.
fn print(case: &Case, inject: bool) -> Result<(String, bool), String> {
    let (services, cluster) = support::read(&case.input, &case.options, Version::NEWEST, Version::NEWEST)?;
    let observed = case.observed.as_deref().map(support::documents).transpose()?.unwrap_or_default();
    let found = Arc::new(Found::new(observed));
    let options = Options { inject, ..Options::default() };
    let (mut text, mut is_predicted) = (String::new(), false);
    for service in &services {
        let key = Key::of(service);
        let existing = Existing::of(&found, Kind::InferenceService, &key.namespace, &key.name);
        let mut rendering = kserve_render::render(&cluster, service, &existing);
        let findings = lint::service(&cluster, service, &existing, &rendering, &Peers::default());
        is_predicted |= findings.iter().any(|finding| finding.message.contains("the API server refuses"));
        for object in objects::take(&mut rendering, &options) {
            text.push_str("---\n");
            yaml::write(&object, &mut text);
        }
    }
    Ok((text, is_predicted))
}

/// An empty folder to write to.
fn folder(name: &str) -> Result<PathBuf, String> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("kubeconform").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok(folder)
}

/// The entries of a folder, sorted.
fn files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.sort();
    Ok(files)
}

fn read(file: &Path) -> Result<String, String> {
    std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))
}

fn write(file: &Path, text: &str) -> Result<(), String> {
    std::fs::write(file, text).map_err(|error| format!("{}: {error}", file.display()))
}
