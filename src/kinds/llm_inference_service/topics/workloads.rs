//! How a service runs: on how many nodes, where the model comes from, what scales it, and its labels.

use std::fmt;

use super::subject::{ExplainedLlmService, Purpose};
use crate::api::{
    Container, HorizontalPodAutoscalerSpec, LeaderWorkerTemplate, PodSpec, PodTemplate, ScaleTarget, ScaledObjectSpec,
    Variable, VolumeMount,
};
use crate::build::storage::{INITIALIZER, pod_templates};
use crate::explain::{Cell, Item, Origin, Section, Table, Topic};
use crate::facts::Cluster;
use crate::kinds::llm_inference_service::spec::{LlmSpec, Workload as WrittenWorkload};
use crate::kinds::llm_inference_service::workload::{ANNOTATION_PREFIXES, LABEL_PREFIXES};
use crate::object::fields::NOTHING;
use crate::object::name::object_name;
use crate::object::{Kind, ObjectView, Path, role};
use crate::order;
use crate::release::UserInitializer;
use crate::{Map, Value};

/// A workload and its purpose.
struct Workload<'a> {
    object: &'a Value,
    purpose: Purpose,
}

impl<'a> Workload<'a> {
    /// The workloads that serve the model.
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

    /// The number of pods in a group.
    fn size(&self) -> i64 {
        self.object
            .as_object()
            .and_then(LeaderWorkerTemplate::of_object)
            .and_then(LeaderWorkerTemplate::size)
            .unwrap_or(1)
    }

    fn nodes(&self) -> String {
        match self.is_set() {
            true => format!("several nodes, {} pods a group", self.size()),
            false => "one node".to_owned(),
        }
    }
}

/// The specs of an object's pods, each with what distinguishes it.
fn pods(object: &Value) -> Vec<(&'static str, PodSpec<'_>)> {
    let group = object.as_object().and_then(LeaderWorkerTemplate::of_object);
    let all = [
        ("", object.pod_spec().map(PodSpec::of)),
        ("leader", group.and_then(LeaderWorkerTemplate::leader_template).map(PodTemplate::spec)),
        ("workers", group.and_then(LeaderWorkerTemplate::worker_template).map(PodTemplate::spec)),
    ];
    all.into_iter().filter_map(|(part, pod)| Some((part, pod?))).collect()
}

fn table(key: &'static str, columns: &[(&'static str, &'static str)], rows: Vec<Vec<Cell>>) -> Item {
    Item::Table(Table { key, columns: columns.to_vec(), rows, rest: None })
}

/// The number of nodes that a service runs on.
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
    let is_scaler = |object: &&Value| {
        matches!(Kind::of(object), Some(Kind::VariantAutoscaling | Kind::HorizontalPodAutoscaler | Kind::ScaledObject))
    };
    let scalers: Vec<&Value> = subject.made().filter(is_scaler).collect();
    let row = |object: &&Value| -> Vec<Cell> {
        let (target, [min, max]) = scaled(object);
        let bound = |bound: Option<i64>| bound.map_or(Cell::Value(Value::Null), Into::into);
        vec![
            format!("{} {}", role::kind(object), object_name(object)).into(),
            target.map(|target| format!("{} {}", target.kind(), target.name())).unwrap_or_default().into(),
            bound(min),
            bound(max),
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

/// The target of an autoscaler, and the minimum and maximum number of replicas.
fn scaled(object: &Value) -> (Option<ScaleTarget<'_>>, [Option<i64>; 2]) {
    let spec = object.spec().unwrap_or(&NOTHING);
    match Kind::of(object) {
        Some(Kind::ScaledObject) => {
            let spec = ScaledObjectSpec::of(spec);
            (spec.scale_target_ref(), [spec.min_replica_count(), spec.max_replica_count()])
        }
        _ => {
            let spec = HorizontalPodAutoscalerSpec::of(spec);
            (spec.scale_target_ref(), [spec.min_replicas(), spec.max_replicas()])
        }
    }
}

/// The init containers that download models.
fn initializers(pod: PodSpec<'_>) -> impl Iterator<Item = Container<'_>> {
    pod.init_containers().filter(|container| container.name() == INITIALIZER)
}

/// How the containers of a pod get a model.
struct Way {
    /// Where it comes from.
    uri: String,
    /// The path at which they see it.
    path: String,
    by: Carrier,
}

/// What brings a model into a pod, in words.
enum Carrier {
    /// An init container of this image.
    Initializer(String),
    /// A volume with a claim.
    Claim,
    /// A volume with the image that holds the model.
    ImageVolume,
    /// A container of the image that holds the model.
    Sidecar,
}

impl fmt::Display for Carrier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Carrier::Initializer(image) => write!(f, "downloaded by {INITIALIZER}, {image}"),
            Carrier::Claim => f.write_str("mounted"),
            Carrier::ImageVolume => f.write_str("image mounted as a volume"),
            Carrier::Sidecar => f.write_str("served by a container beside it"),
        }
    }
}

/// The ways in which the containers of a pod get models.
fn ways(pod: PodSpec<'_>) -> Vec<Way> {
    let mut ways = Vec::new();
    for initializer in initializers(pod) {
        let args: Vec<&str> = initializer.arguments().collect();
        for pair in args.chunks(2) {
            if let [uri, path] = pair {
                let by = Carrier::Initializer(initializer.image().to_owned());
                ways.push(Way { uri: (*uri).to_owned(), path: (*path).to_owned(), by });
            }
        }
    }
    let mounts: Vec<VolumeMount<'_>> = pod.containers().flat_map(Container::volume_mounts).collect();
    for volume in pod.volumes() {
        let mount = mounts.iter().find(|mount| mount.name() == volume.name());
        let Some(path) = mount.map(|mount| mount.mount_path().to_owned()) else { continue };
        if let Some(claim) = volume.persistent_volume_claim() {
            ways.push(Way { uri: format!("pvc://{}", claim.claim_name()), path, by: Carrier::Claim });
        } else if let Some(image) = volume.image() {
            ways.push(Way { uri: format!("oci://{}", image.reference()), path, by: Carrier::ImageVolume });
        }
    }
    let modelcars = pod.containers().filter(|own| own.name().starts_with("modelcar"));
    ways.extend(modelcars.map(|own| Way {
        uri: format!("oci://{}", own.image()),
        path: "/mnt/models".to_owned(),
        by: Carrier::Sidecar,
    }));
    ways
}

/// The Secrets whose keys become variables of a pod's initializer.
fn secrets(pod: PodSpec<'_>) -> Vec<String> {
    let of = |variable: Variable<'_>| {
        let key = variable.secret_key()?;
        Some(format!("{} from Secret {}, key {}", variable.name(), key.name(), key.key()))
    };
    let mut found: Vec<String> = initializers(pod).flat_map(Container::env).filter_map(of).collect();
    found.dedup();
    found
}

/// What happens to an init container of the service that has the same name as the controller's.
fn own_initializer(subject: &ExplainedLlmService<'_>, cluster: &Cluster) -> Option<&'static str> {
    let spec = LlmSpec::of(subject.rendering.defaulted()?.spec()?);
    spec.pods().any(|(_, pod)| pod.init_container(INITIALIZER).is_some()).then_some(
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

/// Notes on the init containers that download.
fn about_initializers(subject: &ExplainedLlmService<'_>, cluster: &Cluster) -> Vec<&'static str> {
    let first = "ClusterStorageContainers are for InferenceServices only";
    std::iter::once(first).chain(own_initializer(subject, cluster)).collect()
}

/// The settings for the init container that downloads.
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
    let (mut answers, mut credentials, mut downloads) = (Vec::new(), Vec::new(), false);
    let with_pods =
        subject.made().filter(|object| matches!(Kind::of(object), Some(Kind::Deployment | Kind::LeaderWorkerSet)));
    for object in with_pods {
        for (part, pod) in pods(object) {
            for Way { uri, path, by } in ways(pod) {
                let serves = Purpose::of(object) == Some(Purpose::Servers);
                if serves && !answers.contains(&uri) {
                    answers.push(uri.clone());
                }
                downloads |= matches!(by, Carrier::Initializer(_));
                let named = format!("{} {}", role::kind(object), object_name(object));
                let named = if part.is_empty() { named } else { format!("{named}, {part}") };
                rows.push(vec![named.into(), uri.into(), path.into(), by.to_string().into()]);
            }
            credentials.extend(secrets(pod));
        }
    }
    order::sort(&mut credentials);
    credentials.dedup();
    let spec = subject.rendering.defaulted().and_then(ObjectView::spec).unwrap_or(&NOTHING);
    let uri = LlmSpec::of(spec).model().uri();
    let answer = match answers.is_empty() {
        false => answers.join(", "),
        true if Workload::all(subject).is_empty() => format!("none: {}", subject.because()),
        true => format!("none: nothing is added for {uri}; pods get it as their template says"),
    };
    let mut items = Vec::new();
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

/// Labels or annotations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Entries {
    Labels,
    Annotations,
}

impl Entries {
    /// The word for an entry.
    const fn word(self) -> &'static str {
        match self {
            Entries::Labels => "label",
            Entries::Annotations => "annotation",
        }
    }

    /// The entries in the metadata of an object or a pod template.
    fn of(self, object: &impl ObjectView) -> Option<&Map> {
        match self {
            Entries::Labels => object.labels(),
            Entries::Annotations => object.annotations(),
        }
    }

    fn of_pods(self, workload: WrittenWorkload<'_>) -> &Map {
        match self {
            Entries::Labels => workload.labels(),
            Entries::Annotations => workload.annotations(),
        }
    }

    /// Where an object has an entry.
    fn carried<'o>(self, object: &'o Value, key: &str, value: &Value) -> Vec<Place<'o>> {
        let has = |entries: Option<&Map>| entries.and_then(|entries| entries.get(key)) == Some(value);
        let mut found = Vec::new();
        if has(self.of(object)) {
            found.push(Place::Object(object));
        }
        if pod_templates(object).any(|template| has(self.of(template))) {
            found.push(Place::Pods(object));
        }
        if self == Entries::Labels && has(object.match_labels()) {
            found.push(Place::Selector(object));
        }
        found
    }
}

/// A place with labels or annotations: an object, its pods, or its selector.
enum Place<'o> {
    Object(&'o Value),
    Pods(&'o Value),
    Selector(&'o Value),
}

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (part, object) = match self {
            Place::Object(object) => ("", object),
            Place::Pods(object) => ("pods of ", object),
            Place::Selector(object) => ("selector of ", object),
        };
        write!(f, "{part}{} {}", role::kind(object), object_name(object))
    }
}

/// The labels and annotations that a service sets on itself and on its pods, each list with its path.
fn written_entries(service: &Value) -> Vec<(Entries, Path, &Map)> {
    let spec = LlmSpec::of(service.spec().unwrap_or(&NOTHING));
    let lists = [(Entries::Labels, "labels"), (Entries::Annotations, "annotations")];
    let of_metadata = lists.map(|(entries, key)| (entries, Path::keys(["metadata", key]), entries.of(service)));
    let of_pods = lists.map(|(entries, key)| (entries, Path::keys(["spec", key]), Some(entries.of_pods(spec.main()))));
    let of_prefill = lists.map(|(entries, key)| {
        let prefill = spec.prefill().map(|prefill| entries.of_pods(prefill));
        (entries, Path::keys(["spec", "prefill", key]), prefill)
    });
    let all = of_metadata.into_iter().chain(of_pods).chain(of_prefill);
    all.filter_map(|(entries, path, list)| Some((entries, path, list?))).collect()
}

/// Which labels and annotations of a service end up on which objects.
pub(super) fn labels(subject: &ExplainedLlmService<'_>, written: &Value) -> Section {
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    let (mut kept_back, mut in_selector) = (0, false);
    for (entries, path, list) in written_entries(written) {
        for (key, value) in list {
            let on: Vec<Place<'_>> = subject.made().flat_map(|object| entries.carried(object, key, value)).collect();
            kept_back += usize::from(on.is_empty());
            in_selector |= on
                .iter()
                .any(|place| matches!(place, Place::Selector(object) if Kind::of(object) == Some(Kind::Deployment)));
            let path = path.clone().key(key);
            let on: Vec<String> = on.iter().map(ToString::to_string).collect();
            let on = if on.is_empty() { "nothing".to_owned() } else { on.join(", ") };
            rows.push(vec![entries.word().into(), key.as_str().into(), Cell::From(Origin::Service(path)), on.into()]);
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
