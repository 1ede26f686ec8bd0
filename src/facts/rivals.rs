//! Runtimes that are selected automatically for the same format with the same priority, indexed: otherwise each of thousands would be
//! compared with all others.

use std::collections::HashMap;

use crate::Value;
use crate::api::RuntimeSpec;

/// A format for which a runtime can be selected automatically, with all that has to be the same for two runtimes to be rivals, apart from
/// their protocols.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Claim {
    multi_model: bool,
    /// In lower case.
    format: String,
    version: Option<String>,
    priority: i64,
}

/// The claims of a runtime with the positions of their formats; without any if it is disabled.
fn claims(spec: RuntimeSpec<'_>) -> impl Iterator<Item = (usize, Claim)> {
    let formats = spec.auto_selected_formats().filter(move |_| !spec.disabled());
    formats.filter_map(move |(position, format)| {
        let claim = Claim {
            multi_model: spec.multi_model(),
            format: format.name().to_lowercase(),
            version: format.version().map(str::to_owned),
            priority: format.priority()?,
        };
        Some((position, claim))
    })
}

/// A runtime that others are compared with.
#[derive(Debug, Clone)]
struct Claimant {
    name: String,
    protocols: Vec<Value>,
    /// The numbers of its claims, in the order of its formats.
    claims: Vec<usize>,
}

/// The runtimes of one namespace, or the cluster-wide ones, by what they claim.
#[derive(Debug, Clone, Default)]
pub struct Rivals {
    claimants: Vec<Claimant>,
    numbers: HashMap<Claim, usize>,
    /// By the number of a claim, the positions of those who make it.
    holders: Vec<Vec<usize>>,
}

impl Rivals {
    /// Indexes runtimes, whose order is that of the answers.
    pub(super) fn index<'a>(runtimes: impl Iterator<Item = (&'a str, RuntimeSpec<'a>)>) -> Rivals {
        let mut rivals = Rivals::default();
        for (position, (name, spec)) in runtimes.enumerate() {
            let mut numbers = Vec::new();
            for (_, claim) in claims(spec) {
                let next = rivals.holders.len();
                let number = *rivals.numbers.entry(claim).or_insert(next);
                if number == next {
                    rivals.holders.push(Vec::new());
                }
                rivals.holders.get_mut(number).into_iter().for_each(|holders| holders.push(position));
                numbers.push(number);
            }
            let protocols = spec.protocol_versions().to_vec();
            rivals.claimants.push(Claimant { name: name.to_owned(), protocols, claims: numbers });
        }
        rivals
    }

    /// The names of the other runtimes that share a protocol and a claim with this one, each with the position of this one's format: of the
    /// other's formats, the first that is shared counts.
    pub(crate) fn of(&self, name: &str, spec: RuntimeSpec<'_>) -> Vec<(&str, usize)> {
        let mut own: HashMap<usize, usize> = HashMap::new();
        for (position, claim) in claims(spec) {
            if let Some(number) = self.numbers.get(&claim) {
                own.entry(*number).or_insert(position);
            }
        }
        let mut others: Vec<usize> =
            own.keys().filter_map(|number| self.holders.get(*number)).flatten().copied().collect();
        others.sort_unstable();
        others.dedup();
        let others = others.into_iter().filter_map(|other| self.claimants.get(other)).filter(|other| {
            other.name != name && other.protocols.iter().any(|protocol| spec.protocol_versions().contains(protocol))
        });
        let shared = |other: &Claimant| other.claims.iter().find_map(|number| own.get(number)).copied();
        others.filter_map(|other| Some((other.name.as_str(), shared(other)?))).collect()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn rivals_share_a_protocol_and_a_claim() {
        let spec = |protocol: &str, formats: Value| json!({"spec": {"protocolVersions": [protocol], "supportedModelFormats": formats}});
        let format = |name: &str, priority: i64| json!({"name": name, "autoSelect": true, "priority": priority});
        let own = spec("v2", json!([format("a", 1), format("B", 2), format("b", 2)]));
        let mut disabled = own.clone();
        disabled["spec"]["disabled"] = json!(true);
        let others = [
            ("both", spec("v2", json!([format("b", 2), format("a", 1)]))),
            ("disabled", disabled),
            (
                "multi",
                json!({"spec": {"multiModel": true, "protocolVersions": ["v2"], "supportedModelFormats": [format("a", 1)]}}),
            ),
            ("one", spec("v2", json!([format("c", 1), format("a", 1)]))),
            ("own", own.clone()),
            ("priority", spec("v2", json!([format("a", 2)]))),
            ("protocol", spec("v1", json!([format("a", 1)]))),
            ("unselected", spec("v2", json!([{"name": "a", "priority": 1}]))),
            ("version", spec("v2", json!([{"name": "a", "version": "1", "autoSelect": true, "priority": 1}]))),
        ];
        let rivals = Rivals::index(others.iter().map(|(name, object)| (*name, RuntimeSpec::of_object(object))));
        assert_eq!(rivals.of("own", RuntimeSpec::of_object(&own)), [("both", 1), ("one", 0)]);
    }
}
