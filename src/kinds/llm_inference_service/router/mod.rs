//! How requests reach a service: Gateways, routes, and the resulting URLs.

pub mod discovery;
pub mod gateways;
pub mod group;
pub mod readiness;
pub mod route;
#[cfg(test)]
mod tests;
pub mod validation;
