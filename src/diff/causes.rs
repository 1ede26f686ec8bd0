//! Why something differs between two releases: which of their documented differences cause it.

use std::collections::BTreeMap;

use super::{ServiceDiff, TextDiff};
use crate::facts::Cluster;
use crate::object::fields::filled;
use crate::release::{Difference, Release};
use crate::{Rendering, Value};

/// A cause of differences between two releases, with the places that it explains.
#[derive(Debug, Clone, PartialEq)]
pub struct Cause {
    /// `AREA.FIELD` of the release difference, or `defaults` for what the releases ship.
    pub name: String,
    /// What a user sees differently.
    pub text: String,
    /// The numbers of the KServe pull requests that brought it, as the release notes give them, if known.
    pub by: &'static [u32],
    /// `Kind/namespace/name path` of each place; or `status path`, `rejected`, `error`.
    pub places: Vec<String>,
}

/// What is known about why a service differs.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Reasons {
    /// The causes, in the order of the controller's work.
    pub causes: Vec<Cause>,
    /// The places that no single cause explains.
    pub unexplained: Vec<String>,
}

/// All places where a service differs, each as one line with the new value.
fn places(diff: &ServiceDiff) -> Vec<(String, Option<Value>)> {
    let text = |name: &str, diff: &Option<TextDiff>| {
        diff.as_ref().map(|diff| (name.to_owned(), diff.new.clone().map(Value::from)))
    };
    let mut found: Vec<_> = text("rejected", &diff.rejected).into_iter().chain(text("error", &diff.error)).collect();
    found.extend(diff.status.iter().map(|change| (format!("status {}", change.path), change.new.clone())));
    for object in &diff.objects {
        if object.changes.is_empty() {
            found.push((object.key.qualified(), object.new.clone()));
        }
        found.extend(
            object
                .changes
                .iter()
                .map(|change| (format!("{} {}", object.key.qualified(), change.path), change.new.clone())),
        );
    }
    found
}

/// Finds which differences between two releases cause what differs for a service.
///
/// Each difference in turn is put back to its old value in the new release; it causes whatever then no longer differs, or differs
/// in another way. What disappears with the old release's own ConfigMap and runtimes is attributed to those.
pub struct Causes {
    /// The new release, each time with one difference put back as the old release has it.
    mixtures: Vec<(&'static Difference, Cluster)>,
    /// The new release with the objects that the old one ships, if the two ship different ones.
    old_defaults: Option<Cluster>,
}

impl Causes {
    /// Prepares the mixtures of `cluster`, a cluster of the new release, with the release `from`. `old_defaults` is the new
    /// release with the objects that the old one ships, if those matter.
    pub fn between(from: &Release, cluster: &Cluster, old_defaults: Option<Cluster>) -> Causes {
        let mixtures = Release::differences()
            .filter(|difference| difference.value_in(from.version) != difference.value_in(cluster.release.version))
            .filter_map(|difference| Some((difference, cluster.with_release(cluster.release.with(difference, from)?))))
            .collect();
        Causes { mixtures, old_defaults }
    }

    /// The causes of `diff`, which compares `old`, its secrets hidden, with what `render` makes in the new release. `compare`
    /// must compare in the same way as `diff` was made.
    pub fn of(
        &self,
        diff: &ServiceDiff,
        old: &Rendering,
        render: impl Fn(&Cluster) -> Rendering,
        compare: impl Fn(&Rendering, &Rendering) -> ServiceDiff,
    ) -> Reasons {
        let before = places(diff);
        let texts = |rendering: &Rendering| {
            let refusal = rendering.refusal().map(|refusal| refusal.text().to_owned());
            [refusal, rendering.error().map(|error| error.text().to_owned())]
        };
        let known = [&diff.rejected, &diff.error];
        let explained = |mixed: &Cluster| -> Vec<String> {
            let mut rendering = render(mixed);
            // Such a mixture is not a real release: if it fails in a way of its own, that says nothing.
            if known
                .iter()
                .zip(texts(old).iter().zip(&texts(&rendering)))
                .any(|(diff, (old, mixed))| mixed.is_some() && mixed != old && !is_new_text(diff, mixed))
            {
                return Vec::new();
            }
            rendering.mark_changed_secrets(old.copied());
            rendering.hide_secrets();
            let after: BTreeMap<String, Option<Value>> = filled(places(&compare(old, &rendering)));
            let gone = |(place, value): &&(String, Option<Value>)| after.get(place).is_none_or(|other| other != value);
            before.iter().filter(gone).map(|(place, _)| place.clone()).collect()
        };
        let by_release = self.mixtures.iter().map(|(difference, mixed)| Cause {
            name: format!("{}.{}", difference.area, difference.name),
            text: paragraph(difference.doc),
            by: difference.by,
            places: explained(mixed),
        });
        let by_defaults = self.old_defaults.iter().map(|mixed| Cause {
            name: "defaults".into(),
            text: "The releases ship different things: ConfigMap, serving runtimes or storage container.".into(),
            by: &[],
            places: explained(mixed),
        });
        let causes: Vec<Cause> = by_release.chain(by_defaults).filter(|cause| !cause.places.is_empty()).collect();
        let is_explained = |place: &String| causes.iter().any(|cause| cause.places.contains(place));
        let unexplained = before.into_iter().map(|(place, _)| place).filter(|place| !is_explained(place)).collect();
        Reasons { causes, unexplained }
    }
}

/// Whether a text is the one on the new side.
fn is_new_text(diff: &Option<TextDiff>, text: &Option<String>) -> bool {
    diff.as_ref().is_some_and(|diff| diff.new == *text)
}

/// A doc comment as one line.
fn paragraph(doc: &str) -> String {
    doc.split_whitespace().collect::<Vec<_>>().join(" ")
}
