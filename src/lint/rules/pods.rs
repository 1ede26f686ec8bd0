//! Pods: what they need that is not in them, and what does not fit together in them.

use std::collections::BTreeSet;

use super::rules;
use crate::api::Component;
use crate::diff::Path;
use crate::lint::{Findings, Subject};
use crate::pod;

rules! {
    "KSR001" "pod-webhook" Note Service(pod_webhook) {
        what: "The service asks for a model download, an agent, a logger or a batcher, which the pod webhook adds when \
         a pod is created.",
        why: "The objects as the controller creates them do not hold these containers. Applied where KServe's webhook does not \
         run, the pods start without the model.",
        fine: "The objects run in a cluster with KServe, or are only looked at.",
        fix: "Render with --inject, which adds what the webhook would add.",
    }
}

fn pod_webhook(subject: &Subject<'_>, findings: &mut Findings) {
    let needing = subject.pod_templates().filter(|(_, template)| pod::needs_webhook(template));
    let components: BTreeSet<Component> = needing.map(|(component, _)| component).collect();
    for component in components {
        let message = format!(
            "the pods of the {} get their model, agent, logger or batcher only from the pod webhook; render with --inject \
             where it does not run",
            component.name()
        );
        findings.add(Path::keys(["spec", component.name()]), message);
    }
}
