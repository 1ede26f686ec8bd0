//! Placeholders such as `{{.Name}}` in the containers of a runtime.

use crate::api::{FINALIZER, ObjectMeta};
use crate::go::data::Text;
use crate::go::json;
use crate::go::template::{Data, Template};
use crate::{Map, Value};

/// Replaces the placeholders of a container by the service's metadata.
///
/// The container becomes one line of JSON, which is a template of Go's `html/template`; its output is read back
/// over the container. The error is Go's, of the template or of reading back.
pub fn replace(container: &Map, metadata: &ObjectMeta) -> Result<Map, String> {
    if !has_action(container) {
        return Ok(container.clone());
    }
    let mut text = String::new();
    write(&mut text, &Value::Object(container.clone()), "Container");
    let template = Template::parse_html("container-tmpl", &text)?;
    let output = template.execute(&data(metadata))?;
    let node = json::parse(&output)?;
    let mut replaced = container.clone();
    read_over(&mut replaced, node.to_value());
    Ok(replaced)
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

/// Fields of the Go structs inside a container in the order in which Go writes them, which shows in the positions of
/// template errors; with the struct of a field's value, if its order matters.
const ORDERS: &[(&str, &[(&str, &str)])] = &[
    (
        "Container",
        &[
            ("name", ""),
            ("image", ""),
            ("command", ""),
            ("args", ""),
            ("workingDir", ""),
            ("ports", "ContainerPort"),
            ("envFrom", "EnvFromSource"),
            ("env", "EnvVar"),
            ("resources", "ResourceRequirements"),
            ("resizePolicy", "ContainerResizePolicy"),
            ("restartPolicy", ""),
            ("restartPolicyRules", "ContainerRestartRule"),
            ("volumeMounts", "VolumeMount"),
            ("volumeDevices", "VolumeDevice"),
            ("livenessProbe", "Probe"),
            ("readinessProbe", "Probe"),
            ("startupProbe", "Probe"),
            ("lifecycle", "Lifecycle"),
            ("terminationMessagePath", ""),
            ("terminationMessagePolicy", ""),
            ("imagePullPolicy", ""),
            ("securityContext", "SecurityContext"),
            ("stdin", ""),
            ("stdinOnce", ""),
            ("tty", ""),
        ],
    ),
    ("ContainerPort", &[("name", ""), ("hostPort", ""), ("containerPort", ""), ("protocol", ""), ("hostIP", "")]),
    ("EnvFromSource", &[("prefix", ""), ("configMapRef", "Reference"), ("secretRef", "Reference")]),
    ("EnvVar", &[("name", ""), ("value", ""), ("valueFrom", "EnvVarSource")]),
    (
        "EnvVarSource",
        &[
            ("fieldRef", ""),
            ("resourceFieldRef", "ResourceFieldSelector"),
            ("configMapKeyRef", "Reference"),
            ("secretKeyRef", "Reference"),
            ("fileKeyRef", "FileKeySelector"),
        ],
    ),
    ("ResourceFieldSelector", &[("containerName", ""), ("resource", ""), ("divisor", "")]),
    ("Reference", &[("name", ""), ("key", ""), ("optional", "")]),
    ("FileKeySelector", &[("volumeName", ""), ("path", ""), ("key", ""), ("optional", "")]),
    ("ResourceRequirements", &[("limits", ""), ("requests", ""), ("claims", "ResourceClaim")]),
    ("ResourceClaim", &[("name", ""), ("request", "")]),
    ("ContainerResizePolicy", &[("resourceName", ""), ("restartPolicy", "")]),
    ("ContainerRestartRule", &[("action", ""), ("exitCodes", "ExitCodes")]),
    ("ExitCodes", &[("operator", ""), ("values", "")]),
    (
        "VolumeMount",
        &[
            ("name", ""),
            ("readOnly", ""),
            ("recursiveReadOnly", ""),
            ("mountPath", ""),
            ("subPath", ""),
            ("mountPropagation", ""),
            ("subPathExpr", ""),
        ],
    ),
    ("VolumeDevice", &[("name", ""), ("devicePath", "")]),
    (
        "Probe",
        &[
            ("exec", ""),
            ("httpGet", "HttpGet"),
            ("tcpSocket", "TcpSocket"),
            ("grpc", "Grpc"),
            ("initialDelaySeconds", ""),
            ("timeoutSeconds", ""),
            ("periodSeconds", ""),
            ("successThreshold", ""),
            ("failureThreshold", ""),
            ("terminationGracePeriodSeconds", ""),
        ],
    ),
    ("HttpGet", &[("path", ""), ("port", ""), ("host", ""), ("scheme", ""), ("httpHeaders", "Header")]),
    ("Header", &[("name", ""), ("value", "")]),
    ("TcpSocket", &[("port", ""), ("host", "")]),
    ("Grpc", &[("port", ""), ("service", "")]),
    ("Lifecycle", &[("postStart", "Handler"), ("preStop", "Handler"), ("stopSignal", "")]),
    ("Handler", &[("exec", ""), ("httpGet", "HttpGet"), ("tcpSocket", "TcpSocket"), ("sleep", "")]),
    (
        "SecurityContext",
        &[
            ("capabilities", "Capabilities"),
            ("privileged", ""),
            ("seLinuxOptions", "SeLinuxOptions"),
            ("windowsOptions", "WindowsOptions"),
            ("runAsUser", ""),
            ("runAsGroup", ""),
            ("runAsNonRoot", ""),
            ("readOnlyRootFilesystem", ""),
            ("allowPrivilegeEscalation", ""),
            ("procMount", ""),
            ("seccompProfile", "Profile"),
            ("appArmorProfile", "Profile"),
        ],
    ),
    ("Capabilities", &[("add", ""), ("drop", "")]),
    ("SeLinuxOptions", &[("user", ""), ("role", ""), ("type", ""), ("level", "")]),
    (
        "WindowsOptions",
        &[("gmsaCredentialSpecName", ""), ("gmsaCredentialSpec", ""), ("runAsUserName", ""), ("hostProcess", "")],
    ),
    ("Profile", &[("type", ""), ("localhostProfile", "")]),
];

/// Writes a value as Go's encoder writes the struct of that name: a container always has its name and resources.
fn write(out: &mut String, value: &Value, structure: &str) {
    let order = ORDERS.iter().find(|(name, _)| *name == structure).map(|(_, order)| *order);
    match (value, order) {
        (Value::Array(items), _) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                write(out, item, structure);
            }
            out.push(']');
        }
        (Value::Object(fields), Some(order)) => {
            out.push('{');
            let always: &[(&str, &str)] =
                if structure == "Container" { &[("name", "\"\""), ("resources", "{}")] } else { &[] };
            let mut first = true;
            for (name, of) in order {
                let written = fields.get(*name);
                let default = always.iter().find(|(field, _)| field == name).map(|(_, default)| *default);
                if written.is_none() && default.is_none() {
                    continue;
                }
                if !first {
                    out.push(',');
                }
                first = false;
                json::write_string(out, name);
                out.push(':');
                match (written, default) {
                    (Some(value), _) => write(out, value, of),
                    (None, default) => out.push_str(default.unwrap_or("null")),
                }
            }
            out.push('}');
        }
        _ => out.push_str(&json::marshal(value)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn replaced(argument: &str) -> Result<Value, String> {
        let metadata = ObjectMeta {
            name: "flower".into(),
            namespace: "ns".into(),
            labels: [("team".to_owned(), "a&b".to_owned())].into(),
            ..ObjectMeta::default()
        };
        let container = json!({"name": "kserve-container", "image": "i", "args": [argument]});
        let container = replace(container.as_object().unwrap(), &metadata)?;
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
}
