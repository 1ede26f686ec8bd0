//! Rules for configs: whether they can be combined, and which fields have no effect.

use super::subject::LintedLlmService;
use crate::Map;
use crate::kinds::composition::{Field, Origin, Source};
use crate::lint::rule::Findings;
use crate::object::diagnostic::{Change, Mend};
use crate::object::{Path, PathStep};

pub(super) fn not_combined(subject: &LintedLlmService<'_>, findings: &mut Findings) {
    let composition = subject.composition;
    let Some(failure) = composition.failure.as_deref().filter(|_| composition.is_admitted) else { return };
    let path = match (&composition.place, &composition.culprit) {
        (Some(path), _) | (None, Some(Origin::Service(path))) => path.clone(),
        _ => Path::keys(["spec"]),
    };
    findings.add(path, failure);
    findings.about(composition.cause.as_ref());
    if let Some(help) = &composition.help {
        findings.help(help.clone());
    }
}

pub(super) fn unread(subject: &LintedLlmService<'_>, findings: &mut Findings) {
    for unread in subject.composition.ineffective.iter().filter(|unread| !unread.is_dropped) {
        findings.add(unread.path.clone(), format!("{} has no effect", unread.path.inside("spec")));
        findings.help(unread.reason.clone());
        findings.mend(Mend::uncertain(Change::Remove { path: alone(subject.service, &unread.path) }));
    }
}

/// The path of a field, or of the outermost map that has nothing else in it.
fn alone(service: &Map, path: &Path) -> Path {
    let mut path = path.clone();
    while path.0.len() > 2 {
        let above = path.0.get(..path.0.len() - 1).unwrap_or_default();
        let keys: Vec<&str> = above
            .iter()
            .filter_map(|step| if let PathStep::Key(key) = step { Some(key.as_str()) } else { None })
            .collect();
        let map = keys.iter().try_fold(service, |map, key| map.get(*key)?.as_object());
        if keys.len() != above.len() || map.is_none_or(|map| map.len() > 1) {
            break;
        }
        path.0.pop();
    }
    path
}

pub(super) fn replaced_lists(subject: &LintedLlmService<'_>, findings: &mut Findings) {
    for field in &subject.composition.fields {
        let list = match field.path.0.last() {
            Some(PathStep::Key(key)) if key == "args" || key == "command" => key.as_str(),
            _ => continue,
        };
        let Origin::Service(path) = &field.origin else { continue };
        let Some((config, words)) = replaced(subject, field) else { continue };
        let entries = if words == 1 { "entry" } else { "entries" };
        let message = format!("this list replaces the {list} of {config}, which has {words} {entries}");
        findings.add(path.clone(), message);
        findings.help("repeat what is still wanted, or give vLLM its arguments in VLLM_ADDITIONAL_ARGS".to_owned());
    }
}

/// The config whose list a field replaces, and the length of that list.
fn replaced(subject: &LintedLlmService<'_>, field: &Field) -> Option<(String, usize)> {
    field.overrides.iter().find_map(|(origin, value)| {
        let Origin::Config(index, _) = origin else { return None };
        let config = subject.composition.chain.get(*index)?;
        let words = value.as_array().map(Vec::len).filter(|words| *words > 0)?;
        let kind = if config.source == Source::Preset { "preset" } else { "base config" };
        Some((format!("the {kind} {}", config.name), words))
    })
}
