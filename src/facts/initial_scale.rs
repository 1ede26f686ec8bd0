//! The initial scale of Knative's revisions, as far as the configuration of its autoscaler allows it.

use std::collections::BTreeMap;

use crate::facts::Cluster;
use crate::go::strconv;
use crate::object::ControllerError;
use crate::object::string_map;

const INITIAL_SCALE: &str = "autoscaling.knative.dev/initial-scale";

/// Drops an initial scale that is not a number, or that the configuration of Knative's autoscaler does not allow. A missing configuration
/// counts as empty. The dropped annotation is then not passed on to any child object.
///
/// # Errors
///
/// Go's text for a setting that is not a boolean.
pub(crate) fn drop_refused_initial_scale(
    cluster: &Cluster,
    annotations: &mut BTreeMap<String, String>,
) -> Result<(), ControllerError> {
    let config = cluster.knative_config("config-autoscaler");
    let data = config.map(|config| string_map(config.get("data"))).unwrap_or_default();
    let allow_zero = match data.get("allow-zero-initial-scale") {
        None => false,
        Some(text) => strconv::parse_bool(text).map_err(|error| ControllerError::new(error.to_string()))?,
    };
    if let Some(text) = annotations.get(INITIAL_SCALE) {
        let scale = strconv::atoi(text).ok();
        if scale.is_none() || scale == Some(0) && !allow_zero {
            annotations.remove(INITIAL_SCALE);
        }
    }
    Ok(())
}
