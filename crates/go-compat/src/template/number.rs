//! Number and character constants.

use super::lex::TokenKind;
use super::tree::Constant;
use crate::strconv::{NumberError, parse_float, parse_int, parse_uint, quote, unquote_char};

/// Why a text is not a constant; its `Display` is the parser's message.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum ConstantError {
    #[error("invalid syntax")]
    Character,
    #[error("malformed character constant: {0}")]
    MoreCharacters(String),
    #[error("syntax error scanning complex number")]
    Complex,
    /// The real part of a complex number is not a number.
    #[error(transparent)]
    RealPart(#[from] NumberError),
    #[error("integer overflow: {}", quote(.0))]
    Overflow(String),
    #[error("illegal number syntax: {}", quote(.0))]
    Number(String),
}

/// The value of a constant.
pub(super) fn constant(kind: TokenKind, text: &str) -> Result<Constant, ConstantError> {
    match kind {
        TokenKind::CharacterConstant => character(text),
        TokenKind::Complex => complex(text),
        _ => match text.strip_suffix('i').map(parse_float) {
            Some(Ok(imaginary)) => Ok(Constant::Complex(0.0, imaginary)),
            _ => real(text),
        },
    }
}

fn character(text: &str) -> Result<Constant, ConstantError> {
    let (character, rest) = unquote_char(&text[1..], '\'').ok_or(ConstantError::Character)?;
    if rest == "'" {
        Ok(Constant::Int(i64::from(character)))
    } else {
        Err(ConstantError::MoreCharacters(text.to_owned()))
    }
}

/// Parses the sum of a real and an imaginary number.
fn complex(text: &str) -> Result<Constant, ConstantError> {
    let mut problem = ConstantError::Complex;
    // A sign may also belong to an exponent.
    for (index, _) in text.match_indices(['+', '-']).filter(|(index, _)| *index > 0) {
        let (real, imaginary) = text.split_at(index);
        match (parse_float(real), parse_float(imaginary.trim_end_matches('i'))) {
            (Ok(real), Ok(imaginary)) => return Ok(Constant::Complex(real, imaginary)),
            (Err(error), Ok(_)) => problem = error.into(),
            (_, Err(_)) => {}
        }
    }
    Err(problem)
}

fn real(text: &str) -> Result<Constant, ConstantError> {
    let integer = parse_int(text, 0).ok();
    let too_large = integer.is_none() && parse_uint(text, 0).is_ok();
    let hexadecimal = text.len() > 2 && (text.starts_with("0x") || text.starts_with("0X"));
    // In hexadecimal, the letter e is a digit.
    let written_as_float =
        if hexadecimal { text.contains(['p', 'P']) } else { text.contains(['.', 'e', 'E', 'p', 'P']) };
    if integer.is_some() || too_large {
        return Ok(match integer {
            Some(integer) if written_as_float => Constant::Float(integer as f64),
            Some(integer) => Constant::Int(integer),
            None => Constant::TooLarge,
        });
    }
    match parse_float(text) {
        Ok(_) if !text.contains(['.', 'e', 'E', 'p', 'P']) => Err(ConstantError::Overflow(text.to_owned())),
        Ok(float) if written_as_float => Ok(Constant::Float(float)),
        // Such as a hexadecimal number with a point.
        Ok(float) if float.fract() == 0.0 && float.abs() < 9.2e18 => Ok(Constant::Int(float as i64)),
        Ok(_) => Ok(Constant::Nothing),
        Err(_) => Err(ConstantError::Number(text.to_owned())),
    }
}
