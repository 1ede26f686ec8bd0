//! A rule, what it looks at, and what it finds.

use crate::kinds::Details;
use crate::lint::subject::{Prepare, Resource};
use crate::object::diagnostic::{Code, Diagnostic, Mend, Related, Severity};
use crate::object::fields::{member, text};
use crate::object::{Cause, ControllerError, Key, Kind, Path};
use crate::release::Version;
use crate::release::annotations::Place;
use crate::{Cluster, Map};

/// What is looked at, and how.
#[derive(Debug, Clone, Copy)]
pub enum Check {
    /// One resource of any kind with its rendering, if its kind says that the rule holds for it; paths lead into the resource as
    /// written.
    Any(fn(&Resource<'_>, &mut Findings)),
    /// The configuration of the cluster; paths lead into the ConfigMap.
    Config(fn(&Cluster, &mut Findings)),
    /// One resource of a kind with its rendering; paths lead into the resource as written.
    Resource(Kind, fn(&Resource<'_>, &mut Findings)),
    /// One resource of a kind among those that share something with it.
    Peers(Kind, fn(&Map, &[&Map], &mut Findings)),
}

/// What a resource shares with others that are looked at together with it.
pub(crate) type Shared = fn(&Map) -> Option<(String, String)>;

/// What is linted in resources of one kind.
#[derive(Debug)]
pub struct KindRules {
    pub kind: Kind,
    /// The rules that look at its resources alone, by topic.
    pub rules: &'static [&'static [Rule]],
    /// Which of the rules that look at any kind hold here too.
    pub general: General,
    /// Where its resources have annotations that nobody but the controller of the kind reads, and what they are read as there.
    pub annotations: &'static [Annotated],
    /// Whether all that its controller fails with stands at a place of the resource; else only what there is advice for.
    pub has_places: bool,
    /// What people report that the rules are about, unless one says otherwise.
    pub topic: Topic,
    /// Makes what the rules look at beside the rendering, once for all of them.
    pub prepare: Prepare,
    /// Tells where a failure of the controller comes from, if that is not known from the error; false if it tells nothing.
    pub tell_failure: fn(&Resource<'_>, &ControllerError, &mut Findings) -> bool,
    /// A finding of the first rule is told in place of those of the second.
    pub in_place_of: &'static [(&'static str, &'static str)],
    /// What is the same in resources that are looked at together; `None` of a resource that is for itself.
    pub shared: Option<Shared>,
}

/// Which of the rules that look at any kind hold for one.
#[derive(Debug, Clone, Copy)]
pub enum General {
    /// All of them.
    All,
    /// Those of these names.
    Some(&'static [&'static str]),
}

impl General {
    /// Whether a rule of that name is among them.
    pub fn has(self, name: &str) -> bool {
        match self {
            General::All => true,
            General::Some(names) => names.contains(&name),
        }
    }
}

/// Keys that lead to annotations, and what these are read as.
pub type Annotated = (&'static [&'static str], Place);

impl KindRules {
    /// A kind without rules of its own.
    pub(crate) const fn of(kind: Kind) -> KindRules {
        KindRules {
            kind,
            rules: &[],
            general: General::Some(&[]),
            annotations: &[],
            has_places: false,
            topic: Topic::Readiness,
            prepare: |_, _, _| Details::default(),
            tell_failure: |_, _, _| false,
            in_place_of: &[],
            shared: None,
        }
    }

    /// Whether a rule holds for its resources.
    pub fn has(&self, rule: &Rule) -> bool {
        match rule.check {
            Check::Any(_) => self.general.has(rule.code.name),
            Check::Resource(kind, _) | Check::Peers(kind, _) => kind == self.kind,
            Check::Config(_) => false,
        }
    }

    /// What a rule finds in one of its resources.
    pub fn look(&self, rule: &Rule, resource: &Resource<'_>, findings: &mut Findings) {
        if let (Check::Any(check) | Check::Resource(_, check), true) = (rule.check, self.has(rule)) {
            check(resource, findings);
        }
    }
}

/// The rules that tell which objects the API server refuses, whatever they are made for.
pub(crate) const OF_OBJECTS: [&str; 4] =
    ["rollout-value", "autoscaler-refused", "knative-unknown-field", "label-refused"];

/// Which of a rule's findings can be mended (`lint --fix`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mending {
    /// None.
    No,
    /// Those of which nobody can have meant anything else.
    Safe,
    /// Only with `--unsafe-fixes`.
    Unsafe,
    /// Some safely, others only with `--unsafe-fixes`.
    Both,
}

/// The kind of reports that a rule answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Topic {
    /// Updates that are refused or have no effect.
    Updates,
    /// The ConfigMap `inferenceservice-config`.
    Configuration,
    /// Names and hosts that become too long or meet.
    Names,
    /// Pods that the API server or a webhook refuses.
    Pods,
    /// Services that never become ready.
    Readiness,
    /// Requests that do not arrive.
    Requests,
    /// Annotations and labels that nothing reads.
    Annotations,
    /// Autoscalers and traffic.
    Scaling,
    /// Models, formats and runtimes.
    Models,
    /// What downloads models, and credentials.
    Downloads,
    /// What stays behind.
    Leftovers,
    /// InferenceGraphs.
    Graphs,
    /// TrainedModels.
    TrainedModels,
    /// Services for large language models.
    LanguageModels,
}

/// A rule with its documentation. What it finds is the explanation of its code.
#[derive(Debug)]
pub struct Rule {
    /// Identifier, name, and what it finds.
    pub code: Code,
    /// How bad it is.
    pub severity: Severity,
    /// What goes wrong.
    pub why: &'static str,
    /// When it can be ignored.
    pub fine: &'static str,
    /// How to mend it.
    pub fix: &'static str,
    /// What looks at it; see [`Rule::looks_at`].
    pub(crate) check: Check,
    /// The first release in which it holds, of those that are known.
    pub since: Version,
    /// The last release in which it holds, if a later one does otherwise.
    pub until: Option<Version>,
    /// Whether `--fix` can mend it.
    pub mending: Mending,
    /// What people report; `None` for what the kind of the resource tells.
    pub topic: Option<Topic>,
    /// Public reports that asked for it, by their number.
    pub reports: &'static [&'static str],
    /// Who else says the same, if somebody does.
    pub(crate) told_by: Option<ToldBy>,
}

impl Rule {
    /// The kind of resource that it looks at, of those that look at any kind the usual one; `None` for the configuration of the
    /// cluster.
    pub fn looks_at(&self) -> Option<Kind> {
        match self.check {
            Check::Any(_) => Some(Kind::USUAL),
            Check::Resource(kind, _) | Check::Peers(kind, _) => Some(kind),
            Check::Config(_) => None,
        }
    }

    /// A rule that says nothing yet.
    pub(crate) const BLANK: Rule = Rule {
        code: Code { id: "", name: "", explanation: "" },
        severity: Severity::Note,
        why: "",
        fine: "",
        fix: "",
        check: Check::Config(|_, _| {}),
        since: Version::V0_15,
        until: None,
        mending: Mending::No,
        topic: None,
        reports: &[],
        told_by: None,
    };
}

/// Who says the same as a rule, so that it is said once where both are asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ToldBy {
    /// The reader of the configuration.
    Configuration,
    /// The pod webhook, where its work is done on the printed pods.
    PodWebhook,
}

/// What the rules have found so far.
#[derive(Debug)]
pub struct Findings {
    pub(super) rule: &'static Rule,
    pub(super) list: Vec<Diagnostic>,
    /// The code that a text names, if it names one.
    pub(super) code: fn(&str) -> Option<&'static Code>,
}

impl Findings {
    /// Whether a text names a rule, or another kind of finding.
    pub fn is_code(&self, text: &str) -> bool {
        (self.code)(text).is_some()
    }

    /// Adds a finding of the current rule.
    pub fn add(&mut self, path: Path, message: impl Into<String>) {
        self.list.push(Diagnostic::new(&self.rule.code, self.rule.severity, path, message));
    }

    /// Adds what the API server says of an object that is made for a resource.
    pub fn refuse(&mut self, resource: &Resource<'_>, object: &Map, refusal: &str) {
        let name = member(object, "metadata").map_or("", |metadata| text(metadata, "name"));
        let message = format!("the API server refuses {} {name}: {refusal}", text(object, "kind"));
        self.add(resource.place_of(object), message);
    }

    /// Adds what helps against the latest finding.
    pub fn help(&mut self, text: String) {
        if let Some(latest) = self.list.last_mut() {
            latest.help = Some(text);
        }
    }

    /// Tells what the error is about that the latest finding tells.
    pub fn about(&mut self, cause: Option<&Cause>) {
        if let Some(latest) = self.list.last_mut() {
            latest.cause = cause.cloned();
        }
    }

    /// Tells what to do if the cluster has what the latest finding misses.
    pub fn unless_given(&mut self, help: &'static str) {
        if let Some(latest) = self.list.last_mut() {
            latest.unless_given = Some(help);
        }
    }

    /// Tells how the document of the latest finding can be mended.
    pub fn mend(&mut self, mend: Mend) {
        if let Some(latest) = self.list.last_mut() {
            latest.mend = Some(mend);
        }
    }

    /// Tells where in another document the latest finding stands, if that is there.
    pub fn elsewhere(&mut self, document: Key, path: Path) {
        if let Some(latest) = self.list.last_mut() {
            latest.elsewhere = Some((document, path));
        }
    }

    /// Adds another document that takes part in the latest finding.
    pub fn relate(&mut self, document: Key, message: &str) {
        if let Some(latest) = self.list.last_mut() {
            let related = Related { document: Some(document), path: Path::default(), message: message.to_owned() };
            latest.related.push(related);
        }
    }
}

/// The table of a topic: `ID name Severity Kind(function) [field: value, …] { what, why, fine, fix }`. The fields in brackets are
/// those of `Rule` that are not as in most rules.
macro_rules! rules {
    ($(
        $id:literal $name:literal $severity:ident $kind:ident($check:path) $([$($field:ident: $value:expr),* $(,)?])? {
            what: $what:literal, why: $why:literal, fine: $fine:literal, fix: $fix:literal $(,)?
        }
    )*) => {
        #[allow(clippy::needless_update, reason = "a table may give all fields of each of its rules")]
        pub(crate) static RULES: &[crate::lint::rule::Rule] = &[$(crate::lint::rule::Rule {
            code: crate::object::diagnostic::Code { id: $id, name: $name, explanation: $what },
            severity: crate::object::diagnostic::Severity::$severity,
            why: $why,
            fine: $fine,
            fix: $fix,
            check: crate::lint::rule::Check::$kind($check),
            $($($field: $value,)*)?
            ..crate::lint::rule::Rule::BLANK
        }),*];
    };
}

/// The same for rules about resources of one kind, whose functions look at a subject of their own: first stand the kind and what
/// makes the subject, and the entries leave the kind out, or say `Peers` for functions that look at several resources.
macro_rules! rules_for {
    (@check $of:expr, $subject:path, $check:path) => {
        crate::lint::rule::Check::Resource($of, |resource, findings| {
            if let Some(subject) = $subject(resource) {
                $check(&subject, findings);
            }
        })
    };
    (@check $of:expr, $subject:path, $check:path, Peers) => {
        crate::lint::rule::Check::Peers($of, $check)
    };
    ($of:expr, $subject:path; $(
        $id:literal $name:literal $severity:ident $($form:ident)? ($check:path) $([$($field:ident: $value:expr),* $(,)?])? {
            what: $what:literal, why: $why:literal, fine: $fine:literal, fix: $fix:literal $(,)?
        }
    )*) => {
        #[allow(clippy::needless_update, reason = "a table may give all fields of each of its rules")]
        pub(crate) static RULES: &[crate::lint::rule::Rule] = &[$(crate::lint::rule::Rule {
            code: crate::object::diagnostic::Code { id: $id, name: $name, explanation: $what },
            severity: crate::object::diagnostic::Severity::$severity,
            why: $why,
            fine: $fine,
            fix: $fix,
            check: crate::lint::rule::rules_for!(@check $of, $subject, $check $(, $form)?),
            $($($field: $value,)*)?
            ..crate::lint::rule::Rule::BLANK
        }),*];
    };
}
pub(crate) use {rules, rules_for};
