//! The objects of a cluster from several sources, and the cluster that they make.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::finding::{Finding, Spot};
use super::held::{refusal_of_version, unserved};
use super::options::{Options, Origins};
use crate::facts::knative;
use crate::input::{Document, Step, settings};
use crate::object::Key;
use crate::object::Kind;
use crate::object::diagnostic::Severity;
use crate::object::kind::SERVING;
use crate::object::role;
use crate::release::{Release, defaults};
use crate::webhook::codes;
use crate::{Cluster, Settings, Value};

/// The objects of the cluster beside those that the release ships, in the order of their sources: of two with the same kind,
/// namespace and name the later wins.
#[derive(Debug, Clone, Default)]
pub struct Facts {
    objects: Vec<Arc<Value>>,
    config: Option<Document>,
    documents: BTreeMap<Key, Document>,
    /// The objects of KServe's kinds, each with where it stands: which versions of them there are depends on the release.
    of_kserve: Vec<(Arc<Value>, Document)>,
    /// The configuration of the cluster's Knative. Inputs are not part of it: they have yet to be applied, while Knative runs already.
    knative: Vec<Arc<Value>>,
}

impl Facts {
    /// Adds an object, and returns it in the form that counts.
    pub fn add(&mut self, mut document: Document, findings: &mut Vec<Finding>) -> Arc<Value> {
        if settings::is_config(&document.value) {
            for section in settings::sections_as_text(&mut document.value) {
                let text = format!("section {section} is written as YAML; the controller needs a text that is JSON");
                let spot = Spot::start(&document);
                findings.push(Finding::plain(codes::CONFIG_AS_YAML, Severity::Warning, spot, text));
            }
            let object = Arc::new(document.value.clone());
            self.config = Some(document);
            object
        } else {
            let object = Arc::new(document.value.take());
            if role::group(&object) == SERVING {
                self.of_kserve.push((Arc::clone(&object), document.clone()));
            }
            self.documents.insert(Key::of(&object), document);
            self.objects.push(Arc::clone(&object));
            object
        }
    }

    /// Adds what is a fact of the cluster already.
    pub fn add_held(&mut self, document: Document, findings: &mut Vec<Finding>) {
        let is_of_knative = crate::object::name::namespace(&document.value) == knative::NAMESPACE;
        let object = self.add(document, findings);
        if is_of_knative {
            self.knative.push(object);
        }
    }

    /// The cluster of these objects, and where they come from. What makes no sense among them becomes findings.
    pub fn cluster(mut self, options: &Options, findings: &mut Vec<Finding>) -> (Cluster, Origins) {
        let (version, note) =
            super::release::choose(options, self.config.as_ref(), self.objects.iter().map(AsRef::as_ref));
        findings.extend(note);
        self.drop_unserved(Release::of(version), findings);
        if options.with_shipped {
            self.objects.splice(..0, defaults::objects(version).iter().cloned());
        }
        let mut settings = options.settings();
        if let Some(namespace) = self.config.as_ref().and_then(|config| config.value.pointer("/metadata/namespace")) {
            settings.kserve_namespace = namespace.as_str().unwrap_or_default().to_owned();
        }
        let config_map = self.config_map(options, &settings, findings);
        self.objects.extend(config_map.map(Arc::new));
        let known = self.read_knative(options, &mut settings).unwrap_or_else(|finding| {
            findings.push(*finding);
            true
        });
        let (config, objects) = (self.config, self.documents);
        let origins = Origins { config, set: options.set.clone(), assumed_domain: !known, objects };
        let mut cluster = Cluster::new(Release::of(version), settings, self.objects);
        cluster.has_shipped_presets = options.with_shipped;
        (cluster, origins)
    }

    /// Drops the objects that no cluster of the release can hold, since it has their kinds in other versions.
    fn drop_unserved(&mut self, release: &Release, findings: &mut Vec<Finding>) {
        let before = findings.len();
        findings.extend(self.of_kserve.iter().filter_map(|(object, document)| unserved(release, object, document)));
        if findings.len() > before {
            let is_unserved = |object: &Value| refusal_of_version(release, object).is_some();
            self.objects.retain(|object| !is_unserved(object));
        }
    }

    /// The ConfigMap in force, with the values that are set one by one.
    fn config_map(&self, options: &Options, settings: &Settings, findings: &mut Vec<Finding>) -> Option<Value> {
        let shipped = |object: &&Arc<Value>| settings::is_config(object);
        let given = self.config.as_ref().map(|document| document.value.clone());
        let mut config_map = given.or_else(|| self.objects.iter().rfind(shipped).map(|object| Value::clone(object)));
        for change in &options.set {
            let map = config_map.get_or_insert_with(|| {
                serde_json::json!({
                    "apiVersion": Kind::ConfigMap.api_version(),
                    "kind": Kind::ConfigMap.name(),
                    "metadata": { "name": settings::NAME, "namespace": settings.kserve_namespace },
                })
            });
            if let Err(error) = settings::set(map, change) {
                let spot = Spot::Option(super::options::flag_of(change));
                findings.push(Finding::plain(codes::CONFIG, Severity::Error, spot, error.to_string()));
            }
        }
        config_map
    }

    /// Takes what Knative's ConfigMaps say about hosts, where no option says it. Tells whether the domain is known.
    fn read_knative(&self, options: &Options, settings: &mut Settings) -> Result<bool, Box<Finding>> {
        let read = settings.read_knative(self.knative.iter().map(Arc::as_ref), options.knative_url_scheme.is_some());
        read.map_err(|refused| {
            let document = self.documents.get(&knative::config_key(refused.name));
            let spot = document.map_or(Spot::Nowhere, |document| {
                let span = document.locate_nearest(&[Step::Key("data")]).first().clone();
                Spot::Text { source: Arc::clone(&document.source), span }
            });
            Box::new(Finding::plain(codes::KNATIVE_CONFIG, Severity::Error, spot, refused.to_string()))
        })
    }
}
