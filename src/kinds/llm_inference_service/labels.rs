//! The labels by which the controller, its Services and its pools find what belongs to a service.

use crate::Map;

/// The name of the service.
pub const NAME: &str = "app.kubernetes.io/name";
/// The kind of the whole, [`SERVICE`].
pub const PART_OF: &str = "app.kubernetes.io/part-of";
/// The part of a service to which an object belongs.
pub const COMPONENT: &str = "app.kubernetes.io/component";
/// Marks the pods of workloads, with the value [`SERVERS`].
pub const KSERVE_COMPONENT: &str = "kserve.io/component";
/// What a pod does: reads prompts, writes answers, or both.
pub const ROLE: &str = "llm-d.ai/role";

/// All of them.
pub const ALL: [&str; 5] = [COMPONENT, NAME, PART_OF, KSERVE_COMPONENT, ROLE];

/// The value of [`PART_OF`].
pub const SERVICE: &str = "llminferenceservice";
/// The value of [`KSERVE_COMPONENT`] for pods of workloads.
pub const SERVERS: &str = "workload";

/// Values of [`COMPONENT`].
pub mod component {
    /// The workload as a whole, and the Deployment of its main part.
    pub const WORKLOAD: &str = "llminferenceservice-workload";
    /// The Deployment of the prefill part.
    pub const PREFILL: &str = "llminferenceservice-workload-prefill";
    /// The leaders of the main part's LeaderWorkerSet.
    pub const LEADER: &str = "llminferenceservice-workload-leader";
    /// The workers of the main part's LeaderWorkerSet.
    pub const WORKER: &str = "llminferenceservice-workload-worker";
    /// The leaders of the prefill part's LeaderWorkerSet.
    pub const PREFILL_LEADER: &str = "llminferenceservice-workload-leader-prefill";
    /// The workers of the prefill part's LeaderWorkerSet.
    pub const PREFILL_WORKER: &str = "llminferenceservice-workload-worker-prefill";
    /// The scheduler.
    pub const SCHEDULER: &str = "llminferenceservice-router-scheduler";
    /// The HTTPRoute.
    pub const ROUTER: &str = "llminferenceservice-router";
}

/// Labels that name the service, and the component if there is one.
pub fn of_service(service: &str, component: Option<&str>) -> Map {
    let mut labels = Map::new();
    if let Some(component) = component {
        labels.insert(COMPONENT.into(), component.into());
    }
    labels.insert(NAME.into(), service.into());
    labels.insert(PART_OF.into(), SERVICE.into());
    labels
}

/// The selector of all workload pods of a service.
pub fn workload_selector(service: &str) -> Map {
    let mut labels = of_service(service, None);
    labels.insert(KSERVE_COMPONENT.into(), SERVERS.into());
    labels
}

/// The part of a service to which an object with this value of [`COMPONENT`] belongs, as a path relative to the spec. The path is
/// empty for the service as a whole and for unknown components.
pub fn part_of(component: &str) -> &'static [&'static str] {
    match component {
        component::WORKLOAD | component::LEADER => &["template"],
        component::WORKER => &["worker"],
        component::PREFILL | component::PREFILL_LEADER => &["prefill", "template"],
        component::PREFILL_WORKER => &["prefill", "worker"],
        component::SCHEDULER => &["router", "scheduler"],
        component::ROUTER => &["router"],
        _ => &[],
    }
}
