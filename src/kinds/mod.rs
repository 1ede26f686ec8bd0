//! The kinds of resources that KServe's controllers turn into objects.

pub mod inference_service;
pub mod llm_inference_service;
