//! From a service to its effective spec: presets and base configs below the service's own spec, templates evaluated.

mod choose;
mod culprit;
mod data;
mod finish;
mod lookup;
mod lora;
mod merge;
mod settings;
mod template;

use std::rc::Rc;

use crate::facts::Cluster;
use crate::kinds::llm_inference_service::spec::LlmSpec;
use crate::kinds::llm_inference_service::{admission, places};
use crate::object::fields::NOTHING;
use crate::object::{ControllerError, ObjectView as _};
use crate::schema::LlmTypes;
use crate::{Map, Value};

pub use choose::{is_well_known, pin, well_known};
pub use culprit::{culprit, mentions};
pub use lookup::{Configs, Lookup};
pub use lora::Adapter;
pub use settings::{RoutingMode, Settings, ca_bundle_source};

/// Where a config that takes part comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// The controller chose it.
    Preset,
    /// The service names it.
    UserRef,
}

/// A config that takes part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AppliedConfig {
    pub name: String,
    /// Where it was found.
    pub namespace: String,
    pub source: Source,
    /// Why it was chosen.
    pub reason: &'static str,
}

impl AppliedConfig {
    /// The entry of `status.appliedConfigs`.
    pub fn to_value(&self) -> Value {
        let source = match self.source {
            Source::Preset => "Preset",
            Source::UserRef => "UserRef",
        };
        serde_json::json!({ "name": self.name, "namespace": self.namespace, "source": source })
    }
}

/// What a service comes to with its configs.
#[derive(Debug, Clone)]
pub struct Effective {
    /// The spec, as Go writes it.
    pub spec: Map,
    /// The configs, the lowest first.
    pub applied: Vec<AppliedConfig>,
    /// The LoRA adapters, sorted by name.
    pub adapters: Vec<Adapter>,
    /// Events of every pass: reason and message.
    pub warnings: Vec<(&'static str, String)>,
}

impl Effective {
    /// A spec as it is, without configs.
    pub fn of_spec(spec: Map) -> Effective {
        Effective { spec, applied: Vec::new(), adapters: Vec::new(), warnings: Vec::new() }
    }
}

/// The steps from configs to an effective spec, as far as they went.
#[derive(Debug, Clone, Default)]
pub struct Trace {
    /// The configs with their specs, the lowest first.
    pub layers: Vec<(AppliedConfig, Rc<Map>)>,
    /// All of them with the service's own spec, before templates are evaluated; if the steps are to be told.
    pub merged: Map,
    /// After templates are evaluated; if the steps are to be told.
    pub evaluated: Map,
    /// Whether somebody asks for the specs between the steps.
    is_told: bool,
}

/// The effective spec of a service as it is stored, after [`admission::default`]. `status` is that of the service, whose
/// annotations may pin presets.
///
/// # Errors
/// The controller's text, without `failed to combine base-configurations: `.
pub fn effective(
    cluster: &Cluster,
    configs: &Configs,
    settings: &Settings,
    service: Map,
    status: &Map,
) -> Result<Effective, ControllerError> {
    combine(cluster, configs, settings, service, status, &mut Trace::default())
}

/// As [`effective`], with the steps that were taken also where one fails.
pub fn effective_with_trace(
    cluster: &Cluster,
    settings: &Settings,
    service: &Map,
    status: &Map,
) -> (Result<Effective, ControllerError>, Trace) {
    let mut trace = Trace { is_told: true, ..Trace::default() };
    let result = combine(cluster, &Configs::default(), settings, service.clone(), status, &mut trace);
    (result, trace)
}

fn combine(
    cluster: &Cluster,
    configs: &Configs,
    settings: &Settings,
    mut service: Map,
    status: &Map,
    trace: &mut Trace,
) -> Result<Effective, ControllerError> {
    let types = LlmTypes::of(cluster.release.input.fields);
    let (namespace, name) = (service.namespace().to_owned(), &*service.name().to_owned());
    let lookup = Lookup { cluster, configs, namespace: &namespace, system: &cluster.settings.kserve_namespace };
    layers(types, &lookup, &mut service, status, trace)?;
    let mut spec = merge_layers(types, configs, &service, trace)?;
    finish::fill_scheduler(&mut spec, name);
    if trace.is_told {
        trace.merged.clone_from(&spec);
    }
    let mut spec = evaluate(types, settings, &lookup, &service, spec)?;
    if trace.is_told {
        trace.evaluated.clone_from(&spec);
    }
    let warnings = finish_spec(&mut spec, &lookup, &service, name)?;
    let spec = admission::check_effective(cluster, name, &namespace, spec)?;
    let adapters = match cluster.release.llm_input.adapters {
        true => lora::adapters(LlmSpec::of(&spec))?,
        false => Vec::new(),
    };
    let applied = trace.layers.iter().map(|(applied, _)| applied.clone()).collect();
    Ok(Effective { spec, applied, adapters, warnings })
}

/// Finds presets and base configs. A model's name in a base config takes the place of that of the service.
fn layers(
    types: &LlmTypes,
    lookup: &Lookup<'_>,
    service: &mut Map,
    status: &Map,
    trace: &mut Trace,
) -> Result<(), ControllerError> {
    let own = LlmSpec::of_object(service);
    let bases: Vec<String> = own.base_refs().map(str::to_owned).collect();
    let mut merged;
    let mut probe = own;
    for base in &bases {
        let (_, spec) = lookup.config(base)?;
        let lower = probe.fields().clone();
        merged = merge::merge(types, lower, &spec).map_err(|error| error.within("failed to merge specs"))?;
        probe = LlmSpec::of(&merged);
    }
    let pinned = status.get("annotations").and_then(Value::as_object).unwrap_or(&NOTHING);
    let release = &lookup.cluster.release;
    let presets = choose::choose(release, probe, pinned);
    // Defaulting gives every model a name, if only that of the service.
    let name = probe.model().name().to_owned();
    if let Some(model) = places::object_mut(service, &["spec", "model"]) {
        model.insert("name".into(), name.into());
    }
    let presets = presets.into_iter().map(|choice| (choice.name, Source::Preset, choice.reason));
    let bases = bases.into_iter().map(|name| (name, Source::UserRef, "`baseRefs` of the service"));
    for (name, source, reason) in presets.chain(bases) {
        let (namespace, spec) = lookup.config(&name)?;
        let namespace = namespace.to_owned();
        trace.layers.push((AppliedConfig { name, namespace, source, reason }, spec));
    }
    Ok(())
}

/// Merges the layers, and the service's own spec over them.
fn merge_layers(types: &LlmTypes, configs: &Configs, service: &Map, trace: &Trace) -> Result<Map, ControllerError> {
    let own = LlmSpec::of_object(service).fields();
    let mut specs = trace.layers.iter().map(|(_, spec)| &**spec);
    let Some(first) = specs.next() else { return Ok(own.clone()) };
    let places = trace.layers.iter().map(|(config, _)| (config.namespace.clone(), config.name.clone())).collect();
    let below = || specs.try_fold(first.clone(), |merged, spec| merge::merge(types, merged, spec));
    let merged = configs.merged(places, below).and_then(|below| merge::merge(types, Map::clone(&below), own));
    // The merge of several specs has the words, and who asks for it says them once more.
    merged.map_err(|error| error.within("failed to merge specs: failed to merge specs"))
}

fn evaluate(
    types: &LlmTypes,
    settings: &Settings,
    lookup: &Lookup<'_>,
    service: &Map,
    spec: Map,
) -> Result<Map, ControllerError> {
    let pool = format!("{}/{}", lookup.namespace, finish::pool(LlmSpec::of(&spec), service.name()));
    let globals =
        data::Globals { release: &lookup.cluster.release, settings, system_namespace: lookup.system, pool: &pool };
    let mut config = Map::new();
    config.insert("metadata".into(), Value::Object(metadata_in_cluster(lookup.cluster, service)));
    config.insert("spec".into(), Value::Object(spec));
    template::evaluate(types, &config, service, &globals)
}

/// The metadata of a service with what the API server and the controller write. The places in errors of templates count it.
fn metadata_in_cluster(cluster: &Cluster, service: &Map) -> Map {
    let mut metadata = service.field("metadata").and_then(Value::as_object).cloned().unwrap_or_default();
    let written: [(&str, Value); 5] = [
        ("uid", "00000000-0000-0000-0000-000000000001".into()),
        ("resourceVersion", "1".into()),
        ("generation", cluster.settings.generation.into()),
        ("creationTimestamp", "2000-01-01T00:00:00Z".into()),
        ("finalizers", serde_json::json!(["serving.kserve.io/llmisvc-finalizer"])),
    ];
    for (key, value) in written {
        metadata.entry(key).or_insert(value);
    }
    metadata
}

/// What the controller changes after evaluation; the events of it.
fn finish_spec(
    spec: &mut Map,
    lookup: &Lookup<'_>,
    service: &Map,
    name: &str,
) -> Result<Vec<(&'static str, String)>, ControllerError> {
    let release = &lookup.cluster.release;
    if release.llm_input.managed_devices {
        finish::claim_devices(spec, service, name);
    }
    finish::derive_parents(spec, release);
    finish::aim_backends(spec, name);
    let mut warnings = Vec::new();
    if let Some(map) = finish::inline_config(spec, lookup)?
        && release.llm_input.predictor_event
        && choose::predicts_latency(LlmSpec::of(spec))
    {
        let message = format!(
            "predicted-latency-producer plugin detected in Config.Ref ConfigMap \"{map}\"; latency predictor sidecar \
             injection requires Config.Inline instead of Config.Ref"
        );
        warnings.push(("LatencyPredictorConfigRef", message));
    }
    if release.llm_input.pool_port {
        finish::fill_port(spec);
    }
    Ok(warnings)
}

/// The template check of a config: it is evaluated for a service that has every block.
///
/// # Errors
/// The controller's text.
pub fn check_template(cluster: &Cluster, settings: &Settings, config: &Map) -> Result<(), ControllerError> {
    let types = LlmTypes::of(cluster.release.input.fields);
    let sample = admission::sample(&cluster.release);
    let pool = finish::pool(LlmSpec::of_object(config), sample.name());
    let pool = format!("{}/{pool}", sample.namespace());
    let system_namespace = &cluster.settings.kserve_namespace;
    let globals = data::Globals { release: &cluster.release, settings, system_namespace, pool: &pool };
    template::evaluate(types, config, &sample, &globals).map(|_| ())
}
