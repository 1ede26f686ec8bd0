//! The output of the program, as text to apply.

use std::cell::Cell;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use kserve_render::object::Key;
use kserve_render::release::Version;
use kserve_render::{Map, Value};

use crate::server::Server;
use crate::support::read_yaml;

/// A way of printing objects.
#[derive(Debug, Clone, Copy)]
pub struct Way {
    pub inject: bool,
    pub owner: bool,
    pub json: bool,
}

/// The uid of the InferenceService if owners are printed.
const OWNER: &str = "6f0c9a1e-3c54-4d0f-9d2b-0d6b8f3e7a11";

impl Way {
    /// All ways, the plain one first.
    pub fn all() -> impl Iterator<Item = Way> {
        (0..8u64).map(Way::of)
    }

    /// One of the ways, always the same for a number.
    pub fn of(number: u64) -> Way {
        Way { inject: number & 1 != 0, owner: number & 2 != 0, json: number & 4 != 0 }
    }

    pub fn arguments(self) -> Vec<&'static str> {
        let mut arguments = vec!["-o", if self.json { "json" } else { "yaml" }];
        if self.inject {
            arguments.push("--inject");
        }
        if self.owner {
            arguments.extend(["--owner-uid", OWNER]);
        }
        arguments
    }
}

/// A printed object, with the text that is applied.
#[derive(Debug)]
pub struct Printed {
    pub text: String,
    pub object: Value,
}

impl Printed {
    /// Namespace and name.
    pub fn name(&self) -> String {
        let Key { namespace, name, .. } = Key::of(&self.object);
        format!("{namespace}/{name}")
    }
}

/// The standard output of the program for these arguments.
pub fn call(arguments: &[&str], input: &str) -> Result<String, String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kserve-render"));
    command.args(arguments).current_dir(Path::new(env!("CARGO_MANIFEST_DIR")));
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("KSERVE_RENDER_") {
            command.env_remove(name);
        }
    }
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = piped.spawn().map_err(|error| error.to_string())?;
    if let Some(mut stdin) = child.stdin.take() {
        // If the program finds a fault, it may not read all of its input.
        let _ = stdin.write_all(input.as_bytes());
    }
    let output = child.wait_with_output().map_err(|error| error.to_string())?;
    // 1 means that a service is refused, which is then not printed.
    match output.status.code() {
        Some(0 | 1) => String::from_utf8(output.stdout).map_err(|error| error.to_string()),
        _ => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

/// The objects in the output of the program.
pub fn objects(text: &str, way: Way) -> Result<Vec<Printed>, String> {
    if way.json {
        let list: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let items = list.get("items").and_then(Value::as_array).ok_or("no list")?;
        return Ok(items.iter().map(|item| Printed { text: item.to_string(), object: item.clone() }).collect());
    }
    let documents = text.split("---\n").filter(|document| document.lines().any(|line| !line.starts_with('#')));
    documents.map(|document| Ok(Printed { text: document.to_owned(), object: read_yaml(document)? })).collect()
}

/// The arguments that describe the cluster of a recorded case.
pub fn facts(options: &Map) -> Vec<String> {
    let mut arguments = Vec::new();
    let mut add = |flag: &str, value: &str| arguments.extend([flag.to_owned(), value.to_owned()]);
    for (key, value) in options {
        match (key.as_str(), value) {
            ("namespace", Value::String(name)) => add("--namespace", name),
            ("knativeDomain", Value::String(domain)) => add("--knative-domain", domain),
            ("knativeScheme", Value::String(scheme)) => add("--knative-url-scheme", scheme),
            ("generation", Value::Number(number)) => add("--generation", &number.to_string()),
            ("noVirtualService", Value::Bool(true)) => add("--without-api", "networking.istio.io/v1beta1"),
            ("noKnative", Value::Bool(true)) => add("--without-api", "serving.knative.dev/v1"),
            ("noApi", Value::Array(apis)) => {
                apis.iter().filter_map(Value::as_str).for_each(|api| add("--without-api", api));
            }
            ("kubernetesMinor", Value::String(minor)) => add("--kubernetes-version", &format!("1.{minor}")),
            ("rejectV1Alpha2Pools", Value::Bool(true)) => add("--gateway-rejects-pools", "v1alpha2"),
            ("rejectAllPools", Value::Bool(true)) => add("--gateway-rejects-pools", "all"),
            ("notReady", Value::Array(names)) => {
                names.iter().filter_map(Value::as_str).for_each(|name| add("--not-ready", name));
            }
            _ => {}
        }
    }
    arguments
}

/// Files that the program reads in addition to its input.
pub struct Files<'s> {
    server: &'s Server,
    observed: Cell<usize>,
}

impl Files<'_> {
    pub fn new(server: &Server) -> Files<'_> {
        Files { server, observed: Cell::new(0) }
    }

    /// The file with what a release ships.
    pub fn defaults(&self, version: Version) -> Result<String, String> {
        let name = format!("defaults-{}.yaml", version.name());
        let path = self.server.path(&name);
        if !path.exists() {
            let text = call(&["config", "defaults", "--kserve-version", version.name()], "")?;
            self.server.write(&name, &text)?;
        }
        Ok(path.to_string_lossy().into_owned())
    }

    /// The file with what the cluster holds.
    pub fn observed(&self, text: &str) -> Result<String, String> {
        self.observed.set(self.observed.get() + 1);
        let path = self.server.write(&format!("observed-{}.yaml", self.observed.get()), text)?;
        Ok(path.to_string_lossy().into_owned())
    }
}
