//! The kinds of findings at admission.

use crate::object::diagnostic::Code;

macro_rules! codes {
    ($($constant:ident $id:literal $name:literal $explanation:literal)*) => {
        $( #[doc = concat!($id, ", `", $name, "`.")] pub const $constant: &Code = &Code { id: $id, name: $name, explanation: $explanation }; )*

        /// Every kind of finding, by identifier.
        pub const ALL: &[&Code] = &[$($constant),*];
    };
}

codes! {
    // Found before the content of a document is looked at.
    BROKEN_YAML "KSV001" "broken-yaml"
        "The text is not YAML that kubectl can read, so nothing can be said about the document. The other documents of the \
         file are still looked at."
    UNREADABLE_FILE "KSV002" "unreadable-file"
        "The file cannot be read, or is not UTF-8 text."
    NO_OBJECT "KSV003" "no-object"
        "A Kubernetes object has apiVersion, kind and metadata. A file that is named must hold objects; in a folder, \
         files without objects are passed over."
    KNATIVE_CONFIG "KSV006" "unreadable-knative-config"
        "Knative refuses such a ConfigMap, and keeps working with what it had before."
    CONFIG_AS_YAML "KSV007" "config-as-yaml"
        "A section of the ConfigMap is a string of JSON. One that is written as YAML, as in the values of Helm charts, is \
         accepted here, but the API server refuses such a ConfigMap."
    CONFIG_INCOMPLETE "KSV008" "config-incomplete"
        "A ConfigMap that is given replaces the one that the release ships as a whole. Without the sections that it lacks, the \
         controller or the webhooks refuse every service or every pod."
    OPTION_WITHOUT_EFFECT "KSV009" "option-without-effect"
        "Nothing reads what the option sets, so it changes nothing; it is probably misspelt."
    SERVICE_IN_CONTEXT "KSV010" "service-in-context"
        "Documents of the context are facts of the cluster. Services to render are named as inputs, and services that exist are \
         given with --observed."
    STATUS_IGNORED "KSV011" "status-ignored"
        "The status of a service in the inputs is what a cluster once reported. What the cluster holds is given with --observed."
    RELEASE "KSV012" "release"
        "Releases of KServe make different objects of the same service, so it matters which one is imitated. Without \
         --kserve-version it is the one that the images of the ConfigMap, the shipped runtimes or the labels of the custom \
         resource definitions name."
    TEMPLATE_PARAMETER "KSV013" "template-parameter"
        "A parameter of a Template that has no value stays as it is written, and what needs it cannot be checked."
    PLACEHOLDER "KSV014" "placeholder"
        "The document has to be filled in by a tool before it is applied, so what it becomes is not known."
    BUILD_FAILED "KSV015" "build-failed"
        "The program that makes the objects of this folder has failed."
    PROJECT_OPTION "KSV016" "unknown-project-option"
        "Nothing reads this option of the project file; it is probably misspelt."
    GENERATED_NAME "KSV017" "generated-name"
        "The API server completes `generateName` with five random characters when the object is created, and `kubectl apply` refuses \
         such a document. Here `xxxxx` stands for them, so that what the object becomes can be told but for these characters."
    // Found by the API server before the webhooks.
    UNKNOWN_FIELD "KSV101" "unknown-field"
        "The API server drops fields that the schema does not have, so what is written there has no effect. kubectl refuses \
         such a document unless told otherwise with --validate=warn."
    // Refused by the defaulting webhook.
    WRONG_TYPE "KSV201" "wrong-type"
        "The API server reads metadata, and the defaulting webhook everything, into Go types before the document is compared \
         with the schema, so a value of a wrong type is refused in the words of Go's JSON decoder."
    CONFIG "KSV202" "unreadable-config"
        "Webhooks and controller read the ConfigMap inferenceservice-config anew for every service and every pod. While a \
         section that they need is broken, no InferenceService or no pod of one can be created or changed."
    NO_PREDICTOR "KSV203" "no-predictor"
        "A predictor needs a model, one of the older framework fields, or containers. Without any of them the webhook of \
         most releases crashes, and the API server shows the crash as the reason."
    LOCAL_MODEL "KSV204" "unusable-local-model"
        "A local model cache that matches the storage URI cannot be used as it is."
    CONFIG_NOT_READ "KSV205" "config-not-read"
        "No controller of InferenceServices reads this part of the ConfigMap; names in it are compared without regard to \
         upper and lower case."
    // Refused by the schema.
    SCHEMA_TYPE "KSV301" "schema-type"
        "The value is not of the type that the schema has for the field."
    SCHEMA_REQUIRED "KSV302" "schema-required"
        "The schema requires the field."
    SCHEMA_ENUM "KSV303" "schema-enum"
        "The schema takes only certain values there; they are compared exactly, with upper and lower case."
    SCHEMA_PATTERN "KSV304" "schema-pattern"
        "The text does not have the form that the schema asks for."
    SCHEMA_BOUNDS "KSV305" "schema-bounds"
        "The value is too small or too large, too short or too long."
    SCHEMA_DUPLICATE "KSV306" "schema-duplicate"
        "Items of the list are told apart by these fields, so no two may agree in them."
    SCHEMA_RULE "KSV307" "schema-rule"
        "The schema has a rule about several fields together, which does not hold."
    METADATA "KSV308" "metadata"
        "The API server checks name, namespace, labels, annotations, owners and finalizers of every object, whatever its kind."
    // Updates refused by the validating webhook.
    MODE_CHANGE "KSV401" "mode-change"
        "The deployment mode of a service is fixed once the controller has recorded it in the status. Up to v0.18 another name of \
         the same mode counts as another mode."
    PREDICTOR_RENAME "KSV402" "predictor-rename"
        "The name of the predictor may change only together with the model, since the old predictor is replaced step by \
         step by one of another name."
    // Refused by the validating webhook.
    NAME "KSV403" "name"
        "The name becomes part of host names and of the names of child objects, so it must begin with a letter and use \
         lower case letters, digits and dashes only."
    AUTOSCALER_CLASS "KSV404" "autoscaler-class"
        "The annotation on the service chooses the autoscaler; it takes hpa, keda, external and none. Knative's own \
         autoscaler is chosen with autoscaling.knative.dev/class."
    BLOCKED_ENV "KSV405" "blocked-env"
        "The variable changes which code runs in the container, so the webhook blocks it."
    MULTI_NODE "KSV406" "multi-node"
        "A predictor with workerSpec runs on several nodes. Sizes come from workerSpec and not from the environment, the \
         model must be on a volume that all nodes see, and nothing scales it."
    GPU_TYPE "KSV407" "gpu-type"
        "A predictor on several nodes may ask only for GPU resources that the controller knows, so that it can count \
         them. Others are named in an annotation or in the section multiNode of the ConfigMap."
    COLLOCATED_STORAGE "KSV408" "collocated-storage"
        "In a pod with predictor and transformer the model belongs to the predictor's container."
    CONTAINER_NAME "KSV409" "container-name"
        "The container of a model is always called kserve-container; a name there is refused rather than ignored."
    BOTH_STORAGES "KSV410" "two-storages"
        "A component has either one storageUri or a list storageUris."
    STORAGE_URIS "KSV411" "storage-uris"
        "One download fills all entries of storageUris, so their paths lie below one directory that is not the root; \
         volumes are mounted one by one and need paths of their own."
    CONFIDENTIAL "KSV412" "confidential"
        "A confidential model is downloaded encrypted and decrypted with a key that a key broker hands out."
    CONFIDENTIAL_NO_EFFECT "KSV413" "confidential-no-effect"
        "Only models that the storage initializer downloads are decrypted."
    IMPLEMENTATION "KSV414" "exactly-one"
        "Each component has exactly one implementation. The text of the webhook lists the names of Go struct fields, not \
         the alternatives."
    PROTOCOL "KSV415" "protocol"
        "The first container's variable PROTOCOL tells the controller how to talk to a custom predictor."
    RUNTIME_VERSION "KSV416" "runtime-version"
        "The version's suffix -gpu and GPU limits belong together."
    STORAGE_FORMAT "KSV417" "storage-format"
        "With storage only certain kinds of URIs are supported."
    CONCURRENCY "KSV418" "concurrency"
        "A negative concurrency has no meaning; 0 means no limit."
    REPLICAS "KSV419" "replicas"
        "minReplicas is 1 when not set; maxReplicas 0 means not set."
    LOGGER "KSV420" "logger"
        "The logger's mode has no default at admission: all, request or response must be written."
    SCALING "KSV421" "scaling"
        "Which metrics and targets are allowed depends on the autoscaler that the annotations of the service choose, and \
         annotations of a component do not count here."
    STRATEGY "KSV422" "deployment-strategy"
        "Knative creates the Deployments of its revisions itself."
    CANARY "KSV423" "canary"
        "A canary is a predictor of its own beside the stable one. It has a name and a share of the traffic, its replicas \
         are fixed, and it needs an implementation of its own."
    // Refused by the webhooks of LLMInferenceServices.
    LLM_ROUTE "KSV430" "llm-route"
        "A service has routes of its own or managed ones, and a managed route follows the Gateways that the service names."
    LLM_GROUP "KSV431" "llm-group"
        "Services of one group share the traffic of managed routes; each has the group's name and its weight."
    LLM_PARALLELISM "KSV432" "llm-parallelism"
        "Workers share a model by layers (pipeline) or serve requests beside each other (data and dataLocal), not both."
    LLM_SCHEDULER "KSV433" "llm-scheduler"
        "The scheduler has at least one replica, and its configuration stands in the service or in a ConfigMap."
    LLM_SCALING "KSV434" "llm-scaling"
        "A workload has a fixed number of replicas or is scaled by the Workload Variant Autoscaler through an HPA or KEDA, which then leave their own metrics alone."
    LLM_ADAPTER "KSV435" "llm-adapter"
        "To clients, the name of a LoRA adapter is the name of a model, so it must be unique and differ from that of the base model."
    LLM_CACHE "KSV436" "llm-cache"
        "A tier of the key-value cache beside the memory is an empty directory or a volume claim."
    LLM_DEVICES "KSV437" "llm-devices"
        "Devices are claimed with annotations, of which the one with the device class is required."
    LLM_SIZE "KSV438" "llm-size"
        "The number of pods in a group of workers is fixed: delete the service and create it again to change it."
    LLM_CONFIDENTIAL "KSV439" "llm-confidential"
        "Confidential models are decrypted by the storage initializer with a key of the key broker service."
    LLM_CONFIG "KSV440" "llm-config"
        "A config cannot build on others, and a service's own spec or a config decides over replicas of the scheduler."
    LLM_TEMPLATE "KSV441" "llm-template"
        "All texts of a config are templates, which the webhook tries on a service that has every block."
    LLM_PRESET "KSV442" "llm-preset"
        "A config with a preset's name replaces the preset. Write one of your own and name it in baseRefs instead."
    // Refused by the webhooks of InferenceGraphs and TrainedModels.
    GRAPH_ROOT "KSV451" "graph-root"
        "Every request to a graph begins in the node called root."
    STEP_NAME "KSV452" "step-name"
        "The router tells the steps of a node apart by their names, where they have some."
    STEP_TARGET "KSV453" "step-target"
        "A step sends its request to one place: another node of the graph, an InferenceService of the same namespace, or a URL."
    STEP_WEIGHT "KSV454" "step-weight"
        "A Splitter divides requests by the weights of its steps, so each has one and together they are 100."
    MODEL_URI "KSV455" "model-uri"
        "The agent that loads trained models knows these storages only; volumes and other schemes are for the model of an \
         InferenceService itself."
    MODEL_MEMORY "KSV456" "model-memory"
        "The memory of a trained model is reserved when it is created, so it cannot change: delete it and create it again."
    // Refused by the webhooks of serving runtimes.
    RUNTIME_PRIORITY "KSV501" "runtime-priority"
        "Among runtimes that can be selected automatically for the same format, the priority decides; equal priorities leave it open."
    RUNTIME_MULTI_NODE "KSV502" "runtime-multi-node"
        "A runtime with workerSpec runs a model on several nodes."
    // Refused by the tool itself.
    UNKNOWN_KIND "KSV901" "unknown-kind"
        "The release does not have this kind of object, so no cluster of that release can hold it."
    MISSPELT_KIND "KSV902" "misspelt-kind"
        "Only documents of known kinds are rendered or read. One of another kind is passed over, as if it were not there."
    UNKNOWN_VERSION "KSV903" "unknown-version"
        "The cluster does not have this version of the kind, so kubectl cannot send the document."
    REPEATED_KEY "KSV904" "repeated-key"
        "The last value of a repeated key counts. kubectl refuses such a document unless told otherwise with --validate=warn."
    REPEATED_OBJECT "KSV905" "repeated-object"
        "Two documents describe the same object. In a cluster the one that is applied last counts; here each is looked at."
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn identifiers_and_names_are_unique_and_sorted() {
        let ids: Vec<_> = ALL.iter().map(|code| code.id).collect();
        assert!(ids.is_sorted());
        assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len());
        assert_eq!(ALL.iter().map(|code| code.name).collect::<BTreeSet<_>>().len(), ids.len());
    }
}
