use super::release_area;

release_area! {
    /// Differences in configuration, schema, defaulting and validation.
    "input" Input {
    }
}
