//! What the API server and the webhooks of Knative and OpenTelemetry add to objects.
//!
//! The controller compares an existing object with the desired one only after a dry run has filled in the same defaults. Without
//! a server, the defaults are taken over from the existing object.

use serde_json::json;

use crate::Value;
use crate::object::Kind;

/// How deep objects are searched; none of the controller's objects is deeper.
const MAX_DEPTH: usize = 64;

/// Whether a member with this name and value, which the controller did not set, comes from the server.
type IsDefault = fn(&str, &Value) -> bool;

/// The desired object as the server would store it: with the defaults of the existing one, and without what the server drops.
pub(crate) fn adopt(desired: &Value, existing: &Value) -> Value {
    let mut adopted = desired.clone();
    let kind = Kind::of(existing);
    if kind == Some(Kind::KnativeService) {
        super::knative::drop_unknown(&mut adopted, existing);
    }
    let is_default: IsDefault = match kind {
        Some(Kind::HorizontalPodAutoscaler) => is_default_of_hpa,
        Some(Kind::ResourceClaimTemplate) => is_default_of_claim,
        Some(Kind::KnativeService) => |key, value| is_default_of_revision(key, value) || is_default(key, value),
        _ => is_default,
    };
    if let (Some(spec), Some(existing)) = (adopted.get_mut("spec"), existing.get("spec")) {
        fill(spec, existing, is_default, MAX_DEPTH);
    }
    adopted
}

fn fill(desired: &mut Value, existing: &Value, is_default: IsDefault, depth: usize) {
    let Some(depth) = depth.checked_sub(1) else { return };
    match (desired, existing) {
        (Value::Object(desired), Value::Object(existing)) => {
            let account = desired.get("serviceAccountName").cloned();
            let is_pod = desired.contains_key("containers");
            for (key, value) in existing {
                match desired.get_mut(key) {
                    Some(own) if (own == "" || own.is_null()) && is_default(key, value) => own.clone_from(value),
                    Some(own) => fill(own, value, is_default, depth),
                    // The older name of another field, which the server keeps equal to it.
                    None if key == "serviceAccount" && account.as_ref() != Some(value) => {}
                    // A container without it is none that goes on beside the others.
                    None if key == "restartPolicy" && !is_pod => {}
                    None if is_default(key, value) => {
                        desired.insert(key.clone(), value.clone());
                    }
                    None => {}
                }
            }
        }
        (Value::Array(desired), Value::Array(existing)) => {
            for (index, own) in desired.iter_mut().enumerate() {
                let name = own.get("name").and_then(Value::as_str);
                let counterpart = match name {
                    Some(name) => existing.iter().find(|other| other.get("name").and_then(Value::as_str) == Some(name)),
                    None => existing.get(index),
                };
                if let Some(counterpart) = counterpart {
                    fill(own, counterpart, is_default, depth);
                }
            }
        }
        _ => {}
    }
}

/// Whether a member that the controller did not set comes from the server. Nearly every default has a name of its own, so its place need
/// not be checked.
fn is_default(key: &str, value: &Value) -> bool {
    match key {
        // Allocated by the server.
        "clusterIP" | "clusterIPs" | "ipFamilies" | "ipFamilyPolicy" => true,
        "creationTimestamp" => value.is_null(),
        "resources" | "strategy" | "securityContext" | "emptyDir" => *value == json!({}),
        // Services, and the update strategy of Deployments.
        "type" => matches!(value.as_str(), Some("ClusterIP" | "RollingUpdate" | "")),
        "sessionAffinity" => value == "None",
        "internalTrafficPolicy" => value == "Cluster",
        "protocol" => value == "TCP",
        // Deployments and their pods; in OpenTelemetryCollectors, the operator's choice.
        "replicas" => value == 1,
        "revisionHistoryLimit" => value == 10,
        "progressDeadlineSeconds" => value == 600,
        "maxSurge" | "maxUnavailable" => value == "25%",
        "rollingUpdate" => *value == json!({ "maxSurge": "25%", "maxUnavailable": "25%" }),
        "dnsPolicy" => value == "ClusterFirst",
        "restartPolicy" => value == "Always",
        "schedulerName" => value == "default-scheduler",
        "terminationGracePeriodSeconds" => value == 30,
        "terminationMessagePath" => value == "/dev/termination-log",
        "terminationMessagePolicy" => value == "File",
        "imagePullPolicy" | "pullPolicy" => matches!(value.as_str(), Some("Always" | "IfNotPresent")),
        "serviceAccount" => value.is_string(),
        "apiVersion" => value == "v1",
        "defaultMode" => value == 420,
        "scheme" => value == "HTTP",
        "path" => value == "/",
        "service" => value == "",
        "periodSeconds" => value == 10,
        "successThreshold" => value == 1,
        "failureThreshold" => value == 3,
        "timeoutSeconds" => value == 1,
        // OpenTelemetryCollectors.
        "managementState" => value == "managed",
        "upgradeStrategy" => value == "automatic",
        "configVersions" => value == 3,
        "allocationStrategy" => value == "consistent-hashing",
        "filterStrategy" => value == "relabel-config",
        "collectorNotReadyGracePeriod" | "collectorTargetReloadInterval" | "scrapeInterval" => value == "30s",
        _ => false,
    }
}

/// The same for what is in revisions of Knative Services beside that of all pods.
fn is_default_of_revision(key: &str, value: &Value) -> bool {
    match key {
        "timeoutSeconds" | "responseStartTimeoutSeconds" => value == 300,
        "containerConcurrency" => value == 0,
        "enableServiceLinks" => value == false,
        "readOnly" => value == true,
        "readinessProbe" => *value == json!({ "successThreshold": 1, "tcpSocket": { "port": 0 } }),
        _ => false,
    }
}

/// The same for HorizontalPodAutoscalers: the server completes the rules of scaling wherever there is a `behavior`, and gives a metric
/// to those without any. KEDA has rules with the same names, which nothing completes.
fn is_default_of_hpa(key: &str, value: &Value) -> bool {
    let percent = || json!({ "periodSeconds": 15, "type": "Percent", "value": 100 });
    let down = || json!([percent()]);
    let up = || json!([{ "periodSeconds": 15, "type": "Pods", "value": 4 }, percent()]);
    match key {
        "selectPolicy" => value == "Max",
        "stabilizationWindowSeconds" => value == 0,
        "policies" => *value == up() || *value == down(),
        "scaleUp" => *value == json!({ "policies": up(), "selectPolicy": "Max", "stabilizationWindowSeconds": 0 }),
        "scaleDown" => *value == json!({ "policies": down(), "selectPolicy": "Max" }),
        "metrics" => {
            let target = json!({ "averageUtilization": 80, "type": "Utilization" });
            *value == json!([{ "resource": { "name": "cpu", "target": target }, "type": "Resource" }])
        }
        _ => false,
    }
}

/// The same for ResourceClaimTemplates: a request is for one device, or for an exact number of them.
fn is_default_of_claim(key: &str, value: &Value) -> bool {
    match key {
        "allocationMode" => value == "ExactCount",
        "count" => value == 1,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn adopted(desired: Value, existing: Value) -> Value {
        adopt(&json!({ "spec": desired }), &json!({ "spec": existing }))["spec"].clone()
    }

    #[test]
    fn rules_of_scaling_are_completed_for_horizontal_pod_autoscalers_only() {
        let down =
            json!({ "policies": [{ "type": "Percent", "value": 100, "periodSeconds": 15 }], "selectPolicy": "Max" });
        let window = json!({ "policies": down["policies"], "selectPolicy": "Max", "stabilizationWindowSeconds": 60 });
        let of = |api: &str, kind: &str, rules: &Value| json!({ "apiVersion": api, "kind": kind, "spec": { "behavior": { "scaleDown": rules } } });
        let hpa = |rules: &Value| of("autoscaling/v2", "HorizontalPodAutoscaler", rules);
        let empty = json!({ "spec": { "behavior": {} } });
        assert_eq!(adopt(&empty, &hpa(&down))["spec"], hpa(&down)["spec"]);
        assert_eq!(adopt(&hpa(&json!({ "stabilizationWindowSeconds": 60 })), &hpa(&window)), hpa(&window));
        assert_eq!(adopt(&empty, &hpa(&window)), empty);
        assert_eq!(adopt(&empty, &of("keda.sh/v1alpha1", "ScaledObject", &down)), empty);
    }

    #[test]
    fn a_mount_is_read_only_by_default_in_revisions_only() {
        let of = |api: &str, kind: &str, mount: &Value| json!({ "apiVersion": api, "kind": kind, "spec": { "template": { "spec": { "containers": [{ "volumeMounts": [mount] }] } } } });
        let (mount, read_only) = (json!({ "name": "a" }), json!({ "name": "a", "readOnly": true }));
        for (api, kind, expected) in
            [("serving.knative.dev/v1", "Service", &read_only), ("apps/v1", "Deployment", &mount)]
        {
            assert_eq!(adopt(&of(api, kind, &mount), &of(api, kind, &read_only)), of(api, kind, expected), "{kind}");
        }
    }

    #[test]
    fn the_older_name_of_a_service_account_follows_the_newer_one() {
        let existing = json!({ "serviceAccountName": "a", "serviceAccount": "a" });
        assert_eq!(adopted(json!({ "serviceAccountName": "a" }), existing.clone()), existing);
        assert_eq!(
            adopted(json!({ "serviceAccountName": "b" }), existing.clone()),
            json!({ "serviceAccountName": "b" })
        );
        assert_eq!(adopted(json!({}), existing), json!({}));
    }

    #[test]
    fn a_sidecar_that_becomes_an_init_container_is_a_change() {
        let pod = |container: Value| json!({ "containers": [{ "name": "a" }], "initContainers": [container], "restartPolicy": "Always" });
        let sidecar = pod(json!({ "name": "b", "restartPolicy": "Always" }));
        let desired = json!({ "containers": [{ "name": "a" }], "initContainers": [{ "name": "b" }] });
        assert_eq!(adopted(desired, sidecar), pod(json!({ "name": "b" })));
    }

    #[test]
    fn claims_are_completed_as_the_server_completes_them() {
        let of = |exactly: Value| {
            json!({
                "apiVersion": "resource.k8s.io/v1", "kind": "ResourceClaimTemplate",
                "spec": { "spec": { "devices": { "requests": [{ "name": "device", "exactly": exactly }] } } },
            })
        };
        let class = || of(json!({ "deviceClassName": "gpu" }));
        let one = of(json!({ "deviceClassName": "gpu", "allocationMode": "ExactCount", "count": 1 }));
        assert_eq!(adopt(&class(), &one), one);
        let two = of(json!({ "deviceClassName": "gpu", "allocationMode": "ExactCount", "count": 2 }));
        assert_ne!(adopt(&class(), &two), two, "the number is a choice");
        assert_eq!(adopt(&of(json!({ "deviceClassName": "gpu", "count": 2 })), &two), two);
    }

    #[test]
    fn defaults_are_found_in_elements_of_the_same_name_or_place() {
        let existing = json!({
            "containers": [{ "name": "b", "image": "x", "imagePullPolicy": "Always" }, { "name": "a" }],
            "ports": [{ "port": 1, "protocol": "TCP" }],
        });
        assert_eq!(
            adopted(json!({ "containers": [{ "name": "a" }, { "name": "b" }], "ports": [{ "port": 2 }] }), existing),
            json!({
                "containers": [{ "name": "a" }, { "name": "b", "imagePullPolicy": "Always" }],
                "ports": [{ "port": 2, "protocol": "TCP" }],
            })
        );
    }

    #[test]
    fn other_values_are_a_choice() {
        let existing = json!({ "timeoutSeconds": 5, "imagePullPolicy": "Never", "replicas": 3 });
        assert_eq!(adopted(json!({}), existing), json!({}));
    }

    #[test]
    fn the_target_allocator_of_a_collector_has_intervals_of_its_definition() {
        let intervals = json!({ "collectorNotReadyGracePeriod": "30s", "collectorTargetReloadInterval": "30s" });
        let existing = |interval: &str| {
            let mut allocator = intervals.clone();
            allocator["prometheusCR"] = json!({ "scrapeInterval": interval });
            json!({ "targetAllocator": allocator })
        };
        let desired = json!({ "targetAllocator": { "prometheusCR": {} } });
        assert_eq!(adopted(desired.clone(), existing("30s")), existing("30s"));
        assert_ne!(adopted(desired, existing("60s")), existing("60s"));
    }

    #[test]
    fn the_operator_replaces_an_empty_text() {
        let existing = json!({ "upgradeStrategy": "automatic" });
        assert_eq!(adopted(json!({ "upgradeStrategy": "" }), existing.clone()), existing);
    }
}
