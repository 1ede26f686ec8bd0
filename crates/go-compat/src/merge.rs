//! Strategic merge patch: merges one object over another, with some lists merged by a key of their elements.
//!
//! Both sides must be well-formed in the way the API's types write them: every element of a keyed list has its key.

use std::mem::take;

use crate::{Map, Value};

/// The type of an object, which decides which of its lists are merged by key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MergeKind {
    /// `v1.PodSpec`
    PodSpec,
    /// `v1.Container`
    Container,
    /// An object in which every list is replaced as a whole.
    Other,
}

/// A list that is merged by key.
struct KeyedList {
    owner: MergeKind,
    field: &'static str,
    /// The field that identifies elements.
    key: &'static str,
    element: MergeKind,
}

const fn keyed(owner: MergeKind, field: &'static str, key: &'static str, element: MergeKind) -> KeyedList {
    KeyedList { owner, field, key, element }
}

/// The lists that are merged by key; every other list is replaced.
const KEYED_LISTS: [KeyedList; 13] = [
    keyed(MergeKind::Container, "env", "name", MergeKind::Other),
    keyed(MergeKind::Container, "ports", "containerPort", MergeKind::Other),
    keyed(MergeKind::Container, "volumeMounts", "mountPath", MergeKind::Other),
    keyed(MergeKind::Container, "volumeDevices", "devicePath", MergeKind::Other),
    keyed(MergeKind::PodSpec, "containers", "name", MergeKind::Container),
    keyed(MergeKind::PodSpec, "initContainers", "name", MergeKind::Container),
    keyed(MergeKind::PodSpec, "ephemeralContainers", "name", MergeKind::Container),
    keyed(MergeKind::PodSpec, "volumes", "name", MergeKind::Other),
    keyed(MergeKind::PodSpec, "imagePullSecrets", "name", MergeKind::Other),
    keyed(MergeKind::PodSpec, "hostAliases", "ip", MergeKind::Other),
    keyed(MergeKind::PodSpec, "topologySpreadConstraints", "topologyKey", MergeKind::Other),
    keyed(MergeKind::PodSpec, "schedulingGates", "name", MergeKind::Other),
    keyed(MergeKind::PodSpec, "resourceClaims", "name", MergeKind::Other),
];

/// The member with an instruction for the object that contains it.
const DIRECTIVE: &str = "$patch";

/// Merges `patch` over `base`.
///
/// A `null` removes the member; objects merge member by member; keyed lists merge by key, others are replaced; everything else is
/// replaced. In a list merged by key, the elements that `patch` names follow the order of `patch`, and the others that of `base`;
/// an element only in `base` comes before an element in both if it does so in `base`.
pub fn strategic(base: Map, mut patch: Map, kind: MergeKind) -> Map {
    match patch.get(DIRECTIVE).and_then(Value::as_str) {
        None => {}
        Some("replace") => {
            patch.remove(DIRECTIVE);
            return patch;
        }
        Some(_) => return Map::new(),
    }
    let mut merged = base;
    for (name, change) in patch {
        match (merged.get_mut(&name), change) {
            (_, Value::Null) => drop(merged.remove(&name)),
            (Some(Value::Object(old)), Value::Object(new)) => *old = strategic(take(old), new, MergeKind::Other),
            (Some(Value::Array(old)), Value::Array(new)) => {
                *old = match KEYED_LISTS.iter().find(|list| list.owner == kind && list.field == name) {
                    Some(list) => merge_keyed(take(old), new, list),
                    None => new,
                }
            }
            (_, mut change) => match arrives(&mut change) {
                true => drop(merged.insert(name, change)),
                false => drop(merged.remove(&name)),
            },
        }
    }
    merged
}

/// Prepares a value that is added where there was none: members that are `null` and objects with a directive are removed. Returns
/// false for an object with a directive.
fn arrives(value: &mut Value) -> bool {
    match value {
        Value::Object(members) if members.contains_key(DIRECTIVE) => return false,
        Value::Object(members) => members.retain(|_, member| !member.is_null() && arrives(member)),
        Value::Array(items) => items.retain_mut(arrives),
        _ => {}
    }
    true
}

/// An element of a merged list, with the position of its key in both lists.
struct Element {
    in_base: Option<usize>,
    in_patch: Option<usize>,
    value: Value,
}

fn merge_keyed(mut base: Vec<Value>, patch: Vec<Value>, list: &KeyedList) -> Vec<Value> {
    let (directives, mut patch): (Vec<Value>, Vec<Value>) =
        patch.into_iter().partition(|item| item.get(DIRECTIVE).is_some());
    let same = |a: &Value, b: &Value| a.get(list.key).is_some_and(|key| Some(key) == b.get(list.key));
    base.retain(|item| !directives.iter().any(|gone| same(gone, item)));
    if directives.iter().any(|item| item.get(DIRECTIVE).is_some_and(|directive| directive == "replace")) {
        base = take(&mut patch);
    }

    let position = |items: &[Value], item: &Value| items.iter().position(|other| same(other, item));
    let positions = |item: &Value| (position(&base, item), position(&patch, item));
    let of_base: Vec<_> = base.iter().map(positions).collect();
    let of_patch: Vec<_> = patch.iter().map(positions).collect();
    let element = |((in_base, in_patch), value)| Element { in_base, in_patch, value };

    let mut merged: Vec<Element> = of_base.into_iter().zip(base).map(element).collect();
    for (positions, change) in of_patch.into_iter().zip(patch) {
        match (merged.iter_mut().find(|element| same(&element.value, &change)), change) {
            (Some(Element { value: Value::Object(item), .. }), Value::Object(change)) => {
                *item = strategic(take(item), change, list.element);
            }
            (_, change) => merged.push(element((positions, change))),
        }
    }

    let (mut named, mut others): (Vec<Element>, Vec<Element>) =
        merged.into_iter().partition(|element| element.in_patch.is_some());
    named.sort_by_key(|element| element.in_patch);
    // Changes nothing unless a key occurs twice.
    others.sort_by_key(|element| element.in_base);

    let mut ordered = Vec::with_capacity(named.len() + others.len());
    let mut others = others.into_iter().peekable();
    for element in named {
        if let Some(here) = element.in_base {
            while let Some(other) = others.next_if(|other| other.in_base.is_some_and(|there| there < here)) {
                ordered.push(other.value);
            }
        }
        ordered.push(element.value);
    }
    ordered.extend(others.map(|element| element.value));
    ordered
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::recorded;

    fn object(value: &Value) -> Map {
        value.as_object().unwrap().clone()
    }

    #[test]
    fn recorded_merges() {
        let recorded = recorded::primitives(include_str!("../testdata/recorded/merge.json"))
            .into_iter()
            .chain(recorded::vectors(include_str!("../testdata/vectors/merge.jsonl")));
        for case in recorded {
            let kind = if case["type"] == "PodSpec" { MergeKind::PodSpec } else { MergeKind::Container };
            let merged = strategic(object(&case["base"]), object(&case["patch"]), kind);
            assert_eq!(Value::Object(merged), case["result"], "{case}");
        }
    }

    #[test]
    fn the_merge_key_counts_only_where_both_sides_have_the_list() {
        let patch = json!({"env": [{"name": "A", "value": "1"}, {"name": "A", "value": "2"}]});
        assert_eq!(strategic(Map::new(), object(&patch), MergeKind::Container), object(&patch));
    }
}
