//! Applies objects, reads them back, and deletes them.

use std::collections::{BTreeMap, BTreeSet};

use kserve_render::Value;
use kserve_render::object::Key;

use crate::client::{Answer, Client};
use crate::defaults;
use crate::printed::Printed;
use crate::stored;

/// The outcome for an object.
#[derive(Debug)]
pub enum Outcome {
    /// It is stored; the differences from what was printed are listed.
    Stored(Vec<String>),
    /// The server's texts from the dry run and from the real apply. They may differ: of several unknown fields the server names
    /// some, at random.
    Refused(BTreeSet<String>),
}

/// The field manager and the validation of every apply.
const MANAGER: &str = "fieldManager=kserve-render&fieldValidation=Strict";

pub struct Applier {
    client: Client,
    /// The path of the objects of a kind, by `apiVersion` and kind: the parts before and after the namespace.
    resources: BTreeMap<String, BTreeMap<String, String>>,
    namespaces: BTreeSet<String>,
}

impl Applier {
    pub fn new(client: Client) -> Applier {
        Applier { client, resources: BTreeMap::new(), namespaces: BTreeSet::new() }
    }

    /// Applies objects in their order, first as a dry run, then for real; reads each back; applies all again; and deletes them,
    /// so that the namespace is clean for the next.
    pub fn apply(&mut self, printed: &[Printed]) -> Result<Vec<Outcome>, String> {
        self.make_namespaces(printed)?;
        let paths: Vec<Result<String, String>> =
            printed.iter().map(|printed| self.path(&printed.object)).collect::<Result<_, _>>()?;
        let mut dry = Vec::new();
        for (path, printed) in paths.iter().zip(printed) {
            dry.push(self.apply_one(path, printed, "&dryRun=All")?);
        }
        let mut outcomes = Vec::new();
        for ((path, printed), dry) in paths.iter().zip(printed).zip(dry) {
            let applied = self.apply_one(path, printed, "")?;
            outcomes.push(match (dry, applied, path) {
                (Ok(_), Ok(_), Ok(path)) => {
                    let read = self.client.get(path).map_err(io)?;
                    let found = stored::differences(&printed.object, &read.body);
                    let mut differences: Vec<String> = found.iter().map(ToString::to_string).collect();
                    let again = self.apply_one(&Ok(path.clone()), printed, "")?;
                    match again {
                        Ok(again) if again.body.pointer(VERSION) == read.body.pointer(VERSION) => {}
                        Ok(_) if defaults::has_status_default(&stored::kind_of(&printed.object)) => {}
                        Ok(_) => differences.push("applying it again changes it".into()),
                        Err(text) => differences.push(format!("applying it again is refused: {text}")),
                    }
                    Outcome::Stored(differences)
                }
                (Err(dry), Err(applied), _) => {
                    let mut texts = BTreeSet::from([dry, applied]);
                    self.name_all_unknown_fields(path, printed, &mut texts)?;
                    Outcome::Refused(texts)
                }
                (dry, applied, _) => {
                    let text = |answer: Result<Answer, String>| answer.map_or_else(|text| text, |_| "accepted".into());
                    Outcome::Stored(vec![format!("dry run: {}; for real: {}", text(dry), text(applied))])
                }
            });
        }
        for path in paths.iter().flatten().rev() {
            let answer = self.client.delete(path).map_err(io)?;
            if !answer.is_success() && answer.status != 404 {
                return Err(format!("DELETE {path}: {}", answer.message()));
            }
        }
        Ok(outcomes)
    }

    /// Repeats a request if the server names unknown fields, to get more of its texts: a server that had two to name once named
    /// the same one twice in a row.
    fn name_all_unknown_fields(
        &mut self,
        path: &Result<String, String>,
        printed: &Printed,
        texts: &mut BTreeSet<String>,
    ) -> Result<(), String> {
        if texts.iter().any(|text| text.contains("field not declared in schema")) {
            for _ in 0..12 {
                texts.extend(self.apply_one(path, printed, "&dryRun=All")?.err());
            }
        }
        Ok(())
    }

    /// Creates an object as a dry run.
    pub fn create_dry(&mut self, object: &Value) -> Result<Result<Answer, String>, String> {
        self.make_namespace(&Key::of(object).namespace)?;
        let path = match self.path(object)? {
            Ok(path) => path,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let list = path.rsplit_once('/').map_or(path.as_str(), |(list, _)| list);
        Ok(Ok(self.client.post(&format!("{list}?dryRun=All&{MANAGER}"), object).map_err(io)?))
    }

    fn apply_one(
        &mut self,
        path: &Result<String, String>,
        printed: &Printed,
        more: &str,
    ) -> Result<Result<Answer, String>, String> {
        let path = match path {
            Ok(path) => path,
            Err(refusal) => return Ok(Err(refusal.clone())),
        };
        let answer = self.client.apply(&format!("{path}?{MANAGER}{more}"), &printed.text).map_err(io)?;
        Ok(if answer.is_success() { Ok(answer) } else { Err(answer.message().to_owned()) })
    }

    /// The path of an object; the inner error says that the server does not know its kind.
    fn path(&mut self, object: &Value) -> Result<Result<String, String>, String> {
        let api_version = object.get("apiVersion").and_then(Value::as_str).unwrap_or_default();
        let Key { kind, namespace, name, .. } = Key::of(object);
        let root = if api_version.contains('/') { "/apis" } else { "/api" };
        if !self.resources.get(api_version).is_some_and(|kinds| kinds.contains_key(&*kind)) {
            let answer = self.client.get(&format!("{root}/{api_version}")).map_err(io)?;
            let resources = answer.body.get("resources").and_then(Value::as_array).into_iter().flatten();
            let text = |resource: &Value, key: &str| resource.get(key).and_then(Value::as_str).map(str::to_owned);
            let plurals = resources
                .filter_map(|resource| Some((text(resource, "kind")?, text(resource, "name")?)))
                .filter(|(_, plural)| !plural.contains('/'));
            self.resources.insert(api_version.to_owned(), plurals.collect());
        }
        let Some(plural) = self.resources.get(api_version).and_then(|kinds| kinds.get(&*kind)) else {
            return Ok(Err(format!("no matches for kind {kind:?} in version {api_version:?}")));
        };
        let within = if namespace.is_empty() { String::new() } else { format!("namespaces/{namespace}/") };
        Ok(Ok(format!("{root}/{api_version}/{within}{plural}/{name}")))
    }

    /// Creates the namespaces of objects.
    pub fn make_namespaces(&mut self, printed: &[Printed]) -> Result<(), String> {
        printed.iter().try_for_each(|printed| self.make_namespace(&Key::of(&printed.object).namespace))
    }

    fn make_namespace(&mut self, namespace: &str) -> Result<(), String> {
        if !namespace.is_empty() && self.namespaces.insert(namespace.to_owned()) {
            let body = serde_json::json!({ "metadata": { "name": namespace } });
            let answer = self.client.post("/api/v1/namespaces", &body).map_err(io)?;
            if !answer.is_success() && answer.status != 409 {
                return Err(format!("namespace {namespace}: {}", answer.message()));
            }
        }
        Ok(())
    }
}

const VERSION: &str = "/metadata/resourceVersion";

fn io(error: std::io::Error) -> String {
    format!("the API server does not answer: {error}")
}
