//! The rules for readers: lists, explanations and the document `docs/lint.md`.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::all;
use super::rule::{Check, Mending, Rule, Topic};
use crate::kinds::words;
use crate::object::diagnostic::{Code, Severity};
use crate::object::fields::filled;
use crate::output::table;
use crate::release::Span;
use crate::webhook::codes as admission_codes;

/// The code of that identifier or name, of a rule or of admission.
pub fn code(text: &str) -> Option<&'static Code> {
    codes().find(|code| is_named(code, text))
}

/// Whether `text` is the identifier, in any case, or the name of a code.
pub(super) fn is_named(code: &Code, text: &str) -> bool {
    code.id.eq_ignore_ascii_case(text) || code.name == text
}

/// Every kind of finding: those of the rules, and those of admission.
pub fn codes() -> impl Iterator<Item = &'static Code> {
    all().map(|rule| &rule.code).chain(admission_codes::ALL.iter().copied())
}

/// The rule behind a code; codes of admission have none.
pub fn rule(code: &Code) -> Option<&'static Rule> {
    all().find(|rule| rule.code == *code)
}

/// What people should know about a rule, as plain text.
pub fn help(rule: &Rule) -> String {
    let paragraphs: String = details(rule).map(|(title, text)| format!("\n\n{title}: {text}")).collect();
    format!("{}{paragraphs}\n", rule.code.explanation)
}

/// The same as Markdown.
pub fn help_markdown(rule: &Rule) -> String {
    let paragraphs: String = details(rule).map(|(title, text)| format!("\n\n**{title}.** {text}")).collect();
    format!("{}{paragraphs}\n", rule.code.explanation)
}

/// What there is to say of a rule beside what it is about, each with its title.
fn details(rule: &Rule) -> impl Iterator<Item = (&'static str, String)> {
    let always = [
        ("Why", rule.why.to_owned()),
        ("When it is fine", rule.fine.to_owned()),
        ("How to fix it", rule.fix.to_owned()),
        ("Holds", releases(rule)),
        ("Automatic fix", mending_in_words(rule.mending).to_owned()),
    ];
    always.into_iter().chain(reports(rule).map(|reports| ("Reports", reports)))
}

/// In which releases a rule holds.
fn releases(rule: &Rule) -> String {
    let (span, since) = (Span { since: rule.since, until: rule.until }, rule.since.name());
    match span.until {
        None if span.is_from_the_oldest() => format!("In all releases that are known, from {since} on."),
        None => format!("From {since} on."),
        Some(_) if span.is_single() => format!("In {since} only."),
        Some(until) => format!("From {since} to {}.", until.name()),
    }
}

/// Whether findings can be mended, in words.
const fn mending_in_words(mending: Mending) -> &'static str {
    match mending {
        Mending::No => "None.",
        Mending::Safe => "`lint --fix`, where only one thing can be meant.",
        Mending::Unsafe => "`lint --unsafe-fixes`; look at what it does.",
        Mending::Both => "`lint --fix` where nothing else changes, `lint --unsafe-fixes` everywhere.",
    }
}

/// The numbers of the reports that asked for a rule.
fn reports(rule: &Rule) -> Option<String> {
    (!rule.reports.is_empty()).then(|| format!("{} of kserve/kserve.", rule.reports.join(", ")))
}

/// Whether findings of a kind can be mended: those of rules say it themselves.
pub fn mending(code: &Code) -> Mending {
    let of_admission = MENDED.iter().find(|(id, _)| *id == code.id).map(|(_, mending)| *mending);
    rule(code).map(|rule| rule.mending).or(of_admission).unwrap_or(Mending::No)
}

/// Which findings of admission can be mended.
const MENDED: [(&str, Mending); 4] =
    [("KSV101", Mending::Both), ("KSV201", Mending::Safe), ("KSV303", Mending::Safe), ("KSV902", Mending::Safe)];

/// The kind of report that a rule answers.
fn topic(rule: &Rule) -> Option<Topic> {
    let of_kind = || match rule.check {
        Check::Resource(kind, _) | Check::Peers(kind, _) => Some(words::rules(kind)?.topic),
        Check::Any(_) | Check::Config(_) => None,
    };
    rule.topic.or_else(of_kind)
}

/// What people report, in their words, in the order of the table.
const TOPICS: [(Topic, &str); 14] = [
    (Topic::Updates, "An update or a deletion is refused"),
    (Topic::Configuration, "All services fail, or a setting does nothing"),
    (Topic::Names, "An object or a host is refused for its name"),
    (Topic::Pods, "Pods are refused, or start without what they need"),
    (Topic::Readiness, "The service is accepted and never becomes ready"),
    (Topic::Requests, "Requests go elsewhere, or the URL does not work"),
    (Topic::Annotations, "An annotation or a label does nothing"),
    (Topic::Scaling, "Replicas or shares of the traffic are not as written"),
    (Topic::Models, "Another runtime or image runs than was meant"),
    (Topic::Downloads, "The model is not loaded"),
    (Topic::Leftovers, "Old objects stay, come and go, or are not updated"),
    (Topic::Graphs, "Inference graphs"),
    (Topic::TrainedModels, "Trained models"),
    (Topic::LanguageModels, "Services for large language models"),
];

/// Public reports that findings of admission answer.
const ANSWERED: [(Topic, &str, &[&str]); 5] = [
    (Topic::Updates, "KSV401", &["#4798", "#5885", "#4191"]),
    (Topic::Configuration, "KSV202", &["#4701", "#4908"]),
    (Topic::Readiness, "KSV409", &["#4472"]),
    (Topic::Models, "KSV501", &["#3180"]),
    (Topic::Downloads, "KSV411", &["#4819"]),
];

/// Which rules answer what people report, as a table.
fn coverage() -> String {
    let mut text = String::from("| What people report | Rules | Public reports |\n|---|---|---|\n");
    for (topic, words) in TOPICS {
        let rules: Vec<&Rule> = all().filter(|rule| self::topic(rule) == Some(topic)).collect();
        let answered: Vec<_> = ANSWERED.iter().filter(|(of, ..)| *of == topic).collect();
        let codes = rules.iter().map(|rule| format!("[{}]({})", rule.code.id, anchor(&rule.code)));
        let codes: Vec<String> = codes.chain(answered.iter().map(|(_, id, _)| (*id).to_owned())).collect();
        let numbers =
            rules.iter().flat_map(|rule| rule.reports).chain(answered.iter().flat_map(|(.., all)| all.iter()));
        let numbers: BTreeSet<&str> = filled(numbers.copied());
        let numbers: Vec<&str> = numbers.into_iter().collect();
        let _ = writeln!(text, "| {words} | {} | {} |", codes.join(", "), numbers.join(", "));
    }
    text
}

/// The anchor of a rule in its page.
fn anchor(code: &Code) -> String {
    format!("#{}-{}", code.id.to_ascii_lowercase(), code.name)
}

/// The severity as people name it.
pub const fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}

/// All rules as a table.
pub fn list() -> String {
    let row = |rule: &Rule| [rule.code.id, severity(rule.severity), rule.code.name].map(str::to_owned).to_vec();
    let rows: Vec<Vec<String>> = all().map(row).collect();
    table::layout(&["CODE", "SEVERITY", "NAME"], &rows)
}

/// What is behind a code; `None` if there is no such code.
pub fn explain(text: &str) -> Option<String> {
    let code = code(text)?;
    let Some(rule) = rule(code) else {
        let mending = mending_in_words(mending(code));
        return Some(format!("{} {}\n\n{}\n\nAutomatic fix: {mending}\n", code.id, code.name, code.explanation));
    };
    Some(format!("{} {} ({})\n\n{}", code.id, code.name, severity(rule.severity), help(rule)))
}

/// All rules as Markdown.
pub fn markdown() -> String {
    let mut text = String::from(
        "# What `kserve-render lint` looks for\n\n\
         Made from the rules in the source; `SNAPSHOTS=overwrite cargo test --test generated` writes it anew. A finding is left\n\
         out with `--suppress CODE` or `--suppress CODE=namespace/name`, or by the annotation\n\
         `kserve-render/ignore: CODE,…` on the service. Names can stand for codes; there is no word for all of them. `--only CODE,…`\n\
         leaves the others out, `--ignore CODE,…` these, and `severity` in the project file says how bad they are.\n\n\
         `lint --fix` fixes what can be meant in one way only, `--unsafe-fixes` also what may be meant otherwise; `--diff` shows the\n\
         changes and writes nothing. Comments, order and style of a file stay. A file that cannot be fixed without changing something\n\
         else is left alone, and that is told.\n\n\
         | Code | Severity | Name | Fixed |\n|---|---|---|---|\n",
    );
    for rule in all() {
        let Code { id, name, .. } = rule.code;
        let anchor = anchor(&rule.code);
        let mending = match rule.mending {
            Mending::No => "",
            Mending::Safe => "safe",
            Mending::Unsafe => "unsafe",
            Mending::Both => "safe, unsafe",
        };
        let _ = writeln!(text, "| [{id}]({anchor}) | {} | {name} | {mending} |", severity(rule.severity));
    }
    text.push_str("\n## What people report\n\nWhich rules answer which kind of report, with public ones that asked for them (numbers of kserve/kserve).\n\n");
    text.push_str(&coverage());
    for rule in all() {
        let Code { id, name, .. } = rule.code;
        let _ = write!(text, "\n## {id} {name}\n\n{}", help_markdown(rule));
    }
    text.push_str(
        "\n## What admission says\n\n`lint` also gives everything that API server and webhooks have to say, not only the first refusal.\n\n",
    );
    for code in admission_codes::ALL {
        let mended = match mending(code) {
            Mending::No => String::new(),
            other => format!(" {}", mending_in_words(other)),
        };
        let _ = writeln!(text, "- {} `{}`: {}{mended}", code.id, code.name, code.explanation);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::object::Kind;

    #[test]
    fn codes_are_unique_and_rules_sorted() {
        let ids: Vec<&str> = all().map(|rule| rule.code.id).collect();
        assert!(ids.is_sorted(), "{ids:?}");
        let all: Vec<&Code> = codes().collect();
        assert_eq!(all.iter().map(|code| code.id).collect::<BTreeSet<_>>().len(), all.len());
        assert_eq!(all.iter().map(|code| code.name).collect::<BTreeSet<_>>().len(), all.len());
    }

    #[test]
    fn every_rule_about_services_answers_a_kind_of_report() {
        for rule in all().filter(|rule| matches!(rule.looks_at(), Some(Kind::USUAL) | None)) {
            assert!(rule.topic.is_some(), "{}", rule.code.id);
            assert!(rule.reports.iter().all(|report| report.starts_with('#')), "{}", rule.code.id);
        }
        assert_eq!(TOPICS.iter().map(|(topic, _)| *topic).collect::<BTreeSet<_>>().len(), TOPICS.len());
        for (_, id, _) in ANSWERED {
            assert!(code(id).is_some(), "{id}");
        }
        for (id, _) in MENDED {
            assert!(code(id).is_some(), "{id}");
        }
    }

    #[test]
    fn every_rule_answers_a_listed_kind_of_report() {
        for rule in all() {
            assert!(
                TOPICS.iter().any(|(listed, _)| Some(*listed) == topic(rule)),
                "TOPICS lacks that of {}",
                rule.code.id
            );
        }
    }

    #[test]
    fn every_rule_says_what_to_do() {
        for rule in all() {
            for text in [rule.code.explanation, rule.why, rule.fine, rule.fix] {
                assert!(text.ends_with('.'), "{}: {text:?}", rule.code.id);
            }
        }
    }
}
