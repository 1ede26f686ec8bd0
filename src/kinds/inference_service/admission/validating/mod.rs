//! The validating webhook.

mod canary;
mod confidential;
mod containers;
mod extension;
mod implementation;
mod multi_node;
mod scaling;
mod storage_uris;
mod update;

use super::implementation::{Implementation, object, text};
use crate::api::Component;
use crate::facts::Cluster;
use crate::object::keys;
use crate::webhook::codes;
use crate::webhook::report::{Report, at, at_annotation};
use crate::{Map, Value};

pub(crate) use containers::blocked_variables;
pub(crate) use multi_node::{GpuTypes, has_variable};
pub(super) use update::check as check_update;

/// A service as the webhook sees it: decoded, defaulted and in agreement with the schema.
pub(super) struct Subject<'a> {
    pub cluster: &'a Cluster,
    pub name: &'a str,
    pub annotations: &'a Map,
    pub spec: &'a Map,
    pub predictor: &'a Map,
}

impl<'a> Subject<'a> {
    pub fn of(cluster: &'a Cluster, service: &'a Map, empty: &'a Map) -> Subject<'a> {
        let metadata = object(service, "metadata").unwrap_or(empty);
        let spec = object(service, "spec").unwrap_or(empty);
        Subject {
            cluster,
            name: text(metadata, "name"),
            annotations: object(metadata, "annotations").unwrap_or(empty),
            spec,
            predictor: object(spec, "predictor").unwrap_or(empty),
        }
    }

    fn annotation(&self, key: &str) -> Option<&'a str> {
        self.annotations.get(key).and_then(Value::as_str)
    }

    fn component(&self, component: Component) -> Option<&'a Map> {
        object(self.spec, component.name())
    }

    /// A text with the service's name before it, as many rules have it.
    fn invalid(&self, what: &str) -> String {
        format!("the InferenceService {} is invalid: {what}", crate::schema::quote(self.name))
    }
}

/// One rule: reports what is wrong.
type Rule = fn(&Subject, &mut Report);

/// The rules in the order of the webhook.
const RULES: [Rule; 10] = [
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

/// Checks a service that is created, or changed from `old`.
pub(super) fn check(subject: &Subject, old: Option<&Map>, report: &mut Report) {
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

/// Lower case letters, digits and dashes, from a letter to a letter or digit.
fn name(subject: &Subject, report: &mut Report) {
    // What the API server itself does not take for a name is said already.
    let path = at("metadata.name");
    let is_said = report.diagnostics.iter().any(|found| found.path == path);
    if !crate::object::dns::is_resource_name(subject.name) && !is_said {
        let message = subject.invalid(
            "a InferenceService name must consist of lower case alphanumeric characters or '-', and must start with \
             alphabetical character. (e.g. \"my-name\" or \"abc-123\", regex used for validation is \
             '[a-z]([-a-z0-9]*[a-z0-9])?')",
        );
        // The webhook puts the name between quotes as it is.
        let message = message.replacen(&crate::schema::quote(subject.name), &format!("\"{}\"", subject.name), 1);
        report.refuse(codes::NAME, path, message);
    }
}

fn autoscaler_class(subject: &Subject, report: &mut Report) {
    if let Some(class) = subject.annotation(keys::AUTOSCALER_CLASS)
        && !matches!(class, "hpa" | "keda" | "external" | "none")
    {
        let message = format!("[{class}] is not a supported autoscaler class type");
        report.refuse(codes::AUTOSCALER_CLASS, at_annotation(keys::AUTOSCALER_CLASS), message);
    }
}

/// Each component: exactly one implementation, and what that, the extension fields and the autoscaler
/// allow.
fn components(subject: &Subject, report: &mut Report) {
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

fn exactly_one(subject: &Subject, component: Component) -> String {
    let release = &subject.cluster.release.input;
    let (alternatives, name) = match component {
        Component::Predictor => (release.predictor_alternatives, "PredictorSpec"),
        Component::Transformer => (release.transformer_alternatives, "TransformerSpec"),
        Component::Explainer => (release.explainer_alternatives, "ExplainerSpec"),
    };
    format!("exactly one of [{alternatives}] must be specified in {name}")
}
