//! The Secret with the controller's self-signed certificate. Certificates are not generated here: the Secret has
//! placeholders.

use serde_json::json;

use crate::kinds::llm_inference_service::labels::component;
use crate::kinds::llm_inference_service::service::Service;
use crate::object::Kind;
pub use crate::object::keys::GENERATED;
use crate::{Map, Value};

/// The Secret. `expiration`: the annotation for the expiry, after which the certificate is renewed.
pub fn secret(service: &Service<'_>, expiration: &str, with_authority: bool) -> Value {
    let mut metadata = service.object_metadata(&service.names.certificate(), service.labels(Some(component::WORKLOAD)));
    metadata.insert("annotations".into(), Map::from_iter([(expiration.to_owned(), GENERATED.into())]).into());
    let mut data = json!({ "tls.crt": GENERATED, "tls.key": GENERATED });
    if let (Some(data), true) = (data.as_object_mut(), with_authority) {
        data.insert("ca.crt".into(), GENERATED.into());
    }
    json!({ "apiVersion": Kind::Secret.api_version(), "kind": Kind::Secret.name(), "metadata": metadata, "type": "kubernetes.io/tls", "data": data })
}
