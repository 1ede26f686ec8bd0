//! Reads YAML as `kubectl` does, with the places of all fields, and writes it in the same form.
//!
//! [`parse`] reads a single document. [`read`] reads all documents of a [`Source`]; each [`Document`] can locate its fields.
//! [`write`](mod@write) writes.
//!
//! ```
//! use std::sync::Arc;
//! use kube_yaml::{Source, Step, read};
//! let text = "kind: Pod\nspec:\n  hostNetwork: yes\n".to_owned();
//! let read = read(&Arc::new(Source { name: "pod.yaml".into(), text }));
//! let pod = &read.documents[0];
//! assert_eq!(pod.value["spec"]["hostNetwork"], true);
//! let place = pod.locate(&[Step::Key("spec"), Step::Key("hostNetwork")]).expect("it is there").value.place;
//! assert_eq!((place.line, place.column), (3, 16));
//! ```

#![forbid(unsafe_code)]
#![warn(missing_docs)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing))]
#![cfg_attr(not(test), deny(clippy::too_many_lines))]

mod cursor;
mod document;
mod error;
mod index;
mod locate;
mod places;
mod properties;
mod reader;
pub mod scalar;
mod stream;
pub mod tree;
pub mod write;
mod written;

pub use document::{Document, LISTS, Problem, Read, Source, names_kind_of_secrets, read, read_chunk, read_with};
pub use error::{Error, Fault};
pub use locate::{Located, Span, Step};
pub use stream::{Chunk, split};
pub use tree::{MAX_DEPTH, Parsed, Place, parse};

use serde_json::Value;
type Map = serde_json::Map<String, Value>;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
