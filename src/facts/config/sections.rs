//! The sections of the ConfigMap, with the JSON names and Go types that the controller gives them.

use std::collections::BTreeMap;

use super::decode::section;

section! {
    /// Section `deploy`.
    "v1beta1" Deploy as "DeployConfig" {
        "defaultDeploymentMode" default_deployment_mode: String,
        "deploymentRolloutStrategy" [since V0_16] deployment_rollout_strategy: Option<RolloutStrategy>,
    }
}

section! {
    /// The rollout strategy of Deployments that set none.
    "v1beta1" RolloutStrategy as "DeploymentRolloutStrategy" {
        "defaultRollout" default_rollout: Option<Rollout>,
    }
}

section! {
    /// Surge and unavailability as a number or a percentage.
    "v1beta1" Rollout as "RolloutSpec" {
        "maxSurge" max_surge: String,
        "maxUnavailable" max_unavailable: String,
    }
}

section! {
    /// Section `inferenceService`.
    "v1beta1" InferenceServices as "InferenceServicesConfig" {
        "explainers" explainers: Explainers,
        "serviceAnnotationDisallowedList" service_annotation_disallowed_list: Vec<String>,
        "serviceLabelDisallowedList" service_label_disallowed_list: Vec<String>,
        "resource" resource: Resource,
    }
}

section! {
    /// Default resources for components with custom containers; an empty string sets none.
    "v1beta1" Resource as "ResourceConfig" {
        "cpuLimit" cpu_limit: String,
        "memoryLimit" memory_limit: String,
        "cpuRequest" cpu_request: String,
        "memoryRequest" memory_request: String,
    }
}

section! {
    /// Section `explainers`.
    "v1beta1" Explainers as "ExplainersConfig" {
        "art" art: Explainer,
    }
}

section! {
    /// The image of a known explainer.
    "v1beta1" Explainer as "ExplainerConfig" {
        "image" image: String,
        "defaultImageVersion" default_image_version: String,
    }
}

section! {
    /// Section `multiNode`.
    "v1beta1" MultiNode as "MultiNodeConfig" {
        "customGPUResourceTypeList" custom_gpu_resource_type_list: Vec<String>,
    }
}

section! {
    /// Section `ingress`.
    "v1beta1" Ingress as "IngressConfig" {
        "enableGatewayApi" enable_gateway_api: bool,
        "enableLLMInferenceServiceTLS" [since V0_18] enable_llm_inference_service_tls: bool,
        "kserveIngressGateway" kserve_ingress_gateway: String,
        "ingressGateway" ingress_gateway: String,
        "knativeLocalGatewayService" knative_local_gateway_service: String,
        "localGateway" local_gateway: String,
        "localGatewayService" local_gateway_service: String,
        "ingressDomain" ingress_domain: String,
        "ingressClassName" ingress_class_name: Option<String>,
        "additionalIngressDomains" additional_ingress_domains: Option<Vec<String>>,
        "domainTemplate" domain_template: String,
        "urlScheme" url_scheme: String,
        "disableIstioVirtualHost" disable_istio_virtual_host: bool,
        "pathTemplate" path_template: String,
        "disableIngressCreation" disable_ingress_creation: bool,
        "disableHTTPRouteTimeout" [since V0_18] disable_http_route_timeout: bool,
        "modelBasedRoutingHeaderName" [since V0_19] model_based_routing_header_name: String,
        "modelBasedRoutingMode" [since V0_19] model_based_routing_mode: String,
    }
}

section! {
    /// Section `localModel`.
    "v1beta1" LocalModel as "LocalModelConfig" {
        "enabled" enabled: bool,
        "jobNamespace" job_namespace: String,
        "defaultJobImage" default_job_image: String,
        "fsGroup" fs_group: Option<i64>,
        "jobTTLSecondsAfterFinished" job_ttl_seconds_after_finished: Option<i32>,
        "reconcilationFrequencyInSecs" reconcilation_frequency_in_secs: Option<i64>,
        "disableVolumeManagement" disable_volume_management: bool,
    }
}

section! {
    /// Section `security`.
    "v1beta1" Security as "SecurityConfig" {
        "autoMountServiceAccountToken" auto_mount_service_account_token: bool,
    }
}

section! {
    /// Section `service`.
    "v1beta1" Service as "ServiceConfig" {
        "serviceClusterIPNone" service_cluster_ip_none: bool,
    }
}

section! {
    /// Section `opentelemetryCollector`.
    "v1beta1" OpenTelemetryCollector as "OtelCollectorConfig" {
        "scrapeInterval" scrape_interval: String,
        "metricReceiverEndpoint" metric_receiver_endpoint: String,
        "metricScalerEndpoint" metric_scaler_endpoint: String,
        "resource" [since V0_16] resource: Resource,
    }
}

section! {
    /// Section `autoscaler`: stabilisation windows of KEDA ScaledObjects in seconds, as decimal strings.
    "v1beta1" Autoscaler as "AutoscalerConfig" {
        "scaleUpStabilizationWindowSeconds" scale_up_stabilization_window_seconds: String,
        "scaleDownStabilizationWindowSeconds" scale_down_stabilization_window_seconds: String,
    }
}

section! {
    /// Section `storageInitializer`.
    "types" [until V0_15 "pod"] StorageInitializer as "StorageInitializerConfig" {
        "image" image: String,
        "cpuRequest" cpu_request: String,
        "cpuLimit" cpu_limit: String,
        "cpuModelcar" cpu_modelcar: String,
        "memoryRequest" memory_request: String,
        "memoryLimit" memory_limit: String,
        "memoryModelcar" memory_modelcar: String,
        "caBundleConfigMapName" ca_bundle_config_map_name: String,
        "caBundleVolumeMountPath" ca_bundle_volume_mount_path: String,
        "enableDirectPvcVolumeMount" [until V0_15] enable_direct_pvc_volume_mount: bool,
        "enableModelcar" enable_modelcar: bool,
        "enableOciModelSupport" [since V0_20] enable_oci_model_support: bool,
        "ociModelMode" [since V0_20] oci_model_mode: String,
        "uidModelcar" uid_modelcar: Option<i64>,
    }
}

section! {
    /// Section `credentials`.
    "credentials" Credentials as "CredentialConfig" {
        "s3" s3: S3,
        "gcs" gcs: Gcs,
        "storageSpecSecretName" storage_spec_secret_name: String,
        "storageSecretNameAnnotation" storage_secret_name_annotation: String,
    }
}

section! {
    /// The names of the keys in S3 secrets, and defaults for S3 settings; all are strings, including the switches.
    "s3" S3 as "S3Config" {
        "s3AccessKeyIDName" access_key_id_name: String,
        "s3SecretAccessKeyName" secret_access_key_name: String,
        "s3Endpoint" endpoint: String,
        "s3UseHttps" use_https: String,
        "s3Region" region: String,
        "s3VerifySSL" verify_ssl: String,
        "s3UseVirtualBucket" use_virtual_bucket: String,
        "s3UseAccelerate" use_accelerate: String,
        "s3UseAnonymousCredential" use_anonymous_credential: String,
        "s3CABundleConfigMap" ca_bundle_config_map: String,
        "s3CABundle" ca_bundle: String,
    }
}

section! {
    /// Name of the key in GCS secrets.
    "gcs" Gcs as "GCSConfig" {
        "gcsCredentialFileName" credential_file_name: String,
    }
}

section! {
    /// Section `logger`.
    "pod" Logger as "LoggerConfig" {
        "image" image: String,
        "cpuRequest" cpu_request: String,
        "cpuLimit" cpu_limit: String,
        "memoryRequest" memory_request: String,
        "memoryLimit" memory_limit: String,
        "defaultUrl" default_url: String,
        "caBundle" ca_bundle: String,
        "caCertFile" ca_cert_file: String,
        "tlsSkipVerify" tls_skip_verify: bool,
        "storage" [since V0_16] storage: Option<LoggerStorage>,
        "marshallerUrl" [since V0_17] marshaller_url: String,
        "batchSize" [since V0_17] batch_size: Option<isize>,
        "batchInterval" [since V0_17] batch_interval: Option<String>,
    }
}

section! {
    /// Where the logger stores payloads.
    "v1beta1" LoggerStorage as "LoggerStorageSpec" {
        "path" [in "StorageSpec"] path: Option<String>,
        "parameters" [in "StorageSpec"] parameters: Option<BTreeMap<String, String>>,
        "key" [in "StorageSpec"] key: Option<String>,
        "serviceAccountName" service_account_name: Option<String>,
    }
}

section! {
    /// Section `router`: the container that runs InferenceGraphs.
    "inferencegraph" Router as "RouterConfig" {
        "image" image: String,
        "cpuRequest" cpu_request: String,
        "cpuLimit" cpu_limit: String,
        "memoryRequest" memory_request: String,
        "memoryLimit" memory_limit: String,
        "headers" headers: BTreeMap<String, Vec<String>>,
        "imagePullPolicy" image_pull_policy: String,
        "imagePullSecrets" image_pull_secrets: Vec<String>,
    }
}

section! {
    /// Section `agent`.
    "pod" Agent as "AgentConfig" {
        "image" image: String,
        "cpuRequest" cpu_request: String,
        "cpuLimit" cpu_limit: String,
        "memoryRequest" memory_request: String,
        "memoryLimit" memory_limit: String,
    }
}

section! {
    /// Section `batcher`; its numbers are strings.
    "pod" Batcher as "BatcherConfig" {
        "image" image: String,
        "cpuRequest" cpu_request: String,
        "cpuLimit" cpu_limit: String,
        "memoryRequest" memory_request: String,
        "memoryLimit" memory_limit: String,
        "maxBatchSize" max_batch_size: String,
        "maxLatency" max_latency: String,
    }
}

section! {
    /// Section `metricsAggregator`; its switches are strings.
    "pod" MetricsAggregator as "MetricsAggregator" {
        "enableMetricAggregation" enable_metric_aggregation: String,
        "enablePrometheusScraping" enable_prometheus_scraping: String,
    }
}

section! {
    /// Section `scheduler`, which the LLMInferenceService controller reads.
    "llmisvc" SchedulerCertificates as "SchedulerConfig" {
        "expirationAnnotations" [since V0_17] expiration_annotations: Vec<String>,
    }
}

section! {
    /// Section `autoscaling-wva-controller-config`, which the LLMInferenceService controller reads.
    "llmisvc" WvaAutoscaling as "WVAAutoscalingConfig" {
        "prometheus" [since V0_18] prometheus: WvaPrometheus,
    }
}

section! {
    /// The Prometheus that holds the metrics of the Workload Variant Autoscaler.
    "llmisvc" WvaPrometheus as "PrometheusConfig" {
        "url" url: String,
        "tlsInsecureSkipVerify" tls_insecure_skip_verify: bool,
        "authModes" auth_modes: String,
        "triggerAuthName" trigger_auth_name: String,
        "triggerAuthKind" trigger_auth_kind: String,
    }
}
