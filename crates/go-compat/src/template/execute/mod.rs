//! Executes a template on data.

mod evaluate;

use super::error::{Action, Error, ErrorKind, Reason};
use super::functions::{Function, Parameter};
use super::trace::{Recorder, StepKind, Trace};
use super::tree::{Branch, BranchKind, Call, Command, List, Node, Pipe, Term};
use super::{Template, html};
use crate::data::Data;
use crate::format::{MAX_OUTPUT, sprint};
use crate::strconv::quote;
use crate::unicode::to_text;

/// The depth of template calls at which Go gives up.
const MAX_DEPTH: usize = 100_000;

/// The amount of work at which execution is aborted; the original would continue.
const MAX_WORK: usize = 1_000_000;

/// The number of bytes in a string that cost as much as a step.
const BYTES_PER_STEP: usize = 32;

pub(super) fn execute(template: &Template, data: &Data<'_>) -> Result<String, Error> {
    run(template, data, None).0
}

pub(super) fn exceeds_bounds(template: &Template, data: &Data<'_>) -> Option<Error> {
    run(template, data, None).0.err().filter(|error| error.reason() == Some(&Reason::GivenUp))
}

pub(super) fn trace(template: &Template, data: &Data<'_>) -> Trace {
    let (result, recorder) = run(template, data, Some(Recorder::default()));
    Trace { steps: recorder.unwrap_or_default().0, result }
}

fn run(template: &Template, data: &Data<'_>, recorder: Option<Recorder>) -> (Result<String, Error>, Option<Recorder>) {
    let mut run = Run {
        template,
        name: &template.name,
        place: None,
        variables: vec![("$", data.clone())],
        scope: 0,
        frames: Vec::new(),
        depth: 0,
        work: 0,
        out: Vec::new(),
        recorder,
    };
    if let Some(list) = template.trees.get(&template.name) {
        run.enter(list, data.clone());
    }
    while !run.frames.is_empty() {
        if let Err(error) = run.step() {
            return (Err(error), run.recorder);
        }
    }
    (Ok(to_text(run.out)), run.recorder)
}

/// The items of a loop, with their indexes.
type Items<'d> = Box<dyn Iterator<Item = (Data<'d>, Data<'d>)> + 'd>;

/// The part of the template that an error would mention.
#[derive(Clone, Copy)]
enum Place<'t> {
    Term(&'t Term),
    Pipe(&'t Pipe),
    /// A pipeline that an escaper was added to.
    EscapedPipe(&'t Pipe),
    Command(&'t Command),
    Call(&'t Call),
}

/// A block that has begun and not ended. Frames are kept on a separate stack, because templates may call each other to a great
/// depth.
enum Frame<'t, 'd> {
    /// The nodes that remain to be executed.
    List { rest: std::slice::Iter<'t, Node>, dot: Data<'d>, variables: usize },
    /// A loop; its frame stays below that of the current iteration.
    Range { branch: &'t Branch, rest: Items<'d>, variables: usize, own_variables: usize },
    /// A template that called another.
    Caller { name: &'t str, scope: usize },
}

struct Run<'t, 'd> {
    template: &'t Template,
    /// The name of the current template.
    name: &'t str,
    place: Option<Place<'t>>,
    variables: Vec<(&'t str, Data<'d>)>,
    /// The index of the first variable of the current template.
    scope: usize,
    frames: Vec<Frame<'t, 'd>>,
    depth: usize,
    work: usize,
    out: Vec<u8>,
    /// Records steps, if they are wanted.
    recorder: Option<Recorder>,
}

impl<'t, 'd> Run<'t, 'd> {
    fn error<T>(&self, message: &str) -> Result<T, Error> {
        self.error_of(Reason::Other, message)
    }

    fn error_of<T>(&self, reason: Reason, message: &str) -> Result<T, Error> {
        let (at, expression) = match self.place {
            None => return Err(Error::new(ErrorKind::Other, format!("template: {}: {message}", self.name))),
            Some(Place::Term(term)) => (term.at, term.to_string()),
            Some(Place::Pipe(pipe)) => (pipe.at, pipe.to_string()),
            Some(Place::EscapedPipe(pipe)) => (pipe.at, format!("{pipe} | _html_template_htmlescaper")),
            Some(Place::Command(command)) => (command.at, command.to_string()),
            Some(Place::Call(call)) => (call.at, call.to_string()),
        };
        let position = self.template.position().of(at);
        let text = format!("template: {position}: executing {} at <{expression}>: {message}", quote(self.name));
        Err(Error::new(ErrorKind::Action(Action { expression, reason }), text))
    }

    /// Records the value of an action or of a part of it.
    fn record(&mut self, kind: StepKind, at: usize, action: &dyn std::fmt::Display, value: &Data<'d>) {
        if let Some(recorder) = &mut self.recorder {
            recorder.record(kind, self.template.position(), at, action, value);
        }
    }

    /// Counts work, so that every template ends.
    fn spend(&mut self, bytes: usize) -> Result<(), Error> {
        self.work += 1 + bytes / BYTES_PER_STEP;
        if self.work > MAX_WORK {
            return self.error_of(Reason::GivenUp, "the template runs for too long");
        }
        if bytes > MAX_OUTPUT || self.out.len() > MAX_OUTPUT {
            return self.error_of(Reason::GivenUp, "the template prints too much");
        }
        Ok(())
    }

    fn enter(&mut self, list: &'t List, dot: Data<'d>) {
        self.frames.push(Frame::List { rest: list.iter(), dot, variables: self.variables.len() });
    }

    /// Executes the next node, or ends the frame if it has none left.
    fn step(&mut self) -> Result<(), Error> {
        match self.frames.last_mut() {
            None => Ok(()),
            Some(Frame::List { rest, dot, variables }) => match rest.next() {
                Some(node) => {
                    let dot = dot.clone();
                    self.node(node, dot)
                }
                None => {
                    self.variables.truncate(*variables);
                    self.frames.pop();
                    Ok(())
                }
            },
            Some(Frame::Range { .. }) => self.next_iteration(),
            Some(Frame::Caller { name, scope }) => {
                self.name = name;
                self.variables.truncate(self.scope);
                self.scope = *scope;
                self.depth -= 1;
                self.frames.pop();
                Ok(())
            }
        }
    }

    fn node(&mut self, node: &'t Node, dot: Data<'d>) -> Result<(), Error> {
        match node {
            Node::Text(text) => {
                self.out.extend_from_slice(text.as_bytes());
                self.spend(text.len())
            }
            Node::Action(pipe) => self.action(pipe, &dot),
            Node::Break => {
                self.unwind_to_loop();
                self.end_loop();
                self.spend(0)
            }
            Node::Continue => {
                self.unwind_to_loop();
                self.spend(0)
            }
            Node::Branch(branch) if branch.kind == BranchKind::Range => self.range(branch, dot),
            Node::Branch(branch) => {
                let variables = self.variables.len();
                let value = self.pipe(&branch.pipe, &dot)?;
                self.record(
                    StepKind::Decides,
                    branch.pipe.at,
                    &format_args!("{} {}", branch.kind.word(), branch.pipe),
                    &value,
                );
                let (list, dot) = match (value.is_true(), branch.kind) {
                    (false, _) => (&branch.otherwise, dot),
                    (true, BranchKind::With) => (&branch.list, value),
                    (true, _) => (&branch.list, dot),
                };
                // The pipeline's variables belong to the block.
                self.frames.push(Frame::List { rest: list.iter(), dot, variables });
                self.spend(0)
            }
            Node::Template(call) => self.call_template(call, &dot),
        }
    }

    fn action(&mut self, pipe: &'t Pipe, dot: &Data<'d>) -> Result<(), Error> {
        if pipe.variables.is_empty() && self.template.html {
            let escaped = self.escaped(pipe, dot)?;
            self.out.extend(&escaped);
            return self.spend(escaped.len());
        }
        let value = self.pipe(pipe, dot)?;
        if !pipe.variables.is_empty() {
            self.record(StepKind::Declares, pipe.at, pipe, &value);
            return self.spend(0);
        }
        self.record(StepKind::Prints, pipe.at, pipe, &value);
        let printed = match value.target() {
            Data::Missing => b"<no value>".to_vec(),
            other => sprint(&[other]),
        };
        self.out.extend(&printed);
        self.spend(printed.len())
    }

    /// The output of an action with the escaping of `html/template`, which recognises the functions that escape.
    fn escaped(&mut self, pipe: &'t Pipe, dot: &Data<'d>) -> Result<Vec<u8>, Error> {
        let escaper = html::last_escaper(pipe);
        let added = escaper != Some(Function::Html);
        self.place = Some(if added { Place::EscapedPipe(pipe) } else { Place::Pipe(pipe) });
        let (Some(escaper), Some((last, others))) = (escaper, pipe.commands.split_last()) else {
            return Ok(html::escape(&self.commands(&pipe.commands, dot)?));
        };
        let value = match escaper {
            _ if others.is_empty() => {
                self.place = Some(Place::Term(&last.first));
                let arguments = last.arguments.iter().map(|term| self.argument(term, dot, Parameter::Any));
                let arguments = arguments.collect::<Result<Vec<_>, _>>()?;
                Data::owned_string(sprint(&arguments))
            }
            // The escaper is inserted anew, without the arguments it may have had.
            Function::Html => self.commands(others, dot)?,
            _ => return Ok(html::escape(&self.commands(&pipe.commands, dot)?)),
        };
        let escaped = escaper.call(&[value]).map_err(|error| Error::new(ErrorKind::Other, error.to_string()))?;
        Ok(match (escaper, escaped.as_string()) {
            (Function::Html, Some(text)) => text.to_vec(),
            _ => html::escape(&escaped),
        })
    }

    fn call_template(&mut self, call: &'t Call, dot: &Data<'d>) -> Result<(), Error> {
        self.place = Some(Place::Call(call));
        let Some((name, list)) = self.template.trees.get_key_value(&call.name) else {
            return self.error(&format!("template {} not defined", quote(&call.name)));
        };
        if self.depth == MAX_DEPTH {
            return self.error(&format!("exceeded maximum template depth ({MAX_DEPTH})"));
        }
        let dot = match &call.pipe {
            Some(pipe) => self.pipe(pipe, dot)?,
            None => Data::Missing,
        };
        self.depth += 1;
        self.frames.push(Frame::Caller { name: self.name, scope: self.scope });
        self.name = name;
        self.scope = self.variables.len();
        self.variables.push(("$", dot.clone()));
        self.enter(list, dot);
        self.spend(0)
    }

    fn range(&mut self, branch: &'t Branch, dot: Data<'d>) -> Result<(), Error> {
        let variables = self.variables.len();
        let value = self.pipe(&branch.pipe, &dot)?;
        self.record(StepKind::Repeats, branch.pipe.at, &format_args!("{} {}", branch.kind.word(), branch.pipe), &value);
        let value = value.target();
        let mut items: Items<'d> = match &value {
            Data::Missing => Box::new(std::iter::empty()),
            Data::Int(count) => Box::new((0..*count).map(|number| (Data::Missing, Data::Int(number)))),
            Data::Int64(count) => Box::new((0..*count).map(|number| (Data::Missing, Data::Int64(number)))),
            Data::Byte(count) => Box::new((0..*count).map(|number| (Data::Missing, Data::Byte(number)))),
            Data::StringMap(map) => Box::new(map.iter().map(|(key, value)| (Data::string(key), Data::string(value)))),
            Data::List(list) => {
                let list = list.clone();
                let count = list.items().len();
                Box::new((0..count).map(move |index| {
                    let item = list.items().get(index).cloned().unwrap_or(Data::Missing);
                    (Data::Int(i64::try_from(index).unwrap_or(i64::MAX)), item)
                }))
            }
            other => {
                let shown = to_text(sprint(std::slice::from_ref(other)));
                return self.error(&format!("range can't iterate over {shown}"));
            }
        };
        if value.as_integer().is_some() && branch.pipe.variables.len() > 1 {
            let shown = to_text(sprint(&[value]));
            return self.error(&format!("can't use {shown} to iterate over more than one variable"));
        }
        match items.next() {
            Some(first) => {
                let rest = Box::new(std::iter::once(first).chain(items));
                // The pipeline may have declared others in parentheses.
                let own_variables = self.variables.len().saturating_sub(branch.pipe.variables.len());
                self.frames.push(Frame::Range { branch, rest, variables, own_variables });
            }
            None => self.frames.push(Frame::List { rest: branch.otherwise.iter(), dot, variables }),
        }
        self.spend(0)
    }

    /// Begins the next iteration of the innermost loop, whose frame is the last one.
    fn next_iteration(&mut self) -> Result<(), Error> {
        let Some(Frame::Range { branch, rest, own_variables, .. }) = self.frames.last_mut() else { return Ok(()) };
        let (branch, own_variables, next) = (*branch, *own_variables, rest.next());
        let Some((index, item)) = next else {
            self.end_loop();
            return Ok(());
        };
        let pipe = &branch.pipe;
        // A single variable gets the item; of two, the first gets the index.
        let values = if pipe.variables.len() > 1 { vec![index, item.clone()] } else { vec![item.clone()] };
        for (offset, (name, value)) in pipe.variables.iter().zip(values).enumerate() {
            if pipe.assigns {
                self.assign(name, value)?;
            } else if let Some(variable) = self.variables.get_mut(own_variables + offset) {
                variable.1 = value;
            }
        }
        self.enter(&branch.list, item);
        self.spend(0)
    }

    /// Ends everything inside the innermost loop.
    fn unwind_to_loop(&mut self) {
        while let Some(Frame::List { variables, .. }) = self.frames.last() {
            self.variables.truncate(*variables);
            self.frames.pop();
        }
    }

    /// Ends the loop whose frame is the last one.
    fn end_loop(&mut self) {
        if let Some(Frame::Range { variables, .. }) = self.frames.pop() {
            self.variables.truncate(variables);
        }
    }

    fn assign(&mut self, name: &str, value: Data<'d>) -> Result<(), Error> {
        let variable =
            self.variables.get_mut(self.scope..).unwrap_or_default().iter_mut().rev().find(|(other, _)| *other == name);
        match variable {
            Some(variable) => {
                variable.1 = value;
                Ok(())
            }
            None => self.error(&format!("undefined variable: {name}")),
        }
    }
}
