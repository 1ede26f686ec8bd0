//! The Service in front of the workload pods.

use serde_json::json;

use crate::kinds::llm_inference_service::builder::Builder;
use crate::kinds::llm_inference_service::labels::component;
use crate::kinds::llm_inference_service::service::overlay;
use crate::kinds::llm_inference_service::spec::Workload;
use crate::object::Kind;
use crate::{Map, Value};

/// The port of the workload Service, and of the containers that receive requests.
pub const PORT: u16 = 8000;

/// The Service, which selects the pods of both parts.
pub fn service(builder: &Builder<'_>) -> Value {
    let service = &builder.service;
    let scheme = scheme(builder);
    let mut labels = service.labels(Some(component::WORKLOAD));
    let main = Some(service.spec.main()).filter(|_| builder.cluster.release.llm.workload_service_has_spec_metadata);
    overlay(&mut labels, main.into_iter().flat_map(Workload::labels));
    let mut metadata = service.object_metadata(&service.names.workload_service(), labels);
    let annotations = main.into_iter().flat_map(Workload::annotations);
    let mut kept = Map::new();
    overlay(&mut kept, annotations.filter(|(key, _)| builder.keeps_pod_annotation(key)));
    if !kept.is_empty() {
        metadata.insert("annotations".into(), kept.into());
    }
    json!({
        "apiVersion": Kind::Service.api_version(),
        "kind": Kind::Service.name(),
        "metadata": metadata,
        "spec": {
            "type": "ClusterIP",
            "ports": [{ "name": scheme, "protocol": "TCP", "appProtocol": scheme, "port": PORT, "targetPort": PORT }],
            "selector": service.workload_selector(),
        },
    })
}

/// The scheme of the Service.
pub fn scheme(builder: &Builder<'_>) -> &'static str {
    let always = !builder.cluster.release.llm.workload_service_follows_tls_setting;
    if builder.settings.tls || always { "https" } else { "http" }
}
