//! What a rule looks at.

use crate::object::ObjectView as _;
use std::cell::OnceCell;

use super::Peers;
use crate::api::{Component, FRAMEWORKS, InferenceService, Mode};
use crate::kinds::llm_inference_service::places;
use crate::object::Kind;
use crate::object::Path;
use crate::object::diagnostic::Diagnostic;
use crate::object::fields::{member, objects, text};
use crate::output::summary::Summary;
use crate::webhook::pod::{self, Injected};
use crate::{Cluster, Map, Rendering, Value};

/// A service as written, with what becomes of it.
#[derive(Debug)]
pub struct LintedService<'a> {
    pub cluster: &'a Cluster,
    /// The document.
    pub written: &'a Value,
    /// The document, with what the controller reads from it; nothing is defaulted.
    pub service: InferenceService,
    pub rendering: &'a Rendering,
    pub summary: Summary,
    /// The mode in which it runs; `None` for a service that is refused.
    pub mode: Option<Mode>,
    pub peers: &'a Peers,
    /// The pods after the pod webhook, made when a rule first asks for them.
    injected: OnceCell<Vec<Injected>>,
}

/// A component of the service as written, and where it stands.
#[derive(Debug, Clone)]
pub struct Part<'a> {
    pub component: Component,
    pub spec: &'a Map,
    pub path: Path,
}

impl<'a> LintedService<'a> {
    pub fn of(
        cluster: &'a Cluster,
        written: &'a Value,
        rendering: &'a Rendering,
        peers: &'a Peers,
    ) -> LintedService<'a> {
        let summary = Summary::of(rendering);
        LintedService {
            cluster,
            written,
            service: InferenceService::of(written, cluster.settings.generation),
            mode: summary.mode.as_deref().and_then(|mode| Mode::parse(mode, &cluster.release)),
            summary,
            rendering,
            peers,
            injected: OnceCell::new(),
        }
    }

    pub fn is_standard(&self) -> bool {
        self.mode == Some(Mode::Standard)
    }

    pub fn is_knative(&self) -> bool {
        self.mode == Some(Mode::Knative)
    }

    pub fn annotation(&self, key: &str) -> Option<&str> {
        self.service.metadata.annotations.get(key).map(String::as_str)
    }

    /// The components that the document has.
    pub fn parts(&self) -> impl Iterator<Item = Part<'_>> {
        Component::ALL.into_iter().filter_map(|component| {
            let spec = self.service.component(component)?;
            Some(Part { component, spec, path: Path::keys(["spec", component.name()]) })
        })
    }

    /// The member of the service as it would be stored.
    pub fn stored(&self, pointer: &str) -> Option<&'a Value> {
        self.rendering.defaulted()?.pointer(pointer)
    }

    /// The objects of a kind among what the controller creates.
    pub fn objects(&self, kind: Kind) -> impl Iterator<Item = &'a Map> {
        let of_kind = self.rendering.objects().iter().filter(move |object| Kind::of(object) == Some(kind));
        of_kind.filter_map(Value::as_object)
    }

    /// Deployments and Knative Services.
    pub fn workloads(&self) -> impl Iterator<Item = &'a Map> {
        self.rendering.objects().iter().filter(|object| pod::is_workload(object)).filter_map(Value::as_object)
    }

    /// The pods of each of [`LintedService::workloads`] as the pod webhook leaves them.
    pub fn injected(&self) -> &[Injected] {
        self.injected.get_or_init(|| {
            let stored = self.rendering.defaulted();
            let service = stored.map(|stored| InferenceService::of(stored, self.cluster.settings.generation));
            service.map(|service| pod::inject_all(self.cluster, &service, self.rendering.objects())).unwrap_or_default()
        })
    }

    /// Takes what they quote of Secrets out of findings.
    pub fn hide_secrets(&self, found: &mut [Diagnostic]) {
        let mut copied = self.rendering.copied().clone();
        let injected = self.injected.get().into_iter().flatten();
        injected.for_each(|injected| copied.extend(injected.copied.clone()));
        for finding in found {
            for text in [&mut finding.message].into_iter().chain(&mut finding.help) {
                *text = copied.hide_in_text(text);
            }
        }
    }

    /// The pod templates of Deployments and Knative Services, with the component they belong to.
    pub fn pod_templates(&self) -> impl Iterator<Item = (Component, &'a Map)> {
        self.rendering.objects().iter().filter(|object| pod::is_workload(object)).filter_map(|object| {
            let template = object.template()?;
            let labels = member(member(template, "metadata")?, "labels")?;
            let component = Component::ALL.into_iter().find(|component| text(labels, "component") == component.name());
            Some((component.unwrap_or(Component::Predictor), template))
        })
    }

    /// As [`LintedService::pod_templates`], each with the part of the service for which it is made.
    pub fn placed_templates(&self) -> impl Iterator<Item = (Path, &'a Map)> {
        self.pod_templates().map(|(_, template)| (place_of(template), template))
    }

    /// The containers of these templates.
    pub fn containers(&self) -> impl Iterator<Item = (Component, &'a Map)> {
        self.pod_templates().flat_map(|(component, template)| {
            let spec = member(template, "spec");
            spec.into_iter().flat_map(move |spec| objects(spec, "containers").map(move |found| (component, found)))
        })
    }
}

/// The part of a service for which an object or a pod template is made, by its labels.
pub fn place_of(object: &Map) -> Path {
    let labels = member(object, "metadata").and_then(|metadata| member(metadata, "labels"));
    let label = |key| labels.map_or("", |labels| text(labels, key));
    match Component::ALL.into_iter().find(|component| component.name() == label("component")) {
        Some(component) => Path::keys(["spec", component.name()]),
        None => places::part_of(label(places::COMPONENT)).iter().fold(Path::keys(["spec"]), |path, key| path.key(key)),
    }
}

impl<'a> Part<'a> {
    /// The implementation that has a model or the like, such as `model` or `sklearn`: its key and its fields.
    pub fn implementations(&self) -> impl Iterator<Item = (&'a str, &'a Map)> {
        let known = |key: &str| key == "model" || FRAMEWORKS.contains(&key) || key == "art";
        let fields = self.spec.iter().filter(move |(key, _)| known(key));
        fields.filter_map(|(key, value)| Some((key.as_str(), value.as_object()?)))
    }

    /// All containers as written: implementations and the entries of `containers`, with their paths.
    pub fn containers(&self) -> Vec<(Path, &'a Map)> {
        let mut found: Vec<(Path, &Map)> =
            self.implementations().map(|(key, container)| (self.path.clone().key(key), container)).collect();
        for (index, container) in objects(self.spec, "containers").enumerate() {
            found.push((self.path.clone().key("containers").index(index), container));
        }
        found
    }
}
