//! What the webhooks read from the ConfigMap, computed once for a cluster.

use crate::facts::config::{Config, Section};
use crate::go::quantity::Quantity;
use crate::object::ControllerError;
use crate::release::Release;

/// Vendors' GPU resources, which the controller counts without configuration.
const GPU_TYPES: [&str; 4] = ["nvidia.com/gpu", "amd.com/gpu", "intel.com/gpu", "habana.ai/gaudi"];

/// What the webhooks read from the ConfigMap.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The defaulting webhook's settings, or why it refuses every service.
    pub defaulting: Result<Defaulting, Unreadable>,
    /// Resources that count as GPUs.
    pub gpu_types: Vec<String>,
}

/// Why the defaulting webhook refuses every service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unreadable {
    /// The section of the ConfigMap; `None` if there is no ConfigMap.
    pub section: Option<&'static str>,
    /// The webhook's error.
    pub error: ControllerError,
}

/// What the defaulting webhook reads.
#[derive(Debug, Clone)]
pub struct Defaulting {
    /// The mode of services without an annotation; empty if none is configured.
    pub mode: String,
    /// Resources of custom containers, or the error with which the webhook crashes when it needs them.
    pub resources: Result<Vec<DefaultResource>, ControllerError>,
    /// The version of the ART explainer's image.
    pub art_version: String,
    pub local_models: LocalModels,
    /// Whether pods that do not set it get no service account token.
    pub withholds_token: bool,
}

/// An amount that a container gets if it sets none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DefaultResource {
    /// `requests` or `limits`.
    pub list: &'static str,
    /// `cpu` or `memory`.
    pub name: &'static str,
    pub amount: String,
}

/// The section `localModel`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LocalModels {
    Off,
    On,
    /// The section is `null`, on which the webhook crashes.
    Null,
}

impl Settings {
    pub fn read(config: &Config, release: &Release) -> Settings {
        let custom = config.multi_node.value().map(|section| section.custom_gpu_resource_type_list.as_slice());
        let mut gpu_types: Vec<String> = GPU_TYPES.map(str::to_owned).to_vec();
        for gpu_type in custom.unwrap_or_default() {
            if !gpu_types.contains(gpu_type) {
                gpu_types.push(gpu_type.clone());
            }
        }
        Settings { defaulting: Defaulting::read(config, release), gpu_types }
    }
}

impl Defaulting {
    /// Reads the sections in the webhook's order; the first broken one decides.
    fn read(config: &Config, release: &Release) -> Result<Defaulting, Unreadable> {
        let of =
            |section| move |error: ControllerError| Unreadable { section: Some(section), error: error.recovered() };
        config.exists().map_err(|missing| Unreadable { section: None, error: missing.into() })?;
        let first = if matches!(config.explainers, Section::Invalid(_)) { "explainers" } else { "inferenceService" };
        let services = config.inference_services().map_err(of(first))?;
        let deploy = config.deploy_defaults(release).map_err(of("deploy"))?;
        let local_models = match &config.local_model {
            Section::Invalid(error) => return Err(of("localModel")(error.refused("localModel", error.to_string()))),
            Section::Null => LocalModels::Null,
            Section::Value(section) if section.enabled => LocalModels::On,
            Section::Value(_) | Section::Absent => LocalModels::Off,
        };
        let withholds_token = match &config.security {
            Section::Invalid(error) => return Err(of("security")(error.refused("security", error.to_string()))),
            // A null section counts as absent; an absent one has its zero value.
            Section::Null => false,
            Section::Absent => true,
            Section::Value(section) => !section.auto_mount_service_account_token,
        };
        let resource = &services.resource;
        let amounts = [
            ("requests", "cpu", &resource.cpu_request),
            ("requests", "memory", &resource.memory_request),
            ("limits", "cpu", &resource.cpu_limit),
            ("limits", "memory", &resource.memory_limit),
        ];
        let resources = amounts
            .into_iter()
            .filter(|(_, _, amount)| !amount.is_empty())
            .map(|(list, name, amount)| match Quantity::parse(amount) {
                Ok(quantity) => Ok(DefaultResource { list, name, amount: quantity.to_string() }),
                Err(error) => Err(ControllerError::recovered_crash(format_args!("cannot parse '{amount}': {error}"))),
            })
            .collect();
        Ok(Defaulting {
            mode: deploy.mode,
            resources,
            art_version: services.explainers.art.default_image_version,
            local_models,
            withholds_token,
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::Value;
    use crate::release::Version;

    fn settings(data: Value) -> Result<Defaulting, Unreadable> {
        let release = Release::of(Version::V0_20);
        Settings::read(&Config::read(data.as_object(), release), release).defaulting
    }

    #[test]
    fn sections_are_read_in_order() {
        let error = |data| settings(data).err().unwrap().error.into_text();
        assert_eq!(
            error(json!({"localModel": "[]", "security": "[]"})),
            "json: cannot unmarshal array into Go value of type v1beta1.LocalModelConfig"
        );
        assert_eq!(
            error(json!({"deploy": "{}", "localModel": "["})),
            "invalid deploy config, defaultDeploymentMode is required"
        );
        assert_eq!(
            error(json!({"deploy": "null"})),
            "panic: runtime error: invalid memory address or nil pointer dereference [recovered]"
        );
    }

    #[test]
    fn without_a_config_map_nothing_is_admitted() {
        let release = Release::of(Version::V0_20);
        let settings = Settings::read(&Config::read(None, release), release);
        assert_eq!(settings.defaulting.err().unwrap().error.text(), "configmaps \"inferenceservice-config\" not found");
    }

    #[test]
    fn an_absent_security_section_withholds_the_token_and_a_null_one_does_not() {
        assert!(settings(json!({})).unwrap().withholds_token);
        assert!(!settings(json!({"security": "null"})).unwrap().withholds_token);
        assert!(settings(json!({"security": "{}"})).unwrap().withholds_token);
    }

    #[test]
    fn default_resources_are_canonical_and_a_broken_one_is_found_when_needed() {
        let resources = |text: &str| settings(json!({"inferenceService": text})).unwrap().resources;
        assert_eq!(
            resources(r#"{"resource": {"cpuLimit": "1000m"}}"#).unwrap(),
            [DefaultResource { list: "limits", name: "cpu", amount: "1".into() }]
        );
        assert_eq!(
            resources(r#"{"resource": {"cpuLimit": "x"}}"#).err().unwrap().text(),
            "panic: cannot parse 'x': quantities must match the regular expression \
             '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$' [recovered]"
        );
    }
}
