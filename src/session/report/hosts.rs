//! Findings in the forms of code hosts and build servers.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;

use serde_json::json;
use sha2::{Digest as _, Sha256};

use super::found::{Report, path, word};
use crate::Value;
use crate::object::Key;
use crate::object::diagnostic::Severity;
use crate::output::printable::{escaped, is_active, on_one_line};
use crate::session::finding::end_column;
use crate::session::{Finding, Spot};

/// Annotations of GitHub Actions, one a line.
pub fn github(report: &Report<'_>) -> String {
    report.findings.iter().map(annotation).collect()
}

fn annotation(finding: &Finding) -> String {
    let escape = |text: &str| escaped(text).replace('%', "%25").replace('\n', "%0A");
    let property = |text: &str| escape(text).replace(':', "%3A").replace(',', "%2C");
    let word = match finding.diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "notice",
    };
    let title = property(finding.diagnostic.code.id);
    let message = escape(&finding.message());
    match &finding.spot {
        Spot::Text { source, span } => format!(
            "::{word} file={},line={},col={},endColumn={},title={title}::{message}\n",
            property(path(&source.name)),
            span.place.line,
            span.place.column,
            end_column(source, span),
        ),
        Spot::File(name) => format!("::{word} file={},title={title}::{message}\n", property(path(name))),
        Spot::Option(option) => format!("::{word} title={title}::{}: {message}\n", escape(option)),
        Spot::Nowhere => format!("::{word} title={title}::{message}\n"),
    }
}

/// What stands where a file is wanted, but the finding is in none.
pub const COMMAND_LINE: &str = "command line";

fn file(finding: &Finding) -> &str {
    finding.spot.file().map_or(COMMAND_LINE, path)
}

/// A code quality report of GitLab. What tells a finding from others does not change when lines move.
pub fn gitlab(report: &Report<'_>) -> Value {
    let mut seen: HashMap<String, usize> = HashMap::new();
    let issue = |finding: &Finding| {
        let identity = format!(
            "{}\n{}\n{}\n{}\n{}",
            finding.diagnostic.code.id,
            file(finding),
            finding.subject_in_words(),
            finding.diagnostic.path,
            finding.message()
        );
        let count = seen.entry(identity.clone()).or_default();
        *count += 1;
        let digest = Sha256::digest(format!("{identity}\n{count}"));
        let fingerprint = digest.iter().take(16).fold(String::new(), |text, byte| format!("{text}{byte:02x}"));
        let severity = match finding.diagnostic.severity {
            Severity::Error => "major",
            Severity::Warning => "minor",
            Severity::Note => "info",
        };
        json!({
            "check_name": finding.diagnostic.code.id,
            "description": escaped(&finding.message()),
            "fingerprint": fingerprint,
            "severity": severity,
            "location": {
                "path": file(finding).strip_prefix("./").unwrap_or(file(finding)),
                "lines": {"begin": finding.spot.place().map_or(1, |place| place.line)},
            },
        })
    };
    report.findings.iter().map(issue).collect()
}

/// What can be written in XML, in the form for text and for attributes.
fn xml(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push_str("&#10;"),
            '\t' => out.push('\t'),
            c if is_active(c) || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// A report of JUnit: a suite a file, and a case for each document that was checked. Errors are failures of their case.
pub fn junit(report: &Report<'_>) -> String {
    let mut suites: BTreeMap<&str, BTreeMap<String, Vec<&Finding>>> = BTreeMap::new();
    for (file, subject) in &report.checked {
        suites.entry(path(file)).or_default().entry(subject.clone()).or_default();
    }
    for finding in report.findings {
        let subject = finding.subject.as_ref().map_or_else(|| file(finding).to_owned(), Key::in_words);
        suites.entry(file(finding)).or_default().entry(subject).or_default().push(finding);
    }
    let is_error = |finding: &&&Finding| finding.diagnostic.severity == Severity::Error;
    let has_failed = |findings: &Vec<&Finding>| findings.iter().any(|finding| is_error(&finding));
    let tests: usize = suites.values().map(BTreeMap::len).sum();
    let failures = suites.values().flat_map(BTreeMap::values).filter(|findings| has_failed(findings)).count();
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let name = format!("kserve-render {}", report.command);
    let _ = writeln!(out, "<testsuites name=\"{name}\" tests=\"{tests}\" failures=\"{failures}\">");
    for (file, cases) in &suites {
        let failures = cases.values().filter(|findings| has_failed(findings)).count();
        let file = xml(file);
        let _ = writeln!(out, "  <testsuite name=\"{file}\" tests=\"{}\" failures=\"{failures}\">", cases.len());
        for (subject, findings) in cases {
            let case = format!("<testcase name=\"{}\" classname=\"{file}\"", xml(subject));
            if findings.is_empty() {
                let _ = writeln!(out, "    {case}/>");
                continue;
            }
            let _ = writeln!(out, "    {case}>");
            for finding in findings.iter().filter(is_error) {
                let message = xml(&finding.message());
                let code = finding.diagnostic.code.id;
                let spot = xml(&finding.spot.to_string());
                let _ = writeln!(out, "      <failure type=\"{code}\" message=\"{message}\">{spot}</failure>");
            }
            let others: Vec<&&Finding> = findings.iter().filter(|finding| !is_error(finding)).collect();
            if !others.is_empty() {
                let lines: Vec<String> = others.iter().map(|finding| xml(&line(finding))).collect();
                let _ = writeln!(out, "      <system-out>{}</system-out>", lines.join("\n"));
            }
            let _ = writeln!(out, "    </testcase>");
        }
        let _ = writeln!(out, "  </testsuite>");
    }
    out + "</testsuites>\n"
}

fn line(finding: &Finding) -> String {
    let code = finding.diagnostic.code.id;
    format!("{}[{code}]: {}: {}", word(finding), finding.spot, finding.message())
}

/// Text that stands for itself in a cell of a table in Markdown.
fn cell(text: &str) -> String {
    on_one_line(text).replace('\\', "\\\\").replace('|', "\\|").replace('<', "&lt;")
}

/// A table for the comment on a change.
pub fn markdown(report: &Report<'_>) -> String {
    let mut out = format!("### kserve-render {}: {}\n", report.command, report.counts());
    if !report.is_complete {
        out += "\nNot everything could be read, so there may be more to find.\n";
    }
    if !report.findings.is_empty() {
        out += "\n| | Code | Place | Finding |\n|---|---|---|---|\n";
    }
    for finding in report.findings {
        let code = finding.diagnostic.code.id;
        let place = match &finding.spot {
            Spot::Nowhere => String::new(),
            spot => format!("`{}`", cell(&spot.to_string()).replace('`', "'")),
        };
        let _ = writeln!(out, "| {} | {code} | {place} | {} |", word(finding), cell(&finding.message()));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_end_neither_cells_nor_elements() {
        assert_eq!(cell("a | b\n<c>"), "a \\| b &lt;c>");
        assert_eq!(xml("<a b=\"&\">\n\u{1}"), "&lt;a b=&quot;&amp;&quot;&gt;&#10;\u{fffd}");
    }
}
