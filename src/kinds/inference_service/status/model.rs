//! `status.modelStatus`: what is known about the model in the predictor's pods.

use serde::Serialize;

use crate::api::Condition;
use crate::engine::conditions::READY;
use crate::object::ObjectView as _;
use crate::object::fields::{self, is_zero};
use crate::release;
use crate::{Map, Value};

use super::texts::text;

/// The state of a predictor's model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ModelState {
    Pending,
    Loading,
    Loaded,
    FailedToLoad,
}

impl ModelState {
    const fn name(self) -> &'static str {
        match self {
            ModelState::Pending => "Pending",
            ModelState::Loading => "Loading",
            ModelState::Loaded => "Loaded",
            ModelState::FailedToLoad => "FailedToLoad",
        }
    }

    /// The `transitionStatus` that goes with the state.
    const fn transition(self) -> &'static str {
        match self {
            ModelState::Pending | ModelState::Loading => "InProgress",
            ModelState::Loaded => "UpToDate",
            ModelState::FailedToLoad => "BlockedByFailedLoad",
        }
    }
}

/// `status.modelStatus`.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ModelStatus {
    pub transition_status: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub states: Option<States>,
    /// Never cleared.
    #[serde(rename = "lastFailureInfo", skip_serializing_if = "Option::is_none")]
    pub last_failure: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub copies: Option<Copies>,
}

/// `status.modelStatus.states`.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct States {
    #[serde(rename = "activeModelState")]
    pub active: String,
    #[serde(rename = "targetModelState", skip_serializing_if = "String::is_empty")]
    pub target: String,
}

/// `status.modelStatus.copies`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Copies {
    #[serde(rename = "failedCopies")]
    pub failed: i64,
    #[serde(rename = "totalCopies", skip_serializing_if = "is_zero")]
    pub total: i64,
}

/// A failure as the controller writes it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Failure<'a> {
    #[serde(skip_serializing_if = "str::is_empty")]
    reason: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    message: &'a str,
    #[serde(skip_serializing_if = "is_zero")]
    exit_code: i64,
}

/// What the controller reads from a pod.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Pod {
    /// Whether it is running and its condition `Ready` is True.
    pub ready: bool,
    /// The init container that downloads the model.
    pub storage_initializer: Option<ContainerState>,
    /// The serving container.
    pub server: Option<ContainerState>,
}

/// The state of a container as its status reports it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ContainerState {
    pub running: bool,
    /// `state.terminated`.
    pub terminated: Option<Termination>,
    /// `lastState.terminated`.
    pub last_terminated: Option<Termination>,
    /// `state.waiting.reason`.
    pub waiting_reason: String,
}

/// How a container ended.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Termination {
    pub reason: String,
    pub message: String,
    pub exit_code: i64,
}

impl Pod {
    /// A ready pod. If it already ran before, nothing else is known about it; in one that has just started, all containers run.
    pub fn ready(runs_already: bool) -> Pod {
        let server = ContainerState { running: true, ..ContainerState::default() };
        Pod { ready: true, storage_initializer: None, server: (!runs_already).then_some(server) }
    }

    /// Reads a pod, or the default for a value that is not a pod.
    pub fn read(pod: &Value) -> Pod {
        let status = pod.get("status");
        let list = |key: &str| status.and_then(|s| s.get(key)).and_then(Value::as_array).into_iter().flatten();
        let named = |key: &str, name: &str| {
            list(key)
                .find(|container| container.get("name").and_then(Value::as_str) == Some(name))
                .map(ContainerState::read)
        };
        let running = status.and_then(|s| s.get("phase")).and_then(Value::as_str) == Some("Running");
        let mut conditions = Condition::all(pod.conditions());
        let ready = conditions.any(|condition| condition.kind() == READY && condition.is_true());
        Pod {
            ready: running && ready,
            storage_initializer: named("initContainerStatuses", "storage-initializer"),
            server: named("containerStatuses", "kserve-container"),
        }
    }
}

impl ContainerState {
    fn read(container: &Value) -> ContainerState {
        let terminated =
            |key: &str| container.get(key)?.get("terminated").and_then(Value::as_object).map(Termination::read);
        let state = container.get("state");
        let waiting = state.and_then(|s| s.get("waiting")).and_then(Value::as_object);
        ContainerState {
            running: state.is_some_and(|s| s.get("running").is_some_and(Value::is_object)),
            terminated: terminated("state"),
            last_terminated: terminated("lastState"),
            waiting_reason: waiting.map(|waiting| text(waiting, "reason")).unwrap_or_default(),
        }
    }

    /// The termination that shows that the container failed, if it did.
    fn failure(&self) -> Option<Termination> {
        match &self.terminated {
            Some(ended) if ended.reason == "Error" => Some(ended.clone()),
            Some(_) => None,
            None if self.waiting_reason == "CrashLoopBackOff" => Some(self.last_terminated.clone().unwrap_or_default()),
            None => None,
        }
    }
}

impl Termination {
    fn read(value: &Map) -> Termination {
        Termination {
            reason: text(value, "reason"),
            message: text(value, "message"),
            exit_code: value.get("exitCode").and_then(Value::as_i64).unwrap_or_default(),
        }
    }
}

/// What the model state depends on besides the pods.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Surroundings {
    /// Whether the condition `Ready` is True.
    pub ready: bool,
    /// Whether the latest created revision is the latest ready one; true if there are no revisions.
    pub revision_settled: bool,
    /// Whether a condition of the Knative Service is False.
    pub service_failed: bool,
}

/// Whether the model state could be determined, or the pass has to be repeated later.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Observation {
    Done,
    Requeue,
}

impl ModelStatus {
    pub(super) fn read(value: Option<&Value>) -> ModelStatus {
        let Some(value) = value.and_then(Value::as_object) else { return ModelStatus::default() };
        let object = |key: &str| value.get(key).and_then(Value::as_object);
        let number = |map: &Map, key: &str| map.get(key).and_then(Value::as_i64).unwrap_or_default();
        ModelStatus {
            transition_status: text(value, "transitionStatus"),
            states: object("states").map(|states| States {
                active: text(states, "activeModelState"),
                target: text(states, "targetModelState"),
            }),
            last_failure: value.get("lastFailureInfo").cloned(),
            copies: object("copies")
                .map(|copies| Copies { failed: number(copies, "failedCopies"), total: number(copies, "totalCopies") }),
        }
    }

    /// Records that the spec cannot be served.
    pub fn set_invalid_spec(&mut self, reason: &str, message: &str) {
        self.transition_status = "InvalidSpec".into();
        self.states.get_or_insert_default().target = ModelState::FailedToLoad.name().into();
        self.last_failure = Some(fields::tree(&Failure { reason, message, exit_code: 0 }));
    }

    /// Derives the state from the predictor's pods, newest first.
    pub fn observe(&mut self, pods: &[Pod], around: Surroundings, release: &release::Status) -> Observation {
        let count = |pods: usize| i64::try_from(pods).unwrap_or(i64::MAX);
        if release.copies_count_ready_pods {
            let copies = self.copies.get_or_insert_default();
            copies.total = count(pods.iter().filter(|pod| pod.ready).count());
        }
        let Some(newest) = pods.first() else {
            self.set(if around.service_failed { ModelState::FailedToLoad } else { ModelState::Pending }, None);
            return Observation::Done;
        };
        if let Some(initializer) = &newest.storage_initializer {
            if initializer.running && initializer.last_terminated.is_some() {
                return Observation::Requeue;
            }
            if initializer.running {
                self.set(ModelState::Loading, None);
                return Observation::Done;
            }
            if let Some(failure) = initializer.failure() {
                self.set(ModelState::FailedToLoad, Some(failure));
                return Observation::Done;
            }
        }
        if around.ready && around.revision_settled {
            self.set(ModelState::Loaded, None);
            if !release.copies_count_ready_pods {
                self.copies = Some(Copies { failed: 0, total: count(pods.len()) });
            }
            return Observation::Done;
        }
        if let Some(server) = &newest.server {
            match server.failure() {
                Some(failure) => self.set(ModelState::FailedToLoad, Some(failure)),
                None => self.set(ModelState::Pending, None),
            }
        }
        Observation::Done
    }

    fn set(&mut self, state: ModelState, failure: Option<Termination>) {
        let states = self.states.get_or_insert_default();
        states.target = state.name().into();
        if state == ModelState::Loaded {
            states.active = state.name().into();
        }
        self.transition_status = state.transition().into();
        if let Some(failure) = failure {
            let Termination { message, exit_code, .. } = &failure;
            let failure = Failure { reason: "ModelLoadFailed", message, exit_code: *exit_code };
            self.last_failure = Some(fields::tree(&failure));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::release::{Release, Version};
    use serde_json::json;

    const READY: Surroundings = Surroundings { ready: true, revision_settled: true, service_failed: false };
    const NOT_READY: Surroundings = Surroundings { ready: false, ..READY };

    fn observed(status: &mut ModelStatus, pods: &[Value], around: Surroundings) -> (Observation, String, String) {
        let pods: Vec<Pod> = pods.iter().map(Pod::read).collect();
        let observation = status.observe(&pods, around, &Release::of(Version::NEWEST).status);
        let target = status.states.as_ref().map(|states| states.target.clone()).unwrap_or_default();
        (observation, target, status.transition_status.clone())
    }

    fn done(target: &str, transition: &str) -> (Observation, String, String) {
        (Observation::Done, target.into(), transition.into())
    }

    fn pod(initializer: Value, server: Value) -> Value {
        json!({ "status": {
            "phase": "Running",
            "conditions": [{ "type": "Ready", "status": "True" }],
            "initContainerStatuses": [initializer],
            "containerStatuses": [server],
        }})
    }

    #[test]
    fn without_pods_the_model_is_pending_or_failed() {
        let mut status = ModelStatus::default();
        assert_eq!(observed(&mut status, &[], READY), done("Pending", "InProgress"));
        assert_eq!(
            fields::tree(&status),
            json!({
                "transitionStatus": "InProgress",
                "states": { "activeModelState": "", "targetModelState": "Pending" },
                "copies": { "failedCopies": 0 },
            })
        );
        let failed = Surroundings { service_failed: true, ..READY };
        assert_eq!(observed(&mut status, &[], failed), done("FailedToLoad", "BlockedByFailedLoad"));
    }

    #[test]
    fn a_ready_service_has_loaded_its_model() {
        let mut status = ModelStatus::default();
        let running = pod(json!({}), json!({ "name": "kserve-container", "state": { "running": {} } }));
        assert_eq!(observed(&mut status, std::slice::from_ref(&running), NOT_READY), done("Pending", "InProgress"));
        assert_eq!(observed(&mut status, &[running], READY), done("Loaded", "UpToDate"));
        assert_eq!(
            fields::tree(&status),
            json!({
                "transitionStatus": "UpToDate",
                "states": { "activeModelState": "Loaded", "targetModelState": "Loaded" },
                "copies": { "failedCopies": 0, "totalCopies": 1 },
            })
        );
    }

    #[test]
    fn the_download_decides_before_readiness() {
        let initializer = |state: Value, last: Value| {
            pod(json!({ "name": "storage-initializer", "state": state, "lastState": last }), json!({}))
        };
        let ended = json!({ "terminated": { "reason": "Error", "message": "no bucket", "exitCode": 1 } });
        let mut status = ModelStatus::default();
        let first = initializer(json!({ "running": {} }), json!({}));
        assert_eq!(observed(&mut status, &[first], READY), done("Loading", "InProgress"));
        let again = initializer(json!({ "running": {} }), ended.clone());
        assert_eq!(observed(&mut status, &[again], READY).0, Observation::Requeue);
        let failed = initializer(ended.clone(), json!({}));
        assert_eq!(observed(&mut status, &[failed], READY), done("FailedToLoad", "BlockedByFailedLoad"));
        let crashing = initializer(json!({ "waiting": { "reason": "CrashLoopBackOff" } }), ended);
        status.last_failure = None;
        assert_eq!(observed(&mut status, &[crashing], READY), done("FailedToLoad", "BlockedByFailedLoad"));
        let failure = json!({ "reason": "ModelLoadFailed", "message": "no bucket", "exitCode": 1 });
        assert_eq!(status.last_failure, Some(failure));
    }

    #[test]
    fn a_failure_is_kept_after_recovery() {
        let mut status = ModelStatus::default();
        status.set_invalid_spec("RuntimeDisabled", "Specified runtime is disabled");
        assert_eq!(status.transition_status, "InvalidSpec");
        let running = pod(json!({}), json!({}));
        assert_eq!(observed(&mut status, &[running], READY), done("Loaded", "UpToDate"));
        let failure = json!({ "reason": "RuntimeDisabled", "message": "Specified runtime is disabled" });
        assert_eq!(status.last_failure, Some(failure));
    }

    #[test]
    fn older_releases_count_copies_once_loaded() {
        let release = &Release::of(Version::V0_15).status;
        let mut status = ModelStatus::default();
        status.observe(&[], READY, release);
        assert_eq!(status.copies, None);
        status.observe(&[Pod::default(), Pod::default()], READY, release);
        assert_eq!(status.copies, Some(Copies { failed: 0, total: 2 }));
    }
}
