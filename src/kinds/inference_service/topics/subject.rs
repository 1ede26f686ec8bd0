//! The input of an explanation.

use crate::api::{Component, IMPLEMENTATIONS, InferenceService, Mode};
use crate::explain::Origin;
use crate::facts::Existing;
use crate::kinds::inference_service::admission;
use crate::kinds::inference_service::status::Status;
use crate::kinds::inference_service::steps::{self as reconcile, Decisions, ModeDecision};
use crate::object::ControllerError;
use crate::object::Kind;
use crate::object::{Path, PathStep};
use crate::{Cluster, Rendering, Value};

/// A service as written, its rendering, and what was decided on the way.
pub(super) struct ExplainedService<'a> {
    pub cluster: &'a Cluster,
    pub written: &'a Value,
    pub rendering: &'a Rendering,
    /// The service as stored; if it is refused, as far as admission got.
    pub service: InferenceService,
    /// The service in the controller's memory at the end.
    pub memory: InferenceService,
    /// The mode, or why it cannot be determined.
    pub mode: Result<ModeDecision, ControllerError>,
}

impl<'a> ExplainedService<'a> {
    pub(super) fn of(
        cluster: &'a Cluster,
        written: &'a Value,
        existing: &Existing,
        rendering: &'a Rendering,
    ) -> ExplainedService<'a> {
        let generation = cluster.settings.generation;
        let service = match rendering.defaulted() {
            Some(stored) => InferenceService::of(stored, generation),
            None => InferenceService::of(&admission::defaulted(cluster, written, existing), generation),
        };
        let decisions = rendering.details::<Decisions>();
        let mode = match decisions.and_then(|decisions| decisions.mode.clone()) {
            Some(mode) => Ok(mode),
            None => reconcile::default_mode(cluster).map(|default| {
                let status = existing.resource.as_ref().and_then(|service| service.get("status"));
                reconcile::decide_mode(cluster, &service, &Status::read(status), &default)
            }),
        };
        let memory = decisions.map_or_else(|| service.clone(), |decisions| decisions.service.clone());
        ExplainedService { cluster, written, rendering, service, memory, mode }
    }

    pub(super) fn mode(&self) -> Option<&Mode> {
        self.mode.as_ref().ok().map(|decision| &decision.mode)
    }

    pub(super) fn is_standard(&self) -> bool {
        self.mode() == Some(&Mode::Standard)
    }

    /// The objects of a kind among those that exist in the end.
    pub(super) fn objects(&self, kind: Kind) -> impl Iterator<Item = &'a Value> {
        let deleted = self.rendering.deleted_again();
        self.rendering
            .objects()
            .iter()
            .filter(move |object| Kind::of(object) == Some(kind) && !deleted.contains(&crate::object::Key::of(object)))
    }

    /// The object of a kind with this name.
    pub(super) fn object(&self, kind: Kind, name: &str) -> Option<&'a Value> {
        self.objects(kind).find(|object| crate::object::name::object_name(object) == name)
    }

    /// The predicted status.
    pub(super) fn status(&self) -> Option<&'a Status> {
        self.rendering.status()?.get()
    }

    /// What the controller decided on the way; `None` if the service is refused.
    pub(super) fn decisions(&self) -> Option<&'a Decisions> {
        self.rendering.details()
    }

    /// The URL of a component in the status.
    pub(super) fn component_url(&self, component: Component) -> Option<&'a str> {
        self.status()?.component_url(component).filter(|url| !url.is_empty())
    }

    /// Where a field of the stored service comes from: the document, in which a model may have the older form, or the webhook.
    pub(super) fn field(&self, path: Path) -> Origin {
        if find(self.written, &path).is_some() {
            return Origin::Service(path);
        }
        if path.is_below(&["spec", "predictor", "model"]) {
            let predictor = self.written.pointer("/spec/predictor");
            let framework = IMPLEMENTATIONS.iter().find(|key| predictor.is_some_and(|p| p.get(**key).is_some()));
            if let Some(framework) = framework {
                let mut older = path.clone();
                if let Some(step) = older.0.get_mut(2) {
                    *step = PathStep::Key((*framework).to_owned());
                }
                if find(self.written, &older).is_some() {
                    return Origin::Service(older);
                }
                // The format of a model is the name of its field.
                if path.is_below(&["spec", "predictor", "model", "modelFormat"]) {
                    return Origin::Service(Path::keys(["spec", "predictor", framework]));
                }
            }
        }
        Origin::Webhook
    }

    /// Like [`ExplainedService::field`], for a field of a component.
    pub(super) fn component_field(&self, component: Component, key: &str) -> Origin {
        self.field(Path::keys(["spec", component.name(), key]))
    }

    /// Where an annotation of the service comes from.
    pub(super) fn annotation(&self, key: &str) -> Origin {
        self.field(Path::keys(["metadata", "annotations", key]))
    }

    /// Where a value of the ConfigMap comes from.
    pub(super) fn config(&self, section: &str, key: &str) -> Origin {
        Origin::of_config(self.cluster, section, &[key])
    }

    /// Where a label that a template sees comes from; a label that is not written comes from the runtime.
    pub(super) fn label(&self, key: &str) -> Origin {
        match self.field(Path::keys(["metadata", "labels", key])) {
            Origin::Webhook => Origin::BuiltIn,
            origin => origin,
        }
    }
}

fn find<'v>(value: &'v Value, path: &Path) -> Option<&'v Value> {
    path.0.iter().try_fold(value, |value, step| match step {
        PathStep::Key(key) => value.get(key),
        PathStep::Index(index) => value.get(index),
        PathStep::Item { field, value: wanted } => {
            value.as_array()?.iter().find(|item| item.get(*field).is_some_and(|found| found == wanted))
        }
    })
}
