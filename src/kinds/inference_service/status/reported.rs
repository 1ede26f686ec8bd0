//! How the status takes over what the workloads of components report.

use super::component::ComponentStatus;
use super::{Status, condition_names};
use crate::api::Component;
use crate::engine::conditions::{Truth, Verdict};
use crate::engine::reports::{DeploymentStatus, KnativeStatus};
use crate::release::{self, DeploymentReadiness};

impl Status {
    /// Takes over what a component's Knative Service reports; a new one reports nothing yet.
    pub fn take_knative(&mut self, component: Component, reported: &KnativeStatus, release: &release::Status) {
        let entry = self.components.entry(component).or_default();
        entry.latest_created_revision.clone_from(&reported.latest_created_revision);
        entry.take_rollout(reported);
        entry.latest_ready_revision.clone_from(&reported.latest_ready_revision);
        if reported.is_ready() {
            if reported.address.is_some() {
                entry.address.clone_from(&reported.address);
            }
            if reported.url.is_some() {
                entry.url.clone_from(&reported.url);
            }
        }
        entry.traffic.clone_from(&reported.traffic);
        let names = condition_names(component);
        let sources = [
            (names.ready, &reported.ready),
            (names.route, &reported.routes_ready),
            (names.configuration, &reported.configurations_ready),
        ];
        for (name, verdict) in sources {
            if let Some(verdict) = verdict {
                self.conditions.set(name, verdict.clone(), release.reasons_of_true_conditions);
            }
        }
        self.observed_generation = reported.observed_generation;
    }

    /// Takes over what a component's Deployments report: one, or those of head and worker. `url` becomes the component's URL once
    /// it is ready.
    pub fn take_deployments(
        &mut self,
        component: Component,
        deployments: &[(&str, &DeploymentStatus)],
        url: &str,
        release: &release::Status,
    ) {
        let verdict = verdict_of_deployments(deployments, release);
        let entry = self.components.entry(component).or_default();
        if let Some(verdict) = verdict {
            if verdict.status == Truth::True {
                entry.url = Some(url.to_owned());
            }
            self.conditions.set(condition_names(component).ready, verdict, release.reasons_of_true_conditions);
        }
        if let Some((_, first)) = deployments.first() {
            self.observed_generation = first.observed_generation;
        }
    }
}

impl ComponentStatus {
    /// Records which revision counts as rolled out, according to the traffic that the ready one gets.
    fn take_rollout(&mut self, reported: &KnativeStatus) {
        let ready_revision = &reported.latest_ready_revision;
        for target in &reported.traffic {
            if target.revision_name != *ready_revision || target.latest_revision != Some(true) {
                continue;
            }
            if self.latest_rolledout_revision != *ready_revision {
                if target.percent == Some(100) {
                    self.previous_rolledout_revision = std::mem::take(&mut self.latest_rolledout_revision);
                    self.latest_rolledout_revision.clone_from(ready_revision);
                }
            } else if *ready_revision == reported.latest_created_revision
                && target.percent.is_some_and(|percent| percent < 100)
            {
                // The rolled out revision gets canary traffic. If all traffic still goes to it, through several targets, this is a
                // rollback, and the revision before it counts as rolled out.
                let to_revision: i64 = reported
                    .traffic
                    .iter()
                    .filter(|other| other.revision_name == *ready_revision)
                    .filter_map(|other| other.percent)
                    .sum();
                if to_revision == 100 && !self.previous_rolledout_revision.is_empty() {
                    self.latest_rolledout_revision.clone_from(&self.previous_rolledout_revision);
                }
            }
        }
    }
}

fn verdict_of_deployments(deployments: &[(&str, &DeploymentStatus)], release: &release::Status) -> Option<Verdict> {
    let condition = |kind: &str| aggregated(deployments, kind, release);
    let available = condition("Available");
    if release.deployment_readiness == DeploymentReadiness::AvailableOnly {
        return available;
    }
    let is = |verdict: &Option<Verdict>, status: Truth| verdict.as_ref().is_some_and(|v| v.status == status);
    let mut outcome = Verdict::bare(Truth::False);
    if let Some(available) = available.as_ref().filter(|verdict| verdict.status == Truth::True) {
        outcome = available.clone();
    }
    match condition("Progressing") {
        Some(progress) if progress.status == Truth::False && !progress.message.is_empty() => outcome = progress,
        Some(progress) if progress.status == Truth::True && progress.reason == "NewReplicaSetAvailable" => {
            outcome = progress;
        }
        Some(progress)
            if progress.status == Truth::True
                && (release.deployment_readiness == DeploymentReadiness::RolloutFirst
                    || !is(&available, Truth::True)) =>
        {
            outcome = Verdict { status: Truth::Unknown, ..progress };
        }
        _ => {}
    }
    if let Some(available) = available.filter(|verdict| verdict.status == Truth::False) {
        outcome = available;
    }
    if let Some(failure) = condition("ReplicaFailure").filter(|verdict| verdict.status == Truth::True) {
        outcome = Verdict { status: Truth::False, ..failure };
    }
    Some(outcome)
}

/// The condition of one Deployment, or those of head and worker combined.
fn aggregated(deployments: &[(&str, &DeploymentStatus)], kind: &str, release: &release::Status) -> Option<Verdict> {
    if let [(_, only)] = deployments {
        return only.conditions.get(kind).cloned();
    }
    let prefix = |name: &str| if name.contains("worker") { "worker-container: " } else { "predictor-container: " };
    let found: Vec<(&str, &Verdict)> =
        deployments.iter().filter_map(|(name, status)| Some((prefix(name), status.conditions.get(kind)?))).collect();
    if found.len() < deployments.len() || found.is_empty() {
        return None;
    }
    let joined = |parts: Vec<String>| parts.join(", ");
    let reasons: Vec<&str> = found.iter().map(|(_, verdict)| &*verdict.reason).collect();
    let reason = if release.multi_node_reasons {
        match reasons.split_first() {
            Some((first, rest)) if rest.iter().all(|reason| reason == first) => (*first).to_owned(),
            _ => joined(found.iter().map(|(prefix, verdict)| format!("{prefix}{}", verdict.reason)).collect()),
        }
    } else {
        // The reasons of the conditions that come before the one looked for.
        let before = deployments.iter().flat_map(|(name, status)| {
            let list = &status.conditions.list;
            let place = list.iter().position(|(other, _)| other == kind).unwrap_or(list.len());
            list.iter().take(place).map(move |(_, verdict)| format!("{}{}", prefix(name), verdict.reason))
        });
        joined(before.collect())
    };
    Some(Verdict {
        status: Truth::from(found.iter().all(|(_, verdict)| verdict.status == Truth::True)),
        reason: reason.into(),
        message: joined(found.iter().map(|(prefix, verdict)| format!("{prefix}{}", verdict.message)).collect()).into(),
    })
}

#[cfg(test)]
mod tests {
    use super::super::types;
    use super::*;
    use crate::Value;
    use crate::release::{Release, Version};
    use serde_json::json;

    fn release() -> &'static release::Status {
        &Release::of(Version::NEWEST).status
    }

    fn knative(traffic: Value, created: &str, ready: &str) -> KnativeStatus {
        let status = json!({
            "observedGeneration": 3,
            "conditions": [{ "type": "Ready", "status": "True" }],
            "latestCreatedRevisionName": created,
            "latestReadyRevisionName": ready,
            "url": "http://p.ns.example.com",
            "traffic": traffic,
        });
        KnativeStatus::read(status.as_object().unwrap())
    }

    fn target(revision: &str, latest: bool, percent: i64) -> Value {
        json!({ "revisionName": revision, "latestRevision": latest, "percent": percent })
    }

    fn rolledout(status: &Status) -> (&str, &str) {
        let entry = &status.components[&Component::Predictor];
        (&entry.latest_rolledout_revision, &entry.previous_rolledout_revision)
    }

    #[test]
    fn a_revision_with_all_traffic_is_rolled_out() {
        let mut status = Status::default();
        status.take_knative(Component::Predictor, &knative(json!([target("r-1", true, 100)]), "r-1", "r-1"), release());
        assert_eq!(rolledout(&status), ("r-1", ""));
        assert_eq!(status.observed_generation, 3);
        let canary = json!([target("r-2", true, 10), target("r-1", false, 90)]);
        status.take_knative(Component::Predictor, &knative(canary, "r-2", "r-2"), release());
        assert_eq!(rolledout(&status), ("r-1", ""), "a canary is not rolled out");
        status.take_knative(Component::Predictor, &knative(json!([target("r-2", true, 100)]), "r-2", "r-2"), release());
        assert_eq!(rolledout(&status), ("r-2", "r-1"));
    }

    #[test]
    fn all_traffic_on_the_rolled_out_revision_under_two_targets_rolls_back() {
        let mut status = Status::default();
        let entry = status.components.entry(Component::Predictor).or_default();
        entry.latest_rolledout_revision = "r-2".into();
        entry.previous_rolledout_revision = "r-1".into();
        let both = json!([target("r-2", true, 20), target("r-2", false, 80)]);
        status.take_knative(Component::Predictor, &knative(both, "r-2", "r-2"), release());
        assert_eq!(rolledout(&status), ("r-1", "r-1"));
    }

    #[test]
    fn a_url_stays_when_its_knative_service_is_no_longer_ready() {
        let mut status = Status::default();
        status.take_knative(Component::Predictor, &knative(json!([]), "r-1", "r-1"), release());
        status.take_knative(Component::Predictor, &KnativeStatus::default(), release());
        assert_eq!(status.component_url(Component::Predictor), Some("http://p.ns.example.com"));
        assert_eq!(status.conditions.status(types::PREDICTOR_READY), Some(Truth::True), "nothing is reported");
        assert_eq!(status.observed_generation, 0);
    }

    fn deployment(conditions: &[(&str, &str, &str, &str)]) -> DeploymentStatus {
        let conditions: Vec<Value> = conditions
            .iter()
            .map(|(kind, status, reason, message)| {
                json!({ "type": kind, "status": status, "reason": reason, "message": message })
            })
            .collect();
        let status = json!({ "observedGeneration": 1, "conditions": conditions });
        DeploymentStatus::read(status.as_object().unwrap())
    }

    fn verdict(deployments: &[(&str, &DeploymentStatus)], version: Version) -> Option<Verdict> {
        verdict_of_deployments(deployments, &Release::of(version).status)
    }

    #[test]
    fn deployments_make_their_component_ready() {
        let of = |conditions: &[_], version| verdict(&[("p", &deployment(conditions))], version);
        let newest = Version::NEWEST;
        assert_eq!(of(&[], newest), Some(Verdict::bare(Truth::False)));
        assert_eq!(of(&[], Version::V0_15), None);

        let available = ("Available", "True", "MinimumReplicasAvailable", "ok");
        let updating = ("Progressing", "True", "ReplicaSetUpdated", "updating");
        let complete = ("Progressing", "True", "NewReplicaSetAvailable", "done");
        let stuck = ("Progressing", "False", "ProgressDeadlineExceeded", "late");
        let unavailable = ("Available", "False", "MinimumReplicasUnavailable", "none");
        let failure = ("ReplicaFailure", "True", "FailedCreate", "quota");
        let is = |status, reason: &'static str, message: &'static str| Some(Verdict::new(status, reason, message));
        assert_eq!(of(&[available], newest), is(Truth::True, "MinimumReplicasAvailable", "ok"));
        assert_eq!(of(&[available, complete], newest), is(Truth::True, "NewReplicaSetAvailable", "done"));
        assert_eq!(of(&[available, updating], newest), is(Truth::True, "MinimumReplicasAvailable", "ok"));
        assert_eq!(of(&[available, updating], Version::V0_19), is(Truth::Unknown, "ReplicaSetUpdated", "updating"));
        assert_eq!(of(&[updating], newest), is(Truth::Unknown, "ReplicaSetUpdated", "updating"));
        assert_eq!(of(&[available, stuck], newest), is(Truth::False, "ProgressDeadlineExceeded", "late"));
        assert_eq!(of(&[unavailable, updating], newest), is(Truth::False, "MinimumReplicasUnavailable", "none"));
        assert_eq!(of(&[available, failure], newest), is(Truth::False, "FailedCreate", "quota"));
    }

    #[test]
    fn head_and_worker_count_together() {
        let ready = deployment(&[("Available", "True", "Yes", "up"), ("Progressing", "True", "New", "")]);
        let other = deployment(&[("Progressing", "True", "New", ""), ("Available", "False", "No", "down")]);
        let both = |a, b, version| verdict(&[("p", a), ("p-worker", b)], version);
        let newest = Version::NEWEST;
        assert_eq!(
            both(&ready, &ready, newest),
            Some(Verdict::new(Truth::True, "Yes", "predictor-container: up, worker-container: up"))
        );
        assert_eq!(
            both(&ready, &other, newest),
            Some(Verdict::new(
                Truth::False,
                "predictor-container: Yes, worker-container: No",
                "predictor-container: up, worker-container: down"
            ))
        );
        let alone = deployment(&[]);
        assert_eq!(both(&alone, &ready, newest), Some(Verdict::bare(Truth::False)), "one of them reports nothing");
        let old = both(&ready, &other, Version::V0_19).map(|verdict| verdict.reason);
        assert_eq!(old.as_deref(), Some("worker-container: New"), "the reason of the condition before");
    }
}
