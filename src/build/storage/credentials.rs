//! Credentials from a ServiceAccount and its Secrets.

use crate::object::ObjectView as _;
use std::collections::BTreeMap;

use serde_json::json;

use super::copied::{CopiedSecret, headers_variable, names_host};
use super::injector::Injector;
use super::s3::{self, StoreVariable};
use super::secret::Secret;
use super::spec::{Pod, mount, push, secret_variable, variable};
use crate::Cluster;
use crate::facts::config::Credentials;
use crate::facts::copyable::Place;
use crate::object::ControllerError;
use crate::object::fields::objects;
use crate::object::{Kind, NotFound};
use crate::{Map, Value};

/// The variables of Azure identities, each with the older name of its key if it has one. Releases without access tokens know only the first
/// five.
const AZURE: [(&str, Option<&str>); 9] = [
    ("AZURE_SUBSCRIPTION_ID", Some("AZ_SUBSCRIPTION_ID")),
    ("AZURE_TENANT_ID", Some("AZ_TENANT_ID")),
    ("AZURE_CLIENT_ID", Some("AZ_CLIENT_ID")),
    ("AZURE_CLIENT_SECRET", Some("AZ_CLIENT_SECRET")),
    ("AZURE_STORAGE_ACCESS_KEY", None),
    ("AZURE_ACCESS_TOKEN", None),
    ("AZURE_ACCESS_EXPIRES_ON_SECONDS", None),
    ("AZURE_ACCOUNT_NAME", None),
    ("AZURE_SERVICE_URL", None),
];

impl Injector<'_> {
    /// Adds the credentials of a ServiceAccount to a container: those of its IAM role, and those of its Secrets, or only of the
    /// one that the pod's annotation names. An account that does not exist adds nothing.
    ///
    /// # Errors
    ///
    /// A Secret that cannot be read.
    pub(crate) fn add_account(
        &mut self,
        pod: &mut Pod,
        container: &mut Map,
        account: &str,
    ) -> Result<(), ControllerError> {
        let cluster = self.cluster;
        let name = if account.is_empty() { "default" } else { account };
        let by_annotation = &self.settings.credentials.storage_secret_name_annotation;
        let named_secret = Some(by_annotation).filter(|key| !key.is_empty()).and_then(|key| pod.annotation(key));
        let named_secret = named_secret.map(str::to_owned);
        let Some(object) = cluster.get(Kind::ServiceAccount, &pod.namespace, name) else {
            // Every namespace has the account `default`, usually without Secrets.
            match named_secret {
                Some(secret) => {
                    self.missing(Kind::ServiceAccount, pod, name, &format!("Secret {secret} is not used either"))
                }
                None if name != "default" => {
                    self.missing(Kind::ServiceAccount, pod, name, "its credentials are left out")
                }
                None => {}
            }
            return Ok(());
        };
        self.add_account_object(pod, container, object)
    }

    /// Like [`Injector::add_account`], for an account that exists, or that a controller is about to create.
    ///
    /// # Errors
    ///
    /// A Secret that cannot be read.
    pub(crate) fn add_account_object(
        &mut self,
        pod: &mut Pod,
        container: &mut Map,
        object: &Value,
    ) -> Result<(), ControllerError> {
        let cluster = self.cluster;
        let by_annotation = &self.settings.credentials.storage_secret_name_annotation;
        let named_secret = Some(by_annotation).filter(|key| !key.is_empty()).and_then(|key| pod.annotation(key));
        let named_secret = named_secret.map(str::to_owned);
        let annotations = object.annotation_map();
        if annotations.contains_key("eks.amazonaws.com/role-arn") {
            let source = Secret { name: String::new(), data: BTreeMap::new(), annotations };
            for own in s3::variables(cluster.release.pod.s3_endpoint, &self.settings.credentials.s3, &source) {
                push(container, "env", variable(own.name, &own.value));
            }
        }
        if let Some(name) = named_secret {
            return self.add_secret(pod, container, &name, None);
        }
        for secret in object.secret_names() {
            self.add_secret(pod, container, secret, Some(object.name()))?;
        }
        Ok(())
    }

    fn add_secret(
        &mut self,
        pod: &mut Pod,
        container: &mut Map,
        name: &str,
        account: Option<&str>,
    ) -> Result<(), ControllerError> {
        let cluster = self.cluster;
        let Some(object) = cluster.get(Kind::Secret, &pod.namespace, name).and_then(Value::as_object) else {
            self.missing_refuses(pod, name, account);
            return Err(NotFound(Kind::Secret, name).into());
        };
        let secret = Secret::of(name, object);
        let pod_rules = &cluster.release.pod;
        let credentials = &self.settings.credentials;
        let names = Names::of(credentials);
        match Content::of(&secret, &names, pod_rules.azure_access_tokens) {
            Some(Content::S3) => merge_variables(container, self.s3_variables(&secret, &names)),
            Some(Content::Gcs) => {
                pod.add_volume(json!({"name": "user-gcp-sa", "secret": {"secretName": name}}));
                push(container, "volumeMounts", mount("user-gcp-sa", "/var/secrets/", true));
                let file = format!("/var/secrets/{}", names.gcs_file);
                push(container, "env", variable("GOOGLE_APPLICATION_CREDENTIALS", &file));
            }
            Some(Content::Azure) => add_azure(container, &secret, pod_rules.azure_access_tokens),
            Some(Content::AzureKey) => {
                let key = "AZURE_STORAGE_ACCESS_KEY";
                push(container, "env", secret_variable(key, name, key));
            }
            Some(Content::Https { host }) => self.add_headers(pod, container, &secret, &host),
            Some(Content::Hdfs) => {
                pod.add_volume(json!({"name": "hdfs-secrets", "secret": {"secretName": name}}));
                push(container, "volumeMounts", mount("hdfs-secrets", "/var/secrets/kserve-hdfscreds", true));
            }
            Some(Content::HuggingFace { token }) => {
                if pod_rules.hugging_face_token_referenced {
                    push(container, "env", secret_variable("HF_TOKEN", name, "HF_TOKEN"));
                } else {
                    push(container, "env", variable("HF_TOKEN", &token));
                    let place = Place::Variable("HF_TOKEN".into());
                    self.copied.note(CopiedSecret::new(name, "HF_TOKEN", place, &token));
                    push(container, "env", variable("HF_HUB_ENABLE_HF_TRANSFER", "1"));
                }
            }
            None => {}
        }
        Ok(())
    }

    /// The variables for an S3 store: its keys are references, its settings are copied.
    fn s3_variables(&mut self, secret: &Secret, names: &Names<'_>) -> Vec<Value> {
        let mut variables = vec![
            secret_variable("AWS_ACCESS_KEY_ID", &secret.name, names.s3_id),
            secret_variable("AWS_SECRET_ACCESS_KEY", &secret.name, names.s3_key),
        ];
        let settings = s3::variables(self.cluster.release.pod.s3_endpoint, &self.settings.credentials.s3, secret);
        for StoreVariable { name, value, key } in settings {
            if let Some(key) = key {
                self.copied.note(CopiedSecret::new(&secret.name, key, Place::Variable(name.into()), &value));
            }
            variables.push(variable(name, &value));
        }
        variables
    }

    /// Adds the headers for a host in clear text, as the webhook does.
    fn add_headers(&mut self, pod: &Pod, container: &mut Map, secret: &Secret, host: &str) {
        let Some(headers) = secret.text("headers") else { return };
        push(container, "env", variable(&headers_variable(host), &headers));
        let reveals_host = names_host(objects(&pod.spec, "initContainers").chain([&*container]), host);
        self.copied.note(CopiedSecret::headers(&secret.name, "headers", host, &headers, reveals_host));
    }
}

/// The names of keys in Secrets, from the section `credentials`.
struct Names<'a> {
    s3_id: &'a str,
    s3_key: &'a str,
    gcs_file: &'a str,
}

impl Names<'_> {
    fn of(credentials: &Credentials) -> Names<'_> {
        fn or<'a>(text: &'a str, default: &'static str) -> &'a str {
            if text.is_empty() { default } else { text }
        }
        Names {
            s3_id: or(&credentials.s3.access_key_id_name, "awsAccessKeyID"),
            s3_key: or(&credentials.s3.secret_access_key_name, "awsSecretAccessKey"),
            gcs_file: or(&credentials.gcs.credential_file_name, "gcloud-application-credentials.json"),
        }
    }
}

/// What the webhook takes from a Secret: the first of these whose key the Secret has.
enum Content {
    S3,
    Gcs,
    Azure,
    AzureKey,
    Https { host: String },
    Hdfs,
    HuggingFace { token: String },
}

impl Content {
    fn of(secret: &Secret, names: &Names<'_>, azure_access_tokens: bool) -> Option<Content> {
        let is_azure = ["AZ_CLIENT_ID", "AZURE_CLIENT_ID"].iter().any(|key| secret.has(key))
            || (azure_access_tokens && secret.has("AZURE_ACCESS_TOKEN"));
        if secret.has(names.s3_key) {
            Some(Content::S3)
        } else if secret.has(names.gcs_file) {
            Some(Content::Gcs)
        } else if is_azure {
            Some(Content::Azure)
        } else if secret.has("AZURE_STORAGE_ACCESS_KEY") {
            Some(Content::AzureKey)
        } else if let Some(host) = secret.text("https-host") {
            Some(Content::Https { host })
        } else if secret.has("HDFS_NAMENODE") {
            Some(Content::Hdfs)
        } else {
            Some(Content::HuggingFace { token: secret.text("HF_TOKEN")? })
        }
    }
}

/// A Secret of a ServiceAccount from which the webhook takes nothing, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PassedOver {
    pub secret: String,
    /// The keys for which the webhook looks.
    pub wanted: Vec<String>,
    /// The keys that the Secret has.
    pub has: Vec<String>,
    /// Keys of the Secret that are misspellings of a wanted key, each with that key.
    pub misnamed: Vec<(String, String)>,
    /// The field of the Secret that contains them.
    pub field: &'static str,
}

impl PassedOver {
    /// Why nothing is taken.
    pub fn sentence(&self) -> String {
        let has = if self.has.is_empty() { "nothing".to_owned() } else { self.has.join(", ") };
        format!("Secret {} is not used: it has none of the keys {}; it has {has}", self.secret, self.wanted.join(", "))
    }
}

/// Types of Secrets that others read: registries and tokens of ServiceAccounts.
const FOR_OTHERS: [&str; 3] =
    ["kubernetes.io/dockercfg", "kubernetes.io/dockerconfigjson", "kubernetes.io/service-account-token"];

/// The Secrets of a ServiceAccount, as far as they are known, from which the webhook takes nothing.
pub fn passed_over(cluster: &Cluster, namespace: &str, account: &str) -> Vec<PassedOver> {
    let account = if account.is_empty() { "default" } else { account };
    let default = Credentials::default();
    let credentials = cluster.config.credentials.value().unwrap_or(&default);
    let names = Names::of(credentials);
    let mut found = Vec::new();
    let account = cluster.get(Kind::ServiceAccount, namespace, account);
    for name in account.into_iter().flat_map(Value::secret_names) {
        let Some(object) = cluster.get(Kind::Secret, namespace, name).and_then(Value::as_object) else { continue };
        let secret = Secret::of(name, object);
        let is_for_others = FOR_OTHERS.contains(&crate::object::fields::text(object, "type"));
        if is_for_others || Content::of(&secret, &names, cluster.release.pod.azure_access_tokens).is_some() {
            continue;
        }
        let wanted: Vec<&str> = vec![
            names.s3_id,
            names.s3_key,
            names.gcs_file,
            "AZURE_CLIENT_ID",
            "AZURE_STORAGE_ACCESS_KEY",
            "https-host",
            "HDFS_NAMENODE",
            "HF_TOKEN",
        ];
        let bare = |key: &str| key.replace(['_', '-', '.'], "").to_ascii_lowercase();
        let field = if object.contains_key("stringData") { "stringData" } else { "data" };
        let misnamed = secret.data.keys().filter_map(|has| {
            let known = wanted.iter().find(|wanted| bare(wanted) == bare(has))?;
            Some((has.clone(), (*known).to_owned()))
        });
        found.push(PassedOver {
            secret: name.to_owned(),
            misnamed: misnamed.collect(),
            wanted: wanted.into_iter().map(str::to_owned).collect(),
            has: secret.data.keys().cloned().collect(),
            field,
        });
    }
    found
}

fn add_azure(container: &mut Map, secret: &Secret, all: bool) {
    for (index, (name, older)) in AZURE.iter().enumerate().take(if all { AZURE.len() } else { 5 }) {
        let key = older.filter(|older| secret.has(older)).unwrap_or(name);
        // Releases without tokens referenced the first three whether or not the secret has them.
        let always = if all { *name == "AZURE_TENANT_ID" } else { index < 3 };
        if always || secret.has(key) {
            push(container, "env", secret_variable(name, &secret.name, key));
        }
    }
}

/// Merges variables into the environment; for a name that exists already, only the literal value is replaced.
fn merge_variables(container: &mut Map, variables: Vec<Value>) {
    for variable in variables {
        let existing = container
            .get_mut("env")
            .and_then(Value::as_array_mut)
            .into_iter()
            .flatten()
            .find(|other| other.get("name") == variable.get("name"))
            .and_then(Value::as_object_mut);
        match (existing, variable.get("value")) {
            (Some(existing), Some(value)) => drop(existing.insert("value".into(), value.clone())),
            (Some(existing), None) => drop(existing.remove("value")),
            (None, _) => push(container, "env", variable),
        }
    }
}
