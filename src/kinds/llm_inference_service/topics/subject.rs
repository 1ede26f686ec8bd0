//! The input of the topics: a service with its objects, and the purpose of each object.

use crate::Value;
use crate::kinds::llm_inference_service::Waiting;
use crate::kinds::llm_inference_service::status::trouble;
use crate::kinds::llm_inference_service::status_view::LlmStatus;
use crate::object::name::object_name;
use crate::object::{Cause, Key, Kind};
use crate::render::Rendering;

/// A service with its status and objects.
pub(super) struct ExplainedLlmService<'a> {
    pub rendering: &'a Rendering,
    pub status: LlmStatus<'a>,
}

impl ExplainedLlmService<'_> {
    /// The objects that exist after the last pass.
    pub(super) fn made(&self) -> impl Iterator<Item = &Value> {
        self.rendering.objects().iter().filter(|object| !self.rendering.deleted_again().contains(&Key::of(object)))
    }

    pub(super) fn of_kind(&self, kind: Kind) -> impl Iterator<Item = &Value> {
        self.made().filter(move |object| Kind::of(object) == Some(kind))
    }

    /// What the controller fails on or waits for.
    pub(super) fn cause(&self) -> Option<&Cause> {
        let waits = || self.rendering.details::<Waiting>().map(|waiting| &waiting.0);
        self.rendering.error().or_else(waits)?.cause()
    }

    /// The reason for a missing answer, as far as the status gives one.
    pub(super) fn because(&self) -> String {
        if self.rendering.refusal().is_some() {
            return "the service is refused, so the controller never sees it".to_owned();
        }
        trouble(self.status.fields())
            .map_or_else(|| "the controller does not get that far".to_owned(), |trouble| trouble.to_string())
    }
}

/// The purpose of an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    Servers,
    PrefillServers,
    ServersService,
    Scheduler,
    SchedulerService,
    Pool,
    OldPool,
    Route,
    Certificate,
    Token,
    Authorities,
    Autoscaling,
    Devices,
    ServerRights,
    SchedulerRights,
}

/// The suffixes of the names of the scheduler's objects.
const OF_SCHEDULER: [&str; 6] =
    ["-epp-sa", "-epp-role", "-epp-rb", "-epp-auth-rb", "-epp-service", "-kserve-router-scheduler"];

impl Purpose {
    pub(super) fn of(object: &Value) -> Option<Purpose> {
        let name = object_name(object);
        let is_of_scheduler = OF_SCHEDULER.iter().any(|end| name.ends_with(end));
        Some(match Kind::of(object)? {
            Kind::Secret if name.ends_with("-self-signed-certs") => Purpose::Certificate,
            Kind::Secret => Purpose::Token,
            Kind::Deployment if is_of_scheduler => Purpose::Scheduler,
            Kind::Deployment | Kind::LeaderWorkerSet if name.contains("-prefill") => Purpose::PrefillServers,
            Kind::Deployment | Kind::LeaderWorkerSet => Purpose::Servers,
            Kind::Service if is_of_scheduler => Purpose::SchedulerService,
            Kind::Service => Purpose::ServersService,
            Kind::InferencePool => Purpose::Pool,
            Kind::InferencePoolX => Purpose::OldPool,
            Kind::HttpRoute => Purpose::Route,
            Kind::HorizontalPodAutoscaler | Kind::ScaledObject | Kind::VariantAutoscaling => Purpose::Autoscaling,
            Kind::ResourceClaimTemplate => Purpose::Devices,
            Kind::ConfigMap => Purpose::Authorities,
            Kind::ServiceAccount | Kind::Role | Kind::RoleBinding | Kind::ClusterRoleBinding => match is_of_scheduler {
                true => Purpose::SchedulerRights,
                false => Purpose::ServerRights,
            },
            _ => return None,
        })
    }

    pub(super) const fn words(self) -> &'static str {
        match self {
            Purpose::Servers => "servers of the model",
            Purpose::PrefillServers => "servers that read prompts",
            Purpose::ServersService => "all servers, for clients in the cluster and as a fallback",
            Purpose::Scheduler => "picks the pod for each request",
            Purpose::SchedulerService => "the scheduler, for pools",
            Purpose::Pool => "servers that routes lead to through the scheduler",
            Purpose::OldPool => "the same for Gateways that know only the older API",
            Purpose::Route => "the way from the Gateway",
            Purpose::Certificate => "certificate for TLS between the pods",
            Purpose::Token => "token that downloads need, copied",
            Purpose::Authorities => "certificates that downloads trust, copied",
            Purpose::Autoscaling => "scales the servers",
            Purpose::Devices => "devices of the pods",
            Purpose::ServerRights => "what the servers may do",
            Purpose::SchedulerRights => "what the scheduler may do",
        }
    }
}
