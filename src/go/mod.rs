//! The Go behaviours that show: text/template, quantities, JSON and YAML scalars, patch merge.
pub mod json;
pub mod quantity;

#[cfg(test)]
mod recorded;
