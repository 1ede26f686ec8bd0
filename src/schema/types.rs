//! The types of the API objects of a release, read once from the tables beside this file.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use regex::Regex;

pub use super::rules::Validation;
use crate::Value;
use crate::release::{PerRelease, Version};

/// Index of a struct in [`Types::structs`].
pub type StructId = usize;

/// What one release knows of the fields of its API objects.
#[derive(Debug)]
pub struct Types {
    pub structs: Vec<Struct>,
    pub inference_service: StructId,
    pub serving_runtime: StructId,
    pub cluster_serving_runtime: StructId,
    pub cluster_storage_container: StructId,
    pub inference_graph: StructId,
    pub inference_graph_spec: StructId,
    pub trained_model: StructId,
    /// What a TrainedModel loads, as it stands in the list of models of an InferenceService.
    pub model_spec: StructId,
    pub container: StructId,
}

/// A Go struct with the fields of the structs it inlines.
#[derive(Debug, Clone, Default)]
pub struct Struct {
    /// Name with package, such as `v1.Container`.
    pub go: &'static str,
    /// The name in the tables, which tells packages of the same name apart: `gateway/v1.HTTPHeader`.
    pub table: &'static str,
    /// The name without its package, as Go's decoder names the owner of a field.
    pub short: &'static str,
    /// Sorted by name.
    pub fields: Arc<[Field]>,
    /// The [`head`]s of their names, for a search that compares numbers.
    heads: Arc<[u64]>,
    /// The positions in `fields` in the order in which Go writes them.
    pub order: Arc<[usize]>,
    /// Fields that appear though the user left them out: defaults, and what Go always writes.
    pub implied: Arc<[usize]>,
    /// Fields that the schema requires.
    pub required: Arc<[usize]>,
    /// Rules about several fields at once.
    pub validations: Arc<[Validation]>,
    /// Whether a value that Go decoded can still violate the schema here or below.
    pub checked: bool,
}

impl Struct {
    pub fn field(&self, name: &str) -> Option<&Field> {
        let head = head(name);
        let first = self.heads.partition_point(|other| *other < head);
        self.fields.get(first..)?.iter().find(|field| field.name >= name).filter(|field| field.name == name)
    }
}

/// The first bytes of a name, as a number that is in the order of names.
fn head(name: &str) -> u64 {
    if let Some(head) = name.as_bytes().first_chunk() {
        return u64::from_be_bytes(*head);
    }
    let mut head = [0; 8];
    for (to, from) in head.iter_mut().zip(name.bytes()) {
        *to = from;
    }
    u64::from_be_bytes(head)
}

#[derive(Debug)]
pub struct Field {
    pub name: &'static str,
    /// The Go struct whose own field it is.
    pub owner: &'static str,
    /// The embedded Go structs through which the field comes into its struct, each with a dot behind it.
    pub embedded: String,
    pub ty: Type,
    /// A pointer in Go: absent and empty differ.
    pub pointer: bool,
    /// Written even when empty.
    pub always: bool,
    /// Required by the schema.
    pub required: bool,
    /// Known to Go only; the API server prunes it.
    pub pruned: bool,
    /// A map that is applied as a whole, not key by key.
    pub atomic: bool,
    pub default: Option<Value>,
    pub rules: Vec<FieldRule>,
    /// The rules of each item of a list, or of each value of a map.
    pub each: Vec<FieldRule>,
    /// The schema says nothing about what is in here.
    pub free: bool,
    /// Whether the decoder names embedded structs in errors about what is in here.
    pub names_embedded: bool,
    /// As that of its structure.
    pub checked: bool,
    /// The first release that has the field; empty when all older ones have it.
    pub since: &'static str,
    /// The last release that has the field; empty when all newer ones have it.
    pub until: &'static str,
}

impl Field {
    /// A field of that name about which nothing else is known.
    fn named(name: &'static str) -> Field {
        Field {
            name,
            owner: "",
            embedded: String::new(),
            ty: Type::Any,
            pointer: false,
            always: false,
            required: false,
            pruned: false,
            atomic: false,
            default: None,
            rules: Vec::new(),
            each: Vec::new(),
            free: false,
            names_embedded: false,
            checked: false,
            since: "",
            until: "",
        }
    }

    /// Whether the field itself can be against its schema, beside what is in it.
    fn has_rules(&self) -> bool {
        !self.rules.is_empty()
            || !self.each.is_empty()
            || (self.required && !self.always_written())
            // What Go leaves nil but writes is null, which no schema takes.
            || matches!(self.ty, Type::MetricQuantity)
            || (self.always && (self.pointer || matches!(self.ty, Type::List(_) | Type::Map(..))))
    }

    /// Whether Go writes the field when the user leaves it out: structs that are no pointers have no
    /// empty value to omit.
    pub fn always_written(&self) -> bool {
        self.always || (!self.pointer && matches!(self.ty, Type::Struct(_) | Type::Quantity))
    }

    /// Whether Go leaves out such a value, because it is empty.
    pub fn is_left_out(&self, value: &Value) -> bool {
        if self.pointer || self.always {
            return false;
        }
        match (value, &self.ty) {
            (Value::Bool(value), _) => !value,
            (Value::Number(number), Type::Int(_)) => number.as_i64() == Some(0),
            (Value::String(text), Type::String(_)) => text.is_empty(),
            (Value::Array(items), _) => items.is_empty(),
            (Value::Object(map), Type::Map(..)) => map.is_empty(),
            _ => false,
        }
    }
}

/// A type, with its Go name where that is not its own.
#[derive(Debug, Clone, PartialEq)]
pub enum Type {
    /// Anything; kept as it is.
    Any,
    /// An absolute or relative URL.
    Url,
    String(&'static str),
    Bool,
    Int(Integer),
    Quantity,
    /// A quantity that keeps the text it was given.
    MetricQuantity,
    IntOrString,
    List(Box<Type>),
    Map(Box<Type>, &'static str),
    Struct(StructId),
}

/// Go's integer types.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Integer {
    /// `int`, of 64 bits.
    Native,
    I32,
    I64,
    U16,
}

impl Integer {
    pub const fn go(self) -> &'static str {
        match self {
            Integer::Native => "int",
            Integer::I32 => "int32",
            Integer::I64 => "int64",
            Integer::U16 => "uint16",
        }
    }

    pub fn holds(self, number: i64) -> bool {
        match self {
            Integer::Native | Integer::I64 => true,
            Integer::I32 => i32::try_from(number).is_ok(),
            Integer::U16 => u16::try_from(number).is_ok(),
        }
    }

    /// `format` in the schema; empty when it has none.
    pub const fn format(self) -> &'static str {
        match self {
            Integer::I32 => "int32",
            Integer::I64 => "int64",
            Integer::Native | Integer::U16 => "",
        }
    }
}

/// What the schema asks of a value beyond its type.
#[derive(Debug)]
pub enum FieldRule {
    Enum(Vec<&'static str>),
    Pattern(Pattern),
    Min(i64),
    Max(i64),
    MinItems(usize),
    MaxItems(usize),
    MinProperties(usize),
    MaxProperties(usize),
    MinLength(usize),
    MaxLength(usize),
    /// No two items of the list agree in these fields.
    Keys(Vec<&'static str>),
    /// No two items of the list are the same.
    Set,
}

/// An expression that is compiled when a text is first compared with it.
#[derive(Debug)]
pub struct Pattern {
    pub text: &'static str,
    regex: OnceLock<Option<Regex>>,
}

impl Pattern {
    fn regex(&self) -> Option<&Regex> {
        self.regex.get_or_init(|| Regex::new(self.text).ok()).as_ref()
    }

    /// Whether the text has the form; a test compiles all expressions, so that none is broken.
    pub fn is_match(&self, text: &str) -> bool {
        self.regex().is_none_or(|regex| regex.is_match(text))
    }
}

impl Types {
    /// The types of a release.
    pub fn of(version: Version) -> &'static Types {
        static TYPES: PerRelease<Types> = PerRelease::empty();
        TYPES.get(version, || Types::read(version).0)
    }

    /// The struct of a field, if its type is one.
    pub fn struct_of(&self, of: StructId, field: &str) -> Option<StructId> {
        match self.structs.get(of)?.field(field)?.ty {
            Type::Struct(id) => Some(id),
            _ => None,
        }
    }

    /// The Go name of a type, as decoder errors give it.
    pub fn go_name(&self, ty: &Type) -> String {
        match ty {
            Type::Any => "interface {}".into(),
            Type::String(name) => (*name).into(),
            Type::Bool => "bool".into(),
            Type::Int(int) => int.go().into(),
            Type::Url => "apis.URL".into(),
            Type::Quantity => "resource.Quantity".into(),
            Type::MetricQuantity => "v1beta1.MetricQuantity".into(),
            Type::IntOrString => "intstr.IntOrString".into(),
            Type::List(item) => format!("[]{}", self.go_name(item)),
            Type::Map(_, name) if !name.is_empty() => (*name).into(),
            Type::Map(value, _) => format!("map[string]{}", self.go_name(value)),
            Type::Struct(id) => self.structs.get(*id).map_or("", |s| s.go).into(),
        }
    }

    /// Reads the tables; the second part lists lines that make no sense.
    fn read(version: Version) -> (Types, Vec<String>) {
        let mut reader = Reader::of(version, &TABLES);
        let roots = Roots::of(&mut reader);
        (roots.with(reader.structs), reader.problems)
    }
}

/// The objects that [`Types`] names.
struct Roots {
    inference_service: StructId,
    serving_runtime: StructId,
    cluster_serving_runtime: StructId,
    cluster_storage_container: StructId,
    inference_graph: StructId,
    inference_graph_spec: StructId,
    trained_model: StructId,
    model_spec: StructId,
    container: StructId,
}

impl Roots {
    fn of(reader: &mut Reader) -> Roots {
        Roots {
            inference_service: reader.structure("v1beta1.InferenceService", ""),
            serving_runtime: reader.structure("v1alpha1.ServingRuntime", ""),
            cluster_serving_runtime: reader.structure("v1alpha1.ClusterServingRuntime", ""),
            cluster_storage_container: reader.structure("v1alpha1.ClusterStorageContainer", ""),
            inference_graph: reader.structure("v1alpha1.InferenceGraph", ""),
            inference_graph_spec: reader.structure("v1alpha1.InferenceGraphSpec", ""),
            trained_model: reader.structure("v1alpha1.TrainedModel", ""),
            model_spec: reader.structure("v1alpha1.ModelSpec", ""),
            container: reader.structure("v1.Container", ""),
        }
    }

    fn with(self, structs: Vec<Struct>) -> Types {
        Types {
            structs,
            inference_service: self.inference_service,
            serving_runtime: self.serving_runtime,
            cluster_serving_runtime: self.cluster_serving_runtime,
            cluster_storage_container: self.cluster_storage_container,
            inference_graph: self.inference_graph,
            inference_graph_spec: self.inference_graph_spec,
            trained_model: self.trained_model,
            model_spec: self.model_spec,
            container: self.container,
        }
    }
}

const TABLES: [&str; 2] = [include_str!("kserve.types"), include_str!("kubernetes.types")];
const LOCAL_MODEL_TABLES: [&str; 3] =
    [include_str!("kserve.types"), include_str!("local_model.types"), include_str!("kubernetes.types")];
const LLM_TABLES: [&str; 4] = [
    include_str!("kserve.types"),
    include_str!("llm.types"),
    include_str!("gateway.types"),
    include_str!("kubernetes.types"),
];

/// The types of services for large language models and their configs. They stand apart, since most inputs have none
/// and reading them takes as long as reading all others.
#[derive(Debug)]
pub struct LlmTypes {
    /// All structs; the roots below are among them.
    pub types: Types,
    pub v1alpha2: LlmRoots,
    pub v1alpha1: LlmRoots,
}

/// The objects of one version of the API.
#[derive(Debug)]
pub struct LlmRoots {
    pub service: StructId,
    pub config: StructId,
    pub spec: StructId,
}

impl LlmTypes {
    /// The types of a release.
    pub fn of(version: Version) -> &'static LlmTypes {
        static TYPES: PerRelease<LlmTypes> = PerRelease::empty();
        TYPES.get(version, || LlmTypes::read(version).0)
    }

    fn read(version: Version) -> (LlmTypes, Vec<String>) {
        let mut reader = Reader::of(version, &LLM_TABLES);
        let roots = Roots::of(&mut reader);
        let v1alpha2 = LlmRoots {
            service: reader.structure("v1alpha2.LLMInferenceService", ""),
            config: reader.structure("v1alpha2.LLMInferenceServiceConfig", ""),
            spec: reader.structure("v1alpha2.LLMInferenceServiceSpec", ""),
        };
        let v1alpha1 = LlmRoots {
            service: reader.structure("v1alpha1.LLMInferenceService", ""),
            config: reader.structure("v1alpha1.LLMInferenceServiceConfig", ""),
            spec: reader.structure("v1alpha1.LLMInferenceServiceSpec", ""),
        };
        (LlmTypes { types: roots.with(reader.structs), v1alpha2, v1alpha1 }, reader.problems)
    }
}

/// The types of caches of models on nodes, of which only the definitions are of interest.
#[derive(Debug)]
pub struct LocalModelTypes {
    /// All structs; the roots below are among them.
    pub types: Types,
    pub cache: StructId,
    pub namespace_cache: StructId,
    pub node: StructId,
    pub node_group: StructId,
}

impl LocalModelTypes {
    /// The types of a release.
    pub fn of(version: Version) -> &'static LocalModelTypes {
        static TYPES: PerRelease<LocalModelTypes> = PerRelease::empty();
        TYPES.get(version, || LocalModelTypes::read(version).0)
    }

    fn read(version: Version) -> (LocalModelTypes, Vec<String>) {
        let mut reader = Reader::of(version, &LOCAL_MODEL_TABLES);
        let roots = Roots::of(&mut reader);
        let cache = reader.structure("v1alpha1.LocalModelCache", "");
        let namespace_cache = reader.structure("v1alpha1.LocalModelNamespaceCache", "");
        let node = reader.structure("v1alpha1.LocalModelNode", "");
        let node_group = reader.structure("v1alpha1.LocalModelNodeGroup", "");
        let types = roots.with(reader.structs);
        (LocalModelTypes { types, cache, namespace_cache, node, node_group }, reader.problems)
    }
}

/// The indented lines of the tables by struct: what follows the line of its name. What makes no sense is added to `problems`.
fn blocks(tables: &[&'static str], problems: &mut Vec<String>) -> HashMap<&'static str, &'static str> {
    let mut blocks = HashMap::with_capacity(256);
    for mut rest in tables.iter().copied() {
        while let Some((line, after)) = rest.split_once('\n') {
            rest = after;
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            if line.starts_with(' ') {
                problems.push(format!("a line of no struct: {line}"));
                continue;
            }
            let end = if rest.starts_with(' ') { rest.find("\n\n").map_or(rest.len(), |end| end + 1) } else { 0 };
            let (block, after) = rest.split_at(end);
            if blocks.insert(line, block).is_some() {
                problems.push(format!("two structs of the name {line}"));
            }
            rest = after;
        }
    }
    blocks
}

/// How many lines of a block are about the field of that name.
fn names(block: &str, field: &str) -> usize {
    block.lines().filter(|line| line.split_ascii_whitespace().next() == Some(field)).count()
}

struct Reader {
    version: Version,
    blocks: HashMap<&'static str, &'static str>,
    structs: Vec<Struct>,
    known: HashMap<(&'static str, &'static str), StructId>,
    problems: Vec<String>,
}

/// The fields of a struct and of those it inlines, in the order in which Go writes them, with their depth, and the
/// rules of all of them.
#[derive(Default)]
struct Collected {
    fields: Vec<(usize, Field)>,
    validations: Vec<Validation>,
}

impl Reader {
    fn of(version: Version, tables: &[&'static str]) -> Reader {
        let mut problems = Vec::new();
        let blocks = blocks(tables, &mut problems);
        Reader { version, blocks, structs: Vec::new(), known: HashMap::new(), problems }
    }

    /// The struct of that name, where the schema lacks the field `without`.
    #[expect(
        clippy::indexing_slicing,
        reason = "`structs` gets its place `id` before anything names it, and `order` and `fields` are as long as `numbered`, whose numbers count its entries"
    )]
    fn structure(&mut self, go: &'static str, without: &'static str) -> StructId {
        if let Some(id) = self.known.get(&(go, without)) {
            return *id;
        }
        let id = self.structs.len();
        let name = go;
        let go = name.rsplit('/').next().unwrap_or(name);
        self.structs.push(Struct { go, table: name, ..Struct::default() });
        self.known.insert((name, without), id);
        let short = go.rsplit('.').next().unwrap_or(go);
        // Many structs only give another one a name of their own.
        if without.is_empty()
            && let Some(inlined) = self.blocks.get(name).and_then(|block| block.trim_ascii().strip_prefix("+ "))
            && !inlined.contains('\n')
        {
            let inlined = self.structure(inlined, "");
            self.structs[id] = Struct { go, table: name, short, ..self.structs[inlined].clone() };
            return id;
        }
        let mut collected = Collected::default();
        self.collect(name, &mut collected, "", 0);
        let Collected { fields: collected, validations } = collected;
        let mut numbered: Vec<(usize, Field)> =
            collected.into_iter().enumerate().map(|(number, (_, field))| (number, field)).collect();
        numbered.sort_unstable_by_key(|(_, field)| field.name);
        let mut order = vec![0; numbered.len()];
        for (at, (number, field)) in numbered.iter_mut().enumerate() {
            order[*number] = at;
            field.pruned = field.name == without;
        }
        let fields: Arc<[Field]> = numbered.into_iter().map(|(_, field)| field).collect();
        let positions = |wanted: fn(&Field) -> bool| (0..fields.len()).filter(|at| wanted(&fields[*at])).collect();
        let implied = positions(|field| field.default.is_some() || field.always_written());
        let required = positions(|field| field.required && !field.pruned);
        let checked = !validations.is_empty() || fields.iter().any(|field| field.checked);
        let heads = fields.iter().map(|field| head(field.name)).collect();
        let (order, validations) = (order.into(), validations.into());
        let table = name;
        self.structs[id] = Struct { go, table, short, fields, heads, order, implied, required, validations, checked };
        id
    }

    /// Collects the fields of a struct and of those it inlines; a field of the outer one wins.
    fn collect(&mut self, go: &'static str, all: &mut Collected, embedded: &str, depth: usize) {
        let Some(block) = self.blocks.get(go).copied() else {
            self.problems.push(format!("unknown struct {go}"));
            return;
        };
        for line in block.lines().map(str::trim_ascii_start).filter(|line| !line.starts_with('#')) {
            if let Some(inlined) = line.strip_prefix("+ ") {
                let name = inlined.rsplit('.').next().unwrap_or(inlined);
                self.collect(inlined, all, &format!("{embedded}{name}."), depth + 1);
            } else if let Some(rule) = line.strip_prefix("rule ") {
                all.validations.extend(self.validation(rule));
            } else if let Some(mut field) = self.field(line) {
                field.embedded = embedded.to_owned();
                field.owner = go;
                // What has another line in other releases is there in these, too.
                if !(field.since.is_empty() && field.until.is_empty()) && names(block, field.name) > 1 {
                    (field.since, field.until) = ("", "");
                }
                let fields = &mut all.fields;
                if fields.iter().any(|(_, other)| other.name == field.name && other.owner == go) {
                    self.problems.push(format!("{go} has two lines for {} in {}", field.name, self.version.name()));
                }
                match fields.iter().position(|(_, other)| other.name == field.name) {
                    Some(at) if fields.get(at).is_some_and(|(outer, _)| *outer <= depth) => continue,
                    Some(at) => drop(fields.remove(at)),
                    None => {}
                }
                fields.push((depth, field));
            }
        }
    }

    /// Reads what a line says of a rule; `None` when the release lacks it.
    fn validation(&mut self, line: &'static str) -> Option<Validation> {
        let parts = line.split_once(' ').and_then(|(field, rest)| Some((field, rest.trim_ascii().split_once(" => ")?)));
        let Some((field, (rule, message))) = parts else {
            self.problems.push(format!("no message: {line}"));
            return None;
        };
        let (message, since) = self.bound(message, " since=");
        let (message, until) = self.bound(message, " until=");
        if since.is_some_and(|first| first > self.version) || until.is_some_and(|last| last < self.version) {
            return None;
        }
        Some(Validation::new((field != ".").then_some(field), rule.trim_ascii(), message))
    }

    /// A text without the release that it ends with, and the release.
    fn bound<'t>(&mut self, text: &'t str, word: &str) -> (&'t str, Option<Version>) {
        let Some((text, name)) = text.rsplit_once(word) else { return (text, None) };
        let version = Version::parse(name);
        if version.is_none() {
            self.problems.push(format!("no release{word}{name}: {text}"));
        }
        (text, version)
    }

    /// Reads a line; `None` when the release lacks it.
    fn field(&mut self, line: &'static str) -> Option<Field> {
        let mut words = line.split_ascii_whitespace();
        let (Some(name), Some(ty)) = (words.next(), words.next()) else {
            self.problems.push(format!("no type: {line}"));
            return None;
        };
        let (ty, always) = ty.strip_suffix('!').map_or((ty, false), |ty| (ty, true));
        let (ty, pointer) = ty.strip_prefix('?').map_or((ty, false), |ty| (ty, true));
        let mut field = Field { pointer, always, required: always, ..Field::named(name) };
        let mut without = "";
        for word in words {
            let (rule, value) = word.split_once('=').unwrap_or((word, ""));
            match rule {
                "since" | "until" => match Version::parse(value) {
                    Some(first) if rule == "since" && first > self.version => return None,
                    Some(last) if rule == "until" && last < self.version => return None,
                    Some(_) if rule == "since" => field.since = value,
                    Some(_) => field.until = value,
                    None => self.problems.push(format!("no release {word}: {line}")),
                },
                "required" => field.required = true,
                "optional" => field.required = false,
                "atomic" => field.atomic = true,
                "embedded" => field.names_embedded = true,
                "free" => field.free = true,
                "without" => without = value,
                "default" => match serde_json::from_str(value) {
                    Ok(default) => field.default = Some(default),
                    Err(error) => self.problems.push(format!("no JSON {word}: {error}: {line}")),
                },
                _ => match (rule.strip_prefix("each."), rule_of(rule.trim_start_matches("each."), value)) {
                    (None, Some(rule)) => field.rules.push(rule),
                    (Some(_), Some(rule)) => field.each.push(rule),
                    (_, None) => self.problems.push(format!("no rule {word}: {line}")),
                },
            }
        }
        field.ty = self.ty(ty, without);
        field.checked = !field.free && (field.has_rules() || self.is_checked(&field.ty));
        Some(field)
    }

    #[expect(clippy::indexing_slicing, reason = "a type names a struct only after it has got its place in the list")]
    fn is_checked(&self, ty: &Type) -> bool {
        match ty {
            Type::List(item) | Type::Map(item, _) => self.is_checked(item),
            Type::Struct(id) => self.structs[*id].checked,
            _ => false,
        }
    }

    fn ty(&mut self, text: &'static str, without: &'static str) -> Type {
        if let Some((item, _)) = text.strip_prefix('[').and_then(|rest| rest.rsplit_once(']')) {
            return Type::List(Box::new(self.ty(item, without)));
        }
        if let Some((value, name)) = text.strip_prefix('{').and_then(|rest| rest.rsplit_once('}')) {
            return Type::Map(Box::new(self.ty(value, without)), name.trim_start_matches(':'));
        }
        match text {
            "any" => Type::Any,
            "url" => Type::Url,
            "string" => Type::String("string"),
            "bool" => Type::Bool,
            "int" => Type::Int(Integer::Native),
            "int32" => Type::Int(Integer::I32),
            "int64" => Type::Int(Integer::I64),
            "uint16" => Type::Int(Integer::U16),
            "quantity" => Type::Quantity,
            "metricQuantity" => Type::MetricQuantity,
            "intOrString" => Type::IntOrString,
            _ => match text.strip_prefix("string:") {
                Some(name) => Type::String(name),
                None => Type::Struct(self.structure(text, without)),
            },
        }
    }
}

fn rule_of(name: &str, value: &'static str) -> Option<FieldRule> {
    Some(match name {
        "enum" => FieldRule::Enum(value.split('|').collect()),
        "pattern" => FieldRule::Pattern(Pattern { text: value, regex: OnceLock::new() }),
        "min" => FieldRule::Min(value.parse().ok()?),
        "max" => FieldRule::Max(value.parse().ok()?),
        "minItems" => FieldRule::MinItems(value.parse().ok()?),
        "maxItems" => FieldRule::MaxItems(value.parse().ok()?),
        "minProperties" => FieldRule::MinProperties(value.parse().ok()?),
        "maxProperties" => FieldRule::MaxProperties(value.parse().ok()?),
        "minLength" => FieldRule::MinLength(value.parse().ok()?),
        "maxLength" => FieldRule::MaxLength(value.parse().ok()?),
        "keys" => FieldRule::Keys(value.split(',').collect()),
        "set" => FieldRule::Set,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_make_sense_in_every_release() {
        for version in Version::ALL {
            let (types, problems) = Types::read(version);
            let others = [LlmTypes::read(version).1, LocalModelTypes::read(version).1];
            let problems: Vec<String> = problems.into_iter().chain(others.concat()).collect();
            assert_eq!(problems, Vec::<String>::new(), "{}", version.name());
            for rule in types.structs.iter().flat_map(|of| of.fields.iter()).flat_map(|field| &field.rules) {
                if let FieldRule::Pattern(pattern) = rule {
                    assert!(pattern.regex().is_some(), "{}", pattern.text);
                }
            }
        }
    }

    #[test]
    fn a_slip_in_a_table_is_a_problem() {
        let problems = |table: &'static str| {
            let mut reader = Reader::of(Version::NEWEST, &[table]);
            reader.structure("v1.A", "");
            reader.problems
        };
        assert_eq!(problems("v1.A\n  a  string\n  rule a self > 0 => is too low since=v0.16\n"), [""; 0]);
        for (table, problem) in [
            ("v1.A\n  a  string\n\n  b  string\n", "a line of no struct:   b  string"),
            ("v1.A\n  a  string\n\nv1.A\n  b  string\n", "two structs of the name v1.A"),
            ("v1.A\n  a  string\n  a  int\n", "v1.A has two lines for a in v0.20"),
            ("v1.A\n  a  v1.B\n", "unknown struct v1.B"),
            ("v1.A\n  a  string  since=v0.160\n", "no release since=v0.160: a  string  since=v0.160"),
            ("v1.A\n  a  string  maxLenght=3\n", "no rule maxLenght=3: a  string  maxLenght=3"),
            ("v1.A\n  a  string  maxLength=x\n", "no rule maxLength=x: a  string  maxLength=x"),
            ("v1.A\n  rule a self > 0\n", "no message: a self > 0"),
            ("v1.A\n  rule a self > 0 => is too low since=v0.160\n", "no release since=v0.160: is too low"),
        ] {
            assert_eq!(problems(table), [problem], "{table}");
        }
    }

    #[test]
    fn every_struct_of_a_table_is_used() {
        let mut used = std::collections::BTreeSet::new();
        for version in Version::ALL {
            for types in
                [Types::read(version).0, LlmTypes::read(version).0.types, LocalModelTypes::read(version).0.types]
            {
                used.extend(types.structs.iter().flat_map(|of| of.fields.iter().map(|field| field.owner)));
                used.extend(types.structs.iter().map(|of| of.table));
            }
        }
        for table in [&TABLES[..], &LLM_TABLES, &LOCAL_MODEL_TABLES].concat() {
            for name in blocks(&[table], &mut Vec::new()).into_keys() {
                // One that only gives another a name of its own has no fields.
                let only_inlines = blocks(&[table], &mut Vec::new())[name].trim_ascii().starts_with("+ ");
                assert!(used.contains(name) || only_inlines, "{name} is used nowhere");
            }
        }
    }

    #[test]
    fn fields_come_and_go_with_releases() {
        let predictor = |version| {
            let types = Types::of(version);
            let spec = types.structs[types.inference_service].field("spec").map(|field| field.ty.clone());
            let Some(Type::Struct(spec)) = spec else { panic!("no spec") };
            let Some(Type::Struct(id)) = types.structs[spec].field("predictor").map(|field| field.ty.clone()) else {
                panic!("no predictor")
            };
            &types.structs[id]
        };
        assert!(predictor(Version::V0_20).field("name").is_some());
        assert!(predictor(Version::V0_19).field("name").is_none());
        assert!(predictor(Version::V0_15).field("storageUris").is_none());
        assert!(predictor(Version::V0_20).field("ephemeralContainers").is_some_and(|field| field.pruned));
    }

    #[test]
    fn a_field_of_the_outer_struct_hides_an_inlined_one() {
        let types = Types::of(Version::V0_20);
        let model = types.structs.iter().find(|s| s.go == "v1beta1.ModelSpec").unwrap();
        let Some(Type::Struct(storage)) = model.field("storage").map(|field| field.ty.clone()) else { panic!() };
        assert_eq!(types.structs[storage].go, "v1beta1.ModelStorageSpec");
        assert!(types.structs[storage].field("schemaPath").is_some());
    }
}
