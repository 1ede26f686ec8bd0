use super::release_area;

release_area! {
    /// Differences in Knative Services, Deployments, Services and autoscalers.
    "workloads" Workloads {
    }
}
