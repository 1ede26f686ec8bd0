//! Why a service runs in its mode, and the consequences of the mode.

use super::subject::ExplainedService;
use crate::api::Mode;
use crate::explain::Origin;
use crate::explain::{Item, Section, Topic};
use crate::facts::routing::Class;
use crate::kinds::inference_service::steps::ModeSource;
use crate::object::Kind;
use crate::object::ObjectView as _;
use crate::object::keys;

pub(super) fn explain(subject: &ExplainedService<'_>) -> Section {
    let release = &subject.cluster.release;
    let mut items = Vec::new();
    let written = subject.written.annotation(keys::DEPLOYMENT_MODE);
    let stored = subject.service.metadata.annotations.get(keys::DEPLOYMENT_MODE);
    let answer = match &subject.mode {
        Ok(decision) => {
            let name = decision.mode.name(release).to_owned();
            items.push(Item::fact("mode", "", name.as_str()));
            items.push(Item::fact("because", "because", because(decision.by, written.is_some())));
            if decision.by == ModeSource::Status {
                items.push(Item::from("status", "status.deploymentMode", name.as_str(), Origin::Observed));
            }
            if name.is_empty() { "none is configured".to_owned() } else { name }
        }
        Err(error) => {
            items.push(Item::fact("error", "error", error.text()));
            "cannot be told: the configuration is refused".to_owned()
        }
    };
    items.push(match written {
        Some(text) => Item::from("annotation", "annotation", text, subject.annotation(keys::DEPLOYMENT_MODE)),
        None => Item::unset("annotation", "annotation", format!("{} is not set", keys::DEPLOYMENT_MODE)),
    });
    let configured = subject.cluster.config.deploy.value().map(|deploy| deploy.default_deployment_mode.as_str());
    items.push(match configured {
        Some(text) => Item::from("default", "default", text, subject.config("deploy", "defaultDeploymentMode")),
        None => Item::unset("default", "default", "deploy.defaultDeploymentMode is not set"),
    });
    if let Some((text, mode)) = configured.and_then(|text| Some((text, Mode::parse(text, release)?)))
        && mode.name(release) != text
    {
        items.push(Item::note(format!("{text} is the older name of {}", mode.name(release))));
    }
    if let (Some(written), Some(stored)) = (written, stored.filter(|stored| Some(stored.as_str()) != written)) {
        items.push(Item::note(format!("{written} is the older name; the webhook stores {stored}")));
    }
    if let Some(mode) = subject.mode() {
        items.push(Item::fact("runsAs", "runs as", runs_as(mode)));
        add_routing(subject, mode, &mut items);
    }
    Section { topic: Topic::Mode, answer, items }
}

fn because(by: ModeSource, annotated: bool) -> &'static str {
    match by {
        ModeSource::Status => "the status keeps the mode of earlier passes, whatever annotation and default say now",
        ModeSource::Annotation if annotated => "the annotation of the service chooses it",
        ModeSource::Annotation => "no annotation chooses another, and the webhook writes the default into the service",
        ModeSource::Default => "no annotation chooses another, so it is the default",
        ModeSource::DefaultDespiteFiltered => {
            "the annotation does not count, as the ConfigMap disallows it; it is the default"
        }
        ModeSource::DefaultDespiteUnknown => "the annotation names no mode that this release knows; it is the default",
    }
}

fn runs_as(mode: &Mode) -> &'static str {
    match mode {
        Mode::Standard => "a Deployment, a Service and an autoscaler for each component",
        Mode::Knative => "a Knative Service for each component; Knative makes Deployments and scales them",
        Mode::ModelMesh => "ModelMesh loads the model into pods of its own",
        Mode::Other(_) => "as in Knative mode, since it is not a known mode",
    }
}

/// Adds what routes to services in the mode, and the values that decide it.
fn add_routing(subject: &ExplainedService<'_>, mode: &Mode, items: &mut Vec<Item>) {
    let Ok(routing) = &subject.cluster.routing else { return };
    if *mode == Mode::ModelMesh {
        return;
    }
    let settings = &routing.settings;
    let ingress = |key| subject.config("ingress", key);
    let class = routing.class(mode);
    items.push(Item::fact(
        "reachedBy",
        "reached by",
        match class {
            Class::HttpRoutes => Kind::HttpRoute.name(),
            Class::Ingress => Kind::Ingress.name(),
            Class::VirtualService => Kind::VirtualService.name(),
        },
    ));
    if *mode == Mode::Standard {
        let switch = settings.enable_gateway_api;
        items.push(Item::from("enableGatewayApi", "enableGatewayApi", switch, ingress("enableGatewayApi")));
    }
    match class {
        Class::HttpRoutes => {
            let gateway = settings.kserve_ingress_gateway.as_str();
            items.push(Item::from("gateway", "gateway", gateway, ingress("kserveIngressGateway")));
        }
        Class::Ingress => items.push(match &settings.ingress_class_name {
            Some(name) => Item::from("ingressClass", "ingress class", name.as_str(), ingress("ingressClassName")),
            None => Item::unset("ingressClass", "ingress class", "not set, so the cluster's default"),
        }),
        Class::VirtualService => {
            let gateway = settings.ingress_gateway.as_str();
            items.push(Item::from("gateway", "gateway", gateway, ingress("ingressGateway")));
        }
    }
    items.push(match class {
        Class::VirtualService => {
            let switch = settings.disable_istio_virtual_host;
            Item::from("disabled", "disableIstioVirtualHost", switch, ingress("disableIstioVirtualHost"))
        }
        Class::HttpRoutes | Class::Ingress => {
            let switch = settings.disable_ingress_creation;
            Item::from("disabled", "disableIngressCreation", switch, ingress("disableIngressCreation"))
        }
    });
}
