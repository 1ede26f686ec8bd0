//! The objects of a dump, compared with those that the controllers want.

use super::sides::{Args, DiffFormat, labelled};
use super::{json, text};
use crate::answer::page;
use crate::cli::exit::{Exit, print};
use crate::cli::load::{Tally, documents, exit_of, load_whole, report};
use crate::cli::messages::Messages;
use crate::cli::options::CommonArgs;
use crate::diff::Selection;
use crate::object::Kind;
use crate::output::html;
use crate::session::Spot;
use crate::session::dump::Dump;
use crate::session::held;
use crate::session::labels::{Found, Labels};

pub fn run(args: &Args, selection: &Selection, messages: &Messages) -> anyhow::Result<Exit> {
    let common: &CommonArgs = &args.common;
    let session = load_whole(common, messages)?;
    if session.services.is_empty() {
        return Ok(exit_of(Tally::resources(0), &session, common, messages));
    }
    let mut live = documents(&args.live, &common.input, messages)?;
    report(&held::repeated(&live, "the dump"), messages);
    let unserved = held::take_unserved(&mut live, &session.cluster.release, |_| true);
    report(&unserved, messages);
    let differences = Dump::new(live.into_iter().map(|document| document.value)).compare(&session, selection);
    let labels = Labels::of([&session, &session]);
    let named = |(place, diff)| {
        let service = session.services.get(place)?;
        Some(Found { label: labels.of_service(service), file: labels.file_of(service), diff })
    };
    let found: Vec<Found> = differences.services.into_iter().filter_map(named).collect();
    differences.missing.into_iter().for_each(|kind| warn_of_missing(kind, messages));
    print([match args.output {
        DiffFormat::Json => json::of(&found),
        DiffFormat::Text | DiffFormat::Markdown => text::of(args, &found, "live", "rendered")?,
        DiffFormat::Html => {
            let list = page::list(&labelled(&found), session.services.len(), "");
            html::page("The cluster, and what is rendered", &list)
        }
    }])?;
    Ok(if found.is_empty() && unserved.is_empty() { Exit::of(&session) } else { Exit::Refused })
}

/// Says that a dump lacks objects of a kind altogether: perhaps nobody asked the cluster for them.
fn warn_of_missing(kind: Kind, messages: &Messages) {
    let (name, plural) = match kind.group() {
        "" => (kind.name().to_owned(), kind.plural().to_owned()),
        group => (format!("{}.{group}", kind.name()), format!("{}.{group}", kind.plural())),
    };
    messages.warning(&Spot::Nowhere, &format!("the dump has no {name}; was the cluster asked for {plural}?"));
}
