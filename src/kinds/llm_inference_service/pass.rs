//! One pass of the controller over a service: the steps in order, and what is written if one of them fails.

use std::rc::Rc;

use super::admission;
use super::config::{self, Configs, Effective, Settings};
use super::names::{CA_BUNDLE, Names};
use super::peers::Peers;
use super::service::Service;
use super::spec::LlmSpec;
use super::status::{Status, types};
use super::step::Pass;
use super::{router_step, workload_step};
use crate::build::storage::Notes;
use crate::engine::conditions::{Truth, Verdict};
use crate::engine::store::Store;
use crate::engine::{self, Events, Passed, World};
use crate::facts::Cluster;
use crate::facts::config::OciMode;
use crate::kinds::composition::AppliedConfig;
use crate::object::{Cause, ControllerError, Kind, NotFound, ObjectView as _};
use crate::{Map, Value};

/// The controller of one service.
#[derive(Debug)]
pub struct Controller<'c> {
    cluster: &'c Cluster,
    /// The service as stored, without its `status`.
    stored: Map,
    /// The status as stored.
    status: Status,
    /// The index of the service among all services.
    place: usize,
    events: Events,
    notes: Notes,
    /// Whether the service is being deleted, so that the controller only removes what has no owner, and its finalizer.
    is_deleted: bool,
    /// Whether the write that adds the finalizer changes the spec, which increments the generation.
    is_changed: bool,
    /// Why the write that adds the finalizer is refused; nothing else happens then.
    refused: Option<ControllerError>,
    /// The effective spec, valid for these annotations of the status.
    effective: Option<(Map, Result<Rc<Effective>, ControllerError>)>,
    /// What the last pass waits for, if it ended early without an error.
    waits: Option<ControllerError>,
}

/// What the controllers of all services share.
#[derive(Debug)]
pub struct Shared {
    /// The settings from the ConfigMap, or why they cannot be read.
    pub settings: Result<Settings, ControllerError>,
    /// The configs that services are based on.
    pub configs: Configs,
    /// All services, as they read each other.
    pub peers: Peers,
}

/// The reason why the passes of a service end early without an error: a config that may still be created.
#[derive(Debug)]
pub(crate) struct Waiting(pub ControllerError);

/// The result of the last pass apart from objects.
#[derive(Debug)]
pub struct Finished {
    pub status: Status,
    /// Warning events, each text once.
    pub events: Vec<String>,
    /// Remarks for the reader.
    pub notes: Notes,
    /// What the pass waits for, if it ended early without an error.
    pub waits: Option<ControllerError>,
    /// Whether the service is being deleted, so that its objects stay as they are until nobody owns them.
    pub left_alone: bool,
}

impl engine::Controller for Controller<'_> {
    type Status = Status;
    type Shared = Shared;

    fn pass(&mut self, world: &mut World<'_, Shared>) -> Passed {
        self.waits = None;
        if self.is_deleted {
            let binding = Names::of(&self.stored).scheduler_cluster_role_binding();
            world.store.delete((Kind::ClusterRoleBinding, "", &binding));
            return Passed { error: None, wrote: false };
        }
        if let Some(refused) = &self.refused {
            return Passed { error: Some(refused.clone()), wrote: false };
        }
        if let Err(error) = self.copy_ca_bundle(&mut world.store) {
            return Passed { error: Some(error), wrote: false };
        }
        let mut status = self.status.clone();
        status.conditions.store();
        status.conditions.initialise();
        let new = || self.cluster.settings.generation + i64::from(self.is_changed);
        let generation = self.stored.generation().unwrap_or_else(new);
        if generation != status.observed_generation {
            let text = "unsuccessfully observed a new generation";
            status.conditions.set(types::READY, Verdict::new(Truth::Unknown, "NewObservedGenFailure", text), false);
        }
        let error = self.steps(world, &mut status).err();
        // A crash leaves the status as it was, and nobody tells of it.
        if let Some(crash) = error.as_ref().filter(|error| error.is_crash()) {
            return Passed { error: Some(crash.clone()), wrote: false };
        }
        status.observed_generation = generation;
        if let Some(error) = &error {
            self.events.warn_verbatim("Error", &format!("Reconciliation failed: {error}"));
        }
        let wrote = self.write(status, &mut world.shared.peers);
        Passed { error, wrote }
    }

    fn status(&self) -> &Status {
        &self.status
    }
}

impl<'c> Controller<'c> {
    /// The controller of a stored service.
    pub fn new(cluster: &'c Cluster, place: usize, stored: &Map, status: &Map) -> Controller<'c> {
        let mut stored = stored.clone();
        stored.remove("status");
        let is_changed = admission::is_changed_by_first_write(&cluster.release, &stored);
        // A service with a status has been written before, even if it is shown without its finalizer.
        let refused = status.is_empty().then(|| admission::refusal_of_first_write(&cluster.release, &stored)).flatten();
        Controller {
            cluster,
            stored,
            is_deleted: false,
            is_changed,
            refused,
            status: Status::read(status),
            place,
            events: Events::default(),
            notes: Notes::default(),
            effective: None,
            waits: None,
        }
    }

    /// The same controller; `is_deleted` says whether the cluster is deleting the service.
    pub fn deleting(self, is_deleted: bool) -> Controller<'c> {
        Controller { is_deleted, ..self }
    }

    /// The result of the last pass.
    pub fn finish(self) -> Finished {
        Finished {
            status: self.status,
            events: self.events.into_list(),
            notes: self.notes,
            waits: self.waits,
            left_alone: self.is_deleted,
        }
    }

    /// Writes the status. Returns whether it has changed.
    fn write(&mut self, status: Status, peers: &mut Peers) -> bool {
        if status == self.status {
            return false;
        }
        let was_ready = self.status.conditions.is_true(types::READY);
        let is_false = status.conditions.status(types::READY) == Some(Truth::False);
        if was_ready && is_false && self.cluster.release.llm.readiness_events {
            let others = status.conditions.false_ones().filter(|kind| *kind != types::READY);
            let others = others.collect::<Vec<_>>().join(", ");
            let name = self.stored.name();
            let message = format!("LLMInferenceService [{name}] is no longer Ready because of: {others}");
            self.events.warn_verbatim("LLMInferenceServiceNotReady", &message);
        }
        self.status = status;
        peers.write(self.place, self.status.to_value());
        true
    }

    fn steps(&mut self, world: &mut World<'_, Shared>, status: &mut Status) -> Result<(), ControllerError> {
        let World { store, shared: Shared { settings, configs, peers }, .. } = world;
        let settings = settings.as_ref().map_err(|error| error.clone().within("failed to load ingress config"))?;
        note_image_volumes(self.cluster, settings, status);
        let Some(effective) = self.combine(settings, configs, status)? else { return Ok(()) };
        let service = Service {
            names: Names::of(&self.stored),
            stored: &self.stored,
            spec: LlmSpec::of(&effective.spec),
            adapters: &effective.adapters,
        };
        let mut pass = Pass {
            service,
            settings,
            cluster: self.cluster,
            store,
            peers,
            own: &self.status,
            status,
            events: Vec::new(),
            notes: Notes::default(),
            writes: 0,
        };
        let ended = pass.run();
        let Pass { events, notes, .. } = pass;
        for (reason, message) in events {
            self.events.warn_verbatim(reason, &message);
        }
        self.notes.extend(notes);
        ended
    }

    /// Combines the service with its configs; `None` if the pass ends without an error.
    fn combine(
        &mut self,
        settings: &Settings,
        configs: &Configs,
        status: &mut Status,
    ) -> Result<Option<Rc<Effective>>, ControllerError> {
        let rules = &self.cluster.release.llm;
        let refused = |status: &mut Status, reason: &'static str, message: String| {
            let verdict = Verdict::new(Truth::False, reason, message);
            status.conditions.set(types::PRESETS_COMBINED, verdict, false);
        };
        config::pin(&self.cluster.release, &mut status.annotations);
        match self.effective(settings, configs, status) {
            Ok(effective) => {
                status.conditions.set(types::PRESETS_COMBINED, Verdict::bare(Truth::True), false);
                if rules.status_observes_objects {
                    status.applied_configs = effective.applied.iter().map(AppliedConfig::to_value).collect();
                }
                for (reason, message) in &effective.warnings {
                    self.events.warn_verbatim(reason, message);
                }
                Ok(Some(effective))
            }
            Err(failure) if rules.stops_without_presets && self.stored.asks_to_stop() => {
                let message = format!("Service is stopped with warning: {}", failure.text());
                refused(status, "Stopped", message);
                let spec = self.defaulted().spec().cloned().unwrap_or_default();
                Ok(Some(Rc::new(Effective::of_spec(spec))))
            }
            Err(failure) if rules.missing_config_is_quiet && is_missing_config(&failure) => {
                refused(status, "ConfigNotFound", failure.text().to_owned());
                status.applied_configs.clear();
                self.waits = Some(failure);
                Ok(None)
            }
            Err(failure) => {
                refused(status, "CombineBaseError", failure.text().to_owned());
                status.applied_configs.clear();
                Err(failure.within("failed to combine base-configurations"))
            }
        }
    }

    /// The service with the defaults that the controller sets at the start of a pass.
    fn defaulted(&self) -> Map {
        let mut service = self.stored.clone();
        super::admission::default(&mut service);
        service
    }

    /// The effective spec, computed once for each set of pinned presets.
    fn effective(
        &mut self,
        settings: &Settings,
        configs: &Configs,
        status: &Status,
    ) -> Result<Rc<Effective>, ControllerError> {
        if let Some((pinned, known)) = &self.effective
            && *pinned == status.annotations
        {
            return known.clone();
        }
        let effective =
            config::effective(self.cluster, configs, settings, self.defaulted(), &status.to_value()).map(Rc::new);
        self.effective = Some((status.annotations.clone(), effective.clone()));
        effective
    }

    /// Copies the CA bundle for downloads into the namespace, if one is configured.
    fn copy_ca_bundle(&self, store: &mut Store<'_>) -> Result<(), ControllerError> {
        const KEY: &str = "cabundle.crt";
        let section = config::ca_bundle_source(self.cluster)?;
        let source = &section.ca_bundle_config_map_name;
        if source.is_empty() {
            return Ok(());
        }
        let fail = |text: String| {
            ControllerError::new(text).within("fails to get cabundle configmap for creating to user namespace")
        };
        let Some(found) = store.peek((Kind::ConfigMap, &self.cluster.settings.kserve_namespace, source)) else {
            return Err(fail(format!(
                "failed to get configmap {source} from the cluster: {}",
                NotFound(Kind::ConfigMap, source)
            )));
        };
        let bundle = found.get("data").and_then(|data| data.get(KEY)?.as_str()).filter(|bundle| !bundle.is_empty());
        let Some(bundle) = bundle else {
            return Err(fail(format!("specified cabundle file {KEY} not found in cabundle configmap {source}")));
        };
        let namespace = self.stored.namespace();
        let desired = serde_json::json!({
            "apiVersion": Kind::ConfigMap.api_version(),
            "kind": Kind::ConfigMap.name(),
            "metadata": { "name": CA_BUNDLE, "namespace": namespace },
            "data": { KEY: bundle },
        });
        store.create_or_change((Kind::ConfigMap, namespace, CA_BUNDLE), &Rc::new(desired), with_data);
        Ok(())
    }
}

/// A ConfigMap with the desired data; `None` if its data do not differ.
fn with_data(existing: &Value, desired: &Value) -> Option<Value> {
    let data = desired.get("data").filter(|data| existing.get("data") != Some(data))?;
    let mut changed = existing.clone();
    changed.as_object_mut()?.insert("data".into(), data.clone());
    Some(changed)
}

/// Whether a config is missing.
fn is_missing_config(failure: &ControllerError) -> bool {
    matches!(failure.cause(), Some(Cause::Absent(absent)) if absent.kind == Kind::LlmInferenceServiceConfig)
}

/// Sets the condition for image volumes, if the configuration asks for them.
fn note_image_volumes(cluster: &Cluster, settings: &Settings, status: &mut Status) {
    const CONDITION: &str = types::OCI_IMAGE_VOLUME_COMPATIBLE;
    if settings.oci_mode != OciMode::Native || !cluster.release.llm.oci_modes {
        return;
    }
    let minor = cluster.settings.kubernetes_minor;
    let (reason, message) = match minor {
        ..31 => (
            "ImageVolumeUnsupported",
            format!(
                "Cluster K8s 1.{minor} does not support ImageVolume (introduced in 1.31 as alpha). Falling back to modelcar may be \
                 required."
            ),
        ),
        31..33 => (
            "ImageVolumeSubPathUnsupported",
            format!(
                "Cluster K8s 1.{minor} (alpha) does not support subPath on ImageVolume VolumeMounts. Upgrade to K8s 1.33+ (beta) for \
                 full oci+native:// support."
            ),
        ),
        33..35 => (
            "ImageVolumeAlpha",
            format!(
                "Cluster K8s 1.{minor} has ImageVolume feature-gated (K8s 1.33–1.34 beta). Ensure --feature-gates=ImageVolume=true is \
                 set on kube-apiserver and kubelet."
            ),
        ),
        _ => return status.conditions.clear(CONDITION),
    };
    status.conditions.set(CONDITION, Verdict::new(Truth::False, reason, message), false);
}

impl Pass<'_, '_> {
    fn run(&mut self) -> Result<(), ControllerError> {
        let workload = workload_step::run(self);
        self.roll_up(types::WORKLOADS_READY, &super::status::OF_WORKLOADS);
        workload.map_err(|error| error.within("failed to reconcile workload"))?;
        let router = router_step::run(self);
        self.roll_up(types::ROUTER_READY, &super::status::OF_ROUTER);
        router.map_err(|error| error.within("failed to reconcile networking"))?;
        self.observe_workloads();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use serde_json::json;

    use crate::Value;
    use crate::facts::Cluster;
    use crate::release::Version;
    use crate::render::render_all;

    /// The observed generation of a new service with this container, in the status that the controller of a
    /// release writes.
    fn observed_generation(version: Version, container: Value) -> Option<i64> {
        let service = json!({
            "apiVersion": "serving.kserve.io/v1alpha2", "kind": "LLMInferenceService",
            "metadata": { "name": "m", "namespace": "n" },
            "spec": { "model": { "uri": "hf://acme/m" }, "template": { "containers": [container] } },
        });
        let all = render_all(&Cluster::of(version, []), &[service], &Arc::default());
        all[0].status()?.to_value().get("observedGeneration")?.as_i64()
    }

    #[test]
    fn a_spec_changed_by_the_finalizer_write_has_a_second_generation() {
        let container = json!({ "name": "main", "image": "registry.example/a:1" });
        assert_eq!(observed_generation(Version::V0_17, container.clone()), Some(2));
        assert_eq!(observed_generation(Version::V0_18, container.clone()), Some(2));
        assert_eq!(observed_generation(Version::V0_19, container.clone()), Some(1));
        assert_eq!(observed_generation(Version::NEWEST, container), Some(1));
        let whole = json!({ "name": "main", "image": "registry.example/a:1", "resources": {} });
        assert_eq!(observed_generation(Version::V0_18, whole), Some(1));
        let empty = json!({ "name": "main", "image": "registry.example/a:1", "args": [], "resources": {} });
        assert_eq!(observed_generation(Version::V0_18, empty), Some(2));
    }

    /// The older version of the API has fewer rules than the newer one, in which the controller writes.
    #[test]
    fn a_first_write_that_is_refused_is_all_that_happens() {
        let service = |version: &str| {
            json!({
                "apiVersion": format!("serving.kserve.io/{version}"), "kind": "LLMInferenceService",
                "metadata": { "name": "m", "namespace": "n" },
                "spec": { "model": { "uri": "hf://acme/m", "lora": { "adapters": [{ "uri": "hf://acme/a" }] } } },
            })
        };
        let rendered = |version: &str| {
            render_all(&Cluster::of(Version::NEWEST, []), &[service(version)], &Arc::default()).remove(0)
        };
        let text = "LLMInferenceService.serving.kserve.io \"m\" is invalid: spec.model.lora.adapters[0].name: Required value: adapter name is \
                    required";
        let old = rendered("v1alpha1");
        assert_eq!(old.error().map(ToString::to_string).as_deref(), Some(text));
        assert!(old.objects().is_empty());
        assert!(rendered("v1alpha2").refusal().is_some());
    }

    #[test]
    fn what_is_stored_from_the_older_version_has_passed_through_go() {
        let service = json!({
            "apiVersion": "serving.kserve.io/v1alpha1", "kind": "LLMInferenceService",
            "metadata": { "name": "m", "namespace": "n" },
            "spec": { "model": { "uri": "hf://acme/m", "lora": { "adapters": [] } } },
        });
        let all = render_all(&Cluster::of(Version::NEWEST, []), &[service], &Arc::default());
        let model = all[0].defaulted().and_then(|stored| stored.pointer("/spec/model"));
        assert_eq!(model, Some(&json!({ "name": "m", "uri": "hf://acme/m", "lora": {} })));
    }
}
