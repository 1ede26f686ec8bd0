use super::release_area;

/// How a pass ends if it finds an HTTPRoute missing or not ready.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RouteNotReady {
    /// The condition is written, and the pass is repeated.
    WritesStatus,
    /// The pass is repeated without a trace in the status.
    WritesNothing,
    /// A missing route is an error; one that is not ready is written, and the pass goes on.
    Fails,
}

release_area! {
    /// Differences in hosts, VirtualServices, Ingresses and HTTPRoutes.
    "ingress" Ingress {
        /// A mode that is not a known one is an error of the ingress step. Before, it gets the objects of Knative mode.
        unknown_modes_refused: bool = true, until V0_16 = false;
        /// Without Istio's VirtualService API the VirtualService is skipped, with an event. Before, nothing says so and the
        /// condition `IngressReady` still waits for the components.
        missing_virtual_service_api_detected: bool = true, until V0_16 = false, by 4985;
        /// With the Gateway API configured but not installed the controller does not start; this is why.
        missing_gateway_api: &'static str = "gateway API mode requires gateway.networking.k8s.io/v1 \"HTTPRoute\" CRD",
            until V0_16 = "panic: Gateway API CRD not available";
        /// HTTPRoutes have a rule of their own for gRPC when the Service has ports for both protocols.
        rules_by_protocol: bool = true, until V0_17 = false, by 5451;
        /// `disableHTTPRouteTimeout` leaves the timeouts out of HTTPRoutes. Before, they are always set.
        route_timeout_switch: bool = true, until V0_17 = false, by 5313;
        /// `status.address` has the scheme `http` in Standard mode. Before, it has that of the section `ingress`.
        address_is_http: bool = true, until V0_17 = false, by 5363;
        /// `status.address` names port 8080 of a headless Service, and waits for the Service to exist.
        address_from_service: bool = true, until V0_16 = false, by 4998;
        /// An ExternalName Service that exists is written with every pass and loses the labels and annotations that
        /// others gave it.
        external_name_rewritten: bool = false, until V0_18 = true, by 5512;
        /// An HTTPRoute that exists is replaced when its spec is not exactly the desired one, whatever its labels and
        /// annotations. Since v0.16 what it has in addition does not count, and labels and annotations do.
        routes_compared_by_spec: bool = false, until V0_15 = true;
        /// A host that cannot be made for the Ingress is an error. Before, there is silently no Ingress.
        ingress_host_errors: bool = true, until V0_15 = false;
        /// What becomes of a pass that finds an HTTPRoute missing or not ready.
        route_not_ready: RouteNotReady = RouteNotReady::WritesStatus,
            until V0_15 = RouteNotReady::Fails, until V0_16 = RouteNotReady::WritesNothing;
        /// An error of the ingress step is written to the status.
        failures_write_status: bool = true, until V0_16 = false;
    }
}
