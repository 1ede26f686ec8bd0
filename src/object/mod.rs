//! What all Kubernetes objects have in common: what identifies them, their metadata, paths into them, and the findings, refusals and errors
//! about them.

pub(crate) mod alike;
pub mod diagnostic;
pub(crate) mod dns;
pub mod error;
pub(crate) mod fields;
mod key;
pub(crate) mod keys;
pub(crate) mod kind;
mod metadata;
mod missing;
pub mod name;
pub(crate) mod names;
mod owner;
mod path;
mod refusal;
pub mod role;
pub(crate) mod tidy;
mod type_meta;
pub(crate) mod validation;
mod view;

pub use error::{Cause, ControllerError};
pub use key::Key;
pub use kind::Kind;
pub(crate) use metadata::{FINALIZER, ObjectMeta, string_map};
pub(crate) use missing::{Missing, NotFound};
pub(crate) use owner::Owner;
pub(crate) use path::is_at_or_below;
pub use path::{Path, PathPattern, PathStep};
pub use refusal::Refusal;
pub(crate) use view::ObjectView;
