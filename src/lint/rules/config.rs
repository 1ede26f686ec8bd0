//! The ConfigMap `inferenceservice-config`.

use crate::Cluster;
use crate::lint::config_faults::{Fault, faults};
use crate::lint::rule::rules;
use crate::lint::{Findings, ToldBy, Topic};
use crate::object::Path;

rules! {
    "KSR005" "config-refused" Error Config(config_refused)
        [topic: Some(Topic::Configuration), told_by: Some(ToldBy::Configuration), reports: &["#4701", "#4908"]] {
        what: "The controller or a webhook refuses a section of the ConfigMap.",
        why: "While a section that is needed is broken, services can be neither created nor changed, and those that exist \
         are no longer reconciled.",
        fine: "Never.",
        fix: "Fix the section; `kserve-render config check` shows the same errors.",
    }
    "KSR006" "config-unread" Warning Config(config_unread)
        [topic: Some(Topic::Configuration), told_by: Some(ToldBy::Configuration)] {
        what: "The ConfigMap has a section or a key that nothing reads.",
        why: "The controller passes over names that it does not know, so what is set there has no effect.",
        fine: "Another component reads it, or a later release will.",
        fix: "Write the name as the message proposes, or remove it.",
    }
    "KSR007" "template-without-namespace" Warning Config(template_without_namespace) [topic: Some(Topic::Configuration)] {
        what: "domainTemplate in the section ingress does not use the namespace.",
        why: "Services of the same name in two namespaces then have the same host, and requests for one reach the other.",
        fine: "All services live in one namespace, or their names are unique in the cluster.",
        fix: "Use {{ .Namespace }} in the template.",
    }
    "KSR008" "gateway-required-without-ingress" Warning Config(gateway_required_without_ingress) [topic: Some(Topic::Configuration)] {
        what: "disableIngressCreation is set, but the section ingress is refused for lack of a gateway.",
        why: "The gateway is required even where nothing uses it.",
        fine: "Never.",
        fix: "Set ingressGateway, as in knative-serving/knative-ingress-gateway, although nothing is created for it.",
    }
}

fn config_refused(cluster: &Cluster, findings: &mut Findings) {
    for fault in faults(cluster) {
        if let Fault::Refused { section, keys, message, .. } = fault {
            let path = keys.iter().fold(Path::keys(["data", section]), |path, key| path.key(key));
            findings.add(path, format!("section {section}: {}", message.trim_end()));
        }
    }
}

fn config_unread(cluster: &Cluster, findings: &mut Findings) {
    for fault in faults(cluster) {
        if let Fault::NotRead { path, known } = fault {
            let hint = known.map_or_else(String::new, |known| format!("; did you mean {known}?"));
            let message = format!("{} is not read by the controller{hint}", path.join("."));
            let steps = std::iter::once("data").chain(path.iter().map(String::as_str));
            findings.add(steps.fold(Path::default(), Path::key), message);
        }
    }
}

fn template_without_namespace(cluster: &Cluster, findings: &mut Findings) {
    let Ok(routing) = &cluster.routing else { return };
    let template = &routing.settings.domain_template;
    if !template.contains(".Namespace") {
        let message =
            format!("domainTemplate {template:?} gives services of the same name in two namespaces the same host");
        findings.add(Path::keys(["data", "ingress", "domainTemplate"]), message);
    }
}

fn gateway_required_without_ingress(cluster: &Cluster, findings: &mut Findings) {
    let Some(ingress) = cluster.config.ingress.value() else { return };
    if ingress.disable_ingress_creation && ingress.ingress_gateway.is_empty() {
        let message = "ingressGateway is required although disableIngressCreation is set";
        findings.add(Path::keys(["data", "ingress", "disableIngressCreation"]), message);
    }
}
