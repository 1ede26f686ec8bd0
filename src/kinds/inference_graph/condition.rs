//! Conditions of steps, which are GJSON paths.

/// Syntax that a later GJSON reads and the implementation here does not: literal values, and modifiers.
const NOT_READ_HERE: [&str; 8] = ["@keys", "@values", "@tostr", "@fromstr", "@group", "@dig", "|!", ".!"];

/// Whether a condition holds for a payload: the path leads to something in it. As in the router, no condition holds for a payload
/// that is not JSON. `None` for a condition with parts that only the router's GJSON reads.
pub fn holds(condition: &str, payload: &str) -> Option<bool> {
    if condition.starts_with('!') || NOT_READ_HERE.iter().any(|part| condition.contains(part)) {
        return None;
    }
    Some(!condition.is_empty() && gjson::valid(payload) && gjson::get(payload, condition).exists())
}

/// What is wrong with a condition: it is in another language, so that GJSON takes it for the name of a key, or it is a path that
/// cannot be parsed to its end.
pub fn problem(condition: &str) -> Option<String> {
    let trimmed = condition.trim();
    if trimmed.starts_with('{') && trimmed.contains(['.', '=', '$']) && !trimmed.contains([':', ',', '"']) {
        return Some(format!(
            "GJSON takes {condition} for an object of paths, which always exists, so it holds for every request"
        ));
    }
    if trimmed.starts_with("$.") || trimmed.starts_with("$[") {
        return Some(format!("GJSON looks for a key $, as {condition} is a JSONPath, so it holds for no request"));
    }
    unbalanced(condition).map(|bracket| format!("{condition} has a {bracket} that is not closed, or closes none"))
}

/// The first bracket without a counterpart, ignoring quoted strings and escaped characters.
fn unbalanced(condition: &str) -> Option<char> {
    let mut open = Vec::new();
    let mut is_quoted = false;
    let mut characters = condition.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' => drop(characters.next()),
            '"' => is_quoted = !is_quoted,
            _ if is_quoted => {}
            '(' | '[' | '{' => open.push(character),
            ')' | ']' | '}' => {
                let opening = match character {
                    ')' => '(',
                    ']' => '[',
                    _ => '{',
                };
                if open.pop() != Some(opening) {
                    return Some(character);
                }
            }
            _ => {}
        }
    }
    if is_quoted { Some('"') } else { open.first().copied() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_condition_holds_where_its_path_leads_to_something() {
        let payload = r#"{"instances":[{"kind":"dog","size":3},{"kind":"cat"}],"empty":null}"#;
        let holding = [
            "instances",
            "empty",
            "@this",
            "instances.0.kind",
            "instances.#(kind==\"dog\")",
            "instances.#(size>2)",
            "[@this].#(instances.0.size==3)",
            "instances.#(kind%\"d*\")#|0",
            "{ .size == 9 }",
        ];
        for condition in holding {
            assert_eq!(holds(condition, payload), Some(true), "{condition}");
        }
        for condition in ["", "instances.2", "instances.#(kind==\"cow\")", "$.instances", "instances.#(size>3)"] {
            assert_eq!(holds(condition, payload), Some(false), "{condition}");
        }
        assert_eq!(holds("@this", "no json"), Some(false));
        assert_eq!(holds("@keys", payload), None);
    }

    #[test]
    fn paths_are_distinguished_from_other_languages() {
        for path in
            ["", "a.b", "instances.#(kind==\"dog\")", "a.#(b>1)#|#", "[@this].#(x==\"]\")", "{a,b:c}", "@this", "a\\(b"]
        {
            assert_eq!(problem(path), None, "{path}");
        }
        for other in ["{ .a == 1 }", "$.a", "$['a']", "a.#(b==1", "a)", "a.#(b==\"x)"] {
            assert!(problem(other).is_some(), "{other}");
        }
        let always = "GJSON takes {.a} for an object of paths, which always exists, so it holds for every request";
        assert_eq!(problem("{.a}").as_deref(), Some(always));
        let never = "GJSON looks for a key $, as $.a is a JSONPath, so it holds for no request";
        assert_eq!(problem("$.a").as_deref(), Some(never));
        assert_eq!(problem("a)").as_deref(), Some("a) has a ) that is not closed, or closes none"));
    }
}
