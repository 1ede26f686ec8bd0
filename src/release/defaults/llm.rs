//! The presets for large language models that each release ships, as far as they are configuration. Launch scripts are
//! left out: a stand-in keeps their expressions, so that what decides how a service is rendered is the same.

use std::collections::BTreeMap;

use serde_json::json;

use super::{PerRelease, Version, with_releases};
use crate::Value;
use crate::object::Kind;

/// The first line of what stands for a launch script.
pub const STAND_IN: &str = "# stands for the launch script of this preset";

/// The file of presets of a release, if it ships any.
const fn file(version: Version) -> Option<&'static str> {
    macro_rules! table {
        ($($variant:ident $name:literal $patch:literal {
            $(changes $changes:literal)? $(presets $presets:literal)?
        };)*) => {
            match version {
                $($(Version::$variant => Some(include_str!($presets)),)?)*
                _ => None,
            }
        };
    }
    with_releases!(table)
}

/// The LLMInferenceServiceConfigs that a release ships, by name; none before there were any. Read when first asked for.
pub fn presets(version: Version) -> &'static BTreeMap<String, Value> {
    static READ: PerRelease<BTreeMap<String, Value>> = PerRelease::empty();
    READ.get(version, || read(version))
}

fn read(version: Version) -> BTreeMap<String, Value> {
    let config = |(name, spec): (String, Value)| {
        let config = json!({
            "apiVersion": Kind::LlmInferenceServiceConfig.api_version(),
            "kind": Kind::LlmInferenceServiceConfig.name(),
            "metadata": { "name": name, "namespace": "kserve" },
            "spec": spec,
        });
        (name, config)
    };
    file(version).map(super::read).unwrap_or_default().into_iter().map(config).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_release_with_the_controller_ships_all_presets_of_its_file_without_scripts() {
        let mut before = false;
        for version in Version::ALL {
            let presets = presets(version);
            let named = file(version).unwrap_or_default().lines().filter(|line| line.starts_with("kserve-config-llm-"));
            assert_eq!(presets.len(), named.count(), "{version:?}");
            assert!(!presets.is_empty() || !before, "{version:?}: the table of releases names no presets");
            before = !presets.is_empty();
            for (name, preset) in presets {
                let text = preset.to_string();
                assert!(!text.contains("vllm serve"), "{name}");
            }
        }
        assert!(presets(Version::NEWEST)["kserve-config-llm-template"].to_string().contains(STAND_IN));
    }
}
