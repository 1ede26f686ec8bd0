//! Files that are made from the source have to be current. `SNAPSHOTS=overwrite cargo test --test generated` writes them
//! anew.

use std::path::Path;
use std::sync::Arc;

use kserve_render::input::{self, Source};
use snapbox::{Data, assert_data_eq};

#[test]
fn the_table_of_release_differences_is_current() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/releases.md");
    assert_data_eq!(kserve_render::release::table::markdown(), Data::read_from(&file, None).raw());
}

#[test]
fn the_list_of_lint_rules_is_current() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/lint.md");
    assert_data_eq!(kserve_render::lint::docs::markdown(), Data::read_from(&file, None).raw());
}

#[test]
fn the_defaults_of_the_newest_release_are_current() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/release/defaults");
    let entries = ["config", "runtimes", "storage"].map(|name| {
        let bytes = std::fs::read(folder.join(name).with_extension("yaml")).expect("a readable file");
        let source = Source::new(name.into(), bytes).expect("a text");
        let documents = input::read(&Arc::new(source)).documents;
        let [document] = documents.as_slice() else { panic!("{name}: not one document") };
        let entries = document.value.as_object().expect("a map");
        let lines: Vec<String> = entries.iter().map(|(key, value)| format!("  {key:?}: {value}")).collect();
        format!("{name:?}: {{\n{}\n}}", lines.join(",\n"))
    });
    let made = format!("{{{}}}\n", entries.join(", "));
    assert_data_eq!(made, Data::read_from(&folder.join("newest.json"), None).raw());
}
