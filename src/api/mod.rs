//! The API objects that the controller reads.
//!
//! Objects stay JSON trees from input to output, so that nothing a user writes is lost; these types
//! are what the controller reads from them.

mod canary;
mod component;
mod inference_service;

pub use canary::Canary;
pub use component::{Art, ComponentSpec, Metric, Model, Storage, Worker};
pub use inference_service::{Component, FRAMEWORKS, IMPLEMENTATIONS, InferenceService, Mode};
