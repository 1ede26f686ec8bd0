use super::release_area;

release_area! {
    /// Differences in hosts, VirtualServices, Ingresses and HTTPRoutes.
    "ingress" Ingress {
    }
}
