//! What happens to an existing object.
//!
//! Each function returns the object as it is after the step, or `None` if the controller leaves it alone. If the controller lets
//! the API server fill in defaults before it compares, [`defaults::adopt`] does the same here; an object that changes is returned
//! as the controller sends it, without defaults.

use super::autoscaler::{CLASS_ANNOTATION, EXTERNAL, HPA, NONE};
use crate::engine::server::{defaults, knative, with_status_of};
use crate::object::Kind;
use crate::object::ObjectView as _;
use crate::object::fields::Lookup as _;
use crate::object::fields::text;
use crate::object::kind::Use;
use crate::object::tidy;
use crate::{Map, Value};

/// A Knative Service keeps what others write on it; only the revision template, traffic, labels and the annotations in `managed`
/// are replaced.
pub(crate) fn knative_service(existing: &Value, desired: &Value, managed: &[&str]) -> Option<Value> {
    let defaulted = defaults::adopt(desired, existing);
    let same = |path: &str| existing.at(path) == defaulted.at(path);
    let managed_same = managed.iter().all(|key| existing.annotation(key) == desired.annotation(key));
    if managed_same && ["/spec/template", "/spec/traffic", "/metadata/labels"].into_iter().all(same) {
        return None;
    }
    let mut sent = desired.clone();
    knative::drop_unknown(&mut sent, existing);
    let mut updated = existing.clone();
    for (parent, key) in [("/spec", "template"), ("/spec", "traffic"), ("/metadata", "labels")] {
        // Objects are sent without defaults and stored with them: a template that is equal with defaults makes no new revision.
        if same(&format!("{parent}/{key}")) {
            continue;
        }
        let value = sent.at(parent).and_then(|parent| parent.get(key)).cloned();
        set(&mut updated, parent, key, value);
    }
    // Knative sets it to false in what users create, so the controller must not set it to true again.
    let links = "/spec/template/spec/enableServiceLinks";
    if desired.at(links).is_none() && existing.at(links) == Some(&Value::Bool(false)) {
        set(&mut updated, "/spec/template/spec", "enableServiceLinks", Some(false.into()));
    }
    let mut annotations = updated.annotations().cloned().unwrap_or_default();
    for key in managed {
        match desired.annotation(key) {
            Some(value) => annotations.insert((*key).to_owned(), value.into()),
            None => annotations.remove(*key),
        };
    }
    let annotations = (!annotations.is_empty()).then(|| annotations.into());
    set(&mut updated, "/metadata", "annotations", annotations);
    Some(updated)
}

/// A Deployment whose spec differs is replaced, keeping what others have added to its metadata. Replicas belong to the
/// autoscaler, except for the class `none`: the class of the existing object decides whether they are compared, that of the
/// desired one whether they are written.
pub(super) fn deployment(existing: &Value, desired: &Value) -> Option<Value> {
    let defaulted = defaults::adopt(desired, existing);
    let [mut compared, mut wanted] =
        [existing, &defaulted].map(|object| object.get("spec").cloned().unwrap_or_default());
    let replicas = match existing.annotation(CLASS_ANNOTATION) {
        Some(NONE) => [existing, &defaulted].map(|object| object.at("/spec/replicas").cloned()),
        _ => [None, None],
    };
    for (spec, replicas) in [&mut compared, &mut wanted].into_iter().zip(replicas) {
        set(spec, "", "replicas", replicas);
    }
    if compared == wanted {
        return None;
    }
    let mut updated = with_status_of(existing, desired.clone());
    if desired.annotation(CLASS_ANNOTATION) != Some(NONE) {
        set(&mut updated, "/spec", "replicas", existing.at("/spec/replicas").cloned());
    }
    Some(updated)
}

/// A Service is replaced if its ports or selector differ. They are compared without the API server's defaults, so a first port
/// without a protocol always differs.
pub(super) fn service(existing: &Value, desired: &Value) -> Option<Value> {
    let same = |path: &str| existing.at(path) == desired.at(path);
    if same("/spec/ports") && same("/spec/selector") {
        return None;
    }
    let mut updated = with_status_of(existing, desired.clone());
    // The API server assigns these once, and keeps them if an update leaves them out.
    for key in ["clusterIP", "clusterIPs", "ipFamilies", "ipFamilyPolicy"] {
        if let (None, Some(given)) =
            (desired.at("/spec").and_then(|spec| spec.get(key)), existing.at("/spec").and_then(|spec| spec.get(key)))
        {
            set(&mut updated, "/spec", key, Some(given.clone()));
        }
    }
    Some(updated)
}

/// A HorizontalPodAutoscaler is written in every pass, since what the server completes is not what the controller wants; where
/// nothing else differs, the server keeps what it has. Desired objects do not say the uid of their owner.
pub(crate) fn hpa(existing: &Value, desired: &Value) -> Option<Value> {
    fn stored(mut object: Value) -> Value {
        let owners = object.at_mut("/metadata/ownerReferences").and_then(Value::as_array_mut);
        for owner in owners.into_iter().flatten().filter_map(Value::as_object_mut) {
            owner.remove("uid");
        }
        tidy::without_status(object)
    }
    (stored(defaults::adopt(desired, existing)) != stored(existing.clone()))
        .then(|| with_status_of(existing, desired.clone()))
}

/// ScaledObjects and OpenTelemetryCollectors are replaced if their specs differ.
pub(super) fn by_spec(existing: &Value, desired: &Value) -> Option<Value> {
    let defaulted = defaults::adopt(desired, existing);
    (existing.get("spec") != defaulted.get("spec")).then(|| with_status_of(existing, desired.clone()))
}

/// Sets or removes `parent.key`.
fn set(object: &mut Value, parent: &str, key: &str, value: Option<Value>) {
    if let Some(parent) = object.at_mut(parent).and_then(Value::as_object_mut) {
        match value {
            Some(value) => parent.insert(key.to_owned(), value),
            None => parent.remove(key),
        };
    }
}

/// Whether the autoscaler class is one with a HorizontalPodAutoscaler.
pub(super) fn wants_hpa(desired: &Value) -> bool {
    desired.annotation(CLASS_ANNOTATION).is_none_or(|class| class == HPA)
}

/// Whether the autoscaler class is one for which the controller creates no autoscaler.
pub(super) fn leaves_scaling_to_others(desired: &Value) -> bool {
    matches!(desired.annotation(CLASS_ANNOTATION), Some(EXTERNAL | NONE))
}

fn owners(object: &Value) -> impl Iterator<Item = &Map> {
    object.owner_references().iter().filter_map(Value::as_object)
}

/// Whether an owner of the autoscaler is of a kind whose autoscalers the controller deletes.
pub(super) fn has_owner_of_autoscalers(object: &Value) -> bool {
    owners(object).filter_map(Kind::of_members).any(|owner| owner.is(Use::OwnsAutoscalers))
}

/// Whether both objects have the same controller. Without uids, they are compared by kind and name.
pub(super) fn same_controller(one: &Value, other: &Value) -> bool {
    fn controller(object: &Value) -> Option<(&str, &str)> {
        owners(object)
            .find(|owner| owner.get("controller").and_then(Value::as_bool) == Some(true))
            .map(|owner| (text(owner, "kind"), text(owner, "name")))
    }
    controller(one).is_some() && controller(one) == controller(other)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::build::workload::knative_service::MANAGED_ANNOTATIONS;

    fn object(labels: Value, annotations: Value, spec: Value) -> Value {
        json!({ "metadata": { "labels": labels, "annotations": annotations }, "spec": spec })
    }

    #[test]
    fn replicas_belong_to_the_autoscaler() {
        let existing = object(json!({}), json!({}), json!({ "replicas": 5, "template": "old" }));
        assert_eq!(deployment(&existing, &object(json!({}), json!({}), json!({ "template": "old" }))), None);
        let updated = deployment(&existing, &object(json!({}), json!({}), json!({ "template": "new" }))).unwrap();
        assert_eq!(updated["spec"], json!({ "replicas": 5, "template": "new" }));
    }

    #[test]
    fn replicas_are_compared_by_the_old_class_and_written_by_the_new() {
        let class = |class: &str, spec: Value| object(json!({}), json!({ CLASS_ANNOTATION: class }), spec);
        let fixed = |replicas: i64| class(NONE, json!({ "replicas": replicas, "template": 1 }));
        assert_eq!(deployment(&fixed(2), &fixed(3)), Some(fixed(3)));
        assert_eq!(deployment(&class(HPA, json!({ "replicas": 2, "template": 1 })), &fixed(3)), None);
        let scaled = deployment(&fixed(2), &class(HPA, json!({ "template": 2 }))).unwrap();
        assert_eq!(scaled["spec"], json!({ "replicas": 2, "template": 2 }));
    }

    #[test]
    fn fixed_replicas_that_are_no_longer_set_are_removed() {
        let class = |spec: Value| object(json!({}), json!({ CLASS_ANNOTATION: NONE }), spec);
        let existing = |replicas: i64| class(json!({ "replicas": replicas, "template": 1 }));
        let wanted = class(json!({ "template": 1 }));
        assert_eq!(deployment(&existing(2), &wanted), Some(wanted.clone()));
        // The server defaults to one.
        assert_eq!(deployment(&existing(1), &wanted), None);
    }

    #[test]
    fn defaults_of_the_server_are_not_a_difference() {
        let pod = |container: Value| {
            object(json!({}), json!({}), json!({ "template": { "spec": { "containers": [container] } } }))
        };
        let existing = pod(json!({ "name": "a", "image": "x", "imagePullPolicy": "Always", "resources": {} }));
        assert_eq!(deployment(&existing, &pod(json!({ "name": "a", "image": "x" }))), None);
        let updated = deployment(&existing, &pod(json!({ "name": "a", "image": "y" }))).unwrap();
        assert_eq!(updated, pod(json!({ "name": "a", "image": "y" })));
        let with_arguments = pod(json!({ "name": "a", "image": "x", "args": ["b"] }));
        assert!(deployment(&with_arguments, &pod(json!({ "name": "a", "image": "x" }))).is_some());
    }

    #[test]
    fn a_horizontal_pod_autoscaler_keeps_the_rules_that_the_server_fills_in() {
        let hpa = |labels: Value, spec: Value| {
            let mut hpa = object(labels, json!({}), spec);
            hpa["apiVersion"] = "autoscaling/v2".into();
            hpa["kind"] = "HorizontalPodAutoscaler".into();
            hpa
        };
        let percent = json!({ "periodSeconds": 15, "type": "Percent", "value": 100 });
        let down = json!({ "policies": [percent], "selectPolicy": "Max" });
        let cpu = json!({ "name": "cpu", "target": { "averageUtilization": 80, "type": "Utilization" } });
        let metrics = json!([{ "resource": cpu, "type": "Resource" }]);
        let existing =
            hpa(json!({}), json!({ "behavior": { "scaleDown": down }, "metrics": metrics, "maxReplicas": 2 }));
        let wanted = |max: i64| json!({ "behavior": {}, "metrics": null, "maxReplicas": max });
        assert_eq!(super::hpa(&existing, &hpa(json!({}), wanted(2))), None);
        let owned = |mut hpa: Value, owner: Value| {
            hpa["metadata"]["ownerReferences"] = json!([owner]);
            hpa
        };
        let by_uid = owned(existing.clone(), json!({ "name": "flower", "uid": "1" }));
        assert_eq!(super::hpa(&by_uid, &owned(hpa(json!({}), wanted(2)), json!({ "name": "flower" }))), None);
        for changed in [hpa(json!({}), wanted(3)), hpa(json!({ "a": "1" }), wanted(2))] {
            assert_eq!(super::hpa(&existing, &changed), Some(changed));
        }
    }

    #[test]
    fn services_change_with_ports_and_selector_only() {
        let existing =
            object(json!({ "a": "1" }), json!({}), json!({ "ports": [{ "port": 80 }], "clusterIP": "10.0.0.1" }));
        let labelled = object(json!({ "a": "2" }), json!({}), json!({ "ports": [{ "port": 80 }] }));
        assert_eq!(service(&existing, &labelled), None);
        let moved = object(json!({ "a": "2" }), json!({}), json!({ "ports": [{ "port": 81 }] }));
        let updated = service(&existing, &moved).unwrap();
        assert_eq!(updated["spec"], json!({ "ports": [{ "port": 81 }], "clusterIP": "10.0.0.1" }));
        assert_eq!(updated["metadata"]["labels"], json!({ "a": "2" }));
    }

    fn of_knative(mut object: Value) -> Value {
        object["apiVersion"] = "serving.knative.dev/v1".into();
        object["kind"] = "Service".into();
        object
    }

    #[test]
    fn a_knative_service_keeps_what_others_write() {
        let [rollout, passthrough] = MANAGED_ANNOTATIONS;
        let creator = "serving.knative.dev/creator";
        let existing = of_knative(object(
            json!({ "old": "1" }),
            json!({ creator: "me", rollout: "1m" }),
            json!({ "template": { "spec": { "enableServiceLinks": false } }, "traffic": [], "other": 1 }),
        ));
        let same = object(
            json!({ "old": "1" }),
            json!({ rollout: "1m" }),
            json!({ "template": { "spec": {} }, "traffic": [] }),
        );
        assert_eq!(knative_service(&existing, &same, &MANAGED_ANNOTATIONS), None);
        let changed = object(
            json!({ "new": "1" }),
            json!({ passthrough: "true" }),
            json!({ "template": { "spec": {} }, "traffic": [1] }),
        );
        assert_eq!(
            knative_service(&existing, &changed, &MANAGED_ANNOTATIONS).unwrap(),
            of_knative(object(
                json!({ "new": "1" }),
                json!({ creator: "me", passthrough: "true" }),
                json!({ "template": { "spec": { "enableServiceLinks": false } }, "traffic": [1], "other": 1 }),
            ))
        );
    }

    #[test]
    fn fields_that_knative_does_not_have_make_no_revision() {
        let service = |pod: Value| json!({ "apiVersion": "serving.knative.dev/v1", "kind": "Service", "spec": { "template": { "spec": pod } } });
        let desired = service(json!({ "dnsPolicy": "Default", "terminationGracePeriodSeconds": 90 }));
        let existing = service(json!({ "dnsPolicy": "Default" }));
        assert_eq!(knative_service(&existing, &desired, &[]), None);
        let other = service(json!({ "dnsPolicy": "None" }));
        assert_eq!(knative_service(&other, &desired, &[]), Some(existing));
    }

    #[test]
    fn traffic_alone_makes_no_revision_of_a_template_with_defaults() {
        let stored = json!({ "metadata": { "creationTimestamp": null }, "spec": { "timeoutSeconds": 300 } });
        let existing = of_knative(object(json!({}), json!({}), json!({ "template": stored, "traffic": [] })));
        let desired =
            object(json!({}), json!({}), json!({ "template": { "metadata": {}, "spec": {} }, "traffic": [1] }));
        let updated = knative_service(&existing, &desired, &MANAGED_ANNOTATIONS).unwrap();
        assert_eq!(updated["spec"], json!({ "template": stored, "traffic": [1] }));
    }
}
