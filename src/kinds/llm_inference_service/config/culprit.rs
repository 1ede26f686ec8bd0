//! Finds the text of a spec that makes a template fail. The controller parses the whole spec as one template, so
//! its error gives only a column.

use super::template;
use crate::go::template::ErrorKind;
use crate::object::{Cause, Path, PathStep};
use crate::release::Release;
use crate::{Map, Value};

/// The text that caused a failure, with its path in the spec, if it is found.
pub fn culprit(release: &Release, spec: &Map, cause: &Cause) -> Option<Path> {
    let Cause::Template(kind) = cause else { return None };
    match kind {
        ErrorKind::UnknownFunction(name) => first(spec, &|text| mentions(text, name)),
        ErrorKind::Action(action) => first(spec, &|text| mentions(text, &action.expression)),
        ErrorKind::Syntax => first(spec, &|text| !template::parses(release, text)),
        ErrorKind::Other => None,
    }
}

/// Whether a text mentions this name, and not only a longer one that starts with it.
pub fn mentions(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(at, _)| {
        let after = text.get(at + name.len()..).and_then(|rest| rest.chars().next());
        !after.is_some_and(char::is_alphanumeric)
    })
}

/// The path of the first template in an object that satisfies `is_it`.
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
    use crate::go::template::{Action, Reason};
    use crate::release::Version;

    fn of(spec: &Value, kind: ErrorKind) -> Option<String> {
        Some(culprit(Release::of(Version::V0_20), spec.as_object()?, &Cause::Template(kind))?.to_string())
    }

    #[test]
    fn a_longer_name_is_not_the_culprit() {
        let spec = json!({ "a": "{{ .Spec.Model.Name }}", "b": ["x", "{{ .Spec.Model.Nam }}"] });
        let action = Action { expression: ".Spec.Model.Nam".into(), reason: Reason::Other };
        assert_eq!(of(&spec, ErrorKind::Action(action)).as_deref(), Some("b[1]"));
    }

    #[test]
    fn a_text_that_does_not_parse_alone_is_the_culprit() {
        let spec = json!({ "a": "{{ .Spec.Model.Name }}", "b": { "c": "{{ if .Spec }}" } });
        assert_eq!(of(&spec, ErrorKind::Syntax).as_deref(), Some("b.c"));
        assert_eq!(of(&spec, ErrorKind::Other), None);
    }
}
