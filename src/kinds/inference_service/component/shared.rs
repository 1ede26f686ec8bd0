//! What several components share.

use std::sync::LazyLock;

use regex::Regex;

use super::fields::FieldNames;
use super::metadata::{self, Strings};
use crate::Map;
use crate::api::{Component, InferenceService};
use crate::build::storage::SOURCE_URI;
use crate::build::workload::{BuildError, Built};
use crate::facts::Cluster;
use crate::go::strconv::quote;
use crate::object::error::NIL_POINTER;
use crate::release::BadStorageExpression;

/// Schemes that the controller accepts without a storage container.
const PREFIXES: [&str; 11] = [
    "gs://",
    "s3://",
    "pvc://",
    "file://",
    "https://",
    "http://",
    "hdfs://",
    "webhdfs://",
    "oci://",
    "oci+native://",
    "hf://",
];

/// Checks a storage URI: a storage container must support it, or it must be a local path, or have a known scheme.
///
/// # Errors
///
/// `StorageURI not supported: …`.
pub fn check_storage_uri(cluster: &Cluster, uri: &str) -> Result<(), BuildError> {
    let components = &cluster.release.components;
    match cluster.storage_containers.for_uri(uri) {
        Ok(Some(_)) => return Ok(()),
        Ok(None) => {}
        Err(error) => {
            return Err(match components.bad_storage_expression {
                BadStorageExpression::Resolving => BuildError::new(format!(
                    "StorageURI not supported: error resolving storage container for {}: {error}",
                    quote(uri)
                )),
                BadStorageExpression::Checking => BuildError::new(format!("StorageURI not supported: {error}")),
                BadStorageExpression::Crash => BuildError::panic(NIL_POINTER),
            });
        }
    }
    let is_supported = if !has_scheme(uri) {
        true
    } else if uri.contains("blob.core.windows.net") {
        AZURE_BLOB.as_ref().is_some_and(|form| form.is_match(uri))
    } else {
        prefixes(components.native_oci_scheme).any(|prefix| uri.starts_with(prefix))
    };
    if is_supported {
        return Ok(());
    }
    let known = prefixes(components.native_oci_scheme).collect::<Vec<_>>().join(", ");
    Err(BuildError::new(format!(
        "StorageURI not supported: storageUri, must be one of: [{known}] or match \
         https://{{}}.blob.core.windows.net/{{}}/{{}} or be an absolute or relative local path. StorageUri [{uri}] is not \
         supported"
    )))
}

fn prefixes(native_oci: bool) -> impl Iterator<Item = &'static str> {
    PREFIXES.into_iter().filter(move |prefix| native_oci || *prefix != "oci+native://")
}

/// Whether `://` occurs anywhere with a word character before it.
fn has_scheme(uri: &str) -> bool {
    uri.match_indices("://")
        .any(|(at, _)| uri[..at].chars().next_back().is_some_and(|c| c.is_ascii_alphanumeric() || c == '_'))
}

/// The form of an Azure blob storage address. As in the controller, its dots match any character.
static AZURE_BLOB: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new("https://(.+?).blob.core.windows.net/(.+)").ok());

/// Checks the source URI of a transformer or explainer, and writes it as an annotation.
pub(super) fn source_uri(cluster: &Cluster, annotations: &mut Strings, uri: Option<&str>) -> Result<(), BuildError> {
    if let Some(uri) = uri {
        annotations.insert(SOURCE_URI.into(), uri.into());
        check_storage_uri(cluster, uri)?;
    }
    Ok(())
}

/// The result for a component other than the predictor: it has no runtime, no worker and no canary.
pub(super) fn other_than_predictor(
    cluster: &Cluster,
    service: &InferenceService,
    component: Component,
    own: Strings,
    pod_spec: Map,
) -> Built {
    let spec = service.spec_of(component);
    Built {
        component,
        name: service.child_name(component),
        labels: metadata::labels(service, component, spec, None),
        annotations: metadata::annotations(cluster, spec, None, own),
        pod_spec,
        extension: FieldNames::of(cluster.release.input.fields).extension(spec),
        worker: None,
        runtime: None,
        canary: false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Settings;
    use crate::release::{Release, Version};

    fn check(uri: &str) -> bool {
        let cluster = Cluster::new(Release::of(Version::NEWEST), Settings::default(), []);
        check_storage_uri(&cluster, uri).is_ok()
    }

    #[test]
    fn known_schemes_and_local_paths_pass() {
        for uri in [
            "gs://b/m",
            "s3://",
            "pvc://c/x",
            "oci+native://r/m",
            "hf://a/b",
            "/models/x",
            "model",
            r"C:\m",
            "",
            "a:/x",
        ] {
            assert!(check(uri), "{uri}");
        }
    }

    #[test]
    fn other_schemes_are_refused_in_any_place_of_the_text() {
        for uri in ["S3://b/m", "git://x", "a b/s3x://y", "wasb://x@y"] {
            assert!(!check(uri), "{uri}");
        }
    }

    #[test]
    fn azure_blobs_need_account_and_path() {
        assert!(check("https://acme.blob.core.windows.net/container/model"));
        assert!(!check("https://acme.blob.core.windows.net"));
        assert!(!check("https://.blob.core.windows.net/x"));
        assert!(check("https://acme-blob.core.windows.net.blob.core.windows.net/x"));
    }
}
