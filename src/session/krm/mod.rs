//! The core of a function for kustomize, kpt and other orchestrators, after the KRM Functions Specification: items and the function's
//! configuration in, items and results out.

mod annotations;
mod function_config;
mod list;
mod results;

use std::collections::HashMap;
use std::fmt::Display;
use std::sync::Arc;

use super::service_messages::{self, Manner};
use super::sorted::misread;
use super::{Builder, Session, held, message};
use crate::facts::{Cluster, Existing, Found};
use crate::kinds;
use crate::lint::{self, Peers, ToldBy};
use crate::object::diagnostic::Diagnostic;
use crate::object::role::{self, Role};
use crate::object::{Key, Kind};
use crate::output::objects;
use crate::output::summary::Summary;
use crate::{Rendering, Value, webhook};
use function_config::Fault;
pub use function_config::Options;
pub use list::ResourceList;
pub use results::Outcome;
use results::ResultSubject;

/// How the function ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Services are replaced by their objects.
    Done,
    /// Something is refused, and the items stay as they are.
    Refused,
    /// Something that was given cannot be read or makes no sense, and the items stay as they are.
    Unreadable,
}

/// The function with its input.
#[derive(Debug)]
pub struct Function {
    list: ResourceList,
    options: Options,
    faults: Vec<Fault>,
}

impl Function {
    /// The function for a list, whose configuration takes precedence over `options`.
    pub fn new(list: ResourceList, mut options: Options) -> Function {
        let faults = function_config::apply(&list.config, &mut options);
        Function { list, options, faults }
    }

    /// Runs the function. The list describes the cluster, and `describe` adds what else is known of it.
    pub fn run<E: Display>(
        mut self,
        describe: impl FnOnce(&mut Builder) -> Result<(), E>,
    ) -> (Verdict, Vec<Outcome>, String) {
        let (verdict, outcomes) = self.outcomes(describe);
        let text = self.list.write(outcomes.iter().map(Outcome::to_value).collect());
        (verdict, outcomes, text)
    }

    fn outcomes<E: Display>(
        &mut self,
        describe: impl FnOnce(&mut Builder) -> Result<(), E>,
    ) -> (Verdict, Vec<Outcome>) {
        let subject = ResultSubject::of(&self.list.config);
        if !self.faults.is_empty() {
            let of_fault = |fault: Fault| Outcome::error(&subject, fault.message).at(fault.field);
            return (Verdict::Unreadable, self.faults.drain(..).map(of_fault).collect());
        }
        let mut builder = Builder::new(self.options.session.clone());
        builder.context_objects(std::mem::take(&mut self.options.context));
        if let Err(error) = describe(&mut builder) {
            return (Verdict::Unreadable, vec![Outcome::error(&subject, format!("{error:#}"))]);
        }
        let facts = self.list.items.iter().filter(|item| role::role(item) == Role::Context);
        builder.input_objects(facts.map(|item| annotations::without_notes(item.clone())));
        if let Some(config) = self.options.config.take() {
            builder.config_object(config);
        }
        self.transform(&builder.build())
    }

    /// Replaces the services among the items by their objects, unless one is refused.
    fn transform(&mut self, session: &Session) -> (Verdict, Vec<Outcome>) {
        let subject = ResultSubject::of(&self.list.config);
        let mut outcomes: Vec<Outcome> =
            session.findings.iter().map(|finding| Outcome::of_finding(&subject, finding)).collect();
        if session.incomplete {
            return (Verdict::Unreadable, outcomes);
        }
        let items = items(&self.list, &self.options, &session.found);
        let resources = items.iter().map(|item| (&item.service, &item.existing));
        let renderings = session.render_others(&resources.collect::<Vec<_>>(), self.options.inject);
        outcomes.extend(outcomes_of_all(session, &subject, &items, &renderings, &self.options));
        outcomes.extend(repetitions(&items));
        outcomes.extend(slips(&self.list));
        if items.is_empty() {
            let text = format!("there is no {} among the items", Kind::USUAL.name());
            outcomes.extend(Outcome::sentence(&subject, message::Severity::Warning, text));
        }
        if self.options.strict {
            outcomes.iter_mut().for_each(Outcome::promote);
        }
        if outcomes.iter().any(Outcome::is_error) {
            return (Verdict::Refused, outcomes);
        }
        replace(&mut self.list, &items, renderings, &self.options);
        (Verdict::Done, outcomes)
    }
}

/// The results about the cluster and about all resources in it.
fn outcomes_of_all(
    session: &Session,
    subject: &ResultSubject,
    items: &[Item],
    renderings: &[Rendering],
    options: &Options,
) -> Vec<Outcome> {
    let cluster = &session.cluster;
    let mut outcomes = Vec::new();
    if renderings.iter().any(|rendering| Summary::of(rendering).is_knative()) {
        let text = session.assumed_domain("knativeDomain");
        outcomes.extend(text.and_then(|text| Outcome::sentence(subject, message::Severity::Note, text)));
    }
    if options.lint {
        outcomes.extend(lint::config(cluster).into_iter().map(|found| Outcome::of(subject, &Value::Null, found)));
    }
    let peers = Peers::of(cluster, renderings);
    for (item, rendering) in items.iter().zip(renderings) {
        outcomes.extend(outcomes_of(cluster, item, rendering, &peers, options));
    }
    outcomes
}

/// What is said of services that stand twice.
fn repetitions(items: &[Item]) -> Vec<Outcome> {
    let mut first: HashMap<Key, &Item> = HashMap::with_capacity(items.len());
    let mut outcomes = Vec::new();
    for item in items {
        let key = Key::of(&item.service);
        let Some(earlier) = first.get(&key) else {
            first.insert(key, item);
            continue;
        };
        let at = match earlier.subject.file() {
            "" => format!("as number {}", earlier.index + 1),
            file => format!("in {file}"),
        };
        let found = held::repetition(&key, "the list", earlier.subject.file(), item.subject.file(), &at);
        outcomes.push(Outcome::of(&item.subject, &item.service, found));
    }
    outcomes
}

/// What is wrong with the items of unknown kinds, or probably is.
fn slips(list: &ResourceList) -> impl Iterator<Item = Outcome> {
    let others = list.items.iter().filter(|item| role::role(item) == Role::Other);
    others.filter_map(|item| {
        let subject = ResultSubject::of(item);
        // What stands in such a list would stay as it is, without a word.
        if let Some(text) = misread(item) {
            return Some(Outcome::error(&subject, text));
        }
        Some(Outcome::of(&subject, item, webhook::examine_other(item)?))
    })
}

/// Where the InferenceServices stand, and what they are without what the orchestrator notes on them.
struct Item {
    /// Index among the items; those that `functionConfig` brings stand behind them.
    index: usize,
    subject: ResultSubject,
    service: Value,
    existing: Existing,
}

/// The resources among the items and those of the function's configuration, as they are applied.
fn items(list: &ResourceList, options: &Options, found: &Arc<Found>) -> Vec<Item> {
    let all = list.items.iter().chain(&options.services).enumerate();
    let resource = |(index, item)| match role::role(item) {
        Role::Resource(kind) => Some((index, kind, item)),
        _ => None,
    };
    all.filter_map(resource)
        .map(|(index, kind, item)| {
            let mut service = annotations::without_notes(item.clone());
            role::set_namespace(&mut service, &options.session.namespace);
            if let Some(service) = service.as_object_mut() {
                service.remove("status");
            }
            let Key { namespace, name, .. } = Key::of(&service);
            Item {
                index,
                subject: ResultSubject::of(item),
                existing: Existing::of(found, kind, &namespace, &name),
                service,
            }
        })
        .collect()
}

/// The results about a resource. What the rules find takes the place of what the rendering says about the same.
fn outcomes_of(
    cluster: &Cluster,
    item: &Item,
    rendering: &Rendering,
    peers: &Peers,
    options: &Options,
) -> Vec<Outcome> {
    let mut found: Vec<Diagnostic> = match options.lint {
        true => lint::service(cluster, &item.service, &item.existing, rendering, peers),
        false => kinds::examine(cluster, &item.service, &item.existing).1,
    };
    if options.inject {
        found.retain(|diagnostic| lint::told_by(diagnostic.code) != Some(ToldBy::PodWebhook));
    }
    let refused_pods = options.inject.then_some(message::Severity::Error);
    let manner = Manner { refused_pods, shows_secrets: options.show_secrets };
    let mut texts = Vec::new();
    if found.is_empty() {
        texts.extend(service_messages::of_warnings(rendering));
    }
    if !found.iter().any(|diagnostic| diagnostic.refusal) {
        texts.extend(service_messages::of_refusal(rendering));
    }
    texts.extend(service_messages::of_controller(rendering, manner));
    let found = found.into_iter().map(|found| Outcome::of(&item.subject, &item.service, found));
    found
        .chain(texts.into_iter().filter_map(|(severity, text)| Outcome::sentence(&item.subject, severity, text)))
        .collect()
}

/// Puts the objects of each service in its place.
fn replace(list: &mut ResourceList, items: &[Item], renderings: Vec<Rendering>, options: &Options) {
    let take =
        objects::Options { inject: options.inject, show_secrets: options.show_secrets, ..objects::Options::default() };
    let mut rendered = items.iter().zip(renderings).peekable();
    let old = std::mem::take(&mut list.items);
    for (index, item) in old.into_iter().chain(options.services.iter().cloned()).enumerate() {
        match rendered.next_if(|(item, _)| item.index == index) {
            Some((_, mut rendering)) => {
                let mut objects = objects::take(&mut rendering, &take);
                objects.iter_mut().for_each(|object| annotations::place_beside(object, &item));
                list.items.extend(options.keep_services.then_some(item));
                list.items.append(&mut objects);
            }
            None => list.items.push(item),
        }
    }
}
