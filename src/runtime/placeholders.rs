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
    if Plain::of(metadata).is_some_and(|plain| plain.replace(&mut replaced)) {
        return Ok(replaced);
    }
    by_template(replaced, metadata, types)
}

/// Replaces as the controller does, whatever stands in the actions.
fn by_template(mut replaced: Map, metadata: &ObjectMeta, types: &Types) -> Result<Map, String> {
    let text = schema::encode(types, types.container, &replaced);
    let template = Template::parse_html("container-tmpl", &text)?;
    let output = template.execute(&data(metadata))?;
    let node = json::parse(&output)?;
    read_over(&mut replaced, node.to_value());
    // A value that became empty is left out.
    Ok(schema::part(types, types.container, &replaced))
}

/// The name and the namespace of a service, of characters that neither JSON nor HTML escapes. Nearly all placeholders
/// are these two; they are replaced where they stand, which is all that the template would do.
struct Plain<'a> {
    name: &'a str,
    namespace: &'a str,
}

impl<'a> Plain<'a> {
    fn of(metadata: &'a ObjectMeta) -> Option<Plain<'a>> {
        let is_plain = |text: &str| {
            !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.'))
        };
        let (name, namespace) = (&metadata.name, &metadata.namespace);
        (is_plain(name) && is_plain(namespace)).then_some(Plain { name, namespace })
    }

    /// Replaces all placeholders of a container; false, without any change, if one is something else.
    fn replace(&self, container: &mut Map) -> bool {
        let fields = || container.iter();
        if fields().any(|(key, _)| opens(key)) || !fields().all(|(_, value)| self.takes(value)) {
            return false;
        }
        container.values_mut().for_each(|value| self.put(value));
        true
    }

    fn takes(&self, value: &Value) -> bool {
        match value {
            Value::String(text) => !opens(text) || self.replaced(text).is_some(),
            Value::Array(items) => items.iter().all(|item| self.takes(item)),
            Value::Object(fields) => fields.iter().all(|(key, value)| !opens(key) && self.takes(value)),
            // How a float is written and read back is left to the template.
            Value::Number(number) => !number.is_f64(),
            _ => true,
        }
    }

    fn put(&self, value: &mut Value) {
        match value {
            Value::String(text) if opens(text) => {
                if let Some(replaced) = self.replaced(text) {
                    *text = replaced;
                }
            }
            Value::Array(items) => items.iter_mut().for_each(|item| self.put(item)),
            Value::Object(fields) => fields.values_mut().for_each(|value| self.put(value)),
            _ => {}
        }
    }

    fn replaced(&self, text: &str) -> Option<String> {
        let mut out = String::with_capacity(text.len() + self.name.len());
        let mut rest = text;
        while let Some((before, after)) = rest.split_once("{{") {
            let (action, after) = after.split_once("}}")?;
            out.push_str(before);
            out.push_str(match action.trim_matches(' ') {
                ".Name" => self.name,
                ".Namespace" => self.namespace,
                _ => return None,
            });
            rest = after;
        }
        out.push_str(rest);
        Some(out)
    }
}

/// Whether an action begins in a text. Most texts have no brace at all.
fn opens(text: &str) -> bool {
    text.as_bytes().contains(&b'{') && text.contains("{{")
}

fn has_action(container: &Map) -> bool {
    fn in_value(value: &Value) -> bool {
        match value {
            Value::String(text) => opens(text),
            Value::Array(items) => items.iter().any(in_value),
            Value::Object(fields) => fields.iter().any(|(key, value)| opens(key) || in_value(value)),
            _ => false,
        }
    }
    container.iter().any(|(key, value)| opens(key) || in_value(value))
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
    fn plain_placeholders_are_replaced_as_by_the_template() {
        let metadata = ObjectMeta { name: "flower-v1.2".into(), namespace: "garden".into(), ..ObjectMeta::default() };
        let plain = Plain::of(&metadata).expect("a plain name");
        let container = |text: &str| {
            json!({"name": "{{.Name}}", "args": ["a<b>&c", "{{ .Name }}", text], "image": "", "env": [
                {"name": "A", "value": "{{.Namespace}}/}}x"}, {"name": "B", "value": ""},
            ], "ports": [{"containerPort": 8080}], "resources": {"limits": {"cpu": "1000m"}}, "volumeMounts": []})
        };
        let mut texts =
            vec!["{{.Name}}.{{  .Namespace}}".to_owned(), "é\"\\\n\u{2028}+'{{.Name}}".into(), "{ {.Name}}".into()];
        for version in Version::ALL {
            let objects = crate::release::defaults::objects(version);
            let lists = objects.iter().filter_map(|object| object.pointer("/spec/containers/0/args")?.as_array());
            let of_metadata = |text: &&str| !text.contains(".Annotations");
            texts.extend(lists.flatten().filter_map(Value::as_str).filter(of_metadata).map(str::to_owned));
        }
        assert!(texts.len() > 100);
        for text in texts {
            let types = Types::of(Version::NEWEST);
            let stored = schema::part(types, types.container, container(&text).as_object().expect("an object"));
            let mut replaced = stored.clone();
            assert!(plain.replace(&mut replaced), "{text}");
            assert_eq!(Ok(replaced), by_template(stored, &metadata, types), "{text}");
        }
        for text in ["{{-.Name}}", "{{.Name }}{{.Labels.a}}", "{{{.Name}}", "{{.Name", "{{\t.Name}}", "{{/* a */}}"] {
            let mut left = container(text).as_object().expect("an object").clone();
            assert!(!plain.replace(&mut left), "{text}");
            assert_eq!(Value::Object(left), container(text));
        }
        for name in ["", "a&b", "a+b", "a_b", "é"] {
            assert!(Plain::of(&ObjectMeta { name: name.into(), ..metadata.clone() }).is_none());
        }
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
