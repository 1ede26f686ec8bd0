//! Renderings as text: YAML, JSON, names, tables, the report.

pub mod chart;
pub mod directory;
pub mod html;
pub mod json;
pub mod objects;
pub mod printable;
pub mod report;
pub mod select;
pub mod summary;
pub mod table;
pub use kube_yaml::write as yaml;
