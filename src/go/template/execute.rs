//! Runs a template over data.

use super::functions::{Function, reflected};
use super::tree::{Branch, BranchKind, Call, Command, Constant, List, Node, Pipe, Term, TermKind};
use super::{Template, html};
use crate::go::data::{Data, Text};
use crate::go::format::{MAX_OUTPUT, sprint};
use crate::go::strconv::quote;
use crate::go::unicode::to_text;

/// Templates that may call each other before Go gives up.
const MAX_DEPTH: usize = 100_000;

/// Work after which we give up; the original would go on.
const MAX_WORK: usize = 2_000_000;

/// Bytes of a string that cost as much as a step.
const BYTES_PER_STEP: usize = 32;

pub(super) fn execute(template: &Template, data: &Data<'_>) -> Result<String, String> {
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
    };
    if let Some(list) = template.trees.get(&template.name) {
        run.enter(list, data.clone());
    }
    while !run.frames.is_empty() {
        run.step()?;
    }
    Ok(to_text(run.out))
}

/// The error's text.
type Evaluated<'d> = Result<Data<'d>, String>;

/// What a loop goes over: indexes and items.
type Items<'d> = Box<dyn Iterator<Item = (Data<'d>, Data<'d>)> + 'd>;

/// The part of the template that an error would mention.
#[derive(Clone, Copy)]
enum Place<'t> {
    Term(&'t Term),
    Pipe(&'t Pipe),
    /// A pipeline to which an escaper was added.
    EscapedPipe(&'t Pipe),
    Command(&'t Command),
    Call(&'t Call),
}

/// What has been begun and not ended. Kept on a stack of our own: templates call each other deeply.
enum Frame<'t, 'd> {
    /// Nodes still to run.
    List { rest: std::slice::Iter<'t, Node>, dot: Data<'d>, variables: usize },
    /// A loop; its frame stays below that of the iteration.
    Range { branch: &'t Branch, rest: Items<'d>, variables: usize, own_variables: usize },
    /// A template that called another.
    Caller { name: &'t str, scope: usize },
}

struct Run<'t, 'd> {
    template: &'t Template,
    /// The template that runs.
    name: &'t str,
    place: Option<Place<'t>>,
    variables: Vec<(&'t str, Data<'d>)>,
    /// Index of the first variable of the template that runs.
    scope: usize,
    frames: Vec<Frame<'t, 'd>>,
    depth: usize,
    work: usize,
    out: Vec<u8>,
}

/// What a parameter of a function takes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Parameter {
    Any,
    String,
}

impl<'t, 'd> Run<'t, 'd> {
    fn error<T>(&self, message: &str) -> Result<T, String> {
        let (at, context) = match self.place {
            None => return Err(format!("template: {}: {message}", self.name)),
            Some(Place::Term(term)) => (term.at, term.to_string()),
            Some(Place::Pipe(pipe)) => (pipe.at, pipe.to_string()),
            Some(Place::EscapedPipe(pipe)) => (pipe.at, format!("{pipe} | _html_template_htmlescaper")),
            Some(Place::Command(command)) => (command.at, command.to_string()),
            Some(Place::Call(call)) => (call.at, call.to_string()),
        };
        let position = self.template.position().of(at);
        Err(format!("template: {position}: executing {} at <{context}>: {message}", quote(self.name)))
    }

    /// Counts work, so that no template runs forever.
    fn spend(&mut self, bytes: usize) -> Result<(), String> {
        self.work += 1 + bytes / BYTES_PER_STEP;
        if self.work > MAX_WORK {
            return self.error("the template runs for too long");
        }
        if bytes > MAX_OUTPUT || self.out.len() > MAX_OUTPUT {
            return self.error("the template prints too much");
        }
        Ok(())
    }

    fn enter(&mut self, list: &'t List, dot: Data<'d>) {
        self.frames.push(Frame::List { rest: list.iter(), dot, variables: self.variables.len() });
    }

    /// Runs the next node, or ends what has none left.
    fn step(&mut self) -> Result<(), String> {
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

    fn node(&mut self, node: &'t Node, dot: Data<'d>) -> Result<(), String> {
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

    fn action(&mut self, pipe: &'t Pipe, dot: &Data<'d>) -> Result<(), String> {
        if pipe.variables.is_empty() && self.template.html {
            let escaped = self.escaped(pipe, dot)?;
            self.out.extend(&escaped);
            return self.spend(escaped.len());
        }
        let value = self.pipe(pipe, dot)?;
        if !pipe.variables.is_empty() {
            return self.spend(0);
        }
        let printed = match value {
            Data::Missing => b"<no value>".to_vec(),
            other => sprint(&[other]),
        };
        self.out.extend(&printed);
        self.spend(printed.len())
    }

    /// What an action prints with the escaping of `html/template`, which knows the functions that escape.
    fn escaped(&mut self, pipe: &'t Pipe, dot: &Data<'d>) -> Result<Vec<u8>, String> {
        let escaper = html::last_escaper(pipe);
        let added = escaper != Some("html");
        self.place = Some(if added { Place::EscapedPipe(pipe) } else { Place::Pipe(pipe) });
        let (Some(escaper), Some(command)) = (escaper, pipe.commands.last()) else {
            return Ok(html::escape(&self.commands(&pipe.commands, dot)?));
        };
        let single = pipe.commands.len() == 1;
        let value = if single && !command.arguments.is_empty() {
            self.place = Some(Place::Term(&command.first));
            let arguments = command.arguments.iter().map(|term| self.argument(term, dot, Parameter::Any));
            let arguments = arguments.collect::<Result<Vec<_>, _>>()?;
            Some(Data::owned_string(sprint(&arguments)))
        } else if single {
            None
        } else if escaper == "html" {
            // The escaper is put in anew, without the arguments it may have had.
            Some(self.commands(&pipe.commands[..pipe.commands.len() - 1], dot)?)
        } else {
            let value = self.commands(&pipe.commands, dot)?;
            return Ok(html::escape(&value));
        };
        let function = if escaper == "html" { Function::Html } else { Function::Urlquery };
        let escaped = function.call(value.as_slice())?;
        Ok(match (escaper, escaped.as_string()) {
            ("html", Some(text)) => text.to_vec(),
            _ => html::escape(&escaped),
        })
    }

    fn call_template(&mut self, call: &'t Call, dot: &Data<'d>) -> Result<(), String> {
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

    fn range(&mut self, branch: &'t Branch, dot: Data<'d>) -> Result<(), String> {
        let variables = self.variables.len();
        let value = self.pipe(&branch.pipe, &dot)?;
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
                let own_variables = self.variables.len() - branch.pipe.variables.len().min(self.variables.len());
                self.frames.push(Frame::Range { branch, rest, variables, own_variables });
            }
            None => self.frames.push(Frame::List { rest: branch.otherwise.iter(), dot, variables }),
        }
        self.spend(0)
    }

    /// Begins the next iteration of the innermost loop, whose frame is the last.
    fn next_iteration(&mut self) -> Result<(), String> {
        let Some(Frame::Range { branch, rest, own_variables, .. }) = self.frames.last_mut() else { return Ok(()) };
        let (branch, own_variables, next) = (*branch, *own_variables, rest.next());
        let Some((index, item)) = next else {
            self.end_loop();
            return Ok(());
        };
        let pipe = &branch.pipe;
        // One variable takes the items; of two the first takes the index.
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

    /// Ends what is inside of the innermost loop.
    fn unwind_to_loop(&mut self) {
        while let Some(Frame::List { variables, .. }) = self.frames.last() {
            self.variables.truncate(*variables);
            self.frames.pop();
        }
    }

    /// Ends the loop whose frame is the last.
    fn end_loop(&mut self) {
        if let Some(Frame::Range { variables, .. }) = self.frames.pop() {
            self.variables.truncate(variables);
        }
    }

    fn assign(&mut self, name: &str, value: Data<'d>) -> Result<(), String> {
        let variable = self.variables[self.scope..].iter_mut().rev().find(|(other, _)| *other == name);
        match variable {
            Some(variable) => {
                variable.1 = value;
                Ok(())
            }
            None => self.error(&format!("undefined variable: {name}")),
        }
    }

    /// The value of a pipeline, which is also given to its variables.
    fn pipe(&mut self, pipe: &'t Pipe, dot: &Data<'d>) -> Evaluated<'d> {
        self.place = Some(Place::Pipe(pipe));
        let value = self.commands(&pipe.commands, dot)?;
        for name in &pipe.variables {
            if pipe.assigns {
                self.assign(name, value.clone())?;
            } else {
                self.variables.push((name, value.clone()));
            }
        }
        Ok(value)
    }

    fn commands(&mut self, commands: &'t [Command], dot: &Data<'d>) -> Evaluated<'d> {
        let mut piped = None;
        for command in commands {
            piped = Some(self.command(command, dot, piped)?);
        }
        Ok(piped.unwrap_or(Data::Missing))
    }

    /// `piped` is the value of the command before it.
    fn command(&mut self, command: &'t Command, dot: &Data<'d>, piped: Option<Data<'d>>) -> Evaluated<'d> {
        let first = &command.first;
        let has_arguments = !command.arguments.is_empty() || piped.is_some();
        if let TermKind::Function(name) = &first.kind {
            self.place = Some(Place::Term(first));
            return self.function(name, &command.arguments, dot, piped, Place::Command(command));
        }
        if !matches!(first.kind, TermKind::Pipe(_)) {
            self.place = Some(Place::Term(first));
        }
        let takes_none = match &first.kind {
            TermKind::Field(_) | TermKind::Chain(..) => false,
            TermKind::Variable(_, fields) => fields.is_empty(),
            _ => true,
        };
        if takes_none && has_arguments {
            return self.error(&format!("can't give argument to non-function {first}"));
        }
        if let TermKind::Nil = first.kind {
            return self.error("nil is not a command");
        }
        self.term(first, dot, has_arguments)
    }

    /// The value of a term that is no function's name in front of arguments.
    fn term(&mut self, term: &'t Term, dot: &Data<'d>, has_arguments: bool) -> Evaluated<'d> {
        if !matches!(term.kind, TermKind::Pipe(_)) {
            self.place = Some(Place::Term(term));
        }
        match &term.kind {
            TermKind::Bool(value) => Ok(Data::Bool(*value)),
            TermKind::Dot => Ok(dot.clone()),
            TermKind::Nil => Ok(Data::Missing),
            TermKind::Number { text, constant } => match constant {
                Constant::Int(value) => Ok(Data::Int(*value)),
                Constant::Float(value) => Ok(Data::Float(*value)),
                Constant::Complex(real, imaginary) => Ok(Data::Complex(*real, *imaginary)),
                Constant::TooLarge => self.error(&format!("{text} overflows int")),
                Constant::Nothing => Ok(Data::Missing),
            },
            TermKind::String { bytes, .. } => Ok(Data::String(Text::Shared(bytes.as_slice().into()))),
            TermKind::Function(name) => self.function(name, &[], dot, None, Place::Term(term)),
            TermKind::Field(fields) => self.fields(dot.clone(), fields, has_arguments),
            TermKind::Variable(name, fields) => {
                let variable = self.variables[self.scope..].iter().rev().find(|(other, _)| other == name);
                match variable.map(|(_, value)| value.clone()) {
                    Some(value) => self.fields(value, fields, has_arguments),
                    None => self.error(&format!("undefined variable: {name}")),
                }
            }
            TermKind::Chain(inner, _) if matches!(inner.kind, TermKind::Nil) => {
                self.error(&format!("indirection through explicit nil in {term}"))
            }
            TermKind::Chain(inner, fields) => {
                let value = self.term(inner, dot, false)?;
                self.fields(value, fields, has_arguments)
            }
            TermKind::Pipe(pipe) => self.pipe(pipe, dot),
        }
    }

    fn fields(&mut self, receiver: Data<'d>, names: &[String], has_arguments: bool) -> Evaluated<'d> {
        let mut value = receiver;
        for (index, name) in names.iter().enumerate() {
            let has_arguments = has_arguments && index + 1 == names.len();
            value = self.field(&value, name, has_arguments)?;
        }
        Ok(value)
    }

    fn field(&mut self, receiver: &Data<'d>, name: &str, has_arguments: bool) -> Evaluated<'d> {
        match receiver {
            // What is asked of a missing entry is missing too.
            Data::Missing => return Ok(Data::Missing),
            Data::Struct(structure) => {
                if let Some((_, field)) = structure.fields.iter().find(|(other, _)| *other == name) {
                    if has_arguments {
                        return self.error(&format!("{name} has arguments but cannot be invoked as function"));
                    }
                    return Ok(field.clone());
                }
            }
            Data::StringMap(_) if has_arguments => {
                return self.error(&format!("{name} is not a method but has arguments"));
            }
            Data::StringMap(map) => return Ok(map.get(name).map_or(Data::Missing, |value| Data::string(value))),
            // A pointer to something that has no fields at all.
            Data::Nil(pointer) if !pointer.contains('.') => {
                return self.error(&format!("nil pointer evaluating {pointer}.{name}"));
            }
            _ => {}
        }
        self.error(&format!("can't evaluate field {name} in type {}", receiver.type_name()))
    }

    /// Calls a function. An error of the function itself is said to be at `call`.
    fn function(
        &mut self,
        name: &str,
        terms: &'t [Term],
        dot: &Data<'d>,
        piped: Option<Data<'d>>,
        call: Place<'t>,
    ) -> Evaluated<'d> {
        let Some((function, arity)) = Function::named(name) else {
            return self.error(&format!("{} is not a defined function", quote(name)));
        };
        let count = terms.len() + usize::from(piped.is_some());
        if arity.variadic && count < arity.least {
            let got = terms.len();
            return self.error(&format!("wrong number of args for {name}: want at least {} got {got}", arity.least));
        }
        if !arity.variadic && count != arity.least {
            return self.error(&format!("wrong number of args for {name}: want {} got {count}", arity.least));
        }
        let parameter = |index: usize| {
            if function == Function::Printf && index == 0 { Parameter::String } else { Parameter::Any }
        };
        let mut arguments = Vec::with_capacity(count);
        for (index, term) in terms.iter().enumerate() {
            let argument = self.argument(term, dot, parameter(index))?;
            let decides = match function {
                Function::And => !argument.is_true(),
                Function::Or => argument.is_true(),
                _ => false,
            };
            if decides {
                return Ok(argument);
            }
            arguments.push(argument);
        }
        let given = terms.first().map(Term::to_string);
        let given = given.unwrap_or_else(|| piped.as_ref().map(reflected).unwrap_or_default());
        if let Some(piped) = piped {
            arguments.push(self.check_type(piped, parameter(terms.len()))?);
        }
        let size = |value: &Data<'_>| value.as_string().map_or(0, |text| text.len());
        self.spend(arguments.iter().map(size).sum())?;
        match function.call(&arguments) {
            Ok(value) => {
                self.spend(size(&value))?;
                Ok(value)
            }
            Err(message) => {
                self.place = Some(call);
                let what = match (function, message.strip_prefix("of type ")) {
                    (Function::Call, Some(kind)) => format!("non-function {given} of type {kind}"),
                    _ => message,
                };
                self.error(&format!("error calling {name}: {what}"))
            }
        }
    }

    fn argument(&mut self, term: &'t Term, dot: &Data<'d>, parameter: Parameter) -> Evaluated<'d> {
        self.place = Some(Place::Term(term));
        match (&term.kind, parameter) {
            (TermKind::Nil, Parameter::String) => self.error("cannot assign nil to string"),
            (TermKind::Bool(_) | TermKind::Number { .. }, Parameter::String) => {
                self.error(&format!("expected string; found {term}"))
            }
            _ => {
                let value = self.term(term, dot, false)?;
                self.check_type(value, parameter)
            }
        }
    }

    fn check_type(&mut self, value: Data<'d>, parameter: Parameter) -> Evaluated<'d> {
        match (&value, parameter) {
            (_, Parameter::Any) | (Data::String(_), Parameter::String) => Ok(value),
            (Data::Missing, Parameter::String) => self.error("invalid value; expected string"),
            (other, Parameter::String) => {
                self.error(&format!("wrong type for value; expected string; got {}", other.type_name()))
            }
        }
    }
}
