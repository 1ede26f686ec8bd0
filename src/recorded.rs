//! Recorded answers of the controller's functions, for tests.

use crate::{Value, input};

/// The `cases` of a file of `testdata/conformance/primitives/`.
pub fn primitives(text: &str) -> Vec<Value> {
    input::values(text).unwrap()[0]["cases"].as_array().unwrap().clone()
}

/// Compares each case's `result` or `error` with what `answer` gives for the case.
pub fn check(cases: Vec<Value>, answer: impl Fn(&Value) -> Result<String, String>) {
    for case in &cases {
        let expected = match (case["result"].as_str(), case["error"].as_str()) {
            (Some(result), None) => Ok(result.to_owned()),
            (None, Some(error)) => Err(error.to_owned()),
            _ => panic!("neither a result nor an error: {case}"),
        };
        assert_eq!(answer(case), expected, "{case}");
    }
}
