//! Where pods may run: node selector, tolerations, affinity, spread.

use serde_json::Value;

use super::report::{Report, is_missing};
use crate::Map;
use crate::go::strconv::quote;
use crate::object::fields::{elements, integer, member, objects, text};
use crate::object::names;

const WITH_VALUES: &str = "must be specified when `operator` is 'In' or 'NotIn'";
const WITHOUT_VALUES: &str = "may not be specified when `operator` is 'Exists' or 'DoesNotExist'";

pub fn check(spec: &Map, report: &mut Report) {
    labels(spec, "nodeSelector", "nodeSelector", report);
    for (index, toleration) in objects(spec, "tolerations").enumerate() {
        check_toleration(toleration, &format!("tolerations[{index}]"), report);
    }
    if let Some(affinity) = member(spec, "affinity") {
        node_affinity(affinity, report);
        for kind in ["podAffinity", "podAntiAffinity"] {
            pod_affinity(affinity, kind, report);
        }
    }
    spread(spec, report);
}

/// A map of labels.
fn labels(object: &Map, key: &str, path: &str, report: &mut Report) {
    for (key, value) in member(object, key).into_iter().flatten() {
        report.texts(path, key, names::label_key(key));
        let value = value.as_str().unwrap_or_default();
        report.texts(path, value, names::label_value(value));
    }
}

fn check_toleration(toleration: &Map, path: &str, report: &mut Report) {
    let (key, operator, value) = (text(toleration, "key"), text(toleration, "operator"), text(toleration, "value"));
    let effect = text(toleration, "effect");
    if !key.is_empty() {
        report.texts(&format!("{path}.key"), key, names::label_key(key));
    } else if operator != "Exists" {
        let detail = "operator must be Exists when `key` is empty, which means \"match all values and all keys\"";
        report.invalid(&format!("{path}.operator"), quote(operator), detail);
    }
    if !is_missing(toleration, "tolerationSeconds") && effect != "NoExecute" {
        report.invalid(
            &format!("{path}.effect"),
            quote(effect),
            "effect must be 'NoExecute' when `tolerationSeconds` is set",
        );
    }
    let at = format!("{path}.operator");
    match operator {
        "" | "Equal" => report.texts(&at, value, names::label_value(value)),
        "Exists" if value.is_empty() => {}
        "Exists" => report.invalid(&at, quote(value), "value must be empty when `operator` is 'Exists'"),
        other => report.unsupported(&at, other, &["Equal", "Exists"]),
    }
    report.one_of(toleration, &format!("{path}."), "effect", &["NoSchedule", "PreferNoSchedule", "NoExecute"]);
}

fn node_affinity(affinity: &Map, report: &mut Report) {
    let Some(affinity) = member(affinity, "nodeAffinity") else { return };
    if let Some(required) = member(affinity, REQUIRED) {
        let path = format!("affinity.nodeAffinity.{REQUIRED}.nodeSelectorTerms");
        if elements(required, "nodeSelectorTerms").is_empty() {
            report.required(&path, "must have at least one node selector term");
        }
        for (index, term) in objects(required, "nodeSelectorTerms").enumerate() {
            node_term(term, &format!("{path}[{index}]"), report);
        }
    }
    for (index, preferred) in objects(affinity, PREFERRED).enumerate() {
        let path = format!("affinity.nodeAffinity.{PREFERRED}[{index}]");
        weight(preferred, &path, report);
        if let Some(term) = member(preferred, "preference") {
            node_term(term, &format!("{path}.preference"), report);
        }
    }
}

const REQUIRED: &str = "requiredDuringSchedulingIgnoredDuringExecution";
const PREFERRED: &str = "preferredDuringSchedulingIgnoredDuringExecution";

fn weight(preferred: &Map, path: &str, report: &mut Report) {
    let weight = integer(preferred, "weight").unwrap_or_default();
    if !(1..=100).contains(&weight) {
        report.invalid(&format!("{path}.weight"), weight, "must be in the range 1-100");
    }
}

fn node_term(term: &Map, path: &str, report: &mut Report) {
    for (index, expression) in objects(term, "matchExpressions").enumerate() {
        let path = format!("{path}.matchExpressions[{index}]");
        let values = elements(expression, "values");
        let at = format!("{path}.values");
        match text(expression, "operator") {
            "In" | "NotIn" if values.is_empty() => report.required(&at, WITH_VALUES),
            "Exists" | "DoesNotExist" if !values.is_empty() => report.forbidden(&at, WITHOUT_VALUES),
            "Gt" | "Lt" if values.len() != 1 => {
                report.required(&at, "must be specified single value when `operator` is 'Lt' or 'Gt'");
            }
            "In" | "NotIn" | "Exists" | "DoesNotExist" | "Gt" | "Lt" => {}
            other => report.invalid(&format!("{path}.operator"), quote(other), "not a valid selector operator"),
        }
        let key = text(expression, "key");
        report.texts(&format!("{path}.key"), key, names::label_key(key));
        for (index, value) in values.iter().enumerate() {
            let value = value.as_str().unwrap_or_default();
            report.texts(&format!("{path}.values[{index}]"), value, names::label_value(value));
        }
    }
}

fn pod_affinity(affinity: &Map, kind: &str, report: &mut Report) {
    let Some(affinity) = member(affinity, kind) else { return };
    for (index, term) in objects(affinity, REQUIRED).enumerate() {
        pod_term(term, &format!("affinity.{kind}.{REQUIRED}[{index}]"), report);
    }
    for (index, preferred) in objects(affinity, PREFERRED).enumerate() {
        let path = format!("affinity.{kind}.{PREFERRED}[{index}]");
        weight(preferred, &path, report);
        if let Some(term) = member(preferred, "podAffinityTerm") {
            pod_term(term, &format!("{path}.podAffinityTerm"), report);
        }
    }
}

fn pod_term(term: &Map, path: &str, report: &mut Report) {
    if let Some(selector) = member(term, "labelSelector") {
        label_selector(selector, &format!("{path}.labelSelector"), report);
    }
    for namespace in elements(term, "namespaces").iter().filter_map(Value::as_str) {
        report.texts(&format!("{path}.namespace"), namespace, names::dns_label(namespace));
    }
    topology_key(term, path, report);
}

/// Refused twice when it is empty, once for that and once for its form, unless it is that of a spread.
fn topology_key(term: &Map, path: &str, report: &mut Report) {
    let (key, at) = (text(term, "topologyKey"), format!("{path}.topologyKey"));
    if key.is_empty() {
        report.required(&at, "can not be empty");
    }
    report.texts(&at, key, names::label_key(key));
}

fn label_selector(selector: &Map, path: &str, report: &mut Report) {
    labels(selector, "matchLabels", &format!("{path}.matchLabels"), report);
    for (index, expression) in objects(selector, "matchExpressions").enumerate() {
        let path = format!("{path}.matchExpressions[{index}]");
        let values = elements(expression, "values");
        match text(expression, "operator") {
            "In" | "NotIn" if values.is_empty() => report.required(&format!("{path}.values"), WITH_VALUES),
            "Exists" | "DoesNotExist" if !values.is_empty() => {
                report.forbidden(&format!("{path}.values"), WITHOUT_VALUES)
            }
            "In" | "NotIn" | "Exists" | "DoesNotExist" => {}
            other => report.invalid(&format!("{path}.operator"), quote(other), "not a valid selector operator"),
        }
        let key = text(expression, "key");
        report.texts(&format!("{path}.key"), key, names::label_key(key));
    }
}

fn spread(spec: &Map, report: &mut Report) {
    let pair = |constraint: &Map| {
        (text(constraint, "topologyKey").to_owned(), text(constraint, "whenUnsatisfiable").to_owned())
    };
    let pairs: Vec<(String, String)> = objects(spec, "topologySpreadConstraints").map(pair).collect();
    for (index, constraint) in objects(spec, "topologySpreadConstraints").enumerate() {
        let path = format!("topologySpreadConstraints[{index}]");
        let skew = integer(constraint, "maxSkew").unwrap_or_default();
        if skew <= 0 {
            report.invalid(&format!("{path}.maxSkew"), skew, "must be greater than zero");
        }
        let (key, when) = (text(constraint, "topologyKey"), text(constraint, "whenUnsatisfiable"));
        if key.is_empty() {
            report.required(&format!("{path}.topologyKey"), "can not be empty");
        }
        let policies = ["DoNotSchedule", "ScheduleAnyway"];
        if !policies.contains(&when) {
            report.unsupported(&format!("{path}.whenUnsatisfiable"), when, &policies);
        }
        // The server tells it of the first of two.
        for _ in pairs.iter().skip(index + 1).filter(|(other, policy)| other == key && policy == when) {
            let both = format!("{{{key}, {when}}}");
            report.duplicate(&format!("{path}.{{topologyKey, whenUnsatisfiable}}"), &both);
        }
        minimum_of_domains(constraint, when, &path, report);
        if let Some(selector) = member(constraint, "labelSelector") {
            label_selector(selector, &format!("{path}.labelSelector"), report);
        }
    }
}

fn minimum_of_domains(constraint: &Map, when: &str, path: &str, report: &mut Report) {
    let Some(domains) = integer(constraint, "minDomains") else { return };
    let at = format!("{path}.minDomains");
    if domains <= 0 {
        report.invalid(&at, domains, "must be greater than zero");
    }
    if when != "DoNotSchedule" {
        let detail = format!("can only use minDomains if whenUnsatisfiable=DoNotSchedule, not {when}");
        report.invalid(&at, domains, &detail);
    }
}
