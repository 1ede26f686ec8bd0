use super::release_area;

release_area! {
    /// Differences in deployment mode, runtime selection and component construction.
    "components" Components {
        /// The deployment modes are called `Standard` and `Knative`; the older names `RawDeployment` and
        /// `Serverless` are translated. Before, only the older names are known: an annotation with a new name is
        /// ignored, and a ConfigMap with one is refused.
        modes_are_standard_and_knative: bool = true, until V0_15 = false;
    }
}
