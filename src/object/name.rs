//! Names of objects as `kubectl -o name` and file names have them.

use super::view::ObjectView as _;
use crate::Value;
use crate::object::role::{group, kind};

/// `deployment.apps/flower-predictor`: kind in lower case, API group if not the core group, name.
pub fn of(object: &Value) -> String {
    format!("{}/{}", resource(object), object_name(object))
}

/// Kind in lower case and API group: `service`, `service.serving.knative.dev`.
pub fn resource(object: &Value) -> String {
    let mut resource = kind(object).to_ascii_lowercase();
    if !group(object).is_empty() {
        resource.push('.');
        resource.push_str(group(object));
    }
    resource
}

/// `metadata.name`, empty if there is none.
pub fn object_name(object: &Value) -> &str {
    object.name()
}

/// `metadata.namespace`, empty if there is none.
pub fn namespace(object: &Value) -> &str {
    object.namespace()
}
