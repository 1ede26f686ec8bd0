//! How controllers differ where the engine acts on their behalf.

use crate::object::Kind;

/// What the controllers of a kind see of a cluster, and what becomes ready between their passes. A kind states only how it
/// differs from [`Properties::PLAIN`].
#[derive(Debug)]
pub struct Properties {
    /// Whether the passes see the documents next to the resources as objects, after those of a dump.
    pub sees_context: bool,
    /// Whether the passes read what objects report from the objects' `status`; otherwise they read the report itself.
    pub writes_status: bool,
    /// The kinds whose objects report something once a pass has looked at them.
    pub reporting: &'static [Kind],
    /// The kinds whose objects all get an answer from the cluster's gateways, whoever created them.
    pub answered: &'static [Kind],
}

impl Properties {
    /// The passes see what a dump has, and no object that they look at reports anything.
    pub const PLAIN: Properties =
        Properties { sees_context: false, writes_status: false, reporting: &[], answered: &[] };
}
