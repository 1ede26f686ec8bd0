//! Rules for confidential models.

use std::sync::LazyLock;

use regex::Regex;

use super::subject::SentService;
use crate::api::Component;
use crate::kinds::inference_service::admission::implementation::{Implementation, frameworks};
use crate::schema::quote;
use crate::webhook::codes;
use crate::webhook::report::{Report, at};

static RESOURCE_ID: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new("^kbs:///[a-zA-Z0-9_.-]+/[a-zA-Z0-9_.-]+/[a-zA-Z0-9_.-]+$").ok());

pub fn check(subject: &SentService, report: &mut Report) {
    // `model` counts last here.
    let Some((name, confidential)) =
        frameworks(subject.predictor).next().and_then(|(name, framework)| Some((name, framework.confidential()?)))
    else {
        return;
    };
    if !confidential.enabled() {
        return;
    }
    let path = format!("spec.predictor.{name}.confidential");
    let first = Implementation::of(Component::Predictor, subject.predictor).1;
    let Some(uri) = first.and_then(Implementation::storage_uri).filter(|uri| !uri.is_empty()) else {
        report.refuse(codes::CONFIDENTIAL, at(&path), "confidential model serving requires storageUri to be set");
        return;
    };
    let no_effect = if uri.starts_with("oci://") {
        Some("OCI URIs; OCI image decryption is handled by the container runtime via runtimeClassName")
    } else if uri.starts_with("pvc://") {
        Some("PVC URIs; the storage-initializer is not injected for PVC volumes")
    } else {
        None
    };
    if let Some(no_effect) = no_effect {
        report.warn(codes::CONFIDENTIAL_NO_EFFECT, at(&path), format!("confidential has no effect with {no_effect}"));
    }
    let id = confidential.resource_id();
    if !id.is_empty() && RESOURCE_ID.as_ref().is_some_and(|regex| !regex.is_match(id)) {
        let message = format!(
            "spec.predictor.confidential.resourceId: Invalid value: {}: must be in the format kbs:///<repo>/<type>/<tag>",
            quote(id)
        );
        report.refuse(codes::CONFIDENTIAL, at(&format!("{path}.resourceId")), message);
    }
}
