//! The inputs by what they are for: resources, facts beside them, and files that are not for us.

use std::cell::OnceCell;
use std::sync::Arc;

use super::Builder;
use crate::input::{Problem, Source};
use crate::object::diagnostic::Severity;
use crate::object::role;
use crate::session::finding::{Finding, Spot};
use crate::session::repository::{self, PassedOver};
use crate::session::sorted::{Named, Sorted};
use crate::session::{noted, templates};
use crate::webhook::{self, codes};

/// What becomes of a file of the inputs.
struct File {
    source: Arc<Source>,
    /// Whether it was found in a folder rather than named.
    is_walked: bool,
    /// Whether something in it counts.
    is_used: bool,
    /// How many documents of unknown kinds it has.
    others: usize,
    /// What it is if it holds no objects.
    other: Option<PassedOver>,
    /// What its text looks like, once a problem in it asks for that.
    is_template: OnceCell<bool>,
    looks_like_object: OnceCell<bool>,
}

impl File {
    fn of(source: Arc<Source>, is_walked: bool) -> File {
        File {
            source,
            is_walked,
            is_used: false,
            others: 0,
            other: None,
            is_template: OnceCell::new(),
            looks_like_object: OnceCell::new(),
        }
    }

    fn is_template(&self) -> bool {
        *self.is_template.get_or_init(|| repository::is_template(&self.source.text))
    }

    fn looks_like_object(&self) -> bool {
        *self.looks_like_object.get_or_init(|| repository::looks_like_object(&self.source.text))
    }
}

impl Builder {
    /// Adds the inputs: services, and what stands beside them. They have to hold objects.
    pub fn inputs(&mut self, sources: &[Arc<Source>]) {
        self.take_in(sources, false);
    }

    /// Adds files that were found in folders. Those that are not for us are passed over.
    pub fn walked(&mut self, sources: &[Arc<Source>]) {
        self.take_in(sources, true);
    }

    /// Notes that a file is passed over.
    pub fn pass_over(&mut self, name: String, why: PassedOver) {
        self.passed_over.push((name, why));
    }

    /// Adds what programs have made of folders. Each text is an input of its own, whose names may be those of others.
    pub fn built(&mut self, sources: &[Arc<Source>]) {
        for source in sources {
            self.unit += 1;
            self.take_in(std::slice::from_ref(source), false);
        }
        self.unit += 1;
    }

    fn take_in(&mut self, sources: &[Arc<Source>], is_walked: bool) {
        self.is_walked |= is_walked;
        for read in self.read_sources(sources, Sorted::of) {
            let mut file = File::of(read.source, is_walked);
            for problem in read.problems {
                self.take_problem(problem, &mut file);
            }
            for sorted in read.made.into_iter().flatten() {
                self.take(sorted, &mut file);
            }
            if is_walked && !file.is_used {
                let why = if file.others > 0 {
                    PassedOver::OtherKinds
                } else {
                    file.other.unwrap_or(PassedOver::NotAnObject)
                };
                self.passed_over.push((file.source.name.clone(), why));
            } else {
                self.others_beside += file.others;
            }
        }
    }

    fn take_problem(&mut self, problem: Problem, file: &mut File) {
        if !problem.fatal {
            // Files of other programs may repeat keys as they like.
            if !file.is_walked || file.looks_like_object() {
                self.findings.push(noted::of_problem(problem));
            }
            return;
        }
        if file.is_walked && (file.is_template() || !file.looks_like_object()) {
            file.other = Some(if file.is_template() { PassedOver::Template } else { PassedOver::NotAnObject });
            return;
        }
        file.is_used = true;
        let finding = noted::of_problem(problem);
        let advised = match self.advice(&file.source) {
            Some(advice) => finding.with_help(advice),
            None => finding,
        };
        self.miss(advised);
    }

    fn take(&mut self, sorted: Sorted, file: &mut File) {
        match sorted {
            Sorted::Service(named) => {
                file.is_used = true;
                self.services.push(Named { unit: self.unit, ..named });
            }
            Sorted::Context(document) => {
                file.is_used = true;
                if webhook::examination(&document.value).is_some() {
                    self.checked.push(document.clone());
                }
                self.context.push(self.facts.add(document, &mut self.findings));
            }
            Sorted::Template(template) => {
                let start = Spot::start(&template);
                let processed = templates::process(template, &self.options.parameters);
                self.parameters.extend(processed.parameters);
                let objects: Vec<Sorted> = processed
                    .objects
                    .into_iter()
                    .map(|mut object| {
                        role::set_namespace(&mut object.value, &self.options.namespace);
                        Sorted::of(object)
                    })
                    .collect();
                if objects.iter().any(|object| matches!(object, Sorted::Service(_) | Sorted::Context(_))) {
                    let note = |text| Finding::plain(codes::TEMPLATE_PARAMETER, Severity::Note, start.clone(), text);
                    self.findings.extend(processed.notes.into_iter().map(note));
                }
                objects.into_iter().for_each(|object| self.take(object, file));
            }
            Sorted::Other(document) if repository::is_kustomize(&document.value) => {
                self.pass_over(document.source.name.clone(), PassedOver::Kustomization);
                file.is_used = true;
            }
            Sorted::Other(document) => {
                file.others += 1;
                self.others.push((document, file.is_walked));
            }
            Sorted::Misread(document, text) => {
                file.is_used = true;
                self.miss(Finding::plain(codes::NO_OBJECT, Severity::Error, Spot::start(&document), text));
            }
            Sorted::NotAnObject(document) if file.is_walked => {
                let is_patch = repository::is_json_patch(&document.value);
                file.other = Some(if is_patch { PassedOver::Patch } else { PassedOver::NotAnObject });
            }
            Sorted::NotAnObject(document) => self.refuse_non_object(&document),
        }
    }
}
