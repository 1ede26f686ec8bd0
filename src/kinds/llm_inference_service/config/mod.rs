//! From a service to its effective spec: merges presets, base configs and the service's own spec, and evaluates the
//! templates.

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
use crate::kinds::composition::{AppliedConfig, Source};
use crate::kinds::llm_inference_service::names::Names;
use crate::kinds::llm_inference_service::spec::LlmSpec;
use crate::kinds::llm_inference_service::{admission, places};
use crate::object::fields::NOTHING;
use crate::object::{ControllerError, Kind, ObjectView as _};
use crate::schema::LlmTypes;
use crate::{Map, Value};

pub use choose::{is_well_known, pin, well_known};
pub use culprit::{culprit, mentions};
pub use lookup::{Configs, Lookup};
pub use lora::Adapter;
pub use settings::{RoutingMode, Settings, ca_bundle_source};

/// The result of combining a service with its configs.
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
    /// A spec that is not combined with any config.
    pub fn of_spec(spec: Map) -> Effective {
        Effective { spec, applied: Vec::new(), adapters: Vec::new(), warnings: Vec::new() }
    }
}

/// The steps from configs to an effective spec, as far as they succeed.
#[derive(Debug, Clone, Default)]
pub struct Trace {
    /// The configs with their specs, the lowest first.
    pub layers: Vec<(AppliedConfig, Rc<Map>)>,
    /// The merge of all configs and the service's own spec, before templates are evaluated. Empty unless specs
    /// are kept.
    pub merged: Map,
    /// The spec after templates are evaluated. Empty unless specs are kept.
    pub evaluated: Map,
    /// Whether to keep the specs between the steps.
    keeps_specs: bool,
}

/// The effective spec of a stored service after [`admission::default`]. The annotations of its `status` may pin
/// presets.
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

/// Like [`effective`], but also returns the steps up to a failure.
pub fn effective_with_trace(
    cluster: &Cluster,
    settings: &Settings,
    service: &Map,
    status: &Map,
) -> (Result<Effective, ControllerError>, Trace) {
    let mut trace = Trace { keeps_specs: true, ..Trace::default() };
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
    let namespace = service.namespace().to_owned();
    let lookup = Lookup { cluster, configs, namespace: &namespace, system: &cluster.settings.kserve_namespace };
    layers(types, &lookup, &mut service, status, trace)?;
    let mut spec = merge_layers(types, configs, &service, trace)?;
    let names = Names::of(&service);
    finish::fill_scheduler(&mut spec, names);
    if trace.keeps_specs {
        trace.merged.clone_from(&spec);
    }
    let mut spec = evaluate(types, settings, &lookup, &service, spec)?;
    if trace.keeps_specs {
        trace.evaluated.clone_from(&spec);
    }
    let warnings = finish_spec(&mut spec, &lookup, &service)?;
    let spec = admission::check_effective(cluster, names.service, &namespace, spec)?;
    let adapters = match cluster.release.llm_input.adapters {
        true => lora::adapters(LlmSpec::of(&spec))?,
        false => Vec::new(),
    };
    let applied = trace.layers.iter().map(|(applied, _)| applied.clone()).collect();
    Ok(Effective { spec, applied, adapters, warnings })
}

/// Finds presets and base configs. A model name in a base config overrides the service's.
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
    // Defaulting gives every model a name, by default the name of the service.
    let name = probe.model().name().to_owned();
    if let Some(model) = places::object_mut(service, &["spec", "model"]) {
        model.insert("name".into(), name.into());
    }
    let presets = presets.into_iter().map(|choice| (choice.name, Source::Preset, choice.reason));
    let bases = bases.into_iter().map(|name| (name, Source::UserRef, "`baseRefs` of the service"));
    for (name, source, reason) in presets.chain(bases) {
        let (namespace, spec) = lookup.config(&name)?;
        let namespace = namespace.to_owned();
        trace
            .layers
            .push((AppliedConfig { kind: Kind::LlmInferenceServiceConfig, name, namespace, source, reason }, spec));
    }
    Ok(())
}

/// Merges the layers, with the service's own spec on top.
fn merge_layers(types: &LlmTypes, configs: &Configs, service: &Map, trace: &Trace) -> Result<Map, ControllerError> {
    let own = LlmSpec::of_object(service).fields();
    let mut specs = trace.layers.iter().map(|(_, spec)| &**spec);
    let Some(first) = specs.next() else { return Ok(own.clone()) };
    let places = trace.layers.iter().map(|(config, _)| (config.namespace.clone(), config.name.clone())).collect();
    let below = || specs.try_fold(first.clone(), |merged, spec| merge::merge(types, merged, spec));
    let merged = configs.merged(places, below).and_then(|below| merge::merge(types, Map::clone(&below), own));
    // The controller wraps the error twice: where it merges several specs, and in the caller.
    merged.map_err(|error| error.within("failed to merge specs: failed to merge specs"))
}

fn evaluate(
    types: &LlmTypes,
    settings: &Settings,
    lookup: &Lookup<'_>,
    service: &Map,
    spec: Map,
) -> Result<Map, ControllerError> {
    let pool = format!("{}/{}", lookup.namespace, finish::pool(LlmSpec::of(&spec), Names::of(service)));
    let globals =
        data::Globals { release: &lookup.cluster.release, settings, system_namespace: lookup.system, pool: &pool };
    let mut config = Map::new();
    config.insert("metadata".into(), Value::Object(metadata_in_cluster(lookup.cluster, service)));
    config.insert("spec".into(), Value::Object(spec));
    template::evaluate(types, &config, service, &globals)
}

/// The metadata of a service with what the API server and the controller add. They count in the positions of
/// template errors.
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

/// The controller's changes after evaluation. Returns their events.
fn finish_spec(
    spec: &mut Map,
    lookup: &Lookup<'_>,
    service: &Map,
) -> Result<Vec<(&'static str, String)>, ControllerError> {
    let release = &lookup.cluster.release;
    if release.llm_input.managed_devices {
        finish::claim_devices(spec, service, Names::of(service));
    }
    finish::derive_parents(spec, release);
    finish::aim_backends(spec, Names::of(service));
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

/// The template check of a config: evaluates it for a service with every block set.
///
/// # Errors
/// The controller's text.
pub fn check_template(cluster: &Cluster, settings: &Settings, config: &Map) -> Result<(), ControllerError> {
    let types = LlmTypes::of(cluster.release.input.fields);
    let sample = admission::sample(&cluster.release);
    let pool = finish::pool(LlmSpec::of_object(config), Names::of(&sample));
    let pool = format!("{}/{pool}", sample.namespace());
    let system_namespace = &cluster.settings.kserve_namespace;
    let globals = data::Globals { release: &cluster.release, settings, system_namespace, pool: &pool };
    template::evaluate(types, config, &sample, &globals).map(|_| ())
}
