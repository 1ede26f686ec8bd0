//! Lines that differ between two texts, as `diff -u` prints them.

use std::borrow::Cow;

use similar::algorithms::{Capture, Compact, Replace, myers};
use similar::udiff::UnifiedHunkHeader;
use similar::{ChangeTag, group_diff_ops};

use crate::output::printable::is_active;

/// What a line of a difference tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// What is compared.
    Name,
    /// Where in it the lines below stand.
    Hunk,
    Removed,
    Added,
    /// A line of both sides, or about the line above.
    Context,
}

/// A line of a difference, with its sign and its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    pub mark: Mark,
    pub text: String,
}

/// The differing lines with `context` lines around them, below the two names; empty if there are none.
pub fn unified(old: &str, new: &str, context: usize, names: (&str, &str)) -> String {
    marked(old, new, context, names).into_iter().map(|line| line.text).collect()
}

/// Like [`unified`], with what each line tells.
///
/// Only one algorithm of the library is called: all of them, each for every kind of text, add 390 kB to the program.
pub fn marked(old: &str, new: &str, context: usize, names: (&str, &str)) -> Vec<Line> {
    let (old, new) = (lines(old), lines(new));
    let mut compared = Compact::new(Replace::new(Capture::new()), old.as_slice(), new.as_slice());
    let Ok(()) = myers::diff(&mut compared, old.as_slice(), 0..old.len(), new.as_slice(), 0..new.len());
    let hunks = group_diff_ops(compared.into_inner().into_inner().into_ops(), context);
    let mut found = Vec::new();
    let mut add = |mark: Mark, text: String| found.push(Line { mark, text });
    for (index, hunk) in hunks.iter().filter(|hunk| !hunk.is_empty()).enumerate() {
        if index == 0 {
            add(Mark::Name, format!("--- {}\n", names.0));
            add(Mark::Name, format!("+++ {}\n", names.1));
        }
        add(Mark::Hunk, format!("{}\n", UnifiedHunkHeader::new(hunk)));
        for change in hunk.iter().flat_map(|operation| operation.iter_changes(old.as_slice(), new.as_slice())) {
            let mark = match change.tag() {
                ChangeTag::Delete => Mark::Removed,
                ChangeTag::Insert => Mark::Added,
                ChangeTag::Equal => Mark::Context,
            };
            let line = change.value();
            let is_ended = line.ends_with('\n');
            add(mark, format!("{}{line}{}", change.tag(), if is_ended { "" } else { "\n" }));
            if !is_ended {
                add(Mark::Context, "\\ No newline at end of file\n".to_owned());
            }
        }
    }
    found
}

/// A file name as it stands in the head of a difference: as git writes one with what would end the line or act on a terminal, in quotes
/// and with each byte of that in octal.
pub fn file_name(name: &str) -> Cow<'_, str> {
    let is_plain = |c: char| !is_active(c) && !matches!(c, '"' | '\\');
    if name.chars().all(is_plain) {
        return Cow::Borrowed(name);
    }
    let mut quoted = String::from("\"");
    for c in name.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            '\r' => quoted.push_str("\\r"),
            c if is_plain(c) => quoted.push(c),
            c => quoted.extend(c.encode_utf8(&mut [0; 4]).bytes().map(|byte| format!("\\{byte:03o}"))),
        }
    }
    quoted.push('"');
    Cow::Owned(quoted)
}

/// The lines of a text with their ends.
fn lines(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_stand_in_hunks_with_what_is_around_them() {
        let old: String = (1..=9).map(|number| format!("{number}\n")).collect();
        let new = old.replace("2\n", "two\n").replace("9\n", "9");
        let wanted = "--- a\n+++ b\n@@ -1,3 +1,3 @@\n 1\n-2\n+two\n 3\n@@ -8,2 +8,2 @@\n 8\n-9\n+9\n\\ No newline at end of file\n";
        assert_eq!(unified(&old, &new, 1, ("a", "b")), wanted);
    }

    #[test]
    fn names_of_files_are_quoted_as_git_does() {
        assert_eq!(file_name("a/å b.yaml"), "a/å b.yaml");
        assert_eq!(file_name("a/\n+++ \"b\".yaml"), r#""a/\n+++ \"b\".yaml""#);
        assert_eq!(file_name("\u{1b}\u{202e}\\"), r#""\033\342\200\256\\""#);
    }

    #[test]
    fn what_is_alike_has_no_lines() {
        assert_eq!(unified("a\n", "a\n", 3, ("a", "b")), "");
        assert_eq!(unified("", "a\n", 3, ("a", "b")), "--- a\n+++ b\n@@ -0,0 +1 @@\n+a\n");
    }

    /// The difference of whole texts, for texts too long to be compared line by line.
    #[test]
    fn long_texts_differ_as_the_library_says() {
        let old: String = (0..400).map(|number| format!("{}\n", number * number % 97)).collect();
        let new: String = (0..400).map(|number| format!("{}\n", number * number % 89)).collect();
        let wanted = similar::TextDiff::from_lines(&old, &new).unified_diff().header("a", "b").to_string();
        assert_eq!(unified(&old, &new, 3, ("a", "b")), wanted);
    }
}
