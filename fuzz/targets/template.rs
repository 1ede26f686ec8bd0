//! Templates, both kinds, executed with a service's values.
#![no_main]

use std::collections::BTreeMap;

use kserve_render::go::template::{Data, Template};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let labels = BTreeMap::from([("team".to_owned(), "vision".to_owned()), ("a.b/c".to_owned(), "<x>&\"".to_owned())]);
    let data = Data::structure(
        "ingress.DomainTemplateValues",
        vec![("Name", Data::string("flower")), ("Labels", Data::StringMap(&labels))],
    );
    for template in [Template::parse("t", text), Template::parse_html("t", text)].into_iter().flatten() {
        drop(template.execute(&data));
    }
});
