//! How requests reach a service: gateways, routes, and the URLs that follow from them.

pub mod discovery;
pub mod gateways;
pub mod group;
pub mod readiness;
pub mod route;
#[cfg(test)]
mod tests;
pub mod validation;
