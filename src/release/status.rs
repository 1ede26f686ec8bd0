use super::release_area;

release_area! {
    /// Differences in the reported status.
    "status" Status {
    }
}
