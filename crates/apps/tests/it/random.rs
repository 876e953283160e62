//! Whatever stands around an entry, and however it is written: what is adopted and given back is
//! byte for byte what it was.

use crate::common::{SHIM, World, read};
use jsonc_parser::{ParseOptions, parse_to_serde_value};
use paddock_apps::{Content, Outcome};
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use serde_json::Value;

/// Adopts all there is, and gives it back. What it was meanwhile.
fn there_and_back(id: &str, path: &str, before: &str, count: usize) -> String {
    let world = World::new();
    let config = world.put(path, before);
    assert_eq!(world.entries(id).unwrap().len(), count, "{before}");
    let plan = world.adopt_all(id);
    let meanwhile = read(&config);
    assert_eq!(plan.adoptions.len(), count, "{before}");
    for entry in world.entries(id).unwrap() {
        let Content::Command(launch) = entry.content else { panic!("{meanwhile}") };
        assert_eq!(launch.through.unwrap().server, entry.id.name);
    }
    let given = world.given_back(&plan);
    assert!(given.outcomes.iter().all(|it| *it == Outcome::Restored), "{:?}", given.outcomes);
    assert_eq!(read(&config), before, "meanwhile:\n{meanwhile}");
    meanwhile
}

/// What may stand between two words of JSON with comments.
fn gap() -> impl Strategy<Value = String> {
    let pieces =
        ["", "", " ", "\n", "\r\n", "\n  ", "\t", "/* , } \" */", "// \", {\n", "\n// ]\r\n\t"];
    prop::collection::vec(select(pieces.to_vec()), 0..3).prop_map(|pieces| pieces.concat())
}

fn text() -> impl Strategy<Value = String> {
    select(vec![r#""""#, r#""a""#, r#""é \" , // {""#, r#""\u00e9\n""#, r#""${x}""#])
        .prop_map(str::to_owned)
}

fn json() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        text(),
        select(vec!["1", "-2.50e3", "true", "null", "12345678901234567890"])
            .prop_map(str::to_owned)
    ];
    leaf.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            (prop::collection::vec((gap(), inner.clone(), gap()), 0..4), any::<bool>())
                .prop_map(|(items, comma)| brackets("[", "]", items, comma)),
            (prop::collection::vec((gap(), gap(), inner, gap()), 0..4), any::<bool>()).prop_map(
                |(items, comma)| {
                    let items = items.into_iter().enumerate().map(|(number, (a, b, value, c))| {
                        (a, format!("\"k{number}\"{b}:{value}"), c)
                    });
                    brackets("{", "}", items.collect(), comma)
                }
            ),
        ]
    })
}

fn brackets(open: &str, close: &str, items: Vec<(String, String, String)>, comma: bool) -> String {
    let last = items.len().saturating_sub(1);
    let items = items.into_iter().enumerate().map(|(index, (before, item, after))| {
        let comma = if index < last || comma { "," } else { "" };
        format!("{before}{item}{after}{comma}")
    });
    format!("{open}{}{close}", items.collect::<String>())
}

fn entry() -> impl Strategy<Value = String> {
    let fields = (
        subsequence(vec!["args", "env", "timeout", "x", "disabled"], 0..=5).prop_shuffle(),
        0..6_usize,
        json(),
        prop::collection::vec(text(), 0..3),
        prop::collection::vec((gap(), gap(), gap()), 6),
        any::<bool>(),
    );
    fields.prop_map(|(mut names, at, unknown, args, gaps, comma)| {
        names.insert(at.min(names.len()), "command");
        let items = names.iter().zip(gaps).map(|(name, (a, b, c))| {
            let value = match *name {
                "command" => "\"npx\"".to_owned(),
                "args" => brackets(
                    "[",
                    "]",
                    args.iter().map(|arg| (a.clone(), arg.clone(), b.clone())).collect(),
                    comma,
                ),
                "env" => format!("{{{a}\"A\":{b}\"secret\"{c}}}"),
                "timeout" => "30".to_owned(),
                "disabled" => "true".to_owned(),
                _ => unknown.clone(),
            };
            (a.clone(), format!("\"{name}\"{b}:{c}{value}"), c)
        });
        brackets("{", "}", items.collect(), comma)
    })
}

fn without_entries(text: &str) -> Value {
    let mut value: Value = parse_to_serde_value(text, &ParseOptions::default()).unwrap();
    for entry in value["mcpServers"].as_object_mut().unwrap().values_mut() {
        let entry = entry.as_object_mut().unwrap();
        assert!(entry["command"].as_str().is_some_and(|it| it == SHIM || it == "npx"));
        for key in ["command", "args", "env"] {
            entry.remove(key);
        }
    }
    value
}

/// A line of TOML that means little.
fn line() -> impl Strategy<Value = &'static str> {
    select(vec!["", "# é [x]", "  ", "# \"", ""])
}

fn toml_entry(number: usize) -> impl Strategy<Value = String> {
    (
        select(vec!["", "  ", "\t"]),
        prop::collection::vec((line(), select(vec!["", " # c", "\t# = ["])), 8),
        select(vec!["none", "inline", "table", "dotted"]),
        subsequence(vec!["args", "startup_timeout_sec", "enabled"], 0..=3).prop_shuffle(),
        any::<bool>(),
    )
        .prop_map(move |(indent, lines, env, mut names, first)| {
            names.insert(if first { 0 } else { names.len() }, "command");
            if matches!(env, "inline" | "dotted") {
                names.insert(names.len() / 2, env);
            }
            let mut out = vec![format!("{indent}[mcp_servers.s{number}]{}", lines[0].1)];
            for (name, (between, comment)) in names.iter().zip(&lines) {
                out.push((*between).to_owned());
                out.push(match *name {
                    "command" => format!("{indent}command = 'npx'{comment}"),
                    "args" => format!("{indent}args = [ # x\n  \"a\",\n {indent}'b' ]{comment}"),
                    "inline" => format!("{indent}env = {{ A = 'b', \"C\" = \"d\" }}{comment}"),
                    "dotted" => {
                        format!(
                            "{indent}env.A = 'b'{comment}\n{indent}env . \"C\" = \"\"\"d\n\"\"\""
                        )
                    }
                    name => format!("{indent}{name} = 1{comment}"),
                });
            }
            if env == "table" {
                out.push(lines[6].0.to_owned());
                out.push(format!("{indent}[ mcp_servers.s{number}.env ]{}", lines[7].1));
                out.push(lines[7].0.to_owned());
                out.push(format!("{indent}A = 'b'{}", lines[6].1));
            }
            out.join("\n")
        })
}

fn yaml_entry(number: usize, indent: usize) -> impl Strategy<Value = String> {
    (
        prop::collection::vec(select(vec!["", " # c", "  # é: ["]), 8),
        select(vec!["none", "flow", "block", "empty"]),
        select(vec!["none", "flow", "block", "dashes"]),
        select(vec!["npx", "'npx'", "\"npx\""]),
        any::<bool>(),
        1..4_usize,
    )
        .prop_map(move |(notes, env, args, command, first, step)| {
            let pad = " ".repeat(indent + step);
            let deep = " ".repeat(indent + step * 2);
            let mut fields = vec![format!("type: stdio{}", notes[0])];
            fields.insert(usize::from(first), format!("cmd: {command}{}", notes[1]));
            match args {
                "none" => {}
                "flow" => fields.insert(1, format!("args: [a, 'b']{}", notes[2])),
                "block" => {
                    fields
                        .insert(1, format!("args:{}\n{deep}- a{}\n{deep}- é", notes[2], notes[3]));
                }
                _ => fields.push(format!("args:{}\n\n{pad}- a{}", notes[2], notes[3])),
            }
            match env {
                "none" => {}
                "flow" => fields.push(format!("envs: {{A: b}}{}", notes[4])),
                "block" => fields.insert(
                    fields.len() / 2,
                    format!(
                        "envs:{}\n{deep}A: b{}\n{deep}# x\n{deep}C: |\n{deep} d\n",
                        notes[4], notes[5]
                    ),
                ),
                _ => fields.push(format!("envs:{}", notes[4])),
            }
            let fields: Vec<_> = fields.iter().map(|field| format!("{pad}{field}\n")).collect();
            format!("{}s{number}:{}\n{}", " ".repeat(indent), notes[6], fields.concat())
        })
}

fn ends(text: &str, crlf: bool, bom: bool, last: bool) -> String {
    let text = if last { text.to_owned() } else { text.trim_end().to_owned() };
    let text = if crlf { text.replace('\n', "\r\n") } else { text };
    if bom { format!("\u{feff}{text}") } else { text }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn json_comes_back(
        entries in prop::collection::vec((gap(), entry(), gap()), 1..4),
        before in json(),
        after in json(),
        gaps in prop::collection::vec(gap(), 8),
        bom in any::<bool>(),
    ) {
        let count = entries.len();
        let entries = entries.into_iter().enumerate().map(|(number, (a, entry, b))| {
            (a, format!("\"s{number}\":{entry}"), b)
        });
        let entries = brackets("{", "}", entries.collect(), false);
        let items = [("before", before), ("mcpServers", entries), ("after", after)];
        let items = items.into_iter().zip(gaps.chunks(2)).map(|((key, value), gaps)| {
            (gaps[0].clone(), format!("\"{key}\":{value}"), gaps[1].clone())
        });
        let text = brackets("{", "}", items.collect(), true);
        let text = format!("{}{text}{}", gaps[6], gaps[7]);
        let marked = if bom { format!("\u{feff}{text}") } else { text.clone() };
        let meanwhile = there_and_back("cursor", ".cursor/mcp.json", &marked, count);
        let meanwhile = meanwhile.trim_start_matches('\u{feff}');
        prop_assert_eq!(without_entries(&text), without_entries(meanwhile));
    }

    #[test]
    fn toml_comes_back(
        first in toml_entry(0),
        second in toml_entry(1),
        between in prop::collection::vec(line(), 3),
        crlf in any::<bool>(),
        bom in any::<bool>(),
        last in any::<bool>(),
    ) {
        let text = format!(
            "m = 1\n{}\n{first}\n{}\n[other] # x\ny = '''z\n'''\n{second}\n{}\n",
            between[0], between[1], between[2]
        );
        there_and_back("codex", ".codex/config.toml", &ends(&text, crlf, bom, last), 2);
    }

    #[test]
    fn yaml_comes_back(
        (first, second) in (1..5_usize).prop_flat_map(|it| (yaml_entry(0, it), yaml_entry(1, it))),
        crlf in any::<bool>(),
        bom in any::<bool>(),
        last in any::<bool>(),
        note in select(vec!["", "# x\n", "\n\n", "      # y\n"]),
    ) {
        let text = format!("a: é\nextensions: # e\n{note}{first}{note}{second}{note}z: [1]\n");
        there_and_back("goose", ".config/goose/config.yaml", &ends(&text, crlf, bom, last), 2);
        let text = format!("extensions:\n{first}{second}{note}");
        there_and_back("goose", ".config/goose/config.yaml", &ends(&text, crlf, bom, last), 2);
    }

    /// Whatever it is: read or refused, without a panic.
    #[test]
    fn any_text_is_read_or_refused(
        words in prop::collection::vec(select(vec![
            "{", "}", "[", "]", "\"", "'", ":", ",", "=", ".", "-", "\n", "\r\n", "  ", "#", "//",
            "/*", "*/", "mcpServers", "mcp_servers", "extensions", "command", "cmd", "env", "args",
            "é", "\u{feff}", "&a", "*a", "|", ">", "<<", "!!str", "1", "true", "\\", "\u{0}", "?",
            "---", "\"a\"", "\"mcpServers\":", "\"command\":",
        ]), 0..40),
    ) {
        let text = words.concat();
        for (id, path) in [
            ("cursor", ".cursor/mcp.json"),
            ("codex", ".codex/config.toml"),
            ("goose", ".config/goose/config.yaml"),
        ] {
            let world = World::new();
            let config = world.put(path, &text);
            let entries = world.entries(id).unwrap_or_default();
            for entry in entries {
                if let Ok(plan) = world.plan(&[entry]) {
                    world.write(&plan.change).unwrap();
                    world.given_back(&plan);
                    prop_assert_eq!(read(&config), text.clone());
                }
            }
        }
    }
}
