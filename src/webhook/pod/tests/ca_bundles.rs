//! CA bundles for object stores.

use super::*;

fn bundle(template: &Value) -> (Vec<Value>, Value) {
    let init = &template["spec"]["initContainers"][0];
    let volumes = template["spec"]["volumes"].as_array().and_then(|volumes| volumes.last()).cloned();
    let env = initializer_env(template);
    assert_eq!(init["volumeMounts"][1]["name"], "cabundle-cert");
    (env, volumes.unwrap_or_default()["configMap"]["name"].clone())
}

#[test]
fn the_bundle_has_another_name_outside_of_the_controllers_namespace() {
    let config = initializer_config(json!({"caBundleConfigMapName": "certs", "caBundleVolumeMountPath": ""}));
    let pod = injected(&cluster(Version::NEWEST, vec![config]), &with_uri("gs://b/m"));
    let (env, name) = bundle(&pod);
    assert_eq!(name, "global-ca-bundle");
    let wanted = json!([
        {"name": "CA_BUNDLE_CONFIGMAP_NAME", "value": "global-ca-bundle"},
        {"name": "CA_BUNDLE_VOLUME_MOUNT_POINT", "value": "/etc/ssl/custom-certs"},
    ]);
    assert_eq!(Value::from(env), wanted);
}

#[test]
fn credentials_can_bring_a_bundle_of_their_own() {
    let mut s3 = secret("s3", json!({"AWS_SECRET_ACCESS_KEY": "k"}));
    s3["metadata"]["annotations"] = json!({
        "serving.kserve.io/s3-cabundle-configmap": "own",
        "serving.kserve.io/s3-cabundle": "/certs/ca.crt",
    });
    let pod = injected(&cluster(Version::NEWEST, vec![account("default", &["s3"]), s3]), &with_uri("s3://b/m"));
    let (_, name) = bundle(&pod);
    assert_eq!(name, "own");
    assert_eq!(pod["spec"]["initContainers"][0]["volumeMounts"][1]["mountPath"], "/certs");
}
