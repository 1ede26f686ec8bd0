//! Defaults that the controller, rather than the API server, fills into the pods of a Deployment.

use crate::api::Container;
use crate::object::fields::object;
use crate::object::keys::{MAIN_CONTAINER, TRANSFORMER_CONTAINER};
use crate::{Map, Value};

/// The port of a model server that declares none.
pub(super) const DEFAULT_HTTP_PORT: i64 = 8080;

/// The containers that get a readiness probe: the model server, and a transformer next to it.
const PROBED_CONTAINERS: [&str; 2] = [MAIN_CONTAINER, TRANSFORMER_CONTAINER];

/// Fills in what is unset. Init containers are left as they are.
pub(super) fn fill(pod_spec: &mut Map) {
    let pod_defaults = [
        ("dnsPolicy", Value::from("ClusterFirst")),
        ("restartPolicy", "Always".into()),
        ("terminationGracePeriodSeconds", 30.into()),
        ("securityContext", Map::new().into()),
        ("schedulerName", "default-scheduler".into()),
    ];
    for (key, value) in pod_defaults {
        fill_member(pod_spec, key, || value);
    }
    let containers = pod_spec.get_mut("containers").and_then(Value::as_array_mut);
    for container in containers.into_iter().flatten().filter_map(Value::as_object_mut) {
        fill_member(container, "terminationMessagePath", || "/dev/termination-log".into());
        fill_member(container, "terminationMessagePolicy", || "File".into());
        fill_member(container, "imagePullPolicy", || "IfNotPresent".into());
        if PROBED_CONTAINERS.contains(&Container::of(container).name()) {
            let port = first_port(container);
            fill_member(container, "readinessProbe", || tcp_probe(port));
        }
    }
}

/// Sets a member unless it has a value; null and empty strings count as unset.
fn fill_member(object: &mut Map, key: &str, value: impl FnOnce() -> Value) {
    if object.get(key).is_none_or(|value| value.is_null() || value == "") {
        object.insert(key.to_owned(), value());
    }
}

fn first_port(container: &Map) -> i64 {
    let first = Container::of(container).ports().next();
    first.map_or(DEFAULT_HTTP_PORT, |port| port.container_port().unwrap_or_default())
}

fn tcp_probe(port: i64) -> Value {
    object([
        ("failureThreshold", 3.into()),
        ("periodSeconds", 10.into()),
        ("successThreshold", 1.into()),
        ("tcpSocket", object([("port", port.into())])),
        ("timeoutSeconds", 1.into()),
    ])
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn filled(pod_spec: Value) -> Value {
        let mut pod_spec = pod_spec.as_object().cloned().unwrap();
        fill(&mut pod_spec);
        pod_spec.into()
    }

    #[test]
    fn what_is_set_stays() {
        let set = json!({
            "containers": [],
            "dnsPolicy": "None",
            "restartPolicy": "Never",
            "schedulerName": "mine",
            "securityContext": { "runAsUser": 1 },
            "terminationGracePeriodSeconds": 0,
        });
        assert_eq!(filled(set.clone()), set);
    }

    #[test]
    fn init_containers_get_no_defaults() {
        let pod = filled(json!({ "containers": [{ "name": "a" }], "initContainers": [{ "name": "b" }] }));
        assert_eq!(pod["initContainers"], json!([{ "name": "b" }]));
        assert_eq!(
            pod["containers"],
            json!([{ "name": "a", "imagePullPolicy": "IfNotPresent", "terminationMessagePath": "/dev/termination-log",
                "terminationMessagePolicy": "File" }])
        );
    }

    #[test]
    fn model_server_and_transformer_are_probed_at_their_first_port() {
        let pod = filled(json!({ "containers": [
            { "name": "kserve-container", "ports": [{ "containerPort": 9000 }, { "containerPort": 1 }] },
            { "name": "transformer-container" },
            { "name": "kserve-container", "readinessProbe": {} },
            { "name": "other", "ports": [{ "containerPort": 9000 }] },
        ] }));
        let probe = |index: usize| pod["containers"][index].get("readinessProbe");
        let port = |index: usize| probe(index).and_then(|probe| probe.pointer("/tcpSocket/port")).cloned();
        assert_eq!((port(0), port(1)), (Some(9000.into()), Some(8080.into())));
        assert_eq!((probe(2), probe(3)), (Some(&json!({})), None));
    }
}
