//! JSON with comments and trailing commas.

use jsonc_parser::ast::{ObjectPropName, Value as Ast};
use jsonc_parser::common::{Range as Span, Ranged};
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};

use super::{Broken, DEEPEST};
use crate::tree::{Layout, Map, Node, Pair, Value};

/// What clients take that are lenient; no client takes more.
const OPTIONS: ParseOptions = ParseOptions {
    allow_comments: true,
    allow_loose_object_property_names: false,
    allow_trailing_commas: true,
    allow_missing_commas: false,
    allow_single_quoted_strings: false,
    allow_hexadecimal_numbers: false,
    allow_unary_plus_numbers: false,
    allow_bare_decimal_point_numbers: false,
    allow_non_finite_numbers: false,
    allow_extended_string_escapes: false,
};

pub(super) fn parse(text: &str) -> Result<Node, Broken> {
    let parsed = parse_to_ast(text, &CollectOptions::default(), &OPTIONS)
        .map_err(|error| Broken { at: error.range().start, reason: error.kind().to_string() })?;
    // An app that was never told anything may have left an empty file.
    parsed.value.map_or_else(
        || Ok(Node::new(0..0, Value::Map(Map { pairs: Vec::new(), layout: Layout::Flow }))),
        |value| node(value, 0),
    )
}

fn node(value: Ast<'_>, depth: usize) -> Result<Node, Broken> {
    let Span { start, end } = value.range();
    if depth > DEEPEST {
        return Err(Broken { at: start, reason: "nested too deep".to_owned() });
    }
    let value = match value {
        Ast::StringLit(text) => Value::Text(text.value.into_owned()),
        Ast::NumberLit(number) => Value::Other(number.value.to_owned()),
        Ast::BooleanLit(flag) => Value::Other(flag.value.to_string()),
        Ast::NullKeyword(_) => Value::Other("null".to_owned()),
        Ast::Array(array) => {
            let items = array.elements.into_iter().map(|item| node(item, depth + 1));
            Value::List(items.collect::<Result<_, _>>()?)
        }
        Ast::Object(object) => {
            let pairs = object.properties.into_iter().map(|property| {
                let Span { start, end } = property.range;
                let whole = start..end;
                let key = match &property.name {
                    ObjectPropName::String(name) => name.range,
                    ObjectPropName::Word(name) => name.range,
                };
                Ok(Pair {
                    key_span: key.start..key.end,
                    key: property.name.into_string(),
                    node: node(property.value, depth + 1)?,
                    parts: vec![whole],
                })
            });
            Value::Map(Map { pairs: pairs.collect::<Result<_, _>>()?, layout: Layout::Flow })
        }
    };
    Ok(Node::new(start..end, value))
}
