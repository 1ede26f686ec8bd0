//! Properties of any service: rendering the stored result changes nothing further, and neither the order of keys nor documents of
//! unknown kinds change the answer.

#![allow(clippy::restriction, reason = "a test says what is wrong by panicking")]

#[path = "../benches/generator.rs"]
#[allow(dead_code)]
mod generator;
#[allow(dead_code)]
mod support;

use kserve_render::release::Version;
use kserve_render::{Map, Value};
use proptest::prelude::*;

fn reports(text: &str, version: Version) -> Vec<Value> {
    support::render(text, None, &Map::new(), version, version).expect("generated services can be read")
}

/// A value as JSON with the keys of maps in reverse order.
fn reversed(value: &Value) -> String {
    match value {
        Value::Object(fields) => {
            let fields: Vec<String> = fields
                .iter()
                .rev()
                .map(|(key, value)| format!("{}: {}", Value::from(key.as_str()), reversed(value)))
                .collect();
            format!("{{{}}}", fields.join(", "))
        }
        Value::Array(items) => format!("[{}]", items.iter().map(reversed).collect::<Vec<_>>().join(", ")),
        other => other.to_string(),
    }
}

fn stored(report: &Value) -> String {
    let stored = report.get("defaulted").map(Value::to_string).unwrap_or_default();
    format!("---\n{stored}\n")
}

fn releases() -> impl Strategy<Value = Version> {
    prop::sample::select(Version::ALL.to_vec())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn rendering_a_stored_service_gives_the_same_objects(seed in any::<u64>(), version in releases()) {
        let first = reports(&generator::services(seed, 3), version);
        let text: String = first.iter().filter(|report| report.get("rejected").is_none()).map(stored).collect();
        let kept: Vec<&Value> = first.iter().filter(|report| report.get("rejected").is_none()).collect();
        let second = reports(&text, version);
        prop_assert_eq!(kept.len(), second.len());
        for (first, second) in kept.into_iter().zip(&second) {
            for section in ["objects", "status", "defaulted", "injected"] {
                prop_assert_eq!(first.get(section), second.get(section), "{}", section);
            }
        }
    }

    #[test]
    fn explanations_agree_with_what_is_rendered(seed in any::<u64>(), version in releases()) {
        let text = generator::services(seed, 10);
        let (cluster, services) = support::services(&text, None, &Map::new(), version, version).expect("services");
        prop_assert_eq!(support::explain::of_services(&cluster, &services), Vec::<String>::new());
    }

    #[test]
    fn the_order_of_keys_does_not_count(seed in any::<u64>(), version in releases()) {
        let text = generator::services(seed, 3);
        let shuffled: String = text
            .split("---\n")
            .filter(|document| !document.is_empty())
            .map(|document| format!("---\n{}\n", reversed(&support::read_yaml(document).expect("YAML"))))
            .collect();
        prop_assert_eq!(reports(&text, version), reports(&shuffled, version));
    }

    #[test]
    fn documents_of_unknown_kinds_do_not_count(seed in any::<u64>(), version in releases()) {
        let text = generator::services(seed, 2);
        let widget = "---\napiVersion: acme.example/v1\nkind: Widget\nmetadata: {name: w, namespace: team-0}\nspec: {a: 1}\n";
        prop_assert_eq!(reports(&text, version), reports(&format!("{widget}{text}{widget}"), version));
    }
}
