use std::collections::BTreeMap;

use serde_json::json;

use super::*;
use crate::Value;
use crate::json;
use crate::recorded::{check, document, primitives, vectors};

const TEMPLATES: &str = include_str!("../../testdata/recorded/template.json");
const PLACEHOLDERS: &str = include_str!("../../testdata/recorded/placeholder.json");

fn string_map(value: &Value) -> BTreeMap<String, String> {
    serde_json::from_value(value.clone()).unwrap()
}

fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value[key].as_str().unwrap()
}

/// The data of a domain template.
struct Values {
    all: Value,
    annotations: BTreeMap<String, String>,
    labels: BTreeMap<String, String>,
}

impl Values {
    fn of(values: &Value) -> Values {
        Values {
            all: values.clone(),
            annotations: string_map(&values["Annotations"]),
            labels: string_map(&values["Labels"]),
        }
    }

    fn data(&self) -> Data<'_> {
        let string = |key| (key, Data::string(text(&self.all, key)));
        let fields = vec![
            string("Name"),
            string("Namespace"),
            string("IngressDomain"),
            ("Annotations", Data::StringMap(&self.annotations)),
            ("Labels", Data::StringMap(&self.labels)),
        ];
        Data::structure("ingress.DomainTemplateValues", fields)
    }
}

/// The metadata of an object that was never stored.
struct Metadata {
    all: Value,
    annotations: BTreeMap<String, String>,
    labels: BTreeMap<String, String>,
}

impl Metadata {
    fn of(metadata: &Value) -> Metadata {
        Metadata {
            all: metadata.clone(),
            annotations: string_map(&metadata["annotations"]),
            labels: string_map(&metadata["labels"]),
        }
    }

    fn data(&self) -> Data<'_> {
        let fields = vec![
            ("Name", Data::string(text(&self.all, "name"))),
            ("GenerateName", Data::string("")),
            ("Namespace", Data::string(text(&self.all, "namespace"))),
            ("SelfLink", Data::string("")),
            ("UID", Data::NamedString("types.UID", crate::data::Text::Borrowed(b""))),
            ("ResourceVersion", Data::string("")),
            ("Generation", Data::Int64(0)),
            (
                "CreationTimestamp",
                Data::Displayed("v1.Time", crate::data::Text::Borrowed(b"0001-01-01 00:00:00 +0000 UTC")),
            ),
            ("DeletionTimestamp", Data::Nil("*v1.Time")),
            ("DeletionGracePeriodSeconds", Data::Nil("*int64")),
            ("Labels", Data::StringMap(&self.labels)),
            ("Annotations", Data::StringMap(&self.annotations)),
            ("OwnerReferences", Data::list("[]v1.OwnerReference", vec![])),
            ("Finalizers", Data::list("[]string", vec![])),
            ("ManagedFields", Data::list("[]v1.ManagedFieldsEntry", vec![])),
        ];
        Data::structure("v1.ObjectMeta", fields)
    }
}

fn executed(template: Result<Template, Error>, data: &Data<'_>) -> Result<String, String> {
    template.and_then(|template| template.execute(data)).map_err(|error| error.to_string())
}

#[test]
fn recorded_templates() {
    let values = Values::of(&document(TEMPLATES)["values"]);
    let data = values.data();
    check(primitives(TEMPLATES), |case| executed(Template::parse("domain-template", text(case, "template")), &data));
}

#[test]
fn templates_of_go() {
    let values = Values::of(&document(TEMPLATES)["values"]);
    let data = values.data();
    check(vectors(include_str!("../../testdata/vectors/template.jsonl")), |case| {
        executed(Template::parse("domain-template", text(case, "template")), &data)
    });
}

#[test]
fn html_templates_of_go() {
    let metadata = Metadata::of(&document(PLACEHOLDERS)["metadata"]);
    let data = metadata.data();
    check(vectors(include_str!("../../testdata/vectors/template-html.jsonl")), |case| {
        executed(Template::parse_html("container-tmpl", text(case, "template")), &data)
    });
}

/// These were recorded without the escaping of the controller's `html/template`.
#[test]
fn recorded_placeholders() {
    let metadata = Metadata::of(&document(PLACEHOLDERS)["metadata"]);
    let data = metadata.data();
    check(primitives(PLACEHOLDERS), |case| {
        let arguments = json::marshal(&json!([case["argument"]]));
        let source = format!(r#"{{"name":"kserve-container","image":"img","args":{arguments},"resources":{{}}}}"#);
        let filled = executed(Template::parse("container-tmpl", &source), &data)?;
        let filled = json::parse(&filled).map_err(|error| error.to_string())?.to_value();
        Ok(filled["args"][0].as_str().unwrap().to_owned())
    });
}

fn run(template: &str) -> Result<String, String> {
    executed(Template::parse("t", template), &Data::Missing)
}

#[test]
fn work_is_bounded() {
    let endless = run(r#"{{define "a"}}{{template "a"}}{{end}}{{template "a"}}"#);
    assert_eq!(
        endless.unwrap_err(),
        r#"template: t:1:25: executing "a" at <{{template "a"}}>: exceeded maximum template depth (100000)"#
    );
    assert_eq!(
        run("{{range $i := 1000000000}}{{end}}").unwrap_err(),
        r#"template: t:1:14: executing "t" at <1000000000>: the template runs for too long"#
    );
    assert!(
        run("{{range 1000000}}{{printf `%100000d` 1}}{{end}}").unwrap_err().ends_with("the template prints too much")
    );
    assert!(
        run("{{$x := `ab`}}{{range 100}}{{$x = print $x $x}}{{end}}")
            .unwrap_err()
            .ends_with("the template prints too much")
    );
    let nested = format!("{{{{{}1{}}}}}", "(".repeat(9999), ")".repeat(9999));
    assert!(run(&nested).unwrap_err().ends_with("blocks and parentheses are nested too deeply"));
    assert!(run(&"{{if 1}}".repeat(9999)).unwrap_err().ends_with("blocks and parentheses are nested too deeply"));
}
