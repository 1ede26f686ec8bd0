//! The facts about a cluster: its objects, the configuration, runtimes and storage containers, and how services are reached.

mod cluster;
pub mod config;
pub(crate) mod copyable;
pub mod endpoint;
mod found;
pub mod hosts;
pub mod implementation;
pub(crate) mod initial_scale;
pub mod knative;
mod rivals;
pub mod routing;
pub mod runtimes;
mod settings;
pub mod storage_containers;
mod template_advice;
pub mod webhooks;

pub use cluster::{Cluster, missing_secret};
pub use found::{Existing, Found};
pub use settings::{ASSUMED_ADDRESS, RejectedPools, Settings};
