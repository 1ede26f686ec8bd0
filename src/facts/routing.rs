//! The section `ingress`: how services are reached.

use super::config::{Config, Ingress};
use super::hosts::{self, Derivation, HostError, Named, Templates, checked_host, checked_path, path_data};
use crate::api::{InferenceService, Mode};
use crate::go::url;
use crate::object::ControllerError;
use crate::object::{ObjectMeta, keys};

/// The kind of objects that route requests to a service.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// HTTPRoutes of the Gateway API.
    HttpRoutes,
    Ingress,
    /// A VirtualService and an ExternalName Service, in front of Knative's gateway.
    VirtualService,
}

/// Why a service in Standard mode gets no Ingress or HTTPRoutes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Internal {
    /// It is labelled cluster-local.
    Label,
    /// The ingress domain is `svc.cluster.local`.
    IngressDomain,
    /// `disableIngressCreation`.
    SwitchedOff,
}

/// What `status.url` of a service in Knative mode is built from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KnativeUrl {
    /// The ingress domain and the path of the path template.
    Path,
    /// The URL that Knative reports for the entry component.
    Entry,
    /// The same, without the component's name.
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
    ///
    /// The error with which the controller refuses it.
    pub fn of(config: &Config) -> Result<Routing, ControllerError> {
        let settings = config.ingress_settings()?;
        let templates = hosts::Templates::of(&settings);
        Ok(Routing { settings, templates })
    }

    /// The kind of objects that route to services in a mode.
    pub fn class(&self, mode: &Mode) -> Class {
        match mode {
            Mode::Standard if self.settings.enable_gateway_api => Class::HttpRoutes,
            Mode::Standard => Class::Ingress,
            Mode::Knative | Mode::ModelMesh | Mode::Other(_) => Class::VirtualService,
        }
    }

    /// Why a service in Standard mode gets no Ingress or HTTPRoutes; `None` if it gets them.
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
    ///
    /// See [`Routing::host`].
    pub fn standard_url(&self, service: &InferenceService) -> Result<String, HostError> {
        let host = self.host(&service.metadata.name, &service.metadata)?;
        Ok(format!("{}://{host}", self.settings.url_scheme))
    }

    /// `status.url` of a service in Knative mode, from the URL of its entry component, before it is parsed; `None` if the path
    /// template fails, which the controller only logs.
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

    /// What `status.url` of services in Knative mode is built from.
    pub fn knative_url_source(&self) -> KnativeUrl {
        if self.has_path_template() {
            KnativeUrl::Path
        } else if self.settings.disable_istio_virtual_host {
            KnativeUrl::Entry
        } else {
            KnativeUrl::EntryWithoutComponent
        }
    }

    /// The URL of the entry component as the status shows it in the end: with the configured scheme.
    pub fn with_url_scheme(&self, url: &str) -> String {
        hosts::with_scheme(url, &self.settings.url_scheme)
    }
}

impl Routing {
    /// The host of an object: the output of the domain template for `name` and the labels and annotations of `metadata`.
    ///
    /// # Errors
    ///
    /// The template's error, or `invalid domain name …` if the result is not a fully qualified domain name.
    pub fn host(&self, name: &str, metadata: &ObjectMeta) -> Result<String, HostError> {
        let ObjectMeta { namespace, labels, annotations, .. } = metadata;
        self.host_of(Named { name, namespace, labels, annotations })
    }

    /// The host of an object with labels and annotations of its own.
    ///
    /// # Errors
    ///
    /// See [`Routing::host`].
    pub fn host_of(&self, object: Named<'_>) -> Result<String, HostError> {
        let template = (*self.templates.domain).as_ref().map_err(Clone::clone)?;
        checked_host(template.execute(&object.data(&self.settings)))
    }

    /// Replaces the domain template, to try one out.
    pub fn set_domain_template(&mut self, text: &str) {
        text.clone_into(&mut self.settings.domain_template);
        self.templates = Templates::of(&self.settings);
    }

    /// Replaces the path template, to try one out.
    pub fn set_path_template(&mut self, text: &str) {
        text.clone_into(&mut self.settings.path_template);
        self.templates = Templates::of(&self.settings);
    }

    /// Like [`Routing::host_of`], with the derivation of the host.
    pub fn derive_host(&self, object: Named<'_>) -> Derivation {
        let template = (*self.templates.domain).as_ref();
        Derivation::of(&self.settings.domain_template, template, &object.data(&self.settings), checked_host)
    }

    /// Whether services have paths on the shared domain.
    pub(crate) fn has_path_template(&self) -> bool {
        self.templates.path.is_some()
    }

    /// The decoded path of a service on the shared domain; `None` without a path template.
    ///
    /// # Errors
    ///
    /// The template's error, or one about a result that is not a path.
    pub fn path(&self, metadata: &ObjectMeta) -> Option<Result<String, HostError>> {
        let template = self.templates.path.as_ref()?;
        let template = (**template).as_ref().map_err(Clone::clone);
        Some(template.and_then(|template| checked_path(template.execute(&path_data(metadata)))))
    }

    /// Like [`Routing::path`], with the derivation of the path.
    pub fn derive_path(&self, metadata: &ObjectMeta) -> Option<Derivation> {
        let template = self.templates.path.as_ref()?;
        let text = &self.settings.path_template;
        Some(Derivation::of(text, (**template).as_ref(), &path_data(metadata), checked_path))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recorded;

    fn routing(domain_template: &str, path_template: &str) -> Routing {
        let settings = Ingress {
            domain_template: domain_template.to_owned(),
            path_template: path_template.to_owned(),
            ingress_domain: "example.com".to_owned(),
            ..Ingress::default()
        };
        Routing { templates: Templates::of(&settings), settings }
    }

    #[test]
    fn recorded_hosts() {
        let labels = [("team", "vision"), ("app.kubernetes.io/name", "iris"), ("empty", "")];
        let metadata = ObjectMeta {
            namespace: "team-a".to_owned(),
            labels: labels.map(|(key, value)| (key.to_owned(), value.to_owned())).into(),
            ..ObjectMeta::default()
        };
        let cases = recorded::primitives(include_str!("../../testdata/conformance/primitives/host.yaml"));
        recorded::check(cases, |case| {
            let text = |key: &str| case[key].as_str().expect("a string");
            routing(text("template"), "").host(text("name"), &metadata).map_err(|error| error.to_string())
        });
    }

    #[test]
    fn recorded_paths() {
        let metadata =
            ObjectMeta { name: "flower".to_owned(), namespace: "team-a".to_owned(), ..ObjectMeta::default() };
        let cases = recorded::primitives(include_str!("../../testdata/conformance/primitives/path.yaml"));
        recorded::check(cases, |case| {
            let template = case["template"].as_str().expect("a string");
            routing("", template).path(&metadata).unwrap_or(Ok(String::new())).map_err(|error| error.to_string())
        });
    }
}
