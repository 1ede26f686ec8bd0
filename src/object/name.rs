//! Names of objects as they appear in `kubectl -o name` and in file names.

use super::view::ObjectView as _;
use crate::Value;
use crate::object::role::{group, kind};

/// The kind in lowercase, the API group unless it is the core group, and the name, such as `deployment.apps/flower-predictor`.
pub fn of(object: &Value) -> String {
    format!("{}/{}", resource(object), object_name(object))
}

/// The kind in lowercase and the API group, such as `service` or `service.serving.knative.dev`.
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
