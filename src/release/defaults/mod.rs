//! What each release ships: ConfigMap, cluster serving runtimes and storage container.

use super::Version;

/// The objects that `version` ships, as a YAML stream.
pub fn text(version: Version) -> &'static str {
    match version {
        Version::V0_15 => include_str!("v0.15.yaml"),
        Version::V0_16 => include_str!("v0.16.yaml"),
        Version::V0_17 => include_str!("v0.17.yaml"),
        Version::V0_18 => include_str!("v0.18.yaml"),
        Version::V0_19 => include_str!("v0.19.yaml"),
        Version::V0_20 => include_str!("v0.20.yaml"),
    }
}
