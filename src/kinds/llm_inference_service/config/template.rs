//! Evaluation of a merged config: its JSON text is one template, whose output is again JSON.

use std::fmt::Write as _;

use super::data::{self, Globals, Maps};
use crate::go::data::{Data, Text};
use crate::go::json;
use crate::go::quantity::Quantity;
use crate::go::template::{self, Custom, FunctionError, Parameter, Template};
use crate::go::unicode::to_text;
use crate::kinds::llm_inference_service::names;
use crate::object::{Cause, ControllerError};
use crate::release::Release;
use crate::schema::{self, LlmTypes};
use crate::{Map, Value};

/// Evaluates `config`, an object with metadata and spec, for a service, and returns the resulting spec.
///
/// # Errors
/// The controller's text.
pub fn evaluate(types: &LlmTypes, config: &Map, service: &Map, globals: &Globals<'_>) -> Result<Map, ControllerError> {
    let mut text = schema::encode(&types.types, types.v1alpha2.config, config);
    let of_type = ["kind", "apiVersion"].into_iter().filter_map(|key| Some((key, config.get(key)?)));
    let of_type: String = of_type.map(|(key, value)| format!("\"{key}\":{},", json::marshal(value))).collect();
    text.insert_str(1, &of_type);
    if !config.contains_key("status") {
        text.truncate(text.len().saturating_sub(1));
        text.push_str(if text.ends_with('{') { "\"status\":{}}" } else { ",\"status\":{}}" });
    }
    let template = Template::parse_with("config", &text, functions(globals.release))
        .map_err(|error| of_template("failed to parse template config", &error))?
        .failing_at_missing_keys();
    let maps = Maps::of(types, service);
    let output = template
        .execute(&data::root(types, service, globals, &maps))
        .map_err(|error| of_template("failed to merge config", &error))?;
    let unreadable = |error: String| ControllerError::new(format!("failed to unmarshal config from template: {error}"));
    let node = json::parse(&output).map_err(|error| unreadable(error.message))?;
    let Value::Object(mut object) = node.to_value() else { return Ok(Map::new()) };
    // The status is only what Go writes for an empty one.
    object.remove("status");
    let decoded = schema::object(&types.types, types.v1alpha2.config, &object, schema::Through::GoTypesAlone);
    let mut object = decoded.object.clone();
    if let Some(fault) = decoded.into_faults().next() {
        return Err(unreadable(fault.message));
    }
    match object.remove("spec") {
        Some(Value::Object(spec)) => Ok(spec),
        _ => Ok(Map::new()),
    }
}

/// The error for a template that fails to parse or to execute.
fn of_template(doing: &str, error: &template::Error) -> ControllerError {
    ControllerError::new(format!("{doing}: {error}")).about(Cause::Template(error.kind().clone()))
}

/// Whether a text, written as in a merged config, parses as a template on its own.
pub(super) fn parses(release: &Release, text: &str) -> bool {
    Template::parse_with("config", &json::marshal(&Value::from(text)), functions(release)).is_ok()
}

const CHILD_NAME: Custom =
    Custom { name: "ChildName", parameters: &[Parameter::String, Parameter::String], call: child_name };
const SHUTDOWN_TIMEOUT: Custom =
    Custom { name: "shutdownTimeout", parameters: &[Parameter::Any, Parameter::Any], call: shutdown_timeout };
const KV_TRANSFER_CONFIG: Custom =
    Custom { name: "kvTransferConfig", parameters: &[Parameter::Any], call: kv_transfer_config };

/// The template functions of a release.
fn functions(release: &Release) -> &'static [Custom] {
    match (release.llm_input.template_shutdown_timeout, release.llm_input.template_kv_transfer) {
        (_, true) => &[CHILD_NAME, SHUTDOWN_TIMEOUT, KV_TRANSFER_CONFIG],
        (true, false) => &[CHILD_NAME, SHUTDOWN_TIMEOUT],
        (false, false) => &[CHILD_NAME],
    }
}

type Outcome<'d> = Result<Data<'d>, FunctionError>;

fn text_of(data: &Data<'_>) -> String {
    data.as_string().map(|text| to_text(text.to_vec())).unwrap_or_default()
}

fn child_name<'d>(arguments: &[Data<'d>]) -> Outcome<'d> {
    let [parent, suffix] = arguments else { return Ok(Data::Missing) };
    Ok(Data::owned_string(names::child(&text_of(parent), &text_of(suffix))))
}

/// A field of a struct.
fn field<'v, 'd>(data: &'v Data<'d>, name: &str) -> Option<&'v Data<'d>> {
    match data {
        Data::Struct(structure) => structure.fields.iter().find(|(other, _)| *other == name).map(|(_, value)| value),
        _ => None,
    }
}

/// The seconds that a server has to finish its requests: the pod's grace period without the delay before the server
/// gets the signal, minus a margin of up to five seconds.
fn shutdown_timeout<'d>(arguments: &[Data<'d>]) -> Outcome<'d> {
    let [pod, before] = arguments else { return Ok(Data::Missing) };
    let grace = field(pod, "TerminationGracePeriodSeconds").cloned().map(Data::target);
    let grace = grace.and_then(|grace| grace.as_integer()).unwrap_or(60);
    let before = before.clone().target().as_integer().unwrap_or_default();
    Ok(Data::Int64((grace - before - grace.min(5)).max(0)))
}

/// vLLM's argument for the tiers of its cache, quoted to survive JSON and a shell.
fn kv_transfer_config<'d>(arguments: &[Data<'d>]) -> Outcome<'d> {
    let Some(cache) = arguments.first().filter(|cache| matches!(cache, Data::Struct(_))) else {
        return Ok(Data::string(""));
    };
    let displayed = |data: Option<&Data<'_>>| match data {
        Some(Data::Displayed(_, text)) => to_text(text.to_vec()),
        Some(other) => text_of(other),
        None => String::new(),
    };
    let bytes = Quantity::parse(&displayed(field(cache, "CPU"))).map(|cpu| cpu.value()).unwrap_or_default();
    let mut extra = format!("\"cpu_bytes_to_use\":{bytes}");
    let policy = displayed(field(cache, "EvictionPolicy"));
    if !policy.is_empty() {
        let _ = write!(extra, ",\"eviction_policy\":{}", json::marshal(&policy.into()));
    }
    let tiers = match field(cache, "Secondary") {
        Some(Data::List(list)) => list.items(),
        _ => &[],
    };
    let on_disk =
        tiers.iter().enumerate().filter(|(_, tier)| matches!(field(tier, "FileSystem"), Some(Data::Struct(_))));
    let tiers: Vec<String> =
        on_disk.map(|(index, _)| format!("{{\"root_dir\":\"/mnt/kv-cache-{index}\",\"type\":\"fs\"}}")).collect();
    if !tiers.is_empty() {
        let _ = write!(extra, ",\"secondary_tiers\":[{}]", tiers.join(","));
    }
    let config = format!(
        "{{\"kv_connector\":\"OffloadingConnector\",\"kv_connector_extra_config\":{{{extra},\
         \"spec_name\":\"TieringOffloadingSpec\"}},\"kv_role\":\"kv_both\"}}"
    );
    let quoted = format!("--kv-transfer-config '{}'", config.replace('"', r#"\\\""#));
    Ok(Data::String(Text::Shared(quoted.into_bytes().into())))
}
