//! Splits a stream of YAML documents at its `---` and `...` lines before any of them is parsed: an error in one document leaves
//! the others readable, and the scope of an anchor ends with its document.

use std::ops::Range;

/// One document's text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chunk {
    /// The byte range in the stream.
    pub range: Range<usize>,
    /// The line of the stream, counted from 1, on which the range begins.
    pub line: usize,
}

/// The documents of a stream, without those that have no content.
pub fn split(text: &str) -> Vec<Chunk> {
    let mut chunks = Vec::new();
    let mut start = (0, 1);
    let mut at = 0;
    let mut content = false;
    let mut directives = false;
    for (line_number, line) in (1..).zip(text.split_inclusive('\n')) {
        // Most lines are neither marker nor directive, and come after another with content.
        if content && !line.starts_with(['-', '.']) {
            at += line.len();
            continue;
        }
        let marker = Marker::of(line);
        if marker.is_some() {
            if content {
                chunks.push(Chunk { range: start.0..at, line: start.1 });
            }
            // Directives belong to the document that begins at the marker after them.
            if content || !directives {
                start = (at, line_number);
            }
            content = false;
            directives = false;
        }
        match marker {
            Some(Marker::End) => {
                start = (at + line.len(), line_number + 1);
            }
            Some(Marker::Start { rest }) => content = has_content(rest),
            None if line.starts_with('%') && !content => directives = true,
            None => content = content || has_content(line),
        }
        at += line.len();
    }
    if content || directives {
        chunks.push(Chunk { range: start.0..text.len(), line: start.1 });
    }
    chunks
}

enum Marker<'a> {
    /// `---`, and what follows on its line.
    Start { rest: &'a str },
    /// `...`
    End,
}

impl Marker<'_> {
    fn of(line: &str) -> Option<Marker<'_>> {
        let (rest, end) = match (line.strip_prefix("---"), line.strip_prefix("...")) {
            (Some(rest), _) => (rest, false),
            (_, Some(rest)) => (rest, true),
            _ => return None,
        };
        if !rest.is_empty() && !rest.starts_with([' ', '\t', '\r', '\n']) {
            return None;
        }
        Some(if end { Marker::End } else { Marker::Start { rest } })
    }
}

/// Whether a line has more than blanks and a comment.
fn has_content(line: &str) -> bool {
    let text = line.trim_start_matches([' ', '\t', '\r', '\n', '\u{feff}']);
    !text.is_empty() && !text.starts_with('#')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(stream: &str) -> Vec<(usize, &str)> {
        split(stream).into_iter().map(|chunk| (chunk.line, &stream[chunk.range])).collect()
    }

    #[test]
    fn documents_end_at_marker_lines_only() {
        assert_eq!(texts("a: 1\n---\n# nothing\n---\nb: ---\n c\n"), [(1, "a: 1\n"), (4, "---\nb: ---\n c\n")]);
        assert_eq!(texts("--- {a: 1}\n--- # comment\n---x: 1"), [(1, "--- {a: 1}\n"), (2, "--- # comment\n---x: 1")]);
        assert_eq!(texts("a: 1\r\n...\r\nb: 1\r\n"), [(1, "a: 1\r\n"), (3, "b: 1\r\n")]);
        assert_eq!(texts("\n# only a comment\n"), []);
    }

    #[test]
    fn directives_go_with_the_document_after_them() {
        assert_eq!(texts("%YAML 1.1\n---\na: 1\n"), [(1, "%YAML 1.1\n---\na: 1\n")]);
        assert_eq!(texts("a: 1\n---\n%x: 1\n"), [(1, "a: 1\n"), (2, "---\n%x: 1\n")]);
    }
}
