//! Renderings as text: YAML, JSON, names, tables, the report.

pub(crate) mod chart;
pub mod directory;
pub(crate) mod html;
pub mod json;
pub mod objects;
pub(crate) mod printable;
pub mod report;
pub mod select;
pub mod summary;
pub mod table;
pub use kube_yaml::write as yaml;
