//! `-o html` of `render`: everything about the resources in one page.

use super::batch::Overview;
use super::exit::{Exit, print};
use super::messages::{self, Messages, Severity};
use crate::Rendering;
use crate::answer::page;
use crate::object::name;
use crate::output::objects::Options;
use crate::output::summary::Summary;
use crate::session::Session;
use crate::session::service_messages::Manner;

/// Prints the page, which shows refusals too, and returns what is known of all resources.
pub fn print_page(
    session: &Session,
    options: &Options,
    is_cluster_domain_given: bool,
    messages: &Messages,
) -> anyhow::Result<Overview> {
    let mut renderings = session.renderings(options.inject);
    if !options.show_secrets {
        renderings.iter_mut().for_each(Rendering::hide_secrets);
    }
    let mut overview = Overview::default();
    let refused_pods = options.inject.then_some(Severity::Error);
    for (service, rendering) in session.services.iter().zip(&renderings) {
        let lacks_pods = options.inject && rendering.injected().iter().any(|pods| pods.template.is_err());
        if rendering.refusal().is_some() || rendering.error().is_some() || lacks_pods {
            overview.exit = Exit::Refused;
        }
        overview.is_knative |= Summary::of(rendering).is_knative();
        let names = rendering.objects().iter().map(name::object_name);
        overview
            .not_ready
            .extend(names.filter(|name| session.cluster.settings.not_ready.contains(*name)).map(str::to_owned));
        let manner = Manner { refused_pods, shows_secrets: options.show_secrets };
        let sentences = messages::of(session, service, rendering, manner);
        sentences.iter().for_each(|message| messages.tell(message));
    }
    print([page::of_renderings(session, renderings, options, is_cluster_domain_given)])?;
    Ok(overview)
}
