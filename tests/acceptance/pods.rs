//! Compares the findings of `lint` about pods with those of the server, for the recorded pods and for mixtures of them from a
//! seed.

use std::collections::BTreeSet;

use kserve_render::{Map, Value, lint};
use serde_json::json;

use crate::World;

/// The number of mixtures.
const MIXTURES: usize = 1500;

/// Creates a Deployment with each pod as a dry run. It is a failure if the server refuses a pod that `lint` accepts, or the
/// reverse, or if a text is not the server's.
pub fn compare(world: &mut World) -> Result<(), String> {
    let recorded = recorded()?;
    let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
    let mixtures: Vec<Map> = (0..MIXTURES).map(|_| mixture(&recorded, &mut numbers)).collect();
    let (running, tally) = world.running()?;
    let (mut only_server, mut only_lint, mut words) = (0, 0, 0);
    let mut faults = Vec::new();
    for spec in recorded.iter().chain(&mixtures) {
        let answer = running.applier.create_dry(&deployment(spec))??;
        let said: BTreeSet<String> =
            lint::pod_refusals(spec, true).into_iter().map(|text| format!("spec.template.spec.{text}")).collect();
        let of_server = causes(&answer.body);
        match (answer.is_success(), said.is_empty()) {
            (true, true) => tally.pod(false),
            (false, false) if of_server == said => tally.pod(true),
            (false, true) => only_server += 1,
            (true, false) => only_lint += 1,
            (false, false) => words += 1,
        }
        if answer.is_success() != said.is_empty() || (!answer.is_success() && of_server != said) {
            faults.push(format!("{}\n  server: {of_server:#?} {}\n  lint: {said:#?}", json!(spec), answer.message()));
        }
    }
    if faults.is_empty() {
        return Ok(());
    }
    let first: Vec<String> = faults.into_iter().take(10).collect();
    Err(format!(
        "refused by the server alone: {only_server}; by lint alone: {only_lint}; in other words: {words}\n{}",
        first.join("\n")
    ))
}

/// The errors that the server lists, each prefixed with its field.
fn causes(status: &Value) -> BTreeSet<String> {
    let causes = status.pointer("/details/causes").and_then(Value::as_array).into_iter().flatten();
    let text = |cause: &Value, key: &str| cause.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    causes.map(|cause| format!("{}: {}", text(cause, "field"), text(cause, "message"))).collect()
}

fn deployment(spec: &Map) -> Value {
    json!({
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": { "name": "leaf", "namespace": "pods" },
        "spec": {
            "selector": { "matchLabels": { "app": "leaf" } },
            "template": { "metadata": { "labels": { "app": "leaf" } }, "spec": spec },
        },
    })
}

fn recorded() -> Result<Vec<Map>, String> {
    let lines = include_str!("../../testdata/vectors/pod-spec.jsonl").lines();
    let spec = |line: &str| {
        let value: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
        value.get("spec").and_then(Value::as_object).cloned().ok_or_else(|| format!("no spec: {line}"))
    };
    lines.map(spec).collect()
}

/// Pseudo-random numbers that are the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % bound.max(1) as u64).unwrap_or_default()
    }
}

/// A pod with some fields from another, and a first container with some fields from the other's.
fn mixture(recorded: &[Map], numbers: &mut Numbers) -> Map {
    if numbers.below(2) == 0 {
        return with_one_field(recorded, numbers);
    }
    let mut pod = recorded[numbers.below(recorded.len())].clone();
    for _ in 0..1 + numbers.below(2) {
        let other = &recorded[numbers.below(recorded.len())];
        for (key, value) in other.iter().filter(|(key, _)| *key != "containers") {
            if numbers.below(2) == 0 {
                pod.insert(key.clone(), value.clone());
            }
        }
        let donor = other.get("containers").and_then(|containers| containers.get(0)).and_then(Value::as_object);
        let first = pod.get_mut("containers").and_then(|containers| containers.get_mut(0));
        if let (Some(donor), Some(first)) = (donor, first.and_then(Value::as_object_mut)) {
            for (key, value) in donor.iter().filter(|_| numbers.below(3) > 0) {
                first.insert(key.clone(), value.clone());
            }
        }
    }
    pod
}

/// A minimal pod with one field from another; many of these are valid.
fn with_one_field(recorded: &[Map], numbers: &mut Numbers) -> Map {
    let mut container = Map::from_iter([("name".into(), "main".into()), ("image".into(), "i".into())]);
    let other = &recorded[numbers.below(recorded.len())];
    let donor = other.get("containers").and_then(|containers| containers.get(0)).and_then(Value::as_object);
    let fields: Vec<(&String, &Value)> = donor.into_iter().flatten().collect();
    if let Some((key, value)) = fields.get(numbers.below(fields.len())) {
        container.insert((*key).clone(), (*value).clone());
    }
    let mut pod = Map::from_iter([("containers".to_owned(), Value::Array(vec![container.into()]))]);
    if let Some(volumes) = other.get("volumes") {
        pod.insert("volumes".into(), volumes.clone());
    }
    pod
}
