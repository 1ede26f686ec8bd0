//! Files and flags into the cluster and the services to render.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, bail};
use clap::Args;

use crate::api::ObjectMeta;
use crate::input::{self, Document, Source};
use crate::reconcile::{Existing, Found};
use crate::release::{Release, Version, defaults};
use crate::{Cluster, Settings, Value};

/// What to read and which cluster to imitate.
#[derive(Debug, Args)]
pub struct InputArgs {
    /// Files to read; `-` is standard input
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Documents that are context only
    #[arg(long, value_name = "PATH")]
    context: Vec<PathBuf>,
    /// Leave out the objects that the release ships
    #[arg(long)]
    no_defaults: bool,
    /// Namespace of documents that have none
    #[arg(short, long, default_value = "default")]
    namespace: String,
    /// KServe release to imitate
    #[arg(long, value_name = "VERSION", default_value = "v0.20")]
    kserve_version: String,
    /// What the cluster holds: statuses and objects
    #[arg(long, value_name = "PATH")]
    observed: Vec<PathBuf>,
    /// Domain that Knative gives to public routes
    #[arg(long, value_name = "DOMAIN")]
    knative_domain: Option<String>,
    /// Scheme of the URLs that Knative reports
    #[arg(long, value_name = "SCHEME")]
    knative_url_scheme: Option<String>,
    /// API that is not installed, as group/version
    #[arg(long, value_name = "GROUP/VERSION")]
    without_api: Vec<String>,
    /// Deployment, Knative Service or HTTPRoute that never becomes ready
    #[arg(long, value_name = "NAME")]
    not_ready: Vec<String>,
    /// Generation of the InferenceServices
    #[arg(long, value_name = "N", default_value_t = 1)]
    generation: i64,
}

/// A cluster and the services to render in it, in input order.
pub struct Loaded {
    pub cluster: Cluster,
    pub services: Vec<(Value, Existing)>,
}

/// Kinds without a namespace.
const CLUSTER_WIDE: [&str; 5] =
    ["ClusterServingRuntime", "ClusterStorageContainer", "LocalModelCache", "LocalModelNodeGroup", "Namespace"];

impl InputArgs {
    pub fn load(&self) -> anyhow::Result<Loaded> {
        let Some(version) = Version::parse(&self.kserve_version) else {
            bail!("unknown KServe version {:?}", self.kserve_version);
        };
        let mut objects = Vec::new();
        if !self.no_defaults {
            objects.extend(defaults::objects(version).iter().cloned());
        }
        for path in &self.context {
            objects.extend(self.read(path)?.into_iter().map(|document| Arc::new(document.value)));
        }
        let mut observed = Vec::new();
        for path in &self.observed {
            observed.extend(self.read(path)?);
        }
        let mut services = Vec::new();
        for path in &self.files {
            for document in self.read(path)? {
                if kind(&document.value) == "InferenceService" {
                    services.push(document.value);
                } else {
                    objects.push(Arc::new(document.value));
                }
            }
        }
        let found = Arc::new(Found::new(observed.into_iter().map(|document| document.value)));
        let services = services
            .into_iter()
            .map(|mut service| {
                if let Some(service) = service.as_object_mut() {
                    service.remove("status");
                }
                let meta = service.as_object().map(ObjectMeta::of).unwrap_or_default();
                let existing = Existing::of(&found, &meta.namespace, &meta.name);
                (service, existing)
            })
            .collect();
        let settings = self.settings();
        Ok(Loaded { cluster: Cluster::new(Release::of(version), settings, objects), services })
    }

    fn settings(&self) -> Settings {
        let mut settings = Settings { generation: self.generation, ..Settings::default() };
        if let Some(domain) = &self.knative_domain {
            settings.knative_domain.clone_from(domain);
        }
        if let Some(scheme) = &self.knative_url_scheme {
            settings.knative_url_scheme.clone_from(scheme);
        }
        settings.absent_apis.extend(self.without_api.iter().cloned());
        settings.not_ready.extend(self.not_ready.iter().cloned());
        settings
    }

    fn read(&self, path: &Path) -> anyhow::Result<Vec<Document>> {
        let name = path.display().to_string();
        let text = if name == "-" { std::io::read_to_string(std::io::stdin()) } else { std::fs::read_to_string(path) }
            .with_context(|| format!("cannot read {name}"))?;
        let mut documents = documents(&Arc::new(Source { name, text }))?;
        for document in &mut documents {
            self.set_namespace(&mut document.value);
        }
        Ok(documents)
    }

    fn set_namespace(&self, value: &mut Value) {
        if CLUSTER_WIDE.contains(&kind(value)) {
            return;
        }
        if let Some(metadata) = value.get_mut("metadata").and_then(Value::as_object_mut)
            && metadata.get("namespace").and_then(Value::as_str).unwrap_or_default().is_empty()
        {
            metadata.insert("namespace".into(), self.namespace.clone().into());
        }
    }
}

fn kind(value: &Value) -> &str {
    value.get("kind").and_then(Value::as_str).unwrap_or_default()
}

fn documents(source: &Arc<Source>) -> anyhow::Result<Vec<Document>> {
    let read = input::read(source);
    for problem in &read.problems {
        let text = format!("{}:{}:{}: {}", source.name, problem.place.line, problem.place.column, problem.message);
        if problem.fatal {
            bail!(text);
        }
        eprintln!("warning: {text}");
    }
    Ok(read.documents)
}
