//! Regular expressions in Go's syntax, with its error texts.

mod classes;
mod translate;

use regex::Regex;

/// An expression that Go does not compile; its `Display` is Go's message, such as
/// ``error parsing regexp: missing closing ): `(` ``.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("error parsing regexp: {problem}: `{at}`")]
pub struct CompileError {
    /// What is wrong, such as `missing closing )`.
    pub problem: &'static str,
    /// The part of the expression that is wrong.
    pub at: String,
}

/// Compiles an expression that matches what Go's `regexp` would match.
///
/// # Errors
///
/// [`CompileError`] if Go would not compile the expression either, or if it is too large for the crate `regex`.
pub fn compile(expression: &str) -> Result<Regex, CompileError> {
    let translated = translate::translate(expression)
        .map_err(|translate::Problem { code, at }| CompileError { problem: code, at })?;
    // If Go accepts an expression and this fails, it is too large, apart from oddities such as `a(?i)*`.
    Regex::new(&translated).map_err(|_| CompileError { problem: "expression too large", at: expression.into() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recorded;

    #[test]
    fn expressions_of_go() {
        recorded::check(recorded::vectors(include_str!("../../testdata/vectors/regexp.jsonl")), |case| {
            let expression = compile(case["expression"].as_str().unwrap()).map_err(|error| error.to_string())?;
            let found = case["texts"].as_array().into_iter().flatten().map(|text| {
                let found = expression.find(text.as_str().unwrap());
                found.map_or("-".to_owned(), |found| format!("{}:{}", found.start(), found.end()))
            });
            Ok(found.collect::<Vec<_>>().join(" "))
        });
    }

    #[test]
    fn deep_and_large_expressions_are_refused() {
        assert!(compile(&"(".repeat(5000)).is_err());
        assert!(compile("((a{100}){10}){10}").is_err());
    }
}
