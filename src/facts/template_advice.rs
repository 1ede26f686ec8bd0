//! Advice for a template of the section `ingress` that fails or does not print a host.

use std::sync::LazyLock;

use regex::Regex;

use super::hosts::{Derivation, HostError, Variable};
use crate::go::template::{self, ErrorKind};

/// What templates print for a missing entry of a map.
const NO_VALUE: &str = "<no value>";

/// The similarity above which one name is taken for a misspelling of another.
const ALIKE: f64 = 0.6;

/// Accesses to an entry of a map of labels or annotations: `.Labels.team`, `index .Labels "acme.example/team"`.
static ENTRIES: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r#"\.(Labels|Annotations)(?:\.([A-Za-z0-9_]+)|\s+"([^"]+)")"#).ok());

impl Derivation {
    /// The labels and annotations that the template reads and that do not exist: the name of the map, and the key.
    pub fn missing_entries(&self) -> Vec<(&'static str, String)> {
        let mut missing = Vec::new();
        for captures in ENTRIES.iter().flat_map(|entries| entries.captures_iter(&self.template)) {
            let key = captures.get(2).or_else(|| captures.get(3)).map_or("", |key| key.as_str());
            let map = captures.get(1).map_or("", |map| map.as_str());
            let known = self.variables.iter().find_map(|(name, value)| match value {
                Variable::Map(entries) if *name == map => Some((*name, entries)),
                _ => None,
            });
            let Some((name, entries)) = known else { continue };
            if !entries.contains_key(key) && !missing.iter().any(|(other, known)| *other == name && known == key) {
                missing.push((name, key.to_owned()));
            }
        }
        missing
    }

    /// Advice if the template fails because of a label, a variable or a function that does not exist.
    pub fn advice(&self) -> Option<String> {
        let error = self.result.as_ref().err()?;
        let of_template = error.of_template();
        if let Some(name) = of_template.and_then(template::Error::missing_field) {
            let names = || self.variables.iter().map(|(name, _)| *name);
            let known: Vec<String> = names().map(|name| format!(".{name}")).collect();
            let likeness = |known: &str| strsim::normalized_damerau_levenshtein(known, name);
            let near = names().max_by(|one, other| likeness(one).total_cmp(&likeness(other)));
            let meant = near.filter(|near| likeness(near) >= ALIKE);
            let meant = meant.map(|near| format!("did you mean `.{near}`? ")).unwrap_or_default();
            return Some(format!("{meant}the template sees {}", known.join(", ")));
        }
        if let Some(ErrorKind::UnknownFunction(name)) = of_template.map(template::Error::kind) {
            return Some(format!(
                "templates have Go's own functions, such as printf, index and eq, not those of Helm, of which {name} may be one"
            ));
        }
        let missing = self.missing_entries();
        let lacks_value = matches!(error, HostError::NoHost { host, .. } if host.contains(NO_VALUE));
        let (map, key) = missing.first().filter(|_| lacks_value)?;
        let what = if *map == "Labels" { "label" } else { "annotation" };
        Some(format!("the template reads the {what} {key}, which the service does not have"))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use crate::facts::Cluster;
    use crate::facts::hosts::Named;
    use crate::release::Version;

    fn advice(template: &str) -> Option<String> {
        let mut routing = Cluster::of(Version::NEWEST, []).routing.clone().unwrap();
        routing.set_domain_template(template);
        let labels = BTreeMap::from([("tier".to_owned(), "gold".to_owned())]);
        let annotations = BTreeMap::new();
        routing
            .derive_host(Named { name: "leaf", namespace: "ns", labels: &labels, annotations: &annotations })
            .advice()
    }

    #[test]
    fn missing_entries_are_reported() {
        let label = |key: &str| Some(format!("the template reads the label {key}, which the service does not have"));
        assert_eq!(advice("{{ .Name }}.{{ .Labels.tier }}.x"), None);
        assert_eq!(advice("{{ .Name }}.{{ .Labels.team }}.x"), label("team"));
        assert_eq!(advice("{{ .Name }}.{{ .Labels.tier }}.{{ .Labels.team }}.x"), label("team"));
        let sees = "the template sees .Name, .Namespace, .IngressDomain, .Annotations, .Labels";
        let told = advice("{{ .Nam }}.x").unwrap();
        assert!(told.starts_with("did you mean `.Name`? the template sees .Name"), "{told} {sees}");
        assert!(advice("{{ lower .Name }}.x").unwrap().contains("not those of Helm, of which lower may be one"));
        assert!(advice("{{ .Xyzzy }}.x").unwrap().starts_with("the template sees "));
    }
}
