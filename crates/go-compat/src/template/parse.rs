//! Parses tokens into trees.

mod pipe;

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::error::{Error, ErrorKind};
use super::functions::Custom;
use super::lex::{Keyword, Token, TokenKind, tokens};
use super::tree::{Branch, BranchKind, Call, List, Node, is_empty};
use crate::strconv::{quote, unquote};
use crate::unicode::to_text;

/// The deepest nesting of blocks and parentheses; the original's limit cannot be reached by a template.
const MAX_NESTING: usize = 150;

type Parsed<T> = Result<T, Error>;

/// Parses a text into the template called `name` and those that it defines.
pub(super) fn parse<'t>(name: &'t str, text: &'t str, functions: &'static [Custom]) -> Parsed<BTreeMap<String, List>> {
    let mut parser = Parser {
        name,
        functions,
        tokens: tokens(text),
        next: 0,
        latest: 0,
        variables: vec!["$".into()],
        ranges: 0,
        nesting: 0,
        action_line: None,
        trees: BTreeMap::new(),
    };
    let root = parser.root()?;
    parser.add(name.to_owned(), root)?;
    Ok(parser.trees)
}

struct Parser<'t> {
    name: &'t str,
    /// The functions in addition to the built-in ones.
    functions: &'static [Custom],
    tokens: Vec<Token<'t>>,
    /// The index of the next token.
    next: usize,
    /// The index of the last token looked at, whose line errors mention.
    latest: usize,
    /// The names of the variables in scope.
    variables: Vec<Cow<'t, str>>,
    /// How many `range` blocks enclose the current position in the same template.
    ranges: usize,
    nesting: usize,
    /// The line of the current action.
    action_line: Option<usize>,
    trees: BTreeMap<String, List>,
}

/// What ended a list of nodes.
enum Ending {
    End,
    Else,
}

impl Ending {
    fn text(&self) -> &'static str {
        match self {
            Ending::End => "{{end}}",
            Ending::Else => "{{else}}",
        }
    }
}

/// A text, or what is between two delimiters.
enum Item {
    Node(Node),
    Ending(Ending),
}

#[expect(clippy::indexing_slicing, reason = "there is always a last token, and what is next is never behind it")]
impl<'t> Parser<'t> {
    fn peek(&mut self) -> &Token<'t> {
        // The last token, which is an end or an error, is never consumed.
        let last = self.tokens.len() - 1;
        self.next = self.next.min(last);
        self.latest = self.latest.max(self.next);
        &self.tokens[self.next]
    }

    fn peek_kind(&mut self) -> TokenKind {
        self.peek().kind
    }

    fn take(&mut self) -> Token<'t> {
        let token = self.peek().clone();
        self.next += 1;
        token
    }

    fn skip_space(&mut self) {
        while self.peek_kind() == TokenKind::Space {
            self.next += 1;
        }
    }

    fn peek_past_space(&mut self) -> &Token<'t> {
        self.skip_space();
        self.peek()
    }

    fn take_past_space(&mut self) -> Token<'t> {
        self.skip_space();
        self.take()
    }

    fn error<T>(&self, message: &str) -> Parsed<T> {
        self.error_of(ErrorKind::Syntax, message)
    }

    fn error_of<T>(&self, kind: ErrorKind, message: &str) -> Parsed<T> {
        let text = format!("template: {}:{}: {message}", self.name, self.tokens[self.latest].line);
        Err(Error::new(kind, text))
    }

    fn unexpected<T>(&self, token: &Token<'_>, context: &str) -> Parsed<T> {
        if token.kind != TokenKind::Error {
            return self.error(&format!("unexpected {token} in {context}"));
        }
        let started = match self.action_line {
            Some(line) if line != token.line => {
                let what = if token.text.ends_with(" action") { "" } else { " in action" };
                format!("{what} started at {}:{line}", self.name)
            }
            _ => String::new(),
        };
        self.error(&format!("{token}{started}"))
    }

    fn expect(&mut self, kind: TokenKind, context: &str) -> Parsed<Token<'t>> {
        let token = self.take_past_space();
        if token.kind == kind { Ok(token) } else { self.unexpected(&token, context) }
    }

    fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.nesting >= MAX_NESTING {
            return self.error("blocks and parentheses are nested too deeply");
        }
        self.nesting += 1;
        let parsed = parse(self);
        self.nesting -= 1;
        parsed
    }

    /// Adds a template, unless it is empty and another one with that name is not.
    fn add(&mut self, name: String, list: List) -> Parsed<()> {
        match self.trees.get(&name) {
            Some(other) if !is_empty(other) => {
                if is_empty(&list) {
                    return Ok(());
                }
                self.error(&format!("template: multiple definition of template {}", quote(&name)))
            }
            _ => {
                self.trees.insert(name, list);
                Ok(())
            }
        }
    }

    fn root(&mut self) -> Parsed<List> {
        let mut list = List::new();
        while self.peek_kind() != TokenKind::End {
            if self.peek_kind() == TokenKind::LeftDelimiter {
                let delimiter = self.next;
                self.next += 1;
                if self.take_past_space().kind == TokenKind::Keyword(Keyword::Define) {
                    self.definition()?;
                    continue;
                }
                self.next = delimiter;
            }
            match self.item()? {
                Item::Node(node) => list.push(node),
                Item::Ending(ending) => return self.error(&format!("unexpected {}", ending.text())),
            }
        }
        Ok(list)
    }

    /// Parses a template defined inside this text, with its own variables.
    fn template_body(&mut self, name: String, context: &str) -> Parsed<()> {
        let variables = std::mem::replace(&mut self.variables, vec!["$".into()]);
        let ranges = std::mem::take(&mut self.ranges);
        let action_line = self.action_line.take();
        let (list, ending) = self.nested(Self::list)?;
        if let Ending::Else = ending {
            return self.error(&format!("unexpected {} in {context}", ending.text()));
        }
        self.add(name, list)?;
        (self.variables, self.ranges, self.action_line) = (variables, ranges, action_line);
        Ok(())
    }

    fn definition(&mut self) -> Parsed<()> {
        const CONTEXT: &str = "define clause";
        let token = self.take_past_space();
        let name = self.template_name(&token, CONTEXT)?;
        self.expect(TokenKind::RightDelimiter, CONTEXT)?;
        self.template_body(name, CONTEXT)
    }

    fn template_name(&mut self, token: &Token<'_>, context: &str) -> Parsed<String> {
        if !matches!(token.kind, TokenKind::String | TokenKind::RawString) {
            return self.unexpected(token, context);
        }
        match unquote(&token.text) {
            Some(name) => Ok(to_text(name)),
            None => self.error("invalid syntax"),
        }
    }

    /// Parses nodes up to `end` or `else`.
    fn list(&mut self) -> Parsed<(List, Ending)> {
        let mut list = List::new();
        while self.peek_past_space().kind != TokenKind::End {
            match self.item()? {
                Item::Node(node) => list.push(node),
                Item::Ending(ending) => return Ok((list, ending)),
            }
        }
        self.error("unexpected EOF")
    }

    fn item(&mut self) -> Parsed<Item> {
        let token = self.take_past_space();
        match token.kind {
            TokenKind::Text => Ok(Item::Node(Node::Text(token.text.into_owned()))),
            TokenKind::LeftDelimiter => {
                self.action_line = Some(token.line);
                let item = self.action()?;
                self.action_line = None;
                Ok(item)
            }
            _ => self.unexpected(&token, "input"),
        }
    }

    fn action(&mut self) -> Parsed<Item> {
        let before = self.next;
        let token = self.take_past_space();
        let TokenKind::Keyword(keyword) = token.kind else { return self.print_action(before) };
        let node = match keyword {
            Keyword::End => {
                self.expect(TokenKind::RightDelimiter, "end")?;
                return Ok(Item::Ending(Ending::End));
            }
            Keyword::Else => {
                // `else if` continues as an action of its own.
                if !matches!(
                    self.peek_past_space().kind,
                    TokenKind::Keyword(Keyword::If) | TokenKind::Keyword(Keyword::With)
                ) {
                    self.expect(TokenKind::RightDelimiter, "else")?;
                }
                return Ok(Item::Ending(Ending::Else));
            }
            Keyword::Break => self.loop_control(Node::Break, "{{break}}")?,
            Keyword::Continue => self.loop_control(Node::Continue, "{{continue}}")?,
            Keyword::If => self.branch(BranchKind::If)?,
            Keyword::With => self.branch(BranchKind::With)?,
            Keyword::Range => self.branch(BranchKind::Range)?,
            Keyword::Template => Node::Template(self.call()?),
            Keyword::Block => Node::Template(self.block()?),
            Keyword::Define | Keyword::Dot | Keyword::Nil => return self.print_action(before),
        };
        Ok(Item::Node(node))
    }

    fn print_action(&mut self, start: usize) -> Parsed<Item> {
        self.next = start;
        Ok(Item::Node(Node::Action(self.pipe("command", TokenKind::RightDelimiter)?)))
    }

    fn loop_control(&mut self, node: Node, text: &str) -> Parsed<Node> {
        self.expect(TokenKind::RightDelimiter, text)?;
        if self.ranges == 0 { self.error(&format!("{text} outside {{{{range}}}}")) } else { Ok(node) }
    }

    fn branch(&mut self, kind: BranchKind) -> Parsed<Node> {
        let (context, keyword) = match kind {
            BranchKind::If => ("if", Keyword::If),
            BranchKind::With => ("with", Keyword::With),
            BranchKind::Range => ("range", Keyword::Range),
        };
        let variables = self.variables.len();
        let pipe = self.pipe(context, TokenKind::RightDelimiter)?;
        let in_range = usize::from(kind == BranchKind::Range);
        self.ranges += in_range;
        let (list, ending) = self.nested(Self::list)?;
        self.ranges -= in_range;
        let mut otherwise = List::new();
        if let Ending::Else = ending {
            if kind != BranchKind::Range && self.peek_kind() == TokenKind::Keyword(keyword) {
                self.next += 1;
                otherwise.push(self.nested(|parser| parser.branch(kind))?);
            } else {
                let (list, ending) = self.nested(Self::list)?;
                if let Ending::Else = ending {
                    return self.error(&format!("expected end; found {}", ending.text()));
                }
                otherwise = list;
            }
        }
        self.variables.truncate(variables);
        Ok(Node::Branch(Branch { kind, pipe, list, otherwise }))
    }

    fn call(&mut self) -> Parsed<Call> {
        const CONTEXT: &str = "template clause";
        let token = self.take_past_space();
        let name = self.template_name(&token, CONTEXT)?;
        let pipe = if self.peek_past_space().kind == TokenKind::RightDelimiter {
            self.next += 1;
            None
        } else {
            Some(self.pipe(CONTEXT, TokenKind::RightDelimiter)?)
        };
        Ok(Call { at: token.at, name, pipe })
    }

    fn block(&mut self) -> Parsed<Call> {
        const CONTEXT: &str = "block clause";
        let token = self.take_past_space();
        let name = self.template_name(&token, CONTEXT)?;
        let pipe = self.pipe(CONTEXT, TokenKind::RightDelimiter)?;
        self.template_body(name.clone(), CONTEXT)?;
        Ok(Call { at: token.at, name, pipe: Some(pipe) })
    }
}
