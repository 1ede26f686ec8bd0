//! Documents in, a cluster and the services in it out: where every use of the tool begins.
//!
//! A [`Builder`] takes texts by what they are for: what is observed, what is context, the configuration, the inputs. It never
//! fails: what cannot be read or makes no sense becomes a [`Finding`] of the [`Session`], and [`Session::incomplete`] tells
//! that something is missing because of it. Nothing here reads files.
//!
//! ```
//! use std::sync::Arc;
//! use kserve_render::input::Source;
//! use kserve_render::session::{Builder, Options};
//!
//! let text = "
//! apiVersion: serving.kserve.io/v1beta1
//! kind: InferenceService
//! metadata: {name: leaf}
//! spec:
//!   predictor:
//!     model: {modelFormat: {name: sklearn}, storageUri: gs://garden-models/leaf}
//! ";
//! let mut builder = Builder::new(Options { namespace: "garden".into(), ..Options::default() });
//! builder.inputs(&[Arc::new(Source { name: "leaf.yaml".into(), text: text.into() })]);
//! let session = builder.build();
//!
//! let rendering = session.services[0].render(&session.cluster);
//! assert_eq!(rendering.namespace, "garden");
//! assert!(session.findings.is_empty());
//! ```

pub mod check;
pub mod compare;
mod config_findings;
pub mod dump;
mod facts;
pub(crate) mod finding;
pub(crate) mod finding_data;
mod gateways;
mod llm;
pub(crate) mod markdown;
pub mod mend;
mod options;
mod paths;
mod peers;
pub(crate) mod placeholders;
pub(crate) mod places;
mod release;
pub(crate) mod repository;
mod templates;
#[cfg(test)]
mod tests;

use crate::object::Kind;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use crate::facts::{Existing, Found};
use crate::input::settings::{self, Override};
use crate::input::{self, Document, Problem, Source, Span};
use crate::kinds::{self as resources, is_stored_only};
use crate::life::{self, Action};
use crate::lint::config_faults::{Fault, faults};
use crate::object::diagnostic::Severity;
use crate::object::role::{self as kinds, Role};
use crate::object::tidy;
use crate::object::{Key, Owner};
use crate::webhook::codes;
use crate::{Cluster, Rendering, Settings, Value, parallel};
use facts::Facts;
pub use finding::{Finding, Spot};
use options::flag_of;
pub use options::{Options, Origins, Release};
pub use release::patch_of;
use repository::PassedOver;

/// A cluster, and what is to be looked at in it.
#[derive(Debug)]
pub struct Session {
    /// The cluster in which they are rendered.
    pub cluster: Cluster,
    /// What the cluster holds already.
    pub found: Arc<Found>,
    /// The services of the inputs, in their order.
    pub services: Vec<Service>,
    /// Services that are not looked at, but that those which are may know of.
    pub beside: Vec<Service>,
    /// Runtimes and storage containers of the inputs, which have a schema too.
    pub checked: Vec<Document>,
    /// What among the inputs is a fact of the cluster.
    pub context: Vec<Arc<Value>>,
    /// Documents of kinds that are not known.
    pub others: Vec<Document>,
    /// Files of folders that were passed over, in their order.
    pub passed_over: Vec<(String, PassedOver)>,
    /// How many of the documents of unknown kinds are not in files that were passed over.
    pub others_beside: usize,
    /// Where settings come from.
    pub origins: Origins,
    /// What is wrong with the documents themselves, and with the options.
    pub findings: Vec<Finding>,
    /// Whether something that was given is missing, as it could not be read.
    pub incomplete: bool,
    /// Whether anything was said about what the cluster holds.
    pub has_context: bool,
    /// Whether inputs were found in a folder.
    pub is_walked: bool,
    /// The names of the texts that are inputs, where the caller tells them.
    pub inputs: Vec<String>,
}

/// An InferenceService of the inputs, with its namespace set and without status.
#[derive(Debug)]
pub struct Service {
    /// Its document.
    pub document: Arc<Document>,
    /// What the cluster holds of it.
    pub existing: Existing,
    /// What is known of how it came into the cluster.
    pub origin: Origin,
}

impl Service {
    /// What the cluster holds, taken as the resource itself.
    fn stored(document: Document, found: &Arc<Found>) -> Service {
        let Key { namespace, name, .. } = Key::of(&document.value);
        let kind = Kind::of(&document.value).unwrap_or(Kind::InferenceService);
        let existing = Existing::of(found, kind, &namespace, &name);
        Service { document: Arc::new(document), existing, origin: Origin::Stored }
    }

    /// Notes what was applied last, as it is given or as the resource in the cluster remembers it.
    fn note_last_applied(&mut self, given: &BTreeMap<Key, Value>) {
        let Some(stored) = &self.existing.resource else { return };
        let last = given.get(&self.key()).cloned().or_else(|| life::merge::last_applied(stored));
        if let Some(last) = last {
            self.origin = Origin::Applied(last);
        }
    }
}

/// Where a document of a resource comes from, and what it follows.
#[derive(Debug, Clone, PartialEq)]
pub enum Origin {
    /// It stands in the inputs; of what was applied before nothing is known.
    Input,
    /// It stands in the inputs, and this was applied before.
    Applied(Value),
    /// It is what the cluster holds: nothing is applied.
    Stored,
}

impl Session {
    /// Whether there are resources that refer to others, so that all have to be rendered together.
    pub fn renders_together(&self) -> bool {
        let refers = |service: &Service| {
            let kind = crate::kinds::find(&service.document.value);
            kind.is_some_and(|kind| !matches!(kind.reconcile, crate::kinds::Reconcile::Each(_)))
        };
        self.services.iter().any(refers)
    }

    /// What the controllers make of all resources, without pods: together where resources refer to others, else each by itself on
    /// all processors. `answer` makes something of each rendering.
    pub fn map_renderings<A: Send>(&self, answer: impl Fn(&Service, Rendering) -> A + Sync) -> Vec<A> {
        if self.renders_together() {
            let renderings = self.render_all(false);
            return self
                .services
                .iter()
                .zip(renderings)
                .map(|(service, rendering)| answer(service, rendering))
                .collect();
        }
        parallel::map(self.services.iter().collect(), |service: &Service| {
            answer(service, service.render_objects(&self.cluster))
        })
    }

    /// What the controllers make of all resources, in their order, and with `with_pods` the pod webhook of their pods. Kinds
    /// whose resources refer to others are only rendered so.
    pub fn render_all(&self, with_pods: bool) -> Vec<Rendering> {
        let all = self.services.iter().chain(&self.beside);
        let resources: Vec<Value> = all.clone().map(|service| service.document.value.clone()).collect();
        let steps: Vec<Option<Action<'_>>> = all.map(Service::step).collect();
        let mut renderings = life::together(&self.cluster, &resources, &steps, &self.found);
        renderings.truncate(self.services.len());
        if with_pods {
            renderings.iter_mut().for_each(|rendering| rendering.inject(&self.cluster));
        }
        renderings
    }
}

impl Session {
    /// The services for large language models among the inputs.
    pub fn llm_services(&self) -> impl Iterator<Item = &Document> {
        let all = self.services.iter().map(|service| &*service.document);
        all.filter(|document| Kind::of(&document.value) == Some(Kind::LlmInferenceService))
    }
}

impl<'d> finding::Documents<'d> {
    /// Those of a session.
    pub fn of(session: &'d Session) -> finding::Documents<'d> {
        let services = session.services.iter().map(|service| &*service.document);
        let facts = session.origins.objects.iter().map(|(key, document)| (key.clone(), document));
        let by_key = services.chain(&session.checked).map(|document| (Key::of(&document.value), document));
        // Of the ConfigMap there is only one, whatever its namespace.
        let config = session.origins.config.as_ref().map(|document| (session.cluster.config_key(), document));
        finding::Documents(facts.chain(by_key).chain(config).collect())
    }
}

impl Service {
    /// The key of the service.
    pub fn key(&self) -> Key {
        Key::of(&self.document.value)
    }

    /// What the controller makes of the service, and the pod webhook of its pods.
    pub fn render(&self, cluster: &Cluster) -> Rendering {
        let mut rendering = self.render_objects(cluster);
        rendering.inject(cluster);
        rendering
    }

    /// As [`Service::render`], without the pods.
    pub fn render_objects(&self, cluster: &Cluster) -> Rendering {
        match self.step() {
            None => life::replace(cluster, &self.document.value, &self.existing),
            Some(step) => life::step(cluster, &self.existing, step),
        }
    }

    /// What happens to what the cluster holds of the service; nothing if the document takes its place.
    fn step(&self) -> Option<Action<'_>> {
        match &self.origin {
            Origin::Input => None,
            Origin::Applied(last) => Some(Action::Apply { document: &self.document.value, last }),
            Origin::Stored => Some(Action::Reconcile),
        }
    }
}

/// APIs without which a controller does something else, sorted.
pub fn optional_apis() -> Vec<&'static str> {
    let apis: BTreeSet<&str> = Kind::ALL.iter().filter_map(|kind| kind.optional_api()).collect();
    apis.into_iter().collect()
}

/// Takes texts and objects by what they are for, and makes a [`Session`] of them. Copies share the services.
#[derive(Debug, Clone)]
pub struct Builder {
    options: Options,
    facts: Facts,
    observed: Vec<Value>,
    /// What was applied last, of resources that do not remember it.
    last_applied: BTreeMap<Key, Value>,
    /// The resources of what is observed, if they take the place of inputs.
    stored: Option<Vec<Document>>,
    services: Vec<Named>,
    checked: Vec<Document>,
    context: Vec<Arc<Value>>,
    /// Documents of kinds that are not known, and whether they were found in a folder.
    others: Vec<(Document, bool)>,
    passed_over: Vec<(String, PassedOver)>,
    others_beside: usize,
    /// Names of the parameters of the Templates of the inputs.
    parameters: HashSet<String>,
    findings: Vec<Finding>,
    incomplete: bool,
    has_context: bool,
    /// Whether something was named that tells what the cluster has.
    is_described: bool,
    is_walked: bool,
    /// Counts the inputs that are each for itself.
    unit: usize,
    /// Namespaces of documents without one, by the names of sources.
    namespaces: HashMap<String, String>,
    told: Told,
}

/// Called with how many more documents have been read; workers may call it at the same time.
#[derive(Clone, Default)]
struct Told(Option<Arc<dyn Fn(usize) + Send + Sync>>);

impl std::fmt::Debug for Told {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if self.0.is_some() { "Told" } else { "nobody" })
    }
}

impl Builder {
    /// A builder that has nothing yet.
    pub fn new(options: Options) -> Builder {
        let mut builder = Builder {
            options,
            facts: Facts::default(),
            observed: Vec::new(),
            last_applied: BTreeMap::new(),
            stored: None,
            services: Vec::new(),
            checked: Vec::new(),
            context: Vec::new(),
            others: Vec::new(),
            passed_over: Vec::new(),
            others_beside: 0,
            parameters: HashSet::new(),
            findings: Vec::new(),
            incomplete: false,
            has_context: false,
            is_described: false,
            is_walked: false,
            unit: 0,
            namespaces: HashMap::new(),
            told: Told::default(),
        };
        let known = optional_apis();
        for api in builder.options.settings.absent_apis.iter().filter(|api| !known.contains(&api.as_str())) {
            let text = format!("the controller never asks for it; known are {}", known.join(", "));
            let spot = Spot::Option(format!("--without-api {api}"));
            builder.findings.push(Finding::plain(codes::OPTION_WITHOUT_EFFECT, Severity::Warning, spot, text));
        }
        builder
    }

    /// What has been added, for a cluster of another release: nothing is read again.
    pub fn for_release(&self, release: Option<Release>) -> Builder {
        let mut other = self.clone();
        other.told = Told::default();
        other.options.release = release;
        other
    }

    /// Adds a finding.
    pub fn note(&mut self, finding: Finding) {
        self.findings.push(finding);
    }

    /// Sets namespaces of documents without one, by the names of sources; they go before that of the options.
    pub fn namespaces(&mut self, by_source: HashMap<String, String>) {
        self.namespaces = by_source;
    }

    /// Tells from now on how many more documents are read.
    pub fn tell(&mut self, told: impl Fn(usize) + Send + Sync + 'static) {
        self.told = Told(Some(Arc::new(told)));
    }

    /// Adds a finding because of which something that was given is missing.
    pub fn miss(&mut self, finding: Finding) {
        self.incomplete = true;
        self.findings.push(finding);
    }

    /// Adds what the cluster holds, such as a dump of it.
    pub fn observed(&mut self, sources: &[Arc<Source>]) {
        self.has_context = true;
        for document in self.read(sources) {
            if kinds::role(&document.value) == Role::Context || is_stored_only(&document.value) {
                self.facts.add_held(document.clone(), &mut self.findings);
            }
            if let (Some(stored), Role::Resource(_)) = (&mut self.stored, kinds::role(&document.value)) {
                stored.push(document.clone());
            }
            self.observed.push(document.value);
        }
    }

    /// Takes the resources of what is observed, once that is added, for the inputs: nothing is applied to them.
    pub fn take_stored(&mut self) {
        self.stored = Some(Vec::new());
    }

    /// Adds documents that were applied last, for resources that do not remember them.
    pub fn last_applied(&mut self, sources: &[Arc<Source>]) {
        for document in self.read(sources) {
            self.last_applied.insert(Key::of(&document.value), document.value);
        }
    }

    /// Adds facts of the cluster. Of files that were found in a folder, those without objects are passed over.
    pub fn context(&mut self, sources: &[Arc<Source>], are_walked: bool) {
        self.has_context = true;
        self.is_described = true;
        for document in self.read(sources) {
            match kinds::role(&document.value) {
                Role::NoObject if are_walked => self.pass_over(document.source.name.clone(), PassedOver::NoObject),
                Role::NoObject => self.refuse_no_object(&document),
                Role::Resource(_) if is_stored_only(&document.value) => {
                    self.facts.add_held(document, &mut self.findings)
                }
                Role::Resource(kind) => {
                    let spot = Spot::start(&document);
                    let text = format!("an {} among the context is ignored", kind.name());
                    self.findings.push(Finding::plain(codes::SERVICE_IN_CONTEXT, Severity::Note, spot, text));
                }
                Role::Context => self.facts.add_held(document, &mut self.findings),
                Role::Other => match misread(&document.value) {
                    Some(text) => {
                        self.miss(Finding::plain(codes::NO_OBJECT, Severity::Error, Spot::start(&document), text))
                    }
                    None => self.facts.add_held(document, &mut self.findings),
                },
            }
        }
    }

    /// Adds the configuration: KServe's ConfigMap, or only its data.
    pub fn config(&mut self, source: &Arc<Source>) {
        let was_incomplete = std::mem::take(&mut self.incomplete);
        let mut documents = self.read(std::slice::from_ref(source));
        let is_broken = std::mem::replace(&mut self.incomplete, was_incomplete);
        if documents.len() > 1 {
            documents.retain(|document| settings::is_config(&document.value));
        }
        match documents.pop() {
            _ if is_broken => self.incomplete = true,
            Some(mut document) => {
                // Data alone has no namespace; it stands for the ConfigMap in the usual one.
                let spot = Spot::start(&document);
                match settings::config_map(document.value.take(), &Settings::default().kserve_namespace) {
                    Ok(map) => {
                        document.value = map;
                        self.facts.add(document, &mut self.findings);
                    }
                    Err(error) => self.miss(Finding::plain(codes::NO_OBJECT, Severity::Error, spot, error)),
                }
            }
            None => {
                let text = format!("no ConfigMap {} in this file", settings::NAME);
                let spot = Spot::File(source.name.clone());
                self.miss(Finding::plain(codes::NO_OBJECT, Severity::Error, spot, text));
            }
        }
    }

    /// Adds objects that are at hand already, in no file of their own: facts of the cluster.
    pub fn context_objects(&mut self, objects: impl IntoIterator<Item = Value>) {
        for object in objects {
            let document = placeless(object, &self.options.namespace);
            if !matches!(kinds::role(&document.value), Role::Resource(_)) || is_stored_only(&document.value) {
                self.facts.add_held(document, &mut self.findings);
            }
        }
    }

    /// Adds objects that are at hand already, and that are still to be applied; what controller and webhooks read of it counts.
    pub fn input_objects(&mut self, objects: impl IntoIterator<Item = Value>) {
        for object in objects {
            let document = placeless(object, &self.options.namespace);
            self.facts.add(document, &mut self.findings);
        }
    }

    /// Adds the configuration that is at hand already.
    pub fn config_object(&mut self, config: Value) {
        match settings::config_map(config, &Settings::default().kserve_namespace) {
            Ok(map) => {
                let document = placeless(map, &self.options.namespace);
                self.facts.add(document, &mut self.findings);
            }
            Err(error) => {
                let text = format!("the configuration: {error}");
                self.miss(Finding::plain(codes::NO_OBJECT, Severity::Error, Spot::Nowhere, text));
            }
        }
    }

    /// Adds the inputs: services, and what stands beside them. They have to hold objects.
    pub fn inputs(&mut self, sources: &[Arc<Source>]) {
        self.take_in(sources, false);
    }

    /// Adds files that were found in folders. Those that are not for us are passed over.
    pub fn walked(&mut self, sources: &[Arc<Source>]) {
        self.take_in(sources, true);
    }

    /// Notes that a file is passed over.
    pub fn pass_over(&mut self, name: String, why: PassedOver) {
        self.passed_over.push((name, why));
    }

    /// Adds what programs have made of folders. Each text is an input of its own, whose names may be those of others.
    pub fn built(&mut self, sources: &[Arc<Source>]) {
        for source in sources {
            self.unit += 1;
            self.take_in(std::slice::from_ref(source), false);
        }
        self.unit += 1;
    }

    fn take_in(&mut self, sources: &[Arc<Source>], is_walked: bool) {
        self.is_walked |= is_walked;
        for read in self.read_sources(sources, Sorted::of) {
            let mut file = File { source: read.source, is_walked, is_used: false, others: 0, other: None };
            for problem in read.problems {
                self.take_problem(problem, &mut file);
            }
            for sorted in read.made.into_iter().flatten() {
                self.take(sorted, &mut file);
            }
            if is_walked && !file.is_used {
                let why =
                    if file.others > 0 { PassedOver::OtherKinds } else { file.other.unwrap_or(PassedOver::NoObject) };
                self.passed_over.push((file.source.name.clone(), why));
            } else {
                self.others_beside += file.others;
            }
        }
    }

    fn take_problem(&mut self, problem: Problem, file: &mut File) {
        if !problem.fatal {
            // Files of other programs may repeat keys as they like.
            if !file.is_walked || repository::looks_like_object(&file.source.text) {
                self.findings.push(of_problem(problem));
            }
            return;
        }
        let is_template = repository::is_template(&file.source.text);
        if file.is_walked && (is_template || !repository::looks_like_object(&file.source.text)) {
            file.other = Some(if is_template { PassedOver::Template } else { PassedOver::NoObject });
            return;
        }
        file.is_used = true;
        let finding = of_problem(problem);
        self.miss(match repository::advice(&file.source) {
            Some(advice) => finding.with_help(advice),
            None => finding,
        });
    }

    fn take(&mut self, sorted: Sorted, file: &mut File) {
        match sorted {
            Sorted::Service(named) => {
                file.is_used = true;
                self.services.push(Named { unit: self.unit, ..named });
            }
            Sorted::Context(document) => {
                file.is_used = true;
                let kind = kinds::kind(&document.value);
                if matches!(kind, "ServingRuntime" | "ClusterServingRuntime" | "ClusterStorageContainer") {
                    self.checked.push(document.clone());
                }
                self.context.push(self.facts.add(document, &mut self.findings));
            }
            Sorted::Template(template) => {
                let start = Spot::start(&template);
                let processed = templates::process(template, &self.options.parameters);
                self.parameters.extend(processed.parameters);
                let objects: Vec<Sorted> = processed
                    .objects
                    .into_iter()
                    .map(|mut object| {
                        kinds::set_namespace(&mut object.value, &self.options.namespace);
                        Sorted::of(object)
                    })
                    .collect();
                if objects.iter().any(|object| matches!(object, Sorted::Service(_) | Sorted::Context(_))) {
                    let note = |text| Finding::plain(codes::TEMPLATE_PARAMETER, Severity::Note, start.clone(), text);
                    self.findings.extend(processed.notes.into_iter().map(note));
                }
                objects.into_iter().for_each(|object| self.take(object, file));
            }
            Sorted::Other(document) if repository::is_kustomize(&document.value) => {
                self.pass_over(document.source.name.clone(), PassedOver::Kustomization);
                file.is_used = true;
            }
            Sorted::Other(document) => {
                file.others += 1;
                self.others.push((document, file.is_walked));
            }
            Sorted::Misread(document, text) => {
                file.is_used = true;
                self.miss(Finding::plain(codes::NO_OBJECT, Severity::Error, Spot::start(&document), text));
            }
            Sorted::NoObject(document) if file.is_walked => {
                let is_patch = repository::is_json_patch(&document.value);
                file.other = Some(if is_patch { PassedOver::Patch } else { PassedOver::NoObject });
            }
            Sorted::NoObject(document) => self.refuse_no_object(&document),
        }
    }

    /// Makes the session.
    pub fn build(mut self) -> Session {
        self.note_unknown_parameters();
        self.take_what_is_found();
        let before = self.findings.len();
        let (cluster, origins) = self.facts.cluster(&self.options, &mut self.findings);
        let is_error = |finding: &Finding| finding.diagnostic.severity == Severity::Error;
        self.incomplete |= self.findings.iter().skip(before).any(is_error);
        self.findings.extend(note_config(&cluster, &origins));
        let observed = Observed {
            is_any: !self.observed.is_empty(),
            has_facts: self.observed.iter().any(|object| kinds::role(object) == Role::Context),
            names: self.observed.iter().map(Key::of).map(|key| (key.namespace, key.name)).collect(),
        };
        let found = Arc::new(Found::new(self.observed));
        let mut services = services(self.services, &found, &mut self.findings);
        self.findings.extend(unused_observations(&services, &found, observed));
        for service in &mut services {
            service.note_last_applied(&self.last_applied);
        }
        services.extend(self.stored.into_iter().flatten().map(|document| Service::stored(document, &found)));
        let mut cluster = with_stored(cluster, &services);
        if !self.is_described {
            let documents: Vec<&Value> = services.iter().map(|service| &service.document.value).collect();
            cluster = gateways::with_assumed(cluster, &found, &documents);
        }
        Session {
            cluster,
            found,
            services,
            beside: Vec::new(),
            checked: self.checked,
            context: self.context,
            others: self.others.into_iter().map(|(document, _)| document).collect(),
            passed_over: self.passed_over,
            others_beside: self.others_beside,
            origins,
            findings: self.findings,
            incomplete: self.incomplete,
            has_context: self.has_context,
            is_walked: self.is_walked,
            inputs: Vec::new(),
        }
    }

    fn note_unknown_parameters(&mut self) {
        for (name, _) in self.options.parameters.iter().filter(|(name, _)| !self.parameters.contains(name)) {
            let spot = Spot::Option(format!("--param {name}"));
            let text = "no Template in the inputs has this parameter";
            self.findings.push(Finding::plain(codes::OPTION_WITHOUT_EFFECT, Severity::Warning, spot, text));
        }
    }

    /// For services for large language models, objects beside them are what is there already. Those of folders are more likely
    /// what becomes of services, but for routes, which services name.
    fn take_what_is_found(&mut self) {
        if !self.services.iter().any(|service| Kind::of(&service.document.value) == Some(Kind::LlmInferenceService)) {
            return;
        }
        for (document, is_walked) in &self.others {
            if Kind::of(&document.value).is_some_and(|kind| !is_walked || kind == Kind::HttpRoute) {
                self.facts.add_held(document.clone(), &mut self.findings);
            }
        }
    }

    fn read(&mut self, sources: &[Arc<Source>]) -> Vec<Document> {
        let mut documents = Vec::new();
        for read in self.read_sources(sources, |document| document) {
            for problem in read.problems {
                self.incomplete |= problem.fatal;
                self.findings.push(of_problem(problem));
            }
            documents.extend(read.made.into_iter().flatten());
        }
        documents
    }

    /// What `make` makes of each document, with its namespace set.
    fn read_sources<T: Send>(
        &self,
        sources: &[Arc<Source>],
        make: impl Fn(Document) -> T + Send + Sync,
    ) -> Vec<ReadSource<T>> {
        parallel::map(sources.iter().collect(), |source| {
            let own = self.namespaces.get(&source.name).unwrap_or(&self.options.namespace);
            let make = |mut document: Document| {
                kinds::set_namespace(&mut document.value, own);
                if let Some(told) = &self.told.0 {
                    told(1);
                }
                make(document)
            };
            let (made, problems) = input::read_each(source, make);
            ReadSource { source: Arc::clone(source), made, problems }
        })
    }

    fn refuse_no_object(&mut self, document: &Document) {
        let text = match repository::advice(&document.source) {
            Some(advice) => format!("not a Kubernetes object: it has no kind; {advice}"),
            None => "not a Kubernetes object: it has no kind; give it apiVersion, kind and metadata".to_owned(),
        };
        self.miss(Finding::plain(codes::NO_OBJECT, Severity::Error, Spot::start(document), text));
    }
}

/// A source when it is read.
struct ReadSource<T> {
    source: Arc<Source>,
    /// What was made of its documents, in runs.
    made: Vec<Vec<T>>,
    problems: Vec<Problem>,
}

/// What becomes of a file of the inputs.
struct File {
    source: Arc<Source>,
    /// Whether it was found in a folder rather than named.
    is_walked: bool,
    /// Whether something in it counts.
    is_used: bool,
    /// How many documents of unknown kinds it has.
    others: usize,
    /// What it is if it holds no objects.
    other: Option<PassedOver>,
}

/// All documents of some texts, whatever their kind, with their namespace set, and what is wrong with the texts.
pub fn documents(sources: &[Arc<Source>], namespace: &str) -> (Vec<Document>, Vec<Finding>) {
    let mut builder = Builder::new(Options { namespace: namespace.to_owned(), ..Options::default() });
    let documents = builder.read(sources);
    (documents, builder.findings)
}

/// An object as a document of a source without text.
fn placeless(mut value: Value, namespace: &str) -> Document {
    kinds::set_namespace(&mut value, namespace);
    Document::without_text(Key::of(&value).to_string(), value)
}

/// What is wrong with a text as a finding. Of one that is read all the same that is a key that stands twice.
fn of_problem(problem: Problem) -> Finding {
    let start = problem.at;
    let text = problem.source.text.get(start..).unwrap_or_default();
    let length = match problem.fatal {
        true => text.chars().next().map_or(0, char::len_utf8),
        false => text.find([':', '\n', ' ']).unwrap_or(text.len()),
    };
    let mut span = Span { place: problem.place, range: start..start + length };
    let (code, severity) = match problem.fatal {
        true => (codes::BROKEN_YAML, Severity::Error),
        false => (codes::REPEATED_KEY, Severity::Warning),
    };
    let line = line_around(&problem.source.text, start);
    let help = placeholders::unreadable(line).filter(|_| problem.fatal && !problem.secret);
    let mut source = problem.source;
    if problem.secret {
        // The place is told, but no text is there to be shown around it.
        source = Arc::new(Source { name: source.name.clone(), text: String::new() });
        span.range = 0..0;
    }
    let finding = Finding::plain(code, severity, Spot::Text { source, span }, problem.message);
    match help {
        Some(help) => finding.with_help(help),
        None => finding,
    }
}

/// The line of a text in which a place is.
fn line_around(text: &str, at: usize) -> &str {
    let begin = text.get(..at).unwrap_or_default().rfind('\n').map_or(0, |at| at + 1);
    text.get(begin..).unwrap_or_default().lines().next().unwrap_or_default()
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

/// What makes a configuration do something else than its author thinks: values set that nothing reads, and sections
/// without which the controller or the pod webhook refuses everything.
fn note_config(cluster: &Cluster, origins: &Origins) -> Vec<Finding> {
    if origins.set.is_empty() && origins.config.is_none() {
        return Vec::new();
    }
    let mut findings = Vec::new();
    let mut missing = Vec::new();
    for fault in faults(cluster) {
        match fault {
            Fault::NotRead { path, known } => {
                let sets = |set: &&Override| {
                    std::iter::once(&set.section).chain(&set.keys).zip(&path).all(|(one, other)| one == other)
                };
                if let Some(change) = origins.set.iter().find(sets) {
                    let spot = Spot::Option(flag_of(change));
                    let code = codes::OPTION_WITHOUT_EFFECT;
                    let finding = Finding::plain(code, Severity::Warning, spot, "nothing reads this");
                    findings.push(match known {
                        Some(known) => finding.with_help(format!("did you mean {known}?")),
                        None => finding,
                    });
                } else if let Some(config) = &origins.config {
                    findings.push(config_findings::not_read(config, &path, known));
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
        findings.push(Finding::plain(codes::CONFIG_INCOMPLETE, Severity::Warning, Spot::start(config), text));
    }
    findings
}

/// A document of the inputs as what it is.
enum Sorted {
    Service(Named),
    Context(Document),
    /// Objects with parameters.
    Template(Document),
    /// Of a kind that is not known.
    Other(Document),
    /// Of no known kind, and why that is a slip.
    Misread(Document, String),
    NoObject(Document),
}

/// A service with what is to be noted about it among the others.
#[derive(Debug, Clone)]
struct Named {
    document: Arc<Document>,
    namespace: String,
    name: String,
    /// Whether the input had a status.
    had_status: bool,
    /// The input that it belongs to.
    unit: usize,
}

impl Sorted {
    fn of(document: Document) -> Sorted {
        match kinds::role(&document.value) {
            Role::Resource(_) => Sorted::Service(Named::of(document)),
            Role::Context => Sorted::Context(document),
            Role::Other if templates::is_template(&document.value) => Sorted::Template(document),
            Role::Other => match misread(&document.value) {
                Some(text) => Sorted::Misread(document, text),
                None => Sorted::Other(document),
            },
            Role::NoObject => Sorted::NoObject(document),
        }
    }
}

impl Named {
    /// Takes the status off a service.
    fn of(mut document: Document) -> Named {
        let status = document.value.as_object_mut().and_then(|service| service.remove("status"));
        let had_status = status.is_some_and(|status| !tidy::is_nothing(&status));
        let Key { namespace, name, .. } = Key::of(&document.value);
        Named { document: Arc::new(document), namespace, name, had_status, unit: 0 }
    }
}

/// What is observed, in short.
struct Observed {
    is_any: bool,
    /// Whether facts of the cluster are among it.
    has_facts: bool,
    /// Namespaces and names of the objects.
    names: Vec<(String, String)>,
}

/// The finding for observations among which nothing belongs to any of the services.
fn unused_observations(services: &[Service], found: &Found, observed: Observed) -> Option<Finding> {
    if !observed.is_any || observed.has_facts || services.is_empty() {
        return None;
    }
    let is_of = |service: &Service| {
        let key = service.key();
        let kind = Kind::of(&service.document.value).unwrap_or(Kind::InferenceService);
        let owner = Owner::new(kind, key.name.as_str());
        let is_named =
            |(namespace, name): &(String, String)| *namespace == key.namespace && name.starts_with(&key.name);
        service.existing.resource.is_some()
            || !found.objects_of(&owner, &key.namespace).is_empty()
            || observed.names.iter().any(is_named)
            || refers_to(kind, &service.document.value, &|name| {
                observed.names.iter().any(|(namespace, observed)| *namespace == key.namespace && observed == name)
            })
    };
    if services.iter().any(is_of) {
        return None;
    }
    let text = "nothing in it belongs to a service of the inputs, so all of them count as new; are namespaces and names the same?";
    let spot = Spot::Option("--observed".into());
    Some(Finding::plain(codes::OPTION_WITHOUT_EFFECT, Severity::Warning, spot, text))
}

/// Whether a resource leads to another object of its namespace that `is_there`: graphs to services, models to theirs.
fn refers_to(kind: Kind, resource: &Value, is_there: &dyn Fn(&str) -> bool) -> bool {
    let reference = match kind {
        Kind::InferenceGraph => "serviceName",
        Kind::TrainedModel => "inferenceService",
        Kind::LlmInferenceService => "name",
        _ => return false,
    };
    fn any(value: &Value, reference: &str, is_there: &dyn Fn(&str) -> bool) -> bool {
        match value {
            Value::Object(map) => map.iter().any(|(key, value)| {
                (key == reference && value.as_str().is_some_and(is_there)) || any(value, reference, is_there)
            }),
            Value::Array(list) => list.iter().any(|item| any(item, reference, is_there)),
            _ => false,
        }
    }
    resource.get("spec").is_some_and(|spec| any(spec, reference, is_there))
}

/// The services, each with what was observed of it, after what is to be noted about them.
fn services(all: Vec<Named>, found: &Arc<Found>, findings: &mut Vec<Finding>) -> Vec<Service> {
    let mut first: HashMap<(Key, usize), usize> = HashMap::with_capacity(all.len());
    let mut services: Vec<Service> = Vec::with_capacity(all.len());
    for Named { document, namespace, name, had_status, unit } in all {
        if had_status {
            let text = "the status in the input is ignored; --observed takes what the cluster holds";
            findings.push(Finding::plain(codes::STATUS_IGNORED, Severity::Note, Spot::start(&document), text));
        }
        let kind = Kind::of(&document.value).unwrap_or(Kind::InferenceService);
        let existing = Existing::of(found, kind, &namespace, &name);
        let key = (Key::new(kind, &namespace, &name), unit);
        match first.get(&key).and_then(|index| services.get(*index)) {
            Some(earlier) => findings.push(repeated(&key.0, &earlier.document, &document)),
            None => {
                first.insert(key, services.len());
            }
        }
        services.push(Service { document, existing, origin: Origin::Input });
    }
    services
}

/// The cluster with those resources of the inputs that are facts once they are stored.
fn with_stored(cluster: Cluster, services: &[Service]) -> Cluster {
    let facts = services.iter().filter(|service| is_stored_only(&service.document.value));
    let stored: Vec<Value> = facts
        .filter_map(|service| {
            let kind = resources::find(&service.document.value)?;
            (kind.admit)(&cluster, &service.document.value, &service.existing).outcome.ok()
        })
        .collect();
    if stored.is_empty() { cluster } else { cluster.with_objects(stored) }
}

/// The finding for a service that stands in the inputs again. Folders are often different stages of one thing, such as staging and
/// production, and then meant for different places.
fn repeated(key: &Key, earlier: &Document, document: &Document) -> Finding {
    let folder = |document: &Document| document.source.name.rsplit_once('/').map(|(folder, _)| folder.to_owned());
    let severity = if folder(earlier) == folder(document) { Severity::Warning } else { Severity::Note };
    let first = Spot::start(earlier);
    let Key { kind, namespace, name, .. } = key;
    let text = format!("{kind} {namespace}/{name} stands in the inputs twice, first at {first}");
    let mut finding = Finding::plain(codes::REPEATED_OBJECT, severity, Spot::start(document), text);
    if let Spot::Text { source, span } = first {
        let message = "the first one is here".to_owned();
        finding.related.push(finding::RelatedSpot { source, span, message });
    }
    finding
}

impl Session {
    /// File and name of everything that has a schema or is read: the ConfigMap, runtimes and storage containers, services.
    pub fn checked_documents(&self) -> Vec<(String, String)> {
        let services = self.services.iter().map(|service| &*service.document);
        let all = self.origins.config.iter().chain(&self.checked).chain(services);
        all.map(|document| (document.source.name.clone(), subject(&Key::of(&document.value)))).collect()
    }
}

/// What an object is called in findings.
fn subject(key: &Key) -> String {
    match key.namespace.as_str() {
        "" => format!("{} {}", key.kind, key.name),
        namespace => format!("{} {namespace}/{}", key.kind, key.name),
    }
}
