//! No command prints a value of a Secret, plain or transformed, unless it is asked to: unusual values are put under every key
//! that controller and webhook read, and are searched for in the output of all commands in all formats.

#![allow(clippy::restriction, reason = "a test says what is wrong by panicking")]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;

/// The planted values: what to search for in each, by its key.
#[derive(Default)]
struct Planted {
    cores: BTreeMap<String, String>,
}

/// The text around the part that is searched for, so that there are values of every kind.
const SHAPES: [&str; 9] =
    ["{}", "{}/+=", "a b {}", "{}\"'<&>", "%2F{}%", "{} is not supported", "x\n{}", "ключ{}", "{}] is not supported"];

impl Planted {
    /// The part of a value that is searched for.
    fn core(&mut self, key: &str) -> String {
        let number = 7919 * (self.cores.len() + 13);
        let core = format!("zQ{number}xKw{}Vb", number * 31);
        self.cores.insert(key.to_owned(), core.clone());
        core
    }

    /// An unusual value for a key, as a JSON string, which is also YAML.
    fn value(&mut self, key: &str) -> String {
        let shape = SHAPES[self.cores.len() % SHAPES.len()];
        let core = self.core(key);
        json(&shape.replace("{}", &core))
    }

    /// A value with a certain shape for a key.
    fn shaped(&mut self, key: &str, shape: &str) -> String {
        let core = self.core(key);
        json(&shape.replace("{}", &core))
    }

    /// The Secrets from which something is read, with an account for each.
    fn secrets(&mut self) -> String {
        let mut text = String::new();
        let mut secret = |name: &str, entries: Vec<(&str, String)>| {
            let _ = write!(
                text,
                "apiVersion: v1\nkind: Secret\nmetadata: {{name: {name}, namespace: garden}}\nstringData:\n"
            );
            for (key, value) in entries {
                let _ = writeln!(text, "  {key}: {value}");
            }
            let _ = write!(
                text,
                "---\napiVersion: v1\nkind: ServiceAccount\nmetadata: {{name: {name}, namespace: garden}}\nsecrets: [{{name: {name}}}]\n---\n"
            );
        };
        let plain = |planted: &mut Planted, keys: &[&'static str]| -> Vec<(&'static str, String)> {
            keys.iter().map(|key| (*key, planted.value(key))).collect()
        };
        let mut store = plain(
            self,
            &[
                "AWS_ACCESS_KEY_ID",
                "AWS_SECRET_ACCESS_KEY",
                "S3_USE_HTTPS",
                "S3_VERIFY_SSL",
                "awsAnonymousCredential",
                "AWS_DEFAULT_REGION",
                "S3_USER_VIRTUAL_BUCKET",
                "S3_USE_ACCELERATE",
                "AWS_CA_BUNDLE_CONFIGMAP",
            ],
        );
        store.push(("S3_ENDPOINT", self.shaped("S3_ENDPOINT", "http://{}:9000")));
        store.push(("AWS_CA_BUNDLE", self.shaped("AWS_CA_BUNDLE", "/{}/ca.crt")));
        secret("store", store);
        let mut bare = plain(self, &["awsAccessKeyID", "awsSecretAccessKey"]);
        bare.push(("S3_ENDPOINT", self.shaped("bare S3_ENDPOINT", "{}:9000")));
        secret("bare", bare);
        let mut web = vec![("https-host", self.shaped("https-host", "{}.example"))];
        web.push(("headers", self.shaped("headers", "Authorization: Bearer {}")));
        secret("web", web);
        secret("face", plain(self, &["HF_TOKEN"]));
        secret("gcs", plain(self, &["gcloud-application-credentials.json"]));
        let azure = ["AZURE_SUBSCRIPTION_ID", "AZURE_TENANT_ID", "AZURE_CLIENT_ID", "AZURE_CLIENT_SECRET"];
        secret("azure", plain(self, &azure));
        secret("key", plain(self, &["AZURE_STORAGE_ACCESS_KEY"]));
        secret("files", plain(self, &["HDFS_NAMENODE", "TLS_CERT"]));
        let mut entry = |name: &str, members: &[(&str, &str)]| {
            let member = |(key, shape): &(&str, &str)| {
                format!("{}: {}", json(key), self.shaped(&format!("{name} {key}"), shape))
            };
            json(&format!("{{{}}}", members.iter().map(member).collect::<Vec<_>>().join(", ")))
        };
        let good =
            entry("good", &[("type", "s3"), ("bucket", "{}/b"), ("cabundle_configmap", "{}"), ("access_key_id", "{}")]);
        let odd = entry("odd", &[("type", "{}] is not supported"), ("bucket", "{}")]);
        let quoted = entry("quoted", &[("type", "%s\n'{}' \"%q\""), ("bucket", "{}")]);
        let default = entry("default", &[("type", "s3"), ("bucket", "{}")]);
        let broken = json(&format!("\u{1}{}", self.core("broken")));
        secret(
            "storage-config",
            vec![("good", good), ("odd", odd), ("quoted", quoted), ("default", default), ("broken", broken)],
        );
        // Shapes without a place for the part that is searched for are not secret.
        self.cores.retain(|key, _| !key.ends_with(" type") || ["odd type", "quoted type"].contains(&key.as_str()));
        text
    }
}

fn json(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// Services that use the Secrets in every way.
fn services() -> String {
    let mut text = String::new();
    let mut service = |name: &str, mode: &str, predictor: &str| {
        let _ = write!(
            text,
            "apiVersion: serving.kserve.io/v1beta1\nkind: InferenceService\nmetadata: {{name: {name}, namespace: garden, annotations: \
             {{serving.kserve.io/deploymentMode: {mode}}}}}\nspec: {{predictor: {predictor}}}\n---\n"
        );
    };
    let uris = [
        ("store", "s3://b/m"),
        ("bare", "s3://b/m"),
        ("web", "https://h.example/m"),
        ("face", "hf://a/b"),
        ("gcs", "gs://b/m"),
        ("azure", "https://a.blob.core.windows.net/c/m"),
        ("key", "https://a.file.core.windows.net/c/m"),
        ("files", "hdfs://m"),
    ];
    for (account, uri) in uris {
        let model = format!("model: {{modelFormat: {{name: sklearn}}, storageUri: '{uri}'}}");
        service(&format!("one-{account}"), "Standard", &format!("{{serviceAccountName: {account}, {model}}}"));
        service(&format!("revision-{account}"), "Knative", &format!("{{serviceAccountName: {account}, {model}}}"));
        if !["store", "web", "face"].contains(&account) {
            continue;
        }
        let several = format!(
            "{{serviceAccountName: {account}, model: {{modelFormat: {{name: sklearn}}}}, storageUris: [{{uri: '{uri}', mountPath: /mnt/a}}, \
             {{uri: '{uri}2', mountPath: /mnt/b}}]}}"
        );
        service(&format!("several-{account}"), "Standard", &several);
        let logs = format!(
            "logger: {{mode: all, url: 's3://x/y', storage: {{path: p, key: k, serviceAccountName: {account}}}}}"
        );
        service(&format!("logged-{account}"), "Standard", &format!("{{{logs}, {model}}}"));
    }
    for key in ["key: good, ", "key: odd, ", "key: quoted, ", "key: broken, ", ""] {
        let name = key.trim_start_matches("key: ").trim_end_matches(", ");
        let storage = format!("storage: {{{key}path: leaf/1}}");
        let own = format!("{{model: {{modelFormat: {{name: sklearn}}, {storage}}}}}");
        service(&format!("entry-{}", if name.is_empty() { "default" } else { name }), "Standard", &own);
        let storage = format!("storage: {{{key}path: leaf/1, parameters: {{a: b}}}}");
        let several = format!(
            "{{model: {{modelFormat: {{name: sklearn}}, {storage}}}, storageUris: [{{uri: 's3://a/m', mountPath: /mnt/a}}]}}"
        );
        service(&format!("entries-{}", if name.is_empty() { "default" } else { name }), "Standard", &several);
    }
    text
}

/// LLMInferenceServices on a single node, on several nodes, and with prefill separated from decode.
fn language_models() -> String {
    let mut text = String::new();
    for (account, uri) in [("store", "s3://b/m"), ("web", "s3://b/m"), ("face", "hf://a/b")] {
        let pods = format!("{{serviceAccountName: {account}, containers: [{{name: main}}]}}");
        let shapes = [
            ("one", String::new()),
            (
                "many",
                "parallelism: {data: 16, dataLocal: 8, tensor: 1}, worker: {containers: [{name: main}]}, ".to_owned(),
            ),
            (
                "apart",
                format!("prefill: {{template: {pods}}}, router: {{route: {{}}, gateway: {{}}, scheduler: {{}}}}, "),
            ),
        ];
        for (shape, block) in shapes {
            let _ = write!(
                text,
                "apiVersion: serving.kserve.io/v1alpha2\nkind: LLMInferenceService\nmetadata: {{name: {shape}-{account}, namespace: \
                 garden}}\nspec: {{model: {{uri: '{uri}', name: chat}}, {block}template: {pods}}}\n---\n"
            );
        }
    }
    text
}

/// The forms in which a value may appear: literally, and inside encoded strings.
fn forms(core: &str) -> Vec<String> {
    let mut forms = vec![core.to_owned(), core.bytes().map(|byte| format!("{byte:02x}")).collect()];
    for before in ["", "x", "xx"] {
        let encoded = STANDARD_NO_PAD.encode(format!("{before}{core}"));
        // The first and last characters depend on what is next to the value.
        forms.push(encoded[if before.is_empty() { 0 } else { 4 }..encoded.len() - 3].to_owned());
    }
    forms
}

/// The output of a call on each stream; it may refuse services, but not its arguments. `< FILE` at the end is its input.
fn call(folder: &Path, arguments: &str) -> (String, String) {
    let (arguments, input) = arguments.split_once(" < ").unwrap_or((arguments, ""));
    let mut command = Command::new(env!("CARGO_BIN_EXE_kserve-render"));
    for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("KSERVE_RENDER_")) {
        command.env_remove(name);
    }
    if !input.is_empty() {
        command.stdin(std::fs::File::open(folder.join(input)).expect("a file"));
    }
    let output = command.args(arguments.split(' ')).current_dir(folder).output().expect("the program ends");
    assert!(matches!(output.status.code(), Some(0 | 1)), "{arguments}: {}", String::from_utf8_lossy(&output.stderr));
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr))
}

/// Calls of every command that prints anything about services, in every format; the report exists to show everything.
fn calls() -> Vec<String> {
    let models = "models.yaml --context gateway.yaml";
    let both = [
        "explain",
        "explain -o json",
        "lint",
        "lint --unsafe-fixes --diff",
        "render --keep-going --inject",
        "render --keep-going --inject -o html",
        "render --keep-going --inject -o json",
        "render --keep-going -o tree",
        "status -o json",
        "validate",
    ];
    let services = [
        "-v lint -o sarif",
        "explain storage --kserve-version v0.15",
        "lint --kserve-version v0.15",
        "check -o gitlab",
        "check -o markdown",
        "lint -o github",
        "lint -o json",
        "lint -o junit",
        "lint -o markdown",
        "render --keep-going --inject --kserve-version v0.15",
        "render --keep-going --inject -o jsonl",
        "render --keep-going --inject -v",
        "render --keep-going -o mermaid",
        "render --keep-going -o status",
        "runtimes -o json",
        "status -o wide",
        "validate -o sarif",
    ];
    let of_models = ["explain config", "explain why template", "render --keep-going --kserve-version v0.19"];
    let mut calls: Vec<String> = both.iter().chain(&services).map(|call| format!("{call} services.yaml")).collect();
    calls.extend(both.iter().chain(&of_models).map(|call| format!("{call} {models}")));
    calls.push("diff --from-version v0.15 --inject few.yaml".into());
    calls.push("diff --from-version v0.19 --inject -o html few.yaml --context gateway.yaml".into());
    calls.push("diff --from-version v0.17 --inject -o json few.yaml".into());
    calls.push("diff --from-version v0.15 --inject -o markdown few.yaml".into());
    calls.push("diff --live dump.yaml services.yaml".into());
    calls.push(format!("diff --live dump.yaml {models}"));
    calls.push("render --keep-going --observed dump.yaml --inject services.yaml".into());
    calls.push("krm --context secrets.yaml --inject --lint < list.yaml".into());
    calls.push("krm --context secrets.yaml --kserve-version v0.15 --inject < list.yaml".into());
    calls.push(format!("lint --fix --unsafe-fixes --context secrets.yaml {MENDED}"));
    calls.push(format!("render --keep-going --inject --output-dir {WRITTEN} -q services.yaml"));
    calls
}

/// A file to fix, and a folder to write to.
const MENDED: &str = "mended.yaml";
const WRITTEN: &str = "written";

/// The contents of the files that a call has written, if any.
fn left(folder: &Path, arguments: &str) -> String {
    let files = |path: &Path| -> Vec<PathBuf> {
        std::fs::read_dir(path).into_iter().flatten().map(|entry| entry.expect("an entry").path()).collect()
    };
    let mut open: Vec<PathBuf> =
        [MENDED, WRITTEN].into_iter().filter(|name| arguments.contains(name)).map(|name| folder.join(name)).collect();
    let mut text = String::new();
    while let Some(path) = open.pop() {
        match path.is_dir() {
            true => open.extend(files(&path)),
            false => text += &std::fs::read_to_string(path).expect("a text"),
        }
    }
    text
}

/// Documents as the items of a list for KRM functions.
fn resource_list(documents: &str) -> String {
    let mut list = "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n".to_owned();
    for document in documents.split("---\n").filter(|document| !document.trim().is_empty()) {
        for (number, line) in document.lines().enumerate() {
            let _ = writeln!(list, "{} {line}", if number == 0 { "-" } else { " " });
        }
    }
    list
}

#[test]
fn no_command_prints_a_value_of_a_secret() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("secrets");
    std::fs::create_dir_all(&folder).expect("a folder");
    let mut planted = Planted::default();
    let secrets = planted.secrets();
    let write = |name: &str, text: String| std::fs::write(folder.join(name), text).expect("a file");
    write("services.yaml", format!("{secrets}{}", services()));
    // If Secrets are context, only the services are written or passed through.
    write("secrets.yaml", secrets.clone());
    write("list.yaml", resource_list(&services()));
    write(
        MENDED,
        services()
            .replace("Standard}", "standard}")
            .replace("model:", "sklearn:")
            .replace("{modelFormat: {name: sklearn}, ", "{"),
    );
    write("models.yaml", format!("{secrets}{}", language_models()));
    // Finding the causes of differences between releases takes many renderings.
    let few =
        ["one-web", "several-store", "entry-good", "entries-odd", "many-store"].map(|name| format!("{{name: {name},"));
    let all = services() + &language_models();
    let chosen = all.split_inclusive("---\n").filter(|text| few.iter().any(|name| text.contains(name)));
    write("few.yaml", format!("{secrets}{}", chosen.collect::<String>()));
    let gateway = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/llm/gateway.yaml");
    write("gateway.yaml", std::fs::read_to_string(gateway).expect("a Gateway"));
    // A cluster with the desired objects, including values of Secrets.
    let shown = |file: &str| call(&folder, &format!("render --keep-going --inject --show-secrets -q {file}")).0;
    let cluster = format!("{secrets}{}{}", shown("services.yaml"), shown("models.yaml --context gateway.yaml"));
    let is_there = |key: &str| cluster.matches(&planted.cores[key]).count() > 1;
    for key in ["S3_ENDPOINT", "AWS_CA_BUNDLE", "headers", "good bucket", "https-host"] {
        assert!(is_there(key), "{key} is copied");
    }
    write("dump.yaml", cluster);
    let forms: Vec<(&String, String)> =
        planted.cores.iter().flat_map(|(key, core)| forms(core).into_iter().map(move |form| (key, form))).collect();
    let calls = Mutex::new(calls());
    let next = || calls.lock().expect("a list").pop();
    let look = || {
        let mut found = Vec::new();
        while let Some(arguments) = next() {
            let (printed, told) = call(&folder, &arguments);
            let said = printed + &told + &left(&folder, &arguments);
            for (key, form) in forms.iter().filter(|(_, form)| said.contains(form.as_str())) {
                let line = said.lines().find(|line| line.contains(form.as_str())).unwrap_or_default();
                found.push(format!("{arguments}: {key}: {line}"));
            }
        }
        found
    };
    let found: Vec<String> = std::thread::scope(|scope| {
        let workers = [(); 2].map(|()| scope.spawn(look));
        workers.into_iter().flat_map(|worker| worker.join().expect("a list")).collect()
    });
    assert!(found.is_empty(), "{}", found.join("\n"));
}
