//! Every error text that a user can get is kept in a snapshot: this test takes the texts from the sources and looks for them in
//! transcripts, recorded cases and unit tests.
//!
//! Texts that cannot occur are listed with the reason in `testdata/cli/unmet-texts.txt`; if a listed text occurs, the run fails.

#![allow(clippy::restriction, reason = "a test says what is wrong by panicking")]

use std::path::{Path, PathBuf};

/// The modules with error texts.
const SOURCES: [&str; 10] =
    ["build", "cli", "diff", "facts", "input", "kinds", "output", "schema", "session", "webhook"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn files_below(path: &Path, found: &mut Vec<PathBuf>) {
    if path.is_file() {
        found.push(path.to_owned());
        return;
    }
    let entries = std::fs::read_dir(path).expect("a folder");
    let mut entries: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    entries.sort();
    entries.iter().for_each(|entry| files_below(entry, found));
}

/// The string literals in a Rust source, with the line in which each begins.
fn literals(source: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let (mut rest, mut line) = (source, 1);
    while let Some(first) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if let Some(raw) = rest.strip_prefix("r#\"") {
            let end = raw.find("\"#").unwrap_or(raw.len());
            found.push((line, raw[..end].to_owned()));
            end + 5
        } else if let Some(quoted) = rest.strip_prefix('"') {
            let mut text = String::new();
            let mut characters = quoted.char_indices();
            let mut end = quoted.len();
            while let Some((at, c)) = characters.next() {
                match c {
                    '"' => {
                        end = at + 1;
                        break;
                    }
                    '\\' => match characters.next().map(|(_, escaped)| escaped) {
                        // The string continues on the next line; its indentation does not count.
                        Some('\n') => {}
                        Some('n' | 't' | 'r') => text.push(' '),
                        escaped => text.extend(escaped),
                    },
                    c => text.push(c),
                }
            }
            // The reason for an expected lint is for programmers.
            if !source[..source.len() - rest.len()].ends_with("reason = ") {
                found.push((line, text));
            }
            end + 1
        } else if first == '\'' && (rest.get(2..3) == Some("'") || rest.starts_with("'\\")) {
            // A character, which may be a quote.
            rest[2..].find('\'').map_or(1, |at| at + 3)
        } else {
            first.len_utf8()
        };
        let length = length.min(rest.len());
        line += rest[..length].matches('\n').count();
        rest = &rest[length..];
    }
    found
}

/// A source without its tests, and the tests.
fn without_tests(source: &str) -> (&str, &str) {
    source.find("#[cfg(test)]\nmod tests {").map_or((source, ""), |at| source.split_at(at))
}

/// A text without what depends on where it is written: blanks, quotes and backslashes.
fn bare(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && !matches!(c, '"' | '\'' | '\\' | '`')).collect()
}

/// The pieces of a text around its placeholders, if they are long enough to be recognised.
fn pieces(text: &str) -> Vec<String> {
    let text = text.replace("{{", "\u{1}").replace("}}", "\u{2}");
    let mut pieces = Vec::new();
    let mut rest = text.as_str();
    while let Some((piece, after)) = rest.split_once('{') {
        pieces.push(piece);
        rest = after.split_once('}').map_or("", |(_, after)| after);
    }
    pieces.push(rest);
    let pieces = pieces.into_iter().map(|piece| bare(&piece.replace('\u{1}', "{").replace('\u{2}', "}")));
    pieces.filter(|piece| piece.chars().count() >= 6).collect()
}

#[test]
fn every_error_text_is_in_a_snapshot() {
    let mut snapshots = String::new();
    let mut read = Vec::new();
    for folder in ["tests/cli", "crates/go-compat/testdata", "crates/kube-yaml/testdata", "testdata/conformance"] {
        files_below(&root().join(folder), &mut read);
    }
    for file in read {
        snapshots += &bare(&std::fs::read_to_string(file).unwrap_or_default());
    }
    let mut tests = Vec::new();
    files_below(&root().join("tests"), &mut tests);
    for file in tests.iter().filter(|file| file.extension().is_some_and(|extension| extension == "rs")) {
        let test = std::fs::read_to_string(file).expect("a source");
        snapshots.extend(literals(&test).iter().map(|(_, text)| bare(text) + "\n"));
    }
    let mut sources = Vec::new();
    files_below(&root().join("crates"), &mut sources);
    for source in SOURCES {
        files_below(&root().join("src").join(source), &mut sources);
    }
    let mut texts = Vec::new();
    for file in sources.iter().filter(|file| file.extension().is_some_and(|extension| extension == "rs")) {
        let source = std::fs::read_to_string(file).expect("a source");
        let name = file.strip_prefix(root()).expect("below the root").display().to_string();
        // Explanations and advice have tests of their own.
        if name.contains("/kinds/")
            && ["lint.rs", "/composition/", "/explain/", "/lint/", "/topics"].iter().any(|t| name.contains(t))
        {
            continue;
        }
        let is_test = name.contains("/tests/")
            || ["tests.rs", "testing.rs", "properties.rs", "recorded.rs"].iter().any(|t| name.ends_with(t));
        let (own, tests) = if is_test { ("", source.as_str()) } else { without_tests(&source) };
        for (_, text) in literals(tests) {
            snapshots += &bare(&text);
            snapshots.push('\n');
        }
        // A single word is a name or a key.
        let sentences = literals(own).into_iter().filter(|(_, text)| text.trim().contains(' '));
        texts.extend(sentences.map(|(line, text)| (format!("{name}:{line}"), text)));
    }
    let unmet = std::fs::read_to_string(root().join("testdata/cli/unmet-texts.txt")).expect("the list");
    let unmet: Vec<&str> = unmet.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).collect();
    let mut listed = vec![false; unmet.len()];
    let mut missing = Vec::new();
    for (place, text) in &texts {
        if pieces(text).iter().all(|piece| snapshots.contains(piece.as_str())) {
            continue;
        }
        match unmet.iter().position(|known| bare(known) == bare(text)) {
            Some(at) => listed[at] = true,
            None => missing.push(format!("{place}: {text:?}")),
        }
    }
    let surplus: Vec<&str> = unmet.iter().zip(&listed).filter(|(_, listed)| !**listed).map(|(text, _)| *text).collect();
    assert!(missing.is_empty(), "texts that no snapshot has:\n{}", missing.join("\n"));
    assert!(surplus.is_empty(), "listed, but in a snapshot or in no source:\n{}", surplus.join("\n"));
}

#[test]
fn every_kind_of_refusal_is_in_a_transcript() {
    let mut transcripts = Vec::new();
    files_below(&root().join("tests/cli"), &mut transcripts);
    let transcript: String =
        transcripts.iter().map(|file| std::fs::read_to_string(file).expect("a transcript")).collect();
    for code in kserve_render::admission::codes::ALL {
        assert!(transcript.contains(&format!("[{}]", code.id)), "{} is in no transcript", code.id);
    }
}

#[test]
fn literals_are_found() {
    let source = "let a = \"b \\\"c\\\" \\\n    d\"; // \"no\"\nlet e = '\"'; let f = r#\"g \"h\"\"#;\nlet i = \"j\";";
    let found = literals(source);
    assert_eq!(
        found.iter().map(|(line, text)| (*line, bare(text))).collect::<Vec<_>>(),
        [(1, "bcd".to_owned()), (3, "gh".to_owned()), (4, "j".to_owned()),]
    );
    assert_eq!(pieces("cannot read {name}: {{literally}} {error}"), ["cannotread", ":{literally}"]);
}
