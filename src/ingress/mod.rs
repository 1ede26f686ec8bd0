//! The objects that route to a service: VirtualService, Ingress, HTTPRoutes; hosts and URLs.

pub mod dns;
