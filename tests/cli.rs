//! The command line as people use it: standard output, standard error and exit status of each call, in one file of `tests/cli/`.
//! `SNAPSHOTS=overwrite cargo test --test cli` writes the files again.

#![allow(clippy::restriction, reason = "a test says what is wrong by panicking")]

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use snapbox::{Data, assert_data_eq};

fn command(line: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kserve-render"));
    command.args(line.split_whitespace()).current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/cli"));
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("KSERVE_RENDER_") {
            command.env_remove(name);
        }
    }
    command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
    command
}

/// The output of a call, as a transcript.
fn call(line: &str, stdin: &str, environment: &[(&str, &str)]) -> String {
    let mut child = command(line)
        .envs(environment.iter().copied())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // A program that does not read its input closes it early.
    let _ = child.stdin.take().expect("a pipe").write_all(stdin.as_bytes());
    let output = child.wait_with_output().expect("the program ends");
    let mut transcript = String::new();
    for (name, value) in environment {
        transcript += &format!("{name}={value} ");
    }
    transcript += &format!("kserve-render {line}\n");
    for (name, bytes) in [("stdout", &output.stdout), ("stderr", &output.stderr)] {
        if !bytes.is_empty() {
            transcript += &format!("--- {name}\n{}", String::from_utf8_lossy(bytes));
            if !transcript.ends_with('\n') {
                transcript += "\n";
            }
        }
    }
    transcript + &format!("--- exit status {}\n", output.status.code().expect("no signal"))
}

fn check(name: &str, calls: &[String]) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli").join(format!("{name}.txt"));
    assert_data_eq!(calls.join("\n"), Data::read_from(&file, None).raw());
}

fn check_calls(name: &str, lines: &[&str]) {
    let calls: Vec<String> = lines.iter().map(|line| call(line, "", &[])).collect();
    check(name, &calls);
}

#[test]
fn graphs_and_models_are_rendered_explained_and_checked() {
    let graph = "../../examples/graph/parcel-intake.yaml ../../examples/graph/services.yaml";
    check_calls(
        "graph",
        &[
            &format!("{graph} -o name -q"),
            &format!("{graph} -o dot --knative-domain acme.example"),
            &format!("{graph} -o mermaid --knative-domain acme.example"),
            "../../examples/graph -o tree -q",
            "../../examples/graph/parcel-intake.yaml",
            "status ../../examples/graph -q",
            &format!("explain steps {graph} --payload ../../examples/graph/payload.json"),
            "explain graph-standard.yaml --payload ../../examples/graph/payload.json",
            "explain graph-waiting.yaml",
            "graph-standard.yaml -o tree",
            "explain storage url ../../examples/graph/models.yaml",
            "validate graph-refused.yaml --observed graph-observed.yaml",
            "lint graph-odd.yaml",
            "lint graph-alone",
            "explain url storage graph-models-topics.yaml ../../examples/graph/models.yaml --service refused --service alone --service large",
            "explain graph-topics.yaml --observed graph-topics-observed.yaml --payload ../../examples/graph/payload.json",
            "explain mode graph-topics.yaml -c graph-no-mode.yaml --service named",
            "diff ../../examples/graph/models.yaml graph-models.yaml",
            "lint graph-lint.yaml --knative-domain acme.example",
            "check graph-lint.yaml --not-ready damage-predictor -o github",
            "graph-lint.yaml --service post_codes -o name",
            "explain steps graph-lint.yaml --service intake -q",
        ],
    );
}

/// The commands handle graphs and models as they handle services.
#[test]
fn graphs_in_every_command() {
    let graph =
        "../../examples/graph/parcel-intake.yaml ../../examples/graph/services.yaml --knative-domain acme.example";
    let mut calls: Vec<String> = [
        format!("{graph} --service parcel-intake --kind ksvc --no-comments"),
        format!("{graph} --name parcel-intake -o json --kserve-version v0.15"),
        format!("{graph} -l serving.kserve.io/inferencegraph=parcel-intake -o name"),
        format!("{graph} --service parcel-intake --inject -o name"),
        format!("status {graph} --service parcel-* -o yaml --not-ready parcel-intake"),
        "explain steps ../../examples/graph/parcel-intake.yaml --observed graph-steps-observed.yaml".to_owned(),
        "explain steps ../../examples/graph/parcel-intake.yaml --observed graph-steps-observed.yaml -o json".to_owned(),
        "../../examples/graph/parcel-intake.yaml --observed graph-steps-observed.yaml --no-comments".to_owned(),
        // The services that a graph leads to are used, although the graph itself is not among what is observed.
        "status ../../examples/graph/parcel-intake.yaml --observed graph-steps-observed.yaml".to_owned(),
        format!("diff {graph} --live graph-live.yaml --stat"),
        format!("diff {graph} --from-version v0.19 --to-version v0.20 --stat"),
        "validate ../../examples/graph -o json".to_owned(),
    ]
    .iter()
    .map(|line| call(line, "", &[]))
    .collect();
    let list = |name: &str| {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/graph").join(name);
        let text = std::fs::read_to_string(file).expect("an example");
        let items = text.split("---\n").map(|item| format!("- {}\n", item.trim_end().replace('\n', "\n  ")));
        items.collect::<String>()
    };
    let items = list("parcel-intake.yaml") + &list("services.yaml");
    calls.push(call("krm", &format!("apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n{items}"), &[]));
    check("graph-commands", &calls);
}

#[test]
fn pages_hold_everything_about_services_and_differences() {
    let dump = "--observed ../../examples/upgrade/cluster/dump.yaml";
    let lines = [
        "../../examples/sklearn-standard.yaml -o html".to_owned(),
        "../../examples/graph/parcel-intake.yaml ../../examples/graph/services.yaml -o html -q".to_owned(),
        "invalid.yaml ../../examples/domain-template/service.yaml -c ../../examples/domain-template/config.yaml -o html".to_owned(),
        "../../examples/sklearn-standard.yaml -o html --passthrough".to_owned(),
        "refused-pods.yaml -o html --inject --kind Deployment".to_owned(),
        "diff living/raw.yaml --from-version v0.15 --to-version v0.16 -o html".to_owned(),
        "diff living/raw.yaml --from-version v0.16 --to-version v0.15 -o html".to_owned(),
        "diff living/raw.yaml --from-version v0.20 --to-version v0.20 -o html".to_owned(),
        format!("diff {dump} --from-version v0.16 --to-version v0.20 -o html"),
        "diff living/default-mode.yaml --to-config living/standard-by-default.yaml --kserve-version v0.16 -o html".to_owned(),
        "diff living/hpa.yaml living/keda.yaml -o html --kind so".to_owned(),
        "diff living/knative-annotation.yaml --from-version v0.18 --to-version v0.19 -o html --kind hpa".to_owned(),
        "diff living/external.yaml --live living/hpa-dump.json -o html".to_owned(),
    ];
    // The style of pages is defined in one place, and included in each page.
    let style = kserve_render::internals::STYLE;
    let calls: Vec<String> = lines.iter().map(|line| call(line, "", &[]).replace(style, "…\n")).collect();
    check("pages", &calls);
}

#[test]
fn llm_inference_services_are_rendered_explained_and_compared() {
    let context = "--context ../../examples/llm/gateway.yaml";
    check_calls(
        "llm",
        &[
            &format!("../../examples/llm/one-node.yaml {context} -o name"),
            &format!("../../examples/llm/one-node.yaml {context} --kind Deployment --name support-assistant-kserve"),
            &format!("../../examples/llm/one-node.yaml {context} --kind Secret -q"),
            &format!("../../examples/llm/several-nodes.yaml {context} --kind lws"),
            &format!("../../examples/llm/disaggregated.yaml {context} -o table"),
            &format!("../../examples/llm/own-preset {context} -o tree"),
            &format!("status ../../examples/llm {context}"),
            &format!("../../examples/llm {context} -o url"),
            "status ../../examples/llm/one-node.yaml",
            "status ../../examples/llm/one-node.yaml --context llm/no-gateway.yaml",
            "explain ready route ../../examples/llm/one-node.yaml --context llm/no-gateway.yaml",
            "lint llm/tracing.yaml --context llm/no-gateway.yaml",
            "../../examples/llm/one-node.yaml -o name",
            &format!("../../examples/llm/one-node.yaml {context} --not-ready support-assistant-kserve -o status"),
            &format!("explain ../../examples/llm/one-node.yaml {context}"),
            "explain ready route ../../examples/llm/one-node.yaml",
            &format!("explain route ../../examples/llm/own-preset {context} -o json"),
            &format!("../../examples/llm/one-node.yaml {context} --without-api inference.networking.k8s.io/v1 -o name"),
            &format!("../../examples/llm/one-node.yaml {context} --gateway-rejects-pools all -o status"),
            &format!("../../examples/llm/one-node.yaml {context} --kubernetes-version 1.x"),
            &format!("diff ../../examples/llm/one-node.yaml {context} --from-version v0.19 --to-version v0.20 --stat"),
            "check ../../examples/llm",
        ],
    );
}

#[test]
fn no_effect_in_llm_inference_services() {
    check_calls(
        "llm-lint",
        &[
            "lint llm/tensor.yaml --kserve-version v0.19",
            "lint llm/pipeline.yaml",
            "lint llm/devices.yaml",
            "lint llm/storage-container.yaml",
            "lint llm/initializer.yaml --kserve-version v0.18",
            "lint llm/initializer.yaml --kserve-version v0.19",
            "lint llm/adapters.yaml",
            "lint llm/bases.yaml",
            "lint llm/accounts.yaml",
            "lint llm/tracing.yaml",
            "lint llm/missing.yaml",
            "lint llm/mistakes.yaml",
            "lint llm/templates.yaml",
            "lint llm/labels-old.yaml --kserve-version v0.16",
            "lint llm/not-main.yaml",
            "lint llm/not-main.yaml --unsafe-fixes --diff",
            "lint llm/uris.yaml",
            "status llm/uris.yaml",
            "lint llm/account.yaml --fix --diff",
            "lint llm/tensor.yaml --kserve-version v0.19 --unsafe-fixes --diff",
            "lint llm/accounts.yaml --unsafe-fixes --diff",
        ],
    );
}

/// The most common questions of LLMInferenceService users, one call each.
#[test]
fn frequent_questions_about_llm_inference_services() {
    let context = "--context ../../examples/llm/gateway.yaml";
    check_calls(
        "llm-questions",
        &[
            // Ignored fields.
            "explain why parallelism.tensor llm/tensor.yaml --kserve-version v0.19",
            "explain why parallelism.pipeline llm/pipeline.yaml",
            "explain mode autoscaler llm/scaled.yaml",
            "validate llm/actuators.yaml",
            &format!("explain mode labels storage ../../examples/llm/disaggregated.yaml {context}"),
            "lint llm/scaled.yaml --kserve-version v0.17",
            "explain storage llm/storage-container.yaml",
            "explain storage llm/tensor.yaml --set storageInitializer.memoryLimit=8Gi",
            "explain storage llm/scaled.yaml -o json",
            "validate llm/labels-old.yaml --kserve-version v0.16",
            "explain labels llm/labels.yaml --kserve-version v0.17",
            "diff llm/labels.yaml --from-version v0.18 --to-version v0.19 --kind Service",
            // The kind of a service stands for its status, not only InferenceService.
            "diff llm/labels.yaml --from-version v0.18 --to-version v0.19 --kind llmisvc",
            "explain labels llm/labels.yaml",
            "lint llm/labels.yaml",
            "explain ready llm/labels-changed.yaml --observed llm/labels-live.yaml",
            &format!("validate llm/routes.yaml {context}"),
            "validate llm/sample.yaml --kserve-version v0.17",
            &format!("explain route llm/sample.yaml {context}"),
            "validate llm/grown-more.yaml --observed llm/grown.yaml",
            "explain why model.lora.adapters llm/adapters.yaml",
            "explain why template.initContainers[storage-initializer] llm/initializer.yaml",
            "explain storage llm/initializer.yaml --kserve-version v0.18",
            "explain storage llm/initializer.yaml --kserve-version v0.19",
            "explain storage llm/initializer.yaml",
            // Composition.
            "explain why model.name llm/bases.yaml",
            "explain why template.containers[main].args llm/bases.yaml",
            "explain why kvCacheOffloading llm/old.yaml",
            "lint llm/replaced.yaml",
            "explain why template.containers[main].command llm/replaced.yaml",
            "check llm/tensor.yaml --no-defaults --context llm/config-whole.yaml",
            "lint llm/pipeline.yaml",
            "explain why router.scheduler llm/bases.yaml",
            "lint llm/initializer.yaml --kserve-version v0.18",
            "lint llm/account.yaml",
            "explain why template.containers[main].readinessProbe llm/bases.yaml",
            &format!("../../examples/llm/disaggregated.yaml {context} -o mermaid"),
            "explain why router.scheduler.template.containers[main].image llm/bases.yaml",
            "llm/trouble/scheduled.yaml -qq --kind Deployment --name apart-kserve-router-scheduler",
            "explain why router.scheduler.config llm/small-scheduler.yaml",
            // Routes.
            &format!("lint llm/ways.yaml {context}"),
            &format!("explain route ready llm/ways.yaml {context}"),
        ],
    );
}

#[test]
fn leftovers_of_a_living_llm_inference_service() {
    let cluster = "--context ../../examples/llm/gateway.yaml";
    let observed = format!("{cluster} --observed llm/living/cluster.yaml");
    check_calls(
        "llm-living",
        &[
            &format!("diff llm/living/pool.yaml llm/living/plain.yaml {cluster} --stat"),
            &format!("diff llm/living/pool.yaml llm/living/nodes.yaml {cluster}"),
            &format!("diff llm/living/pool.yaml {cluster} --from-version v0.17 --to-version v0.20 --stat"),
            &format!("llm/living/plain.yaml {observed} -o name"),
            &format!("llm/living/pool.yaml {observed} -o name"),
            &format!("status {observed}"),
            &format!("validate llm/living/nodes.yaml {observed}"),
            &format!("diff {observed} --from-version v0.19 --to-version v0.20 --stat"),
            &format!("diff llm/living/plain.yaml {cluster} --live llm/living/cluster.yaml --stat"),
            // What is stored continues to work, though the release would no longer accept it.
            &format!("diff llm/living/adapters.yaml {cluster} --from-version v0.18 --to-version v0.19"),
            &format!("diff llm/living/adapters.yaml {cluster} --from-version v0.18 --to-version v0.19 -o markdown"),
            &format!("status --observed llm/living/adapters.yaml {cluster} --kserve-version v0.19"),
            &format!("status --observed llm/living/adapters.yaml {cluster} --kserve-version v0.18"),
            &format!("llm/living/adapters.yaml --observed llm/living/adapters.yaml {cluster} --kserve-version v0.19"),
        ],
    );
}

#[test]
fn controller_failures_of_llm_inference_services() {
    let native = "explain ready llm/tensor.yaml --set storageInitializer.ociModelMode=native";
    check_calls(
        "llm-trouble",
        &[
            "explain ready llm/trouble/combined.yaml",
            "explain ready llm/trouble/adapters.yaml",
            "explain ready llm/trouble/gateways.yaml",
            "explain ready llm/trouble/taken.yaml",
            "explain ready llm/tensor.yaml --context llm/trouble/wva.yaml",
            &format!("{native} --kubernetes-version 1.30"),
            &format!("{native} --kubernetes-version 1.32"),
            &format!("{native} --kubernetes-version 1.34"),
            "explain ready llm/routes.yaml --without-api gateway.networking.k8s.io/v1",
            "explain ready llm/missing.yaml --kserve-version v0.18",
            "llm/trouble/scheme.yaml -q -o name --kserve-version v0.18",
            "llm/trouble/scheme.yaml -q -o name --kserve-version v0.19",
            "validate llm/trouble/rules.yaml",
        ],
    );
}

#[test]
fn rare_failures_of_llm_inference_services() {
    let presets = "explain ready llm/trouble/own-presets.yaml --context llm/trouble/presets.yaml";
    let scaled = "llm/trouble/scaled.yaml --observed llm/trouble/scaled-live.yaml --not-ready granite-kserve-keda \
                  --set autoscaling-wva-controller-config.prometheus.url=https://prometheus.acme.example";
    let scheduler = "llm/trouble/scheduled.yaml --context llm/trouble/scheduler-preset.yaml -q --kind Deployment \
                     --name single-kserve-router-scheduler,apart-kserve-router-scheduler";
    check_calls(
        "llm-seldom",
        &[
            "explain ready llm/trouble/accounts.yaml",
            "explain ready llm/trouble/secret.yaml",
            "explain ready llm/trouble/foreign-claim.yaml",
            presets,
            "explain ready llm/trouble/urls.yaml",
            "explain ready llm/trouble/inside.yaml --cluster-domain cluster%local",
            "explain ready llm/trouble/own-route.yaml --without-api gateway.networking.k8s.io/v1",
            "explain ready llm/trouble/plugins.yaml",
            &format!("explain ready {scaled}"),
            &format!("{scaled} -v -o status"),
            "llm/trouble/empty-route.yaml --kserve-version v0.19",
            "llm/trouble/empty-route.yaml",
            "validate llm/trouble/texts.yaml",
            "validate llm/trouble/route-rules.yaml",
            &format!("{scheduler} --kserve-version v0.17"),
            &format!("{scheduler} --kserve-version v0.18"),
            &format!("{scheduler} --kserve-version v0.19"),
            scheduler,
        ],
    );
}

#[test]
fn composition_of_llm_inference_services() {
    check_calls(
        "llm-composition",
        &[
            "llm/tensor.yaml -o name",
            "explain config llm/bases.yaml",
            "explain config llm/bases.yaml -o markdown",
            "explain config llm/tensor.yaml -o json",
            "explain config llm/tensor.yaml -o html",
            "explain config llm/missing.yaml",
            "explain config llm/pipeline.yaml",
            "explain config llm/tensor.yaml --no-defaults --context llm/config-only.yaml",
            "explain config llm/actuators.yaml",
            "explain config llm/actuators.yaml -o markdown",
            "explain config llm/actuators.yaml -o html",
            "status llm/mistakes.yaml",
            "llm/mistakes.yaml",
            "check llm/mistakes.yaml",
            "explain why template.containers[main].args llm/bases.yaml",
            "explain why template.containers[main].livenessProbe llm/bases.yaml",
            "explain why model.name llm/bases.yaml",
            "explain why tracing llm/tracing.yaml",
            "explain why spec.router.scheduler.config llm/tracing.yaml",
            "explain why template.containers[main].arg llm/bases.yaml",
            "explain why model.name llm/missing.yaml",
            "explain config llm/small.yaml",
            "explain config llm/small.yaml -o json",
            "explain config llm/small.yaml -o markdown",
            "explain why replica llm/small.yaml",
            "explain why parallelism llm/small.yaml",
            "explain why model llm/small.yaml",
            "explain config llm/mistakes.yaml",
            "explain config llm/mistakes.yaml -o markdown --service slip",
            "explain config llm/mistakes.yaml -o json --service slip",
            "explain config llm/templates.yaml",
            "explain why model.name llm/mistakes.yaml",
            "explain config explain.yaml",
            "explain config --help",
            "explain why --help",
        ],
    );
}

#[test]
fn webhook_answers_to_llm_inference_services() {
    check_calls(
        "llm-validation",
        &[
            "validate llm/schema.yaml",
            "validate llm/actuators.yaml",
            "validate llm/routes.yaml",
            "validate llm/old.yaml",
            "validate llm/traffic.yaml",
            "validate llm/rules.yaml",
            "validate llm/preset.yaml --observed llm/preset-before.yaml",
            "validate llm/grown-more.yaml --observed llm/grown.yaml",
            "validate llm/tensor.yaml --kserve-version v0.16",
            "validate llm/templates.yaml",
            "validate llm/schema.yaml -o json",
        ],
    );
}

#[test]
fn help() {
    let commands = [
        "render",
        "status",
        "explain",
        "explain template",
        "explain why",
        "explain config",
        "check",
        "validate",
        "lint",
        "diff",
        "runtimes",
        "config",
        "config show",
        "config check",
        "config defaults",
        "config project",
        "config crd",
        "config schema",
        "krm",
        "completions",
        "man",
        "version",
    ];
    let lines: Vec<String> = commands.iter().map(|command| format!("{command} --help")).collect();
    let mut lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    lines.insert(0, "--help");
    check_calls("help", &lines);
}

#[test]
fn views() {
    check_calls(
        "views",
        &[
            "standard.yaml --kind svc",
            "standard.yaml --kind svc --no-comments --owner-uid 1234 -n garden",
            "standard.yaml --kind svc -o json",
            "standard.yaml --kind svc -o jsonl",
            "standard.yaml -o name",
            "standard.yaml -o table",
            "standard.yaml -o url",
            "standard.yaml -o status",
            "standard.yaml -o template=summary.jinja",
            "standard.yaml -o template=missing.jinja",
            "standard.yaml --template {{name}",
            "status standard.yaml",
        ],
    );
}

#[test]
fn explain() {
    check_calls(
        "explain",
        &[
            "explain standard.yaml",
            "explain serverless.yaml --context knative.yaml",
            "explain explain.yaml -c explain-config.yaml",
            "explain runtime explain.yaml -o json",
            "explain mode url serverless.yaml --set deploy.defaultDeploymentMode=Standard --knative-domain acme.example",
            "explain mode hosts serverless.yaml --set ingress.disableIstioVirtualHost=true --not-ready flower-predictor",
            "explain objects standard.yaml --set ingress.disableIngressCreation=true",
            "explain url standard.yaml --set ingress.disableIngressCreation=true",
            "explain url hosts explain-traffic.yaml --observed explain-traffic-observed.yaml",
            "explain hosts explain-traffic.yaml",
            "explain objects hosts standard.yaml --not-ready flower-predictor",
            "explain url mode standard.yaml --set ingress.domainTemplate={{.Name}}_{{.Namespace}}",
            "explain mode storage standard.yaml --set ingress=1",
            "explain refused.yaml",
            "explain ./url",
            "explain urls standard.yaml",
            "explain standard.yaml URL",
            "rendr standard.yaml",
            "explain runtime autoscaler explain-slips.yaml",
            "explain storage explain-storage.yaml",
            "render --inject explain-storage.yaml -o name",
            "explain storage copied-settings.yaml",
            "explain url hosts explain-traffic.yaml --context explain-domain.yaml",
            "explain url serverless.yaml --context explain-domain.yaml",
            "explain storage inject.yaml",
            "explain template {{.Name}}.{{.IngressDomain}} --name x -n y",
            "explain template --name x -n y --set ingress.ingressDomain=acme.example -o json",
            "explain template {{.Name}}.{{.Labels.team}}.{{.Foo}} --name x -l team=blue",
            "explain template {{.Name --name x",
            "explain template {{.Name}}_{{.Namespace}} --name X",
            "explain template --path /serving/{{.Namespace}}/{{.Name}} --name x",
            "explain template --path --name x",
            "explain template",
        ],
    );
}

#[test]
fn finding_forms() {
    let forms = ["text", "json", "sarif", "github", "gitlab", "junit", "markdown"];
    let lines: Vec<String> = forms.iter().map(|form| format!("validate reading/broken.yaml -o {form}")).collect();
    let mut lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    lines.extend([
        "validate reading/missing.yaml reading/latin1.yaml reading/petal-twice.yaml -o github",
        "validate reading/missing.yaml reading/petal-twice.yaml",
        "validate reading/petal-twice.yaml reading/petal-twice.yaml",
        "validate reading/petal-twice.yaml --context reading/knative-config.yaml --context reading/petal-twice.yaml",
        "validate reading/petal-twice.yaml -c reading/config-as-yaml.yaml",
        "lint --explain config-incomplete",
        "lint --explain unknown-project-option",
        "validate standard.yaml --set ingress.enableGatewayApi=flase",
        "validate standard.yaml --set ingress.enableGatewayApi=flase -o json",
        "validate standard.yaml --set ingress.enableGatewayApi=flase -o sarif",
        "validate standard.yaml --set ingress.enableGatewayApi=flase -o junit",
        "config check --set ingress.enableGatewayApi=flase",
        "validate standard.yaml --set ingress.ingresDomain=acme.example -o github",
        "validate standard.yaml --set ingress.ingresDomain=acme.example --strict",
        "render standard.yaml --set ingress.ingresDomain=acme.example -o url --strict",
    ]);
    check_calls("finding-forms", &lines);
}

#[test]
fn repository() {
    check_calls(
        "repository",
        &[
            "check -R repository",
            "check -R repository -o github -v --exclude vendor --exclude graphs/ --param IMAGE=acme.example/petal:1 --param TOKEN=x",
            "check -R repository/docs --markdown -o github",
            "check -R repository/openshift --param IMAGES=x -o github",
            "validate -R repository/apps -o github",
            "lint -R repository/apps",
            "render -R repository/apps -o name",
            "render -R repository/apps -o name --keep-going",
            "render -R repository/vendor repository/apps/base --exclude vendored.yaml -o name",
            "render repository/vendor/vendored.yaml repository/apps/base/leaf.yaml --exclude vendor -o url",
            "status repository/flux",
            "check repository/apps/overlays/prod/kustomization.yaml -o github",
            "check repository/charts/leaf/values.yaml repository/charts/leaf/templates/leaf.yaml repository/jinja/service.yaml -o github",
            "check repository/charts/leaf/values.yaml repository/charts/leaf/templates/leaf.yaml repository/apps/base/leaf.yaml --pass-over -o github",
            "check -R repository/charts/leaf/templates -o github",
            "check repository/apps/base -o github",
            "check -R repository/jinja -o github",
            "check -R repository/cluster -o github",
            "check -R repository/cluster --context nested -o github",
            "render repository/openshift/runtime.yaml --param IMAGE",
            "render repository/apps/base/kustomization.yaml",
            "check repository/graphs/graph.yaml -o github",
            "check -R empty-repository",
            "check -R empty-repository -o json",
            "render empty-repository",
            "render empty-repository --allow-empty",
            "explain url -R repository/apps --service leaf --keep-going",
            "status -R repository/apps --service l* --keep-going",
            "status -R repository/apps --service default/beside --keep-going",
            "status -R repository/apps --service petal --keep-going",
            "check repository",
            "check -R repository --exclude {a",
        ],
    );
}

#[test]
fn builds() {
    let programs = [("PATH", "bin")];
    let with = [
        "check -R repository/apps/base repository/apps/overlays --kustomize -o github",
        "render -R repository/apps/base repository/apps/overlays --kustomize -o url",
        "render -R repository/charts --helm -o name -v",
        "check -R builds --kustomize -o github",
        "check builds/failing --kustomize",
    ];
    let without =
        ["check -R repository/apps/overlays --kustomize -o github", "check -R repository/charts --helm -o github"];
    let mut calls: Vec<String> = with.iter().map(|line| call(line, "", &programs)).collect();
    calls.extend(without.iter().map(|line| call(line, "", &[("PATH", "no-programs")])));
    let fails = [("KUBECTL_EXTERNAL_DIFF", "bin/kustomize build silent")];
    calls.push(call("diff standard.yaml standard-changed.yaml", "", &fails));
    check("builds", &calls);
}

#[test]
fn releases() {
    check_calls(
        "releases",
        &[
            "standard.yaml -c releases/config-v0.17.yaml -o url",
            "standard.yaml -c releases/config-v0.17.yaml -o url --kserve-version v0.20",
            "standard.yaml -c releases/config-v0.17.yaml -o url --kserve-version 0.17",
            "standard.yaml -c releases/config-v0.9.yaml -o url",
            "standard.yaml --context releases/definition.yaml -o url",
            "standard.yaml --kserve-version v0.18.0 -o url",
            "standard.yaml --kserve-version v0.14 -o url",
            "check standard.yaml -c releases/config-v0.17.yaml",
            "lint standard.yaml -c releases/config-v0.17.yaml",
            "explain mode standard.yaml -c releases/config-v0.17.yaml",
        ],
    );
}

#[test]
fn project() {
    check_calls(
        "project",
        &[
            "check -R project -o github",
            "status -R project",
            "render -R project/apps --kserve-version v0.20 -n other -o name --set ingress.ingressDomain=b.example",
            "render project/drafts/leaf.yaml -o url",
            "status project/apps/prod/leaf.yaml --project project-broken/is-strict.yaml --set ingress.x=1",
            "config project project",
            "config project",
            "check standard.yaml --project project-broken/broken.yaml",
            "check standard.yaml --project project-broken/strict.yaml",
            "check standard.yaml --project project-broken/severity.yaml",
            "check standard.yaml --project project-broken/code.yaml",
            "check standard.yaml --project project-broken/map.yaml",
            "check standard.yaml --project project-broken/text.yaml",
            "check standard.yaml --project project-broken/texts.yaml",
            "check standard.yaml --project project-broken/missing.yaml",
            "check standard.yaml --project project-broken/unlike.yaml",
        ],
    );
}

#[test]
fn missing_secrets_are_reported_the_same_everywhere() {
    let commands =
        ["render -o name", "render --inject -o name", "status", "explain storage", "lint", "check -o github"];
    let lines: Vec<String> =
        commands.iter().map(|command| format!("{command} missing-secret.yaml --context project/cluster")).collect();
    check_calls("missing-secret", &lines.iter().map(String::as_str).collect::<Vec<_>>());
}

#[test]
fn reports_of_new_users() {
    let mut calls: Vec<String> = [
        // A wrong key in the configuration is reported where it is used.
        "render standard.yaml -c config-typo.yaml -o url",
        "render standard.yaml -c config-typo.yaml -o url --strict",
        "config show -c config-typo.yaml",
        // Unknown fields, and misspelt kinds.
        "render misplaced.yaml -o name --strict",
        "render refused/other-kinds.yaml -o name",
        "validate refused/other-kinds.yaml -o github",
        // Crashes of the webhook are reported as such.
        "render no-model.yaml",
        "lint no-model.yaml",
        "check no-model.yaml -o github",
        // What templates have access to.
        "standard.yaml --template {{nme}}",
        "standard.yaml --template {{widget}}",
        "standard.yaml --template {{name}}={{url}}",
        "status standard.yaml -o wide",
        "explain standard.yaml --short",
        "explain refused.yaml --short",
        "diff standard.yaml standard-changed.yaml --color always",
        "validate standard.yaml -c null-local-model.yaml",
        "-h",
        "explain -h",
        "check -h",
        "man config show",
        "man config nothing",
        "man --dir /proc/kserve-render",
        "version",
        "version -o json",
        "standard.yaml -o url -vv",
        "validate --explain repeated-key",
        "check --explain KSR035",
        "diff refused.yaml refused.yaml --stat --strict",
        "diff standard.yaml standard.yaml --kind svcc --strict",
        "runtimes --for standard.yaml -o json",
    ]
    .iter()
    .map(|line| call(line, "", &[]))
    .collect();
    let more = [
        "render slips/format.yaml",
        "status slips/runtime.yaml",
        "render slips/protocol.yaml",
        "lint slips/format.yaml slips/runtime.yaml slips/protocol.yaml",
        "explain url slips/template.yaml --set ingress.domainTemplate={{.Name}}.{{.Labels.team}}.acme.example",
        "render slips/template.yaml --set ingress.domainTemplate={{.Name}}.{{.Labels.team}}.acme.example",
        "explain template --name leaf {{.Nam}}.acme.example",
        "explain template --name leaf {{.Xyzzy}}.acme.example",
        "explain template --name leaf {{.Labels.team}}.{{.Annotations.tier}}.acme.example",
        "render slips/template.yaml --set ingress.domainTemplate={{lower(.Name)}}.acme.example",
        "render standard.yaml -c slips/broken-config.yaml -o name",
        "diff empty-repository empty-repository",
        "diff slips/no-service.yaml slips/no-service.yaml",
        "diff slips/no-service.yaml --from-version v0.17 --to-version v0.20",
        "diff slips/no-service.yaml --live slips/no-service.yaml",
        "diff slips/no-service.yaml slips/no-service.yaml --allow-empty",
        "diff standard.yaml standard-changed.yaml --kind svcc",
        "diff refused.yaml refused.yaml",
        "standard.yaml --kind svc,deploy -o name",
        "check slips/set-at-runtime.yaml -o github",
        "check -R slips/priorities -o github",
        "runtimes --help",
        "../../examples/graph --template {{kind}}:{{service}} -q",
    ];
    calls.extend(more.iter().map(|line| call(line, "", &[])));
    let list = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/cli/krm-strict.yaml"));
    let list = list.expect("a list");
    calls.push(call("krm", &list, &[]));
    calls.push(call("krm", &list.replace("strict: true", "strict: false"), &[]));
    check("new-users", &calls);
}

/// What a real bash offers after these words, the last of which is to be completed.
fn offered(words: &[&str]) -> Vec<String> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("completions/kserve-render.bash");
    let last = words.last().expect("a word");
    let before = words.get(words.len() - 2).expect("a word before");
    let line = format!(
        "source '{}'; COMP_WORDS=({}); COMP_CWORD={}; \
         _kserve__render kserve-render '{last}' '{before}'; printf '%s\\n' \"${{COMPREPLY[@]}}\"",
        script.display(),
        words.iter().map(|word| format!("'{word}'")).collect::<Vec<_>>().join(" "),
        words.len() - 1
    );
    let output = Command::new("bash").args(["--norc", "--noprofile", "-c", &line]).output().expect("bash");
    String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect()
}

#[test]
fn bash_completes_behind_commands() {
    if Command::new("bash").arg("--version").output().is_err() {
        println!("skipped: there is no bash");
        return;
    }
    let has = |words: &[&str], wanted: &str| {
        let offered = offered(words);
        assert!(offered.iter().any(|word| word == wanted), "{words:?} offers {offered:?}");
    };
    has(&["kserve-render", "ch"], "check");
    has(&["kserve-render", "render", "--ki"], "--kind");
    has(&["kserve-render", "render", "--kind", ""], "Deployment");
    has(&["kserve-render", "render", "-o", ""], "jsonl");
    has(&["kserve-render", "lint", "--fail-on", ""], "warning");
    has(&["kserve-render", "lint", "--explain", ""], "KSR009");
    has(&["kserve-render", "lint", "--suppress", ""], "KSV101");
    has(&["kserve-render", "config", ""], "show");
    has(&["kserve-render", "config", "show", "--kserve"], "--kserve-version");
    has(&["kserve-render", "status", "--kserve-version", ""], "v0.17");
    has(&["kserve-render", "diff", "--from-version", ""], "v0.15");
    has(&["kserve-render", "status", "--without-api", ""], "keda.sh/v1alpha1");
    has(&["kserve-render", "explain", ""], "url");
    has(&["kserve-render", "isvc.yaml", "--out"], "--output");
}

#[test]
fn validation() {
    let forms = ["", " -o json", " -o sarif", " -o github"];
    let mut lines: Vec<String> = forms.iter().map(|form| format!("validate invalid.yaml{form}")).collect();
    lines.push("validate standard.yaml".into());
    lines.push("validate standard.yaml -o sarif".into());
    lines.push("validate broken.yaml".into());
    lines.push("validate misplaced.yaml".into());
    check_calls("validation", &lines.iter().map(String::as_str).collect::<Vec<_>>());
}

#[test]
fn differences() {
    check_calls(
        "differences",
        &[
            "diff standard.yaml standard.yaml",
            "diff standard.yaml standard-changed.yaml",
            "diff standard.yaml standard-changed.yaml --stat",
            "diff standard.yaml standard-changed.yaml -o json --kind Deployment",
            "diff standard.yaml standard-changed.yaml -U0 --kind deployment --ignore-path spec.template.metadata",
            "diff standard.yaml --from-version v0.16 -U0",
            "diff standard.yaml --to-version v0.15 --stat",
            "diff standard.yaml --to-config config.yaml --stat",
            "diff standard.yaml",
            "diff standard.yaml missing.yaml",
            "diff standard.yaml copied-settings.yaml --kind isvc",
            "diff standard.yaml standard-changed.yaml --kind Deploymnt",
            "diff - -",
        ],
    );
}

/// Two sides of one cluster; each call guards against something that was reported.
#[test]
fn living_clusters() {
    check_calls(
        "living-clusters",
        &[
            // A mode whose name the new release no longer knows makes another kind of service.
            "diff living/raw.yaml --from-version v0.15 --to-version v0.16 -U0",
            "diff living/raw.yaml --from-version v0.15 --to-version v0.19 --stat",
            "diff living/raw.yaml --observed living/raw-stored.yaml --from-version v0.15 --to-version v0.16 --stat",
            "diff living/raw.yaml --observed living/raw-stored.yaml --from-version v0.15 --to-version v0.17 --stat",
            // Another default mode changes nothing by itself.
            "diff living/default-mode.yaml --to-config living/standard-by-default.yaml",
            "diff living/default-mode.yaml --to-config living/standard-by-default.yaml --fresh --stat",
            "diff living/default-mode.yaml --to-config living/standard-by-default.yaml --fresh --stat --kind svc",
            "diff living/default-mode.yaml --to-config living/standard-by-default.yaml --fresh --stat --kind ksvc",
            "diff living/default-mode.yaml --observed living/default-mode-stored.yaml --to-config living/standard-by-default.yaml",
            // Objects that nothing deletes, and objects that conflict.
            "diff living/hpa.yaml living/keda.yaml --stat",
            "diff living/hpa.yaml living/keda.yaml -o json --kind hpa --kind so",
            "diff living/hpa.yaml living/keda.yaml --keda-webhook --stat",
            "diff living/hpa.yaml living/external.yaml -U0",
            "diff living/canary.yaml living/promoted.yaml --stat --set ingress.enableGatewayApi=true",
            "diff living/hpa.yaml --to-config living/gateway-api.yaml --stat",
            "diff living/hpa.yaml --to-config living/gateway-api.yaml --without-api gateway.networking.k8s.io/v1 -o markdown",
            "render living/promoted.yaml --observed living/canary-dump.json -o name --set ingress.enableGatewayApi=true",
            // A refused update changes nothing.
            "diff living/default-mode.yaml living/default-mode-standard.yaml",
            // The controller's own first write is refused, but only for a new service.
            "render living/knative-annotation.yaml --kserve-version v0.19",
            "diff living/knative-annotation.yaml --from-version v0.18 --to-version v0.19 --fresh --stat",
            "diff living/knative-annotation.yaml --from-version v0.18 --to-version v0.19 -U0 --kind hpa",
            "diff living/knative-annotation.yaml --from-version v0.18 --to-version v0.19 --stat",
            "diff living/knative-annotation.yaml --from-version v0.19 --to-version v0.20 --stat",
            "render living/knative-annotation.yaml --kserve-version v0.18 -o name",
            "render living/knative-annotation.yaml --kserve-version v0.20 -o name",
            "render living/knative-annotation-with-finalizer.yaml --kserve-version v0.19 -o name",
            "render living/knative-annotation.yaml --observed living/knative-annotation-stored.yaml --kserve-version v0.19 -o name",
            // Multi-node predictors never become ready in between.
            "status living/multi-node.yaml --kserve-version v0.17",
            "render living/multi-node.yaml --kserve-version v0.17 -o name",
            "status living/multi-node.yaml --kserve-version v0.17 -o yaml",
            "status living/multi-node-raw.yaml --kserve-version v0.15",
            "status living/multi-node.yaml --kserve-version v0.19",
            "status living/hpa.yaml -o wide",
            // There are as many copies as pods of the model.
            "render living/copies.yaml --template {{name}}:{{status.modelStatus.copies.totalCopies}} --kserve-version v0.18",
            // Services with the same name in two folders are never mixed up.
            "diff living/prod living/staging --stat",
            "diff living/both --to-version v0.20 --from-version v0.20 --stat -R",
            "diff living/both --to-version v0.20 --from-version v0.17 --stat -R",
            // A Knative Service and the Service with its name.
            "diff living/knative.yaml --live living/knative-dump.json",
            "diff living/knative.yaml --live living/knative-dump-reversed.json",
            "diff living/knative.yaml --live living/nothing-dump.yaml --stat",
            "diff living/hpa.yaml --live living/knative-dump.json --stat --set ingress.enableGatewayApi=true",
            // What the controller deletes or leaves, and kinds that the dump lacks.
            "diff living/external.yaml --live living/hpa-dump.json -U0",
            "diff living/external.yaml --live living/hpa-dump.json -o json",
            "diff living/failing.yaml --live living/hpa-dump.json --stat",
            "diff living/keda.yaml --live living/hpa-dump.json --stat",
            "render living/keda.yaml --observed living/hpa-dump.json -o name",
            "render living/external.yaml --observed living/hpa-dump.json -o name",
            // Pods after the webhook.
            "diff living/depot-storage.yaml --from-version v0.19 --to-version v0.20 --inject -U0",
            "diff living/raw.yaml --from-version v0.17 --to-version v0.18 --stat --kind Deployment",
            "diff living/logged.yaml --from-version v0.17 --to-version v0.18 --inject -U0 --kind Deployment --set logger.image=acme/agent:1",
            "diff living/raw.yaml --from-version v0.15 --to-version v0.16 -o markdown",
            "diff living/raw.yaml --from-version v0.20 --to-version v0.20 -o markdown",
            "diff living/default-mode.yaml --to-config living/standard-by-default.yaml --kserve-version v0.16",
            "diff living/hpa.yaml living/keda.yaml -U0 --kind so",
            // The objects in a dump, as they are stored.
            "status --observed ../../examples/upgrade/cluster/dump.yaml --kserve-version v0.20",
            "diff --observed ../../examples/upgrade/cluster/dump.yaml --from-version v0.16 --to-version v0.16",
            "diff --observed ../../examples/upgrade/cluster/dump.yaml --from-version v0.16 --to-version v0.20 --stat",
            "diff ../../examples/upgrade --live ../../examples/upgrade/cluster/dump.yaml --kserve-version v0.16",
            "render --observed ../../examples/upgrade/cluster/dump.yaml -o name --set ingress.enableGatewayApi=true",
            "render --observed living/failing-dump.yaml -o name",
            "status --observed living/renamed-mode-dump.yaml --kserve-version v0.16",
            "diff --observed ../../examples/upgrade/cluster/dump.yaml --from-version v0.16 --to-version v0.20 -o markdown",
            "diff living/logged.yaml --from-version v0.17 --to-version v0.18 --inject -o json --kind Deployment",
        ],
    );
}

#[test]
fn injection() {
    check_calls(
        "injection",
        &[
            "inject.yaml --inject --name maps-predictor --kind Deployment --no-comments",
            "copied-settings.yaml --inject --kind Deployment --name paint-predictor --no-comments",
            "inject.yaml --show-secrets --name atlas-predictor --kind Deployment --no-comments",
            "copied-host.yaml --inject --kind Deployment --no-comments",
            "inject.yaml -o name --kind Deployment,ksvc",
            "refused-pods.yaml --inject -o name",
            "refused-pods.yaml --inject -o name --keep-going",
            "refused-pods.yaml -o name",
            "lint refused-pods.yaml",
        ],
    );
    // A report contains refused pods as data.
    let report = call("refused-pods.yaml --inject -o report -q", "", &[]);
    let refused = "error: specified storage key nosuch not found in storage secret storage-config\n";
    assert!(report.contains(refused) && report.ends_with("--- exit status 0\n"), "{report}");
}

#[test]
fn selection() {
    check_calls(
        "selection",
        &[
            "standard.yaml -o name --kind Deployment,hpa",
            "standard.yaml -o name --component predictor",
            "standard.yaml -o name --component transformer",
            "standard.yaml -o name --name flower",
            "standard.yaml -o name --kind Deploymnt,Widget",
            "mixed.yaml -q -o name --passthrough --kind Widget",
            "standard.yaml -o name -l component=predictor,!x",
            "standard.yaml -o name -l =x",
        ],
    );
}

#[test]
fn inputs() {
    let service = include_str!("../testdata/cli/standard.yaml");
    let list = format!("kind: List\nitems:\n- {}", service.trim_end().replace('\n', "\n  "));
    let mut calls: Vec<String> = [
        "mixed.yaml -o name",
        "-q mixed.yaml -o name --passthrough",
        "-q mixed.yaml -o name --passthrough=all",
        "-f mixed.yaml -o url -v",
    ]
    .iter()
    .map(|line| call(line, "", &[]))
    .collect();
    calls.push(call("-o url", service, &[]));
    calls.push(call("- standard.yaml -o url", &list, &[]));
    calls.push(call("-o name --passthrough", "{\"kind\": \"Widget\", \"metadata\": {\"name\": \"json\"}}", &[]));
    calls.push(call("-o name", "", &[]));
    calls.push(call(
        "standard.yaml -o url --without-api istio --not-ready flower --not-ready flower-predictor",
        "",
        &[],
    ));
    let scaled = service
        .replace("deploymentMode: Standard", "deploymentMode: Standard\n    serving.kserve.io/autoscalerClass: keda");
    assert_ne!(scaled, service);
    calls.push(call("-o name --without-api keda.sh/v1alpha1", &scaled, &[]));
    calls.extend(["nothing.yaml", "..", "nested -o url", "nested -R -o url"].iter().map(|line| call(line, "", &[])));
    check("inputs", &calls);
}

#[test]
fn refusals() {
    check_calls(
        "refusals",
        &[
            "refused.yaml",
            "refused.yaml -o name --keep-going",
            "-qq refused.yaml -o status --keep-going",
            "broken.yaml",
            "broken.yaml -o url --keep-going",
            "standard.yaml --kserve-version 1.0",
            "standard.yaml --output yml",
            "standard.yaml --prune",
            "unknown-command",
        ],
    );
}

#[test]
fn configuration() {
    let mut calls: Vec<String> = [
        "config check config.yaml",
        "config check",
        "config check --no-defaults",
        "config show -c config.yaml --set deploy.defaultDeploymentMode=Knative",
        "config show -o yaml -c config.yaml -q",
        "config defaults storage --kserve-version 0.15",
        "config crd Trained",
        "config schema",
        "config schema llmisvc --kserve-version v0.15",
        "config schema tm --strict",
        "standard.yaml -o url --set ingress.ingressDomain=models.example.org",
        "standard.yaml -o url --set ingress",
        "standard.yaml -o url --set ingress.ingressDomain.deeper=1",
        "standard.yaml -c standard.yaml",
        "standard.yaml -c missing.yaml",
    ]
    .iter()
    .map(|line| call(line, "", &[]))
    .collect();
    let variables = [("KSERVE_RENDER_CONFIG", "config.yaml"), ("KSERVE_RENDER_KSERVE_VERSION", "v0.16")];
    calls.push(call("config show -q", "", &variables));
    check("configuration", &calls);
}

#[test]
fn knative() {
    check_calls(
        "knative",
        &[
            "serverless.yaml -o status",
            "serverless.yaml -o status --context knative.yaml",
            "serverless.yaml -o status --context knative.yaml --knative-domain x.example --knative-url-scheme http",
            "serverless.yaml -o status --without-api serving.knative.dev/v1",
        ],
    );
}

#[test]
fn runtimes() {
    check_calls(
        "runtimes",
        &[
            "runtimes -o name --kserve-version v0.16",
            "runtimes",
            "runtimes --no-defaults",
            "runtimes --for standard.yaml",
            "runtimes --for standard.yaml -o json",
            "runtimes --for standard.yaml -o name",
        ],
    );
}

/// The documents of a text as a ResourceList.
fn resource_list(documents: &str) -> String {
    let items = documents.split("---\n").map(|item| format!("- {}\n", item.trim_end().replace('\n', "\n  ")));
    format!("apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n{}", items.collect::<String>())
}

#[test]
fn krm() {
    let list = include_str!("../testdata/cli/krm.yaml");
    let refused = include_str!("../testdata/cli/krm-refused.yaml");
    check(
        "krm",
        &[
            call("krm", list, &[]),
            call("krm", refused, &[]),
            call("krm", &list.replace("keepServices: true", "keepService: yes"), &[]),
            call("krm --inject", &resource_list(include_str!("../testdata/cli/refused-pods.yaml")), &[]),
            call("krm --inject --lint", &resource_list(include_str!("../testdata/cli/refused-pods.yaml")), &[]),
            call("krm", include_str!("../testdata/cli/krm-options.yaml"), &[]),
            call("krm --set deploy=x", list, &[]),
            call("krm --set deploy.x.y=1 -c missing.yaml", refused, &[]),
            call("krm", "kind: List\nitems: []\n", &[]),
            call("krm -q", "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\n", &[]),
        ],
    );
}

/// What no cluster holds, and what stands twice, is told in the same words wherever it is given.
#[test]
fn what_a_cluster_is_said_to_hold() {
    let lines = [
        "validate held/versions.yaml --kserve-version v0.16 -o github",
        "render held/versions.yaml --kserve-version v0.16 -o name",
        "validate held/versions.yaml --kserve-version v0.15 -o github -qq",
        "render held/service.yaml held/runtime.yaml -o url",
        "status held/service.yaml held/runtime.yaml",
        "explain runtime held/service.yaml held/runtime.yaml --short",
        "lint held/service.yaml held/runtime.yaml -o github",
        "validate held/runtime.yaml",
        "runtimes --context held/runtime.yaml -o name -n garden",
        "runtimes --for held/service.yaml --context held/runtime.yaml",
        "render held/service.yaml --context held/runtime.yaml -o url",
        "render held/service.yaml --observed held/runtime.yaml -o url",
        "render held/service.yaml --observed held/dump.yaml -o url",
        "status --observed held/dump.yaml",
        "diff held/service.yaml --live held/dump.yaml --stat",
    ];
    let mut calls: Vec<String> = lines.iter().map(|line| call(line, "", &[])).collect();
    let (service, runtime) =
        (include_str!("../testdata/cli/held/service.yaml"), include_str!("../testdata/cli/held/runtime.yaml"));
    calls.push(call("krm", &resource_list(&format!("{service}---\n{runtime}")), &[]));
    calls.push(call("krm --strict", &resource_list(&format!("{service}---\n{service}")), &[]));
    let list = format!("apiVersion: v1\nkind: List\nitems:\n- {}\n", service.trim_end().replace('\n', "\n  "));
    calls.push(call("krm", &resource_list(&list), &[]));
    let noted = |file: &str| {
        let path = format!("config.kubernetes.io/path: {file}/flower.yaml");
        service.replace("namespace: garden", &format!("namespace: garden\n  annotations: {{{path}}}"))
    };
    calls.push(call("krm", &resource_list(&format!("{}---\n{}", noted("staging"), noted("production"))), &[]));
    check("held", &calls);
}

#[test]
fn metadata_of_the_wrong_types_is_refused_in_the_words_of_the_api_server() {
    check_calls(
        "metadata-types",
        &[
            "validate refused/metadata.yaml",
            "render refused/metadata.yaml -o name",
            "lint refused/metadata.yaml -o github",
        ],
    );
}

#[test]
fn lint() {
    let lines = [
        "lint lint.yaml",
        "lint lint.yaml -q --fail-on never",
        "lint lint.yaml --suppress KSR002 --suppress unknown-field=garden/weed --fail-on error",
        "lint lint.yaml --suppress KSR002=garden/flower -o json",
        "lint lint.yaml -o sarif",
        "lint lint.yaml -o github",
        "lint lint.yaml --suppress KSR999",
        "lint standard.yaml -c config.yaml",
        "lint --list",
        "lint --explain ksr001",
        "lint --explain unknown-field",
        "lint --explain nothing",
        "lint lint.yaml --fail-on info -qq",
    ];
    let mut calls: Vec<String> = lines.iter().map(|line| call(line, "", &[])).collect();
    let service = include_str!("../testdata/cli/standard.yaml");
    let misspelt = service
        .replace("name: sklearn", "name: skleran")
        .replace("deploymentMode: Standard", "deploymentMode: Standard\n    kserve-render/ignore: \"*\"");
    calls.push(call("lint", &misspelt, &[]));
    calls.push(call("lint -o github", &misspelt, &[]));
    check("lint", &calls);
}

#[test]
fn colour() {
    let calls = [
        call("refused.yaml --color always", "", &[]),
        call("refused.yaml", "", &[("CLICOLOR_FORCE", "1")]),
        call("refused.yaml --color never", "", &[("CLICOLOR_FORCE", "1")]),
        call("explain runtime autoscaler explain.yaml --color always", "", &[]),
        call(
            "status standard.yaml serverless.yaml refused.yaml --not-ready flower-predictor -qq --color always",
            "",
            &[],
        ),
        call("status standard.yaml -o wide --color always", "", &[]),
        call("explain config llm/small.yaml --color always", "", &[]),
        call("explain config llm/mistakes.yaml --service slip --color always", "", &[]),
    ];
    check("colour", &calls.map(|call| call.replace('\u{1b}', "<ESC>")));
}

/// A reader that exits early, such as `head`, is not an error.
#[test]
fn closed_pipe() {
    let mut child = command("config defaults")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""));
}

/// Every command that finds something lists the same rules.
#[test]
fn rules_are_listed_by_all_commands_that_find_something() {
    let list = |command: &str| call(&format!("{command} --list"), "", &[]).replace(command, "COMMAND");
    assert!(list("lint").contains("KSR001"));
    assert_eq!(list("validate"), list("lint"));
    assert_eq!(list("check"), list("lint"));
}

/// Files from other systems keep their line endings and byte order mark, and are fixed like any other file.
#[test]
fn fixed_files_keep_their_line_ends_and_byte_order_mark() {
    let work = Path::new(env!("CARGO_TARGET_TMPDIR")).join("line-ends");
    let _ = std::fs::remove_dir_all(&work);
    std::fs::create_dir_all(&work).expect("a folder");
    for name in ["leaf.yaml", "levels.yaml"] {
        let original = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/cli/fix").join(name);
        let text = std::fs::read_to_string(original).expect("a text");
        let mended = |file: &str, text: &str| {
            let file = work.join(file);
            std::fs::write(&file, text).expect("writable");
            let said = call(&format!("lint {} --unsafe-fixes --fail-on never", file.display()), "", &[]);
            assert!(said.contains("fixed"), "{said}");
            let again = call(&format!("lint {} --unsafe-fixes --diff", file.display()), "", &[]);
            assert!(again.contains("exit status 0") && !again.contains("would fix"), "{again}");
            std::fs::read_to_string(file).expect("a text")
        };
        let plain = mended(name, &text);
        assert_ne!(plain, text);
        let of_windows = |text: &str| format!("\u{feff}{}", text.replace('\n', "\r\n"));
        assert_eq!(mended(&format!("windows-{name}"), &of_windows(&text)), of_windows(&plain));
        assert_eq!(mended(&format!("endless-{name}"), text.trim_end()), plain.trim_end());
    }
}

/// With no room for the new content, as on a full disk, the old one stays.
#[test]
#[cfg(unix)]
fn a_file_that_cannot_be_written_stays_as_it_was() {
    let work = Path::new(env!("CARGO_TARGET_TMPDIR")).join("no-room");
    let _ = std::fs::remove_dir_all(&work);
    std::fs::create_dir_all(&work).expect("a folder");
    let original = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/cli/fix/leaf.yaml");
    let text = std::fs::read_to_string(original).expect("a text");
    std::fs::write(work.join("leaf.yaml"), &text).expect("writable");
    let limited = "trap '' XFSZ; ulimit -f 0; exec \"$0\" lint leaf.yaml --unsafe-fixes --fail-on never -q";
    let output = std::process::Command::new("sh")
        .args(["-c", limited, env!("CARGO_BIN_EXE_kserve-render")])
        .current_dir(&work)
        .output()
        .expect("a shell");
    let error = String::from_utf8_lossy(&output.stderr);
    check("no-room", &[format!("{error}--- exit status {}\n", output.status.code().unwrap_or_default())]);
    assert_eq!(std::fs::read_to_string(work.join("leaf.yaml")).expect("a text"), text);
    assert_eq!(std::fs::read_dir(&work).expect("a folder").count(), 1, "nothing else is left behind");
}

/// Each change that SARIF offers to code hosts fixes its finding, and leaves a text whose other findings are unchanged.
#[test]
fn changes_in_sarif_fix_their_findings() {
    let work = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sarif-changes.yaml");
    let text = include_str!("../testdata/cli/fix/levels.yaml");
    let results = |text: &str| {
        std::fs::write(&work, text).expect("writable");
        let output = command(&format!("check {} -o sarif", work.display())).output().expect("the program runs");
        let mut log: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        match log.pointer_mut("/runs/0/results").map(serde_json::Value::take) {
            Some(serde_json::Value::Array(results)) => results,
            _ => Vec::new(),
        }
    };
    let offset = |region: &serde_json::Value, line: &str, column: &str| {
        let number = |key: &str| region[key].as_u64().expect("a number") as usize;
        let start: usize = text.split_inclusive('\n').take(number(line) - 1).map(str::len).sum();
        start + text[start..].chars().take(number(column) - 1).map(char::len_utf8).sum::<usize>()
    };
    let mut count = 0;
    for result in results(text) {
        let Some(change) = result.pointer("/fixes/0/artifactChanges/0/replacements") else { continue };
        let mut edits: Vec<(usize, usize, &str)> = Vec::new();
        for replacement in change.as_array().expect("a list") {
            let region = &replacement["deletedRegion"];
            let inserted = replacement.pointer("/insertedContent/text").and_then(serde_json::Value::as_str);
            let (start, end) = (offset(region, "startLine", "startColumn"), offset(region, "endLine", "endColumn"));
            edits.push((start, end, inserted.unwrap_or_default()));
        }
        edits.sort_unstable();
        let mut changed = text.to_owned();
        for (start, end, inserted) in edits.into_iter().rev() {
            changed.replace_range(start..end, inserted);
        }
        let message = &result["message"]["text"];
        assert!(results(&changed).iter().all(|other| other["message"]["text"] != *message), "{changed}");
        count += 1;
    }
    assert_eq!(count, 4);
}

/// Runtimes, graphs and LLMInferenceServices have annotations that nothing reads, too.
#[test]
fn annotations_that_no_kind_reads() {
    check_calls(
        "unread-annotations",
        &[
            "lint unread-others.yaml",
            "lint unread-others.yaml --kserve-version v0.16",
            "check unread-others.yaml -o json --only KSR027",
        ],
    );
}

/// An object that a folder lacks may be in the cluster, unless it is among the documents and refused; a placeholder that is not
/// YAML is reported as such.
#[test]
fn missing_objects_may_be_in_the_cluster() {
    check_calls(
        "unknown-cluster",
        &[
            "check -R unknown-cluster",
            "check -R unknown-cluster/gateway.yaml unknown-cluster/assistant.yaml",
            "unknown-cluster/unfilled.yaml",
            "check unknown-cluster/braces.yaml",
            "serverless.yaml -o name",
            "serverless.yaml -o url",
        ],
    );
}

/// The line of a finding is shown although the word Secret is near it, but not if it is in a Secret.
#[test]
fn lines_are_shown_unless_a_secret_is_there() {
    let runtime = "apiVersion: serving.kserve.io/v1alpha1\nkind: ServingRuntime\nmetadata: {name: petal-server}\nspec:\n  # takes the Secret \
         bucket\n  imagePullSecrets: [{name: Secret}]\n  supportedModelFormats: [{name: petal, autoSelect: true}]\n  containers:\n  - name: \
         kserve-container\n    image: acme.example/petal:1\n    args: [\"--name={{.Nam}}\"]\n";
    let service = "apiVersion: serving.kserve.io/v1beta1\nkind: InferenceService\nmetadata: {name: leaf}\nspec: {predictor: {model: \
         {modelFormat: {name: petal}, storageURI: gs://garden-models/leaf}}}\n";
    let secret =
        "apiVersion: v1\nkind: Secret\nmetadata: {name: bucket, labels: {a b: c}}\nstringData: {password: hunter2}\n";
    let on_one_line = |text: &str| {
        let document: serde_json::Value = serde_json::from_str(text).expect("JSON");
        document.to_string()
    };
    let list = on_one_line(
        r#"{"apiVersion": "v1", "kind": "List", "items": [
            {"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "bucket"}, "stringData": {"password": "hunter2"}},
            {"apiVersion": "serving.kserve.io/v1beta1", "kind": "InferenceService", "metadata": {"name": "leaf"},
             "spec": {"predictor": {"model": {"modelFormat": {"name": "petal"}, "storageURI": "gs://garden-models/leaf"}}}}]}"#,
    );
    let calls = [
        call("check -", &format!("{runtime}---\n{service}"), &[]),
        call("check - -q", &format!("{runtime}---\n{service}---\n{secret}"), &[]),
        call("check -", &list, &[]),
        call("lint - --fix --diff", &list, &[]),
        call("- -o name", &format!("{runtime}---\n{service}"), &[]),
    ];
    for (index, call) in calls.iter().enumerate() {
        let answer = call.split_once("---").map_or("", |(_, answer)| answer);
        assert!(!answer.contains("hunter2"), "{index}: {call}");
    }
    check("lines-and-secrets", &calls);
}

/// Files are fixed so that nothing else in them changes, and a second run finds nothing more to do.
#[test]
fn files_are_fixed_and_otherwise_unchanged() {
    let work = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fix");
    let _ = std::fs::remove_dir_all(&work);
    std::fs::create_dir_all(&work).expect("a folder");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/cli/fix");
    for name in ["leaf.yaml", "anchors.yaml", "secret.yaml", "notes.md", "levels.yaml"] {
        std::fs::copy(folder.join(name), work.join(name)).expect("a copy");
    }
    let shown = work.display().to_string();
    let run = |line: &str| call(&line.replace("DIR", &shown), "", &[]).replace(&shown, "DIR");
    let text = |name: &str| {
        let text = std::fs::read_to_string(work.join(name)).expect("a text");
        format!("--- {name}\n{text}")
    };
    let mut calls = vec![
        run("lint DIR/leaf.yaml --diff"),
        run("lint DIR/leaf.yaml --diff --only KSR029"),
        run("lint DIR/leaf.yaml --fix --ignore KSR001,unread-annotation") + &text("leaf.yaml"),
        run("lint DIR/leaf.yaml --fix"),
        run("lint DIR/leaf.yaml --unsafe-fixes -q") + &text("leaf.yaml"),
        run("lint DIR/leaf.yaml --unsafe-fixes --diff"),
        run("lint DIR/anchors.yaml --fix -q") + &text("anchors.yaml"),
        run("lint DIR/secret.yaml --unsafe-fixes --diff"),
        run("lint DIR/notes.md --markdown --fix"),
        run("lint DIR/levels.yaml --fix --diff -q"),
        run("check DIR/levels.yaml -o sarif --only KSV101"),
        run("lint DIR/levels.yaml --unsafe-fixes -q") + &text("levels.yaml"),
        run("lint DIR/levels.yaml --unsafe-fixes --diff"),
    ];
    let service = std::fs::read_to_string(folder.join("leaf.yaml")).expect("a text");
    calls.push(call("lint --fix -q --fail-on never", &service, &[]));
    calls.push(call("lint --diff -", &service, &[]));
    // Another pipe would be waited for in the second round.
    calls.push(call("lint --fix /dev/stdin", &service, &[]));
    calls.push(call("lint --only KSR999", &service, &[]));
    check("fix", &calls);
}

/// Problems that people have reported to KServe, and what the program says about each.
#[test]
fn public_reports_are_answered() {
    let gateway = "--set ingress.enableGatewayApi=true";
    let standard = "--set deploy.defaultDeploymentMode=Standard";
    let by_path = "--set ingress.pathTemplate=/serving/{{.Namespace}}/{{.Name}}";
    let calls = [
        // 01, 02, 03
        format!("explain hosts reports/additional-domain.yaml {gateway} {standard} --set ingress.additionalIngressDomains=[\"more.example\"]"),
        format!("lint reports/long-host.yaml {standard} --set ingress.disableIngressCreation=true"),
        format!("explain url reports/long-host.yaml {standard} --set ingress.disableIngressCreation=true"),
        "lint reports/storage-uris.yaml --kserve-version v0.16".into(),
        "lint reports/storage-uris.yaml --kserve-version v0.16 --context reports/storage-uris-helm.yaml".into(),
        // 04, 05
        "lint reports/mode-serverless.yaml --kserve-version v0.16".into(),
        "validate reports/mode-serverless.yaml --kserve-version v0.16 -o github".into(),
        "lint reports/mode-serverless.yaml --kserve-version v0.17 --fail-on error".into(),
        "validate reports/mode-serverless.yaml --observed reports/mode-serverless-held.yaml --kserve-version v0.16".into(),
        "diff reports/mode-raw.yaml --from-version v0.15 --to-version v0.16 --stat".into(),
        "validate reports/default-mode.yaml --observed reports/default-mode-held.yaml --set deploy.defaultDeploymentMode=Standard".into(),
        // 06, 07, 08, 09, 10
        format!("lint reports/shared-host.yaml {gateway} {by_path}"),
        format!("lint reports/shared-host.yaml reports/shared-host-second.yaml {gateway} {by_path}"),
        format!("explain url reports/shared-host.yaml {gateway} {by_path}"),
        format!("lint reports/gateway.yaml {gateway} --set ingress.disableHTTPRouteTimeout=true"),
        "explain autoscaler reports/rollout.yaml".into(),
        "lint reports/agent-probe.yaml --kserve-version v0.17".into(),
        "lint reports/agent-probe.yaml --kserve-version v0.18".into(),
        "lint reports/value-and-value-from.yaml --kserve-version v0.19".into(),
        // 11, 12, 13, 14, 15
        "lint reports/headless.yaml --set service.serviceClusterIPNone=true".into(),
        "lint reports/headless.yaml --set service.serviceClusterIPNone=true --kserve-version v0.16".into(),
        "explain hosts reports/headless.yaml --set service.serviceClusterIPNone=true".into(),
        "status reports/multi-node.yaml --kserve-version v0.17".into(),
        "lint reports/multi-node.yaml --kserve-version v0.17".into(),
        "lint reports/multi-node.yaml".into(),
        "validate reports/renamed-mode.yaml --observed reports/renamed-mode-held.yaml --kserve-version v0.18".into(),
        "validate reports/renamed-mode.yaml --observed reports/renamed-mode-held.yaml --kserve-version v0.19".into(),
        format!("explain hosts reports/grpc-port.yaml {gateway}"),
        "explain hosts reports/canary-step.yaml --observed reports/canary-step-held.yaml".into(),
        "status reports/canary-step.yaml --observed reports/other-namespace-held.yaml".into(),
        // 16, 17, 18, 19, 20
        "lint reports/argument-twice.yaml".into(),
        "lint reports/placeholder.yaml".into(),
        "lint reports/placeholder-right.yaml --fail-on error".into(),
        "lint reports/framework-name.yaml --kserve-version v0.15".into(),
        "validate reports/framework-name.yaml -o github".into(),
        "validate reports/two-priorities.yaml -o github".into(),
        "lint reports/unread-annotations.yaml".into(),
        "lint reports/unread-annotations-more.yaml".into(),
        // 21, 22, 23, 24, 25
        "lint reports/no-scheme.yaml".into(),
        "explain storage reports/no-scheme.yaml".into(),
        "explain storage reports/cache-prefix.yaml --set localModel.enabled=true".into(),
        "lint reports/two-metrics.yaml".into(),
        "lint reports/two-metrics-old.yaml --kserve-version v0.15".into(),
        "lint reports/metric-annotations.yaml".into(),
        "lint reports/ingress-class.yaml".into(),
        format!("lint reports/ingress-class.yaml {gateway} --fail-on error"),
        // 26, 27, 28, 29, 30
        "lint reports/pods-refused.yaml --only KSR048".into(),
        "lint reports/pods-refused-injected.yaml --only KSR048".into(),
        format!("lint reports/path-routing.yaml {by_path}"),
        "lint reports/helm-mode.yaml --set deploy.defaultDeploymentMode=Standard --kserve-version v0.15".into(),
        format!("lint reports/promotion.yaml {gateway} --only KSR051"),
        format!("lint reports/promoted.yaml --observed reports/promotion-held.yaml {gateway} --only KSR061"),
        "lint reports/secret-keys.yaml".into(),
        "explain storage reports/secret-keys.yaml".into(),
        // 31, 32, 33, 34, 35, 36, 37
        "lint reports/left-behind.yaml --observed reports/left-behind-held.yaml".into(),
        "lint reports/collocated.yaml --only KSR045".into(),
        "lint reports/two-storage-containers.yaml".into(),
        "explain storage reports/two-storage-containers.yaml".into(),
        "lint reports/knative-annotation.yaml --kserve-version v0.19".into(),
        "status reports/knative-annotation.yaml --kserve-version v0.20".into(),
        "lint reports/new-mode-name.yaml --kserve-version v0.15 --set deploy.defaultDeploymentMode=RawDeployment".into(),
        "render reports/rollout-duration.yaml --kind ksvc".into(),
        "diff reports/placeholder-service.yaml --live reports/placeholder-service-live.yaml".into(),
    ];
    let calls: Vec<String> = calls.iter().map(|line| call(line, "", &[])).collect();
    check("reports", &calls);
}

#[test]
fn output_directory() {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("output-directory");
    let _ = std::fs::remove_dir_all(&directory);
    let shown = directory.display().to_string();
    let files = || {
        let mut files = Vec::new();
        let mut folders = vec![directory.clone()];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).expect("a folder") {
                let path = entry.expect("an entry").path();
                if path.is_dir() {
                    folders.push(path);
                } else {
                    let relative = path.strip_prefix(&directory).expect("below the directory");
                    files.push(format!("{}\n", relative.display()));
                }
            }
        }
        files.sort();
        format!("--- files\n{}", files.concat())
    };
    let run = |line: &str| call(&line.replace("DIR", &shown), "", &[]).replace(&shown, "DIR") + &files();
    let mut calls = vec![run("standard.yaml --output-dir DIR"), run("standard.yaml --output-dir DIR")];
    std::fs::write(directory.join("default/own.yaml"), "a: 1\n").expect("writable");
    calls.push(run("mixed.yaml --output-dir DIR"));
    calls.push(run("mixed.yaml --output-dir DIR --prune"));
    calls.push(run("refused.yaml --output-dir DIR --prune"));
    check("output-directory", &calls);
    let _ = std::fs::remove_dir_all(&directory);
    let calls = ["config schema tm localmodelnodes --dir DIR", "config schema tm --dir DIR --strict"].map(run);
    check("schema-directory", &calls);
}

/// The scripts in `completions/`, and the manual pages.
#[test]
fn completions() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (shell, file) in [
        ("bash", "kserve-render.bash"),
        ("elvish", "kserve-render.elv"),
        ("fish", "kserve-render.fish"),
        ("nushell", "kserve-render.nu"),
        ("powershell", "_kserve-render.ps1"),
        ("zsh", "_kserve-render"),
    ] {
        let output = command(&format!("completions {shell}")).output().expect("the program ends");
        let script = String::from_utf8(output.stdout).expect("text");
        assert_data_eq!(script, Data::read_from(&root.join("completions").join(file), None).raw());
    }
    let page = command("man render").output().expect("the program ends");
    assert!(String::from_utf8_lossy(&page.stdout).contains("kserve\\-render\\-render"));
}

/// The controller and the webhook copy headers from `https` secrets, settings from S3 secrets and buckets from storage secrets
/// into pods. They are shown only on request, and otherwise in no view and no difference.
#[test]
fn copied_secrets_are_not_printed() {
    let ways = [
        "{f}",
        "{f} -o json",
        "{f} -o jsonl",
        "{f} --inject",
        "{f} --inject -o json",
        "{f} --inject --template {{objects}}{{injected}}{{defaulted}}",
        "status {f} -o yaml",
        "validate {f} -o json",
        "lint {f} -o json",
        "diff {f} standard.yaml",
        "diff {f} standard.yaml -o json",
        "diff {f} --to-version v0.17",
        "diff {f} --live copied-secret-live.yaml",
    ];
    for (way, file) in ways
        .iter()
        .flat_map(|way| ["copied-secret.yaml", "copied-settings.yaml", "copied-odd.yaml"].map(|file| (way, file)))
    {
        let transcript = call(&way.replace("{f}", file), "", &[]);
        assert!(!transcript.contains("top-secret"), "{transcript}");
    }
    let same = call(
        "diff copied-secret.yaml --live copied-secret-live.yaml --kind Deployment --kserve-version v0.20",
        "",
        &[],
    );
    assert!(same.ends_with("--- exit status 0\n"), "{same}");
    let changed = call("diff copied-secret.yaml copied-secret-changed.yaml", "", &[]);
    assert!(changed.contains("+          value: <changed value of Secret hs>"), "{changed}");
    assert!(call("copied-secret.yaml --show-secrets", "", &[]).contains("top-secret"));
    let shown = call("copied-settings.yaml --inject --show-secrets", "", &[]);
    for value in ["s3://top-secret-bucket/paint/2", "http://top-secret-endpoint:9000", "mountPath: /top-secret-mount"] {
        assert!(shown.contains(value), "{shown}");
    }
    assert!(!shown.contains("top-secret-id") && !shown.contains("top-secret-key"), "{shown}");
}

/// The files in a folder of `testdata/cli` with their additional arguments, which may be in the first line after `arguments:`.
fn cases(folder: &str) -> Vec<(String, String)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/cli").join(folder);
    let mut cases: Vec<(String, String)> = std::fs::read_dir(path)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "yaml"))
        .map(|path| {
            let text = std::fs::read_to_string(&path).expect("a text");
            let first = text.lines().next().unwrap_or_default();
            let arguments = first.strip_prefix("# arguments:").unwrap_or_default().trim();
            let name = path.file_name().expect("a name").to_string_lossy();
            (format!("{folder}/{name}"), arguments.replace("FOLDER", folder))
        })
        .collect();
    cases.sort();
    cases
}

/// What `validate` prints for every kind of refusal.
#[test]
fn refused() {
    let lines: Vec<String> = cases("refused").iter().map(|(file, more)| format!("validate {file} {more}")).collect();
    check_calls("refused", &lines.iter().map(|line| line.trim_end()).collect::<Vec<_>>());
}

/// Errors of the controller and of the pod webhook.
#[test]
fn failing() {
    let cases = cases("failing");
    let lines: Vec<String> = cases.iter().map(|(file, more)| format!("{file} -o name --keep-going {more}")).collect();
    check_calls("failing", &lines.iter().map(|line| line.trim_end()).collect::<Vec<_>>());
}

/// Every kind of broken YAML. The text is passed through a pipe; the transcript shows it before the call.
/// A certificate of a language model service, as the cluster has it.
const CERTIFICATE: &str = "apiVersion: v1
kind: Secret
metadata:
  name: support-assistant-kserve-self-signed-certs
  namespace: helpdesk
  annotations: {certificates.kserve.io/expiration: '2020-01-01T00:00:00Z'}
  labels: {app.kubernetes.io/component: llminferenceservice-workload, app.kubernetes.io/name: support-assistant, app.kubernetes.io/part-of: llminferenceservice}
  ownerReferences: [{apiVersion: serving.kserve.io/v1alpha2, kind: LLMInferenceService, name: support-assistant, uid: u, controller: true}]
type: kubernetes.io/tls
data: {tls.crt: dG9wLXNlY3JldA==, tls.key: dG9wLXNlY3JldA==}
stringData: {ca.crt: top-secret}
";

#[test]
fn a_certificate_that_the_cluster_has_is_not_printed() {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/llm");
    let service = examples.join("one-node.yaml");
    let gateway = examples.join("gateway.yaml");
    let text = std::fs::read_to_string(&service).expect("an example");
    let dump = format!(
        "{CERTIFICATE}---\n{}",
        text.replace("  name: support-assistant\n", "  name: support-assistant\n  uid: u\n")
    );
    let (service, gateway) = (service.display(), gateway.display());
    let mut has_placeholder = false;
    for way in [
        format!("diff {service} --context {gateway} --live -"),
        format!("diff {service} --context {gateway} --live - -o json"),
        format!("diff {service} --context {gateway} --live - -o markdown"),
        format!("diff --observed - --context {gateway} --from-version v0.17 --to-version v0.18"),
        format!("diff --observed - --context {gateway} --from-version v0.17 --to-version v0.18 -o json"),
        format!("render --observed - --context {gateway}"),
    ] {
        let transcript = call(&way, &dump, &[]);
        assert!(!transcript.contains("exit status 2"), "{transcript}");
        assert!(!transcript.contains("dG9wLXNlY3JldA") && !transcript.contains("top-secret"), "{transcript}");
        has_placeholder |= transcript.contains("value of Secret support-assistant-kserve-self-signed-certs");
    }
    assert!(has_placeholder, "the certificate is compared at all");
}

#[test]
fn nothing_becomes_of_a_service_that_is_being_deleted() {
    let ways = [
        "render --observed being-deleted.yaml -o name",
        "status --observed being-deleted.yaml",
        "diff --observed being-deleted.yaml --from-version v0.17 --to-version v0.20",
        "render being-deleted.yaml --observed being-deleted.yaml -o name",
    ];
    check("being-deleted", &ways.map(|way| call(way, "", &[])));
}

#[test]
fn a_generated_name_is_completed_as_the_api_server_would() {
    let service = "apiVersion: serving.kserve.io/v1beta1
kind: InferenceService
metadata: {generateName: leaf-, namespace: garden, annotations: {serving.kserve.io/deploymentMode: Standard}}
spec: {predictor: {model: {modelFormat: {name: sklearn}, storageUri: gs://garden-models/leaf/2.0}}}
";
    let refused = service.replace("leaf-", "9-");
    check(
        "generated-name",
        &[call("- -o name", service, &[]), call("validate -", service, &[]), call("validate -", &refused, &[])],
    );
}

/// One finding tells all runtimes with the priority, not one finding each pair.
#[test]
fn a_taken_priority_is_told_once() {
    let runtimes: Vec<String> = ["oak", "elm", "ash"]
        .map(|name| {
            format!(
                "apiVersion: serving.kserve.io/v1alpha1
kind: ServingRuntime
metadata: {{name: {name}, namespace: garden}}
spec: {{supportedModelFormats: [{{name: leaf, version: '1', autoSelect: true, priority: 1}}], protocolVersions: [v1], containers: [{{name: kserve-container, image: a}}]}}
"
            )
        })
        .into();
    check("taken-priority", &[call("validate -", &runtimes.join("---\n"), &[])]);
}

#[test]
fn broken_yaml() {
    let deep = "[".repeat(10_001);
    let aliases = (1..9).fold("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned(), |text, level| {
        let before = format!("*a{}", level - 1);
        text + &format!("a{level}: &a{level} [{}]\n", vec![before; 10].join(", "))
    });
    let long_key = format!("\"{}\" : 1\n", "x".repeat(1100));
    let texts = [
        "%YAML 1.1\n%YAML 1.1\n---\na: 1\n",
        "%YAML 2.0\n---\na: 1\n",
        "%YAML 1x\n---\na: 1\n",
        "%YAML x\n---\na: 1\n",
        "%TAG ! a\n%TAG ! b\n---\na: 1\n",
        "%TAG !a!b c\n---\n",
        "%TAG a b\n---\n",
        "%FOO bar\n---\na: 1\n",
        "%YAML 1.1\na: 1\n",
        "a: 1\n...\nb: 1\n]\n",
        "a: ]\n",
        "a: !x!y z\n",
        "a: !<b c\n",
        "a: !<b>c d\n",
        "a: ! <\n",
        "- a\nb: 1\n",
        "a: 1\n- b\n",
        "a: - b\n",
        "a: b: c\n",
        "- a\n b: 1\n",
        "[a\n- b\n",
        "[a, b: [c] d]\n",
        "{a: b\nc: d}\n",
        "{a: [b}\n",
        "a: 'b\n",
        "a: \"b\n",
        "a: 1\nb\nc: 2\n",
        "a\nb\n",
        "\"a\nb\": 1\n",
        &long_key,
        "a: & b\n",
        "a: * b\n",
        "a: |0\n  b\n",
        "a: | b\n  c\n",
        "a: |\n \tb\n  c\n",
        "a: |\n\tb\n",
        "a: 'b\n---\nc'\n",
        "a: \"\\q\"\n",
        "a: \"\\xzz\"\n",
        "a: \"\\ud800\"\n",
        "a:\n  b\n\tc: d\n",
        "\ta: b\n",
        "a:\n\tb: c\n",
        "a: @b\n",
        "a: `b`\n",
        "a: %b\n",
        "a: !!binary '*'\n",
        "a: !!int x\n",
        "kind: A\na: !!int x\n",
        "a: &x [*x]\n",
        "kind: A\na: &x [*x]\n",
        "a: *x\n",
        "kind: A\na: *x\n",
        &aliases,
        &deep,
        "<<: 1\n",
        "? [a]\n: b\n",
        "? {a: 1}\n: b\n",
        "kind: A\n? [a]\n: b\n",
        "kind: A\n? {a: 1}\n: b\n",
        "1.5: a\n",
        "~: a\n",
        "kind: A\n~: a\n",
        "kind: Secret\nstringData: {~: a}\n",
        "kind: List\nitems: [{kind: Secret, data: {~: a}}]\n",
        "&x a: 1\nb: &x 2\n*x : 3\n",
        "a: 1\na: 2\nkind: X\n",
        "a\u{7}: 1\n",
        "a: é\u{9b}\n",
        "kind: List\nitems: a\n",
        "kind: List\nitems: [a]\n",
        "text\n",
        "kind: 1\n",
        "kind: InferenceService\nmetadata: {}\n",
        "kind: ServingRuntime\nmetadata: {name: a}\n",
        "apiVersion: serving.kserve.io/v1beta1\nkind: InferenceService\nmetadata: {}\n",
        "apiVersion: serving.kserve.io/v1beta1\nkind: InferenceService\nmetadata: a\n",
        "apiVersion: serving.kserve.io/v1beta1\nkind: InferenceService\nmetadata: {name: 1}\nspec: {predictor: {}}\n",
        "apiVersion: v1\nkind: List\nitems: 1\n",
        "apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: List\n  items: [{apiVersion: v1, kind: Pod, metadata: {name: a}}]\n",
        // A KRM function whose `krm` was forgotten: without its configuration the answer would be another one.
        "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems: []\nfunctionConfig: {kind: KServeRender}\n",
        "%YAML 1.\n---\na: 1\n",
        "apiVersion: serving.kserve.io/v1\nkind: InferenceService\nmetadata: {name: a}\n",
    ];
    let mut calls: Vec<String> = texts
        .iter()
        .map(|text| {
            let shown = format!("{text:?}");
            let shown = if shown.len() > 300 { format!("{}…", &shown[..300]) } else { shown };
            format!("{shown}\n{}", call("- -o name", text, &[]))
        })
        .collect();
    for (name, bytes) in
        [("UTF-16", &b"\xff\xfea\x00:\x00 \x001\x00"[..]), ("bytes that are no UTF-8", &b"a: \xff\xfe\n"[..])]
    {
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bytes.yaml");
        std::fs::write(&file, bytes).expect("writable");
        let shown = file.display().to_string();
        calls.push(format!("{name}\n{}", call(&format!("{shown} -o name"), "", &[])).replace(&shown, "bytes.yaml"));
    }
    check("broken-yaml", &calls);
}

/// The text that a parser stumbles over may be a password: no command shows text of a document that is a Secret, or may be one.
#[test]
fn unreadable_text_of_a_secret_is_not_shown() {
    let head = "apiVersion: v1\nkind: Secret\nmetadata: {name: a, namespace: b}\nstringData:\n  password: ";
    let broken = [
        "*hunter2",
        "&hunter2 *hunter2",
        "!!float hunter2",
        "!!binary hunter2",
        "{~: hunter2}",
        "{? [hunter2] : x}",
        "{? {hunter2: x} : x}",
        "{18446744073709551615: hunter2}",
        "{<<: hunter2}",
        "[hunter2",
        "\"\\q hunter2\"",
        "@hunter2",
        "hunter2: x",
        "!hunter2!x y",
        "x\n  password: hunter2\n  hunter2",
        "{hunter2, hunter2}",
    ];
    let documents = broken.map(|value| format!("{head}{value}\n"));
    let unknown = broken.map(|value| format!("password: {value}\nkind: Secret\n"));
    let lists = broken.map(|value| format!("kind: List\nitems:\n- kind: Secret\n  stringData:\n    a: {value}\n"));
    let lines = [
        "- -o name",
        "validate -",
        "validate - -o json",
        "validate - -o sarif",
        "lint - -o github",
        "krm",
        "diff - standard.yaml",
    ];
    for (index, text) in documents.iter().chain(&unknown).chain(&lists).enumerate() {
        // Starting programs takes long, so each text is tried with two of the commands.
        for line in [lines[index % lines.len()], lines[(index / lines.len() + index + 3) % lines.len()]] {
            let transcript = call(line, text, &[]);
            assert!(!transcript.contains("hunter2"), "{text:?}\n{transcript}");
        }
    }
}

/// What else can go wrong: files, flags, configuration.
#[test]
fn trouble() {
    let mut calls: Vec<String> = [
        "standard.yaml -c trouble/list-config.yaml",
        "standard.yaml --owner-uid=",
        "standard.yaml --cluster-domain= --knative-domain=",
        "check one-priority",
        "standard.yaml -c trouble/data-list-config.yaml",
        "standard.yaml -c trouble/secret-config.yaml",
        "standard.yaml -c trouble/text-config.yaml",
        "standard.yaml -c trouble/two-other-configs.yaml",
        "standard.yaml -c trouble/broken-yaml-config.yaml",
        "standard.yaml -c trouble/broken-section-config.yaml -o name",
        "standard.yaml -c trouble/broken-section-config.yaml --set ingress.ingressDomain=x -o name",
        "standard.yaml -c trouble/data-list-config.yaml --set ingress.ingressDomain=x -o name",
        "config check trouble/broken-section-config.yaml",
        "standard.yaml --context trouble/knative-domain.yaml -o name",
        "standard.yaml --context trouble/knative-network.yaml -o name",
        "standard.yaml --context standard.yaml -o name",
        "standard.yaml -o name -l x=(",
        "standard.yaml -o name -l x=(a)",
        "standard.yaml -o name -l in=",
        "standard.yaml --output-dir trouble/text-config.yaml",
        "standard.yaml --template {{service.x.y}}",
        "runtimes --for trouble/own-container.yaml",
        "runtimes --for ../../examples/llm/one-node.yaml",
        "runtimes --for trouble/named-runtime.yaml --context trouble/runtimes.yaml",
        "runtimes --for trouble/several-nodes.yaml --context trouble/runtimes.yaml",
        "standard.yaml standard.yaml --output-dir never-made",
        "standard.yaml --context standard.yaml -o name -v",
        "trouble/ports.yaml --inject -o name",
        "runtimes --for refused.yaml",
        "standard.yaml -o url --set ingress.ingresDomain=x --set ingres.x=1",
        "standard.yaml -o url --set ingress.additionalIngressDomains=[\"a.example\"]",
        "standard.yaml -o url --set ingress.additionalIngressDomains=[a",
        "serverless.yaml --context trouble/knative-template.yaml",
        "serverless.yaml --context trouble/knative-empty-host.yaml",
        "refused/other-kinds.yaml -o name",
        "runtimes broken.yaml",
        "explain template x --name a -l nothing",
        "explain template x --name a -c trouble/broken-section-config.yaml",
        "man nothing",
        "trouble/failing.yaml -v -o name",
        "trouble/no-objects.yaml",
        "diff standard.yaml trouble/no-objects.yaml --stat",
        "diff trouble/no-objects.yaml standard.yaml --stat",
        "diff refused.yaml standard.yaml --stat",
        "diff standard.yaml refused.yaml --stat",
        "diff trouble/failing.yaml trouble/failing-otherwise.yaml --stat",
        "diff trouble/failing.yaml trouble/not-failing.yaml --stat",
        "diff trouble/not-failing.yaml trouble/failing.yaml",
        "trouble/stopped.yaml --observed trouble/observed.yaml -o name",
    ]
    .iter()
    .map(|line| call(line, "", &[]))
    .collect();
    let external = [("KUBECTL_EXTERNAL_DIFF", "no-such-program")];
    calls.push(call("diff standard.yaml standard-changed.yaml", "", &external));
    check("trouble", &calls);
}

/// Input that harms a terminal, a log or a YAML parser, and input that once made the program panic.
#[test]
fn odd_inputs() {
    check_calls(
        "odd-inputs",
        &[
            "validate odd/accent.yaml",
            "validate odd/typographic-quotes.yaml",
            "odd/escapes.yaml --color always",
            "status odd/escapes.yaml -q",
            "check odd/escapes.yaml -o github",
            "validate odd/escapes.yaml -o markdown",
            "odd/escapes-in-metadata.yaml -o name",
            "status odd/escapes-in-metadata.yaml",
            "odd/separators.yaml --kind svc",
            "explain config odd/escapes-in-llm.yaml",
            "explain config odd/escapes-in-llm.yaml -o markdown --service a",
            "explain why model odd/escapes-in-llm.yaml",
            "explain why labels odd/escapes-in-llm.yaml",
            "explain odd/escapes-in-llm.yaml --service a --short",
        ],
    );
}

/// What the program says about arguments is as harmless as what it says about documents.
#[test]
fn arguments_do_not_act_on_a_terminal_in_errors_of_usage() {
    let told = |arguments: &[&str]| {
        let output = command("").args(arguments).env("CLICOLOR_FORCE", "1").output().expect("the program runs");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        String::from_utf8(output.stderr).expect("UTF-8")
    };
    let text = "x\u{1b}]0;title\u{7}\u{9b}\u{202e}\r\nerror: faked";
    let calls: [&[&str]; 5] = [
        &[&format!("--{text}")],
        &["render", "--set", text],
        &["render", "--kserve-version", text],
        &["render", "-o", text],
        &[&format!("statu{}", &text[1..])],
    ];
    for arguments in calls {
        let plain = told(&[arguments, &["--color", "never"]].concat());
        assert!(!plain.contains(|c: char| c.is_control() && c != '\n' || c == '\u{202e}'), "{plain:?}");
        assert!(!plain.contains("\nerror: faked"), "{plain:?}");
        let coloured = told(arguments);
        assert!(coloured.contains("\u{1b}["), "{coloured:?}");
        assert!(!coloured.contains("\u{1b}]") && !coloured.contains('\u{9b}'), "{coloured:?}");
    }
}

/// A text without objects is no answer of a cluster, which would make everything in it new.
#[test]
fn dumps_that_hold_no_objects_are_refused() {
    let calls = [
        "diff standard.yaml --live trouble/cut-dump.yaml --stat",
        "diff standard.yaml --live trouble/error-text.yaml",
        "standard.yaml -o name --observed trouble/cut-dump.yaml",
        "standard.yaml -o name --observed trouble/error-text.yaml --last-applied trouble/error-text.yaml",
        "standard.yaml -o name --observed trouble/item-without-kind.yaml",
        "diff standard.yaml --live trouble/item-without-kind.yaml",
    ];
    check_calls("dumps-without-objects", &calls);
}

/// Templates that would not end, or would use up all memory, end with a message.
#[test]
fn templates_have_bounds() {
    let template = |text: &str| {
        let mut command = command("standard.yaml --template");
        let output = command.arg(text).output().expect("the program ends");
        let shown = String::from_utf8_lossy(&output.stderr);
        format!(
            "{text}\n{}{shown}--- exit status {}\n",
            String::from_utf8_lossy(&output.stdout),
            output.status.code().expect("no signal")
        )
    };
    let texts = [
        "{% for i in range(100000) %}{% for j in range(100000) %}{% endfor %}{% endfor %}",
        "{% set m = namespace(x='ab') %}{% for i in range(9) %}{% set m.x = m.x|replace('a', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaa') %}{% endfor %}",
        "{{ [1]|batch(1000000000, 0)|length }}",
        "{{ [1]|slice(1000000000)|list|length }}",
        "{{ name|indent(1000000000, true)|length }}",
        "{{ 'x' * 1000000000 }}",
        "{{ status|tojson(1000000000)|length }}",
        "{{ status|tojson(indent=1000000000)|length }}",
        "{{ status|tojson(foo=1) }}",
        "{{ {'a': [1]}|tojson(1) }}",
        "{{ [[objects]*1000]*1000 }}",
        "{{ (objects|map('tojson')|list) * 1000000 }}",
        "{{ ([objects]*100000)|tojson|length }}",
        "{{ ([objects]*100000)|string|length }}",
        "{{ ([objects]*100000)|join(' ')|length }}",
        "{{ ([objects]*100000)|pprint|length }}",
        "{{ [[1]*2, ['a']]|join('-') }} {{ [1, 'a'] }} {{ {'a': none}|string }} {{ ['a']|pprint }}",
    ];
    check("template-bounds", &texts.map(template));
}

/// Names that no file system supports are reported before anything is written, and links below the directory are not followed.
#[cfg(unix)]
#[test]
fn output_directory_stays_as_it_was() {
    let work = Path::new(env!("CARGO_TARGET_TMPDIR")).join("output-directory-links");
    let _ = std::fs::remove_dir_all(&work);
    let shown = work.display().to_string();
    let run = |line: &str, stdin: &str| call(&line.replace("DIR", &shown), stdin, &[]).replace(&shown, "DIR");
    let list = |folder: &str| {
        let mut files = Vec::new();
        let mut folders = vec![work.join(folder)];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
                let path = entry.path();
                files.push(path.strip_prefix(&work).expect("below").display().to_string());
                if !path.is_symlink() && path.is_dir() {
                    folders.push(path);
                }
            }
        }
        files.sort();
        format!("--- files in DIR/{folder}\n{}\n", files.join("\n"))
    };
    let link = |at: &str, to: &str| {
        let at = work.join(at);
        std::fs::create_dir_all(at.parent().expect("a folder")).expect("a folder");
        std::os::unix::fs::symlink(to, at).expect("a link");
    };
    let mut calls = Vec::new();
    // Into a link.
    std::fs::create_dir_all(work.join("victim")).expect("a folder");
    std::fs::write(work.join("victim/flower-predictor.yaml"), "kept\n").expect("writable");
    link("into/default/deployment", "../../victim");
    calls.push(run("standard.yaml --output-dir DIR/into", "") + &list("into"));
    // A file from an earlier run whose folder is now a link.
    std::fs::create_dir_all(work.join("behind")).expect("a folder");
    std::fs::write(work.join("behind/.kserve-render"), "default/deployment/flower-predictor.yaml\n").expect("writable");
    link("behind/default", "../victim-of-prune");
    std::fs::create_dir_all(work.join("victim-of-prune/deployment")).expect("a folder");
    std::fs::write(work.join("victim-of-prune/deployment/flower-predictor.yaml"), "kept\n").expect("writable");
    calls.push(run("odd/accent.yaml --output-dir DIR/behind --prune --allow-empty", "") + &list("behind"));
    // A file that is a link is replaced.
    link("file/default/service/flower-predictor.yaml", "../../../victim/flower-predictor.yaml");
    calls.push(run("standard.yaml --output-dir DIR/file --kind svc", "") + &list("file"));
    // The directory itself may be a link.
    std::fs::create_dir_all(work.join("real")).expect("a folder");
    link("linked", "real");
    calls.push(run("standard.yaml --output-dir DIR/linked --kind svc", "") + &list("real"));
    // A folder where a file should be.
    std::fs::create_dir_all(work.join("taken/default/service/flower-predictor.yaml")).expect("a folder");
    calls.push(run("standard.yaml --output-dir DIR/taken", "") + &list("taken"));
    // Names that are too long.
    let long = format!(
        "apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: {}}}\n---\napiVersion: example.com/v1\nkind: Widget\nmetadata: {{name: {}}}\n",
        "a".repeat(20),
        "b".repeat(300)
    );
    calls.push(run("- --output-dir DIR/long --passthrough=all", &long) + &list("long"));
    assert!(!work.join("long").exists());
    for kept in ["victim/flower-predictor.yaml", "victim-of-prune/deployment/flower-predictor.yaml"] {
        assert_eq!(std::fs::read_to_string(work.join(kept)).expect("it is there"), "kept\n", "{kept}");
    }
    check("output-directory-links", &calls);
}

/// The API server's messages about metadata, which come before those of any webhook, and about the objects that the controller
/// creates.
#[test]
fn metadata() {
    check_calls(
        "metadata",
        &[
            "validate odd/metadata.yaml",
            "odd/metadata.yaml -o name",
            "odd/graph-metadata.yaml -o name",
            "lint odd/graph-metadata.yaml -q",
            "validate odd/graph-metadata.yaml -q",
            "odd/control-plane.yaml --inject -o name",
            "lint odd/control-plane.yaml",
            "lint odd/long-name.yaml --set ingress.domainTemplate={{.Name}}.{{.Namespace}}.{{.IngressDomain}}",
        ],
    );
}
