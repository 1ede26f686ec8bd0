//! Why an InferenceService becomes what it becomes, one file for each topic.

mod autoscaler;
mod hosts;
mod ingress;
mod labels;
mod mode;
mod objects;
mod runtime;
mod storage;
mod subject;
mod traffic;
mod url;
mod way;

use crate::explain::{Inquiry, Section, Topic};
use subject::ExplainedService;

/// The topics of InferenceServices.
pub(crate) fn sections(inquiry: &Inquiry<'_>, topics: &[Topic]) -> Vec<Section> {
    let Inquiry { cluster, written, existing, rendering, .. } = *inquiry;
    let subject = ExplainedService::of(cluster, written, existing, rendering);
    topics.iter().filter_map(|topic| section(&subject, *topic)).collect()
}

fn section(subject: &ExplainedService<'_>, topic: Topic) -> Option<Section> {
    Some(match topic {
        Topic::Mode => mode::explain(subject),
        Topic::Runtime => runtime::explain(subject),
        Topic::Url => url::explain(subject),
        Topic::Hosts => hosts::explain(subject),
        Topic::Autoscaler => autoscaler::explain(subject),
        Topic::Storage => storage::explain(subject),
        Topic::Labels => labels::explain(subject),
        Topic::Objects => objects::explain(subject),
        // Topics that services do not have.
        Topic::Steps | Topic::Ready | Topic::Route => return None,
    })
}
