//! `kserve-render krm`: a function for kustomize, kpt and other orchestrators, after the KRM Functions Specification.

use std::sync::Arc;

use super::exit::{Exit, print};
use super::files;
use super::load::add_cluster;
use super::messages::Messages;
use super::options::{ClusterArgs, InputArgs};
use crate::input::Source;
use crate::session::krm::{self, Function, Outcome, ResourceList, Verdict};
use crate::session::{Builder, Spot};

/// Work as a KRM function: a ResourceList comes in on standard input and goes out on standard output
///
/// InferenceServices and the resources beside them (InferenceGraphs, TrainedModels, LLMInferenceServices) are replaced by the objects that
/// the controllers would create; all other items stay as they are, and those that controllers and webhooks read are facts of the cluster.
/// `functionConfig` is a ConfigMap with `data` or a KServeRender with `spec`, and takes precedence over the options here. Its keys:
/// clusterDomain, config, context, inject, keepServices, knativeDomain, knativeURLScheme, kserveVersion, lint, namespace, noDefaults,
/// services, set, showSecrets, strict, withoutAPIs. When a service is refused, the items stay as they are, `results` say why, and the
/// exit status is 1.
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
    /// Keep the rendered resources among the items, before their objects
    #[arg(long, help_heading = "Output")]
    keep_services: bool,
    /// Add what lint finds to the results
    #[arg(long, help_heading = "Output")]
    lint: bool,
}

impl Args {
    fn options(&self, messages: &Messages) -> krm::Options {
        let input = InputArgs { namespace: Some(self.namespace.clone()), ..InputArgs::default() };
        krm::Options {
            session: self.cluster.options(&input),
            inject: self.inject,
            show_secrets: self.show_secrets,
            keep_services: self.keep_services,
            lint: self.lint,
            strict: messages.is_strict(),
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
    // Kustomize does not show results.
    for outcome in &outcomes {
        let severity = outcome.severity().into();
        messages.say(severity, outcome.code(), &Spot::Nowhere, &outcome.sentence_with_subject());
    }
    print([text])?;
    Ok(exit)
}

/// What the function makes of a list: the exit status, the results, and the list that goes out.
///
/// # Errors
/// It is no list.
pub(super) fn answer(
    source: &Arc<Source>,
    args: &Args,
    messages: &Messages,
) -> anyhow::Result<(Exit, Vec<Outcome>, String)> {
    let function = Function::new(ResourceList::read(source)?, args.options(messages));
    let describe = |builder: &mut Builder| add_cluster(builder, &args.cluster, &InputArgs::default(), messages);
    let (verdict, outcomes, text) = function.run(describe);
    let exit = match verdict {
        Verdict::Done => Exit::Done,
        Verdict::Refused => Exit::Refused,
        Verdict::Unreadable => Exit::Trouble,
    };
    Ok((exit, outcomes, text))
}
