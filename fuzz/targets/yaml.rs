//! YAML text: reading ends with documents or errors, and what is read can be written and read back.
#![no_main]

use std::sync::Arc;

use kserve_render::input::{self, Source};
use kserve_render::output::yaml;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let read = |text: &str| input::read(&Arc::new(Source { name: "fuzz".into(), text: text.into() }));
    for document in read(text).documents {
        let mut written = String::new();
        yaml::write(&document.value, &mut written);
        let again = read(&written);
        assert!(!again.problems.iter().any(|problem| problem.fatal), "what is written cannot be read: {written:?}");
    }
});
