//! What a server says of its tools.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use paddock_mcp::wire::{cut, members};
use serde::de::{Error as _, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};

use crate::splice::{Items, is_too_many};

/// The longest name of a tool, in bytes. What has a longer one is no tool: a name is kept with the
/// server for good.
pub(crate) const LONGEST_NAME: usize = 256;
/// The most tools of one page, as for Paddock's own client. A page with more is no list.
pub(crate) const MOST: usize = 10_000;
/// The longest text that is reported, in bytes.
const TEXT: usize = 4096;
/// Deeper than this, values are taken as they are written, and so are those that hold more.
const DEPTH: usize = 32;
const HELD: usize = 10_000;

/// A tool as the server describes it. Nothing proves any of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tool {
    pub name: String,
    /// SHA-256 of the whole description as it is written, with the members of objects sorted.
    pub digest: [u8; 32],
    pub title: Option<String>,
    pub description: Option<String>,
    pub read_only: Option<bool>,
    pub destructive: Option<bool>,
}

#[derive(Deserialize)]
struct Page<'a> {
    #[serde(borrow)]
    tools: Items<'a, MOST>,
}

#[derive(Deserialize)]
struct Named {
    name: String,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Described {
    title: Option<String>,
    description: Option<String>,
    annotations: Annotations,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Annotations {
    title: Option<String>,
    read_only_hint: Option<bool>,
    destructive_hint: Option<bool>,
}

/// What a page lists.
#[derive(Default)]
pub(crate) struct Listed {
    pub(crate) tools: Vec<Tool>,
    /// It lists some with too long a name besides.
    pub(crate) has_longer: bool,
    /// It lists more than [`MOST`], and is no list.
    pub(crate) is_too_long: bool,
}

/// The tools of a page that have a name. What is ambiguous has none.
pub(crate) fn read(result: &RawValue) -> Listed {
    let page: Result<Page<'_>, _> = serde_json::from_str(result.get());
    let tools = match page {
        Ok(Page { tools }) => tools,
        Err(error) => return Listed { is_too_long: is_too_many(&error), ..Listed::default() },
    };
    let mut tools: Vec<_> = tools.0.into_iter().filter_map(tool).collect();
    let all = tools.len();
    tools.retain(|tool| tool.name.len() <= LONGEST_NAME);
    Listed { has_longer: tools.len() < all, tools, is_too_long: false }
}

fn tool(text: &RawValue) -> Option<Tool> {
    let Named { name } = serde_json::from_str(text.get()).ok()?;
    // What it says besides may be of any form.
    let described: Described = serde_json::from_str(text.get()).unwrap_or_default();
    let Described { title, description, annotations } = described;
    let short = |text: String| cut(&text, TEXT).to_owned();
    Some(Tool {
        name,
        digest: digest(text),
        title: title.or(annotations.title).map(short),
        description: description.map(short),
        read_only: annotations.read_only_hint,
        destructive: annotations.destructive_hint,
    })
}

/// SHA-256 of a value as it is written, with the members of objects sorted and without the space
/// between tokens: numbers of any length and members of one name count.
pub(crate) fn digest(value: &RawValue) -> [u8; 32] {
    let mut sorted = String::new();
    write_sorted(value.get(), 0, &mut sorted);
    Sha256::digest(sorted).into()
}

fn write_sorted(text: &str, depth: usize, into: &mut String) {
    match text.as_bytes().first() {
        Some(b'{') if depth < DEPTH => {
            let Ok(Pairs(mut pairs)) = serde_json::from_str(text) else {
                return into.push_str(text);
            };
            // Those of one name stay in their order.
            pairs.sort_by(|(one, _), (other, _)| one.cmp(other));
            into.push('{');
            for (name, value) in pairs {
                into.push_str(&serde_json::Value::from(name).to_string());
                into.push(':');
                write_sorted(value.get(), depth + 1, into);
                into.push(',');
            }
            into.push('}');
        }
        Some(b'[') if depth < DEPTH => {
            let items: Result<Items<'_, HELD>, _> = serde_json::from_str(text);
            let Ok(Items(items)) = items else { return into.push_str(text) };
            into.push('[');
            for item in items {
                write_sorted(item.get(), depth + 1, into);
                into.push(',');
            }
            into.push(']');
        }
        _ => into.push_str(text),
    }
}

/// Every member of an object, those of one name too; not more than [`HELD`].
struct Pairs<'a>(Vec<(String, &'a RawValue)>);

impl<'de: 'a, 'a> Deserialize<'de> for Pairs<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct All<'a>(PhantomData<&'a ()>);
        impl<'de: 'a, 'a> Visitor<'de> for All<'a> {
            type Value = Pairs<'a>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Pairs<'a>, M::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    if pairs.len() == HELD {
                        return Err(M::Error::custom("there are too many"));
                    }
                    pairs.push(pair);
                }
                Ok(Pairs(pairs))
            }
        }
        deserializer.deserialize_map(All(PhantomData))
    }
}

/// The names of the members of an object; none of what is no object.
pub(crate) fn names(object: &str) -> Option<Vec<Cow<'_, str>>> {
    let usual = members(object).map(|member| Some(Cow::Borrowed(member?.0)));
    usual.collect::<Option<_>>().or_else(|| {
        let Pairs(pairs) = serde_json::from_str(object).ok()?;
        Some(pairs.into_iter().map(|(name, _)| Cow::Owned(name)).collect())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Vec<Tool> {
        read(&RawValue::from_string(text.to_owned()).unwrap()).tools
    }

    #[test]
    fn order_and_space_are_no_change_and_every_word_is() {
        let one = of(r#"{"tools":[{"name":"a","description":"x","inputSchema":{"p":1,"q":2}}]}"#);
        let same =
            of(r#"{"tools":[{"inputSchema" : {"q":2,"p":1},"description":"x","name":"a"}]}"#);
        let other = of(r#"{"tools":[{"name":"a","description":"x","inputSchema":{"p":1,"q":3}}]}"#);
        assert_eq!(one, same);
        assert_ne!(one[0].digest, other[0].digest);
    }

    #[test]
    fn no_two_descriptions_are_one_however_they_are_read() {
        let old = r#"{"name":"a","description":"a","x":100000000000000000000}"#;
        let nested = format!(r#"{{"name":"a","x":{}1{}}}"#, "[".repeat(90), "]".repeat(90));
        for evil in [
            r#"{"name":"a","description":"EVIL","description":"a","x":100000000000000000000}"#,
            r#"{"name":"a","description":"a","x":100000000000000000001}"#,
            r#"{"name":"a","description":"a","x":1e999}"#,
            r#"{"name":"a","description":"a","x":"\ud800"}"#,
            &nested,
            &nested.replace('1', "2"),
        ] {
            let lists = [old, evil].map(|tool| of(&format!(r#"{{"tools":[{tool}]}}"#)));
            assert_eq!(lists[1].len(), 1, "{evil}");
            assert_ne!(lists[0][0].digest, lists[1][0].digest, "{evil}");
        }
        let many = format!(r#"{{"tools":[{}{{"name":"last"}}]}}"#, "0,".repeat(2000));
        assert_eq!(of(&many)[0].name, "last");
    }

    #[test]
    fn what_is_no_tool_is_left_out() {
        let found =
            of(r#"{"tools":[1,{"name":2},{"name":"a","annotations":{"readOnlyHint":true}}]}"#);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].name.as_str(), found[0].read_only), ("a", Some(true)));
        assert_eq!(of(r#"{"tools":7}"#), []);
        assert_eq!(of("[]"), []);
    }
}
