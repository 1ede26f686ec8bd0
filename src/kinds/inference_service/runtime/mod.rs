//! Serving runtimes: selection, merge with the service, placeholders.

mod choice;
mod defaults;
mod placeholders;
mod select;

pub use choice::choice;
pub use defaults::{
    SERVER_TYPE, ServerType, apply as apply_defaults, lowest_protocol, server_type, server_type_for_image,
};
pub use placeholders::replace as replace_placeholders;
pub use select::{ASSUMED_PROTOCOL, Candidate, Request, Selected, Verdict, rank, select};
