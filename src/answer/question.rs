//! Questions in the form in which programs ask them.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::input::Source;
use crate::input::settings::NotAnOverride;
use crate::object::fields::filled;
use crate::release::Version;
use crate::session::{Builder, Options, Release, Session, UnknownRelease, optional_apis};
use crate::{Map, Settings, Value};

/// A part of the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// The created objects, as YAML.
    Objects,
    /// Why each service becomes what it becomes.
    Explain,
    /// What admission and `lint` find.
    Findings,
    /// The objects and the paths of requests, as a picture (SVG).
    Picture,
    /// The differences from the other side of a comparison, if there is one.
    Compare,
    /// What the effective spec of LLMInferenceServices is composed of.
    Composition,
}

impl Part {
    const ALL: [(&'static str, Part); 6] = [
        ("objects", Part::Objects),
        ("explain", Part::Explain),
        ("findings", Part::Findings),
        ("picture", Part::Picture),
        ("compare", Part::Compare),
        ("composition", Part::Composition),
    ];
}

/// A question: documents, what is known about the cluster, and which parts of the answer are wanted.
#[derive(Debug, Clone)]
pub struct Question {
    /// Texts with the resources that are asked about.
    pub inputs: Vec<Arc<Source>>,
    /// The text with the ConfigMap `inferenceservice-config`; `None` for the one that the release ships.
    pub config: Option<Arc<Source>>,
    /// Texts with other objects of the cluster, such as runtimes and Secrets.
    pub context: Vec<Arc<Source>>,
    /// Texts with the resources and objects that the cluster already holds, with their status.
    pub observed: Vec<Arc<Source>>,
    /// The release and the facts about the cluster that no document states.
    pub options: Options,
    /// Whether the options set a cluster domain, which then takes precedence over the one in the documents.
    pub is_cluster_domain_given: bool,
    /// Whether the objects contain pods as the pod webhook changes them.
    pub inject: bool,
    /// The parts of the answer that are wanted.
    pub parts: BTreeSet<Part>,
    /// The position of the only service to explain and draw; `None` for all services.
    pub service: Option<usize>,
    /// The other side of a comparison.
    pub compare: Option<Other>,
    /// Whether pieces of a page are wanted in addition to the data.
    pub html: bool,
}

/// What differs on the other side of a comparison.
#[derive(Debug, Clone)]
pub enum Other {
    /// Another release.
    Release(Release),
    /// The configuration; `None` for the one that the release ships.
    Config(Option<Arc<Source>>),
}

impl Question {
    /// Reads a question.
    ///
    /// # Errors
    ///
    /// A [`QuestionError`] about the first member that cannot be read.
    pub fn read(value: &Value) -> Result<Question, QuestionError> {
        let question = value.as_object().ok_or(QuestionError::NotAnObject)?;
        let known =
            ["inputs", "config", "context", "observed", "options", "parts", "service", "compare", "html", "inject"];
        known_only(question, &known, "the question")?;
        let (options, is_cluster_domain_given) = options(question.get("options"))?;
        Ok(Question {
            inputs: sources(question, "inputs")?,
            config: config(question)?,
            context: sources(question, "context")?,
            observed: sources(question, "observed")?,
            options,
            is_cluster_domain_given,
            inject: flag(question, "inject")?,
            parts: parts(question)?,
            service: match question.get("service") {
                None | Some(Value::Null) => None,
                Some(number) => {
                    let number = number.as_u64().and_then(|number| usize::try_from(number).ok());
                    Some(number.ok_or_else(|| wrong("service", "the position of a service, from 0"))?)
                }
            },
            compare: other(question)?,
            html: flag(question, "html")?,
        })
    }

    /// The question on the other side of the comparison, if there is one.
    pub fn other(&self) -> Option<Question> {
        let mut other = self.clone();
        match other.compare.take()? {
            Other::Release(release) => other.options.release = Some(release),
            Other::Config(config) => other.config = config,
        }
        Some(other)
    }

    /// The cluster and the services from the documents.
    pub fn session(&self) -> Session {
        let mut builder = Builder::new(self.options.clone());
        if !self.observed.is_empty() && self.inputs.is_empty() {
            builder.take_stored();
        }
        // One after the other, as the program reads files.
        self.observed.iter().for_each(|source| builder.observed(std::slice::from_ref(source), false));
        self.context.iter().for_each(|source| builder.context(std::slice::from_ref(source), false));
        self.config.iter().for_each(|source| builder.config(source));
        builder.inputs(&self.inputs);
        builder.build()
    }

    /// The names of all texts with documents, in the order in which [`Question`] lists them.
    pub fn files(&self) -> impl Iterator<Item = String> {
        let all = self.inputs.iter().chain(&self.config).chain(&self.context).chain(&self.observed);
        all.map(|source| source.name.clone())
    }
}

/// Why a question cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum QuestionError {
    /// It is not an object.
    #[error("a question is an object")]
    NotAnObject,
    /// A part of it has an unknown member.
    #[error("{of} has no member {member}; it has {known}")]
    Unknown {
        /// A description of that part.
        of: String,
        /// The member.
        member: String,
        /// The known members.
        known: String,
    },
    /// A member has the wrong type or form.
    #[error("{member} is {wanted}")]
    Wrong {
        /// The member.
        member: String,
        /// What it must be.
        wanted: &'static str,
    },
    /// A document lacks its name or its text.
    #[error("a document of {of} has a name and a text")]
    Document {
        /// The member that contains it.
        of: String,
    },
    /// The comparison names both a release and a configuration.
    #[error("compare has a release or a config, not both")]
    BothSides,
    /// The comparison names neither a release nor a configuration.
    #[error("compare has a release or a config")]
    NoSide,
    /// Answers have no such part.
    #[error("there is no part {name}; there are {}", Part::ALL.map(|(name, _)| name).join(", "))]
    NoPart {
        /// The requested part.
        name: String,
    },
    /// There is no such release.
    #[error(transparent)]
    Release(#[from] UnknownRelease),
    /// A value to set cannot be parsed.
    #[error("set {written}: {error}")]
    Set {
        /// The text as written.
        written: String,
        /// Why it cannot be parsed.
        error: NotAnOverride,
    },
}

fn wrong(member: &str, wanted: &'static str) -> QuestionError {
    QuestionError::Wrong { member: member.to_owned(), wanted }
}

fn known_only(object: &Map, known: &[&str], what: &str) -> Result<(), QuestionError> {
    match object.keys().find(|key| !known.contains(&key.as_str())) {
        Some(key) => {
            let (of, known) = (what.to_owned(), known.join(", "));
            Err(QuestionError::Unknown { of, member: key.clone(), known })
        }
        None => Ok(()),
    }
}

fn flag(object: &Map, key: &str) -> Result<bool, QuestionError> {
    match object.get(key) {
        None | Some(Value::Null) => Ok(false),
        Some(value) => value.as_bool().ok_or_else(|| wrong(key, "true or false")),
    }
}

fn text(object: &Map, key: &str) -> Result<Option<String>, QuestionError> {
    match object.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.clone())),
        Some(_) => Err(wrong(key, "a text")),
    }
}

fn texts(object: &Map, key: &str) -> Result<Vec<String>, QuestionError> {
    let wanted = || wrong(key, "a list of texts");
    let list = match object.get(key) {
        None | Some(Value::Null) => return Ok(Vec::new()),
        Some(list) => list.as_array().ok_or_else(wanted)?,
    };
    list.iter().map(|item| item.as_str().map(str::to_owned).ok_or_else(wanted)).collect()
}

fn source(document: &Value, what: &str) -> Result<Arc<Source>, QuestionError> {
    let wanted = || QuestionError::Document { of: what.to_owned() };
    let text = |key: &str| document.get(key).and_then(Value::as_str).map(str::to_owned);
    let (name, text) = text("name").zip(text("text")).ok_or_else(wanted)?;
    let (_, text) = (known_only(document.as_object().ok_or_else(wanted)?, &["name", "text"], "a document")?, text);
    Ok(Arc::new(Source { name, text }))
}

fn sources(question: &Map, key: &str) -> Result<Vec<Arc<Source>>, QuestionError> {
    match question.get(key) {
        None | Some(Value::Null) => Ok(Vec::new()),
        Some(Value::Array(documents)) => documents.iter().map(|document| source(document, key)).collect(),
        Some(_) => Err(wrong(key, "a list of documents")),
    }
}

fn config(object: &Map) -> Result<Option<Arc<Source>>, QuestionError> {
    match object.get("config") {
        None | Some(Value::Null) => Ok(None),
        Some(document) => source(document, "config").map(Some),
    }
}

fn other(question: &Map) -> Result<Option<Other>, QuestionError> {
    let given = match question.get("compare") {
        None | Some(Value::Null) => return Ok(None),
        Some(given) => given.as_object().ok_or_else(|| wrong("compare", "an object"))?,
    };
    known_only(given, &["release", "config"], "compare")?;
    match text(given, "release")? {
        Some(_) if given.contains_key("config") => Err(QuestionError::BothSides),
        Some(written) => Ok(Some(Other::Release(written.parse::<Release>()?))),
        None if given.contains_key("config") => Ok(Some(Other::Config(config(given)?))),
        None => Err(QuestionError::NoSide),
    }
}

fn parts(question: &Map) -> Result<BTreeSet<Part>, QuestionError> {
    if matches!(question.get("parts"), None | Some(Value::Null)) {
        return Ok(filled(Part::ALL.into_iter().map(|(_, part)| part)));
    }
    let part = |name: String| {
        let found = Part::ALL.into_iter().find(|(known, _)| *known == name).map(|(_, part)| part);
        found.ok_or(QuestionError::NoPart { name })
    };
    let mut parts = BTreeSet::new();
    for name in texts(question, "parts")? {
        parts.insert(part(name)?);
    }
    Ok(parts)
}

/// The options of a session, and whether they set the cluster's domain.
fn options(value: Option<&Value>) -> Result<(Options, bool), QuestionError> {
    let empty = Map::new();
    let given = match value {
        None | Some(Value::Null) => &empty,
        Some(value) => value.as_object().ok_or_else(|| wrong("options", "an object"))?,
    };
    let known = [
        "release",
        "namespace",
        "set",
        "knativeDomain",
        "knativeUrlScheme",
        "clusterDomain",
        "withoutApi",
        "notReady",
        "shipped",
    ];
    known_only(given, &known, "options")?;
    let cluster_domain = text(given, "clusterDomain")?;
    let is_cluster_domain_given = cluster_domain.is_some();
    let mut settings = Settings {
        absent_apis: texts(given, "withoutApi")?.into_iter().collect(),
        not_ready: texts(given, "notReady")?.into_iter().collect(),
        ..Settings::default()
    };
    if let Some(domain) = cluster_domain {
        settings.cluster_domain = domain;
    }
    let options = Options {
        namespace: text(given, "namespace")?.unwrap_or_else(|| Options::default().namespace),
        release: text(given, "release")?.map(|written| written.parse::<Release>()).transpose()?,
        with_shipped: given.get("shipped").is_none_or(Value::is_null) || flag(given, "shipped")?,
        set: texts(given, "set")?
            .iter()
            .map(|text| text.parse().map_err(|error| QuestionError::Set { written: text.clone(), error }))
            .collect::<Result<_, QuestionError>>()?,
        knative_domain: text(given, "knativeDomain")?,
        knative_url_scheme: text(given, "knativeUrlScheme")?,
        settings,
        ..Options::default()
    };
    Ok((options, is_cluster_domain_given))
}

/// What questions can refer to: an object with the `version` of this crate, its `releases` and the `newest` of them, the `optionalApis`
/// that a controller can do without, and the `parts` of answers.
pub fn about() -> Value {
    serde_json::json!({
        "version": env!("CARGO_PKG_VERSION"),
        "releases": Version::ALL.map(Version::name),
        "newest": Version::NEWEST.name(),
        "optionalApis": optional_apis(),
        "parts": Part::ALL.map(|(name, _)| name),
    })
}
