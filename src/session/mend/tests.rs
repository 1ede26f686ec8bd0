//! What becomes of texts that are mended.

use serde_json::json;

use super::*;
use crate::object::Path;
use crate::object::diagnostic::{Diagnostic, Severity};
use crate::session::finding::Finding;
use crate::webhook::codes;

/// What the changes make of a text, and why not.
fn mended(text: &str, changes: &[Change]) -> Result<String, Unmendable> {
    let source = Arc::new(Source { name: "a.yaml".into(), text: text.into() });
    let document = input::read(&source).documents.remove(0);
    let finding = |change: &Change| {
        let diagnostic = Diagnostic {
            mend: Some(Mend::safe(change.clone())),
            ..Diagnostic::new(codes::UNKNOWN_FIELD, Severity::Warning, Path::default(), "x")
        };
        Finding::new(&document, None, diagnostic)
    };
    let findings: Vec<Finding> = changes.iter().map(finding).collect();
    let outcome = mend(findings.iter().map(|finding| finding.fix.as_ref()), false);
    match outcome.left.into_iter().next() {
        Some((_, why)) => Err(why),
        None => Ok(outcome.texts.into_iter().next().map_or_else(|| text.to_owned(), |mended| mended.text)),
    }
}

fn rename(path: Path, key: &str) -> Change {
    Change::Rename { path, key: key.into() }
}

#[test]
fn only_what_is_wrong_changes() {
    let text = "# top\nspec:   # the spec\n    storageURI : 'gs://a'   # where\n\n    other: 1\n";
    let wanted = "# top\nspec:   # the spec\n    storageUri : 'gs://a'   # where\n\n    other: 1\n";
    let path = Path::keys(["spec", "storageURI"]);
    assert_eq!(mended(text, &[rename(path.clone(), "storageUri")]).as_deref(), Ok(wanted));
    let json = "{\"spec\": {\"storageURI\": \"a\"}}\n";
    assert_eq!(mended(json, &[rename(path, "storageUri")]).as_deref(), Ok("{\"spec\": {\"storageUri\": \"a\"}}\n"));
}

#[test]
fn numbers_become_texts_of_the_same_characters() {
    let quote = |text: &str| mended(text, &[Change::Quote { path: Path::keys(["a"]) }]);
    assert_eq!(quote("a: 1.50 # x\n").as_deref(), Ok("a: \"1.50\" # x\n"));
    assert_eq!(quote("a: yes\nb: 1\n").as_deref(), Ok("a: \"yes\"\nb: 1\n"));
    assert_eq!(quote("{a: 1}\n").as_deref(), Ok("{a: \"1\"}\n"));
    assert!(quote("a: &n 1\nb: *n\n").is_err());
}

#[test]
fn all_that_is_wrong_with_an_entry_is_mended_at_once() {
    let text = "p:\n  sklearn:\n    storageURI: x\n    cpu: 0.5\n";
    let below = |key: &str| Path::keys(["p", "sklearn", key]);
    let changes = [
        rename(Path::keys(["p", "sklearn"]), "model"),
        Change::Quote { path: below("cpu") },
        rename(below("storageURI"), "storageUri"),
    ];
    assert_eq!(mended(text, &changes).as_deref(), Ok("p:\n  model:\n    storageUri: x\n    cpu: \"0.5\"\n"));
    let write = Change::Write { path: Path::keys(["a"]), value: 1.into() };
    assert_eq!(mended("a: 0 # x\n", &[write]).as_deref(), Ok("a: 1 # x\n"));
}

#[test]
fn entries_go_without_what_stands_around_them() {
    let remove = |text: &str, keys: [&str; 2]| mended(text, &[Change::Remove { path: Path::keys(keys) }]);
    assert_eq!(
        remove("a:\n  # of c\n  c: 1\n  b:\n    x: 1 # y\n  # of d\n  d: 1\n", ["a", "b"]).as_deref(),
        Ok("a:\n  # of c\n  c: 1\n  # of d\n  d: 1\n")
    );
    assert_eq!(remove("a: {b: 1, c: 2}\n", ["a", "b"]).as_deref(), Ok("a: {c: 2}\n"));
    assert_eq!(remove("a: {b: 1, c: 2}\n", ["a", "c"]).as_deref(), Ok("a: {b: 1}\n"));
    // Then a would be null rather than a map without entries.
    assert!(remove("a:\n  b: 1\nc: 1\n", ["a", "b"]).is_err());
}

#[test]
fn line_ends_and_byte_order_marks_stay() {
    let text = "\u{feff}# top\r\np:\r\n  model: # of it\r\n    a: 1\r\n    b:\r\n      c: 2\r\n";
    let path = |keys: &[&str]| keys.iter().fold(Path::default(), |path, key| path.key(key));
    let changed = |change| mended(text, &[change]);
    assert_eq!(
        changed(Change::Move { path: path(&["p", "model", "b"]), to: path(&["p"]) }).as_deref(),
        Ok("\u{feff}# top\r\np:\r\n  b:\r\n    c: 2\r\n  model: # of it\r\n    a: 1\r\n")
    );
    let value = json!({ "name": "x" });
    assert_eq!(
        changed(Change::Insert { path: path(&["p", "model"]), key: "format".into(), value }).as_deref(),
        Ok(text.replace("    a: 1", "    format:\r\n      name: x\r\n    a: 1").as_str())
    );
    assert_eq!(
        changed(Change::Remove { path: path(&["p", "model", "b"]) }).as_deref(),
        Ok(text.replace("    b:\r\n      c: 2\r\n", "").as_str())
    );
    assert_eq!(
        changed(Change::Quote { path: path(&["p", "model", "a"]) }).as_deref(),
        Ok(text.replace("a: 1", "a: \"1\"").as_str())
    );
    assert_eq!(changed(rename(path(&["p"]), "q")).as_deref(), Ok(text.replace("p:", "q:").as_str()));
}

#[test]
fn a_field_moves_with_its_comments_to_where_it_belongs() {
    let moved = |text: &str, from: &[&str], to: &[&str]| {
        let path = |keys: &[&str]| keys.iter().fold(Path::default(), |path, key| path.key(key));
        mended(text, &[Change::Move { path: path(from), to: path(to) }])
    };
    let text = "p:\n  model:\n    # of a\n    a: 1\n    # above\n    args: # of args\n    - x\n    # of y\n    - y # last\n  b: 2\n";
    assert_eq!(
        moved(text, &["p", "model", "args"], &["p"]).as_deref(),
        Ok("p:\n  # above\n  args: # of args\n  - x\n  # of y\n  - y # last\n  model:\n    # of a\n    a: 1\n  b: 2\n")
    );
    assert_eq!(
        moved("p:\n  uri: x # where\n  model:\n    a: 1", &["p", "uri"], &["p", "model"]).as_deref(),
        Ok("p:\n  model:\n    uri: x # where\n    a: 1")
    );
    assert_eq!(
        moved("p:\n  uri: [x]\n  model: {a: 1}\n", &["p", "uri"], &["p", "model"]).as_deref(),
        Ok("p:\n  model: {uri: [\"x\"], a: 1}\n")
    );
    assert_eq!(
        moved("p: {model: {a: 1, b: {c: 2}}}\n", &["p", "model", "b"], &["p"]).as_deref(),
        Ok("p: {b: {c: 2}, model: {a: 1}}\n")
    );
    let taken = moved("p:\n  a: 1\n  model:\n    a: 1\n    b: 1\n", &["p", "model", "a"], &["p"]);
    assert_eq!(taken.unwrap_err().to_string(), "there is an entry a already");
    // The model would be null.
    assert!(moved("p:\n  model:\n    a: 1\n", &["p", "model", "a"], &["p"]).is_err());
}

#[test]
fn a_framework_becomes_a_model() {
    let changes = |at: Path| {
        let value = json!({ "name": "sklearn" });
        let insert = Change::Insert { path: at.clone(), key: "modelFormat".into(), value };
        Mend { is_safe: true, changes: vec![insert, rename(at, "model")] }
    };
    let run = |text: &str| {
        let source = Arc::new(Source { name: "a.yaml".into(), text: text.into() });
        let document = input::read(&source).documents.remove(0);
        let fix = Fix::of(&document, &changes(Path::keys(["p", "sklearn"])));
        whole(&source, &[(0, &fix)])
    };
    assert_eq!(
        run("p:\n  sklearn: # old\n    storageUri: x\n").as_deref(),
        Ok("p:\n  model: # old\n    modelFormat:\n      name: sklearn\n    storageUri: x\n")
    );
    assert_eq!(
        run("p: {sklearn: {storageUri: x}}\n").as_deref(),
        Ok("p: {model: {modelFormat: {name: sklearn}, storageUri: x}}\n")
    );
    assert_eq!(
        run("{\"p\": {\"sklearn\": {\"storageUri\": \"x\"}}}").as_deref(),
        Ok("{\"p\": {\"model\": {\"modelFormat\": {\"name\": \"sklearn\"}, \"storageUri\": \"x\"}}}")
    );
}

#[test]
fn what_an_anchor_shares_is_left_alone() {
    let text = "a: &x\n  storageURI: 1\nb: *x\n";
    assert!(mended(text, &[rename(Path::keys(["a", "storageURI"]), "storageUri")]).is_err());
    let text = "a:\n  storageURI: 1\n  storageUri: 2\n";
    assert!(mended(text, &[rename(Path::keys(["a", "storageURI"]), "storageUri")]).is_err());
}
