//! Go's `fmt`: `Sprintf` and related functions on [`Data`].

mod printer;
mod verbs;

use crate::data::Data;
use crate::unicode::to_text;
use printer::Printer;

/// The limit, in bytes, at which output is cut; a longer result is incomplete.
pub const MAX_OUTPUT: usize = 4 << 20;

/// Formats as `fmt.Sprintf` does. Output beyond [`MAX_OUTPUT`] is cut.
///
/// ```
/// use go_compat::data::Data;
/// use go_compat::format::sprintf;
/// assert_eq!(sprintf(b"%s has %d", &[Data::string("leaf"), Data::Int(2)]), b"leaf has 2");
/// assert_eq!(sprintf(b"%d", &[Data::string("leaf")]), b"%!d(string=leaf)");
/// ```
pub fn sprintf(format: &[u8], arguments: &[Data<'_>]) -> Vec<u8> {
    let mut printer = Printer::default();
    verbs::print(&mut printer, format, arguments);
    printer.out
}

/// Formats as `fmt.Sprint` does, with a blank between two arguments if neither is a string. Output beyond [`MAX_OUTPUT`] is cut.
pub fn sprint(arguments: &[Data<'_>]) -> Vec<u8> {
    if let [only] = arguments
        && let Some(text) = only.as_string()
        && text.len() <= MAX_OUTPUT
    {
        return text.to_vec();
    }
    let mut printer = Printer::default();
    let mut previous_is_string = true;
    for argument in arguments {
        let is_string = argument.as_string().is_some();
        if !is_string && !previous_is_string {
            printer.write(b" ");
        }
        printer.argument(argument, 'v');
        previous_is_string = is_string;
    }
    printer.out
}

/// Formats as `fmt.Sprintln` does. Output beyond [`MAX_OUTPUT`] is cut.
pub fn sprintln(arguments: &[Data<'_>]) -> Vec<u8> {
    let mut printer = Printer::default();
    for (index, argument) in arguments.iter().enumerate() {
        if index > 0 {
            printer.write(b" ");
        }
        printer.argument(argument, 'v');
    }
    printer.write(b"\n");
    printer.out
}

/// Formats a text without any arguments, as when Go mistakes it for a format string: `%d` turns into `%!d(MISSING)`.
pub fn without_arguments(format: &str) -> String {
    if !format.contains('%') {
        return format.to_owned();
    }
    to_text(sprintf(format.as_bytes(), &[]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Value;
    use crate::recorded;

    #[test]
    fn formats_without_arguments() {
        assert_eq!(without_arguments("100% of %d, %5.2f%%"), "100%!o(MISSING)f %!d(MISSING), %!f(MISSING)%");
        assert_eq!(without_arguments("plain"), "plain");
        assert_eq!(without_arguments("%"), "%!(NOVERB)");
    }

    #[test]
    fn recorded_formats() {
        recorded::check(recorded::vectors(include_str!("../../testdata/vectors/format.jsonl")), |case| {
            let arguments: Vec<Data<'_>> = case["arguments"].as_array().unwrap().iter().map(argument).collect();
            let format = case["format"].as_str().unwrap().as_bytes();
            Ok(to_text(sprintf(format, &arguments)))
        });
    }

    /// In the recordings, an argument is an object whose key is its type.
    fn argument(value: &Value) -> Data<'_> {
        let Some((kind, value)) = value.as_object().and_then(|object| object.iter().next()) else {
            return Data::Missing;
        };
        match kind.as_str() {
            "bool" => Data::Bool(value.as_bool().unwrap()),
            "int" => Data::Int(value.as_i64().unwrap()),
            "uint8" => Data::Byte(u8::try_from(value.as_u64().unwrap()).unwrap()),
            "float" => Data::Float(value.as_str().unwrap().parse().unwrap()),
            "complex" => Data::Complex(value[0].as_f64().unwrap(), value[1].as_f64().unwrap()),
            "string" => Data::string(value.as_str().unwrap()),
            "list" => Data::list(
                "[]string",
                value.as_array().unwrap().iter().map(|item| Data::string(item.as_str().unwrap())).collect(),
            ),
            other => panic!("unknown type {other}"),
        }
    }
}
