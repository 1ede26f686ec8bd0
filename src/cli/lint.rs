//! `kserve-render lint`: advice about services that the controller accepts.

use anyhow::anyhow;
use clap::ValueEnum;

use super::exit::{Exit, print};
use super::findings::{self, Documents, Finding, Format};
use super::load::{Loaded, Service, Unreadable, load};
use super::messages::{self, At, Messages};
use super::options::{ClusterArgs, InputArgs};
use super::render::rendered;
use crate::Rendering;
use crate::cluster::ObjectKey;
use crate::diagnostic::{Diagnostic, Severity};
use crate::lint::{self, Peers, Suppression, docs};
use crate::parallel;

/// Look for what is accepted, but fails or surprises later
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    cluster: ClusterArgs,
    /// How to print what is found
    #[arg(short, long, value_enum, default_value_t = Format::Text, help_heading = "Output")]
    output: Format,
    /// The least severity with which the exit status is 1
    #[arg(long, value_enum, value_name = "SEVERITY", default_value_t = FailOn::Warning, help_heading = "Output")]
    fail_on: FailOn,
    /// Leave out a kind of finding, everywhere or for one service; repeatable
    #[arg(long, value_name = "CODE[=NAMESPACE/NAME]", help_heading = "Output")]
    suppress: Vec<Suppression>,
    /// Look at what can be read, even if some inputs cannot
    #[arg(long, help_heading = "Output")]
    keep_going: bool,
    /// Explain a kind of finding, by code or name
    #[arg(long, value_name = "CODE", conflicts_with = "list", help_heading = "Rules")]
    explain: Option<String>,
    /// List the rules
    #[arg(long, help_heading = "Rules")]
    list: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FailOn {
    Error,
    Warning,
    #[value(alias = "info")]
    Note,
    Never,
}

impl FailOn {
    fn includes(self, severity: Severity) -> bool {
        match self {
            FailOn::Error => severity == Severity::Error,
            FailOn::Warning => severity <= Severity::Warning,
            FailOn::Note => true,
            FailOn::Never => false,
        }
    }
}

pub fn run(args: &Args, messages: &Messages) -> anyhow::Result<Exit> {
    if args.list {
        print([docs::list()])?;
        return Ok(Exit::Done);
    }
    if let Some(code) = &args.explain {
        let text = docs::explain(code).ok_or_else(|| anyhow!("there is no rule {code} (lint --list)"))?;
        print([text])?;
        return Ok(Exit::Done);
    }
    let loaded = load(&args.input, &args.cluster, Unreadable::by_option(args.keep_going), messages)?;
    loaded.note_if_empty(messages);
    let found = found(&loaded, &args.suppress);
    print([match args.output {
        Format::Text => as_text(&found.placed, messages),
        format => findings::print("lint", &found.placed, format, false),
    }])?;
    for diagnostic in &found.placeless {
        messages.say(said(diagnostic.severity), Some(diagnostic.code.id), None, &diagnostic.message);
    }
    let placed = found.placed.iter().map(|finding| &finding.diagnostic);
    let fails = placed.chain(&found.placeless).any(|diagnostic| args.fail_on.includes(diagnostic.severity));
    let exit = if fails { Exit::Refused } else { Exit::Done };
    Ok(if loaded.incomplete { Exit::Trouble } else { exit })
}

/// What is found, in the order of the documents.
struct Found<'l> {
    placed: Vec<Finding<'l>>,
    /// What is found in a configuration that stands in no file.
    placeless: Vec<Diagnostic>,
}

fn found<'l>(loaded: &'l Loaded, suppress: &[Suppression]) -> Found<'l> {
    let suppressed = |diagnostic: &Diagnostic, key: Option<&ObjectKey>| {
        let service = key.map(|key| (key.namespace.as_str(), key.name.as_str()));
        suppress.iter().any(|suppression| suppression.covers(diagnostic.code, service))
    };
    let mut found = Found { placed: Vec::new(), placeless: Vec::new() };
    for diagnostic in lint::config(&loaded.cluster).into_iter().filter(|diagnostic| !suppressed(diagnostic, None)) {
        match &loaded.origins.config {
            Some(document) => {
                found.placed.push(Finding::at_key(document, "ConfigMap inferenceservice-config".into(), diagnostic));
            }
            None => found.placeless.push(diagnostic),
        }
    }
    let documents = Documents::of(loaded);
    let lint = |service: &'l Service, rendering: &Rendering, peers: &Peers| {
        let document = &service.document;
        let key = ObjectKey::of(&document.value);
        let diagnostics = lint::service(&loaded.cluster, &document.value, &service.existing, rendering, peers);
        let kept = diagnostics.into_iter().filter(|diagnostic| !suppressed(diagnostic, Some(&key)));
        let subject = format!("InferenceService {}/{}", key.namespace, key.name);
        let mut placed: Vec<Finding<'l>> = kept
            .map(|diagnostic| Finding::at_key(document, subject.clone(), diagnostic).with_related(document, &documents))
            .collect();
        placed.sort_by_key(|finding| (finding.span.place.line, finding.span.place.column));
        placed
    };
    // Of thousands of renderings only that is kept by which services are peers. Few have any, and are rendered again.
    let alone = parallel::map(loaded.services.iter().collect(), |service| {
        let rendering = rendered(&loaded.cluster, service, false);
        let placed = lint(service, &rendering, &Peers::default());
        let Rendering { namespace, name, status, .. } = rendering;
        (service, placed, Rendering { namespace, name, status, ..Rendering::default() })
    });
    let peers = Peers::of(alone.iter().map(|(.., reached)| reached));
    let of_services = parallel::map(alone, |(service, placed, reached)| {
        let url = reached.status.as_ref().and_then(|status| status.url());
        match url.and_then(|url| peers.with_same_url(url, &reached)) {
            Some(_) => lint(service, &rendered(&loaded.cluster, service, false), &peers),
            None => placed,
        }
    });
    found.placed.extend(of_services.into_iter().flatten());
    found
}

/// One line for each finding that is bad enough to be said.
fn as_text(found: &[Finding<'_>], messages: &Messages) -> String {
    let mut lines = String::new();
    for finding in found {
        let severity = said(finding.diagnostic.severity);
        if messages.says(severity) {
            let at = At { source: finding.source, place: finding.span.place };
            lines += &messages::line(severity, Some(finding.diagnostic.code.id), Some(at), &finding.message());
            lines.push('\n');
        }
    }
    messages::for_stdout(&lines)
}

fn said(severity: Severity) -> messages::Severity {
    match severity {
        Severity::Error => messages::Severity::Error,
        Severity::Warning => messages::Severity::Warning,
        Severity::Note => messages::Severity::Note,
    }
}
