//! How a service runs: on one node or several, with the model from where, scaled by what, and with which labels.

use super::subject::{ExplainedLlmService, Purpose};
use crate::build::storage::INITIALIZER;
use crate::build::storage::TEMPLATES;
use crate::explain::{Cell, Item, Origin, Section, Table, Topic};
use crate::facts::Cluster;
use crate::kinds::llm_inference_service::view;
use crate::kinds::llm_inference_service::workload::{ANNOTATION_PREFIXES, LABEL_PREFIXES};
use crate::object::ObjectView as _;
use crate::object::fields::{Lookup as _, elements, member, objects, text};
use crate::object::name::object_name;
use crate::object::{Kind, Path, role};
use crate::order;
use crate::release::UserInitializer;
use crate::{Map, Value};

/// A workload and what it does.
struct Workload<'a> {
    object: &'a Value,
    purpose: Purpose,
}

impl<'a> Workload<'a> {
    /// Those that serve the model.
    fn all(subject: &'a ExplainedLlmService<'_>) -> Vec<Workload<'a>> {
        let of = |object: &'a Value| Some(Workload { object, purpose: Purpose::of(object)? });
        let serves = |own: &Workload<'_>| matches!(own.purpose, Purpose::Servers | Purpose::PrefillServers);
        subject.made().filter_map(of).filter(|own| own.is_workload() && serves(own)).collect()
    }

    fn is_workload(&self) -> bool {
        matches!(Kind::of(self.object), Some(Kind::Deployment | Kind::LeaderWorkerSet))
    }

    fn is_set(&self) -> bool {
        Kind::of(self.object) == Some(Kind::LeaderWorkerSet)
    }

    fn name(&self) -> String {
        format!("{} {}", role::kind(self.object), object_name(self.object))
    }

    /// The pods of a group.
    fn size(&self) -> i64 {
        self.object.at("/spec/leaderWorkerTemplate/size").and_then(Value::as_i64).unwrap_or(1)
    }

    fn nodes(&self) -> String {
        match self.is_set() {
            true => format!("several nodes, {} pods a group", self.size()),
            false => "one node".to_owned(),
        }
    }
}

/// The specs of an object's pods, each with what sets it apart.
fn pods(object: &Value) -> Vec<(&'static str, &Map)> {
    let all = [
        ("", "/spec/template/spec"),
        ("leader", "/spec/leaderWorkerTemplate/leaderTemplate/spec"),
        ("workers", "/spec/leaderWorkerTemplate/workerTemplate/spec"),
    ];
    all.into_iter().filter_map(|(part, path)| Some((part, object.at(path)?.as_object()?))).collect()
}

fn table(key: &'static str, columns: &[(&'static str, &'static str)], rows: Vec<Vec<Cell>>) -> Item {
    Item::Table(Table { key, columns: columns.to_vec(), rows, rest: None })
}

/// On how many nodes a service runs.
pub(super) fn mode(subject: &ExplainedLlmService<'_>) -> Section {
    let workloads = Workload::all(subject);
    let has_prefill = workloads.iter().any(|own| own.purpose == Purpose::PrefillServers);
    let answers = workloads.iter().map(|own| match (has_prefill, own.purpose) {
        (false, _) => own.nodes(),
        (true, Purpose::PrefillServers) => format!("prefill on {}", own.nodes()),
        (true, _) => format!("decoding on {}", own.nodes()),
    });
    let answer = match workloads.is_empty() {
        true => format!("none: {}", subject.because()),
        false => answers.collect::<Vec<_>>().join("; "),
    };
    let row = |own: &Workload<'_>| -> Vec<Cell> {
        let replicas = own.object.replicas();
        let replicas = replicas.map_or_else(|| "not given".to_owned(), |count| count.to_string());
        vec![own.name().into(), own.purpose.words().into(), replicas.into(), own.size().into()]
    };
    let mut items = Vec::new();
    if !workloads.is_empty() {
        let columns =
            [("workload", "WORKLOAD"), ("purpose", "PURPOSE"), ("replicas", "REPLICAS"), ("pods", "PODS EACH")];
        items.push(table("workloads", &columns, workloads.iter().map(row).collect()));
        items.push(Item::note("`worker` asks for several nodes, `prefill` for pods of their own that read prompts"));
    }
    Section { topic: Topic::Mode, answer, items }
}

/// What scales the workloads.
pub(super) fn autoscaler(subject: &ExplainedLlmService<'_>) -> Section {
    let bound = |object: &Value, keys: [&str; 2]| -> Cell {
        let spec = object.at("/spec");
        let found = keys.iter().find_map(|key| spec.and_then(|spec| spec.get(key)?.as_i64()));
        found.map_or(Cell::Value(Value::Null), Into::into)
    };
    let is_scaler = |object: &&Value| {
        matches!(Kind::of(object), Some(Kind::VariantAutoscaling | Kind::HorizontalPodAutoscaler | Kind::ScaledObject))
    };
    let scalers: Vec<&Value> = subject.made().filter(is_scaler).collect();
    let row = |object: &&Value| -> Vec<Cell> {
        let part = |key: &str| {
            object.at("/spec/scaleTargetRef").and_then(|target| target.get(key)?.as_str()).unwrap_or_default()
        };
        vec![
            format!("{} {}", role::kind(object), object_name(object)).into(),
            format!("{} {}", part("kind"), part("name")).into(),
            bound(object, ["minReplicas", "minReplicaCount"]),
            bound(object, ["maxReplicas", "maxReplicaCount"]),
        ]
    };
    let workloads = Workload::all(subject);
    let fixed = workloads.iter().map(|own| match own.object.replicas() {
        Some(count) => format!("{} has {count} replicas", own.name()),
        None => format!("{} keeps the number of replicas that it has", own.name()),
    });
    let actuators: Vec<String> = scalers
        .iter()
        .filter(|object| Kind::of(object) != Some(Kind::VariantAutoscaling))
        .map(|object| format!("{} {}", role::kind(object), object_name(object)))
        .collect();
    let answer = match (workloads.is_empty(), actuators.is_empty()) {
        (true, _) => format!("none: {}", subject.because()),
        (false, true) => format!("none: {}", fixed.collect::<Vec<_>>().join(", ")),
        (false, false) => actuators.join(", "),
    };
    let mut items = Vec::new();
    if !scalers.is_empty() {
        let columns = [("object", "OBJECT"), ("scales", "SCALES"), ("from", "FROM"), ("to", "TO")];
        items.push(table("scalers", &columns, scalers.iter().map(row).collect()));
        items.push(Item::note(
            "the Workload Variant Autoscaler decides and says so in the metric wva_desired_replicas, which the other object follows",
        ));
    }
    Section { topic: Topic::Autoscaler, answer, items }
}

/// How a container gets a model.
fn ways(pod: &Map) -> Vec<[String; 3]> {
    let mut ways = Vec::new();
    for initializer in objects(pod, "initContainers").filter(|own| text(own, "name") == INITIALIZER) {
        let args: Vec<&str> = elements(initializer, "args").iter().filter_map(Value::as_str).collect();
        for pair in args.chunks(2) {
            if let [uri, path] = pair {
                let by = format!("downloaded by {INITIALIZER}, {}", text(initializer, "image"));
                ways.push([(*uri).to_owned(), (*path).to_owned(), by]);
            }
        }
    }
    let mounts: Vec<(&str, &str)> = objects(pod, "containers")
        .flat_map(|container| objects(container, "volumeMounts"))
        .map(|mount| (text(mount, "name"), text(mount, "mountPath")))
        .collect();
    for volume in objects(pod, "volumes") {
        let path = mounts.iter().find(|(name, _)| *name == text(volume, "name")).map(|(_, path)| (*path).to_owned());
        let Some(path) = path else { continue };
        if let Some(claim) = member(volume, "persistentVolumeClaim") {
            ways.push([format!("pvc://{}", text(claim, "claimName")), path, "mounted".to_owned()]);
        } else if let Some(image) = member(volume, "image") {
            ways.push([format!("oci://{}", text(image, "reference")), path, "image mounted as a volume".to_owned()]);
        }
    }
    let modelcars = objects(pod, "containers").filter(|own| text(own, "name").starts_with("modelcar"));
    ways.extend(modelcars.map(|own| {
        [
            format!("oci://{}", text(own, "image")),
            "/mnt/models".to_owned(),
            "served by a container beside it".to_owned(),
        ]
    }));
    ways
}

/// Secrets whose keys a pod's initializer gets as variables.
fn secrets(pod: &Map) -> Vec<String> {
    let initializers = objects(pod, "initContainers").filter(|own| text(own, "name") == INITIALIZER);
    let variables = initializers.flat_map(|own| objects(own, "env"));
    let of = |variable: &Map| {
        let key = member(member(variable, "valueFrom")?, "secretKeyRef")?;
        Some(format!("{} from Secret {}, key {}", text(variable, "name"), text(key, "name"), text(key, "key")))
    };
    let mut found: Vec<String> = variables.filter_map(of).collect();
    found.dedup();
    found
}

/// What becomes of an init container of the service that has the name of the controller's.
fn own_initializer(subject: &ExplainedLlmService<'_>, cluster: &Cluster) -> Option<&'static str> {
    let spec = subject.rendering.defaulted().and_then(|own| own.get("spec")?.as_object())?;
    let pods = view::POD_SPECS.iter().filter_map(|keys| view::object(spec, keys));
    let mut containers = pods.flat_map(|pod| objects(pod, "initContainers"));
    containers.any(|container| text(container, "name") == INITIALIZER).then_some(
        match cluster.release.llm.user_initializer {
            UserInitializer::Merged => {
                "the service's own init container storage-initializer is merged into the controller's, which keeps its name, args and \
                 command"
            }
            UserInitializer::Removed => {
                "the service's own init container storage-initializer has no effect: the controller removes it; v0.20 merges it"
            }
            UserInitializer::Kept => {
                "the service's own init container storage-initializer stands beside the controller's, so the API server refuses the \
                 pods; v0.20 merges it"
            }
        },
    )
}

/// What is to be known of init containers that download.
fn about_initializers(subject: &ExplainedLlmService<'_>, cluster: &Cluster) -> Vec<&'static str> {
    let first = "ClusterStorageContainers are for InferenceServices only";
    std::iter::once(first).chain(own_initializer(subject, cluster)).collect()
}

/// What the configuration says of the container that downloads.
fn initializer_values(cluster: &Cluster) -> Vec<Item> {
    let section = cluster.config.data.get("storageInitializer").and_then(Value::as_str);
    let section: Map = section.and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default();
    let labels =
        [("image", "image of the initializer"), ("cpuLimit", "its CPU limit"), ("memoryLimit", "its memory limit")];
    let item = |(key, label): (&'static str, &'static str)| {
        let origin = Origin::of_config(cluster, "storageInitializer", &[key]);
        Some(Item::from(key, label, section.get(key)?.clone(), origin))
    };
    labels.into_iter().filter_map(item).collect()
}

/// Where the model comes from.
pub(super) fn storage(subject: &ExplainedLlmService<'_>, cluster: &Cluster) -> Section {
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    let (mut answers, mut credentials) = (Vec::new(), Vec::new());
    let with_pods =
        subject.made().filter(|object| matches!(Kind::of(object), Some(Kind::Deployment | Kind::LeaderWorkerSet)));
    for object in with_pods {
        for (part, pod) in pods(object) {
            for [from, to, by] in ways(pod) {
                let serves = Purpose::of(object) == Some(Purpose::Servers);
                if serves && !answers.contains(&from) {
                    answers.push(from.clone());
                }
                let named = format!("{} {}", role::kind(object), object_name(object));
                let named = if part.is_empty() { named } else { format!("{named}, {part}") };
                rows.push(vec![named.into(), from.into(), to.into(), by.into()]);
            }
            credentials.extend(secrets(pod));
        }
    }
    order::sort(&mut credentials);
    credentials.dedup();
    let uri = subject.rendering.defaulted().and_then(|own| own.at("/spec/model/uri")?.as_str()).unwrap_or_default();
    let answer = match answers.is_empty() {
        false => answers.join(", "),
        true if Workload::all(subject).is_empty() => format!("none: {}", subject.because()),
        true => format!("none: nothing is added for {uri}; pods get it as their template says"),
    };
    let mut items = Vec::new();
    let downloads = rows
        .iter()
        .any(|row| matches!(row.last(), Some(Cell::Value(Value::String(by))) if by.starts_with("downloaded")));
    if !rows.is_empty() {
        let columns = [("workload", "WORKLOAD"), ("from", "FROM"), ("to", "TO"), ("how", "HOW")];
        items.push(table("models", &columns, rows));
    }
    if downloads {
        items.extend(initializer_values(cluster));
        items.extend(about_initializers(subject, cluster).into_iter().map(Item::note));
    }
    items.extend(credentials.into_iter().map(Item::note));
    Section { topic: Topic::Storage, answer, items }
}

/// Labels or annotations that a service has for itself or for its pods, with the paths to them.
const ENTRIES: [(&str, &[&str]); 6] = [
    ("label", &["metadata", "labels"]),
    ("annotation", &["metadata", "annotations"]),
    ("label", &["spec", "labels"]),
    ("annotation", &["spec", "annotations"]),
    ("label", &["spec", "prefill", "labels"]),
    ("annotation", &["spec", "prefill", "annotations"]),
];

/// Where an object carries an entry: by itself, on its pods, in its selector.
fn carried(object: &Value, map: &str, key: &str, value: &Value) -> Vec<String> {
    let has = |path: &str| object.at(path).and_then(|found| found.get(key)) == Some(value);
    let name = format!("{} {}", role::kind(object), object_name(object));
    let mut found = Vec::new();
    if has(&format!("/metadata/{map}")) {
        found.push(name.clone());
    }
    if TEMPLATES.iter().any(|template| has(&format!("{template}/metadata/{map}"))) {
        found.push(format!("pods of {name}"));
    }
    if map == "labels" && has("/spec/selector/matchLabels") {
        found.push(format!("selector of {name}"));
    }
    found
}

/// Which labels and annotations of a service reach which objects.
pub(super) fn labels(subject: &ExplainedLlmService<'_>, written: &Value) -> Section {
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    let (mut kept_back, mut in_selector) = (0, false);
    for (word, keys) in ENTRIES {
        let found = keys.iter().try_fold(written, |value, key| value.get(*key)).and_then(Value::as_object);
        let map = keys.last().copied().unwrap_or_default();
        for (key, value) in found.into_iter().flatten() {
            let on: Vec<String> = subject.made().flat_map(|object| carried(object, map, key, value)).collect();
            kept_back += usize::from(on.is_empty());
            in_selector |= on.iter().any(|place| place.starts_with("selector of Deployment"));
            let path = keys.iter().fold(Path::default(), |path, key| path.key(key)).key(key);
            let on = if on.is_empty() { "nothing".to_owned() } else { on.join(", ") };
            rows.push(vec![word.into(), key.as_str().into(), Cell::From(Origin::Service(path)), on.into()]);
        }
    }
    let answer = match (rows.len(), kept_back) {
        (0, _) => "the service has none".to_owned(),
        (_, 0) => "all reach an object".to_owned(),
        (_, 1) => "one reaches no object".to_owned(),
        (_, count) => format!("{count} reach no object"),
    };
    let mut items = Vec::new();
    if !rows.is_empty() {
        let columns = [("kind", "KIND"), ("key", "KEY"), ("from", "WRITTEN AT"), ("on", "ON")];
        items.push(table("entries", &columns, rows));
        items.push(Item::note(format!(
            "of metadata, workloads get annotations that begin with {} and labels that begin with {}; what spec.labels, \
             spec.annotations and those of prefill have, the pods get",
            ANNOTATION_PREFIXES.join(", "),
            LABEL_PREFIXES.join(", ")
        )));
    }
    if in_selector {
        let text =
            "a selector of a Deployment never changes: to change such a label later, delete the Deployment first";
        items.push(Item::note(text));
    }
    Section { topic: Topic::Labels, answer, items }
}
