//! What a server says of its tools.

use paddock_mcp::wire::cut;
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};

/// The most tools of one page, and the longest name and text that are reported, in bytes.
const TOOLS: usize = 1024;
const NAME: usize = 256;
const TEXT: usize = 4096;

/// A tool as the server describes it. Nothing proves any of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tool {
    pub name: String,
    /// SHA-256 of the whole description, with the members of all objects sorted.
    pub digest: [u8; 32],
    pub title: Option<String>,
    pub description: Option<String>,
    pub read_only: Option<bool>,
    pub destructive: Option<bool>,
}

#[derive(Deserialize)]
struct Page<'a> {
    #[serde(borrow)]
    tools: Vec<&'a RawValue>,
}

/// The tools of a page. What is no tool is left out.
pub(crate) fn read(result: &RawValue) -> Vec<Tool> {
    let page: Result<Page<'_>, _> = serde_json::from_str(result.get());
    let Ok(Page { tools }) = page else { return Vec::new() };
    tools.into_iter().take(TOOLS).filter_map(tool).collect()
}

fn tool(text: &RawValue) -> Option<Tool> {
    let tool: Value = serde_json::from_str(text.get()).ok()?;
    let name = tool.get("name")?.as_str().filter(|name| name.len() <= NAME)?.to_owned();
    let text = |value: Option<&Value>| Some(cut(value?.as_str()?, TEXT).to_owned());
    let claims = tool.get("annotations");
    let claim = |name: &str| claims?.get(name)?.as_bool();
    let title = text(tool.get("title")).or_else(|| text(claims?.get("title")));
    Some(Tool {
        name,
        digest: digest(&tool),
        title,
        description: text(tool.get("description")),
        read_only: claim("readOnlyHint"),
        destructive: claim("destructiveHint"),
    })
}

/// SHA-256 of a value, with the members of all objects sorted.
pub(crate) fn digest(value: &Value) -> [u8; 32] {
    let mut sorted = String::new();
    write_sorted(value, &mut sorted);
    Sha256::digest(sorted).into()
}

/// `serde_json` sorts or keeps the order of members, as another crate of the same build asks it to.
fn write_sorted(value: &Value, into: &mut String) {
    match value {
        Value::Object(members) => {
            let mut members: Vec<_> = members.iter().collect();
            members.sort_by_key(|(name, _)| *name);
            into.push('{');
            for (name, value) in members {
                into.push_str(&Value::from(name.as_str()).to_string());
                into.push(':');
                write_sorted(value, into);
                into.push(',');
            }
            into.push('}');
        }
        Value::Array(items) => {
            into.push('[');
            for item in items {
                write_sorted(item, into);
                into.push(',');
            }
            into.push(']');
        }
        plain @ (Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_)) => {
            into.push_str(&plain.to_string());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Vec<Tool> {
        read(&RawValue::from_string(text.to_owned()).unwrap())
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
    fn what_is_no_tool_is_left_out() {
        let found =
            of(r#"{"tools":[1,{"name":2},{"name":"a","annotations":{"readOnlyHint":true}}]}"#);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].name.as_str(), found[0].read_only), ("a", Some(true)));
        assert_eq!(of(r#"{"tools":7}"#), []);
        assert_eq!(of("[]"), []);
    }
}
