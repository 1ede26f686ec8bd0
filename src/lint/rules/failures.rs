//! What controllers fail with.

use crate::kinds::words;
use crate::kinds::{self, Advice};
use crate::lint::rule::{Findings, Mending, Topic, rules};
use crate::lint::subject::Resource;
use crate::object::diagnostic::{Change, Mend};
use crate::object::error::SectionCause;
use crate::object::{Cause, ControllerError, Path};

rules! {
    "KSR002" "reconcile-fails" Error Any(reconcile_fails) [mending: Mending::Safe, topic: Some(Topic::Readiness), reports: &["#3851"]] {
        what: "The service passes admission, but the controller fails to create its objects.",
        why: "kubectl apply succeeds, and only the conditions of the service or the controller's log tell that nothing runs.",
        fine: "Never; what is missing may only be absent from the input, such as a runtime: then add it with --context.",
        fix: "Do what the message asks for; `kserve-render runtimes --for FILE` tells why runtimes do not fit.",
    }
}

fn reconcile_fails(resource: &Resource<'_>, findings: &mut Findings) {
    let Some(error) = resource.rendering.error() else { return };
    if words::rules(resource.rendering.kind).is_some_and(|kind| (kind.tell_failure)(resource, error, findings)) {
        return;
    }
    let advise = kinds::properties(resource.rendering.kind).advise;
    if let Some(Advice { path, help, value }) = advise(resource.cluster, resource.written, error) {
        add_failure(path.clone(), error, findings);
        findings.help(help);
        if let Some(value) = value {
            findings.mend(Mend::safe(Change::Write { path, value: value.into() }));
        }
        return;
    }
    // A host comes of the names of service and namespace.
    let is_about_host = error.cause() == Some(&Cause::Host);
    let place = if is_about_host { Path::keys(["metadata", "name"]) } else { Path::keys(["spec"]) };
    add_failure(place, error, findings);
    // What is wrong with the configuration is wrong there, and of all services.
    if let Some(SectionCause { section, keys }) = error.section() {
        let path = keys.iter().fold(Path::keys(["data", section]), |path, key| path.key(key));
        findings.elsewhere(resource.cluster.config_key(), path);
    }
    if error.cause() == Some(&Cause::OneModelOnly) {
        findings.help(
            "the storage container of the release's Helm chart does, unlike that of its manifests: give the one of the cluster".into(),
        );
    }
    if is_about_host && resource.cluster.routing.as_ref().is_ok_and(|routing| routing.settings.disable_ingress_creation)
    {
        findings.help("the host is made although disableIngressCreation is set".into());
    }
}

/// Adds the error of the controller. A runtime that it does not find may be one that the cluster has.
fn add_failure(path: Path, error: &ControllerError, findings: &mut Findings) {
    findings.add(path, error.text());
    findings.about(error.cause());
    if matches!(error.cause(), Some(Cause::NoRuntime | Cause::RuntimeNotFound(_))) {
        findings.unless_given("if the cluster has a runtime for it, give that with --context");
    }
}
