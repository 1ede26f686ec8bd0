//! Validation rules of schemas, written in the Common Expression Language (CEL).

use std::sync::{Arc, LazyLock, OnceLock};

use cel::{Context, ExecutionError, Program};
use regex::Regex;

use crate::{Map, Value};

/// A rule about several fields of an object.
#[derive(Debug)]
pub struct Validation {
    /// The field that the rule is about; `None` for the object itself.
    pub field: Option<&'static str>,
    /// The expression, which is true for a valid `self`.
    pub rule: &'static str,
    /// The API server's message if it is false.
    pub message: &'static str,
    /// Compiled when it is first needed.
    program: OnceLock<Option<Program>>,
}

/// What a rule is about.
#[derive(Debug, Clone, Copy)]
pub enum RuleTarget<'v> {
    Object(&'v Map),
    Member(&'v Value),
}

impl RuleTarget<'_> {
    /// The kind of target, as the API server shows it.
    pub fn kind(self) -> &'static str {
        match self {
            RuleTarget::Member(Value::Array(_)) => "array",
            RuleTarget::Member(Value::String(_)) => "string",
            RuleTarget::Member(Value::Number(_)) => "integer",
            RuleTarget::Member(Value::Bool(_)) => "boolean",
            RuleTarget::Member(Value::Null | Value::Object(_)) | RuleTarget::Object(_) => "object",
        }
    }

    fn value(self) -> Value {
        match self {
            RuleTarget::Object(object) => Value::Object(object.clone()),
            RuleTarget::Member(value) => value.clone(),
        }
    }
}

impl Validation {
    pub fn new(field: Option<&'static str>, rule: &'static str, message: &'static str) -> Validation {
        Validation { field, rule, message, program: OnceLock::new() }
    }

    fn program(&self) -> Option<&Program> {
        self.program.get_or_init(|| Program::compile(self.rule).ok()).as_ref()
    }

    /// Why the rule does not hold, if it does not: its message, preceded by what went wrong if it could not be evaluated.
    pub fn check(&self, subject: RuleTarget<'_>) -> Option<String> {
        let program = self.program()?;
        let mut context = Context::default();
        let added = context.add_function("duration", |text: Arc<String>| duration(&text));
        if added.is_err() || context.add_variable("self", subject.value()).is_err() {
            return None;
        }
        match program.execute(&context) {
            Ok(cel::Value::Bool(true)) => None,
            Ok(_) => Some(self.message.to_owned()),
            Err(ExecutionError::NoSuchKey(key)) => {
                let key = self.first_missing(subject).unwrap_or(&key);
                Some(format!("no such key: {key} evaluating rule: {}", self.message))
            }
            Err(error) => Some(format!("{error} evaluating rule: {}", self.message)),
        }
    }
}

impl Validation {
    /// The first missing key in the expression: of several failing operands, the API server names the first.
    fn first_missing<'r>(&'r self, subject: RuleTarget<'_>) -> Option<&'r str> {
        static MEMBERS: LazyLock<Option<Regex>> =
            LazyLock::new(|| Regex::new(r"(has\()?self((?:\.[A-Za-z]+)+)(\()?").ok());
        let value = subject.value();
        MEMBERS.as_ref()?.captures_iter(self.rule).filter(|found| found.get(1).is_none()).find_map(|found| {
            let mut keys: Vec<&str> = found.get(2)?.as_str().split('.').skip(1).collect();
            if found.get(3).is_some() {
                keys.pop();
            }
            let mut at = &value;
            for key in keys {
                match at.get(key) {
                    Some(inner) => at = inner,
                    None => return Some(key),
                }
            }
            None
        })
    }
}

/// The milliseconds of a Gateway API duration, such as `1h30m`. Other texts violate its pattern anyway.
fn duration(text: &str) -> i64 {
    let mut total = 0_i64;
    let mut rest = text;
    while let Some(end) = rest.find(|character: char| !character.is_ascii_digit()) {
        let (digits, units) = rest.split_at(end);
        let unit = units.find(|character: char| character.is_ascii_digit()).unwrap_or(units.len());
        let (unit, after) = units.split_at(unit);
        let milliseconds = match unit {
            "h" => 3_600_000,
            "m" => 60_000,
            "s" => 1_000,
            _ => 1,
        };
        total = total.saturating_add(digits.parse().unwrap_or(0_i64).saturating_mul(milliseconds));
        rest = after;
    }
    total
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::tables::LlmTypes;
    use super::*;
    use crate::release::Version;

    /// The rule with this message.
    fn rule(message: &str) -> &'static Validation {
        let types = LlmTypes::of(Version::NEWEST);
        let mut rules = types.types.structs.iter().flat_map(|owner| owner.validations.iter());
        rules.find(|rule| rule.message == message).expect("a rule")
    }

    #[test]
    fn every_rule_compiles() {
        for version in Version::ALL {
            for owner in &LlmTypes::of(version).types.structs {
                for rule in owner.validations.iter() {
                    assert!(rule.program().is_some(), "{}", rule.rule);
                    assert!(rule.field.is_none_or(|field| owner.field(field).is_some()), "{}", rule.rule);
                }
            }
        }
    }

    #[test]
    fn a_rule_that_cannot_be_evaluated_says_why() {
        let message = "scalingModifiers must not be set; WVA controls the scaling metric formula and logic";
        let keda = json!({"advanced": {"scalingModifiers": {}}});
        let reason = rule(message).check(RuleTarget::Member(&keda));
        assert_eq!(reason, Some(format!("no such key: formula evaluating rule: {message}")));
        assert_eq!(rule(message).check(RuleTarget::Member(&json!({}))), None);
    }

    #[test]
    fn durations_are_compared() {
        let rule = rule("backendRequest timeout cannot be longer than request timeout");
        let holds = |request: &str, backend: &str| {
            rule.check(RuleTarget::Member(&json!({"request": request, "backendRequest": backend}))).is_none()
        };
        assert!(holds("1m", "59s") && holds("0s", "1h") && holds("1h30m", "90m"));
        assert!(!holds("500ms", "1s"));
    }
}
