//! Which text of a spec is to blame for a template that fails: the controller reads all of them as one template and tells its column.

use super::template;
use crate::object::{Path, PathStep};
use crate::release::Release;
use crate::{Map, Value};

/// The text in a spec that a failure is about, if it is there; the path is that in the spec.
pub fn culprit(release: &Release, spec: &Map, failure: &str) -> Option<Path> {
    match expression(failure) {
        Some(expression) => first(spec, &|text| mentions(text, expression)),
        None if failure.starts_with("failed to parse template config: ") => {
            first(spec, &|text| !template::parses(release, text))
        }
        None => None,
    }
}

/// Whether a text mentions a field or a function, and not one that only begins with the same name.
pub fn mentions(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(at, _)| {
        let after = text.get(at + name.len()..).and_then(|rest| rest.chars().next());
        !after.is_some_and(char::is_alphanumeric)
    })
}

/// What of a template an error is about: an expression, or a function that there is not.
fn expression(failure: &str) -> Option<&str> {
    let between = |before: &str, after: &str| Some(failure.split_once(before)?.1.split_once(after)?.0);
    between(" at <", ">: ").or_else(|| between("function \"", "\" not defined"))
}

/// The path of the first template in an object that is so.
fn first(members: &Map, is_it: &dyn Fn(&str) -> bool) -> Option<Path> {
    members.iter().find_map(|(key, value)| below(PathStep::Key(key.clone()), value, is_it))
}

fn below(step: PathStep, value: &Value, is_it: &dyn Fn(&str) -> bool) -> Option<Path> {
    let path = match value {
        Value::String(text) => (text.contains("{{") && is_it(text)).then(Path::default),
        Value::Array(items) => {
            items.iter().enumerate().find_map(|(index, item)| below(PathStep::Index(index), item, is_it))
        }
        Value::Object(members) => first(members, is_it),
        _ => None,
    }?;
    Some(Path(std::iter::once(step).chain(path.0).collect()))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::release::Version;

    fn of(spec: &Value, failure: &str) -> Option<String> {
        Some(culprit(Release::of(Version::V0_20), spec.as_object()?, failure)?.to_string())
    }

    #[test]
    fn a_longer_name_is_not_to_blame() {
        let spec = json!({ "a": "{{ .Spec.Model.Name }}", "b": ["x", "{{ .Spec.Model.Nam }}"] });
        let failure = "failed to merge config: template: config:1:9: executing \"config\" at <.Spec.Model.Nam>: can't evaluate it";
        assert_eq!(of(&spec, failure).as_deref(), Some("b[1]"));
    }

    #[test]
    fn what_does_not_parse_alone_is_to_blame_for_all() {
        let spec = json!({ "a": "{{ .Spec.Model.Name }}", "b": { "c": "{{ if .Spec }}" } });
        let failure = "failed to parse template config: template: config:1: unexpected EOF";
        assert_eq!(of(&spec, failure).as_deref(), Some("b.c"));
        assert_eq!(of(&spec, "failed to unmarshal config from template: no"), None);
    }
}
