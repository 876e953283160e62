//! Paths that the arguments of a call name.

use serde_json::Value;
use serde_json::value::RawValue;

/// Longer arguments are not looked into, in bytes.
const ARGUMENTS: usize = 256 * 1024;
/// The most paths of one call, and the longest of them in bytes.
const PATHS: usize = 8;
const LONGEST: usize = 4096;

/// As much of arguments as is told, in bytes.
const TOLD: usize = 4000;

/// What the arguments of a call say that is told of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Named {
    /// Those of [`paths_in`].
    pub paths: Vec<String>,
    /// The arguments themselves: JSON text as it was written, cut off where it is long. Only where
    /// the host wants them.
    pub arguments: Option<String>,
}

impl Named {
    pub(crate) fn read(arguments: &RawValue, whole: bool) -> Self {
        let arguments_told = whole.then(|| told(arguments));
        Self { paths: paths_in(arguments), arguments: arguments_told }
    }
}

/// Arguments as they are told: JSON text, cut off where it is long.
pub fn told(arguments: &RawValue) -> String {
    let json = arguments.get();
    let mut told = json[..json.floor_char_boundary(TOLD)].to_owned();
    if told.len() < json.len() {
        told.push('…');
    }
    told
}

/// Texts in `arguments`, at whatever depth, that are absolute paths or `file` addresses as a whole.
pub fn paths_in(arguments: &RawValue) -> Vec<String> {
    let json = arguments.get();
    let mut paths = Vec::new();
    if json.len() <= ARGUMENTS && may_name_paths(json) {
        // What is nested too deeply is not read.
        if let Ok(value) = serde_json::from_str(json) {
            gather(&value, &mut paths);
        }
    }
    paths
}

/// Most calls name none, which is found out without reading them.
fn may_name_paths(json: &str) -> bool {
    ["\"/", "\"\\", "\"file:"].iter().any(|begin| json.contains(begin))
}

fn gather(value: &Value, paths: &mut Vec<String>) {
    if paths.len() == PATHS {
        return;
    }
    match value {
        Value::String(text) if is_path(text) => paths.push(text.clone()),
        Value::Array(items) => items.iter().for_each(|item| gather(item, paths)),
        Value::Object(members) => members.values().for_each(|member| gather(member, paths)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn is_path(text: &str) -> bool {
    text.len() <= LONGEST && (text.starts_with('/') || text.starts_with("file:"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(json: &str) -> Vec<String> {
        paths_in(&RawValue::from_string(json.to_owned()).unwrap())
    }

    #[test]
    fn paths_are_found_at_any_depth_and_text_that_only_holds_one_is_none() {
        let json = r#"{"edits":[{"path":"/w/a"},{"\/x":"file:///w/b"}],"text":"see /w/c","n":1}"#;
        assert_eq!(paths(json), ["/w/a", "file:///w/b"]);
        assert_eq!(paths(r#"{"path":"\/w\u002fd"}"#), ["/w/d"]);
        assert_eq!(paths(r#"{"path":"relative/e"}"#), [""; 0]);
    }

    #[test]
    fn what_is_looked_into_is_bounded() {
        let many = format!("[{}\"/last\"]", "\"/a\",".repeat(1000));
        assert_eq!(paths(&many).len(), PATHS);
        let long = format!("[\"/{}\",\"/b\"]", "a".repeat(LONGEST));
        assert_eq!(paths(&long), ["/b"]);
        let huge = format!("[\"/a\",\"{}\"]", "b".repeat(ARGUMENTS));
        assert_eq!(paths(&huge), [""; 0]);
        let deep = format!("{}\"/a\"{}", "[".repeat(10_000), "]".repeat(10_000));
        assert_eq!(paths(&deep), [""; 0]);
    }
}
