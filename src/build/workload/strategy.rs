//! How a Deployment replaces its pods.

use super::extension::Extension;
use crate::facts::Cluster;
use crate::object::fields::{map, object, text};
use crate::{Map, Value};

const ROLLING_UPDATE: &str = "RollingUpdate";

/// The fields of a Deployment's spec that control how it replaces its pods: `strategy`, `revisionHistoryLimit` and
/// `progressDeadlineSeconds`.
pub(super) fn settings(cluster: &Cluster, extension: Extension<'_>) -> Map {
    let defaults = [("revisionHistoryLimit", 10.into()), ("progressDeadlineSeconds", 600.into())];
    let Some(given) = extension.spec.deployment_strategy() else {
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

/// The default strategy: a quarter of the pods at a time, or what the ConfigMap says. The ConfigMap's strategy takes effect only
/// if Standard is the configured default mode, whatever the mode of the service itself.
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

/// Replaces workers all at once, when the new ones are available, because they belong to one head.
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::Value;
    use crate::build::workload::testing::{cluster, cluster_of, multi_node, object, plan, predictor};
    use crate::object::Kind;
    use crate::release::Version;

    const ROLLOUT: &str = r#"{"defaultDeploymentMode": "RawDeployment",
        "deploymentRolloutStrategy": {"defaultRollout": {"maxSurge": "1"}}}"#;

    fn rolling(max_surge: &str, max_unavailable: &str) -> Value {
        json!({ "type": "RollingUpdate", "rollingUpdate": { "maxSurge": max_surge, "maxUnavailable": max_unavailable } })
    }

    fn spec(version: Version, extension: Value) -> Value {
        object(&cluster_of(version, &[]), predictor(&[], extension), Kind::Deployment)["spec"].clone()
    }

    #[test]
    fn a_quarter_at_a_time_unless_configured() {
        let strategy = |section: &str| {
            let cluster = cluster(&[("deploy", section)]);
            object(&cluster, predictor(&[], json!({})), Kind::Deployment)["spec"]["strategy"].clone()
        };
        assert_eq!(strategy("{"), rolling("25%", "25%"));
        assert_eq!(strategy(ROLLOUT), rolling("1", "25%"));
        // Only the configured default mode matters, not that of the service.
        assert_eq!(strategy(&ROLLOUT.replace("RawDeployment", "Knative")), rolling("25%", "25%"));
    }

    #[test]
    fn the_configured_rollout_is_not_known_to_0_15() {
        let cluster = cluster_of(Version::V0_15, &[("deploy", ROLLOUT)]);
        let strategy = object(&cluster, predictor(&[], json!({})), Kind::Deployment)["spec"]["strategy"].clone();
        assert_eq!(strategy, rolling("25%", "25%"));
    }

    #[test]
    fn a_custom_strategy_is_kept() {
        let own = json!({ "deploymentStrategy": { "type": "RollingUpdate" } });
        let new = spec(Version::V0_20, own.clone());
        assert_eq!(new["strategy"], json!({ "type": "RollingUpdate" }));
        assert_eq!((new.get("revisionHistoryLimit"), new.get("progressDeadlineSeconds")), (None, None));
        let old = spec(Version::V0_15, own);
        assert_eq!(old["strategy"], rolling("25%", "25%"));
        assert_eq!((&old["revisionHistoryLimit"], &old["progressDeadlineSeconds"]), (&json!(10), &json!(600)));
        let recreate = json!({ "deploymentStrategy": { "type": "Recreate" } });
        assert_eq!(spec(Version::V0_15, recreate)["strategy"], json!({ "type": "Recreate" }));
        assert_eq!(spec(Version::V0_15, json!({ "deploymentStrategy": {} }))["strategy"], rolling("25%", "25%"));
    }

    #[test]
    fn workers_are_replaced_all_at_once() {
        let worker = |extension: Value| {
            let steps = plan(&cluster(&[]), multi_node(extension)).steps;
            steps[4].desired["spec"]["strategy"].clone()
        };
        assert_eq!(worker(json!({})), rolling("100%", "0%"));
        let own = json!({ "deploymentStrategy": { "rollingUpdate": { "maxSurge": 1 } } });
        assert_eq!(worker(own.clone()), own["deploymentStrategy"]);
    }
}
