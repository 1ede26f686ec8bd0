//! Paths into objects, as people write them: `spec.template.spec.containers[name=x].args[2]`.

/// One step of a path.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum PathStep {
    /// A key of a map.
    Key(String),
    /// The item of a list whose `field` has this value.
    Item {
        /// The key that identifies the items of the list, such as `name`.
        field: &'static str,
        /// Its value in the item.
        value: String,
    },
    /// The item of a list at this position.
    Index(usize),
}

/// Where in an object a value is.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Path(pub Vec<PathStep>);

impl Path {
    /// The path along these keys.
    pub fn keys<const N: usize>(keys: [&str; N]) -> Path {
        Path(keys.map(|key| PathStep::Key(key.to_owned())).to_vec())
    }

    /// The path extended by a key of the map at this path.
    pub fn key(mut self, key: &str) -> Path {
        self.0.push(PathStep::Key(key.to_owned()));
        self
    }

    /// The path extended by a position in the list at this path.
    pub fn index(mut self, index: usize) -> Path {
        self.0.push(PathStep::Index(index));
        self
    }

    pub(crate) fn with(&self, step: PathStep) -> Path {
        let mut steps = self.0.clone();
        steps.push(step);
        Path(steps)
    }

    /// The last key on the path, which names the list that a following step selects from.
    pub(crate) fn last_key(&self) -> Option<&str> {
        self.0.iter().rev().find_map(|step| match step {
            PathStep::Key(key) => Some(key.as_str()),
            _ => None,
        })
    }

    /// Whether a step of the path is this key.
    pub(crate) fn has_key(&self, key: &str) -> bool {
        self.0.iter().any(|step| matches!(step, PathStep::Key(own) if own == key))
    }

    /// The path as it is in the value of `key`, if it begins with that key.
    pub(crate) fn inside(&self, key: &str) -> Path {
        match self.0.split_first() {
            Some((PathStep::Key(own), rest)) if own == key => Path(rest.to_vec()),
            _ => self.clone(),
        }
    }

    /// Whether the path begins with these keys.
    pub fn is_below(&self, keys: &[&str]) -> bool {
        keys.len() <= self.0.len()
            && keys.iter().zip(&self.0).all(|(key, step)| matches!(step, PathStep::Key(k) if k == key))
    }
}

impl std::fmt::Display for Path {
    /// Keys are joined with dots; a key that itself contains a dot, a slash or a bracket is put in brackets.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.write(f, Items::Identified)
    }
}

/// How steps into lists are written.
#[derive(Debug, Clone, Copy)]
enum Items {
    /// With the position or the identifying field of the item.
    Identified,
    /// As `[]`, whatever the item.
    Any,
}

impl Path {
    fn write(&self, out: &mut dyn std::fmt::Write, items: Items) -> std::fmt::Result {
        for (i, step) in self.0.iter().enumerate() {
            match (step, items) {
                (PathStep::Key(key), _) if key.contains(['.', '/', '[', ']']) => write!(out, "[{key}]")?,
                (PathStep::Key(key), _) if i == 0 => out.write_str(key)?,
                (PathStep::Key(key), _) => write!(out, ".{key}")?,
                (PathStep::Item { .. } | PathStep::Index(_), Items::Any) => out.write_str("[]")?,
                (PathStep::Item { field, value }, Items::Identified) => write!(out, "[{field}={value}]")?,
                (PathStep::Index(index), Items::Identified) => write!(out, "[{index}]")?,
            }
        }
        Ok(())
    }
}

/// Whether a printed path is `start`, as people write it, or lies below it.
pub(crate) fn is_at_or_below(start: &str, path: &str) -> bool {
    path.strip_prefix(start).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
}

/// A pattern that users give to leave paths out: a path or its beginning, where `[]` or `[*]` stands for
/// any item of a list.
///
/// ```
/// use kserve_render::object::Path;
/// use kserve_render::object::PathPattern;
///
/// let image = Path::keys(["spec", "template", "spec", "containers"]).index(0).key("image");
/// assert_eq!(image.to_string(), "spec.template.spec.containers[0].image");
/// assert!(PathPattern::new("spec.template.spec.containers[*].image").matches(&image));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PathPattern(String);

impl PathPattern {
    /// The pattern as a user writes it; a leading dot, as in jq, is ignored.
    pub fn new(text: &str) -> PathPattern {
        PathPattern(text.strip_prefix('.').unwrap_or(text).replace("[*]", "[]"))
    }

    /// Whether `path` is the pattern or lies below it.
    pub fn matches(&self, path: &Path) -> bool {
        // It is enough to try one form at a time, with items of lists written as `[]`: patterns rarely mix them.
        [Items::Identified, Items::Any].into_iter().any(|items| {
            let mut text = String::new();
            path.write(&mut text, items).is_ok() && is_at_or_below(&self.0, &text)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path() -> Path {
        Path(vec![
            PathStep::Key("spec".into()),
            PathStep::Key("containers".into()),
            PathStep::Item { field: "name", value: "main".into() },
            PathStep::Key("image".into()),
        ])
    }

    #[test]
    fn paths_are_written_with_dots_and_brackets() {
        assert_eq!(path().to_string(), "spec.containers[name=main].image");
        let annotation = Path(vec![
            PathStep::Key("metadata".into()),
            PathStep::Key("annotations".into()),
            PathStep::Key("acme.example/a".into()),
        ]);
        assert_eq!(annotation.to_string(), "metadata.annotations[acme.example/a]");
    }

    #[test]
    fn a_pattern_matches_itself_and_what_lies_below() {
        for pattern in
            ["spec", ".spec.containers", "spec.containers[]", "spec.containers[*].image", "spec.containers[name=main]"]
        {
            assert!(PathPattern::new(pattern).matches(&path()), "{pattern}");
        }
        for pattern in ["spe", "spec.container", "spec.containers[name=other]", "spec.containers[].image.x"] {
            assert!(!PathPattern::new(pattern).matches(&path()), "{pattern}");
        }
    }
}
