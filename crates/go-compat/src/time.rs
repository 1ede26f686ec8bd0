//! Points in time as Go's `time` reads them, in the layout of RFC 3339.

use super::strconv::quote;

/// The layout, as Go's errors name it.
const LAYOUT: &str = "2006-01-02T15:04:05Z07:00";

/// A text that is no time; its `Display` is Go's message, such as `parsing time "x" as "2006-…": cannot parse "x" as "2006"`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("parsing time {}{problem}", quoted(text.as_bytes()))]
pub struct ParseError {
    /// The text.
    pub text: String,
    /// What is wrong with it.
    pub problem: Problem,
}

/// What is wrong with a text that is no time; its `Display` is the end of Go's message.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// What stands at this point is not the element of the layout.
    #[error(" as {}: cannot parse {} as {}", quote(LAYOUT), quoted(.rest), quote(.element))]
    Element {
        /// The bytes from this point on.
        rest: Vec<u8>,
        /// The element of the layout.
        element: &'static str,
    },
    /// A number is too small or too large.
    #[error(": {0} out of range")]
    Range(&'static str),
    /// Something follows the time.
    #[error(": extra text: {}", quoted(.0))]
    Extra(Vec<u8>),
}

/// A text in quotes, in which this package writes all bytes but those of ASCII as numbers.
fn quoted(bytes: &[u8]) -> String {
    let mut quoted = String::with_capacity(bytes.len() + 2);
    quoted.push('"');
    for byte in bytes {
        match byte {
            b'"' | b'\\' => quoted.extend(['\\', char::from(*byte)]),
            b' '..=0x7f => quoted.push(char::from(*byte)),
            _ => quoted.push_str(&format!("\\x{byte:02x}")),
        }
    }
    quoted.push('"');
    quoted
}

/// Checks a text that is to be a time in the layout of RFC 3339.
///
/// ```
/// use go_compat::time;
/// assert_eq!(time::check_rfc3339("2024-02-29T3:04:05.5+02:00"), Ok(()));
/// let error = time::check_rfc3339("2023-02-29T03:04:05Z").unwrap_err();
/// assert_eq!(error.to_string(), "parsing time \"2023-02-29T03:04:05Z\": day out of range");
/// ```
///
/// # Errors
///
/// [`ParseError`], whose text is Go's message, if Go does not take the text for a time.
pub fn check_rfc3339(text: &str) -> Result<(), ParseError> {
    Reader { rest: text.as_bytes() }.time().map_err(|problem| ParseError { text: text.to_owned(), problem })
}

/// Whether a number has to have two digits.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Digits {
    Two,
    OneOrTwo,
}

struct Reader<'t> {
    rest: &'t [u8],
}

impl<'t> Reader<'t> {
    fn time(&mut self) -> Result<(), Problem> {
        let year = self.year()?;
        self.sign(b'-', "-")?;
        let month = self.number("01", Digits::Two)?;
        if !(1..=12).contains(&month) {
            return Err(Problem::Range("month"));
        }
        self.sign(b'-', "-")?;
        let day = self.number("02", Digits::Two)?;
        self.sign(b'T', "T")?;
        self.below(24, "15", Digits::OneOrTwo, "hour")?;
        self.sign(b':', ":")?;
        self.below(60, "04", Digits::Two, "minute")?;
        self.sign(b':', ":")?;
        self.below(60, "05", Digits::Two, "second")?;
        self.skip_fraction();
        self.zone()?;
        if !self.rest.is_empty() {
            return Err(Problem::Extra(self.rest.to_vec()));
        }
        match day {
            1.. if day <= days(month, year) => Ok(()),
            _ => Err(Problem::Range("day")),
        }
    }

    fn not(&self, element: &'static str) -> Problem {
        Problem::Element { rest: self.rest.to_vec(), element }
    }

    fn sign(&mut self, sign: u8, element: &'static str) -> Result<(), Problem> {
        self.rest = self.rest.strip_prefix(&[sign]).ok_or_else(|| self.not(element))?;
        Ok(())
    }

    fn year(&mut self) -> Result<u32, Problem> {
        let (digits, rest) = self.rest.split_at_checked(4).ok_or_else(|| self.not("2006"))?;
        let year = number(digits).ok_or_else(|| self.not("2006"))?;
        self.rest = rest;
        Ok(year)
    }

    fn number(&mut self, element: &'static str, digits: Digits) -> Result<u32, Problem> {
        let count = self.rest.iter().take(2).take_while(|byte| byte.is_ascii_digit()).count();
        if count == 0 || (count == 1 && digits == Digits::Two) {
            return Err(self.not(element));
        }
        let (digits, rest) = self.rest.split_at_checked(count).unwrap_or_default();
        self.rest = rest;
        Ok(number(digits).unwrap_or_default())
    }

    fn below(&mut self, end: u32, element: &'static str, digits: Digits, name: &'static str) -> Result<(), Problem> {
        match self.number(element, digits)? {
            found if found < end => Ok(()),
            _ => Err(Problem::Range(name)),
        }
    }

    /// Passes over parts of a second, which the layout does not have: they may follow all the same.
    fn skip_fraction(&mut self) {
        if let [b'.' | b',', digits @ ..] = self.rest {
            let count = digits.iter().take_while(|byte| byte.is_ascii_digit()).count();
            if count > 0 {
                self.rest = digits.get(count..).unwrap_or_default();
            }
        }
    }

    fn zone(&mut self) -> Result<(), Problem> {
        const ELEMENT: &str = "Z07:00";
        if let Some(rest) = self.rest.strip_prefix(b"Z") {
            self.rest = rest;
            return Ok(());
        }
        let Some((&[sign, h1, h2, b':', m1, m2], rest)) = self.rest.split_first_chunk() else {
            return Err(self.not(ELEMENT));
        };
        let (hours, minutes) = (number(&[h1, h2]), number(&[m1, m2]));
        // The ranges are looked at first, and end with their last number, as some write offsets of 24 hours.
        let read = |found: Option<u32>| found.unwrap_or_default();
        if hours.is_some() && read(minutes) > 60 {
            return Err(Problem::Range("time zone offset minute"));
        }
        if read(hours) > 24 {
            return Err(Problem::Range("time zone offset hour"));
        }
        if hours.is_none() || minutes.is_none() || !matches!(sign, b'+' | b'-') {
            return Err(self.not(ELEMENT));
        }
        self.rest = rest;
        Ok(())
    }
}

/// A number of nothing but digits.
fn number(digits: &[u8]) -> Option<u32> {
    if !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    std::str::from_utf8(digits).ok()?.parse().ok()
}

/// How many days a month has.
fn days(month: u32, year: u32) -> u32 {
    match month {
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recorded;

    #[test]
    fn times_of_go() {
        recorded::check(recorded::vectors(include_str!("../testdata/vectors/time.jsonl")), |case| {
            check_rfc3339(case["text"].as_str().unwrap()).map(|()| String::new()).map_err(|error| error.to_string())
        });
    }
}
