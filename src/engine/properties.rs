//! In what controllers differ where the engine acts for them.

use crate::object::Kind;

/// What the controllers of a kind see of a cluster, and what becomes ready in it between their passes. A kind says what it does
/// otherwise than [`Properties::PLAIN`].
#[derive(Debug)]
pub struct Properties {
    /// Whether the documents beside the resources are objects that the passes see, after those of a dump.
    pub sees_context: bool,
    /// Whether what objects report is written into their `status`, where the passes read it; else they read the report.
    pub writes_status: bool,
    /// The kinds whose objects report something once a pass has looked at them.
    pub reporting: &'static [Kind],
    /// The kinds whose objects all get an answer of the cluster's gateways, whoever has made them.
    pub answered: &'static [Kind],
}

impl Properties {
    /// The passes see what a dump has, and nothing that they look at reports anything.
    pub const PLAIN: Properties =
        Properties { sees_context: false, writes_status: false, reporting: &[], answered: &[] };
}
