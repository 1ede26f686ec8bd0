//! Where a path stands, found by a walk along it: slow, but plain. What the index answers must be the same.

use std::ops::Range;

use crate::events::{Event, Events, Spot};
use crate::index::Found;
use crate::locate::Step;
use crate::tree::key_text;

pub fn find(text: &str, path: &[Step<'_>]) -> Option<Found> {
    let mut walk = Walk { text, events: Events::new(text) };
    let root = walk.next()?;
    walk.find(root, path)
}

struct Walk<'a> {
    text: &'a str,
    events: Events<'a>,
}

impl<'a> Walk<'a> {
    /// The next event, unless the text is broken from here on.
    fn next(&mut self) -> Option<Spot<'a>> {
        self.events.next().ok().flatten()
    }

    /// Goes over the rest of a node; tells its last byte.
    fn skip(&mut self, node: &Spot<'a>) -> Option<usize> {
        let mut end = node.end;
        let mut depth = usize::from(matches!(node.event, Event::MappingStart { .. } | Event::SequenceStart { .. }));
        while depth > 0 {
            let spot = self.next()?;
            match spot.event {
                Event::MappingStart { .. } | Event::SequenceStart { .. } => depth += 1,
                Event::MappingEnd | Event::SequenceEnd => depth -= 1,
                Event::Scalar { .. } | Event::Alias(_) => {}
            }
            // The end of a block is where the next thing begins.
            if !matches!(spot.event, Event::MappingEnd | Event::SequenceEnd) || spot.end > spot.start {
                end = spot.end;
            }
        }
        Some(end)
    }

    /// Goes over a node and looks for the path in it. The depth is that of the path.
    fn find(&mut self, node: Spot<'a>, path: &[Step<'_>]) -> Option<Found> {
        let Some((step, rest)) = path.split_first() else {
            let end = self.skip(&node)?;
            return Some(Found { key: None, value: node.start..end, missing: 0 });
        };
        let mut found = None;
        let end = match (&node.event, step) {
            (Event::MappingStart { .. }, Step::Key(wanted)) => loop {
                let key = self.next()?;
                if key.event == Event::MappingEnd {
                    break key.start;
                }
                let name = match &key.event {
                    Event::Scalar { text, plain, tag, .. } => key_text(text, *plain, *tag),
                    _ => None,
                };
                self.skip(&key)?;
                let value = self.next()?;
                if name.as_deref() == Some(*wanted) {
                    // Of keys that stand twice the last counts.
                    let mut inner = self.find(value, rest)?;
                    if inner.missing == rest.len() {
                        inner.key.get_or_insert(key.start..key.end);
                    }
                    found = Some(inner);
                } else {
                    self.skip(&value)?;
                }
            },
            (Event::SequenceStart { .. }, Step::Index(wanted)) => {
                let mut index = 0;
                loop {
                    let item = self.next()?;
                    if item.event == Event::SequenceEnd {
                        break item.start;
                    }
                    if index == *wanted {
                        found = Some(self.find(item, rest)?);
                    } else {
                        self.skip(&item)?;
                    }
                    index += 1;
                }
            }
            (Event::Scalar { text, .. }, _) => {
                let is_json = text.trim_start().starts_with(['{', '[']);
                if is_json && let Some(inner) = find(text, path).filter(|inner| inner.missing < path.len()) {
                    let to_source = |range: &Range<usize>| outside(self.text, &(node.start..node.end), text, range);
                    let key = inner.key.as_ref().and_then(to_source);
                    if let Some(value) = to_source(&inner.value) {
                        return Some(Found { key, value, missing: inner.missing });
                    }
                }
                node.end
            }
            _ => self.skip(&node)?,
        };
        Some(found.unwrap_or(Found { key: None, value: node.start..end.max(node.start), missing: path.len() }))
    }
}

/// A piece of the meaning of a text as a piece of how it is written. `None` where the two differ in more than
/// indentation.
fn outside(text: &str, node: &Range<usize>, meaning: &str, inner: &Range<usize>) -> Option<Range<usize>> {
    let written = text.get(node.clone())?;
    if !written.starts_with(['|', '>']) {
        let at = node.start + written.find(meaning)?;
        return Some(at + inner.start..at + inner.end);
    }
    // Line by line: each line of a literal block is the same line without indentation.
    let body = written.find('\n')? + 1;
    let lines: Vec<&str> = written.get(body..)?.split_inclusive('\n').collect();
    let indent = lines.iter().find(|line| !line.trim().is_empty()).map(|line| line.len() - line.trim_start().len())?;
    let offset = |at: usize| {
        let before = meaning.get(..at)?;
        let line = before.matches('\n').count();
        let column = at - before.rfind('\n').map_or(0, |newline| newline + 1);
        let start: usize = lines.get(..line)?.iter().map(|line| line.len()).sum();
        Some(node.start + body + start + indent + column)
    };
    let range = offset(inner.start)?..offset(inner.end)?;
    let same = text.get(range.clone())?.lines().next() == meaning.get(inner.clone())?.lines().next();
    same.then_some(range)
}
