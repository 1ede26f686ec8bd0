//! The step for the scheduler and the routes, and for what gateways report about them.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use serde_json::json;

use super::router::discovery::{self, Addresses};
use super::router::gateways::{self, Named, Parent};
use super::router::group::{self, Members};
use super::router::readiness::{PoolState, pool_state, route_fault};
use super::router::route;
use super::router::validation::{self, Checked, Refusal, referenced_routes};
use super::scheduler;
use super::spec::{HttpRoutes, References, Router};
use super::status::types;
use super::status_view::LlmStatus;
use super::step::Pass;
use super::workload::network;
use super::workload_step::{conditions, reported};
use crate::api::{RouteSpec, WorkloadStatus};
use crate::engine::conditions::{Truth, Verdict};
use crate::object::Missing;
use crate::object::error::NIL_POINTER;
use crate::object::fields::map;
use crate::object::{ControllerError, Kind};
use crate::order;
use crate::{Map, Value};

/// Runs the step.
///
/// # Errors
/// What ends the pass.
pub(super) fn run(pass: &mut Pass<'_, '_>) -> Result<(), ControllerError> {
    check_references(pass)?;
    if let Err(error) = reconcile_scheduler(pass) {
        let message = format!("Failed to reconcile scheduler: {error}");
        pass.not_ready_verbatim(types::SCHEDULER_WORKLOAD_READY, "SchedulerReconcileError", &message);
        return Err(error.within("failed to reconcile scheduler"));
    }
    let gateways = reconcile_routes(pass).map_err(|error| {
        let message = format!("Failed to reconcile HTTPRoute: {error}");
        pass.not_ready_verbatim(types::HTTP_ROUTES_READY, "HTTPRouteReconcileError", &message);
        error.within("failed to reconcile HTTP routes")
    })?;
    note_pool(pass, &gateways).map_err(|error| error.within("failed to evaluate Inference Pool conditions"))?;
    note_gateways(pass, &gateways);
    note_routes(pass);
    Ok(())
}

fn check_references(pass: &mut Pass<'_, '_>) -> Result<(), ControllerError> {
    let mut right = Vec::new();
    let checked = pass.build(|builder| validation::check(builder, |checked| right.push(checked)));
    for checked in right {
        pass.clear(match checked {
            Checked::Gateways => types::GATEWAYS_READY,
            Checked::Routes => types::HTTP_ROUTES_READY,
        });
    }
    match checked {
        Ok(()) => Ok(()),
        Err(Refusal::Gateways(error)) => {
            pass.not_ready(types::GATEWAYS_READY, "RefsInvalid", error.text());
            Err(error)
        }
        Err(Refusal::Routes(error)) => {
            pass.not_ready(types::HTTP_ROUTES_READY, "RefsInvalid", error.text());
            Err(error)
        }
        Err(Refusal::Unreadable(error)) => Err(error),
    }
}

fn reconcile_scheduler(pass: &mut Pass<'_, '_>) -> Result<(), ControllerError> {
    let wanted = pass.service.has_scheduler() && !pass.service.is_stopped();
    reconcile_scheduler_permissions(pass, wanted)?;
    reconcile_scheduler_deployment(pass, wanted)?;
    let service = pass.build(|builder| scheduler::service(builder));
    match wanted {
        true => pass.reconcile(Kind::Service, service)?,
        false => pass.delete(Kind::Service, &pass.service.scheduler_service())?,
    }
    reconcile_pools(pass, wanted)?;
    if pass.service.is_stopped() {
        pass.stopped(types::INFERENCE_POOL_READY);
    }
    Ok(())
}

fn reconcile_scheduler_permissions(pass: &mut Pass<'_, '_>, wanted: bool) -> Result<(), ControllerError> {
    let account = pass
        .build(|builder| scheduler::account(builder))
        .map_err(|error| error.within("failed to create expected scheduler service account"))?;
    let names = pass.service.names;
    let namespace = names.namespace;
    if account.is_generated {
        if !wanted {
            return pass.delete(Kind::ServiceAccount, account.name());
        }
        let at = format!("{namespace}/{}", account.name());
        pass.reconcile(Kind::ServiceAccount, account.object.clone())
            .map_err(|error| error.within(format_args!("failed to reconcile scheduler service account {at}")))?;
    }
    let [cluster_binding, role, binding] = pass.build(|builder| {
        [
            scheduler::cluster_role_binding(builder, &account),
            scheduler::role(builder),
            scheduler::binding(builder, &account),
        ]
    });
    let objects = [
        (Kind::ClusterRoleBinding, cluster_binding, names.scheduler_cluster_role_binding(), String::new()),
        (Kind::Role, role, names.scheduler_role(), format!("{namespace}/")),
        (Kind::RoleBinding, binding, names.scheduler_role_binding(), format!("{namespace}/")),
    ];
    for (kind, object, name, prefix) in objects {
        if wanted {
            let what = kind.name().to_lowercase();
            pass.reconcile(kind, object)
                .map_err(|error| error.within(format_args!("failed to reconcile scheduler {what} {prefix}{name}")))?;
        } else {
            pass.delete(kind, &name)?;
        }
    }
    Ok(())
}

fn reconcile_scheduler_deployment(pass: &mut Pass<'_, '_>, wanted: bool) -> Result<(), ControllerError> {
    let name = pass.service.names.scheduler();
    let deployment = pass
        .build(scheduler::deployment)
        .map_err(|error| error.within("failed to build expected scheduler deployment"))?;
    if !wanted {
        match pass.service.is_stopped() {
            true => pass.stopped(types::SCHEDULER_WORKLOAD_READY),
            false => pass.clear(types::SCHEDULER_WORKLOAD_READY),
        }
        return pass.delete(Kind::Deployment, &name);
    }
    let at = format!("{}/{name}", pass.service.names.namespace);
    pass.reconcile(Kind::Deployment, deployment)
        .map_err(|error| error.within(format_args!("failed to reconcile scheduler deployment {at}")))?;
    note_scheduler(pass, &name);
    Ok(())
}

/// One running scheduler is enough: the others stand by.
fn note_scheduler(pass: &mut Pass<'_, '_>, name: &str) {
    const CONDITION: &str = types::SCHEDULER_WORKLOAD_READY;
    let deployment = pass.get(Kind::Deployment, name);
    let available = deployment.and_then(WorkloadStatus::of_object).and_then(WorkloadStatus::available_replicas);
    if available.is_some_and(|available| available > 0) {
        return pass.ready(CONDITION);
    }
    let all = conditions(deployment);
    let late = all
        .into_iter()
        .find(|(kind, own)| kind == "Progressing" && own.is_false && own.reason == "ProgressDeadlineExceeded");
    if let Some((_, late)) = late {
        return pass.not_ready(CONDITION, late.reason, late.message);
    }
    match reported(pass.get(Kind::Deployment, name), "Available") {
        Some(own) if own.is_true => pass.ready(CONDITION),
        Some(own) => pass.not_ready(CONDITION, own.reason, own.message),
        None => pass.not_ready(CONDITION, "Progressing", "Deployment rollout in progress"),
    }
}

fn reconcile_pools(pass: &mut Pass<'_, '_>, wanted: bool) -> Result<(), ControllerError> {
    let name = pass.service.names.pool();
    if !wanted {
        pass.delete(Kind::InferencePool, &name)?;
        return pass.delete(Kind::InferencePoolX, &name);
    }
    let pool = pass.build(|builder| scheduler::pool(builder));
    pass.reconcile(Kind::InferencePool, pool)?;
    let skipped = pass.cluster.release.llm.experimental_pools_optional && !pass.cluster.has_api(Kind::InferencePoolX);
    if skipped {
        return Ok(());
    }
    let pool = pass.build(|builder| scheduler::experimental_pool(builder));
    pass.reconcile(Kind::InferencePoolX, pool)
}

/// The Gateways of the routes, without duplicates, each with its readiness.
struct Resolved {
    named: Named,
    is_ready: bool,
}

fn reconcile_routes(pass: &mut Pass<'_, '_>) -> Result<Vec<Resolved>, ControllerError> {
    let name = pass.service.names.route();
    // It builds the route before it looks whether there is to be one.
    if pass.cluster.release.llm.empty_route_crashes
        && pass.service.spec.route().is_some()
        && pass.service.spec.http().is_none()
    {
        return Err(ControllerError::recovered_crash(NIL_POINTER));
    }
    if pass.service.is_stopped() || pass.service.spec.route().is_none() {
        clear_group(pass);
        note_routeless(pass);
        pass.delete(Kind::HttpRoute, &name)?;
        return Ok(Vec::new());
    }
    let mut desired = pass.build(|builder| route::build(builder));
    let members = share_in_group(pass, &mut desired);
    let has_references = pass.service.spec.http().is_some_and(HttpRoutes::has_refs);
    if has_references {
        pass.delete(Kind::HttpRoute, &name)?;
    }
    let named: Vec<Map> = pass.build(|builder| referenced_routes(builder).into_iter().cloned().collect());
    let mut own = None;
    if pass.service.spec.http().and_then(HttpRoutes::spec).is_some() {
        note_collisions(pass);
        let at = format!("{}/{name}", pass.service.names.namespace);
        let desired = Rc::new(desired);
        pass.reconcile(Kind::HttpRoute, Rc::clone(&desired))
            .map_err(|error| error.within(format_args!("failed to reconcile HTTPRoute {at}")))?;
        own = Some(desired);
    }
    if let Some(members) = members.filter(|members| !members.is_empty()) {
        note_group(pass, &members);
    }
    let routes: Vec<&Map> = named.iter().chain(own.as_deref().and_then(Value::as_object)).collect();
    note_addresses(pass, &routes)
}

fn clear_group(pass: &mut Pass<'_, '_>) {
    pass.clear(types::GROUP_READY);
    pass.clear(types::GROUP_DEGRADED);
}

fn share_in_group(pass: &mut Pass<'_, '_>, desired: &mut Value) -> Option<Members> {
    if !pass.cluster.release.llm.groups || pass.service.spec.group().is_none() {
        clear_group(pass);
        if let Some(router) = &mut pass.status.router {
            router.remove("group");
        }
        return None;
    }
    let names = pass.service.names;
    let group = pass.service.spec.group()?;
    let own = pass.own.to_value();
    let members = Members::of(&pass.service, LlmStatus::of(&own), pass.peers.in_group(names.namespace, group))?;
    members.share(&pass.service, desired);
    Some(members)
}

fn note_group(pass: &mut Pass<'_, '_>, members: &Members) {
    let Some(group) = pass.service.spec.group() else { return };
    pass.status.router.get_or_insert_default().insert("group".into(), members.status(group));
    pass.ready(types::GROUP_READY);
    match members.divergence() {
        Some(text) => {
            let verdict = Verdict::new(Truth::True, "MemberDivergence", text);
            pass.status.conditions.set(types::GROUP_DEGRADED, verdict, true);
            let message = format!("Group \"{group}\" has members with divergent model.name or LoRA adapter sets");
            pass.events.push(("MemberDivergence", message));
        }
        None => pass.clear(types::GROUP_DEGRADED),
    }
}

fn note_collisions(pass: &mut Pass<'_, '_>) {
    if !pass.cluster.release.llm.collision_events {
        return;
    }
    let peers = pass.peers;
    let others = pass.build(|builder| group::collisions(builder, peers.sharing_models(builder)));
    if others.is_empty() {
        return;
    }
    let names = pass.service.names;
    let message = format!(
        "model name {} overlaps with {} in namespace {namespace}; shared publisher paths and model-routing headers cause the gateway \
         to shadow one service. Reachable at its own address {namespace}/{}; safe to ignore if traffic splitting is planned",
        crate::go::strconv::quote(pass.service.spec.model().name()),
        others.join(", "),
        names.service,
        namespace = names.namespace,
    );
    pass.events.push(("ModelNameCollision", message));
}

/// The address of a service without a route. A stopped service has none.
fn note_routeless(pass: &mut Pass<'_, '_>) {
    pass.status.router = None;
    if pass.service.is_stopped() {
        pass.status.addresses.clear();
        pass.stopped(types::HTTP_ROUTES_READY);
        return;
    }
    let names = pass.service.names;
    let host = names.host(&names.workload_service(), &pass.cluster.settings.cluster_domain);
    let scheme = match pass.cluster.release.llm.routeless_address_follows_tls_setting {
        true => pass.build(|builder| network::scheme(builder)),
        false => "https",
    };
    pass.status.addresses = vec![json!({ "url": format!("{scheme}://{host}") })];
}

/// Finds the URLs of routes and writes them to the status.
fn note_addresses(pass: &mut Pass<'_, '_>, routes: &[&Map]) -> Result<Vec<Resolved>, ControllerError> {
    let (found, resolved) = pass.build(|builder| {
        let mut found = Vec::new();
        let mut resolved: Vec<Resolved> = Vec::new();
        for route in routes {
            let at = gateways::named_of(route);
            let parents = gateways::parents(builder, route)
                .map_err(|error| error.within(format_args!("failed to discover gateways for route {at}")))?;
            let urls = discovery::urls(builder, route, &parents)
                .map_err(|error| error.within(format_args!("failed to discover URL for route {at}")))?;
            found.extend(urls);
            for Parent { named, gateway, .. } in parents {
                if !resolved.iter().any(|own| own.named == named) {
                    resolved.push(Resolved { named, is_ready: gateways::is_ready(gateway) });
                }
            }
        }
        let addresses = Addresses::new(found);
        let url = addresses.url(builder).map(str::to_owned);
        Ok::<_, ControllerError>(((url, addresses.status(builder)), resolved))
    })?;
    let (url, addresses) = found;
    if !routes.is_empty() && pass.cluster.release.llm.status_observes_objects {
        pass.status.router.get_or_insert_default().insert("gateways".into(), observed_gateways(routes));
    }
    pass.status.url = url;
    pass.status.addresses = addresses;
    Ok(resolved)
}

/// `status.router.gateways`.
fn observed_gateways(routes: &[&Map]) -> Value {
    /// A Gateway with the listeners that are named, and the namespaces of its routes by their names.
    type Observed = (Named, BTreeSet<String>, BTreeMap<String, String>);
    let mut observed: BTreeMap<String, Observed> = BTreeMap::new();
    for route in routes {
        let at = gateways::named_of(route);
        for reference in RouteSpec::of_object(route).parent_refs() {
            let named = Named::of(reference, &at.namespace);
            let (_, sections, routes) =
                observed.entry(named.to_string()).or_insert_with(|| (named, BTreeSet::new(), BTreeMap::new()));
            sections.extend(reference.section_name().map(str::to_owned));
            routes.entry(at.name.clone()).or_insert_with(|| at.namespace.clone());
        }
    }
    let own = |kind: Kind, name: String, namespace: String| {
        let (name, namespace) = (Value::from(name), Value::from(namespace));
        map([("group", kind.group().into()), ("kind", kind.name().into()), ("name", name), ("namespace", namespace)])
    };
    let route_of = |(name, namespace): (String, String)| Value::Object(own(Kind::HttpRoute, name, namespace));
    observed
        .into_values()
        .map(|(named, sections, routes)| {
            let routes: Vec<Value> = routes.into_iter().map(route_of).collect();
            let mut gateway = own(Kind::Gateway, named.name, named.namespace);
            gateway.insert("httpRoutes".into(), routes.into());
            if !sections.is_empty() {
                gateway.insert("listeners".into(), sections.into_iter().collect());
            }
            Value::Object(gateway)
        })
        .collect()
}

/// Sets the condition for the InferencePool and records which pool it is.
fn note_pool(pass: &mut Pass<'_, '_>, gateways: &[Resolved]) -> Result<(), ControllerError> {
    const CONDITION: &str = types::INFERENCE_POOL_READY;
    if pass.service.is_stopped() {
        pass.stopped(CONDITION);
        return Ok(());
    }
    if pass.service.spec.scheduler().is_none() {
        pass.clear(CONDITION);
        if let Some(router) = &mut pass.status.router {
            router.remove("scheduler");
        }
        return Ok(());
    }
    let only_used = pass.cluster.release.llm.pools_judged_by_used_gateways;
    let used: Vec<Named> = gateways.iter().map(|gateway| gateway.named.clone()).collect();
    let name = pass.service.pool();
    let namespace = pass.service.names.namespace;
    let is_reference = pass.service.spec.pool_reference().is_some();
    let state = |pass: &Pass<'_, '_>, kind| pass.get(kind, &name).map(|pool| pool_state(pool, &used, only_used));
    let stable = state(pass, Kind::InferencePool);
    if is_reference && stable.is_none() {
        let missing = pass.build(|builder| builder.find(Kind::InferencePool, namespace, &name).err());
        let missing = missing.unwrap_or_else(|| Missing::object(Kind::InferencePool, namespace, &name));
        let error = missing.within(format_args!("failed to fetch referenced Inference Pool {namespace}/{name}"));
        pass.not_ready(CONDITION, "InferencePoolFetchError", error.text());
        return Err(error);
    }
    note_scheduler_objects(pass, &name);
    let experimental = if is_reference { None } else { state(pass, Kind::InferencePoolX) };
    match (stable, experimental) {
        (Some(PoolState::Ready), _) | (_, Some(PoolState::Ready)) => pass.ready(CONDITION),
        (Some(PoolState::NotReady(reason, message)), _) | (None, Some(PoolState::NotReady(reason, message))) => {
            pass.not_ready(CONDITION, reason, message);
        }
        (None, None) => {
            let message = format!("Inference Pool {namespace}/{name} not found (checked v1 and v1alpha2)");
            pass.not_ready(CONDITION, "InferencePoolFetchError", message);
        }
    }
    Ok(())
}

/// `status.router.scheduler`.
fn note_scheduler_objects(pass: &mut Pass<'_, '_>, pool: &str) {
    let service = pass.service.scheduler_service();
    let Some(router) = &mut pass.status.router else { return };
    let own = |kind: Kind, name: &str| json!({ "group": kind.group(), "kind": kind.name(), "name": name });
    let observed = json!({ "inferencePool": own(Kind::InferencePool, pool), "service": own(Kind::Service, &service) });
    router.insert("scheduler".into(), observed);
}

fn note_gateways(pass: &mut Pass<'_, '_>, gateways: &[Resolved]) {
    const CONDITION: &str = types::GATEWAYS_READY;
    if pass.service.is_stopped() {
        return pass.stopped(CONDITION);
    }
    let gateway = pass.service.spec.router().and_then(Router::gateway);
    if gateway.is_none_or(References::is_empty) {
        return pass.clear(CONDITION);
    }
    let bad: Vec<String> = match pass.cluster.release.llm.gateways_judged_by_routes {
        true => gateways.iter().filter(|own| !own.is_ready).map(|own| own.named.to_string()).collect(),
        false => {
            let named = pass.build(|builder| route::named_gateways(builder).into_iter().cloned().collect::<Vec<_>>());
            let mut bad: Vec<String> = named
                .iter()
                .filter(|gateway| !gateways::is_ready(gateway))
                .map(|gateway| gateways::named_of(gateway).to_string())
                .collect();
            order::sort(&mut bad);
            bad.dedup();
            bad
        }
    };
    match bad.is_empty() {
        true => pass.ready(CONDITION),
        false => {
            let message = format!("The following Gateways are not ready: [{}]", bad.join(" "));
            pass.not_ready_verbatim(CONDITION, "GatewaysNotReady", &message);
        }
    }
}

fn note_routes(pass: &mut Pass<'_, '_>) {
    const CONDITION: &str = types::HTTP_ROUTES_READY;
    if pass.service.is_stopped() {
        return pass.stopped(CONDITION);
    }
    let Some(http) = pass.service.spec.http() else { return pass.clear(CONDITION) };
    let own = http.spec().map(|_| pass.service.names.route());
    let faults = pass.build(|builder| {
        let own = own.and_then(|name| builder.get(Kind::HttpRoute, &name)?.as_object());
        let routes = referenced_routes(builder).into_iter().chain(own);
        routes.filter_map(route_fault).collect::<Vec<_>>()
    });
    match faults.is_empty() {
        true => pass.ready(CONDITION),
        false => {
            let message = format!("The following HTTPRoutes are not ready: [{}]", faults.join(" "));
            pass.not_ready_verbatim(CONDITION, "HTTPRoutesNotReady", &message);
        }
    }
}
