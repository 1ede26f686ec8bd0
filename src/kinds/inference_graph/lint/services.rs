//! Rules about the services of a graph, and about the rendered graph.

use super::subject::{LintedGraph, ServiceProtocol, gets_response};
use crate::api::Mode;
use crate::kinds::resource::Status;
use crate::lint::rule::Findings;
use crate::object::dns::{fault_of_host, host_of};
use crate::object::{ControllerError, Kind, Path};

/// Reports an account that is not in the input. The account that every namespace has exists, whatever the input says.
pub(super) fn account_not_in_input(subject: &LintedGraph<'_>, findings: &mut Findings) {
    let account = subject.graph.view().service_account_name();
    let namespace = &subject.rendering.namespace;
    let is_known = subject.cluster.get(Kind::ServiceAccount, namespace, account).is_some();
    if !matches!(account, "" | "default") && !is_known {
        let message = format!("ServiceAccount {namespace}/{account} is not in the input");
        findings.add(Path::keys(["spec", "serviceAccountName"]), message);
    }
}

pub(super) fn service_missing(subject: &LintedGraph<'_>, findings: &mut Findings) {
    for (step, path) in subject.services() {
        if let (Err(error), None) = (&step.endpoint, &step.report) {
            findings.add(path, error.text());
            findings.unless_given("if the cluster has the service, give what it holds with --observed");
            match &step.meant {
                Some(meant) if meant.name == step.service => findings.help(format!(
                    "there is one in the namespace {}, but a graph looks for services only in its own",
                    meant.namespace
                )),
                Some(meant) => findings.help(format!("did you mean `{}`?", meant.name)),
                None => {}
            }
        }
    }
}

pub(super) fn service_not_ready(subject: &LintedGraph<'_>, findings: &mut Findings) {
    for (step, path) in subject.services() {
        match (&step.endpoint, &step.report) {
            (Err(error), Some(_)) => findings.add(path, error.text()),
            (Ok(_), Some(report)) if !report.is_ready => {
                findings.add(path, format!("service {} has an address, but is not ready", step.service));
            }
            _ => {}
        }
    }
}

pub(super) fn service_without_path(subject: &LintedGraph<'_>, findings: &mut Findings) {
    for (step, path) in subject.services() {
        if let Ok(endpoint) = &step.endpoint
            && endpoint.url == endpoint.address
        {
            let why = match &endpoint.protocol.name {
                Some(protocol) => format!("it speaks {protocol}"),
                None => "it serves many models".to_owned(),
            };
            findings.add(
                path,
                format!("requests to {} go to {}, without the path of a model: {why}", step.service, endpoint.url),
            );
        }
    }
}

pub(super) fn protocols_mixed(subject: &LintedGraph<'_>, findings: &mut Findings) {
    let protocols = subject.protocols();
    for node in subject.graph.nodes() {
        let mut first: Option<ServiceProtocol<'_>> = None;
        for step in node.steps().filter(|step| !gets_response(&node, step)) {
            let target = step.target();
            let Some((service, protocol)) = protocols.behind(&node, &step) else { continue };
            let Some((other, of_other)) = first else {
                first = Some((service, protocol));
                continue;
            };
            if of_other != protocol {
                let path = node.step_path(&step).key(target.map_or("", |target| target.field()));
                let message =
                    format!("{service} speaks {protocol}, but {other}, which gets the same request, speaks {of_other}");
                findings.add(path, message);
            }
        }
    }
}

pub(super) fn name_too_long(subject: &LintedGraph<'_>, findings: &mut Findings) {
    let is_standard = subject.mode() == Some(&Mode::Standard);
    let (most, what) = if is_standard { (58, "a label isvc.NAME") } else { (63, "a Knative Service") };
    let length = subject.graph.metadata.name.len();
    if length > most {
        let message = format!("the name has {length} characters, and {what} takes at most {most} of them");
        findings.add(Path::keys(["metadata", "name"]), message);
    }
}

pub(super) fn service_in_another_mode(subject: &LintedGraph<'_>, findings: &mut Findings) {
    let Some(mode) = subject.mode() else { return };
    for (step, path) in subject.services() {
        let of_service = step.report.as_ref().and_then(|report| report.mode.as_ref());
        if let Some(of_service) = of_service.filter(|of_service| *of_service != mode) {
            let [of_service, mode] = [of_service, mode].map(|mode| mode.name(&subject.cluster.release));
            findings.add(path, format!("service {} has the mode {of_service}, the graph {mode}", step.service));
        }
    }
}

pub(super) fn graph_fails(subject: &LintedGraph<'_>, findings: &mut Findings) {
    let is_of_service = |error: &ControllerError| {
        subject.services().any(|(step, _)| step.endpoint.as_ref().is_err_and(|of| of == error))
    };
    if let Some(error) = subject.rendering.error().filter(|error| !is_of_service(error)) {
        findings.add(Path::keys(["spec"]), error.text());
    }
}

pub(super) fn host_not_dns(subject: &LintedGraph<'_>, findings: &mut Findings) {
    let host = subject.rendering.status().and_then(Status::url).map(host_of);
    if let Some((host, fault)) = host.and_then(|host| Some((host, fault_of_host(host)?))) {
        findings.add(Path::keys(["metadata", "name"]), format!("host {host} {fault}"));
    }
}
