//! Files that are made from the source have to be current. `SNAPSHOTS=overwrite cargo test --test generated` writes them
//! anew.

use std::path::Path;

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
