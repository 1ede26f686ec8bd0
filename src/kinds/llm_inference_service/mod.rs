//! LLMInferenceServices: large language models on one node or several, with a scheduler and routes before them.

pub mod admission;
pub mod config;
pub mod names;
pub mod view;
