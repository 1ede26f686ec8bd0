//! Pods: what they need that is not in them, and what does not fit together in them.

use std::collections::BTreeSet;

use super::rules;
use crate::api::Component;
use crate::lint::{Findings, Subject};
use crate::object::Path;
use crate::webhook::pod;

rules! {
    "KSR001" "pod-webhook" Note Service(pod_webhook) {
        what: "The service asks for a model download, an agent, a logger or a batcher, which the pod webhook adds when \
         a pod is created.",
        why: "The objects as the controller creates them do not hold these containers. Applied where KServe's webhook does not \
         run, the pods start without the model.",
        fine: "The objects run in a cluster with KServe, or are only looked at.",
        fix: "Render with --inject, which adds what the webhook would add.",
    }
    "KSR050" "pod-webhook-refuses" Error Service(pod_webhook_refuses) {
        what: "The pod webhook of KServe refuses the pods of the service.",
        why: "Deployment or Knative Service are created, but no pod ever is: the ReplicaSet repeats its attempt for ever, and the service \
              does not become ready.",
        fine: "The Secret in the input is not that of the cluster. Documents that are merely not in the input are told by not-in-input.",
        fix: "Do what the message asks for: often a key, the type or the bucket in the storage secret, or the name of the main container.",
    }
    "KSR056" "namespace-left-out" Error Service(namespace_left_out) {
        what: "The service is in a namespace whose pods the pod webhook does not see.",
        why: "The API server does not ask KServe's webhook about pods in namespaces with the label control-plane, as kserve and \
              kubeflow have it. The pods start without the model, and no error tells why.",
        fine: "The webhook of the cluster has another namespaceSelector.",
        fix: "Move the service to a namespace of its own, or take the label off.",
    }
}

/// Where the document names the namespace.
fn namespace_left_out(subject: &Subject<'_>, findings: &mut Findings) {
    let namespace = &subject.rendering.namespace;
    let needs = subject.pod_templates().any(|(_, template)| pod::needs_webhook(template));
    if needs && pod::leaves_out(subject.cluster, namespace) {
        let message = format!(
            "Namespace {namespace} has the label {}, so the pod webhook does not see the pods: they start without model, agent, \
             logger and batcher",
            pod::LEFT_OUT
        );
        findings.add(Path::keys(["metadata", "namespace"]), message);
    }
}

fn pod_webhook(subject: &Subject<'_>, findings: &mut Findings) {
    if pod::leaves_out(subject.cluster, &subject.rendering.namespace) {
        return;
    }
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

fn pod_webhook_refuses(subject: &Subject<'_>, findings: &mut Findings) {
    // A configuration that refuses every pod is found by itself.
    if pod::refuses_all(subject.cluster) {
        return;
    }
    let mut found = BTreeSet::new();
    for (injected, (component, _)) in subject.injected().iter().zip(subject.pod_templates()) {
        if let (Err(text), false) = (&injected.template, injected.lacks_document) {
            found.insert((component, text));
        }
    }
    for (component, text) in found {
        let message =
            format!("the pod webhook refuses the pods of the {}: {}", component.name(), pod::hide_in_refusal(text));
        findings.add(place_of_refusal(subject, component, text), message);
    }
}

/// The storage spec if the text is about it, else the component.
fn place_of_refusal(subject: &Subject<'_>, component: Component, text: &str) -> Path {
    let part = subject.parts().find(|part| part.component == component);
    let storage = part.into_iter().filter(|_| text.contains("storage")).find_map(|part| {
        let (key, model) = part.implementations().find(|(_, model)| model.contains_key("storage"))?;
        let path = part.path.clone().key(key).key("storage");
        let has_key = model.get("storage").is_some_and(|storage| storage.get("key").is_some());
        Some(if has_key { path.key("key") } else { path })
    });
    storage.unwrap_or_else(|| Path::keys(["spec", component.name()]))
}
