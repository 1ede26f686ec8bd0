//! Each rule of `lint` finds what it is for, and nothing where all is well.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use kserve_render::input::{self, Source, settings};
use kserve_render::lint::{self, Peers};
use kserve_render::reconcile::Existing;
use kserve_render::release::{Release, Version, defaults};
use kserve_render::{Cluster, Rendering, Settings, Value, render_objects};

/// A rule with a text in which it finds something, and a similar one in which it does not.
struct Case {
    rule: &'static str,
    /// Values of the configuration, as `section.key=value`, for the bad and for the good text.
    set: [&'static [&'static str]; 2],
    bad: &'static str,
    good: &'static str,
}

/// Documents of a text: those between lines `---`.
fn documents(text: &str) -> Vec<Value> {
    let source = Arc::new(Source { name: "test.yaml".into(), text: text.into() });
    let read = input::read(&source);
    assert_eq!(read.problems, [], "{text}");
    read.documents.into_iter().map(|document| document.value).collect()
}

fn is_service(object: &Value) -> bool {
    object.get("kind").is_some_and(|kind| kind == "InferenceService")
}

/// The codes that are found in a text, with the paths, as `KSR001 spec.predictor`.
fn lint(text: &str, set: &[&str], version: Version) -> Vec<(String, String)> {
    let (services, others): (Vec<Value>, Vec<Value>) = documents(text).into_iter().partition(is_service);
    let mut objects: Vec<Arc<Value>> = defaults::objects(version).to_vec();
    let at = objects.iter().position(|object| settings::is_config(object)).expect("the release has a ConfigMap");
    let mut config = Value::clone(&objects[at]);
    for change in set {
        settings::set(&mut config, &change.parse().expect("a change")).expect("a change that can be made");
    }
    objects[at] = Arc::new(config);
    objects.extend(others.into_iter().map(Arc::new));
    let cluster = Cluster::new(Release::of(version), Settings::default(), objects);
    let existing = Existing::default();
    let renderings: Vec<Rendering> =
        services.iter().map(|service| render_objects(&cluster, service, &existing)).collect();
    let peers = Peers::of(&renderings);
    let mut found = lint::config(&cluster);
    for (service, rendering) in services.iter().zip(&renderings) {
        found.extend(lint::service(&cluster, service, &existing, rendering, &peers));
    }
    found.iter().map(|finding| (finding.code.id.to_owned(), format!("{}: {}", finding.path, finding.message))).collect()
}

/// A service in Standard mode with these lines below `spec`.
macro_rules! standard {
    ($spec:literal) => {
        knative!("\n  annotations:\n    serving.kserve.io/deploymentMode: Standard", $spec)
    };
}

/// A service in Knative mode with these lines below `metadata` and `spec`.
macro_rules! knative {
    ($metadata:literal, $spec:literal) => {
        concat!(
            "apiVersion: serving.kserve.io/v1beta1\nkind: InferenceService\nmetadata:\n  namespace: garden\n  name: flower",
            $metadata,
            "\nspec:",
            $spec
        )
    };
    ($spec:literal) => {
        knative!("", $spec)
    };
}

const MODEL: &str =
    knative!("\n  predictor:\n    model:\n      modelFormat: {name: sklearn}\n      storageUri: gs://b/m\n");

/// A service in Knative mode whose predictor has too long a name.
const LONG: &str = concat!(
    "apiVersion: serving.kserve.io/v1beta1\nkind: InferenceService\nmetadata:\n  namespace: garden\n  name: ",
    "a-classifier-of-flowers-and-leaves-with-a-name-that-is-long\n",
    "spec:\n  predictor:\n    model:\n      modelFormat: {name: sklearn}\n      storageUri: gs://b/m\n"
);

const CASES: &[Case] = &[
    Case {
        rule: "KSR001",
        set: [&[]; 2],
        bad: MODEL,
        good: standard!("\n  predictor:\n    containers:\n    - name: kserve-container\n      image: a/b:1\n"),
    },
    Case {
        rule: "KSR002",
        set: [&[]; 2],
        bad: knative!(
            "\n  predictor:\n    model:\n      modelFormat: {name: nothing-serves-this}\n      storageUri: gs://b/m\n"
        ),
        good: MODEL,
    },
    Case { rule: "KSR003", set: [&[]; 2], bad: LONG, good: MODEL },
    Case { rule: "KSR004", set: [&[]; 2], bad: LONG, good: MODEL },
    Case { rule: "KSR005", set: [&["deploy.defaultDeploymentMode=Sometimes"], &[]], bad: "", good: MODEL },
    Case {
        rule: "KSR006",
        set: [&["ingress.ingresDomain=x.org"], &["ingress.ingressDomain=x.org"]],
        bad: "",
        good: "",
    },
    Case {
        rule: "KSR007",
        set: [
            &["ingress.domainTemplate={{ .Name }}.{{ .IngressDomain }}"],
            &["ingress.domainTemplate={{ .Name }}.{{ .Namespace }}.org"],
        ],
        bad: "",
        good: "",
    },
    Case {
        rule: "KSR008",
        set: [
            &["ingress.disableIngressCreation=true", "ingress.ingressGateway="],
            &["ingress.disableIngressCreation=true"],
        ],
        bad: "",
        good: "",
    },
];

#[test]
fn each_rule_finds_what_it_is_for() {
    let mut wrong = Vec::new();
    for Case { rule, set, bad, good } in CASES {
        let found = lint(bad, set[0], Version::NEWEST);
        if !found.iter().any(|(code, _)| code == rule) {
            wrong.push(format!("{rule} finds nothing; found is {found:#?}"));
        }
        let found = lint(good, set[1], Version::NEWEST);
        if let Some((_, text)) = found.iter().find(|(code, _)| code == rule) {
            wrong.push(format!("{rule} finds something where all is well: {text}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn each_rule_has_a_case() {
    let cases: BTreeSet<&str> = CASES.iter().map(|case| case.rule).collect();
    let rules: BTreeSet<&str> = lint::all().map(|rule| rule.code.id).collect();
    assert_eq!(cases, rules);
}

#[test]
fn nothing_is_wrong_with_the_examples() {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("examples")];
    let mut services = 0;
    while let Some(folder) = folders.pop() {
        let mut text = String::new();
        for entry in std::fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "yaml") {
                text += "\n---\n";
                text += &std::fs::read_to_string(&path).expect("a text");
            }
        }
        services += documents(&text).iter().filter(|document| is_service(document)).count();
        let loud: BTreeSet<&str> = lint::all()
            .filter(|rule| rule.severity <= kserve_render::diagnostic::Severity::Warning)
            .map(|rule| rule.code.id)
            .collect();
        for (code, text) in lint(&text, &[], Version::NEWEST) {
            assert!(code.starts_with("KSR") && !loud.contains(code.as_str()), "{}: {code} {text}", folder.display());
        }
    }
    assert!(services > 5, "there are examples");
}

#[test]
fn a_service_can_leave_findings_aside() {
    let text = MODEL.replace("  name: flower", "  name: flower\n  annotations: {kserve-render/ignore: KSR001}");
    assert!(lint(MODEL, &[], Version::NEWEST).iter().any(|(code, _)| code == "KSR001"));
    assert!(!lint(&text, &[], Version::NEWEST).iter().any(|(code, _)| code == "KSR001"));
}
