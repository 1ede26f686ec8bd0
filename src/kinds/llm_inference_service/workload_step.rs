//! The step that creates the workloads, and what their objects report.

use super::service::Part;
use super::status::types;
use super::step::Pass;
use super::workload::autoscaling::{self, Scaled};
use super::workload::{
    Accounts, certificate, deployment, devices, has_routing_sidecar, leader_worker_set, needs_role, network,
};
use crate::api::{Condition, PodSpec};
use crate::object::{Cause, ControllerError, Kind, ObjectView as _};
use crate::{Map, Value};

/// Runs the step.
///
/// # Errors
/// What ends the pass.
pub(super) fn run(pass: &mut Pass<'_, '_>) -> Result<(), ControllerError> {
    if pass.service.is_stopped() {
        pass.stopped(types::MAIN_WORKLOAD_READY);
    }
    if let Err(error) = reconcile_certificate(pass) {
        pass.not_ready(types::MAIN_WORKLOAD_READY, "ReconcileCertsError", error.text());
        return Err(error.within("failed to reconcile self-signed certificates secret"));
    }
    if let Err(error) = reconcile_multi_node(pass) {
        pass.not_ready(types::WORKER_WORKLOAD_READY, "ReconcileMultiNodeWorkloadError", error.text());
        return Err(error.within("failed to reconcile multi node workload"));
    }
    if let Err(error) = reconcile_single_node(pass) {
        pass.not_ready(types::MAIN_WORKLOAD_READY, "ReconcileSingleNodeWorkloadError", error.text());
        return Err(error.within("failed to reconcile single node workload"));
    }
    if let Err(error) = reconcile_service(pass) {
        pass.not_ready(types::MAIN_WORKLOAD_READY, "ReconcileWorkloadServiceError", error.text());
        return Err(error.within("failed to reconcile workload service"));
    }
    reconcile_scaling(pass)
}

fn reconcile_certificate(pass: &mut Pass<'_, '_>) -> Result<(), ControllerError> {
    if pass.service.is_stopped() {
        return pass.delete(Kind::Secret, &pass.service.names.certificate());
    }
    let expiration = pass.settings.expiration_annotations.first().cloned().unwrap_or_default();
    let secret = certificate(&pass.service, &expiration, pass.cluster.release.llm.certificate_has_authority);
    pass.reconcile(Kind::Secret, secret)
        .map_err(|error| error.within("failed to reconcile self-signed TLS certificate"))
}

fn reconcile_devices(pass: &mut Pass<'_, '_>) -> Result<(), ControllerError> {
    if !pass.cluster.release.llm.managed_devices {
        return Ok(());
    }
    let failed = |error: ControllerError| error.within("failed to reconcile managed DRA");
    if !devices::is_asked_for(&pass.service) {
        let deleted = pass.delete(Kind::ResourceClaimTemplate, &pass.service.names.device_claim());
        return deleted.map_err(|error| failed(error.within("failed to cleanup Managed DRA ResourceClaimTemplate")));
    }
    let template = devices::claim_template(&pass.service).map_err(failed)?;
    let reconciled = pass.reconcile(Kind::ResourceClaimTemplate, template);
    reconciled.map_err(|error| failed(error.within("failed to reconcile Managed DRA ResourceClaimTemplate")))
}

fn reconcile_multi_node(pass: &mut Pass<'_, '_>) -> Result<(), ControllerError> {
    reconcile_devices(pass)?;
    let of_account = |error: ControllerError| error.within("failed to reconcile multi-node service account");
    reconcile_main_set_account(pass).map_err(of_account)?;
    reconcile_prefill_set_account(pass).map_err(of_account)?;
    for part in [Part::Main, Part::Prefill] {
        reconcile_set(pass, part)
            .map_err(|error| error.within(format_args!("failed to reconcile multi-node {} workload", part.name())))?;
    }
    Ok(())
}

fn reconcile_main_set_account(pass: &mut Pass<'_, '_>) -> Result<(), ControllerError> {
    let accounts = Accounts::of_set(Part::Main);
    let account = pass
        .build(|builder| accounts.expected(builder))
        .map_err(|error| error.within("failed to create expected multi node service account"))?;
    if account.is_generated {
        let stopped = pass.build(|builder| builder.has_no_pods());
        if stopped || !pass.service.runs_on_several_nodes(Part::Main) {
            return pass.delete(Kind::ServiceAccount, account.name());
        }
        let at = format!("{}/{}", pass.service.names.namespace, account.name());
        pass.reconcile(Kind::ServiceAccount, account.object.clone())
            .map_err(|error| error.within(format_args!("failed to reconcile multi node service account {at}")))?;
    }
    let [role, binding] = pass.build(|builder| accounts.rbac(builder, &account));
    for (kind, object) in [(Kind::Role, role), (Kind::RoleBinding, binding)] {
        let set = pass.build(|builder| leader_worker_set::build(builder, Part::Main)).map_err(|error| {
            error.within(format_args!("failed to build the expected main LWS for building the {}", kind.name()))
        })?;
        reconcile_permission(pass, kind, object, needs_role(&set), "multi node")?;
    }
    Ok(())
}

/// Creates a Role or RoleBinding if it is needed, else deletes it.
fn reconcile_permission(
    pass: &mut Pass<'_, '_>,
    kind: Kind,
    object: Value,
    needed: bool,
    of: &str,
) -> Result<(), ControllerError> {
    let name = name_of(&object);
    if !needed {
        return pass.delete(kind, &name);
    }
    let namespace = pass.service.names.namespace;
    let what = kind.name().to_lowercase();
    pass.reconcile(kind, object)
        .map_err(|error| error.within(format_args!("failed to reconcile {of} {what} {namespace}/{name}")))
}

fn name_of(object: &Value) -> String {
    object.name().to_owned()
}

fn reconcile_prefill_set_account(pass: &mut Pass<'_, '_>) -> Result<(), ControllerError> {
    let account = pass
        .build(|builder| Accounts::of_set(Part::Prefill).expected(builder))
        .map_err(|error| error.within("failed to create expected multi node service account"))?;
    if !account.is_generated {
        return Ok(());
    }
    let stopped = pass.build(|builder| builder.has_no_pods());
    if stopped || !pass.service.runs_on_several_nodes(Part::Prefill) {
        return pass.delete(Kind::ServiceAccount, account.name());
    }
    let at = format!("{}/{}", pass.service.names.namespace, account.name());
    pass.reconcile(Kind::ServiceAccount, account.object)
        .map_err(|error| error.within(format_args!("failed to reconcile multi node service account {at}")))
}

fn reconcile_set(pass: &mut Pass<'_, '_>, part: Part) -> Result<(), ControllerError> {
    let condition = match part {
        Part::Main => types::WORKER_WORKLOAD_READY,
        Part::Prefill => types::PREFILL_WORKER_WORKLOAD_READY,
    };
    let name = pass.build(|builder| leader_worker_set::name(builder, part));
    if !pass.cluster.release.llm.worker_sets_only_with_workers {
        expected_set(pass, part)?;
    }
    if pass.service.is_stopped() {
        pass.stopped(condition);
        return pass.delete(Kind::LeaderWorkerSet, &name);
    }
    if !pass.service.runs_on_several_nodes(part) {
        pass.clear(condition);
        return pass.delete(Kind::LeaderWorkerSet, &name);
    }
    let set = expected_set(pass, part)?;
    pass.reconcile(Kind::LeaderWorkerSet, set)?;
    match reported(pass.get(Kind::LeaderWorkerSet, &name), "Available") {
        Some(own) if own.is_true => pass.ready(condition),
        Some(own) => pass.not_ready(condition, own.reason, own.message),
        None => pass.not_ready(condition, "Progressing", "LWS is progressing"),
    }
    Ok(())
}

/// The LeaderWorkerSet of a part as it would be, whether it is wanted or not.
fn expected_set(pass: &mut Pass<'_, '_>, part: Part) -> Result<Value, ControllerError> {
    pass.build(|builder| leader_worker_set::build(builder, part))
        .map_err(|error| error.within(format_args!("failed to build the expected {} LWS", part.name())))
}

fn reconcile_single_node(pass: &mut Pass<'_, '_>) -> Result<(), ControllerError> {
    reconcile_devices(pass)?;
    let expected = reconcile_main_account(pass).map_err(|error| error.within("failed to reconcile service account"))?;
    reconcile_main_deployment(pass, expected).map_err(|error| error.within("failed to reconcile main workload"))?;
    reconcile_prefill_deployment(pass).map_err(|error| error.within("failed to reconcile prefill workload"))
}

/// The main Deployment as it would be, whether it is wanted or not.
fn expected_main(pass: &mut Pass<'_, '_>) -> Result<Value, ControllerError> {
    pass.build(|builder| deployment::build(builder, Part::Main))
        .map_err(|error| error.within("failed to get expected main deployment"))
}

/// Reconciles the account and the permissions of the main Deployment. Returns the Deployment as it should be; `None` if this step has
/// written anything, so that the Deployment has to be built again.
fn reconcile_main_account(pass: &mut Pass<'_, '_>) -> Result<Option<Value>, ControllerError> {
    let expected = expected_main(pass)?;
    let before = pass.writes;
    reconcile_main_permissions(pass, &expected)?;
    Ok((pass.writes == before).then_some(expected))
}

fn reconcile_main_permissions(pass: &mut Pass<'_, '_>, expected: &Value) -> Result<(), ControllerError> {
    let account = pass
        .build(|builder| Accounts::SINGLE_NODE.expected(builder))
        .map_err(|error| error.within("failed to created expected single node service account"))?;
    let pod = expected.pod_spec();
    let needed = !pass.service.is_stopped() && pod.map(PodSpec::of).is_some_and(has_routing_sidecar);
    if account.is_generated {
        if !needed {
            return pass.delete(Kind::ServiceAccount, account.name());
        }
        let at = format!("{}/{}", pass.service.names.namespace, account.name());
        pass.reconcile(Kind::ServiceAccount, account.object.clone())
            .map_err(|error| error.within(format_args!("failed to reconcile single node service account {at}")))?;
    }
    let [role, binding] = pass.build(|builder| Accounts::SINGLE_NODE.rbac(builder, &account));
    reconcile_permission(pass, Kind::Role, role, needed, "single node")?;
    reconcile_permission(pass, Kind::RoleBinding, binding, needed, "single node")
}

fn reconcile_main_deployment(pass: &mut Pass<'_, '_>, expected: Option<Value>) -> Result<(), ControllerError> {
    let name = pass.service.names.main_deployment();
    if pass.service.is_stopped() {
        pass.stopped(types::MAIN_WORKLOAD_READY);
        return pass.delete(Kind::Deployment, &name);
    }
    if pass.service.runs_on_several_nodes(Part::Main) {
        pass.clear(types::MAIN_WORKLOAD_READY);
        return pass.delete(Kind::Deployment, &name);
    }
    let expected = match expected {
        Some(expected) => expected,
        None => expected_main(pass)?,
    };
    pass.reconcile(Kind::Deployment, expected)?;
    note_deployment(pass, types::MAIN_WORKLOAD_READY, &name);
    Ok(())
}

fn reconcile_prefill_deployment(pass: &mut Pass<'_, '_>) -> Result<(), ControllerError> {
    let name = pass.service.names.prefill_deployment();
    if pass.service.is_stopped() {
        pass.stopped(types::PREFILL_WORKLOAD_READY);
        return pass.delete(Kind::Deployment, &name);
    }
    if !pass.service.runs_on_single_nodes(Part::Prefill) {
        pass.clear(types::PREFILL_WORKLOAD_READY);
        return pass.delete(Kind::Deployment, &name);
    }
    let expected = pass
        .build(|builder| deployment::build(builder, Part::Prefill))
        .map_err(|error| error.within("failed to get expected prefill deployment"))?;
    let at = format!("{}/{name}", pass.service.names.namespace);
    pass.reconcile(Kind::Deployment, expected)
        .map_err(|error| error.within(format_args!("failed to reconcile prefill deployment {at}")))?;
    note_deployment(pass, types::PREFILL_WORKLOAD_READY, &name);
    Ok(())
}

/// A condition that an object reports.
pub(super) struct OwnCondition {
    pub is_true: bool,
    pub is_false: bool,
    pub reason: String,
    pub message: String,
}

impl OwnCondition {
    fn of(condition: Condition<'_>) -> OwnCondition {
        OwnCondition {
            is_true: condition.is_true(),
            is_false: condition.is_false(),
            reason: condition.reason().to_owned(),
            message: condition.message().to_owned(),
        }
    }
}

/// The conditions that an object reports, in their order.
pub(super) fn conditions(object: Option<&Map>) -> Vec<(String, OwnCondition)> {
    let all = object.into_iter().flat_map(|object| Condition::all(object.conditions()));
    all.map(|own| (own.kind().to_owned(), OwnCondition::of(own))).collect()
}

pub(super) fn reported(object: Option<&Map>, kind: &str) -> Option<OwnCondition> {
    conditions(object).into_iter().find(|(own, _)| own == kind).map(|(_, own)| own)
}

/// Takes over what a Deployment reports: a rollout that failed, then whether it is available.
fn note_deployment(pass: &mut Pass<'_, '_>, condition: &'static str, name: &str) {
    for (kind, own) in conditions(pass.get(Kind::Deployment, name)) {
        match kind.as_str() {
            "Progressing" if own.is_false => pass.not_ready(condition, own.reason, own.message),
            "Available" if own.is_true => return pass.ready(condition),
            "Available" => return pass.not_ready(condition, own.reason, own.message),
            _ => {}
        }
    }
    pass.not_ready(condition, "Progressing", "");
}

fn reconcile_service(pass: &mut Pass<'_, '_>) -> Result<(), ControllerError> {
    if pass.service.is_stopped() {
        return pass.delete(Kind::Service, &pass.service.names.workload_service());
    }
    let service = pass.build(|builder| network::service(builder));
    pass.reconcile(Kind::Service, service)
}

fn reconcile_scaling(pass: &mut Pass<'_, '_>) -> Result<(), ControllerError> {
    if !pass.cluster.release.llm.autoscaling {
        return Ok(());
    }
    for part in [Part::Main, Part::Prefill] {
        let Err(error) = reconcile_part_scaling(pass, part) else { continue };
        let error = error.within(format_args!("failed to reconcile {} workload scaling", part.name()));
        let no_kind = error.cause() == Some(&Cause::MissingApi);
        if no_kind {
            pass.events.push(("ScalingCRDNotFound", format!("Required scaling CRD not installed: {error}")));
        }
        let reason = if no_kind { "ScalingCRDNotFound" } else { "ReconcileScalingError" };
        pass.not_ready(types::MAIN_WORKLOAD_READY, reason, error.text());
        return Err(error.within("failed to reconcile scaling"));
    }
    Ok(())
}

fn reconcile_part_scaling(pass: &mut Pass<'_, '_>, part: Part) -> Result<(), ControllerError> {
    let of = part.name();
    let (variant, scaled_object, hpa) = pass.build(|builder| {
        (
            autoscaling::variant_name(builder, part),
            autoscaling::scaled_object_name(builder, part),
            autoscaling::hpa_name(builder, part),
        )
    });
    let desired = pass.build(|builder| Scaled::of(builder, part).map(|scaling| scaling.variant(builder)));
    put_or_delete(pass, Kind::VariantAutoscaling, desired, &variant)
        .map_err(|error| error.within(format_args!("failed to reconcile {of} VA")))?;
    let of_actuator = |error: ControllerError| error.within(format_args!("failed to reconcile {of} actuator"));
    let desired = pass.build(|builder| {
        let scaling = Scaled::of(builder, part)?;
        Some(scaling.scaled_object(builder, scaling.keda()?))
    });
    let desired = desired.transpose().map_err(of_actuator)?;
    let by_keda = desired.is_some();
    put_or_delete(pass, Kind::ScaledObject, desired, &scaled_object).map_err(of_actuator)?;
    let desired = pass.build(|builder| {
        let scaling = Scaled::of(builder, part)?;
        Some(scaling.horizontal(builder, scaling.hpa()?))
    });
    let by_hpa = desired.is_some();
    put_or_delete(pass, Kind::HorizontalPodAutoscaler, desired, &hpa).map_err(of_actuator)?;
    if pass.cluster.release.llm.scaling_conditions {
        let condition = match part {
            Part::Main => types::SCALING_READY,
            Part::Prefill => types::PREFILL_SCALING_READY,
        };
        match (by_hpa, by_keda) {
            (true, _) => note_hpa(pass, condition, &hpa),
            (false, true) => note_scaled_object(pass, condition, &scaled_object),
            (false, false) => pass.clear(condition),
        }
    }
    Ok(())
}

fn put_or_delete(
    pass: &mut Pass<'_, '_>,
    kind: Kind,
    desired: Option<Value>,
    name: &str,
) -> Result<(), ControllerError> {
    match desired {
        Some(desired) => pass.reconcile(kind, desired),
        None => pass.delete(kind, name),
    }
}

fn note_hpa(pass: &mut Pass<'_, '_>, condition: &'static str, name: &str) {
    let all = conditions(pass.get(Kind::HorizontalPodAutoscaler, name));
    let mut own =
        all.into_iter().filter(|(kind, _)| matches!(kind.as_str(), "AbleToScale" | "ScalingActive")).peekable();
    if own.peek().is_none() {
        return pass.not_ready(condition, "HPAProgressing", "HPA conditions not yet available");
    }
    match own.find(|(_, own)| own.is_false) {
        Some((_, bad)) => pass.not_ready(condition, bad.reason, bad.message),
        None => pass.ready(condition),
    }
}

fn note_scaled_object(pass: &mut Pass<'_, '_>, condition: &'static str, name: &str) {
    const PROGRESSING: &str = "ScaledObjectProgressing";
    match reported(pass.get(Kind::ScaledObject, name), "Ready") {
        None => pass.not_ready(condition, PROGRESSING, "ScaledObject conditions not yet available"),
        Some(own) if own.is_false => pass.not_ready(condition, own.reason, own.message),
        Some(own) if !own.is_true => pass.not_ready(condition, PROGRESSING, "ScaledObject is not yet ready"),
        Some(_) => pass.ready(condition),
    }
}
