//! Translates Go's syntax into that of the `regex` crate, which differs in classes, escapes and corner cases.

use super::classes;

/// What is wrong with an expression, and which part of it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Problem {
    pub code: &'static str,
    pub at: String,
}

pub(super) fn problem(code: &'static str, at: &str) -> Problem {
    Problem { code, at: at.to_owned() }
}

/// The deepest nesting of groups, which is that of the `regex` crate.
const MAX_DEPTH: usize = 240;

/// The largest repetition count, also as the product of nested ones.
const MAX_REPEAT: u32 = 1000;

pub(super) fn translate(expression: &str) -> Result<String, Problem> {
    let mut translator = Translator {
        whole: expression,
        rest: expression,
        out: String::new(),
        atom: None,
        groups: Vec::new(),
        weight: 0,
        repeat_at: None,
    };
    while !translator.rest.is_empty() {
        let repeated = translator.step()?;
        translator.repeat_at = repeated;
    }
    if translator.groups.is_empty() { Ok(translator.out) } else { Err(problem("missing closing )", expression)) }
}

struct Translator<'t> {
    whole: &'t str,
    rest: &'t str,
    out: String,
    /// The weight of what a repetition operator here would repeat, which is the product of the repetition counts in it.
    atom: Option<u32>,
    /// The weights, so far, of the open groups.
    groups: Vec<u32>,
    /// The largest weight in the current group.
    weight: u32,
    /// The rest of the expression from the preceding repetition operator on, if one directly precedes.
    repeat_at: Option<&'t str>,
}

impl<'t> Translator<'t> {
    fn push_atom(&mut self, text: &str, rest: &'t str) {
        self.out.push_str(text);
        self.rest = rest;
        self.atom = Some(1);
        self.weight = self.weight.max(1);
    }

    /// Translates one piece; returns its place if it is a repetition.
    fn step(&mut self) -> Result<Option<&'t str>, Problem> {
        let rest = self.rest;
        let Some(first) = rest.chars().next() else { return Ok(None) };
        let after = &rest[first.len_utf8()..];
        match first {
            '(' if after.starts_with('?') => self.special_group()?,
            '(' => self.open("(?:", after)?,
            ')' => self.close(after)?,
            '|' => {
                self.out.push('|');
                self.rest = after;
                self.atom = None;
            }
            '^' | '$' | '.' => self.push_atom(&rest[..1], after),
            '[' => {
                let (class, after) = classes::bracketed(rest)?;
                self.push_atom(&class, after);
            }
            '*' | '+' | '?' => {
                self.repeat(&rest[..1], None, after)?;
                return Ok(Some(rest));
            }
            '{' => {
                if let Some((counts, after)) = counts(rest) {
                    self.repeat_counted(counts, after)?;
                    return Ok(Some(rest));
                }
                self.push_atom(&classes::literal('{'), after);
            }
            '\\' => self.escape()?,
            other => self.push_atom(&classes::literal(other), after),
        }
        Ok(None)
    }

    fn open(&mut self, text: &str, rest: &'t str) -> Result<(), Problem> {
        if self.groups.len() >= MAX_DEPTH {
            return Err(problem("expression nests too deeply", self.whole));
        }
        self.groups.push(std::mem::take(&mut self.weight));
        self.out.push_str(text);
        self.rest = rest;
        self.atom = None;
        Ok(())
    }

    fn close(&mut self, rest: &'t str) -> Result<(), Problem> {
        let Some(outer) = self.groups.pop() else { return Err(problem("unexpected )", self.whole)) };
        self.out.push(')');
        self.rest = rest;
        self.atom = Some(self.weight.max(1));
        self.weight = outer.max(self.weight);
        Ok(())
    }

    /// Translates what begins with `(?`: a named group, flags, or a group with flags.
    fn special_group(&mut self) -> Result<(), Problem> {
        let text = self.rest;
        let name_at = match text.as_bytes() {
            [_, _, b'P', b'<', _, ..] => Some(4),
            [_, _, b'<', _, ..] => Some(3),
            _ => None,
        };
        if let Some(name_at) = name_at {
            let Some(end) = text.find('>') else { return Err(problem("invalid named capture", text)) };
            let name = &text[name_at..end];
            let valid = |character: char| character == '_' || character.is_ascii_alphanumeric();
            if name.is_empty() || !name.chars().all(valid) {
                return Err(problem("invalid named capture", &text[..=end]));
            }
            return self.open("(?:", &text[end + 1..]);
        }
        // Flags to set and, after a minus, flags to clear.
        let (mut set, mut cleared, mut minus) = (String::new(), String::new(), false);
        for (index, flag) in text.char_indices().skip(2) {
            let end = index + flag.len_utf8();
            let flags = if minus { &mut cleared } else { &mut set };
            match flag {
                'i' | 'm' | 's' | 'U' if flags.contains(flag) => {}
                'i' | 'm' | 's' | 'U' => flags.push(flag),
                '-' if !minus => minus = true,
                ':' | ')' if !minus || !cleared.is_empty() => {
                    set.retain(|flag| !cleared.contains(flag));
                    let minus = if minus { "-" } else { "" };
                    if flag == ':' {
                        return self.open(&format!("(?{set}{minus}{cleared}:"), &text[end..]);
                    }
                    if !set.is_empty() || !cleared.is_empty() {
                        self.out.push_str(&format!("(?{set}{minus}{cleared})"));
                    }
                    self.rest = &text[end..];
                    return Ok(());
                }
                _ => return Err(problem("invalid or unsupported Perl syntax", &text[..end])),
            }
        }
        Err(problem("invalid or unsupported Perl syntax", text))
    }

    fn repeat(&mut self, operator: &str, counts: Option<(u32, Option<u32>)>, after: &'t str) -> Result<(), Problem> {
        let before = self.rest;
        let (lazy, after) = match after.strip_prefix('?') {
            Some(after) => (true, after),
            None => (false, after),
        };
        let here = &before[..before.len() - after.len()];
        if let Some(last) = self.repeat_at {
            return Err(problem("invalid nested repetition operator", &last[..last.len() - after.len()]));
        }
        let Some(inner) = self.atom else {
            return Err(problem("missing argument to repetition operator", here));
        };
        let weight = match counts {
            None | Some((0, None)) => inner,
            Some((_, Some(0))) => 0,
            Some((least, most)) => inner * most.unwrap_or(least),
        };
        if weight > MAX_REPEAT && counts.is_some_and(|(least, most)| least >= 2 || most.is_some_and(|most| most >= 2)) {
            return Err(problem("invalid repeat count", here));
        }
        self.out.push_str(operator);
        if lazy {
            self.out.push('?');
        }
        self.rest = after;
        self.atom = Some(weight);
        self.weight = self.weight.max(weight);
        Ok(())
    }

    fn repeat_counted(&mut self, counts: Counts, after: &'t str) -> Result<(), Problem> {
        let here = &self.rest[..self.rest.len() - after.len()];
        let (least, most) = match (counts.least, counts.most) {
            (Some(least), Some(most)) if least <= most => (least, Some(most)),
            (Some(least), None) if counts.open => (least, None),
            _ => return Err(problem("invalid repeat count", here)),
        };
        if least > MAX_REPEAT || most.is_some_and(|most| most > MAX_REPEAT) {
            return Err(problem("invalid repeat count", here));
        }
        let operator = match most {
            Some(most) => format!("{{{least},{most}}}"),
            None => format!("{{{least},}}"),
        };
        self.repeat(&operator, Some((least, most)), after)
    }

    fn escape(&mut self) -> Result<(), Problem> {
        let text = self.rest;
        let simple = match text.as_bytes() {
            [_, b'A', ..] => Some(r"\A"),
            [_, b'z', ..] => Some(r"\z"),
            [_, b'b', ..] => Some(r"(?-u:\b)"),
            [_, b'B', ..] => Some(r"\B"),
            _ => None,
        };
        if let Some(simple) = simple {
            self.push_atom(simple, &text[2..]);
        } else if text.starts_with("\\C") {
            return Err(problem("invalid escape sequence", "\\C"));
        } else if let Some(literal) = text.strip_prefix("\\Q") {
            let (literal, rest) = literal.split_once("\\E").unwrap_or((literal, ""));
            self.rest = rest;
            literal.chars().for_each(|character| self.push_atom(&classes::literal(character), rest));
        } else if let Some((class, rest)) = classes::unicode(text)? {
            self.push_atom(&class, rest);
        } else if let Some((class, rest)) = classes::perl(text) {
            self.push_atom(class, rest);
        } else {
            let (code, rest) = classes::escape(text)?;
            // No string contains a surrogate.
            let literal = char::from_u32(code).map_or(r"[^\s\S]".to_owned(), classes::literal);
            self.push_atom(&literal, rest);
        }
        Ok(())
    }
}

/// The numbers in `{2,5}`; `None` for one that is too large.
#[derive(Debug, Clone, Copy)]
struct Counts {
    least: Option<u32>,
    most: Option<u32>,
    /// Whether the second number is left out after a comma.
    open: bool,
}

/// The numbers in braces at the beginning of `text`, and the rest; `None` if there are none, so that the brace is a literal.
fn counts(text: &str) -> Option<(Counts, &str)> {
    let (least, rest) = number(&text[1..])?;
    let (most, open, rest) = match rest.strip_prefix(',') {
        None => (least, false, rest),
        Some(rest) if rest.starts_with('}') => (None, true, rest),
        Some(rest) => {
            let (most, rest) = number(rest)?;
            (most, false, rest)
        }
    };
    Some((Counts { least, most, open }, rest.strip_prefix('}')?))
}

/// A decimal number without leading zeros; the inner `None` if it has too many digits.
fn number(text: &str) -> Option<(Option<u32>, &str)> {
    let length = text.bytes().take_while(u8::is_ascii_digit).count();
    let (digits, rest) = text.split_at(length);
    if digits.is_empty() || (length > 1 && digits.starts_with('0')) {
        return None;
    }
    Some((digits.parse().ok().filter(|number| *number < 1_000_000_000), rest))
}
