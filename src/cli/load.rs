//! Files and flags into the cluster and the services in it; every command reads its inputs here.

use std::collections::{BTreeMap, HashSet};
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{anyhow, bail};

use super::files;
use super::messages::{At, Messages, Severity};
use super::options::{ClusterArgs, InputArgs};
use crate::cluster::ObjectKey;
use crate::config::check::{self, Fault};
use crate::input::kinds::{self, Role};
use crate::input::{self, Document, Source, settings};
use crate::knative::Network;
use crate::reconcile::{Existing, Found};
use crate::release::{Release, defaults};
use crate::{Cluster, Settings, Value, parallel};

/// Namespace of Knative Serving, where its ConfigMaps live.
const KNATIVE: &str = "knative-serving";

/// Bytes of input that take so long to read that other work is worth a thread of its own meanwhile.
const LARGE: usize = 1 << 18;

/// A cluster and the services to render in it.
#[derive(Debug)]
pub struct Loaded {
    pub cluster: Cluster,
    /// In the order of the inputs.
    pub services: Vec<Service>,
    /// Runtimes and storage containers of the inputs, which have a schema too.
    pub checked: Vec<Document>,
    /// What among the inputs is a fact of the cluster.
    pub context: Vec<Arc<Value>>,
    /// Documents of kinds that the tool does not know.
    pub others: Vec<Document>,
    pub origins: Origins,
    /// Whether something could not be read; only when the rest is wanted all the same.
    pub incomplete: bool,
    /// What else is wrong with the texts, if it was to be kept.
    pub problems: Vec<input::Problem>,
}

/// An InferenceService of the inputs, with its namespace set and without status.
#[derive(Debug)]
pub struct Service {
    pub document: Document,
    /// What `--observed` tells about it.
    pub existing: Existing,
}

/// Where facts of the cluster come from.
#[derive(Debug, Default)]
pub struct Origins {
    /// The ConfigMap in force; `None` when it is the release's own or there is none.
    pub config: Option<Document>,
    /// `section.key` paths that `--set` has set.
    pub set: Vec<settings::Override>,
    /// Whether Knative's domain is only assumed.
    pub assumed_domain: bool,
    /// The documents that other objects of the cluster come from, without their content.
    pub objects: BTreeMap<ObjectKey, Document>,
}

impl Loaded {
    /// Says when there is nothing to render, and what makes the configuration do something else than meant.
    pub fn note_inputs(&self, messages: &Messages) {
        say_of_config(&self.cluster, &self.origins, messages);
        self.note_if_empty(messages);
    }

    /// Says when there is nothing to render.
    pub fn note_if_empty(&self, messages: &Messages) {
        if self.services.is_empty() {
            messages.note(None, "there is no InferenceService in the inputs");
        }
    }
}

impl Origins {
    /// Whether `--set` has set a value of the configuration.
    pub fn is_set(&self, path: &[String]) -> bool {
        let sets = |change: &settings::Override| match path.split_first() {
            Some((section, keys)) => *section == change.section && keys.starts_with(&change.keys),
            None => false,
        };
        self.set.iter().any(sets)
    }
}

impl Service {
    /// Where the service stands in its source.
    pub fn at(&self) -> At<'_> {
        At { source: &self.document.source, place: self.document.start() }
    }
}

/// APIs without which the controller does something else.
const APIS: [&str; 5] = [
    "gateway.networking.k8s.io/v1",
    "keda.sh/v1alpha1",
    "networking.istio.io/v1beta1",
    "opentelemetry.io/v1beta1",
    "serving.knative.dev/v1",
];

fn check_flags(cluster: &ClusterArgs, messages: &Messages) {
    for api in cluster.without_api.iter().filter(|api| !APIS.contains(&api.as_str())) {
        let known = APIS.join(", ");
        messages.warning(None, &format!("--without-api {api}: the controller never asks for it; known are {known}"));
    }
}

/// What becomes of documents that cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unreadable {
    /// They end it.
    Fatal,
    /// They end it, and it is said that `--keep-going` leaves them out.
    FatalUnlessAsked,
    /// They are left out.
    LeftOut,
    /// They are left out, and what else is wrong with the texts is kept for the caller to tell.
    Told,
}

impl Unreadable {
    /// As the option `--keep-going` says.
    pub fn by_option(keep_going: bool) -> Unreadable {
        if keep_going { Unreadable::LeftOut } else { Unreadable::FatalUnlessAsked }
    }
}

/// Reads inputs, context and flags.
pub fn load(
    input: &InputArgs,
    cluster: &ClusterArgs,
    unreadable: Unreadable,
    messages: &Messages,
) -> anyhow::Result<Loaded> {
    check_flags(cluster, messages);
    let mut reader = Reader::new(&input.namespace, messages);
    reader.keeps_problems = unreadable == Unreadable::Told;
    let mut facts = Facts::default();
    let mut observed = Vec::new();
    for document in reader.read(&files::read_all(&cluster.observed, input.recursive)?) {
        if kinds::role(&document.value) == Role::Context {
            facts.add_held(document.clone(), messages);
        }
        observed.push(document.value);
    }
    for document in reader.read(&files::read_all(&cluster.context, input.recursive)?) {
        match kinds::role(&document.value) {
            Role::NoObject => reader.no_object(&document),
            Role::Service => {
                messages.detail(Some(start(&document)), "an InferenceService among the context is ignored")
            }
            Role::Context | Role::Other => facts.add_held(document, messages),
        }
    }
    if let Some(path) = &cluster.config {
        facts.add(config_file(&files::read(path)?, &mut reader)?, messages);
    }
    let found = Arc::new(Found::new(observed));
    let sources = files::inputs(&input.paths(), input.recursive)?;
    if !cluster.no_defaults && sources.iter().map(|source| source.text.len()).sum::<usize>() >= LARGE {
        let version = cluster.kserve_version;
        parallel::begin(move || {
            defaults::objects(version);
        });
    }
    let runs = reader.read_each(&sources, |document| Sorted::of(document, &found));
    let mut services = Services::with_capacity(runs.iter().map(Vec::len).sum());
    let mut checked = Vec::new();
    let mut context = Vec::new();
    let mut others = Vec::new();
    for sorted in runs.into_iter().flatten() {
        match sorted {
            Sorted::Service(named) => services.add(named),
            Sorted::Context(document) => {
                let kind = kinds::kind(&document.value);
                if matches!(kind, "ServingRuntime" | "ClusterServingRuntime" | "ClusterStorageContainer") {
                    checked.push(document.clone());
                }
                context.push(facts.add(document, messages));
            }
            Sorted::Other(document) => others.push(document),
            Sorted::Misread(document, text) => reader.refuse(&document, &text),
            Sorted::NoObject(document) => reader.no_object(&document),
        }
    }
    let incomplete = reader.broken > 0;
    match unreadable {
        Unreadable::FatalUnlessAsked if incomplete => {
            bail!("nothing is done, as not everything can be read (--keep-going does what is possible)")
        }
        Unreadable::Fatal if incomplete => bail!("nothing is done, as not everything can be read"),
        _ => {}
    }
    let problems = reader.problems;
    let (cluster, origins) = facts.cluster(cluster)?;
    let services = services.noted(messages);
    Ok(Loaded { cluster, services, checked, context, others, origins, incomplete, problems })
}

/// A cluster without any input: the release, flags and context.
pub fn load_cluster(cluster: &ClusterArgs, messages: &Messages) -> anyhow::Result<(Cluster, Origins)> {
    let mut reader = Reader::new("default", messages);
    let mut facts = Facts::default();
    for document in reader.read(&files::read_all(&cluster.context, false)?) {
        facts.add_held(document, messages);
    }
    if let Some(path) = &cluster.config {
        facts.add(config_file(&files::read(path)?, &mut reader)?, messages);
    }
    if reader.broken > 0 {
        bail!("not everything can be read");
    }
    facts.cluster(cluster)
}

/// Objects that are at hand already, in no file of their own.
#[derive(Debug, Default)]
pub struct Given {
    /// KServe's ConfigMap, or only its data; it goes before that of a file.
    pub config: Option<Value>,
    /// Facts of the cluster.
    pub context: Vec<Value>,
    /// What is to be applied; what controller and webhooks read of it counts.
    pub inputs: Vec<Value>,
}

/// A cluster of flags and given objects, and what is observed in it.
pub fn load_given(
    given: Given,
    namespace: &str,
    cluster: &ClusterArgs,
    messages: &Messages,
) -> anyhow::Result<(Cluster, Origins, Arc<Found>)> {
    check_flags(cluster, messages);
    let mut reader = Reader::new(namespace, messages);
    let mut facts = Facts::default();
    let observed = reader.read(&files::read_all(&cluster.observed, false)?);
    let context = reader.read(&files::read_all(&cluster.context, false)?);
    let given_context = given.context.into_iter().map(|value| placeless(value, namespace));
    for document in observed.iter().cloned().chain(context).chain(given_context) {
        if kinds::role(&document.value) != Role::Service {
            facts.add_held(document, messages);
        }
    }
    if let Some(path) = &cluster.config {
        facts.add(config_file(&files::read(path)?, &mut reader)?, messages);
    }
    if reader.broken > 0 {
        bail!("not everything can be read");
    }
    for input in given.inputs {
        facts.add(placeless(input, namespace), messages);
    }
    if let Some(config) = given.config {
        let config = settings::config_map(config, &Settings::default().kserve_namespace)
            .map_err(|error| anyhow!("the configuration: {error}"))?;
        facts.add(placeless(config, namespace), messages);
    }
    let (cluster, origins) = facts.cluster(cluster)?;
    let found = Found::new(observed.into_iter().map(|document| document.value));
    Ok((cluster, origins, Arc::new(found)))
}

/// An object as a document of a source without text.
fn placeless(mut value: Value, namespace: &str) -> Document {
    kinds::set_namespace(&mut value, namespace);
    Document::without_text(ObjectKey::of(&value).to_string(), value)
}

/// All documents of some paths, whatever their kind, with their namespace set.
pub fn documents(
    paths: &[PathBuf],
    recursive: bool,
    namespace: &str,
    messages: &Messages,
) -> anyhow::Result<Vec<Document>> {
    let mut reader = Reader::new(namespace, messages);
    let documents = reader.read(&files::read_all(paths, recursive)?);
    if reader.broken > 0 {
        bail!("not everything can be read");
    }
    Ok(documents)
}

fn start(document: &Document) -> At<'_> {
    At { source: &document.source, place: document.start() }
}

/// Reads documents and says what is wrong with them.
struct Reader<'a> {
    namespace: &'a str,
    messages: &'a Messages,
    broken: usize,
    /// Whether what is not fatal is kept rather than said.
    keeps_problems: bool,
    problems: Vec<input::Problem>,
}

impl<'a> Reader<'a> {
    fn new(namespace: &'a str, messages: &'a Messages) -> Reader<'a> {
        Reader { namespace, messages, broken: 0, keeps_problems: false, problems: Vec::new() }
    }

    fn read(&mut self, sources: &[Arc<Source>]) -> Vec<Document> {
        self.read_each(sources, |document| document).into_iter().flatten().collect()
    }

    /// What `make` makes of each document, with its namespace set, in runs.
    fn read_each<T: Send>(
        &mut self,
        sources: &[Arc<Source>],
        make: impl Fn(Document) -> T + Send + Sync,
    ) -> Vec<Vec<T>> {
        let namespace = self.namespace;
        let make = |mut document: Document| {
            kinds::set_namespace(&mut document.value, namespace);
            make(document)
        };
        let mut all = Vec::new();
        let reads = parallel::map(sources.iter().collect(), |source| (source, input::read_each(source, make)));
        for (source, (made, problems)) in reads {
            for problem in problems {
                let at = At { source: &problem.source, place: problem.place };
                if problem.fatal {
                    self.broken += 1;
                    self.messages.error(Some(at), &problem.message);
                } else if self.keeps_problems {
                    self.problems.push(problem);
                } else {
                    self.messages.warning(Some(at), &problem.message);
                }
            }
            let number: usize = made.iter().map(Vec::len).sum();
            self.messages.detail(None, &format!("read {number} documents from {}", source.name));
            all.extend(made);
        }
        all
    }

    fn no_object(&mut self, document: &Document) {
        self.refuse(document, "not a Kubernetes object: it has no kind; give it apiVersion, kind and metadata");
    }

    fn refuse(&mut self, document: &Document, text: &str) {
        self.broken += 1;
        self.messages.error(Some(start(document)), text);
    }
}

/// Why a document of no known kind is a slip rather than another kind.
fn misread(object: &Value) -> Option<String> {
    let kind = kinds::kind(object);
    match kinds::api_version(object) {
        "" if kinds::is_of_kserve(kind) => {
            Some(format!("{kind} has no apiVersion; give it one, such as serving.kserve.io/v1beta1"))
        }
        "" | "v1" if kind == "List" && object.get("items").is_some_and(|items| !items.is_array()) => {
            Some("the items of this List are not a list".to_owned())
        }
        _ => None,
    }
}

/// The one document of a configuration file, as a ConfigMap.
fn config_file(source: &Arc<Source>, reader: &mut Reader<'_>) -> anyhow::Result<Document> {
    let mut documents = reader.read(std::slice::from_ref(source));
    if reader.broken > 0 {
        bail!("the configuration cannot be read");
    }
    if documents.len() > 1 {
        documents.retain(|document| settings::is_config(&document.value));
    }
    let mut document =
        documents.pop().ok_or_else(|| anyhow!("{}: no ConfigMap {} in this file", source.name, settings::NAME))?;
    // Data alone has no namespace; it stands for the ConfigMap in the usual one.
    let place = document.start();
    let value = settings::config_map(document.value.take(), &Settings::default().kserve_namespace)
        .map_err(|error| anyhow!("{}:{}:{}: {error}", source.name, place.line, place.column))?;
    document.value = value;
    Ok(document)
}

/// The objects of the cluster beside those that the release ships, in the order of their sources: of two with the same kind,
/// namespace and name the later wins.
#[derive(Default)]
struct Facts {
    objects: Vec<Arc<Value>>,
    config: Option<Document>,
    documents: BTreeMap<ObjectKey, Document>,
    /// What the cluster's Knative is configured with. Of the inputs nothing is among it: they are still to be
    /// applied, while Knative runs.
    knative: Vec<Arc<Value>>,
}

impl Facts {
    /// Adds an object, and gives it back as it counts.
    fn add(&mut self, mut document: Document, messages: &Messages) -> Arc<Value> {
        if settings::is_config(&document.value) {
            for section in settings::sections_as_text(&mut document.value) {
                let text = format!("section {section} is written as YAML; the controller needs a text that is JSON");
                messages.warning(Some(start(&document)), &text);
            }
            let object = Arc::new(document.value.clone());
            self.config = Some(document);
            object
        } else {
            let object = Arc::new(document.value.take());
            self.documents.insert(ObjectKey::of(&object), document);
            self.objects.push(Arc::clone(&object));
            object
        }
    }

    /// Adds what is a fact of the cluster already.
    fn add_held(&mut self, document: Document, messages: &Messages) {
        let is_of_knative = crate::output::name::namespace(&document.value) == KNATIVE;
        let object = self.add(document, messages);
        if is_of_knative {
            self.knative.push(object);
        }
    }

    fn cluster(mut self, args: &ClusterArgs) -> anyhow::Result<(Cluster, Origins)> {
        if !args.no_defaults {
            self.objects.splice(..0, defaults::objects(args.kserve_version).iter().cloned());
        }
        let mut facts = args.settings();
        if let Some(namespace) = self.config.as_ref().and_then(|config| config.value.pointer("/metadata/namespace")) {
            facts.kserve_namespace = namespace.as_str().unwrap_or_default().to_owned();
        }
        let own = |object: &&Arc<Value>| settings::is_config(object);
        let in_force = self.config.as_ref().map(|document| document.value.clone());
        let mut config_map = in_force.or_else(|| self.objects.iter().rfind(own).map(|object| Value::clone(object)));
        for change in &args.set {
            let map = config_map.get_or_insert_with(|| {
                serde_json::json!({
                    "apiVersion": "v1",
                    "kind": "ConfigMap",
                    "metadata": { "name": settings::NAME, "namespace": facts.kserve_namespace },
                })
            });
            settings::set(map, change).map_err(|error| anyhow!("--set {}: {error}", change.section))?;
        }
        self.objects.extend(config_map.map(Arc::new));
        let known = knative(&self.knative, &self.documents, args, &mut facts)?;
        let (config, objects) = (self.config, self.documents);
        let origins = Origins { config, set: args.set.clone(), assumed_domain: !known, objects };
        Ok((Cluster::new(Release::of(args.kserve_version), facts, self.objects), origins))
    }
}

/// Says what makes a configuration do something else than its author thinks: values set that nothing reads, and sections
/// without which the controller or the pod webhook refuses everything.
pub fn say_of_config(cluster: &Cluster, origins: &Origins, messages: &Messages) {
    if origins.set.is_empty() && origins.config.is_none() {
        return;
    }
    let mut missing = Vec::new();
    for fault in check::faults(cluster) {
        match fault {
            Fault::NotRead { path, known } => {
                let is_set = |set: &settings::Override| {
                    std::iter::once(&set.section).chain(&set.keys).zip(&path).all(|(one, other)| one == other)
                };
                if origins.set.iter().any(is_set) {
                    let help = known.map(|known| format!("; did you mean {known}?")).unwrap_or_default();
                    messages.warning(None, &format!("--set {}: nothing reads this{help}", path.join(".")));
                }
            }
            Fault::Refused { section, .. } if !cluster.config.data.contains_key(section) => missing.push(section),
            Fault::Refused { .. } => {}
        }
    }
    if let (Some(config), false) = (&origins.config, missing.is_empty()) {
        let text = format!(
            "this ConfigMap takes the place of the shipped one as a whole, but lacks {}; start from `config defaults config`, \
             or change single values with --set",
            missing.join(", ")
        );
        messages.warning(Some(start(config)), &text);
    }
}

/// Takes what Knative's ConfigMaps say about hosts, where no flag says it. Tells whether the domain is known.
fn knative(
    maps: &[Arc<Value>],
    documents: &BTreeMap<ObjectKey, Document>,
    args: &ClusterArgs,
    facts: &mut Settings,
) -> anyhow::Result<bool> {
    let refused = |name: &str, error: String| {
        let document = documents.get(&ObjectKey::new("ConfigMap", KNATIVE, name));
        let place = document.map(|document| {
            let place = document.locate_nearest(&[input::Step::Key("data")]).first().place;
            format!("{}:{}:{}: ", document.source.name, place.line, place.column)
        });
        anyhow!("{}{name}: {error}", place.unwrap_or_default())
    };
    let data = |name: &str| {
        let key = ObjectKey::new("ConfigMap", KNATIVE, name);
        maps.iter().rfind(|object| ObjectKey::of(object) == key)?.get("data")?.as_object()
    };
    let mut known = args.knative_domain.is_some();
    let mut network = Network::default();
    if !known && let Some(domains) = data("config-domain") {
        network = network.with_domains(domains).map_err(|error| refused("config-domain", error))?;
        // Routes that fit no selector are then only reached inside the cluster.
        let inside = format!("svc.{}", facts.cluster_domain);
        facts.knative_domain = network.default_domain().map_or(inside, str::to_owned);
        known = true;
    }
    if let Some(settings) = data("config-network") {
        network = network.with_templates(settings).map_err(|error| refused("config-network", error))?;
        let keys = ["default-external-scheme", "defaultExternalScheme"];
        if args.knative_url_scheme.is_none()
            && let Some(scheme) = keys.iter().find_map(|key| settings.get(*key)?.as_str())
        {
            facts.knative_url_scheme = scheme.to_ascii_lowercase();
        }
    }
    facts.knative_network = network;
    Ok(known)
}

/// A document of the inputs as what it is.
enum Sorted {
    Service(Named),
    Context(Document),
    /// Of a kind that the tool does not know.
    Other(Document),
    /// Of no known kind, and why that is a slip.
    Misread(Document, String),
    NoObject(Document),
}

/// A service with what is to be noted about it among the others.
struct Named {
    service: Service,
    namespace: String,
    name: String,
    /// Whether the input had a status.
    had_status: bool,
}

impl Sorted {
    fn of(document: Document, found: &Arc<Found>) -> Sorted {
        match kinds::role(&document.value) {
            Role::Service => Sorted::Service(Named::of(document, found)),
            Role::Context => Sorted::Context(document),
            Role::Other => match misread(&document.value) {
                Some(text) => Sorted::Misread(document, text),
                None => Sorted::Other(document),
            },
            Role::NoObject => Sorted::NoObject(document),
        }
    }
}

impl Named {
    /// Takes the status off a service, and gives it what was observed of it.
    fn of(mut document: Document, found: &Arc<Found>) -> Named {
        let status = document.value.as_object_mut().and_then(|service| service.remove("status"));
        let had_status = status.is_some_and(|status| !crate::output::tidy::is_nothing(&status));
        let ObjectKey { namespace, name, .. } = ObjectKey::of(&document.value);
        let existing = Existing::of(found, &namespace, &name);
        Named { service: Service { document, existing }, namespace, name, had_status }
    }
}

/// The services of the inputs.
struct Services {
    services: Vec<Service>,
    /// Namespaces and names.
    seen: HashSet<(String, String)>,
    /// What is to be said, by the index of the service.
    notes: Vec<(usize, Severity, String)>,
}

impl Services {
    fn with_capacity(capacity: usize) -> Services {
        let (services, seen) = (Vec::with_capacity(capacity), HashSet::with_capacity(capacity));
        Services { services, seen, notes: Vec::new() }
    }

    fn add(&mut self, Named { service, namespace, name, had_status }: Named) {
        let mut note = |severity, text| self.notes.push((self.services.len(), severity, text));
        if had_status {
            let text = "the status in the input is ignored; --observed takes what the cluster holds";
            note(Severity::Note, text.to_owned());
        }
        let key = (namespace, name);
        if self.seen.contains(&key) {
            note(Severity::Warning, format!("InferenceService {}/{} stands in the inputs twice", key.0, key.1));
        } else {
            self.seen.insert(key);
        }
        self.services.push(service);
    }

    /// The services, after what is to be said about them.
    fn noted(self, messages: &Messages) -> Vec<Service> {
        for (index, severity, text) in &self.notes {
            messages.say(*severity, None, self.services.get(*index).map(Service::at), text);
        }
        self.services
    }
}
