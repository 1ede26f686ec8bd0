//! A service with the facts about its cluster, and what the program prints for it.

use kserve_render::lint::{self, Peers};
use kserve_render::object::{Key, Kind};
use kserve_render::release::Version;
use kserve_render::{Existing, Found, Map, Value};

use crate::printed::{self, Printed, Way};
use crate::support::{self, case::Case};

/// A finding of `lint`: the name of the rule, and the text.
pub type Finding = (String, String);

/// Something to render.
pub struct Scenario {
    /// The name that failures mention.
    pub name: String,
    /// The input, with the documents of the cluster.
    pub input: String,
    pub options: Map,
    pub observed: Option<String>,
    /// Files with more objects of the cluster.
    pub context: Vec<String>,
    pub version: Version,
    /// The release whose ConfigMap and runtimes are in the cluster.
    pub defaults: Version,
    /// The objects that the real controller created, according to the recording.
    pub recorded: Option<Vec<Value>>,
}

impl Scenario {
    /// A scenario from a text of documents, in a new cluster of the newest release.
    pub fn of(name: &str, input: String) -> Scenario {
        Scenario {
            name: name.to_owned(),
            input,
            options: Map::new(),
            observed: None,
            context: Vec::new(),
            version: Version::NEWEST,
            defaults: Version::NEWEST,
            recorded: None,
        }
    }

    /// A recorded case in a release.
    pub fn of_case(name: &str, case: &Case, version: Version, defaults: Version) -> Scenario {
        let objects = |report: &Value| report.get("objects").and_then(Value::as_array).cloned().unwrap_or_default();
        Scenario {
            name: format!("{name} {}", version.name()),
            input: case.input.clone(),
            options: case.options.clone(),
            observed: case.observed.clone(),
            context: Vec::new(),
            version,
            defaults,
            recorded: Some(case.reports(version).iter().flat_map(objects).collect()),
        }
    }

    /// The output of the program when it reads the input from a pipe.
    pub fn print(&self, way: Way, files: &printed::Files) -> Result<Vec<Printed>, String> {
        let mut arguments = self.arguments(files)?;
        arguments.push("--keep-going".into());
        arguments.extend(way.arguments().into_iter().map(str::to_owned));
        printed::objects(&self.call(&arguments)?, way)
    }

    /// The arguments that describe the cluster.
    fn arguments(&self, files: &printed::Files) -> Result<Vec<String>, String> {
        let mut arguments = printed::facts(&self.options);
        arguments.extend(["--kserve-version".into(), self.version.name().into()]);
        if self.defaults != self.version {
            arguments.extend(["--no-defaults".into(), "--context".into(), files.defaults(self.defaults)?]);
        }
        for file in &self.context {
            arguments.extend(["--context".into(), file.clone()]);
        }
        if let Some(observed) = &self.observed {
            arguments.extend(["--observed".into(), files.observed(observed)?]);
        }
        Ok(arguments)
    }

    fn call(&self, arguments: &[String]) -> Result<String, String> {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        printed::call(&arguments, &self.input)
    }

    /// The findings of `lint`. LLMInferenceServices need presets and Gateways, which the program adds to the cluster.
    pub fn lint(&self, files: &printed::Files) -> Result<Vec<Finding>, String> {
        if self.input.contains("kind: LLMInferenceService") {
            let mut arguments: Vec<String> = ["lint", "-o", "json"].map(str::to_owned).into();
            arguments.extend(self.arguments(files)?);
            let found: Value = serde_json::from_str(&self.call(&arguments)?).map_err(|error| error.to_string())?;
            let text =
                |finding: &Value, key: &str| finding.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
            let found = found.as_array().ok_or("no list")?;
            return Ok(found.iter().map(|finding| (text(finding, "name"), text(finding, "message"))).collect());
        }
        let mut input = self.input.clone();
        for file in &self.context {
            input.push_str("\n---\n");
            input.push_str(&std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?);
        }
        let (services, cluster) = support::read(&input, &self.options, self.version, self.defaults)?;
        let observed = self.observed.as_deref().map(support::documents).transpose()?.unwrap_or_default();
        let found = std::sync::Arc::new(Found::new(observed));
        let mut findings = lint::config(&cluster);
        if services.iter().any(|service| Kind::of(service) != Some(Kind::InferenceService)) {
            let renderings = kserve_render::render::render_all_objects(&cluster, &services, &found);
            let of = |(resource, rendering)| lint::rules(&cluster, resource, rendering, &Peers::default());
            findings.extend(services.iter().zip(&renderings).flat_map(of));
            return Ok(findings.into_iter().map(|finding| (finding.code.name.to_owned(), finding.message)).collect());
        }
        for service in &services {
            let key = Key::of(service);
            let existing = Existing::of(&found, Kind::InferenceService, &key.namespace, &key.name);
            let rendering = kserve_render::render(&cluster, service, &existing);
            findings.append(&mut lint::service(&cluster, service, &existing, &rendering, &Peers::default()));
        }
        Ok(findings.into_iter().map(|finding| (finding.code.name.to_owned(), finding.message)).collect())
    }

    /// Whether the real controller created this object, according to the recording. Owners are printed only on request, and
    /// neither the webhook's changes to pods nor certificates are part of an object.
    pub fn is_recorded(&self, object: &Value, way: Way) -> bool {
        let comparable = |object: &Value| {
            let mut object = object.clone();
            if let Some(metadata) = object.get_mut("metadata").and_then(Value::as_object_mut) {
                metadata.remove("ownerReferences");
            }
            // A certificate is a placeholder, which was recorded without its encoding.
            if Kind::of(&object) == Some(Kind::Secret) {
                object.as_object_mut().and_then(|object| object.remove("data"));
            }
            if let Some(spec) = object.get_mut("spec").and_then(Value::as_object_mut)
                && way.inject
            {
                spec.remove("template");
            }
            // The recordings are reports, which leave out empty fields.
            if let Some(spec) = object.get_mut("spec").and_then(Value::as_object_mut)
                && spec.get("behavior").and_then(Value::as_object).is_some_and(|behavior| behavior.is_empty())
            {
                spec.remove("behavior");
            }
            object
        };
        let object = comparable(object);
        self.recorded.iter().flatten().any(|recorded| comparable(recorded) == object)
    }
}
