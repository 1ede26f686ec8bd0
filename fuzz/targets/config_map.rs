//! The sections of the ConfigMap, all with the same text.
#![no_main]

use kserve_render::release::{Release, Version};
use kserve_render::{Cluster, Settings, Value, config};
use libfuzzer_sys::fuzz_target;

const SECTIONS: [&str; 8] =
    ["agent", "deploy", "inferenceService", "ingress", "logger", "multiNode", "storageInitializer", "credentials"];

fuzz_target!(|text: &str| {
    let data: serde_json::Map<String, Value> = SECTIONS.iter().map(|s| ((*s).to_owned(), text.into())).collect();
    let map = serde_json::json!({
        "kind": "ConfigMap",
        "metadata": {"name": "inferenceservice-config", "namespace": "kserve"},
        "data": data,
    });
    let cluster = Cluster::new(Release::of(Version::NEWEST), Settings::default(), [std::sync::Arc::new(map)]);
    drop(config::check::faults(&cluster));
});
