//! Counts the outcomes for all objects, by class.

use std::collections::{BTreeMap, BTreeSet};

use crate::classes::{self, Class, Fault};
use crate::scenario::Finding;
use crate::schema::Comparison;

#[derive(Debug, Default)]
pub struct Tally {
    accepted: usize,
    ours: usize,
    refused: BTreeMap<&'static str, (&'static Class, usize)>,
    /// The number of documents that the server and `validate` both accept, that both refuse in the same words, and that a webhook
    /// refuses.
    compared: [usize; 3],
    /// The number of pods that the server and `lint` both accept, and that both refuse in the same words.
    pods: [usize; 2],
}

impl Tally {
    pub fn accepted(&mut self) {
        self.accepted += 1;
    }

    pub fn refused(&mut self, class: &'static Class) {
        self.refused.entry(class.name).or_insert((class, 0)).1 += 1;
    }

    pub fn compared(&mut self, comparison: &Comparison) {
        match comparison {
            Comparison::Accepted => self.compared[0] += 1,
            Comparison::SameRefusal => self.compared[1] += 1,
            Comparison::Webhook => self.compared[2] += 1,
            Comparison::Different(_) => {}
        }
    }

    pub fn pod(&mut self, is_refused: bool) {
        self.pods[usize::from(is_refused)] += 1;
    }

    pub fn faults(&mut self, number: usize) {
        self.ours += number;
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.accepted == 0 && self.refused.is_empty() && self.compared == [0; 3] && self.pods == [0; 2] {
            return Ok(());
        }
        writeln!(f, "objects accepted, stored as printed, unchanged when applied again: {}", self.accepted)?;
        writeln!(f, "our fault: {}", self.ours)?;
        for (class, number) in self.refused.values() {
            let fault = match class.fault {
                Fault::Controller(rule) => format!("the controller's own fault, lint tells it ({rule})"),
                Fault::Cluster => "a fact of the cluster".to_owned(),
            };
            writeln!(f, "{fault}: {}: {number}", class.name)?;
        }
        let [accepted, refused, webhook] = self.compared;
        writeln!(
            f,
            "documents against the printed schemas: {accepted} accepted by both, {refused} refused by both in the same words, \
             {webhook} left to the webhooks"
        )?;
        let [accepted, refused] = self.pods;
        writeln!(
            f,
            "pods of Deployments: {accepted} accepted by server and lint, {refused} refused by both in the same words"
        )
    }
}

/// The class of an object with these refusals, which is that of the first error. Every error must be in a class, and where the
/// controller would get the error, too, `lint` must report it in the server's words.
pub fn class_of(kind: &str, refusals: &BTreeSet<String>, lint: &[Finding]) -> Result<&'static Class, String> {
    let mut first = None;
    for error in refusals.iter().flat_map(|refusal| classes::errors(refusal)) {
        let class = classes::of(kind, error).ok_or_else(|| format!("refused: {error} ({refusals:?})"))?;
        if let Fault::Controller(rule) = class.fault
            && !lint.iter().any(|(name, message)| *name == rule && message.contains(error))
        {
            return Err(format!("refused, and {rule} of lint does not say so: {error} ({refusals:?})"));
        }
        first.get_or_insert(class);
    }
    first.ok_or_else(|| format!("refused: {refusals:?}"))
}
