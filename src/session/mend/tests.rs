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

#[test]
fn pieces_that_are_taken_are_found_without_looking_at_all_of_them() {
    let meets =
        |one: &Range<usize>, other: &Range<usize>| one == other || (one.start < other.end && other.start < one.end);
    let (mut taken, mut list, mut seed) = (Taken::default(), Vec::<Range<usize>>::new(), 7_usize);
    for _ in 0..2_000 {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let start = (seed >> 33) % 3_000;
        let piece = start..start + (seed >> 20) % 5;
        let is_met = list.iter().any(|other| meets(&piece, other));
        assert_eq!(taken.meets(&piece), is_met, "{piece:?} among {list:?}");
        if !is_met {
            taken.add(&piece);
            list.push(piece);
        }
    }
}

/// The fixes for a text, each of which renames an entry `x…` of the map `a`.
fn renames(text: &str, count: usize) -> Outcome {
    let source = Arc::new(Source { name: "a.yaml".into(), text: text.into() });
    let document = input::read(&source).documents.remove(0);
    let fix = |at: usize| {
        let change = rename(Path::keys(["a", &format!("x{at}")]), &format!("y{at}"));
        Fix::of(&document, &Mend::safe(change))
    };
    let fixes: Vec<Fix> = (0..count).map(fix).collect();
    mend(fixes.iter().map(Some), false)
}

#[test]
fn what_stops_others_is_found_in_few_tries() {
    let entries = |count: usize| (0..count).map(|at| format!("x{at}: 1")).collect::<Vec<_>>().join(", ");
    // What the anchor shares cannot be changed in one place only: each of these fixes fails.
    let outcome = renames(&format!("a: &a {{{}}}\nb: *a\n", entries(2_000)), 2_000);
    assert!(outcome.texts.is_empty());
    assert!((1..=TRIES).contains(&outcome.left.len()), "{} were tried", outcome.left.len());
    // One that fails does not keep the others from being done.
    let shared = "x7: &a {z: 1}";
    let text = format!("a: {{{}}}\n", entries(100).replace("x7: 1", shared)) + "b: *a\nc: {x7: 1}\n";
    assert_eq!(renames(&text, 100).left, []);
    let outcome = renames(&text.replace("x7: &a {z: 1}", "x7: 1, y7: 1").replace("b: *a\n", ""), 100);
    assert_eq!(outcome.left.iter().map(|(at, _)| *at).collect::<Vec<_>>(), [7]);
    assert_eq!(outcome.texts.iter().map(|mended| mended.done.len()).sum::<usize>(), 99);
}

#[test]
fn secrets_are_hidden_wherever_they_stand() {
    let secret = "kind: Secret\nmetadata: {annotations: {kubectl.kubernetes.io/last-applied-configuration: pass1}}\n\
                  data: {a: pass2}\nstringData: pass3\n";
    let item = format!("- {}", secret.trim_end().replace('\n', "\n  "));
    let list = format!("kind: List\nitems:\n{item}\n");
    let nested = format!("kind: List\nitems:\n- {}\n", list.trim_end().replace('\n', "\n  "));
    let template = format!("kind: Template\napiVersion: v1\nobjects:\n{item}\n");
    let of_kind =
        "kind: List\nitems:\n- {kind: SecretList, items: [{data: {a: pass2}, stringData: {b: pass3}}]}\n".to_owned();
    let broken = "a: 1\n---\nkind: Secret\ndata: {a: pass1\n".to_owned();
    let merged = "kind: Secret\ndata:\n  b: pass1\n  <<: {a: pass2}\n".to_owned();
    let commented =
        "# was pass1\nkind: Secret # pass2\ndata:\n  #a: pass3\n  b: {c: x} # pass4\nstringData:\n  # pass5\n- a # pass6\n".to_owned();
    let run_together = "kind: Secret\nstringData: {a: pass1}\nkind: InferenceService\nspec: {}\n".to_owned();
    for text in [secret.to_owned(), list, nested, template, of_kind, merged, broken, commented, run_together] {
        let shown = without_secrets(&Arc::new(Source { name: "a.yaml".into(), text: text.clone() }));
        assert!(!shown.contains("pass") && shown.contains("(hidden)"), "{text}\n{shown}");
    }
}

#[test]
fn comments_of_what_is_no_secret_are_shown() {
    let text = "kind: ConfigMap # one\ndata: {a: b} # two\n---\nkind: Secret # three\n#\n";
    let shown = without_secrets(&Arc::new(Source { name: "a.yaml".into(), text: text.into() }));
    assert_eq!(shown, "kind: ConfigMap # one\ndata: {a: b} # two\n---\nkind: Secret # (hidden)\n#\n");
}
