//! The annotations and labels with which the controller, and users, tell the webhook what to inject.

macro_rules! internal {
    ($($(#[$doc:meta])* $name:ident = $key:literal;)*) => {
        $($(#[$doc])* pub const $name: &str = concat!("internal.serving.kserve.io/", $key);)*
    };
}

internal! {
    SOURCE_URI = "storage-initializer-sourceuri";
    STORAGE_SPEC = "storage-spec";
    STORAGE_SPEC_KEY = "storage-spec-key";
    STORAGE_SPEC_PARAMETERS = "storage-spec-param";
    STORAGE_CONTAINER_NAME = "storage-container-name";
    /// The label with the name of the cache that holds the model.
    LOCAL_MODEL = "localmodel";
    LOCAL_MODEL_SOURCE_URI = "localmodel-sourceuri";
    LOCAL_MODEL_CLAIM = "localmodel-pvc-name";
    CONFIDENTIAL = "confidential-enabled";
    CONFIDENTIAL_RESOURCE = "confidential-resource-id";
    AGENT = "agent";
    CONFIG_VOLUME = "configVolumeName";
    CONFIG_PATH = "configMountPath";
    MODEL_DIRECTORY = "modelDir";
    BATCHER = "batcher";
    BATCH_SIZE = "batcher-max-batchsize";
    BATCH_LATENCY = "batcher-max-latency";
    LOGGER = "logger";
    LOGGER_URL = "logger-sink-url";
    LOGGER_MODE = "logger-mode";
    LOGGER_HEADERS = "logger-metadata-headers";
    LOGGER_ANNOTATIONS = "logger-metadata-annotations";
}

/// With the value `false`, in exactly this spelling, models are writable.
pub(crate) const READ_ONLY: &str = "storage.kserve.io/readonly";
pub(crate) const ACCELERATOR: &str = "serving.kserve.io/gke-accelerator";
pub(crate) const INITIALIZER_USER: &str = "serving.kserve.io/storage-initializer-uid";
pub(crate) const ISTIO_INTERCEPTION: &str = "sidecar.istio.io/interceptionMode";
pub(crate) const ISTIO_STATUS: &str = "sidecar.istio.io/status";
