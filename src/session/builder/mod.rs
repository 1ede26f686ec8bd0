//! Texts and objects by what they are for, into a session.

mod build;
mod inputs;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use super::facts::Facts;
use super::finding::{Finding, Spot};
use super::noted;
use super::optional_apis;
use super::options::{Options, Release};
use super::repository::{self, PassedOver};
use super::sorted::{Named, misread};
use crate::input::settings;
use crate::input::{self, Document, Problem, Source};
use crate::kinds::is_stored_only;
use crate::object::diagnostic::Severity;
use crate::object::role::{self, Role};
use crate::object::{Key, Kind};
use crate::webhook::codes;
use crate::{Settings, Value, parallel};

/// Takes texts and objects by what they are for, and makes a [`Session`](super::Session) of them. Copies share the services.
#[derive(Debug, Clone)]
pub struct Builder {
    options: Options,
    facts: Facts,
    observed: Vec<Document>,
    /// What was applied last, of resources that do not remember it.
    last_applied: BTreeMap<Key, Value>,
    /// The resources of what is observed, if they take the place of inputs.
    stored: Option<Vec<(Kind, Document)>>,
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
    /// The text about which advice was given last, with the advice: it may have thousands of documents.
    advised: Option<(Arc<Source>, Option<&'static str>)>,
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
            advised: None,
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

    /// Adds what the cluster holds, such as a dump of it. Of files that were found in a folder, those without objects are passed over.
    pub fn observed(&mut self, sources: &[Arc<Source>], are_walked: bool) {
        self.has_context = true;
        for document in self.objects(sources, are_walked) {
            if is_fact(&document.value) {
                self.facts.add_held(document.clone(), &mut self.findings);
            }
            if let (Some(stored), Role::Resource(kind)) = (&mut self.stored, role::role(&document.value)) {
                stored.push((kind, document.clone()));
            }
            self.observed.push(document);
        }
    }

    /// Takes the resources of what is observed, once that is added, for the inputs: nothing is applied to them.
    pub fn take_stored(&mut self) {
        self.stored = Some(Vec::new());
    }

    /// Adds documents that were applied last, for resources that do not remember them. Of files that were found in a folder, those
    /// without objects are passed over.
    pub fn last_applied(&mut self, sources: &[Arc<Source>], are_walked: bool) {
        for document in self.objects(sources, are_walked) {
            self.last_applied.insert(Key::of(&document.value), document.value);
        }
    }

    /// Adds facts of the cluster. Of files that were found in a folder, those without objects are passed over.
    pub fn context(&mut self, sources: &[Arc<Source>], are_walked: bool) {
        self.has_context = true;
        self.is_described = true;
        for document in self.objects(sources, are_walked) {
            match role::role(&document.value) {
                Role::Resource(_) if is_stored_only(&document.value) => {
                    self.facts.add_held(document, &mut self.findings)
                }
                Role::Resource(kind) => {
                    let spot = Spot::start(&document);
                    let text = format!("an {} among the context is ignored", kind.name());
                    self.findings.push(Finding::plain(codes::SERVICE_IN_CONTEXT, Severity::Note, spot, text));
                }
                Role::Context | Role::Other => self.facts.add_held(document, &mut self.findings),
                Role::NotAnObject => {}
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
                    Err(error) => self.miss(Finding::plain(codes::NO_OBJECT, Severity::Error, spot, error.to_string())),
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
            if !matches!(role::role(&document.value), Role::Resource(_)) || is_stored_only(&document.value) {
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

    /// The objects of texts that have to hold some: a text without them, such as the error of a program or half of a list, is no
    /// answer of a cluster. Of files that were found in a folder, those without objects are passed over.
    fn objects(&mut self, sources: &[Arc<Source>], are_walked: bool) -> Vec<Document> {
        let mut documents = self.read(sources);
        documents.retain(|document| match (role::role(&document.value), misread(&document.value)) {
            (Role::NotAnObject, _) if are_walked => {
                self.pass_over(document.source.name.clone(), PassedOver::NotAnObject);
                false
            }
            (Role::NotAnObject, _) => {
                self.refuse_non_object(document);
                false
            }
            (Role::Other, Some(text)) => {
                self.miss(Finding::plain(codes::NO_OBJECT, Severity::Error, Spot::start(document), text));
                false
            }
            _ => true,
        });
        documents
    }

    fn read(&mut self, sources: &[Arc<Source>]) -> Vec<Document> {
        let mut documents = Vec::new();
        for read in self.read_sources(sources, |document| document) {
            for problem in read.problems {
                self.incomplete |= problem.fatal;
                self.findings.push(noted::of_problem(problem));
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
                role::set_namespace(&mut document.value, own);
                if let Some(told) = &self.told.0 {
                    told(1);
                }
                make(document)
            };
            let (made, problems) = input::read_each(source, make);
            ReadSource { source: Arc::clone(source), made, problems }
        })
    }

    /// What to do with a named file that holds no object.
    fn advice(&mut self, source: &Arc<Source>) -> Option<&'static str> {
        match &self.advised {
            Some((known, advice)) if Arc::ptr_eq(known, source) => *advice,
            _ => {
                let advice = repository::advice(source);
                self.advised = Some((Arc::clone(source), advice));
                advice
            }
        }
    }

    fn refuse_non_object(&mut self, document: &Document) {
        let text = match self.advice(&document.source) {
            Some(advice) => format!("not a Kubernetes object: it has no kind; {advice}"),
            None => "not a Kubernetes object: it has no kind; give it apiVersion, kind and metadata".to_owned(),
        };
        self.miss(Finding::plain(codes::NO_OBJECT, Severity::Error, Spot::start(document), text));
    }
}

/// Whether an object is a fact of the cluster, which controllers and webhooks read.
fn is_fact(object: &Value) -> bool {
    role::role(object) == Role::Context || is_stored_only(object)
}

/// A source when it is read.
struct ReadSource<T> {
    source: Arc<Source>,
    /// What was made of its documents, in runs.
    made: Vec<Vec<T>>,
    problems: Vec<Problem>,
}

/// All objects of some texts, whatever their kind, with their namespace set, and what is wrong with the texts. Those for which
/// `are_walked` holds were found in a folder, where texts without objects are passed over.
pub fn documents<'s>(
    sources: impl IntoIterator<Item = (&'s [Arc<Source>], bool)>,
    namespace: &str,
) -> (Vec<Document>, Vec<Finding>) {
    let mut builder = Builder::new(Options { namespace: namespace.to_owned(), ..Options::default() });
    let mut documents = Vec::new();
    for (sources, are_walked) in sources {
        documents.append(&mut builder.objects(sources, are_walked));
    }
    (documents, builder.findings)
}

/// An object as a document of a source without text.
fn placeless(mut value: Value, namespace: &str) -> Document {
    role::set_namespace(&mut value, namespace);
    Document::without_text(Key::of(&value).to_string(), value)
}
