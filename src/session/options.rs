//! What is known of the cluster beside its documents, and where the rest comes from.

use std::collections::BTreeMap;
use std::str::FromStr;

use crate::Settings;
use crate::input::Document;
use crate::input::settings::Override;
use crate::object::Key;
use crate::release::Version;

/// What is known of the cluster beside its documents.
#[derive(Debug, Clone)]
pub struct Options {
    /// Namespace of documents that have none.
    pub namespace: String,
    /// The release. If none is named, it is taken from the documents of the cluster, else the newest.
    pub release: Option<Release>,
    /// Whether the ConfigMap, runtimes and storage container that the release ships are there.
    pub with_shipped: bool,
    /// Single values of the configuration that are set.
    pub set: Vec<Override>,
    /// Domain that Knative gives to public routes, where it does not come from Knative's ConfigMaps.
    pub knative_domain: Option<String>,
    /// Scheme of the URLs that Knative reports, where it does not come from Knative's ConfigMaps.
    pub knative_url_scheme: Option<String>,
    /// Values of parameters of OpenShift Templates.
    pub parameters: Vec<(String, String)>,
    /// Everything else.
    pub settings: Settings,
}

/// A release as somebody has named it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Release {
    /// The minor release.
    pub version: Version,
    /// As it was written, such as `0.17.0`.
    pub written: String,
}

/// A release that is not known.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no release {written}; there are {}", UnknownRelease::known())]
pub struct UnknownRelease {
    /// As it was written.
    pub written: String,
}

impl UnknownRelease {
    /// The names of the releases that are known, in one line.
    pub fn known() -> String {
        Version::ALL.map(Version::name).join(", ")
    }
}

impl FromStr for Release {
    type Err = UnknownRelease;

    fn from_str(written: &str) -> Result<Release, UnknownRelease> {
        let version = Version::parse(written).ok_or_else(|| UnknownRelease { written: written.to_owned() })?;
        Ok(Release { version, written: written.to_owned() })
    }
}

impl Default for Options {
    fn default() -> Options {
        Options {
            namespace: "default".into(),
            release: None,
            with_shipped: true,
            set: Vec::new(),
            knative_domain: None,
            knative_url_scheme: None,
            parameters: Vec::new(),
            settings: Settings::default(),
        }
    }
}

impl Options {
    pub(super) fn settings(&self) -> Settings {
        let mut settings = self.settings.clone();
        if let Some(domain) = &self.knative_domain {
            settings.knative_domain.clone_from(domain);
            settings.is_knative_domain_given = true;
        }
        if let Some(scheme) = &self.knative_url_scheme {
            settings.knative_url_scheme.clone_from(scheme);
        }
        settings
    }
}

/// Where facts of the cluster come from.
#[derive(Debug, Default)]
pub struct Origins {
    /// The ConfigMap in force; `None` when it is the release's own or there is none.
    pub config: Option<Document>,
    /// The single values that were set.
    pub set: Vec<Override>,
    /// Whether Knative's domain is only assumed.
    pub assumed_domain: bool,
    /// The documents that other objects of the cluster come from, without their content.
    pub objects: BTreeMap<Key, Document>,
}

impl Origins {
    /// What has set this single value of the configuration, if anything has.
    pub fn setting(&self, path: &[String]) -> Option<&Override> {
        self.set.iter().rev().find(|change| match path.split_first() {
            Some((section, keys)) => *section == change.section && keys.starts_with(&change.keys),
            None => false,
        })
    }

    /// Whether this single value of the configuration was set.
    pub fn is_set(&self, path: &[String]) -> bool {
        self.setting(path).is_some()
    }
}

/// The flag that sets a value, as it is written.
pub(super) fn flag_of(change: &Override) -> String {
    let keys = change.keys.iter().map(|key| key.replace('.', "\\."));
    let path: Vec<String> = std::iter::once(change.section.clone()).chain(keys).collect();
    format!("--set {}={}", path.join("."), change.value)
}
