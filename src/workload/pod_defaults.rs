//! Defaults that the controller gives to the pods of a Deployment, before the API server does.

use crate::api::fields::{elements, integer, object, text};
use crate::{Map, Value};

/// Port of a model server that declares none.
pub(super) const DEFAULT_HTTP_PORT: i64 = 8080;

/// Containers that get a readiness probe, the model server and a transformer beside it.
const PROBED_CONTAINERS: [&str; 2] = ["kserve-container", "transformer-container"];

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
        if PROBED_CONTAINERS.contains(&text(container, "name")) {
            let port = first_port(container);
            fill_member(container, "readinessProbe", || tcp_probe(port));
        }
    }
}

/// Null and empty strings count as unset.
fn fill_member(object: &mut Map, key: &str, value: impl FnOnce() -> Value) {
    if object.get(key).is_none_or(|value| value.is_null() || value == "") {
        object.insert(key.to_owned(), value());
    }
}

fn first_port(container: &Map) -> i64 {
    match elements(container, "ports").first().and_then(Value::as_object) {
        Some(port) => integer(port, "containerPort").unwrap_or_default(),
        None => DEFAULT_HTTP_PORT,
    }
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
