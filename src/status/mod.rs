//! Conditions, readiness, model state and URLs that the controller reports.

/// One component's entry in `status.components`.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ComponentStatus {
    pub latest_ready_revision: String,
    pub latest_created_revision: String,
    pub previous_rolledout_revision: String,
    pub latest_rolledout_revision: String,
}
