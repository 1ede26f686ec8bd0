use serde_json::json;

use super::*;
use crate::Settings;
use crate::release::{Release, Version};

const ALL: Properties = Properties { sees_context: true, writes_status: true, ..Properties::PLAIN };

fn service(name: &str, port: i64) -> Value {
    json!({
        "apiVersion": "v1", "kind": "Service", "metadata": { "name": name, "namespace": "garden" },
        "spec": { "ports": [{ "port": port }] },
    })
}

fn at(name: &str) -> At<'_> {
    (Kind::Service, "garden", name)
}

fn context(objects: impl IntoIterator<Item = Value>) -> Cluster {
    Cluster::new(Release::of(Version::NEWEST), Settings::default(), objects.into_iter().map(std::sync::Arc::new))
}

fn names(store: &Store<'_>) -> Vec<String> {
    store.list(Kind::Service, "garden").into_iter().map(|(name, _)| name.to_owned()).collect()
}

#[test]
fn documents_next_to_the_resources_count_only_for_controllers_that_see_them() {
    let cluster = context([service("a", 1), service("b", 1)]);
    let found = Found::new([service("b", 2), service("c", 2)]);
    let store = Store::of(&cluster, &found, &Properties::PLAIN);
    assert_eq!((store.peek(at("a")), names(&store)), (None, vec!["b".to_owned(), "c".to_owned()]));
    let store = Store::of(&cluster, &found, &ALL);
    assert_eq!(names(&store), ["a", "b", "c"]);
    assert_eq!(store.peek(at("b")), Some(&service("b", 2)), "the dump goes before");
    assert_eq!(store.all(Kind::Service).count(), 3);
}

#[test]
fn an_object_belongs_to_the_first_controller_that_looks_at_it() {
    let cluster = context([service("a", 1), service("b", 1)]);
    let found = Found::default();
    let mut store = Store::of(&cluster, &found, &ALL);
    store.report(at("a"), Report::Status(json!({ "x": 1 })));
    store.report(at("b"), Report::Status(json!({ "x": 1 })));
    assert!(store.claimed(at("a")).is_none(), "it has only reported");
    store.begin(0);
    store.begin(1);
    store.look_at(at("a"));
    store.begin(0);
    store.look_at(at("a"));
    let [first, second] = <[Objects; 2]>::try_from(store.finish(2)).unwrap();
    assert_eq!(first, Objects::default());
    assert_eq!(second.of_context, [Key::new(Kind::Service, "garden", "a")]);
    assert_eq!(second.objects[0]["status"], json!({ "x": 1 }));
}

#[test]
fn reports_are_in_the_status_only_if_passes_read_it() {
    let cluster = context([]);
    let found = Found::new([service("a", 1)]);
    for (properties, status) in [(&ALL, Some(json!({ "x": 1 }))), (&Properties::PLAIN, None)] {
        let mut store = Store::of(&cluster, &found, properties);
        store.report(at("a"), Report::Status(json!({ "x": 1 })));
        assert_eq!(store.peek(at("a")).and_then(|object| object.get("status")), status.as_ref());
        assert!(store.look_at(at("a")).unwrap().has_reported());
    }
}

#[test]
fn the_state_of_the_store_changes_with_content_or_report() {
    let found = Found::new([service("a", 1)]);
    let mut store = Store::new(&found);
    store.look_at(at("a"));
    let mut before = store.snapshot();
    let mut is_another = |store: &Store<'_>| {
        let after = store.snapshot();
        std::mem::replace(&mut before, after.clone()) != after
    };
    let desired = Rc::new(service("a", 2));
    store.apply(at("a"), &desired, Effect::Nothing);
    assert!(!is_another(&store));
    for port in [2, 1] {
        store.apply(at("a"), &desired, Effect::Update(service("a", port)));
        assert!(is_another(&store));
    }
    store.report(at("a"), Report::Status(json!({})));
    assert!(is_another(&store));
    store.report(at("a"), Report::Status(json!({})));
    assert!(!is_another(&store));
    store.delete(at("a"));
    assert!(is_another(&store));
}

#[test]
fn many_objects_are_found_and_listed_like_few() {
    let found = Found::default();
    let mut store = Store::new(&found);
    let all: Vec<String> = (0..3 * FEW).map(|number| format!("s{number:03}")).collect();
    for name in &all {
        store.apply(at(name), &Rc::new(service(name, 1)), Effect::Create);
    }
    store.apply((Kind::Service, "field", "s000"), &Rc::new(service("s000", 1)), Effect::Create);
    store.delete(at("s007"));
    assert_eq!(names(&store).len(), all.len() - 1);
    assert!(store.peek(at("s007")).is_none() && store.peek(at("s008")).is_some());
}
