//! The Go behaviours that show: text/template, quantities, JSON and YAML scalars, patch merge.
pub mod data;
pub mod format;
pub mod json;
pub mod merge;
pub mod quantity;
pub mod regexp;
pub mod strconv;
pub mod template;
pub mod unicode;
pub mod url;

#[cfg(test)]
mod properties;
#[cfg(test)]
pub(crate) mod recorded;
