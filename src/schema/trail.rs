//! The position of a walk through an object, kept on the stack: most walks never need it as text.

use super::types::{Field, Struct};
use crate::object::{Path, PathStep};

/// One step of the walk, with the steps before it.
#[derive(Debug, Clone, Copy)]
pub struct Trail<'a> {
    parent: Option<&'a Trail<'a>>,
    place: Place<'a>,
}

#[derive(Debug, Clone, Copy)]
enum Place<'a> {
    Root,
    /// A field, the Go struct that owns it, and the embedded structs through which it is reached, each followed by a dot: those
    /// to which the owner only gives a new name, then the others.
    Field(&'a str, &'static str, [&'a str; 2]),
    Key(&'a str),
    Index(usize),
}

impl<'a> Trail<'a> {
    pub const ROOT: Trail<'static> = Trail { parent: None, place: Place::Root };

    pub fn field(&'a self, name: &'a str, owner: &'static str) -> Trail<'a> {
        Trail { parent: Some(self), place: Place::Field(name, owner, ["", ""]) }
    }

    pub fn member(&'a self, field: &'a Field, owner: &'a Struct) -> Trail<'a> {
        Trail { parent: Some(self), place: Place::Field(field.name, owner.short, [&owner.embedded, &field.embedded]) }
    }

    pub fn key(&'a self, key: &'a str) -> Trail<'a> {
        Trail { parent: Some(self), place: Place::Key(key) }
    }

    pub fn index(&'a self, index: usize) -> Trail<'a> {
        Trail { parent: Some(self), place: Place::Index(index) }
    }

    fn places(&self) -> Vec<Place<'a>> {
        let mut places = Vec::new();
        let mut current = Some(self);
        while let Some(trail) = current {
            places.push(trail.place);
            current = trail.parent;
        }
        places.reverse();
        places
    }

    pub fn path(&self) -> Path {
        let step = |place| match place {
            Place::Root => None,
            Place::Field(key, ..) | Place::Key(key) => Some(PathStep::Key(key.to_owned())),
            Place::Index(index) => Some(PathStep::Index(index)),
        };
        Path(self.places().into_iter().filter_map(step).collect())
    }

    /// The path as the API server writes it: keys joined with dots, whatever characters they contain.
    pub fn api_path(&self) -> String {
        let mut path = String::new();
        for place in self.places() {
            match place {
                Place::Root => {}
                Place::Field(key, ..) | Place::Key(key) => {
                    if !path.is_empty() {
                        path.push('.');
                    }
                    path.push_str(key);
                }
                Place::Index(index) => path.push_str(&format!("[{index}]")),
            }
        }
        path
    }

    /// The path as Go's decoder names a field in an error: the innermost struct, then the names of fields from the root, without
    /// positions in lists and keys of maps. Some decoders name embedded structs, too.
    pub fn go_path(&self, names_embedded: bool) -> String {
        let mut owner = "";
        let mut path = String::new();
        for place in self.places() {
            if let Place::Field(name, struct_name, embedded) = place {
                owner = struct_name;
                path.push('.');
                if names_embedded {
                    path.extend(embedded);
                }
                path.push_str(name);
            }
        }
        format!("{owner}{path}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decoder_and_api_server_name_a_place_differently() {
        let root = Trail::ROOT;
        let spec = root.field("spec", "InferenceService");
        let labels = spec.field("labels", "PredictorSpec");
        let key = labels.key("a.b/c");
        assert_eq!(key.go_path(false), "PredictorSpec.spec.labels");
        assert_eq!(key.api_path(), "spec.labels.a.b/c");
        let list = spec.field("containers", "PredictorSpec");
        let item = list.index(2);
        assert_eq!(item.field("name", "Container").go_path(false), "Container.spec.containers.name");
        assert_eq!(item.path().to_string(), "spec.containers[2]");
    }
}
