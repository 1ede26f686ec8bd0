//! Tokens into the nodes of one YAML document: texts, and beginnings and ends of maps and lists.

use std::borrow::Cow;

use crate::scalar::Tag;
use crate::tokens::{Fault, Spanned, Token, Tokens};

/// A node, or the beginning or the end of one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event<'a> {
    Scalar { text: Cow<'a, str>, plain: bool, anchor: Option<&'a str>, tag: Option<Tag> },
    Alias(&'a str),
    SequenceStart { anchor: Option<&'a str> },
    SequenceEnd,
    MappingStart { anchor: Option<&'a str> },
    MappingEnd,
}

/// An event with the bytes that it spans.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spot<'a> {
    pub event: Event<'a>,
    pub start: usize,
    pub end: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    DocumentStart,
    DocumentEnd,
    BlockNode,
    BlockSequenceFirst,
    BlockSequence,
    /// A list at the column of the key that it belongs to.
    IndentlessSequence,
    BlockMappingFirstKey,
    BlockMappingKey,
    BlockMappingValue,
    FlowSequenceFirst,
    FlowSequence,
    /// `[a: b]`, a map of one entry inside a list.
    FlowSequencePairKey,
    FlowSequencePairValue,
    FlowSequencePairEnd,
    FlowMappingFirstKey,
    FlowMappingKey,
    FlowMappingValue,
    FlowMappingEmptyValue,
    End,
}

/// The events of the first document of a text.
pub struct Events<'a> {
    tokens: Tokens<'a>,
    state: State,
    states: Vec<State>,
    /// Handles and prefixes of `%TAG` directives.
    tag_prefixes: Vec<(&'a str, &'a str)>,
}

type Parsed<T> = Result<T, Fault>;

impl<'a> Events<'a> {
    pub fn new(text: &'a str) -> Events<'a> {
        let tokens = Tokens::new(text);
        Events { tokens, state: State::DocumentStart, states: Vec::with_capacity(16), tag_prefixes: Vec::new() }
    }

    /// The next event; `None` at the end of the document. After an error there is no sense in going on.
    pub fn next(&mut self) -> Parsed<Option<Spot<'a>>> {
        loop {
            let event = match self.state {
                State::End => return Ok(None),
                State::DocumentStart => {
                    self.document_start()?;
                    continue;
                }
                State::DocumentEnd => {
                    self.document_end()?;
                    continue;
                }
                State::BlockNode => self.node(true, false)?,
                State::BlockSequenceFirst | State::BlockSequence => self.block_sequence()?,
                State::IndentlessSequence => self.indentless_sequence()?,
                State::BlockMappingFirstKey | State::BlockMappingKey => self.block_mapping_key()?,
                State::BlockMappingValue => self.block_mapping_value()?,
                State::FlowSequenceFirst | State::FlowSequence => self.flow_sequence()?,
                State::FlowSequencePairKey => self.pair_key()?,
                State::FlowSequencePairValue => self.pair_value()?,
                State::FlowSequencePairEnd => self.pair_end()?,
                State::FlowMappingFirstKey | State::FlowMappingKey => self.flow_mapping_key()?,
                State::FlowMappingValue => self.flow_mapping_value(false)?,
                State::FlowMappingEmptyValue => self.flow_mapping_value(true)?,
            };
            return Ok(Some(event));
        }
    }

    fn fault<T>(&mut self, problem: &'static str) -> Parsed<T> {
        let at = self.tokens.peek()?.start;
        Err(Fault { at, problem })
    }

    fn peek(&mut self) -> Parsed<&Token<'a>> {
        Ok(&self.tokens.peek()?.token)
    }

    fn pop(&mut self) {
        self.state = self.states.pop().unwrap_or(State::End);
    }

    fn event(&mut self, event: Event<'a>) -> Parsed<Spot<'a>> {
        let token = self.tokens.next()?;
        Ok(Spot { event, start: token.start, end: token.end })
    }

    /// The empty text that stands where a node is left out.
    fn nothing(&mut self) -> Parsed<Spot<'a>> {
        let at = self.tokens.peek()?.start;
        let event = Event::Scalar { text: Cow::Borrowed(""), plain: true, anchor: None, tag: None };
        Ok(Spot { event, start: at, end: at })
    }

    fn document_start(&mut self) -> Parsed<()> {
        let mut has_version = false;
        let mut has_directives = false;
        loop {
            let at = self.tokens.peek()?.start;
            match *self.peek()? {
                Token::DocumentEnd => {}
                Token::VersionDirective { .. } if has_version => {
                    return Err(Fault { at, problem: "found duplicate %YAML directive" });
                }
                Token::VersionDirective { supported: false } => {
                    return Err(Fault { at, problem: "found incompatible YAML document" });
                }
                Token::VersionDirective { supported: true } => has_version = true,
                Token::TagDirective { handle, prefix } => {
                    if self.tag_prefixes.iter().any(|(known, _)| *known == handle) {
                        return Err(Fault { at, problem: "found duplicate %TAG directive" });
                    }
                    self.tag_prefixes.push((handle, prefix));
                }
                Token::DocumentStart => {
                    self.tokens.skip();
                    break;
                }
                _ if has_directives => return self.fault("did not find expected <document start>"),
                _ => break,
            }
            has_directives |= !matches!(self.peek()?, Token::DocumentEnd);
            self.tokens.skip();
        }
        self.state = match self.peek()? {
            Token::StreamEnd | Token::DocumentStart | Token::DocumentEnd => State::End,
            _ => State::BlockNode,
        };
        self.states.push(State::DocumentEnd);
        Ok(())
    }

    /// What follows the root node must end the document.
    fn document_end(&mut self) -> Parsed<()> {
        match self.peek()? {
            Token::StreamEnd | Token::DocumentStart | Token::DocumentEnd => {
                self.state = State::End;
                Ok(())
            }
            _ => self.fault("did not find expected <document start>"),
        }
    }

    fn node(&mut self, block: bool, indentless: bool) -> Parsed<Spot<'a>> {
        let mut first = None;
        let mut anchor = None;
        let mut tag = None;
        let (next, event, start) = loop {
            let Spanned { token, start, .. } = self.tokens.peek()?;
            let start = *start;
            let first = *first.get_or_insert(start);
            let has_properties = anchor.is_some() || tag.is_some();
            match token {
                Token::Scalar { .. } => {
                    let Spanned { token, start, end } = self.tokens.next()?;
                    self.pop();
                    let Token::Scalar { text, plain } = token else { return self.nothing() };
                    return Ok(Spot { event: Event::Scalar { text, plain, anchor, tag }, start, end });
                }
                Token::Alias(name) if !has_properties => {
                    let event = Event::Alias(name);
                    self.pop();
                    return self.event(event);
                }
                Token::Anchor(name) if anchor.is_none() => anchor = Some(*name),
                Token::Tag { handle, suffix } if tag.is_none() => {
                    let (handle, suffix) = (*handle, *suffix);
                    tag = Some(self.tag(handle, suffix)?);
                }
                Token::BlockEntry if indentless => {
                    // The entries begin here; the token is theirs.
                    self.state = State::IndentlessSequence;
                    return Ok(Spot { event: Event::SequenceStart { anchor }, start: first, end: first });
                }
                Token::FlowSequenceStart => break (State::FlowSequenceFirst, Event::SequenceStart { anchor }, start),
                Token::FlowMappingStart => break (State::FlowMappingFirstKey, Event::MappingStart { anchor }, start),
                Token::BlockSequenceStart if block => {
                    break (State::BlockSequenceFirst, Event::SequenceStart { anchor }, start);
                }
                Token::BlockMappingStart if block => {
                    break (State::BlockMappingFirstKey, Event::MappingStart { anchor }, start);
                }
                _ if has_properties => {
                    self.pop();
                    let event = Event::Scalar { text: Cow::Borrowed(""), plain: true, anchor, tag };
                    return Ok(Spot { event, start: first, end: first });
                }
                _ => return self.fault("did not find expected node content"),
            }
            self.tokens.skip();
        };
        self.state = next;
        Ok(Spot { event, start, end: start })
    }

    fn tag(&mut self, handle: &str, suffix: &str) -> Parsed<Tag> {
        let standard = "tag:yaml.org,2002:";
        let declared = self.tag_prefixes.iter().find(|(known, _)| *known == handle).map(|(_, prefix)| *prefix);
        let prefix = match (declared, handle) {
            (Some(prefix), _) => prefix,
            (None, "!!") => standard,
            (None, "" | "!") => handle,
            (None, _) => return self.fault("found undefined tag handle"),
        };
        if prefix == "!" && suffix.is_empty() {
            // The non-specific tag: a text in any case.
            return Ok(Tag::Str);
        }
        let whole = format!("{prefix}{suffix}");
        Ok(whole.strip_prefix(standard).map_or(Tag::Foreign, Tag::standard))
    }

    fn block_sequence(&mut self) -> Parsed<Spot<'a>> {
        if self.state == State::BlockSequenceFirst {
            self.tokens.skip();
        }
        match self.peek()? {
            Token::BlockEntry => {
                self.tokens.skip();
                match self.peek()? {
                    Token::BlockEntry | Token::BlockEnd => {
                        self.state = State::BlockSequence;
                        self.nothing()
                    }
                    _ => {
                        self.states.push(State::BlockSequence);
                        self.node(true, false)
                    }
                }
            }
            Token::BlockEnd => {
                self.pop();
                self.event(Event::SequenceEnd)
            }
            _ => self.fault("did not find expected '-' indicator"),
        }
    }

    fn indentless_sequence(&mut self) -> Parsed<Spot<'a>> {
        if !matches!(self.peek()?, Token::BlockEntry) {
            self.pop();
            let at = self.tokens.peek()?.start;
            return Ok(Spot { event: Event::SequenceEnd, start: at, end: at });
        }
        self.tokens.skip();
        match self.peek()? {
            Token::BlockEntry | Token::Key | Token::Value | Token::BlockEnd => {
                self.state = State::IndentlessSequence;
                self.nothing()
            }
            _ => {
                self.states.push(State::IndentlessSequence);
                self.node(true, false)
            }
        }
    }

    fn block_mapping_key(&mut self) -> Parsed<Spot<'a>> {
        if self.state == State::BlockMappingFirstKey {
            self.tokens.skip();
        }
        match self.peek()? {
            Token::Key => {
                self.tokens.skip();
                match self.peek()? {
                    Token::Key | Token::Value | Token::BlockEnd => {
                        self.state = State::BlockMappingValue;
                        self.nothing()
                    }
                    _ => {
                        self.states.push(State::BlockMappingValue);
                        self.node(true, true)
                    }
                }
            }
            Token::BlockEnd => {
                self.pop();
                self.event(Event::MappingEnd)
            }
            _ => self.fault("did not find expected key"),
        }
    }

    fn block_mapping_value(&mut self) -> Parsed<Spot<'a>> {
        self.state = State::BlockMappingKey;
        if !matches!(self.peek()?, Token::Value) {
            return self.nothing();
        }
        self.tokens.skip();
        match self.peek()? {
            Token::Key | Token::Value | Token::BlockEnd => self.nothing(),
            _ => {
                self.states.push(State::BlockMappingKey);
                self.node(true, true)
            }
        }
    }

    fn flow_sequence(&mut self) -> Parsed<Spot<'a>> {
        let first = self.state == State::FlowSequenceFirst;
        if first {
            self.tokens.skip();
        }
        if !matches!(self.peek()?, Token::FlowSequenceEnd) {
            if !first {
                if !matches!(self.peek()?, Token::FlowEntry) {
                    return self.fault("did not find expected ',' or ']'");
                }
                self.tokens.skip();
            }
            match self.peek()? {
                Token::Key => {
                    self.state = State::FlowSequencePairKey;
                    return self.event(Event::MappingStart { anchor: None });
                }
                Token::FlowSequenceEnd => {}
                _ => {
                    self.states.push(State::FlowSequence);
                    return self.node(false, false);
                }
            }
        }
        self.pop();
        self.event(Event::SequenceEnd)
    }

    fn pair_key(&mut self) -> Parsed<Spot<'a>> {
        match self.peek()? {
            Token::Value | Token::FlowEntry | Token::FlowSequenceEnd => {
                self.state = State::FlowSequencePairValue;
                self.nothing()
            }
            _ => {
                self.states.push(State::FlowSequencePairValue);
                self.node(false, false)
            }
        }
    }

    fn pair_value(&mut self) -> Parsed<Spot<'a>> {
        self.state = State::FlowSequencePairEnd;
        if matches!(self.peek()?, Token::Value) {
            self.tokens.skip();
            if !matches!(self.peek()?, Token::FlowEntry | Token::FlowSequenceEnd) {
                self.states.push(State::FlowSequencePairEnd);
                return self.node(false, false);
            }
        }
        self.nothing()
    }

    fn pair_end(&mut self) -> Parsed<Spot<'a>> {
        self.state = State::FlowSequence;
        let at = self.tokens.peek()?.start;
        Ok(Spot { event: Event::MappingEnd, start: at, end: at })
    }

    fn flow_mapping_key(&mut self) -> Parsed<Spot<'a>> {
        let first = self.state == State::FlowMappingFirstKey;
        if first {
            self.tokens.skip();
        }
        if !matches!(self.peek()?, Token::FlowMappingEnd) {
            if !first {
                if !matches!(self.peek()?, Token::FlowEntry) {
                    return self.fault("did not find expected ',' or '}'");
                }
                self.tokens.skip();
            }
            match self.peek()? {
                Token::Key => {
                    self.tokens.skip();
                    if matches!(self.peek()?, Token::Value | Token::FlowEntry | Token::FlowMappingEnd) {
                        self.state = State::FlowMappingValue;
                        return self.nothing();
                    }
                    self.states.push(State::FlowMappingValue);
                    return self.node(false, false);
                }
                Token::FlowMappingEnd => {}
                _ => {
                    self.states.push(State::FlowMappingEmptyValue);
                    return self.node(false, false);
                }
            }
        }
        self.pop();
        self.event(Event::MappingEnd)
    }

    fn flow_mapping_value(&mut self, empty: bool) -> Parsed<Spot<'a>> {
        self.state = State::FlowMappingKey;
        if !empty && matches!(self.peek()?, Token::Value) {
            self.tokens.skip();
            if !matches!(self.peek()?, Token::FlowEntry | Token::FlowMappingEnd) {
                self.states.push(State::FlowMappingKey);
                return self.node(false, false);
            }
        }
        self.nothing()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An event as the recordings write it: `:` before a plain text, `"` before any other.
    fn shown(event: &Event<'_>) -> String {
        let anchored = |anchor: Option<&str>, rest: &str| match anchor {
            Some(anchor) => format!("&{anchor} {rest}"),
            None => rest.to_owned(),
        };
        match event {
            Event::Scalar { text, plain, anchor, .. } => {
                anchored(*anchor, &format!("{}{text}", if *plain { ':' } else { '"' }))
            }
            Event::Alias(anchor) => format!("*{anchor}"),
            Event::SequenceStart { anchor } => anchored(*anchor, "["),
            Event::SequenceEnd => "]".into(),
            Event::MappingStart { anchor } => anchored(*anchor, "{"),
            Event::MappingEnd => "}".into(),
        }
    }

    /// Odd texts, with what libyaml reads in them: the library after which the Go library is made.
    #[test]
    fn odd_texts_have_the_events_that_libyaml_has() {
        let recorded = include_str!("../testdata/events.jsonl");
        assert!(recorded.lines().count() > 250);
        for line in recorded.lines() {
            let (text, wanted): (String, Vec<String>) = serde_json::from_str(line).expect("a recording");
            let mut events = Events::new(&text);
            let mut got = Vec::new();
            loop {
                match events.next() {
                    Ok(Some(spot)) => {
                        assert!(text.get(spot.start..spot.end).is_some(), "{text:?}: {spot:?}");
                        got.push(shown(&spot.event));
                    }
                    Ok(None) => break,
                    Err(fault) => {
                        got.push(format!("! {}", fault.problem));
                        break;
                    }
                }
            }
            assert_eq!(got, wanted, "{text:?}");
        }
    }
}
