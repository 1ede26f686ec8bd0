//! The section `ingress`: how services are reached.

use super::config::{Config, Ingress};
use super::hosts;
use crate::api::{InferenceService, Mode};
use crate::go::url;
use crate::object::keys;

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
    pub(crate) templates: hosts::Templates,
}

impl Routing {
    /// Reads the section of a ConfigMap.
    ///
    /// # Errors
    /// The text with which the controller refuses it.
    pub fn of(config: &Config) -> Result<Routing, String> {
        let settings = config.ingress_settings()?;
        let templates = hosts::Templates::of(&settings);
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
                Some(hosts::without_component(&self.with_url_scheme(entry_url), service.entry().name()))
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
        hosts::with_scheme(url, &self.settings.url_scheme)
    }
}
