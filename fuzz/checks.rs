//! Properties that hold for any text. The fuzz targets and the property tests of `cargo test` call the same functions.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use go_compat::quantity::Quantity;
use go_compat::template::{Data, Template};
use kserve_render::Existing;
use kserve_render::cli::fuzzed;
use kserve_render::diff::{Fate, Selection, ServiceDiff};
use kserve_render::explain::{NoPlaces, Style, Topic, explain};
use kserve_render::input::{self, Source};
use kserve_render::lint;
use kserve_render::output::{report, yaml};
use kserve_render::release::{Release, Version, defaults};
use kserve_render::session::compare::{Comparison, Follows};
use kserve_render::session::dump::Dump;
use kserve_render::session::{self, Builder, Options, Session, check, mend};
use kserve_render::{Cluster, Settings, Value};

fn read(text: &str) -> input::Read {
    input::read(&Arc::new(Source { name: "fuzz".into(), text: text.into() }))
}

/// YAML text: reading ends with documents or errors, and the documents can be written and read back.
pub fn yaml(text: &str) {
    for document in read(text).documents {
        let mut written = String::new();
        yaml::write(&document.value, &mut written);
        let again = read(&written);
        assert!(!again.problems.iter().any(|problem| problem.fatal), "what is written cannot be read: {written:?}");
    }
}

const SECTIONS: [&str; 8] =
    ["agent", "deploy", "inferenceService", "ingress", "logger", "multiNode", "storageInitializer", "credentials"];

/// The sections of the ConfigMap, all with the same text: each is accepted or refused.
pub fn config_map(text: &str) {
    let data: serde_json::Map<String, Value> = SECTIONS.iter().map(|s| ((*s).to_owned(), text.into())).collect();
    let map = serde_json::json!({
        "kind": "ConfigMap",
        "metadata": {"name": "inferenceservice-config", "namespace": "kserve"},
        "data": data,
    });
    let cluster = Cluster::new(Release::of(Version::NEWEST), Settings::default(), [Arc::new(map)]);
    drop(lint::config_faults::faults(&cluster));
}

/// Templates of both kinds, executed with a service's values: each ends with a text or an error.
pub fn template(text: &str) {
    let labels = BTreeMap::from([("team".to_owned(), "vision".to_owned()), ("a.b/c".to_owned(), "<x>&\"".to_owned())]);
    let data = Data::structure(
        "ingress.DomainTemplateValues",
        vec![("Name", Data::string("flower")), ("Labels", Data::StringMap(&labels))],
    );
    for template in [Template::parse("t", text), Template::parse_html("t", text)].into_iter().flatten() {
        assert_eq!(template.trace(&data).result, template.execute(&data), "a record of the steps changes nothing");
    }
}

/// Quantities: what is printed can be parsed again.
pub fn quantity(text: &str) {
    if let Ok(quantity) = Quantity::parse(text) {
        let printed = quantity.to_string();
        assert!(Quantity::parse(&printed).is_ok(), "{text:?} prints as {printed:?}");
        let _ = (quantity.value(), quantity.milli_value());
    }
}

/// A whole rendering and its explanation: documents from text, such as services, runtimes and ConfigMaps, in the newest release.
pub fn render(text: &str) {
    static SHIPPED: OnceLock<Vec<Arc<Value>>> = OnceLock::new();
    let shipped = SHIPPED.get_or_init(|| defaults::objects(Version::NEWEST).to_vec());
    let documents = read(text).documents.into_iter().map(|document| document.value);
    let (services, context): (Vec<Value>, Vec<Value>) =
        documents.partition(|value| value.get("kind").is_some_and(|kind| kind == "InferenceService"));
    if services.is_empty() {
        return;
    }
    let objects = shipped.iter().cloned().chain(context.into_iter().map(Arc::new));
    let cluster = Cluster::new(Release::of(Version::NEWEST), Settings::default(), objects);
    for service in &services {
        let existing = Existing::default();
        let rendering = kserve_render::render(&cluster, service, &existing);
        let explanation = explain(&cluster, service, &existing, &rendering, &Topic::ALL);
        let text = explanation.to_text(&NoPlaces, &Style::default());
        assert!(!text.chars().any(|c| c.is_control() && c != '\n'), "{text:?}");
        drop(explanation.to_value(&NoPlaces));
        yaml::write(&report::of(rendering), &mut String::new());
    }
}

/// A line that separates the parts of a text.
const CUT: &str = "--- 8< ---";

/// A session with inputs and, if the text has a second part, with the objects in it as what the cluster holds.
fn session(version: Version, text: &str) -> Session {
    let release = session::Release { version, written: version.name().to_owned() };
    let mut builder = Builder::new(Options { release: Some(release), ..Options::default() });
    let source = |name: &str, text: &str| Arc::new(Source { name: name.into(), text: text.into() });
    let (inputs, dump) = text.split_once(CUT).unwrap_or((text, ""));
    if !dump.is_empty() {
        builder.observed(&[source("dump", dump)], false);
    }
    builder.inputs(&[source("inputs", inputs)]);
    builder.build()
}

/// Documents from text and all findings about them: each finding has a place in the text, and none is reported twice.
pub fn documents(text: &str) {
    let session = session(Version::NEWEST, text);
    let findings = check::everything(&session, &|_| {});
    for finding in findings.iter().chain(&session.findings) {
        assert!(!finding.message().is_empty(), "{finding:?}");
    }
    for rendering in session.render_all(true) {
        yaml::write(&report::of(rendering), &mut String::new());
    }
}

/// A service, a dump of what a cluster holds of it, and an upgrade: no object is listed twice, created objects did not exist
/// before, and an upgrade to the same release changes nothing further.
pub fn living(text: &str) {
    let selection = Selection::default();
    let compare = |from: Version, to: Version, follows: Follows| -> Vec<ServiceDiff> {
        let (old, new) = (session(from, text), session(to, text));
        let comparison = Comparison::new(&old, &new, follows, &selection, false);
        comparison.compare(&comparison.pairs(["", ""]), |_, diff| diff, |_| ())
    };
    for diff in compare(Version::V0_16, Version::NEWEST, Follows::Reconciled) {
        for (place, object) in diff.objects.iter().enumerate() {
            assert!(!diff.objects[..place].iter().any(|other| other.key == object.key), "{:?} twice", object.key);
            assert!(!diff.unchanged.contains(&object.key), "{:?} unchanged", object.key);
            assert!(object.fate != Fate::Changed || !object.changes.is_empty(), "{:?} without a change", object.key);
        }
    }
    compare(Version::V0_18, Version::V0_19, Follows::Applied);
    compare(Version::V0_15, Version::NEWEST, Follows::Apart);
}

/// Every question that a program can ask about documents, in a release that the length of the text selects: there is an answer,
/// its places are in the text, and it can be written as JSON.
pub fn session_answers(text: &str) {
    let (inputs, dump) = text.split_once(CUT).unwrap_or((text, ""));
    let version = |at: usize| Version::ALL[at % Version::ALL.len()].name();
    let file = |name: &str, text: &str| serde_json::json!({"name": name, "text": text});
    let question = serde_json::json!({
        "inputs": [file("inputs", inputs)],
        "observed": if dump.is_empty() { vec![] } else { vec![file("dump", dump)] },
        "parts": ["objects", "explain", "findings", "picture", "compare", "composition"],
        "options": {"release": version(text.len())},
        "compare": {"release": version(text.len() / 7)},
        "html": true,
        "inject": text.len().is_multiple_of(2),
    });
    let answer = kserve_render::answer::answer(&question);
    assert!(answer.get("error").is_none(), "{answer}");
    for finding in answer.get("findings").and_then(Value::as_array).into_iter().flatten() {
        let of_inputs = finding.get("file").is_some_and(|file| file == "inputs");
        let line = finding.get("line").and_then(Value::as_u64).unwrap_or_default();
        let lines = inputs.lines().count() as u64 + 1;
        assert!(!of_inputs || line <= lines, "line {line} of {lines}: {finding}");
    }
}

/// An input for the KRM function: the output can be parsed, and it equals the input if nothing in it is rendered.
pub fn krm(text: &str) {
    let Some(list) = fuzzed::krm(text) else { return };
    assert!(!read(&list).problems.iter().any(|problem| problem.fatal), "what is written cannot be read: {list:?}");
    assert!(fuzzed::krm(&list).is_some(), "what is written is no list: {list:?}");
}

/// A project file: it is accepted or refused.
pub fn project(text: &str) {
    if let Some(shown) = fuzzed::project(text) {
        assert!(!shown.is_empty());
    }
}

/// Services and a dump of what a cluster holds: no object is listed twice, and each listed object differs.
pub fn dump(text: &str) {
    let (inputs, dump) = text.split_once(CUT).unwrap_or((text, text));
    let session = session(Version::NEWEST, inputs);
    let dump = Dump::new(read(dump).documents.into_iter().map(|document| document.value));
    for (_, diff) in dump.compare(&session, &Selection::default()).services {
        let objects = &diff.objects;
        for (place, object) in objects.iter().enumerate() {
            assert!(!objects[..place].iter().any(|other| other.key == object.key), "{:?} twice", object.key);
            assert!(object.old != object.new || object.old.is_none(), "{:?} without a change", object.key);
        }
    }
}

/// The result of `lint --fix` for a text: it can be read as well as before, and repeated fixing ends.
pub fn fix(text: &str) {
    let mut text = text.to_owned();
    for _ in 0..10 {
        let session = session(Version::NEWEST, &text);
        let findings = check::everything(&session, &|_| ());
        let outcome = mend::mend(findings.iter().map(|finding| finding.fix.as_ref()), true);
        let Some(mended) = outcome.texts.into_iter().find(|mended| mended.source.name == "inputs") else { return };
        assert_ne!(mended.text, text, "a mend that changes nothing");
        assert!(!mended.done.is_empty());
        let was_fatal = read(&text).problems.iter().any(|problem| problem.fatal);
        let is_fatal = read(&mended.text).problems.iter().any(|problem| problem.fatal);
        assert!(was_fatal || !is_fatal, "mended, but not to be read: {:?}", mended.text);
        text = mended.text;
    }
}
