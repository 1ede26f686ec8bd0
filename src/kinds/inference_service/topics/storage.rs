//! What brings the model into the pods, and with which credentials. Secrets are named, but their values are not shown.
//!
//! All of it is read from the pods after the webhook.

mod how;

use super::subject::ExplainedService;
use crate::Map;
use crate::Value;
use crate::api::{CanarySpec, Component, ComponentSpec, PodSpec, PodTemplate, ServiceSpec, Volume};
use crate::build::storage::{self as pods, CopiedSecret};
use crate::explain::Origin;
use crate::explain::{Cell, Group, Item, Section, Table, Topic};
use crate::facts::copyable::Place;
use crate::facts::implementation::STORAGE_URI;
use crate::facts::storage_containers::{INIT_CONTAINER, StorageContainer};
use crate::kinds::inference_service::component::Implementation;
use crate::object::Kind;
use crate::object::ObjectView as _;
use crate::object::Path;
use crate::object::keys;
use crate::webhook::pod;
use crate::webhook::pod::Injected;
use how::How;

pub(super) fn explain(subject: &ExplainedService<'_>) -> Section {
    let mut groups = Vec::new();
    let mut answers: Vec<String> = Vec::new();
    for injected in subject.rendering.injected().iter().filter(|injected| stays(subject, injected)) {
        let part = Part::of(subject, injected);
        let wanted = wanted(subject, injected, &part);
        if wanted.is_empty() {
            continue;
        }
        let group = group(subject, injected, &part, &wanted);
        let title = format!("{} {}", injected.kind_in_words(), injected.name);
        answers.push(group.0);
        groups.push(Group { title, items: group.1 });
    }
    answers.dedup();
    let many = subject.rendering.injected().iter().any(|injected| loads_many(subject, injected));
    let answer = match answers.is_empty() {
        true if many => "none by itself: the agent loads what TrainedModels name".to_owned(),
        true if subject.rendering.injected().is_empty() => "none: there are no pods".to_owned(),
        true => "none: no component names a model to load".to_owned(),
        false => answers.join("; "),
    };
    let mut items = Vec::new();
    if subject.rendering.injected().is_empty() {
        add_requested(subject, &mut items);
    }
    items.push(Item::Groups { key: "workloads", groups });
    Section { topic: Topic::Storage, answer, items }
}

impl Injected {
    /// `Knative Service` or `Deployment`.
    fn kind_in_words(&self) -> &str {
        if self.kind == Kind::KnativeService.name() { Kind::KnativeService.words() } else { &self.kind }
    }
}

/// Adds the storage that a service asks for if no pods are created for it.
fn add_requested(subject: &ExplainedService<'_>, items: &mut Vec<Item>) {
    let predictor = subject.service.component(Component::Predictor);
    if let Some(uri) = predictor.and_then(Implementation::of).and_then(|implementation| implementation.storage_uri()) {
        let part = Part { component: Component::Predictor, canary: None };
        items.push(Item::from("storageUri", "asked for", uri, part.uri_origin(subject)));
    }
}

/// Whether a workload exists in the end: the controller deletes some of its own again.
fn stays(subject: &ExplainedService<'_>, injected: &Injected) -> bool {
    let mut deleted = subject.rendering.deleted_again().iter();
    !deleted.any(|key| key.kind == injected.kind && key.name == injected.name)
}

fn own_template<'a>(subject: &ExplainedService<'a>, injected: &Injected) -> Option<PodTemplate<'a>> {
    let objects = subject.rendering.objects().iter().filter(|object| pod::is_workload(object));
    let mut own = objects.filter(|object| {
        object.get("kind").is_some_and(|kind| *kind == injected.kind)
            && crate::object::name::object_name(object) == injected.name
    });
    own.next()?.template().map(PodTemplate::of)
}

/// Whether the agent of a workload loads models on request.
fn loads_many(subject: &ExplainedService<'_>, injected: &Injected) -> bool {
    own_template(subject, injected).is_some_and(|template| template.annotation(pods::AGENT) == "true")
}

/// The part of a service that a workload runs.
struct Part {
    component: Component,
    /// The position of the canary, if it is a canary.
    canary: Option<usize>,
}

impl Part {
    fn of(subject: &ExplainedService<'_>, injected: &Injected) -> Part {
        let template = own_template(subject, injected);
        let name = template.map(|template| template.label(keys::COMPONENT_LABEL)).unwrap_or_default();
        let component = Component::ALL.into_iter().find(|component| component.name() == name);
        let mut canaries = ServiceSpec::of(&subject.service.spec).canaries();
        let is_own = |canary: CanarySpec<'_>| {
            canary.predictor().is_some_and(|predictor| {
                injected.name == format!("{}-{}-predictor", subject.service.metadata.name, predictor.name())
            })
        };
        Part { component: component.unwrap_or(Component::Predictor), canary: canaries.position(is_own) }
    }

    /// The spec of the part as stored, and its path.
    fn spec<'s>(&self, subject: &'s ExplainedService<'_>) -> Option<(&'s Map, Path)> {
        if let Some(index) = self.canary {
            let canary = ServiceSpec::of(&subject.service.spec).canaries().nth(index)?.predictor()?.fields();
            return Some((canary, Path::keys(["spec", "canary"]).index(index).key("predictor")));
        }
        let spec = subject.service.component(self.component)?;
        Some((spec, Path::keys(["spec", self.component.name()])))
    }

    /// Where a field of the part comes from.
    fn field(&self, subject: &ExplainedService<'_>, keys: &[&str]) -> Origin {
        let Some((first, rest)) = keys.split_first() else { return Origin::BuiltIn };
        subject.field(rest.iter().fold(self.path(subject, first), |path, key| path.key(key)))
    }

    /// The path of a field of the part; for a field that a canary does not set, it is the predictor's.
    fn path(&self, subject: &ExplainedService<'_>, key: &str) -> Path {
        match (self.canary, self.spec(subject)) {
            (Some(_), Some((spec, path))) if spec.contains_key(key) => path.key(key),
            _ => Path::keys(["spec", self.component.name(), key]),
        }
    }

    /// Where the only URI of an implementation comes from.
    fn uri_origin(&self, subject: &ExplainedService<'_>) -> Origin {
        let spec = self.spec(subject).map(|(spec, _)| spec);
        match spec.and_then(Implementation::of) {
            Some(Implementation::Custom { pod }) => match variable(pod) {
                Some((container, entry)) => {
                    let path = self.path(subject, "containers").index(container).key("env").index(entry);
                    subject.field(path)
                }
                None => self.field(subject, &["containers"]),
            },
            Some(implementation) if implementation.storage_uri().is_none() => {
                self.field(subject, &["model", "storage"])
            }
            _ => self.field(subject, &["model", "storageUri"]),
        }
    }
}

/// The positions of a container and of its variable with the URI of a model.
fn variable(pod: PodSpec<'_>) -> Option<(usize, usize)> {
    pod.containers().enumerate().find_map(|(index, container)| {
        Some((index, container.env().position(|variable| variable.name() == STORAGE_URI)?))
    })
}

/// A URI that a workload should get.
struct Wanted {
    uri: String,
    /// The path at which it should be.
    path: String,
    from: Origin,
}

/// The URIs that a workload should get.
fn wanted(subject: &ExplainedService<'_>, injected: &Injected, part: &Part) -> Vec<Wanted> {
    let mut wanted = Vec::new();
    let template = own_template(subject, injected);
    let source = template.map(|template| template.annotation(pods::SOURCE_URI)).unwrap_or_default();
    if !source.is_empty() {
        let from = part.uri_origin(subject);
        wanted.push(Wanted { uri: source.to_owned(), path: MODEL_PATH.to_owned(), from });
    }
    let spec = part.spec(subject).map(|(spec, _)| spec).filter(|_| part.canary.is_none());
    let entries = spec.into_iter().flat_map(|spec| ComponentSpec::of(spec).storage_uris());
    for (index, entry) in entries.enumerate() {
        let path = entry.mount_path().filter(|path| !path.is_empty()).unwrap_or(MODEL_PATH);
        let from = subject.field(part.path(subject, "storageUris").index(index));
        wanted.push(Wanted { uri: entry.uri().to_owned(), path: path.to_owned(), from });
    }
    wanted
}

const MODEL_PATH: &str = pods::MODEL_PATH;

fn group(subject: &ExplainedService<'_>, injected: &Injected, part: &Part, wanted: &[Wanted]) -> (String, Vec<Item>) {
    let mut items = Vec::new();
    let template = match &injected.template {
        Ok(template) => template,
        // Whether a Secret exists that is not in the input is unknown.
        Err(_) if injected.lacks_document => {
            add_uris(subject, part, wanted, &[], &mut items);
            items.extend(injected.warnings.iter().map(Item::note));
            return ("not known, as a Secret is not in the input".to_owned(), items);
        }
        Err(error) => {
            items.push(Item::fact("error", "error", error.text()));
            add_uris(subject, part, wanted, &[], &mut items);
            items.extend(injected.warnings.iter().map(Item::note));
            return ("the webhook refuses the pods".to_owned(), items);
        }
    };
    let template = PodTemplate::of(template);
    let spec = template.spec();
    let hows: Vec<How> = wanted.iter().map(|wanted| How::of(template, &wanted.uri, &wanted.path)).collect();
    add_uris(subject, part, wanted, &hows, &mut items);
    let downloaded = wanted.iter().zip(&hows).find_map(|(wanted, how)| match how {
        How::Downloads { container } => Some((wanted.uri.clone(), container)),
        _ => None,
    });
    if let Some((uri, container)) = downloaded {
        add_initializer(subject, spec, container, &uri, &mut items);
    }
    if hows.iter().any(|how| matches!(how, How::Modelcar { .. } | How::ImageVolume)) {
        add_oci_mode(subject, &mut items);
    }
    let account = spec.service_account_name();
    items.push(match account {
        "" => Item::unset("serviceAccount", Kind::ServiceAccount.name(), "default, as none is named"),
        name => Item::from(
            "serviceAccount",
            Kind::ServiceAccount.name(),
            name,
            part.field(subject, &["serviceAccountName"]),
        ),
    });
    items.push(credentials_item(credentials(subject, spec, &hows)));
    if hows.iter().any(|how| matches!(how, How::Downloads { .. } | How::Agent)) {
        let passed = crate::build::storage::secrets_passed_over(subject.cluster, &subject.rendering.namespace, account);
        items.extend(passed.iter().map(|passed| Item::note(passed.sentence())));
    }
    items.extend(injected.warnings.iter().map(Item::note));
    (answer(wanted, &hows), items)
}

fn credentials_item(rows: Vec<Vec<Cell>>) -> Item {
    if rows.is_empty() {
        return Item::fact("credentials", "credentials", Vec::<String>::new()).shown("none");
    }
    let columns = vec![("secret", "SECRET"), ("key", "KEY"), ("as", "GIVEN AS")];
    Item::Table(Table { key: "credentials", columns, rows, rest: None })
}

/// Each URI, with how it gets into the pod; consecutive URIs that get in the same way share one description.
fn answer(wanted: &[Wanted], hows: &[How]) -> String {
    let mut parts: Vec<(Vec<String>, String)> = Vec::new();
    for (wanted, how) in wanted.iter().zip(hows) {
        let (uri, how) = (shown(&wanted.uri), how.short());
        match parts.last_mut() {
            Some((uris, last)) if *last == how => uris.push(uri),
            _ => parts.push((vec![uri], how)),
        }
    }
    let parts = parts.into_iter().map(|(uris, how)| format!("{} {how}", uris.join(", ")));
    parts.collect::<Vec<_>>().join(", ")
}

/// A URI as people read it; with a storage spec, only the path is known.
fn shown(uri: &str) -> String {
    uri.strip_prefix(pods::PLACEHOLDER).map_or_else(|| uri.to_owned(), |path| format!("storage path {path}"))
}

fn add_uris(subject: &ExplainedService<'_>, part: &Part, wanted: &[Wanted], hows: &[How], items: &mut Vec<Item>) {
    let rows = wanted.iter().enumerate().map(|(index, wanted)| {
        let Wanted { uri, path, from } = wanted;
        let how = hows.get(index).map_or(Cell::Value(Value::Null), |how| how.words().into());
        let by = hows.get(index).map_or(Cell::Value(Value::Null), |how| how.name().into());
        let of_spec = uri.strip_prefix(pods::PLACEHOLDER);
        let words = match of_spec {
            Some(path) if hows.is_empty() => format!("{path} (path of the storage spec; s3 or hdfs, type not known)"),
            _ => shown(uri),
        };
        let or_null = |text: Option<&str>| text.map_or(Cell::Value(Value::Null), Cell::from);
        vec![
            words.into(),
            or_null(Some(uri.as_str()).filter(|_| of_spec.is_none())),
            or_null(of_spec),
            path.as_str().into(),
            how,
            by,
            Cell::From(from.clone()),
        ]
    });
    let columns = vec![
        ("", "URI"),
        ("uri", ""),
        ("storagePath", ""),
        ("path", "PATH"),
        ("how", "HOW"),
        ("by", ""),
        ("from", "FROM"),
    ];
    items.push(Item::Table(Table { key: "uris", columns, rows: rows.collect(), rest: None }));
    let storage = part.spec(subject).and_then(|(spec, _)| Implementation::of(spec)?.storage());
    if let Some(storage) = storage.filter(|_| wanted.iter().any(|wanted| wanted.uri.starts_with(pods::PLACEHOLDER))) {
        items.push(match storage.key() {
            Some(key) => {
                Item::from("storageKey", "storage key", key, part.field(subject, &["model", "storage", "key"]))
            }
            None => Item::unset("storageKey", "storage key", "not set, so the default one"),
        });
        items.push(Item::note("the entry of this key in the storage secret tells type and bucket"));
    }
}

/// Adds the container that downloads, and whether a ClusterStorageContainer defines it.
fn add_initializer(subject: &ExplainedService<'_>, spec: PodSpec<'_>, name: &str, uri: &str, items: &mut Vec<Item>) {
    let Some(container) = spec.init_container(name) else { return };
    let chosen = subject.memory.predictor().storage_container_name();
    let containers = &subject.cluster.storage_containers;
    let own = match chosen {
        "" => containers.for_uri(uri).ok().flatten(),
        name => containers.named(name),
    };
    let own_image = own.and_then(StorageContainer::container).filter(|own| own.fields().contains_key("image"));
    let key = own.map(|own| crate::object::Key::new(Kind::ClusterStorageContainer, "", &own.name));
    let origin = match key.filter(|_| own_image.is_some()) {
        Some(key) => Origin::Object(key, Path::keys(["spec", "container", "image"])),
        None => subject.config("storageInitializer", "image"),
    };
    items.push(Item::from("image", "image", container.image(), origin));
    if let Some(own) = own {
        items.push(Item::fact("storageContainer", "storage container", own.name.as_str()));
    }
    add_candidates(subject, uri, own.map(|own| own.name.as_str()), !chosen.is_empty(), items);
}

/// Adds the storage containers, if there are several, and why each is chosen or not.
fn add_candidates(subject: &ExplainedService<'_>, uri: &str, own: Option<&str>, is_named: bool, items: &mut Vec<Item>) {
    let containers: Vec<&StorageContainer> = subject.cluster.storage_containers.iter().collect();
    if containers.len() < 2 {
        return;
    }
    let rows = containers.iter().map(|container| {
        let verdict = match container.supports(uri) {
            _ if own == Some(container.name.as_str()) && is_named => "named by the predictor".to_owned(),
            _ if own == Some(container.name.as_str()) => "taken here".to_owned(),
            _ if container.disabled => "disabled".to_owned(),
            _ if container.workload_type != INIT_CONTAINER => format!("for {}", container.workload_type),
            Ok(true) => "supports the URI too".to_owned(),
            Ok(false) => "does not support the URI".to_owned(),
            Err(error) => error.into_text(),
        };
        vec![container.name.as_str().into(), verdict.into()]
    });
    let columns = vec![("name", "STORAGE CONTAINER"), ("verdict", "VERDICT")];
    items.push(Item::Table(Table { key: "storageContainers", columns, rows: rows.collect(), rest: None }));
    if !is_named && subject.cluster.storage_containers.all_for_uri(uri).nth(1).is_some() {
        items.push(Item::note("several support the URI: which one the controller takes is left to chance"));
    }
}

/// Adds what decides how images with models are mounted.
fn add_oci_mode(subject: &ExplainedService<'_>, items: &mut Vec<Item>) {
    let Some(settings) = subject.cluster.config.storage_initializer.value() else { return };
    let config = |key| subject.config("storageInitializer", key);
    if !settings.oci_model_mode.is_empty() {
        let mode = settings.oci_model_mode.as_str();
        items.push(Item::from("ociModelMode", "ociModelMode", mode, config("ociModelMode")));
    } else {
        items.push(Item::from("enableModelcar", "enableModelcar", settings.enable_modelcar, config("enableModelcar")));
    }
}

fn is_variable(copied: &CopiedSecret, name: &str) -> bool {
    matches!(copied.place, Place::Variable(_)) && copied.shown_place() == name
}

/// What the containers that load models get from Secrets: variables and volumes.
fn credentials(subject: &ExplainedService<'_>, spec: PodSpec<'_>, hows: &[How]) -> Vec<Vec<Cell>> {
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    let mut add = |row: Vec<Cell>| {
        if !rows.contains(&row) {
            rows.push(row);
        }
    };
    let names = hows.iter().filter_map(|how| match how {
        How::Downloads { container } => spec.init_container(container),
        How::Agent => spec.container("agent"),
        _ => None,
    });
    for container in names {
        for variable in container.env() {
            let name = variable.name();
            if let Some(reference) = variable.secret_key() {
                let form = format!("variable {name}");
                add(vec![reference.name().into(), reference.key().into(), form.into()]);
            } else if let Some(copied) =
                subject.rendering.copied().values().iter().find(|copied| is_variable(copied, name))
            {
                let form = format!("variable {name}, copied in clear text");
                add(vec![copied.secret.as_str().into(), copied.key.as_str().into(), form.into()]);
            }
        }
        for mount in container.volume_mounts() {
            if let Some(secret) = spec.volume(mount.name()).and_then(Volume::secret) {
                let form = format!("files in {}", mount.mount_path());
                add(vec![secret.secret_name().into(), Cell::Value(Value::Null), form.into()]);
            }
        }
    }
    rows
}
