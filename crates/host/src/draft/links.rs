//! Links that ask to add a server: Paddock's own, and those that are made for Cursor and VS Code.
//!
//! A link comes from anywhere. It is read into what could have been pasted, and nothing else.

#[cfg(test)]
mod tests;

use base64::Engine as _;
use base64::alphabet::{STANDARD, URL_SAFE};
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use percent_encoding::percent_decode_str;
use serde_json::{Map, Value, json};
use url::Url;

use super::registry;
use crate::view::{Code, Failure};

/// The longest link, in bytes.
const LONGEST: usize = 32 << 10;

const SCHEMES: &[&str] = &["paddock:", "cursor:", "vscode:", "vscode-insiders:"];
/// Pages that lead to such a link, for where only web addresses are let through.
const PAGES: &[&str] = &[
    "https://cursor.com/",
    "https://www.cursor.com/",
    "https://vscode.dev/redirect",
    "https://insiders.vscode.dev/redirect",
];

/// Marks that tell a shell what to do, in a command that is one text.
const SHELL: &[char] = &[
    ';', '|', '&', '$', '<', '>', '(', ')', '`', '"', '\'', '\\', '*', '?', '[', '#', '~', '{',
    '\n',
];

/// Whether a text is a link, and no settings.
pub(super) fn is_link(text: &str) -> bool {
    let text = text.trim_start();
    let begins =
        |start: &&str| text.get(..start.len()).is_some_and(|it| it.eq_ignore_ascii_case(start));
    SCHEMES.iter().chain(PAGES).any(begins)
}

/// What a link asks for, as it could have been pasted.
///
/// # Errors
/// It is no link of a known form, or too long.
pub(super) fn read(text: &str) -> Result<Value, Failure> {
    let text = text.trim();
    if text.len() > LONGEST {
        return Err(Failure::new(Code::LinkTooLong).with("most", LONGEST >> 10));
    }
    let url = Url::parse(text).map_err(|_| unknown())?;
    match known(&url)? {
        Known::Fields(fields) => of_fields(&fields),
        Known::Json(text) => of_json(&text),
    }
}

enum Known {
    /// `name`, `config` and `inputs`.
    Fields(Fields),
    Json(String),
}

#[derive(Default)]
struct Fields {
    name: Option<String>,
    config: Option<String>,
    inputs: Option<String>,
}

fn known(url: &Url) -> Result<Known, Failure> {
    let (host, path) = (url.host_str().unwrap_or_default(), url.path());
    match (url.scheme(), host, path) {
        ("paddock", "install", "" | "/") => Ok(Known::Fields(fields(url, true)?)),
        ("cursor", "anysphere.cursor-deeplink", "/mcp/install")
        | ("https", "cursor.com" | "www.cursor.com", "/install-mcp" | "/en/install-mcp")
        | ("https", "vscode.dev" | "insiders.vscode.dev", "/redirect/mcp/install") => {
            Ok(Known::Fields(fields(url, false)?))
        }
        ("vscode" | "vscode-insiders", _, "mcp/install" | "/install") => {
            let query = url.query().ok_or_else(unknown)?;
            let text = percent_decode_str(query).decode_utf8().map_err(|_| unknown())?;
            Ok(Known::Json(text.into_owned()))
        }
        ("https", "vscode.dev" | "insiders.vscode.dev", "/redirect") => {
            let (_, inner) =
                url.query_pairs().find(|(name, _)| name == "url").ok_or_else(unknown)?;
            let inner = Url::parse(&inner).map_err(|_| unknown())?;
            // A page that leads to a page leads nowhere.
            if inner.scheme() == "https" { Err(unknown()) } else { known(&inner) }
        }
        _ => Err(unknown()),
    }
}

/// Each field once: of two, readers would take different ones.
fn fields(url: &Url, is_strict: bool) -> Result<Fields, Failure> {
    let mut fields = Fields::default();
    for (name, value) in url.query_pairs() {
        let field = match &*name {
            "name" => &mut fields.name,
            "config" => &mut fields.config,
            "inputs" => &mut fields.inputs,
            _ if is_strict => return Err(unknown()),
            _ => continue,
        };
        if field.replace(value.into_owned()).is_some() {
            return Err(unknown());
        }
    }
    Ok(fields)
}

fn of_fields(fields: &Fields) -> Result<Value, Failure> {
    let config = json_in(fields.config.as_deref().ok_or_else(unknown)?)?;
    if registry::read(&config).is_some() {
        return Ok(config);
    }
    let config = config.as_object().ok_or_else(unknown)?;
    let inputs = fields.inputs.as_deref().map(json_in).transpose()?;
    let (name, config) = match (&fields.name, sole(config)) {
        // Some links have the name in their configuration as well.
        (name, Some((inner, config))) => (name.as_deref().unwrap_or(inner), config),
        (Some(name), None) => (name.as_str(), config),
        (None, None) => return Err(unknown()),
    };
    entry(name, config, inputs.as_ref())
}

/// The entry in `{"NAME": {…}}`.
fn sole(config: &Map<String, Value>) -> Option<(&str, &Map<String, Value>)> {
    let (name, entry) = config.iter().next().filter(|_| config.len() == 1)?;
    Some((name, entry.as_object()?))
}

fn of_json(text: &str) -> Result<Value, Failure> {
    let value: Value = serde_json::from_str(text).map_err(|_| unknown())?;
    let config = value.as_object().ok_or_else(unknown)?;
    let name = config.get("name").and_then(Value::as_str).ok_or_else(unknown)?;
    entry(name, config, config.get("inputs"))
}

fn entry(
    name: &str,
    config: &Map<String, Value>,
    inputs: Option<&Value>,
) -> Result<Value, Failure> {
    let mut config = config.clone();
    config.remove("inputs");
    split_command(name, &mut config)?;
    Ok(json!({ "inputs": inputs, "servers": { name: config } }))
}

/// Links for Cursor may have the whole command in one text.
fn split_command(name: &str, config: &mut Map<String, Value>) -> Result<(), Failure> {
    let has_args = config.get("args").and_then(Value::as_array).is_some_and(|it| !it.is_empty());
    let command = config.get("command").and_then(Value::as_str).unwrap_or_default();
    if has_args || !command.contains(char::is_whitespace) || command.starts_with('/') {
        return Ok(());
    }
    if command.contains(SHELL) {
        return Err(Failure::new(Code::LinkShell).with("name", name));
    }
    let mut words: Vec<_> = command.split_whitespace().map(str::to_owned).collect();
    if words.is_empty() {
        return Err(unknown());
    }
    let program = words.remove(0);
    config.insert("command".to_owned(), program.into());
    config.insert("args".to_owned(), words.into());
    Ok(())
}

/// JSON as it is, or in Base64 of either alphabet.
fn json_in(text: &str) -> Result<Value, Failure> {
    if text.trim_start().starts_with(['{', '[']) {
        return serde_json::from_str(text).map_err(|_| unknown());
    }
    let settings =
        GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent);
    // A query has its plus signs read as spaces.
    let text = text.replace(' ', "+");
    let decode = |alphabet| GeneralPurpose::new(alphabet, settings).decode(&text).ok();
    let bytes = decode(&STANDARD).or_else(|| decode(&URL_SAFE)).ok_or_else(unknown)?;
    serde_json::from_slice(&bytes).map_err(|_| unknown())
}

fn unknown() -> Failure {
    Failure::new(Code::LinkUnknown)
}
