//! The environment for S3 and compatible stores.

use super::secret::Secret;
use crate::facts::config::S3;
use crate::release::S3Endpoint;

/// The variables with the file of the CA bundle and with its ConfigMap.
pub(crate) const CA_BUNDLE: &str = "AWS_CA_BUNDLE";
pub(crate) const CA_BUNDLE_CONFIG_MAP: &str = "AWS_CA_BUNDLE_CONFIGMAP";

/// A variable, and the key of the Secret whose data its value is copied or derived from, if any.
pub(crate) struct StoreVariable {
    pub name: &'static str,
    pub value: String,
    pub key: Option<&'static str>,
}

/// A string, and the key of the Secret that it comes from, if any.
#[derive(Clone)]
struct Given {
    text: String,
    key: Option<&'static str>,
}

/// Where the value of a variable comes from: an annotation, a key of the secret, or the section `credentials`.
struct Setting {
    annotation: &'static str,
    /// The name of the variable and of the secret's key.
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
    Setting { annotation: "s3-cabundle", name: CA_BUNDLE, config: |s3| &s3.ca_bundle },
    Setting { annotation: "s3-cabundle-configmap", name: CA_BUNDLE_CONFIG_MAP, config: |s3| &s3.ca_bundle_config_map },
];

/// The variables that result from the annotations and data of a Secret, or from the annotations of a ServiceAccount. `config` has
/// the values that neither sets.
pub(crate) fn variables(form: S3Endpoint, config: &S3, source: &Secret) -> Vec<StoreVariable> {
    let settings = Settings { form, config, source };
    let mut variables = match form {
        S3Endpoint::AnnotationFirst => settings.endpoint_of_annotations(),
        S3Endpoint::Verbatim => settings.endpoint_as_given(),
        S3Endpoint::SchemeDetected => settings.endpoint_with_scheme(),
    };
    let others = OTHERS.iter().map(|setting| (setting.name, settings.value(setting)));
    variables.extend(others.filter(|(_, given)| !given.text.is_empty()).map(|(name, given)| given.variable(name)));
    variables
}

/// Where settings are looked up.
struct Settings<'a> {
    form: S3Endpoint,
    config: &'a S3,
    source: &'a Secret,
}

impl Given {
    /// A string that does not come from a Secret.
    fn without_secret(text: impl Into<String>) -> Given {
        Given { text: text.into(), key: None }
    }

    /// A string derived from this one.
    fn made(&self, text: &str) -> Given {
        Given { text: text.to_owned(), key: self.key }
    }

    fn variable(self, name: &'static str) -> StoreVariable {
        StoreVariable { name, value: self.text, key: self.key }
    }
}

impl Settings<'_> {
    fn annotation(&self, setting: &Setting) -> Option<&String> {
        self.source.annotations.get(&format!("serving.kserve.io/{}", setting.annotation))
    }

    fn value(&self, setting: &Setting) -> Given {
        let from_data = || {
            let text = self.source.text(setting.name).filter(|_| self.form != S3Endpoint::AnnotationFirst)?;
            Some(Given { text, key: Some(setting.name) })
        };
        let given = self.annotation(setting).map(Given::without_secret).or_else(from_data);
        given.unwrap_or_else(|| Given::without_secret((setting.config)(self.config)))
    }

    /// The endpoint in the annotations with their `usehttps`, or else that of the configuration with its own.
    fn endpoint_of_annotations(&self) -> Vec<StoreVariable> {
        let (https, endpoint) = match self.annotation(&ENDPOINT) {
            Some(endpoint) => (self.annotation(&USE_HTTPS), endpoint),
            None if self.config.endpoint.is_empty() => return Vec::new(),
            None => (Some(&self.config.use_https).filter(|https| *https == "0"), &self.config.endpoint),
        };
        bare_endpoint(https.map(Given::without_secret), Given::without_secret(endpoint))
    }

    fn endpoint_as_given(&self) -> Vec<StoreVariable> {
        let (https, endpoint) = (self.value(&USE_HTTPS), self.value(&ENDPOINT));
        let given = Some(https).filter(|https| !https.text.is_empty());
        match endpoint.text.is_empty() {
            true => given.map(|https| https.variable(USE_HTTPS.name)).into_iter().collect(),
            false => bare_endpoint(given, endpoint),
        }
    }

    /// The variables for an endpoint that may begin with a scheme, which then decides whether it uses TLS.
    fn endpoint_with_scheme(&self) -> Vec<StoreVariable> {
        let (https, given) = (self.value(&USE_HTTPS), self.value(&ENDPOINT));
        if given.text.is_empty() {
            return Vec::new();
        }
        let endpoint = given.text.trim();
        let without = |scheme: &str| {
            endpoint.split_at_checked(scheme.len()).filter(|(start, _)| start.eq_ignore_ascii_case(scheme))
        };
        if let Some((_, host)) = without("https://") {
            return endpoint_variables(Some(given.made("1")), given.made(host), given.made(endpoint));
        }
        if let Some((_, host)) = without("http://") {
            return endpoint_variables(Some(given.made("0")), given.made(host), given.made(endpoint));
        }
        bare_endpoint(Some(https).filter(|https| !https.text.is_empty()), given.made(endpoint))
    }
}

/// The variables for an endpoint without a scheme: it uses TLS unless that is turned off.
fn bare_endpoint(https: Option<Given>, endpoint: Given) -> Vec<StoreVariable> {
    let plain = https.as_ref().filter(|https| https.text == "0");
    let scheme = if plain.is_some() { "http" } else { "https" };
    // The setting that turns TLS off shows in the URL, too.
    let key = endpoint.key.or(plain.and_then(|https| https.key));
    let url = Given { text: format!("{scheme}://{}", endpoint.text), key };
    endpoint_variables(https, endpoint, url)
}

fn endpoint_variables(https: Option<Given>, endpoint: Given, url: Given) -> Vec<StoreVariable> {
    let https = https.map(|https| https.variable(USE_HTTPS.name));
    https.into_iter().chain([endpoint.variable(ENDPOINT.name), url.variable("AWS_ENDPOINT_URL")]).collect()
}
