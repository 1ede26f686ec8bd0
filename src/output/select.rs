//! Which objects are printed.

use crate::object::ObjectView as _;
use std::str::FromStr;

use crate::Value;
use crate::api::Component;
use crate::object::keys;
use crate::object::kind::{is_kind, is_printed_kind, similar_kind};
use crate::object::name;

/// Which objects are printed; an empty list selects all.
#[derive(Debug, Clone, Default)]
pub struct Selection {
    /// Kinds, in any case, alone or with their group: `deployment`, `service.serving.knative.dev`.
    pub kinds: Vec<String>,
    /// Components by the label `component`.
    pub components: Vec<Component>,
    /// Names of objects, without their kind.
    pub names: Vec<String>,
    /// Requirements, all of which must hold.
    pub labels: Vec<Requirement>,
}

impl Selection {
    /// Whether an object is selected: it fits one entry of every list, and all label requirements.
    pub fn matches(&self, object: &Value) -> bool {
        let label = |key: &str| object.label(key);
        (self.kinds.is_empty() || self.kinds.iter().any(|wanted| is_kind(object, wanted)))
            && (self.names.is_empty() || self.names.iter().any(|wanted| wanted == name::object_name(object)))
            && (self.components.is_empty()
                || self.components.iter().any(|wanted| label(keys::COMPONENT_LABEL) == Some(wanted.name())))
            && self.labels.iter().all(|requirement| requirement.holds(label(&requirement.key)))
    }
}

/// A warning about a kind that is asked for, if neither the controllers nor the inputs have objects of it.
pub fn without_objects<'v>(wanted: &str, mut given: impl Iterator<Item = &'v Value>) -> Option<String> {
    if is_printed_kind(wanted) || given.any(|object| is_kind(object, wanted)) {
        return None;
    }
    let hint = similar_kind(wanted).map_or_else(String::new, |known| format!("; did you mean {known}?"));
    Some(format!("there are no objects of this kind{hint}"))
}

/// One requirement of a label selector.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Requirement {
    /// The label.
    pub key: String,
    /// What is asked of its value.
    pub operator: Operator,
}

/// What a label's value must be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Operator {
    /// It is one of these: `key=a`, `key in (a,b)`.
    In(Vec<String>),
    /// It is none of these, or the label is not there: `key!=a`, `key notin (a,b)`.
    NotIn(Vec<String>),
    /// The label is there: `key`.
    Exists,
    /// The label is not there: `!key`.
    DoesNotExist,
}

impl Requirement {
    fn holds(&self, value: Option<&str>) -> bool {
        let is_one_of = |values: &[String]| value.is_some_and(|value| values.iter().any(|v| v == value));
        match &self.operator {
            Operator::In(values) => is_one_of(values),
            Operator::NotIn(values) => !is_one_of(values),
            Operator::Exists => value.is_some(),
            Operator::DoesNotExist => value.is_none(),
        }
    }

    /// Reads a selector as `kubectl -l` takes it: `a=b,c!=d,e,!f,g in (x,y),h notin (z)`.
    ///
    /// # Errors
    /// A requirement is written otherwise.
    pub fn parse_all(text: &str) -> Result<Vec<Requirement>, NoSelector> {
        let mut parts = Vec::new();
        let mut depth = 0;
        let mut start = 0;
        for (at, c) in text.char_indices() {
            match c {
                '(' => depth += 1,
                ')' => depth -= 1,
                ',' if depth == 0 => {
                    parts.push(&text[start..at]);
                    start = at + 1;
                }
                _ => {}
            }
        }
        parts.push(&text[start..]);
        parts.into_iter().map(str::parse).collect()
    }
}

/// A text that is no label selector.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoSelector {
    /// It has no known form.
    #[error("cannot read the label selector {0:?}")]
    Broken(String),
    /// After `in` or `notin` stands no list.
    #[error("want a list of values in parentheses, not {0:?}")]
    NoList(String),
}

impl FromStr for Requirement {
    type Err = NoSelector;

    fn from_str(text: &str) -> Result<Requirement, NoSelector> {
        let text = text.trim();
        let one = |value: &str| vec![value.trim().to_owned()];
        let (key, operator) = if let Some((key, values)) = text.split_once(" notin ") {
            (key, Operator::NotIn(values_in(values)?))
        } else if let Some((key, values)) = text.split_once(" in ") {
            (key, Operator::In(values_in(values)?))
        } else if let Some((key, value)) = text.split_once("!=") {
            (key, Operator::NotIn(one(value)))
        } else if let Some((key, value)) = text.split_once("==").or_else(|| text.split_once('=')) {
            (key, Operator::In(one(value)))
        } else if let Some(key) = text.strip_prefix('!') {
            (key, Operator::DoesNotExist)
        } else {
            (text, Operator::Exists)
        };
        let key = key.trim();
        if key.is_empty() || key.contains([' ', '(', ')', '=', '!', ',']) {
            return Err(NoSelector::Broken(text.to_owned()));
        }
        Ok(Requirement { key: key.to_owned(), operator })
    }
}

fn values_in(text: &str) -> Result<Vec<String>, NoSelector> {
    let inner = text.trim().strip_prefix('(').and_then(|text| text.strip_suffix(')'));
    let values = inner.ok_or_else(|| NoSelector::NoList(text.to_owned()))?;
    Ok(values.split(',').map(|value| value.trim().to_owned()).collect())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn selects(selection: &Selection) -> [bool; 2] {
        let labels = json!({ "component": "predictor", "team": "a" });
        let metadata = json!({ "name": "flower-predictor", "labels": labels });
        [
            json!({ "apiVersion": "serving.knative.dev/v1", "kind": "Service", "metadata": metadata }),
            json!({ "apiVersion": "v1", "kind": "Service", "metadata": { "name": "flower" } }),
        ]
        .map(|object| selection.matches(&object))
    }

    #[test]
    fn a_broken_selector_is_refused() {
        let refused = |text: &str| Requirement::parse_all(text).expect_err("a refusal");
        assert_eq!(refused("team in a").to_string(), "want a list of values in parentheses, not \"a\"");
    }

    #[test]
    fn kinds_are_known_by_the_names_that_kubectl_takes() {
        let kinds = |kind: &str| selects(&Selection { kinds: vec![kind.into()], ..Selection::default() });
        assert_eq!(kinds("Service"), [true, true]);
        assert_eq!(kinds("services"), [true, true]);
        assert_eq!(kinds("ksvc"), [true, false]);
        assert_eq!(kinds("service.serving.knative.dev"), [true, false]);
        assert_eq!(kinds("svc"), [false, true]);
        assert_eq!(kinds("Deployment"), [false, false]);
    }

    #[test]
    fn label_selectors_are_read_as_kubectl_reads_them() {
        let labels = |text: &str| {
            let labels = Requirement::parse_all(text).expect("a selector");
            selects(&Selection { labels, ..Selection::default() })
        };
        assert_eq!(labels("team=a"), [true, false]);
        assert_eq!(labels("team==a,component in (predictor, explainer)"), [true, false]);
        assert_eq!(labels("team!=b"), [true, true]);
        assert_eq!(labels("!team"), [false, true]);
        assert_eq!(labels("team notin (a,b)"), [false, true]);
        assert!(Requirement::parse_all("=a").is_err());
        assert!(Requirement::parse_all("a in b").is_err());
    }

    #[test]
    fn names_and_components_narrow_further() {
        let by = |names: &[&str], components: &[Component]| {
            let names = names.iter().map(|name| (*name).to_owned()).collect();
            selects(&Selection { names, components: components.to_vec(), ..Selection::default() })
        };
        assert_eq!(by(&["flower"], &[]), [false, true]);
        assert_eq!(by(&[], &[Component::Predictor, Component::Explainer]), [true, false]);
        assert_eq!(by(&["flower"], &[Component::Predictor]), [false, false]);
    }
}
