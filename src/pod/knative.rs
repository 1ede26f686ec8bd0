//! What a pod template means for where it runs: Knative's feature flags, and whether it needs the webhook.

use super::Pod;
use crate::{Map, Value};

/// The flags of Knative's `config-features` without which Knative refuses a template with these fields, sorted.
pub fn features(template: &Map) -> Vec<&'static str> {
    let pod = Pod::of("", template);
    let has = |key: &str| pod.spec.get(key).is_some_and(|value| !value.is_null());
    let mut flags = Vec::new();
    let fields = [
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
    flags.extend(fields.into_iter().filter(|(field, _)| has(field)).map(|(_, flag)| flag));
    if !pod.containers("initContainers").is_empty() {
        flags.push("kubernetes.podspec-init-containers");
    }
    if pod.containers("containers").len() > 1 {
        flags.push("multi-container");
    }
    let volumes = pod.containers("volumes");
    let any = |source: &str| volumes.iter().any(|volume| volume.get(source).is_some());
    for (source, flag) in [
        ("emptyDir", "kubernetes.podspec-volumes-emptydir"),
        ("hostPath", "kubernetes.podspec-volumes-hostpath"),
        ("image", "kubernetes.podspec-volumes-image"),
        ("csi", "kubernetes.podspec-volumes-csi"),
        ("persistentVolumeClaim", "kubernetes.podspec-persistent-volume-claim"),
    ] {
        if any(source) {
            flags.push(flag);
        }
    }
    let writable = |container: &Value| {
        let mounts = container.get("volumeMounts").and_then(Value::as_array);
        let claims: Vec<&Value> = volumes
            .iter()
            .filter(|volume| volume.get("persistentVolumeClaim").is_some())
            .filter_map(|volume| volume.get("name"))
            .collect();
        mounts.into_iter().flatten().any(|mount| {
            mount.get("readOnly") != Some(&Value::Bool(true)) && mount.get("name").is_some_and(|n| claims.contains(&n))
        })
    };
    if pod.containers("containers").iter().any(writable) {
        flags.push("kubernetes.podspec-persistent-volume-write");
    }
    flags.sort_unstable();
    flags
}

/// Whether a template works only with the pod webhook: it asks for a model, an agent, a logger or a batcher.
pub fn needs_webhook(template: &Map) -> bool {
    let pod = Pod::of("", template);
    let asks = ["storage-initializer-sourceuri", "agent", "logger", "batcher"];
    let injected = pod.has_init_container("storage-initializer")
        || pod.has_init_container("modelcar-init")
        || pod.container("agent").is_some()
        || pod.containers("volumes").iter().any(|volume| volume.get("name").is_some_and(|n| n == "kserve-pvc-source"));
    !injected && asks.iter().any(|key| pod.internal(key).is_some())
}
