//! Credentials and location from a storage spec: an entry of the storage secret, and parameters.

use std::collections::BTreeMap;

use serde_json::json;

use super::copied::{Copied, CopiedSecret};
use super::injector::Injector;
use super::s3;
use super::secret::{NotStringMap, Secret, parse_strings};
use super::spec::{Pod, push, secret_variable, variable};
use crate::facts::copyable::Place;
use crate::go::json as go_json;
use crate::object::ControllerError;
use crate::object::{Kind, NotFound};
use crate::{Map, Value};

/// The scheme in the URI of a storage spec until its type is known.
pub const PLACEHOLDER: &str = "<scheme-placeholder>://";

/// The refusal of a storage secret's type, in two parts: the text before the type and after it.
const UNKNOWN_TYPE: (&str, &str) =
    ("storage type must be one of [s3, hdfs, webhdfs]. storage type [", "] is not supported");

/// The placeholder for a type from a storage secret.
const HIDDEN_TYPE: &str = "<value of the storage secret>";

/// The placeholder for a character from an entry.
const HIDDEN_CHARACTER: &str = "<of the storage secret>";

/// The refusal of a storage secret's type, which quotes the type.
fn unknown_type(copied: &mut Copied, given: &str) -> ControllerError {
    let text = |given: &str| format!("{}{given}{}", UNKNOWN_TYPE.0, UNKNOWN_TYPE.1);
    copied.note_quote(&text(given), &text(HIDDEN_TYPE));
    ControllerError::new(text(given))
}

/// The refusal of an entry that is not a map of strings; `whose` says which entry. If it is not JSON, the refusal quotes the
/// character at which parsing failed.
fn not_string_map(copied: &mut Copied, whose: &str, error: &NotStringMap) -> ControllerError {
    if let NotStringMap::Syntax(error) = error {
        let hidden = error.without_character(HIDDEN_CHARACTER);
        copied.note_quote(&format!("{whose}: {error}"), &format!("{whose}: {hidden}"));
    }
    ControllerError::new(error.to_string()).within(whose)
}

/// The storage secret that the pod names, or else the configured one.
fn secret_name<'a>(injector: &Injector<'a>, pod: &'a Pod) -> &'a str {
    let credentials = &injector.settings.credentials;
    pod.annotation(&credentials.storage_secret_name_annotation).unwrap_or(
        match credentials.storage_spec_secret_name.as_str() {
            "" => "storage-config",
            name => name,
        },
    )
}

/// The location of the models, as far as it is known.
struct Store {
    kind: String,
    bucket: String,
    /// Whether the bucket comes from the storage secret.
    has_secret_bucket: bool,
}

impl Store {
    /// Takes the type from the entry of the storage secret, and the bucket as well unless the parameters name one.
    fn complete(&mut self, entry: &BTreeMap<String, String>, copied: &mut Copied) -> Result<(), ControllerError> {
        let Some(kind) = entry.get("type") else { return Ok(()) };
        if !matches!(kind.as_str(), "s3" | "hdfs" | "webhdfs") {
            return Err(unknown_type(copied, kind));
        }
        self.kind.clone_from(kind);
        if let (true, Some(bucket)) = (self.bucket.is_empty(), entry.get("bucket")) {
            self.bucket.clone_from(bucket);
            self.has_secret_bucket = true;
        }
        Ok(())
    }
}

/// A storage spec: the key of the secret's entry, empty if none is given, and the parameters.
#[derive(Debug, Clone, Default)]
pub(crate) struct StorageSpec {
    pub key: String,
    pub parameters: BTreeMap<String, String>,
}

impl StorageSpec {
    /// Adds the entry and the parameters to the container, and completes its URI arguments.
    ///
    /// # Errors
    ///
    /// The webhook's error if the entry of the storage secret cannot be read, or if the type or the bucket of the store is unknown.
    pub(crate) fn add(&self, injector: &mut Injector, pod: &Pod, container: &mut Map) -> Result<(), ControllerError> {
        let parameter = |key: &str| self.parameters.get(key).cloned().unwrap_or_default();
        let mut store = Store { kind: parameter("type"), bucket: parameter("bucket"), has_secret_bucket: false };
        let name = secret_name(injector, pod);
        let (key, entry) = self.entry(injector, pod, name, &store.kind)?;
        if let Some(entry) = entry {
            if store.kind.is_empty() {
                let data = parse_strings(&entry).map_err(|error| {
                    let whose = format!("invalid json encountered in key {key} of storage secret {name}");
                    not_string_map(&mut injector.copied, &whose, &error)
                })?;
                store.complete(&data, &mut injector.copied)?;
                if store.has_secret_bucket {
                    injector.copied.note(CopiedSecret::new(name, &key, Place::Bucket, &store.bucket));
                }
                if let Some(bundle) = data.get("cabundle_configmap") {
                    push(container, "env", variable(s3::CA_BUNDLE_CONFIG_MAP, bundle));
                    let place = Place::Variable(s3::CA_BUNDLE_CONFIG_MAP.into());
                    injector.copied.note(CopiedSecret::new(name, &key, place, bundle));
                }
            }
            push(container, "env", secret_variable("STORAGE_CONFIG", name, &key));
        }
        if store.kind.is_empty() {
            return Err(ControllerError::new("unable to determine storage type"));
        }
        self.complete(container, &store.kind, &store.bucket)?;
        if !self.parameters.is_empty() {
            let parameters = go_json::marshal(&json!(self.parameters));
            push(container, "env", variable("STORAGE_OVERRIDE_CONFIG", &parameters));
        }
        Ok(())
    }

    /// The entry of the storage secret, and its key; if no key is given, that of the type or the default.
    fn entry(
        &self,
        injector: &mut Injector,
        pod: &Pod,
        secret_name: &str,
        kind: &str,
    ) -> Result<(String, Option<String>), ControllerError> {
        let object = injector.cluster.get(Kind::Secret, &pod.namespace, secret_name).and_then(Value::as_object);
        let Some(secret) = object.map(|object| Secret::of(secret_name, object)) else {
            if self.key.is_empty() {
                injector.missing(Kind::Secret, pod, secret_name, "the storage spec has its parameters only");
                return Ok((String::new(), None));
            }
            injector.missing_refuses(pod, secret_name, None);
            let missing = ControllerError::from(NotFound(Kind::Secret, secret_name));
            return Err(missing.within(format_args!("can't read storage secret {secret_name}")));
        };
        let key = match (self.key.as_str(), kind) {
            ("", "") => "default".to_owned(),
            ("", kind) => format!("default_{kind}"),
            (key, _) if secret.has(key) => key.to_owned(),
            (key, _) => {
                return Err(ControllerError::new(format!(
                    "specified storage key {key} not found in storage secret {secret_name}"
                )));
            }
        };
        let entry = secret.text(&key);
        Ok((key, entry))
    }

    /// Replaces the placeholder at the start of the arguments with type and bucket, if the first argument has it.
    fn complete(&self, container: &mut Map, kind: &str, bucket: &str) -> Result<(), ControllerError> {
        let args = container.get_mut("args").and_then(Value::as_array_mut).into_iter().flatten();
        for (index, argument) in args.enumerate() {
            let Some(path) = argument.as_str().and_then(|text| text.strip_prefix(PLACEHOLDER)) else {
                if index == 0 {
                    break;
                }
                continue;
            };
            let completed = match kind {
                "s3" if bucket.is_empty() => {
                    return Err(ControllerError::new(
                        "format [s3] requires a bucket but one wasn't found in storage data or parameters",
                    ));
                }
                "s3" => format!("s3://{bucket}/{path}"),
                kind => format!("{kind}://{path}"),
            };
            *argument = completed.into();
        }
        Ok(())
    }
}
