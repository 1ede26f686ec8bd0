//! The runtimes that a service has to choose from.

use super::select::{Candidate, Request, Verdict, rank};
use crate::Value;
use crate::facts::Cluster;
use crate::kinds::{RankedRuntime, RuntimeChoice};
use crate::object::ObjectView as _;

/// What runtimes a stored service has to choose from; `None` if it brings its own containers.
pub fn choice(cluster: &Cluster, stored: &Value) -> Option<RuntimeChoice> {
    let request = Request::of(stored.namespace(), stored.predictor()?)?;
    let ranked = |candidate: Candidate| RankedRuntime {
        namespace: candidate.runtime.namespace.clone(),
        name: candidate.runtime.name.clone(),
        priority: candidate.priority,
        verdict: candidate.verdict.text(),
        is_eligible: candidate.verdict == Verdict::Eligible,
    };
    let ranked = rank(&cluster.runtimes, &request).into_iter().map(ranked).collect();
    Some(RuntimeChoice { named: request.runtime.map(str::to_owned), ranked })
}
