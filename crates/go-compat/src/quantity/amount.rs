//! Amounts, computed with as the original does in either of its two forms.

use num_bigint::{BigInt, Sign};

/// Mantissa and power of ten. The two forms behave differently when a result does not fit into 64 bits.
#[derive(Debug, Clone)]
pub(super) enum Amount {
    Small(i64, i32),
    Large(BigInt, i32),
}

impl Default for Amount {
    fn default() -> Amount {
        Amount::Small(0, 0)
    }
}

impl Amount {
    pub fn parts(&self) -> (BigInt, i32) {
        match self {
            Amount::Small(value, exponent) => (BigInt::from(*value), *exponent),
            Amount::Large(value, exponent) => (value.clone(), *exponent),
        }
    }

    /// The mantissa at 10^`to`, rounded up.
    pub fn scaled(&self, to: i32) -> i64 {
        match self {
            Amount::Small(value, exponent) if *exponent >= to => match exponent - to {
                // For these powers the original computes a product that wraps; for others it gives up.
                power @ (1 | 2 | 3 | 6 | 9) if *value != i64::MIN => {
                    value.wrapping_mul(10_i64.pow(power.unsigned_abs()))
                }
                power => scale_up(*value, power).unwrap_or(0),
            },
            Amount::Small(value, exponent) => match 10_i64.checked_pow(exponent.abs_diff(to)) {
                Some(divisor) if value % divisor == 0 => value / divisor,
                Some(divisor) => value / divisor + value.signum(),
                None => value.signum(),
            },
            Amount::Large(value, exponent) if *exponent >= to => {
                // The factor is computed as a float and saturates to the most negative number.
                let factor = 10_i64.checked_pow(exponent.abs_diff(to)).unwrap_or(i64::MIN);
                if *exponent == to { wrap(value) } else { wrap(value).wrapping_mul(factor) }
            }
            Amount::Large(value, exponent) => {
                let by = exponent.abs_diff(to);
                if value < &BigInt::from(i64::MAX)
                    && let Some(divisor) = 10_i64.checked_pow(by)
                {
                    // Even a negative amount is rounded by adding one to the truncated value.
                    let value = wrap(value);
                    return value / divisor + i64::from(value % divisor != 0);
                }
                let divisor = ten_to(by);
                let (quotient, remainder) = (value / &divisor, value % &divisor);
                wrap(&quotient).wrapping_add(i64::from(remainder.sign() == Sign::Plus))
            }
        }
    }

    /// The mantissa without factors of ten, at a power of ten that is a multiple of three.
    pub fn engineering(&self) -> (String, i32) {
        if let Amount::Small(value, exponent) = self {
            let (mut value, mut exponent) = (*value, *exponent);
            while value != 0 && value % 10 == 0 {
                value /= 10;
                exponent += 1;
            }
            let steps = exponent.rem_euclid(3);
            if let Some(value) = scale_up(value, steps) {
                return (value.to_string(), exponent - steps);
            }
        }
        let (value, mut exponent) = self.parts();
        let text = value.to_string();
        let trimmed = text.trim_end_matches('0');
        exponent += i32::try_from(text.len() - trimmed.len()).unwrap_or(i32::MAX);
        let steps = exponent.rem_euclid(3);
        (format!("{trimmed}{}", "0".repeat(steps as usize)), exponent - steps)
    }

    /// The mantissa without factors of 1024, and how many there were; `None` if it is not a whole number.
    pub fn binary(&self) -> Option<(String, u32)> {
        let (value, exponent) = self.parts();
        let mut whole = rescale(&value, exponent, 0);
        if exponent < 0 && rescale(&whole, 0, exponent) != value {
            return None;
        }
        let zeros = whole.trailing_zeros().unwrap_or(0) / 10;
        whole >>= zeros * 10;
        Some((whole.to_string(), u32::try_from(zeros).ok()?))
    }
}

/// `value` × 10^`by`, if it fits.
pub(super) fn scale_up(value: i64, by: i32) -> Option<i64> {
    10_i64.checked_pow(u32::try_from(by).ok()?).and_then(|factor| value.checked_mul(factor))
}

/// The mantissa of `value` × 10^`from` at the power of ten `to`, rounded away from zero.
pub(super) fn rescale(value: &BigInt, from: i32, to: i32) -> BigInt {
    if from >= to {
        return value * ten_to(from.abs_diff(to));
    }
    let by = from.abs_diff(to);
    // More digits are cut off than there are, so that power of ten need not be computed.
    if u64::from(by) * 3 >= value.bits() {
        return BigInt::from(sign_of(value));
    }
    let divisor = ten_to(by);
    let (quotient, remainder) = (value / &divisor, value % &divisor);
    if remainder.sign() == Sign::NoSign { quotient } else { quotient + sign_of(value) }
}

pub(super) fn sign_of(value: &BigInt) -> i64 {
    match value.sign() {
        Sign::Minus => -1,
        Sign::NoSign => 0,
        Sign::Plus => 1,
    }
}

pub(super) fn ten_to(power: u32) -> BigInt {
    BigInt::from(10).pow(power)
}

/// The low 64 bits.
pub(super) fn wrap(value: &BigInt) -> i64 {
    let low = value.iter_u64_digits().next().unwrap_or(0) as i64;
    if value.sign() == Sign::Minus { low.wrapping_neg() } else { low }
}

/// Both mantissas at the smaller of the two powers of ten.
pub(super) fn align(a: &Amount, b: &Amount) -> (BigInt, BigInt, i32) {
    let ((a, a_exponent), (b, b_exponent)) = (a.parts(), b.parts());
    let exponent = a_exponent.min(b_exponent);
    (rescale(&a, a_exponent, exponent), rescale(&b, b_exponent, exponent), exponent)
}
