//! Everything that is known about some documents, as data and as pieces of an HTML page, for programs without a command line,
//! such as the page in the browser.
//!
//! A question contains documents, what is known about the cluster, and which parts of the answer are wanted. The answer has the
//! same texts and bytes that the program prints.
//!
//! ```
//! use kserve_render::answer::answer;
//! use serde_json::json;
//! let text = "
//! apiVersion: serving.kserve.io/v1beta1
//! kind: InferenceService
//! metadata: {name: leaf, namespace: garden}
//! spec: {predictor: {model: {modelFormat: {name: sklearn}, storageUri: gs://garden-models/leaf}}}
//! ";
//! let answer = answer(&json!({
//!     "inputs": [{ "name": "leaf.yaml", "text": text }],
//!     "options": { "release": "v0.19" },
//!     "parts": ["objects"],
//! }));
//! assert_eq!(answer["services"][0]["url"], "http://leaf.garden.example.com");
//! assert!(answer["yaml"].as_str().is_some_and(|yaml| yaml.contains("kind: Service\n")));
//! ```

mod explained;
mod fix;
pub(crate) mod markdown;
pub(crate) mod page;
pub(crate) mod pieces;
mod question;

use serde_json::json;

pub use explained::explanations;
pub use question::{Other, Part, Question, QuestionError, about};

use crate::diff::{Selection, ServiceDiff, data};
use crate::input::Document;
use crate::object::role::{api_version, kind};
use crate::object::{Kind, name};
use crate::output::chart::{Chart, Form};
use crate::output::html::Links;
use crate::output::objects::{self, Options};
use crate::output::summary::Summary;
use crate::schema::json_schemas;
use crate::session::compare::{Comparison, Follows};
use crate::session::mend::mend;
use crate::session::places::{CompositionPlaces, DocumentPlaces};
use crate::session::{Finding, Release, Session, UnknownRelease, check, finding_data};
use crate::{Map, Rendering, Value};

/// Answers a question. The members of questions and answers are those of the types `Question` and `Answer` in the `types.d.ts` of the
/// JavaScript package. If a question cannot be answered, the result is an object whose member `error` is a message.
pub fn answer(question: &Value) -> Value {
    match Question::read(question) {
        Ok(question) => Answer::of(&question).fields.into(),
        Err(error) => json!({ "error": error.to_string() }),
    }
}

/// An answer under construction.
struct Answer<'q> {
    question: &'q Question,
    session: Session,
    links: Links,
    fields: Map,
    html: Map,
}

impl Answer<'_> {
    fn of(question: &Question) -> Answer<'_> {
        let session = question.session();
        let links = Links::new(question.files());
        let mut answer = Answer { question, session, links, fields: Map::new(), html: Map::new() };
        answer.put("release", answer.session.cluster.release.version.name());
        answer.put("incomplete", answer.session.incomplete);
        let mut renderings = answer.session.renderings(question.inject);
        answer.add_drawings(&renderings);
        if answer.session.renders_together() {
            objects::keep_last_states(&mut renderings);
        }
        answer.add_services(renderings);
        answer.add_explanations();
        answer.add_findings();
        answer.add_compositions();
        answer.add_comparison();
        if question.html {
            let html = std::mem::take(&mut answer.html);
            answer.put("html", html);
        }
        answer
    }

    fn put(&mut self, key: &str, value: impl Into<Value>) {
        self.fields.insert(key.to_owned(), value.into());
    }

    fn wants(&self, part: Part) -> bool {
        self.question.parts.contains(&part)
    }

    /// Whether a service is one of those to explain and draw.
    fn is_chosen(&self, at: usize) -> bool {
        self.question.service.is_none_or(|chosen| chosen == at)
    }

    /// Adds the services, and their objects in one stream. As in the program with `--keep-going`, refused services have none.
    fn add_services(&mut self, renderings: Vec<Rendering>) {
        let options = Options { inject: self.question.inject, ..Options::default() };
        let (mut stream, mut list, mut services) = (String::new(), Vec::new(), Vec::new());
        let mut line = 1;
        for (at, mut rendering) in renderings.into_iter().enumerate() {
            rendering.hide_secrets();
            let summary = Summary::of(&rendering);
            let is_fact = rendering.is_fact();
            // Without the injected pods that were asked for, the objects would be wrong.
            let lacks_pods = self.question.inject && rendering.injected().iter().any(|pods| pods.template.is_err());
            let is_done = rendering.refusal().is_none() && rendering.error().is_none() && !lacks_pods;
            let document = self.session.services.get(at).map(|service| &*service.document);
            let mut service = of_service(&rendering, &summary, document);
            service.insert("isFact".into(), is_fact.into());
            let mut count = 0;
            if self.wants(Part::Objects) && is_done && !is_fact {
                let made = objects::take(&mut rendering, &options);
                count = made.len();
                for (number, object) in made.iter().enumerate() {
                    let text = objects::stream(std::slice::from_ref(object), (number == 0).then_some(&summary));
                    let lines = text.matches('\n').count();
                    list.push(of_object(object, at, line, lines));
                    stream.push_str(&text);
                    line += lines;
                }
                if made.is_empty() {
                    let text = objects::stream(&[], Some(&summary));
                    line += text.matches('\n').count();
                    stream.push_str(&text);
                }
            }
            service.insert("objects".into(), count.into());
            services.push(Value::Object(service));
        }
        self.put("services", services);
        if self.wants(Part::Objects) {
            self.put("yaml", stream);
            self.put("objects", list);
        }
    }

    fn add_drawings(&mut self, renderings: &[Rendering]) {
        if !self.wants(Part::Picture) {
            return;
        }
        let (mut pictures, mut html) = (Vec::new(), String::new());
        for (at, rendering) in
            renderings.iter().enumerate().filter(|(at, rendering)| self.is_chosen(*at) && !rendering.is_fact())
        {
            let chart = Chart::of(rendering);
            let svg = chart.to_svg(at);
            html.push_str(&svg);
            pictures.push(json!({ "service": at, "mermaid": chart.to_text(Form::Mermaid), "tree": chart.to_text(Form::Tree), "svg": svg }));
        }
        self.put("pictures", pictures);
        self.html.insert("picture".into(), html.into());
    }

    fn add_explanations(&mut self) {
        if !self.wants(Part::Explain) {
            return;
        }
        let (mut all, mut html) = (Vec::new(), String::new());
        for (at, explanation) in explanations(&self.session, |at| self.is_chosen(at)) {
            let document = self.session.services.get(at).map(|service| &*service.document);
            let places = DocumentPlaces::of(&self.session, document, self.question.is_cluster_domain_given);
            all.push(explanation.to_value(&places));
            if self.question.html {
                html.push_str(&explanation.to_html(&places, &self.links));
            }
        }
        self.put("explain", all);
        self.html.insert("explain".into(), html.into());
    }

    fn add_compositions(&mut self) {
        if !self.wants(Part::Composition) {
            return;
        }
        let (mut all, mut html) = (Vec::new(), String::new());
        let services = self.session.services.iter().enumerate().filter(|(at, _)| self.is_chosen(*at));
        for document in services.map(|(_, service)| &service.document) {
            let Some(composition) = self.session.composition(document) else { continue };
            let places = CompositionPlaces { document, session: &self.session };
            all.push(composition.to_value(&places));
            if self.question.html {
                html.push_str(&composition.to_html(&places, &self.links));
            }
        }
        self.put("composition", all);
        self.html.insert("composition".into(), html.into());
    }

    fn add_comparison(&mut self) {
        let Some(other) = self.question.other().filter(|_| self.wants(Part::Compare)) else { return };
        let new = other.session();
        let of_releases = matches!(self.question.compare, Some(Other::Release(_)));
        let found = differences(&self.session, &new, of_releases.then_some(self.question.options.with_shipped));
        let html = page::differences(&found, &self.session, &new);
        self.put(
            "compare",
            json!({ "services": found.iter().map(|(_, diff)| data::service(diff)).collect::<Vec<_>>() }),
        );
        self.html.insert("compare".into(), html.into());
    }

    fn add_findings(&mut self) {
        if !self.wants(Part::Findings) {
            return;
        }
        let found = check::everything(&self.session, &|_| {});
        let html = pieces::findings(&found, &self.links);
        self.html.insert("findings".into(), html.into());
        let data = |finding: &Finding| {
            let mut value = finding_data::object(finding);
            if let (Some(fix), Some(fields)) = (fix::of(finding), value.as_object_mut()) {
                fields.insert("fixes".into(), vec![fix].into());
            }
            value
        };
        self.put("findings", found.iter().map(data).collect::<Vec<_>>());
        let texts = mend(found.iter().map(|finding| finding.fix.as_ref()), false).texts.into_iter();
        self.put(
            "mended",
            texts.map(|text| json!({ "name": text.source.name, "text": text.text })).collect::<Vec<_>>(),
        );
    }
}

/// The differences between two sides of one cluster, each with the label that the program gives the service. `reasons` asks for
/// the causes among the differences of releases, and says whether what the releases ship counts.
fn differences(old: &Session, new: &Session, reasons: Option<bool>) -> Vec<(String, ServiceDiff)> {
    let selection = Selection::default();
    let comparison = Comparison::new(old, new, Follows::Reconciled, &selection, false);
    let comparison = match reasons {
        Some(with_shipped) => comparison.with_reasons(with_shipped),
        None => comparison,
    };
    let pairs = comparison.pairs(["", ""]);
    let label = |diff: &ServiceDiff| diff.kind.unwrap_or(Kind::USUAL).label(&diff.namespace, &diff.name);
    comparison.compare(&pairs, |_, diff| (label(&diff), diff), |_| {})
}

fn of_service(rendering: &Rendering, summary: &Summary, document: Option<&Document>) -> Map {
    let mut service = Map::new();
    let mut put = |key: &str, value: Option<Value>| service.extend(value.map(|value| (key.to_owned(), value)));
    put("kind", Some(rendering.kind.name().into()));
    put("namespace", Some(summary.namespace.as_str().into()));
    put("name", Some(summary.name.as_str().into()));
    put("mode", summary.mode.as_deref().map(Value::from));
    put("runtime", summary.runtime.as_deref().map(Value::from));
    put("url", summary.url.as_deref().map(Value::from));
    put("address", summary.address.as_deref().map(Value::from));
    let components =
        summary.components.iter().map(|(component, url)| (component.name().to_owned(), url.as_str().into()));
    put("components", Some(Value::Object(components.collect())));
    put("ready", Some(summary.ready.as_str().into()));
    put("reason", summary.reason.as_deref().map(Value::from));
    put("status", rendering.status().map(|status| crate::object::tidy::tidied(status.to_value())));
    put(
        "place",
        document.filter(|document| !document.source.text.is_empty()).map(|document| {
            let start = document.start();
            json!({ "file": document.source.name, "line": start.line, "column": start.column })
        }),
    );
    service
}

fn of_object(object: &Value, service: usize, line: usize, lines: usize) -> Value {
    json!({
        "service": service,
        "apiVersion": api_version(object),
        "kind": kind(object),
        "namespace": name::namespace(object),
        "name": name::object_name(object),
        "line": line,
        "lines": lines,
    })
}

/// The schemas of the resources of a release, by `group/version/kind`. If `written` is not a release, the result is an object
/// whose member `error` is a message.
pub fn schemas(written: &str) -> Value {
    let release: Release = match written.parse() {
        Ok(release) => release,
        Err(error) => return json!({ "error": UnknownRelease::to_string(&error) }),
    };
    let schemas = json_schemas(release.version, false);
    let named = schemas.into_iter().map(|schema| {
        let path = schema.path();
        let group = path.split('/').next().unwrap_or_default();
        (format!("{group}/{}/{}", schema.version, schema.kind()), schema.schema)
    });
    Value::Object(named.collect())
}
