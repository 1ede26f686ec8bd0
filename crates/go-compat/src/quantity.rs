//! Resource quantities such as `500m` or `2Gi`, parsed, rounded and printed like those of `k8s.io/apimachinery`.

mod amount;

use std::cmp::Ordering;
use std::fmt;

use num_bigint::{BigInt, Sign};

use crate::Value;
use crate::json;
use amount::{Amount, align, rescale, scale_up, sign_of};

/// The suffixes with which a quantity is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Format {
    /// Powers of 1000, such as `12M`.
    #[default]
    DecimalSi,
    /// Powers of 1024, such as `12Mi`.
    BinarySi,
    /// Decimal exponents, such as `12e6`.
    DecimalExponent,
}

/// An amount of a resource.
///
/// ```
/// use go_compat::quantity::Quantity;
/// let mut memory = Quantity::parse("1.5Gi")?;
/// assert_eq!((memory.value(), memory.to_string().as_str()), (1_610_612_736, "1536Mi"));
/// memory.add(&Quantity::parse("512Mi")?);
/// assert_eq!(memory, Quantity::parse("2Gi")?);
/// # Ok::<(), go_compat::quantity::QuantityError>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Quantity {
    amount: Amount,
    format: Format,
    /// The text from which it was parsed, if the parser took that to be canonical already.
    text: Option<String>,
}

/// Why a text is not a quantity. `Display` gives the parser's message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum QuantityError {
    /// It does not have the form of a quantity.
    #[error("quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'")]
    Format,
    /// Its number cannot be parsed.
    #[error("unable to parse numeric part of quantity")]
    Numeric,
    /// Its suffix is unknown.
    #[error("unable to parse quantity's suffix")]
    Suffix,
    /// The original parser would use up all memory for it.
    #[error("the quantity's exponent is too large to compute with")]
    Huge,
}

/// Whether a text is in a simple canonical form, as nearly all are: a whole number below 1000, optionally with a suffix for a
/// power of 1000 or 1024.
pub fn is_plain(text: &str) -> bool {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    (1..=3).contains(&digits)
        && !text.starts_with('0')
        && matches!(text.get(digits..), Some("" | "m" | "k" | "M" | "G" | "T" | "Ki" | "Mi" | "Gi" | "Ti"))
}

/// The power of ten of the smallest amount that is distinguished from zero.
const NANO: i32 = -9;

/// The largest power of ten, positive or negative, and the largest number of digits that a text may need.
const MAX_EXPONENT: i32 = 100_000;

/// The number of digits that always fits the small form.
const SMALL_DIGITS: usize = 18;

const DECIMAL_SUFFIXES: [(&str, i32); 10] =
    [("n", -9), ("u", -6), ("m", -3), ("", 0), ("k", 3), ("M", 6), ("G", 9), ("T", 12), ("P", 15), ("E", 18)];

/// The suffixes, each with its power of two.
const BINARY_SUFFIXES: [(&str, u32); 6] = [("Ki", 10), ("Mi", 20), ("Gi", 30), ("Ti", 40), ("Pi", 50), ("Ei", 60)];

/// The parts of a text; only the characters have been checked so far.
struct Parts<'t> {
    negative: bool,
    /// The digits before the point, without leading zeros, but at least `0`.
    whole: &'t str,
    fraction: &'t str,
    /// Whether the text has any digits.
    digits: bool,
    suffix: &'t str,
}

/// The number of leading bytes for which `test` is true.
fn span(text: &str, test: impl Fn(u8) -> bool) -> usize {
    text.bytes().take_while(|byte| test(*byte)).count()
}

fn split(text: &str) -> Result<Parts<'_>, QuantityError> {
    let negative = text.starts_with('-');
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let digit = |byte: u8| byte.is_ascii_digit();
    let significant = &unsigned[span(unsigned, |byte| byte == b'0')..];
    let (whole, rest) = significant.split_at(span(significant, digit));
    let (fraction, suffix) = match rest.strip_prefix('.') {
        Some(rest) => rest.split_at(span(rest, digit)),
        None => ("", rest),
    };
    let digits =
        significant.is_empty() || unsigned.len() > significant.len() || !whole.is_empty() || !fraction.is_empty();
    let after_letters = &suffix[span(suffix, |byte| b"eEinumkKMGTP".contains(&byte))..];
    let after_sign = after_letters.strip_prefix(['+', '-']).unwrap_or(after_letters);
    if span(after_sign, digit) < after_sign.len() {
        return Err(QuantityError::Format);
    }
    Ok(Parts { negative, whole: if whole.is_empty() { "0" } else { whole }, fraction, digits, suffix })
}

/// The factor that a suffix stands for.
enum Factor {
    Ten(i32),
    Two(u32),
}

fn interpret(suffix: &str) -> Result<(Factor, Format), QuantityError> {
    if let Some((_, exponent)) = DECIMAL_SUFFIXES.iter().find(|(name, _)| *name == suffix) {
        return Ok((Factor::Ten(*exponent), Format::DecimalSi));
    }
    if let Some((_, exponent)) = BINARY_SUFFIXES.iter().find(|(name, _)| *name == suffix) {
        return Ok((Factor::Two(*exponent), Format::BinarySi));
    }
    match suffix.strip_prefix(['e', 'E']) {
        Some(exponent) => {
            let exponent: i64 = exponent.parse().map_err(|_| QuantityError::Suffix)?;
            // The original parser keeps the low 32 bits.
            let exponent = exponent as i32;
            if exponent.unsigned_abs() > MAX_EXPONENT.unsigned_abs() {
                return Err(QuantityError::Huge);
            }
            Ok((Factor::Ten(exponent), Format::DecimalExponent))
        }
        None => Err(QuantityError::Suffix),
    }
}

impl Quantity {
    /// A whole number of units.
    pub fn new(value: i64, format: Format) -> Quantity {
        Quantity { amount: Amount::Small(value, 0), format, text: None }
    }

    /// Parses a text such as `1.5Gi`. Fractions smaller than 10^-9 are rounded away from zero.
    ///
    /// # Errors
    ///
    /// [`QuantityError`] if the text is not a quantity.
    pub fn parse(text: &str) -> Result<Quantity, QuantityError> {
        if text.is_empty() {
            return Err(QuantityError::Format);
        }
        if text == "0" {
            return Ok(Quantity { text: Some(text.to_owned()), ..Quantity::default() });
        }
        let parts = split(text)?;
        let (factor, format) = interpret(parts.suffix)?;
        if let Some((amount, canonical)) = small(&parts, &factor, format) {
            return Ok(Quantity { amount, format, text: canonical.then(|| text.to_owned()) });
        }
        large(&parts, &factor, format)
    }

    /// Reads the JSON form, a string or a number, optionally surrounded by blanks.
    ///
    /// # Errors
    ///
    /// [`QuantityError`] if the value is not a quantity.
    pub fn from_json(value: &Value) -> Result<Quantity, QuantityError> {
        match value {
            Value::Null => Ok(Quantity::default()),
            Value::String(text) => Quantity::parse(text.trim()),
            other => Quantity::parse(&json::marshal(other)),
        }
    }

    /// Whether it is zero.
    pub fn is_zero(&self) -> bool {
        match &self.amount {
            Amount::Small(value, _) => *value == 0,
            Amount::Large(value, _) => value.sign() == Sign::NoSign,
        }
    }

    /// The sign: -1, 0 or 1.
    pub fn signum(&self) -> i32 {
        match &self.amount {
            Amount::Small(value, _) => value.signum() as i32,
            Amount::Large(value, _) => sign_of(value) as i32,
        }
    }

    /// The amount in whole units, rounded up.
    pub fn value(&self) -> i64 {
        self.amount.scaled(0)
    }

    /// The amount in thousandths, rounded up. Overflows as the original does.
    pub fn milli_value(&self) -> i64 {
        self.amount.scaled(-3)
    }

    /// The amount in units as a float, as close as mantissa times power of ten gets.
    pub fn approximate(&self) -> f64 {
        let (base, exponent) = match &self.amount {
            Amount::Small(mantissa, exponent) => (*mantissa as f64, *exponent),
            Amount::Large(mantissa, exponent) => (mantissa.to_string().parse().unwrap_or(f64::INFINITY), *exponent),
        };
        if exponent == 0 { base } else { base * format!("1e{exponent}").parse::<f64>().unwrap_or_default() }
    }

    /// Adds in place. A zero takes over the format of the other.
    pub fn add(&mut self, other: &Quantity) {
        self.combine(other, i64::checked_add, |a, b| a + b);
    }

    /// Subtracts in place. A zero takes over the format of the other.
    pub fn sub(&mut self, other: &Quantity) {
        self.combine(other, i64::checked_sub, |a, b| a - b);
    }

    fn combine(&mut self, other: &Quantity, small: fn(i64, i64) -> Option<i64>, large: fn(BigInt, BigInt) -> BigInt) {
        self.text = None;
        if self.is_zero() {
            self.format = other.format;
        }
        if let (Amount::Small(a, a_exponent), Amount::Small(b, b_exponent)) = (&self.amount, &other.amount) {
            let exponent = match (*a, *b) {
                (_, 0) => *a_exponent,
                (0, _) => *b_exponent,
                _ => *a_exponent.min(b_exponent),
            };
            let aligned = |value: i64, from: i32| if value == 0 { Some(0) } else { scale_up(value, from - exponent) };
            let sum = aligned(*a, *a_exponent).zip(aligned(*b, *b_exponent)).and_then(|(a, b)| small(a, b));
            if let Some(sum) = sum {
                self.amount = Amount::Small(sum, exponent);
                return;
            }
        }
        let (a, b, exponent) = align(&self.amount, &other.amount);
        self.amount = Amount::Large(large(a, b), exponent);
    }
}

/// The small form of an amount, and whether its text counts as canonical; `None` if the parts are too long.
fn small(parts: &Parts<'_>, factor: &Factor, format: Format) -> Option<(Amount, bool)> {
    let digits = parts.whole.len() + parts.fraction.len();
    let (suffix_exponent, multiplier) = match factor {
        Factor::Ten(exponent) if digits <= SMALL_DIGITS => (*exponent, 1),
        // With a binary suffix, every ten powers of two take three decimal digits.
        Factor::Two(exponent) if parts.fraction.is_empty() && digits + *exponent as usize * 3 / 10 <= 14 => {
            (0, 1_i64 << exponent)
        }
        _ => return None,
    };
    let exponent = suffix_exponent - i32::try_from(parts.fraction.len()).ok()?;
    if exponent < NANO {
        return None;
    }
    let shifted = [parts.whole, parts.fraction].concat();
    let unsigned: i64 = shifted.parse().ok()?;
    let value = unsigned.checked_mul(multiplier)?;
    let canonical = match format {
        Format::BinarySi => unsigned & 7 != 0,
        _ => exponent % 3 == 0 && !shifted.ends_with("000") && !shifted.starts_with('0'),
    };
    Some((Amount::Small(if parts.negative { -value } else { value }, exponent), canonical))
}

fn large(parts: &Parts<'_>, factor: &Factor, format: Format) -> Result<Quantity, QuantityError> {
    if !parts.digits {
        return Err(QuantityError::Numeric);
    }
    if parts.whole.len() + parts.fraction.len() > MAX_EXPONENT as usize {
        return Err(QuantityError::Huge);
    }
    let digits = [parts.whole, parts.fraction].concat();
    let mut value: BigInt = digits.parse().map_err(|_| QuantityError::Numeric)?;
    let mut exponent = -i32::try_from(parts.fraction.len()).map_err(|_| QuantityError::Huge)?;
    match factor {
        Factor::Ten(power) => exponent += power,
        Factor::Two(power) => value <<= *power,
    }
    if value.sign() != Sign::NoSign {
        // Like the original, which keeps nine decimals even for a whole number.
        value = rescale(&value, exponent, NANO);
        exponent = NANO;
    }
    let mut format = format;
    if format == Format::BinarySi {
        let limit = BigInt::from(i64::MAX);
        if value > rescale(&limit, 0, exponent) {
            (value, exponent) = (limit, 0);
        }
        // Below one unit, a binary suffix would require rounding.
        if value.sign() == Sign::Plus && value < rescale(&BigInt::from(1), 0, exponent) {
            format = Format::DecimalSi;
        }
    }
    if parts.negative {
        value = -value;
    }
    Ok(Quantity { amount: Amount::Large(value, exponent), format, text: None })
}

impl fmt::Display for Quantity {
    /// Writes the canonical text: the text from which it was parsed if that counts as canonical, otherwise with the largest
    /// suffix that leaves a whole number.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(text) = &self.text {
            return f.write_str(text);
        }
        if self.is_zero() {
            return f.write_str("0");
        }
        if self.format == Format::BinarySi
            && self.beyond_1024()
            && let Some((mantissa, steps)) = self.amount.binary()
        {
            let suffix =
                BINARY_SUFFIXES.iter().find(|(_, exponent)| *exponent == steps * 10).map_or("", |(name, _)| name);
            return write!(f, "{mantissa}{suffix}");
        }
        let (mantissa, exponent) = self.amount.engineering();
        if self.format == Format::DecimalExponent {
            return if exponent == 0 { f.write_str(&mantissa) } else { write!(f, "{mantissa}e{exponent}") };
        }
        // An exponent without a matching letter is dropped, as in the original.
        let suffix = DECIMAL_SUFFIXES.iter().find(|(_, power)| *power == exponent).map_or("", |(name, _)| name);
        write!(f, "{mantissa}{suffix}")
    }
}

impl Quantity {
    /// Whether the amount is large enough, in absolute value, for a binary suffix.
    fn beyond_1024(&self) -> bool {
        let limit = |value| Quantity::new(value, Format::DecimalSi);
        *self <= limit(-1024) || *self >= limit(1024)
    }
}

impl Ord for Quantity {
    /// Compares amounts; the format does not matter.
    fn cmp(&self, other: &Quantity) -> Ordering {
        if let (Amount::Small(a, a_exponent), Amount::Small(b, b_exponent)) = (&self.amount, &other.amount)
            && a_exponent == b_exponent
        {
            return a.cmp(b);
        }
        let (a, b, _) = align(&self.amount, &other.amount);
        a.cmp(&b)
    }
}

impl PartialOrd for Quantity {
    fn partial_cmp(&self, other: &Quantity) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Quantity {
    fn eq(&self, other: &Quantity) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Quantity {}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::recorded;

    fn quantity(text: &str) -> Quantity {
        Quantity::parse(text).unwrap()
    }

    #[test]
    fn recorded_quantities() {
        for case in recorded::primitives(include_str!("../testdata/recorded/quantity.json")) {
            check(&case);
        }
        for case in recorded::vectors(include_str!("../testdata/vectors/quantity.jsonl")) {
            if case.get("text").is_some() { check(&case) } else { check_pair(&case) }
        }
    }

    fn check(case: &Value) {
        let found = match Quantity::parse(case["text"].as_str().unwrap()) {
            Ok(quantity) => json!({
                "text": case["text"],
                "result": quantity.to_string(),
                "value": quantity.value(),
                "milli": quantity.milli_value(),
            }),
            Err(error) => json!({"text": case["text"], "error": error.to_string()}),
        };
        assert_eq!(found, *case);
    }

    fn check_pair(case: &Value) {
        let (a, b) = (quantity(case["a"].as_str().unwrap()), quantity(case["b"].as_str().unwrap()));
        let (mut sum, mut difference) = (a.clone(), a.clone());
        sum.add(&b);
        difference.sub(&b);
        let found = json!({
            "a": case["a"],
            "b": case["b"],
            "compared": a.cmp(&b) as i32,
            "sum": sum.to_string(),
            "difference": difference.to_string(),
            "value": difference.value(),
        });
        assert_eq!(found, *case);
    }

    #[test]
    fn json_form_may_be_a_number_or_have_blanks() {
        assert_eq!(Quantity::from_json(&json!(" 8Gi ")).unwrap().to_string(), "8Gi");
        assert_eq!(Quantity::from_json(&json!(0.5)).unwrap().to_string(), "500m");
        assert_eq!(Quantity::from_json(&json!(1000)).unwrap().to_string(), "1k");
        assert_eq!(Quantity::from_json(&json!(true)), Err(QuantityError::Format));
    }

    #[test]
    fn exponents_without_end_are_refused() {
        assert_eq!(Quantity::parse("1e2000000000"), Err(QuantityError::Huge));
        assert_eq!(QuantityError::Huge.to_string(), "the quantity's exponent is too large to compute with");
        assert_eq!(Quantity::parse("1e-2000000000"), Err(QuantityError::Huge));
        assert!(Quantity::parse("1e99999").is_ok());
    }

    #[test]
    fn plain_texts_are_canonical() {
        for suffix in ["", "m", "k", "M", "G", "T", "Ki", "Mi", "Gi", "Ti"] {
            for number in 1..1000 {
                let text = format!("{number}{suffix}");
                assert!(is_plain(&text), "{text}");
                assert_eq!(Quantity::parse(&text).unwrap().to_string(), text);
            }
        }
        for text in ["", "0", "01", "1000", "1000m", "1024Mi", "1.5", "-1", "+1", "1e3", "1 ", "1K", "1u", "m", "é"] {
            assert!(!is_plain(text), "{text}");
        }
    }
}
