use super::release_area;

release_area! {
    /// Differences in deployment mode, runtime selection and component construction.
    "components" Components {
    }
}
