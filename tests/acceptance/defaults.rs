//! The defaults that the server adds to objects.

use crate::stored::Difference;

/// For each kind, the path and the value in JSON; an empty value stands for any.
const DEFAULTS: &[(&str, &[(&str, &str)])] = &[
    (
        "Deployment.apps",
        &[
            ("spec.progressDeadlineSeconds", "600"),
            // The controller leaves the number to the autoscaler.
            ("spec.replicas", "1"),
            ("spec.revisionHistoryLimit", "10"),
            // The older name of `serviceAccountName`.
            ("spec.template.spec.serviceAccount", ""),
            ("spec.template.spec.containers.*.env.*.valueFrom.fieldRef.apiVersion", "\"v1\""),
            ("spec.template.spec.containers.*.imagePullPolicy", "\"IfNotPresent\""),
            ("spec.template.spec.containers.*.readinessProbe.failureThreshold", "3"),
            ("spec.template.spec.containers.*.readinessProbe.httpGet.scheme", "\"HTTP\""),
            ("spec.template.spec.containers.*.readinessProbe.periodSeconds", "10"),
            ("spec.template.spec.containers.*.readinessProbe.successThreshold", "1"),
            ("spec.template.spec.containers.*.readinessProbe.timeoutSeconds", "1"),
            ("spec.template.spec.containers.*.resources", "{}"),
            ("spec.template.spec.containers.*.terminationMessagePath", "\"/dev/termination-log\""),
            ("spec.template.spec.containers.*.terminationMessagePolicy", "\"File\""),
            ("spec.template.spec.initContainers.*.imagePullPolicy", "\"IfNotPresent\""),
            ("spec.template.spec.initContainers.*.resources", "{}"),
            ("spec.template.spec.initContainers.*.terminationMessagePath", "\"/dev/termination-log\""),
            ("spec.template.spec.initContainers.*.terminationMessagePolicy", "\"File\""),
            ("spec.template.spec.volumes.*.configMap.defaultMode", "420"),
            // Presets for LLMInferenceServices set fewer fields of their pods than runtimes do.
            ("spec.strategy", r#"{"rollingUpdate":{"maxSurge":"25%","maxUnavailable":"25%"},"type":"RollingUpdate"}"#),
            ("spec.template.spec.containers.*.livenessProbe.successThreshold", "1"),
            ("spec.template.spec.containers.*.startupProbe.successThreshold", "1"),
            ("spec.template.spec.containers.*.startupProbe.timeoutSeconds", "1"),
            ("spec.template.spec.dnsPolicy", "\"ClusterFirst\""),
            ("spec.template.spec.initContainers.*.env.*.valueFrom.fieldRef.apiVersion", "\"v1\""),
            ("spec.template.spec.initContainers.*.livenessProbe.successThreshold", "1"),
            ("spec.template.spec.initContainers.*.readinessProbe.successThreshold", "1"),
            ("spec.template.spec.restartPolicy", "\"Always\""),
            ("spec.template.spec.schedulerName", "\"default-scheduler\""),
            ("spec.template.spec.securityContext", "{}"),
            ("spec.template.spec.volumes.*.secret.defaultMode", "420"),
            ("spec.template.spec.terminationGracePeriodSeconds", "30"),
            ("spec.template.spec.containers.*.livenessProbe.failureThreshold", "3"),
            ("spec.template.spec.containers.*.livenessProbe.httpGet.scheme", "\"HTTP\""),
            ("spec.template.spec.containers.*.livenessProbe.timeoutSeconds", "1"),
            ("spec.template.spec.containers.*.startupProbe.httpGet.scheme", "\"HTTP\""),
            // For an image without a tag, or with the tag `latest`.
            ("spec.template.spec.containers.*.imagePullPolicy", "\"Always\""),
            ("spec.template.spec.initContainers.*.imagePullPolicy", "\"Always\""),
            ("spec.template.spec.volumes.*.ephemeral.volumeClaimTemplate.spec.volumeMode", "\"Filesystem\""),
        ],
    ),
    (
        "HorizontalPodAutoscaler.autoscaling",
        &[
            (
                "spec.metrics",
                r#"[{"resource":{"name":"cpu","target":{"averageUtilization":80,"type":"Utilization"}},"type":"Resource"}]"#,
            ),
            (
                "spec.behavior.scaleDown",
                r#"{"policies":[{"periodSeconds":15,"type":"Percent","value":100}],"selectPolicy":"Max"}"#,
            ),
            ("spec.behavior.scaleDown.selectPolicy", "\"Max\""),
            (
                "spec.behavior.scaleUp",
                r#"{"policies":[{"periodSeconds":15,"type":"Pods","value":4},{"periodSeconds":15,"type":"Percent","value":100}],"selectPolicy":"Max","stabilizationWindowSeconds":0}"#,
            ),
        ],
    ),
    (
        "LeaderWorkerSet.leaderworkerset.x-k8s.io",
        &[("spec.replicas", "1"), ("spec.leaderWorkerTemplate.subGroupPolicy.subGroupPolicyType", "\"LeaderWorker\"")],
    ),
    (
        "ResourceClaimTemplate.resource.k8s.io",
        &[
            ("spec.spec.devices.requests.*.exactly.allocationMode", "\"ExactCount\""),
            ("spec.spec.devices.requests.*.exactly.count", "1"),
        ],
    ),
    (
        "HTTPRoute.gateway.networking.k8s.io",
        &[("spec.rules.*.backendRefs.*.group", "\"\""), ("spec.rules.*.backendRefs.*.weight", "1")],
    ),
    (
        "Service",
        &[
            ("spec.clusterIP", ""),
            ("spec.clusterIPs", ""),
            ("spec.internalTrafficPolicy", "\"Cluster\""),
            ("spec.ipFamilies", "[\"IPv4\"]"),
            ("spec.ipFamilyPolicy", "\"SingleStack\""),
            ("spec.sessionAffinity", "\"None\""),
            ("spec.type", "\"ClusterIP\""),
        ],
    ),
];

/// Fields of every object that the server maintains itself.
const BOOKKEEPING: [&str; 6] = [
    "metadata.creationTimestamp",
    "metadata.generation",
    "metadata.managedFields",
    "metadata.resourceVersion",
    "metadata.uid",
    "status",
];

/// Whether the server's defaults explain a difference.
pub fn explains(kind: &str, difference: &Difference) -> bool {
    let Difference::Added(path, value) = difference else { return false };
    let of_kind = DEFAULTS.iter().filter(|(of, _)| *of == kind).flat_map(|(_, fields)| *fields);
    BOOKKEEPING.contains(&path.as_str())
        || of_kind.into_iter().any(|(field, default)| field == path && (default.is_empty() || default == value))
}

/// Whether the definition of a kind gives its status a default, so that the server stores an object again when it is applied
/// again.
pub fn has_status_default(kind: &str) -> bool {
    kind == "InferencePool.inference.networking.x-k8s.io"
}
