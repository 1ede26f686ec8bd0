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
    let settings = Settings { form, config, source };
    let mut variables = match form {
        S3Endpoint::AnnotationFirst => settings.endpoint_of_annotations(),
        S3Endpoint::Verbatim => settings.endpoint_as_given(),
        S3Endpoint::SchemeDetected => settings.endpoint_with_scheme(),
    };
    let others = OTHERS.iter().map(|setting| (setting.name, settings.value(setting)));
    variables.extend(others.filter(|(_, value)| !value.is_empty()).map(|(name, value)| variable(name, &value)));
    variables
}

/// Where the settings are looked up.
struct Settings<'a> {
    form: S3Endpoint,
    config: &'a S3,
    source: &'a Secret,
}

impl Settings<'_> {
    fn annotation(&self, setting: &Setting) -> Option<&String> {
        self.source.annotations.get(&format!("serving.kserve.io/{}", setting.annotation))
    }

    fn value(&self, setting: &Setting) -> String {
        let from_data = || self.source.text(setting.name).filter(|_| self.form != S3Endpoint::AnnotationFirst);
        let given = self.annotation(setting).cloned().or_else(from_data);
        given.unwrap_or_else(|| (setting.config)(self.config).clone())
    }

    /// The endpoint of the annotations with their `usehttps`, else that of the configuration with its own.
    fn endpoint_of_annotations(&self) -> Vec<Value> {
        let (https, endpoint) = match self.annotation(&ENDPOINT) {
            Some(endpoint) => (self.annotation(&USE_HTTPS), endpoint),
            None if self.config.endpoint.is_empty() => return Vec::new(),
            None => (Some(&self.config.use_https).filter(|https| *https == "0"), &self.config.endpoint),
        };
        let is_plain = https.is_some_and(|https| https == "0");
        endpoint_variables(https.map(String::as_str), endpoint, &with_scheme(endpoint, is_plain))
    }

    fn endpoint_as_given(&self) -> Vec<Value> {
        let (https, endpoint) = (self.value(&USE_HTTPS), self.value(&ENDPOINT));
        let given = Some(https.as_str()).filter(|https| !https.is_empty());
        match endpoint.as_str() {
            "" => given.map(|https| variable("S3_USE_HTTPS", https)).into_iter().collect(),
            endpoint => endpoint_variables(given, endpoint, &with_scheme(endpoint, https == "0")),
        }
    }

    /// An endpoint that begins with a scheme says itself whether it speaks TLS.
    fn endpoint_with_scheme(&self) -> Vec<Value> {
        let (https, given) = (self.value(&USE_HTTPS), self.value(&ENDPOINT));
        if given.is_empty() {
            return Vec::new();
        }
        let endpoint = given.trim();
        let without = |scheme: &str| {
            endpoint.split_at_checked(scheme.len()).filter(|(start, _)| start.eq_ignore_ascii_case(scheme))
        };
        if let Some((_, host)) = without("https://") {
            return endpoint_variables(Some("1"), host, endpoint);
        }
        if let Some((_, host)) = without("http://") {
            return endpoint_variables(Some("0"), host, endpoint);
        }
        let given = Some(https.as_str()).filter(|https| !https.is_empty());
        endpoint_variables(given, endpoint, &with_scheme(endpoint, https == "0"))
    }
}

fn endpoint_variables(https: Option<&str>, endpoint: &str, url: &str) -> Vec<Value> {
    let https = https.map(|https| variable("S3_USE_HTTPS", https));
    https.into_iter().chain([variable("S3_ENDPOINT", endpoint), variable("AWS_ENDPOINT_URL", url)]).collect()
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
