//! The list that comes in and goes out.

use std::sync::Arc;

use crate::input::{self, Place, Source};
use crate::object::fields::text;
use crate::object::role::{api_version, kind};
use crate::output::yaml;
use crate::{Map, Value};

/// The versions of lists, the newest first.
const VERSIONS: [&str; 3] =
    ["config.kubernetes.io/v1", "config.kubernetes.io/v1beta1", "config.kubernetes.io/v1alpha1"];

/// Why a text is no list.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoList {
    #[error("{file}:{}:{}: {message}", place.line, place.column)]
    Unreadable { file: String, place: Place, message: String },
    #[error("{0}: want a ResourceList, found nothing")]
    Nothing(String),
    #[error("{0}: want one ResourceList, found more documents")]
    Several(String),
    #[error("{file}: want a ResourceList of {}, found {kind:?} of {api_version:?}", VERSIONS[0])]
    OtherKind { file: String, kind: String, api_version: String },
    #[error("{0}: items is not a list")]
    Items(String),
}

/// What functions read and write: objects, and what the function is told.
#[derive(Debug, Clone, PartialEq)]
pub struct ResourceList {
    pub items: Vec<Value>,
    /// `functionConfig`; null when there is none.
    pub config: Value,
    /// The other fields, which go out as they came in.
    rest: Map,
}

impl ResourceList {
    /// Reads the one list that a source has to be.
    ///
    /// # Errors
    /// The source is something else.
    pub fn read(source: &Arc<Source>) -> Result<ResourceList, NoList> {
        let file = || source.name.clone();
        let read = input::read_lists_whole(source);
        if let Some(problem) = read.problems.iter().find(|problem| problem.fatal) {
            return Err(NoList::Unreadable { file: file(), place: problem.place, message: problem.message.clone() });
        }
        let mut documents = read.documents;
        let document = match (documents.pop(), documents.is_empty()) {
            (Some(document), true) => document.value,
            (None, _) => return Err(NoList::Nothing(file())),
            (Some(_), false) => return Err(NoList::Several(file())),
        };
        let mut rest = match document {
            Value::Object(fields) if is_list(&fields) => fields,
            other => {
                let (kind, api_version) = (kind(&other).to_owned(), api_version(&other).to_owned());
                return Err(NoList::OtherKind { file: file(), kind, api_version });
            }
        };
        let items = match rest.remove("items") {
            Some(Value::Array(items)) => items,
            None | Some(Value::Null) => Vec::new(),
            Some(_) => return Err(NoList::Items(file())),
        };
        // Results belong to the function that wrote them.
        rest.remove("results");
        Ok(ResourceList { items, config: rest.remove("functionConfig").unwrap_or_default(), rest })
    }

    /// The list as text, with the results of this function.
    pub fn write(self, results: Vec<Value>) -> String {
        let mut list = self.rest;
        list.insert("items".into(), self.items.into());
        if !self.config.is_null() {
            list.insert("functionConfig".into(), self.config);
        }
        if !results.is_empty() {
            list.insert("results".into(), results.into());
        }
        yaml::to_string(&list.into())
    }
}

fn is_list(fields: &Map) -> bool {
    text(fields, "kind") == "ResourceList" && VERSIONS.contains(&text(fields, "apiVersion"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(text: &str) -> Result<ResourceList, NoList> {
        ResourceList::read(&Arc::new(Source { name: "<stdin>".into(), text: text.into() }))
    }

    #[test]
    fn a_list_comes_back_as_it_was() {
        let text = "apiVersion: config.kubernetes.io/v1\nfunctionConfig:\n  kind: ConfigMap\nitems:\n- kind: List\n  items: []\nkind: ResourceList\n";
        let list = read(text).expect("a list");
        assert_eq!(list.items, [json!({ "kind": "List", "items": [] })]);
        assert_eq!(
            list.write(vec![json!({ "message": "x" })]),
            text.replace("  items: []\n", "").replace("- kind: List\n", "- items: []\n  kind: List\n")
                + "results:\n- message: x\n"
        );
    }

    #[test]
    fn anything_else_is_refused() {
        let refusal = |text: &str| read(text).expect_err("no list").to_string();
        assert_eq!(refusal(""), "<stdin>: want a ResourceList, found nothing");
        assert_eq!(refusal("a: [\n"), "<stdin>:2:1: yaml: did not find expected node content");
        let list = "{apiVersion: config.kubernetes.io/v1, kind: ResourceList, items: {}}";
        assert_eq!(refusal(list), "<stdin>: items is not a list");
        assert_eq!(refusal(&format!("{list}\n---\n{list}")), "<stdin>: want one ResourceList, found more documents");
        assert_eq!(
            refusal("{apiVersion: v1, kind: List}"),
            "<stdin>: want a ResourceList of config.kubernetes.io/v1, found \"List\" of \"v1\""
        );
    }
}
