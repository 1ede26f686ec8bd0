//! Recorded answers of Go programs, for tests.

use crate::Value;

/// The `cases` of a file of `testdata/recorded/`.
pub fn primitives(text: &str) -> Vec<Value> {
    document(text)["cases"].as_array().unwrap().clone()
}

/// The whole of such a file.
pub fn document(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

/// The lines of a file of `testdata/vectors/`, each a JSON value.
pub fn vectors(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Compares each case's `result` or `error` with what `answer` returns for the case.
pub fn check(cases: Vec<Value>, answer: impl Fn(&Value) -> Result<String, String>) {
    let wrong: Vec<String> = cases
        .iter()
        .filter_map(|case| {
            let expected = match (case["result"].as_str(), case["error"].as_str()) {
                (Some(result), None) => Ok(result.to_owned()),
                (None, Some(error)) => Err(error.to_owned()),
                _ => panic!("neither a result nor an error: {case}"),
            };
            let found = answer(case);
            (found != expected).then(|| format!("{case}\n   found {found:?}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{} of {} differ:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}
