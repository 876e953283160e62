//! What an edit makes of odd forms, and what is shown of it.

use crate::common::{SHIM, World, read};

const CURSOR: &str = ".cursor/mcp.json";
const CODEX: &str = ".codex/config.toml";
const GOOSE: &str = ".config/goose/config.yaml";

/// What one entry becomes.
fn after(id: &str, path: &str, text: &str) -> String {
    let world = World::new();
    let config = world.put(path, text);
    let plan = world.adopt_all(id);
    let after = read(&config).replace(SHIM, "SHIM");
    world.given_back(&plan);
    assert_eq!(read(&config), text);
    after
}

#[test]
fn odd_forms_are_edited_and_nothing_around_them() {
    for (id, path, before, expected) in [
        (
            "cursor",
            CURSOR,
            "{\"mcpServers\":{\"a\":{\"command\":\"x\"}}}",
            "{\"mcpServers\":{\"a\":{\"command\":\"SHIM\", \"args\": [\"run\", \"a\", \"--app\", \"cursor\"]}}}",
        ),
        (
            "cursor",
            CURSOR,
            "{\"mcpServers\":{\"a\":{\"env\":{\"A\":\"b\"},\"args\":[],\"command\":\"x\"}}}",
            "{\"mcpServers\":{\"a\":{\"args\":[\"run\", \"a\", \"--app\", \"cursor\"],\"command\":\"SHIM\"}}}",
        ),
        (
            "cursor",
            CURSOR,
            "{\"mcpServers\": {\"a\": {\n  \"command\": \"x\" // c,\n  /* d, */ , // e\n  \"env\": {} // f\n}}}",
            "{\"mcpServers\": {\"a\": {\n  \"command\": \"SHIM\",\n  \"args\": [\"run\", \"a\", \"--app\", \"cursor\"] // c,\n  /* d, */  // e\n  // f\n}}}",
        ),
        (
            "codex",
            CODEX,
            "mcp_servers = { a = { command = 'x', env = { A = 'b' } } } # c",
            "mcp_servers = { a = { command = \"SHIM\", args = [\"run\", \"a\", \"--app\", \"codex\"] } } # c",
        ),
        (
            "codex",
            CODEX,
            "[mcp_servers.\"a b\"]\n\tcommand = '''x''' # c\n\t# d\n\n\t[mcp_servers.\"a b\".env] # e\n\t# f\n\tA = 'b' # g",
            "[mcp_servers.\"a b\"]\n\tcommand = \"SHIM\" # c\n\targs = [\"run\", \"a b\", \"--app\", \"codex\"]\n\t# d",
        ),
        (
            "goose",
            GOOSE,
            "extensions: {a: {cmd: x, envs: {A: b}, args: [é, y]}, b: 1} # c",
            "extensions: {a: {cmd: \"SHIM\", envs: {}, args: [\"run\", \"a\", \"--app\", \"goose\"]}, b: 1} # c",
        ),
        (
            "goose",
            GOOSE,
            "é: ü\nextensions:\n    a:\n        args: # c\n            - é # d\n\n            - |\n              f\n        cmd: 'x' # g\n        envs: # h\n            A: >-\n              b\n\n              c\n        # i\n    # j\n    b:\n        type: builtin\n",
            "é: ü\nextensions:\n    a:\n        args: [\"run\", \"a\", \"--app\", \"goose\"] # c\n        cmd: \"SHIM\" # g\n        # i\n    # j\n    b:\n        type: builtin\n",
        ),
        (
            "goose",
            GOOSE,
            "---\nextensions:\n  a:\n    cmd:\n      x\n    envs:\n...\n",
            "---\nextensions:\n  a:\n    cmd: \"SHIM\"\n    args: [\"run\", \"a\", \"--app\", \"goose\"]\n...\n",
        ),
    ] {
        assert_eq!(after(id, path, before), expected, "{before}");
    }
}

#[test]
fn secrets_in_arguments_and_comments_are_masked_and_withheld() {
    let text = r#"{"mcpServers": {
        // GITHUB_TOKEN: abcdef123
        "a": {"command": "x", "args": ["--api-key", "one11", "--token=two22", "-H",
            "Authorization: Bearer three", "postgres://me:four44@host/db", "ghp_five5five5five5",
            "/home/ada/work", "@scope/package@1.2.3", "--max=12"], // sk-six66six66six66
            "headers": {"X": "seven"}, "apiKey": "eight"},
        "b": {"url": "x", "headers": {"Y": "nine99"}}}}"#;
    let world = World::new();
    let config = world.put(CURSOR, text);
    let plan = world.adopt_all("cursor");
    let kept = serde_json::to_string(&plan.adoptions).unwrap();
    let words = ["abcdef", "one1", "two2", "three", "four4", "five5", "six66", "seven", "eight"];
    for secret in words.into_iter().chain(["nine9"]) {
        assert!(!plan.change.diff.contains(secret), "{secret}: {}", plan.change.diff);
        assert!(!kept.contains(secret), "{secret}: {kept}");
    }
    for word in ["/home/ada/work", "@scope/package@1.2.3", "--max=12"] {
        assert!(plan.change.diff.contains(word), "{word}");
    }
    world.given_back(&plan);
    assert_eq!(read(&config), text);
}

#[test]
fn a_config_in_one_long_line_has_a_short_diff() {
    let history = "x".repeat(100_000);
    let world = World::new();
    world.put(
        CURSOR,
        format!(
            "{{\"h\": \"{history}\", \"mcpServers\": {{\"a\": {{\"command\": \"x\"}}}}, \"t\": 1}}"
        ),
    );
    let diff = world.plan_all("cursor").change.diff;
    assert!(diff.len() < 1000 && diff.contains(SHIM), "{diff}");
}
