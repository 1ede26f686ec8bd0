//! Arguments that several commands share.

use std::convert::Infallible;
use std::ffi::OsStr;
use std::path::PathBuf;

use anyhow::Context as _;
use clap::builder::{NonEmptyStringValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};

use crate::Settings;
use crate::facts::RejectedPools;
use crate::input::settings::Override;
use crate::lint::{NoSuppression, Suppression, docs};
use crate::object::diagnostic::{Code, Severity};
use crate::release::Version;
use crate::session::{self, Finding, Release, UnknownRelease};

/// What all commands take that look at services.
#[derive(Debug, Clone, Args)]
pub struct CommonArgs {
    #[command(flatten)]
    pub input: InputArgs,
    #[command(flatten)]
    pub cluster: ClusterArgs,
}

/// How an answer is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum TextOrJson {
    Text,
    Json,
}

/// Which findings count.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Output")]
pub struct FindingArgs {
    /// The lowest severity that makes the exit status 1 [default: error; of lint, warning]
    #[arg(long, value_enum, value_name = "SEVERITY")]
    pub fail_on: Option<FailOn>,
    /// Leave out one kind of finding, everywhere or for one object; repeatable
    #[arg(long, value_name = "CODE[=NAMESPACE/NAME]", value_parser = SuppressionParser, hide_possible_values = true)]
    pub suppress: Vec<Suppression>,
    /// Show only these kinds of findings, by code or name
    #[arg(long, value_name = "CODE", value_delimiter = ',', value_parser = KnownCodeParser, hide_possible_values = true)]
    pub only: Vec<String>,
    /// Leave out these kinds of findings, by code or name
    #[arg(long, value_name = "CODE", value_delimiter = ',', value_parser = KnownCodeParser, hide_possible_values = true)]
    pub ignore: Vec<String>,
}

/// The lowest severity that counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum FailOn {
    Error,
    Warning,
    #[value(alias = "info")]
    Note,
    Never,
}

impl FailOn {
    fn includes(self, severity: Severity) -> bool {
        match self {
            FailOn::Error => severity == Severity::Error,
            FailOn::Warning => severity <= Severity::Warning,
            FailOn::Note => true,
            FailOn::Never => false,
        }
    }
}

impl FindingArgs {
    /// Removes the findings that are not wanted.
    pub fn apply(&self, found: &mut Vec<Finding>) {
        found.retain(|finding| {
            let code = finding.diagnostic.code;
            let is_among = |codes: &[String]| codes.iter().any(|text| docs::code(text) == Some(code));
            !self.suppress.iter().any(|suppression| suppression.covers(code, finding.object()))
                && !is_among(&self.ignore)
                && (self.only.is_empty() || is_among(&self.only))
        });
    }

    /// Whether the exit status is 1 because of what was found.
    pub fn fails(&self, found: &[Finding], default: FailOn) -> bool {
        let least = self.fail_on.unwrap_or(default);
        found.iter().any(|finding| least.includes(finding.diagnostic.severity))
    }
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
    /// Namespace of documents that have none [default: default]
    #[arg(short, long, value_name = "NAMESPACE", help_heading = "Input")]
    pub namespace: Option<String>,
    /// Do what is possible even if some inputs cannot be read or are refused; validate, lint and check always do
    #[arg(long, help_heading = "Input")]
    pub keep_going: bool,
    /// Leave out files and directories, by patterns as in .gitignore; repeatable
    #[arg(long, value_name = "GLOB", help_heading = "Input")]
    pub exclude: Vec<String>,
    /// Look only at services of this name, or namespace/name, with * and ?; repeatable
    #[arg(long, value_name = "GLOB", value_parser = ServiceGlob::parse, help_heading = "Input")]
    pub service: Vec<ServiceGlob>,
    /// Run kustomize (or kubectl) on the Kustomizations in directories, and read what it prints
    #[arg(long, help_heading = "Input")]
    pub kustomize: bool,
    /// Run helm on the charts in directories, and read what it prints
    #[arg(long, help_heading = "Input")]
    pub helm: bool,
    /// Read the blocks of YAML in Markdown too
    #[arg(long, help_heading = "Input")]
    pub markdown: bool,
    /// Value of a parameter of OpenShift Templates; repeatable
    #[arg(long, value_name = "NAME=VALUE", value_parser = parameter, help_heading = "Input")]
    pub param: Vec<(String, String)>,
    /// Exit with status 0 when there is nothing to look at, as hooks expect
    #[arg(long, help_heading = "Input")]
    pub allow_empty: bool,
    /// Pass over named files that hold nothing of KServe, such as Helm templates, as in directories; for hooks
    #[arg(long, help_heading = "Input")]
    pub pass_over: bool,
    /// What the project file excludes, below its folder.
    #[arg(skip)]
    pub project_exclude: Option<(PathBuf, Vec<String>)>,
    /// Namespaces of documents that have none, by folder; from the project file.
    #[arg(skip)]
    pub namespaces: Vec<(PathBuf, String)>,
}

/// A pattern for names of services.
#[derive(Debug, Clone)]
pub struct ServiceGlob {
    matcher: globset::GlobMatcher,
    has_namespace: bool,
}

impl ServiceGlob {
    fn parse(text: &str) -> Result<ServiceGlob, globset::Error> {
        let glob = globset::GlobBuilder::new(text).literal_separator(true).build()?;
        Ok(ServiceGlob { matcher: glob.compile_matcher(), has_namespace: text.contains('/') })
    }

    /// Whether a service is of such a name.
    pub fn matches(&self, namespace: &str, name: &str) -> bool {
        match self.has_namespace {
            true => self.matcher.is_match(format!("{namespace}/{name}")),
            false => self.matcher.is_match(name),
        }
    }
}

fn parameter(text: &str) -> anyhow::Result<(String, String)> {
    let (name, value) = text.split_once('=').context("want NAME=VALUE")?;
    Ok((name.to_owned(), value.to_owned()))
}

impl Default for InputArgs {
    /// What is read if nothing is named; for commands without inputs.
    fn default() -> InputArgs {
        InputArgs {
            files: Vec::new(),
            filename: Vec::new(),
            recursive: false,
            namespace: None,
            keep_going: false,
            exclude: Vec::new(),
            service: Vec::new(),
            kustomize: false,
            helm: false,
            markdown: false,
            param: Vec::new(),
            allow_empty: false,
            pass_over: false,
            project_exclude: None,
            namespaces: Vec::new(),
        }
    }
}

impl InputArgs {
    /// Namespace of documents that have none.
    pub fn namespace(&self) -> &str {
        self.namespace.as_deref().unwrap_or("default")
    }

    /// All paths, in the order of positionals and then `-f`.
    pub fn paths(&self) -> Vec<PathBuf> {
        self.files.iter().chain(&self.filename).cloned().collect()
    }
}

/// Which cluster to imitate.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Cluster")]
pub struct ClusterArgs {
    /// What else the cluster has, such as runtimes and Secrets: a file or directory; repeatable
    #[arg(long, value_name = "PATH")]
    pub context: Vec<PathBuf>,
    /// Leave out the ConfigMap, runtimes and storage container that the release ships
    #[arg(long)]
    pub no_defaults: bool,
    /// ConfigMap inferenceservice-config, or only its data
    #[arg(short, long, value_name = "FILE", env = "KSERVE_RENDER_CONFIG")]
    pub config: Option<PathBuf>,
    /// Set one value of the configuration, such as ingress.ingressDomain=example.org; repeatable
    #[arg(long, value_name = "SECTION.KEY=VALUE")]
    pub set: Vec<Override>,
    /// KServe release to imitate [default: that of the ConfigMap's images, else the newest]
    #[arg(long, value_name = "VERSION", env = "KSERVE_RENDER_KSERVE_VERSION", value_parser = ReleaseParser)]
    pub kserve_version: Option<Release>,
    /// What the cluster holds: a dump of services, with their status, and of their objects, made with
    /// `kubectl get isvc,ksvc,deploy,svc,hpa,ing,httproute,virtualservice,scaledobject -A -o yaml` of the kinds that it has.
    /// Without FILES, the services of the dump are looked at, as they are stored
    #[arg(long, value_name = "PATH")]
    pub observed: Vec<PathBuf>,
    /// Domain that Knative gives to public routes [default: that of config-domain in the context, else example.com]
    #[arg(long, value_name = "DOMAIN", value_parser = NonEmptyStringValueParser::new())]
    pub knative_domain: Option<String>,
    /// Scheme of the URLs that Knative reports [default: that of config-network in the context, else http]
    #[arg(long, value_name = "SCHEME", value_parser = NonEmptyStringValueParser::new())]
    pub knative_url_scheme: Option<String>,
    /// DNS domain of the cluster [default: cluster.local]
    #[arg(long, value_name = "DOMAIN", value_parser = NonEmptyStringValueParser::new())]
    pub cluster_domain: Option<String>,
    /// API that is not installed, such as networking.istio.io/v1beta1; repeatable
    #[arg(long, value_name = "GROUP/VERSION", value_parser = ApiParser, hide_possible_values = true)]
    pub without_api: Vec<String>,
    /// Version of Kubernetes, such as 1.33
    #[arg(long, value_name = "VERSION", default_value = "1.35", value_parser = kubernetes_minor)]
    pub kubernetes_version: u32,
    /// Which InferencePools Gateways refuse as backends of routes
    #[arg(long, value_enum, value_name = "WHICH")]
    pub gateway_rejects_pools: Option<Pools>,
    /// Name of an object that never becomes ready, such as a Deployment, Knative Service or HTTPRoute; repeatable
    #[arg(long, value_name = "NAME")]
    pub not_ready: Vec<String>,
    /// Assume KEDA's webhook, which refuses a ScaledObject for a workload that another autoscaler scales
    #[arg(long)]
    pub keda_webhook: bool,
    /// The document that was last applied, for services without kubectl's annotation of it; repeatable
    #[arg(long, value_name = "PATH")]
    pub last_applied: Vec<PathBuf>,
    /// Generation of the InferenceServices
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(i64).range(1..))]
    pub generation: i64,
}

/// InferencePools of an API group, or all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Pools {
    /// Those of inference.networking.x-k8s.io/v1alpha2
    V1alpha2,
    /// All
    All,
}

/// Reads a version of Kubernetes, of which only the minor part counts.
fn kubernetes_minor(text: &str) -> anyhow::Result<u32> {
    let text = text.strip_prefix('v').unwrap_or(text);
    let minor = text.strip_prefix("1.").and_then(|rest| rest.split('.').next());
    minor.and_then(|minor| minor.parse().ok()).context("want a version such as 1.33")
}

impl ClusterArgs {
    /// What the flags say for a session; what they leave open keeps its default.
    pub fn options(&self, input: &InputArgs) -> session::Options {
        session::Options {
            namespace: input.namespace().to_owned(),
            parameters: input.param.clone(),
            release: self.kserve_version.clone(),
            with_shipped: !self.no_defaults,
            set: self.set.clone(),
            knative_domain: self.knative_domain.clone(),
            knative_url_scheme: self.knative_url_scheme.clone(),
            settings: Settings {
                cluster_domain: self.cluster_domain.clone().unwrap_or(Settings::default().cluster_domain),
                absent_apis: self.without_api.iter().cloned().collect(),
                not_ready: self.not_ready.iter().cloned().collect(),
                generation: self.generation,
                keda_webhook: self.keda_webhook,
                kubernetes_minor: self.kubernetes_version,
                rejected_pools: match self.gateway_rejects_pools {
                    None => RejectedPools::None,
                    Some(Pools::V1alpha2) => RejectedPools::Experimental,
                    Some(Pools::All) => RejectedPools::All,
                },
                ..Settings::default()
            },
        }
    }
}

/// Reads the name of one of these values.
pub fn one_of<T: Copy + Send + Sync + 'static, const N: usize>(
    all: [T; N],
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    // Other names do not get here, since the parser below has refused them.
    let find = move |given: String| all.into_iter().find(|one| name(*one) == given).ok_or(given);
    PossibleValuesParser::new(all.map(name)).try_map(find)
}

/// Defines a reader of texts that offers some for completion, and accepts others too.
macro_rules! offering {
    ($(#[$doc:meta])* $name:ident, $offers:expr) => {
        offering! { $(#[$doc])* $name: String = Ok::<_, Infallible>, $offers }
    };
    ($(#[$doc:meta])* $name:ident: $value:ty = $parse:expr, $offers:expr) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy)]
        pub struct $name;

        impl TypedValueParser for $name {
            type Value = $value;

            fn parse_ref(
                &self,
                command: &clap::Command,
                argument: Option<&clap::Arg>,
                value: &OsStr,
            ) -> Result<$value, clap::Error> {
                clap::builder::StringValueParser::new().try_map($parse).parse_ref(command, argument, value)
            }

            fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
                Some(Box::new($offers))
            }
        }
    };
}

offering! {
    /// Reads a kind of object, and offers those that the controller creates.
    KindParser, crate::object::kind::printed_names().map(PossibleValue::new)
}
offering! {
    /// Reads an API, and offers those that the controller can do without.
    ApiParser, session::optional_apis().into_iter().map(PossibleValue::new)
}
offering! {
    /// Reads a rule, and offers the codes.
    CodeParser, docs::codes().map(code_offered)
}

offering! {
    /// Reads what is to be suppressed, and offers the codes.
    SuppressionParser: Suppression = |text: String| text.parse::<Suppression>(), docs::codes().map(code_offered)
}
offering! {
    /// Reads a known rule, and offers the codes.
    KnownCodeParser: String = known_code, docs::codes().map(code_offered)
}

fn code_offered(code: &Code) -> PossibleValue {
    PossibleValue::new(code.id).help(code.name)
}

fn known_code(text: String) -> Result<String, NoSuppression> {
    match docs::code(text.trim()) {
        Some(_) => Ok(text.trim().to_owned()),
        None => Err(NoSuppression::NoRule(text)),
    }
}

/// Reads the name of a release, and offers those that are known.
#[derive(Debug, Clone, Copy)]
pub struct ReleaseParser;

impl TypedValueParser for ReleaseParser {
    type Value = Release;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<Release, clap::Error> {
        clap::builder::StringValueParser::new().try_map(|text| release(&text)).parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(Version::ALL.into_iter().map(|version| PossibleValue::new(version.name()))))
    }
}

/// Reads the name of a release.
pub fn release(text: &str) -> anyhow::Result<Release> {
    text.parse().map_err(|_| anyhow::anyhow!("known are {}", UnknownRelease::known()))
}
