//! Fields of a service that reach its effective spec, but that neither a template nor the controller reads.

use super::super::config::{Effective, Trace, mentions};
use crate::facts::Cluster;
use crate::kinds::composition::Unread;
use crate::kinds::llm_inference_service::spec::{LlmSpec, Router, Workload};
use crate::object::Path;
use crate::{Map, Value};

/// The fields that nothing reads in a service of this shape.
pub fn unread(cluster: &Cluster, service: &Map, effective: &Effective, trace: &Trace) -> Vec<Unread> {
    let templates = Templates::of(trace, service);
    let (own, merged) = (LlmSpec::of_object(service), LlmSpec::of(&effective.spec));
    let mut unread = Vec::new();
    for (path, prefix, own, merged) in [
        (Path::keys(["spec"]), ".Spec.Parallelism.", Some(own.main()), Some(merged.main())),
        (Path::keys(["spec", "prefill"]), ".Spec.Prefill.Parallelism.", own.prefill(), merged.prefill()),
    ] {
        let has_worker = merged.and_then(Workload::worker).is_some();
        for (field, value) in own.and_then(Workload::written_parallelism).into_iter().flatten() {
            let Some((go, of_controller)) = parallelism(field) else { continue };
            let is_read = templates.mention(&format!("{prefix}{go}")) || (of_controller && has_worker);
            if is_read || *value == Value::Bool(false) {
                continue;
            }
            let path = path.clone().key("parallelism").key(field);
            unread.push(Unread { path, reason: why(field, has_worker), is_dropped: false });
        }
    }
    for (path, own) in [
        (Path::keys(["spec", "scaling"]), Some(own.main())),
        (Path::keys(["spec", "prefill", "scaling"]), own.prefill()),
    ] {
        if !cluster.release.llm.autoscaling && own.and_then(Workload::scaling).is_some() {
            unread.push(Unread {
                path,
                reason: "the controller of this release scales nothing; v0.18 does".to_owned(),
                is_dropped: false,
            });
        }
    }
    if own.router().and_then(Router::ingress).is_some() {
        unread.push(Unread {
            path: Path::keys(["spec", "router", "ingress"]),
            reason: "the controller makes no Ingress; write `router.route` for a route of the Gateway API".to_owned(),
            is_dropped: false,
        });
    }
    unread
}

/// The Go name of a field of `parallelism`, and whether the controller reads it for groups of workers.
fn parallelism(field: &str) -> Option<(&'static str, bool)> {
    Some(match field {
        "tensor" => ("Tensor", false),
        "expert" => ("Expert", false),
        "dataRPCPort" => ("DataRPCPort", false),
        "pipeline" => ("Pipeline", true),
        "data" => ("Data", true),
        "dataLocal" => ("DataLocal", true),
        _ => return None,
    })
}

/// Why a field of `parallelism` is not read, and what to do about it.
fn why(field: &str, has_worker: bool) -> String {
    let flag = match field {
        "tensor" => "--tensor-parallel-size",
        "pipeline" => "--pipeline-parallel-size",
        "expert" => "--enable-expert-parallel",
        "data" => "--data-parallel-size",
        "dataLocal" => "--data-parallel-size-local",
        _ => "--data-parallel-rpc-port",
    };
    let shape = if has_worker { "" } else { " for a service on one node" };
    format!(
        "no template of the presets in use{shape} reads it; give vLLM `{flag}` in VLLM_ADDITIONAL_ARGS or args instead"
    )
}

/// All texts of the configs and the service that may be templates.
struct Templates(Vec<String>);

impl Templates {
    fn of(trace: &Trace, service: &Map) -> Templates {
        let mut texts = Vec::new();
        for (_, spec) in &trace.layers {
            spec.values().for_each(|value| collect(value, &mut texts));
        }
        service.values().for_each(|value| collect(value, &mut texts));
        Templates(texts)
    }

    /// Whether a text mentions this field, and not only a longer name that starts with it.
    fn mention(&self, field: &str) -> bool {
        self.0.iter().any(|text| mentions(text, field))
    }
}

fn collect(value: &Value, texts: &mut Vec<String>) {
    match value {
        Value::String(text) if text.contains("{{") => texts.push(text.clone()),
        Value::Array(items) => items.iter().for_each(|item| collect(item, texts)),
        Value::Object(members) => members.values().for_each(|value| collect(value, texts)),
        _ => {}
    }
}
