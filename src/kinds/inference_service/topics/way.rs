//! The path of a request: from a host, through the object that routes it and a Service, to a container.

use std::fmt;

use crate::Value;
use crate::object::Kind;
use crate::object::name::object_name;

/// An object on the way of a request. Its text is `Kind/name`.
#[derive(Debug)]
pub(super) struct Stop {
    pub kind: Kind,
    pub name: String,
}

impl Stop {
    pub fn new(kind: Kind, name: &str) -> Stop {
        Stop { kind, name: name.to_owned() }
    }

    /// A stop at an object of this kind.
    pub fn at(kind: Kind, object: &Value) -> Stop {
        Stop::new(kind, object_name(object))
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.kind.words(), self.name)
    }
}

/// The path of one kind of request.
#[derive(Debug)]
pub(super) struct Way {
    pub host: String,
    /// Whether the host is reachable only inside the cluster.
    pub internal: bool,
    /// The object that routes it.
    pub by: Stop,
    /// Which requests to the host, unless all of them.
    pub matches: String,
    /// The Service, or Knative Service.
    pub service: Stop,
    pub service_port: Option<i64>,
    pub end: End,
}

impl Way {
    /// Where a path leads, in words: Service with revision and port, and the container with its port.
    pub fn leads_to(&self) -> String {
        let End { container, port, revision, .. } = &self.end;
        let number = self.service_port.map_or_else(String::new, |port| format!(":{port}"));
        let service = match self.service.kind {
            Kind::Service => self.service.name.clone(),
            _ => self.service.to_string(),
        };
        let service = match revision {
            Some(revision) => format!("{service}, {revision}"),
            None => service,
        };
        match (container.as_str(), port) {
            ("", _) => format!("{service}{number}"),
            (container, Value::String(text)) => format!("{service}{number} -> {container}:{text}"),
            (container, Value::Null) => format!("{service}{number} -> {container}"),
            (container, port) => format!("{service}{number} -> {container}:{port}"),
        }
    }
}

/// Where requests to a Service end.
#[derive(Debug, Clone, Default)]
pub(super) struct End {
    pub component: String,
    pub container: String,
    pub port: Value,
    /// The only revision that answers, if the host belongs to a revision.
    pub revision: Option<String>,
}
