//! Formats floating-point numbers.

/// The verbs of Go's floating-point formats.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// `-d.dddde±dd`
    Exponent,
    /// `-ddd.dddd`
    Plain,
    /// [`Style::Exponent`] for large exponents, otherwise [`Style::Plain`].
    General,
    /// `-0x1.hhhp±dd`
    Hexadecimal,
    /// `-ddddp±ddd`
    Binary,
}

/// The number of digits after which the decimal form of a double has only zeros.
const EXACT_DIGITS: usize = 1100;

/// Formats a finite number, infinity (`+Inf`, `-Inf`) or `NaN`. Without a precision, the result is the shortest text that parses
/// to the same number; letters are in lowercase.
pub fn format_float(value: f64, style: Style, precision: Option<usize>) -> String {
    if value.is_nan() {
        return "NaN".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "+Inf" } else { "-Inf" }.to_owned();
    }
    let sign = if value.is_sign_negative() { "-" } else { "" };
    let size = value.abs();
    let text = match style {
        Style::Exponent => exponent(size, precision),
        Style::Plain => plain(size, precision),
        Style::General => general(size, precision),
        Style::Hexadecimal => hexadecimal(size, precision),
        Style::Binary => {
            let (mantissa, exponent) = parts(size);
            format!("{mantissa}p{exponent:+}")
        }
    };
    format!("{sign}{text}")
}

/// The significant digits and the decimal exponent of the first.
fn digits(size: f64, precision: Option<usize>) -> (String, i32) {
    let text = match precision {
        Some(precision) => format!("{:.*e}", precision.min(EXACT_DIGITS), size),
        None => format!("{size:e}"),
    };
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let mut digits = mantissa.replace('.', "");
    if let Some(precision) = precision {
        digits.extend(std::iter::repeat_n('0', precision.saturating_sub(EXACT_DIGITS)));
    }
    (digits, exponent.parse().unwrap_or(0))
}

fn exponent(size: f64, precision: Option<usize>) -> String {
    let (digits, exponent) = digits(size, precision);
    with_exponent(&digits, exponent)
}

fn with_exponent(digits: &str, exponent: i32) -> String {
    let (first, rest) = digits.split_at(digits.len().min(1));
    let point = if rest.is_empty() { "" } else { "." };
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{first}{point}{rest}e{sign}{:02}", exponent.unsigned_abs())
}

fn plain(size: f64, precision: Option<usize>) -> String {
    let Some(precision) = precision else { return format!("{size}") };
    let mut text = format!("{:.*}", precision.min(EXACT_DIGITS), size);
    text.extend(std::iter::repeat_n('0', precision.saturating_sub(EXACT_DIGITS)));
    text
}

fn general(size: f64, precision: Option<usize>) -> String {
    let (digits, exponent) = digits(size, precision.map(|precision| precision.max(1) - 1));
    let digits = digits.trim_end_matches('0');
    let digits = if digits.is_empty() { "0" } else { digits };
    let count = i32::try_from(digits.len()).unwrap_or(i32::MAX);
    let limit = match precision {
        None => 6,
        // A whole number with fewer digits than requested counts as having just its own.
        Some(precision) => {
            let precision = i32::try_from(precision.max(1)).unwrap_or(i32::MAX);
            if precision > count && count > exponent { count } else { precision }
        }
    };
    if exponent < -4 || exponent >= limit {
        return with_exponent(digits, exponent);
    }
    if exponent < 0 {
        return format!("0.{}{digits}", "0".repeat(exponent.unsigned_abs() as usize - 1));
    }
    let whole = exponent as usize + 1;
    if digits.len() <= whole {
        return format!("{digits}{}", "0".repeat(whole - digits.len()));
    }
    let (whole, fraction) = digits.split_at(whole);
    format!("{whole}.{fraction}")
}

/// Mantissa and binary exponent, such that size = mantissa × 2^exponent.
fn parts(size: f64) -> (u64, i64) {
    let bits = size.to_bits();
    let (field, fraction) = ((bits >> 52 & 0x7ff) as i64, bits & ((1 << 52) - 1));
    if field == 0 { (fraction, -1074) } else { (fraction | 1 << 52, field - 1075) }
}

fn hexadecimal(size: f64, precision: Option<usize>) -> String {
    let (mut mantissa, mut exponent) = parts(size);
    if mantissa == 0 {
        exponent = 0;
    } else {
        // One hexadecimal digit before the point, 15 after it.
        let shift = mantissa.leading_zeros() - 3;
        mantissa <<= shift;
        exponent += 60 - i64::from(shift);
    }
    if let Some(precision) = precision.filter(|precision| *precision < 15) {
        let drop = 60 - 4 * precision as u32;
        let (kept, rest) = (mantissa >> drop, mantissa & ((1 << drop) - 1));
        let half = 1_u64 << (drop - 1);
        mantissa = kept << drop;
        if rest > half || (rest == half && kept & 1 == 1) {
            mantissa += 1 << drop;
            if mantissa >> 61 == 1 {
                mantissa >>= 1;
                exponent += 1;
            }
        }
    }
    let (first, rest) = (mantissa >> 60, mantissa & ((1 << 60) - 1));
    let fraction = format!("{rest:015x}");
    let fraction = match precision {
        None => fraction.trim_end_matches('0').to_owned(),
        Some(precision) if precision <= 15 => fraction[..precision].to_owned(),
        Some(precision) => format!("{fraction}{}", "0".repeat(precision - 15)),
    };
    let point = if fraction.is_empty() { "" } else { "." };
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("0x{first}{point}{fraction}p{sign}{:02}", exponent.unsigned_abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn styles() {
        let general = |value, precision| format_float(value, Style::General, precision);
        assert_eq!(general(1e6, None), "1e+06");
        assert_eq!(general(123456.5, None), "123456.5");
        assert_eq!(general(0.0001, None), "0.0001");
        assert_eq!(general(0.00001, None), "1e-05");
        assert_eq!(general(100_000.0, Some(6)), "100000");
        assert_eq!(general(1_234_567.0, Some(3)), "1.23e+06");
        assert_eq!(general(-0.0, None), "-0");
        assert_eq!(format_float(1.5, Style::Exponent, Some(6)), "1.500000e+00");
        assert_eq!(format_float(2.5, Style::Plain, Some(0)), "2");
        assert_eq!(format_float(1.0, Style::Hexadecimal, None), "0x1p+00");
        assert_eq!(format_float(1.0, Style::Hexadecimal, Some(2)), "0x1.00p+00");
        assert_eq!(format_float(1.0, Style::Binary, None), "4503599627370496p-52");
        assert_eq!(format_float(f64::NEG_INFINITY, Style::Plain, None), "-Inf");
    }
}
