//! Renders KServe InferenceServices offline, exactly as the controller of a chosen release would.
//!
//! The data flows one way: [`input`] parses YAML into documents with source positions; a [`Cluster`] holds the facts, such as the
//! ConfigMap, decoded in [`config`]; [`admission`] does what the API server and webhooks do; the controllers of the kinds of
//! resources produce objects and status, the pod webhook adds to the pods, and [`output`] prints.
//!
//! Nothing in the library reads files, the clock or the environment, prints, or panics on input. Without the feature `cli` it
//! does not depend on any crate for command lines, and it builds for `wasm32-unknown-unknown`.
//!
//! # Render
//!
//! A [`Cluster`] is the environment in which a service is rendered: a release with the objects that it ships, and documents of
//! your own. [`render()`] returns a [`Rendering`] with objects, status, and the pods after the webhook. [`output`] prints them in
//! several forms.
//!
//! ```
//! use kserve_render::output::objects::{self, Options};
//! use kserve_render::object::name;
//! use kserve_render::output::summary::Summary;
//! use kserve_render::output::yaml;
//! use kserve_render::{Cluster, input, render};
//! use kserve_render::Existing;
//! use kserve_render::release::Version;
//! let services = input::values(
//!     "
//! apiVersion: serving.kserve.io/v1beta1
//! kind: InferenceService
//! metadata:
//!   name: leaf
//!   namespace: garden
//!   annotations: {serving.kserve.io/deploymentMode: Standard}
//! spec:
//!   predictor:
//!     model: {modelFormat: {name: sklearn}, storageUri: gs://garden-models/leaf}
//! ",
//! )?;
//! let cluster = Cluster::of(Version::NEWEST, []);
//! let mut rendering = render(&cluster, &services[0], &Existing::default());
//! let summary = Summary::of(&rendering);
//! assert_eq!(summary.url.as_deref(), Some("http://leaf-garden.example.com"));
//! assert_eq!(summary.runtime.as_deref(), Some("kserve-sklearnserver"));
//! let objects = objects::take(&mut rendering, &Options::default());
//! let names: Vec<String> = objects.iter().map(name::of).collect();
//! assert_eq!(
//!     names,
//!     [
//!         "service/leaf-predictor",
//!         "deployment.apps/leaf-predictor",
//!         "horizontalpodautoscaler.autoscaling/leaf-predictor",
//!         "ingress.networking.k8s.io/leaf",
//!     ]
//! );
//! assert!(yaml::to_string(&objects[0]).starts_with("apiVersion: v1\nkind: Service\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! What a cluster already holds of a service, such as the ready revision that a canary shares traffic with, is its [`Existing`].
//!
//! # Validate and lint
//!
//! [`admission::examine`] returns the findings of the API server and the webhooks, each with its [path](object::Path) in the
//! document. [`lint::service`] adds findings about what is accepted, but fails or causes trouble later.
//!
//! ```
//! # use kserve_render::{Cluster, input, render};
//! # use kserve_render::Existing;
//! # use kserve_render::release::Version;
//! use kserve_render::lint::{self, Peers};
//! # let cluster = Cluster::of(Version::NEWEST, []);
//! let services = input::values(
//!     "
//! apiVersion: serving.kserve.io/v1beta1
//! kind: InferenceService
//! metadata:
//!   name: leaf
//!   namespace: garden
//!   annotations: {serving.kserve.io/deploymentMode: Standard}
//! spec:
//!   predictor:
//!     canaryTrafficPercent: 10
//!     model: {modelFormat: {name: sklearn}, storageUri: gs://garden-models/leaf}
//! ",
//! )?;
//! let existing = Existing::default();
//! let rendering = render(&cluster, &services[0], &existing);
//! // Some rules compare a service with the others of the input.
//! let peers = Peers::of(&cluster, [&rendering]);
//! let findings = lint::service(&cluster, &services[0], &existing, &rendering, &peers);
//! let canary = findings.iter().find(|finding| finding.path.to_string() == "spec.predictor.canaryTrafficPercent");
//! assert_eq!(canary.map(|finding| finding.code.name), Some("canary-traffic-in-standard"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Compare
//!
//! [`diff::services`] compares renderings of two inputs, two configurations or two releases.
//!
//! ```
//! # use kserve_render::{Cluster, input, render};
//! # use kserve_render::Existing;
//! # use kserve_render::release::Version;
//! use kserve_render::diff::{self, Selection};
//! # let services = input::values(
//! #     "
//! # apiVersion: serving.kserve.io/v1beta1
//! # kind: InferenceService
//! # metadata:
//! #   name: leaf
//! #   namespace: garden
//! #   annotations: {serving.kserve.io/deploymentMode: Standard}
//! # spec:
//! #   predictor:
//! #     model: {modelFormat: {name: sklearn}, storageUri: gs://garden-models/leaf}
//! # ",
//! # )?;
//! let under = |release: &str| {
//!     let version = Version::parse(release).expect("a release");
//!     [render(&Cluster::of(version, []), &services[0], &Existing::default())]
//! };
//! let differences = diff::services(&under("v0.16"), &under("v0.20"), &Selection::default());
//! assert!(differences[0].restarts_pods());
//! assert!(differences[0].url.is_none());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Configuration
//!
//! The ConfigMap `inferenceservice-config` is decoded as the controller decodes it; [`lint::config_faults::faults`] returns what
//! the controller refuses in it and what nothing reads.
//!
//! ```
//! # use kserve_render::{Cluster, input, release::Version};
//! use kserve_render::config::Section;
//! use kserve_render::lint::config_faults::{Fault, faults};
//! use kserve_render::input::settings;
//! let data = input::values("ingress: '{\"ingresDomain\": \"acme.example\"}'")?.remove(0);
//! let mut config = settings::config_map(data, "kserve")?;
//! let not_read = faults(&Cluster::of(Version::NEWEST, [config.clone()])).into_iter().find_map(|fault| match fault {
//!     Fault::NotRead { path, known } => Some((path.join("."), known)),
//!     Fault::Refused { .. } => None,
//! });
//! assert_eq!(not_read, Some(("ingress.ingresDomain".into(), Some("ingressDomain"))));
//! settings::set(&mut config, &"ingress.ingressDomain=acme.example".parse()?)?;
//! let cluster = Cluster::of(Version::NEWEST, [config]);
//! let Section::Value(ingress) = &cluster.config.ingress else { panic!("the section can be read") };
//! assert_eq!(ingress.ingress_domain, "acme.example");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]
#![warn(missing_docs)]
#![cfg_attr(
    not(feature = "cli"),
    allow(dead_code, reason = "the command line is a module of the library, and uses some of it alone")
)]
#![cfg_attr(not(test), deny(clippy::too_many_lines))]

pub mod answer;
mod api;
mod build;
pub mod diff;
mod engine;
pub mod explain;
mod facts;
use go_compat as go;
pub mod input;
mod kinds;
pub mod life;
pub mod lint;
pub mod object;
mod order;
pub mod output;
mod parallel;
#[cfg(test)]
mod recorded;
pub mod release;
pub mod render;
pub mod schema;
pub mod session;
#[cfg(any(feature = "k8s-openapi", test))]
mod typed;
mod webhook;

#[cfg(feature = "cli")]
pub mod cli;

pub use facts::{Cluster, Existing, Found, RejectedPools, Settings, config};
pub use kinds::{Reconciled, Status};
pub use render::{Outcome, Reconciliation, Rendering, render, render_objects};
pub use webhook::pod::Injected;

/// Admission: how the API server and the webhooks answer before a controller sees a resource.
pub mod admission {
    pub use crate::kinds::examine;
    pub use crate::webhook::{Admission, Refusal, codes};
}

/// Parts that this project's tests, benchmarks and fuzz targets examine one by one. They may change at any time and are not for
/// other programs.
#[doc(hidden)]
pub mod internals {
    pub use crate::api::InferenceService;
    pub use crate::kinds::find as resource_kind;
    pub use crate::kinds::inference_service::admission::admit as admit_service;
    pub use crate::kinds::inference_service::runtime::{Request as RuntimeRequest, select as select_runtime};
    pub use crate::output::html::STYLE;
    pub use crate::webhook::pod::inject_all;
    pub use crate::webhook::{check_runtime, check_storage_container};
}

/// A JSON value, the form in which Kubernetes objects travel between the stages.
pub use serde_json::Value;
/// A JSON object with sorted keys.
pub type Map = serde_json::Map<String, Value>;

/// Runs the examples on the page about the library.
#[cfg(doctest)]
#[doc = include_str!("../docs/library.md")]
mod page_about_the_library {}
