//! What every Kubernetes object has: what identifies it, its metadata, and places in it.

pub mod diagnostic;
pub mod dns;
pub mod fields;
mod key;
pub mod keys;
mod metadata;
pub mod name;
pub mod names;
mod path;
pub mod role;
pub mod tidy;

pub use key::ObjectKey;
pub use metadata::{FINALIZER, ObjectMeta, string_map};
pub use path::{Path, PathPattern, Step};
