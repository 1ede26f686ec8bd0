//! YAML as `kubectl` reads it, with the places of all fields, and as it writes it.

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

pub use document::{Document, Problem, Read, Source, read, read_chunk, read_with};
pub use error::{Error, Fault};
pub use locate::{Located, Span, Step};
pub use stream::{Chunk, split};
pub use tree::{MAX_DEPTH, Parsed, Place, parse};

use serde_json::Value;
type Map = serde_json::Map<String, Value>;
