//! The findings of the stages of admission about a document.

use std::collections::HashSet;
use std::fmt;

use super::codes;
use crate::object::Key;
use crate::object::diagnostic::{Change, Code, Diagnostic, Mend, Related, Severity};
use crate::object::{Cause, Path, PathStep};
use crate::order;
use crate::schema::{Fault, Unknown, Violation, ViolationKind};

/// The message about a webhook that accesses the first item of an empty list, as the API server returns it.
pub const INDEX_OUT_OF_RANGE: &str = "panic: runtime error: index out of range [0] with length 0 [recovered]";

/// Collects findings. For the cluster only the warnings and the first refusal count; the others are kept on request.
#[derive(Debug, Default)]
pub struct Report {
    keep_all: bool,
    /// The annotations of the document as written, including those that are not stored.
    pub written_annotations: HashSet<String>,
    /// The framework field that became `model`: findings about `model` are reported at that field.
    converted: Option<&'static str>,
    /// Why the cluster refuses the document; the reasons are among the findings.
    pub refusal: Option<String>,
    pub diagnostics: Vec<Diagnostic>,
    /// Whether the latest finding is kept, so that details about it are added.
    keeps_latest: bool,
}

impl Report {
    /// A report that keeps all findings, or only what the cluster reports.
    pub fn new(keep_all: bool) -> Report {
        Report { keep_all, ..Report::default() }
    }

    /// Whether the outcome is clear and nothing more is needed.
    pub fn is_complete(&self) -> bool {
        self.refusal.is_some() && !self.keep_all
    }

    /// Whether everything that is wrong is to be reported, not only what the cluster reports.
    pub const fn keeps_all(&self) -> bool {
        self.keep_all
    }

    /// Records that the field `framework` of the predictor became `model`.
    pub fn converted(&mut self, framework: &'static str) {
        self.converted = Some(framework);
    }

    /// Refuses the document with this text, unless it was refused before.
    pub fn refuse(&mut self, code: &'static Code, path: Path, message: impl Into<String>) {
        let message = message.into();
        let first = self.refusal.is_none();
        if first {
            self.refusal = Some(message.clone());
        }
        self.add(code, Severity::Error, path, message, None, first);
    }

    /// Refuses the document for its name, unless that was refused before: the API server has its own rules for names.
    pub fn refuse_name(&mut self, message: impl Into<String>) {
        let path = Path::keys(["metadata", "name"]);
        if !self.diagnostics.iter().any(|found| found.severity == Severity::Error && found.path == path) {
            self.refuse(codes::NAME, path, message);
        }
    }

    /// Refuses the document with one text for several reasons, unless it was refused before.
    pub fn refuse_together(&mut self, refusal: String, reasons: impl Iterator<Item = (&'static Code, Path, String)>) {
        let first = self.refusal.is_none();
        if first {
            self.refusal = Some(refusal);
        }
        for (code, path, message) in reasons {
            self.add(code, Severity::Error, path, message, None, first);
        }
    }

    /// Refuses the document for a value whose type Go does not have there.
    pub fn wrong_type(&mut self, fault: Fault) {
        let Fault { path, message, lacks_quotes, .. } = fault;
        self.refuse(codes::WRONG_TYPE, path.clone(), message);
        if lacks_quotes {
            self.mend(Mend::safe(Change::Quote { path }));
        }
    }

    /// Sets the place in another document, if that exists, where the fault of the latest finding is.
    pub fn elsewhere(&mut self, document: Key, path: Path) {
        if let Some(latest) = self.latest() {
            latest.elsewhere = Some((document, path));
        }
    }

    /// Records the annotations of a document as written.
    pub fn note_annotations(&mut self, document: &crate::Map) {
        if self.keep_all {
            let annotations = document.get("metadata").and_then(|metadata| metadata.get("annotations")?.as_object());
            self.written_annotations = annotations.into_iter().flat_map(|all| all.keys().cloned()).collect();
        }
    }

    /// Sets how the document of the latest finding can be fixed.
    pub fn mend(&mut self, mend: Mend) {
        if self.keeps_latest {
            let as_written = |change| match change {
                Change::Rename { path, key } => Change::Rename { path: self.as_written(path), key },
                Change::Write { path, value } => Change::Write { path: self.as_written(path), value },
                Change::Quote { path } => Change::Quote { path: self.as_written(path) },
                Change::Remove { path } => Change::Remove { path: self.as_written(path) },
                Change::Move { path, to } => Change::Move { path: self.as_written(path), to: self.as_written(to) },
                Change::Insert { path, key, value } => Change::Insert { path: self.as_written(path), key, value },
            };
            let mend = Mend { changes: mend.changes.into_iter().map(as_written).collect(), ..mend };
            if let Some(latest) = self.latest() {
                latest.mend = Some(mend);
            }
        }
    }

    /// Sets what the latest finding is about.
    pub fn about(&mut self, cause: Cause) {
        if let Some(latest) = self.latest() {
            latest.cause = Some(cause);
        }
    }

    /// Adds advice to the latest finding.
    pub fn help(&mut self, text: &str) {
        if let Some(latest) = self.latest() {
            latest.help = Some(text.to_owned());
        }
    }

    /// Adds another place to the latest finding, in the same document or in another.
    pub fn relate(&mut self, document: Option<Key>, path: Path, message: &str) {
        let path = if document.is_none() { self.as_written(path) } else { path };
        if let Some(latest) = self.latest() {
            latest.related.push(Related { document, path, message: message.to_owned() });
        }
    }

    /// Adds a warning that the API server returns with its answer.
    pub fn warn(&mut self, code: &'static Code, path: Path, message: impl Into<String>) {
        self.add(code, Severity::Warning, path, message.into(), None, false);
    }

    /// Warns about fields that the API server dropped. `owner` returns the object to which a field at the wrong level belongs.
    pub fn unknown(&mut self, fields: Vec<Unknown>, owner: impl Fn(&Path) -> Option<Path>) {
        for unknown in fields {
            let message = format!("unknown field \"{}\"", unknown.text);
            let suggestion = suggestion(&unknown, &owner);
            let path = unknown.path.clone();
            let mend = match (&suggestion, meant(&unknown)) {
                (Some(Suggestion::Spelling(name)), Some((known, likeness))) if *name == known => Some(Mend {
                    is_safe: likeness >= ALIKE,
                    changes: vec![Change::Rename { path, key: known.to_owned() }],
                }),
                (Some(Suggestion::Spelling(_)), _) => owner(&path).map(|to| Mend::uncertain(Change::Move { path, to })),
                (Some(Suggestion::Place { owner, .. }), _) => {
                    Some(Mend::uncertain(Change::Move { path, to: owner.clone() }))
                }
                (None, _) => Some(Mend::uncertain(Change::Remove { path })),
            };
            let help = suggestion.map(|suggestion| suggestion.to_string());
            self.add(codes::UNKNOWN_FIELD, Severity::Warning, unknown.path, message, help, false);
            if let Some(mend) = mend {
                self.mend(mend);
            }
        }
    }

    /// Refuses the document for all violations of the schema at once, as the API server does.
    pub fn violations(&mut self, violations: Vec<Violation>) {
        if violations.is_empty() {
            return;
        }
        let first = self.refusal.is_none();
        if first {
            let mut seen = HashSet::new();
            let messages = violations.iter().map(|violation| violation.message.as_str());
            let messages: Vec<&str> = messages.filter(|message| seen.insert(*message)).collect();
            self.refusal = match messages[..] {
                [only] => Some(only.to_owned()),
                _ => Some(format!("[{}]", messages.join(", "))),
            };
        }
        for violation in violations {
            let code = match &violation.kind {
                ViolationKind::Type => codes::SCHEMA_TYPE,
                ViolationKind::Required => codes::SCHEMA_REQUIRED,
                ViolationKind::Enum { .. } => codes::SCHEMA_ENUM,
                ViolationKind::Pattern => codes::SCHEMA_PATTERN,
                ViolationKind::Bounds | ViolationKind::TooLong => codes::SCHEMA_BOUNDS,
                ViolationKind::Rule | ViolationKind::Unchecked => codes::SCHEMA_RULE,
                ViolationKind::Duplicate => codes::SCHEMA_DUPLICATE,
                ViolationKind::Metadata => codes::METADATA,
            };
            let mend = match &violation.kind {
                ViolationKind::Enum { found: Some(found), supported } => probable(found, supported)
                    .map(|text| Mend::safe(Change::Write { path: violation.path.clone(), value: text.into() })),
                _ => None,
            };
            self.add(code, Severity::Error, violation.path, violation.message, None, first);
            if let Some(mend) = mend {
                self.mend(mend);
            }
        }
    }

    fn add(
        &mut self,
        code: &'static Code,
        severity: Severity,
        path: Path,
        message: String,
        help: Option<String>,
        refusal: bool,
    ) {
        self.keeps_latest = self.keep_all || refusal || severity == Severity::Warning;
        if self.keeps_latest {
            let path = self.as_written(path);
            self.diagnostics.push(Diagnostic { help, refusal, ..Diagnostic::new(code, severity, path, message) });
        }
    }

    /// The latest finding, if it is kept.
    fn latest(&mut self) -> Option<&mut Diagnostic> {
        self.diagnostics.last_mut().filter(|_| self.keeps_latest)
    }

    /// The path in the document as the user wrote it.
    fn as_written(&self, mut path: Path) -> Path {
        if let Some(framework) = self.converted
            && path.is_below(&["spec", "predictor", "model"])
            && let Some(step) = path.0.get_mut(2)
        {
            *step = PathStep::Key(framework.to_owned());
        }
        path
    }
}

/// The least similarity at which one word is taken for another.
pub const ALIKE: f64 = 0.8;
/// The least similarity at which a suggestion is worth making.
const SIMILAR: f64 = 0.6;

/// The word that is most similar to `word`, and the similarity; `None` if `known` is empty or two words are equally similar.
pub fn closest<'w>(word: &str, known: impl IntoIterator<Item = &'w str>) -> Option<(&'w str, f64)> {
    let likeness = |known: &str| {
        if known.eq_ignore_ascii_case(word) { 1.0 } else { strsim::normalized_damerau_levenshtein(known, word) }
    };
    let mut rated: Vec<(&str, f64)> = known.into_iter().map(|known| (known, likeness(known))).collect();
    order::sort_by(&mut rated, |one, other| other.1.total_cmp(&one.1));
    rated.dedup_by_key(|(known, _)| *known);
    match rated.as_slice() {
        [(_, best), (_, second), ..] if best == second => None,
        [best, ..] => Some(*best),
        [] => None,
    }
}

/// The known field that was meant, if there is a single one.
fn meant(unknown: &Unknown) -> Option<(&'static str, f64)> {
    let Some(PathStep::Key(name)) = unknown.path.0.last() else { return None };
    closest(name, unknown.known.iter().copied()).filter(|(_, likeness)| *likeness >= SIMILAR)
}

/// The value that was meant instead of one that the schema does not support, if there is one.
fn probable(found: &str, supported: &[&'static str]) -> Option<&'static str> {
    closest(found, supported.iter().copied()).filter(|(_, likeness)| *likeness >= ALIKE).map(|(known, _)| known)
}

/// What was probably meant by a field that the API server does not know.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Suggestion {
    /// A field of this name in the same place.
    Spelling(&'static str),
    /// The same field in another object.
    Place { name: String, owner: Path },
}

impl fmt::Display for Suggestion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Suggestion::Spelling(known) => write!(f, "did you mean `{known}`?"),
            Suggestion::Place { name, owner } => write!(f, "`{name}` belongs in `{owner}`"),
        }
    }
}

/// The known field that was probably meant, or the place where the field belongs. A different spelling in the same place is
/// likelier than another place, which is likelier than another name.
fn suggestion(unknown: &Unknown, owner: impl Fn(&Path) -> Option<Path>) -> Option<Suggestion> {
    let Some(PathStep::Key(name)) = unknown.path.0.last() else { return None };
    let likeness = |known: &str| {
        if known.eq_ignore_ascii_case(name) { 1.0 } else { strsim::normalized_damerau_levenshtein(known, name) }
    };
    let liked = unknown.known.iter().map(|known| (known, likeness(known))).max_by(|a, b| a.1.total_cmp(&b.1));
    let meant = |least: f64| {
        let (known, _) = liked.filter(|(_, likeness)| *likeness >= least)?;
        Some(Suggestion::Spelling(known))
    };
    let elsewhere = || Some(Suggestion::Place { name: name.clone(), owner: owner(&unknown.path)? });
    meant(1.0).or_else(elsewhere).or_else(|| meant(SIMILAR))
}

/// Parses a path such as `spec.predictor.containers[0].name`.
pub fn at(text: &str) -> Path {
    let mut steps = Vec::new();
    for part in text.split('.') {
        let mut pieces = part.split('[');
        steps.extend(pieces.next().map(|key| PathStep::Key(key.to_owned())));
        steps.extend(pieces.filter_map(|index| index.strip_suffix(']')?.parse().ok().map(PathStep::Index)));
    }
    Path(steps)
}

/// The path of an annotation.
pub fn at_annotation(key: &str) -> Path {
    Path(["metadata", "annotations", key].map(|key| PathStep::Key(key.to_owned())).to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(text: &str) -> Path {
        at(text)
    }

    #[test]
    fn only_the_first_refusal_is_the_clusters() {
        let mut report = Report::new(true);
        report.refuse(codes::NAME, path("metadata.name"), "first");
        report.refuse(codes::CANARY, path("spec.canary"), "second");
        assert_eq!(report.refusal.as_deref(), Some("first"));
        assert_eq!(report.diagnostics.iter().map(|found| found.refusal).collect::<Vec<_>>(), [true, false]);
        let mut brief = Report::new(false);
        brief.refuse(codes::NAME, path("metadata.name"), "first");
        brief.help("what helps against the first");
        brief.refuse(codes::CANARY, path("spec.canary"), "second");
        brief.help("what helps against the second");
        assert!(brief.is_complete());
        let kept: Vec<_> =
            brief.diagnostics.iter().map(|found| (found.message.as_str(), found.help.as_deref())).collect();
        assert_eq!(kept, [("first", Some("what helps against the first"))]);
    }

    #[test]
    fn findings_point_to_what_the_user_wrote() {
        let mut report = Report::new(true);
        report.converted("sklearn");
        report.refuse(codes::CONTAINER_NAME, path("spec.predictor.model.env[1].name"), "x");
        assert_eq!(report.diagnostics[0].path.to_string(), "spec.predictor.sklearn.env[1].name");
    }

    #[test]
    fn violations_are_refused_together() {
        let violation = |text: &str| Violation { path: path("spec"), message: text.into(), kind: ViolationKind::Rule };
        let mut report = Report::new(false);
        report.violations(vec![violation("a"), violation("b"), violation("a")]);
        assert_eq!(report.refusal.as_deref(), Some("[a, b]"));
        let mut single = Report::new(false);
        single.violations(vec![violation("a")]);
        assert_eq!(single.refusal.as_deref(), Some("a"));
    }

    #[test]
    fn a_misspelled_field_is_recognised() {
        let unknown = |name: &str, known: &[&'static str]| Unknown {
            path: path(&format!("spec.{name}")),
            text: String::new(),
            known: known.to_vec(),
        };
        let help = |name, known| suggestion(&unknown(name, known), |_| None).map(|found| found.to_string());
        assert_eq!(help("storageURI", &["storage", "storageUri"]).as_deref(), Some("did you mean `storageUri`?"));
        assert_eq!(help("minReplica", &["maxReplicas", "minReplicas"]).as_deref(), Some("did you mean `minReplicas`?"));
        assert_eq!(help("foo", &["storage"]), None);
        let misplaced = |name, known| {
            suggestion(&unknown(name, known), |_| Some(path("spec.predictor"))).map(|found| found.to_string())
        };
        assert_eq!(misplaced("minreplicas", &["minReplicas"]).as_deref(), Some("did you mean `minReplicas`?"));
        let elsewhere = Some("`minReplicas` belongs in `spec.predictor`");
        assert_eq!(misplaced("minReplicas", &["maxReplicas"]).as_deref(), elsewhere);
    }
}
