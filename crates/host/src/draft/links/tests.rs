use base64::prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD};

use super::*;
use crate::draft::read;
use crate::view::{Code, Pasted};

const CONFIG: &str = r#"{"command": "npx", "args": ["-y", "notes?>"], "env": {"A": "b"}}"#;

fn escaped(text: &str) -> String {
    percent_encoding::utf8_percent_encode(text, percent_encoding::NON_ALPHANUMERIC).to_string()
}

fn cursor(name: &str, config: &str) -> String {
    let config = BASE64_STANDARD.encode(config);
    format!("cursor://anysphere.cursor-deeplink/mcp/install?name={}&config={config}", escaped(name))
}

/// The name and the line of the one server, or the code of what is wrong.
fn one(link: &str) -> Result<(String, String), Code> {
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
        format!("paddock://install?name=notes&config={}", BASE64_URL_SAFE_NO_PAD.encode(CONFIG)),
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
    for command in ["npx x; curl evil | sh", "sh -c 'evil'", "x $(evil)", "x > /etc/passwd", "a\nb"]
    {
        assert_eq!(of(command), Err(Code::LinkShell), "{command}");
    }
    let args = json!({"command": "sh", "args": ["-c", "evil; evil"]}).to_string();
    assert_eq!(one(&cursor("n", &args)).unwrap().1, "sh -c 'evil; evil'", "it is shown whole");
}

#[test]
fn hostile_links_are_refused() {
    let deep = "[".repeat(20_000);
    let config = escaped(CONFIG);
    for (link, code) in [
        (format!("paddock://install?name=n&config={}", "A".repeat(LONGEST)), Code::LinkTooLong),
        (format!("paddock://install?name=n&config={deep}"), Code::LinkUnknown),
        (cursor("n", &deep), Code::LinkUnknown),
        (format!("paddock://install?name=n&name=m&config={config}"), Code::LinkUnknown),
        (format!("paddock://install?name=n&config={config}&trust=1"), Code::LinkUnknown),
        (format!("paddock://install/../grant?name=n&config={config}"), Code::LinkUnknown),
        (format!("paddock://grant?name=n&config={config}"), Code::LinkUnknown),
        (format!("paddock://install?config={config}"), Code::LinkUnknown),
        ("paddock://install".into(), Code::LinkUnknown),
        ("paddock:".into(), Code::LinkUnknown),
        ("cursor://settings".into(), Code::LinkUnknown),
        ("vscode:mcp/install?%ff".into(), Code::LinkUnknown),
        ("vscode:mcp/install?[]".into(), Code::LinkUnknown),
        (
            format!(
                "https://vscode.dev/redirect?url={}",
                escaped("https://vscode.dev/redirect?url=x")
            ),
            Code::LinkUnknown,
        ),
        (cursor("a\u{202e}b", CONFIG), Code::PasteBadName),
        (cursor("a\0b", CONFIG), Code::PasteBadName),
        (cursor("n", r#"{"url": "https://example.org/mcp"}"#), Code::PasteUrlServer),
        (cursor("n", r#"{"command": 7}"#), Code::PasteBadEntry),
        (cursor("n", "{}"), Code::PasteNoCommand),
    ] {
        let shown: String = link.chars().take(80).collect();
        assert_eq!(one(&link), Err(code), "{shown}");
    }
    assert!(!is_link("https://example.org/?paddock:") && !is_link("{}"));
}
