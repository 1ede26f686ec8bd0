//! Notes on what is assumed or left out.

use crate::facts::ASSUMED_ADDRESS;
use crate::release::Version;

/// The command that prints what the presets of a release leave out.
const GET_PRESETS: &str = "kubectl get llminferenceserviceconfigs -n kserve -o yaml";

/// The note on a preset whose launch script is left out.
pub fn scripts_note(release: Version) -> String {
    format!(
        "the launch scripts of the presets that {} ships are left out here; `{GET_PRESETS}` gets those of a cluster, for \
         --context",
        release.name()
    )
}

/// The note on assumed Gateways.
pub fn gateways_note(assumed: &[String]) -> Option<String> {
    let what = match assumed {
        [] => return None,
        [one] => format!("Gateway {one} is"),
        several => format!("Gateways {} are", several.join(" and ")),
    };
    Some(format!(
        "nothing is said of the cluster's Gateways: {what} assumed, with the address {ASSUMED_ADDRESS}; \
         `kubectl get gateways,gatewayclasses,httproutes -A -o yaml` prints what the cluster has, for --context"
    ))
}
