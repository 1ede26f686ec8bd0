//! Renders KServe InferenceServices offline, exactly as the controller of a chosen release would.
//!
//! The data flows one way through the modules: [`input`] turns YAML into documents with source
//! positions; [`config`] reads the ConfigMap; [`admission`] does what API server and webhooks do;
//! [`reconcile`] runs the controller's passes, for which [`runtime`] selects and merges serving
//! runtimes, [`component`] builds predictor, transformer and explainer, [`workload`] the objects that
//! run them and [`ingress`] the objects that route to them, while [`status`] keeps the conditions;
//! [`pod`] adds what the pod webhook adds; [`output`] prints.
//!
//! Nothing in the library reads files, the clock or the environment, prints, or panics on input.

pub mod admission;
pub mod api;
pub mod cluster;
pub mod component;
pub mod config;
pub mod diagnostic;
pub mod diff;
pub mod go;
pub mod ingress;
pub mod input;
pub mod knative;
pub mod lint;
pub mod output;
pub mod pod;
pub mod reconcile;
pub mod release;
pub mod rendering;
pub mod runtime;
pub mod status;
pub mod workload;

#[cfg(feature = "cli")]
pub mod cli;

pub use cluster::{Cluster, Settings};
pub use rendering::{Rendering, render, render_objects};

/// A JSON value, the form in which Kubernetes objects travel between the stages.
pub use serde_json::Value;
/// A JSON object with sorted keys.
pub type Map = serde_json::Map<String, Value>;
