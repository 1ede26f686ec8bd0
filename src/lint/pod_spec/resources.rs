//! Resources: names, amounts, and requests against limits.

use super::report::{About, Report};
use crate::Map;
use crate::go::quantity::Quantity;
use crate::go::strconv::quote;
use crate::object::fields::{member, objects, text};
use crate::object::names;

/// Resources that Kubernetes knows for containers.
const OF_CONTAINERS: [&str; 3] = ["cpu", "memory", "ephemeral-storage"];
/// Resources that Kubernetes knows, but not for containers.
const OF_QUOTAS: [&str; 14] = [
    "storage",
    "requests.cpu",
    "requests.memory",
    "requests.storage",
    "requests.ephemeral-storage",
    "limits.cpu",
    "limits.memory",
    "limits.ephemeral-storage",
    "pods",
    "resourcequotas",
    "services",
    "replicationcontrollers",
    "secrets",
    "configmaps",
];

/// Resources of which there are whole ones only.
const COUNTED: [&str; 6] = ["pods", "resourcequotas", "services", "replicationcontrollers", "secrets", "configmaps"];

pub fn check(container: &Map, path: &str, report: &mut Report) {
    let Some(resources) = member(container, "resources") else { return };
    let path = format!("{path}.resources");
    let amounts = |list: &str| -> Vec<(&str, Quantity)> {
        let entries = member(resources, list).into_iter().flatten();
        entries.filter_map(|(name, amount)| Some((name.as_str(), Quantity::from_json(amount).ok()?))).collect()
    };
    let (limits, requests) = (amounts("limits"), amounts("requests"));
    for (name, amount) in &limits {
        amount_of(name, amount, &format!("{path}.limits[{name}]"), report);
    }
    for (name, request) in &requests {
        amount_of(name, request, &format!("{path}.requests[{name}]"), report);
        let limit = limits.iter().find(|(limited, _)| limited == name).map(|(_, limit)| limit);
        against_limit(name, request, limit, &path, report);
    }
    let has = |name: &str| limits.iter().chain(&requests).any(|(known, _)| *known == name);
    let is_huge = |(name, _): &(&str, Quantity)| name.starts_with("hugepages-");
    if limits.iter().chain(&requests).any(is_huge) && !has("cpu") && !has("memory") {
        report.forbidden(&path, "HugePages require cpu or memory");
    }
    claims(resources, &path, report);
}

fn against_limit(name: &str, request: &Quantity, limit: Option<&Quantity>, path: &str, report: &mut Report) {
    let invalid = |detail: String, report: &mut Report| {
        let (at, value) = (format!("{path}.requests"), quote(&request.to_string()));
        report.about(About::BeyondLimit, |report| report.invalid(&at, value, &detail));
    };
    match limit {
        None if !is_overcommitted(name) => {
            report.required(&format!("{path}.limits"), "Limit must be set for non overcommitable resources");
        }
        Some(limit) if is_overcommitted(name) && request > limit => {
            invalid(format!("must be less than or equal to {name} limit of {limit}"), report);
        }
        Some(limit) if !is_overcommitted(name) && request != limit => {
            invalid(format!("must be equal to {name} limit of {limit}"), report);
        }
        _ => {}
    }
}

/// Whether pods may request less of it than their limit: what Kubernetes itself shares out.
fn is_overcommitted(name: &str) -> bool {
    is_native(name) && !name.starts_with("hugepages-")
}

fn is_native(name: &str) -> bool {
    !name.contains('/') || name.contains("kubernetes.io/")
}

fn amount_of(name: &str, amount: &Quantity, path: &str, report: &mut Report) {
    let quoted = quote(name);
    let faults = names::label_key(name);
    let is_formed = faults.is_empty();
    for fault in faults {
        report.invalid(path, &quoted, &fault);
    }
    if is_native(name) {
        let is_huge = name.starts_with("hugepages-");
        let is_known = OF_CONTAINERS.contains(&name) || is_huge;
        if !name.contains('/') && !is_known {
            if !OF_QUOTAS.contains(&name) {
                report.invalid(path, &quoted, "must be a standard resource type or fully qualified");
            }
            report.invalid(path, &quoted, "must be a standard resource for containers");
        }
    } else if !is_formed || name.starts_with("requests.") {
        report.invalid(path, &quoted, "doesn't follow extended resource name standard");
    }
    let is_extended = !is_native(name) && is_formed && !name.starts_with("requests.");
    number(name, amount, is_extended || COUNTED.contains(&name), path, report);
}

fn number(name: &str, amount: &Quantity, is_whole: bool, path: &str, report: &mut Report) {
    let shown = quote(&amount.to_string());
    if amount.signum() < 0 {
        report.invalid(path, &shown, "must be greater than or equal to 0");
    } else if is_whole && amount.milli_value() % 1000 != 0 {
        report.invalid(path, &shown, "must be an integer");
    }
    if let Some(page) = name.strip_prefix("hugepages-") {
        let size = Quantity::parse(page).ok().map(|page| page.value()).filter(|size| *size > 0);
        if size.is_none_or(|size| amount.value() % size != 0) {
            report.invalid(path, shown, &format!("{amount} is not positive integer multiple of {name}"));
        }
    }
}

fn claims(resources: &Map, path: &str, report: &mut Report) {
    let mut known = std::collections::BTreeSet::new();
    for (index, claim) in objects(resources, "claims").enumerate() {
        let name = text(claim, "name");
        let at = format!("{path}.claims[{index}]");
        if name.is_empty() {
            report.required(&at, "");
        } else if !known.insert(name) {
            report.duplicate(&at, name);
        }
    }
}
