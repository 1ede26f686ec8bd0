//! What `functionConfig` asks for: the `data` of a ConfigMap or the `spec` of a `KServeRender`, with the same keys.

use crate::input::settings::{NotAnOverride, Override};
use crate::object::Kind;
use crate::object::role::{Role, kind, role};
use crate::session::{self, Release, UnknownRelease};
use crate::{Map, Value, input};

/// What is wrong with a field of `functionConfig`.
#[derive(Debug, PartialEq, Eq)]
pub struct Fault {
    /// Path of the field.
    pub field: String,
    /// What is wrong.
    pub message: String,
}

/// Why an option does not take a value.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
enum NoValue {
    #[error("want {0}")]
    Wants(&'static str),
    #[error("{0}: want a text, number or truth")]
    NoScalar(String),
    #[error("{line:?}: {reason}")]
    NotAnOverride { line: String, reason: NotAnOverride },
    #[error("known are {}", UnknownRelease::known())]
    Release,
    #[error("want {wanted}s, found kind {found:?}")]
    NoService { wanted: &'static str, found: String },
    #[error("line {0}")]
    Yaml(input::Unreadable),
    #[error("there is no such option; did you mean {0}?")]
    Misspelt(&'static str),
    #[error("there is no such option; known are {}", KEYS.map(|key| key.name).join(", "))]
    Unknown,
}

/// Everything that the function can be told.
#[derive(Debug, Clone)]
pub struct Options {
    /// What is known of the cluster.
    pub session: session::Options,
    /// Whether pods are those after the pod webhook.
    pub inject: bool,
    /// Whether values of Secrets that end up in pods are shown.
    pub show_secrets: bool,
    /// Whether the services stay among the items.
    pub keep_services: bool,
    /// Whether the results have what the rules of lint find.
    pub lint: bool,
    /// Whether warnings count as errors.
    pub strict: bool,
    /// The configuration, in place of any other.
    pub config: Option<Value>,
    /// Facts of the cluster.
    pub context: Vec<Value>,
    /// Services beside those of the items.
    pub services: Vec<Value>,
}

/// An option: the key in `functionConfig`, and how it is taken from there.
struct Key {
    name: &'static str,
    take: fn(&mut Options, &Value) -> Result<(), NoValue>,
}

const KEYS: [Key; 16] = [
    Key {
        name: "clusterDomain",
        take: |options, value| set(&mut options.session.settings.cluster_domain, text(value)),
    },
    Key { name: "config", take: |options, value| set(&mut options.config, map(value).map(Some)) },
    Key { name: "context", take: |options, value| set(&mut options.context, objects(value)) },
    Key { name: "inject", take: |options, value| set(&mut options.inject, truth(value)) },
    Key { name: "keepServices", take: |options, value| set(&mut options.keep_services, truth(value)) },
    Key {
        name: "knativeDomain",
        take: |options, value| set(&mut options.session.knative_domain, text(value).map(Some)),
    },
    Key {
        name: "knativeURLScheme",
        take: |options, value| set(&mut options.session.knative_url_scheme, text(value).map(Some)),
    },
    Key { name: "kserveVersion", take: |options, value| set(&mut options.session.release, release(value).map(Some)) },
    Key { name: "lint", take: |options, value| set(&mut options.lint, truth(value)) },
    Key { name: "namespace", take: |options, value| set(&mut options.session.namespace, text(value)) },
    Key {
        name: "noDefaults",
        take: |options, value| set(&mut options.session.with_shipped, truth(value).map(|truth| !truth)),
    },
    Key { name: "services", take: |options, value| set(&mut options.services, services(value)) },
    Key { name: "set", take: |options, value| set(&mut options.session.set, overrides(value)) },
    Key { name: "showSecrets", take: |options, value| set(&mut options.show_secrets, truth(value)) },
    Key { name: "strict", take: |options, value| truth(value).map(|truth| options.strict |= truth) },
    Key {
        name: "withoutAPIs",
        take: |options, value| {
            set(&mut options.session.settings.absent_apis, texts(value).map(|apis| apis.into_iter().collect()))
        },
    },
];

/// Applies a `functionConfig` to `options`, and returns what makes no sense in it.
pub fn apply(config: &Value, options: &mut Options) -> Vec<Fault> {
    let part = match kind(config) {
        _ if config.is_null() => return Vec::new(),
        kind if kind == Kind::ConfigMap.name() => "data",
        "KServeRender" => "spec",
        other => {
            let message = format!("functionConfig is of kind {other:?}; want KServeRender, or ConfigMap");
            return vec![Fault { field: "kind".into(), message }];
        }
    };
    let none = Map::new();
    let entries = match config.get(part) {
        Some(Value::Object(entries)) => entries,
        None | Some(Value::Null) => &none,
        Some(_) => return vec![Fault { field: part.into(), message: format!("{part} is not a map") }],
    };
    let mut faults = Vec::new();
    for (name, value) in entries {
        let taken = match KEYS.iter().find(|key| key.name == name) {
            Some(key) => (key.take)(options, value),
            None => Err(unknown(name)),
        };
        if let Err(error) = taken {
            faults.push(Fault { field: format!("{part}.{name}"), message: format!("{name}: {error}") });
        }
    }
    faults
}

/// What is wrong with the name of an option that does not exist.
fn unknown(name: &str) -> NoValue {
    let alike = |known: &&Key| strsim::jaro_winkler(&known.name.to_ascii_lowercase(), &name.to_ascii_lowercase());
    let nearest = KEYS.iter().max_by(|a, b| alike(a).total_cmp(&alike(b))).filter(|key| alike(key) > 0.8);
    nearest.map_or(NoValue::Unknown, |key| NoValue::Misspelt(key.name))
}

fn release(value: &Value) -> Result<Release, NoValue> {
    text(value)?.parse().map_err(|_: UnknownRelease| NoValue::Release)
}

fn set<T>(place: &mut T, value: Result<T, NoValue>) -> Result<(), NoValue> {
    *place = value?;
    Ok(())
}

fn text(value: &Value) -> Result<String, NoValue> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Number(number) => Ok(number.to_string()),
        _ => Err(NoValue::Wants("a text")),
    }
}

fn truth(value: &Value) -> Result<bool, NoValue> {
    match value {
        Value::Bool(truth) => Ok(*truth),
        Value::String(text) if text == "true" => Ok(true),
        Value::String(text) if text == "false" => Ok(false),
        _ => Err(NoValue::Wants("true or false")),
    }
}

/// A list of texts, or one text with commas or line breaks between them.
fn texts(value: &Value) -> Result<Vec<String>, NoValue> {
    match value {
        Value::Array(items) => items.iter().map(text).collect(),
        Value::String(all) => {
            Ok(all.split([',', '\n']).map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned).collect())
        }
        _ => Err(NoValue::Wants("a list of texts")),
    }
}

/// Values to set: a map of paths, a list of `path=value`, or a text with one of these per line.
fn overrides(value: &Value) -> Result<Vec<Override>, NoValue> {
    let lines = match value {
        Value::Object(entries) => {
            let line = |(path, value): (&String, &Value)| match value {
                Value::Array(_) | Value::Object(_) | Value::Null => Err(NoValue::NoScalar(path.clone())),
                Value::String(text) => Ok(format!("{path}={text}")),
                other => Ok(format!("{path}={other}")),
            };
            entries.iter().map(line).collect::<Result<_, NoValue>>()?
        }
        Value::String(lines) => {
            lines.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect()
        }
        other => texts(other)?,
    };
    let read = |line: &String| line.parse().map_err(|reason| NoValue::NotAnOverride { line: line.clone(), reason });
    lines.iter().map(read).collect()
}

/// Objects in a list, or in a text that is a stream of YAML documents.
fn objects(value: &Value) -> Result<Vec<Value>, NoValue> {
    match value {
        Value::Array(items) => Ok(items.clone()),
        Value::String(text) => stream(text),
        _ => Err(NoValue::Wants("a list of objects, or a text that is YAML")),
    }
}

fn services(value: &Value) -> Result<Vec<Value>, NoValue> {
    let objects = objects(value)?;
    match objects.iter().find(|object| !matches!(role(object), Role::Resource(_))) {
        Some(other) => Err(NoValue::NoService { wanted: Kind::USUAL.name(), found: kind(other).to_owned() }),
        None => Ok(objects),
    }
}

/// A map, or a text that is one in YAML.
fn map(value: &Value) -> Result<Value, NoValue> {
    let read = match value {
        Value::String(text) => stream(text)?.into_iter().next().unwrap_or_default(),
        other => other.clone(),
    };
    if read.is_object() { Ok(read) } else { Err(NoValue::Wants("a map, or a text that is one in YAML")) }
}

fn stream(text: &str) -> Result<Vec<Value>, NoValue> {
    input::values(text).map_err(NoValue::Yaml)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::release::Version;

    fn options() -> Options {
        Options {
            session: session::Options::default(),
            inject: false,
            show_secrets: false,
            keep_services: false,
            lint: false,
            strict: false,
            config: None,
            context: Vec::new(),
            services: Vec::new(),
        }
    }

    fn read(config: Value) -> Result<Options, Vec<String>> {
        let mut options = options();
        let faults = apply(&config, &mut options);
        let text = |fault: &Fault| format!("{} | {}", fault.field, fault.message);
        if faults.is_empty() { Ok(options) } else { Err(faults.iter().map(text).collect()) }
    }

    #[test]
    fn a_config_map_says_in_text_what_the_own_kind_says_in_yaml() {
        let spec = json!({
            "kserveVersion": "v0.17", "inject": true, "namespace": "garden",
            "set": { "ingress.ingressDomain": "acme.example", "ingress.disableIstioVirtualHost": true },
            "withoutAPIs": ["keda.sh/v1alpha1"],
            "config": { "deploy": { "defaultDeploymentMode": "Standard" } },
            "context": [{ "kind": "Secret" }],
        });
        let data = json!({
            "kserveVersion": "v0.17", "inject": "true", "namespace": "garden",
            "set": "ingress.disableIstioVirtualHost=true\ningress.ingressDomain=acme.example\n",
            "withoutAPIs": "keda.sh/v1alpha1,",
            "config": "deploy:\n  defaultDeploymentMode: Standard\n",
            "context": "kind: Secret\n",
        });
        let own = read(json!({ "kind": "KServeRender", "spec": spec })).expect("sound");
        let map = read(json!({ "kind": "ConfigMap", "data": data })).expect("sound");
        assert_eq!(format!("{own:?}"), format!("{map:?}"));
        assert_eq!(own.session.release.map(|release| release.version), Version::parse("v0.17"));
        assert!(own.inject);
        assert_eq!(own.session.set.len(), 2);
    }

    #[test]
    fn what_is_not_said_stays() {
        for config in [json!(null), json!({ "kind": "ConfigMap" }), json!({ "kind": "KServeRender", "spec": {} })] {
            assert_eq!(format!("{:?}", read(config).expect("sound")), format!("{:?}", options()));
        }
    }

    #[test]
    fn what_makes_no_sense_is_told_with_its_field() {
        let faults = read(json!({ "kind": "KServeRender", "spec": {
            "kserveverison": "v0.17", "inject": "yes", "kserveVersion": 0.2, "services": [{ "kind": "Secret" }], "set": "x",
            "context": "a: [",
        }}))
        .expect_err("faults");
        let releases =
            format!("spec.kserveVersion | kserveVersion: known are {}", Version::ALL.map(Version::name).join(", "));
        assert_eq!(
            faults,
            [
                "spec.context | context: line 1:5: yaml: did not find expected node content",
                "spec.inject | inject: want true or false",
                &releases,
                "spec.kserveverison | kserveverison: there is no such option; did you mean kserveVersion?",
                "spec.services | services: want InferenceServices, found kind \"Secret\"",
                "spec.set | set: \"x\": want SECTION.KEY=VALUE",
            ]
        );
        let other = read(json!({ "kind": "Widget" })).expect_err("a fault");
        assert_eq!(other, ["kind | functionConfig is of kind \"Widget\"; want KServeRender, or ConfigMap"]);
    }
}
