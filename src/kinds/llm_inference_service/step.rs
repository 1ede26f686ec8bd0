//! The state that the steps of a pass share: the service, the input of its builders, and the status so far.

use super::builder::Builder;
use super::config::Settings;
use super::peers::Peers;
use super::service::{Part, Service};
use super::status::Status;
use crate::Map;
use crate::api::WorkloadStatus;
use crate::build::storage::Notes;
use crate::engine::conditions::{Truth, Verdict};
use crate::engine::store::Store;
use crate::facts::Cluster;
use crate::object::Kind;

/// The state of one pass.
pub(super) struct Pass<'p, 'l> {
    pub service: Service<'p>,
    pub settings: &'p Settings,
    pub cluster: &'p Cluster,
    pub store: &'p mut Store<'l>,
    pub peers: &'p Peers,
    /// The status as stored.
    pub own: &'p Status,
    /// The status so far.
    pub status: &'p mut Status,
    pub events: Vec<(&'static str, String)>,
    pub notes: Notes,
    /// The number of objects that the pass has created, changed or deleted.
    pub writes: u32,
}

impl Pass<'_, '_> {
    /// Calls a builder, and adds its events to those of the pass.
    pub(super) fn build<T>(&mut self, build: impl FnOnce(&mut Builder<'_>) -> T) -> T {
        let mut builder = Builder {
            service: self.service,
            cluster: self.cluster,
            settings: self.settings,
            store: self.store,
            events: Vec::new(),
            notes: Notes::default(),
        };
        let built = build(&mut builder);
        let Builder { events, notes, .. } = builder;
        self.events.extend(events);
        self.notes.extend(notes);
        built
    }

    /// An object of the service's namespace.
    pub(super) fn get(&self, kind: Kind, name: &str) -> Option<&Map> {
        self.store.peek((kind, self.service.names.namespace, name))?.as_object()
    }

    /// Sets a condition to True.
    pub(super) fn ready(&mut self, condition: &'static str) {
        self.status.conditions.set(condition, Verdict::bare(Truth::True), false);
    }

    /// Sets a condition to False. The message is a Go format string.
    pub(super) fn not_ready(&mut self, condition: &'static str, reason: impl Into<String>, message: impl Into<String>) {
        let verdict = Verdict::new(Truth::False, reason.into(), message.into());
        self.status.conditions.set(condition, verdict, false);
    }

    /// Sets a condition to False. The message is used as it is.
    pub(super) fn not_ready_verbatim(&mut self, condition: &'static str, reason: impl Into<String>, message: &str) {
        self.not_ready(condition, reason, message.replace('%', "%%"));
    }

    /// Removes a condition.
    pub(super) fn clear(&mut self, condition: &'static str) {
        self.status.conditions.clear(condition);
    }

    /// Sets a condition to False because the service is stopped.
    pub(super) fn stopped(&mut self, condition: &'static str) {
        self.not_ready(condition, "Stopped", "Service is stopped");
    }

    pub(super) fn roll_up(&mut self, condition: &'static str, parts: &[&'static str]) {
        let bad =
            parts.iter().filter_map(|part| self.status.conditions.get(part)).find(|own| own.status == Truth::False);
        let verdict = bad.cloned().unwrap_or(Verdict::bare(Truth::True));
        self.status.conditions.set(condition, verdict, false);
    }

    /// `status.workloads`.
    pub(super) fn observe_workloads(&mut self) {
        let rules = &self.cluster.release.llm;
        if !rules.status_observes_objects {
            return;
        }
        if self.service.is_stopped() {
            self.status.workloads = None;
            return;
        }
        let names = self.service.names;
        let observed = |kind: Kind, name: String| {
            let mut own = serde_json::json!({
                "apiGroup": kind.group(),
                "kind": kind.name(),
                "name": name,
            });
            let reported = self.get(kind, &name).and_then(WorkloadStatus::of_object);
            let ready = reported.and_then(|status| match kind {
                Kind::Deployment => status.available_replicas(),
                _ => status.ready_replicas(),
            });
            if let (Some(own), true) = (own.as_object_mut(), rules.workloads_count_replicas) {
                own.insert("readyReplicas".into(), ready.unwrap_or_default().into());
            }
            own
        };
        let mut workloads = Map::new();
        let primary = match self.service.runs_on_several_nodes(Part::Main) {
            true => observed(Kind::LeaderWorkerSet, names.main_set()),
            false => observed(Kind::Deployment, names.main_deployment()),
        };
        workloads.insert("primary".into(), primary);
        if self.service.runs_on_several_nodes(Part::Prefill) {
            workloads.insert("prefill".into(), observed(Kind::LeaderWorkerSet, names.prefill_set()));
        } else if self.service.runs_on_single_nodes(Part::Prefill) {
            workloads.insert("prefill".into(), observed(Kind::Deployment, names.prefill_deployment()));
        }
        workloads.insert(
            "service".into(),
            serde_json::json!({ "kind": Kind::Service.name(), "name": names.workload_service() }),
        );
        if self.service.has_scheduler() {
            workloads.insert("scheduler".into(), observed(Kind::Deployment, names.scheduler()));
        }
        self.status.workloads = Some(workloads.into());
    }
}
