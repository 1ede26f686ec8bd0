use super::release_area;
use crate::config::ModelcarResources;

release_area! {
    /// Differences in configuration, schema, defaulting and validation.
    "input" Input {
        /// Services get the annotation `modelFormat` with the name of their model format; child objects do not.
        model_format_annotation: bool = true, until V0_16 = false;
        /// `cpuModelcar` and `memoryModelcar` of the section `storageInitializer` must be quantities: never looked
        /// at here, required, or checked only when set.
        modelcar_resources: ModelcarResources = ModelcarResources::Optional,
            until V0_15 = ModelcarResources::NotChecked, until V0_16 = ModelcarResources::Required;
        /// Model servers' OCI images can be mounted natively (`ociModelMode`), and the mode is checked. Before,
        /// only `enableModelcar` counts.
        oci_model_mode: bool = true, until V0_19 = false;
        /// The storage initializer's settings are checked for every component. Before, only the pod webhook reads
        /// them.
        storage_initializer_checked_by_components: bool = true, until V0_15 = false;
    }
}
