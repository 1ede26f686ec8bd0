//! Selectors of devices: expressions in the Common Expression Language over the variable `device`, which the API
//! server compiles when a claim is created. Types of values are not checked.

use cel::common::ast::{EntryExpr, Expr, IdedExpr, SourceInfo};
use cel::parser::Parser;

use crate::go::strconv::quote;
use crate::order;

/// Why the server refuses a selector.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The server's text without the field. For syntax errors, only the start of the text.
    pub text: String,
    /// Advice on a syntax error.
    pub help: Option<String>,
}

/// The maximum size of a selector, in bytes.
const LONGEST: usize = 10 * 1024;

/// The maximum number of errors that the server reports for one expression.
const MOST_ERRORS: usize = 100;

/// The maximum length, in characters, of an expression that the server prints with an error.
const LONGEST_SHOWN: usize = 16_384;

/// Names that are known beside `device`: types, and prefixes of function names.
const KNOWN: [&str; 23] = [
    "device",
    "bool",
    "bytes",
    "cel",
    "double",
    "dyn",
    "format",
    "google",
    "int",
    "ip",
    "kubernetes",
    "list",
    "map",
    "math",
    "net",
    "null_type",
    "optional",
    "optional_type",
    "quantity",
    "sets",
    "string",
    "type",
    "uint",
];

/// Macros that bind the names before their last argument.
const BINDING: [&str; 14] = [
    "all",
    "bind",
    "exists",
    "existsOne",
    "exists_one",
    "filter",
    "map",
    "optFlatMap",
    "optMap",
    "sortBy",
    "transformList",
    "transformMap",
    "transformMapEntry",
    "transformMapEntryOptional",
];

/// Why the server refuses a selector, if it does.
pub fn refusal(expression: &str) -> Option<Refusal> {
    if expression.len() > LONGEST {
        return Some(Refusal { text: format!("Too long: may not be more than {LONGEST} bytes"), help: None });
    }
    let begin = format!("Invalid value: {}: compilation failed", quote(expression));
    let (parsed, source) = match Parser::default().enable_optional_syntax(true).parse_with_source_info(expression) {
        Ok(parsed) => parsed,
        Err(errors) => {
            let first = errors.errors.first().map(|error| format!("at character {}: {}", error.pos.1, error.msg));
            return Some(Refusal { text: begin, help: first });
        }
    };
    let mut names = Names { source: &source, bound: Vec::new(), unknown: Vec::new() };
    names.walk(&parsed);
    let mut unknown = names.unknown;
    order::sort_by_key(&mut unknown, |(at, _)| *at);
    let shown = expression.replace('\t', " ");
    let errors = unknown.iter().take(MOST_ERRORS).map(|(at, name)| {
        let text = format!("ERROR: <input>:1:{}: undeclared reference to '{name}' (in container '')", at + 1);
        match shown.len() <= LONGEST_SHOWN {
            true => format!("{text}\n | {shown}\n | {}", pointer(&shown, *at)),
            false => text,
        }
    });
    let mut errors: Vec<String> = errors.collect();
    if errors.is_empty() {
        return None;
    }
    if unknown.len() > MOST_ERRORS {
        errors.push(format!("{} more errors were truncated", unknown.len() - MOST_ERRORS));
    }
    Some(Refusal { text: format!("{begin}: {}", errors.join("\n")), help: None })
}

/// The line that points at a character of an expression. As in CEL's messages, it is full-width below what is not
/// ASCII.
fn pointer(shown: &str, at: usize) -> String {
    let mut line: String = shown.chars().take(at).map(|c| if c.is_ascii() { '.' } else { '\u{ff0e}' }).collect();
    line.push(if shown.chars().nth(at).is_none_or(|c| c.is_ascii()) { '^' } else { '\u{ff3e}' });
    line
}

/// The names in an expression.
struct Names<'e> {
    source: &'e SourceInfo,
    bound: Vec<&'e str>,
    /// Undeclared names, with the position of their first character.
    unknown: Vec<(usize, &'e str)>,
}

impl<'e> Names<'e> {
    fn walk(&mut self, expression: &'e IdedExpr) {
        match &expression.expr {
            Expr::Unspecified | Expr::Literal(_) => {}
            Expr::Ident(name) => {
                if !KNOWN.contains(&name.as_str()) && !self.bound.contains(&name.as_str()) {
                    let bytes = self.source.offset_for(expression.id).map_or(0, |(start, _)| start as usize);
                    let before = self.source.source.get(..bytes).unwrap_or_default();
                    self.unknown.push((before.chars().count(), name));
                }
            }
            Expr::Select(select) => self.walk(&select.operand),
            Expr::Call(call) => {
                if let Some(target) = &call.target {
                    self.walk(target);
                }
                let bound = self.bound.len();
                let mut arguments = call.args.as_slice();
                if BINDING.contains(&call.func_name.as_str())
                    && let [names @ .., last] = arguments
                {
                    let is_name = |argument: &&IdedExpr| matches!(argument.expr, Expr::Ident(_));
                    for name in names.iter().filter(is_name) {
                        if let Expr::Ident(name) = &name.expr {
                            self.bound.push(name);
                        }
                    }
                    names.iter().filter(|argument| !is_name(argument)).for_each(|argument| self.walk(argument));
                    arguments = std::slice::from_ref(last);
                }
                arguments.iter().for_each(|argument| self.walk(argument));
                self.bound.truncate(bound);
            }
            Expr::Comprehension(loops) => {
                self.walk(&loops.iter_range);
                let bound = self.bound.len();
                self.bound.push(&loops.accu_var);
                self.walk(&loops.accu_init);
                self.bound.push(&loops.iter_var);
                self.bound.extend(loops.iter_var2.as_deref());
                [&loops.loop_cond, &loops.loop_step, &loops.result].into_iter().for_each(|part| self.walk(part));
                self.bound.truncate(bound);
            }
            Expr::List(list) => list.elements.iter().for_each(|element| self.walk(element)),
            Expr::Map(map) => map.entries.iter().for_each(|entry| self.entry(&entry.expr)),
            Expr::Struct(object) => object.entries.iter().for_each(|entry| self.entry(&entry.expr)),
        }
    }

    fn entry(&mut self, entry: &'e EntryExpr) {
        match entry {
            EntryExpr::StructField(field) => self.walk(&field.value),
            EntryExpr::MapEntry(entry) => {
                self.walk(&entry.key);
                self.walk(&entry.value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn selectors_may_only_use_the_device() {
        for taken in [
            "device.driver == 'gpu.nvidia.com'",
            "device.attributes['gpu.nvidia.com'].productName.lowerAscii().matches('^.*a100.*$')",
            "device.capacity[\"gpu.nvidia.com\"].memory.compareTo(quantity(\"40Gi\")) >= 0",
            "cel.bind(gpu, device.attributes['gpu.nvidia.com'], gpu.mig && type(gpu.index) == int)",
            "['a', 'b'].exists(name, device.driver == name)",
            "device.attributes['gpu.nvidia.com'].?family.orValue('') == 'Hopper'",
            "device.attributes[?'gpu.nvidia.com'].optMap(gpu, gpu.mig).orValue(false)",
        ] {
            assert_eq!(refusal(taken), None, "{taken}");
        }
    }

    #[test]
    fn undeclared_names_are_reported_like_the_server() {
        let text = |expression| refusal(expression).map(|refusal| refusal.text);
        let expected = "Invalid value: \"a == b\": compilation failed: ERROR: <input>:1:1: undeclared reference to 'a' (in container '')\n \
                        | a == b\n | ^\nERROR: <input>:1:6: undeclared reference to 'b' (in container '')\n | a == b\n | .....^";
        assert_eq!(text("a == b").as_deref(), Some(expected));
        let wide = text("device.driver == 'é' && gpu.x").unwrap_or_default();
        let pointer = "\n | ..................\u{ff0e}.....^";
        assert!(wide.contains("<input>:1:25: undeclared reference to 'gpu'") && wide.ends_with(pointer), "{wide}");
    }

    #[test]
    fn invalid_or_long_expressions_are_refused() {
        let broken = refusal("device.driver ==").expect("a refusal");
        assert_eq!(broken.text, "Invalid value: \"device.driver ==\": compilation failed");
        assert!(broken.help.is_some_and(|help| help.starts_with("at character 17: ")), "where it ends");
        let long = format!("device.driver == '{}'", "x".repeat(LONGEST));
        assert_eq!(refusal(&long).expect("a refusal").text, "Too long: may not be more than 10240 bytes");
    }
}
