//! Differences for programs.

use serde_json::json;

use super::sides::Found;
use crate::Value;
use crate::diff::data::{put, service};
use crate::output::json::write_pretty;

pub fn of(found: &[Found]) -> String {
    let services: Vec<Value> = found
        .iter()
        .map(|found| {
            let mut service = service(&found.diff);
            put(&mut service, "file", found.file.clone().map(Value::from));
            service
        })
        .collect();
    let mut text = String::new();
    write_pretty(&json!({ "services": services }), 0, &mut text);
    text.push('\n');
    text
}
