//! InferenceServices: admission, components, the controller's steps, and status.

pub mod admission;
pub mod component;
pub mod runtime;
pub mod status;
pub mod steps;
