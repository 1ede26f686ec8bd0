//! What the cluster holds before the first pass.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::Value;
use crate::engine::store::Kind;
use crate::object::ObjectKey;
use crate::object::fields::Lookup as _;
use crate::object::keys;

/// What the cluster holds of a service before the first pass: the service with its status, and the objects
/// of its namespace.
#[derive(Debug, Clone, Default)]
pub struct Existing {
    pub service: Option<Value>,
    pub objects: Arc<Found>,
}

impl Existing {
    /// What `objects` say of the InferenceService `namespace/name`.
    pub fn of(objects: &Arc<Found>, namespace: &str, name: &str) -> Existing {
        Existing { service: objects.services.get(&key(namespace, name)).cloned(), objects: Arc::clone(objects) }
    }
}

/// Objects found in the cluster, for all services; of two with the same name the later counts.
#[derive(Debug, Default)]
pub struct Found {
    services: BTreeMap<(String, String), Value>,
    /// By kind, namespace and name. Knative Services and Services have the same kind but are kept apart.
    objects: BTreeMap<(Kind, String, String), Value>,
    /// Names of the objects that carry the label of an InferenceService, by kind, namespace and its name.
    by_service: BTreeMap<(Kind, String, String), Vec<String>>,
    /// By namespace and value of the label that ties a pod to its Deployment or revision.
    pods: BTreeMap<(String, String), Vec<Value>>,
}

/// The labels that tie pods to the Deployment or the Knative revision that they run.
const POD_LABELS: [&str; 2] = ["app", "serving.knative.dev/revision"];

impl Found {
    /// Sorts objects; those that no pass looks at are left out.
    pub fn new(objects: impl IntoIterator<Item = Value>) -> Found {
        let mut found = Found::default();
        for object in objects {
            let ObjectKey { kind, namespace, name } = ObjectKey::of(&object);
            if kind == "InferenceService" {
                found.services.insert((namespace, name), object);
            } else if kind == "Pod" {
                for label in POD_LABELS {
                    if let Some(value) = label_of(&object, label) {
                        found.pods.entry(key(&namespace, value)).or_default().push(object.clone());
                    }
                }
            } else if let Some(kind) = Kind::of(&object) {
                if let Some(service) = label_of(&object, keys::INFERENCE_SERVICE_LABEL) {
                    let names = found.by_service.entry((kind, namespace.clone(), service.to_owned())).or_default();
                    names.push(name.clone());
                }
                found.objects.insert((kind, namespace, name), object);
            }
        }
        let created =
            |pod: &Value| pod.at("/metadata/creationTimestamp").and_then(Value::as_str).unwrap_or_default().to_owned();
        for pods in found.pods.values_mut() {
            pods.sort_by_key(|pod| std::cmp::Reverse(created(pod)));
        }
        found
    }

    pub(crate) fn get(&self, kind: Kind, namespace: &str, name: &str) -> Option<&Value> {
        if self.objects.is_empty() {
            return None;
        }
        self.objects.get(&(kind, namespace.to_owned(), name.to_owned()))
    }

    /// Names of the objects that carry the label of the InferenceService `service`.
    pub(crate) fn names_of(&self, kind: Kind, namespace: &str, service: &str) -> &[String] {
        if self.by_service.is_empty() {
            return &[];
        }
        self.by_service.get(&(kind, namespace.to_owned(), service.to_owned())).map_or(&[], Vec::as_slice)
    }

    /// Whether there are pods at all; a dump without them says nothing about them.
    pub(crate) fn has_pods(&self) -> bool {
        !self.pods.is_empty()
    }

    /// Pods whose label `app` or revision has this value, the newest first.
    pub(crate) fn pods(&self, namespace: &str, label: &str) -> &[Value] {
        if self.pods.is_empty() {
            return &[];
        }
        self.pods.get(&key(namespace, label)).map_or(&[], Vec::as_slice)
    }
}

fn key(namespace: &str, name: &str) -> (String, String) {
    (namespace.to_owned(), name.to_owned())
}

fn label_of<'o>(object: &'o Value, label: &str) -> Option<&'o str> {
    object.get("metadata")?.get("labels")?.get(label)?.as_str()
}
