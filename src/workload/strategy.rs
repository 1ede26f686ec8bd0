//! How a Deployment replaces its pods.

use super::extension::Extension;
use crate::api::fields::{map, object, text};
use crate::cluster::Cluster;
use crate::{Map, Value};

const ROLLING_UPDATE: &str = "RollingUpdate";

/// The members of a Deployment's spec that say how it replaces its pods: `strategy`, `revisionHistoryLimit` and
/// `progressDeadlineSeconds`.
pub(super) fn settings(cluster: &Cluster, extension: Extension<'_>) -> Map {
    let defaults = [("revisionHistoryLimit", 10.into()), ("progressDeadlineSeconds", 600.into())];
    let Some(given) = extension.deployment_strategy() else {
        let mut settings = map(defaults);
        settings.insert("strategy".into(), default_strategy(cluster));
        return settings;
    };
    let mut strategy = given.clone();
    if !cluster.release.workloads.completes_deployment_strategy {
        return map([("strategy", strategy.into())]);
    }
    if text(&strategy, "type").is_empty() {
        strategy.insert("type".into(), ROLLING_UPDATE.into());
    }
    if text(&strategy, "type") == ROLLING_UPDATE && strategy.get("rollingUpdate").is_none_or(Value::is_null) {
        strategy.insert("rollingUpdate".into(), rolling_update("25%", "25%"));
    }
    let mut settings = map(defaults);
    settings.insert("strategy".into(), strategy.into());
    settings
}

/// A quarter of the pods at a time, or what the ConfigMap says. That counts only where Standard is the
/// configured default mode, whatever the mode of the service at hand.
fn default_strategy(cluster: &Cluster) -> Value {
    let rollout = cluster
        .config
        .deploy_defaults(&cluster.release)
        .ok()
        .filter(|deploy| cluster.release.workloads.rollout_from_config && deploy.mode == "Standard")
        .and_then(|deploy| deploy.rollout)
        .unwrap_or_default();
    let or_quarter = |configured: &str| if configured.is_empty() { "25%".to_owned() } else { configured.to_owned() };
    object([
        ("rollingUpdate", rolling_update(&or_quarter(&rollout.max_surge), &or_quarter(&rollout.max_unavailable))),
        ("type", ROLLING_UPDATE.into()),
    ])
}

/// Workers are replaced all at once, when the new ones are there: they belong to one head.
pub(super) fn replace_workers_at_once(settings: &mut Map) {
    if let Some(strategy) = settings.get_mut("strategy").and_then(Value::as_object_mut)
        && text(strategy, "type") == ROLLING_UPDATE
    {
        strategy.insert("rollingUpdate".into(), rolling_update("100%", "0%"));
    }
}

fn rolling_update(max_surge: &str, max_unavailable: &str) -> Value {
    object([("maxSurge", max_surge.into()), ("maxUnavailable", max_unavailable.into())])
}
