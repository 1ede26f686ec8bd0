//! Findings about keys of the ConfigMap.

use super::finding::Finding;
use crate::input::settings::NAME;
use crate::input::{self, Document};
use crate::object::diagnostic::{Diagnostic, Severity};
use crate::object::{Key, Kind, Path, PathStep};
use crate::webhook::codes;

/// The ConfigMap, wherever it is.
pub(super) fn config() -> Key {
    Key::new(Kind::ConfigMap, "", NAME)
}

/// The finding for a key of a ConfigMap that nothing reads.
pub(super) fn not_read(config: &Document, path: &[String], known: Option<&'static str>) -> Finding {
    in_config(config, unread(path, known))
}

pub(super) fn unread(path: &[String], known: Option<&'static str>) -> Diagnostic {
    let text = format!("{} is not read by the controller", path.join("."));
    let help = known.map(|known| format!("did you mean {known}?"));
    diagnostic(codes::CONFIG_NOT_READ, Severity::Warning, text, path, help)
}

/// A finding in a ConfigMap, of which only the data may be there.
pub(super) fn in_config(document: &Document, mut diagnostic: Diagnostic) -> Finding {
    let is_data_alone = document.locate(&[input::Step::Key("data")]).is_none();
    diagnostic.path.0.drain(..usize::from(is_data_alone));
    Finding::new(document, Some(config()), diagnostic)
}

pub(super) fn diagnostic(
    code: &'static crate::object::diagnostic::Code,
    severity: Severity,
    message: String,
    path: &[String],
    help: Option<String>,
) -> Diagnostic {
    let keys = std::iter::once("data".to_owned()).chain(path.iter().cloned());
    let path = Path(keys.map(PathStep::Key).collect());
    Diagnostic { help, ..Diagnostic::new(code, severity, path, message) }
}
