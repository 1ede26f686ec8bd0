//! Evaluates pipelines, terms and function calls.

use super::{Place, Run};
use crate::data::{Data, Text};
use crate::strconv::quote;
use crate::template::error::{Error, Reason};
use crate::template::functions::{Arity, Function, Parameter, not_callable};
use crate::template::trace::StepKind;
use crate::template::tree::{Command, Constant, Pipe, Term, TermKind};

type Evaluated<'d> = Result<Data<'d>, Error>;

impl<'t, 'd> Run<'t, 'd> {
    /// The value of a pipeline, which is also assigned to its variables.
    pub(super) fn pipe(&mut self, pipe: &'t Pipe, dot: &Data<'d>) -> Evaluated<'d> {
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

    pub(super) fn commands(&mut self, commands: &'t [Command], dot: &Data<'d>) -> Evaluated<'d> {
        let mut piped = None;
        for (index, command) in commands.iter().enumerate() {
            let value = self.command(command, dot, piped)?;
            if index + 1 < commands.len() {
                self.record(StepKind::Passes, command.at, command, &value);
            }
            piped = Some(value);
        }
        Ok(piped.unwrap_or(Data::Missing))
    }

    /// The value of a command; `piped` is the value of the command before it.
    fn command(&mut self, command: &'t Command, dot: &Data<'d>, piped: Option<Data<'d>>) -> Evaluated<'d> {
        let first = &command.first;
        let has_arguments = !command.arguments.is_empty() || piped.is_some();
        if let TermKind::Function(function) = &first.kind {
            self.place = Some(Place::Term(first));
            return self.function(*function, &command.arguments, dot, piped, Place::Command(command));
        }
        self.at(first);
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

    /// Records a term for errors; a pipeline in parentheses does that itself.
    fn at(&mut self, term: &'t Term) {
        if !matches!(term.kind, TermKind::Pipe(_)) {
            self.place = Some(Place::Term(term));
        }
    }

    /// The value of a term. `has_arguments` says whether arguments follow, which only functions accept.
    fn term(&mut self, term: &'t Term, dot: &Data<'d>, has_arguments: bool) -> Evaluated<'d> {
        self.at(term);
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
            TermKind::Function(function) => self.function(*function, &[], dot, None, Place::Term(term)),
            TermKind::Field(fields) => self.fields(dot.clone(), fields, has_arguments),
            TermKind::Variable(name, fields) => {
                let variable =
                    self.variables.get(self.scope..).unwrap_or_default().iter().rev().find(|(other, _)| other == name);
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
            TermKind::Pipe(pipe) => {
                let value = self.pipe(pipe, dot)?;
                self.record(StepKind::Passes, pipe.at, &format_args!("({pipe})"), &value);
                Ok(value)
            }
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
            // A field of a missing value is missing, too.
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
            Data::StringMap(map) => match map.get(name) {
                Some(value) => return Ok(Data::string(value)),
                None if self.template.missing_keys_fail => {
                    return self.error(&format!("map has no entry for key {}", quote(name)));
                }
                None => return Ok(Data::Missing),
            },
            Data::NilPointer(structure) if structure.fields.iter().any(|(other, _)| *other == name) => {
                return self
                    .error_of(Reason::NilPointer, &format!("nil pointer evaluating {}.{name}", structure.type_name));
            }
            // A pointer to something that has no fields at all.
            Data::Nil(pointer) if !pointer.contains('.') => {
                return self.error_of(Reason::NilPointer, &format!("nil pointer evaluating {pointer}.{name}"));
            }
            _ => {}
        }
        let text = format!("can't evaluate field {name} in type {}", receiver.type_name());
        self.error_of(Reason::NoField(name.to_owned()), &text)
    }

    /// Calls a function. An error of the function itself is reported at `call`.
    fn function(
        &mut self,
        function: Function,
        terms: &'t [Term],
        dot: &Data<'d>,
        piped: Option<Data<'d>>,
        call: Place<'t>,
    ) -> Evaluated<'d> {
        let name = function.name();
        let count = terms.len() + usize::from(piped.is_some());
        self.check_count(function, terms.len(), count)?;
        let parameter = |index: usize| function.parameter(index);
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
        if let Some(piped) = piped {
            arguments.push(self.check_type(piped, parameter(terms.len()))?);
        }
        let size = |value: &Data<'_>| value.as_string().map_or(0, |text| text.len());
        self.spend(arguments.iter().map(size).sum())?;
        let called = match (function, terms.first(), arguments.first()) {
            (Function::Call, Some(term), Some(value)) => Err(not_callable(&term.to_string(), value)),
            _ => function.call(&arguments),
        };
        match called {
            Ok(value) => {
                self.spend(size(&value))?;
                Ok(value)
            }
            Err(error) => {
                self.place = Some(call);
                self.error(&format!("error calling {name}: {error}"))
            }
        }
    }

    /// Checks the number of arguments, of which `written` stand in the call itself.
    fn check_count(&self, function: Function, written: usize, count: usize) -> Result<(), Error> {
        let (name, Arity { least, variadic }) = (function.name(), function.arity());
        if variadic && count < least {
            return self.error(&format!("wrong number of args for {name}: want at least {least} got {written}"));
        }
        if !variadic && count != least {
            return self.error(&format!("wrong number of args for {name}: want {least} got {count}"));
        }
        Ok(())
    }

    pub(super) fn argument(&mut self, term: &'t Term, dot: &Data<'d>, parameter: Parameter) -> Evaluated<'d> {
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
            (Data::Pointer(_, target), Parameter::String) if matches!(**target, Data::String(_)) => {
                Ok((**target).clone())
            }
            (Data::Nil("*string"), Parameter::String) => self.error("dereference of nil pointer of type *string"),
            (other, Parameter::String) => {
                self.error(&format!("wrong type for value; expected string; got {}", other.type_name()))
            }
        }
    }
}
