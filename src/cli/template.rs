//! Users' own output templates.

use anyhow::Context as _;
use minijinja::value::{Kwargs, Value as Operand};
use minijinja::{Environment, Error, ErrorKind, UndefinedBehavior, filters};
use serde_json::json;

use crate::Rendering;
use crate::output::objects::{Options, take};
use crate::output::report;
use crate::output::summary::Summary;

/// The name under which the template is kept and shown in errors.
const NAME: &str = "template";

/// What a template may use up for a service: about as many steps, and 64 times as many bytes.
const FUEL: u64 = 1_000_000;

/// Blanks by which the filter `tojson` indents at most.
const WIDEST_INDENT: usize = 64;

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
        Ok(Template(Box::new(environment)))
    }

    /// What the template makes of a service; it sees the keys of the report, the summary (`namespace`,
    /// `name`, `mode`, `runtime`, `url`, `address`, `ready`, `reason`) and the objects to apply.
    pub fn apply(&self, mut rendering: Rendering, options: &Options) -> anyhow::Result<String> {
        let summary = Summary::of(&rendering);
        let objects = take(&mut rendering, options);
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
        let service = context["service"].as_str().unwrap_or_default().to_owned();
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

/// The filter of that name, which writes its text before it counts what that costs.
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

/// The error, or what it means that the fuel is used up.
fn explained(error: Error) -> anyhow::Error {
    match error.kind() {
        ErrorKind::OutOfFuel => {
            let at = error.line().map_or_else(String::new, |line| format!(" (in {NAME}:{line})"));
            anyhow::anyhow!("it runs for too long or makes too much; a template has {FUEL} steps a service{at}")
        }
        _ => error.into(),
    }
}
