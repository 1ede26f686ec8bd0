//! The tables of types, read for one release.

use std::collections::HashMap;
use std::sync::Arc;

use super::types::{Field, FieldRule, Integer, Pattern, Struct, StructId, Type, Validation, head};
use crate::order;
use crate::release::{Span, Version};

/// What the tables say about a struct.
#[derive(Debug, Clone, Copy)]
pub(super) struct Block {
    /// The indented lines that follow the line of its name.
    pub lines: &'static str,
    atomic: bool,
}

/// The structs in the tables by name. Lines that make no sense are added to `problems`.
pub(super) fn blocks(tables: &[&'static str], problems: &mut Vec<String>) -> HashMap<&'static str, Block> {
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
            let (lines, after) = rest.split_at(end);
            let (name, mark) = line.split_once(' ').unwrap_or((line, ""));
            let mark = mark.trim_ascii_start();
            if !matches!(mark, "" | "atomic") {
                problems.push(format!("no mark of a struct: {line}"));
            }
            if blocks.insert(name, Block { lines, atomic: mark == "atomic" }).is_some() {
                problems.push(format!("two structs of the name {name}"));
            }
            rest = after;
        }
    }
    blocks
}

/// How many lines of a block are about the field with this name.
fn names(block: &str, field: &str) -> usize {
    block.lines().filter(|line| line.split_ascii_whitespace().next() == Some(field)).count()
}

/// The types read so far from the tables of a release.
pub(super) struct Reader {
    version: Version,
    blocks: HashMap<&'static str, Block>,
    pub structs: Vec<Struct>,
    known: HashMap<(&'static str, &'static str), StructId>,
    /// Lines that make no sense.
    pub problems: Vec<String>,
}

/// The fields of a struct and of those it inlines, in the order in which Go writes them, with their depth, and the rules of all
/// these structs.
#[derive(Default)]
struct Collected {
    fields: Vec<(usize, Field)>,
    validations: Vec<Validation>,
}

impl Reader {
    pub fn of(version: Version, tables: &[&'static str]) -> Reader {
        let mut problems = Vec::new();
        let blocks = blocks(tables, &mut problems);
        Reader { version, blocks, structs: Vec::new(), known: HashMap::new(), problems }
    }

    /// The struct with this name, where the schema lacks the field `without`.
    #[expect(
        clippy::indexing_slicing,
        reason = "`structs` gets its place `id` before anything names it, and `order` and `fields` are as long as `numbered`, whose numbers count its entries"
    )]
    pub fn structure(&mut self, go: &'static str, without: &'static str) -> StructId {
        if let Some(id) = self.known.get(&(go, without)) {
            return *id;
        }
        let id = self.structs.len();
        let name = go;
        let go = name.rsplit('/').next().unwrap_or(name);
        let atomic = self.blocks.get(name).is_some_and(|block| block.atomic);
        self.structs.push(Struct { go, table: name, atomic, ..Struct::default() });
        self.known.insert((name, without), id);
        let short = go.rsplit('.').next().unwrap_or(go);
        // Many structs only give another struct a new name.
        if without.is_empty()
            && let Some(inlined) = self.blocks.get(name).and_then(|block| block.lines.trim_ascii().strip_prefix("+ "))
            && !inlined.contains('\n')
        {
            let inlined = self.structure(inlined, "");
            let inlined = self.structs[inlined].clone();
            let embedded = format!("{}.{}", inlined.short, inlined.embedded);
            self.structs[id] = Struct { go, table: name, short, atomic, embedded, ..inlined };
            return id;
        }
        let mut collected = Collected::default();
        self.collect(name, &mut collected, "", 0);
        let Collected { fields: collected, validations } = collected;
        let mut numbered: Vec<(usize, Field)> =
            collected.into_iter().enumerate().map(|(number, (_, field))| (number, field)).collect();
        order::sort_by_key(&mut numbered, |(_, field)| field.name);
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
        let read = Struct { go, table, short, atomic, checked, ..Struct::default() };
        self.structs[id] = Struct { fields, heads, order, implied, required, validations, ..read };
        id
    }

    /// Collects the fields of a struct and of those it inlines; a field of the outer one wins.
    fn collect(&mut self, go: &'static str, all: &mut Collected, embedded: &str, depth: usize) {
        let Some(Block { lines: block, .. }) = self.blocks.get(go).copied() else {
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
                // A field that has another line for other releases exists in those, too.
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

    /// Reads a line about a rule; `None` if the release lacks it.
    fn validation(&mut self, line: &'static str) -> Option<Validation> {
        let parts = line.split_once(' ').and_then(|(field, rest)| Some((field, rest.trim_ascii().split_once(" => ")?)));
        let Some((field, (rule, message))) = parts else {
            self.problems.push(format!("no message: {line}"));
            return None;
        };
        let (message, since) = self.bound(message, " since=");
        let (message, until) = self.bound(message, " until=");
        let releases = Span { since: since.unwrap_or(Span::ALL.since), until };
        releases
            .contains(self.version)
            .then(|| Validation::new((field != ".").then_some(field), rule.trim_ascii(), message))
    }

    /// Splits a text into the part before `word` and the release after it.
    fn bound<'t>(&mut self, text: &'t str, word: &str) -> (&'t str, Option<Version>) {
        let Some((text, name)) = text.rsplit_once(word) else { return (text, None) };
        let version = Version::parse(name);
        if version.is_none() {
            self.problems.push(format!("no release{word}{name}: {text}"));
        }
        (text, version)
    }

    /// Reads a line about a field; `None` if the release lacks it.
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
                    Some(first) if rule == "since" && !Span::from(first).contains(self.version) => return None,
                    Some(last) if rule == "until" && !Span::up_to(last).contains(self.version) => return None,
                    Some(_) if rule == "since" => field.since = value,
                    Some(_) => field.until = value,
                    None => self.problems.push(format!("no release {word}: {line}")),
                },
                "required" => field.required = true,
                "optional" => field.required = false,
                "atomic" => field.atomic = true,
                "free" => field.free = true,
                "without" => without = value,
                "default" => match serde_json::from_str(value) {
                    Ok(default) => field.default = Some(default),
                    Err(error) => self.problems.push(format!("{word} is not JSON: {error}: {line}")),
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
            // Go takes more than the schema.
            Type::Any => true,
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
            "time" => Type::Time,
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
        "pattern" => FieldRule::Pattern(Pattern::new(value)),
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
    fn a_mistake_in_a_table_is_a_problem() {
        let problems = |table: &'static str| {
            let mut reader = Reader::of(Version::NEWEST, &[table]);
            reader.structure("v1.A", "");
            reader.problems
        };
        assert_eq!(problems("v1.A\n  a  string\n  rule a self > 0 => is too low since=v0.16\n"), [""; 0]);
        for (table, problem) in [
            ("v1.A\n  a  string\n\n  b  string\n", "a line of no struct:   b  string"),
            ("v1.A\n  a  string\n\nv1.A\n  b  string\n", "two structs of the name v1.A"),
            ("v1.A closed\n  a  string\n", "no mark of a struct: v1.A closed"),
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
}
