//! What people want to know about a service first.

use crate::api::Component;
use crate::engine::conditions::{READY, Truth, Verdict};
use crate::kinds::{self, Status};
use crate::object::Kind;
use crate::object::ObjectView as _;
use crate::object::keys;
use crate::output::printable::{counted, on_one_line};
use crate::render::Rendering;

/// Mode, runtime, addresses and readiness of a rendered service.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Summary {
    /// The title of its kind in reports, such as `service`.
    pub title: &'static str,
    /// Its namespace.
    pub namespace: String,
    /// Its name.
    pub name: String,
    /// `Standard`, `Knative`, …; as the release calls it.
    pub mode: Option<String>,
    /// The serving runtime that was selected.
    pub runtime: Option<String>,
    /// `status.url`.
    pub url: Option<String>,
    /// `status.address.url`.
    pub address: Option<String>,
    /// URL of each component that has one.
    pub components: Vec<(Component, String)>,
    /// The status of the condition Ready, or `Refused` or `Failed`.
    pub ready: String,
    /// Why the service is not ready, if a condition or an error says so.
    pub reason: Option<String>,
}

impl Summary {
    /// The summary of a rendering, from its status and its objects.
    pub fn of(rendering: &Rendering) -> Summary {
        let status = rendering.status();
        let owned = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        let component_url = |component: Component| Some((component, owned(status?.component_url(component)?)?));
        let ready = ready_of(rendering);
        let (outcome, reason) = match (rendering.refusal(), rendering.error()) {
            (Some(refusal), _) => ("Refused".into(), Some(refusal.text().to_owned())),
            (None, Some(error)) => ("Failed".into(), Some(error.text().to_owned())),
            (None, None) => {
                let trouble = trouble_of(rendering);
                let reason = ready.as_ref().and_then(|ready| match (owned(&ready.reason), owned(&ready.message)) {
                    (Some(reason), Some(message)) => Some(format!("{reason}: {message}")),
                    (reason, message) => reason.or(message),
                });
                let reason = trouble.or(reason);
                (ready.as_ref().map_or(Truth::Unknown, |ready| ready.status).name().into(), reason)
            }
        };
        Summary {
            title: kinds::title(rendering.kind),
            namespace: rendering.namespace.clone(),
            name: rendering.name.clone(),
            mode: status.and_then(Status::mode).map(str::to_owned).or_else(|| mode_of_objects(rendering)),
            runtime: status.and_then(Status::runtime).map(str::to_owned).or_else(|| {
                let model = rendering.defaulted()?.model().and_then(|model| model.get("runtime"))?;
                model.as_str().map(str::to_owned)
            }),
            url: status.and_then(Status::url).map(str::to_owned),
            address: status.and_then(Status::address).map(str::to_owned),
            components: Component::ALL.into_iter().filter_map(component_url).collect(),
            reason: reason.filter(|_| outcome != "True"),
            ready: outcome,
        }
    }

    /// Whether Knative takes part.
    pub fn is_knative(&self) -> bool {
        matches!(self.mode.as_deref(), Some("Knative" | "Serverless"))
    }

    /// What becomes of a resource of a kind, with the number of its objects, in one line.
    pub fn line(&self, kind: Kind, objects: usize) -> String {
        let mode = self.mode.as_ref().map(|mode| format!("mode {mode}"));
        let runtime = self.runtime.as_ref().map(|runtime| format!("runtime {runtime}"));
        let parts =
            [mode, runtime, Some(counted(objects, "object")), Some(format!("ready {}", self.ready)), self.url.clone()];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        format!("{} {}/{}: {}", kind.name(), self.namespace, self.name, parts.join(", "))
    }

    /// The comment lines that stand before the service's objects.
    pub fn write_comment(&self, out: &mut String) {
        let mut line = |key: &str, values: &[&str]| {
            out.push_str("# ");
            out.push_str(key);
            out.push_str(": ");
            for value in values {
                // A value from a user's text must not end the comment, whatever its reader takes for the end of a line.
                out.push_str(&on_one_line(value));
            }
            out.push('\n');
        };
        line(self.title, &[&self.namespace, "/", &self.name]);
        for (key, value) in [
            ("mode", &self.mode),
            ("runtime", &self.runtime),
            ("status.url", &self.url),
            ("status.address", &self.address),
        ] {
            if let Some(value) = value {
                line(key, &[value]);
            }
        }
    }

    /// Header of the column that says whether a service is ready.
    pub const READY: &'static str = "READY";

    /// Header of the table of services; columns without content are left out by the layout.
    pub const HEADER: [&'static str; 11] = [
        "NAMESPACE",
        "NAME",
        "MODE",
        "RUNTIME",
        Summary::READY,
        "URL",
        "ADDRESS",
        "PREDICTOR",
        "TRANSFORMER",
        "EXPLAINER",
        "REASON",
    ];

    /// Which columns of the table are shown first.
    pub const FIRST: [&'static str; 6] = ["NAMESPACE", "NAME", "MODE", "RUNTIME", Summary::READY, "URL"];

    /// The service's row in the table of services.
    pub fn row(&self) -> Vec<String> {
        let text = |value: &Option<String>| value.clone().unwrap_or_default();
        let component = |wanted: Component| {
            let found = self.components.iter().find(|(component, _)| *component == wanted);
            found.map_or_else(String::new, |(_, url)| url.clone())
        };
        vec![
            self.namespace.clone(),
            self.name.clone(),
            text(&self.mode),
            text(&self.runtime),
            self.ready.clone(),
            text(&self.url),
            text(&self.address),
            component(Component::Predictor),
            component(Component::Transformer),
            component(Component::Explainer),
            text(&self.reason),
        ]
    }
}

/// What the condition Ready says.
fn ready_of(rendering: &Rendering) -> Option<Verdict> {
    rendering.status()?.condition(READY)
}

/// What the status tells of what is wrong, where the kind has conditions for it beside Ready.
fn trouble_of(rendering: &Rendering) -> Option<String> {
    let trouble = kinds::properties(rendering.kind).trouble?;
    trouble(rendering.status()?.to_value().as_object()?)
}

/// The mode by annotation or objects, for releases whose status does not tell it.
fn mode_of_objects(rendering: &Rendering) -> Option<String> {
    let defaulted = rendering.defaulted()?;
    let annotated = defaulted.annotation(keys::DEPLOYMENT_MODE);
    if let Some(mode) = annotated {
        return Some(mode.to_owned());
    }
    let has = |kind: Kind| rendering.objects().iter().any(|object| Kind::of(object) == Some(kind));
    if has(Kind::KnativeService) {
        Some("Knative".into())
    } else if has(Kind::Deployment) {
        Some("Standard".into())
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::kinds::Reconciled;
    use crate::kinds::inference_service::status::Status as ServiceStatus;
    use crate::render::{Outcome, Reconciliation};
    use crate::webhook::Refusal;

    fn rendering(outcome: Outcome) -> Rendering {
        let (namespace, name) = ("default".into(), "flower".into());
        Rendering { kind: Kind::InferenceService, namespace, name, warnings: Vec::new(), outcome }
    }

    #[test]
    fn a_ready_service_is_told_by_its_status() {
        let passes = Reconciled {
            status: Some(Status::typed(ServiceStatus::read(Some(&json!({
                "deploymentMode": "Standard",
                "clusterServingRuntimeName": "kserve-sklearnserver",
                "url": "http://flower.example.com",
                "address": { "url": "http://flower.default.svc\n" },
                "components": { "predictor": { "url": "http://p" }, "explainer": {} },
                "conditions": [{ "type": "Ready", "status": "True" }],
            }))))),
            ..Reconciled::default()
        };
        let reconciliation = Reconciliation { passes, ..Reconciliation::default() };
        let summary = Summary::of(&rendering(Outcome::Reconciled(Box::new(reconciliation))));
        let mut comment = String::new();
        summary.write_comment(&mut comment);
        assert_eq!(
            comment,
            "# service: default/flower\n# mode: Standard\n# runtime: kserve-sklearnserver\n\
             # status.url: http://flower.example.com\n# status.address: http://flower.default.svc\n"
        );
        assert_eq!(summary.components, [(Component::Predictor, "http://p".into())]);
        assert_eq!((summary.ready.as_str(), &summary.reason), ("True", &None));
    }

    #[test]
    fn a_refused_service_says_why() {
        let summary = Summary::of(&rendering(Outcome::Refused(Refusal::new("no"))));
        assert_eq!((summary.ready.as_str(), summary.reason.as_deref()), ("Refused", Some("no")));
    }
}
