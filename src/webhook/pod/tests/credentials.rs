//! Credentials from ServiceAccounts and Secrets.

use super::*;
use crate::build::storage::secrets_in_live;
use crate::facts::copyable::Place;

fn env(version: Version, data: Value) -> Value {
    let documents = vec![account("default", &["s"]), secret("s", data)];
    initializer_env(&injected(&cluster(version, documents), &with_uri("s3://b/m"))).into()
}

fn reference(name: &str, key: &str) -> Value {
    json!({"name": name, "valueFrom": {"secretKeyRef": {"name": "s", "key": key}}})
}

#[test]
fn s3_keys_are_referenced_and_settings_are_copied() {
    let keys = json!({"AWS_ACCESS_KEY_ID": "i", "AWS_SECRET_ACCESS_KEY": "k", "S3_ENDPOINT": "minio:9000", "S3_USE_HTTPS": "0"});
    let wanted = json!([
        reference("AWS_ACCESS_KEY_ID", "AWS_ACCESS_KEY_ID"),
        reference("AWS_SECRET_ACCESS_KEY", "AWS_SECRET_ACCESS_KEY"),
        {"name": "S3_USE_HTTPS", "value": "0"},
        {"name": "S3_ENDPOINT", "value": "minio:9000"},
        {"name": "AWS_ENDPOINT_URL", "value": "http://minio:9000"},
    ]);
    assert_eq!(env(Version::NEWEST, keys), wanted);
}

#[test]
fn the_scheme_of_an_endpoint_decides_about_https() {
    for (endpoint, https, host, url) in [
        ("HTTPS://h", Some("1"), Some("h"), "HTTPS://h"),
        (" http://h ", Some("0"), Some("h"), "http://h"),
        ("h", None, Some("h"), "https://h"),
        // A blank endpoint is set, but is not an endpoint.
        (" ", None, None, "https://"),
    ] {
        let env = env(Version::NEWEST, json!({"AWS_SECRET_ACCESS_KEY": "k", "S3_ENDPOINT": endpoint}));
        let value = |name: &str| {
            let found = env.as_array().into_iter().flatten().find(|variable| variable["name"] == name);
            found.map(|variable| variable["value"].as_str().map(str::to_owned))
        };
        assert_eq!(value("S3_USE_HTTPS").flatten().as_deref(), https, "{endpoint}");
        assert_eq!(value("S3_ENDPOINT").expect("a host").as_deref(), host, "{endpoint}");
        assert_eq!(value("AWS_ENDPOINT_URL").flatten().as_deref(), Some(url), "{endpoint}");
    }
}

#[test]
fn an_annotation_wins_over_data_even_when_it_is_empty() {
    let mut s3 = secret("s", json!({"AWS_SECRET_ACCESS_KEY": "k", "AWS_DEFAULT_REGION": "eu"}));
    s3["metadata"]["annotations"] = json!({"serving.kserve.io/s3-region": ""});
    let pod = injected(&cluster(Version::NEWEST, vec![account("default", &["s"]), s3]), &with_uri("s3://b/m"));
    assert_eq!(initializer_env(&pod).len(), 2);
}

#[test]
fn a_second_s3_secret_changes_settings_but_not_keys() {
    let one = secret("s", json!({"AWS_SECRET_ACCESS_KEY": "k", "AWS_DEFAULT_REGION": "eu"}));
    let two = secret("t", json!({"AWS_SECRET_ACCESS_KEY": "k", "AWS_DEFAULT_REGION": "us"}));
    let documents = vec![account("default", &["s", "t"]), one, two];
    let env = initializer_env(&injected(&cluster(Version::NEWEST, documents), &with_uri("s3://b/m")));
    let wanted = json!([
        reference("AWS_ACCESS_KEY_ID", "AWS_ACCESS_KEY_ID"),
        reference("AWS_SECRET_ACCESS_KEY", "AWS_SECRET_ACCESS_KEY"),
        {"name": "AWS_DEFAULT_REGION", "value": "us"},
    ]);
    assert_eq!(Value::from(env), wanted);
}

#[test]
fn the_first_known_key_decides_the_kind_of_a_secret() {
    let gcs = json!({"gcloud-application-credentials.json": "{}", "HF_TOKEN": "t"});
    let wanted = json!([{
        "name": "GOOGLE_APPLICATION_CREDENTIALS",
        "value": "/var/secrets/gcloud-application-credentials.json",
    }]);
    assert_eq!(env(Version::NEWEST, gcs), wanted);
    assert_eq!(env(Version::NEWEST, json!({"HF_TOKEN": "t"})), json!([reference("HF_TOKEN", "HF_TOKEN")]));
    let key = json!({"AZURE_STORAGE_ACCESS_KEY": "k", "AZURE_ACCOUNT_NAME": "a"});
    let wanted = json!([reference("AZURE_STORAGE_ACCESS_KEY", "AZURE_STORAGE_ACCESS_KEY")]);
    assert_eq!(env(Version::NEWEST, key), wanted);
    assert_eq!(env(Version::NEWEST, json!({"password": "p"})), json!([]));
}

#[test]
fn an_azure_tenant_is_referenced_whether_the_secret_has_it_or_not() {
    let wanted =
        json!([reference("AZURE_TENANT_ID", "AZURE_TENANT_ID"), reference("AZURE_ACCESS_TOKEN", "AZURE_ACCESS_TOKEN")]);
    assert_eq!(env(Version::NEWEST, json!({"AZURE_ACCESS_TOKEN": "t"})), wanted);
    let wanted = json!([reference("AZURE_TENANT_ID", "AZURE_TENANT_ID"), reference("AZURE_CLIENT_ID", "AZ_CLIENT_ID")]);
    assert_eq!(env(Version::NEWEST, json!({"AZ_CLIENT_ID": "c"})), wanted);
    let wanted = json!([
        reference("AZURE_SUBSCRIPTION_ID", "AZURE_SUBSCRIPTION_ID"),
        reference("AZURE_TENANT_ID", "AZURE_TENANT_ID"),
        reference("AZURE_CLIENT_ID", "AZ_CLIENT_ID"),
    ]);
    assert_eq!(env(Version::V0_15, json!({"AZ_CLIENT_ID": "c"})), wanted);
}

#[test]
fn hdfs_secrets_are_mounted() {
    let documents = vec![account("default", &["s"]), secret("s", json!({"HDFS_NAMENODE": "h"}))];
    let pod = injected(&cluster(Version::NEWEST, documents), &with_uri("hdfs://h/m"));
    let mount = json!({"name": "hdfs-secrets", "mountPath": "/var/secrets/kserve-hdfscreds", "readOnly": true});
    assert_eq!(pod["spec"]["initContainers"][0]["volumeMounts"][1], mount);
    assert_eq!(pod["spec"]["volumes"][1], json!({"name": "hdfs-secrets", "secret": {"secretName": "s"}}));
}

#[test]
fn a_role_brings_the_settings_of_the_account_and_an_annotation_replaces_its_secrets() {
    let mut own = account("sa", &["gone"]);
    own["metadata"]["annotations"] = json!({"eks.amazonaws.com/role-arn": "r", "serving.kserve.io/s3-region": "eu"});
    let mut template = template(json!({SOURCE: "s3://b/m", "serving.kserve.io/storageSecretName": "s"}));
    template["spec"]["serviceAccountName"] = "sa".into();
    let documents = vec![own, secret("s", json!({"HF_TOKEN": "t"}))];
    let env = initializer_env(&injected(&cluster(Version::NEWEST, documents), &template));
    assert_eq!(
        Value::from(env),
        json!([{"name": "AWS_DEFAULT_REGION", "value": "eu"}, reference("HF_TOKEN", "HF_TOKEN")])
    );
}

#[test]
fn a_missing_account_adds_nothing_and_a_missing_secret_refuses_the_pod() {
    let mut template = with_uri("s3://b/m");
    let bare = cluster(Version::NEWEST, vec![]);
    assert!(injection(&bare, &template).warnings.is_empty(), "the account `default` usually has no Secrets");
    template["spec"]["serviceAccountName"] = "sa".into();
    let warned = "ServiceAccount n/sa is not in the input, so its credentials are left out: add it to the input if the \
                  cluster has it";
    let injection_ = injection(&bare, &template);
    assert!(injection_.template.is_ok());
    assert_eq!(injection_.warnings, [warned]);
    let refused = injection(&cluster(Version::NEWEST, vec![account("sa", &["s"])]), &template);
    assert_eq!(refused.template.expect_err("a refusal").text(), "secrets \"s\" not found");
    let warned = "Secret n/s, which ServiceAccount sa names, is not in the input: unless the cluster has it, the pod webhook \
                  refuses the pods";
    assert_eq!(refused.warnings, [warned]);
}

#[test]
fn headers_are_copied_in_clear_text_and_can_be_hidden() {
    let documents = vec![account("default", &["s"]), secret("s", json!({"https-host": "h.io", "headers": "token"}))];
    let cluster = cluster(Version::NEWEST, documents);
    let Injection { template, copied, .. } = injection(&cluster, &with_uri("https://h.io/m"));
    let mut pod = Value::from(template.expect("a template"));
    assert_eq!(Value::from(initializer_env(&pod)), json!([{"name": "h.io-headers", "value": "token"}]));
    let template = pod.as_object_mut().expect("a template");
    let places: Vec<_> = copied.values().iter().map(|own| (&*own.secret, &*own.key, &own.place)).collect();
    assert_eq!(places, [("s", "headers", &Place::Variable("h.io-headers".into()))]);
    assert_eq!(secrets_in_live(&cluster, "n", [&*template]), copied, "in an object of a cluster they are found");
    assert!(!format!("{copied:?}").contains("token"));
    let mut older = template.clone();
    older["spec"]["initContainers"][0]["env"][0]["value"] = "older token".into();
    copied.hide(template);
    assert_eq!(initializer_env(&pod)[0]["value"], "<value of Secret s>");
    copied.hide_in_live(&mut older);
    assert_eq!(initializer_env(&older.into())[0]["value"], "<another value than that of Secret s>");
}

#[test]
fn the_oldest_release_copies_tokens_too() {
    let documents = vec![account("default", &["s"]), secret("s", json!({"HF_TOKEN": "t0ken"}))];
    let cluster = cluster(Version::V0_15, documents);
    let Injection { template, copied, .. } = injection(&cluster, &with_uri("hf://a/b"));
    let pod = Value::from(template.expect("a template"));
    let env = &pod["spec"]["initContainers"][0]["env"];
    assert_eq!(
        *env,
        json!([{"name": "HF_TOKEN", "value": "t0ken"}, {"name": "HF_HUB_ENABLE_HF_TRANSFER", "value": "1"}])
    );
    assert_eq!(copied.values().len(), 1);
    assert_eq!(secrets_in_live(&cluster, "n", pod.as_object()), copied);
}

#[test]
fn only_what_the_secret_gives_is_noted_as_copied() {
    let own = json!({"AWS_SECRET_ACCESS_KEY": "k", "S3_ENDPOINT": "minio:9000", "AWS_CA_BUNDLE": "/ca/own.crt"});
    let mut s3 = secret("s", own);
    s3["metadata"]["annotations"] =
        json!({"serving.kserve.io/s3-region": "eu", "serving.kserve.io/s3-cabundle-configmap": "ca"});
    let cluster = cluster(Version::NEWEST, vec![account("default", &["s"]), s3]);
    let copied = injection(&cluster, &with_uri("s3://b/m")).copied;
    let places: Vec<_> = copied.values().iter().map(|own| (own.key.as_str(), own.place.to_string())).collect();
    let place = |key, place: &str| (key, place.to_owned());
    let wanted = [
        place("S3_ENDPOINT", "S3_ENDPOINT"),
        place("S3_ENDPOINT", "AWS_ENDPOINT_URL"),
        place("AWS_CA_BUNDLE", "AWS_CA_BUNDLE"),
        place("AWS_CA_BUNDLE", "CA_BUNDLE_VOLUME_MOUNT_POINT"),
        place("AWS_CA_BUNDLE", "the mount of the CA bundle"),
    ];
    assert_eq!(places, wanted);
}

#[test]
fn a_value_that_merging_gives_to_another_variable_is_hidden_there() {
    let own = storage_container(
        "own",
        "s3://",
        json!({"name": "fetch", "env": [{"name": "FIRST", "valueFrom": {"fieldRef": {"fieldPath": "spec.nodeName"}}}]}),
    );
    let data = json!({"AWS_SECRET_ACCESS_KEY": "k", "S3_ENDPOINT": "minio:9000"});
    for version in Version::ALL {
        let cluster = cluster(version, vec![account("default", &["s"]), secret("s", data.clone()), own.clone()]);
        let Injection { template, copied, .. } = injection(&cluster, &with_uri("s3://b/m"));
        let mut template = template.expect("a template");
        copied.hide(&mut template);
        let text = Value::from(template).to_string();
        assert!(!text.contains("minio"), "{version:?}: {text}");
    }
}
