//! How Knative names the hosts of its routes: domains with selectors, domain template, tag template.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::facts::hosts::{Derivation, HostError};
use crate::go::template::{self, Data, Template};
use crate::object::{Key, Kind, string_map};
use crate::{Map, Value};

/// The namespace of Knative Serving, which contains its ConfigMaps.
pub const NAMESPACE: &str = "knative-serving";

/// The key of a ConfigMap of Knative Serving.
pub fn config_key(name: &str) -> Key {
    Key::new(Kind::ConfigMap, NAMESPACE, name)
}

/// A ConfigMap that Knative refuses.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{name}: {fault}")]
pub struct Refused {
    pub name: &'static str,
    pub fault: Fault,
}

/// What is wrong with a ConfigMap of Knative.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The selector of a domain cannot be parsed.
    #[error("{domain}: {error}")]
    Domain { domain: String, error: String },
    /// The selector of a domain is not a map.
    #[error("{0}: the selector is not a map")]
    Selector(String),
    /// A template does not parse, or fails for the route with which Knative tries it.
    #[error("{0}")]
    Template(#[from] template::Error),
    /// The domain template gives an empty host for the route with which Knative tries it.
    #[error("the domain template gives an empty host")]
    EmptyHost,
}

/// What Knative's ConfigMaps `config-domain` and `config-network` say about hosts. Without them, all public routes are
/// `<name>.<namespace>.<domain>`.
#[derive(Debug, Clone, Default)]
pub struct Network {
    /// The domains, each with the labels that a route must have to get it; the default domain has none.
    domains: Vec<(String, BTreeMap<String, String>)>,
    domain_template: Option<Arc<Template>>,
    tag_template: Option<Arc<Template>>,
}

/// A route as the templates see it.
#[derive(Debug)]
pub struct Route<'a> {
    pub name: &'a str,
    pub namespace: &'a str,
    pub labels: &'a BTreeMap<String, String>,
    pub annotations: &'a BTreeMap<String, String>,
}

impl Network {
    /// Takes over the domains of `config-domain`.
    ///
    /// # Errors
    ///
    /// [`Fault`] if a selector cannot be parsed or is not a map; Knative refuses such a ConfigMap.
    pub fn with_domains(mut self, data: &Map) -> Result<Network, Fault> {
        for (domain, text) in data.iter().filter(|(domain, _)| !domain.starts_with('_')) {
            let value = crate::input::yaml::parse(text.as_str().unwrap_or_default())
                .map_err(|error| Fault::Domain { domain: domain.clone(), error: error.to_string() })?
                .value;
            let selector = match value.get("selector") {
                None | Some(Value::Null) => BTreeMap::new(),
                Some(selector @ Value::Object(_)) => string_map(Some(selector)),
                Some(_) => return Err(Fault::Selector(domain.clone())),
            };
            self.domains.push((domain.clone(), selector));
        }
        Ok(self)
    }

    /// Takes over the templates of `config-network`.
    ///
    /// # Errors
    ///
    /// [`Fault`] if a template does not parse, fails or gives an empty host; Knative refuses such a ConfigMap.
    pub fn with_templates(mut self, data: &Map) -> Result<Network, Fault> {
        let template = |keys: [&str; 2]| {
            let text = keys.iter().find_map(|key| data.get(*key)?.as_str());
            text.map(|text| Template::parse(keys[0], text).map(Arc::new)).transpose()
        };
        self.domain_template = template(["domain-template", "domainTemplate"])?;
        self.tag_template = template(["tag-template", "tagTemplate"])?;
        // The route with which Knative tries a template.
        let route = Route { name: "foo", namespace: "bar", labels: &BTreeMap::new(), annotations: &BTreeMap::new() };
        for tag in [None, Some("v2")] {
            if self.host(&route, tag, "baz.com")?.is_empty() {
                return Err(Fault::EmptyHost);
            }
        }
        Ok(self)
    }

    /// The domain for routes without labels, if the ConfigMap has one.
    pub fn default_domain(&self) -> Option<&str> {
        self.domains.iter().find(|(_, selector)| selector.is_empty()).map(|(domain, _)| domain.as_str())
    }

    /// The domain of a route, with the labels that select it; `None` if none fits or none is known.
    pub fn domain_of(&self, labels: &BTreeMap<String, String>) -> Option<(&str, &BTreeMap<String, String>)> {
        let domain = self.domain_for(labels)?;
        self.domains.iter().find(|(other, _)| other == domain).map(|(domain, selector)| (domain.as_str(), selector))
    }

    /// Whether `config-network` has a domain template.
    pub fn has_domain_template(&self) -> bool {
        self.domain_template.is_some()
    }

    /// Like [`Network::host`] without a tag, with the derivation of the host.
    pub fn derive_host(&self, route: &Route<'_>, fallback: &str) -> Derivation {
        let domain = self.domain_for(route.labels).unwrap_or(fallback);
        let data = template_values(route, route.name, domain);
        match &self.domain_template {
            Some(template) => {
                Derivation::of(template.text(), Ok(template), &data, |printed| printed.map_err(HostError::Knative))
            }
            None => {
                let template = Template::parse("", DOMAIN_TEMPLATE).map_err(HostError::Knative);
                let check = |printed: Result<_, _>| printed.map_err(HostError::Knative);
                Derivation::of(DOMAIN_TEMPLATE, template.as_ref(), &data, check)
            }
        }
    }

    /// The domain of a route: of those whose selector fits, the one with the most labels, then the first by name. `None` if none
    /// fits or none is known.
    fn domain_for(&self, labels: &BTreeMap<String, String>) -> Option<&str> {
        let fits = |selector: &BTreeMap<String, String>| selector.iter().all(|(k, v)| labels.get(k) == Some(v));
        let fitting = self.domains.iter().filter(|(_, selector)| fits(selector));
        let best = fitting.min_by_key(|(domain, selector)| (std::cmp::Reverse(selector.len()), domain));
        best.map(|(domain, _)| domain.as_str())
    }

    /// The host of a route, or of the traffic under a tag. `fallback` is the domain if no ConfigMap sets one.
    ///
    /// # Errors
    ///
    /// The error of the domain or tag template, in Go's words.
    pub fn host(&self, route: &Route<'_>, tag: Option<&str>, fallback: &str) -> Result<String, template::Error> {
        let name = match (tag, &self.tag_template) {
            (None, _) => Cow::Borrowed(route.name),
            (Some(tag), None) => Cow::Owned(format!("{tag}-{}", route.name)),
            (Some(tag), Some(template)) => {
                let fields = vec![("Name", Data::string(route.name)), ("Tag", Data::string(tag))];
                Cow::Owned(template.execute(&Data::structure("config.TagTemplateValues", fields))?)
            }
        };
        let domain = self.domain_for(route.labels).unwrap_or(fallback);
        let Some(template) = &self.domain_template else {
            return Ok(format!("{name}.{}.{domain}", route.namespace));
        };
        template.execute(&template_values(route, &name, domain))
    }
}

/// Knative's own domain template. [`Network::host`] produces the same result without running it.
const DOMAIN_TEMPLATE: &str = "{{.Name}}.{{.Namespace}}.{{.Domain}}";

/// The data of the domain template; the name may include a tag.
fn template_values<'d>(route: &Route<'d>, name: &'d str, domain: &'d str) -> Data<'d> {
    let fields = vec![
        ("Name", Data::string(name)),
        ("Namespace", Data::string(route.namespace)),
        ("Domain", Data::string(domain)),
        ("Annotations", Data::StringMap(route.annotations)),
        ("Labels", Data::StringMap(route.labels)),
    ];
    Data::structure("config.DomainTemplateValues", fields)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn network(domains: Value, network: Value) -> Result<Network, Fault> {
        let map = |value: &Value| value.as_object().cloned().unwrap_or_default();
        Network::default().with_domains(&map(&domains))?.with_templates(&map(&network))
    }

    fn host(network: &Network, labels: &[(&str, &str)], tag: Option<&str>) -> Result<String, String> {
        let labels = labels.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
        let route = Route { name: "a", namespace: "n", labels: &labels, annotations: &BTreeMap::new() };
        network.host(&route, tag, "fallback").map_err(|error| error.to_string())
    }

    #[test]
    fn the_most_specific_matching_domain_is_used() {
        let domains = json!({
            "_example": "any: thing",
            "everywhere.example": "",
            "prod.example": "selector:\n  stage: prod\n",
            "team.example": "selector: {stage: prod, team: a}",
            "also.example": "selector:\n  stage: prod\n",
        });
        let network = network(domains, json!({})).expect("readable");
        assert_eq!(network.default_domain(), Some("everywhere.example"));
        assert_eq!(host(&network, &[], None), Ok("a.n.everywhere.example".into()));
        assert_eq!(host(&network, &[("stage", "prod")], None), Ok("a.n.also.example".into()));
        assert_eq!(host(&network, &[("stage", "prod"), ("team", "a")], Some("t")), Ok("t-a.n.team.example".into()));
        assert_eq!(host(&Network::default(), &[], None), Ok("a.n.fallback".into()));
    }

    #[test]
    fn templates_make_the_host() {
        let templates = json!({
            "domain-template": "{{.Name}}-{{.Namespace}}.{{index .Labels \"team\"}}.{{.Domain}}",
            "tag-template": "{{.Name}}-{{.Tag}}",
        });
        let network = network(json!({ "x.example": "" }), templates).expect("readable");
        assert_eq!(host(&network, &[("team", "b")], Some("t")), Ok("a-t-n.b.x.example".into()));
    }

    #[test]
    fn an_unreadable_text_is_an_error() {
        assert!(
            network(json!({ "x": "selector: [a]" }), json!({})).is_err_and(|error| matches!(error, Fault::Selector(_)))
        );
        assert!(network(json!({ "x": "a: b: c" }), json!({})).is_err());
        assert!(network(json!({}), json!({ "domain-template": "{{.Name" })).is_err());
    }
}
