//! Where an InferenceService answers requests, as the controllers of graphs and trained models determine it.

use super::Cluster;
use super::implementation::{Implementation, is_multi_model};
use crate::api::{ComponentSpec, Container, Model, ServiceSpec, Variable};
use crate::object::ObjectView as _;
use crate::object::keys::TRANSFORMER_CONTAINER;
use crate::object::{Cause, ControllerError};
use crate::{Map, Value};

/// The variable in which a custom container names its protocol.
const PROTOCOL: &str = "PROTOCOL";
const MODEL_NAME_VARIABLE: &str = "MLSERVER_MODEL_NAME";
const MODEL_NAME_ARGUMENT: &str = "--model_name";

/// The protocol of a service that does not name one.
pub const DEFAULT_PROTOCOL: &str = "v1";

/// Where requests to a service go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endpoint {
    pub url: String,
    /// `status.address.url`.
    pub address: String,
    pub model: ModelName,
    pub protocol: Protocol,
}

/// The name of a model in the path of an endpoint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelName {
    pub name: String,
    pub from: &'static str,
}

/// What decides the path of an endpoint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Protocol {
    /// `v1`, `v2` or another one; `None` for a multi-model predictor, whose endpoint has no path.
    pub name: Option<String>,
    pub from: String,
}

/// The endpoint of an InferenceService for a step of a graph.
///
/// # Errors
///
/// The controller's error: the service has no address yet, its runtime does not exist, or the runtime supports no protocol that
/// graphs know.
pub fn of(cluster: &Cluster, service: &Value) -> Result<Endpoint, ControllerError> {
    let name = service.name();
    let address = service.address_url();
    if address.is_empty() {
        return Err(ControllerError::new(format!("service {name} is not ready")));
    }
    let spec = ServiceSpec::of_service(service);
    let model = model_name(name, spec);
    let protocol = protocol(cluster, service, spec)?;
    let path = protocol.name.as_deref().map(|protocol| predict_path(&model.name, protocol)).unwrap_or_default();
    Ok(Endpoint { url: format!("{address}{path}"), address: address.to_owned(), model, protocol })
}

/// The path for predictions of a model; empty for protocols without one.
pub fn predict_path(model: &str, protocol: &str) -> String {
    match protocol {
        "v1" => format!("/v1/models/{model}:predict"),
        "v2" => format!("/v2/models/{model}/infer"),
        _ => String::new(),
    }
}

fn protocol(cluster: &Cluster, service: &Value, spec: ServiceSpec<'_>) -> Result<Protocol, ControllerError> {
    if let Some(transformer) = spec.transformer() {
        let named = transformer.containers().next().and_then(|container| container.variable(PROTOCOL));
        return Ok(Protocol::of(named.map(Variable::value), "PROTOCOL of the transformer's container"));
    }
    let Some(predictor) = spec.predictor().map(ComponentSpec::fields) else { return Ok(Protocol::of(None, "")) };
    if is_multi_model(predictor, cluster.release.components.storage_uris) {
        return Ok(Protocol { name: None, from: "a predictor of many models".into() });
    }
    if cluster.release.graphs.runtime_protocols
        && let Some(Implementation::Framework { key: "model", spec }) = Implementation::of(predictor)
        && let Some(runtime) = spec.runtime()
        && let Some(found) = of_runtime(cluster, service, runtime)?
    {
        return Ok(found);
    }
    Ok(of_predictor(predictor))
}

/// The first protocol of a runtime that graphs know; `None` for a runtime that lists no protocols.
fn of_runtime(cluster: &Cluster, service: &Value, name: &str) -> Result<Option<Protocol>, ControllerError> {
    let namespace = service.namespace();
    let Some(runtime) = cluster.runtimes.find(namespace, name) else {
        return Err(ControllerError::new(format!(
            "No ServingRuntimes or ClusterServingRuntimes with the name: {name}"
        ))
        .about(Cause::RuntimeNotFound(name.to_owned())));
    };
    if runtime.protocols.is_empty() {
        return Ok(None);
    }
    let known = runtime.protocols.iter().find(|protocol| matches!(protocol.as_str(), "v1" | "v2"));
    let known = known.ok_or_else(|| {
        ControllerError::new("the runtime does not support a protocol compatible with Inference Graphs")
    })?;
    Ok(Some(Protocol::of(Some(known), &format!("the runtime {name}"))))
}

/// The protocol that a predictor itself declares, which decides the path of a TrainedModel.
pub fn of_predictor(predictor: &Map) -> Protocol {
    match Implementation::of(predictor) {
        Some(Implementation::Framework { key, spec }) => {
            let named = spec.protocol_version();
            match (named, key) {
                (None, "triton") => Protocol::of(Some("v2"), "the default of triton"),
                _ => Protocol::of(named, "protocolVersion of the predictor"),
            }
        }
        Some(Implementation::Custom { pod }) => {
            let asked = pod.container(TRANSFORMER_CONTAINER).or_else(|| pod.containers().next());
            let named = asked.and_then(|container| container.variable(PROTOCOL));
            Protocol::of(named.map(Variable::value), "PROTOCOL of the container")
        }
        None => Protocol::of(None, ""),
    }
}

impl Protocol {
    fn of(named: Option<&str>, from: &str) -> Protocol {
        match named {
            Some(named) => Protocol { name: Some(named.to_owned()), from: from.to_owned() },
            None => Protocol { name: Some(DEFAULT_PROTOCOL.to_owned()), from: "the default".to_owned() },
        }
    }
}

fn model_name(service: &str, spec: ServiceSpec<'_>) -> ModelName {
    let named = |name: &str, from| Some(ModelName { name: name.to_owned(), from });
    let by_argument = |container: Container<'_>, from| argument(container).and_then(|name| named(name, from));
    let of_transformer = || by_argument(spec.transformer()?.containers().next()?, "--model_name of the transformer");
    let of_predictor = || {
        let predictor = spec.predictor()?;
        match predictor.model().map(Model::container) {
            Some(model) => (model.variable(MODEL_NAME_VARIABLE))
                .and_then(|variable| named(variable.value(), "MLSERVER_MODEL_NAME of the model"))
                .or_else(|| by_argument(model, "--model_name of the model")),
            None => by_argument(predictor.containers().next()?, "--model_name of the container"),
        }
    };
    let service = || ModelName { name: service.to_owned(), from: "the name of the service" };
    of_transformer().or_else(of_predictor).unwrap_or_else(service)
}

/// The value of the last argument that names the model, either after an equals sign or as the following argument; `None` if it is
/// empty.
fn argument(container: Container<'_>) -> Option<&str> {
    let args: Vec<&str> = container.args().iter().map(|arg| arg.as_str().unwrap_or_default()).collect();
    let mut found = "";
    for (at, arg) in args.iter().enumerate().filter(|(_, arg)| arg.starts_with(MODEL_NAME_ARGUMENT)) {
        if let Some((_, value)) = arg.split_once('=').filter(|(_, value)| !value.contains('=')) {
            found = value;
        }
        if let Some(next) = args.get(at + 1).filter(|next| !next.starts_with("--")) {
            found = next;
        }
    }
    (!found.is_empty()).then_some(found)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::release::Version;

    fn endpoint(version: Version, spec: Value) -> Result<String, String> {
        let runtime = |name: &str, protocols: Value| {
            json!({ "apiVersion": "serving.kserve.io/v1alpha1", "kind": "ServingRuntime", "metadata": { "name": name, "namespace": "ns" },
                "spec": { "containers": [], "protocolVersions": protocols } })
        };
        let cluster = Cluster::of(
            version,
            [runtime("both", json!(["grpc-v2", "v2", "v1"])), runtime("grpc", json!(["grpc-v2"]))],
        );
        let service = json!({ "metadata": { "name": "leaf", "namespace": "ns" }, "spec": spec,
            "status": { "address": { "url": "http://a" } } });
        of(&cluster, &service).map(|endpoint| endpoint.url).map_err(ControllerError::into_text)
    }

    fn model(fields: Value) -> Value {
        let mut model = json!({ "modelFormat": { "name": "x" }, "storageUri": "gs://b" });
        model.as_object_mut().unwrap().extend(fields.as_object().cloned().unwrap());
        json!({ "predictor": { "model": model } })
    }

    #[test]
    fn the_path_follows_protocol_and_model() {
        let newest = |spec| endpoint(Version::NEWEST, spec).unwrap();
        assert_eq!(newest(model(json!({}))), "http://a/v1/models/leaf:predict");
        assert_eq!(newest(model(json!({ "protocolVersion": "v2" }))), "http://a/v2/models/leaf/infer");
        assert_eq!(newest(model(json!({ "protocolVersion": "grpc-v2" }))), "http://a");
        assert_eq!(newest(json!({ "predictor": { "model": { "modelFormat": { "name": "x" } } } })), "http://a");
        let custom =
            |env: Value| json!({ "predictor": { "containers": [{ "env": env, "args": ["--model_name", "m"] }] } });
        assert_eq!(newest(custom(json!([{ "name": "PROTOCOL", "value": "v2" }]))), "http://a/v2/models/m/infer");
    }

    #[test]
    fn a_runtime_that_is_named_decides_since_0_16() {
        let with =
            |version, runtime: &str| endpoint(version, model(json!({ "runtime": runtime, "protocolVersion": "v1" })));
        assert_eq!(with(Version::NEWEST, "both").unwrap(), "http://a/v2/models/leaf/infer");
        assert_eq!(with(Version::V0_15, "both").unwrap(), "http://a/v1/models/leaf:predict");
        let text = "the runtime does not support a protocol compatible with Inference Graphs";
        assert_eq!(with(Version::NEWEST, "grpc").unwrap_err(), text);
        assert!(with(Version::NEWEST, "gone").unwrap_err().ends_with("with the name: gone"));
    }

    #[test]
    fn the_last_argument_names_the_model() {
        let name = |args: Value| endpoint(Version::NEWEST, model(json!({ "args": args }))).unwrap();
        assert_eq!(name(json!(["--model_name=a", "--x", "--model_name=b"])), "http://a/v1/models/b:predict");
        assert_eq!(name(json!(["--model_name=a=b"])), "http://a/v1/models/leaf:predict");
        assert_eq!(name(json!(["--model_name", "--x"])), "http://a/v1/models/leaf:predict");
        assert_eq!(name(json!(["--model_name=a", "c"])), "http://a/v1/models/c:predict");
    }

    #[test]
    fn a_transformer_answers_for_its_predictor() {
        let mut spec = model(json!({ "protocolVersion": "v2" }));
        spec["transformer"] = json!({ "containers": [{ "args": ["--model_name=t"] }] });
        assert_eq!(endpoint(Version::NEWEST, spec).unwrap(), "http://a/v1/models/t:predict");
    }

    #[test]
    fn the_protocol_decides_the_path() {
        let from = |spec: Value| {
            let service =
                json!({ "metadata": { "name": "leaf" }, "spec": spec, "status": { "address": { "url": "http://a" } } });
            let endpoint = of(&Cluster::of(Version::NEWEST, []), &service).unwrap();
            [endpoint.protocol.from, endpoint.model.from.to_owned()]
        };
        let container = |env: Value| json!([{ "name": "kserve-container", "env": env, "args": ["--model_name=m"] }]);
        let protocol = || json!([{ "name": "PROTOCOL", "value": "v2" }]);
        let named = json!([{ "name": "MLSERVER_MODEL_NAME", "value": "m" }]);
        assert_eq!(
            from(model(json!({ "protocolVersion": "v2", "env": named }))),
            ["protocolVersion of the predictor", "MLSERVER_MODEL_NAME of the model"]
        );
        assert_eq!(from(model(json!({ "args": ["--model_name=m"] }))), ["the default", "--model_name of the model"]);
        assert_eq!(
            from(json!({ "predictor": { "containers": container(protocol()) } })),
            ["PROTOCOL of the container", "--model_name of the container"]
        );
        let mut transformed = model(json!({}));
        transformed["transformer"] = json!({ "containers": container(protocol()) });
        assert_eq!(from(transformed), ["PROTOCOL of the transformer's container", "--model_name of the transformer"]);
        let triton = json!({ "predictor": { "triton": { "storageUri": "gs://b" } } });
        assert_eq!(from(triton), ["the default of triton", "the name of the service"]);
        let many = json!({ "predictor": { "model": { "modelFormat": { "name": "x" } } } });
        assert_eq!(from(many), ["a predictor of many models", "the name of the service"]);
    }
}
