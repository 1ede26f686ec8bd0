//! What Knative must allow, and the webhook must do, for a pod template to run.

use crate::api::{Container, PodTemplate, SecurityContext, Variable, VariableSource, Volume};
use crate::build::storage::{Pod, annotations, initializer, model, oci};
use crate::order;
use crate::{Map, Value};

/// Fields of a pod, each with the flag that allows it.
pub(super) const FIELDS: [(&str, &str); 15] = [
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

/// Sources of volumes, each with the flag that allows it.
pub(super) const VOLUMES: [(&str, &str); 6] = [
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

/// Flags that are on in Knative unless `config-features` turns them off.
const ON_BY_DEFAULT: [&str; 2] = ["kubernetes.podspec-volumes-emptydir", SEVERAL_CONTAINERS];

/// Flags that must be `enabled`; `allowed` is not enough. The same holds for the flags of volumes.
const ENABLED_ONLY: [&str; 5] = [INIT_CONTAINERS, CLAIM_WRITE, ADDED_CAPABILITIES, SEVERAL_CONTAINERS, SEVERAL_PROBES];

/// The flags in Knative's ConfigMap `config-features` without which Knative refuses a Service with this pod template, sorted,
/// including those that are on by default.
pub fn features(template: &Map) -> Vec<&'static str> {
    let template = PodTemplate::of(template);
    let pod = template.spec();
    let any = |is: fn(Container<'_>) -> bool| pod.init_containers().chain(pod.containers()).any(is);
    let has_several = pod.containers().nth(1).is_some();
    let is_probed_beside = |container: Container<'_>| container.ports().next().is_none() && container.is_probed();
    let mut flags: Vec<&'static str> = Vec::new();
    flags.extend(FIELDS.iter().filter(|(field, _)| is_set(pod.fields().get(*field))).map(|(_, flag)| *flag));
    let has_source = |source: &str| pod.volumes().any(|volume| volume.fields().contains_key(source));
    flags.extend(VOLUMES.iter().filter(|(source, _)| has_source(source)).map(|(_, flag)| *flag));
    for (flag, needed) in [
        (INIT_CONTAINERS, pod.init_containers().next().is_some()),
        (CLAIM_WRITE, pod.volumes().filter_map(Volume::persistent_volume_claim).any(|claim| !claim.read_only())),
        (FIELD_REFERENCES, any(has_field_reference)),
        (ADDED_CAPABILITIES, any(adds_capabilities)),
        (MOUNT_PROPAGATION, any(|own| own.volume_mounts().any(|mount| mount.mount_propagation().is_some()))),
        (SEVERAL_CONTAINERS, has_several),
        (SEVERAL_PROBES, has_several && pod.containers().any(is_probed_beside)),
    ] {
        flags.extend(Some(flag).filter(|_| needed));
    }
    order::sort(&mut flags);
    flags
}

/// Of the flags that a template needs, those that `config-features` has off. Without the ConfigMap, Knative's own defaults apply.
pub fn features_off(needed: &[&'static str], config_features: Option<&Map>) -> Vec<&'static str> {
    let is_on = |flag: &str| {
        let text = config_features.and_then(|data| data.get(flag)).and_then(Value::as_str);
        // A text that is not a valid setting leaves the default.
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

/// Why Knative refuses a Service with this pod template whatever its flags, in Knative's words; `None` if it accepts it.
pub fn refusal(template: &Map) -> Option<&'static str> {
    let ports = PodTemplate::of(template).spec().containers().flat_map(Container::ports).count();
    (ports > 1).then_some("more than one container port is set")
}

/// Whether a template works only with the pod webhook: it asks for a model or an agent that it does not contain.
pub fn needs_webhook(template: &Map) -> bool {
    let pod = Pod::of("", template);
    let asks = |key: &str| pod.annotation(key).is_some();
    let has_agent = pod.container(super::agent::NAME).is_some();
    let wants_agent = [annotations::AGENT, annotations::LOGGER, annotations::BATCHER].into_iter().any(asks);
    let wants_model = asks(annotations::SOURCE_URI) && !asks(annotations::AGENT);
    (wants_agent && !has_agent) || (wants_model && !has_model(&pod))
}

/// Whether a pod contains what brings the model of a single URI.
fn has_model(pod: &Pod) -> bool {
    let own = [model::CLAIM_VOLUME.to_owned(), model::DOWNLOAD_VOLUME.to_owned(), model::volume_name(model::PATH)];
    let mut mounts = pod.view().containers().flat_map(Container::volume_mounts);
    pod.has_init_container(initializer::NAME)
        || pod.has_init_container(oci::PREFETCH)
        || mounts.any(|mount| own.iter().any(|name| name == mount.name()))
}

fn has_field_reference(container: Container<'_>) -> bool {
    container.env().filter_map(Variable::value_from).any(VariableSource::is_of_pod)
}

fn adds_capabilities(container: Container<'_>) -> bool {
    let capabilities = container.security_context().and_then(SecurityContext::capabilities);
    capabilities.is_some_and(|capabilities| !capabilities.add().is_empty())
}

/// Whether a field is not empty, as Go sees it.
fn is_set(field: Option<&Value>) -> bool {
    match field {
        None | Some(Value::Null | Value::Bool(false)) => false,
        Some(Value::String(text)) => !text.is_empty(),
        Some(Value::Array(items)) => !items.is_empty(),
        Some(Value::Object(fields)) => !fields.is_empty(),
        Some(_) => true,
    }
}
