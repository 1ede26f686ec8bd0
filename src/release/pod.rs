use super::release_area;

release_area! {
    /// Differences in what the pod webhook adds.
    "pod" Pod {
    }
}
