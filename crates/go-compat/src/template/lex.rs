//! Splits the text of a template into tokens.

use std::borrow::Cow;
use std::fmt;

use crate::data::Data;
use crate::format::sprintf;
use crate::strconv::quote;
use crate::unicode::{is_alphanumeric, to_text};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// An error, whose message is the token's text.
    Error,
    End,
    /// Text outside of actions.
    Text,
    LeftDelimiter,
    RightDelimiter,
    LeftParenthesis,
    RightParenthesis,
    Space,
    Pipe,
    /// `=`
    Assign,
    /// `:=`
    Declare,
    /// Any other character, such as a comma.
    Character,
    Bool,
    CharacterConstant,
    Number,
    Complex,
    String,
    RawString,
    Identifier,
    Field,
    Variable,
    Keyword(Keyword),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Keyword {
    Dot,
    Block,
    Break,
    Continue,
    Define,
    Else,
    End,
    If,
    Nil,
    Range,
    Template,
    With,
}

const KEYWORDS: [(&str, Keyword); 12] = [
    (".", Keyword::Dot),
    ("block", Keyword::Block),
    ("break", Keyword::Break),
    ("continue", Keyword::Continue),
    ("define", Keyword::Define),
    ("else", Keyword::Else),
    ("end", Keyword::End),
    ("if", Keyword::If),
    ("nil", Keyword::Nil),
    ("range", Keyword::Range),
    ("template", Keyword::Template),
    ("with", Keyword::With),
];

#[derive(Debug, Clone)]
pub(super) struct Token<'t> {
    pub kind: TokenKind,
    /// The byte offset at which it starts.
    pub at: usize,
    pub line: usize,
    pub text: Cow<'t, str>,
}

impl fmt::Display for Token<'_> {
    /// Writes the token as error texts name it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            TokenKind::End => f.write_str("EOF"),
            TokenKind::Error => f.write_str(&self.text),
            TokenKind::Keyword(_) => write!(f, "<{}>", self.text),
            _ if self.text.len() > 10 => {
                write!(f, "{}...", quote(&self.text.chars().take(10).collect::<String>()))
            }
            _ => f.write_str(&quote(&self.text)),
        }
    }
}

const LEFT: &str = "{{";
const RIGHT: &str = "}}";
const SPACES: [char; 4] = [' ', '\t', '\r', '\n'];

/// All tokens of a text. The last one is the end or an error.
pub(super) fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut lexer = Lexer { text, start: 0, at: 0, line: 1, counted: 0, parentheses: 0, tokens: Vec::new() };
    if let Err(error) = lexer.run() {
        lexer.push(TokenKind::Error, error.to_string().into());
    }
    lexer.tokens
}

struct Lexer<'t> {
    text: &'t str,
    /// The start of the current token.
    start: usize,
    at: usize,
    /// The line that contains byte `counted`.
    line: usize,
    counted: usize,
    parentheses: usize,
    tokens: Vec<Token<'t>>,
}

/// Why a text cannot be split into further tokens; its `Display` is the lexer's message.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
enum LexError {
    #[error("unclosed comment")]
    OpenComment,
    #[error("comment ends before closing delimiter")]
    ShortComment,
    #[error("unclosed action")]
    OpenAction,
    #[error("unclosed left paren")]
    OpenParenthesis,
    #[error("expected :=")]
    Colon,
    #[error("unexpected right paren")]
    RightParenthesis,
    #[error("unterminated {0}")]
    Unterminated(&'static str),
    #[error("unrecognized character in action: {}", unicode(*.0))]
    InAction(char),
    #[error("bad character {}", unicode(*.0))]
    AfterName(char),
    #[error("bad number syntax: {}", quote(.0))]
    Number(String),
}

type Lexed = Result<(), LexError>;

impl<'t> Lexer<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let character = self.peek()?;
        self.at += character.len_utf8();
        Some(character)
    }

    fn take_if(&mut self, accept: impl Fn(char) -> bool) -> bool {
        let found = self.peek().is_some_and(accept);
        if found {
            self.next();
        }
        found
    }

    fn take_while(&mut self, accept: impl Fn(char) -> bool) {
        while self.take_if(&accept) {}
    }

    fn push(&mut self, kind: TokenKind, text: Cow<'t, str>) {
        self.line += self.text[self.counted..self.start].matches('\n').count();
        self.counted = self.start;
        self.tokens.push(Token { kind, at: self.start, line: self.line, text });
    }

    /// Emits the token from `start` to the current position, unless it is empty text.
    fn emit(&mut self, kind: TokenKind) {
        let text = self.text;
        self.push(kind, text[self.start..self.at].into());
        self.start = self.at;
    }

    fn run(&mut self) -> Lexed {
        loop {
            let rest = self.rest();
            let length = rest.find(LEFT).unwrap_or(rest.len());
            let action = &rest[length..];
            let mut text = &rest[..length];
            let trims = has_left_trim_marker(action.strip_prefix(LEFT).unwrap_or_default());
            if trims {
                text = text.trim_end_matches(SPACES);
            }
            let (at_end, action_at) = (action.is_empty(), self.at + length);
            self.at += text.len();
            if !text.is_empty() {
                self.emit(TokenKind::Text);
            }
            self.at = action_at;
            self.start = self.at;
            if at_end {
                self.push(TokenKind::End, "".into());
                return Ok(());
            }
            self.action(trims)?;
        }
    }

    /// Reads an action from its left to its right delimiter.
    fn action(&mut self, trims: bool) -> Lexed {
        let marker = if trims { 2 } else { 0 };
        self.at += LEFT.len();
        if self.rest()[marker..].starts_with("/*") {
            self.at += marker;
            self.start = self.at;
            return self.comment();
        }
        self.emit(TokenKind::LeftDelimiter);
        self.at += marker;
        self.start = self.at;
        self.parentheses = 0;
        loop {
            if let Some(trims) = self.right_delimiter() {
                if self.parentheses > 0 {
                    return Err(LexError::OpenParenthesis);
                }
                self.close(trims, true);
                return Ok(());
            }
            self.inside()?;
        }
    }

    /// Whether the action ends here and, if so, whether the white space after it is trimmed.
    fn right_delimiter(&self) -> Option<bool> {
        let rest = self.rest();
        if has_right_trim_marker(rest) && rest[2..].starts_with(RIGHT) {
            return Some(true);
        }
        rest.starts_with(RIGHT).then_some(false)
    }

    /// Skips the right delimiter.
    fn close(&mut self, trims: bool, emit: bool) {
        if trims {
            self.at += 2;
            self.start = self.at;
        }
        self.at += RIGHT.len();
        if emit {
            self.emit(TokenKind::RightDelimiter);
        }
        if trims {
            self.take_while(|character| SPACES.contains(&character));
        }
        self.start = self.at;
    }

    fn comment(&mut self) -> Lexed {
        let Some(length) = self.rest()[2..].find("*/") else { return Err(LexError::OpenComment) };
        self.at += length + 4;
        match self.right_delimiter() {
            None => Err(LexError::ShortComment),
            Some(trims) => {
                self.close(trims, false);
                Ok(())
            }
        }
    }

    /// Reads a token inside an action.
    fn inside(&mut self) -> Lexed {
        let Some(character) = self.peek() else { return Err(LexError::OpenAction) };
        match character {
            ' ' | '\t' | '\r' | '\n' => self.space(),
            '.' if !matches!(self.rest().as_bytes().get(1), None | Some(b'0'..=b'9')) => {
                self.next();
                return self.name(TokenKind::Field, TokenKind::Keyword(Keyword::Dot));
            }
            '.' | '+' | '-' | '0'..='9' => return self.number(),
            _ if is_alphanumeric(character) => return self.identifier(),
            _ => {
                self.next();
                return self.sign(character);
            }
        }
        Ok(())
    }

    fn space(&mut self) {
        self.take_while(|character| SPACES.contains(&character));
        // The last one may belong to the trim marker of the right delimiter.
        let last = &self.text[self.at - 1..];
        if has_right_trim_marker(last) && last[2..].starts_with(RIGHT) {
            self.at -= 1;
        }
        if self.at > self.start {
            self.emit(TokenKind::Space);
        }
    }

    fn sign(&mut self, character: char) -> Lexed {
        match character {
            '=' => self.emit(TokenKind::Assign),
            ':' if self.take_if(|next| next == '=') => self.emit(TokenKind::Declare),
            ':' => return Err(LexError::Colon),
            '|' => self.emit(TokenKind::Pipe),
            '"' => return self.quoted('"', TokenKind::String, "quoted string"),
            '\'' => return self.quoted('\'', TokenKind::CharacterConstant, "character constant"),
            '`' => {
                let Some(length) = self.rest().find('`') else {
                    return Err(LexError::Unterminated("raw quoted string"));
                };
                self.at += length + 1;
                self.emit(TokenKind::RawString);
            }
            '$' => return self.name(TokenKind::Variable, TokenKind::Variable),
            '(' => {
                self.parentheses += 1;
                self.emit(TokenKind::LeftParenthesis);
            }
            ')' if self.parentheses == 0 => return Err(LexError::RightParenthesis),
            ')' => {
                self.parentheses -= 1;
                self.emit(TokenKind::RightParenthesis);
            }
            '!'..='~' => self.emit(TokenKind::Character),
            _ => return Err(LexError::InAction(character)),
        }
        Ok(())
    }

    /// Reads a string or character up to the closing mark on the same line.
    fn quoted(&mut self, mark: char, kind: TokenKind, what: &'static str) -> Lexed {
        loop {
            match self.next() {
                Some('\\') if !matches!(self.peek(), None | Some('\n')) => {
                    self.next();
                }
                None | Some('\\' | '\n') => return Err(LexError::Unterminated(what)),
                Some(character) if character == mark => break,
                Some(_) => {}
            }
        }
        self.emit(kind);
        Ok(())
    }

    /// Reads the letters after a `.` or `$`; without any, the token is of kind `bare`.
    fn name(&mut self, kind: TokenKind, bare: TokenKind) -> Lexed {
        self.take_while(is_alphanumeric);
        self.check_terminator()?;
        self.emit(if self.at - self.start == 1 { bare } else { kind });
        Ok(())
    }

    fn identifier(&mut self) -> Lexed {
        self.take_while(is_alphanumeric);
        self.check_terminator()?;
        let word = &self.text[self.start..self.at];
        let keyword = KEYWORDS.iter().find(|(text, _)| *text == word);
        self.emit(match keyword {
            Some((_, keyword)) => TokenKind::Keyword(*keyword),
            None if matches!(word, "true" | "false") => TokenKind::Bool,
            None => TokenKind::Identifier,
        });
        Ok(())
    }

    /// Checks what follows a name.
    fn check_terminator(&self) -> Lexed {
        match self.peek() {
            None | Some(' ' | '\t' | '\r' | '\n' | '.' | ',' | '|' | ':' | ')' | '(') => Ok(()),
            Some(_) if self.rest().starts_with(RIGHT) => Ok(()),
            Some(character) => Err(LexError::AfterName(character)),
        }
    }

    fn number(&mut self) -> Lexed {
        let syntax = |lexer: &Self| Err(LexError::Number(lexer.text[lexer.start..lexer.at].to_owned()));
        if !self.scan_number() {
            return syntax(self);
        }
        if matches!(self.peek(), Some('+' | '-')) {
            if !self.scan_number() || !self.text[..self.at].ends_with('i') {
                return syntax(self);
            }
            self.emit(TokenKind::Complex);
        } else {
            self.emit(TokenKind::Number);
        }
        Ok(())
    }

    /// Skips what looks like a number. Returns false if a letter or digit follows, which is skipped, too.
    fn scan_number(&mut self) -> bool {
        let one_of = |set: &'static str| move |character: char| set.contains(character);
        self.take_if(one_of("+-"));
        let mut digits = "0123456789_";
        let mut exponent = "eE";
        if self.take_if(one_of("0")) {
            if self.take_if(one_of("xX")) {
                (digits, exponent) = ("0123456789abcdefABCDEF_", "pP");
            } else if self.take_if(one_of("oO")) {
                (digits, exponent) = ("01234567_", "");
            } else if self.take_if(one_of("bB")) {
                (digits, exponent) = ("01_", "");
            }
        }
        self.take_while(one_of(digits));
        if self.take_if(one_of(".")) {
            self.take_while(one_of(digits));
        }
        if self.take_if(one_of(exponent)) {
            self.take_if(one_of("+-"));
            self.take_while(one_of("0123456789_"));
        }
        self.take_if(one_of("i"));
        !self.take_if(is_alphanumeric)
    }
}

/// Whether `-` and white space directly follow the left delimiter.
fn has_left_trim_marker(text: &str) -> bool {
    matches!(text.as_bytes(), [b'-', b' ' | b'\t' | b'\r' | b'\n', ..])
}

/// Whether white space and `-` follow, which trim if the right delimiter comes next.
fn has_right_trim_marker(text: &str) -> bool {
    matches!(text.as_bytes(), [b' ' | b'\t' | b'\r' | b'\n', b'-', ..])
}

/// `U+002F '/'`
fn unicode(character: char) -> String {
    to_text(sprintf(b"%#U", &[Data::Int(i64::from(u32::from(character)))]))
}
