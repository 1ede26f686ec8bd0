//! What the cluster holds before the first pass.

use crate::object::ObjectView as _;
use crate::order;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::object::fields::Lookup as _;
use crate::object::kind::Use;
use crate::object::{Key, Kind, Owner, keys};
use crate::{Map, Value};

/// What the cluster holds before the first pass: the resource with its status, and all objects.
#[derive(Debug, Clone, Default)]
pub struct Existing {
    /// The resource as stored; `None` if it is new.
    pub resource: Option<Value>,
    /// All objects, whichever resource they belong to.
    pub objects: Arc<Found>,
}

impl Existing {
    /// The resource of this kind and name, if `objects` contains it, together with all of the objects.
    pub fn of(objects: &Arc<Found>, kind: Kind, namespace: &str, name: &str) -> Existing {
        Existing { resource: objects.get(kind, namespace, name).cloned(), objects: Arc::clone(objects) }
    }
}

/// Objects found in the cluster; of two with the same kind, namespace and name, the later one counts. Clones share their data
/// until something is added to one of them.
#[derive(Debug, Clone, Default)]
pub struct Found {
    all: Arc<All>,
    /// The objects that no longer exist.
    gone: BTreeSet<Place>,
}

#[derive(Debug, Clone, Default)]
struct All {
    objects: BTreeMap<Place, Arc<Value>>,
    /// The names of the objects that carry the label of an InferenceService, by kind, namespace and name of the service.
    by_service: BTreeMap<(Kind, String, String), Vec<String>>,
    /// Kind, namespace and name of the objects that each resource owns.
    by_owner: BTreeMap<Place, Vec<Place>>,
    /// Pods by namespace and value of the label that ties them to their Deployment or revision.
    pods: BTreeMap<(String, String), Vec<Value>>,
}

/// Kind, namespace (empty if cluster-wide) and name.
type Place = (Kind, String, String);

/// The labels that tie pods to the Deployment or Knative revision that they run for.
const POD_LABELS: [&str; 2] = ["app", "serving.knative.dev/revision"];

impl Found {
    /// Indexes objects; those of kinds that the tool does not know are left out.
    pub fn new(objects: impl IntoIterator<Item = Value>) -> Found {
        let mut found = Found::default();
        found.add(objects);
        found
    }

    /// These objects, with `added` replacing those of the same key.
    pub fn over(&self, added: impl IntoIterator<Item = Value>) -> Found {
        let mut found = self.clone();
        found.add(added);
        found
    }

    /// Forgets an object.
    pub fn remove(&mut self, key: &Key) {
        if let Some(kind) = Kind::named(&key.group, &key.kind) {
            self.gone.insert((kind, key.namespace.clone(), key.name.clone()));
        }
    }

    /// Adds objects, replacing those with the same kind, namespace and name.
    pub fn add(&mut self, objects: impl IntoIterator<Item = Value>) {
        let all = Arc::make_mut(&mut self.all);
        let mut has_pods = false;
        for object in objects {
            has_pods |= Kind::of(&object) == Some(Kind::Pod);
            all.add(object, &mut self.gone);
        }
        if has_pods {
            all.sort_pods();
        }
    }

    /// Whether an object exists.
    fn has(&self, place: &Place) -> bool {
        self.gone.is_empty() || !self.gone.contains(place)
    }

    /// The object with this kind, namespace (empty if cluster-wide) and name.
    pub fn get(&self, kind: Kind, namespace: &str, name: &str) -> Option<&Value> {
        if self.all.objects.is_empty() {
            return None;
        }
        let place = (kind, namespace.to_owned(), name.to_owned());
        self.all.objects.get(&place).filter(|_| self.has(&place)).map(Arc::as_ref)
    }

    /// The objects of a kind in a namespace (empty if cluster-wide) with their names, sorted by name.
    pub fn list(&self, kind: Kind, namespace: &str) -> impl Iterator<Item = (&str, &Value)> {
        self.all
            .objects
            .range((kind, namespace.to_owned(), String::new())..)
            .take_while(move |((of, within, _), _)| *of == kind && within == namespace)
            .filter(|(place, _)| self.has(place))
            .map(|((.., name), object)| (name.as_str(), &**object))
    }

    /// Whether nothing but pods was found.
    pub fn is_empty(&self) -> bool {
        self.objects().next().is_none()
    }

    /// All objects but pods.
    pub fn objects(&self) -> impl Iterator<Item = &Value> {
        self.all.objects.iter().filter(|(place, _)| self.has(place)).map(|(_, object)| &**object)
    }

    /// The object with this key.
    pub fn find(&self, key: &Key) -> Option<&Value> {
        self.get(Kind::named(&key.group, &key.kind)?, &key.namespace, &key.name)
    }

    /// The objects that a resource owns, or that carry its label and have no owner, sorted by kind and name.
    pub fn objects_of(&self, owner: &Owner<'_>, namespace: &str) -> Vec<(Key, &Value)> {
        if self.all.by_owner.is_empty() {
            return Vec::new();
        }
        let owned = self.all.by_owner.get(&(owner.kind, namespace.to_owned(), owner.name.clone().into_owned()));
        let mut all: Vec<(Key, &Value)> = owned
            .into_iter()
            .flatten()
            .filter_map(|(kind, within, name)| Some((Key::new(*kind, within, name), self.get(*kind, within, name)?)))
            .collect();
        order::sort_by(&mut all, |one, other| one.0.cmp(&other.0));
        all
    }

    /// The same objects without those of a resource.
    pub fn without_objects_of(mut self, owner: &Owner<'_>, namespace: &str) -> Found {
        let keys: Vec<Key> = self.objects_of(owner, namespace).into_iter().map(|(key, _)| key).collect();
        keys.iter().for_each(|key| self.remove(key));
        self
    }

    /// The objects of a kind in all namespaces.
    pub fn all(&self, kind: Kind) -> impl Iterator<Item = &Value> {
        let from = self.all.objects.range((kind, String::new(), String::new())..);
        let of_kind = from.take_while(move |((of, ..), _)| *of == kind);
        of_kind.filter(|(place, _)| self.has(place)).map(|(_, object)| &**object)
    }

    /// Names of the objects that carry the label of the InferenceService `service`.
    pub fn names_of(&self, kind: Kind, namespace: &str, service: &str) -> &[String] {
        if self.all.by_service.is_empty() {
            return &[];
        }
        self.all.by_service.get(&(kind, namespace.to_owned(), service.to_owned())).map_or(&[], Vec::as_slice)
    }

    /// Whether there are any pods; a dump without pods says nothing about them.
    pub(crate) fn has_pods(&self) -> bool {
        !self.all.pods.is_empty()
    }

    /// The pods whose label `app`, or whose label for the Knative revision, has this value, newest first.
    pub fn pods(&self, namespace: &str, label: &str) -> &[Value] {
        if self.all.pods.is_empty() {
            return &[];
        }
        self.all.pods.get(&key(namespace, label)).map_or(&[], Vec::as_slice)
    }
}

impl All {
    fn add(&mut self, object: Value, gone: &mut BTreeSet<Place>) {
        let Some(kind) = Kind::of(&object) else { return };
        let Key { namespace, name, .. } = Key::of(&object);
        if kind == Kind::Pod {
            for label in POD_LABELS {
                if let Some(value) = label_of(&object, label) {
                    self.pods.entry(key(&namespace, value)).or_default().push(object.clone());
                }
            }
            return;
        }
        if let Some(service) = label_of(&object, keys::INFERENCE_SERVICE_LABEL) {
            let names = self.by_service.entry((kind, namespace.clone(), service.to_owned())).or_default();
            if !names.contains(&name) {
                names.push(name.clone());
            }
        }
        let within = owners(&object).map(|(owner, of)| (owner, namespace.clone(), of));
        for owner in within.chain(user(kind, &object)).filter(|_| kind.is(Use::Created)) {
            let owned = self.by_owner.entry(owner).or_default();
            let own = (kind, namespace.clone(), name.clone());
            if !owned.contains(&own) {
                owned.push(own);
            }
        }
        let place = (kind, namespace, name);
        if !gone.is_empty() {
            gone.remove(&place);
        }
        self.objects.insert(place, Arc::new(object));
    }

    /// Sorts pods, newest first.
    fn sort_pods(&mut self) {
        let created = |pod: &Value| pod.creation_timestamp().to_owned();
        for pods in self.pods.values_mut() {
            order::sort_by_key(pods, |pod| std::cmp::Reverse(created(pod)));
        }
    }
}

/// The resources that an object belongs to, by kind and name: its owners or, if it has none, the resource that its label names.
fn owners(object: &Value) -> impl Iterator<Item = (Kind, String)> {
    let references = object.at("/metadata/ownerReferences").and_then(Value::as_array).filter(|list| !list.is_empty());
    let labelled = match references {
        Some(_) => None,
        None => labels(object).and_then(Kind::named_by_label).map(|(kind, name)| (kind, name.to_owned())),
    };
    let named = |owner: &Value| {
        let text = |key: &str| owner.get(key).and_then(Value::as_str);
        let (group, _) = text("apiVersion")?.split_once('/')?;
        Some((Kind::named(group, text("kind")?)?, text("name")?.to_owned()))
    };
    references.into_iter().flatten().filter_map(named).chain(labelled)
}

/// The resource that a ClusterRoleBinding was created for. Nothing cluster-wide can have an owner in a namespace, so its labels
/// and its subject are used.
fn user(kind: Kind, object: &Value) -> Option<Place> {
    let (of, name) = labels(object).filter(|_| kind == Kind::ClusterRoleBinding).and_then(Kind::of_whole)?;
    let namespace = object.at("/subjects/0/namespace")?.as_str()?;
    Some((of, namespace.to_owned(), name.to_owned()))
}

fn key(namespace: &str, name: &str) -> (String, String) {
    (namespace.to_owned(), name.to_owned())
}

fn label_of<'o>(object: &'o Value, label: &str) -> Option<&'o str> {
    labels(object)?.get(label)?.as_str()
}

fn labels(object: &Value) -> Option<&Map> {
    object.get("metadata")?.get("labels")?.as_object()
}
