//! Placeholders such as `{{.Name}}` in the containers of a runtime.

use crate::go::data::Text;
use crate::go::json;
use crate::go::template::{Data, Template};
use crate::object::{Cause, ControllerError};
use crate::object::{FINALIZER, ObjectMeta};
use crate::release::Release;
use crate::schema::{self, Types};
use crate::{Map, Value};

/// Replaces the placeholders of a container with the service's metadata.
///
/// The container is serialised as one line of JSON, which is executed as a template of Go's `html/template`; the output is
/// decoded over the container.
///
/// # Errors
/// Go's, from the template or from decoding.
pub fn replace(container: Map, metadata: &ObjectMeta, release: &Release) -> Result<Map, ControllerError> {
    let actions = Actions::of(&container, metadata);
    if !actions.any {
        return Ok(container);
    }
    let types = Types::of(release.input.fields);
    let mut replaced = schema::part(types, types.container, container);
    if actions.others {
        return by_template(replaced, metadata, types);
    }
    replaced.values_mut().for_each(|value| put(value, metadata));
    Ok(replaced)
}

/// Executes the template as the controller does, whatever its actions contain.
fn by_template(mut replaced: Map, metadata: &ObjectMeta, types: &Types) -> Result<Map, ControllerError> {
    let text = schema::encode(types, types.container, &replaced);
    let fails = |error: String| ControllerError::new(error).about(Cause::Placeholder);
    let template = Template::parse_html("container-tmpl", &text).map_err(|error| fails(error.to_string()))?;
    let output = template.execute(&data(metadata)).map_err(|error| fails(error.to_string()))?;
    let node = json::parse(&output).map_err(|error| ControllerError::new(error.to_string()))?;
    read_over(&mut replaced, node.to_value());
    // A value that became empty is omitted.
    Ok(schema::part(types, types.container, replaced))
}

/// The value of a simple action, as nearly all are: the name, the namespace or a label of the service. `None` for any other
/// action, or if the value has characters that JSON or HTML may escape. A simple value can replace its action directly, which is
/// all that the template would do.
fn plain<'a>(action: &str, metadata: &'a ObjectMeta) -> Option<&'a str> {
    let text = match action {
        ".Name" => &metadata.name,
        ".Namespace" => &metadata.namespace,
        _ => {
            let label = action.strip_prefix(".Labels.")?;
            let is_identifier = label.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
                && label.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
            metadata.labels.get(label).filter(|_| is_identifier)?
        }
    };
    let is_plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.' | b'_');
    (!text.is_empty() && text.bytes().all(is_plain)).then_some(text)
}

/// Replaces all actions in a value; all of them must be simple.
fn put(value: &mut Value, metadata: &ObjectMeta) {
    match value {
        Value::String(text) if opens(text) => {
            let mut out = String::with_capacity(text.len() + metadata.name.len());
            let mut rest = text.as_str();
            while let Some((before, action, after)) = next_action(rest) {
                out.push_str(before);
                out.push_str(plain(action, metadata).unwrap_or_default());
                rest = after;
            }
            out.push_str(rest);
            *text = out;
        }
        Value::Array(items) => items.iter_mut().for_each(|item| put(item, metadata)),
        Value::Object(fields) => fields.values_mut().for_each(|value| put(value, metadata)),
        _ => {}
    }
}

/// The text before the first action, the action, and the text after it. `None` if there is no action, or if it has no end.
fn next_action(text: &str) -> Option<(&str, &str, &str)> {
    let (before, after) = text.split_once("{{")?;
    let (action, after) = after.split_once("}}")?;
    Some((before, action.trim_matches(' '), after))
}

/// What there is to replace in a container.
#[derive(Debug, Default)]
struct Actions {
    any: bool,
    /// Whether an action is not simple, or the template might change a value in the round trip.
    others: bool,
}

impl Actions {
    fn of(container: &Map, metadata: &ObjectMeta) -> Actions {
        let mut actions = Actions::default();
        actions.see_fields(container, metadata);
        actions
    }

    fn see_fields(&mut self, fields: &Map, metadata: &ObjectMeta) {
        for (key, value) in fields {
            if opens(key) {
                (self.any, self.others) = (true, true);
            }
            self.see(value, metadata);
        }
    }

    fn see(&mut self, value: &Value, metadata: &ObjectMeta) {
        match value {
            Value::String(text) if opens(text) => {
                self.any = true;
                let mut rest = text.as_str();
                while let Some((_, action, after)) = next_action(rest) {
                    self.others |= plain(action, metadata).is_none();
                    rest = after;
                }
                // An action without end.
                self.others |= opens(rest);
            }
            Value::Array(items) => items.iter().for_each(|item| self.see(item, metadata)),
            Value::Object(fields) => self.see_fields(fields, metadata),
            // How a float is written and read back is left to the template.
            Value::Number(number) => self.others |= number.is_f64(),
            _ => {}
        }
    }
}

/// Whether an action begins in a text. Most texts have no brace at all.
fn opens(text: &str) -> bool {
    text.as_bytes().contains(&b'{') && text.contains("{{")
}

/// Decodes the output over the container: fields that are not in the output keep their value, and maps keep their other keys.
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
            ("Generation", Data::Int64(metadata.generation)),
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
            generation: 3,
            ..ObjectMeta::default()
        };
        let container = json!({"name": "kserve-container", "image": "i", "args": [argument]});
        let replaced = replace(container.as_object().unwrap().clone(), &metadata, Release::of(Version::NEWEST));
        replaced.map(|container| container["args"][0].clone()).map_err(ControllerError::into_text)
    }

    #[test]
    fn placeholders_take_the_metadata_of_the_service() {
        assert_eq!(replaced("--name={{.Name}}.{{ .Namespace }}"), Ok("--name=flower.ns".into()));
        assert_eq!(replaced("{{.Generation}}"), Ok("3".into()));
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
        let labels =
            [("class", "mlserver_sklearn.SKLearnModel"), ("team", "a&b"), ("none", ""), ("1a", "b"), ("a-b", "c")];
        let metadata = ObjectMeta {
            name: "flower-v1.2".into(),
            namespace: "garden".into(),
            labels: labels.map(|(key, value)| (key.to_owned(), value.to_owned())).into(),
            ..ObjectMeta::default()
        };
        let container = |text: &str| {
            json!({"name": "{{.Name}}", "args": ["a<b>&c", "{{ .Name }}", text], "image": "", "env": [
                {"name": "A", "value": "{{.Namespace}}/}}x"}, {"name": "B", "value": ""},
            ], "ports": [{"containerPort": 8080}], "resources": {"limits": {"cpu": "1000m"}}, "volumeMounts": []})
        };
        let texts =
            ["{{.Name}}.{{  .Namespace}}", "é\"\\\n\u{2028}+'{{.Name}}", "{ {.Name}}", "{{.Labels.class}}/{{.Name}}"];
        let mut texts = texts.map(str::to_owned).to_vec();
        for version in Version::ALL {
            let objects = crate::release::defaults::objects(version);
            let lists = objects.iter().filter_map(|object| object.pointer("/spec/containers/0/args")?.as_array());
            let of_metadata = |text: &&str| !text.contains(".Annotations");
            texts.extend(lists.flatten().filter_map(Value::as_str).filter(of_metadata).map(str::to_owned));
        }
        assert!(texts.len() > 100);
        for text in texts {
            let types = Types::of(Version::NEWEST);
            let container = container(&text).as_object().expect("an object").clone();
            assert!(!Actions::of(&container, &metadata).others, "{text}");
            let replaced = replace(container.clone(), &metadata, Release::of(Version::NEWEST));
            let stored = schema::part(types, types.container, container);
            assert_eq!(replaced, by_template(stored, &metadata, types), "{text}");
        }
        let syntax = ["{{-.Name}}", "{{{.Name}}", "{{.Name", "{{\t.Name}}", "{{/* a */}}"];
        let labels = ["{{.Labels.nope}}", "{{.Labels.team}}", "{{.Labels.none}}", "{{.Labels.1a}}", "{{.Labels.a-b}}"];
        for text in syntax.into_iter().chain(labels) {
            assert!(Actions::of(container(text).as_object().expect("an object"), &metadata).others, "{text}");
        }
        for name in ["", "a&b", "a+b", "é"] {
            assert_eq!(plain(".Name", &ObjectMeta { name: name.into(), ..metadata.clone() }), None);
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

    #[test]
    fn fields_of_a_container_are_those_of_the_input_also_in_a_mixture_of_releases() {
        let newest = Release::of(Version::NEWEST);
        let difference = Release::differences().find(|difference| difference.name == "fields").unwrap();
        let mixture = newest.with(difference, Release::of(Version::V0_15)).unwrap();
        assert_eq!((mixture.version, mixture.input.fields), (Version::NEWEST, Version::V0_15));
        let container = serde_json::json!({ "name": "a", "args": ["{{.Name}}"] });
        let replace =
            |release: &Release| replace(container.as_object().cloned().unwrap(), &ObjectMeta::default(), release);
        assert_eq!(replace(&mixture), replace(Release::of(Version::V0_15)));
    }
}
