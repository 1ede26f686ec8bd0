//! Advice on an error of the controller: what was probably meant, and where.

use crate::object::ObjectView as _;
use std::collections::BTreeSet;

use crate::api::Model;
use crate::facts::Cluster;
use crate::facts::hosts::Named;
use crate::facts::runtimes::PROTOCOLS;
use crate::kinds::Advice;
use crate::object::fields::filled;
use crate::object::{Cause, ControllerError, ObjectMeta, Path};
use crate::{Map, Value};

/// The similarity above which one name is taken for a misspelling of another.
const ALIKE: f64 = 0.85;

/// Advice on the controller's error with a service as written, if there is any.
pub fn of_failure(cluster: &Cluster, written: &Value, error: &ControllerError) -> Option<Advice> {
    let model = |field: &str| Path::keys(["spec", "predictor", "model", field]);
    match error.cause()? {
        Cause::NoRuntime => misspelt_format(cluster, written)
            .map(|known| Advice {
                path: model("modelFormat").key("name"),
                help: format!("did you mean `{known}`?"),
                value: Some(known.to_owned()),
            })
            .or_else(|| {
                let help = other_protocol(cluster, written)?;
                Some(Advice { path: model("protocolVersion"), help, value: None })
            }),
        Cause::RuntimeNotFound(name) => {
            let namespace = written.namespace();
            let visible = cluster.runtimes.all().filter(|one| one.is_cluster_wide() || one.namespace == namespace);
            let known = nearest(name, visible.map(|runtime| runtime.name.as_str()))?;
            Some(Advice { path: model("runtime"), help: format!("did you mean `{known}`?"), value: None })
        }
        Cause::Host => of_host(cluster, written),
        Cause::Configuration(cause) if cause.section == "ingress" => of_host(cluster, written),
        _ => None,
    }
}

/// Advice if the domain template fails or does not print a host.
fn of_host(cluster: &Cluster, written: &Value) -> Option<Advice> {
    let nothing = Map::new();
    let metadata = ObjectMeta::of(written.as_object().unwrap_or(&nothing));
    let ObjectMeta { name, namespace, labels, annotations, .. } = &metadata;
    let derivation = cluster.routing.as_ref().ok()?.derive_host(Named { name, namespace, labels, annotations });
    Some(Advice { path: Path::keys(["metadata", "name"]), help: derivation.advice()?, value: None })
}

/// The format of a runtime that was probably meant, if no runtime has the model's format.
fn misspelt_format<'a>(cluster: &'a Cluster, written: &Value) -> Option<&'a str> {
    let format = written.model_format()?;
    let formats = || cluster.runtimes.all().flat_map(|runtime| &runtime.formats).map(|known| known.name.as_str());
    nearest(format, formats()).filter(|_| formats().all(|known| known != format))
}

/// A remark on a protocol that no runtime for the model's format supports.
fn other_protocol(cluster: &Cluster, written: &Value) -> Option<String> {
    let format = written.model_format()?;
    let protocol = Model::of(written.model()?).protocol_version()?;
    // If the protocol exists, the cluster may have another runtime.
    if PROTOCOLS.contains(&protocol) {
        return None;
    }
    let runtimes = cluster.runtimes.all().filter(|runtime| runtime.supports_format(format, None, false));
    let spoken: BTreeSet<&str> = filled(runtimes.flat_map(|runtime| &runtime.protocols).map(String::as_str));
    if spoken.is_empty() || spoken.contains(protocol) {
        return None;
    }
    let spoken: Vec<&str> = spoken.into_iter().collect();
    Some(format!("no runtime for {format} speaks {protocol}, but {}", spoken.join(", ")))
}

fn nearest<'k>(name: &str, known: impl Iterator<Item = &'k str>) -> Option<&'k str> {
    let likeness = |known: &str| strsim::jaro_winkler(known, name);
    let best = known.max_by(|one, other| likeness(one).total_cmp(&likeness(other)))?;
    (best != name && likeness(best) >= ALIKE).then_some(best)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::release::Version;

    fn advice(model: Value, cause: Cause) -> Option<String> {
        let service =
            json!({ "metadata": { "name": "leaf", "namespace": "ns" }, "spec": { "predictor": { "model": model } } });
        let error = ControllerError::new("").about(cause);
        let advice = of_failure(&Cluster::of(Version::NEWEST, []), &service, &error)?;
        Some(format!("{}: {}", advice.path, advice.help))
    }

    #[test]
    fn advice_is_at_its_field() {
        let no_runtime = || Cause::NoRuntime;
        let format = |name: &str| json!({ "modelFormat": { "name": name } });
        let help_on = |model, cause| advice(model, cause).unwrap_or_default();
        assert_eq!(
            help_on(format("xgbost"), no_runtime()),
            "spec.predictor.model.modelFormat.name: did you mean `xgboost`?"
        );
        assert_eq!(advice(format("quantum"), no_runtime()), None);
        let protocol = json!({ "modelFormat": { "name": "xgboost" }, "protocolVersion": "v3" });
        let help = help_on(protocol, no_runtime());
        assert!(
            help.starts_with("spec.predictor.model.protocolVersion: no runtime for xgboost speaks v3, but "),
            "{help}"
        );
        let unknown = Cause::RuntimeNotFound("kserve-xgb".into());
        assert_eq!(help_on(json!({}), unknown), "spec.predictor.model.runtime: did you mean `kserve-xgbserver`?");
        let other = Cause::RuntimeNotFound("own".into());
        assert_eq!(advice(json!({}), other), None);
    }
}
