//! What runs a component.

use super::step::ObjectStep;

/// The objects that the controller looks at for one component, in its order.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Plan {
    pub steps: Vec<ObjectStep>,
    /// Standard mode: the URL of the component that the status reports.
    pub url: Option<String>,
}
