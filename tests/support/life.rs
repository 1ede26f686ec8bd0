//! A recorded life in two steps: a cluster that holds a service, and what a new document, release or configuration makes of it.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use kserve_render::life::{self, Action};
use kserve_render::object::{Key, Kind};
use kserve_render::output::report;
use kserve_render::release::Version;
use kserve_render::{Cluster, Existing, Found, Map, Rendering, Value};

use super::case::difference;

/// Lists whose order does not matter.
const SETS: [&str; 7] = ["created", "changed", "restarts", "deleted", "deletedAgain", "leftBehind", "untouched"];
const SECTIONS: [&str; 9] =
    ["rejected", "warnings", "error", "events", "defaulted", "nextApply", "nextDelete", "initialStatus", "status"];

/// A recorded case, as it is packed.
pub struct Life(Value);

impl Life {
    pub fn read(file: &Path) -> Result<Life, String> {
        let text = std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
        Ok(Life(super::read_yaml(&text)?))
    }

    fn text(&self, key: &str) -> &str {
        self.0.get(key).and_then(Value::as_str).unwrap_or_default()
    }

    fn scenario(&self, key: &str) -> Option<&Value> {
        self.0.get("scenario")?.get(key)
    }

    /// The documents of the first or the second step, and its cluster.
    fn step(&self, release: &str, configs: &[&str]) -> Result<(Vec<Value>, Cluster), String> {
        let version = self.scenario(release).and_then(Value::as_str).and_then(Version::parse).ok_or("no release")?;
        let own = self.scenario("ownBase") == Some(&Value::Bool(true));
        let context = [self.text("input")].into_iter().chain(configs.iter().map(|config| self.text(config)));
        let text = context.map(|text| text.trim_end().to_owned()).collect::<Vec<_>>().join("\n");
        let options = self.scenario("options").and_then(Value::as_object).cloned().unwrap_or_default();
        super::read(&text, &options, version, if own { version } else { Version::NEWEST })
    }

    /// The differences from the recorded second step, starting from the recorded cluster, and starting from the result of the
    /// tool's own first step.
    pub fn differences(&self) -> Result<Vec<String>, String> {
        let (applied, first) = self.step("from", &["config"])?;
        let (_, second) = self.step("to", &["config", "config2"])?;
        let [document] = &applied[..] else { return Err("not one service".into()) };
        let next = match self.scenario("apply") {
            Some(Value::Bool(true)) => Some(super::documents(self.text("input2"))?.remove(0)),
            _ => None,
        };
        let step = || match &next {
            Some(next) => Action::Apply { document: next, last: document },
            None => Action::Reconcile,
        };
        let Key { namespace, name, .. } = Key::of(document);
        let found = Arc::new(Found::new(super::documents(self.text("observed"))?));
        let recorded = Existing::of(&found, Kind::InferenceService, &namespace, &name);
        let mut differences = self.compare(life::step(&second, &recorded, step()));
        let own = life::after(&life::create(&first, document, &Arc::default()));
        let of_own = self.compare(life::step(&second, &own, step()));
        differences
            .extend(of_own.into_iter().map(|difference| format!("after the tool's own first step: {difference}")));
        Ok(differences)
    }

    fn compare(&self, rendering: Rendering) -> Vec<String> {
        let got = report::of(rendering);
        let wanted = self.0.get("expected").and_then(|reports| reports.get(0)).cloned().unwrap_or_default();
        let mut differences: Vec<String> = SECTIONS
            .into_iter()
            .filter_map(|section| difference(&part(&wanted, section), &part(&got, section), section))
            .collect();
        for section in SETS {
            let (wanted, got) = (names(&wanted, section), names(&got, section));
            if wanted != got {
                differences.push(format!("{section}: want {wanted:?}, got {got:?}"));
            }
        }
        differences.extend(objects(&wanted, &got));
        differences
    }
}

fn part(report: &Value, section: &str) -> Value {
    report.get(section).cloned().unwrap_or_default()
}

fn list<'r>(report: &'r Value, section: &str) -> impl Iterator<Item = &'r Value> {
    report.get(section).and_then(Value::as_array).into_iter().flatten()
}

fn names<'r>(report: &'r Value, section: &str) -> BTreeSet<&'r str> {
    list(report, section).filter_map(Value::as_str).collect()
}

/// Objects that differ; for those that the step has left alone, only the name is recorded.
fn objects(wanted: &Value, got: &Value) -> Vec<String> {
    let all: Vec<(String, &Value)> = list(got, "objects").map(|object| (Key::of(object).qualified(), object)).collect();
    let mut differences = Vec::new();
    let mut known = BTreeSet::new();
    for wanted in list(wanted, "objects") {
        let name = wanted.as_str().map_or_else(|| Key::of(wanted).qualified(), str::to_owned);
        match all.iter().find(|(other, _)| *other == name) {
            None => differences.push(format!("objects: no {name}")),
            Some((_, got)) if !wanted.is_string() => {
                let mut wanted = wanted.clone();
                wanted.as_object_mut().map(|fields: &mut Map| fields.remove("status"));
                differences.extend(difference(&wanted, got, &name));
            }
            Some(_) => {}
        }
        known.insert(name);
    }
    differences
        .extend(all.iter().filter(|(name, _)| !known.contains(name)).map(|(name, _)| format!("objects: {name}")));
    differences
}
