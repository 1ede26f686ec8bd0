//! Advice on configs that cannot be combined.

use crate::Map;
use crate::facts::Cluster;
use crate::go::template::{ErrorKind, Reason};
use crate::kinds::llm_inference_service::spec::LlmSpec;
use crate::object::{Cause, Kind, ObjectView as _, Path};
use crate::release::defaults;
use crate::webhook::report::{ALIKE, closest};

/// The name of the config that is missing.
pub(super) fn missing_config(cause: &Cause) -> Option<&str> {
    match cause {
        Cause::Absent(absent) if absent.kind == Kind::LlmInferenceServiceConfig => Some(&absent.name),
        _ => None,
    }
}

/// The field of a service that names a base config.
pub(super) fn base_reference(service: &Map, name: &str) -> Option<Path> {
    let index = LlmSpec::of_object(service).base_refs().position(|own| own == name)?;
    Some(Path::keys(["spec", "baseRefs"]).index(index).key("name"))
}

/// Advice on a missing config.
pub(super) fn help_for_missing(cluster: &Cluster, namespace: &str, name: &str) -> Option<String> {
    let version = cluster.release.version;
    let shipped = defaults::llm_presets(version);
    let is_preset = name.starts_with("kserve-config-");
    if name.ends_with("pipeline-parallel") && is_preset {
        return Some(
            "no release ships presets for pipeline parallelism: write a config of that name, or use data parallelism"
                .to_owned(),
        );
    }
    if is_preset && shipped.is_empty() {
        return Some(format!(
            "presets of {} are no part of this program: give those of your cluster with --context, or take a later release with \
             --kserve-version",
            version.name()
        ));
    }
    if is_preset && shipped.contains_key(name) {
        let first =
            "the presets are installed with KServe's `llmisvcconfig` manifests or the chart kserve-runtime-configs";
        return Some(match cluster.has_shipped_presets {
            true => first.to_owned(),
            false => format!("{first}; give those of your cluster with --context"),
        });
    }
    let system = cluster.settings.kserve_namespace.as_str();
    let held = [namespace, system].into_iter().flat_map(|at| cluster.list(Kind::LlmInferenceServiceConfig, at));
    let held = held.map(|config| config.name());
    let known = held.chain(shipped.keys().map(String::as_str).filter(|_| cluster.has_shipped_presets));
    let meant = closest(name, known).filter(|(_, likeness)| *likeness >= ALIKE);
    let meant = meant.map(|(meant, _)| format!("did you mean `{meant}`?"));
    match is_preset {
        true => Some(format!(
            "{} ships no such preset{}",
            version.name(),
            meant.map(|m| format!("; {m}")).unwrap_or_default()
        )),
        false => meant,
    }
}

/// Advice on a template that fails.
pub(super) fn help_for_template(cause: &Cause) -> Option<&'static str> {
    let Cause::Template(ErrorKind::Action(action)) = cause else { return None };
    (action.reason == Reason::NilPointer).then_some(
        "templates see the service's own spec only, not that of base configs: write the block into the service, or guard the \
         expression with `if`",
    )
}
