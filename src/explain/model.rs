//! An explanation as data: sections of facts, tables and sentences. Text and JSON are made of the same items.

use super::origin::Origin;
use crate::facts::Existing;
use crate::{Cluster, Rendering, Value};

/// What is explained about a service.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Topic {
    /// The deployment mode, and what chose it.
    Mode,
    /// The serving runtime, and why others were passed over.
    Runtime,
    /// `status.url` and `status.address`.
    Url,
    /// Hosts, and the objects that route them.
    Hosts,
    /// What scales each component.
    Autoscaler,
    /// What brings the model into the pods.
    Storage,
    /// Labels and annotations that are not passed on.
    Labels,
    /// What is created, and what is not.
    Objects,
    /// The steps of an InferenceGraph.
    Steps,
    /// The conditions of an LLMInferenceService.
    Ready,
    /// The way that requests for large language models take.
    Route,
}

impl Topic {
    /// In the order in which they are told.
    pub const ALL: [Topic; 11] = [
        Topic::Mode,
        Topic::Runtime,
        Topic::Url,
        Topic::Hosts,
        Topic::Autoscaler,
        Topic::Storage,
        Topic::Labels,
        Topic::Objects,
        Topic::Steps,
        Topic::Ready,
        Topic::Route,
    ];

    /// The name on the command line and in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Topic::Mode => "mode",
            Topic::Runtime => "runtime",
            Topic::Url => "url",
            Topic::Hosts => "hosts",
            Topic::Autoscaler => "autoscaler",
            Topic::Storage => "storage",
            Topic::Labels => "labels",
            Topic::Objects => "objects",
            Topic::Steps => "steps",
            Topic::Ready => "ready",
            Topic::Route => "route",
        }
    }

    /// What is told, in a few words.
    pub const fn about(self) -> &'static str {
        match self {
            Topic::Mode => "the deployment mode, what chose it and what it implies",
            Topic::Runtime => "the serving runtime, and why the others were passed over",
            Topic::Url => "status.url and status.address, with the template's steps",
            Topic::Hosts => "every host, the object that routes it, and the container that answers",
            Topic::Autoscaler => "what scales each component, by what and between which bounds",
            Topic::Storage => "what downloads or mounts the model, with which credentials",
            Topic::Labels => "labels and annotations that are not passed on",
            Topic::Objects => "the objects created, and why others are not",
            Topic::Steps => "where each step of a graph goes, what it gets, and when",
            Topic::Ready => "the conditions of an LLMInferenceService, and the objects that they look at",
            Topic::Route => "which way requests for large language models take, and what picks the pod",
        }
    }
}

/// One topic of an explanation.
#[derive(Debug, Clone, PartialEq)]
pub struct Section {
    /// What it is about.
    pub topic: Topic,
    /// The answer in one line.
    pub answer: String,
    /// What makes the answer, in the order in which it is told.
    pub items: Vec<Item>,
}

/// A piece of a section.
#[derive(Debug, Clone, PartialEq)]
pub enum Item {
    /// A value with its origin.
    Fact(Fact),
    /// Rows of one form.
    Table(Table),
    /// A sentence.
    Note(String),
    /// Several things of the same form, such as one for each component.
    Groups {
        /// The key in JSON.
        key: &'static str,
        /// One for each of them.
        groups: Vec<Group>,
    },
}

/// A value with its name and where it comes from.
#[derive(Debug, Clone, PartialEq)]
pub struct Fact {
    /// The key in JSON.
    pub key: &'static str,
    /// The words for people.
    pub label: &'static str,
    /// The value in JSON.
    pub value: Value,
    /// What people read instead of the value.
    pub shown: Option<String>,
    /// Where it comes from.
    pub from: Provenance,
}

/// Whether a fact has an origin that is worth telling.
#[derive(Debug, Clone, PartialEq)]
pub enum Provenance {
    /// It follows from what stands around it. In JSON the value stands by itself.
    Derived,
    /// It comes from somewhere. In JSON there is an object with `value` and `from`.
    From(Origin),
    /// It could come from somewhere, but is not set. In JSON it is an object with the `value` only.
    Nowhere,
}

/// Rows of the same columns.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// The key in JSON.
    pub key: &'static str,
    /// Key in JSON and header in the text; an empty one leaves the column out there.
    pub columns: Vec<(&'static str, &'static str)>,
    /// The rows, each with a cell for every column.
    pub rows: Vec<Vec<Cell>>,
    /// The text leaves out the rows from this one on; this sentence stands for them.
    pub rest: Option<(usize, String)>,
}

/// A cell of a table.
#[derive(Debug, Clone, PartialEq)]
pub enum Cell {
    /// A value.
    Value(Value),
    /// Where the value beside it comes from.
    From(Origin),
}

/// One of several things of the same form.
#[derive(Debug, Clone, PartialEq)]
pub struct Group {
    /// What it is, such as the name of a component.
    pub title: String,
    /// What is told of it.
    pub items: Vec<Item>,
}

impl<V: Into<Value>> From<V> for Cell {
    fn from(value: V) -> Cell {
        Cell::Value(value.into())
    }
}

impl Item {
    /// A result.
    pub(crate) fn fact(key: &'static str, label: &'static str, value: impl Into<Value>) -> Item {
        let (value, shown, from) = (value.into(), None, Provenance::Derived);
        Item::Fact(Fact { key, label, value, shown, from })
    }

    /// A value that comes from somewhere.
    pub(crate) fn from(key: &'static str, label: &'static str, value: impl Into<Value>, origin: Origin) -> Item {
        Item::Fact(Fact { key, label, value: value.into(), shown: None, from: Provenance::From(origin) })
    }

    /// A value that could be set but is not; `shown` says what that means.
    pub(crate) fn unset(key: &'static str, label: &'static str, shown: impl Into<String>) -> Item {
        Item::Fact(Fact { key, label, value: Value::Null, shown: Some(shown.into()), from: Provenance::Nowhere })
    }

    pub(crate) fn note(text: impl Into<String>) -> Item {
        Item::Note(text.into())
    }

    /// The same item with other words for people.
    pub(crate) fn shown(mut self, text: impl Into<String>) -> Item {
        if let Item::Fact(fact) = &mut self {
            fact.shown = Some(text.into());
        }
        self
    }
}

impl Section {
    /// The value of a fact that stands directly in the section.
    pub fn value(&self, key: &str) -> Option<&Value> {
        self.items.iter().find_map(|item| match item {
            Item::Fact(fact) if fact.key == key => Some(&fact.value),
            _ => None,
        })
    }

    /// The rows of a table of the section, as the values under the column `column`.
    pub fn column(&self, table: &str, column: &str) -> Vec<&Value> {
        let tables = self.items.iter().filter_map(|item| match item {
            Item::Table(found) if found.key == table => Some(found),
            _ => None,
        });
        tables
            .filter_map(|table| Some((table, table.columns.iter().position(|(key, _)| *key == column)?)))
            .flat_map(|(table, index)| table.rows.iter().filter_map(move |row| row.get(index)))
            .filter_map(|cell| match cell {
                Cell::Value(value) => Some(value),
                Cell::From(_) => None,
            })
            .collect()
    }
}

/// What is asked about one resource.
#[derive(Debug, Clone, Copy)]
pub struct Inquiry<'a> {
    pub cluster: &'a Cluster,
    /// The resource as it is written.
    pub written: &'a Value,
    pub existing: &'a Existing,
    pub rendering: &'a Rendering,
    /// A request with which conditions are tried.
    pub payload: Option<&'a str>,
}
