//! What Knative and the webhook have to allow or do for a pod template to run.

use crate::build::storage::{Pod, annotations, initializer, model, oci};
use crate::object::fields::Lookup as _;
use crate::{Map, Value};

/// Fields of a pod, each behind the flag of its name.
const FIELDS: [(&str, &str); 15] = [
    ("affinity", "kubernetes.podspec-affinity"),
    ("dnsConfig", "kubernetes.podspec-dnsconfig"),
    ("dnsPolicy", "kubernetes.podspec-dnspolicy"),
    ("hostAliases", "kubernetes.podspec-hostaliases"),
    ("hostIPC", "kubernetes.podspec-hostipc"),
    ("hostNetwork", "kubernetes.podspec-hostnetwork"),
    ("hostPID", "kubernetes.podspec-hostpid"),
    ("nodeSelector", "kubernetes.podspec-nodeselector"),
    ("priorityClassName", "kubernetes.podspec-priorityclassname"),
    ("runtimeClassName", "kubernetes.podspec-runtimeclassname"),
    ("schedulerName", "kubernetes.podspec-schedulername"),
    ("securityContext", "kubernetes.podspec-securitycontext"),
    ("shareProcessNamespace", "kubernetes.podspec-shareprocessnamespace"),
    ("tolerations", "kubernetes.podspec-tolerations"),
    ("topologySpreadConstraints", "kubernetes.podspec-topologyspreadconstraints"),
];

/// Sources of volumes, each behind a flag.
const VOLUMES: [(&str, &str); 6] = [
    ("csi", "kubernetes.podspec-volumes-csi"),
    ("emptyDir", "kubernetes.podspec-volumes-emptydir"),
    ("ephemeral", "kubernetes.podspec-volumes-ephemeral"),
    ("hostPath", "kubernetes.podspec-volumes-hostpath"),
    ("image", "kubernetes.podspec-volumes-image"),
    ("persistentVolumeClaim", "kubernetes.podspec-persistent-volume-claim"),
];

const INIT_CONTAINERS: &str = "kubernetes.podspec-init-containers";
const CLAIM_WRITE: &str = "kubernetes.podspec-persistent-volume-write";
const FIELD_REFERENCES: &str = "kubernetes.podspec-fieldref";
const ADDED_CAPABILITIES: &str = "kubernetes.containerspec-addcapabilities";
const MOUNT_PROPAGATION: &str = "kubernetes.podspec-volumes-mount-propagation";
const SEVERAL_CONTAINERS: &str = "multi-container";
const SEVERAL_PROBES: &str = "multi-container-probing";

/// Flags that Knative has on unless `config-features` says otherwise.
const ON_BY_DEFAULT: [&str; 2] = ["kubernetes.podspec-volumes-emptydir", SEVERAL_CONTAINERS];

/// Flags that have to be `enabled`, not only `allowed`, as those of volumes do.
const ENABLED_ONLY: [&str; 5] = [INIT_CONTAINERS, CLAIM_WRITE, ADDED_CAPABILITIES, SEVERAL_CONTAINERS, SEVERAL_PROBES];

/// The flags of Knative's ConfigMap `config-features` without which Knative refuses a Service with this pod template,
/// sorted; also those that are on by default.
pub fn features(template: &Map) -> Vec<&'static str> {
    let pod = Pod::of("", template);
    let all: Vec<&Value> = ["initContainers", "containers"].into_iter().flat_map(|list| pod.containers(list)).collect();
    let any = |is: &dyn Fn(&Value) -> bool| all.iter().any(|container| is(container));
    let (volumes, containers) = (pod.containers("volumes"), pod.containers("containers"));

    let mut flags: Vec<&'static str> = Vec::new();
    flags.extend(FIELDS.iter().filter(|(field, _)| is_set(pod.spec.get(*field))).map(|(_, flag)| *flag));
    let has_source = |source: &str| volumes.iter().any(|volume| volume.get(source).is_some());
    flags.extend(VOLUMES.iter().filter(|(source, _)| has_source(source)).map(|(_, flag)| *flag));
    let writable = |volume: &Value| {
        volume.get("persistentVolumeClaim").is_some_and(|claim| claim.get("readOnly") != Some(&Value::Bool(true)))
    };
    let is_beside = |container: &Value| !has_items(container.get("ports"));
    let is_probed = |container: &Value| {
        ["livenessProbe", "readinessProbe", "startupProbe"].iter().any(|probe| container.get(*probe).is_some())
    };
    for (flag, needed) in [
        (INIT_CONTAINERS, !pod.containers("initContainers").is_empty()),
        (CLAIM_WRITE, volumes.iter().any(writable)),
        (FIELD_REFERENCES, any(&has_field_reference)),
        (ADDED_CAPABILITIES, any(&|c| has_items(c.at("/securityContext/capabilities/add")))),
        (MOUNT_PROPAGATION, any(&|c| items(c, "volumeMounts").any(|mount| mount.get("mountPropagation").is_some()))),
        (SEVERAL_CONTAINERS, containers.len() > 1),
        (SEVERAL_PROBES, containers.len() > 1 && containers.iter().any(|c| is_beside(c) && is_probed(c))),
    ] {
        flags.extend(Some(flag).filter(|_| needed));
    }
    flags.sort_unstable();
    flags
}

/// The flags that `config-features` has off, of those that a template needs. Without the ConfigMap Knative's own defaults
/// count.
pub fn features_off(needed: &[&'static str], config_features: Option<&Map>) -> Vec<&'static str> {
    let is_on = |flag: &str| {
        let text = config_features.and_then(|data| data.get(flag)).and_then(Value::as_str);
        // A text that is no setting leaves the default.
        match text.map(str::to_ascii_lowercase).as_deref() {
            Some("enabled") => true,
            Some("allowed") => {
                !ENABLED_ONLY.contains(&flag) && !VOLUMES.iter().any(|(_, of_volume)| *of_volume == flag)
            }
            Some("disabled") => false,
            _ => ON_BY_DEFAULT.contains(&flag),
        }
    };
    needed.iter().filter(|flag| !is_on(flag)).copied().collect()
}

/// Why Knative refuses a Service with this pod template whatever its flags, in its own words; `None` if it takes it.
pub fn refusal(template: &Map) -> Option<&'static str> {
    let pod = Pod::of("", template);
    let ports: usize = pod.containers("containers").iter().map(|container| items(container, "ports").count()).sum();
    (ports > 1).then_some("more than one container port is set")
}

/// Whether a template works only with the pod webhook: it asks for a model or an agent that are not there.
pub fn needs_webhook(template: &Map) -> bool {
    let pod = Pod::of("", template);
    let asks = |key: &str| pod.annotation(key).is_some();
    let has_agent = pod.container(super::agent::NAME).is_some();
    let wants_agent = [annotations::AGENT, annotations::LOGGER, annotations::BATCHER].into_iter().any(asks);
    let wants_model = asks(annotations::SOURCE_URI) && !asks(annotations::AGENT);
    (wants_agent && !has_agent) || (wants_model && !has_model(&pod))
}

/// Whether a pod has what brings the model of a single URI.
fn has_model(pod: &Pod) -> bool {
    let is_mounted = |container: &Value| {
        items(container, "volumeMounts").any(|mount| {
            mount.get("name").and_then(Value::as_str).is_some_and(|name| {
                name == model::CLAIM_VOLUME || name == model::DOWNLOAD_VOLUME || name == model::volume_name(model::PATH)
            })
        })
    };
    pod.has_init_container(initializer::NAME)
        || pod.has_init_container(oci::PREFETCH)
        || pod.containers("containers").iter().any(is_mounted)
}

fn has_field_reference(container: &Value) -> bool {
    items(container, "env")
        .filter_map(|variable| variable.get("valueFrom"))
        .any(|source| ["fieldRef", "resourceFieldRef"].iter().any(|reference| source.get(*reference).is_some()))
}

/// Whether a field has content, as Go sees it.
fn is_set(field: Option<&Value>) -> bool {
    match field {
        None | Some(Value::Null | Value::Bool(false)) => false,
        Some(Value::String(text)) => !text.is_empty(),
        Some(Value::Array(items)) => !items.is_empty(),
        Some(Value::Object(fields)) => !fields.is_empty(),
        Some(_) => true,
    }
}

fn has_items(list: Option<&Value>) -> bool {
    list.and_then(Value::as_array).is_some_and(|items| !items.is_empty())
}

fn items<'v>(map: &'v Value, key: &str) -> impl Iterator<Item = &'v Value> {
    map.get(key).and_then(Value::as_array).into_iter().flatten()
}
