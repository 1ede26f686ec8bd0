//! The stages of admission, which are the same for every kind of resource.
//!
//! A resource goes through four stages: the API server drops unknown fields and sets the schema's defaults; the defaulting
//! webhook, if the kind has one, decodes it into Go types, changes it and sends it back; the API server validates it against the
//! schema; the validating webhook checks it. The first stage that refuses it decides.

use super::report::Report;
use super::{codes, misplaced};
use crate::facts::{Cluster, Existing};
use crate::object::diagnostic::{Change, Diagnostic, Mend, Severity};
use crate::object::role::Meant;
use crate::object::{Kind, ObjectView, Path, Refusal, role};
use crate::release::Release;
use crate::schema::{self, StructId, Through, Types};
use crate::{Map, Value};

/// What the stages of admission do for one kind.
#[derive(Debug)]
pub struct Stages {
    /// The kind's root in the tables of types.
    pub root: fn(&Types) -> StructId,
    /// How the resource passes the defaulting webhook: decoded into Go types and back if the kind has such a webhook.
    pub through: Through,
    /// Checks made before anything else.
    pub first: fn(&Request<'_>, &Map, &mut Report),
    /// The defaulting webhook.
    pub default: fn(&Request<'_>, &mut Map, &mut Report),
    /// The validating webhook.
    pub validate: fn(&Request<'_>, &Map, &mut Report),
    /// Changes made when the object is stored.
    pub finish: fn(&mut Map),
}

/// A request to admission.
#[derive(Debug, Clone, Copy)]
pub struct Request<'a> {
    pub cluster: &'a Cluster,
    /// The resource as stored before an update.
    pub old: Option<&'a Map>,
}

impl Request<'_> {
    /// Whether the webhook of graphs or models passes the resource unseen, as it does in some releases while it is deleted.
    pub fn is_passed_unseen(&self) -> bool {
        self.cluster.release.graphs.deleted_accepted && self.old.is_some_and(ObjectView::is_deleted)
    }
}

/// The answer to a create or update of a resource.
#[derive(Debug, Clone)]
pub struct Admission {
    /// Admission warnings, which are returned with or without a refusal.
    pub warnings: Vec<Diagnostic>,
    /// The object as stored, or the refusal.
    pub outcome: Result<Value, Refusal>,
}

impl Stages {
    /// Admits a resource as the API server and the webhooks would.
    pub fn admit(&self, cluster: &Cluster, object: &Value, existing: &Existing) -> Admission {
        if let Some(refusal) = unserved(&cluster.release, object) {
            return Admission { warnings: Vec::new(), outcome: Err(refusal.into()) };
        }
        let mut report = Report::new(false);
        let stored = self.run(cluster, object, existing, &mut report);
        answer(stored, report).0
    }

    /// Admits a resource, and lists everything that is wrong with it, not only what the cluster reports.
    pub fn examine(&self, cluster: &Cluster, object: &Value, existing: &Existing) -> (Admission, Vec<Diagnostic>) {
        if let Some(refusal) = unserved(&cluster.release, object) {
            return (Admission { warnings: Vec::new(), outcome: Err(refusal.clone().into()) }, vec![refusal]);
        }
        let mut report = Report::new(true);
        let stored = self.run(cluster, object, existing, &mut report);
        answer(stored, report)
    }

    /// The resource after the stages; if one refuses it, as far as they get.
    pub fn defaulted(&self, cluster: &Cluster, object: &Value, existing: &Existing) -> Value {
        Value::Object(self.run(cluster, object, existing, &mut Report::new(true)))
    }

    /// A stored resource as the API server of this release returns it to its controllers: without fields that its definition does
    /// not know.
    pub fn read(&self, cluster: &Cluster, stored: &Value) -> Value {
        let types = Types::of(cluster.release.input.fields);
        let empty = Map::new();
        let fields = stored.as_object().unwrap_or(&empty);
        Value::Object(schema::object(types, (self.root)(types), fields, self.through).object)
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
        let is_broken = !decoded.metadata_faults.is_empty() || !decoded.faults.is_empty();
        for fault in decoded.metadata_faults {
            report.wrong_type(fault);
        }
        if report.is_complete() {
            return object;
        }
        (self.first)(&request, &object, report);
        for fault in decoded.faults {
            report.wrong_type(fault);
        }
        if report.is_complete() {
            return object;
        }
        (self.default)(&request, &mut object, report);
        if report.is_complete() {
            return object;
        }
        // With values that Go could not read, the schema would complain about the wrong things.
        if !is_broken {
            let violations = self.violations(types, &object, request.old.is_some(), report);
            report.violations(violations);
        }
        if self.through == Through::ApiServer && report.refusal.is_none() {
            // The validating webhook cannot decode everything that passes the schema: its whole numbers have 32 bits.
            for fault in schema::object(types, root, &object, Through::GoTypes).faults {
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
    /// Whether the webhook alone speaks of the name. In truth the API server's rules for it come first for all kinds, but the recorded
    /// answers of kinds without a defaulting webhook were made without them; where everything that is wrong is listed, they count.
    fn leaves_name_to_webhook(&self, report: &Report) -> bool {
        self.through == Through::ApiServer && !report.keeps_all()
    }

    /// The violations of metadata and schema by an object.
    fn violations<'s>(
        &self,
        types: &'s Types,
        object: &'s Map,
        is_update: bool,
        report: &Report,
    ) -> Vec<schema::Violation> {
        let root = (self.root)(types);
        let mut violations = schema::check_metadata(object, is_update);
        if self.leaves_name_to_webhook(report) {
            let name = Path::keys(["metadata", "name"]);
            violations.retain(|violation| violation.path != name);
        }
        violations.append(&mut match self.through == Through::ApiServer {
            true => schema::check_written(types, root, object),
            false => schema::check(types, root, object, true),
        });
        violations
    }
}

/// The cluster's answer for an object that came through the stages as `stored` with this report, and all findings.
pub fn answer(stored: Map, report: Report) -> (Admission, Vec<Diagnostic>) {
    let found = report.diagnostics;
    let of = |is_wanted: fn(&&Diagnostic) -> bool| found.iter().filter(is_wanted).cloned().collect();
    let outcome = match report.refusal {
        Some(text) => Err(Refusal::because(text, of(|found| found.refusal))),
        None => Ok(Value::Object(stored)),
    };
    (Admission { warnings: of(|found| found.severity == Severity::Warning), outcome }, found)
}

/// The finding for a document of a kind of KServe that cannot be sent, because the cluster has the kind in other versions or not at all.
pub fn unserved(release: &Release, object: &Value) -> Option<Diagnostic> {
    let versions = schema::served_versions(Kind::of(object)?, release.version)?;
    let version = role::api_version(object);
    let is_served = version.split_once('/').is_some_and(|(_, name)| versions.contains(&name));
    let message = format!("no matches for kind \"{}\" in version \"{version}\"", role::kind(object));
    let (code, key, help) = match versions.first() {
        Some(newest) => (codes::UNKNOWN_VERSION, "apiVersion", Some(format!("write {}/{newest}", role::group(object)))),
        None => (codes::UNKNOWN_KIND, "kind", None),
    };
    (!is_served).then(|| Diagnostic {
        help,
        refusal: true,
        ..Diagnostic::new(code, Severity::Error, Path::keys([key]), message)
    })
}

/// The finding for a document of an unknown kind: what was probably meant.
pub fn examine_other(object: &Value) -> Option<Diagnostic> {
    let role::Misspelling { message, meant } = role::misspelt(object)?;
    let mend = match meant {
        Some(Meant::Kind(name)) => Some(Mend::safe(Change::Write { path: Path::keys(["kind"]), value: name.into() })),
        // The name of a group belongs in another field.
        Some(Meant::Group(_)) | None => None,
    };
    Some(Diagnostic {
        help: meant.map(|meant| meant.to_string()),
        mend,
        ..Diagnostic::new(codes::MISSPELT_KIND, Severity::Warning, Path::keys(["kind"]), message)
    })
}
