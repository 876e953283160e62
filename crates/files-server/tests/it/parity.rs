//! The same calls to the common server and to this one, on the same files. Where they differ the
//! reason stands here, and in `docs/files-server.md`.
//!
//! `node tests/peers/setup.mjs` says where the common server is; without that this is skipped, or
//! fails where `PADDOCK_REQUIRE_PEERS` is set. `UPDATE_DOCS=1` writes the page.

use std::{
    collections::BTreeMap,
    env,
    fmt::Write,
    fs,
    os::unix::fs::symlink,
    path::{Path, PathBuf},
    time::Instant,
};

use crate::common::{Client, PATIENCE};
use serde_json::{Value, json};

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/files-server.md");

/// What comes before the part of the page that is written here.
const BEGINS: &str =
    "<!-- From here on written by `UPDATE_DOCS=1 cargo test -p paddock-files parity`. -->\n\n";

/// A call, and why its outcome differs if it does.
struct Case {
    what: &'static str,
    tool: &'static str,
    arguments: Value,
    differs: Option<&'static str>,
}

fn same(what: &'static str, tool: &'static str, arguments: Value) -> Case {
    Case { what, tool, arguments, differs: None }
}

fn other(what: &'static str, tool: &'static str, arguments: Value, why: &'static str) -> Case {
    Case { what, tool, arguments, differs: Some(why) }
}

const UTF8: &str = "An answer with replacement characters, written back, would destroy the file. \
                    This server says from which byte on it is no text.";
const LINES: &str = "A newline ends a line and begins no other, so the last line is the last text.";
const BYTES: &str = "Names are sorted by their bytes, everywhere and in every locale.";
const LINKS: &str = "A link is an entry of its folder, so its name is told; what it points to is \
                     not reached.";

fn cases(root: &Path) -> Vec<Case> {
    [reads(root), writes(root), folders(root), moves_and_searches(root)]
        .into_iter()
        .flatten()
        .collect()
}

/// The arguments for what is at `path`.
fn at(root: &Path, path: &str) -> Value {
    json!({ "path": root.join(path) })
}

/// The same, and more.
fn with(root: &Path, path: &str, more: Value) -> Value {
    let mut arguments = at(root, path);
    if let (Some(all), Value::Object(more)) = (arguments.as_object_mut(), more) {
        all.extend(more);
    }
    arguments
}

fn reads(root: &Path) -> Vec<Case> {
    let at = |path| at(root, path);
    let with = |path, more| with(root, path, more);
    let outside = json!({ "path": root.with_file_name("outside/secret.txt") });
    vec![
        same("a text file", "read_text_file", at("text.txt")),
        same("its older name", "read_file", at("text.txt")),
        same("the first lines", "read_text_file", with("text.txt", json!({"head":2}))),
        same(
            "more first lines than there are",
            "read_text_file",
            with("text.txt", json!({"head":99})),
        ),
        same("no first lines", "read_text_file", with("text.txt", json!({"head":0}))),
        same("the last lines", "read_text_file", with("no-newline.txt", json!({"tail":2}))),
        other(
            "the last lines before a newline",
            "read_text_file",
            with("text.txt", json!({"tail":2})),
            LINES,
        ),
        same("head and tail", "read_text_file", with("text.txt", json!({"head":1,"tail":1}))),
        same("an empty file", "read_text_file", at("empty")),
        same("control and other characters", "read_text_file", at("odd.txt")),
        same("a relative path", "read_text_file", json!({"path":"text.txt"})),
        same("a link inside", "read_text_file", at("link.txt")),
        same("a link that leads out", "read_text_file", at("out.txt")),
        same("a path outside", "read_text_file", outside),
        same("a folder", "read_text_file", at("sub")),
        same("a file that is not there", "read_text_file", at("missing")),
        same("a path of Windows", "read_text_file", json!({"path":"C:\\x.txt"})),
        same("no path", "read_text_file", json!({"path":""})),
        other("a file that is not UTF-8", "read_text_file", at("binary.bin"), UTF8),
        same("an image", "read_media_file", at("image.png")),
        same("a sound", "read_media_file", at("sound.MP3")),
        same("another file", "read_media_file", at("binary.bin")),
        same(
            "several files",
            "read_multiple_files",
            json!({"paths":[root.join("text.txt"), root.join("empty")]}),
        ),
        same("no files", "read_multiple_files", json!({"paths":[]})),
        other(
            "several files and one that is missing",
            "read_multiple_files",
            json!({"paths":[root.join("text.txt"), root.join("missing")]}),
            "Why a file was not read is said in words.",
        ),
    ]
}

fn writes(root: &Path) -> Vec<Case> {
    let with = |path, more| with(root, path, more);
    let edit = |path, old: &str, new: &str| {
        with(path, json!({ "edits": [{ "oldText": old, "newText": new }] }))
    };
    vec![
        same("a new file", "write_file", with("new.txt", json!({"content":"new\n"}))),
        same("a file once more", "write_file", with("text.txt", json!({"content":"ü\u{0}\n"}))),
        same("a file through a link", "write_file", with("link.txt", json!({"content":"x"}))),
        same(
            "a file through a link that leads out",
            "write_file",
            with("out.txt", json!({"content":"x"})),
        ),
        same(
            "a file in a folder that is missing",
            "write_file",
            with("no/new.txt", json!({"content":"x"})),
        ),
        same("an edit", "edit_file", edit("text.txt", "two", "zwei")),
        same("an edit over lines", "edit_file", edit("text.txt", "one\ntwo", "1\n2\n3")),
        same("an edit far down", "edit_file", edit("long.txt", "line 50\n", "fifty\nand more\n")),
        same(
            "two edits far apart",
            "edit_file",
            with(
                "long.txt",
                json!({"edits":[{"oldText":"line 9\n","newText":""},{"oldText":"line 90","newText":"ninety"}]}),
            ),
        ),
        other(
            "an edit with other indentation",
            "edit_file",
            edit("code.rs", "if a {\n  b();\n}", "if a {\n  c();\n    d();\n}"),
            "Where a line could as well be added before its twin as behind it, the diff shows it before. The file becomes the same.",
        ),
        same("an edit at the end", "edit_file", edit("no-newline.txt", "last", "end")),
        same(
            "an edit that is only shown",
            "edit_file",
            with("text.txt", json!({"edits":[{"oldText":"one","newText":"`````"}],"dryRun":true})),
        ),
        same("an edit that changes nothing", "edit_file", edit("text.txt", "one", "one")),
        same("an edit of what is not there", "edit_file", edit("text.txt", "missing", "x")),
        other(
            "an edit of a file with CRLF",
            "edit_file",
            edit("crlf.txt", "two", "zwei"),
            "Lines end as they did before; the common server leaves all of them with LF.",
        ),
    ]
}

fn folders(root: &Path) -> Vec<Case> {
    let at = |path| at(root, path);
    let with = |path, more| with(root, path, more);
    vec![
        same("a folder", "create_directory", at("made/deep")),
        same("a folder that is there", "create_directory", at("sub")),
        same("a folder where a file is", "create_directory", at("text.txt")),
        same("what is in a folder", "list_directory", at("sub")),
        same("what is in an empty folder", "list_directory", at("sub/empty")),
        same("what is in a file", "list_directory", at("text.txt")),
        same("what is in a folder, with sizes", "list_directory_with_sizes", at("sub")),
        same(
            "the same, by size",
            "list_directory_with_sizes",
            with("sub", json!({"sortBy":"size"})),
        ),
        other("names with capitals, with sizes", "list_directory_with_sizes", at("names"), BYTES),
        same("a tree", "directory_tree", at("")),
        same(
            "a tree without some",
            "directory_tree",
            with("", json!({"excludePatterns":["sub","*.txt"]})),
        ),
        same("a tree of an empty folder", "directory_tree", at("sub/empty")),
    ]
}

fn moves_and_searches(root: &Path) -> Vec<Case> {
    let at = |path| at(root, path);
    let with = |path, more| with(root, path, more);
    let move_to =
        |from: &str, to: &str| json!({ "source": root.join(from), "destination": root.join(to) });
    vec![
        same("a file moved", "move_file", move_to("text.txt", "sub/moved.txt")),
        same("a folder moved", "move_file", move_to("sub", "moved")),
        same("a file moved onto another", "move_file", move_to("text.txt", "empty")),
        same("a file moved outside", "move_file", move_to("text.txt", "../outside/text.txt")),
        same("a file moved that is missing", "move_file", move_to("missing", "x")),
        other(
            "a link moved",
            "move_file",
            move_to("link.txt", "moved.txt"),
            "The link is moved, as it was named; the common server moves what it points to.",
        ),
        same("files by pattern", "search_files", with("sub", json!({"pattern":"**/*.txt"}))),
        same(
            "files by pattern in one folder",
            "search_files",
            with("sub", json!({"pattern":"*.txt"})),
        ),
        same("files by alternatives", "search_files", with("", json!({"pattern":"**/{d,e}*"}))),
        same(
            "files without some",
            "search_files",
            with("sub", json!({"pattern":"**","excludePatterns":["inner/**"]})),
        ),
        same("files that are not there", "search_files", with("", json!({"pattern":"nothing"}))),
        other("links by pattern", "search_files", with("", json!({"pattern":"out*"})), LINKS),
        other(
            "what is known of a file",
            "get_file_info",
            at("text.txt"),
            "Times are in UTC and in the form of ISO 8601, which sorts and does not depend on where it runs.",
        ),
        same("what is known of nothing", "get_file_info", at("missing")),
        same("the folders", "list_allowed_directories", json!({})),
    ]
}

fn build(root: &Path) {
    fs::create_dir_all(root).unwrap();
    // The root itself stays: another one in its place would be refused.
    for entry in root.read_dir().unwrap() {
        let path = entry.unwrap().path();
        let is_folder = path.is_dir() && !path.is_symlink();
        if is_folder { fs::remove_dir_all(path) } else { fs::remove_file(path) }.unwrap();
    }
    let outside = root.with_file_name("outside");
    let _ = fs::remove_dir_all(&outside);
    fs::create_dir_all(&outside).unwrap();
    fs::write(outside.join("secret.txt"), "secret").unwrap();
    fs::create_dir_all(root.join("sub/inner")).unwrap();
    fs::create_dir_all(root.join("sub/empty")).unwrap();
    fs::create_dir_all(root.join("names")).unwrap();
    let long: String = (1..=100).fold(String::new(), |mut text, line| {
        let _ = writeln!(text, "line {line}");
        text
    });
    let files: [(&str, &[u8]); 15] = [
        ("text.txt", b"one\ntwo\nthree\n"),
        ("no-newline.txt", b"first\nlast"),
        ("crlf.txt", b"one\r\ntwo\r\n"),
        ("empty", b""),
        ("odd.txt", "\u{feff}\t\"\\\u{1}\u{7f}\u{2028}🦊 Füße".as_bytes()),
        ("long.txt", long.as_bytes()),
        ("code.rs", b"fn f() {\n    if a {\n        b();\n    }\n}\n"),
        ("binary.bin", b"\x00\xff\xfe text"),
        ("image.png", b"\x89PNG\r\n\x1a\n"),
        ("sound.MP3", b"ID3"),
        ("sub/deep.txt", b"deep"),
        ("sub/big.dat", &[b'x'; 5000]),
        ("sub/inner/deeper.txt", b"x"),
        ("names/b", b""),
        ("names/C", b""),
    ];
    for (path, contents) in files {
        fs::write(root.join(path), contents).unwrap();
    }
    symlink("sub/deep.txt", root.join("link.txt")).unwrap();
    symlink(outside.join("secret.txt"), root.join("out.txt")).unwrap();
}

/// Every path beneath the root with what is there: contents, or where a link points.
fn snapshot(root: &Path) -> BTreeMap<PathBuf, String> {
    let mut found = BTreeMap::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in folder.read_dir().unwrap() {
            let path = entry.unwrap().path();
            let what = if path.is_symlink() {
                path.read_link().unwrap().display().to_string()
            } else if path.is_dir() {
                folders.push(path.clone());
                "/".into()
            } else {
                format!("{:?}", fs::read(&path).unwrap())
            };
            found.insert(path, what);
        }
    }
    found
}

fn common_server() -> Option<PathBuf> {
    let Some(modules) = env::var_os("PADDOCK_PEERS_NODE") else {
        paddock_skip::skip_for_peer("the peers are not set up");
        return None;
    };
    Some(Path::new(&modules).join("@modelcontextprotocol/server-filesystem/dist/index.js"))
}

fn initialized(mut client: Client, root: &Path) -> (Client, Value) {
    client.initialize("2025-11-25", &json!({ "roots": {} }));
    client.notify("notifications/initialized");
    let question = client.next();
    client.answer_roots(&question, &[root]);
    // The common server takes a moment to make the answer its own.
    let deadline = Instant::now() + PATIENCE;
    while !client.result("list_allowed_directories", &json!({})).to_string().contains("world") {
        assert!(Instant::now() < deadline, "the roots were not taken");
    }
    let tools = client.request("tools/list", &json!({}))["result"]["tools"].take();
    (client, tools)
}

#[test]
fn what_the_common_server_does_this_one_does_or_says_why_not() {
    let Some(script) = common_server() else { return };
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().canonicalize().unwrap().join("world");
    build(&root);
    let theirs = Client::start_other("node".as_ref(), &[script.as_os_str(), root.as_os_str()]);
    let (mut theirs, their_tools) = initialized(theirs, &root);
    let (mut ours, our_tools) = initialized(Client::start(), &root);
    let mut page = page_head(&their_tools, &our_tools);
    let mut wrong = String::new();
    for Case { what, tool, arguments, differs } in cases(&root) {
        build(&root);
        let expected = plain(theirs.result(tool, &arguments));
        let after = snapshot(&root);
        build(&root);
        let found = plain(ours.result(tool, &arguments));
        let is_same = expected == found && after == snapshot(&root);
        match differs {
            None if !is_same => {
                let _ = writeln!(wrong, "{what} ({tool}):\n  {expected}\n  {found}");
                let now = snapshot(&root);
                let changed = after.iter().filter(|(path, was)| now.get(*path) != Some(was));
                let _ = writeln!(wrong, "  files: {:?}", changed.collect::<Vec<_>>());
            }
            Some(_) if is_same => {
                let _ = writeln!(wrong, "{what} ({tool}) does not differ");
            }
            _ => {}
        }
        let row = differs.map_or_else(|| "the same".to_owned(), |why| format!("differs. {why}"));
        let _ = writeln!(page, "| `{tool}` | {what} | {row} |");
    }
    assert!(wrong.is_empty(), "{wrong}");
    let whole = fs::read_to_string(PAGE).unwrap();
    let (by_hand, written) = whole.split_once(BEGINS).unwrap();
    if env::var_os("UPDATE_DOCS").is_some() {
        fs::write(PAGE, format!("{by_hand}{BEGINS}{page}")).unwrap();
    } else {
        assert_eq!(written, page, "UPDATE_DOCS=1 writes the page");
    }
}

/// A result without the words of a refusal.
fn plain(mut result: Value) -> Value {
    if result["isError"] == true { json!({ "isError": true }) } else { result.take() }
}

/// Compares what the servers say of their tools, and begins the page.
fn page_head(theirs: &Value, ours: &Value) -> String {
    let mut page = String::from(
        "## Beside the common one\n\n\
         Tools, arguments, annotations and shapes of output are those of npm \
         `@modelcontextprotocol/server-filesystem`, and more. A test makes the calls below to both \
         and compares what they answer, as text and structured, and what becomes of the files. \
         Refusals are compared as such: this server's say what is allowed and how to get more.\n\n\
         | tool | more than in the common server |\n|---|---|\n",
    );
    let their_names: Vec<_> = theirs.as_array().unwrap().iter().map(|tool| &tool["name"]).collect();
    let our_names: Vec<_> = ours.as_array().unwrap().iter().map(|tool| &tool["name"]).collect();
    assert_eq!(our_names[..their_names.len()], their_names);
    for tool in ours.as_array().unwrap() {
        let name = tool["name"].as_str().unwrap();
        let Some(known) = theirs.as_array().unwrap().iter().find(|known| known["name"] == name)
        else {
            let _ = writeln!(page, "| `{name}` | the tool |");
            continue;
        };
        for member in ["title", "annotations"] {
            assert_eq!(tool[member], known[member], "{name} {member}");
        }
        let members =
            |of: &Value, schema: &str| of[schema]["properties"].as_object().unwrap().clone();
        let mut more = Vec::new();
        for schema in ["inputSchema", "outputSchema"] {
            let (known_members, own) = (members(known, schema), members(tool, schema));
            for (member, shape) in &known_members {
                assert_eq!(&own[member], shape, "{name} {schema} {member}");
            }
            more.extend(own.keys().filter(|member| !known_members.contains_key(*member)).cloned());
        }
        let more: Vec<_> = more.iter().map(|member| format!("`{member}`")).collect();
        let _ = writeln!(page, "| `{name}` | {} |", more.join(", "));
    }
    page.push_str("\n| tool | call | outcome |\n|---|---|---|\n");
    page
}
