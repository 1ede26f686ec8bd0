#![cfg_attr(test, allow(clippy::expect_used, clippy::indexing_slicing))]
#![cfg_attr(not(test), deny(clippy::too_many_lines))]
//! `kserve-render` for JavaScript, in browsers and in Node.js: questions and answers in JSON, whose types are in `types.d.ts`.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

use kserve_render::answer as answers;
use serde_json::Value;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("../types.d.ts");

/// Answers a question; both are JSON strings. If the question cannot be answered, the answer is an object whose member `error` is
/// a message.
#[wasm_bindgen(unchecked_return_type = "string")]
pub fn answer(question: &str) -> String {
    match serde_json::from_str::<Value>(question) {
        Ok(question) => answers::answer(&question).to_string(),
        Err(error) => serde_json::json!({ "error": format!("the question is not JSON: {error}") }).to_string(),
    }
}

/// What questions can refer to, as JSON: an object with the `version` of this package, its `releases` and the `newest` of them, the
/// `optionalApis` that a controller can do without, and the `parts` of answers.
#[wasm_bindgen]
pub fn about() -> String {
    answers::about().to_string()
}

/// The schemas of the resources of a release, as JSON: an object with keys such as `serving.kserve.io/v1beta1/InferenceService`.
/// If there is no such release, it is an object whose member `error` is a message.
#[wasm_bindgen]
pub fn schemas(release: &str) -> String {
    answers::schemas(release).to_string()
}

#[cfg(test)]
mod tests {
    use kserve_render::release::Version;

    use super::*;

    #[test]
    fn an_invalid_question_is_reported() {
        let error = |text: &str| {
            let answer: Value = serde_json::from_str(&answer(text)).expect("JSON");
            answer["error"].as_str().unwrap_or_default().to_owned()
        };
        assert!(error("{").starts_with("the question is not JSON: "));
        assert!(error("[]").starts_with("a question is an object"));
        assert!(error(r#"{"input": []}"#).starts_with("the question has no member input; it has inputs, "));
        assert!(error(r#"{"options": {"release": "v9"}}"#).starts_with("there is no release v9; there are v0.15, "));
        assert_eq!(error(r#"{"inputs": []}"#), "");
    }

    #[test]
    fn schemas_of_a_release_are_found_by_group_version_and_kind() {
        let schemas: Value = serde_json::from_str(&schemas(Version::NEWEST.name())).expect("JSON");
        let schema = &schemas["serving.kserve.io/v1beta1/InferenceService"];
        // Structs appear once, among the definitions.
        let spec = schema["properties"]["spec"]["$ref"].as_str().and_then(|name| name.strip_prefix("#/definitions/"));
        let predictor = &schema["definitions"][spec.expect("a struct")]["properties"]["predictor"];
        assert!(predictor["description"].as_str().is_some_and(|words| words.starts_with("Serves the model.")));
        assert!(about().contains(&format!("\"newest\":{:?}", Version::NEWEST.name())));
    }
}
