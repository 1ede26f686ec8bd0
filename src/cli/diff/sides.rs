//! What is compared: the arguments, the two sides, and what their services are called.

use std::path::PathBuf;

use clap::ValueEnum;

use crate::cli::load::load_whole;
use crate::cli::messages::Messages;
use crate::cli::options::{ClusterArgs, CommonArgs, InputArgs, KindParser, ReleaseParser};
use crate::diff::ServiceDiff;
use crate::session::labels::Found;
use crate::session::{Release as Named, Session};

/// Show what differs between two inputs, two releases or two configurations, or from a dump of the cluster
///
/// Give two paths to compare two inputs, or one set of inputs and --to-version, --to-config or --live. The new side starts
/// from what the old one leaves in the cluster: an upgrade or another ConfigMap goes on with what is stored, and a second input
/// is applied over the first; --fresh compares two new clusters.
/// Exit status: 0 nothing differs, 1 something differs, 2 trouble.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    pub(super) common: CommonArgs,
    /// Release of the old side [default: that of --kserve-version]
    #[arg(long, value_name = "VERSION", value_parser = ReleaseParser, help_heading = "Sides")]
    pub(super) from_version: Option<Named>,
    /// Release of the new side: what an upgrade changes
    #[arg(long, value_name = "VERSION", value_parser = ReleaseParser, help_heading = "Sides")]
    pub(super) to_version: Option<Named>,
    /// ConfigMap of the new side
    #[arg(long, value_name = "FILE", help_heading = "Sides")]
    pub(super) to_config: Option<PathBuf>,
    /// Compare two new clusters, which know nothing of each other
    #[arg(long, conflicts_with = "live", help_heading = "Sides")]
    pub(super) fresh: bool,
    /// Take a dump of the cluster as the old side, made with
    /// `kubectl get isvc,ksvc,deploy,svc,hpa,ing,httproute,virtualservice,scaledobject,opentelemetrycollector -A -o yaml`
    /// of the kinds that the cluster has
    #[arg(long, value_name = "PATH", conflicts_with_all = ["from_version", "to_version", "to_config"], help_heading = "Sides")]
    pub(super) live: Vec<PathBuf>,
    /// How to print it; markdown is for comments on pull requests, html is a page for reviews
    #[arg(short, long, value_enum, default_value_t = DiffFormat::Text, help_heading = "Output")]
    pub(super) output: DiffFormat,
    /// Show only a summary, one line per service
    #[arg(long, help_heading = "Output")]
    pub(super) stat: bool,
    /// Compare pods as the pod webhook makes them
    #[arg(long, conflicts_with = "live", help_heading = "Output")]
    pub(super) inject: bool,
    /// Lines of context around a difference
    #[arg(short = 'U', long = "unified", value_name = "N", default_value_t = 3, help_heading = "Output")]
    pub(super) context_lines: usize,
    /// Leave out a path and what lies below it, as in metadata.annotations[acme.example/x]; repeatable
    #[arg(long, value_name = "PATH", help_heading = "Output")]
    pub(super) ignore_path: Vec<String>,
    /// Compare only objects of this kind (the kind of a service stands for its status); repeatable
    #[arg(long, value_name = "KIND", value_parser = KindParser, hide_possible_values = true, help_heading = "Output")]
    pub(super) kind: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum DiffFormat {
    Text,
    Json,
    Markdown,
    Html,
}

/// One side: what it is called, and its services.
pub(super) struct Side {
    pub(super) name: String,
    /// The path that was given for it.
    pub(super) root: String,
    pub(super) session: Session,
}

impl Side {
    pub(super) fn load(
        name: String,
        input: &InputArgs,
        cluster: &ClusterArgs,
        messages: &Messages,
    ) -> anyhow::Result<Side> {
        let session = load_whole(&CommonArgs { input: input.clone(), cluster: cluster.clone() }, messages)?;
        Ok(Side::of(name, session))
    }

    /// A side; without a name it is named after its release.
    pub(super) fn of(name: String, session: Session) -> Side {
        let name = if name.is_empty() { session.cluster.release.version.name().to_owned() } else { name };
        Side { name, root: String::new(), session }
    }
}

/// Differences with what their services are called.
pub(super) fn labelled(found: &[Found]) -> Vec<(String, ServiceDiff)> {
    found.iter().map(|found| (found.label.clone(), found.diff.clone())).collect()
}
