//! What a rule about InferenceServices looks at.

use std::ops::Deref;

use crate::api::{Component, ComponentSpec, FRAMEWORKS, InferenceService, Mode};
use crate::kinds::resource::Details;
use crate::lint::subject::Resource;
use crate::object::fields::{member, objects, text};
use crate::object::{ObjectView as _, Path};
use crate::output::summary::Summary;
use crate::webhook::pod;
use crate::{Cluster, Map, Rendering, Value};

/// A service as written, with what becomes of it.
pub struct LintedService<'a> {
    resource: &'a Resource<'a>,
    prepared: &'a Prepared,
}

/// What the rules look at besides the resource, made once for all of them.
pub struct Prepared {
    /// The document, with what the controller reads from it; nothing is defaulted.
    pub service: InferenceService,
    pub summary: Summary,
    /// The mode in which it runs; `None` for a service that is refused.
    pub mode: Option<Mode>,
}

/// Prepares what the rules look at besides a service.
pub(super) fn prepare(cluster: &Cluster, written: &Value, rendering: &Rendering) -> Details {
    let summary = Summary::of(rendering);
    Details::new(Prepared {
        service: InferenceService::of(written, cluster.settings.generation),
        mode: summary.mode.as_deref().and_then(|mode| Mode::parse(mode, &cluster.release)),
        summary,
    })
}

impl<'a> Deref for LintedService<'a> {
    type Target = Resource<'a>;

    fn deref(&self) -> &Resource<'a> {
        self.resource
    }
}

/// A component of the service as written, and where it stands.
#[derive(Debug, Clone)]
pub struct Part<'a> {
    pub component: Component,
    pub spec: &'a Map,
    pub path: Path,
}

impl<'a> LintedService<'a> {
    pub(super) fn of(resource: &'a Resource<'_>) -> Option<LintedService<'a>> {
        Some(LintedService { resource, prepared: resource.prepared()? })
    }

    pub const fn service(&self) -> &'a InferenceService {
        &self.prepared.service
    }

    pub const fn summary(&self) -> &'a Summary {
        &self.prepared.summary
    }

    /// The mode in which it runs; `None` for a service that is refused.
    pub const fn mode(&self) -> Option<&'a Mode> {
        self.prepared.mode.as_ref()
    }

    pub fn is_standard(&self) -> bool {
        self.mode() == Some(&Mode::Standard)
    }

    pub fn is_knative(&self) -> bool {
        self.mode() == Some(&Mode::Knative)
    }

    pub fn annotation(&self, key: &str) -> Option<&str> {
        self.service().metadata.annotations.get(key).map(String::as_str)
    }

    /// The components that the document has.
    pub fn parts(&self) -> impl Iterator<Item = Part<'a>> {
        Component::ALL.into_iter().filter_map(|component| {
            let spec = self.service().component(component)?;
            Some(Part { component, spec, path: Path::keys(["spec", component.name()]) })
        })
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

    /// The containers of these templates.
    pub fn containers(&self) -> impl Iterator<Item = (Component, &'a Map)> {
        self.pod_templates().flat_map(|(component, template)| {
            let spec = member(template, "spec");
            spec.into_iter().flat_map(move |spec| objects(spec, "containers").map(move |found| (component, found)))
        })
    }
}

impl<'a> Part<'a> {
    /// An annotation of its pods; empty if unset.
    pub fn annotation(&self, key: &str) -> &'a str {
        member(self.spec, "annotations").map_or("", |annotations| text(annotations, key))
    }

    pub const fn view(&self) -> ComponentSpec<'a> {
        ComponentSpec::of(self.spec)
    }

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
