//! `testdata/vectors/pod-spec.jsonl` has pods with what the validation of Kubernetes 1.35 says of a Deployment with them.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{Owner, containers, refusals, volumes};
use crate::release::Version;
use crate::schema::Types;

/// The fields that a struct of the newest tables has through an embedded one.
fn embedded(of: &str, through: &str) -> BTreeSet<&'static str> {
    let types = Types::of(Version::NEWEST);
    let owner = types.structs.iter().find(|owner| owner.table == of).expect("a struct");
    owner.fields.iter().filter(|field| field.owner == through).map(|field| field.name).collect()
}

/// The lists are in the order of the server, which the tables do not have.
#[test]
fn kinds_of_volumes_and_handlers_are_those_of_the_tables() {
    let advice = "a new field takes the place here that it has in the validation of Kubernetes, in";
    let sources = embedded("v1.Volume", "v1.VolumeSource");
    assert_eq!(BTreeSet::from(volumes::SOURCES), sources, "{advice} `validateVolumeSource`");
    let handlers = embedded("v1.Probe", "v1.ProbeHandler");
    assert_eq!(BTreeSet::from(containers::HANDLERS), handlers, "{advice} `validateHandler`");
}

#[test]
fn pods_are_refused_in_the_words_of_kubernetes() {
    let recorded = include_str!("../../../testdata/vectors/pod-spec.jsonl");
    let mut wrong = Vec::new();
    for line in recorded.lines() {
        let recorded: Value = serde_json::from_str(line).expect("a recorded pod");
        let spec = &recorded["spec"];
        let texts = recorded["errors"].as_array().expect("the texts of the server");
        let mut errors: Vec<String> = texts.iter().filter_map(|text| text.as_str().map(str::to_owned)).collect();
        let found = refusals(spec.as_object().expect("an object"), Owner::Deployment);
        let mut found: Vec<String> = found.iter().map(|refusal| format!("spec.template.spec.{refusal}")).collect();
        // Resources are a map in Go, whose order is random.
        found.sort();
        errors.sort();
        if found != errors {
            let missing: Vec<&String> = errors.iter().filter(|text| !found.contains(text)).collect();
            let more: Vec<&String> = found.iter().filter(|text| !errors.contains(text)).collect();
            wrong.push(format!("{spec}\n  not told: {missing:#?}\n  told wrongly: {more:#?}"));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} pods\n{}",
        wrong.len(),
        wrong.iter().take(20).cloned().collect::<Vec<_>>().join("\n")
    );
}
