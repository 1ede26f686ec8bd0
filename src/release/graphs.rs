use super::release_area;

release_area! {
    /// Differences in InferenceGraphs and TrainedModels.
    "graphs" Graphs {
        /// The URL of a step follows the protocols of the serving runtime that its InferenceService names, and a runtime that
        /// speaks neither `v1` nor `v2` is an error. Before, only `protocolVersion` of the predictor counts.
        runtime_protocols: bool = true, until V0_15 = false, by 4527;
        /// Graphs can be stopped with `serving.kserve.io/stop`, and have the condition `Stopped`. Before, the annotation is only
        /// passed on.
        stop: bool = true, until V0_15 = false, by 4588;
        /// Updates of graphs and trained models that are being deleted are accepted as they are. Before, they are checked.
        deleted_accepted: bool = true, until V0_18 = false, by 5420;
    }
}
