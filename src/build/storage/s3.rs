//! The environment for S3 and compatible stores.

use std::collections::BTreeMap;

use super::secret::Secret;
use super::spec::variable;
use crate::Value;
use crate::facts::config::S3;
use crate::release::S3Endpoint;

/// Where the value of a variable comes from: an annotation, a key of the secret, or the section `credentials`.
struct Setting {
    annotation: &'static str,
    /// Name of the variable, and of the secret's key.
    name: &'static str,
    config: fn(&S3) -> &String,
}

const USE_HTTPS: Setting = Setting { annotation: "s3-usehttps", name: "S3_USE_HTTPS", config: |s3| &s3.use_https };
const ENDPOINT: Setting = Setting { annotation: "s3-endpoint", name: "S3_ENDPOINT", config: |s3| &s3.endpoint };
const OTHERS: [Setting; 7] = [
    Setting { annotation: "s3-verifyssl", name: "S3_VERIFY_SSL", config: |s3| &s3.verify_ssl },
    Setting {
        annotation: "s3-useanoncredential",
        name: "awsAnonymousCredential",
        config: |s3| &s3.use_anonymous_credential,
    },
    Setting { annotation: "s3-region", name: "AWS_DEFAULT_REGION", config: |s3| &s3.region },
    Setting { annotation: "s3-usevirtualbucket", name: "S3_USER_VIRTUAL_BUCKET", config: |s3| &s3.use_virtual_bucket },
    Setting { annotation: "s3-useaccelerate", name: "S3_USE_ACCELERATE", config: |s3| &s3.use_accelerate },
    Setting { annotation: "s3-cabundle", name: "AWS_CA_BUNDLE", config: |s3| &s3.ca_bundle },
    Setting {
        annotation: "s3-cabundle-configmap",
        name: "AWS_CA_BUNDLE_CONFIGMAP",
        config: |s3| &s3.ca_bundle_config_map,
    },
];

/// The variables that annotations and data of a Secret, or annotations of a ServiceAccount, give. `config` has what neither
/// says.
pub(crate) fn variables(form: S3Endpoint, config: &S3, source: &Secret) -> Vec<Value> {
    let annotation = |setting: &Setting| source.annotations.get(&format!("serving.kserve.io/{}", setting.annotation));
    let value = |setting: &Setting| -> String {
        let from_data = || source.text(setting.name).filter(|_| form != S3Endpoint::AnnotationFirst);
        annotation(setting).cloned().or_else(from_data).unwrap_or_else(|| (setting.config)(config).clone())
    };
    let mut found = Vec::new();
    let mut put = |name: &str, value: &str| found.push(variable(name, value));
    match form {
        S3Endpoint::AnnotationFirst => {
            if let Some(endpoint) = annotation(&ENDPOINT) {
                let https = annotation(&USE_HTTPS);
                if let Some(https) = https {
                    put("S3_USE_HTTPS", https);
                }
                let plain = https.is_some_and(|https| https == "0");
                put("S3_ENDPOINT", endpoint);
                put("AWS_ENDPOINT_URL", &with_scheme(endpoint, plain));
            } else if !config.endpoint.is_empty() {
                let plain = config.use_https == "0";
                if plain {
                    put("S3_USE_HTTPS", "0");
                }
                put("S3_ENDPOINT", &config.endpoint);
                put("AWS_ENDPOINT_URL", &with_scheme(&config.endpoint, plain));
            }
        }
        S3Endpoint::Verbatim => {
            let (https, endpoint) = (value(&USE_HTTPS), value(&ENDPOINT));
            if !https.is_empty() {
                put("S3_USE_HTTPS", &https);
            }
            if !endpoint.is_empty() {
                put("S3_ENDPOINT", &endpoint);
                put("AWS_ENDPOINT_URL", &with_scheme(&endpoint, https == "0"));
            }
        }
        S3Endpoint::SchemeDetected => {
            let (https, given) = (value(&USE_HTTPS), value(&ENDPOINT));
            let endpoint = given.trim();
            let scheme =
                |scheme: &str| endpoint.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme));
            if !given.is_empty() {
                if scheme("https://") || scheme("http://") {
                    let (https, rest) = if scheme("https://") { ("1", 8) } else { ("0", 7) };
                    put("S3_USE_HTTPS", https);
                    put("S3_ENDPOINT", endpoint.get(rest..).unwrap_or_default());
                    put("AWS_ENDPOINT_URL", endpoint);
                } else {
                    if !https.is_empty() {
                        put("S3_USE_HTTPS", &https);
                    }
                    put("S3_ENDPOINT", endpoint);
                    put("AWS_ENDPOINT_URL", &with_scheme(endpoint, https == "0"));
                }
            }
        }
    }
    for setting in &OTHERS {
        let value = value(setting);
        if !value.is_empty() {
            put(setting.name, &value);
        }
    }
    found
}

/// The variables, by name, that have a text from the data of a Secret.
pub(crate) fn copied(form: S3Endpoint, config: &S3, secret: &Secret) -> BTreeMap<String, String> {
    let without_data = Secret { data: BTreeMap::new(), ..secret.clone() };
    let others = variables(form, config, &without_data);
    let from_data = variables(form, config, secret).into_iter().filter(|variable| !others.contains(variable));
    let text = |variable: &Value, key: &str| variable.get(key)?.as_str().map(str::to_owned);
    from_data.filter_map(|variable| Some((text(&variable, "name")?, text(&variable, "value")?))).collect()
}

fn with_scheme(endpoint: &str, plain: bool) -> String {
    format!("{}://{endpoint}", if plain { "http" } else { "https" })
}
