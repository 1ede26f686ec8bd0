//! What is accepted in a TrainedModel, but fails or causes trouble later.

use super::decisions::Decisions;
use super::view;
use crate::Value;
use crate::lint::rule::{Findings, General, KindRules, OF_OBJECTS, Topic, rules_for};
use crate::lint::subject::Resource;
use crate::object::{Kind, ObjectView as _, Path};
use crate::render::Rendering;

/// A model as written, with its rendering.
pub struct LintedModel<'a> {
    pub written: &'a Value,
    pub rendering: &'a Rendering,
}

impl<'a> LintedModel<'a> {
    fn of(resource: &Resource<'a>) -> Option<LintedModel<'a>> {
        Some(LintedModel { written: resource.written, rendering: resource.rendering })
    }

    fn decisions(&self) -> Option<&'a Decisions> {
        self.rendering.details()
    }

    /// Whether a check of the controller failed, by its position among the checks.
    fn fails(&self, check: usize) -> bool {
        let checks = self.decisions().and_then(|decisions| decisions.checks);
        checks.is_some_and(|checks| checks.get(check) == Some(&false))
    }

    fn parent(&self) -> &str {
        self.decisions().map_or("", |decisions| &decisions.parent)
    }
}

/// The lint rules for TrainedModels.
pub(crate) static LINT: KindRules = KindRules {
    rules: &[RULES],
    general: General::Some(&OF_OBJECTS),
    topic: Topic::TrainedModels,
    ..KindRules::of(Kind::TrainedModel)
};

rules_for! {
    Kind::TrainedModel, LintedModel::of;
    "KSR221" "model-service-missing" Error(service_missing) {
        what: "The InferenceService of a trained model is neither in the input nor among what the cluster holds.",
        why: "The controller deletes a trained model without its InferenceService at once.",
        fine: "The service is created elsewhere before the model.",
        fix: "Fix the name, add the service to the input, or give what the cluster holds with --observed.",
    }
    "KSR222" "model-service-not-ready" Warning(service_not_ready) {
        what: "The InferenceService of a trained model is not ready.",
        why: "The model is loaded only when it is.",
        fine: "It becomes ready later.",
        fix: "Look at the service with status and explain.",
    }
    "KSR223" "model-service-of-one-model" Error(service_of_one_model) {
        what: "The InferenceService of a trained model serves a model of its own.",
        why: "Only a predictor without storage loads trained models.",
        fine: "Never.",
        fix: "Take the storage out of the predictor, or use another service.",
    }
    "KSR224" "model-memory-short" Error(memory_short) {
        what: "The memory limit of the InferenceService is less than what its trained models want together.",
        why: "Only a limit that is written in the predictor counts: neither the runtime's nor a default. Without one nothing fits.",
        fine: "Never.",
        fix: "Write resources.limits.memory in the predictor, or raise it.",
    }
    "KSR225" "model-label-by-hand" Warning(label_by_hand) {
        what: "A trained model carries the label by which the controller notes that its memory is reserved.",
        why: "The model then counts as if its memory were reserved already, so more may be loaded than fits.",
        fine: "The document is a copy of what the cluster holds.",
        fix: "Take the label out.",
    }
    "KSR226" "model-fails" Error(model_fails) {
        what: "The trained model passes admission, and all the controller asks of its InferenceService holds, but the controller fails.",
        why: "kubectl apply succeeds, and only the log of the controller tells that the model is not loaded.",
        fine: "The ConfigMap with the models of the InferenceService is only absent from the input.",
        fix: "Do what the message asks for.",
    }
}

fn service_missing(subject: &LintedModel<'_>, findings: &mut Findings) {
    let is_missing = subject.decisions().is_some_and(|decisions| decisions.checks.is_none());
    if is_missing && !subject.rendering.deleted_again().is_empty() {
        let message = format!("there is no InferenceService {}; the controller deletes the model", subject.parent());
        findings.add(Path::keys(["spec", "inferenceService"]), message);
        findings.unless_given("if the cluster has the service, give what it holds with --observed");
    }
}

fn service_not_ready(subject: &LintedModel<'_>, findings: &mut Findings) {
    if subject.fails(0) {
        findings.add(
            Path::keys(["spec", "inferenceService"]),
            format!("InferenceService {} is not ready", subject.parent()),
        );
    }
}

fn service_of_one_model(subject: &LintedModel<'_>, findings: &mut Findings) {
    if subject.fails(1) {
        let message = format!("the predictor of InferenceService {} is not for many models", subject.parent());
        findings.add(Path::keys(["spec", "inferenceService"]), message);
    }
}

fn memory_short(subject: &LintedModel<'_>, findings: &mut Findings) {
    if let Some(decisions) = subject.decisions().filter(|_| subject.fails(2)) {
        let message = format!(
            "the models of InferenceService {} want {} of memory together, and its predictor has {}",
            decisions.parent, decisions.wanted, decisions.limit
        );
        findings.add(Path::keys(["spec", "model", "memory"]), message);
    }
}

fn model_fails(subject: &LintedModel<'_>, findings: &mut Findings) {
    let is_told = (0..3).any(|check| subject.fails(check));
    if let Some(error) = subject.rendering.error().filter(|_| !is_told) {
        findings.add(Path::keys(["spec"]), error.text());
    }
}

fn label_by_hand(subject: &LintedModel<'_>, findings: &mut Findings) {
    if subject.written.label(view::ALLOCATED_LABEL).is_some() {
        let path = Path::keys(["metadata", "labels", view::ALLOCATED_LABEL]);
        findings.add(path, "the controller sets this label itself");
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use serde_json::json;

    use super::*;
    use crate::facts::{Cluster, Found};
    use crate::lint::{self, Peers};
    use crate::release::Version;
    use crate::render::render_all_objects;

    fn found(model: Value, memory: &str) -> Vec<&'static str> {
        let cluster = Cluster::of(Version::NEWEST, []);
        let mut fields = model;
        fields["modelFormat"] = json!({ "name": "sklearn" });
        let service = json!({
            "apiVersion": "serving.kserve.io/v1beta1", "kind": "InferenceService",
            "metadata": { "name": "pool", "namespace": "ns" }, "spec": { "predictor": { "model": fields } },
        });
        let parent = if memory.is_empty() { "gone" } else { "pool" };
        let model = json!({
            "apiVersion": "serving.kserve.io/v1alpha1", "kind": "TrainedModel",
            "metadata": { "name": "leaf", "namespace": "ns" },
            "spec": { "inferenceService": parent,
                "model": { "storageUri": "gs://models/x", "framework": "sklearn", "memory": "1Gi" } },
        });
        let all = [service, model.clone()];
        let rendering = render_all_objects(&cluster, &all, &Arc::new(Found::default())).pop().unwrap();
        let found = lint::rules(&cluster, &model, &rendering, &Peers::default());
        found.into_iter().map(|finding| finding.code.name).collect()
    }

    #[test]
    fn the_checks_of_the_controller_are_reported() {
        let limit = |memory: &str| json!({ "resources": { "limits": { "memory": memory } } });
        assert_eq!(found(limit("1Gi"), "1Gi"), Vec::<&str>::new());
        assert_eq!(found(limit("1Gi"), ""), ["model-service-missing"]);
        assert_eq!(found(json!({}), "1Gi"), ["model-memory-short"]);
        let mut stored = limit("2Gi");
        stored["storageUri"] = "gs://models/y".into();
        assert_eq!(found(stored, "1Gi"), ["model-service-of-one-model"]);
    }
}
