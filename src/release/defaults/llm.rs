//! The presets for large language models that each release ships, as far as they are configuration. Launch scripts are
//! left out: a stand-in keeps their expressions, so that what decides about a service is the same.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde_json::json;

use super::Version;
use crate::input::yaml;
use crate::{Map, Value};

/// The first line of what stands for a launch script.
pub const STAND_IN: &str = "# stands for the launch script of this preset";

const PRESETS: [(Version, &str); 4] = [
    (Version::V0_17, include_str!("llm/v0.17.yaml")),
    (Version::V0_18, include_str!("llm/v0.18.yaml")),
    (Version::V0_19, include_str!("llm/v0.19.yaml")),
    (Version::V0_20, include_str!("llm/v0.20.yaml")),
];

/// The LLMInferenceServiceConfigs that a release ships, by name; none before there were any. Read when first asked for.
#[expect(clippy::indexing_slicing, reason = "there is one for each release")]
pub fn presets(version: Version) -> &'static BTreeMap<String, Value> {
    static READ: [OnceLock<BTreeMap<String, Value>>; Version::ALL.len()] =
        [const { OnceLock::new() }; Version::ALL.len()];
    READ[version as usize].get_or_init(|| {
        let text = PRESETS.iter().find(|(release, _)| *release == version).map_or("", |(_, text)| text);
        let specs = match yaml::parse(text) {
            Ok(yaml::Parsed { value: Value::Object(specs), .. }) => specs,
            _ => Map::new(),
        };
        let config = |(name, spec): (String, Value)| {
            let config = json!({
                "apiVersion": "serving.kserve.io/v1alpha2",
                "kind": "LLMInferenceServiceConfig",
                "metadata": { "name": name, "namespace": "kserve" },
                "spec": spec,
            });
            (name, config)
        };
        specs.into_iter().map(config).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_release_with_the_controller_ships_presets_without_scripts() {
        let counts = Version::ALL.map(|version| presets(version).len());
        assert_eq!(counts, [0, 0, 8, 8, 8, 10]);
        for version in Version::ALL {
            for (name, preset) in presets(version) {
                let text = preset.to_string();
                assert!(!text.contains("vllm serve"), "{name}");
            }
        }
        assert!(presets(Version::NEWEST)["kserve-config-llm-template"].to_string().contains(STAND_IN));
    }
}
