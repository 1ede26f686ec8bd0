//! The scheduler's configuration, and its migration from older releases.

use super::plugins;
use crate::api::{Container, PodSpec};
use crate::input;
use crate::kinds::llm_inference_service::builder::Builder;
use crate::kinds::llm_inference_service::service::Service;
use crate::kinds::llm_inference_service::workload::{MAIN, TOKENIZER, container_mut};
use crate::object::ControllerError;
use crate::release::{SchedulerDefaults, SchedulerMigrations};
use crate::{Map, Value};
use kube_yaml::write as yaml;

/// Flags whose value is the configuration. Go accepts one dash or two.
const INLINE_FLAGS: [&str; 4] = ["--config-text", "-config-text", "--configText", "-configText"];
/// Flags whose value is the path of a configuration file.
const FILE_FLAGS: [&str; 4] = ["--config-file", "-config-file", "--configFile", "-configFile"];
/// The pod annotation for the release of the scheduler.
const VERSION: &str = "app.kubernetes.io/version";

/// The arguments for the configuration: from the spec, none if the template has them, from the existing Deployment,
/// or the default.
pub(super) fn arguments(builder: &Builder<'_>, deployed: Option<PodSpec<'_>>) -> Vec<Value> {
    let service = &builder.service;
    let with_text = |text: String| vec![INLINE_FLAGS[0].into(), text.into()];
    if let Some(inline) = inline(service) {
        return with_text(inline);
    }
    if service.scheduler_template().and_then(flag_and_value).is_some() {
        return Vec::new();
    }
    if let Some([flag, value]) = deployed.and_then(flag_and_value) {
        return vec![flag.into(), value.into()];
    }
    with_text(default_text(service, builder.cluster.release.llm.scheduler_defaults))
}

/// The text of the configuration in the spec. A configuration from a ConfigMap is a string there.
fn inline(service: &Service<'_>) -> Option<String> {
    match service.spec.scheduler()?.config()?.inline()? {
        Value::Null => None,
        Value::String(text) => Some(text.clone()),
        object => Some(crate::go::json::marshal(object)),
    }
}

/// The first configuration flag of the container `main`, with its value.
fn flag_and_value(pod: PodSpec<'_>) -> Option<[&str; 2]> {
    let arguments = pod.container(MAIN)?.arguments();
    let mut pairs = arguments.clone().zip(arguments.skip(1)).map(|(flag, value)| [flag, value]);
    pairs.find(|[flag, _]| INLINE_FLAGS.contains(flag) || FILE_FLAGS.contains(flag))
}

/// The default configuration.
fn default_text(service: &Service<'_>, defaults: SchedulerDefaults) -> String {
    let has_prefill = service.spec.prefill().is_some();
    let has_adapters = service.spec.model().adapters().next().is_some();
    let [plugin, reference] = match has_adapters && defaults.scores_adapters() {
        true => ["- type: lora-affinity-scorer\n", "  - pluginRef: lora-affinity-scorer\n    weight: 4\n"],
        false => ["", ""],
    };
    let (declared, profiles) = match has_prefill {
        true => defaults.disaggregated(),
        false => defaults.single(),
    };
    let profiles = profiles.iter().map(|(head, tail)| format!("{head}{reference}{tail}"));
    let profiles: String = profiles.collect();
    format!(
        "\napiVersion: inference.networking.x-k8s.io/v1alpha1\nkind: EndpointPickerConfig\nplugins:\n{declared}{plugin}\
         schedulingProfiles:\n{profiles}"
    )
}

/// Adapts the configuration to the tokenizer that runs beside the scheduler.
///
/// # Errors
/// A value of the wrong type where the controller has to write.
pub(super) fn adapt_to_tokenizer(builder: &Builder<'_>, pod: &mut Map) -> Result<(), ControllerError> {
    rewrite(builder, pod, |_, config| {
        plugins::point_to_tokenizer(config)?;
        plugins::raise_token_processor(config)?;
        plugins::name_block_size(config)
    })
}

/// Migrates the configuration to the release in the pod's annotations.
///
/// # Errors
/// An invalid version, flags that cannot be moved, or a value of the wrong type where the controller has to write.
pub(super) fn migrate(builder: &Builder<'_>, annotations: &Map, pod: &mut Map) -> Result<(), ControllerError> {
    let migrations = builder.cluster.release.llm.scheduler_migrations;
    if migrations == SchedulerMigrations::None {
        return Ok(());
    }
    let version =
        annotations.get(VERSION).and_then(Value::as_str).filter(|version| !version.is_empty()).unwrap_or("0.0.0");
    let version = Version::parse(version).map_err(|error| {
        error.within(format_args!("failed to parse version {}", crate::go::strconv::quote(version)))
    })?;
    if version < Version::release(7) {
        return Ok(());
    }
    let writable = has_inline_text(pod);
    if !writable && has_metric_flags(pod) {
        return Err(ControllerError::new(format!(
            "scheduler deployment {}/{} uses deprecated metric flags but has no inline --config-text; automatic migration to \
             core-metrics-extractor plugin is not possible — convert to --config-text or remove the deprecated flags manually",
            builder.service.names.namespace,
            builder.service.names.scheduler(),
        )));
    }
    let metrics = if writable { take_metric_flags(pod) } else { Vec::new() };
    let latest = migrations == SchedulerMigrations::UpTo0_9;
    rewrite(builder, pod, |pod, config| {
        plugins::rename(config, "prefill-header-handler", "disagg-headers-handler");
        plugins::rename(config, "pd-profile-handler", "disagg-profile-handler");
        plugins::give_deciders(config)?;
        plugins::drop_hash_block_size(config);
        plugins::add_metrics(config, &metrics, latest);
        if latest && version >= Version::release(8) {
            plugins::rename(config, "model-server-protocol-metrics", "core-metrics-extractor");
        }
        if latest && version >= Version::release(9) {
            plugins::bare_prefix_cache(config);
            if plugins::has_list(config) && !plugins::has_type(config, "precise-prefix-cache-scorer") {
                remove_container(pod, TOKENIZER);
            }
        }
        Ok(())
    })
    .map_err(|error| error.within("failed to mutate config"))
}

/// Applies `change` to each configuration among the arguments. Stops at the first that is not an object with a
/// `kind`.
fn rewrite(
    builder: &Builder<'_>,
    pod: &mut Map,
    change: impl Fn(&mut Map, &mut Map) -> Result<(), ControllerError>,
) -> Result<(), ControllerError> {
    let places: Vec<usize> = match arguments_of_main(pod) {
        Some(arguments) => {
            let flags = arguments.iter().enumerate().take(arguments.len().saturating_sub(1));
            flags.filter(|(_, flag)| is_inline(flag)).map(|(place, _)| place + 1).collect()
        }
        None => return Ok(()),
    };
    for place in places {
        let written = arguments_of_main(pod).and_then(|arguments| arguments.get(place)?.as_str()).unwrap_or_default();
        let parsed = input::values(written).ok().and_then(|documents| documents.into_iter().next());
        let Some(Value::Object(mut config)) = parsed.filter(|config| config.get("kind").is_some_and(Value::is_string))
        else {
            return Ok(());
        };
        change(pod, &mut config).map_err(|error| {
            let names = &builder.service.names;
            let at = format_args!("{}/{}", names.namespace, names.scheduler());
            error.within(format_args!("failed to mutate config for scheduler deployment {at}"))
        })?;
        let anew = yaml::folded(&Value::Object(config));
        if let Some(argument) = container_mut(pod, MAIN).and_then(|main| main.get_mut("args")?.get_mut(place)) {
            *argument = anew.into();
        }
    }
    Ok(())
}

fn arguments_of_main(pod: &Map) -> Option<&[Value]> {
    PodSpec::of(pod).container(MAIN).map(Container::args)
}

fn is_inline(argument: &Value) -> bool {
    argument.as_str().is_some_and(|flag| INLINE_FLAGS.contains(&flag))
}

fn has_inline_text(pod: &Map) -> bool {
    let arguments = arguments_of_main(pod).unwrap_or_default();
    arguments.iter().take(arguments.len().saturating_sub(1)).any(is_inline)
}

fn remove_container(pod: &mut Map, name: &str) {
    let Some(containers) = pod.get_mut("containers").and_then(Value::as_array_mut) else { return };
    let is_named = |container: &Map| Container::of(container).name() == name;
    if let Some(place) = containers.iter().position(|container| container.as_object().is_some_and(is_named)) {
        containers.remove(place);
    }
}

/// Flags that newer schedulers refuse, each with the plugin parameter that replaces it.
const METRIC_FLAGS: [(&str, &str); 5] = [
    ("total-queued-requests-metric", "queuedRequestsSpec"),
    ("total-running-requests-metric", "runningRequestsSpec"),
    ("kv-cache-usage-percentage-metric", "kvUsageSpec"),
    ("lora-info-metric", "loraSpec"),
    ("cache-info-metric", "cacheInfoSpec"),
];

/// The plugin parameter for a metric flag, and the value if it follows `=`.
fn metric_flag(argument: &str) -> Option<(&'static str, &str)> {
    let bare = argument.trim_start_matches('-');
    let (name, value) = bare.split_once('=').unwrap_or((bare, ""));
    METRIC_FLAGS.iter().find(|(flag, _)| *flag == name).map(|(_, member)| (*member, value))
}

fn has_metric_flags(pod: &Map) -> bool {
    let mut arguments = PodSpec::of(pod).containers().flat_map(Container::arguments);
    arguments.any(|argument| metric_flag(argument).is_some())
}

/// Removes the metric flags from the arguments of all containers, and returns those of the last container with any.
fn take_metric_flags(pod: &mut Map) -> Vec<(&'static str, String)> {
    let mut taken = Vec::new();
    let containers = pod.get_mut("containers").and_then(Value::as_array_mut).into_iter().flatten();
    for container in containers.filter_map(Value::as_object_mut) {
        let mut found = Vec::new();
        let mut kept = Vec::new();
        let mut arguments = Container::of(container).args().to_vec().into_iter().peekable();
        while let Some(argument) = arguments.next() {
            let Some((member, value)) = argument.as_str().and_then(metric_flag) else {
                kept.push(argument);
                continue;
            };
            let mut value = value.to_owned();
            let is_value = |next: &Value| next.as_str().is_some_and(|next| !next.starts_with('-'));
            if value.is_empty()
                && let Some(next) = arguments.next_if(is_value)
            {
                value = next.as_str().unwrap_or_default().to_owned();
            }
            found.push((member, value));
        }
        match kept.is_empty() {
            true => drop(container.remove("args")),
            false => drop(container.insert("args".into(), kept.into())),
        }
        if !found.is_empty() {
            taken = found;
        }
    }
    taken
}

/// A semantic version without build metadata.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Version {
    numbers: [i64; 3],
    pre_release: String,
}

impl Version {
    /// `0.<minor>.0`.
    fn release(minor: i64) -> Version {
        Version { numbers: [0, minor, 0], pre_release: String::new() }
    }

    fn parse(version: &str) -> Result<Version, ControllerError> {
        let (rest, metadata) = version.split_once('+').unwrap_or((version, ""));
        let (numbers, pre_release) = rest.split_once('-').unwrap_or((rest, ""));
        let parts: Vec<&str> = numbers.splitn(3, '.').collect();
        let [major, minor, patch] = parts.as_slice() else {
            return Err(ControllerError::new(format!("{numbers} is not in dotted-tri format")));
        };
        for (part, name) in [(pre_release, "pre-release"), (metadata, "metadata")] {
            if !part.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.')) {
                return Err(ControllerError::new(format!(
                    "failed to validate {name}: {part} is not a valid semver identifier"
                )));
            }
        }
        let number = |text: &str| {
            crate::go::strconv::parse_int(text, 10).map_err(|error| ControllerError::new(error.to_string()))
        };
        Ok(Version { numbers: [number(major)?, number(minor)?, number(patch)?], pre_release: pre_release.to_owned() })
    }

    /// The sort key of a pre-release: a version without one is newest, and numbers sort before words.
    fn pre_release_key(&self) -> (bool, Vec<(bool, i64, &str)>) {
        let parts = self.pre_release.split('.').map(|part| match part.parse::<i64>() {
            Ok(number) => (false, number, ""),
            Err(_) => (true, 0, part),
        });
        (self.pre_release.is_empty(), if self.pre_release.is_empty() { Vec::new() } else { parts.collect() })
    }
}

impl PartialOrd for Version {
    fn partial_cmp(&self, other: &Version) -> Option<std::cmp::Ordering> {
        let numbers = self.numbers.cmp(&other.numbers);
        Some(numbers.then_with(|| self.pre_release_key().cmp(&other.pre_release_key())))
    }
}

/// A default configuration: the declared plugins, and the profiles.
type Defaults = (&'static str, Profiles);

/// For each profile, what comes before and after the adapter scorer.
type Profiles = &'static [(&'static str, &'static str)];

const PROFILES_BY_QUEUE: Profiles = &[
    (
        "- name: prefill\n  plugins:\n  - pluginRef: prefill-filter\n",
        "  - pluginRef: queue-scorer\n    weight: 2\n  - pluginRef: prefix-cache-scorer\n    weight: 3\n  \
         - pluginRef: max-score-picker\n",
    ),
    (
        "- name: decode\n  plugins:\n  - pluginRef: decode-filter\n",
        "  - pluginRef: queue-scorer\n    weight: 2\n  - pluginRef: prefix-cache-scorer\n    weight: 3\n  \
         - pluginRef: max-score-picker\n",
    ),
];

const PROFILES_BY_UTILIZATION: Profiles = &[
    (
        "- name: prefill\n  plugins:\n  - pluginRef: prefill-filter\n",
        "  - pluginRef: prefix-cache-scorer\n    weight: 3\n  - pluginRef: queue-scorer\n    weight: 2\n  \
         - pluginRef: kv-cache-utilization-scorer\n    weight: 2\n  - pluginRef: max-score-picker\n",
    ),
    (
        "- name: decode\n  plugins:\n  - pluginRef: decode-filter\n",
        "  - pluginRef: active-request-scorer\n    weight: 2\n  - pluginRef: prefix-cache-scorer\n    weight: 3\n  \
         - pluginRef: max-score-picker\n",
    ),
];

impl SchedulerDefaults {
    fn scores_adapters(self) -> bool {
        self == SchedulerDefaults::ByUtilization
    }

    fn single(self) -> Defaults {
        match self {
            SchedulerDefaults::ByUtilization => (
                "- type: single-profile-handler\n- type: queue-scorer\n- type: kv-cache-utilization-scorer\n\
                 - type: prefix-cache-scorer\n- type: no-hit-lru-scorer\n- type: max-score-picker\n",
                &[(
                    "- name: default\n  plugins:\n",
                    "  - pluginRef: queue-scorer\n    weight: 2\n  - pluginRef: kv-cache-utilization-scorer\n    weight: 2\n  \
                     - pluginRef: prefix-cache-scorer\n    weight: 3\n  - pluginRef: no-hit-lru-scorer\n    weight: 2\n  \
                     - pluginRef: max-score-picker\n",
                )],
            ),
            _ => (
                "- type: single-profile-handler\n- type: queue-scorer\n- type: prefix-cache-scorer\n- type: max-score-picker\n",
                &[(
                    "- name: default\n  plugins:\n",
                    "  - pluginRef: queue-scorer\n    weight: 2\n  - pluginRef: prefix-cache-scorer\n    weight: 3\n  \
                     - pluginRef: max-score-picker\n",
                )],
            ),
        }
    }

    fn disaggregated(self) -> Defaults {
        match self {
            SchedulerDefaults::ByUtilization => (
                "- type: disagg-headers-handler\n- type: prefill-filter\n- type: decode-filter\n- type: queue-scorer\n\
                 - type: kv-cache-utilization-scorer\n- type: active-request-scorer\n- type: prefix-cache-scorer\n\
                 - type: max-score-picker\n- type: always-disagg-pd-decider\n- type: disagg-profile-handler\n  parameters:\n    \
                 deciders:\n      prefill: always-disagg-pd-decider\n",
                PROFILES_BY_UTILIZATION,
            ),
            SchedulerDefaults::ByQueue => (
                "- type: disagg-headers-handler\n- type: prefill-filter\n- type: decode-filter\n- type: queue-scorer\n\
                 - type: prefix-cache-scorer\n- type: max-score-picker\n- type: always-disagg-pd-decider\n\
                 - type: disagg-profile-handler\n  parameters:\n    deciders:\n      prefill: always-disagg-pd-decider\n",
                PROFILES_BY_QUEUE,
            ),
            SchedulerDefaults::ByQueueNamedDecider => (
                "- type: prefill-header-handler\n- type: prefill-filter\n- type: decode-filter\n- type: queue-scorer\n\
                 - type: prefix-cache-scorer\n- type: max-score-picker\n- type: always-disagg-pd-decider\n\
                 - type: pd-profile-handler\n  parameters:\n    deciderPluginName: always-disagg-pd-decider\n",
                PROFILES_BY_QUEUE,
            ),
            SchedulerDefaults::ByQueueThreshold => (
                "- type: prefill-header-handler\n- type: prefill-filter\n- type: decode-filter\n- type: queue-scorer\n\
                 - type: prefix-cache-scorer\n- type: max-score-picker\n- type: pd-profile-handler\n  parameters:\n    \
                 threshold: 0\n",
                PROFILES_BY_QUEUE,
            ),
        }
    }
}
