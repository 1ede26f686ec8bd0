//! A whole rendering: documents from text, among them services, runtimes and ConfigMaps, in the newest release.
#![no_main]

use std::sync::{Arc, OnceLock};

use kserve_render::input::{self, Source};
use kserve_render::output::{report, yaml};
use kserve_render::reconcile::Existing;
use kserve_render::release::{Release, Version, defaults};
use kserve_render::{Cluster, Settings, Value};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    static SHIPPED: OnceLock<Vec<Arc<Value>>> = OnceLock::new();
    let shipped = SHIPPED.get_or_init(|| defaults::objects(Version::NEWEST).to_vec());
    let read = input::read(&Arc::new(Source { name: "fuzz".into(), text: text.into() }));
    let (services, context): (Vec<Value>, Vec<Value>) = read
        .documents
        .into_iter()
        .map(|document| document.value)
        .partition(|value| value.get("kind").is_some_and(|kind| kind == "InferenceService"));
    let objects = shipped.iter().cloned().chain(context.into_iter().map(Arc::new));
    let cluster = Cluster::new(Release::of(Version::NEWEST), Settings::default(), objects);
    for service in &services {
        let report = report::of(kserve_render::render(&cluster, service, &Existing::default()));
        yaml::write(&report, &mut String::new());
    }
});
