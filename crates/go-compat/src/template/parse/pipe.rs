//! Pipelines, and the commands and terms in them.

use super::{Parsed, Parser};
use crate::strconv::{quote, unquote};
use crate::template::error::ErrorKind;
use crate::template::functions::Function;
use crate::template::lex::{Keyword, TokenKind};
use crate::template::number;
use crate::template::tree::{Command, Pipe, Term, TermKind};

impl Parser<'_> {
    pub(super) fn pipe(&mut self, context: &str, end: TokenKind) -> Parsed<Pipe> {
        let at = self.peek_past_space().at;
        let mut pipe = Pipe { at, assigns: false, variables: Vec::new(), commands: Vec::new() };
        self.declarations(context, &mut pipe)?;
        loop {
            let token = self.take_past_space();
            match token.kind {
                kind if kind == end => break,
                kind if begins_operand(kind) => {
                    self.next -= 1;
                    let command = self.command()?;
                    pipe.commands.push(command);
                }
                _ => return self.unexpected(&token, context),
            }
        }
        if pipe.commands.is_empty() {
            return self.error(&format!("missing value for {context}"));
        }
        let constant = |command: &Command| {
            matches!(
                command.first.kind,
                TermKind::Bool(_) | TermKind::Dot | TermKind::Nil | TermKind::Number { .. } | TermKind::String { .. }
            )
        };
        if let Some(index) = pipe.commands.iter().skip(1).position(constant) {
            return self.error(&format!("non executable command in pipeline stage {}", index + 2));
        }
        Ok(pipe)
    }

    /// Parses the variables that a pipeline sets, up to `=` or `:=`.
    fn declarations(&mut self, context: &str, pipe: &mut Pipe) -> Parsed<()> {
        while self.peek_past_space().kind == TokenKind::Variable {
            let start = self.next;
            let variable = self.take();
            let sign = self.peek_past_space().clone();
            let comma = sign.kind == TokenKind::Character && sign.text == ",";
            if !comma && !matches!(sign.kind, TokenKind::Assign | TokenKind::Declare) {
                self.next = start;
                break;
            }
            self.next += 1;
            pipe.variables.push(variable.text.to_string());
            self.variables.push(variable.text);
            if !comma {
                pipe.assigns = sign.kind == TokenKind::Assign;
                break;
            }
            if context != "range" || pipe.variables.len() > 1 {
                return self.error(&format!("too many declarations in {context}"));
            }
            if !matches!(
                self.peek_past_space().kind,
                TokenKind::Variable | TokenKind::RightDelimiter | TokenKind::RightParenthesis
            ) {
                return self.error("range can only initialize variables");
            }
        }
        Ok(())
    }

    /// Parses operands up to the end of the pipeline or a `|`, which is consumed.
    fn command(&mut self) -> Parsed<Command> {
        let at = self.peek_past_space().at;
        let mut terms = Vec::new();
        loop {
            self.skip_space();
            terms.extend(self.operand()?);
            let token = self.take();
            match token.kind {
                TokenKind::Space => {}
                TokenKind::RightDelimiter | TokenKind::RightParenthesis => {
                    self.next -= 1;
                    break;
                }
                TokenKind::Pipe => break,
                _ => return self.unexpected(&token, "operand"),
            }
        }
        let mut terms = terms.into_iter();
        match terms.next() {
            Some(first) => Ok(Command { at, first, arguments: terms.collect() }),
            None => self.error("empty command"),
        }
    }

    /// Parses a term with the fields accessed on it.
    fn operand(&mut self) -> Parsed<Option<Term>> {
        let Some(term) = self.term()? else { return Ok(None) };
        if self.peek_kind() != TokenKind::Field {
            return Ok(Some(term));
        }
        let at = self.peek().at;
        let mut more = Vec::new();
        while self.peek_kind() == TokenKind::Field {
            more.push(self.take().text[1..].to_owned());
        }
        let kind = match term.kind {
            TermKind::Field(mut fields) => {
                fields.append(&mut more);
                TermKind::Field(fields)
            }
            TermKind::Variable(name, mut fields) => {
                fields.append(&mut more);
                TermKind::Variable(name, fields)
            }
            TermKind::Bool(_) | TermKind::String { .. } | TermKind::Number { .. } | TermKind::Nil | TermKind::Dot => {
                return self.error(&format!("unexpected . after term {}", quote(&term.to_string())));
            }
            _ => TermKind::Chain(Box::new(term), more),
        };
        Ok(Some(Term { at, kind }))
    }

    fn term(&mut self) -> Parsed<Option<Term>> {
        let token = self.take_past_space();
        let kind = match token.kind {
            TokenKind::Identifier => match Function::named(&token.text, self.functions) {
                Some(function) => TermKind::Function(function),
                None => {
                    let kind = ErrorKind::UnknownFunction(token.text.to_string());
                    return self.error_of(kind, &format!("function {} not defined", quote(&token.text)));
                }
            },
            TokenKind::Keyword(Keyword::Dot) => TermKind::Dot,
            TokenKind::Keyword(Keyword::Nil) => TermKind::Nil,
            TokenKind::Variable if self.variables.contains(&token.text) => {
                TermKind::Variable(token.text.into_owned(), Vec::new())
            }
            TokenKind::Variable => return self.error(&format!("undefined variable {}", quote(&token.text))),
            TokenKind::Field => TermKind::Field(vec![token.text[1..].to_owned()]),
            TokenKind::Bool => TermKind::Bool(token.text == "true"),
            TokenKind::CharacterConstant | TokenKind::Complex | TokenKind::Number => {
                match number::constant(token.kind, &token.text) {
                    Ok(constant) => TermKind::Number { text: token.text.into_owned(), constant },
                    Err(error) => return self.error(&error.to_string()),
                }
            }
            TokenKind::LeftParenthesis => {
                let context = "parenthesized pipeline";
                let pipe = self.nested(|parser| parser.pipe(context, TokenKind::RightParenthesis))?;
                // Errors mention the position after the parenthesis.
                return Ok(Some(Term { at: pipe.at, kind: TermKind::Pipe(Box::new(pipe)) }));
            }
            TokenKind::String | TokenKind::RawString => match unquote(&token.text) {
                Some(bytes) => TermKind::String { quoted: token.text.into_owned(), bytes },
                None => return self.error("invalid syntax"),
            },
            _ => {
                self.next -= 1;
                return Ok(None);
            }
        };
        Ok(Some(Term { at: token.at, kind }))
    }
}

/// Whether a command of a pipeline can begin with this kind of token.
fn begins_operand(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::Bool
            | TokenKind::CharacterConstant
            | TokenKind::Complex
            | TokenKind::Number
            | TokenKind::Identifier
            | TokenKind::Field
            | TokenKind::Variable
            | TokenKind::String
            | TokenKind::RawString
            | TokenKind::LeftParenthesis
            | TokenKind::Keyword(Keyword::Dot | Keyword::Nil)
    )
}
