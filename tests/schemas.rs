//! Tries the output of `config schema` in the programs that it is for: kubeconform, and the language server that editors use for
//! YAML. Skipped unless `scripts/tools-cache.sh` has been run.

#![allow(clippy::restriction, reason = "a test says what is wrong by panicking")]

#[path = "support/tools.rs"]
mod tools;

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitCode, Stdio};

use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::{Value, json};

/// A test, which gets the two folders that it works with.
type Test = fn(&Path, &Path) -> Result<(), String>;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let tests: [(&str, &str, Test); 3] = [
        ("a closed schema refuses a misspelt field", "kubeconform", misspelt),
        ("the examples have the schema of releases that know their fields", "kubeconform", examples),
        ("an editor completes, explains and underlines", "yaml-language-server", editor),
    ];
    let trials = tests.into_iter().enumerate().map(|(number, (name, program, test))| {
        let found = tools::find(program);
        if found.is_none() {
            eprintln!("skipped: {name}: there is no {program}; scripts/tools-cache.sh makes it");
        }
        let is_skipped = found.is_none();
        let run = move || {
            let folder = std::env::temp_dir().join(format!("kserve-render-schemas-{}-{number}", std::process::id()));
            std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
            let outcome = test(&found.unwrap_or_default(), &folder);
            drop(std::fs::remove_dir_all(&folder));
            outcome.map_err(Failed::from)
        };
        Trial::test(name, run).with_ignored_flag(is_skipped)
    });
    libtest_mimic::run(&arguments, trials.collect()).exit_code()
}

/// Writes the closed schemas of a release.
fn write_schemas(release: &str, folder: &Path) -> Result<(), String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kserve-render"));
    command.args(["config", "schema", "--strict", "--kserve-version", release, "--dir"]).arg(folder);
    let output = command.output().map_err(|error| error.to_string())?;
    match output.status.success() {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

/// Runs kubeconform on files; returns its answer for each file that it refuses.
fn kubeconform(program: &Path, schemas: &Path, files: &[PathBuf]) -> Result<Vec<String>, String> {
    let location = schemas.join("{{.Group}}/{{.ResourceKind}}_{{.ResourceAPIVersion}}.json");
    let mut command = Command::new(program);
    command.args(["-strict", "-ignore-missing-schemas", "-output", "json", "-schema-location"]).arg(location);
    let output = command.args(files).output().map_err(|error| format!("kubeconform: {error}"))?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let answer: Value = serde_json::from_slice(&output.stdout).map_err(|error| format!("{error}: {said}"))?;
    let refused = answer["resources"].as_array().into_iter().flatten();
    Ok(refused.map(|one| format!("{}: {}", one["filename"], one["msg"])).collect())
}

const SERVICE: &str = "apiVersion: serving.kserve.io/v1beta1
kind: InferenceService
metadata:
  name: leaf-classifier
  creationTimestamp: null
spec:
  predictor:
    minReplicas: 2
    model:
      modelFormat:
        name: sklearn
      storageUri: gs://garden-models/leaf/2.0
      resources:
        limits:
          cpu: 1
          memory: 2Gi
";

const MODEL: &str = "apiVersion: serving.kserve.io/v1alpha2
kind: LLMInferenceService
metadata: {name: parcel-chat}
spec: {model: {uri: 'hf://acme/parcel-chat'}, replicas: 2, router: {route: {}, scheduler: {}}}
";

fn misspelt(program: &Path, folder: &Path) -> Result<(), String> {
    write_schemas("v0.20", &folder.join("schemas"))?;
    let cases = [
        (SERVICE.to_owned(), ""),
        (SERVICE.replace("minReplicas", "minReplica"), "additional properties 'minReplica' not allowed"),
        (SERVICE.replace("    model:", "    scaleMetric: gpu\n    model:"), "value must be one of"),
        (SERVICE.replace("minReplicas: 2", "minReplicas: two"), "got string, want integer"),
        (MODEL.to_owned(), ""),
        (MODEL.replace("replicas: 2", "replica: 2"), "additional properties 'replica' not allowed"),
        (MODEL.replace("replicas: 2", "replicas: -1"), "minimum: got -1, want 0"),
    ];
    for (number, (text, wanted)) in cases.iter().enumerate() {
        let file = folder.join(format!("{number}.yaml"));
        std::fs::write(&file, text).map_err(|error| error.to_string())?;
        let refused = kubeconform(program, &folder.join("schemas"), &[file])?;
        match (refused.as_slice(), wanted.is_empty()) {
            ([], true) => {}
            ([answer], false) if answer.contains(wanted) => {}
            _ => return Err(format!("wanted {wanted:?}, got {refused:?} for\n{text}")),
        }
    }
    Ok(())
}

fn examples(program: &Path, folder: &Path) -> Result<(), String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let mut files = Vec::new();
    let mut folders = vec![root];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).map_err(|error| error.to_string())?.flatten() {
            let path = entry.path();
            let is_yaml = path.extension().is_some_and(|extension| extension == "yaml");
            let text = || std::fs::read_to_string(&path).unwrap_or_default();
            if path.is_dir() {
                folders.push(path);
            } else if is_yaml
                && text().contains("\napiVersion: serving.kserve.io/")
                    | text().starts_with("apiVersion: serving.kserve.io/")
            {
                files.push(path);
            }
        }
    }
    if files.len() < 10 {
        return Err(format!("only {} examples", files.len()));
    }
    // Releases do not know the fields of later ones.
    for (release, newer) in [("v0.16", &["canary.yaml"][..]), ("v0.20", &[])] {
        let schemas = folder.join(release);
        write_schemas(release, &schemas)?;
        let refused = kubeconform(program, &schemas, &files)?;
        let is_newer =
            |answer: &String| newer.iter().any(|name| answer.contains(name) && answer.contains("not allowed"));
        if refused.len() != newer.len() || !refused.iter().all(is_newer) {
            return Err(format!("{release}: {}", refused.join("\n")));
        }
    }
    Ok(())
}

/// A language server that answers over its standard streams.
struct Server {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    requests: u64,
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

impl Server {
    fn start(program: &Path) -> Result<Server, String> {
        let mut command = Command::new(program);
        command.arg("--stdio").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().map_err(|error| error.to_string())?;
        let input = child.stdin.take().ok_or("no input")?;
        let output = BufReader::new(child.stdout.take().ok_or("no output")?);
        let mut server = Server { child, input, output, requests: 0 };
        server.ask("initialize", json!({ "processId": null, "rootUri": null, "capabilities": {} }))?;
        server.tell("initialized", json!({}))?;
        let settings =
            json!({ "validate": true, "hover": true, "completion": true, "schemaStore": { "enable": false } });
        server.tell("workspace/didChangeConfiguration", json!({ "settings": { "yaml": settings } }))?;
        Ok(server)
    }

    fn send(&mut self, mut message: Value) -> Result<(), String> {
        message["jsonrpc"] = "2.0".into();
        let text = message.to_string();
        let framed = format!("Content-Length: {}\r\n\r\n{text}", text.len());
        self.input.write_all(framed.as_bytes()).map_err(|error| error.to_string())
    }

    fn tell(&mut self, method: &str, params: Value) -> Result<(), String> {
        self.send(json!({ "method": method, "params": params }))
    }

    fn ask(&mut self, method: &str, params: Value) -> Result<Value, String> {
        self.requests += 1;
        let id = self.requests;
        self.send(json!({ "id": id, "method": method, "params": params }))?;
        self.wait(|message| message["id"] == id && message.get("method").is_none())
            .map(|mut answer| answer["result"].take())
    }

    /// The next message of the wanted kind; requests of the server in between get an empty answer.
    fn wait(&mut self, is_wanted: impl Fn(&Value) -> bool) -> Result<Value, String> {
        loop {
            let message = self.receive()?;
            if is_wanted(&message) {
                return Ok(message);
            }
            if let (Some(id), Some(_)) = (message.get("id"), message.get("method")) {
                self.send(json!({ "id": id, "result": null }))?;
            }
        }
    }

    fn receive(&mut self) -> Result<Value, String> {
        let mut length = 0;
        loop {
            let mut line = String::new();
            if self.output.read_line(&mut line).map_err(|error| error.to_string())? == 0 {
                return Err("the server has ended".into());
            }
            match line.trim_end() {
                "" => break,
                header => {
                    if let Some(number) = header.strip_prefix("Content-Length: ") {
                        length = number.parse().map_err(|_| header.to_owned())?;
                    }
                }
            }
        }
        let mut text = vec![0; length];
        self.output.read_exact(&mut text).map_err(|error| error.to_string())?;
        serde_json::from_slice(&text).map_err(|error| error.to_string())
    }

    /// Opens a document and returns the diagnostics about it.
    fn open(&mut self, uri: &str, text: &str) -> Result<Vec<String>, String> {
        let document = json!({ "uri": uri, "languageId": "yaml", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }))?;
        let told = self.wait(|message| {
            message["method"] == "textDocument/publishDiagnostics" && message["params"]["uri"] == uri
        })?;
        let findings = told["params"]["diagnostics"].as_array().into_iter().flatten();
        Ok(findings
            .map(|one| format!("{}:{}", one["range"]["start"]["line"], one["message"].as_str().unwrap_or_default()))
            .collect())
    }

    /// The server's answer at the first occurrence of `place` in a text, `offset` characters after it.
    fn at(&mut self, method: &str, uri: &str, text: &str, place: &str, offset: usize) -> Result<Value, String> {
        let (line, found) =
            text.lines().enumerate().find_map(|(line, text)| Some((line, text.find(place)?))).ok_or("no such place")?;
        let position = json!({ "line": line, "character": found + offset });
        self.ask(method, json!({ "textDocument": { "uri": uri }, "position": position }))
    }
}

fn editor(program: &Path, folder: &Path) -> Result<(), String> {
    write_schemas("v0.20", folder)?;
    let mut server = Server::start(program)?;
    for (number, schema) in ["inferenceservice_v1beta1.json", "all.json"].into_iter().enumerate() {
        let head =
            format!("# yaml-language-server: $schema={}\n", folder.join("serving.kserve.io").join(schema).display());
        let uri = |name: &str| format!("file:///services/{number}-{name}.yaml");
        let good = head.clone() + SERVICE;
        let findings = server.open(&uri("good"), &good)?;
        if !findings.is_empty() {
            return Err(format!("{schema}: findings in what is right: {findings:?}"));
        }
        // Diagnostics under what is wrong.
        let bad = head.clone() + &SERVICE.replace("minReplicas", "minReplica");
        let findings = server.open(&uri("bad"), &bad)?;
        if !findings.iter().any(|finding| finding.starts_with("8:") && finding.contains("minReplica")) {
            return Err(format!("{schema}: a misspelt field is not underlined: {findings:?}"));
        }
        // The description of a field.
        let hover = server.at("textDocument/hover", &uri("good"), &good, "minReplicas", 2)?;
        if !hover["contents"].to_string().contains("autoscaling.knative.dev/min-scale") {
            return Err(format!("{schema}: no description: {hover}"));
        }
        let hover = server.at("textDocument/hover", &uri("good"), &good, "modelFormat", 2)?;
        if !hover["contents"].to_string().contains("by which a runtime is chosen") {
            return Err(format!("{schema}: no description of what refers to a struct: {hover}"));
        }
        // Completions for fields and values.
        let begun = head + &SERVICE.replace("    model:", "    scale\n    model:");
        server.open(&uri("begun"), &begun)?;
        let completion = server.at("textDocument/completion", &uri("begun"), &begun, "    scale", 9)?;
        for field in ["scaleMetric", "scaleTarget"] {
            if !completion.to_string().contains(&format!("\"label\":\"{field}\"")) {
                return Err(format!("{schema}: {field} is not offered: {completion}"));
            }
        }
        let chosen = begun.replace("    scale\n", "    scaleMetric: \n");
        server.open(&uri("chosen"), &chosen)?;
        let completion = server.at("textDocument/completion", &uri("chosen"), &chosen, "scaleMetric: ", 13)?;
        if !completion.to_string().contains("\"label\":\"concurrency\"") {
            return Err(format!("{schema}: values are not offered: {completion}"));
        }
    }
    Ok(())
}
