//! Which runtime serves a model.

use std::cmp::Reverse;
use std::sync::Arc;

use crate::Map;
use crate::api::ComponentSpec;
use crate::facts::runtimes::{Runtimes, ServingRuntime};
use crate::object::{Cause, ControllerError};

/// What a predictor requires of a runtime.
#[derive(Debug, Clone)]
pub struct Request<'a> {
    /// The namespace of the service; its runtimes come before the cluster-wide ones.
    pub namespace: &'a str,
    /// `model.runtime`; if set, only this one is considered.
    pub runtime: Option<&'a str>,
    /// `model.modelFormat.name`.
    pub format: &'a str,
    /// `model.modelFormat.version`.
    pub version: Option<&'a str>,
    /// `model.protocolVersion`, if set.
    pub protocol: Option<&'a str>,
    /// Whether the predictor has a `workerSpec`.
    pub multi_node: bool,
}

impl<'a> Request<'a> {
    /// The requirements of a predictor; `None` if it has no `model`.
    pub fn of(namespace: &'a str, predictor: &'a Map) -> Option<Request<'a>> {
        let predictor = ComponentSpec::of(predictor);
        let model = predictor.model()?;
        Some(Request {
            namespace,
            runtime: model.runtime(),
            format: model.model_format().name().unwrap_or_default(),
            version: model.model_format().version(),
            protocol: model.protocol_version(),
            multi_node: predictor.worker().is_some(),
        })
    }
}

/// The runtime that serves a model.
#[derive(Debug, Clone)]
pub struct Selected {
    pub runtime: Arc<ServingRuntime>,
    /// The runtime that a lookup by name finds. It differs if a runtime in the namespace, though not eligible, has the name of
    /// the selected cluster-wide runtime. Status and annotations come from this one.
    pub recorded: Arc<ServingRuntime>,
}

/// Why no runtime serves a model, as the status reports it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SelectError {
    /// The `reason` in the model status.
    pub reason: &'static str,
    /// The `message` in the model status.
    pub status_message: &'static str,
    /// The reconcile error.
    pub error: ControllerError,
}

/// Selects the runtime: the named one if it passes the checks, otherwise the first in the ranking.
///
/// # Errors
/// The named runtime does not pass, or no runtime does.
pub fn select(runtimes: &Runtimes, request: &Request) -> Result<Selected, SelectError> {
    match request.runtime {
        Some(name) => explicit(runtimes, request, name),
        None => automatic(runtimes, request),
    }
}

fn explicit(runtimes: &Runtimes, request: &Request, name: &str) -> Result<Selected, SelectError> {
    let refused = |reason, status_message, text: String, cause: Option<Cause>| {
        let error = ControllerError::new(text);
        let error = match cause {
            Some(cause) => error.about(cause),
            None => error,
        };
        Err(SelectError { reason, status_message, error })
    };
    let Some(runtime) = runtimes.find(request.namespace, name) else {
        let error = format!("No ServingRuntimes or ClusterServingRuntimes with the name: {name}");
        let cause = Cause::RuntimeNotFound(name.to_owned());
        return refused("RuntimeNotRecognized", "Waiting for runtime to become available", error, Some(cause));
    };
    if runtime.disabled {
        return refused(
            "RuntimeDisabled",
            "Specified runtime is disabled",
            format!("specified runtime {name} is disabled"),
            None,
        );
    }
    if request.protocol.is_some_and(|protocol| !runtime.supports_protocol(protocol)) {
        return refused(
            "NoSupportingRuntime",
            "Specified runtime does not support specified protocol version",
            format!("specified runtime {name} does not support specified protocol version"),
            None,
        );
    }
    if !runtime.supports_format(request.format, request.version, false) {
        return refused(
            "NoSupportingRuntime",
            "Specified runtime does not support specified framework/version",
            format!("specified runtime {name} does not support specified framework/version"),
            None,
        );
    }
    Ok(Selected { runtime: Arc::clone(runtime), recorded: Arc::clone(runtime) })
}

fn automatic(runtimes: &Runtimes, request: &Request) -> Result<Selected, SelectError> {
    for scope in runtimes.candidates(request.namespace, request.format, request.version) {
        // The first with the highest priority; an unset priority comes after every set one.
        let best = scope
            .filter(|runtime| verdict(runtime, request) == Verdict::Eligible)
            .min_by_key(|runtime| by_priority(runtime, request));
        if let Some(runtime) = best {
            let recorded = runtimes.find(request.namespace, &runtime.name).unwrap_or(runtime);
            return Ok(Selected { runtime: Arc::clone(runtime), recorded: Arc::clone(recorded) });
        }
    }
    // Go prints the format's name and the version, which is a pointer.
    let version = request.version.unwrap_or("<nil>");
    let text = format!("no runtime found to support predictor with model type: {{{} {version}}}", request.format);
    let error = ControllerError::new(text).about(Cause::NoRuntime);
    Err(SelectError {
        reason: "NoSupportingRuntime",
        status_message: "No runtime found to support specified framework/version",
        error: if request.version.is_some() { error.showing_an_address() } else { error },
    })
}

fn by_priority(runtime: &ServingRuntime, request: &Request) -> (bool, Reverse<Option<i64>>) {
    let priority = runtime.priority(request.format);
    (priority.is_none(), Reverse(priority))
}

/// Whether automatic selection may choose a runtime, or the first reason why not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    Eligible,
    Disabled,
    /// It is for ModelMesh only.
    MultiModel,
    /// It does not list the format, or not with this version.
    FormatNotSupported,
    /// It lists the format, but not with `autoSelect: true`.
    NotForAutomaticSelection,
    ProtocolNotSupported,
    /// It has a `workerSpec` and the service has none.
    ForSeveralNodesOnly,
    /// It has no `workerSpec` and the service has one.
    ForOneNodeOnly,
}

impl Verdict {
    /// The verdict in words that follow the runtime's name.
    pub const fn text(self) -> &'static str {
        match self {
            Verdict::Eligible => "eligible",
            Verdict::Disabled => "disabled",
            Verdict::MultiModel => "for ModelMesh only",
            Verdict::FormatNotSupported => "format or version not supported",
            Verdict::NotForAutomaticSelection => "not for automatic selection",
            Verdict::ProtocolNotSupported => "protocol not supported",
            Verdict::ForSeveralNodesOnly => "for several nodes only",
            Verdict::ForOneNodeOnly => "for one node only",
        }
    }
}

/// A runtime as automatic selection sees it.
#[derive(Debug, Clone)]
pub struct Candidate {
    pub runtime: Arc<ServingRuntime>,
    pub priority: Option<i64>,
    pub verdict: Verdict,
}

/// All runtimes that a service sees: the eligible ones in order of preference, then the others.
///
/// If a namespace, or the cluster-wide scope, has more than twelve eligible runtimes with equal priority, the controller may
/// prefer another one than the first, because its sort is not stable then.
pub fn rank(runtimes: &Runtimes, request: &Request) -> Vec<Candidate> {
    let (mut eligible, mut others) = (Vec::new(), Vec::new());
    for scope in runtimes.visible_from(request.namespace) {
        let candidate = |runtime: &Arc<ServingRuntime>| Candidate {
            runtime: Arc::clone(runtime),
            priority: runtime.priority(request.format),
            verdict: verdict(runtime, request),
        };
        let (mut kept, passed): (Vec<_>, Vec<_>) =
            scope.iter().map(candidate).partition(|candidate| candidate.verdict == Verdict::Eligible);
        kept.sort_by_key(|candidate| by_priority(&candidate.runtime, request));
        eligible.append(&mut kept);
        others.extend(passed);
    }
    eligible.append(&mut others);
    eligible
}

/// The protocol that is assumed for a service that does not set one.
pub const ASSUMED_PROTOCOL: &str = "v1";

fn verdict(runtime: &ServingRuntime, request: &Request) -> Verdict {
    let protocol = request.protocol.unwrap_or(ASSUMED_PROTOCOL);
    if runtime.disabled {
        Verdict::Disabled
    } else if runtime.multi_model {
        Verdict::MultiModel
    } else if !runtime.supports_format(request.format, request.version, false) {
        Verdict::FormatNotSupported
    } else if !runtime.supports_format(request.format, request.version, true) {
        Verdict::NotForAutomaticSelection
    } else if !runtime.supports_protocol(protocol) {
        Verdict::ProtocolNotSupported
    } else if runtime.multi_node && !request.multi_node {
        Verdict::ForSeveralNodesOnly
    } else if request.multi_node && !runtime.multi_node {
        Verdict::ForOneNodeOnly
    } else {
        Verdict::Eligible
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Value;
    use crate::release::Version;
    use serde_json::json;

    fn runtime(name: &str, namespace: &str, protocols: &[&str], format: Value) -> Arc<Value> {
        let kind = if namespace.is_empty() { "ClusterServingRuntime" } else { "ServingRuntime" };
        Arc::new(json!({
            "apiVersion": "serving.kserve.io/v1alpha1",
            "kind": kind,
            "metadata": {"name": name, "namespace": namespace},
            "spec": {"protocolVersions": protocols, "supportedModelFormats": [format]},
        }))
    }

    fn sklearn(priority: Option<i64>) -> Value {
        match priority {
            Some(priority) => json!({"name": "sklearn", "autoSelect": true, "priority": priority}),
            None => json!({"name": "sklearn", "autoSelect": true}),
        }
    }

    fn request<'a>(protocol: Option<&'a str>) -> Request<'a> {
        Request { namespace: "ns", runtime: None, format: "sklearn", version: None, protocol, multi_node: false }
    }

    fn chosen(objects: &[Arc<Value>], request: &Request) -> Result<String, String> {
        let runtimes = Runtimes::index(objects.iter(), Version::NEWEST);
        select(&runtimes, request)
            .map(|selected| selected.runtime.name.clone())
            .map_err(|error| error.error.into_text())
    }

    #[test]
    fn protocol_rank_and_name_order_equal_priorities() {
        let objects = [
            runtime("a", "", &["v2"], sklearn(Some(1))),
            runtime("b", "", &["v1", "v2"], sklearn(None)),
            runtime("c", "", &["v1"], sklearn(Some(2))),
            runtime("d", "", &[], sklearn(Some(2))),
        ];
        assert_eq!(chosen(&objects, &request(None)), Ok("c".into()));
        assert_eq!(chosen(&objects, &request(Some("v2"))), Ok("d".into()));
    }

    #[test]
    fn a_runtime_of_the_namespace_beats_every_cluster_wide_one() {
        let objects = [runtime("a", "", &["v1"], sklearn(Some(9))), runtime("z", "ns", &["v1"], sklearn(None))];
        assert_eq!(chosen(&objects, &request(None)), Ok("z".into()));
    }

    #[test]
    fn a_version_must_be_the_same_text() {
        let objects = [runtime("a", "", &["v1"], json!({"name": "sklearn", "version": "1", "autoSelect": true}))];
        let versioned = |version| Request { version: Some(version), ..request(None) };
        assert_eq!(chosen(&objects, &versioned("1")), Ok("a".into()));
        assert!(chosen(&objects, &versioned("1.0")).is_err());
        assert_eq!(chosen(&objects, &request(None)), Ok("a".into()));
    }

    #[test]
    fn a_version_is_part_of_the_label() {
        let objects = [runtime("a", "", &["v1"], json!({"name": "sklearn", "version": "1", "autoSelect": true}))];
        assert_eq!(chosen(&objects, &Request { format: "sklearn:1", ..request(None) }), Ok("a".into()));
        assert!(chosen(&objects, &Request { format: "sklearn:2", ..request(None) }).is_err());
    }

    #[test]
    fn the_newest_of_equals_comes_first() {
        let created = |name, time: &str| {
            let mut object = (*runtime(name, "", &["v1"], sklearn(None))).clone();
            object["metadata"]["creationTimestamp"] = time.into();
            Arc::new(object)
        };
        let objects = [created("a", "2024-05-01T00:00:00Z"), created("b", "2025-01-01T00:00:00Z")];
        assert_eq!(chosen(&objects, &request(None)), Ok("b".into()));
    }

    #[test]
    fn a_named_runtime_is_checked_in_order() {
        let mut disabled = (*runtime("off", "", &["v2"], sklearn(None))).clone();
        disabled["spec"]["disabled"] = true.into();
        let objects = [Arc::new(disabled), runtime("v2", "", &["v2"], sklearn(None))];
        let named = |name, protocol| Request { runtime: Some(name), ..request(protocol) };
        assert_eq!(
            chosen(&objects, &named("nope", None)),
            Err("No ServingRuntimes or ClusterServingRuntimes with the name: nope".into())
        );
        assert_eq!(chosen(&objects, &named("off", None)), Err("specified runtime off is disabled".into()));
        assert_eq!(
            chosen(&objects, &named("v2", Some("v1"))),
            Err("specified runtime v2 does not support specified protocol version".into())
        );
        assert_eq!(chosen(&objects, &named("v2", None)), Ok("v2".into()));
    }

    #[test]
    fn the_ranking_says_why_a_runtime_is_passed_over() {
        let objects = [
            runtime("a", "", &["v2"], sklearn(None)),
            runtime("b", "", &["v1"], json!({"name": "sklearn"})),
            runtime("c", "", &["v1"], sklearn(None)),
        ];
        let runtimes = Runtimes::index(objects.iter(), Version::NEWEST);
        let ranking: Vec<(String, Verdict)> =
            rank(&runtimes, &request(None)).into_iter().map(|c| (c.runtime.name.clone(), c.verdict)).collect();
        assert_eq!(
            ranking,
            [
                ("c".into(), Verdict::Eligible),
                ("b".into(), Verdict::NotForAutomaticSelection),
                ("a".into(), Verdict::ProtocolNotSupported),
            ]
        );
    }

    #[test]
    fn the_shipped_runtime_with_the_protocol_comes_first() {
        let cluster = crate::Cluster::of(Version::NEWEST, []);
        let request = Request {
            namespace: "garden",
            runtime: None,
            format: "sklearn",
            version: None,
            protocol: Some("v2"),
            multi_node: false,
        };
        let candidates = rank(&cluster.runtimes, &request).into_iter();
        let eligible = candidates.filter(|candidate| candidate.verdict == Verdict::Eligible);
        let names: Vec<String> = eligible.map(|candidate| candidate.runtime.name.clone()).collect();
        assert_eq!(names, ["kserve-mlserver", "kserve-sklearnserver"]);
    }
}
