//! The input of the rules.

use crate::api::Component;
use crate::facts::Cluster;
use crate::object::ObjectView as _;
use crate::object::fields::member as object;
use crate::{Map, Value};

/// A service as the webhook sees it: decoded, defaulted and valid according to the schema.
pub struct SentService<'a> {
    pub cluster: &'a Cluster,
    pub name: &'a str,
    pub annotations: &'a Map,
    pub spec: &'a Map,
    pub predictor: &'a Map,
}

impl<'a> SentService<'a> {
    pub fn of(cluster: &'a Cluster, service: &'a Map, empty: &'a Map) -> SentService<'a> {
        let spec = service.spec().unwrap_or(empty);
        SentService {
            cluster,
            name: service.name(),
            annotations: service.annotations().unwrap_or(empty),
            spec,
            predictor: object(spec, "predictor").unwrap_or(empty),
        }
    }

    pub fn annotation(&self, key: &str) -> Option<&'a str> {
        self.annotations.get(key).and_then(Value::as_str)
    }

    pub fn component(&self, component: Component) -> Option<&'a Map> {
        object(self.spec, component.name())
    }

    /// A text prefixed with the service's name, as in many rules.
    pub fn invalid(&self, what: &str) -> String {
        invalid(&crate::schema::quote(self.name), what)
    }

    /// The same text by a rule that puts the name between quotes as it is.
    pub fn invalid_unquoted(&self, what: &str) -> String {
        invalid(&format!("\"{}\"", self.name), what)
    }
}

/// `name` is that of the service, as the text shows it.
fn invalid(name: &str, what: &str) -> String {
    format!("the InferenceService {name} is invalid: {what}")
}

/// The text about a component with no implementation, or with several.
pub fn exactly_one(subject: &SentService, component: Component) -> String {
    let release = &subject.cluster.release.input;
    let (alternatives, name) = match component {
        Component::Predictor => (release.predictor_alternatives, "PredictorSpec"),
        Component::Transformer => (release.transformer_alternatives, "TransformerSpec"),
        Component::Explainer => (release.explainer_alternatives, "ExplainerSpec"),
    };
    format!("exactly one of [{alternatives}] must be specified in {name}")
}
