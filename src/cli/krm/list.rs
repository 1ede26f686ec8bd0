//! The list on standard input and standard output.

use std::sync::Arc;

use anyhow::{anyhow, bail};

use crate::input::{self, Source};
use crate::object::role::{api_version, kind};
use crate::output::yaml;
use crate::{Map, Value};

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
    pub fn read(source: &Arc<Source>) -> anyhow::Result<ResourceList> {
        let read = input::read_lists_whole(source);
        if let Some(problem) = read.problems.iter().find(|problem| problem.fatal) {
            bail!("{}:{}:{}: {}", source.name, problem.place.line, problem.place.column, problem.message);
        }
        let mut documents = read.documents;
        let document = match (documents.pop(), documents.is_empty()) {
            (Some(document), true) => document.value,
            (None, _) => bail!("{}: want a ResourceList, found nothing", source.name),
            (Some(_), false) => bail!("{}: want one ResourceList, found more documents", source.name),
        };
        let (group_version, kind) = (api_version(&document), kind(&document));
        let known = ["config.kubernetes.io/v1", "config.kubernetes.io/v1beta1", "config.kubernetes.io/v1alpha1"];
        if kind != "ResourceList" || !known.contains(&group_version) {
            bail!("{}: want a ResourceList of {}, found {kind:?} of {group_version:?}", source.name, known[0]);
        }
        let Value::Object(mut rest) = document else { bail!("{}: not an object", source.name) };
        let items = match rest.remove("items") {
            Some(Value::Array(items)) => items,
            None | Some(Value::Null) => Vec::new(),
            Some(_) => return Err(anyhow!("{}: items is not a list", source.name)),
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(text: &str) -> anyhow::Result<ResourceList> {
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
