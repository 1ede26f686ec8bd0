//! Arguments that several commands share.

use std::path::PathBuf;

use clap::Args;

use crate::input::settings::Override;
use crate::release::Version;
use crate::{Settings, session};

/// What all commands take that look at services.
#[derive(Debug, Clone, Args)]
pub struct CommonArgs {
    #[command(flatten)]
    pub input: InputArgs,
    #[command(flatten)]
    pub cluster: ClusterArgs,
}

/// What to read.
#[derive(Debug, Clone, Args)]
pub struct InputArgs {
    /// Files and directories to read; `-` is standard input, also read when none is named
    #[arg(value_name = "FILES")]
    pub files: Vec<PathBuf>,
    /// Same as FILES, as in kubectl
    #[arg(short, long = "filename", value_name = "FILE", help_heading = "Input")]
    pub filename: Vec<PathBuf>,
    /// Read directories with all directories below them
    #[arg(short = 'R', long, help_heading = "Input")]
    pub recursive: bool,
    /// Namespace of documents that have none
    #[arg(short, long, value_name = "NAMESPACE", default_value = "default", help_heading = "Input")]
    pub namespace: String,
    /// Do what is possible even if some inputs cannot be read or are refused; validate, lint and check always do
    #[arg(long, help_heading = "Input")]
    pub keep_going: bool,
}

impl InputArgs {
    /// All paths, in the order of positionals and then `-f`.
    pub fn paths(&self) -> Vec<PathBuf> {
        self.files.iter().chain(&self.filename).cloned().collect()
    }
}

/// Which cluster to imitate.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Cluster")]
pub struct ClusterArgs {
    /// Documents that are context only, file or directory; repeatable
    #[arg(long, value_name = "PATH")]
    pub context: Vec<PathBuf>,
    /// Leave out the ConfigMap, runtimes and storage container that the release ships
    #[arg(long)]
    pub no_defaults: bool,
    /// ConfigMap inferenceservice-config, or only its data
    #[arg(short, long, value_name = "FILE", env = "KSERVE_RENDER_CONFIG")]
    pub config: Option<PathBuf>,
    /// Set one value of the configuration, as in ingress.ingressDomain=example.org; repeatable
    #[arg(long, value_name = "SECTION.KEY=VALUE")]
    pub set: Vec<Override>,
    /// KServe release to imitate: v0.15 to v0.20
    #[arg(
        long,
        value_name = "VERSION",
        env = "KSERVE_RENDER_KSERVE_VERSION",
        default_value = Version::NEWEST.name(),
        value_parser = version,
    )]
    pub kserve_version: Version,
    /// What the cluster holds (a dump of `kubectl get … -o yaml`): services with status, objects
    #[arg(long, value_name = "PATH")]
    pub observed: Vec<PathBuf>,
    /// Domain that Knative gives to public routes [default: that of config-domain in the context, else example.com]
    #[arg(long, value_name = "DOMAIN")]
    pub knative_domain: Option<String>,
    /// Scheme of the URLs that Knative reports [default: that of config-network in the context, else http]
    #[arg(long, value_name = "SCHEME")]
    pub knative_url_scheme: Option<String>,
    /// DNS domain of the cluster
    #[arg(long, value_name = "DOMAIN", default_value = "cluster.local")]
    pub cluster_domain: String,
    /// API that is not installed, as in networking.istio.io/v1beta1; repeatable
    #[arg(long, value_name = "GROUP/VERSION")]
    pub without_api: Vec<String>,
    /// Deployment, Knative Service or HTTPRoute that never becomes ready; repeatable
    #[arg(long, value_name = "NAME")]
    pub not_ready: Vec<String>,
    /// Generation of the InferenceServices
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(i64).range(1..))]
    pub generation: i64,
}

impl ClusterArgs {
    /// What the flags say for a session; what they leave open keeps its default.
    pub fn options(&self, namespace: &str) -> session::Options {
        session::Options {
            namespace: namespace.to_owned(),
            release: Some(self.kserve_version),
            with_shipped: !self.no_defaults,
            set: self.set.clone(),
            knative_domain: self.knative_domain.clone(),
            knative_url_scheme: self.knative_url_scheme.clone(),
            settings: Settings {
                cluster_domain: self.cluster_domain.clone(),
                absent_apis: self.without_api.iter().cloned().collect(),
                not_ready: self.not_ready.iter().cloned().collect(),
                generation: self.generation,
                ..Settings::default()
            },
        }
    }
}

/// Reads the name of a release.
pub fn version(text: &str) -> Result<Version, String> {
    Version::parse(text).ok_or_else(|| {
        let known: Vec<&str> = Version::ALL.iter().map(|version| version.name()).collect();
        format!("known are {}", known.join(", "))
    })
}
