//! What a rule looks at.

use std::cell::OnceCell;

use super::Peers;
use crate::kinds::{self, Details};
use crate::object::diagnostic::Diagnostic;
use crate::object::fields::{NOTHING, member};
use crate::object::{Kind, ObjectView as _, Path};
use crate::webhook::pod::{self, Injected};
use crate::{Cluster, Map, Rendering, Value};

/// Makes what the rules of a kind look at beside the rendering.
pub type Prepare = fn(&Cluster, &Value, &Rendering) -> Details;

/// A resource of any kind that is linted.
#[derive(Debug)]
pub struct Resource<'a> {
    pub cluster: &'a Cluster,
    /// As it is written.
    pub written: &'a Value,
    pub rendering: &'a Rendering,
    pub peers: &'a Peers,
    prepare: Prepare,
    /// What the rules of its kind look at beside that, made when a rule first asks for it.
    prepared: OnceCell<Details>,
    /// The pods after the pod webhook, made when a rule first asks for them.
    injected: OnceCell<Vec<Injected>>,
}

impl<'a> Resource<'a> {
    pub fn of(
        cluster: &'a Cluster,
        written: &'a Value,
        rendering: &'a Rendering,
        peers: &'a Peers,
        prepare: Prepare,
    ) -> Resource<'a> {
        let (prepared, injected) = (OnceCell::new(), OnceCell::new());
        Resource { cluster, written, rendering, peers, prepare, prepared, injected }
    }

    /// What the rules of its kind look at beside that, in the type of the kind.
    pub fn prepared<T: std::any::Any>(&self) -> Option<&T> {
        self.prepared.get_or_init(|| (self.prepare)(self.cluster, self.written, self.rendering)).get()
    }

    /// The member of the resource as it would be stored.
    pub fn stored(&self, pointer: &str) -> Option<&'a Value> {
        self.rendering.defaulted()?.pointer(pointer)
    }

    /// The objects of a kind among what the controller creates.
    pub fn objects(&self, kind: Kind) -> impl Iterator<Item = &'a Map> {
        let of_kind = self.rendering.objects().iter().filter(move |object| Kind::of(object) == Some(kind));
        of_kind.filter_map(Value::as_object)
    }

    /// Deployments and Knative Services.
    pub fn workloads(&self) -> impl Iterator<Item = &'a Map> {
        self.rendering.objects().iter().filter(|object| pod::is_workload(object)).filter_map(Value::as_object)
    }

    /// The pod templates of [`Resource::workloads`], each with the part of the resource for which it is made.
    pub fn placed_templates(&self) -> impl Iterator<Item = (Path, &'a Map)> {
        self.workloads().filter_map(|workload| {
            let template = workload.template()?;
            Some((self.place_of(template), template))
        })
    }

    /// The pods as the pod webhook leaves them.
    pub fn injected(&self) -> &[Injected] {
        let inject = kinds::properties(self.rendering.kind).inject;
        self.injected.get_or_init(|| {
            let made = |stored| inject(self.cluster, &self.rendering.namespace, stored, self.rendering.objects());
            self.rendering.defaulted().map(made).unwrap_or_default()
        })
    }

    /// The part of the resource for which an object or a pod template is made, by its labels.
    pub fn place_of(&self, object: &Map) -> Path {
        let labels = member(object, "metadata").and_then(|metadata| member(metadata, "labels"));
        (kinds::properties(self.rendering.kind).place_of)(labels.unwrap_or(&NOTHING))
    }

    /// Takes what they quote of Secrets out of findings.
    pub fn hide_secrets(&self, found: &mut [Diagnostic]) {
        let mut copied = self.rendering.copied().clone();
        let injected = self.injected.get().into_iter().flatten();
        injected.for_each(|injected| copied.extend(injected.copied.clone()));
        for finding in found {
            for text in [&mut finding.message].into_iter().chain(&mut finding.help) {
                *text = copied.hide_in_text(text);
            }
        }
    }
}
