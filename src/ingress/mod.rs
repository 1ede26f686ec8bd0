//! The objects that route to a service: VirtualService, Ingress, HTTPRoutes; hosts and URLs.
//!
//! The functions here build objects and texts; which of them a pass wants, and what conditions it writes, is decided
//! where the passes are driven.

pub mod dns;
mod external_name;
mod host;
mod http_route;
mod kubernetes_ingress;
pub mod update;
mod virtual_service;

pub use external_name::build as external_name;
pub use host::{Derivation, Named, Variable};
pub use http_route::{Ports, Route, Target, build as http_route, readiness as route_readiness};
pub use kubernetes_ingress::build as kubernetes_ingress;
pub use virtual_service::build as virtual_service;

use crate::api::{Component, InferenceService, Mode, fields, keys};
use crate::cluster::Cluster;
use crate::config::{Config, Ingress};
use crate::go::url;
use crate::{Map, Value};

/// The kind of objects that lead requests to a service.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// HTTPRoutes of the Gateway API.
    HttpRoutes,
    Ingress,
    /// A VirtualService and an ExternalName Service, before Knative's gateway.
    VirtualService,
}

/// Why a service in Standard mode gets no Ingress or HTTPRoutes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Internal {
    /// It is labelled cluster-local.
    Label,
    /// The ingress domain is the cluster's.
    IngressDomain,
    /// `disableIngressCreation`.
    SwitchedOff,
}

/// What `status.url` of a service in Knative mode is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KnativeUrl {
    /// The ingress domain and the path of the path template.
    Path,
    /// The URL that Knative reports of the entry component.
    Entry,
    /// The same without the component's name.
    EntryWithoutComponent,
}

/// The section `ingress`, checked, with its defaults and compiled templates.
#[derive(Debug, Clone)]
pub struct Routing {
    pub settings: Ingress,
    templates: host::Templates,
}

impl Routing {
    /// Reads the section of a ConfigMap.
    ///
    /// # Errors
    /// The text with which the controller refuses it.
    pub fn of(config: &Config) -> Result<Routing, String> {
        let settings = config.ingress_settings()?;
        let templates = host::Templates::of(&settings);
        Ok(Routing { settings, templates })
    }

    /// The kind of objects that lead to services of a mode.
    pub fn class(&self, mode: &Mode) -> Class {
        match mode {
            Mode::Standard if self.settings.enable_gateway_api => Class::HttpRoutes,
            Mode::Standard => Class::Ingress,
            Mode::Knative | Mode::ModelMesh | Mode::Other(_) => Class::VirtualService,
        }
    }

    /// Whether a service in Standard mode gets no Ingress or HTTPRoutes, and why.
    pub fn internal(&self, service: &InferenceService) -> Option<Internal> {
        let local = service.metadata.labels.get(keys::KSERVE_VISIBILITY_LABEL).is_some_and(|v| v == "cluster-local");
        if local {
            Some(Internal::Label)
        } else if self.settings.ingress_domain == "svc.cluster.local" {
            Some(Internal::IngressDomain)
        } else if self.settings.disable_ingress_creation {
            Some(Internal::SwitchedOff)
        } else {
            None
        }
    }

    /// `status.url` of a service in Standard mode.
    ///
    /// # Errors
    /// As [`Routing::host`].
    pub fn standard_url(&self, service: &InferenceService) -> Result<String, String> {
        let host = self.host(&service.metadata.name, &service.metadata)?;
        Ok(format!("{}://{host}", self.settings.url_scheme))
    }

    /// `status.url` of a service in Knative mode, from the URL of its entry component, before it is parsed; `None` when
    /// the path template fails, which is only logged.
    pub fn knative_url(&self, service: &InferenceService, entry_url: &str) -> Option<String> {
        let settings = &self.settings;
        match self.knative_url_source() {
            KnativeUrl::Path => {
                let host = url::escape_host(&settings.ingress_domain);
                let path = url::escape_path(&self.path(&service.metadata)?.ok()?);
                let slash = if path.is_empty() || path.starts_with('/') { "" } else { "/" };
                Some(format!("{}://{host}{slash}{path}", settings.url_scheme))
            }
            KnativeUrl::Entry => Some(self.with_url_scheme(entry_url)),
            KnativeUrl::EntryWithoutComponent => {
                Some(host::without_component(&self.with_url_scheme(entry_url), entry(service).name()))
            }
        }
    }

    /// What `status.url` of services in Knative mode is made of.
    pub fn knative_url_source(&self) -> KnativeUrl {
        if self.has_path_template() {
            KnativeUrl::Path
        } else if self.settings.disable_istio_virtual_host {
            KnativeUrl::Entry
        } else {
            KnativeUrl::EntryWithoutComponent
        }
    }

    /// The URL of the entry component as the status shows it afterwards: with the configured scheme.
    pub fn with_url_scheme(&self, url: &str) -> String {
        host::with_scheme(url, &self.settings.url_scheme)
    }
}

/// The component that gets the requests of a service.
pub fn entry(service: &InferenceService) -> Component {
    match service.component(Component::Transformer) {
        Some(_) => Component::Transformer,
        None => Component::Predictor,
    }
}

/// The in-cluster host of an object of the service's namespace.
pub fn cluster_host(cluster: &Cluster, service: &InferenceService, name: &str) -> String {
    format!("{name}.{}.svc.{}", service.metadata.namespace, cluster.settings.cluster_domain)
}

/// The annotations that reach routing objects.
fn annotations(cluster: &Cluster, service: &InferenceService) -> Map {
    let filters = &cluster.config.filters;
    let all = service.metadata.annotations.iter();
    all.filter(|(key, _)| filters.keeps_annotation(key))
        .map(|(key, value)| (key.clone(), value.as_str().into()))
        .collect()
}

/// An object of the service's namespace with the controller reference; empty labels and annotations are left out.
fn object(
    (api_version, kind): (&str, &str),
    name: &str,
    service: &InferenceService,
    (labels, annotations): (Map, Map),
    spec: Value,
) -> Value {
    let filled = |entries: Map| if entries.is_empty() { Value::Null } else { entries.into() };
    let metadata = fields::object([
        ("annotations", filled(annotations)),
        ("labels", filled(labels)),
        ("name", name.into()),
        ("namespace", service.metadata.namespace.as_str().into()),
        ("ownerReferences", vec![service.owner_reference()].into()),
    ]);
    fields::object([("apiVersion", api_version.into()), ("kind", kind.into()), ("metadata", metadata), ("spec", spec)])
}

/// The path before which path-based routes of a service lie: without one trailing slash.
fn path_prefix(path: &str) -> &str {
    path.strip_suffix('/').unwrap_or(path)
}

/// Paths of explanation requests.
const EXPLAIN: &str = r"^/v1/models/[\w-]+:explain$";
/// The end of explanation requests below a path.
const EXPLAIN_SUFFIX: &str = r"(/v1/models/[\w-]+:explain)$";
