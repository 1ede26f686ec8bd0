//! Searches objects from a cluster for values of Secrets. How such values got there is unknown, so the search goes by the places
//! and values that controller and webhook may copy. Values that the tool itself copies are recorded where they are copied; see
//! [`Copied`].

use std::collections::BTreeMap;

use super::annotations;
use super::ca_bundle::{DIRECTORY_VARIABLE, NAME_VARIABLE};
use super::copied::{Copied, CopiedSecret, HEADERS, each_text, names_host};
use super::model::directory;
use super::s3;
use super::secret::{Secret, parse_strings};
use super::settings::Settings;
use crate::Map;
use crate::facts::Cluster;
use crate::facts::copyable::Place;
use crate::facts::copyable::{Candidate, InNamespace};
use crate::object::Kind;
use crate::object::ObjectView as _;
use crate::object::fields::{filled, member, objects};
use crate::object::name;
use crate::object::role::kind;

/// The values of Secrets of a namespace that these pod templates contain in clear text: headers for `https` downloads, tokens if
/// the release copies them, settings of S3 stores, and the bucket of a storage spec.
pub fn in_live<'t>(cluster: &Cluster, namespace: &str, templates: impl IntoIterator<Item = &'t Map>) -> Copied {
    let mut found = Copied::default();
    let mut templates = templates.into_iter().peekable();
    if templates.peek().is_none() {
        return found;
    }
    let Some(copyable) = cluster.copyable.in_namespace(namespace, || all_candidates(cluster)) else { return found };
    for template in templates {
        let takes_bucket = takes_bucket(template);
        // A clone, so that the same function serves both reading and hiding.
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
            let Some(Candidate { secret, key, place: wanted, value }) = candidate else { return };
            let host = match (wanted, &place) {
                (None, Place::Variable(name)) => name.strip_suffix(HEADERS),
                _ => None,
            };
            found.note(match host {
                Some(host) => CopiedSecret::headers(secret, key, host, value, reveals_host(template, host)),
                None => CopiedSecret::new(secret, key, place, value),
            });
        });
    }
    found
}

/// Whether a URI of the pod's downloads has this host.
fn reveals_host(template: &Map, host: &str) -> bool {
    names_host(member(template, "spec").into_iter().flat_map(|spec| objects(spec, "initContainers")), host)
}

/// Whether the bucket of a template's model comes from a storage secret rather than from the service.
fn takes_bucket(template: &Map) -> bool {
    let annotation = |key| template.annotation(key);
    let parameters = annotation(annotations::STORAGE_SPEC_PARAMETERS).map(parse_strings);
    let parameters = parameters.and_then(Result::ok).unwrap_or_default();
    annotation(annotations::STORAGE_SPEC) == Some("true") && parameters.get("bucket").is_none_or(String::is_empty)
}

/// The values that may be copied from the Secrets of a cluster, by namespace.
fn all_candidates(cluster: &Cluster) -> BTreeMap<String, InNamespace> {
    let mut all = BTreeMap::<String, InNamespace>::new();
    // By the name of the kind alone, in whatever group: this only chooses namespaces to look at, and one more never hides less.
    for object in cluster.objects().filter(|object| kind(object) == Kind::Secret.name()) {
        let namespace = name::namespace(object);
        if !all.contains_key(namespace) {
            all.insert(namespace.to_owned(), InNamespace::new(candidates(cluster, namespace)));
        }
    }
    all
}

/// The values that may be copied from the Secrets of a namespace.
fn candidates(cluster: &Cluster, namespace: &str) -> Vec<Candidate> {
    let secrets: Vec<(&str, Secret)> = cluster
        .list(Kind::Secret, namespace)
        .map(|object| (object.name(), Secret::of(object.name(), object)))
        .collect();
    if secrets.is_empty() {
        return Vec::new();
    }
    let settings = Settings::read(cluster).ok();
    let mut found = Vec::new();
    for (name, secret) in &secrets {
        let mut put = |key: &str, place: Option<Place>, value: String| {
            found.push(Candidate { secret: (*name).to_owned(), key: key.to_owned(), place, value });
        };
        if let Some((key, value)) = credential(cluster, secret) {
            put(key, None, value);
        }
        let s3 = settings.as_ref().map(|settings| &settings.credentials.s3);
        let variables = s3.map(|s3| s3::variables(cluster.release.pod.s3_endpoint, s3, secret)).unwrap_or_default();
        let copied =
            variables.into_iter().filter_map(|own| Some((own.name.to_owned(), (own.key?.to_owned(), own.value))));
        let mut variables: BTreeMap<String, (String, String)> = filled(copied);
        for (key, text) in secret.texts() {
            // An entry of a storage secret.
            let Ok(mut entry) = parse_strings(&text) else { continue };
            if let Some(bucket) = entry.remove("bucket") {
                put(key, Some(Place::Bucket), bucket);
            }
            if let Some(bundle) = entry.remove("cabundle_configmap") {
                variables.insert(s3::CA_BUNDLE_CONFIG_MAP.into(), (key.to_owned(), bundle));
            }
        }
        // The parts of the CA bundle's volume and mount that come from the variables.
        if let Some((key, name)) = variables.get(s3::CA_BUNDLE_CONFIG_MAP).cloned() {
            put(&key, Some(Place::Variable(NAME_VARIABLE.into())), name.clone());
            put(&key, Some(Place::BundleVolume), name);
        }
        if let Some((key, file)) = variables.get(s3::CA_BUNDLE) {
            put(key, Some(Place::Variable(DIRECTORY_VARIABLE.into())), directory(file));
            put(key, Some(Place::BundleMount), directory(file));
        }
        for (name, (key, value)) in variables {
            put(&key, Some(Place::Variable(name)), value);
        }
    }
    found
}

/// The credential that the webhook copies from a Secret, and its key.
fn credential(cluster: &Cluster, secret: &Secret) -> Option<(&'static str, String)> {
    let key = match (secret.has("https-host"), cluster.release.pod.hugging_face_token_referenced) {
        (true, _) => "headers",
        (false, true) => return None,
        (false, false) => "HF_TOKEN",
    };
    Some((key, secret.text(key)?))
}
