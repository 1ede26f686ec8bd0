//! Reads YAML and JSON text into documents with source positions.

pub mod settings;

use std::sync::Arc;

use crate::object::role;
use crate::{Value, parallel};

pub use kube_yaml::{Document, Located, MAX_DEPTH, Place, Problem, Read, Source, Span, Step};
pub(crate) use kube_yaml::{LISTS, names_kind_of_secrets, scalar, split, tree as yaml};

/// How standard input is named as a source.
pub const STDIN: &str = "<stdin>";

/// A text that cannot be parsed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}:{}: {message}", place.line, place.column)]
pub struct Unreadable {
    /// Where in the source the text is broken.
    pub place: Place,
    /// What is wrong there.
    pub message: String,
}

/// The objects in a text of YAML or JSON documents; each item of a `List` counts as an object.
///
/// ```
/// let objects = kserve_render::input::values("kind: Secret\n---\nkind: List\nitems: [{kind: Node}]\n").unwrap();
/// assert_eq!(objects.len(), 2);
/// assert_eq!(kserve_render::input::values("a: [\n").unwrap_err().to_string(), "2:1: yaml: did not find expected node content");
/// ```
///
/// # Errors
///
/// [`Unreadable`], with line and column, if the text cannot be parsed.
pub fn values(text: &str) -> Result<Vec<Value>, Unreadable> {
    let read = read(&Arc::new(Source { name: String::new(), text: text.to_owned() }));
    match read.problems.iter().find(|problem| problem.fatal) {
        Some(problem) => Err(Unreadable { place: problem.place, message: problem.message.clone() }),
        None => Ok(read.documents.into_iter().map(|document| document.value).collect()),
    }
}

/// Reads all documents of a source; each item of a `List` counts as a document. Texts that cannot be parsed are among the problems of the
/// result; they do not hide the other documents.
pub fn read(source: &Arc<Source>) -> Read {
    let (runs, problems) = read_each(source, |document| document);
    Read { documents: runs.into_iter().flatten().collect(), problems }
}

/// Like [`read`], but passes each document to `make`. The documents come in runs, one for each processor: work on every document is best
/// done in `make`, which runs on all processors while the document is still in their caches.
pub(crate) fn read_each<T: Send>(
    source: &Arc<Source>,
    make: impl Fn(Document) -> T + Send + Sync,
) -> (Vec<Vec<T>>, Vec<Problem>) {
    read_documents(source, list_items, make)
}

/// Like [`read`], but a list stays a single document.
pub fn read_lists_whole(source: &Arc<Source>) -> Read {
    let (runs, problems) = read_documents(source, Err, |document| document);
    Read { documents: runs.into_iter().flatten().collect(), problems }
}

/// Reads documents; `items` takes lists apart and returns any other document as its error.
fn read_documents<T: Send>(
    source: &Arc<Source>,
    items: fn(Value) -> Result<Vec<Value>, Value>,
    make: impl Fn(Document) -> T + Send + Sync,
) -> (Vec<Vec<T>>, Vec<Problem>) {
    let runs = parallel::map_runs(kube_yaml::split(&source.text), |run| {
        let mut made = Vec::with_capacity(run.len());
        let mut problems = Vec::new();
        for chunk in run {
            kube_yaml::read_chunk(source, &chunk, items, &mut |document| made.push(make(document)), &mut problems);
        }
        (made, problems)
    });
    let (made, problems): (Vec<Vec<T>>, Vec<Vec<Problem>>) = runs.into_iter().unzip();
    (made, problems.into_iter().flatten().collect())
}

/// The items of a `List`, or of a list of one kind, such as `InferenceServiceList`; any other document is returned as the error. In a list
/// of one kind the API server leaves out the kind of the items, which is added here. The input of a KRM function stays whole where it has
/// a configuration, which would be lost with the list.
#[expect(clippy::indexing_slicing, reason = "`get_mut` has just found this key in it")]
fn list_items(mut value: Value) -> Result<Vec<Value>, Value> {
    let item_kind = role::kind(&value).strip_suffix("List").map(str::to_owned);
    let is_list = item_kind.is_some() && !is_configured(&value);
    match value.get_mut("items").map(Value::take) {
        Some(Value::Array(mut items)) if is_list => {
            for item in items.iter_mut().filter_map(Value::as_object_mut) {
                if let Some(kind) = item_kind.as_deref().filter(|kind| !kind.is_empty())
                    && !item.contains_key("kind")
                {
                    item.insert("kind".into(), kind.into());
                    item.entry("apiVersion").or_insert_with(|| role::api_version(&value).into());
                }
            }
            Ok(items)
        }
        Some(other) => {
            value["items"] = other;
            Err(value)
        }
        None if is_list => Ok(Vec::new()),
        None => Err(value),
    }
}

/// Whether an object is a `ResourceList` with the configuration of the function that is to read it.
pub(crate) fn is_configured(object: &Value) -> bool {
    role::kind(object) == "ResourceList" && object.get("functionConfig").is_some_and(|config| !config.is_null())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn items_of_lists_are_documents_of_their_own() {
        let text =
            "{kind: InferenceServiceList, items: [{a: 1}, {kind: B}]}\n---\nkind: List\n---\nkind: X\nitems: [1]\n";
        let read = read(&Arc::new(Source { name: "x.yaml".into(), text: text.into() }));
        assert_eq!(read.documents[1].start(), Place { line: 1, column: 46 });
        let found: Vec<_> = read.documents.iter().map(|d| (d.item, d.value.clone())).collect();
        let other = json!({ "kind": "X", "items": [1] });
        let first = json!({ "kind": "InferenceService", "apiVersion": "", "a": 1 });
        assert_eq!(found, [(Some(0), first), (Some(1), json!({ "kind": "B" })), (None, other)]);
    }
}
