//! What the webhooks treat as the implementation of a component.

use crate::Map;
use crate::api::{Art, Component, ComponentSpec, IMPLEMENTATIONS, Model, PodSpec};
use crate::facts::implementation::variable_storage_uri;
use crate::object::keys::MAIN_CONTAINER;
use crate::order;

/// The frameworks in the older form of a predictor, in the order in which the webhook looks for one to convert to `model`, each
/// with the protocol that it gets if it sets none.
pub const FRAMEWORK_PROTOCOLS: [(&str, Option<&str>); 10] = [
    ("sklearn", None),
    ("tensorflow", None),
    ("xgboost", None),
    ("pytorch", None),
    ("triton", Some("v2")),
    ("onnx", Some("v2")),
    ("huggingface", Some("v2")),
    ("pmml", None),
    ("lightgbm", None),
    ("paddle", None),
];

/// An implementation of a component.
#[derive(Debug, Clone, Copy)]
pub enum Implementation<'a> {
    /// `model`, or a framework in the older form, with the name of its field.
    Framework(&'static str, Model<'a>),
    Art(Art<'a>),
    /// Containers that the user wrote.
    Custom(Component, PodSpec<'a>),
}

impl<'a> Implementation<'a> {
    /// The number of implementations of a component, and the first one.
    pub fn of(component: Component, spec: &'a Map) -> (usize, Option<Implementation<'a>>) {
        let view = ComponentSpec::of(spec);
        let custom = view.containers().next().map(|_| Implementation::Custom(component, view.pod()));
        match component {
            Component::Predictor => {
                let mut frameworks = frameworks(spec).map(|(name, spec)| Implementation::Framework(name, spec));
                let first = frameworks.next();
                let frameworks = first.is_some() as usize + frameworks.count();
                let main = view.containers().filter(|container| container.name() == MAIN_CONTAINER).count();
                let implied = (frameworks + main == 0 && custom.is_some()) as usize;
                (frameworks + main + implied, first.or(custom))
            }
            Component::Transformer => (custom.is_some() as usize, custom),
            Component::Explainer => {
                let art = view.art().map(Implementation::Art);
                (art.is_some() as usize + custom.is_some() as usize, art.or(custom))
            }
        }
    }

    /// The storage URI, from a field or from the variable `STORAGE_URI` of a container that the user wrote.
    pub fn storage_uri(self) -> Option<&'a str> {
        match self {
            Implementation::Framework(_, framework) => framework.storage_uri(),
            Implementation::Art(art) => art.storage_uri(),
            Implementation::Custom(Component::Predictor, pod) => variable_storage_uri(pod.container(MAIN_CONTAINER)?),
            Implementation::Custom(_, pod) => variable_storage_uri(pod.containers().next()?),
        }
    }

    /// The field of the component that contains it.
    pub fn field(self) -> &'static str {
        match self {
            Implementation::Framework(name, _) => name,
            Implementation::Art(_) => "art",
            Implementation::Custom(..) => "containers",
        }
    }
}

/// The framework or `model` of a predictor whose fields are read outside of its implementations, with `model` last.
pub fn framework(predictor: &Map) -> Option<(&'static str, Model<'_>)> {
    frameworks(predictor).next()
}

/// All frameworks of a predictor and its `model`. It iterates over the fields, of which a predictor has fewer than there are
/// frameworks.
pub fn frameworks(predictor: &Map) -> impl Iterator<Item = (&'static str, Model<'_>)> {
    let place = |key: &str| IMPLEMENTATIONS.into_iter().enumerate().find(|(_, name)| *name == key);
    let mut found: Vec<_> = predictor
        .iter()
        .filter_map(|(key, value)| {
            let (place, name) = place(key)?;
            Some((place, name, Model::of(value.as_object()?)))
        })
        .collect();
    order::sort_by_key(&mut found, |(place, ..)| *place);
    found.into_iter().map(|(_, name, framework)| (name, framework))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn count(component: Component, spec: Value) -> usize {
        Implementation::of(component, spec.as_object().unwrap()).0
    }

    #[test]
    fn a_predictor_counts_frameworks_and_main_containers() {
        let count = |spec| count(Component::Predictor, spec);
        assert_eq!(count(json!({})), 0);
        assert_eq!(count(json!({"model": {}, "containers": [{"name": "sidecar"}]})), 1);
        assert_eq!(count(json!({"model": {}, "containers": [{"name": "kserve-container"}]})), 2);
        assert_eq!(count(json!({"containers": [{"name": "a"}, {"name": "b"}]})), 1);
        assert_eq!(count(json!({"containers": [{"name": "kserve-container"}, {"name": "kserve-container"}]})), 2);
    }

    #[test]
    fn other_components_have_containers_or_art() {
        assert_eq!(count(Component::Transformer, json!({"minReplicas": 1})), 0);
        assert_eq!(count(Component::Transformer, json!({"containers": [{}, {}]})), 1);
        assert_eq!(count(Component::Explainer, json!({"art": {}, "containers": [{}]})), 2);
    }

    #[test]
    fn the_storage_uri_of_containers_is_a_variable() {
        let containers = |name: &str| json!([{"name": name, "env": [{"name": "STORAGE_URI", "value": "s3://a"}]}]);
        let uri = |component, name: &str| {
            let spec = json!({"containers": containers(name)});
            let (_, first) = Implementation::of(component, spec.as_object().unwrap());
            first.and_then(|first| first.storage_uri().map(str::to_owned))
        };
        assert_eq!(uri(Component::Predictor, "kserve-container").as_deref(), Some("s3://a"));
        assert_eq!(uri(Component::Predictor, "other"), None);
        assert_eq!(uri(Component::Transformer, "other").as_deref(), Some("s3://a"));
    }
}
