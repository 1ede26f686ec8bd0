//! Rules for LLMInferenceServices: what a cluster accepts, but does not do what its author expects.

mod composed;
mod device_selector;
mod pods;
mod routes;
mod subject;

use super::explain::composition;
use crate::kinds::resource::Details;
use crate::lint::rule::{General, KindRules, Mending, Topic, rules_for};
use crate::object::Kind;
use crate::release::Version;
use crate::release::annotations::Place;
use composed::{not_combined, replaced_lists, unread};
use pods::{accounts, device_selectors, images, initializers, long_names, not_main, storage_containers};
use routes::{dangling_backends, empty_routes, never_ready, own_labels, same_models, selectors, served_model};
use subject::LintedLlmService;

/// The rules for LLMInferenceServices.
pub(crate) static LINT: KindRules = KindRules {
    rules: &[RULES],
    general: General::Some(&[
        "reconcile-fails",
        "pod-refused",
        "child-name-too-long",
        "requests-above-limits",
        "rollout-value",
        "autoscaler-refused",
        "knative-unknown-field",
        "label-refused",
    ]),
    annotations: &[
        (&["metadata", "annotations"], Place::LanguageModel),
        (&["spec", "annotations"], Place::LanguageModelPods),
        (&["spec", "prefill", "annotations"], Place::LanguageModelPods),
    ],
    topic: Topic::LanguageModels,
    prepare: |cluster, written, _| Details::new(composition(cluster, written, None)),
    // A failure to combine configs is reported once, at its field.
    in_place_of: &[("llm-not-combined", "reconcile-fails")],
    shared: Some(served_model),
    ..KindRules::of(Kind::LlmInferenceService)
};

rules_for! {
    Kind::LlmInferenceService, LintedLlmService::of;
    "KSR070" "llm-not-combined" Error(not_combined) [reports: &["#5035", "#5047"]] {
        what: "The configs of an LLMInferenceService cannot be combined.",
        why: "Without an effective spec the controller makes nothing of the service, and a config that is missing is told in its status only.",
        fine: "The config comes later, such as from another repository; give it with --context.",
        fix: "Fix the config that the text names, or take it out of baseRefs.",
    }
    "KSR071" "llm-unread" Warning(unread) [mending: Mending::Unsafe, reports: &["#5773", "#6044", "#5211"]] {
        what: "A field of an LLMInferenceService has no effect in this shape of the service.",
        why: "No template of its configs reads the field and neither does the controller, so servers start as if it were not there.",
        fine: "A config that is not among the documents reads it.",
        fix: "Give the server what the field means in its arguments, or use a config whose templates read it.",
    }
    "KSR072" "llm-replaced-list" Warning(replaced_lists) [reports: &["#5048", "#5049"]] {
        what: "A list of the service takes the place of a config's list.",
        why: "Containers, variables, volumes and ports are merged by name, but args and command are replaced as a whole: the launch script \
              or arguments of the preset are gone.",
        fine: "All of it is meant to be replaced.",
        fix: "Repeat what is still wanted, or add arguments with VLLM_ADDITIONAL_ARGS.",
    }
    "KSR073" "llm-initializer" Warning(initializers) [until: Some(Version::V0_19), reports: &["#5225"]] {
        what: "The service has an init container storage-initializer of its own.",
        why: "Before v0.20 it is not merged with the controller's: it is removed, or stands beside it and the API server refuses the pod.",
        fine: "storageInitializer.enabled is false.",
        fix: "Switch the controller's off with storageInitializer.enabled: false, or use v0.20.",
    }
    "KSR074" "llm-worker-account" Warning(accounts) [mending: Mending::Safe, reports: &["#4903"]] {
        what: "Leader and workers name different service accounts.",
        why: "All pods of a group run under one account, that of the leader.",
        fine: "Both accounts have the same rights.",
        fix: "Name one account, in template.",
    }
    "KSR075" "llm-long-name" Note(long_names) [reports: &["#5415"]] {
        what: "The name of the service is so long that names of objects are cut.",
        why: "A cut name ends in a hash, and different objects are cut at different lengths, so that dashboards and scripts that put names \
              together miss them.",
        fine: "Everything finds the objects by label.",
        fix: "Use a name of at most 38 characters.",
    }
    "KSR076" "llm-image" Warning(images) [mending: Mending::Unsafe, reports: &["#5595"]] {
        what: "A container has the image of another release's presets.",
        why: "The arguments and files that a preset expects change with its image.",
        fine: "The image was tried with these presets.",
        fix: "Leave the image to the preset, or take the one of this release.",
    }
    "KSR077" "llm-storage-container" Note(storage_containers) [reports: &["#6024", "#5412"]] {
        what: "A ClusterStorageContainer fits the model's URI, but LLMInferenceServices do not use such containers.",
        why: "Their image, resources and credentials come from the section storageInitializer of the ConfigMap, for all services alike.",
        fine: "The storage container is for InferenceServices.",
        fix: "Change the section storageInitializer, or since v0.20 template.initContainers[storage-initializer] of the service.",
    }
    "KSR078" "llm-same-model" Warning Peers(same_models) [reports: &["#5800"]] {
        what: "Two services of one namespace serve a model of the same name.",
        why: "Requests that name only the model reach either of them.",
        fine: "Clients use the path of one service.",
        fix: "Give each its own model.name, or let them share traffic with router.route.group and weight.",
    }
    "KSR079" "llm-own-label" Warning(own_labels) {
        what: "A label of the spec takes the place of one that the controller sets.",
        why: "Services and InferencePools find pods by the controller's labels, so they miss pods that have another value.",
        fine: "Nothing but your own tools finds the pods.",
        fix: "Choose another key.",
    }
    "KSR080" "llm-selector" Note(selectors) [reports: &["#6145"]] {
        what: "Labels of an LLMInferenceService become part of the selector of a Deployment.",
        why: "A selector never changes: once the service runs, a change of such a label is refused, and the controller does not get \
              further.",
        fine: "The labels stay as long as the service.",
        fix: "Keep labels that change out of spec.labels; to change one, delete the Deployment first.",
    }
    "KSR081" "llm-empty-route" Warning(empty_routes) [reports: &["#5385"]] {
        what: "A rule of the managed HTTPRoute has no backends.",
        why: "A spec of the route without rules gets one from the API server that leads nowhere, and it takes the place of the rules of \
              the preset.",
        fine: "The rule redirects, or refuses on purpose.",
        fix: "Write rules with backendRefs, or take route.http.spec out; for hostnames alone use a config or listeners of a Gateway.",
    }
    "KSR082" "llm-dangling-backend" Warning(dangling_backends) [reports: &["#5415"]] {
        what: "The managed HTTPRoute leads to an object that does not exist.",
        why: "Requests fail, though the service itself runs. Long names are cut by the controller, but not in rules that you write.",
        fine: "Something else makes the object.",
        fix: "Take the name that `kserve-render -o name` tells; in configs write {{ ChildName .ObjectMeta.Name `-inference-pool` }}.",
    }
    "KSR083" "llm-never-ready" Warning(never_ready) [reports: &["#5986"]] {
        what: "An LLMInferenceService does not become ready though everything that it makes is.",
        why: "A condition waits for something that does not come, such as a Gateway for a pool to which no route leads.",
        fine: "What it waits for comes later, by hand.",
        fix: "Add what the condition waits for; `kserve-render explain ready` tells what each looks at.",
    }
    "KSR084" "llm-device-selector" Error(device_selectors) [since: Version::V0_20] {
        what: "A selector of devices is not an expression that the API server takes.",
        why: "Each line of the annotation serving.kserve.io/exp-dra-cel-selector becomes a selector of the ResourceClaimTemplate. The API \
              server compiles it, refuses the object, and the controller repeats its attempt for ever.",
        fine: "Never.",
        fix: "Write one expression a line, in the Common Expression Language and about `device` alone.",
    }
    "KSR085" "llm-not-main" Warning(not_main) [mending: Mending::Unsafe] {
        what: "A container that looks like the server of the model is not called main.",
        why: "Containers are merged by name, and the server of the presets is called main: one of another name runs beside it, and the \
              devices, arguments and image that were meant for the server go to a second one.",
        fine: "The container is meant to run beside the server.",
        fix: "Call it main.",
    }
}
