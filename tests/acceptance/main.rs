//! Checks that a real API server accepts what the program prints: kube-apiserver with etcd on loopback, with the
//! CustomResourceDefinitions of the APIs that KServe's objects belong to, as `scripts/acceptance-cache.sh` builds them. Skipped
//! if they are missing.
//!
//! What is printed is applied with server-side apply, first as a dry run, then for real, in the printed order; it is read back
//! and compared, and applied again. A refusal is a fault of this project, unless it is in a class of [`classes`] and the object
//! is as the real controller creates it.

#![allow(clippy::restriction, reason = "a test says what is wrong by panicking")]

mod apply;
mod classes;
mod client;
mod defaults;
mod faults;
#[expect(dead_code, reason = "runtimes are for measurements")]
#[path = "../../benches/generator.rs"]
mod generator;
mod pods;
mod printed;
mod scenario;
mod schema;
mod server;
mod stored;
#[allow(dead_code, reason = "shared with the other tests")]
#[path = "../support/mod.rs"]
mod support;
mod tally;
#[path = "../support/tools.rs"]
mod tools;

use std::collections::BTreeSet;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{ExitCode, Stdio};
use std::sync::{Arc, Mutex, PoisonError, mpsc};

use kserve_render::object::Key;
use kserve_render::release::{Version, defaults as shipped};
use kserve_render::{Cluster, Map, Value};
use libtest_mimic::{Arguments, Failed, Trial};

use apply::{Applier, Outcome};
use printed::{Files, Printed, Way};
use scenario::{Finding, Scenario};
use schema::Comparison;
use server::{Parts, Server};
use support::case::Case;
use tally::Tally;

fn main() -> ExitCode {
    let mut arguments = Arguments::from_args();
    // There is one server, and its namespaces are reused.
    arguments.test_threads = Some(1);
    let parts = Parts::find();
    if let Err(missing) = &parts {
        eprintln!("skipped: acceptance by an API server: {missing}");
    }
    let is_skipped = parts.is_err();
    let world = Arc::new(Mutex::new(World { parts: parts.ok(), running: None, tally: Tally::default() }));
    let tests: [(&str, Test); 16] = [
        ("examples", examples),
        ("examples with kubectl", with_kubectl),
        ("recorded catalog", |world| recorded(world, "catalog")),
        ("recorded deep", |world| recorded(world, "deep")),
        ("recorded defaults", |world| recorded(world, "defaults")),
        ("recorded observed", |world| recorded(world, "observed")),
        ("recorded graphs and models", graphs),
        ("recorded language models", language_models),
        ("recorded older releases", older),
        ("generated services", generated),
        ("refusals that lint foretells", predicted),
        ("pods of Deployments", pods::compare),
        ("schemas of every release", schemas),
        ("schemas find the same faults", faulty),
        ("metadata is decoded alike", metadata),
        ("schemas are those of KServe", equals_kserve_definitions),
    ];
    let trials = tests.map(|(name, test)| {
        let world = Arc::clone(&world);
        let run = move || test(&mut world.lock().unwrap_or_else(PoisonError::into_inner)).map_err(Failed::from);
        Trial::test(name, run).with_ignored_flag(is_skipped)
    });
    let conclusion = libtest_mimic::run(&arguments, trials.into());
    let mut world = world.lock().unwrap_or_else(PoisonError::into_inner);
    // Stops the processes.
    world.running = None;
    print!("{}", world.tally);
    conclusion.exit_code()
}

type Test = fn(&mut World) -> Result<(), String>;

/// The state that the tests share. The server starts with the first test.
struct World {
    parts: Option<Parts>,
    running: Option<Running>,
    tally: Tally,
}

struct Running {
    server: Server,
    applier: Applier,
}

impl World {
    fn running(&mut self) -> Result<(&mut Running, &mut Tally), String> {
        if self.running.is_none() {
            let server = Server::start(self.parts.take().ok_or("the server did not start before")?)?;
            let applier = Applier::new(server.client());
            self.running = Some(Running { server, applier });
        }
        Ok((self.running.as_mut().ok_or("no server")?, &mut self.tally))
    }

    /// Applies what is printed for each scenario in its way. The next scenarios are rendered in the meantime.
    fn accept(&mut self, scenarios: Vec<(Scenario, Way)>) -> Result<(), String> {
        let (running, tally) = self.running()?;
        let Running { server, applier } = running;
        let mut faults = Vec::new();
        std::thread::scope(|scope| {
            let (sender, receiver) = mpsc::sync_channel(4);
            scope.spawn(move || {
                let files = Files::new(server);
                for (scenario, way) in scenarios {
                    let printed = scenario.print(way, &files).and_then(|printed| Ok((printed, scenario.lint(&files)?)));
                    if sender.send((scenario, way, printed)).is_err() {
                        break;
                    }
                }
            });
            for (scenario, way, printed) in receiver {
                let (printed, lint) = printed.map_err(|error| format!("{}: {error}", scenario.name))?;
                let outcomes = applier.apply(&printed)?;
                faults.extend(judge(&scenario, way, &printed, &outcomes, &lint, tally));
            }
            Ok::<(), String>(())
        })?;
        if faults.is_empty() { Ok(()) } else { Err(faults.join("\n")) }
    }
}

/// Sorts the outcomes for the objects of a scenario, and returns those that are faults of this project.
fn judge(
    scenario: &Scenario,
    way: Way,
    printed: &[Printed],
    outcomes: &[Outcome],
    lint: &[Finding],
    tally: &mut Tally,
) -> Vec<String> {
    let mut faults = Vec::new();
    for (printed, outcome) in printed.iter().zip(outcomes) {
        let kind = stored::kind_of(&printed.object);
        let name = format!("{} {}: {kind} {}", scenario.name, way.arguments().join(" "), printed.name());
        match outcome {
            Outcome::Stored(differences) if differences.is_empty() => tally.accepted(),
            Outcome::Stored(differences) => {
                faults.extend(differences.iter().map(|difference| format!("{name}: {difference}")));
            }
            Outcome::Refused(refusals) => {
                if scenario.recorded.is_some() && !scenario.is_recorded(&printed.object, way) {
                    faults.push(format!("{name}: refused, and not as recorded: {refusals:?}"));
                    continue;
                }
                match tally::class_of(&kind, refusals, lint) {
                    Ok(class) => tally.refused(class),
                    Err(fault) => faults.push(format!("{name}: {fault}")),
                }
            }
        }
    }
    for (rule, message) in lint {
        let Some((object, error)) = message.strip_prefix(REFUSED).and_then(|message| message.split_once(": ")) else {
            continue;
        };
        // Pods are created from what is applied; only with --inject are they what the server sees here.
        let object = match object.strip_prefix("the pods of ") {
            None => object,
            Some(object) if way.inject => object.trim_start_matches("Knative "),
            Some(_) => continue,
        };
        let error = error.strip_prefix("spec.").filter(|_| message.contains(" the pods of ")).unwrap_or(error);
        let is_refused = printed.iter().zip(outcomes).any(|(printed, outcome)| {
            let Key { kind, name, .. } = Key::of(&printed.object);
            let refusals = if let Outcome::Refused(refusals) = outcome { Some(refusals) } else { None };
            object == format!("{kind} {name}") && refusals.into_iter().flatten().any(|refusal| refusal.contains(error))
        });
        if !is_refused {
            faults.push(format!("{}: {rule} of lint foretells what the server does not say: {message}", scenario.name));
        }
    }
    tally.faults(faults.len());
    faults
}

/// How a finding of `lint` about a refused object begins.
const REFUSED: &str = "the API server refuses ";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The files in a folder, sorted.
fn files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let shown = folder.display();
    let entries = std::fs::read_dir(folder).map_err(|error| format!("{shown}: {error}"))?;
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.sort();
    Ok(files)
}

/// The commands that render the examples, each with its own configuration.
fn example_calls() -> Result<Vec<Vec<String>>, String> {
    let mut calls = Vec::new();
    let mut folders = vec![root().join("examples")];
    while let Some(folder) = folders.pop() {
        let config = folder.join("config.yaml");
        for file in files(&folder)? {
            if file.is_dir() {
                folders.push(file);
            } else if support::has_graph(&file)? {
                // Its services are next to it.
                calls.push(vec![folder.to_string_lossy().into_owned()]);
            } else if support::has_service(&file)? {
                let mut call = vec![file.to_string_lossy().into_owned()];
                if config.is_file() {
                    call.extend(["-c".into(), config.to_string_lossy().into_owned()]);
                }
                calls.push(call);
            }
        }
    }
    Ok(calls)
}

/// The commands that render the examples of LLMInferenceServices, behind the Gateway of the examples.
fn language_model_calls() -> Result<Vec<Vec<String>>, String> {
    let folder = root().join("examples/llm");
    let gateway = folder.join("gateway.yaml");
    let mut calls = Vec::new();
    for file in files(&folder)?.into_iter().filter(|file| *file != gateway) {
        let inside = if file.is_dir() { files(&file)? } else { vec![file.clone()] };
        let has_service = |file: &PathBuf| {
            let text = std::fs::read_to_string(file).unwrap_or_default();
            file.extension().is_some_and(|e| e == "yaml") && text.contains("\nkind: LLMInferenceService\n")
        };
        if inside.iter().any(has_service) {
            let call = [&file, Path::new("--context"), &gateway].map(|part| part.to_string_lossy().into_owned());
            calls.push(call.into());
        }
    }
    match calls.is_empty() {
        true => Err("there are no examples of large language models".into()),
        false => Ok(calls),
    }
}

fn examples(world: &mut World) -> Result<(), String> {
    let (running, tally) = world.running()?;
    let mut faults = Vec::new();
    for call in example_calls()?.into_iter().chain(language_model_calls()?) {
        for way in Way::all() {
            let arguments: Vec<&str> = call.iter().map(String::as_str).chain(way.arguments()).collect();
            let printed = printed::objects(&printed::call(&arguments, "")?, way)?;
            if printed.is_empty() {
                return Err(format!("{arguments:?} prints no objects"));
            }
            let outcomes = running.applier.apply(&printed)?;
            let scenario = Scenario::of(&call.join(" "), String::new());
            faults.extend(judge(&scenario, way, &printed, &outcomes, &[], tally));
        }
    }
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n")) }
}

/// Pipes the bytes that the program prints into `kubectl apply`.
fn with_kubectl(world: &mut World) -> Result<(), String> {
    let (running, _) = world.running()?;
    for (number, call) in example_calls()?.into_iter().chain(language_model_calls()?).enumerate() {
        let way = Way { json: number % 2 == 1, ..Way::of(number as u64 / 2) };
        let arguments: Vec<&str> = call.iter().map(String::as_str).chain(way.arguments()).collect();
        let text = printed::call(&arguments, "")?;
        running.applier.make_namespaces(&printed::objects(&text, way)?)?;
        for verb in [&["apply", "--server-side"][..], &["delete"]] {
            let mut command = running.server.kubectl();
            command.args(verb).args(["-f", "-"]).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
            let mut child = command.spawn().map_err(|error| format!("kubectl: {error}"))?;
            if let Some(mut stdin) = child.stdin.take() {
                stdin.write_all(text.as_bytes()).map_err(|error| format!("kubectl: {error}"))?;
            }
            let output = child.wait_with_output().map_err(|error| format!("kubectl: {error}"))?;
            if !output.status.success() {
                let said = String::from_utf8_lossy(&output.stderr);
                return Err(format!("kserve-render {} | kubectl {}: {said}", arguments.join(" "), verb.join(" ")));
            }
        }
    }
    Ok(())
}

/// The recorded cases in folders, with their names.
fn cases(folders: &[&str]) -> Result<Vec<(String, PathBuf)>, String> {
    let mut cases = Vec::new();
    for folder in folders {
        for file in files(&root().join("testdata/conformance").join(folder))? {
            cases.push((format!("{folder}/{}", file.file_stem().unwrap_or_default().to_string_lossy()), file));
        }
    }
    Ok(cases)
}

/// The recorded cases in a folder, each in one of the ways, in turn.
fn recorded(world: &mut World, folder: &str) -> Result<(), String> {
    let mut scenarios = Vec::new();
    for (number, (name, file)) in cases(&[folder])?.iter().enumerate() {
        let scenario = Scenario::of_case(name, &Case::read(file)?, Version::NEWEST, Version::NEWEST);
        scenarios.push((scenario, Way::of(number as u64)));
    }
    world.accept(scenarios)
}

/// Recorded InferenceGraphs and TrainedModels with the services that they name, each in one of the ways, in turn.
fn graphs(world: &mut World) -> Result<(), String> {
    let mut scenarios = Vec::new();
    let cases = cases(&["graph/catalog", "graph/observed", "graph/random"])?;
    for (number, (name, file)) in cases.iter().enumerate() {
        let version = if number % 2 == 0 { Version::NEWEST } else { Version::ALL[number % (Version::ALL.len() - 1)] };
        let scenario = Scenario::of_case(name, &Case::read(file)?, version, Version::NEWEST);
        scenarios.push((scenario, Way::of(number as u64)));
    }
    world.accept(scenarios)
}

/// Options of a recorded case that take presets, the Gateway or the ConfigMap out of its cluster. Little is then left to apply.
const TAKEN_OUT: [&str; 4] = ["noPresets", "noGateway", "noConfigMap", "delete"];

/// Every fourth recorded LLMInferenceService, with stand-ins for presets and the Gateway, each in one of the ways, in turn. All
/// of them would take five minutes, and have been accepted.
fn language_models(world: &mut World) -> Result<(), String> {
    let presets = format!("{}.yaml", Version::NEWEST.name());
    let context = [presets.as_str(), "cluster.yaml"]
        .map(|name| root().join("testdata/conformance/llm/context").join(name).to_string_lossy().into_owned());
    let mut scenarios = Vec::new();
    for (number, (name, file)) in cases(&["llm/catalog", "llm/random"])?.iter().step_by(4).enumerate() {
        let case = Case::read(file)?;
        let is_taken_out = TAKEN_OUT.iter().any(|option| case.options.contains_key(*option));
        if is_taken_out {
            continue;
        }
        let scenario = Scenario::of_case(name, &case, Version::NEWEST, Version::NEWEST);
        scenarios.push((Scenario { context: context.to_vec(), ..scenario }, Way::of(number as u64)));
    }
    world.accept(scenarios)
}

/// Every fourth recorded case in one of the older releases.
fn older(world: &mut World) -> Result<(), String> {
    let mut scenarios = Vec::new();
    for (number, (name, file)) in cases(&["catalog", "deep", "defaults"])?.iter().step_by(4).enumerate() {
        let version = Version::ALL[number % (Version::ALL.len() - 1)];
        let defaults = if name.starts_with("defaults/") { version } else { Version::NEWEST };
        let scenario = Scenario::of_case(name, &Case::read(file)?, version, defaults);
        scenarios.push((scenario, Way::of(number as u64 / 5)));
    }
    world.accept(scenarios)
}

fn generated(world: &mut World) -> Result<(), String> {
    let services = |seed| Scenario::of(&format!("seed {seed}"), generator::services(seed, 12));
    world.accept((1..=16).map(|seed| (services(seed), Way::of(seed))).collect())
}

/// Services whose objects the server refuses, each in a file of `refused/` named after the rule of `lint` that finds it.
fn predicted(world: &mut World) -> Result<(), String> {
    for file in files(&root().join("tests/acceptance/refused"))? {
        let text = std::fs::read_to_string(&file).map_err(|error| error.to_string())?;
        let rule = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let scenario = Scenario::of(&rule, text);
        let (running, tally) = world.running()?;
        let files = Files::new(&running.server);
        let (printed, lint) = (scenario.print(Way::of(0), &files)?, scenario.lint(&files)?);
        let outcomes = running.applier.apply(&printed)?;
        let faults = judge(&scenario, Way::of(0), &printed, &outcomes, &lint, tally);
        if !faults.is_empty() {
            return Err(faults.join("\n"));
        }
        let is_refused = |outcome: &Outcome| matches!(outcome, Outcome::Refused(_));
        if !outcomes.iter().any(is_refused) || !lint.iter().any(|(name, _)| *name == rule) {
            return Err(format!("{rule}: want a refusal, and the rule of lint to find it"));
        }
    }
    Ok(())
}

/// Services, graphs, trained models, runtimes and storage containers of the recorded cases against the schemas that the program
/// prints: all of them for the newest release, every fifth for each older one.
fn schemas(world: &mut World) -> Result<(), String> {
    let (running, tally) = world.running()?;
    let mut faults = Vec::new();
    for version in Version::ALL {
        schema::install(&mut running.server, version)?;
        let (_, cluster) = support::read("", &Map::new(), version, version)?;
        let mut compare = |name: &str, cluster: &Cluster, document: &Value| {
            match schema::compare(&mut running.applier, cluster, document)? {
                Comparison::Different(difference) => {
                    faults.push(format!("{name} {}: {}: {difference}", version.name(), Key::of(document)));
                }
                same => tally.compared(&same),
            }
            Ok::<(), String>(())
        };
        for document in cluster.objects().filter(|object| schema::is_defined(object)) {
            compare("shipped", &cluster, document)?;
        }
        let shipped: BTreeSet<*const Value> = shipped::objects(Version::NEWEST).iter().map(Arc::as_ptr).collect();
        let folders = ["catalog", "deep", "defaults", "graph/catalog", "graph/random"];
        for (number, (name, file)) in cases(&folders)?.iter().enumerate() {
            if version != Version::NEWEST && number % 5 != version as usize {
                continue;
            }
            let case = Case::read(file)?;
            let (services, cluster) = support::read(&case.input, &case.options, version, Version::NEWEST)?;
            let own = cluster
                .objects()
                .filter(|object| schema::is_defined(object) && !shipped.contains(&(*object as *const _)));
            for document in services.iter().chain(own) {
                compare(name, &cluster, document)?;
            }
        }
    }
    tally.faults(faults.len());
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n")) }
}

/// The definitions are equal to those that KServe ships, as far as these are in the cache.
fn equals_kserve_definitions(world: &mut World) -> Result<(), String> {
    let (running, _) = world.running()?;
    let mut faults = Vec::new();
    let folder = |version: Version| running.server.parts.of_kserve.join(version.name());
    let there: Vec<Version> = Version::ALL.into_iter().filter(|version| folder(*version).is_dir()).collect();
    if there.is_empty() {
        return Err(format!("no {}; scripts/acceptance-cache.sh gets it", running.server.parts.of_kserve.display()));
    }
    for version in there {
        faults.extend(schema::differences(version, &folder(version))?);
    }
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n")) }
}

/// The recorded metadata, as that of a runtime: what cannot be decoded or is not known is told in the words of the server.
fn metadata(world: &mut World) -> Result<(), String> {
    let (running, tally) = world.running()?;
    schema::install(&mut running.server, Version::NEWEST)?;
    let (_, cluster) = support::read("", &Map::new(), Version::NEWEST, Version::NEWEST)?;
    let mut client = running.server.client();
    let mut faults = Vec::new();
    for line in include_str!("../../testdata/vectors/metadata.jsonl").lines() {
        let case: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
        faults.extend(schema::metadata_differs(&mut client, &cluster, &case["metadata"])?);
    }
    tally.faults(faults.len());
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n")) }
}

/// A runtime, a graph and a trained model with faults, against the schemas of the newest release.
fn faulty(world: &mut World) -> Result<(), String> {
    let (running, tally) = world.running()?;
    schema::install(&mut running.server, Version::NEWEST)?;
    let whole = [include_str!("runtime.yaml"), include_str!("graph.yaml"), include_str!("model.yaml")];
    let (_, cluster) = support::read("", &Map::new(), Version::NEWEST, Version::NEWEST)?;
    let mut faults = Vec::new();
    for text in whole {
        let document = support::read_yaml(text)?;
        for seed in 1..=600 {
            match schema::compare(&mut running.applier, &cluster, &faults::make(&document, seed))? {
                Comparison::Different(difference) => {
                    faults.push(format!("{} seed {seed}: {difference}", Key::of(&document)));
                }
                same => tally.compared(&same),
            }
        }
    }
    tally.faults(faults.len());
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n")) }
}
