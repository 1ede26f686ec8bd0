//! The Knative flags that pods need.

use super::*;
use crate::release::Version;
use crate::schema::Types;
use crate::webhook::pod::knative::{FIELDS, VOLUMES, refusal as knative_refusal};

fn features(template: &Value) -> Vec<&'static str> {
    knative_features(template.as_object().expect("a template"))
}

#[test]
fn injected_fields_need_flags_of_knative() {
    let cluster = cluster(Version::NEWEST, vec![]);
    assert!(features(&template(json!({}))).is_empty());
    let downloaded = features(&injected(&cluster, &with_uri("gs://b/m")));
    assert_eq!(downloaded, ["kubernetes.podspec-init-containers", "kubernetes.podspec-volumes-emptydir"]);
    // The claim itself is not read-only, only the mount is.
    let claimed = features(&injected(&cluster, &with_uri("pvc://c")));
    let claim = ["kubernetes.podspec-persistent-volume-claim", "kubernetes.podspec-persistent-volume-write"];
    assert_eq!(claimed, claim);
    assert_eq!(features(&injected(&cluster, &with_uri("oci+native://r/m"))), ["kubernetes.podspec-volumes-image"]);
    let shared = features(&injected(&cluster, &with_uri("oci://r/m")));
    let wanted = [
        "kubernetes.podspec-init-containers",
        "kubernetes.podspec-shareprocessnamespace",
        "kubernetes.podspec-volumes-emptydir",
        "multi-container",
    ];
    assert_eq!(shared, wanted);
}

#[test]
fn flags_are_off_unless_the_config_map_or_knative_has_them_on() {
    let needed = ["kubernetes.podspec-init-containers", "kubernetes.podspec-volumes-emptydir"];
    assert_eq!(knative_features_off(&needed, None), [needed[0]]);
    let data = json!({needed[0]: "Enabled", needed[1]: "disabled"});
    assert_eq!(knative_features_off(&needed, data.as_object()), [needed[1]]);
    let needed = ["kubernetes.podspec-init-containers", "kubernetes.podspec-tolerations"];
    let data = json!({needed[0]: "allowed", needed[1]: "allowed"});
    assert_eq!(knative_features_off(&needed, data.as_object()), [needed[0]]);
}

#[test]
fn knative_takes_one_port_only() {
    let cluster = cluster(Version::NEWEST, vec![]);
    let mut template = template(json!({"internal.serving.kserve.io/batcher": "true"}));
    let refused = |template: &Value| knative_refusal(template.as_object().expect("a template"));
    template["spec"]["containers"][0]["ports"] = json!([{"containerPort": 8080}]);
    assert_eq!(refused(&template), None);
    assert_eq!(refused(&injected(&cluster, &template)), Some("more than one container port is set"));
}

#[test]
fn templates_with_unmet_requests_need_the_webhook() {
    let cluster = cluster(Version::NEWEST, vec![]);
    let needs = |template: &Value| needs_webhook(template.as_object().expect("a template"));
    assert!(!needs(&template(json!({}))));
    for uri in ["gs://b/m", "pvc://c/m", "oci://r/m", "oci+native://r/m"] {
        assert!(needs(&with_uri(uri)), "{uri}");
        assert!(!needs(&injected(&cluster, &with_uri(uri))), "{uri}");
    }
    let batched = template(json!({"internal.serving.kserve.io/batcher": "true", SOURCE: "gs://b/m"}));
    assert!(needs(&batched));
    assert!(!needs(&injected(&cluster, &batched)));
}

#[test]
fn fields_behind_flags_are_in_the_tables() {
    let types = Types::of(Version::NEWEST);
    let has = |of: &str, field: &str| {
        types.structs.iter().any(|owner| owner.fields.iter().any(|own| own.owner == of && own.name == field))
    };
    for (field, _) in FIELDS {
        assert!(has("v1beta1.PodSpec", field), "{field}");
    }
    for (source, _) in VOLUMES {
        assert!(has("v1.VolumeSource", source), "{source}");
    }
}
