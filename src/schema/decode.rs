//! How an object changes on its way into the API server and through the webhook's Go types.

use super::trail::Trail;
use super::types::{Field, Integer, Struct, StructId, Type, Types};
use crate::go::json;
use crate::go::quantity::{self, Quantity};
use crate::go::time;
use crate::go::url;
use crate::object::Path;
use crate::order;
use crate::{Map, Value};
use serde_json::Number;

/// What happens to an object, besides losing unknown fields and nulls and getting the schema's defaults.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Through {
    /// Nothing.
    ApiServer,
    /// It goes through Go types: fields that Go always writes are added, empty values that Go omits are removed, and quantities
    /// become canonical.
    GoTypes,
    /// Like `GoTypes`, within a program, where no schema sets defaults.
    GoTypesAlone,
    /// Like `GoTypes`, but only what Go adds or changes is applied: what Go omits stays as written.
    Patched,
}

/// A field that the API server does not know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unknown {
    pub path: Path,
    /// The path as the API server writes it.
    pub text: String,
    /// The names of the fields that exist there.
    pub known: Vec<&'static str>,
}

/// A value that Go cannot decode.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    pub path: Path,
    /// Go's error text.
    pub message: String,
    /// Whether it is a number or boolean in the place of a text, so that only quotes are missing.
    pub lacks_quotes: bool,
    /// Whether decoding ends here: such an error takes precedence over those before it.
    fatal: bool,
}

/// The outcome of decoding.
#[derive(Debug, Default)]
pub struct Decoded {
    pub object: Map,
    /// In the order of the API server's warnings.
    pub unknown: Vec<Unknown>,
    /// Those in metadata, which the API server decodes before anything else happens to the object; they begin with the one that the
    /// decoder returns.
    pub metadata_faults: Vec<Fault>,
    /// Those in everything else, beginning with the one that the decoder returns.
    pub faults: Vec<Fault>,
}

impl Decoded {
    /// All that could not be decoded, beginning with what is refused first.
    pub fn into_faults(self) -> impl Iterator<Item = Fault> {
        self.metadata_faults.into_iter().chain(self.faults)
    }
}

/// The errors, beginning with the one that the decoder returns.
fn by_weight(mut faults: Vec<Fault>) -> Vec<Fault> {
    if let Some(fatal) = faults.iter().position(|fault| fault.fatal) {
        let fatal = faults.remove(fatal);
        faults.insert(0, fatal);
    }
    faults
}

/// Decodes a whole object, without its status, which the API server ignores.
pub fn object(types: &Types, root: StructId, input: &Map, through: Through) -> Decoded {
    let mut decoder = Decoder::new(types, through);
    let (mut unknown_metadata, mut metadata_faults) = (Vec::new(), Vec::new());
    let mut object = Map::new();
    let fields = types.structs.get(root);
    for (key, value) in input {
        let mut keep = |value: Value| drop(object.insert(key.clone(), value));
        match key.as_str() {
            "apiVersion" | "kind" => keep(value.clone()),
            "status" => {}
            _ if value.is_null() => {}
            "metadata" => {
                // The API server itself reads and writes metadata as Go does.
                let mut of_metadata = Decoder::new(types, Through::GoTypes);
                of_metadata.metadata(root, value).map(keep);
                (unknown_metadata, metadata_faults) = (of_metadata.unknown, of_metadata.faults);
            }
            _ => drop(decoder.field_of(root, key, value).map(keep)),
        }
    }
    if let (Through::GoTypes | Through::GoTypesAlone | Through::Patched, Some(fields)) = (through, fields) {
        decoder.imply(fields, &mut object, &Trail::ROOT);
    }
    let by_text = |list: &mut Vec<Unknown>| order::sort_by(list, |a, b| a.text.cmp(&b.text));
    by_text(&mut decoder.unknown);
    by_text(&mut unknown_metadata);
    unknown_metadata.append(&mut decoder.unknown);
    Decoded {
        object,
        unknown: unknown_metadata,
        metadata_faults: by_weight(metadata_faults),
        faults: by_weight(decoder.faults),
    }
}

/// A part of an object after passing through its Go type.
pub fn part(types: &Types, id: StructId, mut input: Map) -> Map {
    let mut decoder = Decoder::new(types, Through::GoTypesAlone);
    decoder.structure(id, &mut input, &Trail::ROOT);
    input
}

/// Decodes in place, since hardly anything changes.
struct Decoder<'s> {
    types: &'s Types,
    through: Through,
    /// Whether the schema does not describe this part, so that the API server leaves it as it is.
    is_free: bool,
    unknown: Vec<Unknown>,
    faults: Vec<Fault>,
}

impl<'s> Decoder<'s> {
    fn new(types: &'s Types, through: Through) -> Decoder<'s> {
        Decoder { types, through, is_free: false, unknown: Vec::new(), faults: Vec::new() }
    }

    /// Decodes one member of the root object.
    fn field_of(&mut self, root: StructId, key: &str, value: &Value) -> Option<Value> {
        let owner = self.types.structs.get(root)?;
        let Some(field) = owner.field(key) else {
            self.unknown_field(&Trail::ROOT.key(key), Some(root));
            return None;
        };
        let mut value = value.clone();
        self.value(&field.ty, &mut value, &Trail::ROOT.member(field, owner)).then_some(value)
    }

    /// Decodes the metadata of the root object, which is decoded on its own: errors name the fields from there on.
    fn metadata(&mut self, root: StructId, value: &Value) -> Option<Value> {
        const KEY: &str = "metadata";
        let Some(field) = self.types.structs.get(root)?.field(KEY) else {
            self.unknown_field(&Trail::ROOT.key(KEY), Some(root));
            return None;
        };
        let trail = Trail::ROOT;
        let trail = trail.key(KEY);
        if let (Type::Struct(_), false) = (&field.ty, value.is_object()) {
            let wanted = self.types.go_name(&field.ty);
            self.abort(format!("json: cannot unmarshal {} into Go value of type {wanted}", kind(value)), &trail);
            return None;
        }
        let mut value = value.clone();
        // Unlike those elsewhere, nulls in these maps are read as Go reads them: as empty texts.
        for map in ["annotations", "labels"] {
            let texts = value.get_mut(map).and_then(Value::as_object_mut);
            for text in texts.into_iter().flat_map(Map::values_mut).filter(|text| text.is_null()) {
                *text = "".into();
            }
        }
        self.value(&field.ty, &mut value, &trail).then_some(value)
    }

    fn structure(&mut self, id: StructId, object: &mut Map, trail: &Trail) {
        let types = self.types;
        let Some(owner) = types.structs.get(id) else { return object.clear() };
        let mut gone = Vec::new();
        for (key, value) in object.iter_mut() {
            let keep = match owner.field(key).filter(|field| !field.pruned) {
                Some(field) => {
                    let outside = self.is_free;
                    self.is_free |= field.free;
                    let keep = !value.is_null()
                        && ((field.free && self.through == Through::ApiServer)
                            || self.value(&field.ty, value, &trail.member(field, owner)))
                        && !self.leaves_out(field, value);
                    self.is_free = outside;
                    keep
                }
                None if self.is_free => self.through == Through::Patched,
                None => {
                    self.unknown_field(&trail.key(key), Some(id));
                    false
                }
            };
            if !keep {
                gone.push(key.clone());
            }
        }
        for key in gone {
            object.remove(&key);
        }
        self.imply(owner, object, trail);
    }

    /// Adds defaults and the fields that Go always writes.
    fn imply(&mut self, owner: &Struct, object: &mut Map, trail: &Trail) {
        for field in owner.implied.iter().filter_map(|at| owner.fields.get(*at)) {
            if object.contains_key(field.name) {
                continue;
            }
            let value = match (&field.default, self.through) {
                (Some(default), Through::ApiServer | Through::GoTypes | Through::Patched) => default.clone(),
                (None, Through::ApiServer) => continue,
                (Some(_), Through::GoTypesAlone) if !field.always_written() => continue,
                _ if field.pointer => Value::Null,
                _ => self.empty(&field.ty, &trail.member(field, owner)),
            };
            object.insert(field.name.to_owned(), value);
        }
    }

    /// What Go writes for a value that was never set.
    fn empty(&mut self, ty: &Type, trail: &Trail) -> Value {
        match ty {
            Type::Any | Type::Time | Type::List(_) | Type::Map(..) => Value::Null,
            Type::String(_) | Type::Url => "".into(),
            Type::Bool => false.into(),
            Type::Int(_) | Type::IntOrString => 0.into(),
            Type::Quantity | Type::MetricQuantity => "0".into(),
            Type::Struct(id) => {
                let mut object = Map::new();
                self.structure(*id, &mut object, trail);
                Value::Object(object)
            }
        }
    }

    fn leaves_out(&self, field: &Field, value: &Value) -> bool {
        matches!(self.through, Through::GoTypes | Through::GoTypesAlone) && field.is_left_out(value)
    }

    /// Decodes a value that is not null; returns false if Go cannot, and the value must be dropped.
    fn value(&mut self, ty: &Type, value: &mut Value, trail: &Trail) -> bool {
        match (ty, &mut *value) {
            (Type::Struct(id), Value::Object(map)) => {
                self.structure(*id, map, trail);
                true
            }
            (Type::List(item), Value::Array(values)) => {
                self.list(item, values, trail);
                true
            }
            (Type::Map(item, _), Value::Object(map)) => {
                self.map(item, map, trail);
                true
            }
            (Type::Any, _) | (Type::String(_), Value::String(_)) | (Type::Bool, Value::Bool(_)) => true,
            (Type::Quantity, Value::String(text)) if quantity::is_plain(text) => true,
            _ if self.through == Through::ApiServer => {
                self.prune(value, trail);
                true
            }
            (Type::Int(int), Value::Number(number)) => self.integer(*int, int.go(), number, trail, false),
            (Type::IntOrString, Value::String(_)) => true,
            (Type::IntOrString, Value::Number(number)) => self.integer(Integer::I32, "int32", number, trail, true),
            (Type::IntOrString, _) => {
                self.prune(value, trail);
                self.mismatch(kind(value), "int32", trail, true)
            }
            (Type::Quantity, _) => self.quantity(value, trail),
            (Type::MetricQuantity, _) => self.metric_quantity(value, trail),
            (Type::Url, _) => self.url(value, trail),
            (Type::Time, Value::String(text)) => match time::check_rfc3339(text) {
                Ok(()) => true,
                Err(error) => self.abort(error.to_string(), trail),
            },
            (Type::Time, _) => self.mismatch(kind(value), "string", trail, true),
            _ => {
                self.prune(value, trail);
                let wanted = self.types.go_name(ty);
                self.mismatch(kind(value), &wanted, trail, false);
                // A type of its own, such as an enumeration, takes few texts: quotes alone do not help there.
                if matches!(ty, Type::String("string")) {
                    self.mark_unquoted(value);
                }
                false
            }
        }
    }

    fn list(&mut self, item: &Type, values: &mut Vec<Value>, trail: &Trail) {
        let mut at = 0;
        values.retain_mut(|value| {
            let trail = trail.index(at);
            at += 1;
            match value {
                Value::Null if self.through == Through::ApiServer => true,
                Value::Null => {
                    *value = self.empty(item, &trail);
                    true
                }
                _ => self.value(item, value, &trail),
            }
        });
    }

    fn map(&mut self, item: &Type, map: &mut Map, trail: &Trail) {
        let mut gone = Vec::new();
        for (key, value) in map.iter_mut() {
            if value.is_null() || !self.value(item, value, &trail.key(key)) {
                gone.push(key.clone());
            }
        }
        for key in gone {
            map.remove(&key);
        }
    }

    /// Checks a number that must be whole and fit the size; returns false, and records a fault, if it does not. `go_name` is Go's name for
    /// the type.
    fn integer(&mut self, size: Integer, go_name: &str, number: &mut Number, trail: &Trail, fatal: bool) -> bool {
        match whole(number).filter(|whole| size.holds(*whole)) {
            Some(whole) => {
                *number = whole.into();
                true
            }
            None => self.mismatch(&format!("number {}", number_text(number)), go_name, trail, fatal),
        }
    }

    fn quantity(&mut self, value: &mut Value, trail: &Trail) -> bool {
        self.prune(value, trail);
        match Quantity::from_json(value) {
            Ok(quantity) => {
                *value = quantity.to_string().into();
                true
            }
            Err(error) => self.abort(error.to_string(), trail),
        }
    }

    fn url(&mut self, value: &mut Value, trail: &Trail) -> bool {
        if let Value::String(text) = value {
            return match url::normalize(text) {
                Ok(url) => {
                    *text = url;
                    true
                }
                Err(error) => self.abort(error.to_string(), trail),
            };
        }
        let found = kind(value);
        self.prune(value, trail);
        self.mismatch(found, "string", trail, true);
        self.mark_unquoted(value);
        false
    }

    fn metric_quantity(&mut self, value: &mut Value, trail: &Trail) -> bool {
        match value {
            Value::String(_) => {}
            Value::Number(number) if whole(number).is_some() => *value = number_text(number).into(),
            _ => {
                let found = match value {
                    Value::Number(number) => format!("number {}", number_text(number)),
                    _ => kind(value).to_owned(),
                };
                self.prune(value, trail);
                let error = format!(
                    "value must be string or integer: json: cannot unmarshal {found} into Go value of type int64"
                );
                return self.abort(error, trail);
            }
        }
        let text = value.as_str().unwrap_or_default();
        match Quantity::parse(text.trim()) {
            Ok(_) => true,
            Err(error) => self.abort(format!("failed to parse quantity {}: {error}", super::quote(text)), trail),
        }
    }

    fn mismatch(&mut self, found: &str, wanted: &str, trail: &Trail, fatal: bool) -> bool {
        let message = format!(
            "json: cannot unmarshal {found} into Go struct field {} of type {wanted}",
            trail.go_path(self.types.names_embedded)
        );
        self.faults.push(Fault { path: trail.path(), message, fatal, lacks_quotes: false });
        false
    }

    /// Marks the latest fault as one that quotes mend, if the value is a number or boolean.
    fn mark_unquoted(&mut self, value: &Value) {
        if let (Value::Number(_) | Value::Bool(_), Some(latest)) = (value, self.faults.last_mut()) {
            latest.lacks_quotes = true;
        }
    }

    fn abort(&mut self, message: String, trail: &Trail) -> bool {
        self.faults.push(Fault { path: trail.path(), message, fatal: true, lacks_quotes: false });
        false
    }

    /// Prunes a value of a kind that the schema does not allow there: the API server knows none of its fields.
    fn prune(&mut self, value: &mut Value, trail: &Trail) {
        match value {
            Value::Object(map) => {
                for key in map.keys() {
                    self.unknown_field(&trail.key(key), None);
                }
                map.clear();
            }
            Value::Array(items) => {
                for (at, item) in items.iter_mut().enumerate() {
                    self.prune(item, &trail.index(at));
                }
            }
            _ => {}
        }
    }

    fn unknown_field(&mut self, trail: &Trail, owner: Option<StructId>) {
        let owner = owner.and_then(|id| self.types.structs.get(id));
        let known = owner.map(|owner| owner.fields.iter().map(|field| field.name).collect()).unwrap_or_default();
        self.unknown.push(Unknown { path: trail.path(), text: trail.api_path(), known });
    }
}

/// The kind of a value, in the words of Go's decoder.
fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "bool",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

/// A number as it reaches the webhook: the API server writes whole floats as integers.
fn number_text(number: &serde_json::Number) -> String {
    match (number.as_i64(), number.as_f64()) {
        (Some(whole), _) => whole.to_string(),
        (None, Some(float)) => json::float_text(float),
        (None, None) => number.to_string(),
    }
}

/// The integer that a number is once it has reached the API server.
pub(super) fn whole(number: &serde_json::Number) -> Option<i64> {
    number.as_i64().or_else(|| number_text(number).parse().ok())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::release::Version;

    fn decode(version: Version, spec: Value) -> Decoded {
        let types = Types::of(version);
        let input = json!({"metadata": {"name": "a"}, "spec": spec});
        object(types, types.inference_service, input.as_object().unwrap(), Through::GoTypes)
    }

    fn decoded(spec: Value) -> Value {
        let decoded = decode(Version::V0_20, spec);
        assert_eq!(decoded.faults, []);
        decoded.object["spec"].clone()
    }

    fn error(spec: Value) -> String {
        decode(Version::V0_20, spec).faults[0].message.clone()
    }

    #[test]
    fn errors_name_embedded_structs_where_the_decoder_does() {
        let of = |version, spec: Value| decode(version, spec).faults[0].message.clone();
        let word = |predictor: Value| json!({ "predictor": predictor });
        let replicas = || word(json!({ "minReplicas": "two" }));
        assert!(
            error(replicas())
                .contains(" PredictorSpec.spec.predictor.ComponentExtensionSpec.minReplicas of type int32")
        );
        assert!(of(Version::V0_16, replicas()).contains(" PredictorSpec.spec.predictor.minReplicas of type int32"));
        let renamed = error(word(json!({ "triton": { "storageUri": [] } })));
        assert!(renamed.contains(" TritonSpec.spec.predictor.triton.PredictorExtensionSpec.storageUri of type string"));
        let nested = error(word(json!({ "model": { "resources": { "limits": [] } } })));
        let wanted = " ResourceRequirements.spec.predictor.model.PredictorExtensionSpec.Container.resources.limits of type v1.ResourceList";
        assert!(nested.contains(wanted), "{nested}");
    }

    #[test]
    fn what_go_always_writes_is_added() {
        assert_eq!(
            decoded(json!({"predictor": {"model": {"storageUri": "s3://a"}}})),
            json!({"predictor": {
                "model": {"storageUri": "s3://a", "modelFormat": {"name": ""}, "name": "", "resources": {}},
            }})
        );
        assert_eq!(decoded(json!({})), json!({"predictor": {}}));
        let env = json!([{"name": "A", "valueFrom": {"resourceFieldRef": {"resource": "limits.cpu"}}}]);
        assert_eq!(
            decoded(json!({"predictor": {"containers": [{"env": env}]}}))["predictor"]["containers"],
            json!([{"name": "", "resources": {}, "env": [
                {"name": "A", "valueFrom": {"resourceFieldRef": {"divisor": "0", "resource": "limits.cpu"}}}
            ]}])
        );
    }

    #[test]
    fn quantities_become_canonical_except_metric_targets() {
        let resources = |cpu: Value| {
            decoded(json!({"predictor": {"model": {"resources": {"limits": {"cpu": cpu}}}}}))["predictor"]["model"]["resources"]
                ["limits"]["cpu"]
                .clone()
        };
        assert_eq!(resources(json!("1000m")), json!("1"));
        assert_eq!(resources(json!(0.5)), json!("500m"));
        let target = |value: Value| {
            let metric = json!({"type": "External", "external": {"target": {"value": value}, "metric": {}}});
            decoded(json!({"predictor": {"autoScaling": {"metrics": [metric]}}}))["predictor"]["autoScaling"]["metrics"]
                [0]["external"]["target"]["value"]
                .clone()
        };
        assert_eq!(target(json!("1000m")), json!("1000m"));
        assert_eq!(target(json!(4)), json!("4"));
    }

    #[test]
    fn empty_values_are_dropped_unless_they_differ_from_absent_ones() {
        let spec = json!({"predictor": {"nodeSelector": {}, "hostNetwork": false, "tolerations": [], "minReplicas": 0,
            "automountServiceAccountToken": false, "logger": {"url": ""}, "securityContext": {}, "maxReplicas": 0}});
        assert_eq!(
            decoded(spec),
            json!({"predictor": {"minReplicas": 0, "automountServiceAccountToken": false, "logger": {"url": ""},
                "securityContext": {}}})
        );
    }

    #[test]
    fn nulls_are_dropped_and_defaults_added() {
        assert_eq!(
            decoded(json!({"predictor": {"minReplicas": null, "imagePullSecrets": [{}], "storageUris": [{"uri": "a"}],
                "model": null}})),
            json!({"predictor": {"imagePullSecrets": [{"name": ""}], "storageUris": [{"uri": "a", "mountPath": "/mnt/models"}]}})
        );
    }

    #[test]
    fn wrong_types_have_the_words_of_go() {
        assert_eq!(
            error(json!({"predictor": {"minReplicas": "1"}})),
            "json: cannot unmarshal string into Go struct field PredictorSpec.spec.predictor.ComponentExtensionSpec.minReplicas of type int32"
        );
        assert_eq!(
            error(json!({"predictor": {"minReplicas": 1.5}})),
            "json: cannot unmarshal number 1.5 into Go struct field PredictorSpec.spec.predictor.ComponentExtensionSpec.minReplicas of type int32"
        );
        assert_eq!(
            error(json!({"predictor": {"containers": {"a": 1}}})),
            "json: cannot unmarshal object into Go struct field PredictorSpec.spec.predictor.PodSpec.containers of type []v1.Container"
        );
        assert_eq!(
            error(json!({"predictor": {"containers": [{"env": [{"name": "A", "value": 1}]}]}})),
            "json: cannot unmarshal number into Go struct field EnvVar.spec.predictor.PodSpec.containers.env.value of type string"
        );
        assert_eq!(
            error(json!({"predictor": {"labels": {"a": true}}})),
            "json: cannot unmarshal bool into Go struct field PredictorSpec.spec.predictor.ComponentExtensionSpec.labels of type string"
        );
        assert_eq!(
            error(json!({"predictor": {"model": {"livenessProbe": {"httpGet": {"port": 1.5}}}}})),
            "json: cannot unmarshal number 1.5 into Go struct field \
             HTTPGetAction.spec.predictor.model.PredictorExtensionSpec.Container.livenessProbe.ProbeHandler.httpGet.port of type int32"
        );
    }

    #[test]
    fn annotations_and_labels_without_a_value_are_empty_texts() {
        let types = Types::of(Version::NEWEST);
        let input = json!({
            "metadata": { "name": "a", "annotations": { "x": null }, "labels": { "y": null } },
            "spec": { "nodeSelector": { "z": null } },
        });
        for (root, through) in
            [(types.inference_graph, Through::ApiServer), (types.inference_service, Through::GoTypes)]
        {
            let metadata = object(types, root, input.as_object().unwrap(), through).object["metadata"].clone();
            assert_eq!((&metadata["annotations"], &metadata["labels"]), (&json!({"x": ""}), &json!({"y": ""})));
        }
        let graph = object(types, types.inference_graph, input.as_object().unwrap(), Through::ApiServer).object;
        assert_eq!(graph["spec"]["nodeSelector"], json!({}), "others vanish");
    }

    /// `testdata/vectors/metadata.jsonl` has metadata with what the decoder of the API server for custom resources makes of it.
    #[test]
    fn metadata_is_decoded_as_the_api_server_decodes_it() {
        let types = Types::of(Version::NEWEST);
        let without_times = |metadata: Option<&Value>| {
            let mut metadata = metadata.cloned().unwrap_or_default();
            if let Some(metadata) = metadata.as_object_mut() {
                metadata.retain(|key, _| !key.ends_with("Timestamp"));
            }
            metadata
        };
        for line in include_str!("../../testdata/vectors/metadata.jsonl").lines() {
            let case: Value = serde_json::from_str(line).unwrap();
            let input = json!({"metadata": case["metadata"], "spec": {"predictor": {"minReplicas": "1"}}});
            for root in [types.inference_service, types.serving_runtime] {
                let decoded = object(types, root, input.as_object().unwrap(), Through::GoTypes);
                let found = decoded.metadata_faults.first().map(|fault| fault.message.as_str());
                assert_eq!(found, case["error"].as_str(), "{line}");
                if found.is_some() {
                    continue;
                }
                let of_metadata = |unknown: &&Unknown| unknown.text.starts_with("metadata.");
                let unknown: Vec<&str> =
                    decoded.unknown.iter().filter(of_metadata).map(|unknown| unknown.text.as_str()).collect();
                assert_eq!(json!(unknown), case.get("unknown").cloned().unwrap_or_else(|| json!([])), "{line}");
                let stored = without_times(decoded.object.get("metadata"));
                assert_eq!(stored, without_times(case.get("stored")), "{line}");
            }
        }
    }

    #[test]
    fn wrong_metadata_is_refused_before_anything_else() {
        let types = Types::of(Version::NEWEST);
        let input = json!({"metadata": {"labels": {"a": 1}}, "spec": {"predictor": {"model": {"resources": {"limits": {"cpu": "x"}}}}}});
        let decoded = object(types, types.inference_service, input.as_object().unwrap(), Through::GoTypes);
        let messages: Vec<String> = decoded.into_faults().map(|fault| fault.message).collect();
        assert_eq!(messages.len(), 2);
        assert_eq!(messages[0], "json: cannot unmarshal number into Go struct field ObjectMeta.labels of type string");
    }

    #[test]
    fn a_broken_quantity_ends_decoding_and_wins_over_earlier_errors() {
        assert_eq!(
            error(
                json!({"predictor": {"hostIPC": 1, "model": {"resources": {"limits": {"cpu": "x"}}}, "nodeName": 2}})
            ),
            "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"
        );
    }

    #[test]
    fn unknown_fields_are_found_wherever_they_are() {
        let decoded = decode(
            Version::V0_20,
            json!({"predictor": {"storageURI": "x", "model": {"modelFormat": {"naem": 1}}, "ephemeralContainers": []}, "a": 1}),
        );
        let texts: Vec<&str> = decoded.unknown.iter().map(|unknown| unknown.text.as_str()).collect();
        assert_eq!(
            texts,
            [
                "spec.a",
                "spec.predictor.ephemeralContainers",
                "spec.predictor.model.modelFormat.naem",
                "spec.predictor.storageURI"
            ]
        );
    }
}
