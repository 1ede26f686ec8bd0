//! What the API server requires of the metadata of every object, in its words and in its order. Keys of maps are checked in
//! sorted order; the server's order is random.

use super::{Path, names};
use crate::go::strconv::quote;
use crate::{Map, Value};

/// Something that the API server refuses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Where it is.
    pub path: Path,
    /// The server's text: the field and what is wrong with it.
    pub message: String,
}

/// The rule for the name of an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NameRule {
    /// A DNS subdomain of at most 253 bytes, as for most kinds.
    Subdomain,
    /// A DNS label of at most 63 bytes that begins with a letter, as for Services.
    Label1035,
}

/// How many of the references are told that are a controller beside another: the text of each has all of them.
const TOLD: usize = 16;

/// The largest size of all annotations together, in bytes.
const ANNOTATIONS: usize = 256 * 1024;

/// The faults in the metadata of an object that is created. An object without a namespace counts as cluster-wide.
pub fn faults(object: &Map, names: NameRule) -> Vec<Fault> {
    let mut checker = Checker::default();
    let Some(metadata) = object.get("metadata").and_then(Value::as_object) else { return checker.faults };
    checker.names(metadata, names);
    checker.rest(metadata);
    checker.faults
}

/// The faults in the metadata of an object that already exists; its name and namespace cannot change.
pub fn faults_of_update(object: &Map) -> Vec<Fault> {
    let mut checker = Checker::default();
    object.get("metadata").and_then(Value::as_object).into_iter().for_each(|metadata| checker.rest(metadata));
    checker.faults
}

/// The faults in labels; `field` is the name that messages give the map, such as `metadata.labels` or `spec.template.labels`.
pub fn label_faults(labels: &Map, field: &str) -> Vec<Fault> {
    let mut checker = Checker::default();
    checker.labels(labels, field);
    checker.faults
}

/// The faults in annotations; `field` is the name that messages give the map.
pub fn annotation_faults(annotations: &Map, field: &str) -> Vec<Fault> {
    let mut checker = Checker::default();
    checker.annotations(annotations, field);
    checker.faults
}

/// What is wrong with the name of an object.
pub fn faults_of_name(name: &str, rule: NameRule) -> Vec<String> {
    match rule {
        NameRule::Subdomain => names::dns_subdomain(name),
        NameRule::Label1035 => names::dns_label_of_service(name),
    }
}

/// A name prefix whose last dash is masked, as the server does, since something will be added after it.
fn masked(prefix: &str) -> String {
    match prefix.strip_suffix('-').map(|rest| (rest, rest.chars().next_back())) {
        Some((rest, Some(last))) => format!("{}a", &rest[..rest.len() - last.len_utf8()]),
        _ => prefix.to_owned(),
    }
}

fn entry<'m>(object: &'m Map, key: &str) -> &'m str {
    object.get(key).and_then(Value::as_str).unwrap_or_default()
}

/// A reference as the server formats it in messages.
fn reference_text(reference: &Map) -> String {
    let keys = ["apiVersion", "kind", "name", "uid", "controller", "blockOwnerDeletion"];
    let members = keys.iter().filter_map(|key| match reference.get(*key) {
        Some(value) if !value.is_null() => Some(format!("\"{key}\":{value}")),
        None | Some(_) => (!matches!(*key, "controller" | "blockOwnerDeletion")).then(|| format!("\"{key}\":\"\"")),
    });
    format!("{{{}}}", members.collect::<Vec<_>>().join(","))
}

#[derive(Debug, Default)]
struct Checker {
    faults: Vec<Fault>,
}

impl Checker {
    fn add(&mut self, path: Path, message: String) {
        self.faults.push(Fault { path, message });
    }

    fn invalid(&mut self, path: Path, field: &str, value: &str, faults: Vec<String>) {
        for fault in faults {
            self.add(path.clone(), format!("{field}: Invalid value: {}: {fault}", quote(value)));
        }
    }

    fn names(&mut self, metadata: &Map, rule: NameRule) {
        let generate = entry(metadata, "generateName");
        if !generate.is_empty() {
            let faults = faults_of_name(&masked(generate), rule);
            self.invalid(Path::keys(["metadata", "generateName"]), "metadata.generateName", generate, faults);
        }
        let path = Path::keys(["metadata", "name"]);
        match entry(metadata, "name") {
            // The server generates a name from it.
            "" if !generate.is_empty() => {}
            "" => self.add(path, "metadata.name: Required value: name or generateName is required".into()),
            name => self.invalid(path, "metadata.name", name, faults_of_name(name, rule)),
        }
        let of_object = entry(metadata, "namespace");
        if !of_object.is_empty() {
            let path = Path::keys(["metadata", "namespace"]);
            self.invalid(path, "metadata.namespace", of_object, names::dns_label(of_object));
        }
    }

    /// The checks that are the same for new and existing objects.
    fn rest(&mut self, metadata: &Map) {
        let map = |key: &str| metadata.get(key).and_then(Value::as_object);
        map("labels").into_iter().for_each(|labels| self.labels(labels, "metadata.labels"));
        map("annotations").into_iter().for_each(|found| self.annotations(found, "metadata.annotations"));
        let list = |key: &str| metadata.get(key).and_then(Value::as_array).map_or(&[] as &[Value], Vec::as_slice);
        self.owners(list("ownerReferences"));
        self.finalizers(list("finalizers"));
    }

    fn labels(&mut self, labels: &Map, field: &str) {
        for (key, value) in labels {
            let path = path_of(field).key(key);
            self.invalid(path.clone(), field, key, names::label_key(key));
            let value = value.as_str().unwrap_or_default();
            self.invalid(path, field, value, names::label_value(value));
        }
    }

    fn annotations(&mut self, annotations: &Map, field: &str) {
        for key in annotations.keys() {
            // Case makes no difference here.
            self.invalid(path_of(field).key(key), field, key, names::label_key(&key.to_lowercase()));
        }
        let size = |(key, value): (&String, &Value)| key.len() + value.as_str().map_or(0, str::len);
        if annotations.iter().map(size).sum::<usize>() > ANNOTATIONS {
            self.add(path_of(field), format!("{field}: Too long: may not be more than {ANNOTATIONS} bytes"));
        }
    }

    fn owners(&mut self, references: &[Value]) {
        const FIELD: &str = "metadata.ownerReferences";
        let mut controller: Option<String> = None;
        let mut told = 0;
        for (index, reference) in references.iter().enumerate() {
            let Some(reference) = reference.as_object() else { continue };
            let path = path_of(FIELD).index(index);
            let (version, kind, name) =
                (entry(reference, "apiVersion"), entry(reference, "kind"), entry(reference, "name"));
            let has_version = match version.split_once('/') {
                None => !version.is_empty(),
                Some((_, version)) => !version.is_empty() && !version.contains('/'),
            };
            let mut missing = |key: &str, fault: &str| {
                let value = entry(reference, key);
                self.add(path.clone(), format!("{FIELD}.{key}: Invalid value: {}: {fault}", quote(value)));
            };
            if !has_version {
                missing("apiVersion", "version must not be empty");
            }
            for key in ["kind", "name", "uid"] {
                if entry(reference, key).is_empty() {
                    missing(key, "must not be empty");
                }
            }
            if (version, kind) == ("v1", "Event") {
                let value = reference_text(reference);
                let text = "/v1, Kind=Event is disallowed from being an owner";
                self.add(path.clone(), format!("{FIELD}: Invalid value: {value}: {text}"));
            }
            if reference.get("controller").and_then(Value::as_bool) != Some(true) {
                continue;
            }
            match &controller {
                Some(_) if told == TOLD => {}
                Some(first) => {
                    told += 1;
                    let all: Vec<String> = references.iter().filter_map(Value::as_object).map(reference_text).collect();
                    let text = format!(
                        "Only one reference can have Controller set to true. Found \"true\" in references for {first} and {kind}/{name}"
                    );
                    self.add(path, format!("{FIELD}: Invalid value: [{}]: {text}", all.join(",")));
                }
                None => controller = Some(format!("{kind}/{name}")),
            }
        }
    }

    fn finalizers(&mut self, finalizers: &[Value]) {
        const FIELD: &str = "metadata.finalizers";
        let names: Vec<&str> = finalizers.iter().filter_map(Value::as_str).collect();
        for (index, name) in names.iter().enumerate() {
            self.invalid(path_of(FIELD).index(index), FIELD, name, names::label_key(name));
        }
        if ["orphan", "foregroundDeletion"].iter().all(|wanted| names.contains(wanted)) {
            let all = Value::from(names);
            let text = "finalizer orphan and foregroundDeletion cannot be both set";
            self.add(path_of(FIELD), format!("{FIELD}: Invalid value: {all}: {text}"));
        }
    }
}

/// The path that a field name stands for; the metadata of pod templates is one step deeper than the server's messages say.
fn path_of(field: &str) -> Path {
    match field {
        "spec.template.labels" => Path::keys(["spec", "template", "metadata", "labels"]),
        "spec.template.annotations" => Path::keys(["spec", "template", "metadata", "annotations"]),
        field => field.split('.').fold(Path::default(), |path, key| path.key(key)),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn messages(metadata: Value) -> Vec<String> {
        let object = json!({ "metadata": metadata });
        let found = faults(object.as_object().unwrap(), NameRule::Subdomain);
        found.into_iter().map(|fault| fault.message).collect()
    }

    #[test]
    fn what_is_allowed() {
        let long = "a".repeat(63);
        let metadata = json!({
            "name": format!("{long}.1-a"), "namespace": "garden-1", "generateName": "leaf-",
            "labels": {"app": "", "example.com/My_Label.1": "a_B.c-1", &long: &long, format!("{}.com/a", "b".repeat(200)): "x"},
            "annotations": {"Example.COM/any": "thing: at\n all", "CamelCase": ""},
            "ownerReferences": [{"apiVersion": "apps/v1", "kind": "Deployment", "name": "a", "uid": "1", "controller": true}],
            "finalizers": ["example.com/cleanup", "orphan"],
        });
        assert_eq!(messages(metadata), Vec::<String>::new());
    }

    #[test]
    fn names_come_first_and_finalizers_last() {
        let metadata = json!({
            "generateName": "X_", "name": "Abc", "namespace": "a.b",
            "labels": {"a/b/c": "v", "ok": "not a label !", "/x": "", "y/": ""},
            "annotations": {"a b": ""},
            "ownerReferences": [{"apiVersion": "v1", "kind": "Pod", "name": "x"}],
            "finalizers": ["a b/c d"],
        });
        let only = |faults: Vec<String>| faults.last().cloned().unwrap();
        let subdomain = only(names::dns_subdomain("A"));
        let (key, value) = (only(names::label_key("-")), only(names::label_value("-")));
        assert_eq!(
            messages(metadata),
            [
                format!("metadata.generateName: Invalid value: \"X_\": {subdomain}"),
                format!("metadata.name: Invalid value: \"Abc\": {subdomain}"),
                "metadata.namespace: Invalid value: \"a.b\": must not contain dots".into(),
                "metadata.labels: Invalid value: \"/x\": prefix part must be non-empty".into(),
                format!("metadata.labels: Invalid value: \"a/b/c\": {}", only(names::label_key("a/b/c"))),
                format!("metadata.labels: Invalid value: \"not a label !\": {value}"),
                "metadata.labels: Invalid value: \"y/\": name part must be non-empty".into(),
                format!("metadata.labels: Invalid value: \"y/\": {key}"),
                format!("metadata.annotations: Invalid value: \"a b\": {key}"),
                "metadata.ownerReferences.uid: Invalid value: \"\": must not be empty".into(),
                format!("metadata.finalizers: Invalid value: \"a b/c d\": prefix part {subdomain}"),
                format!("metadata.finalizers: Invalid value: \"a b/c d\": {key}"),
            ]
        );
    }

    #[test]
    fn what_is_too_long() {
        let (long, longer) = ("a".repeat(64), "a".repeat(254));
        let metadata = json!({
            "name": &longer, "namespace": &long, "labels": {&long: &long},
            "annotations": {"a": "x".repeat(ANNOTATIONS)},
        });
        assert_eq!(
            messages(metadata),
            [
                format!("metadata.name: Invalid value: \"{longer}\": must be no more than 253 characters"),
                format!("metadata.namespace: Invalid value: \"{long}\": must be no more than 63 characters"),
                format!("metadata.labels: Invalid value: \"{long}\": name part must be no more than 63 bytes"),
                format!("metadata.labels: Invalid value: \"{long}\": must be no more than 63 bytes"),
                "metadata.annotations: Too long: may not be more than 262144 bytes".into(),
            ]
        );
        let name = faults_of_name(&format!("1{long}"), NameRule::Label1035);
        assert_eq!(name, names::dns_label_of_service(&format!("1{long}")));
    }

    #[test]
    fn owners_and_finalizers_exclude_each_other() {
        let owner = |kind: &str| json!({"apiVersion": "v1", "kind": kind, "name": "a", "uid": "1", "controller": true});
        let metadata = json!({
            "name": "a", "ownerReferences": [owner("Pod"), owner("Event"), {"apiVersion": "a/b/c"}],
            "finalizers": ["orphan", "foregroundDeletion"],
        });
        let event = r#"{"apiVersion":"v1","kind":"Event","name":"a","uid":"1","controller":true}"#;
        let pod = event.replace("Event", "Pod");
        let empty = r#"{"apiVersion":"a/b/c","kind":"","name":"","uid":""}"#;
        assert_eq!(messages(metadata), [
            format!("metadata.ownerReferences: Invalid value: {event}: /v1, Kind=Event is disallowed from being an owner"),
            format!(
                "metadata.ownerReferences: Invalid value: [{pod},{event},{empty}]: Only one reference can have Controller set to \
                 true. Found \"true\" in references for Pod/a and Event/a"
            ),
            "metadata.ownerReferences.apiVersion: Invalid value: \"a/b/c\": version must not be empty".into(),
            "metadata.ownerReferences.kind: Invalid value: \"\": must not be empty".into(),
            "metadata.ownerReferences.name: Invalid value: \"\": must not be empty".into(),
            "metadata.ownerReferences.uid: Invalid value: \"\": must not be empty".into(),
            "metadata.finalizers: Invalid value: [\"orphan\",\"foregroundDeletion\"]: finalizer orphan and foregroundDeletion \
             cannot be both set"
                .into(),
        ]);
    }

    #[test]
    fn of_many_controllers_a_few_are_told() {
        let owner = json!({"apiVersion": "v1", "kind": "Pod", "name": "a", "uid": "1", "controller": true});
        let found = messages(json!({"name": "a", "ownerReferences": vec![owner; 1_000]}));
        assert_eq!(found.len(), TOLD);
    }

    #[test]
    fn a_generated_name_is_left_to_the_server() {
        assert_eq!(messages(json!({"generateName": "leaf-"})), Vec::<String>::new());
        assert_eq!(messages(json!({})), ["metadata.name: Required value: name or generateName is required"]);
        assert_eq!([masked("leaf-"), masked("-"), masked("é-")], ["leaa", "-", "a"]);
    }
}
