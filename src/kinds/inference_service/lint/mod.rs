//! What is accepted in an InferenceService, but fails or causes trouble later.

mod annotations;
mod containers;
mod hosts;
mod models;
mod placeholders;
mod pods;
mod refused;
mod routes;
mod scaling;
mod subject;
mod updates;

use crate::lint::rule::{General, KindRules};
use crate::object::Kind;

/// The lint rules for InferenceServices.
pub(crate) static LINT: KindRules = KindRules {
    rules: &[
        pods::RULES,
        hosts::RULES,
        routes::RULES,
        scaling::RULES,
        annotations::RULES,
        models::RULES,
        containers::RULES,
        refused::RULES,
        updates::RULES,
    ],
    general: General::All,
    has_places: true,
    prepare: subject::prepare,
    tell_failure: placeholders::find,
    ..KindRules::of(Kind::InferenceService)
};
