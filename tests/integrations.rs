//! Runs the folders of `examples/` that connect the tool to other programs, as far as a machine without a cluster can. If a
//! program is missing, its test prints `skipped: …` and counts as ignored; `scripts/tools-cache.sh` builds kustomize.

#![allow(clippy::restriction, reason = "a test says what is wrong by panicking")]

#[path = "support/tools.rs"]
mod tools;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Arc;

use kserve_render::Value;
use kserve_render::input::{self, Source};
use libtest_mimic::{Arguments, Failed, Trial};

type Outcome = Result<(), Failed>;

/// The name, the programs that it needs, and the test.
type Test = (&'static str, &'static [&'static str], fn() -> Outcome);

fn main() {
    let arguments = Arguments::from_args();
    let tests: [Test; 16] = [
        ("argocd::renders_the_folder_of_an_application", &["sh", "printenv"], argocd_renders),
        ("argocd::fails_with_a_refused_service", &["sh", "printenv"], argocd_fails),
        ("repositories::are_taken_as_they_are", &["sh", "bash", "printenv", "git"], as_it_is),
        ("containers::are_built_from_what_is_there", &[], containers),
        ("krm::the_example_is_a_function_call", &[], krm_by_hand),
        ("kustomize::transforms_services_into_objects", &["kustomize"], kustomize_transforms),
        ("kustomize::fails_with_a_refused_service", &["kustomize"], kustomize_fails),
        ("kubectl::finds_the_plugin", &["kubectl", "sh"], kubectl_plugin),
        ("kubectl::the_plugin_says_how_it_was_called", &["sh"], plugin_by_name),
        ("pre_commit::hooks_check_files", &[], pre_commit),
        ("install::takes_a_release_whose_checksum_fits", &["sh", "curl", "tar", "sha256sum"], install),
        ("krew::installs_the_plugin_of_the_manifest", &["bash", "krew", "tar", "sha256sum"], krew),
        ("github_action::writes_sarif", &["bash"], github_action),
        ("github_action::comments_what_a_pull_request_changes", &["bash"], github_comment),
        ("gitlab::posts_what_an_upgrade_does", &["bash"], gitlab_note),
        ("flux::renders_and_checks_a_folder", &["sh", "git"], flux),
    ];
    let trials = tests.into_iter().map(|(name, programs, test)| {
        let missing: Vec<&str> = programs.iter().copied().filter(|program| tools::find(program).is_none()).collect();
        if !missing.is_empty() {
            println!("skipped: {name}: {} is not there", missing.join(", "));
        }
        Trial::test(name, test).with_ignored_flag(!missing.is_empty())
    });
    libtest_mimic::run(&arguments, trials.collect()).exit();
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// An empty folder for a test to write to.
fn folder(name: &str) -> Result<PathBuf, Failed> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("integrations").join(name);
    if folder.exists() {
        std::fs::remove_dir_all(&folder)?;
    }
    std::fs::create_dir_all(&folder)?;
    Ok(folder)
}

fn copy(from: &Path, to: &Path) -> Outcome {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from)? {
        let path = entry?.path();
        let target = to.join(path.file_name().unwrap_or_default());
        if path.is_dir() { copy(&path, &target)? } else { std::fs::copy(&path, &target).map(drop)? }
    }
    Ok(())
}

/// A program that finds kserve-render on its PATH and has no settings from this machine.
fn command(program: impl AsRef<std::ffi::OsStr>, directory: &Path) -> Command {
    let bin = Path::new(env!("CARGO_BIN_EXE_kserve-render")).parent().unwrap_or(root());
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(std::iter::once(bin.to_owned()).chain(std::env::split_paths(&path)));
    let mut command = Command::new(program);
    command
        .current_dir(directory)
        .env("PATH", path.unwrap_or_default())
        .env_remove("KSERVE_RENDER_CONFIG")
        .env_remove("KSERVE_RENDER_KSERVE_VERSION");
    // A git hook that runs the tests sets its own repository.
    for name in ["GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE"] {
        command.env_remove(name);
    }
    command
}

fn tool(name: &str, directory: &Path) -> Result<Command, Failed> {
    let program = tools::find(name).ok_or_else(|| format!("{name} is not there"))?;
    Ok(command(program, directory))
}

/// The standard output of a program that must succeed.
fn succeed(command: &mut Command) -> Result<String, Failed> {
    let output = command.output()?;
    if !output.status.success() {
        return Err(format!("{command:?}: {}\n{}{}", output.status, text(&output.stdout), text(&output.stderr)).into());
    }
    Ok(text(&output.stdout))
}

/// The standard output and standard error of a program that must fail.
fn fail(command: &mut Command) -> Result<(Output, String), Failed> {
    let output = command.output()?;
    let both = text(&output.stdout) + &text(&output.stderr);
    if output.status.success() { Err(format!("{command:?} succeeds:\n{both}").into()) } else { Ok((output, both)) }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn documents(yaml: &str) -> Result<Vec<Value>, Failed> {
    let read = input::read_lists_whole(&Arc::new(Source { name: "output".into(), text: yaml.into() }));
    match read.problems.first() {
        Some(problem) => Err(format!("{}: {}\n{yaml}", problem.place.line, problem.message).into()),
        None => Ok(read.documents.into_iter().map(|document| document.value).collect()),
    }
}

fn read(path: impl AsRef<Path>) -> Result<Vec<Value>, Failed> {
    documents(&std::fs::read_to_string(root().join(path))?)
}

fn only(path: &str) -> Result<Value, Failed> {
    read(path)?.pop().ok_or_else(|| format!("{path} is empty").into())
}

fn at<'v>(value: &'v Value, pointer: &str) -> &'v str {
    value.pointer(pointer).and_then(Value::as_str).unwrap_or_default()
}

fn texts(value: &Value, pointer: &str) -> Vec<String> {
    let items = value.pointer(pointer).and_then(Value::as_array).into_iter().flatten();
    items.filter_map(Value::as_str).map(str::to_owned).collect()
}

/// Objects as `Kind namespace/name`, sorted.
fn names(objects: &[Value]) -> Vec<String> {
    let mut names: Vec<String> = objects
        .iter()
        .map(|object| {
            format!("{} {}/{}", at(object, "/kind"), at(object, "/metadata/namespace"), at(object, "/metadata/name"))
        })
        .collect();
    names.sort();
    names
}

fn hosts(objects: &[Value]) -> BTreeSet<String> {
    let rules = objects.iter().filter_map(|object| object.pointer("/spec/rules")?.as_array()).flatten();
    rules.map(|rule| at(rule, "/host").to_owned()).collect()
}

fn same<T: PartialEq + std::fmt::Debug>(got: T, want: T) -> Outcome {
    if got == want { Ok(()) } else { Err(format!("got  {got:#?}\nwant {want:#?}").into()) }
}

fn holds(text: &str, part: &str) -> Outcome {
    if text.contains(part) { Ok(()) } else { Err(format!("{part:?} is not in:\n{text}").into()) }
}

/// The objects of a service from the examples in Standard mode with an autoscaler.
fn standard(name: &str) -> Vec<String> {
    let of = |kind: &str, suffix: &str| format!("{kind} garden/{name}{suffix}");
    vec![
        of("Deployment", "-predictor"),
        of("HorizontalPodAutoscaler", "-predictor"),
        of("Ingress", ""),
        of("Service", "-predictor"),
    ]
}

/// The command of the plugin as Argo CD runs it: in the folder of the Application, with the destination and the Application's
/// parameters as environment variables.
fn argocd(folder: &Path, application: &Value) -> Result<Command, Failed> {
    let plugin = only("examples/argocd/plugin.yaml")?;
    same(at(&plugin, "/apiVersion"), "argoproj.io/v1alpha1")?;
    same(at(&plugin, "/kind"), "ConfigManagementPlugin")?;
    let mut line = texts(&plugin, "/spec/generate/command");
    line.extend(texts(&plugin, "/spec/generate/args"));
    let mut generate = command(&line[0], folder);
    generate.args(&line[1..]);
    generate.env("ARGOCD_APP_NAMESPACE", at(application, "/spec/destination/namespace"));
    let announced: BTreeSet<&str> = plugin
        .pointer("/spec/parameters/static")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .map(|parameter| at(parameter, "/name"))
        .collect();
    let parameters = application.pointer("/spec/source/plugin/parameters").and_then(Value::as_array);
    for parameter in parameters.into_iter().flatten() {
        let name = at(parameter, "/name");
        if !announced.contains(name) {
            return Err(format!("the plugin does not announce the parameter {name}").into());
        }
        let variable = format!("PARAM_{}", name.to_ascii_uppercase().replace('-', "_"));
        if let Some(value) = parameter.get("string").and_then(Value::as_str) {
            generate.env(&variable, value);
        }
        for (index, value) in texts(parameter, "/array").iter().enumerate() {
            generate.env(format!("{variable}_{index}"), value);
        }
    }
    let named = format!("{}-{}", at(&plugin, "/metadata/name"), at(&plugin, "/spec/version"));
    same(at(application, "/spec/source/plugin/name"), named.as_str())?;
    Ok(generate)
}

fn argocd_renders() -> Outcome {
    let app = root().join("examples/argocd/app");
    let mut application = only("examples/argocd/application.yaml")?;
    let objects = documents(&succeed(&mut argocd(&app, &application)?)?)?;
    let mut want = standard("leaf-classifier");
    want.push("ServiceAccount garden/models".into());
    want.sort();
    same(names(&objects), want)?;
    let wanted = ["leaf-classifier-garden.models.acme.example", "leaf-classifier-predictor-garden.models.acme.example"];
    same(hosts(&objects), wanted.map(str::to_owned).into())?;

    // The release and what the cluster has make a difference.
    let parameters = &mut application["spec"]["source"]["plugin"]["parameters"];
    *parameters = serde_json::json!([
        { "name": "kserve-version", "string": "v0.16" },
        { "name": "inject", "string": "true" },
        { "name": "set", "array": ["ingress.ingressDomain=a.example", "ingress.enableGatewayApi=true"] },
    ]);
    let apis = "v1,apps/v1,apps/v1/Deployment,gateway.networking.k8s.io/v1,gateway.networking.k8s.io/v1/HTTPRoute";
    let objects = documents(&succeed(argocd(&app, &application)?.env("KUBE_API_VERSIONS", apis))?)?;
    let routes = names(&objects).iter().filter(|name| name.starts_with("HTTPRoute ")).count();
    same(routes, 2)?;
    let deployment = objects.iter().find(|object| at(object, "/kind") == "Deployment").ok_or("no Deployment")?;
    same(at(deployment, "/spec/template/spec/containers/0/image"), "kserve/sklearnserver:v0.16.0")?;
    same(at(deployment, "/spec/template/spec/initContainers/0/name"), "storage-initializer")?;

    // Discovery finds services, and only them.
    let plugin = only("examples/argocd/plugin.yaml")?;
    let find = texts(&plugin, "/spec/discover/find/command");
    let discover = |folder: &Path| succeed(command(&find[0], folder).args(&find[1..]));
    same(discover(&app)?.trim(), "./leaf-classifier.yaml")?;
    let other = folder("argocd-other")?;
    std::fs::write(other.join("deployment.yaml"), "kind: Deployment\n")?;
    same(discover(&other)?, String::new())?;
    // A kind may be written in quotes.
    std::fs::write(other.join("quoted.yaml"), "apiVersion: serving.kserve.io/v1beta1\nkind: \"InferenceService\"\n")?;
    same(discover(&other)?.trim(), "./quoted.yaml")
}

fn argocd_fails() -> Outcome {
    let app = folder("argocd-refused")?;
    std::fs::write(app.join("service.yaml"), std::fs::read_to_string(root().join("testdata/cli/refused.yaml"))?)?;
    let application = only("examples/argocd/application.yaml")?;
    let (output, both) = fail(&mut argocd(&app, &application)?)?;
    same(text(&output.stdout), String::new())?;
    holds(&both, "InferenceService garden/Flower is refused")
}

/// A repository as people have them: a Kustomization with an overlay and its patches, a chart, a workflow, and a kind in quotes.
fn mixed_repository(name: &str) -> Result<PathBuf, Failed> {
    let repository = folder(name)?;
    for part in ["apps/base", "apps/overlays", "charts", "ci"] {
        copy(&root().join("testdata/cli/repository").join(part), &repository.join("services").join(part))?;
    }
    let quoted = std::fs::read_to_string(root().join("examples/sklearn-standard.yaml"))?
        .replace("kind: InferenceService", "kind: \"InferenceService\"");
    std::fs::write(repository.join("services/quoted.yaml"), quoted)?;
    Ok(repository)
}

/// The action, the hooks, the Flux recipe and the Argo CD plugin accept a folder with Kustomizations, charts and quoted kinds.
fn as_it_is() -> Outcome {
    let repository = mixed_repository("as-it-is")?;
    let (good, log) = run_action(&repository, &[("files", "services"), ("sarif", "out")])?;
    same((good, log.contains("::error")), (true, false))?;
    same(sarif(&repository.join("out/check.sarif"))?.contains("services/quoted.yaml"), true)?;

    // Hooks get the names of all files.
    let hooks = only(".pre-commit-hooks.yaml")?;
    let mut files = vec![repository.join("services")];
    let mut named = Vec::new();
    while let Some(file) = files.pop() {
        if file.is_dir() {
            files.extend(std::fs::read_dir(&file)?.filter_map(|entry| Some(entry.ok()?.path())));
        } else if file.extension().is_some_and(|extension| extension == "yaml") {
            named.push(file);
        }
    }
    same(named.len() > 8, true)?;
    for hook in hooks.as_array().into_iter().flatten() {
        let mut words = at(hook, "/entry").split_whitespace();
        let script = root().join(words.next().ok_or("no entry")?);
        succeed(command("sh", &repository).arg(script).args(words).args(&named))?;
    }

    // The Flux recipe renders the documents that are services, and no patches.
    std::fs::copy(root().join("examples/flux/render.sh"), repository.join("render.sh"))?;
    succeed(command("sh", &repository).arg("render.sh"))?;
    for deployment in ["leaf-classifier-predictor", "leaf-predictor"] {
        let kind = if deployment == "leaf-predictor" { "service.serving.knative.dev" } else { "deployment" };
        let rendered = repository.join("rendered/garden").join(kind).join(format!("{deployment}.yaml"));
        same((deployment, rendered.is_file()), (deployment, true))?;
    }

    // Argo CD syncs a folder: the whole tree, a Kustomization, or a chart.
    let application = only("examples/argocd/application.yaml")?;
    let mut plain = application.clone();
    plain["spec"]["source"]["plugin"]["parameters"] = serde_json::json!([]);
    let all = documents(&succeed(&mut argocd(&repository.join("services"), &plain)?)?)?;
    same(names(&all).contains(&"Deployment garden/leaf-classifier-predictor".to_owned()), true)?;
    let program = Path::new(env!("CARGO_BIN_EXE_kserve-render")).parent().ok_or("no folder")?;
    let with = |bin: &Path| -> Result<String, Failed> {
        Ok(format!("{}:{}:{}", bin.display(), program.display(), std::env::var("PATH")?))
    };
    if let Some(bin) = tools::find("kustomize").as_deref().and_then(Path::parent) {
        let overlay = repository.join("services/apps/overlays/prod");
        let built = documents(&succeed(argocd(&overlay, &plain)?.env("PATH", with(bin)?))?)?;
        same(names(&built).contains(&"Service garden-prod/leaf".to_owned()), true)?;
    } else {
        println!("skipped: repositories: kustomize is not there");
    }
    // A stand-in for helm, which prints the output of a chart.
    let chart = repository.join("services/charts/leaf");
    let made = std::fs::read_to_string(repository.join("services/quoted.yaml"))?;
    let bin = with_stand_in("as-it-is-bin", "helm")?.join("bin");
    std::fs::write(bin.join("helm"), format!("#!/bin/sh\ncat <<'END'\n{made}\nEND\n"))?;
    let built = documents(&succeed(argocd(&chart, &plain)?.env("PATH", with(&bin)?))?)?;
    same(names(&built), standard("leaf-classifier"))
}

/// No images are built here: the files that they copy must exist, and the Rust version must be the one that the project requires.
fn containers() -> Outcome {
    let manifest = std::fs::read_to_string(root().join("Cargo.toml"))?;
    let rust = manifest.lines().find_map(|line| line.strip_prefix("rust-version = ")).ok_or("no rust-version")?;
    for file in ["examples/argocd/Containerfile", "examples/kustomize/Containerfile"] {
        let file = std::fs::read_to_string(root().join(file))?;
        holds(&file, &format!("FROM docker.io/library/rust:{}-slim AS build", rust.trim_matches('"')))?;
        for line in file.lines().filter_map(|line| line.strip_prefix("COPY ")) {
            let source = line.split_whitespace().next().unwrap_or_default();
            if !source.starts_with("--from") && !root().join(source).exists() {
                return Err(format!("{source} is not there").into());
            }
        }
    }
    let krm = std::fs::read_to_string(root().join("examples/kustomize/Containerfile"))?;
    holds(&krm, r#"ENTRYPOINT ["kserve-render", "krm"]"#)
}

/// The function as an orchestrator calls it: with the program and arguments of the annotation, and a list on standard input.
fn krm_by_hand() -> Outcome {
    for (file, service) in [("kserve-render.yaml", Some("leaf-classifier.yaml")), ("as-config-map.yaml", None)] {
        let config = only(&format!("examples/kustomize/{file}"))?;
        let function = at(&config, "/metadata/annotations/config.kubernetes.io~1function");
        let function = documents(function)?.pop().ok_or("no function")?;
        let items = service.map(|service| only(&format!("examples/kustomize/{service}"))).transpose()?;
        let list = serde_json::json!({
            "apiVersion": "config.kubernetes.io/v1",
            "kind": "ResourceList",
            "functionConfig": config,
            "items": Vec::from_iter(items),
        });
        let directory = folder("krm")?;
        std::fs::write(directory.join("list.json"), list.to_string())?;
        let mut run = command(at(&function, "/exec/path"), &directory);
        run.args(texts(&function, "/exec/args")).stdin(std::fs::File::open(directory.join("list.json"))?);
        let answer = documents(&succeed(&mut run)?)?.pop().ok_or("no answer")?;
        let objects = answer["items"].as_array().cloned().unwrap_or_default();
        same(objects.len(), 4)?;
        let domains = hosts(&objects).iter().all(|host| host.ends_with(".models.acme.example"));
        same(domains, true)?;
    }
    Ok(())
}

fn kustomize(directory: &Path) -> Result<Command, Failed> {
    let mut build = tool("kustomize", root())?;
    build.args(["build", "--enable-alpha-plugins", "--enable-exec"]).arg(directory);
    Ok(build)
}

fn kustomize_transforms() -> Outcome {
    let example = root().join("examples/kustomize");
    let objects = documents(&succeed(&mut kustomize(&example)?)?)?;
    same(names(&objects), standard("leaf-classifier-eu"))?;
    let wanted =
        ["leaf-classifier-eu-garden.models.acme.example", "leaf-classifier-eu-predictor-garden.models.acme.example"];
    same(hosts(&objects), wanted.map(str::to_owned).into())?;
    let notes: Vec<&String> = objects
        .iter()
        .filter_map(|object| object.pointer("/metadata/annotations")?.as_object())
        .flat_map(|annotations| annotations.keys())
        .filter(|key| key.contains("config.kubernetes.io") || key.contains("config.k8s.io"))
        .collect();
    same(notes, Vec::new())?;

    // Other resources stay as they are, and services come from the function's configuration too.
    let own = folder("kustomize-generator")?;
    std::fs::copy(example.join("as-config-map.yaml"), own.join("as-config-map.yaml"))?;
    std::fs::copy(root().join("examples/argocd/app/account.yaml"), own.join("account.yaml"))?;
    std::fs::write(own.join("kustomization.yaml"), "resources: [account.yaml]\ngenerators: [as-config-map.yaml]\n")?;
    let objects = documents(&succeed(&mut kustomize(&own)?)?)?;
    let mut want = standard("root-classifier");
    want.push("ServiceAccount /models".into());
    want.sort();
    same(names(&objects), want)?;

    // Facts about the cluster that are not resources come from files that the arguments name.
    let facts = folder("kustomize-context")?;
    copy(&example, &facts)?;
    let function = std::fs::read_to_string(facts.join("kserve-render.yaml"))?;
    let with_context = function.replace("args: [krm]", "args: [krm, --context, runtime.yaml]");
    std::fs::write(facts.join("kserve-render.yaml"), with_context)?;
    std::fs::write(
        facts.join("runtime.yaml"),
        "apiVersion: serving.kserve.io/v1alpha1\nkind: ClusterServingRuntime\nmetadata: {name: tiny}\nspec:\n  \
         supportedModelFormats: [{name: sklearn, autoSelect: true, priority: 9}]\n  containers: [{name: kserve-container, \
         image: registry.acme.example/tiny}]\n",
    )?;
    holds(&succeed(&mut kustomize(&facts)?)?, "image: registry.acme.example/tiny\n")
}

fn kustomize_fails() -> Outcome {
    let example = folder("kustomize-refused")?;
    copy(&root().join("examples/kustomize"), &example)?;
    let service = std::fs::read_to_string(example.join("leaf-classifier.yaml"))?;
    std::fs::write(example.join("leaf-classifier.yaml"), service.replace("minReplicas: 1", "minReplicas: 9"))?;
    let (_, both) = fail(&mut kustomize(&example)?)?;
    holds(&both, "InferenceService garden/leaf-classifier-eu: ")?;
    let config = std::fs::read_to_string(example.join("kserve-render.yaml"))?;
    std::fs::write(example.join("kserve-render.yaml"), config.replace("kserveVersion: v0.20", "kserveVersion: v9.9"))?;
    let (_, both) = fail(&mut kustomize(&example)?)?;
    holds(&both, "KServeRender render: kserveVersion: known are v0.15")
}

/// A folder with the plugin in it.
fn plugin(name: &str) -> Result<PathBuf, Failed> {
    let folder = folder(name)?;
    let script = root().join("examples/kubectl/install.sh");
    succeed(command("sh", root()).arg(script).arg(&folder))?;
    Ok(folder)
}

fn kubectl_plugin() -> Outcome {
    let folder = plugin("kubectl-plugin")?;
    let path = std::env::join_paths(
        std::iter::once(folder.clone()).chain(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default())),
    )?;
    let kubectl = |arguments: &[&str]| -> Result<String, Failed> {
        succeed(tool("kubectl", root())?.args(arguments).env("PATH", &path))
    };
    holds(&kubectl(&["plugin", "list"])?, "kubectl-kserve_render")?;
    let url = kubectl(&["kserve-render", "examples/sklearn-standard.yaml", "-o", "url"])?;
    same(url.trim(), "http://leaf-classifier-garden.example.com")?;
    holds(&kubectl(&["kserve-render", "--help"])?, "Usage: kubectl kserve-render [OPTIONS] [FILES]...")
}

fn plugin_by_name() -> Outcome {
    let program = plugin("kubectl-name")?.join("kubectl-kserve_render");
    let status = succeed(command(&program, root()).args(["status", "examples/sklearn-standard.yaml"]))?;
    holds(&status, "leaf-classifier")?;
    let help = succeed(command(&program, root()).args(["diff", "--help"]))?;
    holds(&help, "Usage: kubectl kserve-render diff")?;
    let (_, error) = fail(command(&program, root()).args(["status", "--no-such-option"]))?;
    holds(&error, "Usage: kubectl kserve-render status")
}

fn pre_commit() -> Outcome {
    let hooks = only(".pre-commit-hooks.yaml")?;
    let hooks: BTreeMap<&str, &str> =
        hooks.as_array().into_iter().flatten().map(|hook| (at(hook, "/id"), at(hook, "/entry"))).collect();
    let config = only("examples/pre-commit/.pre-commit-config.yaml")?;
    let used = config.pointer("/repos/0/hooks").and_then(Value::as_array).ok_or("no hooks")?;
    same(used.len(), 2)?;
    for hook in used {
        let entry = hooks.get(at(hook, "/id")).ok_or_else(|| format!("there is no hook {}", at(hook, "/id")))?;
        let run = |files: &[&str]| -> Result<Command, Failed> {
            let mut words = entry.split_whitespace();
            // A script of the project; it takes the program that is on the PATH.
            let mut run = command("sh", root());
            run.arg(root().join(words.next().ok_or("no entry")?));
            run.args(words).args(texts(hook, "/args"));
            run.args(files);
            Ok(run)
        };
        let context = texts(hook, "/args").iter().any(|argument| argument == "cluster/");
        if context {
            // The folder belongs to the repository that uses the hook.
            let repository = folder("pre-commit")?;
            copy(&root().join("examples/argocd/app"), &repository.join("services"))?;
            copy(&root().join("examples/argocd/app"), &repository.join("cluster"))?;
            succeed(run(&["services/leaf-classifier.yaml"])?.current_dir(&repository))?;
        } else {
            succeed(&mut run(&["examples/sklearn-standard.yaml", "examples/own-runtime.yaml"])?)?;
            let (_, both) = fail(&mut run(&["examples/sklearn-standard.yaml", "testdata/cli/refused.yaml"])?)?;
            holds(&both, "testdata/cli/refused.yaml:")?;
        }
    }
    Ok(())
}

/// A release in a folder, with the program under test.
fn release(folder: &Path) -> Result<PathBuf, Failed> {
    let version = env!("CARGO_PKG_VERSION");
    let name = format!("kserve-render-{version}-{}-unknown-linux-musl", std::env::consts::ARCH);
    let place = folder.join(format!("releases/download/v{version}"));
    let latest = folder.join("releases/latest/download");
    [&place, &latest, &folder.join(&name)].into_iter().try_for_each(std::fs::create_dir_all)?;
    std::fs::write(latest.join("VERSION"), format!("{version}\n"))?;
    std::fs::copy(env!("CARGO_BIN_EXE_kserve-render"), folder.join(&name).join("kserve-render"))?;
    std::fs::copy(root().join("LICENSE"), folder.join(&name).join("LICENSE"))?;
    let pack = format!(
        "tar -cf - {name} | gzip -1 >{name}.tar.gz && sha256sum {name}.tar.gz >{name}.tar.gz.sha256 && mv {name}.* $0"
    );
    succeed(command("sh", folder).args(["-c", &pack]).arg(&place))?;
    Ok(place.join(format!("{name}.tar.gz")))
}

fn install() -> Outcome {
    if !cfg!(target_os = "linux") {
        return Ok(());
    }
    let folder = folder("install")?;
    let archive = release(&folder)?;
    let run = |script: &str, arguments: &[&str]| {
        let mut run = command("sh", &folder);
        run.arg(root().join("scripts").join(script)).args(arguments);
        run.env("KSERVE_RENDER_RELEASES", format!("file://{}", folder.join("releases").display()));
        // Neither an installed program nor Rust is on the PATH.
        run.env("PATH", "/usr/bin:/bin").env("XDG_CACHE_HOME", folder.join("cache"));
        run
    };
    let wanted = format!("kserve-render {}", env!("CARGO_PKG_VERSION"));
    succeed(&mut run("install.sh", &["--to", "bin"]))?;
    let told = succeed(command(folder.join("bin/kserve-render").display().to_string(), &folder).arg("--version"))?;
    holds(&told, &wanted)?;
    let told = succeed(&mut run("hook.sh", &["--version"]))?;
    holds(&told, &wanted)?;
    // An archive that does not match its checksum is not installed.
    std::fs::write(&archive, "something else")?;
    let (_, both) = fail(&mut run("install.sh", &["--to", "other"]))?;
    holds(&both, "is not what its checksum says")?;
    same(folder.join("other").exists(), false)?;
    let (_, both) = fail(&mut run("install.sh", &["--to", "other", "--version", "9.9.9"]))?;
    holds(&both, "no release of kserve-render 9.9.9 for this system")?;
    // Where nobody answers, nothing else is taken in its place.
    let (_, both) =
        fail(run("install.sh", &["--to", "other"]).env("KSERVE_RENDER_RELEASES", "http://127.0.0.1:9/releases"))?;
    holds(&both, "cannot be reached; nothing is installed")?;
    builds_no_neighbour(&folder)
}

/// A script that comes through a pipe takes the published sources, not those of the folder in which somebody happens to be.
fn builds_no_neighbour(folder: &Path) -> Outcome {
    let (tools, project) = (folder.join("tools"), folder.join("project/src"));
    std::fs::create_dir_all(&tools)?;
    std::fs::create_dir_all(&project)?;
    std::fs::write(folder.join("project/Cargo.toml"), "[package]\nname = \"till\"\n")?;
    std::fs::write(tools.join("cargo"), "#!/bin/sh\necho \"cargo $*\"\nexit 1\n")?;
    succeed(command("chmod", folder).arg("+x").arg(tools.join("cargo")))?;
    let script = root().join("scripts/install.sh");
    let mut piped = command("sh", &project);
    piped.args(["-c", &format!("sh -s -- --to bin < {}", script.display())]);
    piped.env("PATH", format!("{}:/usr/bin:/bin", tools.display()));
    piped.env("KSERVE_RENDER_RELEASES", format!("file://{}", folder.join("nothing").display()));
    let (_, both) = fail(&mut piped)?;
    holds(&both, "cargo install --locked --root")?;
    if both.contains("--path") {
        return Err(format!("sources of another project are built:\n{both}").into());
    }
    Ok(())
}

fn krew() -> Outcome {
    if !cfg!(target_os = "linux") {
        return Ok(());
    }
    let folder = folder("krew")?;
    let archive = release(&folder)?;
    let place = archive.parent().ok_or("no folder")?;
    // For platforms other than this machine's, krew checks only the form of the checksum.
    for target in ["unknown-linux-musl.tar.gz", "apple-darwin.tar.gz", "pc-windows-msvc.zip"] {
        for machine in ["x86_64", "aarch64"] {
            let sum = place.join(format!("kserve-render-{}-{machine}-{target}.sha256", env!("CARGO_PKG_VERSION")));
            if !sum.exists() {
                std::fs::write(sum, format!("{}  archive\n", "0".repeat(64)))?;
            }
        }
    }
    let mut fill = command("bash", &folder);
    succeed(fill.arg(root().join("scripts/manifests.sh")).arg(place).arg(env!("CARGO_PKG_REPOSITORY")))?;
    let mut install = tool("krew", &folder)?;
    install
        .env("KREW_ROOT", folder.join("krew"))
        .arg("install")
        .arg("--manifest")
        .arg(place.join("kserve-render.yaml"));
    succeed(install.arg("--archive").arg(&archive))?;
    let plugin = folder.join("krew/bin/kubectl-kserve_render");
    let url = succeed(command(plugin, root()).args(["examples/sklearn-standard.yaml", "-o", "url"]))?;
    same(url.trim(), "http://leaf-classifier-garden.example.com")
}

/// Runs the steps of the action as the runner does: each in bash, with the expressions in its variables filled in.
fn run_action(directory: &Path, inputs: &[(&str, &str)]) -> Result<(bool, String), Failed> {
    let action = only("action.yml")?;
    same(at(&action, "/runs/using"), "composite")?;
    let value_of = |expression: &str| -> Result<String, Failed> {
        let Some(inside) = expression.strip_prefix("${{ ").and_then(|rest| rest.strip_suffix(" }}")) else {
            return Ok(expression.to_owned());
        };
        if inside == "github.action_path" {
            return Ok(root().display().to_string());
        }
        let name = inside.strip_prefix("inputs.").ok_or_else(|| format!("unknown expression {inside}"))?;
        let declared = action.pointer(&format!("/inputs/{name}")).ok_or_else(|| format!("no input {name}"))?;
        let given = inputs.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned());
        Ok(given.unwrap_or_else(|| at(declared, "/default").to_owned()))
    };
    let file = directory.join("github-output");
    std::fs::write(&file, "")?;
    let mut log = String::new();
    for step in action.pointer("/runs/steps").and_then(Value::as_array).into_iter().flatten() {
        same(at(step, "/shell"), "bash")?;
        let mut run = tool("bash", directory)?;
        // The command line of the runner.
        run.args(["--noprofile", "--norc", "-eo", "pipefail", "-c", at(step, "/run")]).env("GITHUB_OUTPUT", &file);
        for (name, value) in step.get("env").and_then(Value::as_object).into_iter().flatten() {
            run.env(name, value_of(value.as_str().unwrap_or_default())?);
        }
        let output = run.output()?;
        log += &(text(&output.stdout) + &text(&output.stderr));
        if !output.status.success() {
            return Ok((false, log));
        }
    }
    Ok((true, log))
}

fn github_action() -> Outcome {
    let directory = folder("github-action")?;
    copy(&root().join("examples/argocd/app"), &directory.join("services"))?;
    let (good, log) = run_action(&directory, &[("files", "services"), ("sarif", "out")])?;
    let complains = ["::error", "::warning"].iter().any(|word| log.contains(word));
    same((good, complains), (true, false))?;
    // Only notes, such as the one that pods need the webhook.
    sarif(&directory.join("out/check.sarif"))?;

    for file in ["invalid.yaml", "lint.yaml"] {
        std::fs::copy(root().join("testdata/cli").join(file), directory.join("services").join(file))?;
    }
    let (good, log) = run_action(&directory, &[("files", "services"), ("sarif", "out")])?;
    same(good, false)?;
    holds(&log, "::error file=services/invalid.yaml,line=")?;
    holds(&log, "file=services/lint.yaml,line=")?;
    holds(&std::fs::read_to_string(directory.join("github-output"))?, "sarif=out\n")?;
    let found = sarif(&directory.join("out/check.sarif"))?;
    same(found.contains("services/invalid.yaml") && found.contains("services/lint.yaml"), true)?;

    // A file that cannot be read is a finding, and the rest is still reported; files for other programs are skipped.
    std::fs::write(directory.join("services/broken.yaml"), "apiVersion: v1\nkind: [\n")?;
    std::fs::write(directory.join("services/kustomization.yaml"), "resources: [leaf-classifier.yaml]\n")?;
    std::fs::write(directory.join("services/workflow.yaml"), "on: push\n")?;
    let (good, log) = run_action(&directory, &[("files", "services"), ("sarif", "out")])?;
    same(good, false)?;
    let found = sarif(&directory.join("out/check.sarif"))?;
    same(found.contains("services/broken.yaml") && found.contains("services/invalid.yaml"), true)?;
    holds(&log, "::error file=services/broken.yaml,line=3")?;

    let workflow = only("examples/github-action/workflow.yaml")?;
    let steps = workflow.pointer("/jobs/check/steps").and_then(Value::as_array).ok_or("no steps")?;
    let action = only("action.yml")?;
    for input in steps[1].get("with").and_then(Value::as_object).into_iter().flatten().map(|(name, _)| name) {
        action.pointer(&format!("/inputs/{input}")).ok_or_else(|| format!("the action has no input {input}"))?;
    }
    Ok(())
}

/// A folder with a dump, and a stand-in program that records its arguments.
fn with_stand_in(name: &str, program: &str) -> Result<PathBuf, Failed> {
    let directory = folder(name)?;
    std::fs::create_dir_all(directory.join("cluster"))?;
    std::fs::copy(root().join("examples/upgrade/cluster/dump.yaml"), directory.join("cluster/dump.yaml"))?;
    std::fs::create_dir_all(directory.join("bin"))?;
    let stand_in = directory.join("bin").join(program);
    std::fs::write(&stand_in, "#!/bin/sh\nprintf '%s\\n' \"$@\" >called\n")?;
    #[cfg(unix)]
    std::fs::set_permissions(&stand_in, std::os::unix::fs::PermissionsExt::from_mode(0o755))?;
    Ok(directory)
}

/// Runs the lines of a CI job in a folder.
fn run_lines(directory: &Path, lines: &str, environment: &[(&str, &str)]) -> Outcome {
    let bin = Path::new(env!("CARGO_BIN_EXE_kserve-render")).parent().ok_or("no folder")?;
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{}:{path}", directory.join("bin").display(), bin.display());
    let output = Command::new("bash")
        .args(["-euo", "pipefail", "-c", lines])
        .current_dir(directory)
        .env("PATH", path)
        .envs(environment.iter().copied())
        .output()?;
    match output.status.success() {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned().into()),
    }
}

fn github_comment() -> Outcome {
    let directory = with_stand_in("github-comment", "gh")?;
    let work = directory.join("work");
    std::fs::create_dir_all(&work)?;
    std::fs::rename(directory.join("cluster"), work.join("cluster"))?;
    for services in [directory.join("base/services"), work.join("services")] {
        std::fs::create_dir_all(&services)?;
        std::fs::copy(root().join("examples/upgrade/leaf-classifier.yaml"), services.join("leaf-classifier.yaml"))?;
    }
    let changed = work.join("services/leaf-classifier.yaml");
    let text = std::fs::read_to_string(&changed)?.replace("leaf/2.0", "leaf/3.0");
    std::fs::write(&changed, text)?;
    let workflow = only("examples/github-action/upgrade.yaml")?;
    let steps = workflow.pointer("/jobs/report/steps").and_then(Value::as_array).ok_or("no steps")?;
    for name in ["Report", "Comment"] {
        let step =
            steps.iter().find(|step| step.get("name").is_some_and(|found| found == name)).ok_or("no such step")?;
        let bin = directory.join("bin").display().to_string();
        let lines = format!("PATH={bin}:$PATH\n{}", at(step, "/run"));
        run_lines(&work, &lines, &[("PULL_REQUEST", "7")])?;
    }
    let report = std::fs::read_to_string(work.join("report.md"))?;
    holds(&report, "garden/leaf-classifier-v2")?;
    holds(&report, "leaf/3.0")?;
    holds(&std::fs::read_to_string(work.join("called"))?, "--body-file\nreport.md\n")
}

fn gitlab_note() -> Outcome {
    let directory = with_stand_in("gitlab-note", "curl")?;
    let job = only("examples/gitlab/.gitlab-ci.yml")?;
    let script = job.pointer("/upgrade/script").and_then(Value::as_array).ok_or("no script")?;
    let lines: Vec<&str> = script.iter().filter_map(Value::as_str).collect();
    let variables = job.pointer("/upgrade/variables").and_then(Value::as_object).ok_or("no variables")?;
    let mut environment: Vec<(&str, &str)> =
        variables.iter().filter_map(|(name, value)| Some((name.as_str(), value.as_str()?))).collect();
    environment.extend([("TOKEN", "t"), ("CI_API_V4_URL", "https://git.acme.example/api/v4")]);
    environment.extend([("CI_PROJECT_ID", "3"), ("CI_MERGE_REQUEST_IID", "5")]);
    run_lines(&directory, &lines.join("\n"), &environment)?;
    holds(&std::fs::read_to_string(directory.join("report.md"))?, "### Before you upgrade")?;
    let called = std::fs::read_to_string(directory.join("called"))?;
    holds(&called, "body@report.md\n")?;
    holds(&called, "https://git.acme.example/api/v4/projects/3/merge_requests/5/notes")
}

/// Checks what code hosts require of a SARIF file, and returns the files that it has results for.
fn sarif(path: &Path) -> Result<BTreeSet<String>, Failed> {
    let log: Value = serde_json::from_str(&std::fs::read_to_string(path)?)?;
    same(at(&log, "/version"), "2.1.0")?;
    holds(at(&log, "/$schema"), "sarif-2.1.0")?;
    let runs = log["runs"].as_array().ok_or("no runs")?;
    same(runs.len(), 1)?;
    let run = &runs[0];
    same(at(run, "/tool/driver/name"), "kserve-render")?;
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    same(at(run, "/automationDetails/id"), format!("kserve-render/{stem}/").as_str())?;
    let mut rules = BTreeSet::new();
    for rule in run.pointer("/tool/driver/rules").and_then(Value::as_array).ok_or("no rules")? {
        for pointer in ["/id", "/name", "/shortDescription/text", "/fullDescription/text", "/help/text"] {
            same(at(rule, pointer).is_empty(), false)?;
        }
        same(rules.insert(at(rule, "/id")), true)?;
    }
    let mut files = BTreeSet::new();
    let mut told = BTreeSet::new();
    for result in run["results"].as_array().ok_or("no results")? {
        same(rules.contains(at(result, "/ruleId")), true)?;
        told.insert(at(result, "/ruleId"));
        same(["error", "warning", "note"].contains(&at(result, "/level")), true)?;
        same(at(result, "/message/text").is_empty(), false)?;
        let place = result.pointer("/locations/0/physicalLocation").ok_or("no place")?;
        let uri = at(place, "/artifactLocation/uri");
        let is_relative = !uri.is_empty() && !uri.starts_with('/') && !uri.contains([' ', ':', '\\']);
        same(is_relative, true)?;
        let number = |key: &str| place.pointer(&format!("/region/{key}")).and_then(Value::as_u64).unwrap_or_default();
        let (line, start, end) = (number("startLine"), number("startColumn"), number("endColumn"));
        same(line >= 1 && start >= 1 && end >= start, true)?;
        files.insert(uri.to_owned());
    }
    same(told, rules)?;
    Ok(files)
}

fn flux() -> Outcome {
    let repository = folder("flux")?;
    copy(&root().join("examples/flux"), &repository)?;
    let render = || command("sh", &repository.join("services"));
    succeed(render().arg("../render.sh"))?;
    let rendered = repository.join("rendered");
    let files = |directory: &Path| -> Result<usize, Failed> {
        let mut count = 0;
        let mut folders = vec![directory.to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder)? {
                let path = entry?.path();
                count += usize::from(path.extension().is_some_and(|extension| extension == "yaml"));
                folders.extend(path.is_dir().then_some(path));
            }
        }
        Ok(count)
    };
    same(files(&rendered)?, 9)?;
    let flux = read("examples/flux/flux.yaml")?;
    same(at(&flux[0], "/spec/path"), "./rendered")?;

    let git = |arguments: &[&str]| -> Outcome {
        let settings =
            ["user.name=ci", "user.email=ci@acme.example", "init.defaultBranch=main", "commit.gpgSign=false"];
        let settings = settings.iter().flat_map(|setting| ["-c", setting]);
        succeed(tool("git", &repository)?.args(settings).args(arguments)).map(drop)
    };
    git(&["init", "--quiet"])?;
    git(&["add", "."])?;
    git(&["commit", "--quiet", "--message", "render"])?;
    succeed(render().args(["../render.sh", "--check"]))?;

    // What is no longer requested is removed; a pull request that forgets to render fails.
    std::fs::remove_file(repository.join("services/root-classifier.yaml"))?;
    let (_, both) = fail(render().args(["../render.sh", "--check"]))?;
    holds(&both, "rendered/ is not up to date")?;
    same(files(&rendered)?, 5)?;

    // Like kustomize, Flux makes a kustomization of all files in the folder.
    if tools::find("kustomize").is_none() {
        println!("skipped: flux: kustomize is not there to read what is rendered");
        return Ok(());
    }
    succeed(tool("kustomize", &rendered)?.args(["create", "--autodetect", "--recursive"]))?;
    let objects = documents(&succeed(tool("kustomize", &rendered)?.arg("build"))?)?;
    same(objects.len(), 5)
}
