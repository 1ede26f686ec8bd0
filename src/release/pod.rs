use super::release_area;

/// How an S3 endpoint becomes variables.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum S3Endpoint {
    /// A scheme in the endpoint decides whether HTTPS is used, and is cut off.
    SchemeDetected,
    /// The endpoint is taken as it is.
    Verbatim,
    /// Annotations decide together, without the ConfigMap; secret data never counts.
    AnnotationFirst,
}

release_area! {
    /// Differences in what the pod webhook adds.
    "pod" Pod {
        /// An unreadable section `credentials` is named in the error that refuses every pod.
        credential_error_names_section: bool = true, until V0_15 = false;
        /// The storage container is chosen by the URI that the service gives. Before, by what the storage initializer is told
        /// in the end, and a `pvc://` model is copied unless `enableDirectPvcVolumeMount` is set.
        storage_container_by_source: bool = true, until V0_15 = false;
        /// The CA bundle's variables are added before the storage container is merged in, which may then replace them.
        ca_bundle_before_merge: bool = false, until V0_15 = true;
        /// The storage initializer is told how to download fast from Hugging Face.
        hugging_face_variables: bool = true, until V0_15 = false, by 4726;
        /// A Hugging Face token is referenced from its Secret. Before, its value is copied into the pod.
        hugging_face_token_referenced: bool = true, until V0_15 = false, by 4677;
        /// Azure identities can be access tokens, and all their settings are passed on.
        azure_access_tokens: bool = true, until V0_15 = false;
        /// How an S3 endpoint becomes variables.
        s3_endpoint: S3Endpoint = S3Endpoint::SchemeDetected,
            until V0_15 = S3Endpoint::AnnotationFirst, until V0_16 = S3Endpoint::Verbatim;
        /// Cached models are stored in the claim under a hash of their source. Before, under the name of the cache.
        hashed_local_models: bool = true, until V0_17 = false;
        /// The logger can store payloads, with an account of its own.
        logger_stores: bool = true, until V0_15 = false, by 4473;
        /// The logger can call a marshaller and send batches.
        logger_marshals: bool = true, until V0_16 = false, by 5061;
        /// The agent's readiness probe has the path of the model server's.
        agent_probes_path: bool = true, until V0_17 = false, by 5345;
        /// Models in OCI images reach worker pods.
        modelcar_for_workers: bool = true, until V0_16 = false, by 4889;
        /// A transformer beside the model gets the variable and the user for models in OCI images. Before, only the mount.
        modelcar_configures_transformer: bool = true, until V0_15 = false;
        /// The user for models in OCI images is added to the security context. Before, it replaces the security context.
        modelcar_keeps_security_context: bool = true, until V0_17 = false, by 5167;
        /// Paths are quoted in the command of the sidecar with the model.
        modelcar_paths_quoted: bool = true, until V0_19 = false, by 5780;
        /// OCI images are mounted when they are listed in `storageUris`.
        oci_among_uris: bool = true, until V0_18 = false, by 5261;
        /// Several OCI images can be listed beside other URIs, and are left out when images are switched off. Before, the other URIs are
        /// ignored once an image is mounted, and without images they are downloaded.
        several_oci_images: bool = true, until V0_19 = false, by 5470;
        /// The storage initializer of `storageUris` has a mount at `/mnt/models`, whose volume does not exist.
        initializer_has_model_mount: bool = false, until V0_15 = false, until V0_16 = true, by 4822;
        /// After a storage container is merged in, items of lists such as variables keep fields of the storage initializer's item that was
        /// in the same position.
        stale_storage_container_fields: bool = false, until V0_15 = false, until V0_19 = true, by 5541;
    }
}
