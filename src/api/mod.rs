//! The API objects that the controller reads.
//!
//! Objects stay JSON trees from input to output, so that nothing a user writes is lost; these types
//! are what the controller reads from them.

mod canary;
mod inference_service;

pub use canary::Canary;
pub use inference_service::{Component, IMPLEMENTATIONS, InferenceService, Mode};
