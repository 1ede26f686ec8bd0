//! Puts faults into a document, from a seed and the same everywhere.

use kserve_render::Value;
use serde_json::json;

use crate::generator::Random;

/// The document with one to three faults below `spec`: values of another type or out of bounds, missing or unknown fields,
/// repeated items.
pub fn make(document: &Value, seed: u64) -> Value {
    let mut random = Random::new(seed);
    let mut document = document.clone();
    for _ in 0..=random.below(3) {
        if let Some(spec) = document.get_mut("spec") {
            change(spec, &mut random);
        }
    }
    document
}

/// Descends to some value and changes it there.
fn change(value: &mut Value, random: &mut Random) {
    let stays = random.chance(12);
    match value {
        Value::Object(members) if !members.is_empty() && !stays => {
            let at = random.below(members.len() as u64) as usize;
            let key = members.keys().nth(at).cloned().unwrap_or_default();
            match random.below(20) {
                0 => drop(members.remove(&key)),
                1 => drop(members.insert(format!("{key}s"), json!("unknown"))),
                _ => members.get_mut(&key).into_iter().for_each(|value| change(value, random)),
            }
        }
        Value::Array(items) if !items.is_empty() && !stays => {
            let at = random.below(items.len() as u64) as usize;
            match random.below(8) {
                0 => items.push(items[at].clone()),
                _ => change(&mut items[at], random),
            }
        }
        _ => *value = another(random),
    }
}

fn another(random: &mut Random) -> Value {
    let values = [
        json!(null),
        json!(true),
        json!(0),
        json!(-1),
        json!(1.5),
        json!(5_000_000_000_i64),
        json!(""),
        json!("1x"),
        json!("a\"b\n"),
        json!([]),
        json!(["a"]),
        json!([{ "name": "a" }]),
        json!({}),
        json!({ "name": 1 }),
    ];
    values[random.below(values.len() as u64) as usize].clone()
}
