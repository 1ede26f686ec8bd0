//! What the webhooks read from the ConfigMap, worked out once for a cluster.

use crate::facts::config::{Config, NIL_DEREFERENCE, Section};
use crate::go::quantity::Quantity;
use crate::release::Release;

/// Vendors' GPU resources, which the controller counts without being told.
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
    /// The section of the ConfigMap; none if there is no ConfigMap.
    pub section: Option<&'static str>,
    /// The webhook's text.
    pub text: String,
}

/// What the defaulting webhook reads.
#[derive(Debug, Clone)]
pub struct Defaulting {
    /// The mode of services without an annotation; empty when none is configured.
    pub mode: String,
    /// Resources of custom containers, or the text with which the webhook crashes when it needs them.
    pub resources: Result<Vec<DefaultResource>, String>,
    /// Version of the ART explainer's image.
    pub art_version: String,
    pub local_models: LocalModels,
    /// Whether pods that do not choose get no service account token.
    pub withholds_token: bool,
}

/// One amount that a container gets when it sets none.
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
    /// The section is `null`, at which the webhook crashes.
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
    /// Reads the sections in the webhook's order; the first that is broken decides.
    fn read(config: &Config, release: &Release) -> Result<Defaulting, Unreadable> {
        let of = |section| move |error| Unreadable { section: Some(section), text: recovered(error) };
        if !config.present {
            let text = "configmaps \"inferenceservice-config\" not found".to_owned();
            return Err(Unreadable { section: None, text });
        }
        let first = if matches!(config.explainers, Section::Invalid(_)) { "explainers" } else { "inferenceService" };
        let services = config.inference_services().map_err(of(first))?;
        let deploy = config.deploy_defaults(release).map_err(of("deploy"))?;
        let local_models = match &config.local_model {
            Section::Invalid(error) => return Err(of("localModel")(error.clone())),
            Section::Null => LocalModels::Null,
            Section::Value(section) if section.enabled => LocalModels::On,
            Section::Value(_) | Section::Absent => LocalModels::Off,
        };
        let withholds_token = match &config.security {
            Section::Invalid(error) => return Err(of("security")(error.clone())),
            // A null section is no section; an absent one has its zero value.
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
                Err(error) => Err(format!("panic: cannot parse '{amount}': {error} [recovered]")),
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

/// A crash of the webhook as the API server shows it.
pub fn recovered(error: String) -> String {
    if error == NIL_DEREFERENCE { format!("{error} [recovered]") } else { error }
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
        let error = |data| settings(data).err().unwrap().text;
        assert_eq!(
            error(json!({"localModel": "[]", "security": "[]"})),
            "json: cannot unmarshal array into Go value of type v1beta1.LocalModelConfig"
        );
        assert_eq!(
            error(json!({"deploy": "{}", "localModel": "["})),
            "invalid deploy config, defaultDeploymentMode is required"
        );
        assert_eq!(error(json!({"deploy": "null"})), format!("{NIL_DEREFERENCE} [recovered]"));
    }

    #[test]
    fn without_a_config_map_nothing_is_admitted() {
        let release = Release::of(Version::V0_20);
        let settings = Settings::read(&Config::read(None, release), release);
        assert_eq!(settings.defaulting.err().unwrap().text, "configmaps \"inferenceservice-config\" not found");
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
            resources(r#"{"resource": {"cpuLimit": "x"}}"#).err().unwrap(),
            "panic: cannot parse 'x': quantities must match the regular expression \
             '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$' [recovered]"
        );
    }
}
