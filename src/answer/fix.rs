//! Fixes of findings for editors: the part of a text that changes, and a description.

use serde_json::json;

use crate::Value;
use crate::session::{Finding, mend::mend};

/// The fix for this finding alone, if there is one: it writes the same bytes as `lint --fix`.
pub fn of(finding: &Finding) -> Option<Value> {
    let is_safe = finding.fix.as_ref()?.is_safe;
    let mended = mend(std::iter::once(finding.fix.as_ref()), true).texts.into_iter().next()?;
    let (old, new) = (mended.source.text.as_str(), mended.text.as_str());
    let (start, tail) = difference(old, new);
    let removed = old.get(start..old.len() - tail)?;
    let inserted = new.get(start..new.len() - tail)?;
    let (from, to) = (position(old, start), position(old, old.len() - tail));
    let edit = json!({
        "file": mended.source.name,
        "line": from.0, "column": from.1, "endLine": to.0, "endColumn": to.1,
        "text": inserted,
    });
    Some(json!({ "title": title(removed, inserted, is_safe), "safe": is_safe, "edits": [edit] }))
}

/// How many bytes are equal at the beginning and at the end, cut to whole words so that people recognise what they read.
fn difference(old: &str, new: &str) -> (usize, usize) {
    let is_edge = |c: char| c.is_whitespace() || ":,\"'[]{}".contains(c);
    let same = old.char_indices().zip(new.chars()).take_while(|((_, a), b)| a == b);
    let start = same.last().map_or(0, |((at, c), _)| at + c.len_utf8());
    let start = old.get(..start).and_then(|head| head.char_indices().rfind(|(_, c)| is_edge(*c)));
    let start = start.map_or(0, |(at, c)| at + c.len_utf8());
    let (old, new) = (old.get(start..).unwrap_or_default(), new.get(start..).unwrap_or_default());
    let tail: usize =
        old.chars().rev().zip(new.chars().rev()).take_while(|(a, b)| a == b).map(|(c, _)| c.len_utf8()).sum();
    let rest = old.get(old.len() - tail..).unwrap_or_default();
    let tail = rest.char_indices().find(|(_, c)| is_edge(*c)).map_or(0, |(at, _)| tail - at);
    (start, tail)
}

/// Line and column, starting at 1; columns count characters.
fn position(text: &str, at: usize) -> (usize, usize) {
    let before = text.get(..at).unwrap_or_default();
    let line = before.rsplit_once('\n').map_or(before, |(_, line)| line);
    (before.matches('\n').count() + 1, line.chars().count() + 1)
}

fn title(removed: &str, inserted: &str, is_safe: bool) -> String {
    let brief = |text: &str| {
        let line = text.trim().replace('\n', " ");
        match line.char_indices().nth(40) {
            Some((end, _)) => format!("{}…", line.get(..end).unwrap_or_default()),
            None => line,
        }
    };
    let doubt = if is_safe { "" } else { " (perhaps not what is meant)" };
    match (brief(removed).as_str(), brief(inserted).as_str()) {
        ("", inserted) => format!("Insert {inserted}{doubt}"),
        (removed, "") => format!("Remove {removed}{doubt}"),
        (removed, inserted) => format!("Replace {removed} by {inserted}{doubt}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_are_whole_words() {
        let piece = |old: &'static str, new: &'static str| {
            let (start, tail) = difference(old, new);
            (&old[start..old.len() - tail], &new[start..new.len() - tail])
        };
        assert_eq!(piece("a: b\nstorageUrii: x\n", "a: b\nstorageUri: x\n"), ("storageUrii", "storageUri"));
        assert_eq!(piece("a: 1\nb: 2\n", "a: 1\n"), ("b: 2\n", ""));
        assert_eq!(piece("é: aa", "é: aaa"), ("aa", "aaa"));
        assert_eq!(position("é\nab", 4), (2, 2));
    }

    #[test]
    fn a_fix_is_described() {
        assert_eq!(title("a", "b", true), "Replace a by b");
        assert_eq!(title("", "b: 1\n", false), "Insert b: 1 (perhaps not what is meant)");
        assert_eq!(title("a: 2\n", "", true), "Remove a: 2");
    }
}
