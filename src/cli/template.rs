//! Users' own output templates.

use anyhow::Context as _;
use minijinja::{Environment, UndefinedBehavior};
use serde_json::json;

use crate::Rendering;
use crate::output::objects::{Options, take};
use crate::output::report;
use crate::output::summary::Summary;

/// The name under which the template is kept and shown in errors.
const NAME: &str = "template";

/// A template that is applied to each service.
#[derive(Debug)]
pub struct Template(Box<Environment<'static>>);

impl Template {
    /// Compiles a template.
    pub fn new(text: String) -> anyhow::Result<Template> {
        let mut environment = Environment::new();
        environment.set_undefined_behavior(UndefinedBehavior::Lenient);
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
            .with_context(|| format!("the template fails on {service}"))?;
        if !text.ends_with('\n') {
            text.push('\n');
        }
        Ok(text)
    }
}
