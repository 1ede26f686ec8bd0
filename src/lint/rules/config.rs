//! The ConfigMap `inferenceservice-config`.

use crate::Cluster;
use crate::config::check::{Fault, faults};
use crate::diagnostic::{Code, Severity};
use crate::diff::Path;
use crate::lint::{Check, Findings, Rule};

pub(super) static RULES: &[Rule] = &[
    Rule {
        code: Code {
            id: "KSR005",
            name: "config-refused",
            explanation: "The controller or a webhook refuses a section of the ConfigMap.",
        },
        severity: Severity::Error,
        why: "While a section that is needed is broken, services can be neither created nor changed, and those that exist \
              are no longer reconciled.",
        fine: "Never.",
        fix: "Mend the section; `kserve-render config check` shows the same errors.",
        check: Check::Config(config_refused),
    },
    Rule {
        code: Code {
            id: "KSR006",
            name: "config-unread",
            explanation: "The ConfigMap has a section or a key that nothing reads.",
        },
        severity: Severity::Warning,
        why: "The controller passes over names that it does not know, so what is set there has no effect.",
        fine: "Another component reads it, or a later release will.",
        fix: "Write the name as the message proposes, or remove it.",
        check: Check::Config(config_unread),
    },
    Rule {
        code: Code {
            id: "KSR007",
            name: "template-without-namespace",
            explanation: "domainTemplate in the section ingress does not use the namespace.",
        },
        severity: Severity::Warning,
        why: "Services of the same name in two namespaces then have the same host, and requests for one reach the other.",
        fine: "All services live in one namespace, or their names are unique in the cluster.",
        fix: "Use {{ .Namespace }} in the template.",
        check: Check::Config(template_without_namespace),
    },
    Rule {
        code: Code {
            id: "KSR008",
            name: "gateway-required-without-ingress",
            explanation: "disableIngressCreation is set, but the section ingress is refused for lack of a gateway.",
        },
        severity: Severity::Warning,
        why: "The gateway is required even where nothing uses it.",
        fine: "Never.",
        fix: "Set ingressGateway, as in knative-serving/knative-ingress-gateway, although nothing is created for it.",
        check: Check::Config(gateway_required_without_ingress),
    },
];

fn config_refused(cluster: &Cluster, findings: &mut Findings) {
    for fault in faults(cluster) {
        if let Fault::Refused { section, message, .. } = fault {
            findings.add(Path::keys(["data", section]), format!("section {section}: {}", message.trim_end()));
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
