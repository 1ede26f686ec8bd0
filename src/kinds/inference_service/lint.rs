//! What is linted in InferenceServices: all rules that look at services, most of which are about them alone.

use crate::lint::rule::{General, KindRules};
use crate::object::Kind;

/// What is linted in InferenceServices.
pub(crate) static LINT: KindRules =
    KindRules { general: General::All, has_places: true, ..KindRules::of(Kind::InferenceService) };
