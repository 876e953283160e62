//! Secrets in what is shown, found by where they stand, by what they are called or by their looks.

use std::fmt::Write;
use std::ops::Range;

use crate::tree::{Node, Value};

const MASK: &str = "***";
/// Maps whose values may all be secrets.
const SECRET_MAPS: &[&str] = &["env", "environment", "envs", "headers", "http_headers"];
const SECRET_NAMES: &[&str] = &[
    "apikey",
    "api_key",
    "api-key",
    "auth",
    "bearer",
    "credential",
    "passphrase",
    "passwd",
    "password",
    "private",
    "pwd",
    "secret",
    "token",
];
/// How keys of well-known services begin.
const SHAPES: &[&str] = &[
    "sk-",
    "sk_",
    "rk_",
    "ghp_",
    "gho_",
    "ghu_",
    "ghs_",
    "ghr_",
    "github_pat_",
    "glpat-",
    "xox",
    "AKIA",
    "ASIA",
    "AIza",
    "npm_",
    "pypi-",
    "hf_",
    "eyJ",
    "-----BEGIN",
];
/// Words shorter than this, in bytes, have no looks.
const SHORTEST: usize = 12;
/// As short as this if a name says that they are secrets.
const SHORTEST_NAMED: usize = 6;
/// Words as long as this, of letters and digits mixed, are taken for keys.
const KEY: usize = 24;

/// Where secrets stand in a config, in order, in bytes.
pub(crate) fn spans(root: &Node, text: &str) -> Vec<Range<usize>> {
    let mut spans = Vec::new();
    of(root, &mut spans);
    spans.sort_by_key(|span| (span.start, span.end));
    // What is between values is keys and comments.
    let mut all = Vec::new();
    let mut at = 0;
    for span in spans {
        if span.start >= at {
            words(text, at..span.start, &mut all);
            at = span.end;
            all.push(span);
        }
    }
    words(text, at..text.len(), &mut all);
    all
}

/// The text with what stands at `spans` masked.
pub(crate) fn masked(text: &str, spans: &[Range<usize>]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for span in spans.iter().filter(|span| span.end <= text.len()) {
        if span.start < at {
            continue;
        }
        out.push_str(&text[at..span.start]);
        let quote = text[span.clone()].chars().next().filter(|c| matches!(c, '"' | '\''));
        let quote = quote.map(String::from).unwrap_or_default();
        let _ = write!(out, "{quote}{MASK}{quote}");
        at = span.end;
    }
    out.push_str(&text[at..]);
    out
}

fn of(node: &Node, spans: &mut Vec<Range<usize>>) {
    match &node.value {
        Value::Text(text) if looks_secret(text) => spans.push(node.span.clone()),
        Value::Text(_) | Value::Other(_) => {}
        Value::List(list) => {
            let mut after_flag = false;
            for item in list {
                if after_flag || item.text().is_some_and(gives_secret) {
                    scalars(item, spans);
                } else {
                    of(item, spans);
                }
                let flag = |text: &str| text.starts_with('-') && is_secret_name(text);
                after_flag = item.text().is_some_and(|text| flag(text) && !text.contains('='));
            }
        }
        Value::Map(map) => {
            for pair in &map.pairs {
                let key = pair.key.as_str();
                if SECRET_MAPS.contains(&key) || (is_secret_name(key) && is_scalar(&pair.node)) {
                    scalars(&pair.node, spans);
                } else {
                    of(&pair.node, spans);
                }
            }
        }
    }
}

/// Words of a command with the secrets among them masked, by the same looks.
pub(crate) fn words_masked(words: &[String]) -> Vec<String> {
    let mut after_flag = false;
    let mut out = Vec::with_capacity(words.len());
    for word in words {
        let name = word.split_once(['=', ':']).filter(|_| gives_secret(word)).map(|(it, _)| it);
        out.push(match name {
            Some(name) => format!("{}{MASK}", &word[..=name.len()]),
            None if after_flag || looks_secret(word) => MASK.to_owned(),
            None => word.clone(),
        });
        after_flag = word.starts_with('-') && is_secret_name(word) && !word.contains('=');
    }
    out
}

fn is_scalar(node: &Node) -> bool {
    matches!(node.value, Value::Text(_))
}

fn scalars(node: &Node, spans: &mut Vec<Range<usize>>) {
    match &node.value {
        Value::Text(_) | Value::Other(_) if node.span.is_empty() => {}
        Value::Text(_) | Value::Other(_) => spans.push(node.span.clone()),
        Value::List(list) => list.iter().for_each(|item| scalars(item, spans)),
        Value::Map(map) => map.pairs.iter().for_each(|pair| scalars(&pair.node, spans)),
    }
}

fn is_secret_name(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    SECRET_NAMES.iter().any(|it| name.contains(it)) || name == "key" || name.ends_with("_key")
}

/// `--api-key=x`, `TOKEN=x`, and `Authorization: x`.
fn gives_secret(text: &str) -> bool {
    let named = text.split_once(['=', ':']);
    named.is_some_and(|(name, value)| !value.is_empty() && is_secret_name(name))
}

fn looks_secret(text: &str) -> bool {
    if text.split_once("://").is_some_and(|(_, rest)| has_password(rest) || asks_secret(rest)) {
        return true;
    }
    text.split(|c: char| c.is_whitespace() || "\"'`,;:=(){}[]<>".contains(c)).any(is_secret_word)
}

fn has_password(rest: &str) -> bool {
    let authority = rest.split('/').next().unwrap_or_default();
    authority.split_once('@').is_some_and(|(user, _)| user.contains(':'))
}

/// `?key=x` in an address.
fn asks_secret(rest: &str) -> bool {
    let query = rest.split_once('?').map(|(_, query)| query);
    query.is_some_and(|query| query.split(['&', ';', '#']).any(gives_secret))
}

fn is_secret_word(word: &str) -> bool {
    if word.len() < SHORTEST {
        return false;
    }
    let has = |wanted: fn(&u8) -> bool| word.bytes().any(|byte| wanted(&byte));
    let is_key = word.len() >= KEY
        && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-+".contains(&byte))
        && has(u8::is_ascii_digit)
        && has(u8::is_ascii_alphabetic);
    is_key || SHAPES.iter().any(|shape| word.starts_with(shape))
}

/// Words of comments: those that look like secrets, and those after a name of one.
fn words(text: &str, span: Range<usize>, found: &mut Vec<Range<usize>>) {
    let gap = &text[span.clone()];
    if !gap.contains('#') && !gap.contains("//") && !gap.contains("/*") {
        return;
    }
    let is_between = |c: char| c.is_whitespace() || "\"'`,;:=(){}[]<>".contains(c);
    let mut after_name = false;
    let mut at = 0;
    while let Some(start) = gap[at..].find(|c| !is_between(c)).map(|it| at + it) {
        let end = gap[start..].find(is_between).map_or(gap.len(), |it| start + it);
        let word = &gap[start..end];
        if (after_name && word.len() >= SHORTEST_NAMED) || is_secret_word(word) {
            found.push(span.start + start..span.start + end);
        }
        let gives = gap[end..].trim_start_matches(['"', '\'', ' ']).starts_with([':', '=']);
        after_name = gives && is_secret_name(word);
        at = end;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_in_a_command_are_masked() {
        for (line, expected) in [
            ("npx -y server /home/ada", "npx -y server /home/ada"),
            ("x --api-key hunter2 /a", "x --api-key *** /a"),
            ("x --api-key=hunter2 TOKEN=ü", "x --api-key=*** TOKEN=***"),
            ("x https://host/a?b=c", "x https://host/a?b=c"),
            ("x https://host/a?b=c&key=x", "x ***"),
            ("x ghp_0123456789abcdef https://u:p@host/", "x *** ***"),
        ] {
            let words: Vec<_> = line.split(' ').map(str::to_owned).collect();
            assert_eq!(words_masked(&words).join(" "), expected);
        }
    }
}
