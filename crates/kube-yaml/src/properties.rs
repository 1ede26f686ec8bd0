//! What precedes a node or a document: anchors, tags and directives.

use std::borrow::Cow;

use crate::cursor::{Cursor, Read, fault};
use crate::scalar::Tag;

/// The properties written before a node.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Properties<'t> {
    pub anchor: Option<&'t str>,
    pub tag: Option<Tag>,
    /// The offset at which the first of them begins.
    pub start: Option<usize>,
}

impl<'t> Properties<'t> {
    pub fn is_empty(&self) -> bool {
        self.start.is_none()
    }

    /// Combines these properties with those of a later line; `None` if both have the same one.
    pub fn and(self, later: Properties<'t>) -> Option<Properties<'t>> {
        let is_twice = self.anchor.and(later.anchor).is_some() || self.tag.and(later.tag).is_some();
        (!is_twice).then(|| Properties {
            anchor: self.anchor.or(later.anchor),
            tag: self.tag.or(later.tag),
            start: self.start.or(later.start),
        })
    }
}

/// The prefix of YAML's own tags.
const STANDARD: &str = "tag:yaml.org,2002:";

/// The tag handles that a document declares, with their prefixes.
#[derive(Default)]
pub(crate) struct Handles<'t>(Vec<(&'t str, Cow<'t, str>)>);

impl Handles<'_> {
    fn tag(&self, handle: &str, suffix: &str) -> Option<Tag> {
        let declared = self.0.iter().find(|(name, _)| *name == handle).map(|(_, prefix)| prefix.as_ref());
        let prefix = match (declared, handle) {
            (Some(prefix), _) => prefix,
            (None, "!!") => STANDARD,
            (None, "!" | "") => handle,
            _ => return None,
        };
        let whole = format!("{prefix}{suffix}");
        Some(whole.strip_prefix(STANDARD).map_or(Tag::Foreign, Tag::standard))
    }
}

const NO_NAME: &str = "did not find expected alphabetic or numeric character";

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')
}

impl<'t> Cursor<'t> {
    /// Reads letters, digits, `_` and `-`.
    fn name(&mut self) -> &'t str {
        let start = self.at;
        while is_name(self.here()) {
            self.at += 1;
        }
        self.slice(start, self.at)
    }

    /// Reads the name after a `&` or `*`.
    pub fn anchor(&mut self) -> Read<&'t str> {
        self.at += 1;
        self.fresh = false;
        let name = self.name();
        let may_follow = matches!(self.here(), b'?' | b':' | b',' | b']' | b'}' | b'%' | b'@' | b'`');
        match name.is_empty() || !(may_follow || self.is_gap(self.at)) {
            true => self.fault(NO_NAME),
            false => Ok(name),
        }
    }

    /// Reads a tag such as `!!str`, `!own`, `!handle!own` or `!<uri>`.
    pub fn tag(&mut self, handles: &Handles<'t>) -> Read<Tag> {
        let start = self.at;
        self.fresh = false;
        let (handle, suffix) = if self.byte(start + 1) == b'<' {
            self.at += 2;
            let uri = self.uri()?;
            if uri.is_empty() {
                return self.fault("did not find expected tag URI");
            }
            if self.here() != b'>' {
                return self.fault("did not find the expected '>'");
            }
            self.at += 1;
            ("", uri)
        } else {
            self.at += 1;
            self.name();
            if self.here() == b'!' {
                self.at += 1;
                let handle = self.slice(start, self.at);
                let suffix = self.uri()?;
                if suffix.is_empty() {
                    return self.fault("did not find expected tag URI");
                }
                (handle, suffix)
            } else {
                self.at = start + 1;
                ("!", self.uri()?)
            }
        };
        if !self.is_gap(self.at) {
            return self.fault("did not find expected whitespace or line break");
        }
        match handles.tag(handle, &suffix) {
            Some(tag) => Ok(tag),
            None => fault("found undefined tag handle", start),
        }
    }

    /// Reads the characters of a URI and decodes its escapes.
    fn uri(&mut self) -> Read<Cow<'t, str>> {
        let start = self.at;
        let is_of_uri = |byte: u8| is_name(byte) || b";/?:@&=+$,.!~*'()[]%".contains(&byte);
        while is_of_uri(self.here()) {
            self.at += 1;
        }
        let text = self.slice(start, self.at);
        if !text.contains('%') {
            return Ok(text.into());
        }
        let mut bytes = Vec::with_capacity(text.len());
        let mut rest = text.as_bytes();
        while let Some((first, others)) = rest.split_first() {
            rest = others;
            if *first != b'%' {
                bytes.push(*first);
                continue;
            }
            let octet = rest.get(..2).filter(|digits| digits.iter().all(u8::is_ascii_hexdigit));
            let octet = octet.and_then(|digits| u8::from_str_radix(str::from_utf8(digits).ok()?, 16).ok());
            let Some(octet) = octet else {
                return fault("did not find URI escaped octet", self.at - rest.len() - 1);
            };
            bytes.push(octet);
            rest = rest.get(2..).unwrap_or_default();
        }
        match String::from_utf8(bytes) {
            Ok(text) => Ok(text.into()),
            Err(_) => fault("found an incorrect leading UTF-8 octet", start),
        }
    }

    /// Reads the directives before a document; returns whether there are any.
    pub fn directives(&mut self, handles: &mut Handles<'t>) -> Read<bool> {
        let (mut any, mut version) = (false, false);
        self.skip_gap();
        while self.here() == b'%' && self.column() == 0 {
            let start = self.at;
            match self.directive()? {
                Directive::Version(_) if version => return fault("found duplicate %YAML directive", start),
                Directive::Version("1.1") => version = true,
                Directive::Version(_) => return fault("found incompatible YAML document", start),
                Directive::Tag(handle, _) if handles.0.iter().any(|(known, _)| *known == handle) => {
                    return fault("found duplicate %TAG directive", start);
                }
                Directive::Tag(handle, prefix) => handles.0.push((handle, prefix)),
            }
            any = true;
            self.skip_gap();
        }
        Ok(any)
    }

    pub fn directive(&mut self) -> Read<Directive<'t>> {
        let start = self.at;
        self.at += 1;
        let name = self.name();
        if name.is_empty() {
            return self.fault("could not find expected directive name");
        }
        if !self.is_gap(self.at) {
            return self.fault("found unexpected non-alphabetical character");
        }
        self.skip_blanks();
        let directive = match name {
            "YAML" => Directive::Version(self.version()?),
            "TAG" => self.tag_directive()?,
            _ => return fault("found unknown directive name", start),
        };
        self.end_of_line()?;
        self.fresh = true;
        Ok(directive)
    }

    fn version(&mut self) -> Read<&'t str> {
        let start = self.at;
        self.number()?;
        if self.here() != b'.' {
            return self.fault("did not find expected digit or '.' character");
        }
        self.at += 1;
        self.number()?;
        Ok(self.slice(start, self.at))
    }

    fn number(&mut self) -> Read<()> {
        let start = self.at;
        while self.here().is_ascii_digit() {
            self.at += 1;
            if self.at - start > 2 {
                return fault("found extremely long version number", start);
            }
        }
        if self.at == start { self.fault("did not find expected version number") } else { Ok(()) }
    }

    fn tag_directive(&mut self) -> Read<Directive<'t>> {
        let start = self.at;
        if self.here() != b'!' {
            return self.fault("did not find expected '!'");
        }
        self.at += 1;
        let name = self.name();
        if self.here() == b'!' {
            self.at += 1;
        } else if !name.is_empty() {
            return self.fault("did not find expected '!'");
        }
        let handle = self.slice(start, self.at);
        if !matches!(self.here(), b' ' | b'\t') {
            return self.fault("did not find expected whitespace");
        }
        self.skip_blanks();
        let prefix = self.uri()?;
        if prefix.is_empty() {
            return self.fault("did not find expected tag URI");
        }
        if !self.is_gap(self.at) {
            return self.fault("did not find expected whitespace or line break");
        }
        Ok(Directive::Tag(handle, prefix))
    }
}

/// A line that begins with `%`.
pub(crate) enum Directive<'t> {
    Version(&'t str),
    Tag(&'t str, Cow<'t, str>),
}
