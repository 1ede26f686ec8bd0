//! Which component receives requests, and why nothing may route them there.

use super::subject::ExplainedService;
use crate::api::Component;
use crate::explain::Item;
use crate::facts::routing::Internal;
use crate::kinds::inference_service::steps::{Fate, RoutingDecision};
use crate::object::keys;

/// Adds the component that receives the requests.
pub(super) fn add_entry(subject: &ExplainedService<'_>, items: &mut Vec<Item>) {
    let entry = subject.memory.entry();
    let why = match entry {
        Component::Transformer => "the transformer, since there is one",
        Component::Predictor | Component::Explainer => "the predictor, since there is no transformer",
    };
    items.push(Item::fact("entry", "entry", entry.name()).shown(why));
}

/// Why there are no routing objects, if that is so.
pub(super) fn fate(subject: &ExplainedService<'_>, decision: &RoutingDecision) -> Option<String> {
    let domain = || match &subject.cluster.routing {
        Ok(routing) => routing.settings.ingress_domain.clone(),
        Err(_) => String::new(),
    };
    Some(match &decision.fate {
        Fate::Created => return None,
        Fate::Internal(Internal::Label) => {
            format!("the label {}: cluster-local keeps the service inside the cluster", keys::KSERVE_VISIBILITY_LABEL)
        }
        Fate::Internal(Internal::IngressDomain) => {
            format!("ingress.ingressDomain is {}, which is inside the cluster", domain())
        }
        Fate::Internal(Internal::SwitchedOff) => "ingress.disableIngressCreation is true".to_owned(),
        Fate::Waits(reason) => format!("not everything is ready: {reason}"),
        Fate::Stopped => format!("the annotation {} stops the service", keys::STOP),
        Fate::SwitchedOff => "ingress.disableIstioVirtualHost is true".to_owned(),
        Fate::NotInstalled => "the API networking.istio.io/v1beta1 is not installed".to_owned(),
        Fate::Ignored(error) => format!("an error that the controller only logs: {error}"),
        Fate::Fails(error) => error.clone(),
    })
}
