//! Placeholders such as `{{.Name}}` in the containers of a runtime.

use crate::admission::schema::{self, Types};
use crate::api::{FINALIZER, ObjectMeta};
use crate::go::data::Text;
use crate::go::json;
use crate::go::template::{Data, Template};
use crate::release::Release;
use crate::{Map, Value};

/// Replaces the placeholders of a container by the service's metadata.
///
/// The container becomes one line of JSON, which is a template of Go's `html/template`; its output is read back
/// over the container. The error is Go's, of the template or of reading back.
pub fn replace(container: Map, metadata: &ObjectMeta, release: &Release) -> Result<Map, String> {
    if !has_action(&container) {
        return Ok(container);
    }
    let types = Types::of(release.version);
    let mut replaced = schema::part(types, types.container, &container);
    let text = schema::encode(types, types.container, &replaced);
    let template = Template::parse_html("container-tmpl", &text)?;
    let output = template.execute(&data(metadata))?;
    let node = json::parse(&output)?;
    read_over(&mut replaced, node.to_value());
    // A value that became empty is left out.
    Ok(schema::part(types, types.container, &replaced))
}

fn has_action(container: &Map) -> bool {
    fn in_value(value: &Value) -> bool {
        match value {
            Value::String(text) => text.contains("{{"),
            Value::Array(items) => items.iter().any(in_value),
            Value::Object(fields) => fields.iter().any(|(key, value)| key.contains("{{") || in_value(value)),
            _ => false,
        }
    }
    container.iter().any(|(key, value)| key.contains("{{") || in_value(value))
}

/// Fields that the output does not have keep their value, and maps get what is new beside what they had.
fn read_over(target: &mut Map, output: Value) {
    let Value::Object(fields) = output else { return };
    for (key, value) in fields {
        match (target.get_mut(&key), value) {
            (Some(Value::Object(inner)), value @ Value::Object(_)) => read_over(inner, value),
            (_, value) => drop(target.insert(key, value)),
        }
    }
}

/// The service's metadata under the names of Go's `ObjectMeta`.
fn data(metadata: &ObjectMeta) -> Data<'_> {
    let finalizers = metadata.finalizers.iter().map(String::as_str).chain([FINALIZER]);
    Data::structure(
        "v1.ObjectMeta",
        vec![
            ("Name", Data::string(&metadata.name)),
            ("GenerateName", Data::string("")),
            ("Namespace", Data::string(&metadata.namespace)),
            ("SelfLink", Data::string("")),
            ("UID", Data::NamedString("types.UID", Text::Borrowed(b""))),
            ("ResourceVersion", Data::string("")),
            ("Generation", Data::Int64(metadata.stored_generation)),
            ("CreationTimestamp", Data::Displayed("v1.Time", Text::Borrowed(b"0001-01-01 00:00:00 +0000 UTC"))),
            ("DeletionTimestamp", Data::Nil("*v1.Time")),
            ("DeletionGracePeriodSeconds", Data::Nil("*int64")),
            ("Labels", Data::StringMap(&metadata.labels)),
            ("Annotations", Data::StringMap(&metadata.annotations)),
            ("OwnerReferences", Data::list("[]v1.OwnerReference", Vec::new())),
            ("Finalizers", Data::list("[]string", finalizers.map(Data::string).collect())),
            ("ManagedFields", Data::list("[]v1.ManagedFieldsEntry", Vec::new())),
        ],
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::release::Version;
    use serde_json::json;

    fn replaced(argument: &str) -> Result<Value, String> {
        let metadata = ObjectMeta {
            name: "flower".into(),
            namespace: "ns".into(),
            labels: [("team".to_owned(), "a&b".to_owned())].into(),
            ..ObjectMeta::default()
        };
        let container = json!({"name": "kserve-container", "image": "i", "args": [argument]});
        let container = replace(container.as_object().unwrap().clone(), &metadata, Release::of(Version::NEWEST))?;
        Ok(container["args"][0].clone())
    }

    #[test]
    fn placeholders_take_the_metadata_of_the_service() {
        assert_eq!(replaced("--name={{.Name}}.{{ .Namespace }}"), Ok("--name=flower.ns".into()));
        assert_eq!(replaced("a<b>&c"), Ok("a<b>&c".into()));
    }

    #[test]
    fn a_quote_in_an_action_arrives_escaped() {
        assert!(replaced("{{ printf \"%s\" .Name }}").is_err_and(|e| e.contains("unexpected \"\\\\\" in operand")));
    }

    #[test]
    fn errors_have_their_place_in_the_container_as_go_writes_it() {
        assert_eq!(
            replaced("{{.Nope}}"),
            Err("template: container-tmpl:1:50: executing \"container-tmpl\" at <.Nope>: can't evaluate field Nope in type \
                 v1.ObjectMeta"
                .into())
        );
    }

    #[test]
    fn an_argument_that_becomes_empty_stays_and_a_value_is_left_out() {
        let container = json!({"name": "kserve-container", "args": ["{{.Labels.nope}}"], "env": [
            {"name": "TEAM", "value": "{{.Labels.nope}}"},
        ]});
        let container = container.as_object().unwrap().clone();
        let replaced = replace(container, &ObjectMeta::default(), Release::of(Version::NEWEST)).unwrap();
        assert_eq!(replaced["args"], json!([""]));
        assert_eq!(replaced["env"], json!([{"name": "TEAM"}]));
    }
}
