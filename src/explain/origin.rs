//! Where a value comes from: as the library knows it, and in the words of those who know files and flags.

use serde_json::json;

use crate::object::Key;
use crate::object::Path;
use crate::release::Version;
use crate::{Cluster, Value};

/// Where a value comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// A field of the service as the user wrote it.
    Service(Path),
    /// A value of the ConfigMap `inferenceservice-config`: the section and the keys in it, as spelled there.
    Config(Vec<String>),
    /// The default of controller or webhook.
    BuiltIn,
    /// The default of Knative.
    KnativeBuiltIn,
    /// The defaulting webhook, which writes it into the service.
    Webhook,
    /// The status of the service in the cluster.
    Observed,
    /// A field of another object of the cluster.
    Object(Key, Path),
    /// A field in the status of another resource: as it is rendered, else as the cluster has it.
    Status(Key, Path),
    /// A setting of the tool.
    Setting(Setting),
}

/// A fact of the cluster that no document of KServe tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Setting {
    /// The domain of Knative's hosts, else in the ConfigMap `config-domain`.
    KnativeDomain,
    /// The DNS domain of the cluster, such as `cluster.local`.
    ClusterDomain,
}

impl Setting {
    /// The flag that sets it.
    pub const fn flag(self) -> &'static str {
        match self {
            Setting::KnativeDomain => "--knative-domain",
            Setting::ClusterDomain => "--cluster-domain",
        }
    }
}

/// A place in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spot {
    /// Name of the file.
    pub file: String,
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

/// Who set a value of the ConfigMap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ConfigSource {
    /// The flag `--set`.
    Flag,
    /// A ConfigMap in a file.
    File(Spot),
    /// The ConfigMap that the release ships.
    Shipped,
}

/// Who made a setting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SettingSource {
    /// The flag that sets it; see [`Setting::flag`].
    Flag,
    /// Knative's own default, since nothing here sets another.
    Default(Spot),
    /// Nobody; it is what most clusters have.
    Assumed,
}

/// What the library does not know: files and flags.
pub trait Places {
    /// Where a field of the service stands.
    fn service(&self, path: &Path) -> Option<Spot>;
    /// Who set a value of the ConfigMap.
    fn config(&self, keys: &[String]) -> ConfigSource;
    /// Where a field of another object stands; `None` for what the release ships.
    fn object(&self, key: &Key, path: &Path) -> Option<Spot>;
    /// Who made a setting.
    fn setting(&self, setting: Setting) -> SettingSource;
}

/// For objects that do not come from files.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoPlaces;

impl Places for NoPlaces {
    fn service(&self, _: &Path) -> Option<Spot> {
        None
    }

    fn config(&self, _: &[String]) -> ConfigSource {
        ConfigSource::Shipped
    }

    fn object(&self, _: &Key, _: &Path) -> Option<Spot> {
        None
    }

    fn setting(&self, _: Setting) -> SettingSource {
        SettingSource::Assumed
    }
}

impl Origin {
    /// A value of the ConfigMap if it is set there, else the controller's own. Names match as Go matches them.
    pub(crate) fn of_config(cluster: &Cluster, section: &str, keys: &[&str]) -> Origin {
        let text = cluster.config.data.get(section).and_then(Value::as_str);
        let Some(mut at) = text.and_then(|text| serde_json::from_str::<Value>(text).ok()) else {
            return Origin::BuiltIn;
        };
        let mut path = vec![section.to_owned()];
        for key in keys {
            let entries = at.as_object().into_iter().flatten();
            let mut named = entries.filter(|(name, _)| name.eq_ignore_ascii_case(key));
            let Some((name, value)) = named.next_back() else {
                return Origin::BuiltIn;
            };
            path.push(name.clone());
            at = value.clone();
        }
        if at.is_null() || at == "" { Origin::BuiltIn } else { Origin::Config(path) }
    }

    /// In words, such as `cm.yaml:41 ingress.domainTemplate`.
    pub(super) fn text(&self, places: &dyn Places, release: Version) -> String {
        let at = |spot: Option<Spot>, what: String| match spot {
            Some(spot) => format!("{}:{} {what}", spot.file, spot.line),
            None => what,
        };
        match self {
            Origin::Service(path) => at(places.service(path), named(path)),
            Origin::Config(keys) => match places.config(keys) {
                ConfigSource::Flag => format!("--set {}", keys.join(".")),
                ConfigSource::File(spot) => at(Some(spot), keys.join(".")),
                ConfigSource::Shipped => format!("ConfigMap of {}: {}", release.name(), keys.join(".")),
            },
            Origin::BuiltIn => format!("built-in default of {}", release.name()),
            Origin::KnativeBuiltIn => "built-in default of Knative".to_owned(),
            Origin::Webhook => "defaulting webhook".to_owned(),
            Origin::Observed => "--observed".to_owned(),
            Origin::Object(key, path) => {
                let what = [short(key), named(path)].into_iter().filter(|part| !part.is_empty());
                let what = what.collect::<Vec<_>>().join(" ");
                match places.object(key, path) {
                    None => format!("{}, {what}", release.name()),
                    spot => at(spot, what),
                }
            }
            Origin::Status(key, path) => match places.object(key, &Path::default()) {
                Some(spot) => format!("{}:{} {} {path}", spot.file, spot.line, short(key)),
                None => format!("--observed: {} {path}", short(key)),
            },
            Origin::Setting(setting) => match places.setting(*setting) {
                SettingSource::Flag => setting.flag().to_owned(),
                SettingSource::Default(spot) => {
                    let why = "Knative's built-in default, as no entry has an empty selector";
                    format!("{}:{} {why}", spot.file, spot.line)
                }
                SettingSource::Assumed => format!("assumed; {} sets it", setting.flag()),
            },
        }
    }

    /// For programs: `source`, what it is called there, and where it stands.
    pub(super) fn to_value(&self, places: &dyn Places, release: Version) -> Value {
        let (mut value, spot) = match self {
            Origin::Service(path) => (json!({ "source": "service", "path": path.to_string() }), places.service(path)),
            Origin::Config(keys) => {
                let key = keys.join(".");
                match places.config(keys) {
                    ConfigSource::Flag => (json!({ "source": "flag", "flag": "--set", "key": key }), None),
                    ConfigSource::File(spot) => (json!({ "source": "config", "key": key }), Some(spot)),
                    ConfigSource::Shipped => {
                        (json!({ "source": "shipped", "key": key, "release": release.name() }), None)
                    }
                }
            }
            Origin::BuiltIn => (json!({ "source": "built-in", "release": release.name() }), None),
            Origin::KnativeBuiltIn => (json!({ "source": "built-in", "release": "Knative" }), None),
            Origin::Webhook => (json!({ "source": "webhook" }), None),
            Origin::Observed => (json!({ "source": "observed" }), None),
            Origin::Object(key, path) => {
                let object = json!({ "source": "object", "object": short(key), "path": path.to_string() });
                match places.object(key, path) {
                    None => {
                        let shipped = json!({ "source": "shipped", "object": short(key), "path": path.to_string(),
                            "release": release.name() });
                        (shipped, None)
                    }
                    spot => (object, spot),
                }
            }
            Origin::Status(key, path) => {
                let spot = places.object(key, &Path::default());
                let source = if spot.is_some() { "object" } else { "observed" };
                (json!({ "source": source, "object": short(key), "path": path.to_string() }), spot)
            }
            Origin::Setting(setting) => match places.setting(*setting) {
                SettingSource::Flag => (json!({ "source": "flag", "flag": setting.flag() }), None),
                SettingSource::Default(spot) => (json!({ "source": "built-in", "release": "Knative" }), Some(spot)),
                SettingSource::Assumed => (json!({ "source": "assumed", "flag": setting.flag() }), None),
            },
        };
        if let (Some(spot), Some(fields)) = (spot, value.as_object_mut()) {
            fields.insert("file".into(), spot.file.into());
            fields.insert("line".into(), spot.line.into());
            fields.insert("column".into(), spot.column.into());
        }
        value
    }
}

/// `Kind namespace/name`.
fn short(key: &Key) -> String {
    match key.namespace.as_str() {
        "" => format!("{} {}", key.kind, key.name),
        namespace => format!("{} {namespace}/{}", key.kind, key.name),
    }
}

/// A path in words: annotations and labels are called so.
fn named(path: &Path) -> String {
    for (keys, word) in [("annotations", "annotation"), ("labels", "label")] {
        if path.is_below(&["metadata", keys])
            && let [_, _, crate::object::PathStep::Key(key)] = &path.0[..]
        {
            return format!("{word} {key}");
        }
    }
    path.to_string()
}
