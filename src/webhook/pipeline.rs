//! The stages of admission, the same for every kind of resource.
//!
//! A resource goes through four stages: the API server drops unknown fields and sets the schema's defaults; the defaulting
//! webhook, where a kind has one, decodes it into Go types, changes it and sends it back; the API server compares it with the
//! schema; the validating webhook checks it. The first that refuses decides.

use super::refusal::Refusal;
use super::report::Report;
use super::{codes, misplaced};
use crate::facts::{Cluster, Existing};
use crate::object::diagnostic::{Change, Diagnostic, Mend, Severity};
use crate::object::{Path, role};
use crate::schema::{self, StructId, Through, Types};
use crate::{Map, Value};

/// What admission of one kind does in the stages.
#[derive(Debug)]
pub struct Stages {
    /// The `apiVersion`s in which the API server of a release takes the kind, the first of which it stores.
    pub versions: &'static [&'static str],
    /// The kind's root in the tables of types.
    pub root: fn(&Types) -> StructId,
    /// Whether a defaulting webhook decodes the resource into Go types and back.
    pub through: Through,
    /// What is looked at before anything else.
    pub first: fn(&Request<'_>, &Map, &mut Report),
    /// The defaulting webhook.
    pub default: fn(&Request<'_>, &mut Map, &mut Report),
    /// The validating webhook.
    pub validate: fn(&Request<'_>, &Map, &mut Report),
    /// What storing it writes.
    pub finish: fn(&mut Map),
}

/// What admission is asked for.
#[derive(Debug, Clone, Copy)]
pub struct Request<'a> {
    pub cluster: &'a Cluster,
    /// The resource as it is stored before an update.
    pub old: Option<&'a Map>,
}

/// The answer to creating or updating a resource.
#[derive(Debug, Clone)]
pub struct Admission {
    /// Admission warnings, given with and without a refusal.
    pub warnings: Vec<Diagnostic>,
    /// The object as stored, or the refusal.
    pub outcome: Result<Value, Refusal>,
}

impl Stages {
    /// Admits a resource as API server and webhooks would.
    pub fn admit(&self, cluster: &Cluster, object: &Value, existing: &Existing) -> Admission {
        if let Some(refusal) = self.unknown_version(object) {
            return Admission { warnings: Vec::new(), outcome: Err(refusal.into()) };
        }
        let mut report = Report::new(false);
        let stored = self.run(cluster, object, existing, &mut report);
        answer(stored, report).0
    }

    /// Admits a resource, and lists everything that is wrong with it rather than only what the cluster says.
    pub fn examine(&self, cluster: &Cluster, object: &Value, existing: &Existing) -> (Admission, Vec<Diagnostic>) {
        if let Some(refusal) = self.unknown_version(object) {
            return (Admission { warnings: Vec::new(), outcome: Err(refusal.clone().into()) }, vec![refusal]);
        }
        let mut report = Report::new(true);
        let stored = self.run(cluster, object, existing, &mut report);
        answer(stored, report)
    }

    /// The resource after the stages, as far as they get with one that they refuse.
    pub fn defaulted(&self, cluster: &Cluster, object: &Value, existing: &Existing) -> Value {
        Value::Object(self.run(cluster, object, existing, &mut Report::new(true)))
    }

    /// A stored resource as the API server of this release gives it to its controllers: without what its definition does not
    /// know.
    pub fn read(&self, cluster: &Cluster, stored: &Value) -> Value {
        let types = Types::of(cluster.release.input.fields);
        let empty = Map::new();
        let fields = stored.as_object().unwrap_or(&empty);
        Value::Object(schema::object(types, (self.root)(types), fields, self.through).object)
    }

    fn unknown_version(&self, object: &Value) -> Option<Diagnostic> {
        unknown_version(object, self.versions)
    }

    fn run(&self, cluster: &Cluster, object: &Value, existing: &Existing, report: &mut Report) -> Map {
        let types = Types::of(cluster.release.input.fields);
        let root = (self.root)(types);
        let empty = Map::new();
        let input = object.as_object().unwrap_or(&empty);
        report.note_annotations(input);
        let request = Request { cluster, old: existing.resource.as_ref().and_then(Value::as_object) };
        let decoded = schema::object(types, root, input, self.through);
        report.unknown(decoded.unknown, |path| misplaced::owner(types, root, input, path));
        let mut object = decoded.object;
        (self.first)(&request, &object, report);
        let is_broken = !decoded.faults.is_empty();
        for fault in schema::by_weight(decoded.faults) {
            report.wrong_type(fault.path, fault.message);
        }
        if report.is_complete() {
            return object;
        }
        (self.default)(&request, &mut object, report);
        if report.is_complete() {
            return object;
        }
        // Without the values that Go could not read, the schema would complain about the wrong things.
        if !is_broken {
            let violations = self.violations(types, &object, request.old.is_some(), report.keeps_all());
            report.violations(violations);
        }
        if self.through == Through::ApiServer && report.refusal.is_none() {
            // Of what the schema lets pass the validating webhook cannot decode all: it has whole numbers of 32 bits.
            for fault in schema::by_weight(schema::object(types, root, &object, Through::GoTypes).faults) {
                report.refuse(codes::WRONG_TYPE, fault.path, fault.message);
            }
        }
        if !report.is_complete() {
            (self.validate)(&request, &object, report);
        }
        (self.finish)(&mut object);
        object
    }
}

impl Stages {
    /// What the schema says against an object. Answers to kinds without a defaulting webhook were recorded without the checks of metadata,
    /// so these are only made if everything that is wrong is listed.
    fn violations<'s>(
        &self,
        types: &'s Types,
        object: &'s Map,
        is_update: bool,
        lists_all: bool,
    ) -> Vec<schema::Violation> {
        let root = (self.root)(types);
        let is_written = self.through == Through::ApiServer;
        let checks_metadata = lists_all || !is_written;
        let mut violations = if checks_metadata { schema::check_metadata(object, is_update) } else { Vec::new() };
        violations.append(&mut match is_written {
            true => schema::check_written(types, root, object),
            false => schema::check(types, root, object, true),
        });
        violations
    }
}

/// What the cluster answers where `stored` came through the stages with a report, and everything that was found.
pub fn answer(stored: Map, report: Report) -> (Admission, Vec<Diagnostic>) {
    let found = report.diagnostics;
    let of = |is_wanted: fn(&&Diagnostic) -> bool| found.iter().filter(is_wanted).cloned().collect();
    let outcome = match report.refusal {
        Some(text) => Err(Refusal::because(text, of(|found| found.refusal))),
        None => Ok(Value::Object(stored)),
    };
    (Admission { warnings: of(|found| found.severity == Severity::Warning), outcome }, found)
}

/// Why a document of a kind that is known cannot be sent: the cluster has its kind in other versions.
pub fn unknown_version(object: &Value, versions: &[&str]) -> Option<Diagnostic> {
    let version = role::api_version(object);
    let message = format!("no matches for kind \"{}\" in version \"{version}\"", role::kind(object));
    (!versions.contains(&version)).then(|| Diagnostic {
        help: versions.first().map(|wanted| format!("write {wanted}")),
        refusal: true,
        ..Diagnostic::new(codes::UNKNOWN_VERSION, Severity::Error, Path::keys(["apiVersion"]), message)
    })
}

/// What is to be said about a document that is of no known kind: what was probably meant.
pub fn examine_other(object: &Value) -> Option<Diagnostic> {
    let (message, help) = role::misspelt(object)?;
    let meant = help.as_deref().and_then(|help| help.strip_prefix("did you mean ")?.strip_suffix('?'));
    // The name of a group stands in another field.
    let meant = meant.filter(|meant| !meant.contains('.'));
    let mend = meant.map(|meant| Mend::safe(Change::Write { path: Path::keys(["kind"]), value: meant.into() }));
    Some(Diagnostic {
        help,
        mend,
        ..Diagnostic::new(codes::MISSPELT_KIND, Severity::Warning, Path::keys(["kind"]), message)
    })
}
