//! Recorded answers of Go programs, for tests.

use std::sync::Arc;

use crate::Value;
use crate::input::{Source, read};

/// The `cases` of a file of `testdata/conformance/primitives/`.
pub fn primitives(text: &str) -> Vec<Value> {
    document(text)["cases"].as_array().unwrap().clone()
}

/// The whole of such a file.
pub fn document(text: &str) -> Value {
    let read = read(&Arc::new(Source { name: "recorded".into(), text: text.into() }));
    assert_eq!(read.problems, []);
    read.documents[0].value.clone()
}

/// The lines of a file of `testdata/vectors/`, each a JSON value.
pub fn vectors(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}
