//! The project file `.kserve-render.yaml`: options that always hold for a repository. All of them are defined in one table.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context as _, anyhow};

use super::files;
use super::messages::Messages;
use super::options::{CommonArgs, InputArgs, release};
use crate::Value;
use crate::input::settings::Override;
use crate::input::{self, Document, Source, Step};
use crate::lint::{NoSuppression, Suppression, docs};
use crate::object::diagnostic::{Code, Severity};
use crate::output::printable::{escaped, on_one_line};
use crate::session::{Finding, Release, Spot};
use crate::webhook::codes;

/// The name of the file.
pub const NAME: &str = ".kserve-render.yaml";

/// What a project file says.
#[derive(Debug, Default)]
pub struct Project {
    /// The file, and the folder to which its paths are relative.
    document: Option<Document>,
    folder: PathBuf,
    /// What is wrong with it.
    pub findings: Vec<Finding>,
    cluster_domain: Option<String>,
    config: Option<PathBuf>,
    context: Vec<PathBuf>,
    exclude: Vec<String>,
    helm: bool,
    knative_domain: Option<String>,
    knative_url_scheme: Option<String>,
    kserve_version: Option<Release>,
    kustomize: bool,
    markdown: bool,
    namespace: Option<String>,
    namespaces: Vec<(PathBuf, String)>,
    no_defaults: bool,
    parameters: Vec<(String, String)>,
    set: Vec<Override>,
    severity: Vec<(&'static Code, Option<Severity>)>,
    strict: bool,
    suppress: Vec<Suppression>,
    without_apis: Vec<String>,
}

/// An option of the project file.
pub struct Setting {
    pub name: &'static str,
    /// What it is for.
    pub what: &'static str,
    /// An example of its value.
    pub example: &'static str,
    take: fn(&mut Project, &Value) -> anyhow::Result<()>,
}

macro_rules! settings {
    ($($name:literal $what:literal $example:literal $take:expr;)*) => {
        /// Every option, by name.
        pub const SETTINGS: &[Setting] =
            &[$(Setting { name: $name, what: $what, example: $example, take: $take }),*];
    };
}

settings! {
    "clusterDomain" "DNS domain of the cluster, as --cluster-domain" "cluster.local"
        |project, value| put(&mut project.cluster_domain, text(value).map(Some));
    "config" "ConfigMap inferenceservice-config, as --config; paths begin in the folder of this file" "cluster/config.yaml"
        |project, value| put(&mut project.config, text(value).map(|path| Some(project.folder.join(path))));
    "context" "Files and folders with facts of the cluster, as --context" "[cluster/]"
        |project, value| put(&mut project.context, texts(value).map(|paths| {
            paths.iter().map(|path| project.folder.join(path)).collect()
        }));
    "exclude" "What to leave out, in patterns as in .gitignore, as --exclude" "[vendor/, '*.draft.yaml']"
        |project, value| put(&mut project.exclude, texts(value));
    "helm" "Run helm on charts, as --helm" "false"
        |project, value| put(&mut project.helm, truth(value));
    "knativeDomain" "Domain that Knative gives to public routes, as --knative-domain" "example.com"
        |project, value| put(&mut project.knative_domain, text(value).map(Some));
    "knativeURLScheme" "Scheme of the URLs that Knative reports, as --knative-url-scheme" "http"
        |project, value| put(&mut project.knative_url_scheme, text(value).map(Some));
    "kserveVersion" "KServe release to imitate, as --kserve-version" "v0.20"
        |project, value| put(&mut project.kserve_version, text(value).and_then(|text| release(&text)).map(Some));
    "kustomize" "Run kustomize on overlays, as --kustomize" "false"
        |project, value| put(&mut project.kustomize, truth(value));
    "markdown" "Read the blocks of YAML in Markdown, as --markdown" "false"
        |project, value| put(&mut project.markdown, truth(value));
    "namespace" "Namespace of documents that have none, as --namespace" "default"
        |project, value| put(&mut project.namespace, text(value).map(Some));
    "namespaces" "The same by folder; the innermost counts" "{apps/prod: garden-prod}"
        |project, value| put(&mut project.namespaces, pairs(value).map(|pairs| {
            pairs.into_iter().map(|(folder, namespace)| (project.folder.join(folder), namespace)).collect()
        }));
    "noDefaults" "Leave out what the release ships, as --no-defaults" "false"
        |project, value| put(&mut project.no_defaults, truth(value));
    "parameters" "Values of parameters of OpenShift Templates, as --param" "{IMAGE: acme.example/petal:1}"
        |project, value| put(&mut project.parameters, pairs(value));
    "set" "Single values of the configuration, as --set" "{ingress.ingressDomain: acme.example}"
        |project, value| put(&mut project.set, pairs(value).and_then(|pairs| {
            pairs.iter().map(|(path, value)| Ok(format!("{path}={value}").parse()?)).collect()
        }));
    "severity" "How bad kinds of findings are: error, warning, note or off" "{KSR035: off}"
        |project, value| put(&mut project.severity, pairs(value).and_then(|pairs| {
            pairs.iter().map(|(code, severity)| Ok((known_code(code)?, severity_of(severity)?))).collect()
        }));
    "strict" "Warnings count as errors, as --strict" "false"
        |project, value| put(&mut project.strict, truth(value));
    "suppress" "Findings to leave out, as --suppress" "[KSR009=garden/leaf]"
        |project, value| put(&mut project.suppress, texts(value).and_then(|texts| {
            texts.iter().map(|text| Ok(text.parse()?)).collect()
        }));
    "withoutAPIs" "APIs that are not installed, as --without-api" "[keda.sh/v1alpha1]"
        |project, value| put(&mut project.without_apis, texts(value));
}

fn put<T>(place: &mut T, value: anyhow::Result<T>) -> anyhow::Result<()> {
    *place = value?;
    Ok(())
}

fn text(value: &Value) -> anyhow::Result<String> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Number(number) => Ok(number.to_string()),
        Value::Bool(truth) => Ok(truth.to_string()),
        _ => Err(anyhow!("want a text")),
    }
}

fn texts(value: &Value) -> anyhow::Result<Vec<String>> {
    match value {
        Value::Array(items) => items.iter().map(text).collect(),
        one => text(one).map(|text| vec![text]).map_err(|_| anyhow!("want a list of texts")),
    }
}

fn truth(value: &Value) -> anyhow::Result<bool> {
    value.as_bool().context("want true or false")
}

fn pairs(value: &Value) -> anyhow::Result<Vec<(String, String)>> {
    let map = value.as_object().context("want a map of texts")?;
    map.iter().map(|(key, value)| Ok((key.clone(), text(value)?))).collect()
}

fn known_code(text: &str) -> anyhow::Result<&'static Code> {
    Ok(docs::code(text).ok_or_else(|| NoSuppression::NoRule(text.to_owned()))?)
}

fn severity_of(text: &str) -> anyhow::Result<Option<Severity>> {
    match text {
        "error" => Ok(Some(Severity::Error)),
        "warning" => Ok(Some(Severity::Warning)),
        "note" => Ok(Some(Severity::Note)),
        // YAML reads off without quotes as false.
        "off" | "false" => Ok(None),
        _ => Err(anyhow!("{text:?} is no severity; want error, warning, note or off")),
    }
}

impl Project {
    /// The project that the inputs belong to: the file that `--project` names, or the one that is found upwards from them.
    pub fn of(input: &InputArgs, messages: &Messages) -> anyhow::Result<Project> {
        let file = match messages.project() {
            Some(file) => Some(file.to_owned()),
            None => find(input.paths().first().map_or(Path::new("."), PathBuf::as_path)),
        };
        let Some(file) = file else { return Ok(Project::default()) };
        let source = match files::read(&file) {
            Ok(source) => source,
            Err(finding) => anyhow::bail!("{}: {}", finding.spot, finding.message()),
        };
        Project::read(&source, folder_of(&file))
    }

    /// What the text of a project file says; its paths are relative to a folder.
    ///
    /// # Errors
    /// It cannot be read, or the value of an option makes no sense.
    pub(super) fn read(source: &Arc<Source>, folder: PathBuf) -> anyhow::Result<Project> {
        let mut project = Project { folder, ..Project::default() };
        let mut read = input::read(source);
        if let Some(problem) = read.problems.iter().find(|problem| problem.fatal) {
            anyhow::bail!("{}:{}:{}: {}", source.name, problem.place.line, problem.place.column, problem.message);
        }
        if let Some(document) = read.documents.pop() {
            project.take(document)?;
        }
        Ok(project)
    }

    fn take(&mut self, document: Document) -> anyhow::Result<()> {
        let entries = document.value.as_object().cloned().unwrap_or_default();
        for (name, value) in &entries {
            let spot = spot_of(&document, name);
            let Some(setting) = SETTINGS.iter().find(|setting| setting.name == name) else {
                let finding = Finding::plain(
                    codes::PROJECT_OPTION,
                    Severity::Warning,
                    spot,
                    format!("there is no option {name}"),
                );
                let names = SETTINGS.iter().map(|setting| setting.name);
                self.findings.push(match files::similar(name, names) {
                    Some(known) => finding.with_help(format!("did you mean {known}?")),
                    None => finding.with_help("config project lists the options"),
                });
                continue;
            };
            if let Err(error) = (setting.take)(self, value) {
                anyhow::bail!("{spot}: {name}: {error}");
            }
        }
        self.document = Some(document);
        Ok(())
    }

    /// The arguments of a command; the project says what they leave open.
    pub fn apply(&self, args: &CommonArgs, messages: &Messages) -> CommonArgs {
        let mut args = args.clone();
        let (input, cluster) = (&mut args.input, &mut args.cluster);
        let or = |flag: &mut Option<String>, own: &Option<String>| {
            if flag.is_none() {
                flag.clone_from(own);
            }
        };
        or(&mut cluster.knative_domain, &self.knative_domain);
        or(&mut cluster.knative_url_scheme, &self.knative_url_scheme);
        or(&mut cluster.cluster_domain, &self.cluster_domain);
        if input.namespace.is_none() {
            input.namespaces.clone_from(&self.namespaces);
        }
        or(&mut input.namespace, &self.namespace);
        if cluster.config.is_none() {
            cluster.config.clone_from(&self.config);
        }
        if cluster.kserve_version.is_none() {
            cluster.kserve_version.clone_from(&self.kserve_version);
        }
        // What is named on the command line comes later and wins.
        cluster.context.splice(..0, self.context.iter().cloned());
        cluster.set.splice(..0, self.set.iter().cloned());
        cluster.without_api.extend(self.without_apis.iter().cloned());
        cluster.no_defaults |= self.no_defaults;
        input.helm |= self.helm;
        input.kustomize |= self.kustomize;
        input.markdown |= self.markdown;
        input.param.splice(..0, self.parameters.iter().cloned());
        if !self.exclude.is_empty() {
            input.project_exclude = Some((self.folder.clone(), self.exclude.clone()));
        }
        if self.strict {
            messages.be_strict();
        }
        args
    }

    /// Removes the findings that the project ignores, and gives the others the severity that it sets.
    pub fn weigh(&self, found: &mut Vec<Finding>) {
        found.retain(|finding| {
            let code = finding.diagnostic.code;
            let is_off = self.severity.iter().any(|(own, severity)| *own == code && severity.is_none());
            !is_off && !self.suppress.iter().any(|suppression| suppression.covers(code, finding.object()))
        });
        for finding in found {
            let own = self.severity.iter().find(|(own, _)| *own == finding.diagnostic.code);
            if let Some((_, Some(severity))) = own {
                finding.diagnostic.severity = *severity;
            }
        }
    }

    /// All options as a project file: those that are set with their values, the others as examples in comments.
    pub fn show(&self) -> String {
        let mut out = match &self.document {
            Some(document) => format!("# {}\n", on_one_line(&document.source.name)),
            None => format!("# There is no project file ({NAME}) in the folder of the inputs or above it.\n"),
        };
        for Setting { name, what, example, .. } in SETTINGS {
            let value = self.document.as_ref().and_then(|document| document.value.get(*name));
            let line = match value {
                // A text of JSON has the same meaning with its characters written out.
                Some(value) => format!("{name}: {}", escaped(&value.to_string())),
                None => format!("# {name}: {example}"),
            };
            out += &format!("\n# {what}\n{line}\n");
        }
        out
    }
}

fn spot_of(document: &Document, name: &str) -> Spot {
    match document.locate(&[Step::Key(name)]) {
        Some(located) => {
            let source = std::sync::Arc::clone(&document.source);
            Spot::Text { source, span: located.first().clone() }
        }
        None => Spot::start(document),
    }
}

fn folder_of(file: &Path) -> PathBuf {
    file.parent().map(Path::to_owned).unwrap_or_default()
}

/// The project file in a folder or above it, but not above the repository.
fn find(start: &Path) -> Option<PathBuf> {
    // Written as it is named, so that messages are short, and then upwards by the true path.
    let folder = if start.is_dir() { start.to_owned() } else { folder_of(start) };
    let here = if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder };
    let absolute = here.canonicalize().ok()?;
    for (steps, folder) in absolute.ancestors().enumerate() {
        if folder.join(NAME).is_file() {
            let written = (0..steps).fold(here.clone(), |path, _| path.join(".."));
            let current = std::env::current_dir().ok();
            let short = current.and_then(|current| folder.strip_prefix(current).ok().map(|path| path.join(NAME)));
            return Some(short.unwrap_or_else(|| written.join(NAME)));
        }
        if folder.join(".git").exists() {
            return None;
        }
    }
    None
}
