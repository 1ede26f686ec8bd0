//! Parses the verbs of a format: flags, width, precision, argument indexes.

use super::printer::{Flags, Printer};
use crate::data::Data;
use crate::unicode::decode;

/// The largest width, precision or argument index.
const MAX_NUMBER: i64 = 1_000_000;

/// A format while it is parsed, with the arguments that it consumes.
struct Reader<'f, 'a, 'd> {
    format: &'f [u8],
    at: usize,
    arguments: &'a [Data<'d>],
    next: usize,
    /// Whether any argument index was used.
    reordered: bool,
    /// Whether the argument indexes of the current verb are valid.
    good_number: bool,
}

pub(super) fn print(printer: &mut Printer, format: &[u8], arguments: &[Data<'_>]) {
    let mut reader = Reader { format, at: 0, arguments, next: 0, reordered: false, good_number: true };
    while reader.at < format.len() {
        let text = reader.rest();
        let length = text.iter().position(|byte| *byte == b'%').unwrap_or(text.len());
        printer.write(text.get(..length).unwrap_or(text));
        reader.at += length;
        if reader.take(b'%') {
            reader.verb(printer);
        }
    }
    if !reader.reordered && reader.next < arguments.len() {
        printer.flags = Flags::default();
        printer.write(b"%!(EXTRA ");
        for (index, argument) in arguments.iter().skip(reader.next).enumerate() {
            if index > 0 {
                printer.write(b", ");
            }
            if matches!(argument, Data::Missing) {
                printer.write(b"<nil>");
            } else {
                printer.typed(argument);
            }
        }
        printer.write(b")");
    }
}

impl Reader<'_, '_, '_> {
    fn rest(&self) -> &[u8] {
        self.format.get(self.at..).unwrap_or_default()
    }

    fn take(&mut self, byte: u8) -> bool {
        let found = self.rest().first() == Some(&byte);
        self.at += usize::from(found);
        found
    }

    /// Parses the width. `after_number` says whether an argument index directly precedes it.
    fn width(&mut self, flags: &mut Flags, after_number: &mut bool, printer: &mut Printer) {
        if !self.take(b'*') {
            flags.width = self.number();
            if *after_number && flags.width.is_some() {
                self.good_number = false;
            }
            return;
        }
        let width = self.star();
        if width.is_none() {
            printer.write(b"%!(BADWIDTH)");
        }
        if width.is_some_and(|width| width < 0) {
            flags.minus = true;
            flags.zero = false;
        }
        flags.width = width.and_then(|width| usize::try_from(width.unsigned_abs()).ok());
        *after_number = false;
    }

    /// Parses the precision after its point.
    fn precision(&mut self, flags: &mut Flags, after_number: &mut bool, printer: &mut Printer) {
        if *after_number {
            self.good_number = false;
        }
        *after_number = self.argument_number();
        if !self.take(b'*') {
            flags.precision = Some(self.number().unwrap_or(0));
            return;
        }
        let precision = self.star().and_then(|precision| usize::try_from(precision).ok());
        if precision.is_none() {
            printer.write(b"%!(BADPREC)");
        }
        flags.precision = precision;
        *after_number = false;
    }

    /// Parses what follows a `%`, and prints the argument.
    fn verb(&mut self, printer: &mut Printer) {
        self.good_number = true;
        let mut flags = self.flags();
        let mut after_number = self.argument_number();
        self.width(&mut flags, &mut after_number, printer);
        // A point at the very end is taken as the verb.
        if self.rest().len() > 1 && self.take(b'.') {
            self.precision(&mut flags, &mut after_number, printer);
        }
        if !after_number {
            self.argument_number();
        }
        let Some((verb, length)) = decode(self.rest()) else { return printer.write(b"%!(NOVERB)") };
        self.at += length;
        let verb = verb.unwrap_or(char::REPLACEMENT_CHARACTER);
        if verb == '%' {
            printer.write(b"%");
        } else if !self.good_number {
            printer.write(format!("%!{verb}(BADINDEX)").as_bytes());
        } else if let Some(argument) = self.arguments.get(self.next) {
            self.next += 1;
            if matches!(verb, 'v' | 'w') {
                (flags.sharp_v, flags.sharp) = (flags.sharp, false);
                (flags.plus_v, flags.plus) = (flags.plus, false);
            }
            printer.flags = flags;
            printer.argument(argument, verb);
        } else {
            printer.write(format!("%!{verb}(MISSING)").as_bytes());
        }
    }

    fn flags(&mut self) -> Flags {
        let mut flags = Flags::default();
        loop {
            let flag = match self.rest().first() {
                Some(b'#') => &mut flags.sharp,
                Some(b'0') => &mut flags.zero,
                Some(b'+') => &mut flags.plus,
                Some(b'-') => &mut flags.minus,
                Some(b' ') => &mut flags.space,
                _ => return flags,
            };
            *flag = true;
            self.at += 1;
        }
    }

    /// Parses `[n]`, after which the n-th argument is next. Returns false if there is no such index.
    fn argument_number(&mut self) -> bool {
        if self.rest().first() != Some(&b'[') {
            return false;
        }
        self.reordered = true;
        let Some(length) = self.rest().iter().position(|byte| *byte == b']').filter(|_| self.rest().len() > 2) else {
            self.at += 1;
            self.good_number = false;
            return false;
        };
        let end = self.at + length;
        self.at += 1;
        let number = self.number();
        let well_formed = number.is_some() && self.at == end;
        self.at = end + 1;
        match number.filter(|_| well_formed) {
            Some(number) if (1..=self.arguments.len()).contains(&number) => self.next = number - 1,
            _ => self.good_number = false,
        }
        well_formed
    }

    /// Parses a decimal number, if there is one. A number that is too large ends the format.
    fn number(&mut self) -> Option<usize> {
        let mut number: Option<i64> = None;
        while let Some(digit) = self.rest().first().filter(|byte| byte.is_ascii_digit()) {
            let value = number.unwrap_or(0);
            if value > MAX_NUMBER {
                self.at = self.format.len();
                return None;
            }
            number = Some(value * 10 + i64::from(digit - b'0'));
            self.at += 1;
        }
        usize::try_from(number?).ok()
    }

    /// Consumes the next argument as a width or precision.
    fn star(&mut self) -> Option<i64> {
        let argument = self.arguments.get(self.next)?;
        self.next += 1;
        argument.as_integer().filter(|number| (-MAX_NUMBER..=MAX_NUMBER).contains(number))
    }
}
