//! The validating webhook.

mod canary;
mod confidential;
mod containers;
mod extension;
mod implementation;
mod multi_node;
mod scaling;
mod storage_uris;
mod subject;
mod update;

use super::implementation::Implementation;
use crate::Map;
use crate::api::Component;
use crate::object::keys;
use crate::webhook::codes;
use crate::webhook::report::{Report, at, at_annotation};

pub(super) use subject::SentService;
use subject::exactly_one;
pub(super) use update::check as check_update;

/// A rule, which reports faults.
type ValidationRule = fn(&SentService, &mut Report);

/// The rules in the order of the webhook.
const RULES: [ValidationRule; 10] = [
    name,
    autoscaler_class,
    containers::no_blocked_variables,
    multi_node::check,
    containers::no_collocated_storage,
    containers::no_name_in_model,
    storage_uris::check,
    confidential::check,
    components,
    canary::check,
];

/// Checks a service that is created, or updated from `old`.
pub(super) fn check(subject: &SentService, old: Option<&Map>, report: &mut Report) {
    if let Some(old) = old
        && !update::check(subject, old, report)
    {
        return;
    }
    for rule in RULES {
        if report.is_complete() {
            return;
        }
        rule(subject, report);
    }
}

/// A name must consist of lowercase letters, digits and dashes, start with a letter, and end with a letter or digit.
fn name(subject: &SentService, report: &mut Report) {
    if !crate::object::dns::is_resource_name(subject.name) {
        let message = subject.invalid_unquoted(
            "a InferenceService name must consist of lower case alphanumeric characters or '-', and must start with \
             alphabetical character. (e.g. \"my-name\" or \"abc-123\", regex used for validation is \
             '[a-z]([-a-z0-9]*[a-z0-9])?')",
        );
        report.refuse_name(message);
    }
}

fn autoscaler_class(subject: &SentService, report: &mut Report) {
    if let Some(class) = subject.annotation(keys::AUTOSCALER_CLASS)
        && !matches!(class, "hpa" | "keda" | "external" | "none")
    {
        let message = format!("[{class}] is not a supported autoscaler class type");
        report.refuse(codes::AUTOSCALER_CLASS, at_annotation(keys::AUTOSCALER_CLASS), message);
    }
}

/// Checks each component: it must have exactly one implementation, and must follow the rules for the implementation, the
/// extension fields and the autoscaler.
fn components(subject: &SentService, report: &mut Report) {
    for component in [Component::Predictor, Component::Transformer, Component::Explainer] {
        let Some(spec) = subject.component(component) else { continue };
        let path = format!("spec.{}", component.name());
        match Implementation::of(component, spec) {
            (1, Some(only)) => implementation::check(subject, only, &path, report),
            _ => report.refuse(codes::IMPLEMENTATION, at(&path), exactly_one(subject, component)),
        }
        if report.is_complete() {
            return;
        }
        extension::check(spec, &path, report);
        scaling::check(subject, spec, &path, report);
    }
}
