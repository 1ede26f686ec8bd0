//! Changes to plugins in the scheduler's configuration. Values of an unexpected type are skipped, unless the
//! controller has to write into them.

use serde_json::json;

use crate::go::format;
use crate::object::ControllerError;
use crate::{Map, Value};

const PRECISE: &str = "precise-prefix-cache-scorer";
const PREFIX_CACHE: &str = "prefix-cache-scorer";
const HANDLER: &str = "disagg-profile-handler";
const METRICS: &str = "model-server-protocol-metrics";
const METRICS_RENAMED: &str = "core-metrics-extractor";

/// The plugins that are objects.
fn each(config: &mut Map) -> impl Iterator<Item = &mut Map> {
    list_mut(config).into_iter().flatten().filter_map(Value::as_object_mut)
}

fn list_mut(config: &mut Map) -> Option<&mut Vec<Value>> {
    config.get_mut("plugins").and_then(Value::as_array_mut)
}

fn is_type(plugin: &Map, name: &str) -> bool {
    plugin.get("type").is_some_and(|kind| kind == name)
}

/// Whether there is a list of plugins.
pub(super) fn has_list(config: &Map) -> bool {
    config.get("plugins").is_some_and(Value::is_array)
}

/// Whether there is a plugin of a type.
pub(super) fn has_type(config: &Map, name: &str) -> bool {
    let plugins = config.get("plugins").and_then(Value::as_array).into_iter().flatten();
    plugins.filter_map(Value::as_object).any(|plugin| is_type(plugin, name))
}

/// A value below a plugin.
fn get<'p>(plugin: &'p Map, path: &[&str]) -> Option<&'p Value> {
    let (first, rest) = path.split_first()?;
    rest.iter().try_fold(plugin.get(*first)?, |value, key| value.get(key))
}

/// Sets a value below a plugin, and creates the objects on its path.
///
/// # Errors
/// A value on the path is not an object.
fn set(plugin: &mut Map, path: &[&str], value: Value) -> Result<(), ControllerError> {
    let Some((last, way)) = path.split_last() else { return Ok(()) };
    let mut below = plugin;
    for (depth, key) in way.iter().enumerate() {
        let next = below.entry(*key).or_insert_with(|| json!({}));
        let Some(next) = next.as_object_mut() else {
            let at = path.iter().take(depth + 1).copied().collect::<Vec<_>>().join(".");
            return Err(ControllerError::new(format!(
                "value cannot be set because .{at} is not a map[string]interface{{}}"
            )));
        };
        below = next;
    }
    below.insert((*last).to_owned(), value);
    Ok(())
}

fn remove(plugin: &mut Map, key: &str) {
    if let Some(parameters) = plugin.get_mut("parameters").and_then(Value::as_object_mut) {
        parameters.remove(key);
    }
}

/// Tells the exact prefix scorer where the tokenizer listens.
pub(super) fn point_to_tokenizer(config: &mut Map) -> Result<(), ControllerError> {
    for plugin in each(config).filter(|plugin| is_type(plugin, PRECISE)) {
        set(plugin, &["parameters", "indexerConfig", "tokenizersPoolConfig", "modelName"], "base".into())?;
        let socket = "/tmp/tokenizer/tokenizer-uds.socket";
        set(plugin, &["parameters", "indexerConfig", "tokenizersPoolConfig", "uds", "socketFile"], socket.into())?;
    }
    Ok(())
}

/// Copies settings of the token processor to the place where newer schedulers read them.
pub(super) fn raise_token_processor(config: &mut Map) -> Result<(), ControllerError> {
    for plugin in each(config).filter(|plugin| is_type(plugin, PRECISE)) {
        if get(plugin, &["parameters", "tokenProcessorConfig"]).is_some() {
            continue;
        }
        if let Some(settings) = get(plugin, &["parameters", "indexerConfig", "tokenProcessorConfig"]).cloned() {
            set(plugin, &["parameters", "tokenProcessorConfig"], settings)?;
        }
    }
    Ok(())
}

/// Copies the block size to the field that newer schedulers read.
pub(super) fn name_block_size(config: &mut Map) -> Result<(), ControllerError> {
    for plugin in each(config).filter(|plugin| is_type(plugin, PREFIX_CACHE)) {
        if get(plugin, &["parameters", "blockSizeTokens"]).is_some() {
            continue;
        }
        if let Some(size) = get(plugin, &["parameters", "blockSize"]).cloned() {
            set(plugin, &["parameters", "blockSizeTokens"], size)?;
        }
    }
    Ok(())
}

/// Renames a plugin and the references to it in profiles.
pub(super) fn rename(config: &mut Map, old: &str, new: &str) {
    let replace = |object: &mut Map, key: &str| {
        if object.get(key).is_some_and(|name| name == old) {
            object.insert(key.to_owned(), new.into());
        }
    };
    if !has_list(config) {
        return;
    }
    for plugin in each(config) {
        replace(plugin, "type");
        replace(plugin, "name");
    }
    let profiles = config.get_mut("schedulingProfiles").and_then(Value::as_array_mut).into_iter().flatten();
    for profile in profiles {
        let references = profile.get_mut("plugins").and_then(Value::as_array_mut).into_iter().flatten();
        references.filter_map(Value::as_object_mut).for_each(|reference| replace(reference, "pluginRef"));
    }
}

/// A plugin that decides on disaggregation. It has to be declared before the handler that refers to it.
struct Decider {
    name: &'static str,
    parameters: Option<Value>,
}

/// Declares the disaggregation deciders in the form that newer schedulers read.
pub(super) fn give_deciders(config: &mut Map) -> Result<(), ControllerError> {
    let Some(plugins) = list_mut(config) else { return Ok(()) };
    let mut wanted = Vec::new();
    let mut first = None;
    for (place, plugin) in plugins.iter_mut().enumerate() {
        let Some(plugin) = plugin.as_object_mut() else { continue };
        if !is_type(plugin, HANDLER) && !is_type(plugin, "pd-profile-handler") {
            continue;
        }
        first.get_or_insert(place);
        wanted.extend(give_decider(plugin)?);
    }
    let mut place = first.unwrap_or_default();
    for decider in wanted {
        let declared = |plugin: &Value| plugin.get("type").is_some_and(|name| name == decider.name);
        if plugins.iter().any(declared) {
            continue;
        }
        let mut entry = Map::from_iter([("type".to_owned(), Value::from(decider.name))]);
        entry.extend(decider.parameters.map(|parameters| ("parameters".to_owned(), parameters)));
        plugins.insert(place, entry.into());
        place += 1;
    }
    Ok(())
}

fn give_decider(handler: &mut Map) -> Result<Option<Decider>, ControllerError> {
    if get(handler, &["parameters", "deciders"]).is_some() {
        return Ok(None);
    }
    if let Some(name) = decider_name(handler)? {
        set(handler, &["parameters", "deciders"], json!({ "prefill": name }))?;
        remove(handler, "deciderPluginName");
        remove(handler, "threshold");
        return Ok(None);
    }
    let Some(threshold) = get(handler, &["parameters", "threshold"]).cloned() else { return Ok(None) };
    let decider = match printed(&threshold) == "0" {
        true => Decider { name: "always-disagg-pd-decider", parameters: None },
        false => {
            let tokens = json!({ "nonCachedTokens": tokens(&threshold) });
            Decider { name: "prefix-based-pd-decider", parameters: Some(tokens) }
        }
    };
    set(handler, &["parameters", "deciders"], json!({ "prefill": decider.name }))?;
    remove(handler, "threshold");
    Ok(Some(decider))
}

/// The decider that a handler refers to in the older form.
fn decider_name(handler: &Map) -> Result<Option<String>, ControllerError> {
    const PATH: &str = ".parameters.deciderPluginName";
    let wrong = |value: &Value, wanted: &str| {
        let (value, own) = (printed(value), go_type(value));
        ControllerError::new(format!("{PATH} accessor error: {value} is of the type {own}, expected {wanted}"))
    };
    match handler.get("parameters") {
        None | Some(Value::Null) => Ok(None),
        Some(Value::Object(parameters)) => match parameters.get("deciderPluginName") {
            None => Ok(None),
            Some(Value::String(name)) => Ok(Some(name.clone())),
            Some(other) => Err(wrong(other, "string")),
        },
        Some(other) => Err(wrong(other, "map[string]interface{}")),
    }
}

/// Converts a threshold from characters to tokens: a quarter, rounded up, but at least one.
fn tokens(threshold: &Value) -> i64 {
    let characters = match threshold {
        Value::Number(number) => number.as_f64(),
        other => leading_number(&printed(other)),
    };
    // Whole numbers of this size are exact; larger ones saturate.
    characters.map_or(1, |characters| ((characters / 4.0).ceil() as i64).max(1))
}

/// The number at the start of a text.
fn leading_number(text: &str) -> Option<f64> {
    let text = text.trim_start();
    (1..=text.len()).rev().filter_map(|end| text.get(..end)).find_map(|start| start.parse().ok())
}

/// A value as Go prints it.
fn printed(value: &Value) -> String {
    match value {
        Value::Null => "<nil>".into(),
        Value::String(text) => text.clone(),
        Value::Array(items) => format!("[{}]", items.iter().map(printed).collect::<Vec<_>>().join(" ")),
        Value::Object(members) => {
            let members = members.iter().map(|(key, value)| format!("{key}:{}", printed(value)));
            format!("map[{}]", members.collect::<Vec<_>>().join(" "))
        }
        Value::Number(number) => match (number.as_i64(), number.as_f64()) {
            (None, Some(float)) => {
                let printed = format::sprintf(b"%v", &[crate::go::data::Data::Float(float)]);
                String::from_utf8_lossy(&printed).into_owned()
            }
            _ => number.to_string(),
        },
        Value::Bool(truth) => truth.to_string(),
    }
}

fn go_type(value: &Value) -> &'static str {
    match value {
        Value::Null => "<nil>",
        Value::Bool(_) => "bool",
        Value::Number(number) if number.is_i64() => "int64",
        Value::Number(_) => "float64",
        Value::String(_) => "string",
        Value::Array(_) => "[]interface {}",
        Value::Object(_) => "map[string]interface {}",
    }
}

/// Drops a parameter that newer schedulers do not know.
pub(super) fn drop_hash_block_size(config: &mut Map) {
    each(config).for_each(|plugin| remove(plugin, "hashBlockSize"));
}

/// Declares the plugin that replaces the metric flags, if there were any.
pub(super) fn add_metrics(config: &mut Map, metrics: &[(&'static str, String)], knows_new_name: bool) {
    if metrics.is_empty() || has_type(config, METRICS) || knows_new_name && has_type(config, METRICS_RENAMED) {
        return;
    }
    let mut engine = Map::from_iter([("name".to_owned(), Value::from("vllm"))]);
    engine.extend(metrics.iter().map(|(member, value)| ((*member).to_owned(), Value::from(value.as_str()))));
    let plugin = json!({
        "name": METRICS,
        "type": METRICS,
        "parameters": {
            "engineLabelKey": "inference.networking.k8s.io/engine-type",
            "defaultEngine": "vllm",
            "engineConfigs": [engine],
        },
    });
    match list_mut(config) {
        Some(plugins) => plugins.push(plugin),
        None => drop(config.insert("plugins".into(), vec![plugin].into())),
    }
}

/// Drops the parameters that the prefix scorer no longer has.
pub(super) fn bare_prefix_cache(config: &mut Map) {
    for plugin in each(config).filter(|plugin| is_type(plugin, PREFIX_CACHE)) {
        let Some(parameters) = plugin.get_mut("parameters").and_then(Value::as_object_mut) else { continue };
        parameters.retain(|key, _| key == "prefixMatchInfoProducerName");
        if parameters.is_empty() {
            plugin.remove("parameters");
        }
    }
}
