//! Templates of hosts and paths that are tried out without a service.

use std::collections::BTreeMap;

use super::derivation::{Which, items};
use super::model::Item;
use super::origin::{Origin, Places};
use super::print::{Printer, Style, members};
use crate::Cluster;
use crate::Value;
use crate::facts::hosts::{HostError, Named};
use crate::object::ObjectMeta;
use crate::release::Version;

/// A template that is tried out without a service, and what it sees.
#[derive(Debug, Clone, Default)]
pub struct Trial {
    /// Whether it is the path template, which sees name and namespace only.
    pub path: bool,
    /// The template; without one, that of the configuration.
    pub text: Option<String>,
    /// `.Name`.
    pub name: String,
    /// `.Namespace`.
    pub namespace: String,
    /// `.Labels`.
    pub labels: BTreeMap<String, String>,
    /// `.Annotations`.
    pub annotations: BTreeMap<String, String>,
}

/// What a template makes of a name.
#[derive(Debug, Clone, PartialEq)]
pub struct Tried {
    release: Version,
    items: Vec<Item>,
    /// The host or path, or the controller's error.
    pub result: Result<String, HostError>,
}

/// Why no template can be tried out.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoTrial {
    /// The controller refuses the section `ingress`, in these words.
    #[error("the section ingress is refused: {0}")]
    Refused(String),
    /// There is no template for paths.
    #[error("ingress.pathTemplate is not set")]
    NoPathTemplate,
}

/// Tries a template out in the cluster.
///
/// # Errors
/// The controller refuses the section `ingress`, or there is no template.
pub fn try_template(cluster: &Cluster, trial: &Trial) -> Result<Tried, NoTrial> {
    let mut routing = cluster.routing.clone().map_err(|error| NoTrial::Refused(error.to_string()))?;
    let Trial { name, namespace, labels, annotations, .. } = trial;
    let (which, key, derivation) = if trial.path {
        if let Some(text) = &trial.text {
            routing.set_path_template(text);
        }
        let metadata = ObjectMeta { name: name.clone(), namespace: namespace.clone(), ..ObjectMeta::default() };
        let derivation = routing.derive_path(&metadata).ok_or(NoTrial::NoPathTemplate)?;
        (Which::Path, "pathTemplate", derivation)
    } else {
        if let Some(text) = &trial.text {
            routing.set_domain_template(text);
        }
        let derivation = routing.derive_host(Named { name, namespace, labels, annotations });
        (Which::Domain, "domainTemplate", derivation)
    };
    let config = |key| Origin::of_config(cluster, "ingress", &[key]);
    let of_variable = |name: &str, _: Option<&str>| (name == "IngressDomain").then(|| config("ingressDomain"));
    let mut items = items(which, &derivation, config(key), &of_variable);
    if let (Some(text), Some(first)) = (&trial.text, items.first_mut()) {
        *first = Item::fact("template", "template", text.as_str());
    }
    Ok(Tried { release: cluster.release.version, items, result: derivation.result })
}

impl Tried {
    /// The result for people.
    pub fn to_text(&self, places: &dyn Places, style: &Style) -> String {
        let mut out = String::new();
        Printer { out: &mut out, places, release: self.release, style }.items(&self.items, 0);
        out
    }

    /// The result for programs.
    pub fn to_value(&self, places: &dyn Places) -> Value {
        Value::Object(members(&self.items, places, self.release))
    }
}
