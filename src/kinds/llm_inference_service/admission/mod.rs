//! Admission of services and configs: whether the API server and the webhooks accept an object, and the form in
//! which it is stored.

mod convert;
mod default;
mod effective;
mod rules;
mod sample;

use crate::facts::Cluster;
use crate::kinds::llm_inference_service::config;
use crate::kinds::llm_inference_service::spec::{LlmSpec, Scheduler};
use crate::object::diagnostic::Diagnostic;
use crate::object::{ControllerError, Kind, ObjectView as _, Path, PathStep};
use crate::order;
use crate::release::Release;
use crate::schema::{self, LlmTypes, StructId, Through, ViolationKind};
use crate::webhook::Admission as Admitted;
use crate::webhook::pipeline::answer;
use crate::webhook::{codes, misplaced, report::Report, unserved};
use crate::{Map, Value};

use default::NoCaches;
use effective::{ServiceOrConfig, is_old, root, together};
pub use effective::{check_effective, in_version_of, stored};
pub use sample::sample;

/// What the controller puts on a service before anything else.
pub const FINALIZER: &str = "serving.kserve.io/llmisvc-finalizer";

/// A request to create an object or to update an existing one.
#[derive(Debug, Clone, Copy)]
struct Request<'a> {
    cluster: &'a Cluster,
    kind: ServiceOrConfig,
    /// Whether the request uses the older version of the API.
    is_old: bool,
    input: &'a Map,
    /// The existing object, as stored.
    existing: Option<&'a Map>,
}

/// Admits a service or a config, in either version of the API. Returns the warnings, and either the object as
/// stored or the reason for its refusal.
pub fn admit(cluster: &Cluster, object: &Value, existing: Option<&Value>) -> Admitted {
    let mut report = Report::new(false);
    let stored = run(cluster, object, existing, &mut report);
    answer(stored, report).0
}

/// Like [`admit`], but reports every violation.
pub fn examine(cluster: &Cluster, object: &Value, existing: Option<&Value>) -> (Admitted, Vec<Diagnostic>) {
    let mut report = Report::new(true);
    let stored = run(cluster, object, existing, &mut report);
    answer(stored, report)
}

/// The defaulting webhook's changes, which the controller repeats in memory at the start of each pass.
pub fn default(service: &mut Map) {
    default::default(service, false);
}

/// Whether the controller's first write, which adds the finalizer, changes the spec of a stored service. The write
/// passes through Go types, which add `resources: {}` to containers and drop empty lists, unless a defaulting
/// webhook has already done so.
pub fn is_changed_by_first_write(release: &Release, stored: &Map) -> bool {
    if release.llm_input.defaulting_webhook {
        return false;
    }
    let types = LlmTypes::of(release.input.fields);
    let root = root(types, ServiceOrConfig::Service, false);
    let written = schema::object(&types.types, root, stored, Through::GoTypes).object;
    schema::object(&types.types, root, &written, Through::ApiServer).object.get("spec") != stored.get("spec")
}

/// Why the controller's first write, which adds the finalizer, is refused. It is always of the newer version of the API, and the
/// webhook of that version has rules for what was accepted in the older one. `None` if the finalizer is there already.
pub fn refusal_of_first_write(release: &Release, stored: &Map) -> Option<ControllerError> {
    if stored.finalizers().iter().any(|finalizer| finalizer == FINALIZER) {
        return None;
    }
    let errors = rules::check(release, false, stored, Some(stored)).errors;
    together(Kind::LlmInferenceService, stored.name(), &errors).map(ControllerError::new)
}

fn run(cluster: &Cluster, object: &Value, existing: Option<&Value>, report: &mut Report) -> Map {
    let Some(input) = object.as_object() else { return Map::new() };
    if let Some(refusal) = unserved(&cluster.release, object) {
        report.refuse(refusal.code, refusal.path, refusal.message);
        refusal.help.iter().for_each(|help| report.help(help));
        return Map::new();
    }
    let existing = existing.map(|object| stored(&cluster.release, object));
    let request = Request {
        cluster,
        kind: ServiceOrConfig::of(input),
        is_old: is_old(input),
        input,
        existing: existing.as_ref(),
    };
    request.run(report)
}

impl Request<'_> {
    fn run(self, report: &mut Report) -> Map {
        let release = &self.cluster.release;
        let types = LlmTypes::of(release.input.fields);
        let root = root(types, self.kind, self.is_old);
        let has_webhook = self.kind == ServiceOrConfig::Service && release.llm_input.defaulting_webhook;
        let through = self.through(has_webhook);
        let mut decoded = schema::object(&types.types, root, self.input, through);
        let unknown = std::mem::take(&mut decoded.unknown);
        report.unknown(unknown, |path| misplaced::owner(&types.types, root, self.input, path));
        let mut object = std::mem::take(&mut decoded.object);
        let mut is_broken = false;
        for fault in decoded.into_faults() {
            is_broken = true;
            report.wrong_type(fault);
        }
        if has_webhook && !report.is_complete() {
            object = self.default(types, root, object, report);
        }
        if !is_broken && !report.is_complete() {
            self.check_schema(types, root, &object, has_webhook, report);
        }
        if !is_broken && !report.is_complete() {
            self.validate(types, root, &object, report);
        }
        self.stored(types, object)
    }

    /// The defaulting webhook, which works on the newer version of the API.
    fn default(self, types: &LlmTypes, root: StructId, object: Map, report: &mut Report) -> Map {
        let mut object = if self.is_old { convert::up(object) } else { object };
        default::default(&mut object, self.cluster.release.llm_input.routing_group_label);
        if let Err(error) = default::local_model(self.cluster, &mut object) {
            report.refuse(codes::CONFIG, Path::default(), error.to_string());
            if let NoCaches::Section(_) = error {
                report.relate(Some(self.cluster.config_key()), Path::keys(["data", "localModel"]), "this section");
            }
        }
        let object = if self.is_old { convert::down(object) } else { object };
        schema::object(&types.types, root, &object, self.through(true)).object
    }

    /// How an object reaches the schema: through the Go types of the defaulting webhook, if there is one.
    fn through(self, has_webhook: bool) -> Through {
        match (has_webhook, self.cluster.release.llm_input.webhook_keeps_empty_values) {
            (false, _) => Through::ApiServer,
            (true, true) => Through::Patched,
            (true, false) => Through::GoTypes,
        }
    }

    fn check_schema(self, types: &LlmTypes, root: StructId, object: &Map, decoded: bool, report: &mut Report) {
        let mut violations = schema::check(&types.types, root, object, decoded);
        if self.kind == ServiceOrConfig::Config {
            let had_others = violations.iter().any(|violation| violation.kind != ViolationKind::Unchecked);
            // The schema of configs is laxer, to leave room for templates.
            let version = if self.is_old { "v1alpha1" } else { "v1alpha2" };
            let release = self.cluster.release.version;
            violations.retain(|violation| !schema::is_loose(violation, version, release));
            debug_assert!(had_others || violations.is_empty());
        }
        violations.extend(schema::check_metadata(object, self.existing.is_some()));
        // The API server visits maps in random order. Unchecked parts come last.
        order::sort_by(&mut violations, |a, b| {
            let last = |violation: &schema::Violation| violation.kind == ViolationKind::Unchecked;
            last(a).cmp(&last(b)).then_with(|| a.message.cmp(&b.message))
        });
        report.violations(violations);
    }

    fn validate(self, types: &LlmTypes, root: StructId, object: &Map, report: &mut Report) {
        // The schema accepts some values that the webhook's types cannot hold.
        let decoded = schema::object(&types.types, root, object, Through::GoTypes);
        if let Some(fault) = decoded.faults.into_iter().next() {
            report.refuse(codes::WRONG_TYPE, fault.path, fault.message);
            return;
        }
        match self.kind {
            ServiceOrConfig::Service => self.validate_service(&decoded.object, report),
            ServiceOrConfig::Config => self.validate_config(&decoded.object, report),
        }
    }

    fn validate_service(self, object: &Map, report: &mut Report) {
        let rules = rules::check(&self.cluster.release, self.is_old, object, self.existing);
        for warning in rules.warnings {
            report.warn(warning.code, warning.path, warning.message);
        }
        self.refuse(Kind::LlmInferenceService, object, rules.errors, report);
    }

    fn refuse(self, kind: Kind, object: &Map, errors: Vec<rules::Finding>, report: &mut Report) {
        let Some(refusal) = together(kind, object.name(), &errors) else { return };
        report.refuse_together(refusal, errors.into_iter().map(|error| (error.code, error.path, error.message)));
    }

    fn validate_config(self, object: &Map, report: &mut Report) {
        let mut errors = Vec::new();
        let mut add = |path: &str, message: String| {
            let steps = path.split('.').fold(Path::default(), |path, key| path.key(key));
            let message = format!("{path}: {message}");
            errors.push(rules::Finding { code: codes::LLM_CONFIG, path: steps, message });
        };
        let spec = LlmSpec::of_object(object);
        if spec.base_refs().len() > 0 {
            let text = "baseRefs is not a permitted field in LLMInferenceServiceConfig, support for recursive refs has been \
                        disabled";
            add("spec.baseRefs", format!("Forbidden: {text}"));
        }
        let replicas = spec.scheduler().and_then(Scheduler::replicas);
        if let Some(replicas) = replicas.filter(|replicas| *replicas <= 0) {
            let text = "scheduler replicas must be greater than zero";
            add("spec.router.scheduler.replicas", format!("Invalid value: {replicas}: {text}"));
        }
        if !errors.is_empty() {
            return self.refuse(Kind::LlmInferenceServiceConfig, object, errors, report);
        }
        self.check_template(object, report);
        self.warn_of_presets(object, report);
    }

    fn check_template(self, object: &Map, report: &mut Report) {
        let settings = match config::Settings::read(self.cluster) {
            Ok(settings) => settings,
            Err(error) => return report.refuse(codes::CONFIG, Path::default(), error.into_text()),
        };
        let newer = if self.is_old { convert::up(object.clone()) } else { object.clone() };
        if let Err(error) = config::check_template(self.cluster, &settings, &newer) {
            let culprit = object.spec().and_then(|spec| config::culprit(&self.cluster.release, spec, error.cause()?));
            let steps = culprit.map(|path| path.0).unwrap_or_default();
            let path = Path(std::iter::once(PathStep::Key("spec".to_owned())).chain(steps).collect());
            report.refuse(codes::LLM_TEMPLATE, path, error.into_text());
        }
    }

    /// Presets can be changed, but the next upgrade reverts the change.
    fn warn_of_presets(self, object: &Map, report: &mut Report) {
        let (name, namespace) = (object.name(), object.namespace());
        if !config::is_well_known(&self.cluster.release, name) {
            return;
        }
        let held = self.cluster.replaced(Kind::LlmInferenceServiceConfig, namespace, name);
        let Some(held) = self.existing.cloned().or_else(|| held.map(|held| stored(&self.cluster.release, held))) else {
            return;
        };
        let (old, new) = (held.get("spec"), object.get("spec"));
        if !old.zip(new).is_some_and(|(old, new)| contains(new, old)) {
            report.warn(
                codes::LLM_PRESET,
                Path::keys(["metadata", "name"]),
                format!(
                    "modifying well-known config {namespace}/{name} is not recommended. Consider creating a custom config instead"
                ),
            );
        }
    }

    /// The stored form: the newer version of the API, with that version's defaults.
    fn stored(self, types: &LlmTypes, object: Map) -> Map {
        let object = match self.is_old {
            // The conversion passes through Go types, whatever the defaulting webhook has left as it was.
            true => {
                let root = root(types, self.kind, true);
                convert::up(schema::object(&types.types, root, &object, Through::GoTypes).object)
            }
            false => object,
        };
        schema::object(&types.types, root(types, self.kind, false), &object, Through::ApiServer).object
    }
}

/// Whether `whole` contains everything in `part`.
fn contains(whole: &Value, part: &Value) -> bool {
    match (whole, part) {
        (Value::Object(whole), Value::Object(part)) => {
            part.iter().all(|(key, value)| whole.get(key).is_some_and(|whole| contains(whole, value)))
        }
        (Value::Array(whole), Value::Array(part)) => {
            whole.len() == part.len() && whole.iter().zip(part).all(|(whole, part)| contains(whole, part))
        }
        _ => whole == part,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::release::{Version, defaults};
    use crate::webhook::Refusal;

    fn refusal(version: Version, object: &Value) -> Option<String> {
        admit(&Cluster::of(version, []), object, None).outcome.err().map(Refusal::into_text)
    }

    #[test]
    fn every_release_admits_its_own_presets() {
        for version in Version::ALL {
            for (name, preset) in defaults::llm_presets(version) {
                assert_eq!(refusal(version, preset), None, "{} {name}", version.name());
            }
        }
    }

    #[test]
    fn wrong_types_have_the_words_of_whoever_meets_them_first() {
        let service = |spec: Value| {
            json!({
                "apiVersion": "serving.kserve.io/v1alpha2", "kind": "LLMInferenceService",
                "metadata": { "name": "llama", "namespace": "demo" }, "spec": spec,
            })
        };
        let refused = |spec: Value| refusal(Version::NEWEST, &service(spec)).unwrap_or_default();
        assert_eq!(
            refused(json!({ "model": { "uri": ["hf://a/b"] } })),
            "json: cannot unmarshal array into Go struct field LLMModelSpec.spec.model.uri of type string",
            "the webhook, at a URL"
        );
        let text = refused(
            json!({ "model": { "uri": "hf://a/b" }, "router": { "scheduler": { "config": { "inline": 1 } } } }),
        );
        let path = "spec.router.scheduler.config.inline";
        let wanted = format!("{path}: Invalid value: \"integer\": {path} in body must be of type object: \"integer\"");
        assert!(text.contains(&wanted), "the schema, where Go takes anything: {text}");
    }

    #[test]
    fn the_size_of_a_group_is_refused_as_a_number() {
        let service = |parallelism: Value| {
            json!({
                "apiVersion": "serving.kserve.io/v1alpha2", "kind": "LLMInferenceService",
                "metadata": { "name": "llama", "namespace": "demo" },
                "spec": { "model": { "uri": "hf://a/b" }, "parallelism": parallelism },
            })
        };
        let cluster = Cluster::of(Version::NEWEST, []);
        let (before, now) = (service(json!({ "tensor": 2 })), service(json!({ "pipeline": 3 })));
        let refused = admit(&cluster, &now, Some(&before)).outcome.err().map(Refusal::into_text).unwrap_or_default();
        let text =
            "spec.parallelism: Unsupported value: 3: total parallelism size is immutable, previous size 1, curr size 3";
        assert!(refused.contains(text), "{refused}");
    }

    #[test]
    fn templates_are_allowed_where_the_schema_of_configs_is_laxer() {
        let route = json!({ "http": { "spec": { "parentRefs": [
            { "name": "a", "namespace": "{{ .GlobalConfig.IngressGatewayNamespace }}" },
        ] } } });
        let pool = json!({ "pool": { "spec": {
            "selector": { "matchLabels": { "app.kubernetes.io/name": "{{ .ObjectMeta.Name }}" } },
            "targetPorts": [{ "number": 8000 }],
            "endpointPickerRef": { "name": "a", "port": { "number": 9002 } },
        } } });
        let object = |api: &str, kind: &str, router: Value| {
            json!({
                "apiVersion": format!("serving.kserve.io/{api}"), "kind": kind,
                "metadata": { "name": "a", "namespace": "b" },
                "spec": { "model": { "uri": "hf://a/b", "name": "b" }, "router": router },
            })
        };
        let config = "LLMInferenceServiceConfig";
        let with_route = |api: &str, kind: &str| object(api, kind, json!({ "route": route.clone() }));
        assert_eq!(refusal(Version::V0_16, &with_route("v1alpha1", config)), None);
        assert!(refusal(Version::V0_20, &with_route("v1alpha1", config)).is_some());
        assert_eq!(refusal(Version::V0_20, &with_route("v1alpha2", config)), None);
        let with_pool = |kind: &str| object("v1alpha2", kind, json!({ "scheduler": pool.clone() }));
        assert_eq!(refusal(Version::V0_20, &with_pool(config)), None);
        assert!(refusal(Version::V0_20, &with_pool("LLMInferenceService")).is_some());
    }
}
