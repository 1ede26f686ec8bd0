//! YAML as `kubectl` reads it, with the places of all fields, and as it writes it.

mod document;
mod events;
mod index;
mod locate;
mod places;
pub mod scalar;
mod stream;
mod tokens;
pub mod tree;
#[cfg(test)]
mod walk;
pub mod write;

pub use document::{Document, Problem, Read, Source, read, read_chunk, read_with};
pub use locate::{Located, Span, Step};
pub use stream::{Chunk, split};
pub use tree::{MAX_DEPTH, Place};

use serde_json::Value;
type Map = serde_json::Map<String, Value>;
