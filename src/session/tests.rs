//! What sessions guard, by small inputs.

use std::sync::Arc;

use serde_json::json;

use super::compare::{Comparison, Follows};
use super::dump::Dump;
use super::{Builder, Options, Session};
use crate::diff::Selection;
use crate::input::{Source, values};
use crate::object::Kind;
use crate::release::{Version, defaults};
use crate::{Cluster, Existing, Rendering, Value, render};

const SERVICE: &str = "
apiVersion: serving.kserve.io/v1beta1
kind: InferenceService
metadata: {name: leaf, namespace: garden}
spec:
  predictor:
    model: {modelFormat: {name: sklearn}, storageUri: gs://garden-models/leaf}
";

const CONFIG_DOMAIN: &str = r#"
apiVersion: v1
kind: ConfigMap
metadata: {name: config-domain, namespace: knative-serving}
data: {two.example: ""}
"#;

/// The shipped configuration with a further domain.
fn further_domain() -> Value {
    let is_config = |object: &&Arc<Value>| crate::input::settings::is_config(object);
    let mut config = Value::clone(defaults::objects(Version::NEWEST).iter().find(is_config).unwrap());
    let text = r#"{"ingressGateway": "a/b", "localGateway": "c/d", "knativeLocalGatewayService": "e.f",
        "additionalIngressDomains": ["more.example"]}"#;
    config["data"]["ingress"] = text.into();
    config["data"]["deploy"] = r#"{"defaultDeploymentMode": "Knative"}"#.into();
    config
}

fn source(text: &str) -> Arc<Source> {
    Arc::new(Source { name: "a.yaml".into(), text: text.into() })
}

fn session(options: Options, context: &str) -> Session {
    let mut builder = Builder::new(options);
    builder.config_object(further_domain());
    builder.context(&[source(context)], false);
    builder.inputs(&[source(SERVICE)]);
    builder.build()
}

/// The hosts of the VirtualService, and the URL.
fn hosts(rendering: &Rendering) -> (Value, Option<&str>) {
    let route = rendering.objects().iter().find(|object| Kind::of(object) == Some(Kind::VirtualService));
    let hosts = route.and_then(|route| route.pointer("/spec/hosts")).cloned().unwrap_or_default();
    (hosts, rendering.status().and_then(|status| status.url()))
}

fn expected(domain: &str) -> Value {
    json!(["leaf.garden.svc.cluster.local", format!("leaf.garden.{domain}"), "leaf.garden.more.example"])
}

#[test]
fn a_given_domain_of_knative_counts_for_urls_and_virtual_services_alike() {
    let of_config_map = session(Options::default(), CONFIG_DOMAIN);
    let rendering = of_config_map.services[0].render_objects(&of_config_map.cluster);
    assert_eq!(hosts(&rendering), (expected("two.example"), Some("http://leaf.garden.two.example")));
    let options = Options { knative_domain: Some("acme.example".into()), ..Options::default() };
    for context in [CONFIG_DOMAIN, ""] {
        let given = session(options.clone(), context);
        let rendering = given.services[0].render_objects(&given.cluster);
        assert_eq!(hosts(&rendering), (expected("acme.example"), Some("http://leaf.garden.acme.example")));
    }
}

#[test]
fn a_library_user_who_gives_config_domain_gets_one_domain_in_urls_and_virtual_services() {
    let cluster = Cluster::of(Version::NEWEST, values(CONFIG_DOMAIN).unwrap().into_iter().chain([further_domain()]));
    let rendering = render(&cluster, &values(SERVICE).unwrap()[0], &Existing::default());
    assert_eq!(hosts(&rendering), (expected("two.example"), Some("http://leaf.garden.two.example")));
}

#[test]
fn the_placeholder_service_of_a_route_is_not_taken_for_the_service_of_knative() {
    let session = session(Options::default(), CONFIG_DOMAIN);
    let rendering = session.services[0].render_objects(&session.cluster);
    let is_wanted = |object: &&Value| Kind::of(object) == Some(Kind::KnativeService);
    let wanted = rendering.objects().iter().find(is_wanted).cloned().unwrap();
    let placeholder = json!({
        "apiVersion": "v1",
        "kind": "Service",
        "metadata": wanted["metadata"],
        "spec": { "type": "ExternalName", "externalName": "gateway.garden.svc.cluster.local" },
    });
    let rest = rendering.objects().iter().filter(|object| !is_wanted(object)).cloned();
    let rest: Vec<Value> = rest.filter(|object| Kind::of(object) != Some(Kind::Service)).collect();
    for both in [[&wanted, &placeholder], [&placeholder, &wanted]] {
        let dump = Dump::new(rest.iter().chain(both).cloned());
        let differences = dump.compare(&session, &Selection { kinds: vec!["ksvc".into()], ..Selection::default() });
        assert!(differences.services.is_empty(), "{differences:?}");
    }
    let dump = Dump::new(rest.iter().chain([&placeholder]).cloned());
    assert_eq!(dump.compare(&session, &Selection::default()).missing, [Kind::KnativeService]);
}

const LLM: &str = "
apiVersion: serving.kserve.io/v1alpha2
kind: LLMInferenceService
metadata: {name: scribe, namespace: library}
spec:
  model: {uri: hf://acme/scribe, name: acme/scribe}
  router: {gateway: {}, route: {}, scheduler: {}}
";

/// What becomes of the service, with what is said of the cluster.
fn scribe(context: Option<&str>) -> Rendering {
    let mut builder = Builder::new(Options::default());
    if let Some(context) = context {
        builder.context(&[source(context)], false);
    }
    builder.inputs(&[source(LLM)]);
    builder.build().render_all(false).remove(0)
}

#[test]
fn gateways_are_assumed_where_nothing_is_said_of_the_cluster() {
    let rendering = scribe(None);
    assert_eq!(rendering.error(), None);
    let url = rendering.status().and_then(|status| status.url());
    assert_eq!(url, Some("http://<gateway-address>/library/scribe"));
    assert!(rendering.notes().iter().any(|note| note.contains("Gateway kserve/kserve-ingress-gateway is assumed")));
    // A context tells what there is, and this one has no Gateway.
    let rendering =
        scribe(Some("{apiVersion: v1, kind: ServiceAccount, metadata: {name: default, namespace: library}}"));
    assert!(
        rendering
            .error()
            .is_some_and(|error| error.text().contains("non-existent Gateway kserve/kserve-ingress-gateway"))
    );
}

#[test]
fn a_builder_serves_another_release_without_reading_anew() {
    let mut builder = Builder::new(Options::default());
    builder.inputs(&[source(SERVICE)]);
    let older = crate::session::Release { version: Version::V0_16, written: "v0.16".into() };
    let other = builder.for_release(Some(older)).build();
    let session = builder.build();
    assert_eq!((other.cluster.release.version, session.cluster.release.version), (Version::V0_16, Version::NEWEST));
    assert!(Arc::ptr_eq(&other.services[0].document, &session.services[0].document));
}

#[test]
fn services_of_many_namespaces_are_compared_in_batches_that_all_know_the_configs() {
    let side = |image: &str| {
        let config = format!(
            "
apiVersion: serving.kserve.io/v1alpha2
kind: LLMInferenceServiceConfig
metadata: {{name: team-base, namespace: kserve}}
spec:
  template:
    containers:
    - {{name: main, image: {image}}}
"
        );
        let services = (0..90).rev().map(|number| {
            format!(
                "---
apiVersion: serving.kserve.io/v1alpha2
kind: LLMInferenceService
metadata: {{name: m{number}, namespace: team-{}}}
spec:
  model: {{uri: hf://acme/m{number}}}
  baseRefs:
  - {{name: team-base}}
",
                number % 45
            )
        });
        let mut builder = Builder::new(Options::default());
        builder.inputs(&[source(&(config + &services.collect::<String>()))]);
        builder.build()
    };
    let (old, new, same) = (side("registry.example/a:1"), side("registry.example/a:2"), side("registry.example/a:1"));
    let selection = Selection::default();
    for follows in [Follows::Applied, Follows::Apart] {
        let differing = |new: &Session| {
            let comparison = Comparison::new(&old, new, follows, &selection, false);
            let pairs = comparison.pairs(["", ""]);
            assert!(comparison.batches(&pairs).len() > 2);
            comparison.compare(&pairs, |(old, _), _| old, |_| ())
        };
        // The config itself is only stored, and told of where its services differ.
        let places: Vec<usize> = differing(&new).into_iter().flatten().collect();
        assert_eq!(places, (1..=90).collect::<Vec<_>>(), "{follows:?}");
        assert!(differing(&same).is_empty());
    }
}

#[test]
fn an_upgrade_keeps_the_generation_that_the_finalizer_has_made() {
    let side = |release: Version| {
        let text = "
apiVersion: serving.kserve.io/v1alpha2
kind: LLMInferenceService
metadata: {name: m, namespace: garden}
spec:
  model: {uri: hf://acme/m}
  template:
    containers:
    - {name: main, image: registry.example/a:1}
";
        let mut session = Builder::new(Options::default());
        session.inputs(&[source(text)]);
        let mut session = session.build();
        session.cluster = Cluster::of(release, []);
        session
    };
    let (old, new) = (side(Version::V0_18), side(Version::V0_19));
    let selection = Selection::default();
    let comparison = Comparison::new(&old, &new, Follows::Reconciled, &selection, false);
    let pairs = comparison.pairs(["", ""]);
    let changed = comparison.compare(&pairs, |_, diff| diff.status, |_| ());
    let paths: Vec<String> = changed.into_iter().flatten().map(|change| change.path.to_string()).collect();
    assert!(!paths.iter().any(|path| path.contains("observedGeneration")), "{paths:?}");
}

/// Each of many runtimes conflicts with all others, which are not all told each time.
#[test]
fn of_runtimes_with_one_priority_each_is_told_once() {
    let runtime = |at| {
        format!(
            "---\napiVersion: serving.kserve.io/v1alpha1\nkind: ServingRuntime\nmetadata: {{name: r{at}, namespace: garden}}\n\
             spec:\n  supportedModelFormats: [{{name: bloom, autoSelect: true, priority: 1}}]\n  protocolVersions: [v1]\n  \
             containers: [{{name: kserve-container, image: a}}]\n"
        )
    };
    let found = |count: usize| {
        let mut builder = Builder::new(Options::default());
        builder.inputs(&[source(&(0..count).map(runtime).collect::<String>())]);
        super::check::validate(&builder.build(), &|_| {})
    };
    let help = |count| found(count).into_iter().map(|finding| finding.diagnostic.help).collect::<Vec<_>>();
    assert_eq!(help(2), vec![None; 2]);
    assert_eq!(help(5), vec![None; 5]);
    assert_eq!(help(12), vec![Some("7 more have the same priority".to_owned()); 12]);
    assert!(found(12).iter().all(|finding| finding.related.len() == 4));
}
