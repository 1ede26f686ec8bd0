//! Where the inputs of explanations stand in the documents of a session.

use super::{Origins, Session, finding};
use crate::explain::{ConfigSource, Places, Setting, SettingSource, Spot};
use crate::input::{Document, Place};
use crate::kinds::Spots;
use crate::object::{Key, Path};

/// Where things stand in the texts that were read.
pub struct DocumentPlaces<'f> {
    /// That of the service.
    pub document: Option<&'f Document>,
    pub origins: &'f Origins,
    /// Those of resources that another resource may name.
    pub session: &'f Session,
    /// Whether somebody has set Knative's domain.
    pub is_knative_domain_given: bool,
    /// Whether somebody has set the domain of the cluster.
    pub is_cluster_domain_given: bool,
}

impl<'f> DocumentPlaces<'f> {
    /// Those of a document of a session.
    pub fn of(
        session: &'f Session,
        document: Option<&'f Document>,
        is_cluster_domain_given: bool,
    ) -> DocumentPlaces<'f> {
        let is_knative_domain_given = session.cluster.settings.is_knative_domain_given;
        let origins = &session.origins;
        DocumentPlaces { document, origins, session, is_knative_domain_given, is_cluster_domain_given }
    }
}

fn spot(document: &Document, place: Place) -> Spot {
    Spot { file: document.source.name.clone(), line: place.line, column: place.column }
}

fn field(document: &Document, path: &Path) -> Option<Spot> {
    let located = document.locate(&finding::steps(document, path))?;
    Some(spot(document, located.first().place))
}

impl Places for DocumentPlaces<'_> {
    fn service(&self, path: &Path) -> Option<Spot> {
        field(self.document?, path)
    }

    fn config(&self, keys: &[String]) -> ConfigSource {
        match &self.origins.config {
            _ if self.origins.is_set(keys) => ConfigSource::Flag,
            Some(document) => ConfigSource::File(spot(document, document.place_in_data(keys))),
            None => ConfigSource::Shipped,
        }
    }

    fn object(&self, key: &Key, path: &Path) -> Option<Spot> {
        let resource = || self.session.resource(key).map(|service| &*service.document);
        let document = self.origins.objects.get(key).or_else(resource)?;
        Some(field(document, path).unwrap_or_else(|| spot(document, document.start())))
    }

    fn setting(&self, setting: Setting) -> SettingSource {
        let config_domain = crate::facts::knative::config_key("config-domain");
        match setting {
            Setting::KnativeDomain if self.is_knative_domain_given => SettingSource::Flag,
            Setting::KnativeDomain if !self.origins.assumed_domain => {
                match self.object(&config_domain, &Path::keys(["data"])) {
                    Some(spot) => SettingSource::Default(spot),
                    None => SettingSource::Assumed,
                }
            }
            Setting::KnativeDomain => SettingSource::Assumed,
            Setting::ClusterDomain if self.is_cluster_domain_given => SettingSource::Flag,
            Setting::ClusterDomain => SettingSource::Assumed,
        }
    }
}

/// Where fields of a composed service and of its configs stand, as `FILE:LINE`.
pub struct CompositionPlaces<'f> {
    /// That of the service.
    pub document: &'f Document,
    pub session: &'f Session,
}

fn line(document: &Document, path: &Path) -> Option<String> {
    if document.source.text.is_empty() {
        return None;
    }
    let located = document.locate_nearest(&finding::steps(document, path));
    Some(format!("{}:{}", document.source.name, located.first().place.line))
}

impl Spots for CompositionPlaces<'_> {
    fn service(&self, path: &Path) -> Option<String> {
        line(self.document, path)
    }

    fn config(&self, config: &Key, path: &Path) -> Option<String> {
        let input = self.session.resource(config).map(|service| &*service.document);
        line(input.or_else(|| self.session.origins.objects.get(config))?, path)
    }
}
