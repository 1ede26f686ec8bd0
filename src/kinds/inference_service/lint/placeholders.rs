//! Placeholders of runtimes that the controller cannot fill in: where they stand, and what was meant.

use super::subject::LintedService;
use crate::api::InferenceService;
use crate::facts::runtimes::ServingRuntime;
use crate::kinds::inference_service::runtime::{Request, Verdict, rank, replace_placeholders};
use crate::lint::rule::Findings;
use crate::lint::subject::Resource;
use crate::object::diagnostic::{Change, Mend};
use crate::object::{Cause, ControllerError, Key, ObjectMeta, Path};
use crate::release::Release;
use crate::webhook::report::closest;
use crate::{Map, Value};

/// The similarity above which a field is taken for a misspelling of an existing one.
const SIMILAR: f64 = 0.6;

/// Reports the texts of the runtime or the service that make the controller fail; returns false if the error is not about a placeholder, or
/// if none is found.
pub(super) fn find(resource: &Resource<'_>, error: &ControllerError, findings: &mut Findings) -> bool {
    if error.cause() != Some(&Cause::Placeholder) {
        return false;
    }
    let Some(subject) = LintedService::of(resource) else { return false };
    let Some(stored) = subject.rendering.defaulted() else { return false };
    let service = InferenceService::of(stored, subject.cluster.settings.generation);
    let texts = Texts { metadata: &service.metadata, release: &subject.cluster.release };
    let mut is_found = false;
    let mut add = |failing: Failing, elsewhere: Option<Key>| {
        let Failing { path, text, error: own } = failing;
        let message = if is_found { format!("this placeholder fails too: {own}") } else { error.text().to_owned() };
        is_found = true;
        let place = if elsewhere.is_some() { Path::keys(["spec"]) } else { path.clone() };
        findings.add(place, message);
        if let Some(key) = elsewhere {
            findings.elsewhere(key, path.clone());
        }
        if let Some((meant, why)) = texts.meant(&text) {
            findings.help(format!("write {meant}; {why}"));
            findings.mend(Mend::uncertain(Change::Write { path, value: meant.into() }));
        }
    };
    if let Some(runtime) = runtime(&subject) {
        let spec = Value::Object(runtime.spec().clone());
        let key = Key::new(runtime.kind(), &runtime.namespace, &runtime.name);
        let containers = spec.get("containers").unwrap_or(&Value::Null);
        for failing in texts.failing(containers, &Path::keys(["spec", "containers"])) {
            add(failing, Some(key.clone()));
        }
    }
    for part in subject.parts() {
        for (path, container) in part.containers() {
            for failing in texts.failing(&Value::Object(container.clone()), &path) {
                add(failing, None);
            }
        }
    }
    is_found
}

/// The runtime that the model names, or that is chosen for it.
fn runtime<'a>(subject: &LintedService<'a>) -> Option<&'a ServingRuntime> {
    let namespace = &subject.rendering.namespace;
    let runtimes = &subject.cluster.runtimes;
    let named = subject.stored("/spec/predictor/model/runtime").and_then(Value::as_str);
    if let Some(name) = named.filter(|name| !name.is_empty()) {
        return runtimes.find(namespace, name).map(AsRef::as_ref);
    }
    let predictor = subject.stored("/spec/predictor")?.as_object()?;
    let candidates = rank(runtimes, &Request::of(namespace, predictor)?);
    let chosen = candidates.iter().find(|candidate| candidate.verdict == Verdict::Eligible)?;
    runtimes.find(&chosen.runtime.namespace, &chosen.runtime.name).map(AsRef::as_ref)
}

/// A text that cannot be filled in.
struct Failing {
    path: Path,
    text: String,
    error: String,
}

/// How texts of containers are filled in.
struct Texts<'a> {
    metadata: &'a ObjectMeta,
    release: &'a Release,
}

impl Texts<'_> {
    /// The error with which a text fails on its own.
    fn error(&self, text: &str) -> Option<String> {
        let container = Map::from_iter([("args".to_owned(), Value::Array(vec![text.into()]))]);
        replace_placeholders(container, self.metadata, self.release).err().map(ControllerError::into_text)
    }

    fn failing(&self, value: &Value, path: &Path) -> Vec<Failing> {
        match value {
            Value::String(text) if text.contains("{{") => match self.error(text) {
                Some(error) => vec![Failing { path: path.clone(), text: text.clone(), error }],
                None => Vec::new(),
            },
            Value::Array(items) => {
                let items = items.iter().enumerate();
                items.flat_map(|(index, item)| self.failing(item, &path.clone().index(index))).collect()
            }
            Value::Object(fields) => {
                fields.iter().flat_map(|(key, value)| self.failing(value, &path.clone().key(key))).collect()
            }
            _ => Vec::new(),
        }
    }

    /// A text that was probably meant and does not fail, and why the text as written does.
    fn meant(&self, text: &str) -> Option<(String, &'static str)> {
        let quotes = in_actions(text, |action| action.replace('"', "`"));
        let names = in_actions(text, with_index);
        let both = in_actions(&quotes, with_index);
        const QUOTES: &str = "the text is JSON before it is a template, so that a quote comes to it as \\\"";
        const NAMES: &str = "a name with - or / is only reached with index";
        const FIELDS: &str = "what is written is not a field of the service's metadata";
        let fields = in_actions(text, with_field);
        let tries = [(quotes, QUOTES), (names, NAMES), (both, NAMES), (fields, FIELDS)];
        tries.into_iter().find(|(meant, _)| meant != text && self.error(meant).is_none())
    }
}

/// A text with each of its actions changed.
fn in_actions(text: &str, change: impl Fn(&str) -> String) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("{{") {
        let Some((action, following)) = after.split_once("}}") else { break };
        out.push_str(before);
        out.push_str("{{");
        out.push_str(&change(action));
        out.push_str("}}");
        rest = following;
    }
    out + rest
}

/// `.Annotations.a-b` as ``index .Annotations `a-b` ``.
fn with_index(action: &str) -> String {
    for map in [".Annotations", ".Labels"] {
        let bare = action.trim();
        if let Some(name) = bare.strip_prefix(map).and_then(|rest| rest.strip_prefix('.'))
            && name.contains(['-', '/'])
            && !name.contains(' ')
        {
            return format!("index {map} `{name}`");
        }
    }
    action.to_owned()
}

/// `.Nam` as `.Name`.
fn with_field(action: &str) -> String {
    const FIELDS: [&str; 4] = ["Name", "Namespace", "Labels", "Annotations"];
    let bare = action.trim();
    let (field, rest) = match bare.strip_prefix('.') {
        Some(path) => path.split_at(path.find('.').unwrap_or(path.len())),
        None => return action.to_owned(),
    };
    match closest(field, FIELDS).filter(|(known, likeness)| *known != field && *likeness >= SIMILAR) {
        Some((known, _)) => action.replacen(bare, &format!(".{known}{rest}"), 1),
        None => action.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::release::Version;

    #[test]
    fn what_was_meant_is_filled_in() {
        let metadata = ObjectMeta {
            annotations: [("a.example/b".to_owned(), "3".to_owned()), ("a-b".to_owned(), "4".to_owned())].into(),
            ..ObjectMeta::default()
        };
        let texts = Texts { metadata: &metadata, release: Release::of(Version::NEWEST) };
        let meant = |text: &str| texts.meant(text).map(|(meant, _)| meant);
        assert_eq!(
            meant("--x={{index .Annotations \"a.example/b\"}}").as_deref(),
            Some("--x={{index .Annotations `a.example/b`}}")
        );
        assert_eq!(meant("{{.Annotations.a-b}}").as_deref(), Some("{{index .Annotations `a-b`}}"));
        assert_eq!(meant("--name={{ .Nam }}").as_deref(), Some("--name={{ .Name }}"));
        assert_eq!(meant("{{.label.a}}").as_deref(), Some("{{.Labels.a}}"));
        assert_eq!(meant("{{.Other}}"), None);
    }
}
