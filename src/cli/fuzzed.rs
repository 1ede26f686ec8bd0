//! What the command line makes of texts, without files: for the fuzz targets and their kept corpora.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Parser as _;

use super::messages::Messages;
use super::project::Project;
use super::{Cli, Command, krm};
use crate::input::Source;

fn source(text: &str) -> Arc<Source> {
    Arc::new(Source { name: "fuzz".into(), text: text.into() })
}

/// The list that the KRM function makes of one; nothing if the text is none.
pub fn krm(text: &str) -> Option<String> {
    let Ok(Cli { command: Command::Krm(args), messages }) = Cli::try_parse_from(["kserve-render", "krm", "-qq"]) else {
        return None;
    };
    krm::answer(&source(text), &args, &Messages::new(&messages)).ok().map(|(_, _, list)| list)
}

/// A project file as `config project` shows it; nothing if it makes no sense.
pub fn project(text: &str) -> Option<String> {
    Project::read(&source(text), PathBuf::from("folder")).ok().map(|project| project.show())
}
