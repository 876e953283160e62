use super::super::read;
use crate::view::{Pasted, ValueKind};

const NPM: &str = r#"{
  "$schema": "https://example.org/server.schema.json",
  "name": "io.github.ada/notes", "description": "Notes", "version": "1.2.0",
  "packages": [{
    "registryType": "npm", "registryBaseUrl": "https://registry.npmjs.org/",
    "identifier": "@ada/notes", "version": "1.2.0", "runtimeHint": "npx",
    "transport": {"type": "stdio"},
    "runtimeArguments": [{"type": "named", "name": "--node-arg", "value": "x"}],
    "packageArguments": [
      {"type": "positional", "valueHint": "folder", "format": "filepath", "isRequired": true},
      {"type": "named", "name": "--level", "default": "info", "choices": ["info", "debug"]},
      {"type": "named", "name": "--verbose"},
      {"type": "named", "name": "--at", "value": "{host}:{port}/{other}", "variables": {"host": {"isRequired": true}, "port": {"value": "80"}}},
      {"type": "named", "name": "-p", "format": "number", "default": "3"},
      {"type": "positional", "value": "fixed; rm -rf /"}],
    "environmentVariables": [
      {"name": "API_KEY", "description": "The key", "isRequired": true, "isSecret": true},
      {"name": "AUTH", "value": "Bearer {key}", "variables": {"key": {"isSecret": true}}},
      {"name": "REGION", "default": "eu"},
      {"name": "MODE", "value": "fast"}]}]}"#;

fn one(text: &str) -> Pasted {
    let mut read = read(text).unwrap();
    assert_eq!(read.len(), 1, "{read:?}");
    read.remove(0)
}

fn code(text: &str) -> String {
    match one(text) {
        Pasted::Server { line, .. } => line,
        Pasted::Unusable { reason, .. } => reason.code.to_string(),
    }
}

#[test]
fn a_package_is_a_command_that_asks_for_what_it_needs() {
    let Pasted::Server { draft, asks, .. } = one(NPM) else { panic!() };
    assert_eq!((draft.name.as_str(), draft.program.as_str()), ("notes", "npx"));
    let expected = [
        "-y",
        "--node-arg=x",
        "@ada/notes@1.2.0",
        "${input:folder}",
        "--level=${input:level}",
        "--verbose",
        "--at=${input:host}:80/{other}",
        "-p",
        "${input:p}",
        "fixed; rm -rf /",
    ];
    assert_eq!(draft.args, expected);
    let env: Vec<_> = draft.env.iter().map(|it| (it.name.as_str(), it.value.as_str())).collect();
    let expected = [
        ("API_KEY", "${input:API_KEY}"),
        ("AUTH", "Bearer ${input:key}"),
        ("REGION", "${input:REGION}"),
        ("MODE", "fast"),
    ];
    assert_eq!(env, expected);
    let asked: Vec<_> = asks.iter().map(|it| (it.name.as_str(), it.required, it.secret)).collect();
    let expected = [
        ("folder", true, false),
        ("level", false, false),
        ("host", true, false),
        ("p", true, false),
        ("API_KEY", true, true),
        ("key", false, true),
        ("REGION", false, false),
    ];
    assert_eq!(asked, expected);
    assert_eq!(asks[0].kind, ValueKind::Path);
    assert_eq!(asks[1].usual, ["info"]);
    assert_eq!(asks[4].description, "The key");
}

#[test]
fn what_the_registry_answers_and_what_was_written_in_2025_is_read_too() {
    let answer = format!(r#"{{"server": {NPM}, "_meta": {{}}}}"#);
    assert_eq!(one(&answer), one(NPM));
    let old = r#"{"name": "x/y", "packages": [{"registry_name": "pypi", "name": "notes", "version": "2.0",
      "environment_variables": [{"name": "K", "is_required": true, "is_secret": true}]}]}"#;
    let Pasted::Server { line, asks, .. } = one(old) else { panic!() };
    assert_eq!(line, "uvx notes==2.0");
    assert!(asks[0].secret && asks[0].required);
}

fn package(fields: &str) -> String {
    code(&format!(r#"{{"name": "x/y", "packages": [{{{fields}}}]}}"#))
}

#[test]
fn what_is_not_run_here_is_said_clearly() {
    for (fields, expected) in [
        (r#""registryType": "oci", "identifier": "docker.io/a/b:1""#, "paste-oci"),
        (r#""registryType": "mcpb", "identifier": "https://example.org/a.mcpb""#, "paste-mcpb"),
        (r#""registryType": "nuget", "identifier": "A""#, "paste-other-kind"),
        (
            r#""registryType": "npm", "identifier": "a", "registryBaseUrl": "https://evil.example""#,
            "paste-other-registry",
        ),
        (
            r#""registryType": "npm", "identifier": "a", "transport": {"type": "sse", "url": "http://x"}"#,
            "paste-url-server",
        ),
        (
            r#""registryType": "npm", "identifier": "a", "packageArguments": [{"type": "named", "name": "--key", "isSecret": true}]"#,
            "paste-secret-argument",
        ),
        (r#""identifier": "a""#, "paste-bad-entry"),
    ] {
        assert_eq!(package(fields), expected, "{fields}");
    }
    let remote = r#"{"name": "x/y", "remotes": [{"type": "sse", "url": "https://x"}]}"#;
    assert_eq!(code(remote), "paste-url-server");
}

#[test]
fn a_package_is_no_option_path_or_address() {
    let of = |kind: &str, name: &str, version: &str| {
        let fields =
            serde_json::json!({"registryType": kind, "identifier": name, "version": version});
        code(&serde_json::json!({"name": "x", "packages": [fields]}).to_string())
    };
    assert_eq!(of("npm", "a", "1.0.0-rc.1"), "npx -y a@1.0.0-rc.1");
    assert_eq!(of("npm", "a", ""), "npx -y a");
    for name in [
        "--registry=http://x",
        "-y",
        "../a",
        "/etc/a",
        "./a",
        "https://x/a.tgz",
        "git+ssh://x",
        "a b",
        "a;b",
        "a@1",
        "@/a",
        "@a/../b",
        "",
        "a\0",
        "@a/-b",
        "@a",
        "a\u{202e}",
    ] {
        for kind in ["npm", "pypi"] {
            assert_eq!(of(kind, name, "1"), "paste-bad-package", "{name:?}");
        }
    }
    for version in ["../x", "file:x", "npm:evil@1", "-x", "1 2", "1;2", "https://x"] {
        assert_eq!(of("npm", "a", version), "paste-bad-package", "{version:?}");
    }
}

#[test]
fn names_of_what_is_asked_reach_no_further_than_themselves() {
    let text = r#"{"name": "x", "packages": [{"registryType": "npm", "identifier": "a",
      "environmentVariables": [{"name": "A}${input:B"}, {"name": "B"}, {"name": "B", "isSecret": true}]}]}"#;
    let Pasted::Server { draft, asks, .. } = one(text) else { panic!() };
    let names: Vec<_> = asks.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["A___input:B", "B", "B-2"]);
    assert_eq!(draft.env[0].value, "${input:A___input:B}");
}
