//! Validation against the schema, in the words of the API server.

use std::collections::HashSet;

use regex::Regex;
use std::sync::LazyLock;

use super::decode;
use super::quote;
use super::rules::RuleTarget;
use super::trail::Trail;
use super::types::{FieldRule, Struct, StructId, Type, Types, Validation};
use crate::go::json;
use crate::go::strconv::{Style, format_float};
use crate::object::validation::{self, Fault, NameRule};
use crate::object::{Path, PathStep};
use crate::order;
use crate::{Map, Value};

/// The pattern of quantities in schemas.
pub(super) const QUANTITY: &str = r"^(\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))))?$";

static QUANTITY_REGEX: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(QUANTITY).ok());

/// A way in which an object violates the schema.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    pub path: Path,
    /// The API server's text: the path and the reason.
    pub message: String,
    pub kind: ViolationKind,
}

/// What is violated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ViolationKind {
    Type,
    Required,
    /// A value is none of the few that are supported.
    Enum {
        /// The value, if it is a text.
        found: Option<String>,
        supported: Vec<&'static str>,
    },
    Pattern,
    Bounds,
    /// A string, list or map is longer than allowed.
    TooLong,
    Duplicate,
    /// A rule about several fields.
    Rule,
    /// Rules were left out because of other violations.
    Unchecked,
    /// The object's metadata, which every kind has.
    Metadata,
}

impl ViolationKind {
    /// Whether the API server skips rules about several fields after such a violation.
    fn hides_rules(&self) -> bool {
        matches!(
            self,
            ViolationKind::Type | ViolationKind::Required | ViolationKind::Enum { .. } | ViolationKind::TooLong
        )
    }
}

/// Checks the metadata of an object, which the API server does together with the schema, before the rest. Names are not checked
/// when an object is updated.
pub fn check_metadata(object: &Map, is_update: bool) -> Vec<Violation> {
    let faults = match is_update {
        true => validation::faults_of_update(object),
        false => validation::faults(object, NameRule::Subdomain),
    };
    let violation =
        |fault: Fault| Violation { path: fault.path, message: fault.message, kind: ViolationKind::Metadata };
    faults.into_iter().map(violation).collect()
}

/// Checks the members of an object apart from its metadata; see [`check_metadata`]. With `decoded`, types are known to be right, and only
/// the remaining rules are checked.
pub fn check<'s>(types: &'s Types, root: StructId, object: &'s Map, decoded: bool) -> Vec<Violation> {
    run(types, root, object, decoded, false)
}

/// Like [`check`], for an object as written whose kind has no defaulting webhook. The API server reports violations in the random
/// order of maps; here they are sorted by text.
pub fn check_written<'s>(types: &'s Types, root: StructId, object: &'s Map) -> Vec<Violation> {
    let mut violations = run(types, root, object, false, true);
    order::sort_by(&mut violations, |one, other| one.message.cmp(&other.message));
    violations
}

fn run<'s>(types: &'s Types, root: StructId, object: &'s Map, decoded: bool, ranges: bool) -> Vec<Violation> {
    let (violations, duplicates) = Default::default();
    let mut checker = Checker { types, decoded, ranges, violations, duplicates, pending: Vec::new() };
    if let Some(owner) = types.structs.get(root) {
        checker.members(owner, object, &Trail::ROOT);
    }
    let mut violations = checker.violations;
    // The API server looks for duplicates after everything else.
    violations.append(&mut checker.duplicates);
    // And it evaluates the rules last, unless something about the object could make them fail.
    if !checker.pending.is_empty() && violations.iter().any(|violation| violation.kind.hides_rules()) {
        let message = "<nil>: Invalid value: null: some validation rules were not checked because the object was \
                       invalid; correct the existing errors to complete validation"
            .to_owned();
        violations.push(Violation { path: Path::default(), message, kind: ViolationKind::Unchecked });
    } else {
        violations.extend(checker.pending.into_iter().filter_map(|(validation, subject, path)| {
            let reason = validation.check(subject)?;
            let message = format!("{}: Invalid value: \"{}\": {reason}", api_path(&path), subject.kind());
            Some(Violation { path, message, kind: ViolationKind::Rule })
        }));
    }
    violations
}

/// A path as the API server writes it.
fn api_path(path: &Path) -> String {
    let mut text = String::new();
    for step in &path.0 {
        match step {
            PathStep::Key(key) if text.is_empty() => text.push_str(key),
            PathStep::Key(key) => text.push_str(&format!(".{key}")),
            PathStep::Index(index) => text.push_str(&format!("[{index}]")),
            _ => {}
        }
    }
    text
}

struct Checker<'s> {
    types: &'s Types,
    decoded: bool,
    /// Whether fractions in place of whole numbers are also reported as values out of range.
    ranges: bool,
    violations: Vec<Violation>,
    duplicates: Vec<Violation>,
    /// Rules about several fields, with their targets.
    pending: Vec<(&'s Validation, RuleTarget<'s>, Path)>,
}

/// The rules of a value and those of its items.
#[derive(Clone, Copy)]
struct Rules<'r> {
    own: &'r [FieldRule],
    each: &'r [FieldRule],
}

impl<'s> Checker<'s> {
    fn members(&mut self, owner: &'s Struct, object: &'s Map, trail: &Trail) {
        for validation in owner.validations.iter() {
            let path = validation.field.map_or_else(|| trail.path(), |field| trail.path().key(field));
            let value = match validation.field {
                None => RuleTarget::Object(object),
                Some(field) => match object.get(field) {
                    Some(value) => RuleTarget::Member(value),
                    None => continue,
                },
            };
            self.pending.push((validation, value, path));
        }
        for (key, value) in object {
            if let Some(field) = owner.field(key)
                && (field.checked || !self.decoded)
                && !field.pruned
                && !field.free
            {
                let trail = trail.member(field, owner);
                self.value(&field.ty, Rules { own: &field.rules, each: &field.each }, value, &trail);
            }
        }
        for field in owner.required.iter().filter_map(|at| owner.fields.get(*at)) {
            let is_there = (self.decoded && field.always_written()) || object.contains_key(field.name);
            if !is_there {
                self.report(ViolationKind::Required, &trail.field(field.name, owner.short), "Required value");
            }
        }
    }

    fn value(&mut self, ty: &Type, rules: Rules<'_>, value: &'s Value, trail: &Trail) {
        self.types_of(ty, value, trail);
        let inner = Rules { own: rules.each, each: &[] };
        let rules = rules.own;
        self.values_of(rules, value, trail);
        match value {
            Value::String(text) => self.string(ty, rules, text, trail),
            Value::Number(number) => self.number(rules, number, trail),
            Value::Array(items) => {
                if let Type::List(item) = ty {
                    for (at, value) in items.iter().enumerate() {
                        self.value(item, inner, value, &trail.index(at));
                    }
                }
                self.list(rules, items, trail);
            }
            Value::Object(map) => match ty {
                Type::Map(item, _) => {
                    for (key, value) in map {
                        self.value(item, inner, value, &trail.key(key));
                    }
                    self.map(rules, map, trail);
                }
                Type::Struct(id) => {
                    if let Some(owner) = self.types.structs.get(*id)
                        && (owner.checked || !self.decoded)
                    {
                        self.members(owner, map, trail);
                    }
                }
                _ => {}
            },
            Value::Null | Value::Bool(_) => {}
        }
    }

    /// Checks whether the value has the right type at all.
    fn types_of(&mut self, ty: &Type, value: &Value, trail: &Trail) {
        let is_of_type = match ty {
            Type::String(_) | Type::Url | Type::Time => value.is_string(),
            Type::Bool => value.is_boolean(),
            Type::Int(_) => value.as_number().is_some_and(is_whole),
            Type::Quantity | Type::MetricQuantity | Type::IntOrString => {
                value.is_string() || value.as_number().is_some_and(is_whole)
            }
            Type::List(_) => value.is_array(),
            // Whatever is in it: the schema wants an object where Go takes anything.
            Type::Any | Type::Map(..) | Type::Struct(_) => value.is_object(),
        };
        if !is_of_type {
            self.not_of_type(schema_type(ty), schema_type_of(value), trail);
        }
    }

    fn not_of_type(&mut self, wanted: &str, found: &str, trail: &Trail) {
        // The API server ignores the formats of integers.
        self.wrong_type(wanted, found, trail);
        if self.ranges && found == "number" && wanted.starts_with("integer") {
            let message = format!(
                "<nil>: Invalid value: \"\": Checked value must be of type integer (default format) in {}",
                trail.api_path()
            );
            self.violations.push(Violation { path: trail.path(), message, kind: ViolationKind::Type });
        }
        if wanted == "integer,string" && found != "null" {
            self.violations.push(Violation {
                path: trail.path(),
                message: format!(
                    "<nil>: Invalid value: \"\": {} must validate at least one schema (anyOf)",
                    quote(&trail.api_path())
                ),
                kind: ViolationKind::Type,
            });
            self.wrong_type("integer", found, trail);
        }
    }

    fn wrong_type(&mut self, wanted: &str, found: &str, trail: &Trail) {
        let found = quote(found);
        self.invalid(ViolationKind::Type, trail, &found, &format!("must be of type {wanted}: {found}"));
    }

    fn string(&mut self, ty: &Type, rules: &[FieldRule], text: &str, trail: &Trail) {
        if matches!(ty, Type::Quantity | Type::MetricQuantity)
            && QUANTITY_REGEX.as_ref().is_some_and(|regex| !regex.is_match(text))
        {
            self.invalid(ViolationKind::Pattern, trail, &quote(text), &format!("should match '{QUANTITY}'"));
        }
        // The first of the string's own rules that fails hides the others.
        for rule in rules {
            match rule {
                FieldRule::MaxLength(most) if text.chars().count() > *most => {
                    let message = format!("Too long: may not be more than {most} bytes");
                    self.report(ViolationKind::TooLong, trail, &message);
                    break;
                }
                FieldRule::MinLength(least) if text.chars().count() < *least => {
                    let message = format!("should be at least {least} chars long");
                    self.invalid(ViolationKind::Bounds, trail, &quote(text), &message);
                    break;
                }
                FieldRule::Pattern(pattern) if !pattern.is_match(text) => {
                    self.invalid(
                        ViolationKind::Pattern,
                        trail,
                        &quote(text),
                        &format!("should match '{}'", pattern.text),
                    );
                    break;
                }
                _ => {}
            }
        }
    }

    /// Checks whether the value is one of those listed, whatever its type.
    fn values_of(&mut self, rules: &[FieldRule], value: &Value, trail: &Trail) {
        for rule in rules {
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            if let FieldRule::Enum(values) = rule
                && !values.contains(&text.as_str())
            {
                let kind = ViolationKind::Enum { found: value.as_str().map(str::to_owned), supported: values.clone() };
                let values: Vec<String> = values.iter().map(|value| quote(value)).collect();
                let message = format!("Unsupported value: {}: supported values: {}", shown(value), values.join(", "));
                self.report(kind, trail, &message);
            }
        }
    }

    fn number(&mut self, rules: &[FieldRule], number: &serde_json::Number, trail: &Trail) {
        let Some(value) = number.as_i64() else { return };
        for rule in rules {
            let message = match rule {
                FieldRule::Max(most) if value > *most => format!("should be less than or equal to {most}"),
                FieldRule::Min(least) if value < *least => format!("should be greater than or equal to {least}"),
                _ => continue,
            };
            self.invalid(ViolationKind::Bounds, trail, &value.to_string(), &message);
        }
    }

    fn list(&mut self, rules: &[FieldRule], items: &[Value], trail: &Trail) {
        for rule in rules {
            match rule {
                FieldRule::MinItems(least) if items.len() < *least => {
                    let message = format!("should have at least {least} items");
                    self.invalid(ViolationKind::Bounds, trail, &items.len().to_string(), &message);
                }
                FieldRule::MaxItems(most) if items.len() > *most => {
                    let message = format!("Too many: {}: must have at most {most} items", items.len());
                    self.report(ViolationKind::TooLong, trail, &message);
                }
                FieldRule::Keys(keys) => {
                    if let Some((at, item)) =
                        items.iter().enumerate().find(|(_, item)| !item.is_object() && !item.is_null())
                    {
                        let trail = trail.index(at);
                        let message = format!(
                            "{}: Invalid value: {}: must be an object for an array of list-type map",
                            trail.api_path(),
                            shown(item)
                        );
                        self.duplicates.push(Violation { path: trail.path(), message, kind: ViolationKind::Type });
                        continue;
                    }
                    let key_of = |item: &Value| {
                        keys.iter().filter_map(|key| Some(((*key).to_owned(), item.get(key)?.clone()))).collect::<Map>()
                    };
                    self.no_duplicates(items.iter().map(|item| Value::Object(key_of(item))), trail);
                }
                FieldRule::Set => self.no_duplicates(items.iter().cloned(), trail),
                _ => {}
            }
        }
    }

    fn map(&mut self, rules: &[FieldRule], map: &Map, trail: &Trail) {
        for rule in rules {
            match rule {
                FieldRule::MinProperties(least) if map.len() < *least => {
                    let message = format!("should have at least {least} properties");
                    self.invalid(ViolationKind::Bounds, trail, &map.len().to_string(), &message);
                }
                FieldRule::MaxProperties(most) if map.len() > *most => {
                    let message = format!("Too many: {}: must have at most {most} items", map.len());
                    self.report(ViolationKind::TooLong, trail, &message);
                }
                _ => {}
            }
        }
    }

    /// Reports the second of several equal items.
    fn no_duplicates(&mut self, keys: impl ExactSizeIterator<Item = Value>, trail: &Trail) {
        if keys.len() < 2 {
            return;
        }
        let (mut seen, mut reported) = (HashSet::new(), HashSet::new());
        for (at, key) in keys.enumerate() {
            let text = shown(&key);
            if seen.insert(text.clone()) || !reported.insert(text.clone()) {
                continue;
            }
            let trail = trail.index(at);
            let message = format!("{}: Duplicate value: {text}", trail.api_path());
            self.duplicates.push(Violation { path: trail.path(), message, kind: ViolationKind::Duplicate });
        }
    }

    fn invalid(&mut self, kind: ViolationKind, trail: &Trail, value: &str, reason: &str) {
        let path = trail.api_path();
        self.report(kind, trail, &format!("Invalid value: {value}: {path} in body {reason}"));
    }

    fn report(&mut self, kind: ViolationKind, trail: &Trail, message: &str) {
        let message = format!("{}: {message}", trail.api_path());
        self.violations.push(Violation { path: trail.path(), message, kind });
    }
}

/// A value as it appears in an error: strings and floats as in Go, everything else as JSON.
fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => quote(text),
        Value::Number(number) if !is_whole(number) => {
            format_float(number.as_f64().unwrap_or(f64::INFINITY), Style::General, None)
        }
        other => json::marshal(other),
    }
}

/// Whether the API server reads a number as an integer. What 64 bits do not hold it reads as a float, even without a fraction.
fn is_whole(number: &serde_json::Number) -> bool {
    decode::whole(number).is_some()
}

/// The name of a type in a schema.
fn schema_type(ty: &Type) -> &'static str {
    match ty {
        Type::String(_) | Type::Url | Type::Time => "string",
        Type::Bool => "boolean",
        Type::Int(_) => "integer",
        Type::Quantity | Type::MetricQuantity | Type::IntOrString => "integer,string",
        Type::List(_) => "array",
        Type::Any | Type::Map(..) | Type::Struct(_) => "object",
    }
}

/// The name of a value's type in a schema.
fn schema_type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if is_whole(number) => "integer",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::release::Version;

    fn messages(spec: Value) -> Vec<String> {
        let types = Types::of(Version::V0_20);
        let object = json!({"spec": spec});
        check(types, types.inference_service, object.as_object().unwrap(), true)
            .into_iter()
            .map(|v| v.message)
            .collect()
    }

    #[test]
    fn rules_have_the_words_of_the_api_server() {
        assert_eq!(
            messages(json!({"predictor": {"scaleMetric": "foo"}})),
            [
                r#"spec.predictor.scaleMetric: Unsupported value: "foo": supported values: "cpu", "memory", "concurrency", "rps""#
            ]
        );
        assert_eq!(
            messages(json!({"predictor": {"storageUris": []}})),
            [
                "spec.predictor.storageUris: Invalid value: 0: spec.predictor.storageUris in body should have at least 1 items"
            ]
        );
        assert_eq!(
            messages(json!({"predictor": {"storageUris": [{"uri": "", "mountPath": "a"}]}})),
            [
                "spec.predictor.storageUris[0].mountPath: Invalid value: \"a\": spec.predictor.storageUris[0].mountPath in body \
                 should match '^/.*'",
                "spec.predictor.storageUris[0].uri: Invalid value: \"\": spec.predictor.storageUris[0].uri in body should be at \
                 least 1 chars long",
            ]
        );
        assert_eq!(
            messages(
                json!({"predictor": {"storageUris": [{"uri": "a", "mountPath": format!("/{}", "x".repeat(255))}]}})
            ),
            ["spec.predictor.storageUris[0].mountPath: Too long: may not be more than 255 bytes"]
        );
        assert_eq!(
            messages(json!({"predictor": {}, "canary": [{"predictor": {}, "trafficPercent": 101}]})),
            [
                "spec.canary[0].trafficPercent: Invalid value: 101: spec.canary[0].trafficPercent in body should be less than or \
              equal to 100"
            ]
        );
    }

    #[test]
    fn lists_with_keys_have_each_key_once() {
        assert_eq!(
            messages(json!({"predictor": {"model": {"env": [{"name": "A"}, {"name": "A"}, {"name": "A"}]}}})),
            [r#"spec.predictor.model.env[1]: Duplicate value: {"name":"A"}"#]
        );
        let ports = json!([{"containerPort": 1, "protocol": "TCP"}, {"containerPort": 1, "protocol": "UDP"},
            {"containerPort": 1, "protocol": "TCP"}]);
        assert_eq!(
            messages(json!({"predictor": {"containers": [{"ports": ports}]}})),
            [r#"spec.predictor.containers[0].ports[2]: Duplicate value: {"containerPort":1,"protocol":"TCP"}"#]
        );
    }

    #[test]
    fn what_go_leaves_nil_is_null_to_the_schema() {
        let affinity =
            json!({"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": null}}});
        let path =
            "spec.predictor.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms";
        assert_eq!(
            messages(json!({"predictor": {"affinity": affinity}})),
            [format!("{path}: Invalid value: \"null\": {path} in body must be of type array: \"null\"")]
        );
    }

    #[test]
    fn numbers_that_64_bits_do_not_hold_are_floats() {
        let types = Types::of(Version::V0_20);
        let found = |node: Value| -> Vec<String> {
            let object = json!({"spec": {"nodes": {"root": node}}});
            let violations = check(types, types.inference_graph, object.as_object().unwrap(), false);
            violations.into_iter().map(|violation| violation.message).collect()
        };
        let of_weight = |weight: Value| found(json!({"routerType": "Splitter", "steps": [{"weight": weight}]}));
        assert_eq!(of_weight(json!(i64::MAX)), Vec::<String>::new());
        let at = "spec.nodes.root.steps[0].weight";
        let refused = format!("{at}: Invalid value: \"number\": {at} in body must be of type integer: \"number\"");
        for weight in [json!(1_u64 << 63), json!(1e30)] {
            assert_eq!(of_weight(weight), [&*refused]);
        }
        let values = r#"supported values: "Sequence", "Splitter", "Ensemble", "Switch""#;
        assert_eq!(
            found(json!({"routerType": 1_u64 << 63})).last(),
            Some(&format!("spec.nodes.root.routerType: Unsupported value: 9.223372036854776e+18: {values}"))
        );
    }

    #[test]
    fn types_are_compared_when_nothing_was_decoded() {
        let types = Types::of(Version::V0_20);
        let found = |spec: Value| -> Vec<String> {
            let object = json!({"spec": spec});
            let violations = check(types, types.serving_runtime, object.as_object().unwrap(), false);
            violations.into_iter().map(|violation| violation.message).collect()
        };
        assert_eq!(found(json!({})), ["spec.containers: Required value"]);
        assert_eq!(
            found(json!({"containers": [], "supportedModelFormats": [{"name": 1, "priority": "1"}], "disabled": 1})),
            [
                "spec.disabled: Invalid value: \"integer\": spec.disabled in body must be of type boolean: \"integer\"",
                "spec.supportedModelFormats[0].name: Invalid value: \"integer\": spec.supportedModelFormats[0].name in body must \
                 be of type string: \"integer\"",
                "spec.supportedModelFormats[0].priority: Invalid value: \"string\": spec.supportedModelFormats[0].priority in \
                 body must be of type integer: \"string\"",
            ]
        );
        assert_eq!(
            found(json!({"containers": [], "supportedModelFormats": [{"name": "a", "priority": 1.5}], "replicas": {}})),
            [
                "spec.replicas: Invalid value: \"object\": spec.replicas in body must be of type integer: \"object\"",
                "spec.supportedModelFormats[0].priority: Invalid value: \"number\": spec.supportedModelFormats[0].priority in \
                 body must be of type integer: \"number\"",
            ]
        );
        let large = json!([{"name": "a", "priority": 5_000_000_000_i64}]);
        assert_eq!(found(json!({"containers": [], "supportedModelFormats": large})), Vec::<String>::new());
        assert_eq!(
            found(json!({"containers": [], "supportedModelFormats": [{"name": "a", "priority": 0}]})),
            [
                "spec.supportedModelFormats[0].priority: Invalid value: 0: spec.supportedModelFormats[0].priority in body should be \
              greater than or equal to 1"
            ]
        );
    }
}
