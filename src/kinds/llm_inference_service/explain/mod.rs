//! What a service is put together from: how the fields of its effective spec come from its chain of configs, and which of its own
//! fields have no effect.

mod advice;
mod notes;
mod unread;

use std::rc::Rc;

use super::admission;
use super::config::{self, Settings, Trace};
use super::spec::LlmSpec;
use crate::facts::Cluster;
use crate::kinds::composition::{AppliedConfig, Composition, Field, Origin, Source, Unread, shown};
use crate::object::tidy::tidied;
use crate::object::{Cause, ControllerError, Kind, ObjectView as _, Path, PathStep};
use crate::release::Release;
use crate::release::defaults::STAND_IN;
use crate::webhook::codes;
use crate::{Map, Value};

pub use notes::{gateways_note, scripts_note};
pub use unread::unread;

use advice::{base_reference, help_for_missing, help_for_template, missing_config};

/// The composition of a service as written.
pub fn composition(cluster: &Cluster, document: &Value, existing: Option<&Value>) -> Composition {
    let mut composition = Composition {
        kind: Kind::LlmInferenceService,
        namespace: document.namespace().to_owned(),
        name: document.name().to_owned(),
        release: cluster.release.version,
        chain: Vec::new(),
        is_admitted: false,
        failure: None,
        cause: None,
        place: None,
        culprit: None,
        help: None,
        spec: Value::Null,
        fields: Vec::new(),
        ineffective: Vec::new(),
        note: None,
    };
    let (admitted, findings) = admission::examine(cluster, document, existing);
    if let Some(refused) = findings.iter().find(|finding| finding.refusal) {
        composition.place = Some(refused.path.clone()).filter(|path| !path.0.is_empty());
        composition.help.clone_from(&refused.help);
    }
    for finding in findings.into_iter().filter(|finding| finding.code == codes::UNKNOWN_FIELD) {
        let help = finding.help.map(|help| format!(" ({help})")).unwrap_or_default();
        composition.ineffective.push(Unread {
            path: finding.path,
            reason: format!("the API server drops it: {}{help}", finding.message),
            is_dropped: true,
        });
    }
    let mut service = match admitted.outcome {
        Ok(Value::Object(service)) => service,
        Ok(_) => return composition,
        Err(refusal) => {
            composition.failure = Some(refusal.into_text());
            return composition;
        }
    };
    composition.is_admitted = true;
    admission::default(&mut service);
    composition.combine(cluster, &service);
    composition.attribute_defaults(document);
    composition
}

impl Composition {
    fn combine(&mut self, cluster: &Cluster, service: &Map) {
        let settings = match Settings::read(cluster) {
            Ok(settings) => settings,
            Err(error) => {
                let error = error.within("failed to load ingress config");
                self.cause = error.cause().cloned();
                return self.failure = Some(error.into_text());
            }
        };
        let mut annotations = Map::new();
        config::pin(&cluster.release, &mut annotations);
        let status = Map::from_iter([("annotations".to_owned(), Value::Object(annotations))]);
        let (result, trace) = config::effective_with_trace(cluster, &settings, service, &status);
        self.chain = trace.layers.iter().map(|(applied, _)| applied.clone()).collect();
        let effective = match result {
            Ok(effective) => effective,
            Err(failure) => return self.fail(cluster, service, &failure, &trace),
        };
        let layers = Layers::of(&trace, service);
        self.spec = tidied(Value::Object(effective.spec.clone()));
        self.note = self.spec.to_string().contains(STAND_IN).then(|| scripts_note(self.release));
        let mut walk = Walk { layers: &layers, trace: &trace, fields: Vec::new() };
        walk.object(&self.spec, &Path::default(), &[]);
        self.fields = walk.fields;
        self.ineffective.extend(unread(cluster, service, &effective, &trace));
        self.ineffective.extend(self.overridden(&layers));
    }

    fn fail(&mut self, cluster: &Cluster, service: &Map, failure: &ControllerError, trace: &Trace) {
        self.failure = Some(failure.text().to_owned());
        self.cause = failure.cause().cloned();
        let missing = failure.cause().and_then(missing_config);
        self.place = missing.and_then(|name| base_reference(service, name));
        self.help = match missing {
            Some(name) => help_for_missing(cluster, &self.namespace, name),
            None => failure.cause().and_then(help_for_template).map(str::to_owned),
        };
        self.culprit = failure.cause().and_then(|cause| Layers::of(trace, service).culprit(&cluster.release, cause));
        // The merged spec is the best that can be shown.
        if !trace.merged.is_empty() {
            let layers = Layers::of(trace, service);
            self.spec = tidied(Value::Object(trace.merged.clone()));
            let mut walk = Walk { layers: &layers, trace, fields: Vec::new() };
            walk.object(&self.spec, &Path::default(), &[]);
            self.fields = walk.fields;
        }
    }

    /// Attributes fields that the service does not have to the defaults that add them.
    fn attribute_defaults(&mut self, document: &Value) {
        for field in &mut self.fields {
            field
                .overrides
                .retain(|(origin, _)| !matches!(origin, Origin::Service(path) if !is_written(document, path)));
            if matches!(&field.origin, Origin::Service(path) if !is_written(document, path)) {
                field.origin = Origin::Controller(match controller_reason(&field.path) {
                    OTHER => "a default of the API",
                    reason => reason,
                });
            }
        }
        self.ineffective.retain(|unread| is_written(document, &unread.path));
    }

    /// The fields of the service that are overridden.
    fn overridden(&self, layers: &Layers<'_>) -> Vec<Unread> {
        let of_service = |origin: &Origin| match origin {
            Origin::Service(path) => Some(path.clone()),
            _ => None,
        };
        let mut unread = Vec::new();
        for field in &self.fields {
            let own = field.overrides.iter().find_map(|(origin, _)| of_service(origin));
            let Some(path) = own else { continue };
            let reason = match &field.origin {
                Origin::Config(index, _) => {
                    let config = layers.configs.get(*index).map(|(config, _)| config);
                    format!("the base config {} decides", config.map_or("", |config| config.name.as_str()))
                }
                Origin::Controller(reason) => (*reason).to_owned(),
                Origin::Service(_) => continue,
            };
            unread.push(Unread { path, reason, is_dropped: false });
        }
        unread
    }
}

/// Whether a field is in a document.
fn is_written(document: &Value, path: &Path) -> bool {
    let step = |value, step: &PathStep| match step {
        PathStep::Key(key) => Value::get(value, key.as_str()),
        PathStep::Index(index) => Value::get(value, *index),
        PathStep::Item { .. } => None,
    };
    path.0.iter().try_fold(document, step).is_some()
}

/// The specs in order of precedence, the lowest first.
struct Layers<'a> {
    configs: &'a [(AppliedConfig, Rc<Map>)],
    own: &'a Map,
}

impl<'a> Layers<'a> {
    fn of(trace: &'a Trace, service: &'a Map) -> Layers<'a> {
        Layers { configs: &trace.layers, own: LlmSpec::of_object(service).fields() }
    }

    /// The field of the highest layer whose template causes the failure.
    fn culprit(&self, release: &Release, cause: &Cause) -> Option<Origin> {
        if let Some(path) = config::culprit(release, self.own, cause) {
            return Some(Origin::Service(below_spec(&path)));
        }
        self.configs.iter().enumerate().rev().find_map(|(index, (_, spec))| {
            let path = config::culprit(release, spec, cause)?;
            Some(Origin::Config(index, below_spec(&path)))
        })
    }

    /// The values of the layers at a place, in order of precedence, the effective one first.
    fn at(&self, place: &[PathStep]) -> Vec<(Origin, &'a Value)> {
        let own = locate(self.own, place).map(|(path, value)| (Origin::Service(below_spec(&path)), value));
        let of_configs = self.configs.iter().enumerate().rev().filter_map(|(index, (_, spec))| {
            let (path, value) = locate(spec, place)?;
            Some((Origin::Config(index, below_spec(&path)), value))
        });
        let mut found: Vec<_> = own.into_iter().chain(of_configs).collect();
        // A model name in a base config overrides the service's.
        let is_name =
            matches!(place, [PathStep::Key(model), PathStep::Key(name)] if model == "model" && name == "name");
        let base = found.iter().position(|(origin, _)| match origin {
            Origin::Config(index, _) => {
                self.configs.get(*index).is_some_and(|(config, _)| config.source == Source::UserRef)
            }
            _ => false,
        });
        if let (true, Some(base)) = (is_name, base) {
            let base = found.remove(base);
            found.insert(0, base);
        }
        found
    }
}

/// The value at a place, with its path by positions in lists.
fn locate<'v>(spec: &'v Map, place: &[PathStep]) -> Option<(Path, &'v Value)> {
    let mut path = Path::default();
    let mut value: Option<&Value> = None;
    for step in place {
        let next = match (step, value) {
            (PathStep::Key(key), None) => spec.get(key)?,
            (PathStep::Key(key), Some(value)) => value.get(key)?,
            (PathStep::Item { field, value: wanted }, Some(list)) => {
                let items = list.as_array()?;
                let index = items.iter().position(|item| item.get(*field).is_some_and(|id| shown(id) == *wanted))?;
                path.0.push(PathStep::Index(index));
                value = items.get(index);
                continue;
            }
            (PathStep::Index(index), Some(list)) => list.get(*index)?,
            _ => return None,
        };
        path.0.push(step.clone());
        value = Some(next);
    }
    // An empty URI does not override the one below.
    let is_uri = matches!(place, [PathStep::Key(model), PathStep::Key(uri)] if model == "model" && uri == "uri");
    let value = value.filter(|value| !is_uri || **value != "")?;
    Some((path, value))
}

/// Turns a path in a spec into a path in the object.
fn below_spec(path: &Path) -> Path {
    Path(std::iter::once(PathStep::Key("spec".to_owned())).chain(path.0.iter().cloned()).collect())
}

/// The field that identifies the items of a list in a pod, if the list is merged rather than replaced.
fn merge_key(name: &str) -> Option<&'static str> {
    match name {
        "containers"
        | "initContainers"
        | "ephemeralContainers"
        | "env"
        | "volumes"
        | "imagePullSecrets"
        | "schedulingGates"
        | "resourceClaims" => Some("name"),
        "ports" => Some("containerPort"),
        "volumeMounts" => Some("mountPath"),
        "volumeDevices" => Some("devicePath"),
        "hostAliases" => Some("ip"),
        "topologySpreadConstraints" => Some("topologyKey"),
        _ => None,
    }
}

struct Walk<'a> {
    layers: &'a Layers<'a>,
    trace: &'a Trace,
    fields: Vec<Field>,
}

impl Walk<'_> {
    /// `place` identifies items of merged lists by name, `path` by position.
    fn object(&mut self, value: &Value, path: &Path, place: &[PathStep]) {
        let entries = value.as_object().into_iter().flatten();
        for (key, value) in entries {
            let path = path.clone().key(key);
            let place = [place, &[PathStep::Key(key.clone())]].concat();
            self.value(key, value, &path, &place);
        }
    }

    fn value(&mut self, key: &str, value: &Value, path: &Path, place: &[PathStep]) {
        let in_pod =
            place.iter().any(|step| matches!(step, PathStep::Key(key) if key == "template" || key == "worker"));
        match (value, merge_key(key).filter(|_| in_pod)) {
            (Value::Object(members), _) if !members.is_empty() => self.object(value, path, place),
            (Value::Array(items), Some(field)) if !items.is_empty() => {
                for (index, item) in items.iter().enumerate() {
                    let mut path = path.clone();
                    path.0.push(PathStep::Index(index));
                    let step = PathStep::Item { field, value: item.get(field).map(shown).unwrap_or_default() };
                    self.object(item, &path, &[place, &[step]].concat());
                }
            }
            _ => self.leaf(value, path, place),
        }
    }

    fn leaf(&mut self, value: &Value, path: &Path, place: &[PathStep]) {
        let mut found = self.layers.at(place).into_iter();
        let (mut origin, mut template) = (Origin::Controller(controller_reason(path)), None);
        let mut overrides = Vec::new();
        if let Some((first, written)) = found.next() {
            let evaluated = locate(&self.trace.evaluated, place).map(|(_, value)| value);
            let is_changed = !self.trace.evaluated.is_empty()
                && evaluated.map(|value| tidied(value.clone())).as_ref() != Some(value);
            if is_changed {
                overrides.push((first, tidied(written.clone())));
            } else {
                origin = first;
                template = written
                    .as_str()
                    .filter(|text| text.contains("{{") && Some(*text) != value.as_str())
                    .map(str::to_owned);
            }
        }
        overrides.extend(found.map(|(origin, value)| (origin, tidied(value.clone()))));
        self.fields.push(Field { path: path.clone(), value: value.clone(), origin, overrides, template });
    }
}

/// The reason if no better one is known.
const OTHER: &str = "the controller";

/// Why the controller sets a field.
fn controller_reason(path: &Path) -> &'static str {
    let is_last = |key: &str| matches!(path.0.last(), Some(PathStep::Key(own)) if own == key);
    if is_last("parentRefs") {
        "parents follow `router.gateway.refs`"
    } else if path.is_below(&["router", "route"]) {
        "backends lead to where the service has its servers"
    } else if path.is_below(&["router", "scheduler", "config"]) {
        "the ConfigMap of `router.scheduler.config.ref`"
    } else if path.has_key("selector") {
        "the pool selects the service's pods"
    } else if is_last("serviceAccountName") {
        "an account of the scheduler's own"
    } else if path.has_key("endpointPickerRef") {
        "the usual port of the endpoint picker"
    } else if path.has_key("resourceClaims") || path.has_key("claims") {
        "the annotation of managed devices"
    } else if *path == Path::keys(["model", "name"]) {
        "the name of the service"
    } else {
        OTHER
    }
}
