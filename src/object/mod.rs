//! What every Kubernetes object has: what identifies it, its metadata, and places in it.

pub mod diagnostic;
pub mod dns;
pub mod fields;
mod key;
pub mod keys;
pub mod kind;
mod metadata;
pub mod name;
pub mod names;
mod owner;
mod path;
pub mod role;
pub mod tidy;
mod type_meta;
pub mod validation;

pub use key::Key;
pub use kind::Kind;
pub use metadata::{FINALIZER, ObjectMeta, string_map};
pub use owner::Owner;
pub use path::{Path, PathPattern, Step};
