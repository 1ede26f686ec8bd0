//! Values of Secrets in clear text: the webhook refers to Secrets, but some of their data it copies.

use std::collections::BTreeMap;
use std::fmt;

use super::annotations;
use super::model::directory;
use super::secret::{Secret, parse_strings};
use super::settings::Settings;
use super::storage_spec::hide_in_refusal;
use super::{ca_bundle, s3};
use crate::facts::Cluster;
use crate::facts::copyable::Place;
use crate::facts::copyable::{Candidate, InNamespace};
use crate::object::ControllerError;
use crate::object::Kind;
use crate::object::fields::{elements, member, objects};
use crate::object::name;
use crate::object::role::kind;
use crate::{Map, Value};

/// A value of a Secret that a pod has in clear text.
#[derive(Clone, PartialEq, Eq)]
pub struct CopiedSecret {
    /// The name of the Secret.
    pub secret: String,
    /// Where the value stands.
    pub place: Place,
    value: String,
    /// Whether the same place has another value of the Secret in what this is compared with.
    is_changed: bool,
    /// Whether the name of the variable has a host of the Secret that nothing else of the pod tells.
    hides_host: bool,
}

impl fmt::Debug for CopiedSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CopiedSecret").field("secret", &self.secret).field("place", &self.place).finish()
    }
}

impl CopiedSecret {
    pub(crate) fn new(place: Place, secret: &str, value: &str) -> CopiedSecret {
        let (secret, value) = (secret.to_owned(), value.to_owned());
        CopiedSecret { secret, place, value, is_changed: false, hides_host: false }
    }

    /// The key of the Secret that has the value, or its annotation.
    pub fn key(&self, cluster: &Cluster, namespace: &str) -> Option<String> {
        let object = cluster.get(Kind::Secret, namespace, &self.secret)?.as_object()?;
        let wanted = match &self.place {
            Place::Variable(name) => name,
            _ => "",
        };
        Secret::of(&self.secret, object).key_of(&self.value, wanted)
    }

    /// The place as it is told: the name of a variable may have a host that only the Secret knows.
    pub fn shown_place(&self) -> String {
        match self.hides_host {
            true => format!("<host of Secret {}>{HEADERS}", self.secret),
            false => self.place.to_string(),
        }
    }

    /// A text without the name of the variable, if that has a host of the Secret.
    fn hide_name(&self, text: &mut String) {
        if let (true, Place::Variable(name)) = (self.hides_host, &self.place) {
            *text = text.replace(name, &self.shown_place());
        }
    }

    /// What is printed instead.
    fn placeholder(&self) -> String {
        let value = if self.is_changed { "changed value" } else { "value" };
        format!("<{value} of Secret {}>", self.secret)
    }

    /// What is printed instead of another value in the same place.
    fn placeholder_of_another(&self) -> String {
        format!("<another value than that of Secret {}>", self.secret)
    }
}

/// The values of Secrets of a namespace that these pod templates have in clear text: headers for `https` downloads, tokens
/// where the release copies them, settings of S3 stores, and the bucket of a storage spec.
pub fn copied<'t>(
    cluster: &Cluster,
    namespace: &str,
    templates: impl IntoIterator<Item = &'t Map>,
) -> Vec<CopiedSecret> {
    let mut found = Vec::new();
    let Some(copyable) = cluster.copyable.in_namespace(namespace, || all_candidates(cluster)) else { return found };
    for template in templates {
        let takes_bucket = takes_bucket(template);
        // A copy, so that one walk serves reading and hiding.
        each_text(&mut template.clone(), &mut |place, text| {
            if text.is_empty() || (place == Place::Bucket && !takes_bucket) {
                return;
            }
            let is_it = |candidate: &&Candidate| match &candidate.place {
                Some(wanted) => *wanted == place,
                None => matches!(place, Place::Variable(_)),
            };
            let candidate = match &place {
                Place::Bucket => copyable.bucket_of(text),
                _ => copyable.with_value(text).find(is_it),
            };
            let Some(candidate) = candidate else { return };
            let mut copied = CopiedSecret::new(place, &candidate.secret, &candidate.value);
            if let (None, Place::Variable(name)) = (&candidate.place, &copied.place) {
                let host = name.strip_suffix(HEADERS).filter(|host| !host.is_empty());
                copied.hides_host = host.is_some_and(|host| !names_host(template, host));
            }
            if !found.contains(&copied) {
                found.push(copied);
            }
        });
    }
    found
}

/// Whether the bucket of a template's model comes from a storage secret rather than from the service.
fn takes_bucket(template: &Map) -> bool {
    let annotation = |key| template.get("metadata")?.get("annotations")?.get(key)?.as_str();
    let parameters = annotation(annotations::STORAGE_SPEC_PARAMETERS).map(parse_strings);
    let parameters = parameters.and_then(Result::ok).unwrap_or_default();
    annotation(annotations::STORAGE_SPEC) == Some("true") && parameters.get("bucket").is_none_or(String::is_empty)
}

/// What may be copied from the Secrets of a cluster, by namespace.
fn all_candidates(cluster: &Cluster) -> BTreeMap<String, InNamespace> {
    let mut all = BTreeMap::<String, InNamespace>::new();
    for object in cluster.objects().filter(|object| kind(object) == "Secret") {
        let namespace = name::namespace(object);
        if !all.contains_key(namespace) {
            all.insert(namespace.to_owned(), InNamespace::new(candidates(cluster, namespace)));
        }
    }
    all
}

/// What may be copied from the Secrets of a namespace.
fn candidates(cluster: &Cluster, namespace: &str) -> Vec<Candidate> {
    let secrets: Vec<(&str, Secret)> = cluster
        .list(Kind::Secret, namespace)
        .filter_map(|object| {
            let name = object.get("metadata")?.get("name")?.as_str()?;
            Some((name, Secret::of(name, object)))
        })
        .collect();
    if secrets.is_empty() {
        return Vec::new();
    }
    let settings = Settings::read(cluster).ok();
    let mut found = Vec::new();
    for (name, secret) in &secrets {
        let mut put =
            |place: Option<Place>, value: String| found.push(Candidate { secret: (*name).to_owned(), place, value });
        if let Some(value) = credential(cluster, secret) {
            put(None, value);
        }
        let s3 = settings.as_ref().map(|settings| &settings.credentials.s3);
        let mut variables = s3.map(|s3| s3::copied(cluster.release.pod.s3_endpoint, s3, secret)).unwrap_or_default();
        for text in secret.texts() {
            // An entry of a storage secret.
            let Ok(mut entry) = parse_strings(&text) else { continue };
            if let Some(bucket) = entry.remove("bucket") {
                put(Some(Place::Bucket), bucket);
            }
            if let Some(bundle) = entry.remove("cabundle_configmap") {
                variables.insert(CA_BUNDLE_CONFIG_MAP.into(), bundle);
            }
        }
        // What the CA bundle's volume and mount have of the variables.
        if let Some(name) = variables.get(CA_BUNDLE_CONFIG_MAP).cloned() {
            put(Some(Place::Variable("CA_BUNDLE_CONFIGMAP_NAME".into())), name.clone());
            put(Some(Place::BundleVolume), name);
        }
        if let Some(file) = variables.get("AWS_CA_BUNDLE") {
            put(Some(Place::Variable("CA_BUNDLE_VOLUME_MOUNT_POINT".into())), directory(file));
            put(Some(Place::BundleMount), directory(file));
        }
        for (name, value) in variables {
            put(Some(Place::Variable(name)), value);
        }
    }
    found
}

/// What follows the host in the name of the variable with its headers.
const HEADERS: &str = "-headers";

/// Whether a URI of the pod's downloads has the host.
fn names_host(template: &Map, host: &str) -> bool {
    let containers = member(template, "spec").into_iter().flat_map(|spec| objects(spec, "initContainers"));
    let mut arguments = containers.flat_map(|container| elements(container, "args")).filter_map(Value::as_str);
    arguments
        .any(|argument| argument.split_once("://").is_some_and(|(_, rest)| rest.split(['/', ':']).next() == Some(host)))
}

const CA_BUNDLE_CONFIG_MAP: &str = "AWS_CA_BUNDLE_CONFIGMAP";

/// The credential that the webhook copies from a Secret.
fn credential(cluster: &Cluster, secret: &Secret) -> Option<String> {
    match (secret.has("https-host"), cluster.release.pod.hugging_face_token_referenced) {
        (true, _) => secret.text("headers"),
        (false, true) => None,
        (false, false) => secret.text("HF_TOKEN"),
    }
}

/// Replaces the values in a pod template by the names of their Secrets.
pub fn hide(template: &mut Map, copied: &[CopiedSecret]) {
    if copied.is_empty() {
        return;
    }
    each_text(template, &mut |place, text| match place {
        Place::Bucket => {
            let mut buckets = copied.iter().filter(|copied| copied.place == Place::Bucket);
            let found = buckets.find_map(|copied| Some((copied, bucket_and_path(text, &copied.value)?)));
            if let Some((copied, path)) = found {
                *text = format!("{}{path}", copied.placeholder());
            }
        }
        _ => {
            if let Some(copied) = copied.iter().find(|copied| copied.place == place && copied.value == *text) {
                *text = copied.placeholder();
            }
        }
    });
    rename_variables(template, copied);
}

/// What follows a bucket in `bucket/path`.
fn bucket_and_path<'t>(text: &'t str, bucket: &str) -> Option<&'t str> {
    text.strip_prefix(bucket).filter(|path| path.starts_with('/'))
}

/// Takes hosts that only a Secret knows out of the names of variables.
fn rename_variables(template: &mut Map, copied: &[CopiedSecret]) {
    let hosts: Vec<&CopiedSecret> = copied.iter().filter(|copied| copied.hides_host).collect();
    let Some(spec) = template.get_mut("spec").and_then(Value::as_object_mut).filter(|_| !hosts.is_empty()) else {
        return;
    };
    for list in ["containers", "initContainers"] {
        for container in entries(spec, list) {
            for variable in entries(container, "env") {
                if let Some(Value::String(name)) = variable.get_mut("name") {
                    hosts.iter().for_each(|copied| copied.hide_name(name));
                }
            }
        }
    }
}

/// A text about pods without what it quotes of Secrets: values that are refused, and hosts that only a Secret knows.
pub fn hide_in_text(text: &str, copied: &[CopiedSecret]) -> String {
    let mut text = hide_in_refusal(text).into_owned();
    copied.iter().for_each(|copied| copied.hide_name(&mut text));
    text
}

/// An error without what it quotes of Secrets.
pub fn hide_in_error(error: &ControllerError, copied: &[CopiedSecret]) -> ControllerError {
    let error = error.hide_secret();
    let text = hide_in_text(error.text(), copied);
    error.reworded(text)
}

/// As [`hide`], for the template of an object from a cluster: there the same place may hold another
/// value, perhaps an older one of the Secret, which is no less secret. It stays told apart.
pub fn hide_in_live(template: &mut Map, copied: &[CopiedSecret]) {
    hide(template, copied);
    if copied.is_empty() {
        return;
    }
    each_text(template, &mut |place, text| {
        let Some(copied) = copied.iter().find(|copied| copied.place == place) else { return };
        match place {
            Place::Bucket if bucket_and_path(text, &copied.placeholder()).is_none() => {
                let path = text.split_once('/').map_or(String::new(), |(_, path)| format!("/{path}"));
                *text = format!("{}{path}", copied.placeholder_of_another());
            }
            Place::Bucket => {}
            _ if *text != copied.placeholder() => *text = copied.placeholder_of_another(),
            _ => {}
        }
    });
}

/// Marks what differs from an older rendering of the same service, so that the difference shows though the values do not.
pub fn mark_changed(new: &mut [CopiedSecret], old: &[CopiedSecret]) {
    for copied in new {
        let same_place = |old: &&CopiedSecret| old.secret == copied.secret && old.place == copied.place;
        copied.is_changed = old.iter().find(same_place).is_some_and(|old| old.value != copied.value);
    }
}

/// Where workloads have the templates of their pods.
const TEMPLATES: [&str; 3] =
    ["/spec/template", "/spec/leaderWorkerTemplate/leaderTemplate", "/spec/leaderWorkerTemplate/workerTemplate"];

/// The pod templates of an object.
pub fn pod_templates(object: &Value) -> impl Iterator<Item = &Map> {
    TEMPLATES.iter().filter_map(|path| object.pointer(path)?.as_object())
}

/// Changes the pod templates of an object.
pub fn pod_templates_mut(object: &mut Value, mut change: impl FnMut(&mut Map)) {
    for path in TEMPLATES {
        object.pointer_mut(path).and_then(Value::as_object_mut).into_iter().for_each(&mut change);
    }
}

/// Shows every text of a pod template that can be copied from a Secret, with its place, and takes it back changed.
fn each_text(template: &mut Map, show: &mut dyn FnMut(Place, &mut String)) {
    let Some(spec) = template.get_mut("spec").and_then(Value::as_object_mut) else { return };
    for (list, item) in spec.iter_mut().flat_map(|(list, items)| {
        let items = items.as_array_mut().into_iter().flatten();
        items.filter_map(move |item| Some((list.as_str(), item.as_object_mut()?)))
    }) {
        match list {
            "containers" | "initContainers" => {
                variables(item, show);
                bucket(item, show);
                if let Some(Value::String(path)) = entries(item, "volumeMounts")
                    .find(|mount| is_bundle(mount))
                    .and_then(|mount| mount.get_mut("mountPath"))
                {
                    show(Place::BundleMount, path);
                }
            }
            "volumes" if is_bundle(item) => {
                if let Some(Value::String(name)) = item.get_mut("configMap").and_then(|source| source.get_mut("name")) {
                    show(Place::BundleVolume, name);
                }
            }
            _ => {}
        }
    }
}

fn variables(container: &mut Map, show: &mut dyn FnMut(Place, &mut String)) {
    for variable in entries(container, "env") {
        let name = variable.get("name").and_then(Value::as_str).unwrap_or_default().to_owned();
        if let Some(Value::String(value)) = variable.get_mut("value") {
            show(Place::Variable(name), value);
        }
    }
}

/// Shows the arguments that begin with a bucket, without the scheme: `bucket/path`.
fn bucket(container: &mut Map, show: &mut dyn FnMut(Place, &mut String)) {
    for argument in container.get_mut("args").and_then(Value::as_array_mut).into_iter().flatten() {
        let location = argument.as_str().and_then(|text| text.strip_prefix("s3://")).map(str::to_owned);
        if let Some(mut location) = location {
            show(Place::Bucket, &mut location);
            *argument = format!("s3://{location}").into();
        }
    }
}

fn entries<'i>(item: &'i mut Map, list: &str) -> impl Iterator<Item = &'i mut Map> {
    item.get_mut(list).and_then(Value::as_array_mut).into_iter().flatten().filter_map(Value::as_object_mut)
}

fn is_bundle(item: &Map) -> bool {
    item.get("name").is_some_and(|name| name == ca_bundle::VOLUME)
}
