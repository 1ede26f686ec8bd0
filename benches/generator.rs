//! Generates InferenceServices from a seed, for measurements: a mix of both modes, transformers, explainers, canaries, custom
//! containers and custom runtimes. The same seed gives the same text everywhere.

use std::fmt::Write as _;

/// A small pseudo-random number generator (splitmix64); its own, so that an update of a library cannot change the text.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    pub fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    pub fn pick<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.below(choices.len() as u64) as usize]
    }
}

const FORMATS: [&str; 8] =
    ["sklearn", "xgboost", "lightgbm", "tensorflow", "pytorch", "paddle", "huggingface", "triton"];
const SCHEMES: [&str; 5] = ["s3://models", "gs://models", "pvc://models", "hf://acme", "https://models.acme.example"];
const TEAMS: [&str; 5] = ["search", "pricing", "fraud", "vision", "speech"];

/// A YAML stream of `count` services in about `count / 50` namespaces.
pub fn services(seed: u64, count: usize) -> String {
    let mut random = Random(seed);
    let mut text = String::new();
    for index in 0..count {
        service(&mut text, &mut random, index, count);
    }
    text
}

/// A YAML stream of `count` custom serving runtimes for the namespaces of `services`.
pub fn runtimes(seed: u64, count: usize, services: usize) -> String {
    let mut random = Random(seed ^ 0x5eed);
    let mut text = String::new();
    for index in 0..count {
        let namespace = random.below(namespaces(services));
        let format = random.pick(&FORMATS);
        let priority = random.below(5) + 1;
        let _ = write!(
            text,
            "---\napiVersion: serving.kserve.io/v1alpha1\nkind: ServingRuntime\nmetadata:\n  name: runtime-{index}\n  \
             namespace: team-{namespace}\nspec:\n  supportedModelFormats:\n  - name: {format}\n    autoSelect: true\n    \
             priority: {priority}\n  protocolVersions: [v1, v2]\n  containers:\n  - name: kserve-container\n    image: \
             ghcr.io/acme/{format}:{index}\n    args: [\"--model_name={{{{.Name}}}}\", --model_dir=/mnt/models]\n"
        );
    }
    text
}

fn namespaces(services: usize) -> u64 {
    (services as u64 / 50).max(1)
}

fn service(text: &mut String, random: &mut Random, index: usize, count: usize) {
    let namespace = random.below(namespaces(count));
    let team = random.pick(&TEAMS);
    let standard = random.chance(45);
    let _ = write!(
        text,
        "---\napiVersion: serving.kserve.io/v1beta1\nkind: InferenceService\nmetadata:\n  name: model-{index}\n  namespace: \
         team-{namespace}\n  labels:\n    team: {team}\n    app.kubernetes.io/part-of: {team}-platform\n"
    );
    if standard {
        text.push_str("  annotations:\n    serving.kserve.io/deploymentMode: Standard\n");
    }
    text.push_str("spec:\n  predictor:\n");
    let (min, extra) = (random.below(3) + 1, random.below(5));
    let _ = writeln!(text, "    minReplicas: {min}\n    maxReplicas: {}", min + extra);
    if standard && random.chance(40) {
        let target = 50 + random.below(40);
        let _ = writeln!(text, "    scaleMetric: cpu\n    scaleTarget: {target}");
    }
    if !standard && random.chance(10) {
        let _ = writeln!(text, "    canaryTrafficPercent: {}", random.below(100));
    }
    if random.chance(12) {
        let _ = write!(
            text,
            "    containers:\n    - name: kserve-container\n      image: ghcr.io/acme/{team}-server:{}\n      env:\n      - name: \
             STORAGE_URI\n        value: {}/{index}\n      ports:\n      - containerPort: 8080\n        protocol: TCP\n",
            random.below(50),
            random.pick(&SCHEMES),
        );
    } else {
        model(text, random, index);
    }
    if random.chance(15) {
        let _ = write!(
            text,
            "  transformer:\n    minReplicas: 1\n    containers:\n    - name: kserve-container\n      image: \
             ghcr.io/acme/{team}-transformer:{}\n      args: [--log_level, info]\n",
            random.below(50)
        );
    }
    if random.chance(5) {
        let _ = write!(
            text,
            "  explainer:\n    containers:\n    - name: kserve-container\n      image: ghcr.io/acme/{team}-explainer:{}\n",
            random.below(50)
        );
    }
}

fn model(text: &mut String, random: &mut Random, index: usize) {
    let format = random.pick(&FORMATS);
    let scheme = random.pick(&SCHEMES);
    let _ = write!(
        text,
        "    model:\n      modelFormat:\n        name: {format}\n      storageUri: {scheme}/{format}/{index}\n"
    );
    if random.chance(50) {
        let (cpu, memory) = (random.below(8) + 1, random.below(32) + 1);
        let _ = write!(
            text,
            "      resources:\n        requests:\n          cpu: \"{cpu}\"\n          memory: {memory}Gi\n        limits:\n          \
             cpu: \"{cpu}\"\n          memory: {memory}Gi\n"
        );
    }
    if random.chance(30) {
        let _ = write!(
            text,
            "      env:\n      - name: LOG_LEVEL\n        value: info\n      - name: WORKERS\n        value: \"{}\"\n",
            random.below(8) + 1
        );
    }
    if random.chance(20) {
        text.push_str("      args:\n      - --max_buffer=512\n");
    }
}

/// A YAML stream of `count` Secrets, ServiceAccounts and ConfigMaps for the namespaces of `services`.
pub fn context(seed: u64, count: usize, services: usize) -> String {
    let mut random = Random(seed ^ 0xc0ffee);
    let mut text = String::new();
    for index in 0..count {
        let namespace = random.below(namespaces(services));
        let _ = match index % 3 {
            0 => write!(
                text,
                "---\napiVersion: v1\nkind: Secret\nmetadata:\n  name: secret-{index}\n  namespace: team-{namespace}\n  annotations:\n    \
                 serving.kserve.io/s3-endpoint: minio-{index}.acme.example\ndata:\n  AWS_ACCESS_KEY_ID: aWQ=\n  \
                 AWS_SECRET_ACCESS_KEY: a2V5\n"
            ),
            1 => write!(
                text,
                "---\napiVersion: v1\nkind: ServiceAccount\nmetadata:\n  name: account-{index}\n  namespace: team-{namespace}\n\
                 secrets:\n- name: secret-{}\n",
                index - 1
            ),
            _ => write!(
                text,
                "---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings-{index}\n  namespace: team-{namespace}\n\
                 data:\n  level: info\n"
            ),
        };
    }
    text
}
