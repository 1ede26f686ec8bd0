//! The ingress step: which routing objects a pass wants, and what it writes into the status.

use crate::engine::World;
use crate::object::Kind;
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
use crate::engine::store::Report;
use crate::facts::routing::{Class, Routing};
use crate::go::url;
use crate::kinds::inference_service::status::types;
use crate::kinds::inference_service::status::{Status, condition_names};
use crate::object::fields::Lookup as _;
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
            Err(error) => return Err(End::error(format!("fails to create IngressConfig: {error}"), false)),
        };
        let release = &cluster.release.ingress;
        if let (Mode::Other(mode), true) = (mode, release.unknown_modes_refused) {
            let text = format!("failed to create ingress reconciler: unsupported deployment mode for ingress: {mode}");
            return Err(End::error(text, false));
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
            Class::VirtualService => self.reconcile_virtual_service(world, routing, has_api, status),
        };
        end.map_err(|end| match end.error {
            Some(error) => {
                self.decide(Fate::Fails(error.clone()));
                End::error(format!("fails to reconcile ingress: {error}"), release.failures_write_status)
            }
            None => end,
        })
    }

    /// Records what becomes of the routing objects.
    fn decide(&mut self, fate: Fate) {
        if let Some(decision) = &mut self.routing {
            decision.fate = fate;
        }
    }

    fn set_ingress_ready(&self, status: &mut Status, verdict: Verdict) {
        status.conditions.set(types::INGRESS_READY, verdict, self.release().reasons_of_true_conditions);
    }

    /// The first of `components` that is declared and not ready, as the verdict for `IngressReady`.
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
    fn reconcile_virtual_service(
        &mut self,
        world: &mut World<'_>,
        routing: &Routing,
        has_api: bool,
        status: &mut Status,
    ) -> Result<(), End> {
        let cluster = self.cluster;
        let release = &cluster.release.ingress;
        let name = self.service.metadata.name.clone();
        let disabled = routing.settings.disable_istio_virtual_host;
        let entry = self.entry();
        let entry_url = status.component_url(entry).map(str::to_owned);
        if has_api || !release.missing_virtual_service_api_detected {
            // The controller looks at both objects also when it does not want them.
            world.store.look_at((Kind::VirtualService, self.namespace, &name));
            let waiting = self.waiting_for(&Component::ALL, status);
            let is_ready = waiting.is_none();
            if let Some(verdict) = waiting {
                self.decide(Fate::Waits(verdict.reason.clone()));
                self.set_ingress_ready(status, verdict);
            }
            if self.stopped {
                world.store.delete_owned((Kind::VirtualService, self.namespace, &name), &self.owner());
            } else if is_ready && !disabled {
                let url = entry_url.as_deref().unwrap_or_default();
                let plan = match &mut self.plan.routing.virtual_service {
                    Some(plan) if plan.0 == url => plan,
                    plan => {
                        let desired = ingress::virtual_service(cluster, routing, &self.service, url).map(Rc::new);
                        plan.insert((url.to_owned(), desired))
                    }
                };
                match plan.1.clone() {
                    Some(desired) => world.store.create_or_change(
                        (Kind::VirtualService, self.namespace, &name),
                        &desired,
                        update::virtual_service,
                    ),
                    None => {
                        let error = routing.path(&self.service.metadata).and_then(Result::err);
                        self.decide(Fate::Ignored(error.unwrap_or_default()));
                    }
                }
            }
        } else {
            self.decide(Fate::NotInstalled);
        }
        if self.stopped {
            self.decide(Fate::Stopped);
        } else if disabled {
            self.decide(Fate::SwitchedOff);
        }
        world.store.look_at((Kind::Service, self.namespace, &name));
        if self.stopped {
            world.store.delete_owned((Kind::Service, self.namespace, &name), &self.owner());
            let verdict = Verdict::new(Truth::False, self.release().stop.reason(), "");
            self.set_ingress_ready(status, verdict);
            return Ok(());
        }
        if !disabled {
            let planned = &mut self.plan.routing.external_name;
            let desired = planned.get_or_insert_with(|| Rc::new(ingress::external_name(routing, &self.service)));
            world.store.create_or_change((Kind::Service, self.namespace, &name), desired, |existing, desired| {
                update::external_name(existing, desired, release)
            });
        }
        let Some(entry_url) = entry_url else { return Ok(()) };
        let report = match &mut self.plan.routing.knative {
            Some(report) if report.entry_url == entry_url => report,
            report => {
                let target = if disabled { &*self.service.child_name(entry) } else { &*name };
                report.insert(KnativeReport {
                    changed_entry_url: routing.with_url_scheme(&entry_url),
                    url: routing.knative_url(&self.service, &entry_url).map(|url| url::parse(&url)),
                    address: address(format!("http://{}", ingress::cluster_host(cluster, &self.service, target))),
                    entry_url,
                })
            }
        };
        // The component's own URL is changed before it is known whether the service gets one.
        if let Some(reported) = status.components.get_mut(&entry) {
            reported.url = Some(report.changed_entry_url.clone());
        }
        let Some(url) = report.url.clone() else { return Ok(()) };
        status.url = Some(url.map_err(|error| End::error(format!("fails to parse service url: {error}"), true))?);
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
        let release = &self.cluster.release.ingress;
        let name = self.service.metadata.name.clone();
        let exists = world.store.look_at((Kind::Ingress, self.namespace, &name)).is_some();
        if self.stops_standard() {
            self.decide(Fate::Stopped);
            if exists {
                world.store.delete_owned((Kind::Ingress, self.namespace, &name), &self.owner());
                self.set_ingress_ready(status, Verdict::new(Truth::False, "Stopped", ""));
            }
            return Ok(());
        }
        if let Some(reason) = routing.internal(&self.service) {
            self.decide(Fate::Internal(reason));
        } else {
            // With a transformer the explainer is not waited for.
            let components = match self.declares(Component::Transformer) {
                true => [Component::Predictor, Component::Transformer],
                false => [Component::Predictor, Component::Explainer],
            };
            if let Some(verdict) = self.waiting_for(&components, status) {
                self.decide(Fate::Waits(verdict.reason.clone()));
                self.set_ingress_ready(status, Verdict { status: Truth::False, ..verdict });
                return Ok(());
            }
            let planned = &mut self.plan.routing.ingress;
            match planned.get_or_insert_with(|| ingress::kubernetes_ingress(routing, &self.service).map(Rc::new)) {
                Ok(desired) => world.store.create_or_change(
                    (Kind::Ingress, self.namespace, &name),
                    desired,
                    update::kubernetes_ingress,
                ),
                Err(error) if !release.ingress_host_errors => {
                    let error = error.clone();
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

    /// Standard mode with HTTPRoutes.
    fn reconcile_routes(&mut self, world: &mut World<'_>, routing: &Routing, status: &mut Status) -> Result<(), End> {
        let cluster = self.cluster;
        let release = &cluster.release.ingress;
        if let Some(reason) = routing.internal(&self.service) {
            self.decide(Fate::Internal(reason));
            self.set_ingress_ready(status, Verdict::bare(Truth::True));
            return self.report_standard(world, routing, status);
        }
        let routes: Vec<Route> = Route::all(&self.service).collect();
        if self.stops_standard() {
            self.decide(Fate::Stopped);
            for route in &routes {
                world.store.delete_owned((Kind::HttpRoute, self.namespace, &route.name(&self.service)), &self.owner());
            }
            self.set_ingress_ready(status, Verdict::new(Truth::False, "Stopped", ""));
            return Ok(());
        }
        let ports: Vec<Ports> = Component::ALL
            .into_iter()
            .map(|component| {
                // The controller does not look at what is left of a component that is no longer declared.
                if !self.declares(component) {
                    return Ports::default();
                }
                let service = world.store.look_at((Kind::Service, self.namespace, &self.child_name(component)));
                service.map(|entry| Ports::of(&entry.object)).unwrap_or_default()
            })
            .collect();
        let ports_of = |component: Component| ports.get(component as usize).copied().unwrap_or_default();
        for route in &routes {
            let waiting = match route {
                Route::Component(component) => self.waiting_for(&[*component], status),
                Route::TopLevel => {
                    self.waiting_for(&[Component::Predictor, Component::Explainer, Component::Transformer], status)
                }
            };
            if let Some(verdict) = waiting {
                self.decide(Fate::Waits(verdict.reason.clone()));
                self.set_ingress_ready(status, Verdict { status: Truth::False, ..verdict });
                world.store.look_at((Kind::HttpRoute, self.namespace, &route.name(&self.service)));
                continue;
            }
            let planned = &mut self.plan.routing.routes;
            let known = planned.iter().find(|(of, with, _)| of == route && *with == ports);
            let desired = match known {
                Some((.., desired)) => Rc::clone(desired),
                None => {
                    let desired = ingress::http_route(cluster, routing, &self.service, *route, &ports_of)
                        .map_err(|error| End::error(error, true))?;
                    let desired = Rc::new(desired);
                    planned.push((*route, ports.clone(), Rc::clone(&desired)));
                    desired
                }
            };
            world.store.create_or_change(
                (Kind::HttpRoute, self.namespace, &route.name(&self.service)),
                &desired,
                |existing, desired| update::http_route(existing, desired, release),
            );
        }
        let top_level = match release.route_not_ready {
            RouteNotReady::Fails => "TopLevel",
            _ => "InferenceService",
        };
        let quiet = || End::quiet(release.route_not_ready == RouteNotReady::WritesStatus);
        for route in &routes {
            let name = route.name(&self.service);
            let label = route.label(top_level);
            let report = match world.store.look_at((Kind::HttpRoute, self.namespace, &name)).map(|entry| &entry.report)
            {
                None if release.route_not_ready == RouteNotReady::Fails => {
                    let text = format!("httproutes.gateway.networking.k8s.io \"{name}\" not found");
                    return Err(End::error(text, true));
                }
                None => {
                    let (reason, message) =
                        (format!("{label} Deployment NotReady"), format!("{label} HTTPRoute not created"));
                    self.set_ingress_ready(status, Verdict::new(Truth::False, reason, message));
                    return Err(quiet());
                }
                Some(Report::Status(report)) => report.clone(),
                Some(_) => Value::Null,
            };
            if let Some(verdict) = ingress::route_readiness(&report, label) {
                self.decide(Fate::Waits(verdict.message.clone()));
                self.set_ingress_ready(status, verdict);
                return match release.route_not_ready {
                    RouteNotReady::Fails => Ok(()),
                    _ => Err(quiet()),
                };
            }
        }
        self.set_ingress_ready(status, Verdict::bare(Truth::True));
        self.report_standard(world, routing, status)
    }

    fn stops_standard(&self) -> bool {
        self.stopped && self.release().stop == StopSupport::EveryMode
    }

    /// URL and address of a service in Standard mode whose routing is in place. What cannot be told is removed.
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
                let text = format!("failed to get entry point service {name}: services \"{name}\" not found");
                return Err(End::error(text, true));
            };
            headless = service.object.at("/spec/clusterIP").is_some_and(|ip| ip == "None");
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
