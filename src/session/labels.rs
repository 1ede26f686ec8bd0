//! What services are called beside each other.

use std::collections::HashMap;

use super::{Service, Session};
use crate::diff::ServiceDiff;
use crate::object::Key;

/// What differs for one service, and what that service is called in this run.
#[derive(Debug)]
pub struct Found {
    /// What it is called.
    pub label: String,
    /// Its file, where the name alone does not tell which it is.
    pub file: Option<String>,
    /// What differs.
    pub diff: ServiceDiff,
}

/// What services are called: by their file too where a name stands more than once.
#[derive(Debug)]
pub struct Labels(HashMap<Key, usize>);

impl Labels {
    /// Those of the services of two sides.
    pub fn of(sides: [&Session; 2]) -> Labels {
        let mut most: HashMap<Key, usize> = HashMap::new();
        for session in sides {
            let mut counts: HashMap<Key, usize> = HashMap::new();
            session.services.iter().for_each(|service| *counts.entry(service.key()).or_default() += 1);
            for (key, count) in counts {
                let known = most.entry(key).or_default();
                *known = count.max(*known);
            }
        }
        Labels(most)
    }

    /// The file of a service whose name stands more than once.
    pub fn file_of(&self, service: &Service) -> Option<String> {
        let is_repeated = self.0.get(&service.key()).is_some_and(|count| *count > 1);
        is_repeated.then(|| service.document.source.name.clone())
    }

    /// What a service is called.
    pub fn of_service(&self, service: &Service) -> String {
        let key = service.key();
        let file = self.file_of(service).map(|file| format!(" ({file})")).unwrap_or_default();
        service.kind.label(&key.namespace, &key.name) + &file
    }
}
