//! Values of Secrets that pods of a cluster may contain in clear text, found when they are first needed.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::OnceLock;

/// Where in a pod template a copied value is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// The value of the variable with this name.
    Variable(String),
    /// The bucket that follows the scheme in an argument `s3://bucket/path`.
    Bucket,
    /// The ConfigMap of the volume with the CA bundle.
    BundleVolume,
    /// The directory where the CA bundle is mounted.
    BundleMount,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Place::Variable(name) => name,
            Place::Bucket => "the URI of the model",
            Place::BundleVolume => "the volume of the CA bundle",
            Place::BundleMount => "the mount of the CA bundle",
        })
    }
}

/// A value that the webhook copies from a Secret if it uses the Secret.
#[derive(Clone)]
pub(crate) struct Candidate {
    pub secret: String,
    pub key: String,
    /// The place; `None` for a credential, which is hidden in any variable, since merging a storage container can move it.
    pub place: Option<Place>,
    pub value: String,
}

/// The values that may be copied from the Secrets of a cluster, by namespace. All of them are found when one is first needed, so
/// that rendering a service costs the same however many Secrets there are.
#[derive(Clone, Default)]
pub struct Copyable(OnceLock<BTreeMap<String, InNamespace>>);

/// The values that may be copied from the Secrets of a namespace, in their order.
#[derive(Clone, Default)]
pub(crate) struct InNamespace {
    candidates: Vec<Candidate>,
    /// The positions of the candidates with a value, in their order.
    by_value: HashMap<String, Vec<usize>>,
}

impl fmt::Debug for Copyable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Copyable")
    }
}

impl Copyable {
    /// The values that may be copied from the Secrets of a namespace, if there are any; `find` finds them for all namespaces.
    pub(crate) fn in_namespace(
        &self,
        namespace: &str,
        find: impl FnOnce() -> BTreeMap<String, InNamespace>,
    ) -> Option<&InNamespace> {
        self.0.get_or_init(find).get(namespace).filter(|found| !found.candidates.is_empty())
    }
}

impl InNamespace {
    /// Candidates in their order.
    pub(crate) fn new(candidates: Vec<Candidate>) -> InNamespace {
        let mut by_value = HashMap::<String, Vec<usize>>::new();
        for (position, candidate) in candidates.iter().enumerate() {
            by_value.entry(candidate.value.clone()).or_default().push(position);
        }
        InNamespace { candidates, by_value }
    }

    /// The candidate whose bucket is that of a location `bucket/path`.
    pub(crate) fn bucket_of(&self, location: &str) -> Option<&Candidate> {
        let begins = |bucket: &str| {
            !bucket.is_empty() && location.strip_prefix(bucket).is_some_and(|path| path.starts_with('/'))
        };
        self.candidates.iter().find(|candidate| candidate.place == Some(Place::Bucket) && begins(&candidate.value))
    }

    /// The candidates with this value.
    pub(crate) fn with_value(&self, value: &str) -> impl Iterator<Item = &Candidate> {
        let positions = self.by_value.get(value).into_iter().flatten();
        positions.filter_map(|position| self.candidates.get(*position))
    }
}
