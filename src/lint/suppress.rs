//! Which findings people do not want to see.

use std::str::FromStr;

use super::docs::{self, is_named};
use crate::Value;
use crate::object::diagnostic::Code;
use crate::object::keys::IGNORE;

/// A code or name of a rule to leave out, everywhere or for one service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suppression {
    code: String,
    /// Namespace and name.
    service: Option<(String, String)>,
}

/// A text that tells nothing to leave out.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoSuppression {
    /// What stands behind the rule names no service.
    #[error("a service is written as namespace/name")]
    NoService,
    /// There is no such rule.
    #[error("there is no rule {0} (lint --list)")]
    NoRule(String),
}

impl FromStr for Suppression {
    type Err = NoSuppression;

    /// Reads `CODE` or `CODE=namespace/name`.
    fn from_str(text: &str) -> Result<Suppression, NoSuppression> {
        let (code, service) = match text.split_once('=') {
            None => (text, None),
            Some((code, service)) => {
                let (namespace, name) = service.split_once('/').ok_or(NoSuppression::NoService)?;
                (code, Some((namespace.to_owned(), name.to_owned())))
            }
        };
        if docs::code(code).is_none() {
            return Err(NoSuppression::NoRule(code.to_owned()));
        }
        Ok(Suppression { code: code.to_owned(), service })
    }
}

impl Suppression {
    /// Whether a finding about a service, if it is about one, is left out.
    pub fn covers(&self, code: &Code, service: Option<(&str, &str)>) -> bool {
        is_named(code, &self.code)
            && self.service.as_ref().is_none_or(|(namespace, name)| service == Some((namespace, name)))
    }
}

/// Whether a service leaves a kind of finding aside by its annotation.
pub(super) fn ignores(service: &Value, code: &Code) -> bool {
    let annotations = service.pointer("/metadata/annotations");
    let ignored = annotations.and_then(|annotations| annotations.get(IGNORE)?.as_str()).unwrap_or_default();
    ignored.split(',').any(|name| is_named(code, name.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const CODE: Code = Code { id: "KSR001", name: "pod-webhook", explanation: "" };

    #[test]
    fn a_suppression_is_for_all_services_or_for_one() {
        let everywhere: Suppression = "ksr001".parse().unwrap();
        assert!(everywhere.covers(&CODE, None) && everywhere.covers(&CODE, Some(("a", "b"))));
        let one: Suppression = "pod-webhook=a/b".parse().unwrap();
        assert!(one.covers(&CODE, Some(("a", "b"))));
        assert!(!one.covers(&CODE, Some(("a", "c"))) && !one.covers(&CODE, None));
        assert!("KSR001=b".parse::<Suppression>().is_err());
        assert!("KSR999".parse::<Suppression>().is_err());
    }

    #[test]
    fn the_annotation_lists_codes_and_names() {
        let service = serde_json::json!({"metadata": {"annotations": {IGNORE: "KSR777, pod-webhook"}}});
        assert!(ignores(&service, &CODE));
        assert!(!ignores(&service, &Code { id: "KSR002", name: "x", explanation: "" }));
    }
}
