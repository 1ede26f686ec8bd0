//! The controller's settings, read from the ConfigMap `inferenceservice-config` at the start of each pass.

use crate::facts::Cluster;
use crate::facts::config::{Credentials, Ingress, OciMode, Section, StorageInitializer, WvaPrometheus, null};
use crate::object::ControllerError;

/// Which routes have rules that match the model header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RoutingMode {
    /// Routes whose Gateways support it.
    Enabled,
    /// All routes.
    Forced,
    /// No routes.
    Disabled,
}

/// The settings for all LLMInferenceServices of a cluster.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The namespace and name of the default Gateway.
    pub gateway: (String, String),
    /// The preferred scheme of the URL in the status.
    pub url_scheme: String,
    /// Whether servers and schedulers use TLS.
    pub tls: bool,
    /// The header that carries the model's name.
    pub model_header: String,
    pub routing_mode: RoutingMode,
    pub storage_initializer: StorageInitializer,
    pub oci_mode: OciMode,
    pub credentials: Credentials,
    /// The annotation to which the expiry of a certificate is written, and the others from which it is read.
    pub expiration_annotations: Vec<String>,
    /// The Prometheus that KEDA queries; `None` without that section.
    pub prometheus: Option<WvaPrometheus>,
}

/// The default annotation for the expiry of a certificate.
const EXPIRATION_ANNOTATION: &str = "certificates.kserve.io/expiration";

impl Settings {
    /// Reads the sections in the controller's order.
    ///
    /// # Errors
    /// The text for the section that cannot be read, without the prefix `failed to load ingress config: ` that
    /// the controller adds at the start of a pass.
    pub fn read(cluster: &Cluster) -> Result<Settings, ControllerError> {
        let config = &cluster.config;
        config.exists()?;
        let converting = |what: &str| {
            let what = what.to_owned();
            move |error: ControllerError| {
                error.within(format_args!("failed to convert InferenceServiceConfigMap to {what}"))
            }
        };
        let ingress = config.ingress_settings().map_err(converting("IngressConfig"))?;
        let storage_initializer =
            config.storage_initializer_settings(&cluster.release).map_err(converting("StorageInitializerConfig"))?;
        let credentials = read(&config.credentials, "unable to parse credential config json")
            .map_err(converting("CredentialConfig"))?
            .unwrap_or_default();
        let scheduler =
            read(&config.scheduler, "failed to parse scheduler config: unable to parse scheduler config json")?;
        let mut expiration_annotations =
            scheduler.map(|scheduler| scheduler.expiration_annotations).unwrap_or_default();
        if expiration_annotations.is_empty() {
            expiration_annotations.push(EXPIRATION_ANNOTATION.to_owned());
        }
        let autoscaling = read(
            &config.autoscaling_wva_controller_config,
            "failed to parse autoscaling-wva-controller-config config json",
        )?;
        Ok(Settings {
            gateway: gateway(&ingress, &cluster.settings.kserve_namespace),
            tls: ingress.enable_llm_inference_service_tls,
            routing_mode: match ingress.model_based_routing_mode.to_lowercase().as_str() {
                "forced" => RoutingMode::Forced,
                "disabled" => RoutingMode::Disabled,
                _ => RoutingMode::Enabled,
            },
            url_scheme: ingress.url_scheme,
            model_header: ingress.model_based_routing_header_name,
            oci_mode: storage_initializer.oci_mode(&cluster.release),
            storage_initializer,
            credentials,
            expiration_annotations,
            prometheus: autoscaling.map(|autoscaling| autoscaling.prometheus),
        })
    }
}

/// Reads a section; `null` counts as an empty one.
fn read<T: Clone + Default>(section: &Section<T>, prefix: &str) -> Result<Option<T>, ControllerError> {
    match section {
        Section::Value(section) => Ok(Some(section.clone())),
        Section::Null => Ok(Some(T::default())),
        Section::Absent => Ok(None),
        Section::Invalid(error) => Err(ControllerError::new(format!("{prefix}: {error}"))),
    }
}

/// `namespace/name`, or only the name of a Gateway in the controller's namespace.
fn gateway(ingress: &Ingress, system: &str) -> (String, String) {
    let text = &ingress.kserve_ingress_gateway;
    match text.split('/').collect::<Vec<_>>()[..] {
        [namespace, name] => (namespace.to_owned(), name.to_owned()),
        _ => (system.to_owned(), text.clone()),
    }
}

/// The storage initializer's section, which the controller reads for the CA bundle before the other settings.
///
/// # Errors
/// The controller's text.
pub fn ca_bundle_source(cluster: &Cluster) -> Result<StorageInitializer, ControllerError> {
    cluster.config.exists()?;
    match &cluster.config.storage_initializer {
        Section::Value(section) => Ok(section.clone()),
        Section::Absent => Ok(StorageInitializer::default()),
        Section::Null => Err(null("storageInitializer")),
        Section::Invalid(error) => {
            Err(ControllerError::new(format!("unable to unmarshal storage initializer json string due to {error} ")))
        }
    }
}
