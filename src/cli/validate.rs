//! `kserve-render validate`: what API server and webhooks would say.

use super::check::CheckArgs;
use super::exit::Exit;
use super::messages::Messages;
use crate::session::check;

/// Check services, runtimes and ConfigMap as API server and webhooks would, without rendering
///
/// All findings are shown; the one that the cluster would give is marked. Exit status: 0 nothing is refused, 1 something
/// is, 2 something cannot be read.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    own: CheckArgs,
}

pub fn run(args: &Args, messages: &Messages) -> anyhow::Result<Exit> {
    args.own.run("validate", check::validate, messages)
}
