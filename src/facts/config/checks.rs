//! How the controller checks and defaults a section after decoding it, with its error texts.

use super::{Config, Deploy, InferenceServices, Ingress, Router, Section, StorageInitializer, null};
use crate::api::Mode;
use crate::go::quantity::Quantity;
use crate::go::strconv::quote;
use crate::go::template::Template;
use crate::object::ControllerError;
use crate::release::ModelcarResources;
use crate::release::Release;

/// The deployment mode of services that choose none, and the rollout strategy of Deployments.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct DeployDefaults {
    /// Empty when the section is absent.
    pub mode: String,
    /// Surge and unavailability, if the section has them.
    pub rollout: Option<super::Rollout>,
}

/// How models in OCI images are mounted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OciMode {
    /// They are not: the storage initializer is responsible.
    Disabled,
    /// A container with the image runs next to the server, which sees its files.
    Modelcar,
    /// As a volume of type `image`.
    Native,
    /// The storage initializer pulls the image.
    Fetch,
}

impl Config {
    /// The sections `inferenceService` and `explainers` combined; the first overrides the second member by member.
    ///
    /// # Errors
    ///
    /// That of the section that cannot be read; `explainers` is read first.
    pub fn inference_services(&self) -> Result<InferenceServices, ControllerError> {
        let explainers = match &self.explainers {
            Section::Invalid(error) => {
                let words = format!("unable to unmarshall explainers json string due to {error} ");
                return Err(error.refused("explainers", words));
            }
            section => section.value(),
        };
        match &self.inference_service {
            Section::Absent => Ok(InferenceServices {
                explainers: explainers.cloned().unwrap_or_default(),
                ..InferenceServices::default()
            }),
            Section::Null => Err(null("inferenceService")),
            Section::Invalid(error) => {
                let words = format!("unable to unmarshall inferenceService json string due to {error} ");
                Err(error.refused("inferenceService", words))
            }
            Section::Value(section) => Ok(section.clone()),
        }
    }

    /// The section `deploy`, with the older names of modes translated.
    ///
    /// # Errors
    ///
    /// The section is not JSON of that form, or names no mode or one that the release does not know.
    pub fn deploy_defaults(&self, release: &Release) -> Result<DeployDefaults, ControllerError> {
        let section: &Deploy = match &self.deploy {
            Section::Absent => return Ok(DeployDefaults::default()),
            Section::Null => return Err(null("deploy")),
            Section::Invalid(error) => {
                return Err(error.refused("deploy", format!("unable to parse deploy config json: {error}")));
            }
            Section::Value(section) => section,
        };
        if section.default_deployment_mode.is_empty() {
            let words = "invalid deploy config, defaultDeploymentMode is required";
            return Err(ControllerError::new(words).of_section("deploy", &[]));
        }
        let Some(mode) = Mode::parse(&section.default_deployment_mode, release) else {
            let [knative, standard] = [Mode::Knative.name(release), Mode::Standard.name(release)];
            let words = format!("invalid deployment mode. Supported modes are {knative}, {standard} and ModelMesh");
            return Err(ControllerError::new(words).of_section("deploy", &["defaultDeploymentMode"]));
        };
        let rollout = section.deployment_rollout_strategy.as_ref().and_then(|s| s.default_rollout.clone());
        Ok(DeployDefaults { mode: mode.name(release).to_owned(), rollout })
    }

    /// The section `router`, with its quantities checked.
    ///
    /// # Errors
    ///
    /// The error of the InferenceGraph controller, which crashes on anything but JSON of that form.
    pub fn router_settings(&self) -> Result<Router, ControllerError> {
        let section = match &self.router {
            Section::Value(section) => section.clone(),
            Section::Absent => Router::default(),
            Section::Null => return Err(null("router")),
            Section::Invalid(error) => {
                let words = format!("Unable to unmarshall agent json string due to {error} ");
                return Err(error.crash("router", words));
            }
        };
        for text in [&section.memory_request, &section.memory_limit, &section.cpu_request, &section.cpu_limit] {
            if let Err(error) = Quantity::parse(text) {
                let error = quote(&error.to_string());
                let words = format!("Failed to parse resource configuration for router: {error}");
                return Err(ControllerError::new(words).of_section("router", &[]));
            }
        }
        Ok(section)
    }

    /// The section `ingress`, checked and with its defaults.
    ///
    /// # Errors
    ///
    /// The section is not JSON of that form, lacks a gateway, or has a `pathTemplate` that cannot be parsed or that lacks an
    /// `ingressDomain`.
    pub fn ingress_settings(&self) -> Result<Ingress, ControllerError> {
        let mut ingress = match &self.ingress {
            Section::Absent => return Ok(with_ingress_defaults(Ingress::default())),
            Section::Null => return Err(null("ingress")),
            Section::Invalid(error) => {
                return Err(error.refused("ingress", format!("unable to parse ingress config json: {error}")));
            }
            Section::Value(section) => section.clone(),
        };
        let refused = |words: String| Err(ControllerError::new(words).of_section("ingress", &[]));
        if ingress.enable_gateway_api {
            let gateway = &ingress.kserve_ingress_gateway;
            let invalid = |what: &str| refused(format!("invalid ingress config - kserveIngressGateway {what}"));
            if gateway.is_empty() {
                return invalid("is required");
            }
            let parts: Vec<&str> = gateway.split('/').collect();
            let [namespace, name] = parts[..] else { return invalid("should be in the format <namespace>/<name>") };
            if !crate::object::dns::is_label(namespace) {
                return invalid("gateway namespace is invalid");
            }
            if !crate::object::dns::is_label(name) {
                return invalid("gateway name is invalid");
            }
        }
        if ingress.ingress_gateway.is_empty() {
            return refused("invalid ingress config - ingressGateway is required".to_owned());
        }
        if !ingress.path_template.is_empty() {
            if let Err(error) = Template::parse("path-template", &ingress.path_template) {
                return refused(format!("invalid ingress config, unable to parse pathTemplate: {error}"));
            }
            if ingress.ingress_domain.is_empty() {
                let words = "invalid ingress config - ingressDomain is required if pathTemplate is given";
                return refused(words.to_owned());
            }
        }
        if ingress.knative_local_gateway_service.is_empty() {
            ingress.knative_local_gateway_service.clone_from(&ingress.local_gateway_service);
        }
        Ok(with_ingress_defaults(ingress))
    }

    /// The section `storageInitializer`, with its quantities checked.
    ///
    /// # Errors
    ///
    /// The section is not JSON of that form, on which the controller crashes, or a quantity cannot be parsed.
    pub fn storage_initializer_settings(&self, release: &Release) -> Result<StorageInitializer, ControllerError> {
        let section = match &self.storage_initializer {
            Section::Value(section) => section.clone(),
            Section::Absent => StorageInitializer::default(),
            Section::Null => return Err(null("storageInitializer")),
            Section::Invalid(error) => {
                let words = format!("Unable to unmarshall storageInitializer json string due to {error} ");
                return Err(error.crash("storageInitializer", words));
            }
        };
        // The controller checks in the random order of a Go map; here the order is that of the documentation.
        let required = [
            ("memoryRequest", &section.memory_request),
            ("memoryLimit", &section.memory_limit),
            ("cpuRequest", &section.cpu_request),
            ("cpuLimit", &section.cpu_limit),
        ];
        let modelcar = [("cpuModelcar", &section.cpu_modelcar), ("memoryModelcar", &section.memory_modelcar)];
        let modelcar = modelcar.into_iter().filter(|(_, text)| match release.input.modelcar_resources {
            ModelcarResources::NotChecked => false,
            ModelcarResources::Optional => !text.is_empty(),
            ModelcarResources::Required => true,
        });
        for (field, text) in required.into_iter().chain(modelcar) {
            if let Err(error) = Quantity::parse(text) {
                let words =
                    format!("failed to parse resource configuration for \"storageInitializer\".\"{field}\": {error}");
                return Err(ControllerError::new(words).of_section("storageInitializer", &[field]));
            }
        }
        if release.input.oci_model_mode
            && !matches!(section.oci_model_mode.as_str(), "" | "modelcar" | "native" | "fetch")
        {
            let mode = &section.oci_model_mode;
            let words = format!(
                "invalid \"storageInitializer\".ociModelMode \"{mode}\": must be one of \"modelcar\", \"native\", \"fetch\""
            );
            return Err(ControllerError::new(words).of_section("storageInitializer", &[]));
        }
        Ok(section)
    }
}

impl StorageInitializer {
    /// How models in OCI images are mounted.
    pub fn oci_mode(&self, release: &Release) -> OciMode {
        match self.oci_model_mode.as_str() {
            _ if !release.input.oci_model_mode => match self.enable_modelcar {
                true => OciMode::Modelcar,
                false => OciMode::Disabled,
            },
            "modelcar" => OciMode::Modelcar,
            "native" => OciMode::Native,
            "fetch" => OciMode::Fetch,
            _ if self.enable_modelcar || self.enable_oci_model_support => OciMode::Modelcar,
            _ => OciMode::Disabled,
        }
    }
}

fn with_ingress_defaults(mut ingress: Ingress) -> Ingress {
    let default = |field: &mut String, value: &str| {
        if field.is_empty() {
            value.clone_into(field);
        }
    };
    default(&mut ingress.domain_template, "{{ .Name }}-{{ .Namespace }}.{{ .IngressDomain }}");
    default(&mut ingress.ingress_domain, "example.com");
    default(&mut ingress.url_scheme, "http");
    default(&mut ingress.model_based_routing_header_name, "X-Gateway-Model-Name");
    default(&mut ingress.model_based_routing_mode, "enabled");
    ingress
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::recorded;
    use crate::release::Version;
    use crate::{Map, Value};

    #[test]
    fn recorded_ingress_sections() {
        let cases = recorded::primitives(include_str!("../../../testdata/conformance/primitives/ingress-config.yaml"));
        for case in cases {
            let data = Map::from_iter([("ingress".to_owned(), case["ingress"].clone())]);
            let expected = match case["error"].as_str() {
                Some(error) => Err(error.to_owned()),
                None => Ok(case["result"].clone()),
            };
            let found = Config::read(Some(&data), Release::of(Version::NEWEST))
                .ingress_settings()
                .map(|ingress| set_fields(&ingress))
                .map_err(ControllerError::into_text);
            assert_eq!(found, expected, "{case}");
        }
    }

    /// The fields of a section that are set, which is what the recordings show.
    fn set_fields(ingress: &Ingress) -> Value {
        let mut told = json!({
            "additionalIngressDomains": ingress.additional_ingress_domains,
            "domainTemplate": ingress.domain_template,
            "ingressDomain": ingress.ingress_domain,
            "ingressGateway": ingress.ingress_gateway,
            "modelBasedRoutingHeaderName": ingress.model_based_routing_header_name,
            "modelBasedRoutingMode": ingress.model_based_routing_mode,
            "pathTemplate": ingress.path_template,
            "urlScheme": ingress.url_scheme,
        });
        if let Some(fields) = told.as_object_mut() {
            fields.retain(|_, value| !value.is_null() && *value != "");
        }
        told
    }
}
