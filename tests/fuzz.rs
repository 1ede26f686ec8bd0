//! Runs the checks of the fuzz targets over the stored corpora, so that what was found once stays fixed, and over generated
//! texts.

#![allow(clippy::restriction, reason = "a test says what is wrong by panicking")]

use std::path::Path;

use proptest::prelude::*;

#[path = "../fuzz/checks.rs"]
mod checks;

/// Runs a check over the corpus of its target.
fn over_corpus(target: &str, check: fn(&str)) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(target);
    let mut count = 0;
    for entry in std::fs::read_dir(folder).expect("a corpus") {
        // libFuzzer passes a text to a target only if it is UTF-8.
        if let Ok(text) = std::fs::read_to_string(entry.expect("an entry").path()) {
            check(&text);
            count += 1;
        }
    }
    assert!(count > 0, "the corpus of {target} is empty");
}

/// A target that one of the lists lacks would never be fuzzed, and nobody would notice.
#[test]
fn every_target_is_fuzzed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| std::fs::read_to_string(root.join(path)).expect(path);
    let declared = read("fuzz/Cargo.toml");
    let targets: Vec<&str> =
        declared.lines().filter_map(|line| line.strip_prefix("path = \"targets/")?.strip_suffix(".rs\"")).collect();
    let script = read("scripts/fuzz.sh");
    let by_default = script
        .lines()
        .find_map(|line| line.split_once("|| set -- ").map(|(_, names)| names))
        .expect("the targets by default");
    let weekly = read(".github/workflows/fuzz.yml");
    let matrix = weekly
        .lines()
        .find_map(|line| line.trim().strip_prefix("target: [")?.strip_suffix(']'))
        .expect("the targets of the week");
    assert_eq!(sorted(targets.clone()), sorted(by_default.split(' ').collect()));
    assert_eq!(sorted(targets), sorted(matrix.split(", ").collect()));
}

fn sorted(mut names: Vec<&str>) -> Vec<&str> {
    names.sort_unstable();
    names
}

#[test]
fn the_corpora_pass() {
    over_corpus("yaml", checks::yaml);
    over_corpus("config_map", checks::config_map);
    over_corpus("template", checks::template);
    over_corpus("quantity", checks::quantity);
    over_corpus("render", checks::render);
    over_corpus("documents", checks::documents);
    over_corpus("living", checks::living);
    over_corpus("session", checks::session_answers);
    over_corpus("krm", checks::krm);
    over_corpus("project", checks::project);
    over_corpus("dump", checks::dump);
    over_corpus("fix", checks::fix);
}

/// Texts assembled from fragments with a meaning.
fn of_pieces(pieces: &'static [&'static str], most: usize) -> impl Strategy<Value = String> {
    let piece = prop_oneof![8 => proptest::sample::select(pieces).prop_map(str::to_owned), 1 => any::<char>().prop_map(String::from)];
    proptest::collection::vec(piece, 0..most).prop_map(|pieces| pieces.concat())
}

const YAML: &[&str] = include!("../fuzz/yaml_pieces.rs");

const JSON: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    ":",
    ",",
    "\"",
    "\\",
    "null",
    "true",
    "1",
    "-1.5e3",
    " ",
    "\n",
    "\"ingressDomain\":",
    "\"domainTemplate\":",
    "\"{{ .Name }}.{{ .IngressDomain }}\"",
    "\"ingressGateway\":",
    "\"a/b\"",
    "\"defaultDeploymentMode\":",
    "\"Standard\"",
    "\"memoryRequest\":",
    "\"1Gi\"",
    "\"image\":",
    "\"explainers\":",
    "\"enableGatewayApi\": true",
    "é",
];

const TEMPLATE: &[&str] = &[
    "{{",
    "}}",
    "{{-",
    "-}}",
    ".Name",
    ".Labels",
    ".",
    "$x",
    ":=",
    "=",
    "|",
    "(",
    ")",
    " ",
    "range ",
    "if ",
    "else ",
    "end",
    "with ",
    "define ",
    "template ",
    "block ",
    "break",
    "continue",
    "index ",
    "printf ",
    "\"%v %q\"",
    "`a`",
    "'a'",
    "1",
    "-0x1p4",
    "1i",
    "len ",
    "slice ",
    "eq ",
    "and ",
    "not ",
    "html ",
    "urlquery ",
    "/* c */",
    "\"t\"",
    "<a href='",
    "é",
];

const QUANTITY: &[&str] = &[
    "0",
    "1",
    "9",
    "00",
    "512",
    ".",
    "-",
    "+",
    "e",
    "E",
    "Ki",
    "Mi",
    "Gi",
    "m",
    "u",
    "n",
    "k",
    "M",
    "P",
    "Ei",
    "9223372036854775807",
    " ",
];

const SERVICE: &[&str] = &[
    "\n---\n",
    "apiVersion: serving.kserve.io/v1beta1\nkind: InferenceService\nmetadata: {name: a, namespace: n, ",
    "annotations: {serving.kserve.io/deploymentMode: Standard}}\n",
    "labels: {a: b}}\n",
    "}\n",
    "spec:\n",
    "  predictor:\n",
    "    model: {modelFormat: {name: sklearn}, storageUri: 's3://a/b'}\n",
    "    minReplicas: 0\n",
    "    maxReplicas: 3\n",
    "    containers: [{image: 'a/b:1', ports: [{containerPort: 80}]}]\n",
    "  transformer:\n",
    "  explainer:\n",
    "    workerSpec: {}\n",
    "    storageUris: [{uri: 's3://a/b', mountPath: /mnt/models/x}]\n",
    "    scaleMetric: cpu\n",
    "    canaryTrafficPercent: 20\n",
    "    sklearn: {storageUri: 'pvc://a/b'}\n",
    "    logger: {mode: all}\n",
    "    batcher: {}\n",
    "  canary: []\n",
    "apiVersion: serving.kserve.io/v1alpha1\nkind: ServingRuntime\nmetadata: {name: r, namespace: n}\nspec: {containers: []}\n",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn any_yaml_can_be_read(text in of_pieces(YAML, 40)) {
        checks::yaml(&text);
    }

    #[test]
    fn any_config_map_is_accepted_or_refused(text in of_pieces(JSON, 30)) {
        checks::config_map(&text);
    }

    #[test]
    fn any_template_ends(text in of_pieces(TEMPLATE, 30)) {
        checks::template(&text);
    }

    #[test]
    fn any_quantity_reads_back(text in of_pieces(QUANTITY, 8)) {
        checks::quantity(&text);
    }

    #[test]
    fn any_documents_render(text in of_pieces(SERVICE, 25)) {
        checks::render(&text);
    }
}
