//! Rules about pods: what they need and lack, and what does not fit together in them.

use std::collections::{BTreeMap, BTreeSet};

use super::subject::LintedService;
use crate::api::{Component, Container, Model, PodTemplate};
use crate::lint::rule::{Findings, ToldBy, Topic, rules_for};
use crate::object::fields::filled;
use crate::object::{Cause, ControllerError, Kind, Path, keys};
use crate::release::Version;
use crate::webhook::pod;

rules_for! {
    Kind::InferenceService, LintedService::of;
    "KSR001" "pod-webhook" Note(pod_webhook)
        [topic: Some(Topic::Pods), told_by: Some(ToldBy::PodWebhook)] {
        what: "The service asks for a model download, an agent, a logger or a batcher, which the pod webhook adds when \
         a pod is created.",
        why: "The objects as the controller creates them do not hold these containers. Applied where KServe's webhook does not \
         run, the pods start without the model.",
        fine: "The objects run in a cluster with KServe, or are only looked at.",
        fix: "Render with --inject, which adds what the webhook would add.",
    }
    "KSR050" "pod-webhook-refuses" Error(pod_webhook_refuses)
        [topic: Some(Topic::Pods), told_by: Some(ToldBy::PodWebhook), reports: &["#4472"]] {
        what: "The pod webhook of KServe refuses the pods of the service.",
        why: "Deployment or Knative Service are created, but no pod ever is: the ReplicaSet repeats its attempt for ever, and the service \
              does not become ready.",
        fine: "The Secret in the input is not that of the cluster. Documents that are merely not in the input are told by not-in-input.",
        fix: "Do what the message asks for: often a key, the type or the bucket in the storage secret, or the name of the main container.",
    }
    "KSR101" "agent-probe" Warning(agent_probe)
        [until: Some(Version::V0_17), topic: Some(Topic::Readiness), reports: &["#5341"]] {
        what: "The agent of a logger or batcher is probed at another path than the container that it stands before.",
        why: "Up to v0.17 the pod webhook gives the agent a readiness probe at /, whatever the probe of the container asks. A server that \
              answers at another path only keeps the pod from becoming ready.",
        fine: "The server answers at / too.",
        fix: "Let the server answer at /, or go to v0.18 or later.",
    }
    "KSR056" "namespace-left-out" Error(namespace_left_out) [topic: Some(Topic::Pods)] {
        what: "The service is in a namespace whose pods the pod webhook does not see.",
        why: "The API server does not ask KServe's webhook about pods in namespaces with the label control-plane, as kserve and \
              kubeflow have it. The pods start without the model, and no error tells why.",
        fine: "The webhook of the cluster has another namespaceSelector.",
        fix: "Move the service to a namespace of its own, or take the label off.",
    }
}

/// The path of the HTTP probe of a container.
fn probe_path(container: Container<'_>) -> Option<&str> {
    Some(container.readiness_probe()?.http_get()?.path())
}

fn agent_probe(subject: &LintedService<'_>, findings: &mut Findings) {
    let pods = subject.injected().iter().zip(subject.pod_templates());
    for (injected, (component, _)) in pods.filter(|_| subject.is_standard()) {
        let Ok(template) = &injected.template else { continue };
        let spec = PodTemplate::of(template).spec();
        let main = spec.container(keys::TRANSFORMER_CONTAINER).or_else(|| spec.containers().next());
        let (Some(agent), Some(main)) = (spec.container("agent"), main) else { continue };
        if let (Some(asked), Some(own)) = (probe_path(agent), probe_path(main))
            && asked != own
            && !own.is_empty()
        {
            let message = format!(
                "the agent is probed at {asked} and not at {own}, the path of the readiness probe of {}; if the container answers \
                 otherwise there, the pods do not become ready",
                main.name()
            );
            findings.add(Path::keys(["spec", component.name()]), message);
        }
    }
}

/// Reports a namespace whose pods the webhook does not see, at the field that names it.
fn namespace_left_out(subject: &LintedService<'_>, findings: &mut Findings) {
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

fn pod_webhook(subject: &LintedService<'_>, findings: &mut Findings) {
    if pod::leaves_out(subject.cluster, &subject.rendering.namespace) {
        return;
    }
    let needing = subject.pod_templates().filter(|(_, template)| pod::needs_webhook(template));
    let components: BTreeSet<Component> = filled(needing.map(|(component, _)| component));
    for component in components {
        let message = format!(
            "the pods of the {} get their model, agent, logger or batcher only from the pod webhook; render with --inject \
             where it does not run",
            component.name()
        );
        findings.add(Path::keys(["spec", component.name()]), message);
    }
}

fn pod_webhook_refuses(subject: &LintedService<'_>, findings: &mut Findings) {
    // A configuration because of which every pod is refused has a finding of its own.
    if pod::refuses_all(subject.cluster) {
        return;
    }
    let mut found = BTreeMap::new();
    for (injected, (component, _)) in subject.injected().iter().zip(subject.pod_templates()) {
        if let (Err(refusal), false) = (&injected.template, injected.lacks_document) {
            found.insert((component, refusal.text()), refusal);
        }
    }
    for ((component, text), refusal) in found {
        let message = format!("the pod webhook refuses the pods of the {}: {text}", component.name());
        findings.add(place_of_refusal(subject, component, refusal), message);
        findings.unless_given("if the cluster has other Secrets than this folder, give what it has with --context");
    }
}

/// The storage spec if the refusal is about it, else the component.
fn place_of_refusal(subject: &LintedService<'_>, component: Component, refusal: &ControllerError) -> Path {
    let is_about_storage = matches!(refusal.cause(), Some(Cause::Storage | Cause::OneModelOnly));
    let part = subject.parts().find(|part| part.component == component);
    let storage = part.into_iter().filter(|_| is_about_storage).find_map(|part| {
        let mut storages = part.implementations().filter_map(|(key, model)| Some((key, Model::of(model).storage()?)));
        let (key, storage) = storages.next()?;
        let path = part.path.clone().key(key).key("storage");
        Some(if storage.key().is_some() { path.key("key") } else { path })
    });
    storage.unwrap_or_else(|| Path::keys(["spec", component.name()]))
}
