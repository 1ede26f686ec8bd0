//! The plan of everything that runs a component.

use super::step::ObjectStep;

/// The objects that the controller looks at for one component, in its order.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Plan {
    pub steps: Vec<ObjectStep>,
    /// The URL of the component that the status reports, in Standard mode.
    pub url: Option<String>,
}
