//! Why a service becomes what it becomes: its decisions in order, with their inputs and where these come from.
//!
//! An [`Explanation`] is made from a [`Rendering`], from the decisions that the passes leave behind, and from the functions that
//! the controller's steps use. It is data, printed for people or for programs; [`Places`] tell where the inputs stand in files.
//!
//! ```
//! use kserve_render::explain::{NoPlaces, Style, Topic, explain};
//! use kserve_render::{Cluster, input, render};
//! use kserve_render::Existing;
//! use kserve_render::release::Version;
//!
//! let services = input::values(
//!     "
//! apiVersion: serving.kserve.io/v1beta1
//! kind: InferenceService
//! metadata: {name: leaf, namespace: garden}
//! spec:
//!   predictor:
//!     model: {modelFormat: {name: sklearn}, storageUri: gs://garden-models/leaf}
//! ",
//! )?;
//! let (cluster, existing) = (Cluster::of(Version::NEWEST, []), Existing::default());
//! let rendering = render(&cluster, &services[0], &existing);
//!
//! let explanation = explain(&cluster, &services[0], &existing, &rendering, &[Topic::Mode]);
//! assert_eq!(explanation.sections[0].answer, "Knative");
//! assert_eq!(explanation.to_value(&NoPlaces)["mode"]["because"], "no annotation chooses another, so it is the default");
//! assert!(explanation.to_text(&NoPlaces, &Style::default()).contains("\nmode: Knative\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub(crate) mod derivation;
mod explanation;
mod html;
mod model;
mod origin;
mod print;
mod template;
#[cfg(test)]
mod tests;

use crate::facts::Existing;
use crate::kinds::{self, words};
use crate::object::ControllerError;
use crate::{Cluster, Rendering, Value};

pub use explanation::{Explanation, Refusal, Refuser};
pub(crate) use model::Inquiry;
pub use model::{Cell, Fact, Group, Item, Provenance, Section, Table, Topic};
pub use origin::{ConfigSource, NoPlaces, Origin, Places, Setting, SettingSource, Spot};
pub use print::Style;
pub use template::{NoTrial, Trial, Tried, try_template};

/// Explains a service as the user wrote it; `existing` and `rendering` are those of the same call of
/// [`render`](crate::render()).
pub fn explain(
    cluster: &Cluster,
    written: &Value,
    existing: &Existing,
    rendering: &Rendering,
    topics: &[Topic],
) -> Explanation {
    explain_with(cluster, written, existing, rendering, topics, None)
}

/// Like [`explain`], with a request with which the conditions of a graph are tried.
pub fn explain_with(
    cluster: &Cluster,
    written: &Value,
    existing: &Existing,
    rendering: &Rendering,
    topics: &[Topic],
    payload: Option<&str>,
) -> Explanation {
    let refused = |by, text: Option<&str>| text.map(|text| Refusal { by, text: text.to_owned() });
    let refusals = refused(Refuser::Admission, rendering.refusal().map(crate::webhook::Refusal::text))
        .into_iter()
        .chain(refused(Refuser::Controller, rendering.error().map(ControllerError::text)))
        .collect();
    // Of another version of the API nothing can be said.
    let is_known = kinds::find(written).is_some() && crate::webhook::unserved(&cluster.release, written).is_none();
    let inquiry = Inquiry { cluster, written, existing, rendering, payload };
    let known = words::of(rendering.kind).filter(|_| is_known);
    let sections = known.map(|known| (known.sections)(&inquiry, topics)).unwrap_or_default();
    Explanation {
        kind: rendering.kind,
        namespace: rendering.namespace.clone(),
        name: rendering.name.clone(),
        release: cluster.release.version,
        refusals,
        warnings: rendering.warnings.iter().map(|warning| &warning.message).chain(rendering.notes()).cloned().collect(),
        sections,
    }
}
