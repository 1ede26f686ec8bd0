//! Properties that hold for any input.

use std::collections::BTreeMap;

use proptest::prelude::*;
use serde_json::json;

use super::data::Data;
use super::merge::{self, MergeKind};
use super::quantity::Quantity;
use super::template::Template;
use super::{format, json as go_json, regexp, strconv, url};
use crate::{Map, Value};

/// Texts made of fragments with a meaning to a parser, mixed with arbitrary text.
fn texts(pieces: &'static [&'static str]) -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        8 => proptest::sample::select(pieces).prop_map(str::to_owned),
        1 => ".{0,3}",
        1 => any::<char>().prop_map(String::from),
    ];
    proptest::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

fn templates() -> impl Strategy<Value = String> {
    texts(&[
        "{{",
        "}}",
        "{{- ",
        " -}}",
        "if ",
        "else",
        "end",
        "range ",
        "with ",
        "define \"a\"",
        "template \"a\" ",
        "block ",
        "break",
        "continue",
        "$x",
        " := ",
        " = ",
        ", ",
        ".",
        ".Name",
        ".Labels",
        " | ",
        "(",
        ")",
        "\"a\"",
        "`b`",
        "'c'",
        "1",
        "1.5",
        "-1",
        "2i",
        "nil",
        "true",
        "printf ",
        "index ",
        "slice ",
        "len ",
        "eq ",
        "lt ",
        "and ",
        "or ",
        "not ",
        "html ",
        "js ",
        "urlquery ",
        "call ",
        "print ",
        "/*",
        "*/",
        "\n",
        " ",
        "é",
        "%",
        "\"%v\"",
    ])
}

fn quantities() -> impl Strategy<Value = String> {
    let suffix =
        proptest::sample::select(&["", "n", "u", "m", "k", "M", "G", "T", "Ki", "Mi", "Gi", "Ti", "e3", "E-2"][..]);
    ("[+-]?[0-9]{1,12}(\\.[0-9]{0,12})?", suffix).prop_map(|(number, suffix)| number + suffix)
}

/// JSON values without `null`, whose objects have some of the keys that merging knows.
fn values() -> impl Strategy<Value = Value> {
    let scalar = prop_oneof![
        any::<bool>().prop_map(Value::from),
        (0..5_i64).prop_map(Value::from),
        "[a-c]".prop_map(Value::from)
    ];
    scalar.prop_recursive(4, 32, 4, |inner| {
        let key = proptest::sample::select(&["name", "env", "ports", "containers", "containerPort", "image", "x"][..]);
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            proptest::collection::vec((key, inner), 0..4)
                .prop_map(|members| members.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()),
        ]
    })
}

fn objects() -> impl Strategy<Value = Map> {
    values().prop_map(|value| match value {
        Value::Object(members) => members,
        other => Map::from_iter([("env".to_owned(), other)]),
    })
}

proptest! {
    #[test]
    fn the_canonical_form_of_a_quantity_parses_to_the_same(text in quantities()) {
        let quantity = Quantity::parse(&text).unwrap();
        let canonical = quantity.to_string();
        let read = Quantity::parse(&canonical).unwrap();
        prop_assert_eq!(&quantity, &read, "{}", canonical);
        prop_assert_eq!(read.to_string(), canonical);
    }

    #[test]
    fn quantities_keep_their_order_under_addition(a in quantities(), b in quantities(), c in quantities()) {
        let [a, b, c] = [a, b, c].map(|text| Quantity::parse(&text).unwrap());
        let (mut a_sum, mut b_sum) = (a.clone(), b.clone());
        a_sum.add(&c);
        b_sum.add(&c);
        prop_assert_eq!(a.cmp(&b), a_sum.cmp(&b_sum));
        a_sum.sub(&c);
        prop_assert_eq!(a_sum, a);
    }

    #[test]
    fn merging_nothing_changes_nothing(object in objects()) {
        for kind in [MergeKind::Container, MergeKind::PodSpec] {
            prop_assert_eq!(&merge::strategic(object.clone(), Map::new(), kind), &object);
            prop_assert_eq!(&merge::strategic(Map::new(), object.clone(), kind), &object);
        }
    }

    #[test]
    fn merging_anything_gives_all_keys(base in objects(), patch in objects()) {
        let merged = merge::strategic(base.clone(), patch.clone(), MergeKind::Container);
        prop_assert!(base.keys().chain(patch.keys()).all(|key| merged.contains_key(key)));
    }

    #[test]
    fn a_text_without_actions_is_its_own_result(text in any::<String>().prop_filter("no action", |text| !text.contains("{{"))) {
        prop_assert_eq!(Template::parse("t", &text).unwrap().execute(&Data::Missing), Ok(text));
    }

    #[test]
    fn no_template_panics(text in templates()) {
        let labels = BTreeMap::from([("a".to_owned(), "b".to_owned())]);
        let data = Data::structure("v1.T", vec![("Name", Data::string("né")), ("Labels", Data::StringMap(&labels))]);
        for parse in [Template::parse, Template::parse_html] {
            if let Ok(template) = parse("t", &text) {
                let _ = template.execute(&data);
            }
        }
    }

    #[test]
    fn quoted_strings_read_back(text in any::<String>()) {
        prop_assert_eq!(strconv::unquote(&strconv::quote(&text)), Some(text.into_bytes()));
    }

    #[test]
    fn json_reads_back(value in values(), text in any::<String>(), number in any::<f64>().prop_filter("finite", |n| n.is_finite())) {
        // A negative zero loses its sign, as in the API server.
        let value = json!([value, text, number + 0.0]);
        let text = go_json::marshal(&value);
        prop_assert_eq!(go_json::marshal(&go_json::parse(&text).unwrap().to_value()), text);
    }

    #[test]
    fn floats_read_back(number in any::<f64>().prop_filter("finite", |n| n.is_finite())) {
        use strconv::Style::{Exponent, General, Hexadecimal, Plain};
        for style in [Exponent, General, Hexadecimal, Plain] {
            prop_assert_eq!(strconv::parse_float(&strconv::format_float(number, style, None)), Ok(number));
        }
    }

    #[test]
    fn a_literal_matches_itself(text in any::<String>().prop_filter("no end", |text| !text.contains('\\'))) {
        let expression = regexp::compile(&format!("^\\Q{text}\\E$")).unwrap();
        prop_assert!(expression.is_match(&text));
    }

    #[test]
    fn no_parser_panics(text in any::<String>()) {
        let _ = (go_json::parse(&text), Quantity::parse(&text), url::parse_request_uri(&text), regexp::compile(&text));
        let _ = (strconv::unquote(&text), strconv::parse_float(&text), strconv::parse_int(&text, 0), strconv::parse_bool(&text));
        let _ = (format::without_arguments(&text), Template::parse("t", &text));
    }

    #[test]
    fn no_expression_panics(text in texts(&[
        "(", ")", "[", "]", "^", "-", "a", "z", "*", "+", "?", "{2}", "{1,3}", "{", "|", "\\d", "\\p{L}", "\\x{41}", "\\Q",
        "\\E", "\\b", "(?i", "(?P<n>", ":", "[:alpha:]", "$", ".",
    ])) {
        let _ = regexp::compile(&text);
    }

    #[test]
    fn no_number_panics(text in texts(&["0", "1", "9", "_", "x", "p", "e", "+", "-", ".", "Ki", "E", "m", "i", "f", "n"])) {
        let _ = (strconv::parse_float(&text), strconv::parse_int(&text, 0), strconv::parse_uint(&text, 0), strconv::atoi(&text));
        let _ = Quantity::parse(&text).map(|quantity| (quantity.value(), quantity.milli_value(), quantity.to_string()));
    }

    #[test]
    fn no_format_panics(text in texts(&["%", "d", "s", "v", "q", "x", "U", "c", "e", "g", "b", "T", "+", "#", "-", " ", "0", "9", "*", ".", "[", "1", "]"])) {
        let arguments = [Data::Int(-3), Data::string("né"), Data::Float(1.5), Data::Missing, Data::Complex(1.0, -2.0)];
        let _ = format::sprintf(text.as_bytes(), &arguments);
    }
}
