//! `kserve-render krm`: a function for kustomize, kpt and other orchestrators, after the KRM Functions Specification.

mod annotations;
mod function_config;
mod list;
mod results;

use std::sync::Arc;

use super::exit::{Exit, print};
use super::files;
use super::load::add_cluster;
use super::messages::{self, Messages};
use super::options::{ClusterArgs, InputArgs};
use super::service_messages;
use crate::facts::{Cluster, Existing, Found};
use crate::input::Source;
use crate::kinds as resources;
use crate::lint::{self, Peers};
use crate::object::Key;
use crate::object::diagnostic::Diagnostic;
use crate::object::role::{self as kinds, Role};
use crate::output::objects;
use crate::output::summary::Summary;
use crate::session::{Builder, Session};
use crate::{Rendering, Value};
use function_config::{Fault, Options};
use list::ResourceList;
use results::{Outcome, ResultSubject};

/// Work as a KRM function: a ResourceList comes in on standard input and goes out on standard output
///
/// InferenceServices and the resources beside them (InferenceGraphs, TrainedModels, LLMInferenceServices) are replaced by the objects that
/// the controllers would create; all other items stay as
/// they are, and those that controller and webhooks read are facts of the cluster. `functionConfig` is a ConfigMap with
/// `data` or a KServeRender with `spec`, and goes before the options here. Its keys: clusterDomain, config, context,
/// inject, keepServices, knativeDomain, knativeURLScheme, kserveVersion, lint, namespace, noDefaults, services, set,
/// showSecrets, strict, withoutAPIs. When a service is refused, the items stay as they are, `results` say why, and the exit status
/// is 1.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    cluster: ClusterArgs,
    /// Namespace of objects that have none
    #[arg(short, long, value_name = "NAMESPACE", default_value = "default", help_heading = "Input")]
    namespace: String,
    /// Pods as the pod webhook makes them, for clusters where it does not run
    #[arg(long, help_heading = "Output")]
    inject: bool,
    /// Show values of Secrets that end up in pods in clear text
    #[arg(long, help_heading = "Output")]
    show_secrets: bool,
    /// Keep the InferenceServices among the items, before their objects
    #[arg(long, help_heading = "Output")]
    keep_services: bool,
    /// Put what lint finds among the results
    #[arg(long, help_heading = "Output")]
    lint: bool,
}

impl Args {
    fn options(&self) -> Options {
        Options {
            cluster: self.cluster.clone(),
            namespace: self.namespace.clone(),
            inject: self.inject,
            show_secrets: self.show_secrets,
            keep_services: self.keep_services,
            lint: self.lint,
            strict: false,
            config: None,
            context: Vec::new(),
            services: Vec::new(),
        }
    }
}

pub fn run(args: &Args, messages: &Messages) -> anyhow::Result<Exit> {
    let inputs = files::inputs(&InputArgs::default())?;
    super::load::report(&inputs.unreadable, messages);
    let Some(source) = inputs.all().next() else { return Ok(Exit::Trouble) };
    let (exit, outcomes, text) = answer(source, args, messages)?;
    for outcome in &outcomes {
        outcome.say(messages);
    }
    print([text])?;
    Ok(exit)
}

/// What comes of a list: the exit status, what is to be said, and the list that goes out.
///
/// # Errors
/// It is no list.
pub(super) fn answer(
    source: &Arc<Source>,
    args: &Args,
    messages: &Messages,
) -> anyhow::Result<(Exit, Vec<Outcome>, String)> {
    let mut list = ResourceList::read(source)?;
    let mut options = args.options();
    let faults = function_config::apply(&list.config, &mut options);
    let (exit, outcomes) = match faults.is_empty() {
        true => transform(&mut list, options, messages),
        false => {
            let subject = ResultSubject::of(&list.config);
            let of_fault = |fault: Fault| Outcome::error(&subject, fault.message).at(fault.field);
            (Exit::Trouble, faults.into_iter().map(of_fault).collect())
        }
    };
    let text = list.write(outcomes.iter().map(Outcome::to_value).collect());
    Ok((exit, outcomes, text))
}

/// Where the InferenceServices stand, and what they are without what the orchestrator notes on them.
struct Item {
    /// Index among the items; those that `functionConfig` brings stand behind them.
    index: usize,
    subject: ResultSubject,
    service: Value,
    existing: Existing,
}

/// The cluster of flags, `functionConfig` and items.
fn session(list: &ResourceList, options: &mut Options, messages: &Messages) -> anyhow::Result<Session> {
    let input = InputArgs { namespace: Some(options.namespace.clone()), ..InputArgs::default() };
    let mut builder = Builder::new(options.cluster.options(&input));
    builder.context_objects(std::mem::take(&mut options.context));
    add_cluster(&mut builder, &options.cluster, &input, messages)?;
    let facts = list.items.iter().filter(|item| kinds::role(item) == Role::Context);
    builder.input_objects(facts.map(|item| annotations::without_notes(item.clone())));
    if let Some(config) = options.config.take() {
        builder.config_object(config);
    }
    Ok(builder.build())
}

/// Replaces the services among the items by their objects, unless one is refused.
fn transform(list: &mut ResourceList, mut options: Options, messages: &Messages) -> (Exit, Vec<Outcome>) {
    let subject = ResultSubject::of(&list.config);
    let session = match session(list, &mut options, messages) {
        Ok(session) => session,
        Err(error) => return (Exit::Trouble, vec![Outcome::error(&subject, format!("{error:#}"))]),
    };
    let mut outcomes: Vec<Outcome> =
        session.findings.iter().map(|finding| Outcome::of_finding(&subject, finding)).collect();
    if session.incomplete {
        return (Exit::Trouble, outcomes);
    }
    let cluster = &session.cluster;
    let items = items(list, &options, &session.found);
    let resources = items.iter().map(|item| (&item.service, &item.existing));
    let renderings = session.render_others(&resources.collect::<Vec<_>>(), options.inject);
    if renderings.iter().any(|rendering| Summary::of(rendering).is_knative()) {
        let text = session.assumed_domain("knativeDomain");
        outcomes.extend(text.and_then(|text| Outcome::sentence(&subject, messages::Severity::Note, text)));
    }
    if options.lint {
        outcomes.extend(lint::config(cluster).into_iter().map(|found| Outcome::of(&subject, &Value::Null, found)));
    }
    let peers = Peers::of(cluster, &renderings);
    for (item, rendering) in items.iter().zip(&renderings) {
        outcomes.extend(outcomes_of(cluster, item, rendering, &peers, &options));
    }
    for item in list.items.iter().filter(|item| kinds::role(item) == Role::Other) {
        outcomes.extend(
            crate::webhook::examine_other(item).map(|found| Outcome::of(&ResultSubject::of(item), item, found)),
        );
    }
    if items.is_empty() {
        let text = "there is no InferenceService among the items".to_owned();
        outcomes.extend(Outcome::sentence(&subject, messages::Severity::Warning, text));
    }
    if options.strict || messages.is_strict() {
        outcomes.iter_mut().for_each(Outcome::promote);
    }
    if outcomes.iter().any(Outcome::is_error) {
        return (Exit::Refused, outcomes);
    }
    replace(list, &items, renderings, &options);
    (Exit::Done, outcomes)
}

/// The resources among the items and those of the function's configuration, as they are applied.
fn items(list: &ResourceList, options: &Options, found: &Arc<Found>) -> Vec<Item> {
    let all = list.items.iter().chain(&options.services).enumerate();
    let resource = |(index, item)| match kinds::role(item) {
        Role::Resource(kind) => Some((index, kind, item)),
        _ => None,
    };
    all.filter_map(resource)
        .map(|(index, kind, item)| {
            let mut service = annotations::without_notes(item.clone());
            kinds::set_namespace(&mut service, &options.namespace);
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

/// What is to be said of a resource. What the rules find is told in place of what the rendering has of it.
fn outcomes_of(
    cluster: &Cluster,
    item: &Item,
    rendering: &Rendering,
    peers: &Peers,
    options: &Options,
) -> Vec<Outcome> {
    let mut found: Vec<Diagnostic> = match options.lint {
        true => lint::service(cluster, &item.service, &item.existing, rendering, peers),
        false => resources::examine(cluster, &item.service, &item.existing).1,
    };
    // What the one asks for is done, and what the other finds is said then.
    let is_about_pods = |name: &str| ["pod-webhook", "pod-webhook-refuses"].contains(&name);
    found.retain(|diagnostic| !(options.inject && is_about_pods(diagnostic.code.name)));
    let refused_pods = options.inject.then_some(messages::Severity::Error);
    let mut texts = Vec::new();
    if found.is_empty() {
        texts.extend(service_messages::of_warnings(rendering));
    }
    if !found.iter().any(|diagnostic| diagnostic.refusal) {
        texts.extend(service_messages::of_refusal(rendering));
    }
    texts.extend(service_messages::of_controller(rendering, refused_pods, options.show_secrets));
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
