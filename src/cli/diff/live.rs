//! The objects of a dump against those that the controllers want.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::sides::{Args, Format, Found, Labels, labelled};
use super::{json, text};
use crate::answer::page;
use crate::build::storage::hide_in_live;
use crate::cli::exit::{Exit, print};
use crate::cli::load::{documents, exit_of, load_whole};
use crate::cli::messages::Messages;
use crate::cli::options::CommonArgs;
use crate::diff::{self, Fate, ObjectDiff, Selection, ServiceDiff, TextDiff, without_live_additions};
use crate::facts::{Existing, Found as Held};
use crate::kinds;
use crate::life::{self, Changes};
use crate::object::tidy::{tidied, without_status};
use crate::object::{Key, Kind};
use crate::output::html;
use crate::render::render_all_objects;
use crate::session::{Service, Session, Spot};
use crate::{Cluster, Rendering, Value};

pub fn run(args: &Args, selection: &Selection, messages: &Messages) -> anyhow::Result<Exit> {
    let common: &CommonArgs = &args.common;
    let session = load_whole(common, messages)?;
    if session.services.is_empty() {
        return Ok(exit_of(0, "InferenceService", &session, common, messages));
    }
    let live: BTreeMap<Key, Value> = documents(&args.live, &common.input, messages)?
        .into_iter()
        .map(|document| (Key::of(&document.value), document.value))
        .collect();
    let held = Arc::new(Held::new(live.values().cloned()));
    let labels = Labels::of([&session, &session]);
    let mut wanted = BTreeSet::new();
    let mut found = Vec::new();
    let mut together = render_together(&session, &live, &held).into_iter();
    for service in &session.services {
        let key = service.key();
        let kind = Kind::of(&service.document.value).unwrap_or(Kind::InferenceService);
        let existing = Existing::of(&held, kind, &key.namespace, &key.name);
        let (rendering, changes) = together.next().unwrap_or_else(|| {
            (render(service, &session.cluster, &existing), changes(service, &session.cluster, &existing))
        });
        wanted.extend(rendering.objects.iter().filter_map(Kind::of));
        let diff = compare(&rendering, &live, selection, changes.as_deref());
        if !diff.is_empty() {
            found.push(Found { label: labels.of_service(service), file: labels.file_of(service), diff });
        }
    }
    warn_of_missing_kinds(&live, &wanted, messages);
    print([match args.output {
        Format::Json => json::of(&found),
        Format::Text | Format::Markdown => text::of(args, &found, "live", "rendered")?,
        Format::Html => {
            let list = page::list(&labelled(&found), session.services.len(), "");
            html::page("The cluster, and what is rendered", &list)
        }
    }])?;
    Ok(if found.is_empty() { Exit::Done } else { Exit::Refused })
}

/// The same of all resources, where one refers to others: with the resources that the cluster has; nothing where none does.
fn render_together(session: &Session, live: &BTreeMap<Key, Value>, held: &Arc<Held>) -> Vec<Together> {
    if !session.renders_together() {
        return Vec::new();
    }
    let resources: Vec<Value> = session.services.iter().map(|service| service.document.value.clone()).collect();
    let others = Held::new(live.values().filter(|object| kinds::find(object).is_some()).cloned());
    let mut renderings = render_all_objects(&session.cluster, &resources, &Arc::new(others));
    renderings.iter_mut().for_each(Rendering::hide_secrets);
    let mut living = render_all_objects(&session.cluster, &resources, held);
    life::tell_changes(&session.cluster, held, &mut living);
    renderings.into_iter().zip(living.into_iter().map(|living| living.changes)).collect()
}

/// What the controller wants of a resource, and what it does to the objects of the cluster.
type Together = (Rendering, Option<Box<Changes>>);

/// The objects that the controller wants, of a service with the status that the cluster has of it.
fn render(service: &Service, cluster: &Cluster, existing: &Existing) -> Rendering {
    let alone = Existing { resource: existing.resource.clone(), ..Existing::default() };
    let mut rendering = crate::render_objects(cluster, &service.document.value, &alone);
    rendering.hide_secrets();
    rendering
}

/// What the controller does to the objects of the cluster once the document is applied; nothing where the cluster has none.
fn changes(service: &Service, cluster: &Cluster, existing: &Existing) -> Option<Box<Changes>> {
    let resource = existing.resource.clone().unwrap_or_else(|| service.document.value.clone());
    let known = Existing { resource: Some(resource), objects: existing.objects.clone() };
    life::replace(cluster, &service.document.value, &known).changes
}

/// The objects of the cluster that the controller deletes, and those that stay though it no longer wants them.
fn dropped<'c>(changes: &'c Changes, selection: &'c Selection) -> impl Iterator<Item = ObjectDiff> + 'c {
    let of =
        |fate: Fate| move |key: &Key| ObjectDiff { key: key.clone(), fate, old: None, new: None, changes: Vec::new() };
    let deleted = changes.deleted.iter().map(of(Fate::Deleted));
    let all = deleted.chain(changes.left_behind.iter().map(of(Fate::LeftBehind)));
    all.filter(|object| selection.has_key(&object.key))
}

fn compare(
    rendering: &Rendering,
    live: &BTreeMap<Key, Value>,
    selection: &Selection,
    changes: Option<&Changes>,
) -> ServiceDiff {
    let mut held = Vec::new();
    let mut wanted = Vec::new();
    for object in rendering.objects.iter().filter(|object| !rendering.deleted_again.contains(&Key::of(object))) {
        let mut object = tidied(without_status(object.clone()));
        if let Some(metadata) = object.get_mut("metadata").and_then(Value::as_object_mut) {
            metadata.remove("ownerReferences");
        }
        held.extend(live.get(&Key::of(&object)).map(|live| {
            let mut live = without_live_additions(&object, live);
            if let Some(template) = live.pointer_mut("/spec/template").and_then(Value::as_object_mut) {
                hide_in_live(template, &rendering.copied);
            }
            tidied(live)
        }));
        wanted.push(object);
    }
    let mut objects = diff::objects(&held, &wanted, selection);
    let is_told = |key: &Key| objects.iter().any(|object| object.key == *key);
    let unchanged = held.iter().map(Key::of).filter(|key| selection.has_key(key) && !is_told(key)).collect();
    if let Some(changes) = changes {
        let is_kept = |object: &&mut ObjectDiff| object.fate == Fate::Changed && !changes.changed.contains(&object.key);
        objects.iter_mut().filter(is_kept).for_each(|object| object.fate = Fate::Kept);
        objects.extend(dropped(changes, selection));
    }
    let new_text = |text: &Option<String>| text.clone().map(|new| TextDiff { old: None, new: Some(new) });
    ServiceDiff {
        kind: Some(rendering.kind),
        namespace: rendering.namespace.clone(),
        name: rendering.name.clone(),
        rejected: new_text(&rendering.rejected),
        error: new_text(&rendering.error),
        objects,
        unchanged,
        conflicts: changes.map(|changes| changes.conflicts.clone()).unwrap_or_default(),
        ..ServiceDiff::default()
    }
}

/// Says which kinds of objects a dump lacks altogether: perhaps nobody asked the cluster for them.
fn warn_of_missing_kinds(live: &BTreeMap<Key, Value>, wanted: &BTreeSet<Kind>, messages: &Messages) {
    let has = |kind: Kind| live.keys().any(|key| key.is(kind));
    for kind in wanted.iter().copied().filter(|kind| !has(*kind)) {
        let (name, plural) = match kind.group() {
            "" => (kind.name().to_owned(), kind.plural().to_owned()),
            group => (format!("{}.{group}", kind.name()), format!("{}.{group}", kind.plural())),
        };
        messages.warning(&Spot::Nowhere, &format!("the dump has no {name}; was the cluster asked for {plural}?"));
    }
}
