//! Hosts and paths from the templates of the section `ingress`.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::facts::config::Ingress;
use crate::go::strconv;
use crate::go::template::{self, Data, Template, TraceStep};
use crate::go::unicode::to_text;
use crate::go::url;
use crate::object::dns;
use crate::object::{Cause, ControllerError, ObjectMeta};

/// The compiled templates of the section `ingress`.
#[derive(Debug, Clone)]
pub(crate) struct Templates {
    /// The controller parses the domain template only when it uses it, so an error is kept until then.
    pub(super) domain: Arc<Result<Template, HostError>>,
    pub(super) path: Option<Arc<Result<Template, HostError>>>,
}

/// The keys of the templates.
const DOMAIN_TEMPLATE: &str = "domainTemplate";
const PATH_TEMPLATE: &str = "pathTemplate";

/// Why a template does not produce a host or path.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HostError {
    /// The template at this key of the section does not parse.
    #[error("{error}")]
    Unparsed { key: &'static str, error: template::Error },
    /// A template of Knative does not parse, or fails.
    #[error("{0}")]
    Knative(template::Error),
    /// The domain template fails.
    #[error("error rendering the domain template: {0}")]
    Domain(template::Error),
    /// The path template fails.
    #[error("error rendering the url template: {0}")]
    Path(template::Error),
    /// The result is not a domain name.
    #[error("invalid domain name {}: url: {problem}", strconv::quote(.host))]
    NoHost { host: String, problem: String },
    /// The result is not a URL.
    #[error("invalid url {}: {problem}", strconv::quote(.text))]
    NoUrl { text: String, problem: url::ParseError },
    /// The result is more than a path.
    #[error("invalid url path {}: contains either a scheme or a host", strconv::quote(.text))]
    NotOnlyAPath { text: String },
}

impl HostError {
    /// The template's own error, if that is what failed.
    pub fn of_template(&self) -> Option<&template::Error> {
        match self {
            HostError::Unparsed { error, .. } => Some(error),
            HostError::Knative(error) | HostError::Domain(error) | HostError::Path(error) => Some(error),
            HostError::NoHost { .. } | HostError::NoUrl { .. } | HostError::NotOnlyAPath { .. } => None,
        }
    }

    /// The key of a template that fails in this way for every service: it does not parse, or it uses something that no service
    /// has. Whether DNS accepts a host is a different matter, since that may depend on labels.
    pub fn bad_template(&self) -> Option<&'static str> {
        let has_field = |error: &template::Error| error.missing_field().is_none();
        match self {
            HostError::Unparsed { key, .. } => Some(key),
            HostError::Domain(error) if !has_field(error) => Some(DOMAIN_TEMPLATE),
            HostError::Path(error) if !has_field(error) => Some(PATH_TEMPLATE),
            _ => None,
        }
    }

    /// The controller's error, prefixed with what the controller was doing.
    pub fn within(self, what: impl std::fmt::Display) -> ControllerError {
        ControllerError::from(self).within(what)
    }
}

impl Templates {
    pub(crate) fn of(settings: &Ingress) -> Templates {
        let path = Some(&settings.path_template).filter(|text| !text.is_empty());
        let plain = ObjectMeta { name: "a".into(), namespace: "a".into(), ..ObjectMeta::default() };
        let (labels, annotations) = (&plain.labels, &plain.annotations);
        let named = Named { name: &plain.name, namespace: &plain.namespace, labels, annotations };
        let domain = Template::parse("domain-template", &settings.domain_template)
            .map_err(|error| HostError::Unparsed { key: DOMAIN_TEMPLATE, error })
            .and_then(|template| bounded(template, &named.data(settings), HostError::Domain));
        let path = path.map(|text| {
            let template = Template::parse("url-template", text)
                .map_err(|error| HostError::Unparsed { key: PATH_TEMPLATE, error });
            template.and_then(|template| bounded(template, &path_data(&plain), HostError::Path))
        });
        Templates { domain: Arc::new(domain), path: path.map(Arc::new) }
    }
}

/// The template, unless it exceeds the limits even for the simplest service: it then does so for all services, and is not tried again for
/// each.
fn bounded(
    template: Template,
    plain: &Data<'_>,
    fails: fn(template::Error) -> HostError,
) -> Result<Template, HostError> {
    match template.exceeds_bounds(plain) {
        Some(error) => Err(fails(error)),
        None => Ok(template),
    }
}

impl From<HostError> for ControllerError {
    fn from(error: HostError) -> ControllerError {
        let own_error = ControllerError::new(error.to_string());
        match (error.bad_template(), error) {
            (Some(key), _) => own_error.of_section("ingress", &[key]),
            (None, HostError::NoHost { .. }) => own_error.about(Cause::Host),
            (None, _) => own_error,
        }
    }
}

/// How a template of the section `ingress`, or of Knative, produces a host or path.
#[derive(Debug, Clone)]
pub struct Derivation {
    pub template: String,
    /// The variables of the template: strings, and maps of labels and annotations.
    pub variables: Vec<(&'static str, Variable)>,
    /// The results of its actions; empty if it does not parse.
    pub steps: Vec<TraceStep>,
    /// Its output, whether or not that is a valid host.
    pub text: Option<String>,
    /// The host or path, or why there is none.
    pub result: Result<String, HostError>,
}

/// The value of a template variable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Variable {
    Text(String),
    Map(BTreeMap<String, String>),
}

impl Derivation {
    /// Runs a template; `check` turns its output into the result.
    pub(crate) fn of(
        text: &str,
        template: Result<&Template, &HostError>,
        data: &Data<'_>,
        check: impl FnOnce(Result<String, template::Error>) -> Result<String, HostError>,
    ) -> Derivation {
        let variables = match data {
            Data::Struct(structure) => {
                structure.fields.iter().map(|(name, value)| (*name, Variable::of(value))).collect()
            }
            _ => Vec::new(),
        };
        let (steps, printed) = match template {
            Ok(template) => {
                let trace = template.trace(data);
                (trace.steps, Ok(trace.result))
            }
            Err(error) => (Vec::new(), Err(error.clone())),
        };
        let shown = printed.as_ref().ok().and_then(|result| result.as_ref().ok()).cloned();
        Derivation { template: text.to_owned(), variables, steps, text: shown, result: printed.and_then(check) }
    }
}

impl Variable {
    fn of(value: &Data<'_>) -> Variable {
        match value {
            Data::StringMap(map) => Variable::Map((*map).clone()),
            other => Variable::Text(other.as_string().map(|text| to_text(text.to_vec())).unwrap_or_default()),
        }
    }
}

/// The data of the domain template for an object.
#[derive(Debug, Clone, Copy)]
pub struct Named<'a> {
    pub name: &'a str,
    pub namespace: &'a str,
    pub labels: &'a BTreeMap<String, String>,
    pub annotations: &'a BTreeMap<String, String>,
}

impl<'a> Named<'a> {
    pub(super) fn data(self, settings: &'a Ingress) -> Data<'a> {
        Data::structure(
            "ingress.DomainTemplateValues",
            vec![
                ("Name", Data::string(self.name)),
                ("Namespace", Data::string(self.namespace)),
                ("IngressDomain", Data::string(&settings.ingress_domain)),
                ("Annotations", Data::StringMap(self.annotations)),
                ("Labels", Data::StringMap(self.labels)),
            ],
        )
    }
}

/// The data of the path template for a service.
pub(crate) fn path_data(metadata: &ObjectMeta) -> Data<'_> {
    let fields = vec![("Name", Data::string(&metadata.name)), ("Namespace", Data::string(&metadata.namespace))];
    Data::structure("ingress.PathTemplateValues", fields)
}

/// The host in the output of the domain template, if it is one.
pub(crate) fn checked_host(printed: Result<String, template::Error>) -> Result<String, HostError> {
    let host = printed.map_err(HostError::Domain)?;
    match dns::check_domain(&host) {
        None => Ok(host),
        Some(problem) => Err(HostError::NoHost { host, problem }),
    }
}

/// The path in the output of the path template, if it is one.
pub(crate) fn checked_path(printed: Result<String, template::Error>) -> Result<String, HostError> {
    let text = printed.map_err(HostError::Path)?;
    let parsed =
        url::parse_request_uri(&text).map_err(|error| HostError::NoUrl { text: text.clone(), problem: error })?;
    if !parsed.scheme.is_empty() || !parsed.host.is_empty() {
        return Err(HostError::NotOnlyAPath { text });
    }
    Ok(parsed.path)
}

/// The hosts of a service in the additional domains: `main` without the first of `domains` that it ends with, followed by each
/// additional domain. Hosts that are not DNS names are left out.
pub(crate) fn additional<'d>(
    domains: impl Iterator<Item = &'d str>,
    main: &str,
    additional: Option<&Vec<String>>,
) -> Vec<String> {
    let mut domains = domains;
    let Some(subdomain) = domains.find_map(|domain| main.strip_suffix(domain)).filter(|rest| !rest.is_empty()) else {
        return Vec::new();
    };
    let mut accepted: Vec<&String> = Vec::new();
    for domain in additional.into_iter().flatten() {
        if !accepted.contains(&domain) && dns::is_subdomain(&format!("{subdomain}{domain}")) {
            accepted.push(domain);
        }
    }
    accepted.into_iter().map(|domain| format!("{subdomain}{domain}")).collect()
}

/// The regular expression that matches a host with or without a port.
pub(crate) fn expression(host: &str) -> String {
    let mut quoted = String::from("^");
    for character in host.chars() {
        if r"\.+*?()|[]{}^$".contains(character) {
            quoted.push('\\');
        }
        quoted.push(character);
    }
    quoted.push_str(r"(?::\d{1,5})?$");
    quoted
}

/// The public host of a Knative service: the host of its entry component without the component's name. Like the controller, it takes
/// `-default` anywhere in the host for the older form of the component's name.
pub(crate) fn without_component(text: &str, component: &str) -> String {
    let part = if text.contains("-default") { format!("-{component}-default") } else { format!("-{component}") };
    text.replacen(&part, "", 1)
}

/// A URL with its scheme replaced.
pub(crate) fn with_scheme(text: &str, scheme: &str) -> String {
    match text.split_once("://") {
        Some((_, rest)) => format!("{scheme}://{rest}"),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_become_expressions() {
        assert_eq!(
            expression("sklearn.default.svc.cluster.local"),
            r"^sklearn\.default\.svc\.cluster\.local(?::\d{1,5})?$"
        );
    }

    #[test]
    fn the_component_is_cut_out_once() {
        assert_eq!(
            without_component("sklearn-predictor.default.example.com", "predictor"),
            "sklearn.default.example.com"
        );
        assert_eq!(without_component("my-predictor-x-predictor.ns.io", "predictor"), "my-x-predictor.ns.io");
        assert_eq!(without_component("m-predictor-default.example.com", "predictor"), "m.example.com");
        assert_eq!(without_component("a-default-b-predictor.ns.io", "predictor"), "a-default-b-predictor.ns.io");
    }

    #[test]
    fn additional_domains_replace_the_main_one() {
        let domains = vec!["bar.com".to_owned(), "bar.com".to_owned(), "B_d".to_owned(), "b.example".to_owned()];
        assert_eq!(
            additional(["other.com", "example.com"].into_iter(), "m.ns.example.com", Some(&domains)),
            ["m.ns.bar.com", "m.ns.b.example"]
        );
        assert!(additional(["example.com"].into_iter(), "example.com", Some(&domains)).is_empty());
        assert!(additional(["x.io"].into_iter(), "m.ns.example.com", Some(&domains)).is_empty());
    }
}
