//! The Go behaviours that show: text/template, quantities, JSON and YAML scalars, patch merge.
pub mod json;
pub mod merge;
pub mod quantity;

#[cfg(test)]
mod recorded;
