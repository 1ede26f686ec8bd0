//! The input of the rules.

use crate::facts::Cluster;
use crate::kinds::composition::Composition;
use crate::lint::subject::Resource;
use crate::object::{Key, Kind, Path};
use crate::render::Rendering;
use crate::{Map, Value};

/// A service under linting, with its composition.
pub struct LintedLlmService<'a> {
    pub cluster: &'a Cluster,
    /// The service as written.
    pub service: &'a Map,
    pub composition: &'a Composition,
    /// The objects created for it.
    pub rendering: &'a Rendering,
}

impl<'a> LintedLlmService<'a> {
    pub(super) fn of(resource: &'a Resource<'_>) -> Option<LintedLlmService<'a>> {
        Some(LintedLlmService {
            cluster: resource.cluster,
            service: resource.written.as_object()?,
            composition: resource.prepared()?,
            rendering: resource.rendering,
        })
    }
}

/// The objects of a kind that exist after the last pass.
pub(super) fn made<'a>(subject: &LintedLlmService<'a>, kind: Kind) -> impl Iterator<Item = &'a Value> {
    let rendering = subject.rendering;
    let is_there = |object: &&Value| !rendering.deleted_again().contains(&Key::of(object));
    rendering.objects().iter().filter(move |object| Kind::of(object) == Some(kind)).filter(is_there)
}

pub(super) fn keyed(keys: &[&str]) -> Path {
    keys.iter().fold(Path::default(), |path, key| path.key(key))
}
