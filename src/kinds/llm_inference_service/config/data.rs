//! The data of templates in configs: the service as a Go value.

use std::collections::{BTreeMap, HashSet};
use std::rc::Rc;
use std::sync::Mutex;

use super::Settings;
use crate::go::data::{Data, Struct, Text};
use crate::object::ObjectView as _;
use crate::release::Release;
use crate::schema::{Field, LlmTypes, StructId, Type, Types};
use crate::{Map, Value};

/// The data of a template other than the service.
#[derive(Debug)]
pub struct Globals<'a> {
    pub release: &'a Release,
    pub settings: &'a Settings,
    pub system_namespace: &'a str,
    /// The namespace and name of the pool.
    pub pool: &'a str,
}

/// The string maps of a service, in the order of a walk through it. Template values borrow them.
#[derive(Debug, Default)]
pub struct Maps(Vec<BTreeMap<String, String>>);

impl Maps {
    /// Collects the maps of a service's metadata and spec.
    pub fn of(types: &LlmTypes, service: &Map) -> Maps {
        let mut maps = Maps::default();
        for key in ["labels", "annotations"] {
            maps.add(service.metadata(key));
        }
        maps.structure(&types.types, types.v1alpha2.spec, service.spec());
        maps
    }

    fn add(&mut self, value: Option<&Value>) {
        let entries = value.and_then(Value::as_object).into_iter().flatten();
        self.0.push(entries.map(|(key, value)| (key.clone(), shown(value))).collect());
    }

    fn structure(&mut self, types: &Types, id: StructId, object: Option<&Map>) {
        for field in types.structs.get(id).into_iter().flat_map(|owner| owner.fields.iter()) {
            let value = object.and_then(|object| object.get(field.name));
            // A nil pointer has no fields.
            if value.is_some() || !field.pointer {
                self.value(types, &field.ty, value);
            }
        }
    }

    fn value(&mut self, types: &Types, ty: &Type, value: Option<&Value>) {
        match ty {
            Type::Map(..) => self.add(value),
            Type::Struct(id) => self.structure(types, *id, value.and_then(Value::as_object)),
            Type::List(item) => {
                for value in value.and_then(Value::as_array).into_iter().flatten() {
                    self.value(types, item, Some(value));
                }
            }
            _ => {}
        }
    }
}

fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// The root value of a config's template: the service, with `GlobalConfig`.
pub fn root<'d>(types: &'d LlmTypes, service: &'d Map, globals: &Globals<'d>, maps: &'d Maps) -> Data<'d> {
    let mut builder = Builder { types: &types.types, maps: maps.0.iter() };
    let metadata = object_meta(service, &mut builder);
    let spec = builder.structure(types.v1alpha2.spec, service.spec());
    let of_metadata = |name: &str| match &metadata {
        Data::Struct(metadata) => {
            metadata.fields.iter().find(|(other, _)| *other == name).map(|(_, value)| value.clone())
        }
        _ => None,
    };
    let mut fields = vec![
        ("Kind", Data::string(service.kind())),
        ("APIVersion", Data::string(service.api_version())),
        ("GetName", of_metadata("Name").unwrap_or(Data::Missing)),
        ("GetNamespace", of_metadata("Namespace").unwrap_or(Data::Missing)),
        ("GetLabels", of_metadata("Labels").unwrap_or(Data::Missing)),
        ("GetAnnotations", of_metadata("Annotations").unwrap_or(Data::Missing)),
    ];
    if let Data::Struct(metadata) = &metadata {
        fields.extend(metadata.fields.iter().cloned());
    }
    fields.push(("ObjectMeta", metadata));
    fields.push(("Spec", spec));
    fields.push(("Status", Data::structure("v1alpha2.LLMInferenceServiceStatus", Vec::new())));
    fields.push(("GlobalConfig", global_config(globals)));
    Data::structure("struct { *v1alpha2.LLMInferenceService; GlobalConfig llmisvc.templateGlobalConfig }", fields)
}

fn object_meta<'d>(service: &'d Map, builder: &mut Builder<'d>) -> Data<'d> {
    let field = |name| Data::string(service.metadata(name).and_then(Value::as_str).unwrap_or_default());
    let never = Data::Displayed("v1.Time", Text::Borrowed(b"0001-01-01 00:00:00 +0000 UTC"));
    let (labels, annotations) = (builder.next_map(), builder.next_map());
    Data::structure(
        "v1.ObjectMeta",
        vec![
            ("Name", Data::string(service.name())),
            ("GenerateName", field("generateName")),
            ("Namespace", Data::string(service.namespace())),
            ("SelfLink", field("selfLink")),
            ("UID", field("uid")),
            ("ResourceVersion", field("resourceVersion")),
            ("Generation", Data::Int64(service.generation().unwrap_or_default())),
            ("CreationTimestamp", never),
            ("DeletionTimestamp", Data::Nil("*v1.Time")),
            ("DeletionGracePeriodSeconds", Data::Nil("*int64")),
            ("Labels", labels),
            ("Annotations", annotations),
            ("OwnerReferences", Data::list("[]v1.OwnerReference", Vec::new())),
            ("Finalizers", Data::list("[]string", Vec::new())),
            ("ManagedFields", Data::list("[]v1.ManagedFieldsEntry", Vec::new())),
        ],
    )
}

fn global_config<'d>(globals: &Globals<'d>) -> Data<'d> {
    let (settings, release) = (globals.settings, &globals.release.llm_input);
    let mut fields = vec![
        ("SystemNamespace", Data::string(globals.system_namespace)),
        ("IngressGatewayName", Data::string(&settings.gateway.1)),
        ("IngressGatewayNamespace", Data::string(&settings.gateway.0)),
    ];
    if release.template_tls {
        fields.push(("EnableTLS", Data::Bool(settings.tls)));
    }
    if release.template_model_header {
        fields.push(("ModelBasedRoutingHeaderName", Data::string(&settings.model_header)));
    }
    if release.template_pool {
        fields.push(("InferencePoolNamespacedName", Data::string(globals.pool)));
    }
    Data::structure("llmisvc.templateGlobalConfig", fields)
}

struct Builder<'d> {
    types: &'d Types,
    maps: std::slice::Iter<'d, BTreeMap<String, String>>,
}

impl<'d> Builder<'d> {
    fn next_map(&mut self) -> Data<'d> {
        self.maps.next().map_or(Data::Missing, Data::StringMap)
    }

    fn structure(&mut self, id: StructId, object: Option<&'d Map>) -> Data<'d> {
        let Some(owner) = self.types.structs.get(id) else { return Data::Missing };
        let fields = owner.fields.iter().map(|field| {
            let value = object.and_then(|object| object.get(field.name));
            (go_name(field.name), self.field(field, value))
        });
        Data::structure(owner.go, fields.collect())
    }

    fn field(&mut self, field: &'d Field, value: Option<&'d Value>) -> Data<'d> {
        match (field.pointer, &field.ty, value) {
            (true, Type::Struct(id), None) => self.nil(*id),
            (true, ty, None) => Data::Nil(interned(format!("*{}", self.types.go_name(ty)))),
            // In templates a pointer to a struct behaves like the struct.
            (true, Type::Struct(_), value) => self.value(&field.ty, value),
            (true, ty, value) => {
                let name = interned(format!("*{}", self.types.go_name(ty)));
                Data::Pointer(name, Rc::new(self.value(ty, value)))
            }
            (false, ty, value) => self.value(ty, value),
        }
    }

    /// A nil pointer to a struct.
    fn nil(&self, id: StructId) -> Data<'d> {
        let Some(owner) = self.types.structs.get(id) else { return Data::Missing };
        let fields = owner.fields.iter().map(|field| (go_name(field.name), Data::Missing)).collect();
        Data::NilPointer(Rc::new(Struct { type_name: interned(format!("*{}", owner.go)), fields }))
    }

    fn value(&mut self, ty: &'d Type, value: Option<&'d Value>) -> Data<'d> {
        match ty {
            Type::Struct(id) => self.structure(*id, value.and_then(Value::as_object)),
            Type::Map(..) => self.next_map(),
            Type::List(item) => {
                let values = value.and_then(Value::as_array).into_iter().flatten();
                let items = values.map(|value| self.value(item, Some(value))).collect();
                Data::list(interned(self.types.go_name(ty)), items)
            }
            Type::Bool => Data::Bool(value.and_then(Value::as_bool).unwrap_or_default()),
            Type::Int(_) => Data::Int64(value.and_then(Value::as_i64).unwrap_or_default()),
            Type::String(name) => {
                let text = value.and_then(Value::as_str).unwrap_or_default();
                match *name {
                    "string" => Data::string(text),
                    name => Data::NamedString(name, Text::Borrowed(text.as_bytes())),
                }
            }
            Type::Quantity | Type::MetricQuantity => self.displayed(ty, value, "0"),
            Type::Url | Type::Time | Type::IntOrString | Type::Any => self.displayed(ty, value, ""),
        }
    }

    /// A value whose type has its own text form.
    fn displayed(&self, ty: &Type, value: Option<&'d Value>, empty: &'static str) -> Data<'d> {
        let text = match value {
            None => Text::Borrowed(empty.as_bytes()),
            Some(Value::String(text)) => Text::Borrowed(text.as_bytes()),
            Some(other) => Text::Shared(other.to_string().into_bytes().into()),
        };
        Data::Displayed(interned(self.types.go_name(ty)), text)
    }
}

/// Initialisms that Go capitalizes at the start of a field's name, or if they are the whole name.
const CAPITALS: [(&str, &str); 27] = [
    ("cpu", "CPU"),
    ("csi", "CSI"),
    ("cors", "CORS"),
    ("dnsConfig", "DNSConfig"),
    ("dnsPolicy", "DNSPolicy"),
    ("fc", "FC"),
    ("fsGroup", "FSGroup"),
    ("fsGroupChangePolicy", "FSGroupChangePolicy"),
    ("fsType", "FSType"),
    ("grpc", "GRPC"),
    ("hpa", "HPA"),
    ("http", "HTTP"),
    ("httpGet", "HTTPGet"),
    ("httpHeaders", "HTTPHeaders"),
    ("ip", "IP"),
    ("iscsi", "ISCSI"),
    ("keda", "KEDA"),
    ("kvCacheOffloading", "KVCacheOffloading"),
    ("lora", "LoRA"),
    ("nfs", "NFS"),
    ("os", "OS"),
    ("pvc", "PVC"),
    ("tcpSocket", "TCPSocket"),
    ("tty", "TTY"),
    ("uri", "URI"),
    ("urlRewrite", "URLRewrite"),
    ("wva", "WVA"),
];

/// The Go name of a field.
fn go_name(name: &'static str) -> &'static str {
    if let Some((_, go)) = CAPITALS.iter().find(|(json, _)| *json == name) {
        return go;
    }
    let mut letters = name.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    interned(first.into_iter().chain(letters).collect())
}

/// A text with static lifetime. There are no more of them than names in the tables of types.
fn interned(text: String) -> &'static str {
    static TEXTS: Mutex<Option<HashSet<&'static str>>> = Mutex::new(None);
    let mut texts = TEXTS.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let texts = texts.get_or_insert_default();
    if let Some(known) = texts.get(text.as_str()) {
        return known;
    }
    let text: &'static str = String::leak(text);
    texts.insert(text);
    text
}
