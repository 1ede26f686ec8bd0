//! Pieces of pages: what the page in the browser shows, and the files of `-o html`. A page has no script, and loads nothing.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::printable::pictured;

/// How pages look, in light and dark.
pub const STYLE: &str = include_str!("page.css");

/// A text as it stands between tags or in an attribute.
pub fn escaped(text: &str) -> Cow<'_, str> {
    if !text.contains(['&', '<', '>', '"', '\'']) {
        return pictured(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in pictured(text).chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// The files that places in texts lead to: `FILE:LINE` becomes a link to the line.
#[derive(Debug, Clone, Default)]
pub struct Links {
    files: Vec<String>,
    /// The first and last lines that are there, by file; all if nothing is said.
    parts: Option<BTreeSet<(String, usize, usize)>>,
}

impl Links {
    /// Links to files of these names, of which all lines are there.
    pub fn new(files: impl IntoIterator<Item = String>) -> Links {
        let mut links = Links::default();
        files.into_iter().for_each(|file| links.add_file(file));
        links
    }

    /// Links to parts of files, by their first and last lines.
    pub fn to_parts(parts: impl IntoIterator<Item = (String, usize, usize)>) -> Links {
        let mut links = Links::default();
        let mut known = BTreeSet::new();
        for part in parts {
            links.add_file(part.0.clone());
            known.insert(part);
        }
        links.parts = Some(known);
        links
    }

    fn add_file(&mut self, file: String) {
        if !file.is_empty() && !self.files.contains(&file) {
            self.files.push(file);
        }
    }

    /// Where a line of a file stands in a page.
    fn anchor(&self, file: &str, line: usize) -> Option<String> {
        let number = self.files.iter().position(|known| known == file)?;
        let is_there = self.parts.as_ref().is_none_or(|parts| {
            parts.iter().any(|(name, first, last)| name == file && (*first..=*last).contains(&line))
        });
        is_there.then(|| format!("f{number}-{line}"))
    }

    /// A link to a line; only the text if the file is not there.
    pub fn link(&self, file: &str, line: usize, text: &str) -> String {
        match self.anchor(file, line) {
            Some(anchor) => format!(
                "<a href=\"#{anchor}\" data-file=\"{}\" data-line=\"{line}\">{}</a>",
                escaped(file),
                escaped(text)
            ),
            None => escaped(text).into_owned(),
        }
    }

    /// A text, in which places are links.
    pub fn text(&self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        let mut rest = text;
        while let Some((start, end, file, line)) = self.next_place(rest) {
            out.push_str(&escaped(rest.get(..start).unwrap_or_default()));
            out.push_str(&self.link(file, line, rest.get(start..end).unwrap_or_default()));
            rest = rest.get(end..).unwrap_or_default();
        }
        out.push_str(&escaped(rest));
        out
    }

    /// The first place in a text: its bytes, the file and the line. Of several files that fit, the longest name counts.
    fn next_place(&self, text: &str) -> Option<(usize, usize, &str, usize)> {
        let in_text = |file: &String| {
            text.match_indices(file.as_str()).find_map(|(start, _)| {
                let before = text.get(..start)?.chars().next_back();
                let is_whole = before.is_none_or(|c| !c.is_alphanumeric() && !"/._-".contains(c));
                let number = text.get(start + file.len()..)?.strip_prefix(':')?;
                let length = number.bytes().take_while(u8::is_ascii_digit).count();
                let line = number.get(..length)?.parse().ok()?;
                is_whole.then_some((start, start + file.len() + 1 + length, line))
            })
        };
        let found = self.files.iter().filter_map(|file| in_text(file).map(|place| (file, place)));
        let (file, (start, end, line)) =
            found.min_by_key(|(file, (start, ..))| (*start, std::cmp::Reverse(file.len())))?;
        Some((start, end, file, line))
    }

    /// A part of a file with an anchor at each line.
    pub fn listing(&self, file: &str, first: usize, text: &str) -> String {
        let mut out = String::new();
        let before = first.saturating_sub(1);
        let _ = write!(
            out,
            "<details class=\"source\" open>\n<summary>{}</summary>\n<pre class=\"lines\" style=\"counter-reset:line {before}\">",
            escaped(file)
        );
        for (number, line) in text.lines().enumerate() {
            let anchor = self.anchor(file, first + number).unwrap_or_default();
            let _ = writeln!(out, "<span id=\"{anchor}\">{}</span>", escaped(line));
        }
        out.push_str("</pre>\n</details>\n");
        out
    }
}

/// A page with a title and what stands below it.
pub fn page(title: &str, body: &str) -> String {
    let title = escaped(title);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body class=\"file\">\n<main>\n<h1>{title}</h1>\n{body}\
         </main>\n</body>\n</html>\n"
    )
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn places_become_links_to_the_lines_of_known_files() {
        let links = Links::new(["a.yaml".to_owned(), "b/a.yaml".to_owned()]);
        assert_eq!(
            links.text("see b/a.yaml:12 <x>, xa.yaml:3 and a.yaml:4:5"),
            "see <a href=\"#f1-12\" data-file=\"b/a.yaml\" data-line=\"12\">b/a.yaml:12</a> &lt;x&gt;, xa.yaml:3 and \
             <a href=\"#f0-4\" data-file=\"a.yaml\" data-line=\"4\">a.yaml:4</a>:5"
        );
        assert!(
            links.listing("a.yaml", 3, "x: <\ny\n").contains("<span id=\"f0-3\">x: &lt;</span>\n<span id=\"f0-4\">y")
        );
        let part = Links::to_parts([("a.yaml".to_owned(), 2, 5)]);
        assert!(part.text("a.yaml:5").starts_with("<a ") && !part.text("a.yaml:6").contains("<a "));
    }

    proptest! {
        #[test]
        fn no_text_becomes_markup(text in "[<>&\"'a:.0-9\u{1b}]{0,40}") {
            let out = Links::new(["a".to_owned()]).text(&text);
            let without_links = out.replace("</a>", "");
            prop_assert!(without_links.split("<a href=\"#").skip(1).all(|part| part.starts_with("f0-")));
            prop_assert_eq!(without_links.matches('<').count(), out.matches("<a href=\"#f0-").count());
        }
    }
}
