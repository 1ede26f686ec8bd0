//! Renderings as text: YAML, JSON, names, the report.

pub mod report;
pub mod yaml;
