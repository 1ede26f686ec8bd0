//! The pod webhook by itself: compares its result for the recorded objects of a case with the recorded templates, independently
//! of the rest of the tool.

use kserve_render::internals::{InferenceService, inject_all};
use kserve_render::object::Kind;
use kserve_render::output::report;
use kserve_render::release::Version;
use kserve_render::{Injected, Outcome, Reconciliation, Rendering, Value};

use super::case::{Case, difference, part};

/// How a release's webhook, run on the recorded objects, differs from the recorded templates; and whether it changes a template
/// that it has changed before.
pub fn differences(case: &Case, version: Version, own_defaults: bool) -> Result<Vec<String>, String> {
    let cluster = case.cluster(version, own_defaults)?;
    let mut found = Vec::new();
    for recorded in case.reports(version) {
        let Some(service) = recorded.get("defaulted") else { continue };
        let service = InferenceService::of(service, 1);
        let objects = recorded.get("objects").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        let injected = inject_all(&cluster, &service, objects);
        let changed: Vec<Value> = injected.iter().filter_map(|entry| with_template(objects, entry)).collect();
        let once = report_of(injected);
        found.extend(difference(&part(recorded, "injected"), &part(&once, "injected"), "injected"));
        let mut once = once;
        if let Some(entries) = once.get_mut("injected").and_then(Value::as_array_mut) {
            entries.retain(|entry| entry.get("template").is_some());
        }
        let twice = report_of(inject_all(&cluster, &service, &changed));
        let by_name = |report: &Value| match part(report, "injected") {
            Value::Object(entries) if entries.is_empty() => Value::Null,
            entries => entries,
        };
        found.extend(difference(&by_name(&once), &by_name(&twice), "injected again"));
    }
    Ok(found)
}

fn report_of(injected: Vec<Injected>) -> Value {
    let outcome = Outcome::Reconciled(Box::new(Reconciliation { injected, ..Reconciliation::default() }));
    let (namespace, name) = (String::new(), String::new());
    report::of(Rendering { kind: Kind::InferenceService, namespace, name, warnings: Vec::new(), outcome })
}

/// The workload of an injected template, with that template.
fn with_template(objects: &[Value], injected: &Injected) -> Option<Value> {
    let is_own = |object: &&Value| {
        object.get("kind").is_some_and(|kind| *kind == injected.kind)
            && object.pointer("/metadata/name").is_some_and(|name| *name == injected.name)
            && object.pointer("/spec/template").is_some()
    };
    let mut object = objects.iter().find(is_own)?.clone();
    *object.pointer_mut("/spec/template")? = injected.template.as_ref().ok()?.clone().into();
    Some(object)
}
