//! Users' own output templates.

use anyhow::Context as _;
use minijinja::value::{Kwargs, Value as Operand};
use minijinja::{Environment, Error, ErrorKind, UndefinedBehavior, filters};
use serde_json::json;

use crate::Rendering;
use crate::order;
use crate::output::objects::{Options, take};
use crate::output::report;
use crate::output::summary::Summary;

/// The name under which the template is kept and shown in errors.
const NAME: &str = "template";

/// What a template may use for one service: about this many steps, and 64 times as many bytes.
const FUEL: u64 = 1_000_000;

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

/// The filter `tojson` with a limit on the indentation: it writes its text before the cost of that is counted.
fn tojson(value: &Operand, indent: Option<Operand>, args: Kwargs) -> Result<Operand, Error> {
    let indent = match indent {
        Some(indent) => Some(indent),
        None => args.get("indent")?,
    };
    args.assert_all_used()?;
    if indent.as_ref().and_then(Operand::as_usize).is_some_and(|indent| indent > WIDEST_INDENT) {
        let text = format!("tojson indents by at most {WIDEST_INDENT} blanks");
        return Err(Error::new(ErrorKind::InvalidOperation, text));
    }
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
