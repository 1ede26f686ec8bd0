//! Findings as a list for programs.

use serde_json::json;

use super::finding::end_column;
use super::{Finding, Spot};
use crate::lint::docs;
use crate::{Map, Value};

/// A finding with everything that is known of it.
pub fn object(finding: &Finding) -> Value {
    let diagnostic = &finding.diagnostic;
    let mut fields = Map::new();
    let mut put = |key: &str, value: Value| fields.insert(key.into(), value);
    put("code", diagnostic.code.id.into());
    put("name", diagnostic.code.name.into());
    put("severity", docs::severity(diagnostic.severity).into());
    put("message", diagnostic.message.as_str().into());
    put("explanation", diagnostic.code.explanation.into());
    put("subject", finding.subject_in_words().into());
    put("path", diagnostic.path.to_string().into());
    put("refusal", diagnostic.refusal.into());
    match &finding.spot {
        Spot::Text { source, span } => {
            put("file", source.name.as_str().into());
            put("line", span.place.line.into());
            put("column", span.place.column.into());
            put("endColumn", end_column(source, span).into());
        }
        Spot::File(name) => {
            put("file", name.as_str().into());
        }
        Spot::Option(option) => {
            put("option", option.as_str().into());
        }
        Spot::Nowhere => {}
    }
    if let Some(help) = &diagnostic.help {
        put("help", help.as_str().into());
    }
    if let Some(fix) = &finding.fix {
        put("mending", if fix.is_safe { "safe" } else { "unsafe" }.into());
    }
    if let Some(rule) = docs::rule(diagnostic.code) {
        put("fix", rule.fix.into());
    }
    if !finding.related.is_empty() {
        let related = finding.related.iter().map(|place| {
            json!({
                "message": place.message,
                "file": place.source.name,
                "line": place.span.place.line,
                "column": place.span.place.column,
            })
        });
        put("related", related.collect());
    }
    fields.into()
}
