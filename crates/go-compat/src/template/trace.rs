//! Records what a template does step by step, to explain its output.

use super::{Error, Position};
use crate::data::Data;
use crate::format::sprint;
use crate::unicode::to_text;

/// The number of steps that are kept; a loop can make many more.
const MAX_STEPS: usize = 500;

/// The number of characters of a value that are kept.
const MAX_VALUE: usize = 1_000;

/// The record of an execution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trace {
    /// The steps in the order of evaluation, up to the action that fails; if there are very many, only the first ones.
    pub steps: Vec<TraceStep>,
    /// The output of the template, or its error.
    pub result: Result<String, Error>,
}

/// The evaluation of an action of a template, or of a part of one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TraceStep {
    /// The action as Go prints it, such as `.Name` or `index .Labels "team"`.
    pub action: String,
    /// What the value is used for.
    pub kind: StepKind,
    /// The value as text.
    pub value: String,
    /// The line in the template, counted from 1.
    pub line: usize,
    /// The column in the line in bytes, counted from 0 as in Go's errors.
    pub column: usize,
}

/// What the value of a step is used for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StepKind {
    /// It is printed.
    Prints,
    /// It is passed on to the rest of the action: by a pipeline in parentheses, or by a command before a `|`.
    Passes,
    /// It is assigned to a variable.
    Declares,
    /// It is the condition of an `if` or `with`.
    Decides,
    /// A `range` iterates over it.
    Repeats,
}

impl StepKind {
    /// The name for use by programs.
    pub const fn name(self) -> &'static str {
        match self {
            StepKind::Prints => "prints",
            StepKind::Passes => "passes",
            StepKind::Declares => "declares",
            StepKind::Decides => "decides",
            StepKind::Repeats => "repeats",
        }
    }
}

/// Records steps while a template is executed.
#[derive(Debug, Default)]
pub(super) struct Recorder(pub Vec<TraceStep>);

impl Recorder {
    pub(super) fn record(
        &mut self,
        kind: StepKind,
        position: Position<'_>,
        at: usize,
        action: &dyn std::fmt::Display,
        value: &Data<'_>,
    ) {
        if self.0.len() == MAX_STEPS {
            return;
        }
        let shown = match value {
            Data::Missing => "<no value>".to_owned(),
            value => to_text(sprint(std::slice::from_ref(value))),
        };
        let value = match shown.char_indices().nth(MAX_VALUE) {
            Some((end, _)) => format!("{}…", &shown[..end]),
            None => shown,
        };
        let (line, column) = position.line_and_column(at);
        self.0.push(TraceStep { action: action.to_string(), kind, value, line, column });
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::template::Template;

    /// Action, kind and value.
    type Brief = (String, &'static str, String);

    fn trace(text: &str) -> (Vec<Brief>, Result<String, Error>) {
        let labels = BTreeMap::from([("team".to_owned(), "blue".to_owned())]);
        let data = Data::structure("X", vec![("Name", Data::string("a")), ("Labels", Data::StringMap(&labels))]);
        let trace = Template::parse("t", text).expect("a template").trace(&data);
        (trace.steps.into_iter().map(|step| (step.action, step.kind.name(), step.value)).collect(), trace.result)
    }

    fn step(action: &str, kind: &'static str, value: &str) -> Brief {
        (action.to_owned(), kind, value.to_owned())
    }

    #[test]
    fn every_action_leaves_a_step() {
        let (steps, result) =
            trace("{{ .Name }}-{{ $x := .Labels.team }}{{ if $x }}{{ $x }}{{ end }}{{ range .Labels }}.{{ end }}");
        assert_eq!(
            steps,
            [
                step(".Name", "prints", "a"),
                step("$x := .Labels.team", "declares", "blue"),
                step("if $x", "decides", "blue"),
                step("$x", "prints", "blue"),
                step("range .Labels", "repeats", "map[team:blue]"),
            ]
        );
        assert_eq!(result, Ok("a-blue.".into()));
    }

    #[test]
    fn parts_of_an_action_come_before_it() {
        let (steps, _) = trace(r#"{{ (index .Labels "team") | printf "%s-%s" .Name }}"#);
        let action = r#"(index .Labels "team") | printf "%s-%s" .Name"#;
        assert_eq!(
            steps,
            [
                step(r#"(index .Labels "team")"#, "passes", "blue"),
                step(r#"(index .Labels "team")"#, "passes", "blue"),
                step(action, "prints", "a-blue"),
            ]
        );
    }

    #[test]
    fn a_failing_template_keeps_the_steps_before() {
        let (steps, result) = trace("{{ .Name }}{{ .Labels.none }}{{ .Foo }}");
        assert_eq!(steps, [step(".Name", "prints", "a"), step(".Labels.none", "prints", "<no value>")]);
        assert!(
            result.is_err_and(|error| error.to_string().starts_with("template: t:1:32: executing \"t\" at <.Foo>"))
        );
    }

    #[test]
    fn a_long_loop_keeps_its_first_steps_only() {
        let text = format!("{}{}", "{{ range .Labels }}x{{ end }}", "{{ .Name }}".repeat(MAX_STEPS + 10));
        assert_eq!(trace(&text).0.len(), MAX_STEPS);
    }
}
