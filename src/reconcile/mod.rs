//! The controller's passes over one service, until nothing changes any more.

use crate::Value;
use crate::cluster::{Cluster, ObjectKey};
use std::collections::BTreeMap;

/// What the cluster holds of a service before the first pass: the service with its status, and objects.
#[derive(Debug, Clone, Default)]
pub struct Existing {
    pub service: Option<Value>,
    pub objects: BTreeMap<ObjectKey, Value>,
}

/// What the passes leave behind.
#[derive(Debug, Clone, Default)]
pub struct Outcome {
    pub error: Option<String>,
    pub events: Vec<String>,
    pub initial_status: Option<Value>,
    pub status: Option<Value>,
    pub objects: Vec<Value>,
    pub deleted_again: Vec<ObjectKey>,
    pub deleted: Vec<ObjectKey>,
}

/// Reconciles an admitted service until its status and objects no longer change.
pub fn run(cluster: &Cluster, service: &Value, existing: &Existing) -> Outcome {
    let _ = (cluster, service, existing);
    Outcome::default()
}
