//! What controllers read from Deployments, LeaderWorkerSets and Services.

use super::pod::PodTemplate;
use crate::object::ObjectView;
use crate::object::fields::{integer, member, text};
use crate::{Map, Value};

/// The `leaderWorkerTemplate` of a LeaderWorkerSet: the templates of the pods in its groups.
#[derive(Debug, Clone, Copy)]
pub struct LeaderWorkerTemplate<'a>(&'a Map);

impl<'a> LeaderWorkerTemplate<'a> {
    /// The template of an object, if it has one.
    pub fn of_object(set: &'a Map) -> Option<LeaderWorkerTemplate<'a>> {
        member(set.spec()?, "leaderWorkerTemplate").map(LeaderWorkerTemplate)
    }

    /// The number of pods in a group.
    pub fn size(self) -> Option<i64> {
        integer(self.0, "size")
    }

    pub fn leader_template(self) -> Option<PodTemplate<'a>> {
        member(self.0, "leaderTemplate").map(PodTemplate::of)
    }

    pub fn worker_template(self) -> Option<PodTemplate<'a>> {
        member(self.0, "workerTemplate").map(PodTemplate::of)
    }
}

/// The `status` of a workload.
#[derive(Debug, Clone, Copy)]
pub struct WorkloadStatus<'a>(&'a Map);

impl<'a> WorkloadStatus<'a> {
    /// The status of an object, if it has one.
    pub fn of_object(workload: &'a Map) -> Option<WorkloadStatus<'a>> {
        workload.status().map(WorkloadStatus)
    }

    pub fn available_replicas(self) -> Option<i64> {
        integer(self.0, "availableReplicas")
    }

    pub fn ready_replicas(self) -> Option<i64> {
        integer(self.0, "readyReplicas")
    }
}

/// An entry of `ports` of a Service. Unset strings read as empty.
#[derive(Debug, Clone, Copy)]
pub struct ServicePort<'a>(&'a Map);

impl<'a> ServicePort<'a> {
    /// The ports of a Service.
    pub fn of_object(service: &'a impl ObjectView) -> impl Iterator<Item = ServicePort<'a>> {
        service.ports().iter().filter_map(Value::as_object).map(ServicePort)
    }

    pub fn name(self) -> &'a str {
        text(self.0, "name")
    }

    pub fn app_protocol(self) -> &'a str {
        text(self.0, "appProtocol")
    }

    pub fn port(self) -> Option<i64> {
        integer(self.0, "port")
    }

    /// A number, or the name of a port of the pods.
    pub fn target_port(self) -> Option<&'a Value> {
        self.0.get("targetPort")
    }

    /// The port on which the pods listen: `targetPort`, or by default the Service's own.
    pub fn port_of_pods(self) -> Option<&'a Value> {
        self.target_port().or_else(|| self.0.get("port"))
    }
}
