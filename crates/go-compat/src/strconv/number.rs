//! Parses numbers and booleans.

use std::fmt;

use super::quote;

/// Why a text is not a number or boolean. `Display` gives the message of `strconv`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NumberError {
    function: &'static str,
    text: String,
    /// Whether it is a number, but out of range.
    pub range: bool,
}

impl fmt::Display for NumberError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reason = if self.range { "value out of range" } else { "invalid syntax" };
        write!(f, "strconv.{}: parsing {}: {reason}", self.function, quote(&self.text))
    }
}

impl std::error::Error for NumberError {}

fn error(function: &'static str, text: &str, range: bool) -> NumberError {
    NumberError { function, text: text.to_owned(), range }
}

/// Parses a decimal 64-bit integer.
///
/// # Errors
///
/// [`NumberError`] if the text is not an integer, or out of range.
pub fn atoi(text: &str) -> Result<i64, NumberError> {
    signed("Atoi", text, 10)
}

/// Parses a 64-bit integer in a base; base 0 accepts `0x`, `0o`, `0b`, a leading `0` and underscores, as Go source code does.
///
/// # Errors
///
/// [`NumberError`] if the text is not an integer, or out of range.
pub fn parse_int(text: &str, base: u32) -> Result<i64, NumberError> {
    signed("ParseInt", text, base)
}

fn signed(function: &'static str, text: &str, base: u32) -> Result<i64, NumberError> {
    let (negative, digits) = match text.as_bytes().first() {
        Some(b'-') => (true, &text[1..]),
        Some(b'+') => (false, &text[1..]),
        _ => (false, text),
    };
    let size = magnitude(digits, base).map_err(|range| error(function, text, range))?;
    let size = i128::from(size);
    i64::try_from(if negative { -size } else { size }).map_err(|_| error(function, text, true))
}

/// Parses an unsigned 64-bit integer; bases are as in [`parse_int`].
///
/// # Errors
///
/// [`NumberError`] if the text is not an unsigned integer, or out of range.
pub fn parse_uint(text: &str, base: u32) -> Result<u64, NumberError> {
    magnitude(text, base).map_err(|range| error("ParseUint", text, range))
}

/// The value of the digits; the error says whether it is out of range.
fn magnitude(text: &str, base: u32) -> Result<u64, bool> {
    let (digits, radix) = match base {
        0 => match text.as_bytes() {
            [b'0', b'x' | b'X', _, ..] => (&text[2..], 16),
            [b'0', b'o' | b'O', _, ..] => (&text[2..], 8),
            [b'0', b'b' | b'B', _, ..] => (&text[2..], 2),
            [b'0', _, ..] => (&text[1..], 8),
            _ => (text, 10),
        },
        base => (text, base),
    };
    let mut value: Option<u64> = Some(0);
    if digits.is_empty() {
        return Err(false);
    }
    let mut underscores = false;
    for character in digits.chars() {
        if base == 0 && character == '_' {
            underscores = true;
            continue;
        }
        let digit = character.to_digit(radix).ok_or(false)?;
        value = value.and_then(|value| value.checked_mul(u64::from(radix))?.checked_add(u64::from(digit)));
    }
    if underscores && !underscores_fit(text) {
        return Err(false);
    }
    value.ok_or(true)
}

/// Whether underscores occur only between digits; a base prefix counts as a digit.
fn underscores_fit(text: &str) -> bool {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text).as_bytes();
    let (body, hex, mut digit_before) = match unsigned {
        [b'0', b'x' | b'X', body @ ..] => (body, true, true),
        [b'0', b'o' | b'O' | b'b' | b'B', body @ ..] => (body, false, true),
        body => (body, false, false),
    };
    let mut underscore_before = false;
    for byte in body {
        let digit = byte.is_ascii_digit() || (hex && byte.is_ascii_hexdigit());
        let underscore = *byte == b'_';
        if (underscore && !digit_before) || (underscore_before && !digit) {
            return false;
        }
        (digit_before, underscore_before) = (digit, underscore);
    }
    !underscore_before
}

/// Parses `1`, `t`, `true`, … and their opposites.
///
/// # Errors
///
/// [`NumberError`] for any other text.
pub fn parse_bool(text: &str) -> Result<bool, NumberError> {
    match text {
        "1" | "t" | "T" | "true" | "TRUE" | "True" => Ok(true),
        "0" | "f" | "F" | "false" | "FALSE" | "False" => Ok(false),
        _ => Err(error("ParseBool", text, false)),
    }
}

/// Parses a decimal or hexadecimal floating-point number, `inf` or `nan`.
///
/// # Errors
///
/// [`NumberError`] if the text is not a number, or out of range.
pub fn parse_float(text: &str) -> Result<f64, NumberError> {
    let syntax = || error("ParseFloat", text, false);
    let (sign, unsigned) = match text.as_bytes().first() {
        Some(b'-') => (-1.0, &text[1..]),
        Some(b'+') => (1.0, &text[1..]),
        _ => (1.0, text),
    };
    if unsigned.eq_ignore_ascii_case("inf") || unsigned.eq_ignore_ascii_case("infinity") {
        return Ok(sign * f64::INFINITY);
    }
    if text.eq_ignore_ascii_case("nan") {
        return Ok(f64::NAN);
    }
    if unsigned.contains('_') && !underscores_fit(text) {
        return Err(syntax());
    }
    let plain: String = unsigned.chars().filter(|character| *character != '_').collect();
    let value = match plain.strip_prefix("0x").or_else(|| plain.strip_prefix("0X")) {
        Some(hex) => hexadecimal(hex).ok_or_else(syntax)?,
        None if is_decimal(&plain) => plain.parse().map_err(|_| syntax())?,
        None => return Err(syntax()),
    };
    if value == f64::INFINITY { Err(error("ParseFloat", text, true)) } else { Ok(sign * value) }
}

/// Whether a text consists of digits with an optional point, and an optional exponent.
fn is_decimal(text: &str) -> bool {
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (text, None),
    };
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let exponent = exponent.map(|exponent| exponent.strip_prefix(['+', '-']).unwrap_or(exponent));
    digits(whole)
        && digits(fraction)
        && whole.len() + fraction.len() > 0
        && exponent.is_none_or(|exponent| !exponent.is_empty() && digits(exponent))
}

/// Parses hexadecimal digits with an optional point, and a binary exponent, rounding to even.
fn hexadecimal(text: &str) -> Option<f64> {
    let (mantissa, exponent) = text.split_once(['p', 'P'])?;
    let exponent_digits = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
    if exponent_digits.is_empty() || !exponent_digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    // Beyond this the result is 0 or infinite, whatever the mantissa in a text of reasonable length.
    let mut exponent = exponent.parse::<i64>().ok().map_or(i64::from(i32::MAX), |exponent| exponent);
    exponent = exponent.clamp(-1_000_000_000, 1_000_000_000);
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let mut bits: u64 = 0;
    let mut lost = false;
    for (index, digit) in whole.chars().chain(fraction.chars()).enumerate() {
        let digit = u64::from(digit.to_digit(16)?);
        if bits >> 60 == 0 {
            bits = bits << 4 | digit;
            exponent -= if index >= whole.len() { 4 } else { 0 };
        } else {
            lost |= digit != 0;
            exponent += if index < whole.len() { 4 } else { 0 };
        }
    }
    if bits == 0 {
        return Some(0.0);
    }
    // Shift to 64 significant bits; the last one stands for everything that is lost.
    let shift = bits.leading_zeros();
    bits = bits << shift | u64::from(lost);
    exponent -= i64::from(shift);
    // The number is bits × 2^exponent; a double has 53 bits, fewer below 2^-1022.
    let highest = exponent + 63;
    let keep = (highest + 1075).clamp(0, 53) as u32;
    if highest > 1024 {
        return Some(f64::INFINITY);
    }
    let drop = 64 - keep;
    let (kept, rest) = if drop == 64 { (0, bits) } else { (bits >> drop, bits << keep) };
    let half = 1_u64 << 63;
    // If no bits are kept, `rest` is the number itself, and its highest bit is one half of the unit.
    let round_up =
        if drop == 64 { highest == -1075 && rest > half } else { rest > half || (rest == half && kept & 1 == 1) };
    let mantissa = kept + u64::from(round_up);
    Some(scale(mantissa as f64, exponent + i64::from(drop)))
}

/// `value` × 2^`exponent`, for results that are exact or infinite.
fn scale(value: f64, exponent: i64) -> f64 {
    let mut value = value;
    let mut exponent = exponent;
    while exponent > 0 && value.is_finite() {
        let step = exponent.min(1000);
        value *= 2_f64.powi(step as i32);
        exponent -= step;
    }
    while exponent < 0 && value != 0.0 {
        let step = (-exponent).min(1000);
        value /= 2_f64.powi(step as i32);
        exponent += step;
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers() {
        assert_eq!(parse_int("-0x1F", 0), Ok(-31));
        assert_eq!(parse_int("1_000", 0), Ok(1000));
        assert_eq!(parse_int("0_7", 0), Ok(7));
        assert_eq!(parse_int("08", 0).unwrap_err().to_string(), "strconv.ParseInt: parsing \"08\": invalid syntax");
        assert!(parse_int("1_000", 10).is_err() && parse_int("_1", 0).is_err() && parse_int("1__0", 0).is_err());
        assert!(parse_int("", 10).is_err() && parse_int("-", 0).is_err() && parse_int("0x", 0).is_err());
        assert_eq!(parse_int("-9223372036854775808", 10), Ok(i64::MIN));
        assert_eq!(
            atoi("9223372036854775808").unwrap_err().to_string(),
            "strconv.Atoi: parsing \"9223372036854775808\": value out of range"
        );
        assert_eq!(parse_uint("18446744073709551615", 10), Ok(u64::MAX));
        assert!(parse_uint("+1", 10).is_err());
    }

    #[test]
    fn booleans() {
        assert_eq!(parse_bool("T"), Ok(true));
        assert_eq!(parse_bool("yes").unwrap_err().to_string(), "strconv.ParseBool: parsing \"yes\": invalid syntax");
    }

    #[test]
    fn floats() {
        assert_eq!(parse_float("1.5e3"), Ok(1500.0));
        assert_eq!(parse_float(".5"), Ok(0.5));
        assert_eq!(parse_float("5."), Ok(5.0));
        assert_eq!(parse_float("1_0.5"), Ok(10.5));
        assert_eq!(parse_float("-Inf"), Ok(f64::NEG_INFINITY));
        assert!(parse_float("NaN").unwrap().is_nan());
        for bad in ["", ".", "e1", "1e", "1e+", "0x1", "0x.p1", "1f", "+nan", "1__0", "infin", "0xp1"] {
            assert!(parse_float(bad).is_err_and(|error| !error.range), "{bad}");
        }
        assert!(parse_float("1e400").is_err_and(|error| error.range));
    }

    #[test]
    fn hexadecimal_floats() {
        assert_eq!(parse_float("0x1p-2"), Ok(0.25));
        assert_eq!(parse_float("0x1.8P1"), Ok(3.0));
        assert_eq!(parse_float("0x1p-1074"), Ok(f64::from_bits(1)));
        assert_eq!(parse_float("0x1p-1075"), Ok(0.0));
        assert_eq!(parse_float("0x1.8p-1075"), Ok(f64::from_bits(1)));
        assert_eq!(parse_float("0x1.fffffffffffff8p0"), Ok(2.0));
        assert_eq!(parse_float("0x1.00000000000008p0"), Ok(1.0));
        assert_eq!(parse_float("0x1.000000000000080000000000000001p0"), Ok(1.0 + f64::EPSILON));
        assert_eq!(parse_float("0x1.fffffffffffffp1023"), Ok(f64::MAX));
        assert!(parse_float("0x1p1024").is_err_and(|error| error.range));
        assert!(parse_float("0x1.fffffffffffff8p1023").is_err_and(|error| error.range));
    }
}
