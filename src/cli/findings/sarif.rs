//! Findings for code review: the Static Analysis Results Interchange Format.

use serde_json::json;

use super::hosts::COMMAND_LINE;
use super::report::{Report, path, word};
use crate::Value;
use crate::input::{Source, Span};
use crate::lint::docs;
use crate::object::diagnostic::Code;
use crate::session::finding::end_column;
use crate::session::{Finding, Spot};

/// The page about a kind of finding.
fn page_of(code: &Code) -> String {
    let page = match docs::rule(code) {
        Some(_) => format!("#{}-{}", code.id.to_ascii_lowercase(), code.name),
        None => "#what-admission-says".to_owned(),
    };
    format!("{}/blob/main/docs/lint.md{page}", env!("CARGO_PKG_REPOSITORY"))
}

/// A log with one run.
pub fn log(report: &Report<'_>) -> Value {
    let mut codes: Vec<&Code> = report.findings.iter().map(|finding| finding.diagnostic.code).collect();
    codes.sort_by_key(|code| code.id);
    codes.dedup();
    let rules: Vec<Value> = codes.into_iter().map(rule).collect();
    let results: Vec<Value> = report.findings.iter().map(result).collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": "kserve-render",
                "version": env!("CARGO_PKG_VERSION"),
                "informationUri": env!("CARGO_PKG_REPOSITORY"),
                "rules": rules,
            }},
            // Code hosts keep the runs of one tool apart by this.
            "automationDetails": {"id": format!("kserve-render/{}/", report.command)},
            // Of a run that is not whole, what it does not find may be there all the same.
            "invocations": [{"executionSuccessful": report.is_complete}],
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    })
}

fn rule(code: &Code) -> Value {
    let mut entry = json!({
        "id": code.id,
        "name": code.name,
        "shortDescription": {"text": code.name.replace('-', " ")},
        "fullDescription": {"text": code.explanation},
        "help": {"text": code.explanation},
        "helpUri": page_of(code),
    });
    if let (Some(rule), Some(fields)) = (docs::rule(code), entry.as_object_mut()) {
        fields.insert("help".into(), json!({"text": docs::help(rule), "markdown": docs::help_markdown(rule)}));
        // The words are those of SARIF too.
        fields.insert("defaultConfiguration".into(), json!({"level": docs::severity(rule.severity)}));
    }
    entry
}

fn result(finding: &Finding) -> Value {
    let mut result = json!({
        "ruleId": finding.diagnostic.code.id,
        "level": word(finding),
        "message": {"text": finding.message()},
        "locations": [location(finding)],
    });
    if let Spot::Option(option) = &finding.spot {
        result["message"] = json!({"text": format!("{option}: {}", finding.message())});
    }
    if let (false, Some(fields)) = (finding.related.is_empty(), result.as_object_mut()) {
        let related = finding.related.iter().map(|place| {
            json!({
                "message": {"text": place.message},
                "physicalLocation": physical_location(&place.source, &place.span),
            })
        });
        fields.insert("relatedLocations".into(), related.collect());
    }
    result
}

/// Where a finding is. Code hosts refuse a result without a file.
fn location(finding: &Finding) -> Value {
    match &finding.spot {
        Spot::Text { source, span } => json!({"physicalLocation": physical_location(source, span)}),
        Spot::File(name) => json!({"physicalLocation": {"artifactLocation": {"uri": uri(path(name))}}}),
        Spot::Option(_) | Spot::Nowhere => {
            json!({"physicalLocation": {"artifactLocation": {"uri": uri(COMMAND_LINE)}}})
        }
    }
}

fn physical_location(source: &Source, span: &Span) -> Value {
    json!({
        "artifactLocation": {"uri": uri(path(&source.name))},
        "region": {
            "startLine": span.place.line,
            "startColumn": span.place.column,
            "endColumn": end_column(source, span),
        },
    })
}

/// A path as a URI reference.
fn uri(path: &str) -> String {
    let path = path.strip_prefix("./").unwrap_or(path);
    path.bytes().fold(String::with_capacity(path.len()), |mut uri, byte| {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            uri += &format!("%{byte:02X}");
        }
        uri
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_uris() {
        assert_eq!(uri("./services/leaf 2.yaml"), "services/leaf%202.yaml");
        assert_eq!([path("<stdin>"), path("a.yaml")], ["stdin", "a.yaml"]);
    }
}
