//! Users' own output templates.

use std::fmt::Write as _;

use anyhow::Context as _;
use minijinja::value::{Kwargs, StringInput, Value as Operand};
use minijinja::{Environment, Error, ErrorKind, Output, State, UndefinedBehavior, escape_formatter, filters};
use serde::Serialize as _;
use serde_json::json;

use crate::Rendering;
use crate::order;
use crate::output::objects::{Options, take};
use crate::output::report;
use crate::output::summary::Summary;

/// The name under which the template is kept and shown in errors.
const NAME: &str = "template";

/// What a template may use for one service: about this many steps, and [`BYTES_A_STEP`] times as many bytes.
const FUEL: u64 = 1_000_000;

const BYTES_A_STEP: u64 = 64;

/// The most blanks by which the filter `tojson` indents.
const WIDEST_INDENT: usize = 64;

/// What a template sees of a service.
pub const VARIABLES: [(&str, &str); 29] = [
    ("kind", "InferenceService, InferenceGraph, …"),
    ("namespace", "namespace of the service"),
    ("name", "its name"),
    ("service", "both, as namespace/name"),
    ("mode", "Standard, Knative, …"),
    ("runtime", "the serving runtime"),
    ("url", "status.url"),
    ("address", "status.address.url"),
    ("ready", "True, False, Unknown, Refused or Failed"),
    ("reason", "why it is not ready"),
    ("objects", "what is printed without a template, a list"),
    ("status", "the status that the controller reports"),
    ("initialStatus", "the status before anything is ready"),
    ("defaulted", "the service as it is stored"),
    ("stored", "the service in the end, where the controller changes more of it than its status"),
    ("rejected", "the text of a refusal"),
    ("error", "the error of the controller"),
    ("warnings", "admission warnings, a list"),
    ("events", "warning events, a list"),
    ("injected", "pods as the webhook makes them, a list"),
    ("deleted", "what the controller deletes, a list"),
    ("deletedAgain", "what it creates and deletes again, a list"),
    ("created", "with --observed: what it creates, a list"),
    ("changed", "with --observed: what it changes, a list"),
    ("restarts", "with --observed: workloads whose pods restart, a list"),
    ("leftBehind", "with --observed: what nobody deletes, a list"),
    ("untouched", "with --observed: what the controller leaves alone, a list"),
    ("nextApply", "with --observed: the refusal of the next apply"),
    ("nextDelete", "with --observed: the refusal of a deletion"),
];

/// The list of variables for the help.
pub fn variables() -> String {
    let lines = VARIABLES.iter().map(|(name, what)| format!("  {name:14}{what}"));
    format!("Variables of templates:\n{}", lines.collect::<Vec<_>>().join("\n"))
}

/// A template that is applied to each service.
#[derive(Debug)]
pub struct Template(Box<Environment<'static>>);

impl Template {
    /// Compiles a template.
    pub fn new(text: String) -> anyhow::Result<Template> {
        let mut environment = Environment::new();
        environment.set_undefined_behavior(UndefinedBehavior::Lenient);
        environment.set_fuel(Some(FUEL));
        environment.set_formatter(bounded);
        environment.add_filter("join", join);
        environment.add_filter("pprint", pprint);
        environment.add_filter("string", string);
        environment.add_filter("tojson", tojson);
        environment.add_template_owned(NAME, text).context("the template does not compile")?;
        check_variables(&environment)?;
        Ok(Template(Box::new(environment)))
    }

    /// What the template makes of a service; it sees the keys of the report, the summary (`namespace`,
    /// `name`, `mode`, `runtime`, `url`, `address`, `ready`, `reason`) and the objects to apply.
    #[expect(clippy::indexing_slicing, reason = "a report is an object, and writing a key of an object adds it")]
    pub fn apply(&self, mut rendering: Rendering, options: &Options) -> anyhow::Result<String> {
        let summary = Summary::of(&rendering);
        let kind = rendering.kind.name();
        let objects = take(&mut rendering, options);
        let service = format!("{}/{}", summary.namespace, summary.name);
        let mut context = report::of(rendering);
        for key in ["status", "defaulted"] {
            if context.get(key).is_none() {
                context[key] = json!({});
            }
        }
        for (key, value) in [
            ("namespace", Some(summary.namespace)),
            ("name", Some(summary.name)),
            ("mode", summary.mode),
            ("runtime", summary.runtime),
            ("url", summary.url),
            ("address", summary.address),
            ("ready", Some(summary.ready)),
            ("reason", summary.reason),
        ] {
            context[key] = value.into();
        }
        context["objects"] = objects.into();
        context["kind"] = kind.into();
        // Reports of other kinds have it under the name of the kind.
        context["service"] = service.as_str().into();
        let mut text = self
            .0
            .get_template(NAME)
            .and_then(|template| template.render(minijinja::value::Serde(&context)))
            .map_err(explained)
            .with_context(|| format!("the template fails on {service}"))?;
        if !text.ends_with('\n') {
            text.push('\n');
        }
        Ok(text)
    }
}

/// Refuses a template with an unknown variable, which would be empty without a warning.
fn check_variables(environment: &Environment<'_>) -> anyhow::Result<()> {
    let template = environment.get_template(NAME).context("the template does not compile")?;
    let mut unknown: Vec<String> = template.undeclared_variables(false).into_iter().collect();
    let functions: Vec<&str> = environment.globals().map(|(name, _)| name).collect();
    unknown.retain(|name| !VARIABLES.iter().any(|(known, _)| known == name) && !functions.contains(&name.as_str()));
    order::sort(&mut unknown);
    let Some(first) = unknown.first() else { return Ok(()) };
    let names = VARIABLES.map(|(name, _)| name);
    let hint = super::files::similar(first, names).map_or_else(String::new, |name| format!("; did you mean {name}?"));
    anyhow::bail!("the template has no variable {first}{hint} (there are {})", names.join(", "))
}

/// Counts what would be written, up to a limit.
struct Room {
    taken: u64,
    limit: u64,
}

impl Room {
    fn take(&mut self, bytes: usize) -> bool {
        self.taken = self.taken.saturating_add(bytes as u64);
        self.taken <= self.limit
    }
}

impl std::fmt::Write for Room {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        self.take(text.len()).then_some(()).ok_or(std::fmt::Error)
    }
}

impl std::io::Write for Room {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        if self.take(bytes.len()) { Ok(bytes.len()) } else { Err(std::io::ErrorKind::StorageFull.into()) }
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Charges for a text before it is made: a list costs nothing to repeat, and otherwise would be written whole before its cost is counted.
/// `write` writes it, and fails only where there is no more room.
fn charge(state: &State<'_, '_>, write: impl FnOnce(&mut Room) -> bool) -> Result<(), Error> {
    let left = state.fuel_levels().map_or(FUEL, |(_, left)| left);
    let mut room = Room { taken: 0, limit: left.saturating_mul(BYTES_A_STEP) };
    let fits = write(&mut room);
    state.consume_fuel(room.taken / BYTES_A_STEP)?;
    if fits { Ok(()) } else { Err(Error::from(ErrorKind::OutOfFuel)) }
}

/// Charges for the text of a list or map; others have been paid for when they were made.
fn charge_for_text(state: &State<'_, '_>, value: &Operand) -> Result<(), Error> {
    if value.as_object().is_none() {
        return Ok(());
    }
    charge(state, |room| write!(room, "{value}").is_ok())
}

/// What the braces of a template print.
fn bounded(out: &mut Output<'_>, state: &mut State<'_, '_>, value: &Operand) -> Result<(), Error> {
    charge_for_text(state, value)?;
    escape_formatter(out, state, value)
}

fn join(
    state: &mut State<'_, '_>,
    value: &Operand,
    joiner: Option<StringInput<'_>>,
    attribute: Option<&str>,
    args: Kwargs,
) -> Result<Operand, Error> {
    charge_for_text(state, value)?;
    filters::join(state, value, joiner, attribute, args)
}

fn pprint(state: &State<'_, '_>, value: &Operand) -> Result<String, Error> {
    charge(state, |room| write!(room, "{value:#?}").is_ok())?;
    Ok(filters::pprint(value))
}

fn string(state: &State<'_, '_>, value: &Operand) -> Result<Operand, Error> {
    charge_for_text(state, value)?;
    filters::string(state, value)
}

/// The filter `tojson` with a limit on the indentation.
fn tojson(state: &State<'_, '_>, value: &Operand, indent: Option<Operand>, args: Kwargs) -> Result<Operand, Error> {
    let indent = match indent {
        Some(indent) => Some(indent),
        None => args.get("indent")?,
    };
    args.assert_all_used()?;
    let width = indent.as_ref().and_then(Operand::as_usize).unwrap_or(2);
    if width > WIDEST_INDENT {
        let text = format!("tojson indents by at most {WIDEST_INDENT} blanks");
        return Err(Error::new(ErrorKind::InvalidOperation, text));
    }
    let blanks = " ".repeat(width);
    charge(state, |room| {
        let manner = serde_json::ser::PrettyFormatter::with_indent(blanks.as_bytes());
        let written = match indent {
            Some(_) => value.serialize(&mut serde_json::Serializer::with_formatter(room, manner)),
            None => value.serialize(&mut serde_json::Serializer::new(room)),
        };
        // What cannot be written as JSON is refused in the words of the filter.
        !written.is_err_and(|error| error.is_io())
    })?;
    filters::tojson(value, indent, Kwargs::from_iter(std::iter::empty::<(String, Operand)>()))
}

/// The error in words; that of a template that uses too much says so.
fn explained(error: Error) -> anyhow::Error {
    match error.kind() {
        ErrorKind::OutOfFuel => {
            let at = error.line().map_or_else(String::new, |line| format!(" (in {NAME}:{line})"));
            anyhow::anyhow!("it runs for too long or makes too much; a template has {FUEL} steps a service{at}")
        }
        _ => error.into(),
    }
}
