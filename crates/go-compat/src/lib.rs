//! The Go behaviours that show in the controller's answers: templates, formats, JSON, numbers and quoted strings, times, URLs and
//! regular expressions, and from Kubernetes' libraries quantities and the strategic merge patch.
//!
//! Errors have the texts of the original. Input that would take the original endless time or memory is refused with a text of
//! this crate.

#![forbid(unsafe_code)]
#![warn(missing_docs)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing))]
#![cfg_attr(not(test), deny(clippy::too_many_lines))]

pub mod data;
pub mod format;
pub mod json;
pub mod merge;
pub mod quantity;
pub mod regexp;
pub mod strconv;
pub mod template;
pub mod time;
pub mod unicode;
pub mod url;

#[cfg(test)]
mod properties;
#[cfg(test)]
mod recorded;

use serde_json::Value;
type Map = serde_json::Map<String, Value>;
