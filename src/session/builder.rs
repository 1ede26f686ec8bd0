//! Texts and objects by what they are for, into a session.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use super::facts::Facts;
use super::finding::{Finding, Spot};
use super::noted::{self, Observed};
use super::options::{Options, Release};
use super::repository::{self, PassedOver};
use super::sorted::{Named, Sorted, misread};
use super::{Origin, Service, Session, check, optional_apis, templates};
use crate::facts::{Existing, Found};
use crate::input::settings;
use crate::input::{self, Document, Problem, Source};
use crate::kinds::{self as resources, is_stored_only};
use crate::object::diagnostic::Severity;
use crate::object::role::{self as kinds, Role};
use crate::object::{Key, Kind};
use crate::webhook::codes;
use crate::{Cluster, Settings, Value, parallel};

/// Takes texts and objects by what they are for, and makes a [`Session`] of them. Copies share the services.
#[derive(Debug, Clone)]
pub struct Builder {
    options: Options,
    facts: Facts,
    observed: Vec<Value>,
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
            if let (Some(stored), Role::Resource(kind)) = (&mut self.stored, kinds::role(&document.value)) {
                stored.push((kind, document.clone()));
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
                self.findings.push(noted::of_problem(problem));
            }
            return;
        }
        let is_template = repository::is_template(&file.source.text);
        if file.is_walked && (is_template || !repository::looks_like_object(&file.source.text)) {
            file.other = Some(if is_template { PassedOver::Template } else { PassedOver::NoObject });
            return;
        }
        file.is_used = true;
        let finding = noted::of_problem(problem);
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
                if check::has_schema(&document.value) {
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
        self.findings.extend(noted::note_config(&cluster, &origins));
        let observed = Observed::of(&self.observed);
        let found = Arc::new(Found::new(self.observed));
        let mut services = services(self.services, &found, &mut self.findings);
        self.findings.extend(noted::unused_observations(&services, &found, observed));
        for service in &mut services {
            service.note_last_applied(&self.last_applied);
        }
        let stored = self.stored.into_iter().flatten();
        services.extend(stored.map(|(kind, document)| Service::stored(kind, document, &found)));
        let mut cluster = with_stored(cluster, &services);
        if !self.is_described {
            cluster = with_assumed(cluster, &found, &services);
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

    /// Beside some kinds of resources, objects are what is there already. Those of folders are more likely what becomes of the
    /// resources, but for routes, which these name.
    fn take_what_is_found(&mut self) {
        if !self.services.iter().any(|service| resources::properties(service.kind).holds_objects_beside) {
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

/// The services, each with what was observed of it, after what is to be noted about them.
fn services(all: Vec<Named>, found: &Arc<Found>, findings: &mut Vec<Finding>) -> Vec<Service> {
    let mut first: HashMap<(Key, usize), usize> = HashMap::with_capacity(all.len());
    let mut services: Vec<Service> = Vec::with_capacity(all.len());
    for Named { kind, document, namespace, name, had_status, unit } in all {
        if had_status {
            let text = "the status in the input is ignored; --observed takes what the cluster holds";
            findings.push(Finding::plain(codes::STATUS_IGNORED, Severity::Note, Spot::start(&document), text));
        }
        let existing = Existing::of(found, kind, &namespace, &name);
        let key = (Key::new(kind, &namespace, &name), unit);
        match first.get(&key).and_then(|index| services.get(*index)) {
            Some(earlier) => findings.push(noted::repeated(&key.0, &earlier.document, &document)),
            None => {
                first.insert(key, services.len());
            }
        }
        services.push(Service { kind, document, existing, origin: Origin::Input });
    }
    services
}

/// The cluster with those resources of the inputs that are facts once they are stored.
fn with_stored(cluster: Cluster, services: &[Service]) -> Cluster {
    let facts = services.iter().filter(|service| is_stored_only(&service.document.value));
    let stored: Vec<Value> = facts
        .filter_map(|service| {
            let kind = resources::of(service.kind)?;
            (kind.admit)(&cluster, &service.document.value, &service.existing).outcome.ok()
        })
        .collect();
    if stored.is_empty() { cluster } else { cluster.with_objects(stored) }
}

/// The cluster with what the kinds of the services assume of one of which nothing is said.
fn with_assumed(cluster: Cluster, found: &Found, services: &[Service]) -> Cluster {
    let is_there = |kind: Kind| services.iter().any(|service| service.kind == kind);
    let documents: Vec<&Value> = services.iter().map(|service| &service.document.value).collect();
    let assumed = resources::KINDS.iter().filter(|kind| is_there(kind.kind)).filter_map(|kind| kind.properties.assume);
    assumed.fold(cluster, |cluster, assume| assume(&cluster, found, &documents).unwrap_or(cluster))
}
