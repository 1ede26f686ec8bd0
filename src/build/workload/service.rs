//! The Services of a component in Standard mode.

use super::child::{Child, Owned, worker_app};
use super::extension::Extension;
use super::pod_defaults::DEFAULT_HTTP_PORT;
use crate::api::PodSpec;
use crate::facts::Cluster;
use crate::object::ControllerError;
use crate::object::Kind;
use crate::object::error::OUT_OF_RANGE;
use crate::object::fields::{non_empty, object, text};
use crate::object::keys::TRANSFORMER_CONTAINER;
use crate::{Map, Value};

const PORT: i64 = 80;
/// The port of the agent, which logs and batches requests before the model server gets them.
const AGENT_PORT: i64 = 9081;
const GENERATION_LABEL: &str = "isvc.generation";
const ROLE_LABEL: &str = "multinode/role";

/// The Service in front of a component's pods.
///
/// # Errors
///
/// The controller crashes if requests go through the agent and the pods have no container.
pub(super) fn build(
    cluster: &Cluster,
    child: &Child<'_>,
    extension: Extension<'_>,
    pod_spec: &Map,
) -> Result<Value, ControllerError> {
    let mut ports = ports(child.name, pod_spec);
    if extension.goes_through_agent() {
        let first = ports.first_mut().and_then(Value::as_object_mut);
        first.ok_or_else(|| ControllerError::crash(OUT_OF_RANGE))?.insert("targetPort".into(), AGENT_PORT.into());
    }
    // If the section cannot be decoded, the feature is off.
    let headless = cluster.config.service.value().is_some_and(|section| section.service_cluster_ip_none);
    let spec = object([
        ("clusterIP", if headless { "None".into() } else { Value::Null }),
        ("ports", if ports.is_empty() { Value::Null } else { ports.into() }),
        ("selector", object([("app", child.app())])),
    ]);
    Ok(child.object(Kind::Service, Owned::Yes, spec))
}

/// The ports of the transformer next to the model server, or else of the first container. The first port is exposed as port 80,
/// and only it may lack name and protocol.
fn ports(name: &str, pod_spec: &Map) -> Vec<Value> {
    let pod = PodSpec::of(pod_spec);
    let transformer = pod.container(TRANSFORMER_CONTAINER);
    let Some(container) = transformer.or_else(|| pod.containers().next()) else { return Vec::new() };
    if container.ports().next().is_none() {
        return vec![object([
            ("name", name.into()),
            ("port", PORT.into()),
            ("protocol", "TCP".into()),
            ("targetPort", DEFAULT_HTTP_PORT.into()),
        ])];
    }
    let ports = container.ports().enumerate().map(|(index, port)| {
        let number = port.container_port().unwrap_or_default();
        let protocol = match port.protocol() {
            "" if index > 0 => "TCP",
            protocol => protocol,
        };
        object([
            ("appProtocol", app_protocol(port.name())),
            ("name", non_empty(port.name())),
            ("port", if index == 0 { PORT } else { number }.into()),
            ("protocol", non_empty(protocol)),
            ("targetPort", number.into()),
        ])
    });
    ports.collect()
}

/// The `appProtocol`, which is gRPC if the name of the port says so.
fn app_protocol(port_name: &str) -> Value {
    if port_name.contains("grpc") || port_name.contains("h2c") { "kubernetes.io/h2c".into() } else { Value::Null }
}

/// The headless Service through which workers find the head of their generation.
pub(super) fn build_head(child: &Child<'_>) -> Value {
    by_generation(child, "head", "head", child.app())
}

/// The headless Service through which the head finds the workers of its generation.
pub(super) fn build_workers(child: &Child<'_>) -> Value {
    by_generation(child, "workers", "worker", worker_app(child.name).into())
}

fn by_generation(child: &Child<'_>, suffix: &str, role: &str, app: Value) -> Value {
    let generation = text(&child.labels, GENERATION_LABEL);
    let base = child.name.strip_suffix("-predictor").unwrap_or(child.name);
    let spec = object([
        ("clusterIP", "None".into()),
        ("publishNotReadyAddresses", true.into()),
        ("selector", object([("app", app), (GENERATION_LABEL, generation.into())])),
    ]);
    child.companion(Kind::Service, &format!("{base}-{suffix}-{generation}"), (ROLE_LABEL, role), spec)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::Value;
    use crate::build::workload::testing::{cluster, map, multi_node, object, plan, predictor, service, standard};
    use crate::object::Kind;

    fn ports(containers: Value, extension: Value) -> Value {
        let mut built = predictor(&[], extension);
        built.pod_spec = map(json!({ "containers": containers }));
        object(&cluster(&[]), built, Kind::Service)["spec"]["ports"].clone()
    }

    #[test]
    fn without_ports_it_is_80_to_8080_by_the_services_name() {
        assert_eq!(
            ports(json!([{ "name": "kserve-container" }]), json!({})),
            json!([{ "name": "flower-predictor", "port": 80, "protocol": "TCP", "targetPort": 8080 }])
        );
    }

    #[test]
    fn the_first_port_becomes_80_and_keeps_what_it_lacks() {
        let containers = json!([{ "ports": [
            { "containerPort": 9000 },
            { "containerPort": 8081, "name": "http-grpc" },
            { "containerPort": 53, "name": "GRPC", "protocol": "UDP" },
        ] }]);
        assert_eq!(
            ports(containers, json!({})),
            json!([
                { "port": 80, "targetPort": 9000 },
                { "name": "http-grpc", "port": 8081, "targetPort": 8081, "protocol": "TCP",
                    "appProtocol": "kubernetes.io/h2c" },
                { "name": "GRPC", "port": 53, "targetPort": 53, "protocol": "UDP" },
            ])
        );
    }

    #[test]
    fn a_service_targets_the_transformer_next_to_the_model_server() {
        let containers = json!([
            { "name": "kserve-container", "ports": [{ "containerPort": 1 }] },
            { "name": "transformer-container", "ports": [{ "containerPort": 2 }] },
        ]);
        assert_eq!(ports(containers, json!({})), json!([{ "port": 80, "targetPort": 2 }]));
    }

    #[test]
    fn logger_and_batcher_put_the_agent_before_the_first_port() {
        let containers =
            json!([{ "ports": [{ "name": "a", "containerPort": 1 }, { "name": "b", "containerPort": 2 }] }]);
        for agent in ["logger", "batcher"] {
            let ports = ports(containers.clone(), json!({ agent: {} }));
            assert_eq!((&ports[0]["targetPort"], &ports[1]["targetPort"]), (&json!(9081), &json!(2)));
        }
        let mut built = predictor(&[], json!({ "logger": {} }));
        built.pod_spec.clear();
        assert!(
            standard(&cluster(&[]), &service(json!({ "predictor": {} })), built)
                .unwrap_err()
                .error()
                .unwrap()
                .is_crash()
        );
    }

    #[test]
    fn it_is_headless_if_configured() {
        let cluster_ip = |section: &str| {
            object(&cluster(&[("service", section)]), predictor(&[], json!({})), Kind::Service)["spec"]
                .get("clusterIP")
                .cloned()
        };
        assert_eq!(cluster_ip(r#"{"serviceClusterIPNone": true}"#), Some("None".into()));
        assert_eq!(cluster_ip(r#"{"serviceClusterIPNone": "#), None);
    }

    #[test]
    fn head_and_workers_are_found_by_generation() {
        let mut built = multi_node(json!({}));
        built.name = "flower-blue-predictor".into();
        let steps = plan(&cluster(&[]), built).steps;
        let selector = |index: usize| steps[index].desired["spec"]["selector"].clone();
        assert_eq!(selector(1), json!({ "app": "isvc.flower-blue-predictor", "isvc.generation": "3" }));
        assert_eq!(selector(2), json!({ "app": "isvc.flower-blue-predictor-worker", "isvc.generation": "3" }));
        let workers = &steps[2].desired["metadata"];
        assert_eq!(workers["name"], "flower-blue-workers-3");
        assert_eq!(workers["labels"]["multinode/role"], "worker");
        assert_eq!(workers["labels"]["app"], "isvc.flower-blue-predictor");
    }
}
