//! Prints one value with one verb.

use super::MAX_OUTPUT;
use crate::data::Data;
use crate::strconv::{Quoting, Style, format_float, quote_bytes, quote_char};
use crate::unicode::{characters, is_printable};

/// The flags, width and precision between `%` and the verb.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Flags {
    pub width: Option<usize>,
    pub precision: Option<usize>,
    pub plus: bool,
    pub minus: bool,
    pub sharp: bool,
    pub space: bool,
    pub zero: bool,
    /// `%+v`, where `+` means something other than with the other verbs.
    pub plus_v: bool,
    /// `%#v`, which prints Go syntax.
    pub sharp_v: bool,
}

#[derive(Debug, Default)]
pub(super) struct Printer {
    pub out: Vec<u8>,
    pub flags: Flags,
}

impl Printer {
    pub(super) fn write(&mut self, bytes: &[u8]) {
        if self.out.len() <= MAX_OUTPUT {
            self.out.extend_from_slice(bytes);
        }
    }

    fn fill(&mut self, count: usize, byte: u8) {
        if self.out.len() <= MAX_OUTPUT {
            self.out.extend(std::iter::repeat_n(byte, count));
        }
    }

    /// Writes bytes padded to the width.
    fn pad(&mut self, bytes: &[u8]) {
        let missing = self.flags.width.unwrap_or(0).saturating_sub(characters(bytes).count());
        if self.flags.minus {
            self.write(bytes);
            self.fill(missing, b' ');
        } else {
            self.fill(missing, if self.flags.zero { b'0' } else { b' ' });
            self.write(bytes);
        }
    }

    fn pad_with_blanks(&mut self, bytes: &[u8]) {
        let zero = std::mem::take(&mut self.flags.zero);
        self.pad(bytes);
        self.flags.zero = zero;
    }

    /// Prints an argument of a format.
    pub(super) fn argument(&mut self, argument: &Data<'_>, verb: char) {
        match (argument, verb) {
            (Data::Missing, 'T' | 'v') => self.pad(b"<nil>"),
            (_, 'T') => self.text(argument.type_name().as_bytes()),
            (Data::StringMap(_) | Data::List(_), 'p') if !argument.is_nil() => self.write(b"<pointer>"),
            (Data::StringMap(_) | Data::List(_), 'p') => self.pointer(),
            _ => self.value(argument, verb),
        }
    }

    /// Writes `type=value`, as in error texts.
    pub(super) fn typed(&mut self, value: &Data<'_>) {
        self.write(value.type_name().as_bytes());
        self.write(b"=");
        self.argument(value, 'v');
    }

    fn bad_verb(&mut self, value: &Data<'_>, verb: char) {
        self.write(format!("%!{verb}(").as_bytes());
        if matches!(value, Data::Missing) {
            self.write(b"<nil>");
        } else {
            self.typed(value);
        }
        self.write(b")");
    }

    fn value(&mut self, value: &Data<'_>, verb: char) {
        match (value, verb) {
            (Data::Missing, 'v') => self.write(b"<nil>"),
            (Data::Bool(flag), 't' | 'v') => self.pad(if *flag { b"true" } else { b"false" }),
            (Data::Int(number) | Data::Int64(number), _) if is_integer_verb(verb) => {
                self.integer(number.unsigned_abs(), *number < 0, verb, *number as u64);
            }
            (Data::Byte(number), 'v') if self.flags.sharp_v => self.sharp_byte(*number),
            (Data::Byte(number), _) if is_integer_verb(verb) => {
                self.integer(u64::from(*number), false, verb, u64::from(*number));
            }
            (Data::Float(number), _) if is_float_verb(verb) => self.float(*number, verb),
            (Data::Complex(real, imaginary), _) if is_float_verb(verb) => self.complex(*real, *imaginary, verb),
            (Data::String(text) | Data::NamedString(_, text), _) if is_string_verb(verb) => self.string(text, verb),
            (Data::Displayed(_, text), _) if is_string_verb(verb) => self.string(text, verb),
            // Pointers to named types should print themselves, but cannot here.
            (Data::Pointer(..), 'v' | 'p') => self.write(b"<pointer>"),
            (Data::NilPointer(of), 'v') if self.flags.sharp_v => {
                self.write(format!("({})(nil)", of.type_name).as_bytes());
            }
            (Data::NilPointer(_), 'v') => self.pad(b"<nil>"),
            (Data::Nil(name), 'v' | 's' | 'x' | 'X' | 'q') if name.contains('.') => {
                if verb == 'v' && !self.flags.sharp_v { self.pad(b"<nil>") } else { self.write(b"<nil>") }
            }
            (Data::Nil(name), 'v') if self.flags.sharp_v => self.write(format!("({name})(nil)").as_bytes()),
            (Data::Nil(_), 'v') => self.pad(b"<nil>"),
            (Data::Nil(_), 'p') => self.pointer(),
            (Data::Nil(_), 'b' | 'o' | 'd' | 'x' | 'X') => self.integer(0, false, verb, 0),
            (Data::StringMap(_) | Data::List(_) | Data::Struct(_), 'w') => self.bad_verb(value, verb),
            (Data::StringMap(map), _) => {
                let entries = map.iter().map(|(key, value)| (Some(Label::Key(Data::string(key))), Data::string(value)));
                self.sequence("map", value, entries, verb);
            }
            (Data::List(list), _) => {
                self.sequence("", value, list.items().iter().map(|item| (None, item.clone())), verb);
            }
            (Data::Struct(structure), _) => {
                let fields = structure.fields.iter();
                let named = self.flags.plus_v || self.flags.sharp_v;
                let fields = fields.map(|(name, field)| (named.then_some(Label::Field(name)), field.clone()));
                self.sequence("", value, fields, verb);
            }
            _ => self.bad_verb(value, verb),
        }
    }

    fn sharp_byte(&mut self, number: u8) {
        let sharp = std::mem::replace(&mut self.flags.sharp, true);
        self.integer(u64::from(number), false, 'x', u64::from(number));
        self.flags.sharp = sharp;
    }

    fn complex(&mut self, real: f64, imaginary: f64, verb: char) {
        self.write(b"(");
        self.float(real, verb);
        let plus = std::mem::replace(&mut self.flags.plus, true);
        self.float(imaginary, verb);
        self.flags.plus = plus;
        self.write(b"i)");
    }

    /// Prints a map, slice or struct.
    fn sequence<'d>(
        &mut self,
        word: &str,
        value: &Data<'_>,
        parts: impl Iterator<Item = (Option<Label<'d>>, Data<'d>)>,
        verb: char,
    ) {
        let go_syntax = self.flags.sharp_v;
        let braces = go_syntax || matches!(value, Data::Struct(_));
        if go_syntax {
            self.write(value.type_name().as_bytes());
            if value.is_nil() {
                return self.write(b"(nil)");
            }
        } else {
            self.write(word.as_bytes());
        }
        self.write(if braces { b"{" } else { b"[" });
        for (index, (label, part)) in parts.enumerate() {
            if index > 0 {
                self.write(if go_syntax { b", " } else { b" " });
            }
            match label {
                None => {}
                Some(Label::Field(name)) => {
                    self.write(name.as_bytes());
                    self.write(b":");
                }
                Some(Label::Key(key)) => {
                    self.value(&key, verb);
                    self.write(b":");
                }
            }
            self.value(&part, verb);
        }
        self.write(if braces { b"}" } else { b"]" });
    }

    fn pointer(&mut self) {
        self.flags.sharp = !self.flags.sharp;
        self.integer(0, false, 'x', 0);
        self.flags.sharp = !self.flags.sharp;
    }

    /// Prints an integer. `size` is its magnitude, and `bits` its value as a Go `uint64`.
    fn integer(&mut self, size: u64, negative: bool, verb: char, bits: u64) {
        match verb {
            'c' => return self.pad(character(bits).encode_utf8(&mut [0; 4]).as_bytes()),
            'q' => return self.pad(quote_char(character(bits), self.quoting()).as_bytes()),
            'U' => return self.unicode(bits),
            _ => {}
        }
        let digits = match verb {
            'b' => format!("{size:b}"),
            'o' | 'O' => format!("{size:o}"),
            'x' => format!("{size:x}"),
            'X' => format!("{size:X}"),
            _ => size.to_string(),
        };
        let signed = negative || self.flags.plus || self.flags.space;
        let least = match (self.flags.precision, self.flags.width) {
            (Some(0), _) if size == 0 => return self.pad_with_blanks(b""),
            (Some(precision), _) => precision,
            (None, Some(width)) if self.flags.zero && !self.flags.minus => width.saturating_sub(usize::from(signed)),
            _ => 0,
        };
        let zeros = "0".repeat(least.saturating_sub(digits.len()));
        let prefix = match verb {
            'b' if self.flags.sharp => "0b",
            'o' if self.flags.sharp && zeros.is_empty() && !digits.starts_with('0') => "0",
            'O' if self.flags.sharp && zeros.is_empty() && !digits.starts_with('0') => "0o0",
            'O' => "0o",
            'x' if self.flags.sharp => "0x",
            'X' if self.flags.sharp => "0X",
            _ => "",
        };
        let sign = match () {
            () if negative => "-",
            () if self.flags.plus => "+",
            () if self.flags.space => " ",
            () => "",
        };
        self.pad_with_blanks(format!("{sign}{prefix}{zeros}{digits}").as_bytes());
    }

    /// Prints `U+0041`, or with the sharp flag `U+0041 'A'`.
    fn unicode(&mut self, bits: u64) {
        let least = self.flags.precision.unwrap_or(0).max(4);
        let digits = format!("{bits:X}");
        let zeros = "0".repeat(least.saturating_sub(digits.len()));
        let shown = u32::try_from(bits).ok().and_then(char::from_u32).filter(|shown| is_printable(*shown));
        let shown = match shown {
            Some(shown) if self.flags.sharp => format!(" '{shown}'"),
            _ => String::new(),
        };
        self.pad_with_blanks(format!("U+{zeros}{digits}{shown}").as_bytes());
    }

    fn quoting(&self) -> Quoting {
        if self.flags.plus { Quoting::Ascii } else { Quoting::Printable }
    }

    fn string(&mut self, text: &[u8], verb: char) {
        match verb {
            'x' => self.hexadecimal(text, false),
            'X' => self.hexadecimal(text, true),
            'q' => self.quoted(text),
            'v' if self.flags.sharp_v => self.quoted(text),
            _ => self.text(text),
        }
    }

    /// The first characters, up to the precision.
    fn truncated<'t>(&self, text: &'t [u8]) -> &'t [u8] {
        let Some(precision) = self.flags.precision else { return text };
        let length = characters(text).take(precision).map(|(_, bytes)| bytes.len()).sum::<usize>();
        text.get(..length).unwrap_or(text)
    }

    fn text(&mut self, text: &[u8]) {
        self.pad(self.truncated(text));
    }

    fn quoted(&mut self, text: &[u8]) {
        let text = self.truncated(text);
        if self.flags.sharp && can_backquote(text) {
            self.pad(&[b"`", text, b"`"].concat());
        } else {
            self.pad(quote_bytes(text, self.quoting()).as_bytes());
        }
    }

    fn hexadecimal(&mut self, text: &[u8], upper: bool) {
        let text = text.get(..self.flags.precision.unwrap_or(usize::MAX)).unwrap_or(text);
        let prefix = if upper { "0X" } else { "0x" };
        let mut digits = String::new();
        for (index, byte) in text.iter().enumerate() {
            if self.flags.space && index > 0 {
                digits.push(' ');
            }
            if self.flags.sharp && (self.flags.space || index == 0) {
                digits.push_str(prefix);
            }
            digits.push_str(&if upper { format!("{byte:02X}") } else { format!("{byte:02x}") });
        }
        self.pad(digits.as_bytes());
    }

    fn float(&mut self, number: f64, verb: char) {
        let style = match verb {
            'e' | 'E' => Style::Exponent,
            'f' | 'F' => Style::Plain,
            'x' | 'X' => Style::Hexadecimal,
            'b' => Style::Binary,
            _ => Style::General,
        };
        let default = matches!(style, Style::Exponent | Style::Plain).then_some(6);
        let precision = self.flags.precision.or(default);
        let mut text = format_float(number, style, precision);
        if self.flags.sharp && style != Style::Binary && number.is_finite() {
            // In upper case, even the hexadecimal style does not keep its zeros.
            let wanted = match verb {
                'v' | 'g' | 'G' | 'x' => precision.unwrap_or(6),
                _ => 0,
            };
            text = with_point(&text, style, wanted);
        }
        if matches!(verb, 'E' | 'G' | 'X') && number.is_finite() {
            text = text.to_ascii_uppercase();
        }
        let (sign, size) = match text.strip_prefix(['-', '+']) {
            Some(size) => (&text[..1], size),
            None => ("+", text.as_str()),
        };
        let sign = match sign {
            "+" if self.flags.plus => "+",
            "+" if self.flags.space => " ",
            // Infinity keeps its sign even without a flag.
            "+" if number.is_infinite() => "+",
            "+" => "",
            other => other,
        };
        if !number.is_finite() {
            return self.pad_with_blanks(format!("{sign}{size}").as_bytes());
        }
        if self.flags.zero && !self.flags.minus {
            self.write(sign.as_bytes());
            self.fill(self.flags.width.unwrap_or(0).saturating_sub(sign.len() + size.len()), b'0');
            return self.write(size.as_bytes());
        }
        self.pad(format!("{sign}{size}").as_bytes());
    }
}

/// What precedes an entry of a map or a field of a struct.
enum Label<'d> {
    Key(Data<'d>),
    Field(&'static str),
}

fn is_integer_verb(verb: char) -> bool {
    matches!(verb, 'v' | 'd' | 'b' | 'o' | 'O' | 'x' | 'X' | 'c' | 'q' | 'U')
}

fn is_float_verb(verb: char) -> bool {
    matches!(verb, 'v' | 'b' | 'g' | 'G' | 'x' | 'X' | 'f' | 'F' | 'e' | 'E')
}

fn is_string_verb(verb: char) -> bool {
    matches!(verb, 'v' | 's' | 'x' | 'X' | 'q')
}

/// The character with this code point, if there is one.
fn character(number: u64) -> char {
    u32::try_from(number).ok().and_then(char::from_u32).unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// Whether a string can be written in back quotes on a single line.
fn can_backquote(text: &[u8]) -> bool {
    characters(text).all(|(character, _)| match character {
        None | Some('\u{feff}' | '`' | '\u{7f}') => false,
        Some(character) => character >= ' ' || character == '\t',
    })
}

/// Applies the sharp flag: a number always has a decimal point, and trailing zeros up to the wanted number of digits.
fn with_point(text: &str, style: Style, wanted: usize) -> String {
    let exponent_letter = if style == Style::Hexadecimal { 'p' } else { 'e' };
    let (mantissa, exponent) = match text.find(exponent_letter) {
        Some(at) => text.split_at(at),
        None => (text, ""),
    };
    let mut mantissa = mantissa.to_owned();
    let digits = mantissa.trim_start_matches(['-', '+']);
    let significant = digits.chars().filter(char::is_ascii_alphanumeric).skip_while(|digit| *digit == '0').count();
    let mut significant = significant;
    if !mantissa.contains('.') {
        if digits == "0" {
            significant += 1;
        }
        mantissa.push('.');
    }
    mantissa.push_str(&"0".repeat(wanted.saturating_sub(significant)));
    mantissa + exponent
}
