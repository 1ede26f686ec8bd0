//! The choice of presets for a service, with reasons.

use crate::kinds::llm_inference_service::spec::{HttpRoutes, LlmSpec, Scheduler, SchedulerConfig, Workload};
use crate::release::Release;
use crate::{Map, Value, input};

/// The names of the presets that a status pins; those for tracing and for predicting latencies are not in every release.
const WELL_KNOWN: [&str; 10] = [
    "config-llm-template",
    "config-llm-decode-template",
    "config-llm-prefill-template",
    "config-llm-worker-data-parallel",
    "config-llm-decode-worker-data-parallel",
    "config-llm-prefill-worker-data-parallel",
    "config-llm-scheduler",
    "config-llm-scheduler-latency-predictor",
    "config-llm-router-route",
    "config-llm-tracing",
];
const PREDICTOR: &str = "config-llm-scheduler-latency-predictor";
const TRACING: &str = "config-llm-tracing";
const ROUTE: &str = "config-llm-router-route";
/// The prefix of all preset names.
const PREFIX: &str = "kserve-";
/// The prefix of the annotations by which a status pins presets.
const PIN: &str = "serving.kserve.io/";

/// The names, without prefix, of the presets that a release pins.
pub fn well_known(release: &Release) -> impl Iterator<Item = &'static str> {
    let all = release.llm_input.tracing_presets;
    WELL_KNOWN.into_iter().filter(move |name| all || !matches!(*name, PREDICTOR | TRACING))
}

/// Whether a config has the name of a preset of the release.
pub fn is_well_known(release: &Release, name: &str) -> bool {
    name.strip_prefix(PREFIX).is_some_and(|name| well_known(release).any(|known| known == name))
}

/// Pins the names of presets in the annotations of a status, except those already pinned.
pub fn pin(release: &Release, annotations: &mut Map) {
    for name in well_known(release) {
        let pinned = annotations.entry(format!("{PIN}{name}")).or_insert(Value::Null);
        if pinned.as_str().is_none_or(str::is_empty) {
            *pinned = format!("{PREFIX}{name}").into();
        }
    }
}

/// A preset chosen for a service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// The name of the config.
    pub name: String,
    /// The property of the service that calls for it.
    pub reason: &'static str,
}

/// The presets of a spec, in the order in which they are merged; base configs come after them. `pinned`: the
/// annotations of the service's status.
pub fn choose(release: &Release, probe: LlmSpec<'_>, pinned: &Map) -> Vec<Choice> {
    let chosen = scheduler(release, probe).into_iter().chain(workloads(probe));
    chosen.map(|(name, reason)| Choice { name: resolve(name, pinned), reason }).collect()
}

/// The name of a config: the pinned one, or else the usual one. The route's preset depends on the Gateway in use,
/// so its name is never pinned.
fn resolve(name: &str, pinned: &Map) -> String {
    let pin = pinned.get(&format!("{PIN}{name}")).and_then(Value::as_str).filter(|pin| !pin.is_empty());
    match pin {
        Some(pin) if name != ROUTE => pin.to_owned(),
        _ => format!("{PREFIX}{name}"),
    }
}

fn scheduler(release: &Release, probe: LlmSpec<'_>) -> Vec<(&'static str, &'static str)> {
    let mut chosen = Vec::new();
    if probe.scheduler().is_some() && probe.pool_reference().is_none() {
        chosen.push(("config-llm-scheduler", "`router.scheduler` is there, without a pool of its own"));
    }
    if release.llm_input.tracing_presets && predicts_latency(probe) {
        chosen.push((PREDICTOR, "`router.scheduler.config.inline` has a plugin `predicted-latency-producer`"));
    }
    if probe.route().is_some() && !probe.http().is_some_and(HttpRoutes::has_refs) {
        chosen.push((ROUTE, "`router.route` is there, without routes of its own"));
    }
    if release.llm_input.tracing_presets && probe.tracing().is_some() {
        chosen.push((TRACING, "`tracing` is there"));
    }
    chosen
}

/// The presets of the prefill workload, if there is one, and of the main workload, in this order.
fn workloads(probe: LlmSpec<'_>) -> Vec<(&'static str, &'static str)> {
    let Some(prefill) = probe.prefill() else {
        return workload(
            probe.main(),
            [
                ("config-llm-template", "neither `prefill` nor `worker` is there: one node"),
                ("config-llm-worker-data-parallel", "`worker` with data parallelism: several nodes"),
                ("config-llm-worker-pipeline-parallel", "`worker` with pipeline parallelism: several nodes"),
            ],
        )
        .into_iter()
        .collect();
    };
    let prefill = workload(
        prefill,
        [
            ("config-llm-prefill-template", "`prefill` without `worker`: one node for prefill"),
            (
                "config-llm-prefill-worker-data-parallel",
                "`prefill.worker` with data parallelism: several nodes for prefill",
            ),
            (
                "config-llm-prefill-worker-pipeline-parallel",
                "`prefill.worker` with pipeline parallelism: several nodes for prefill",
            ),
        ],
    );
    let decode = workload(
        probe.main(),
        [
            ("config-llm-decode-template", "`prefill` is there, `worker` is not: one node for decoding"),
            (
                "config-llm-decode-worker-data-parallel",
                "`prefill` and `worker` with data parallelism: several nodes for decoding",
            ),
            (
                "config-llm-decode-worker-pipeline-parallel",
                "`prefill` and `worker` with pipeline parallelism: several nodes for decoding",
            ),
        ],
    );
    prefill.into_iter().chain(decode).collect()
}

/// The preset of a workload: for a single node, for data parallelism or for pipeline parallelism. A workload with
/// workers but neither kind of parallelism has none.
fn workload(
    workload: Workload<'_>,
    [single, data, pipeline]: [(&'static str, &'static str); 3],
) -> Option<(&'static str, &'static str)> {
    let parallelism = workload.parallelism();
    if workload.worker().is_none() {
        Some(single)
    } else if parallelism.is_data() {
        Some(data)
    } else if parallelism.is_pipeline() {
        Some(pipeline)
    } else {
        None
    }
}

/// Whether the scheduler's configuration includes the latency predictor plugin.
pub fn predicts_latency(spec: LlmSpec<'_>) -> bool {
    let parsed;
    let inline = match spec.scheduler().and_then(Scheduler::config).and_then(SchedulerConfig::inline) {
        Some(Value::String(text)) => match input::yaml::parse(text) {
            Ok(document) => {
                parsed = document.value;
                &parsed
            }
            Err(_) => return false,
        },
        Some(value) => value,
        None => return false,
    };
    let plugins = inline.get("plugins").and_then(Value::as_array).into_iter().flatten();
    plugins.into_iter().any(|plugin| plugin.get("type").is_some_and(|kind| kind == "predicted-latency-producer"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::release::Version;

    fn spec(probe: &Value) -> LlmSpec<'_> {
        LlmSpec::of(probe.as_object().expect("an object"))
    }

    fn names(probe: Value) -> Vec<String> {
        let release = Release::of(Version::NEWEST);
        let chosen = choose(release, spec(&probe), &Map::new());
        chosen.into_iter().map(|choice| choice.name.trim_start_matches("kserve-config-llm-").to_owned()).collect()
    }

    #[test]
    fn empty_blocks_count_as_present() {
        assert_eq!(names(json!({})), ["template"]);
        assert_eq!(names(json!({"router": {"gateway": {}}})), ["template"]);
        assert_eq!(
            names(json!({"router": {"scheduler": {}, "route": {}}, "tracing": {}, "prefill": {}})),
            ["scheduler", "router-route", "tracing", "prefill-template", "decode-template"]
        );
        assert_eq!(names(json!({"worker": {}, "parallelism": {"data": 2, "pipeline": 2}})), ["worker-data-parallel"]);
        assert_eq!(names(json!({"worker": {}, "parallelism": {"pipeline": 2}})), ["worker-pipeline-parallel"]);
        assert_eq!(names(json!({"worker": {}})), Vec::<String>::new());
        let own = json!({"router": {"scheduler": {"pool": {"ref": {"name": "x"}}}, "route": {"http": {"refs": [{"name": "r"}]}}}});
        assert_eq!(names(own), ["template"]);
    }

    #[test]
    fn pinned_names_are_used_except_for_the_route() {
        let pinned =
            json!({"serving.kserve.io/config-llm-template": "old", "serving.kserve.io/config-llm-router-route": "old"});
        let probe = json!({"router": {"route": {}}});
        let release = Release::of(Version::NEWEST);
        let chosen = choose(release, spec(&probe), pinned.as_object().expect("b"));
        let names: Vec<&str> = chosen.iter().map(|choice| choice.name.as_str()).collect();
        assert_eq!(names, ["kserve-config-llm-router-route", "old"]);
        let mut annotations = Map::new();
        pin(release, &mut annotations);
        assert_eq!(annotations.len(), 10);
    }

    /// The presets chosen for a spec, each with its reason.
    fn reasons(probe: Value) -> Vec<(String, &'static str)> {
        let chosen = choose(Release::of(Version::NEWEST), spec(&probe), &Map::new());
        chosen.into_iter().map(|choice| (choice.name, choice.reason)).collect()
    }

    #[test]
    fn reasons_name_the_shape_of_the_service() {
        let preset = |name: &str| format!("kserve-config-llm-{name}");
        let router = json!({ "router": {
            "route": {}, "scheduler": { "config": { "inline": { "plugins": [{ "type": "predicted-latency-producer" }] } } },
        }, "tracing": {} });
        assert_eq!(
            reasons(router),
            [
                (preset("scheduler"), "`router.scheduler` is there, without a pool of its own"),
                (
                    preset("scheduler-latency-predictor"),
                    "`router.scheduler.config.inline` has a plugin `predicted-latency-producer`"
                ),
                (preset("router-route"), "`router.route` is there, without routes of its own"),
                (preset("tracing"), "`tracing` is there"),
                (preset("template"), "neither `prefill` nor `worker` is there: one node"),
            ]
        );
        let several = |parallelism: Value| json!({ "worker": {}, "parallelism": parallelism });
        let (data, pipeline) = (json!({ "data": 4, "dataLocal": 2 }), json!({ "pipeline": 2 }));
        assert_eq!(
            reasons(several(data.clone())),
            [(preset("worker-data-parallel"), "`worker` with data parallelism: several nodes"),]
        );
        assert_eq!(
            reasons(several(pipeline.clone())),
            [(preset("worker-pipeline-parallel"), "`worker` with pipeline parallelism: several nodes"),]
        );
        assert_eq!(
            reasons(json!({ "prefill": {} })),
            [
                (preset("prefill-template"), "`prefill` without `worker`: one node for prefill"),
                (preset("decode-template"), "`prefill` is there, `worker` is not: one node for decoding"),
            ]
        );
        let with_prefill = |parallelism: Value| {
            let mut probe = several(parallelism.clone());
            probe["prefill"] = several(parallelism);
            probe
        };
        assert_eq!(
            reasons(with_prefill(data)),
            [
                (
                    preset("prefill-worker-data-parallel"),
                    "`prefill.worker` with data parallelism: several nodes for prefill"
                ),
                (
                    preset("decode-worker-data-parallel"),
                    "`prefill` and `worker` with data parallelism: several nodes for decoding"
                ),
            ]
        );
        assert_eq!(
            reasons(with_prefill(pipeline)),
            [
                (
                    preset("prefill-worker-pipeline-parallel"),
                    "`prefill.worker` with pipeline parallelism: several nodes for prefill",
                ),
                (
                    preset("decode-worker-pipeline-parallel"),
                    "`prefill` and `worker` with pipeline parallelism: several nodes for decoding",
                ),
            ]
        );
    }
}
