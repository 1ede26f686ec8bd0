//! The lint rules for InferenceServices: all rules about services, most of which apply only to them.

use crate::lint::rule::{General, KindRules};
use crate::object::Kind;

/// The lint rules for InferenceServices.
pub(crate) static LINT: KindRules =
    KindRules { general: General::All, has_places: true, ..KindRules::of(Kind::InferenceService) };
