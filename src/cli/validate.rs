//! `kserve-render validate`: what API server and webhooks would say.

use super::exit::{Exit, print};
use super::findings::{self, Documents, Finding, Format};
use super::load::{Loaded, Unreadable, load};
use super::messages::Messages;
use super::options::{ClusterArgs, InputArgs};
use crate::admission::{self, codes};
use crate::cluster::ObjectKey;
use crate::config::check::{self, Fault};
use crate::diagnostic::{Diagnostic, Severity};
use crate::diff::{Path, Step};
use crate::input;
use crate::parallel;

/// Check services, runtimes and ConfigMap as API server and webhooks would, without rendering
///
/// All findings are shown; the one that the cluster would give is marked. Exit status: 0 nothing is refused, 1 something
/// is, 2 trouble.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    cluster: ClusterArgs,
    /// How to print the findings
    #[arg(short, long, value_enum, default_value_t = Format::Text, help_heading = "Output")]
    output: Format,
    /// Warnings count as refusals
    #[arg(long, help_heading = "Output")]
    strict: bool,
}

pub fn run(args: &Args, messages: &Messages) -> anyhow::Result<Exit> {
    let loaded = load(&args.input, &args.cluster, Unreadable::Told, messages)?;
    let findings = all(&loaded);
    print([findings::print("validate", &findings, args.output, messages.is_styled())])?;
    let counts = |severity| findings.iter().filter(|finding| finding.diagnostic.severity == severity).count();
    let (errors, warnings) = (counts(Severity::Error), counts(Severity::Warning));
    if args.output == Format::Text {
        let documents = loaded.services.len() + loaded.checked.len() + usize::from(loaded.origins.config.is_some());
        let [documents, errors, warnings] = [(documents, "document"), (errors, "error"), (warnings, "warning")]
            .map(|(count, what)| counted(count, what));
        messages.note(None, &format!("{documents} checked: {errors}, {warnings}"));
    }
    let refused = errors > 0 || (args.strict && warnings > 0);
    let exit = if refused { Exit::Refused } else { Exit::Done };
    Ok(if loaded.incomplete { Exit::Trouble } else { exit })
}

fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// The findings of all documents of the inputs, in their order.
fn all(loaded: &Loaded) -> Vec<Finding<'_>> {
    let cluster = &loaded.cluster;
    let documents = Documents::of(loaded);
    let mut found: Vec<Finding<'_>> = loaded.problems.iter().map(repeated_key).collect();
    for document in &loaded.others {
        if let Some(diagnostic) = admission::examine_other(&document.value) {
            let key = ObjectKey::of(&document.value);
            found.push(Finding::new(document, format!("{} {}/{}", key.kind, key.namespace, key.name), diagnostic));
        }
    }
    if let Some(document) = &loaded.origins.config {
        for (diagnostic, at) in config_findings(loaded) {
            let in_text = at.and_then(|(section, at)| findings::in_section(document, section, at));
            let finding = Finding::new(document, "ConfigMap inferenceservice-config".into(), diagnostic);
            found.push(Finding { span: in_text.unwrap_or_else(|| finding.span.clone()), ..finding });
        }
    }
    for document in &loaded.checked {
        let key = ObjectKey::of(&document.value);
        let diagnostics = match key.kind.as_str() {
            "ClusterStorageContainer" => admission::check_storage_container(cluster, &document.value),
            _ => admission::check_runtime(cluster, &document.value),
        };
        let subject = match key.namespace.as_str() {
            "" => format!("{} {}", key.kind, key.name),
            namespace => format!("{} {namespace}/{}", key.kind, key.name),
        };
        for diagnostic in diagnostics {
            found.push(Finding::new(document, subject.clone(), diagnostic).with_related(document, &documents));
        }
    }
    let of_services = parallel::map(loaded.services.iter().collect(), |service| {
        let document = &service.document;
        let key = ObjectKey::of(&document.value);
        let (_, diagnostics) = admission::examine(cluster, &document.value, &service.existing);
        let finding = |diagnostic| {
            let subject = format!("InferenceService {}/{}", key.namespace, key.name);
            Finding::new(document, subject, diagnostic).with_related(document, &documents)
        };
        diagnostics.into_iter().map(finding).collect::<Vec<_>>()
    });
    found.extend(of_services.into_iter().flatten());
    found
}

/// The finding for a key that stands twice, which is all that can be wrong with a text that is read all the same.
fn repeated_key(problem: &input::Problem) -> Finding<'_> {
    let start = problem.at;
    let text = problem.source.text.get(start..).unwrap_or_default();
    let length = text.find([':', '\n', ' ']).unwrap_or(text.len());
    Finding {
        source: &problem.source,
        span: input::Span { place: problem.place, range: start..start + length },
        subject: String::new(),
        diagnostic: Diagnostic {
            code: codes::REPEATED_KEY,
            severity: Severity::Warning,
            message: problem.message.clone(),
            path: Path::default(),
            help: None,
            related: Vec::new(),
            refusal: false,
        },
        related: Vec::new(),
    }
}

/// What is wrong with the ConfigMap, and at which byte of which section's text.
fn config_findings(loaded: &Loaded) -> Vec<(Diagnostic, Option<(&'static str, usize)>)> {
    let data = |path: &[String]| {
        let keys = std::iter::once("data".to_owned()).chain(path.iter().cloned());
        Path(keys.map(Step::Key).collect())
    };
    check::faults(&loaded.cluster)
        .into_iter()
        .map(|fault| match fault {
            Fault::Refused { section, keys, message, at } => (
                Diagnostic {
                    code: codes::CONFIG,
                    severity: Severity::Error,
                    message: format!("section {section}: {}", message.trim_end()),
                    path: data(&[&[section.to_owned()], &keys[..]].concat()),
                    help: None,
                    related: Vec::new(),
                    refusal: false,
                },
                at.map(|at| (section, at)),
            ),
            Fault::NotRead { path, known } => (
                Diagnostic {
                    code: codes::CONFIG_NOT_READ,
                    severity: Severity::Warning,
                    message: format!("{} is not read by the controller", path.join(".")),
                    path: data(&path),
                    help: known.map(|known| format!("did you mean {known}?")),
                    related: Vec::new(),
                    refusal: false,
                },
                None,
            ),
        })
        .collect()
}
