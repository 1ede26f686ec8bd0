//! The ingress step: which routing objects a pass needs, and what it writes into the status.

use crate::engine::World;
use crate::object::ControllerError;
use crate::object::ObjectView as _;
use crate::object::{Kind, NotFound};
use std::rc::Rc;
use std::sync::Arc;

use serde_json::json;

use super::decisions::{Fate, RoutingDecision};
use super::pass::Controller;
use super::plan::KnativeReport;
use crate::Value;
use crate::api::{Component, Mode};
use crate::build::route::{self as ingress, Ports, Route, update};
use crate::engine::End;
use crate::engine::conditions::{Truth, Verdict};
use crate::engine::reports::Report;
use crate::facts::routing::{Class, Routing};
use crate::go::url;
use crate::kinds::inference_service::status::types;
use crate::kinds::inference_service::status::{Status, condition_names};
use crate::release::RouteNotReady;
use crate::release::StopSupport;

const NO_VIRTUAL_SERVICE: &str = "Istio VirtualService CRD not present; VirtualService reconciliation skipped. \
If you do not use Istio, set ingress.disableIstioVirtualHost=true.";

fn address(url: String) -> Arc<Value> {
    Arc::new(json!({ "url": url }))
}

impl Controller<'_> {
    pub(super) fn reconcile_ingress(
        &mut self,
        world: &mut World<'_>,
        mode: &Mode,
        status: &mut Status,
    ) -> Result<(), End> {
        let cluster = self.cluster;
        let routing = match &cluster.routing {
            Ok(routing) => routing,
            Err(error) => return Err(End::error(error.clone().within("fails to create IngressConfig"), false)),
        };
        let release = &cluster.release.ingress;
        if let (Mode::Other(mode), true) = (mode, release.unknown_modes_refused) {
            let text = format!("failed to create ingress reconciler: unsupported deployment mode for ingress: {mode}");
            return Err(End::error(ControllerError::new(text), false));
        }
        let has_api = cluster.has_api(Kind::VirtualService);
        if release.missing_virtual_service_api_detected && !has_api && !routing.settings.disable_istio_virtual_host {
            self.events.warn("VirtualServiceCRDNotFound", NO_VIRTUAL_SERVICE);
        }
        let class = routing.class(mode);
        self.routing = Some(RoutingDecision { class, fate: Fate::Created });
        let end = match class {
            Class::HttpRoutes => self.reconcile_routes(world, routing, status),
            Class::Ingress => self.reconcile_kubernetes_ingress(world, routing, status),
            Class::VirtualService => self.reconcile_knative_routing(world, routing, has_api, status),
        };
        end.map_err(|end| match end.error {
            Some(error) => {
                self.decide(Fate::Fails(error.text().to_owned()));
                End::error(error.within("fails to reconcile ingress"), release.failures_write_status)
            }
            None => end,
        })
    }

    /// Records what happens to the routing objects.
    fn decide(&mut self, fate: Fate) {
        if let Some(decision) = &mut self.routing {
            decision.fate = fate;
        }
    }

    fn set_ingress_ready(&self, status: &mut Status, verdict: Verdict) {
        status.conditions.set(types::INGRESS_READY, verdict, self.release().reasons_of_true_conditions);
    }

    /// Leaves the routing objects for a later pass.
    fn wait(&mut self, verdict: Verdict, status: &mut Status) {
        self.decide(Fate::Waits(verdict.reason.clone()));
        self.set_ingress_ready(status, verdict);
    }

    /// The verdict for `IngressReady` on the first of `components` that is declared and not ready.
    fn waiting_for(&self, components: &[Component], status: &Status) -> Option<Verdict> {
        let declared = components.iter().filter(|component| self.declares(**component));
        let mut waiting = declared.filter(|component| !status.conditions.is_true(condition_names(**component).ready));
        waiting.next().map(|component| {
            let truth = match status.conditions.status(condition_names(*component).ready) {
                Some(Truth::Unknown) | None => Truth::Unknown,
                _ => Truth::False,
            };
            let reason = match component {
                Component::Predictor => "Predictor ingress not created",
                Component::Transformer => "Transformer ingress not created",
                Component::Explainer => "Explainer ingress not created",
            };
            Verdict::new(truth, reason, "")
        })
    }

    /// Knative mode: VirtualService and ExternalName Service.
    fn reconcile_knative_routing(
        &mut self,
        world: &mut World<'_>,
        routing: &Routing,
        has_api: bool,
        status: &mut Status,
    ) -> Result<(), End> {
        let entry_url = status.component_url(self.entry()).map(str::to_owned);
        if has_api || !self.cluster.release.ingress.missing_virtual_service_api_detected {
            self.reconcile_virtual_service(world, routing, entry_url.as_deref(), status);
        } else {
            self.decide(Fate::NotInstalled);
        }
        if self.stopped {
            self.decide(Fate::Stopped);
        } else if routing.settings.disable_istio_virtual_host {
            self.decide(Fate::SwitchedOff);
        }
        self.reconcile_external_name(world, routing);
        if self.stopped {
            self.set_ingress_ready(status, Verdict::new(Truth::False, self.release().stop.reason(), ""));
            return Ok(());
        }
        match entry_url {
            Some(entry_url) => self.report_knative(routing, entry_url, status),
            None => Ok(()),
        }
    }

    /// Creates the VirtualService once all components are ready, or deletes that of a stopped service.
    fn reconcile_virtual_service(
        &mut self,
        world: &mut World<'_>,
        routing: &Routing,
        entry_url: Option<&str>,
        status: &mut Status,
    ) {
        let name = self.service.metadata.name.clone();
        let at = (Kind::VirtualService, self.namespace, name.as_str());
        // The controller looks at the object even if it does not want it.
        world.store.look_at(at);
        let waiting = self.waiting_for(&Component::ALL, status);
        let is_ready = waiting.is_none();
        if let Some(verdict) = waiting {
            self.wait(verdict, status);
        }
        if self.stopped {
            world.store.delete_owned(at, &self.owner());
        } else if is_ready && !routing.settings.disable_istio_virtual_host {
            match self.planned_virtual_service(routing, entry_url.unwrap_or_default()) {
                Some(desired) => world.store.create_or_change(at, &desired, update::virtual_service),
                None => {
                    let error = routing.path(&self.service.metadata).and_then(Result::err);
                    self.decide(Fate::Ignored(error.map(|error| error.to_string()).unwrap_or_default()));
                }
            }
        }
    }

    /// The VirtualService for this URL of the entry component; `None` if the path template fails.
    fn planned_virtual_service(&mut self, routing: &Routing, entry_url: &str) -> Option<Rc<Value>> {
        let plan = match &mut self.plan.routing.virtual_service {
            Some(plan) if plan.0 == entry_url => plan,
            plan => {
                let desired = ingress::virtual_service(self.cluster, routing, &self.service, entry_url).map(Rc::new);
                plan.insert((entry_url.to_owned(), desired))
            }
        };
        plan.1.clone()
    }

    /// Creates the Service that directs the service's own name to the cluster's gateway.
    fn reconcile_external_name(&mut self, world: &mut World<'_>, routing: &Routing) {
        let release = &self.cluster.release.ingress;
        let at = (Kind::Service, self.namespace, self.service.metadata.name.as_str());
        // The controller looks at the object even if it does not want it.
        world.store.look_at(at);
        if self.stopped {
            world.store.delete_owned(at, &self.owner());
        } else if !routing.settings.disable_istio_virtual_host {
            let planned = &mut self.plan.routing.external_name;
            let desired = planned.get_or_insert_with(|| Rc::new(ingress::external_name(routing, &self.service)));
            world
                .store
                .create_or_change(at, desired, |existing, desired| update::external_name(existing, desired, release));
        }
    }

    /// Reports URL and address of a service in Knative mode whose entry component has this URL.
    fn report_knative(&mut self, routing: &Routing, entry_url: String, status: &mut Status) -> Result<(), End> {
        let entry = self.entry();
        let report = match &mut self.plan.routing.knative {
            Some(report) if report.entry_url == entry_url => report,
            report => {
                let target = match routing.settings.disable_istio_virtual_host {
                    true => self.service.child_name(entry),
                    false => self.service.metadata.name.clone(),
                };
                let host = ingress::cluster_host(self.cluster, &self.service, &target);
                report.insert(KnativeReport {
                    changed_entry_url: routing.with_url_scheme(&entry_url),
                    url: routing
                        .knative_url(&self.service, &entry_url)
                        .map(|url| url::parse(&url).map_err(|error| ControllerError::new(error.to_string()))),
                    address: address(format!("http://{host}")),
                    entry_url,
                })
            }
        };
        // The component's own URL is changed before it is known whether the service gets one.
        if let Some(component) = status.components.get_mut(&entry) {
            component.url = Some(report.changed_entry_url.clone());
        }
        let Some(url) = report.url.clone() else { return Ok(()) };
        status.url = Some(url.map_err(|error| End::error(error.within("fails to parse service url"), true))?);
        status.address = Some(Arc::clone(&report.address));
        self.set_ingress_ready(status, Verdict::bare(Truth::True));
        Ok(())
    }

    /// Standard mode with an Ingress.
    fn reconcile_kubernetes_ingress(
        &mut self,
        world: &mut World<'_>,
        routing: &Routing,
        status: &mut Status,
    ) -> Result<(), End> {
        let name = self.service.metadata.name.clone();
        let at = (Kind::Ingress, self.namespace, name.as_str());
        let exists = world.store.look_at(at).is_some();
        if self.stops_standard() {
            self.decide(Fate::Stopped);
            if exists {
                world.store.delete_owned(at, &self.owner());
                self.set_ingress_ready(status, Verdict::new(Truth::False, "Stopped", ""));
            }
            return Ok(());
        }
        if let Some(reason) = routing.internal(&self.service) {
            self.decide(Fate::Internal(reason));
        } else {
            if let Some(verdict) = self.waiting_for(&self.awaited_by_ingress(), status) {
                self.wait(Verdict { status: Truth::False, ..verdict }, status);
                return Ok(());
            }
            let planned = &mut self.plan.routing.ingress;
            match planned.get_or_insert_with(|| ingress::kubernetes_ingress(routing, &self.service).map(Rc::new)) {
                Ok(desired) => world.store.create_or_change(at, desired, update::kubernetes_ingress),
                Err(error) if !self.cluster.release.ingress.ingress_host_errors => {
                    let error = error.text().to_owned();
                    self.decide(Fate::Ignored(error));
                    return Ok(());
                }
                Err(error) => return Err(End::error(error.clone(), true)),
            }
        }
        self.report_standard(world, routing, status)?;
        self.set_ingress_ready(status, Verdict::bare(Truth::True));
        Ok(())
    }

    /// The components that must be ready before an Ingress is created; with a transformer, the explainer need not be ready.
    fn awaited_by_ingress(&self) -> [Component; 2] {
        match self.declares(Component::Transformer) {
            true => [Component::Predictor, Component::Transformer],
            false => [Component::Predictor, Component::Explainer],
        }
    }

    /// Standard mode with HTTPRoutes.
    fn reconcile_routes(&mut self, world: &mut World<'_>, routing: &Routing, status: &mut Status) -> Result<(), End> {
        if let Some(reason) = routing.internal(&self.service) {
            self.decide(Fate::Internal(reason));
            self.set_ingress_ready(status, Verdict::bare(Truth::True));
            return self.report_standard(world, routing, status);
        }
        let routes: Vec<Route> = Route::all(&self.service).collect();
        if self.stops_standard() {
            self.delete_routes(world, &routes, status);
            return Ok(());
        }
        let ports = self.component_ports(world);
        for route in &routes {
            self.reconcile_route(world, routing, *route, &ports, status)?;
        }
        if !self.routes_are_ready(world, &routes, status)? {
            return Ok(());
        }
        self.set_ingress_ready(status, Verdict::bare(Truth::True));
        self.report_standard(world, routing, status)
    }

    fn delete_routes(&mut self, world: &mut World<'_>, routes: &[Route], status: &mut Status) {
        self.decide(Fate::Stopped);
        for route in routes {
            world.store.delete_owned((Kind::HttpRoute, self.namespace, &route.name(&self.service)), &self.owner());
        }
        self.set_ingress_ready(status, Verdict::new(Truth::False, "Stopped", ""));
    }

    /// The ports of the Services of all components, in the order of [`Component::ALL`].
    fn component_ports(&self, world: &mut World<'_>) -> [Ports; 3] {
        Component::ALL.map(|component| {
            // The controller does not look at leftovers of a component that is no longer declared.
            if !self.declares(component) {
                return Ports::default();
            }
            let service = world.store.look_at((Kind::Service, self.namespace, &self.child_name(component)));
            service.map(|entry| Ports::of(&entry.object)).unwrap_or_default()
        })
    }

    /// Creates a route once the components behind it are ready.
    fn reconcile_route(
        &mut self,
        world: &mut World<'_>,
        routing: &Routing,
        route: Route,
        ports: &[Ports; 3],
        status: &mut Status,
    ) -> Result<(), End> {
        let release = &self.cluster.release.ingress;
        let waiting = match route {
            Route::Component(component) => self.waiting_for(&[component], status),
            Route::TopLevel => {
                self.waiting_for(&[Component::Predictor, Component::Explainer, Component::Transformer], status)
            }
        };
        let name = route.name(&self.service);
        let at = (Kind::HttpRoute, self.namespace, name.as_str());
        if let Some(verdict) = waiting {
            self.wait(Verdict { status: Truth::False, ..verdict }, status);
            world.store.look_at(at);
            return Ok(());
        }
        let desired = self.planned_route(routing, route, ports).map_err(|error| End::error(error, true))?;
        world.store.create_or_change(at, &desired, |existing, desired| update::http_route(existing, desired, release));
        Ok(())
    }

    /// The route to components with these ports.
    fn planned_route(
        &mut self,
        routing: &Routing,
        route: Route,
        ports: &[Ports; 3],
    ) -> Result<Rc<Value>, ControllerError> {
        let planned = &mut self.plan.routing.routes;
        if let Some((.., desired)) = planned.iter().find(|(of, with, _)| *of == route && with == ports) {
            return Ok(Rc::clone(desired));
        }
        let ports_of = |component: Component| ports.get(component as usize).copied().unwrap_or_default();
        let desired = Rc::new(ingress::http_route(self.cluster, routing, &self.service, route, &ports_of)?);
        planned.push((route, *ports, Rc::clone(&desired)));
        Ok(desired)
    }

    /// Whether gateways have accepted every route. If they have not, the status names the route; some releases then end the pass.
    fn routes_are_ready(&mut self, world: &mut World<'_>, routes: &[Route], status: &mut Status) -> Result<bool, End> {
        let not_ready = self.cluster.release.ingress.route_not_ready;
        let fails = not_ready == RouteNotReady::Fails;
        let quiet = End::quiet(not_ready == RouteNotReady::WritesStatus);
        for route in routes {
            let name = route.name(&self.service);
            let label = route.label(if fails { "TopLevel" } else { "InferenceService" });
            let report = match world.store.look_at((Kind::HttpRoute, self.namespace, &name)) {
                None if fails => {
                    return Err(End::error(NotFound(Kind::HttpRoute, &name), true));
                }
                None => {
                    let reason = format!("{label} Deployment NotReady");
                    let message = format!("{label} HTTPRoute not created");
                    self.set_ingress_ready(status, Verdict::new(Truth::False, reason, message));
                    return Err(quiet);
                }
                Some(entry) => match &entry.report {
                    Report::Status(report) => report.clone(),
                    _ => Value::Null,
                },
            };
            if let Some(verdict) = ingress::route_readiness(&report, label) {
                self.decide(Fate::Waits(verdict.message.clone()));
                self.set_ingress_ready(status, verdict);
                return if fails { Ok(false) } else { Err(quiet) };
            }
        }
        Ok(true)
    }

    fn stops_standard(&self) -> bool {
        self.stopped && self.release().stop == StopSupport::EveryMode
    }

    /// Reports URL and address of a service in Standard mode whose routing is in place. If they cannot be determined, they are
    /// removed.
    fn report_standard(&mut self, world: &mut World<'_>, routing: &Routing, status: &mut Status) -> Result<(), End> {
        let release = &self.cluster.release.ingress;
        let url = self.plan.routing.standard_url.get_or_insert_with(|| routing.standard_url(&self.service));
        status.url = url.as_ref().ok().cloned();
        if let Err(error) = url {
            return Err(End::error(error.clone(), true));
        }
        let name = self.child_name(self.entry());
        let mut headless = false;
        if release.address_from_service {
            let Some(service) = world.store.look_at((Kind::Service, self.namespace, &name)) else {
                status.address = None;
                let missing = ControllerError::from(NotFound(Kind::Service, &name));
                return Err(End::error(missing.within(format_args!("failed to get entry point service {name}")), true));
            };
            headless = service.object.cluster_ip() == "None";
        }
        let address = match &mut self.plan.routing.standard_address {
            Some((of, address)) if *of == headless => address,
            planned => {
                let host = ingress::cluster_host(self.cluster, &self.service, &name);
                let scheme = if release.address_is_http { "http" } else { &routing.settings.url_scheme };
                let port = if headless { ":8080" } else { "" };
                &mut planned.insert((headless, address(format!("{scheme}://{host}{port}")))).1
            }
        };
        status.address = Some(Arc::clone(address));
        Ok(())
    }
}
