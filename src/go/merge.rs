//! Strategic merge patch: an object over another, where some lists are merged by a key of their elements.
//!
//! Both sides must be well formed as the API's types write them: every element of a keyed list has its key.

use crate::{Map, Value};

/// The type of an object, which decides the lists in it that are merged by key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    PodSpec,
    Container,
    /// An object in which every list is replaced as a whole.
    Other,
}

/// A list that is merged by key.
struct KeyedList {
    owner: Kind,
    field: &'static str,
    /// The field that tells elements apart.
    key: &'static str,
    element: Kind,
}

const fn keyed(owner: Kind, field: &'static str, key: &'static str, element: Kind) -> KeyedList {
    KeyedList { owner, field, key, element }
}

/// Every other list is replaced.
const KEYED_LISTS: [KeyedList; 13] = [
    keyed(Kind::Container, "env", "name", Kind::Other),
    keyed(Kind::Container, "ports", "containerPort", Kind::Other),
    keyed(Kind::Container, "volumeMounts", "mountPath", Kind::Other),
    keyed(Kind::Container, "volumeDevices", "devicePath", Kind::Other),
    keyed(Kind::PodSpec, "containers", "name", Kind::Container),
    keyed(Kind::PodSpec, "initContainers", "name", Kind::Container),
    keyed(Kind::PodSpec, "ephemeralContainers", "name", Kind::Container),
    keyed(Kind::PodSpec, "volumes", "name", Kind::Other),
    keyed(Kind::PodSpec, "imagePullSecrets", "name", Kind::Other),
    keyed(Kind::PodSpec, "hostAliases", "ip", Kind::Other),
    keyed(Kind::PodSpec, "topologySpreadConstraints", "topologyKey", Kind::Other),
    keyed(Kind::PodSpec, "schedulingGates", "name", Kind::Other),
    keyed(Kind::PodSpec, "resourceClaims", "name", Kind::Other),
];

/// Member that says what to do with the object in which it stands.
const DIRECTIVE: &str = "$patch";

/// `patch` over `base`.
///
/// A `null` removes; objects merge member by member; lists merge by key or are replaced; anything else is
/// replaced. In a list merged by key the elements that `patch` names follow the order of `patch`, the
/// others that of `base`; an element of `base` alone stands before one that both name if it does in `base`.
pub fn strategic(base: &Map, patch: &Map, kind: Kind) -> Map {
    match patch.get(DIRECTIVE).and_then(Value::as_str) {
        None => {}
        Some("replace") => return patch.iter().filter(|(name, _)| *name != DIRECTIVE).map(cloned).collect(),
        Some(_) => return Map::new(),
    }
    let mut merged = base.clone();
    for (name, change) in patch {
        let result = match (merged.get(name), change) {
            (_, Value::Null) => None,
            (Some(Value::Object(old)), Value::Object(new)) => Some(Value::Object(strategic(old, new, Kind::Other))),
            (Some(Value::Array(old)), Value::Array(new)) => {
                Some(Value::Array(match KEYED_LISTS.iter().find(|list| list.owner == kind && list.field == name) {
                    Some(list) => merge_keyed(old, new, list),
                    None => new.clone(),
                }))
            }
            _ => without_nulls(change),
        };
        match result {
            Some(value) => merged.insert(name.clone(), value),
            None => merged.remove(name),
        };
    }
    merged
}

fn cloned((name, value): (&String, &Value)) -> (String, Value) {
    (name.clone(), value.clone())
}

/// A value as it arrives where nothing was: members that are `null` and objects with a directive are
/// left out.
fn without_nulls(value: &Value) -> Option<Value> {
    match value {
        Value::Object(members) if members.contains_key(DIRECTIVE) => None,
        Value::Object(members) => Some(Value::Object(
            members
                .iter()
                .filter(|(_, member)| !member.is_null())
                .filter_map(|(name, member)| Some((name.clone(), without_nulls(member)?)))
                .collect(),
        )),
        Value::Array(items) => Some(items.iter().filter_map(without_nulls).collect()),
        scalar => Some(scalar.clone()),
    }
}

fn merge_keyed(base: &[Value], patch: &[Value], list: &KeyedList) -> Vec<Value> {
    let (directives, mut patch): (Vec<&Value>, Vec<&Value>) =
        patch.iter().partition(|item| item.get(DIRECTIVE).is_some());
    let same = |a: &Value, b: &Value| a.get(list.key).is_some_and(|key| Some(key) == b.get(list.key));
    let mut base: Vec<&Value> = base.iter().filter(|item| !directives.iter().any(|gone| same(gone, item))).collect();
    if directives.iter().any(|item| item.get(DIRECTIVE).is_some_and(|directive| directive == "replace")) {
        base = std::mem::take(&mut patch);
    }

    let mut merged: Vec<Value> = base.iter().copied().cloned().collect();
    for change in &patch {
        match (merged.iter_mut().find(|item| same(item, change)), change) {
            (Some(Value::Object(item)), Value::Object(change)) => *item = strategic(item, change, list.element),
            _ => merged.push((*change).clone()),
        }
    }

    let position = |items: &[&Value], item: &Value| items.iter().position(|other| same(other, item));
    let (mut named, mut others): (Vec<Value>, Vec<Value>) =
        merged.into_iter().partition(|item| position(&patch, item).is_some());
    named.sort_by_key(|item| position(&patch, item));
    // Changes nothing unless a key stands twice.
    others.sort_by_key(|item| position(&base, item));

    let mut ordered = Vec::with_capacity(named.len() + others.len());
    let mut others = others.into_iter().peekable();
    for item in named {
        if let Some(here) = position(&base, &item) {
            while let Some(other) = others.next_if(|other| position(&base, other).is_some_and(|there| there < here)) {
                ordered.push(other);
            }
        }
        ordered.push(item);
    }
    ordered.extend(others);
    ordered
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::go::recorded;

    fn object(value: &Value) -> &Map {
        value.as_object().unwrap()
    }

    #[test]
    fn recorded_merges() {
        let recorded = recorded::primitives(include_str!("../../testdata/conformance/primitives/merge.yaml"))
            .into_iter()
            .chain(recorded::vectors(include_str!("../../testdata/vectors/merge.jsonl")));
        for case in recorded {
            let kind = if case["type"] == "PodSpec" { Kind::PodSpec } else { Kind::Container };
            let merged = strategic(object(&case["base"]), object(&case["patch"]), kind);
            assert_eq!(Value::Object(merged), case["result"], "{case}");
        }
    }

    #[test]
    fn the_merge_key_counts_only_where_both_sides_have_the_list() {
        let patch = json!({"env": [{"name": "A", "value": "1"}, {"name": "A", "value": "2"}]});
        assert_eq!(strategic(&Map::new(), object(&patch), Kind::Container), *object(&patch));
    }
}
