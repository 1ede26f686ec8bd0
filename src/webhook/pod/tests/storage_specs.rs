//! Storage specs and the storage secret.

use super::*;

fn spec(key: Option<&str>, parameters: Value) -> Value {
    let mut template = template(json!({
        SOURCE: "<scheme-placeholder>://path/m",
        "internal.serving.kserve.io/storage-spec": "true",
        "internal.serving.kserve.io/storage-spec-param": parameters.to_string(),
    }));
    if let Some(key) = key {
        template["metadata"]["annotations"]["internal.serving.kserve.io/storage-spec-key"] = key.into();
    }
    template
}

fn storage_config(entries: Value) -> Cluster {
    cluster(Version::NEWEST, vec![secret("storage-config", entries)])
}

#[test]
fn type_and_bucket_complete_the_uri() {
    let cluster =
        storage_config(json!({"minio": "{\"type\": \"s3\", \"bucket\": \"b\", \"cabundle_configmap\": \"ca\"}"}));
    let pod = injected(&cluster, &spec(Some("minio"), json!({})));
    assert_eq!(pod["spec"]["initContainers"][0]["args"][0], "s3://b/path/m");
    let reference = json!({"secretKeyRef": {"name": "storage-config", "key": "minio"}});
    let env = initializer_env(&pod);
    assert_eq!(env[0], json!({"name": "AWS_CA_BUNDLE_CONFIGMAP", "value": "ca"}));
    assert_eq!(env[1], json!({"name": "STORAGE_CONFIG", "valueFrom": reference}));
    let pod = injected(&cluster, &spec(None, json!({"type": "webhdfs", "x": "<y>"})));
    assert_eq!(pod["spec"]["initContainers"][0]["args"][0], "webhdfs://path/m");
    let overridden =
        json!({"name": "STORAGE_OVERRIDE_CONFIG", "value": "{\"type\":\"webhdfs\",\"x\":\"\\u003cy\\u003e\"}"});
    assert_eq!(Value::from(initializer_env(&pod)), json!([overridden]));
}

#[test]
fn what_a_refusal_quotes_of_a_secret_can_be_hidden() {
    let entries =
        json!({"one": "{\"type\": \"gs\"}", "two": "x", "three": "'", "four": "{\"a\": trux}", "five": "", "six": "%"});
    let cluster = storage_config(entries);
    let no_json = |key: &str, error: &str| {
        format!("invalid json encountered in key {key} of storage secret storage-config: {error}")
    };
    let begin = "invalid character <of the storage secret> looking for beginning of value";
    for (key, hidden) in [
        (
            "one",
            "storage type must be one of [s3, hdfs, webhdfs]. storage type [<value of the storage secret>] is not supported".to_owned(),
        ),
        ("two", no_json("two", begin)),
        ("three", no_json("three", begin)),
        ("four", no_json("four", "invalid character <of the storage secret> in literal true (expecting 'e')")),
        ("six", no_json("six", begin)),
        ("five", no_json("five", "unexpected end of JSON input")),
        ("none", "specified storage key none not found in storage secret storage-config".to_owned()),
    ] {
        let Injection { template, copied, .. } = injection(&cluster, &spec(Some(key), json!({})));
        let refusal = template.expect_err("a refusal").within("fails");
        assert_eq!(copied.hide_in_error(&refusal).text(), format!("fails: {hidden}"), "{key}");
        let formatted = crate::go::format::without_arguments(refusal.text());
        assert_eq!(copied.hide_in_text(&formatted), format!("fails: {hidden}"), "{key}, as an event has it");
    }
}

#[test]
fn what_is_missing_refuses_the_pod() {
    let entries = json!({"one": "{\"type\": \"gs\"}", "two": "x", "three": "{}", "four": "{\"type\": \"s3\"}"});
    let cluster = storage_config(entries);
    for (key, refused) in [
        ("none", "specified storage key none not found in storage secret storage-config"),
        ("one", "storage type must be one of [s3, hdfs, webhdfs]. storage type [gs] is not supported"),
        (
            "two",
            "invalid json encountered in key two of storage secret storage-config: invalid character 'x' looking for \
             beginning of value",
        ),
        ("three", "unable to determine storage type"),
        ("four", "format [s3] requires a bucket but one wasn't found in storage data or parameters"),
    ] {
        assert_eq!(refusal(&cluster, &spec(Some(key), json!({}))), refused, "{key}");
    }
    let bare = super::cluster(Version::NEWEST, vec![]);
    let refused = injection(&bare, &spec(Some("k"), json!({})));
    assert_eq!(
        refused.template.expect_err("a refusal").text(),
        "can't read storage secret storage-config: secrets \"storage-config\" not found"
    );
    assert_eq!(refused.warnings.len(), 1);
    let without_key = injection(&bare, &spec(None, json!({"type": "hdfs"})));
    assert!(without_key.template.is_ok());
    assert_eq!(without_key.warnings.len(), 1);
}
