//! Differences for programs.

use serde_json::json;

use crate::Value;
use crate::diff::data::{put, service};
use crate::output::json::pretty;
use crate::session::labels::Found;

pub fn of(found: &[Found]) -> String {
    let services: Vec<Value> = found
        .iter()
        .map(|found| {
            let mut service = service(&found.diff);
            put(&mut service, "file", found.file.clone().map(Value::from));
            service
        })
        .collect();
    pretty(&json!({ "services": services }))
}
