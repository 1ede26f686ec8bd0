//! The condition manager: which conditions exist, and how they decide `Ready`.

use std::borrow::Cow;

use serde::{Serialize, Serializer};

use crate::Value;
use crate::api;
use crate::go::format;
use crate::order;

/// Type of the condition that sums up the others.
pub const READY: &str = "Ready";

/// Which conditions of a kind of resource decide its `Ready`.
#[derive(Debug, PartialEq, Eq)]
pub struct ConditionSet {
    /// The conditions that decide, in the order in which the manager checks them.
    pub dependents: &'static [&'static str],
}

impl ConditionSet {
    fn decides(&self, kind: &str) -> bool {
        self.dependents.contains(&kind)
    }
}

/// The status of a condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Truth {
    True,
    False,
    Unknown,
}

impl Truth {
    pub const fn name(self) -> &'static str {
        match self {
            Truth::True => "True",
            Truth::False => "False",
            Truth::Unknown => "Unknown",
        }
    }

    /// `None` for any other text; the manager then ignores the condition.
    pub fn parse(text: &str) -> Option<Truth> {
        [Truth::True, Truth::False, Truth::Unknown].into_iter().find(|truth| truth.name() == text)
    }
}

impl From<bool> for Truth {
    fn from(value: bool) -> Truth {
        if value { Truth::True } else { Truth::False }
    }
}

/// The content of a condition: status, reason and message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    pub status: Truth,
    pub reason: Cow<'static, str>,
    pub message: Cow<'static, str>,
}

impl Verdict {
    pub fn new(status: Truth, reason: impl Into<Cow<'static, str>>, message: impl Into<Cow<'static, str>>) -> Verdict {
        Verdict { status, reason: reason.into(), message: message.into() }
    }

    /// A verdict without reason or message.
    pub const fn bare(status: Truth) -> Verdict {
        Verdict { status, reason: Cow::Borrowed(""), message: Cow::Borrowed("") }
    }

    /// The verdict of an object's own condition; `None` if its status is not one of the three.
    pub fn of(condition: api::Condition<'_>) -> Option<Verdict> {
        let status = Truth::parse(condition.status())?;
        Some(Verdict::new(status, condition.reason().to_owned(), condition.message().to_owned()))
    }
}

/// When a condition was written: read from the stored status, or the number of the change in this pass. All stored ones count as
/// equally old, since stored times are cut to whole seconds.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Transition {
    Stored(Option<String>),
    ThisPass(u32),
}

#[derive(Debug, Clone)]
struct Condition {
    kind: Cow<'static, str>,
    verdict: Verdict,
    /// `Info` for conditions that do not decide `Ready`, otherwise empty.
    severity: Cow<'static, str>,
    transition: Transition,
}

impl PartialEq for Condition {
    /// Ignores times: a status that differs only in times is not written.
    fn eq(&self, other: &Condition) -> bool {
        self.kind == other.kind && self.verdict == other.verdict && self.severity == other.severity
    }
}

/// The conditions of a resource, sorted by type.
#[derive(Debug, Clone, PartialEq)]
pub struct Conditions {
    set: &'static ConditionSet,
    list: Vec<Condition>,
    /// The number of changes in this pass.
    changes: Clock,
}

/// A counter that is not part of the value.
#[derive(Debug, Clone, Copy, Default)]
struct Clock(u32);

impl PartialEq for Clock {
    fn eq(&self, _: &Clock) -> bool {
        true
    }
}

impl Serialize for Conditions {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.list.iter().map(Written::of))
    }
}

/// A condition as it is stored. One that a pass has changed has no time: the tool reads no clock.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Written<'a> {
    #[serde(rename = "type", skip_serializing_if = "str::is_empty")]
    pub kind: &'a str,
    pub status: &'static str,
    #[serde(skip_serializing_if = "str::is_empty")]
    pub severity: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    pub reason: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    pub message: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    pub last_transition_time: &'a str,
}

impl<'a> Written<'a> {
    /// A condition of which only the type and the verdict are known.
    pub fn new(kind: &'a str, verdict: &'a Verdict) -> Written<'a> {
        let Verdict { status, reason, message } = verdict;
        Written { kind, status: status.name(), severity: "", reason, message, last_transition_time: "" }
    }

    fn of(condition: &'a Condition) -> Written<'a> {
        let time = match &condition.transition {
            Transition::Stored(time) => time.as_deref().unwrap_or_default(),
            Transition::ThisPass(_) => "",
        };
        let written = Written::new(&condition.kind, &condition.verdict);
        Written { severity: &condition.severity, last_transition_time: time, ..written }
    }
}

impl Conditions {
    /// Rewrites the messages; this does not count as a change of the conditions.
    pub fn change_messages(&mut self, change: &dyn Fn(&str) -> String) {
        for condition in self.list.iter_mut().filter(|condition| !condition.verdict.message.is_empty()) {
            condition.verdict.message = change(&condition.verdict.message).into();
        }
    }

    /// An empty list of conditions.
    pub fn new(set: &'static ConditionSet) -> Conditions {
        Conditions { set, list: Vec::new(), changes: Clock(0) }
    }

    /// Reads stored conditions.
    pub fn read(set: &'static ConditionSet, value: Option<&Value>) -> Conditions {
        let list = value.and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        let list = api::Condition::all(list).filter_map(|condition| {
            Some(Condition {
                kind: Some(condition.kind()).filter(|kind| !kind.is_empty())?.to_owned().into(),
                verdict: Verdict::of(condition)?,
                severity: condition.severity().to_owned().into(),
                transition: Transition::Stored(condition.last_transition_time().map(str::to_owned)),
            })
        });
        let list = list.collect();
        Conditions { set, list, changes: Clock(0) }
    }

    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Forgets when the conditions were written, as storing them does.
    pub fn store(&mut self) {
        for condition in &mut self.list {
            if let Transition::ThisPass(_) = condition.transition {
                condition.transition = Transition::Stored(None);
            }
        }
        self.changes = Clock(0);
    }

    pub fn get(&self, kind: &str) -> Option<&Verdict> {
        self.list.iter().find(|condition| condition.kind == kind).map(|condition| &condition.verdict)
    }

    /// The status of a condition, if it is there.
    pub fn status(&self, kind: &str) -> Option<Truth> {
        self.get(kind).map(|verdict| verdict.status)
    }

    pub fn is_true(&self, kind: &str) -> bool {
        self.status(kind) == Some(Truth::True)
    }

    /// The types of the conditions that are False, in list order.
    pub fn false_ones(&self) -> impl Iterator<Item = &str> {
        self.list.iter().filter(|condition| condition.verdict.status == Truth::False).map(|condition| &*condition.kind)
    }

    /// Sets `Ready` and the conditions it depends on to Unknown if they are missing, unless there is a `Ready` already.
    pub fn initialise(&mut self) {
        if self.get(READY).is_some() {
            return;
        }
        self.put(READY, Verdict::bare(Truth::Unknown));
        for kind in self.set.dependents {
            if self.get(kind).is_none() {
                self.put(kind, Verdict::bare(Truth::Unknown));
            }
        }
    }

    /// Sets a condition and updates `Ready` accordingly. The message is a Go format string. `keep_reason_of_true` is false for
    /// releases whose True conditions carry neither reason nor message.
    pub fn set(&mut self, kind: &'static str, mut verdict: Verdict, keep_reason_of_true: bool) {
        if verdict.message.contains('%') {
            verdict.message = format::without_arguments(&verdict.message).into();
        }
        match verdict.status {
            Truth::True => {
                if !keep_reason_of_true {
                    verdict = Verdict::bare(Truth::True);
                }
                self.put(kind, verdict);
                self.recompute();
            }
            Truth::False => {
                self.put(kind, verdict.clone());
                if self.set.decides(kind) {
                    self.put(READY, verdict);
                }
            }
            Truth::Unknown => {
                self.put(kind, verdict.clone());
                if self.set.dependents.iter().any(|dependent| self.status(dependent) == Some(Truth::False)) {
                    if self.status(READY) != Some(Truth::False) {
                        self.put(READY, Verdict { status: Truth::False, ..verdict });
                    }
                } else if self.set.decides(kind) {
                    self.put(READY, verdict);
                }
            }
        }
    }

    /// Removes a condition on which `Ready` does not depend.
    pub fn clear(&mut self, kind: &str) {
        if kind != READY && !self.set.decides(kind) {
            self.list.retain(|condition| condition.kind != kind);
        }
    }

    fn put(&mut self, kind: &'static str, verdict: Verdict) {
        let severity = if kind == READY || self.set.decides(kind) { "" } else { "Info" };
        let changed = Condition {
            kind: kind.into(),
            verdict,
            severity: severity.into(),
            transition: Transition::ThisPass(self.changes.0),
        };
        self.changes.0 += 1;
        match self.list.iter_mut().find(|condition| condition.kind == kind) {
            Some(old) if *old == changed => self.changes.0 -= 1,
            Some(old) => *old = changed,
            None => {
                self.list.push(changed);
                order::sort_by(&mut self.list, |a, b| a.kind.cmp(&b.kind));
            }
        }
    }

    /// Derives `Ready` from the conditions without severity, as the manager does: the newest False one decides, or else the newest Unknown
    /// one.
    fn recompute(&mut self) {
        let counting = || self.list.iter().filter(|condition| condition.severity.is_empty() && condition.kind != READY);
        let age = |condition: &Condition| match &condition.transition {
            Transition::Stored(_) => 0,
            Transition::ThisPass(change) => change + 1,
        };
        // Of equally old conditions, the first in the list counts.
        let newest = |status: Truth| {
            let of_status = counting().filter(move |condition| condition.verdict.status == status);
            of_status.reduce(|newest, other| if age(other) > age(newest) { other } else { newest })
        };
        let verdict = match newest(Truth::False).or_else(|| newest(Truth::Unknown)) {
            Some(condition) => condition.verdict.clone(),
            None if counting().count() < self.set.dependents.len() => Verdict::bare(Truth::Unknown),
            None => Verdict::bare(Truth::True),
        };
        self.put(READY, verdict);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PREDICTOR_READY: &str = "PredictorReady";
    const INGRESS_READY: &str = "IngressReady";
    static SET: ConditionSet = ConditionSet { dependents: &[PREDICTOR_READY, INGRESS_READY] };

    fn unknown(reason: &'static str) -> Verdict {
        Verdict::new(Truth::Unknown, reason, "")
    }

    fn kinds(conditions: &Conditions) -> Vec<&str> {
        conditions.list.iter().map(|condition| &*condition.kind).collect()
    }

    #[test]
    fn ready_is_true_once_both_dependents_are() {
        let mut conditions = Conditions::new(&SET);
        conditions.set(PREDICTOR_READY, Verdict::bare(Truth::True), true);
        assert_eq!(conditions.status(READY), Some(Truth::Unknown), "one dependent is missing");
        conditions.set(INGRESS_READY, Verdict::bare(Truth::True), true);
        assert_eq!(conditions.get(READY), Some(&Verdict::bare(Truth::True)));
    }

    #[test]
    fn ready_takes_the_reason_of_the_dependent_written_last() {
        let mut conditions = Conditions::new(&SET);
        conditions.initialise();
        conditions.set(PREDICTOR_READY, Verdict::new(Truth::False, "A", "a"), true);
        conditions.set(INGRESS_READY, Verdict::new(Truth::False, "B", "b"), true);
        assert_eq!(conditions.get(READY), Some(&Verdict::new(Truth::False, "B", "b")));
    }

    #[test]
    fn an_unknown_dependent_does_not_hide_a_false_one() {
        let mut conditions = Conditions::new(&SET);
        conditions.set(PREDICTOR_READY, Verdict::new(Truth::False, "A", ""), true);
        conditions.set(INGRESS_READY, unknown("B"), true);
        assert_eq!(conditions.get(READY), Some(&Verdict::new(Truth::False, "A", "")));
    }

    #[test]
    fn an_unknown_condition_makes_ready_false_again_while_a_dependent_is_false() {
        let mut conditions = Conditions::new(&SET);
        conditions.put(PREDICTOR_READY, Verdict::bare(Truth::False));
        conditions.set("TransformerReady", unknown("T"), true);
        assert_eq!(conditions.get(READY), Some(&Verdict::new(Truth::False, "T", "")));
    }

    #[test]
    fn informational_conditions_do_not_touch_ready() {
        let mut conditions = Conditions::new(&SET);
        conditions.initialise();
        conditions.set("TransformerReady", Verdict::new(Truth::False, "T", ""), true);
        conditions.set("ExplainerReady", unknown("E"), true);
        assert_eq!(conditions.get(READY), Some(&Verdict::bare(Truth::Unknown)));
        assert_eq!(conditions.list[0].severity, "Info");
    }

    #[test]
    fn a_true_condition_derives_ready_from_the_newest_bad_one() {
        let mut conditions = Conditions::new(&SET);
        conditions.set(INGRESS_READY, Verdict::new(Truth::False, "I", ""), true);
        conditions.set(PREDICTOR_READY, Verdict::new(Truth::False, "P", ""), true);
        conditions.set("TransformerReady", Verdict::bare(Truth::True), true);
        assert_eq!(conditions.get(READY).map(|verdict| &*verdict.reason), Some("P"));
        conditions.store();
        conditions.set("ExplainerReady", Verdict::bare(Truth::True), true);
        let reason = conditions.get(READY).map(|verdict| &*verdict.reason);
        assert_eq!(reason, Some("I"), "stored times are alike, then the order of the list decides");
    }

    #[test]
    fn conditions_are_sorted_and_cleared_unless_ready_depends_on_them() {
        let mut conditions = Conditions::new(&SET);
        conditions.initialise();
        conditions.set("Stopped", Verdict::bare(Truth::False), true);
        conditions.set("CanaryPredictorReady", Verdict::bare(Truth::False), true);
        conditions.clear("CanaryPredictorReady");
        conditions.clear(INGRESS_READY);
        assert_eq!(kinds(&conditions), ["IngressReady", "PredictorReady", "Ready", "Stopped"]);
        assert_eq!(conditions.false_ones().collect::<Vec<_>>(), ["Stopped"]);
    }

    #[test]
    fn older_releases_drop_the_reason_of_true_conditions() {
        let mut conditions = Conditions::new(&SET);
        conditions.set(PREDICTOR_READY, Verdict::new(Truth::True, "Available", "yes"), false);
        assert_eq!(conditions.get(PREDICTOR_READY), Some(&Verdict::bare(Truth::True)));
    }
}
