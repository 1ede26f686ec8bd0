//! What the services of a session are made of, as far as the other inputs tell.

use super::finding::Spot;
use super::places::CompositionPlaces;
use super::{Service, Session};
use crate::input::Document;
use crate::kinds::{self, Composition};
use crate::object::{Cause, Kind};
use crate::output::printable::on_one_line;

/// Why fields of services have their values.
#[derive(Debug, Default)]
pub struct Reasons {
    /// An answer for each field, and for each service that cannot be put together.
    pub texts: Vec<String>,
    /// That a service has no such field.
    pub unknown: Option<String>,
    /// Whether a service cannot be put together.
    pub has_failures: bool,
    /// The number of services that were asked.
    pub count: usize,
}

impl Reasons {
    /// Adds the answers of one service.
    fn add(&mut self, composition: &Composition, places: &CompositionPlaces<'_>, path: &str) {
        let name = format!("{} {}/{}", composition.kind.name(), composition.namespace, composition.name);
        self.count += 1;
        if let Some(failure) = &composition.failure {
            self.has_failures = true;
            let help = composition.help.as_ref().map(|help| format!("; {help}")).unwrap_or_default();
            let verdict = if composition.is_admitted { "fails" } else { "is refused" };
            let place = composition.failure_place(places).map(|at| format!(", at {at}")).unwrap_or_default();
            let text = format!("{name} {verdict}{place}: {failure}{help}");
            self.texts.push(format!("{}\n", on_one_line(&text)));
        }
        let fields = composition.fields_below(path);
        let unread: Vec<String> =
            composition.ineffective_below(path).map(|unread| composition.why_ineffective(unread, places)).collect();
        if fields.is_empty() && unread.is_empty() && composition.failure.is_none() {
            let help =
                nearest_field(composition, path).map(|nearest| format!("; is it {nearest}?")).unwrap_or_default();
            let text = || format!("the effective spec of {name} has no field {path}{help}");
            self.unknown.get_or_insert_with(text);
        }
        self.texts.extend(fields.into_iter().map(|field| composition.why(field, places)));
        self.texts.extend(unread);
    }
}

/// The field of a service whose path is most like a path.
fn nearest_field(composition: &Composition, path: &str) -> Option<String> {
    let known = composition.fields.iter().filter_map(|field| composition.named(field));
    let likeness = |known: &str| strsim::normalized_damerau_levenshtein(known, path);
    known.max_by(|a, b| likeness(a).total_cmp(&likeness(b)))
}

impl Session {
    /// The services of the inputs that are put together from configurations, each with what it is made of.
    pub fn compositions(&self) -> Vec<(&Document, Composition)> {
        let services = self.services.iter().map(|service| &*service.document);
        services.filter_map(|document| Some((document, self.composition(document)?))).collect()
    }

    /// Why the fields at a path, or below it, have their values.
    pub(crate) fn reasons(&self, path: &str) -> Reasons {
        let mut reasons = Reasons::default();
        for (document, composition) in self.compositions() {
            reasons.add(&composition, &CompositionPlaces { document, session: self }, path);
        }
        reasons
    }

    /// What a service is made of, and what helps if it cannot be put together, as far as the other inputs tell.
    /// It is `None` for a resource that is not composed from configurations.
    pub fn composition(&self, document: &Document) -> Option<Composition> {
        let kind = Kind::of(&document.value)?;
        let mut composition = kinds::properties(kind).compose?(&self.cluster, &document.value);
        if let (Some(cause), None) = (&composition.cause, &composition.help) {
            let advice = || advice_on_absence(kind, cause).map(str::to_owned);
            composition.help = config_beside(self, cause).or_else(advice);
        }
        Some(composition)
    }
}

/// What helps where the controller of a kind misses something that the cluster may have.
pub(super) fn advice_on_absence(kind: Kind, cause: &Cause) -> Option<&'static str> {
    (kinds::properties(kind).advise_on_absence)(cause)
}

/// Where the inputs have a config of the name that the controller does not find, and why that one does not count.
pub(super) fn config_beside(session: &Session, cause: &Cause) -> Option<String> {
    let Cause::Absent(absent) = cause else { return None };
    let is_it = |service: &&Service| service.kind == absent.kind && service.key().name == absent.name;
    let config = session.services.iter().find(is_it)?;
    let (key, spot) = (config.key(), Spot::start(&config.document));
    Some(match absent.namespaces.contains(&key.namespace) {
        true => format!("the cluster refuses the one at {spot}: fix that first"),
        false => format!("the one at {spot} is in the namespace {}, where it is not looked for", key.namespace),
    })
}
