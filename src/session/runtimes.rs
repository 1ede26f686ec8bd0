//! The serving runtimes of a cluster, and how services see them.

use super::Service;
use crate::api::{RuntimeSpec, SupportedModelFormat};
use crate::kinds::{self, RankedRuntime, RuntimeChoice};
use crate::object::{Kind, name};
use crate::{Cluster, Value};

/// The columns of a table of runtimes.
pub const COLUMNS: [&str; 6] = ["NAMESPACE", "NAME", "FORMATS", "PROTOCOLS", "MULTIMODEL", "DISABLED"];

/// The columns of a table of runtimes as services see them.
pub const RANKING: [&str; 6] = ["SERVICE", "RANK", "NAMESPACE", "NAME", "PRIORITY", "VERDICT"];

/// What runtimes a service has to choose from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Choice {
    /// The service is refused, in these words.
    Refused(String),
    /// Services of its kind use no serving runtimes.
    NotOfItsKind,
    /// It brings its own containers.
    OwnContainers,
    /// It needs one.
    Ranked {
        /// The one that it names itself.
        named: Option<String>,
        /// A row for each, without the service, the eligible ones first.
        rows: Vec<Vec<String>>,
    },
}

/// What runtimes a service has to choose from.
pub fn choice(cluster: &Cluster, service: &Service) -> Choice {
    let Some(kind) = kinds::of(service.kind) else { return Choice::NotOfItsKind };
    let Some(choose) = kind.properties.runtimes else { return Choice::NotOfItsKind };
    let stored = match (kind.admit)(cluster, &service.document.value, &service.existing).outcome {
        Ok(stored) => stored,
        Err(refusal) => return Choice::Refused(refusal.text().to_owned()),
    };
    let Some(RuntimeChoice { named, ranked }) = choose(cluster, &stored) else { return Choice::OwnContainers };
    Choice::Ranked { named, rows: ranked.into_iter().enumerate().map(ranked_row).collect() }
}

/// The row of a runtime in the table of those that a service sees, without the service.
fn ranked_row((index, runtime): (usize, RankedRuntime)) -> Vec<String> {
    vec![
        if runtime.is_eligible { (index + 1).to_string() } else { String::new() },
        runtime.namespace,
        runtime.name,
        runtime.priority.map_or_else(String::new, |priority| priority.to_string()),
        runtime.verdict.to_owned(),
    ]
}

/// The runtimes of the cluster: cluster-wide ones first, then by namespace and name.
pub fn all(cluster: &Cluster) -> Vec<&Value> {
    let of_kind = |wanted: Kind| cluster.objects().filter(move |object| Kind::of(object) == Some(wanted));
    let kinds = Kind::ALL.iter().copied().filter(|kind| kind.is_runtime());
    kinds.flat_map(of_kind).collect()
}

/// The row of a runtime in their table.
pub fn row(runtime: &Value) -> Vec<String> {
    let spec = RuntimeSpec::of_object(runtime);
    let yes = |is_so: bool| if is_so { "true".into() } else { String::new() };
    let protocols: Vec<&str> = spec.protocol_versions().iter().filter_map(Value::as_str).collect();
    let formats: Vec<String> = spec.supported_model_formats().map(format_of).collect();
    vec![
        name::namespace(runtime).to_owned(),
        name::object_name(runtime).to_owned(),
        formats.join(","),
        protocols.join(","),
        yes(spec.multi_model()),
        yes(spec.disabled()),
    ]
}

/// `sklearn:1*2`: name, version, a star if it is selected without being named, priority.
fn format_of(format: SupportedModelFormat<'_>) -> String {
    let mut text = format.name().to_owned();
    if let Some(version) = format.version() {
        text.push(':');
        text.push_str(version);
    }
    if format.auto_select() {
        text.push('*');
        if let Some(priority) = format.priority() {
            text.push_str(&priority.to_string());
        }
    }
    text
}
