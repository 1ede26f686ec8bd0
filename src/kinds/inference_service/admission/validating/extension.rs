//! Rules for the fields that all components have.

use super::codes;
use crate::Map;
use crate::api::ComponentSpec;
use crate::object::diagnostic::Code;
use crate::webhook::report::{Report, at};

/// Checks the component at `path`.
pub fn check(spec: &Map, path: &str, report: &mut Report) {
    for (code, field, message) in faults(spec) {
        report.refuse(code, at(&format!("{path}.{field}")), message);
        if field == "maxReplicas" && spec.contains_key("minReplicas") {
            report.relate(None, at(&format!("{path}.minReplicas")), "the lower bound");
        }
    }
}

/// The faults: code, field and text.
pub fn faults(spec: &Map) -> impl Iterator<Item = (&'static Code, &'static str, &'static str)> {
    let spec = ComponentSpec::of(spec);
    concurrency(spec).into_iter().chain(replicas(spec)).chain(logger(spec))
}

fn concurrency(spec: ComponentSpec<'_>) -> Option<(&'static Code, &'static str, &'static str)> {
    (spec.container_concurrency()? < 0).then_some((
        codes::CONCURRENCY,
        "containerConcurrency",
        "parallelism cannot be less than 0",
    ))
}

fn replicas(spec: ComponentSpec<'_>) -> Option<(&'static Code, &'static str, &'static str)> {
    let least = spec.min_replicas().unwrap_or(1);
    let most = spec.max_replicas().unwrap_or(0);
    let (field, message) = if least < 0 {
        ("minReplicas", "'MinReplicas' cannot be less than 0")
    } else if most < 0 {
        ("maxReplicas", "'MaxReplicas' cannot be less than 0")
    } else if most != 0 && least > most {
        ("maxReplicas", "'MinReplicas' cannot be greater than MaxReplicas")
    } else {
        return None;
    };
    Some((codes::REPLICAS, field, message))
}

fn logger(spec: ComponentSpec<'_>) -> Option<(&'static Code, &'static str, &'static str)> {
    let logger = spec.logger()?;
    if !matches!(logger.mode(), "all" | "request" | "response") {
        return Some((codes::LOGGER, "logger.mode", "invalid logger type"));
    }
    (!logger.storage()?.is_complete()).then_some((
        codes::LOGGER,
        "logger.storage",
        "invalid logger storage configuration",
    ))
}
