//! What the tools do to honest files.

use std::{
    ffi::OsStr,
    fs,
    os::unix::{
        ffi::OsStrExt,
        fs::{MetadataExt, PermissionsExt},
    },
    path::{Path, PathBuf},
};

use crate::common::{Client, World, file, uri};
use rustix::fs::{AtFlags, CWD, Timespec, Timestamps, utimensat};
use serde_json::{Value, json};

#[test]
fn reading_whole_head_and_tail() {
    let world = World::new();
    let path = world.root.join("lines");
    fs::write(&path, "a\nb\nc\n").unwrap();
    let mut client = Client::with_roots(&[&world.root]);
    assert_eq!(client.read(&path).unwrap(), "a\nb\nc\n");
    let mut part = |key: &str, lines: f64| {
        client.call("read_text_file", &json!({ "path": path, key: lines })).unwrap()
    };
    assert_eq!(part("head", 2.0), "a\nb");
    assert_eq!(part("tail", 2.0), "b\nc");
    assert_eq!(part("head", 0.0), "a\nb\nc\n");
}

#[test]
fn text_survives_the_round_trip() {
    let world = World::new();
    let path = world.root.join("naïve file 🦊.txt");
    let text = "\u{feff}tab\t\"quotes\" \\ \u{0}\u{1f}\r\n\u{2028}🦊";
    let mut client = Client::with_roots(&[&world.root]);
    client.write(&path, text).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
    assert_eq!(client.read(&path).unwrap(), text);
}

#[test]
fn binary_and_oversized_files_are_refused_with_a_way_on() {
    let world = World::new();
    let (binary, large) = (world.root.join("binary"), world.root.join("large"));
    fs::write(&binary, b"text\xff").unwrap();
    fs::write(&large, "line\n").unwrap();
    file(&large).set_len(65 << 20).unwrap();
    let mut client = Client::with_roots(&[&world.root]);
    let refusal = client.read(&binary).unwrap_err();
    assert!(refusal.contains("not UTF-8 text: it looks binary from byte 4 on"), "{refusal}");
    let refusal = client.read(&large).unwrap_err();
    assert!(refusal.contains("64 MiB") && refusal.contains("head or tail"), "{refusal}");
}

#[test]
fn a_write_keeps_the_mode_and_leaves_no_litter() {
    let world = World::new();
    let path = world.root.join("file.txt");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    let mut client = Client::with_roots(&[&world.root]);
    let said = client.write(&path, "changed").unwrap();
    assert_eq!(said, format!("Successfully wrote to {}", path.display()));
    assert_eq!(fs::read_to_string(&path).unwrap(), "changed");
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o7777, 0o640);
    assert_eq!(world.root.read_dir().unwrap().count(), 2);
}

#[test]
fn a_write_replaces_the_file_and_does_not_touch_the_old_one() {
    let world = World::new();
    let (path, twin) = (world.root.join("file.txt"), world.root.join("twin"));
    fs::hard_link(&path, &twin).unwrap();
    Client::with_roots(&[&world.root]).write(&path, "changed").unwrap();
    assert_eq!(fs::read_to_string(twin).unwrap(), "inside");
}

#[test]
fn what_cannot_be_written_says_why() {
    let world = World::new();
    let mut client = Client::with_roots(&[&world.root]);
    for (path, why) in [
        ("sub", "it is a folder"),
        ("", "it is a folder"),
        ("new/", "it is a folder"),
        ("no/such/f", "there is no such file or folder"),
        ("file.txt/f", "is not a folder"),
    ] {
        let refusal = client.write(&world.root.join(path), "x").unwrap_err();
        assert!(refusal.contains(why), "{path}: {refusal}");
    }
    assert_eq!(fs::read_to_string(world.root.join("file.txt")).unwrap(), "inside");
}

#[test]
fn a_write_protected_file_stays_as_it_is_for_an_ordinary_user() {
    let world = World::new();
    let path = world.root.join("file.txt");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).unwrap();
    let permitted = fs::OpenOptions::new().write(true).open(&path).is_ok();
    let written = Client::with_roots(&[&world.root]).write(&path, "changed").is_ok();
    assert_eq!(written, permitted);
}

#[test]
fn links_inside_the_root_are_followed_relative_or_absolute() {
    let world = World::new();
    world.link("relative", "sub/deep.txt");
    world.link("absolute", world.root.join("sub/deep.txt"));
    world.link("folder", world.root.join("sub"));
    world.link("chain", "folder");
    world.link("sub/up", "../file.txt");
    let mut client = Client::with_roots(&[&world.root]);
    for path in ["relative", "absolute", "folder/deep.txt", "chain/deep.txt"] {
        assert_eq!(client.read(&world.root.join(path)).as_deref(), Ok("deep"), "{path}");
    }
    assert_eq!(client.read(&world.root.join("chain/up")).unwrap(), "inside");
    let listed = client.call("list_directory", &json!({ "path": world.root.join("chain") }));
    assert_eq!(listed.unwrap(), "[FILE] deep.txt\n[FILE] up");
    client.write(&world.root.join("absolute"), "changed").unwrap();
    client.write(&world.root.join("chain/new"), "new").unwrap();
    assert!(world.root.join("absolute").is_symlink());
    assert_eq!(fs::read_to_string(world.root.join("sub/deep.txt")).unwrap(), "changed");
    assert_eq!(fs::read_to_string(world.root.join("sub/new")).unwrap(), "new");
}

#[test]
fn a_link_from_one_root_into_another_keeps_the_access_of_the_other() {
    let world = World::new();
    let (write, read) = (world.root.join("write"), world.root.join("write/read"));
    fs::create_dir_all(&read).unwrap();
    fs::write(read.join("f"), "kept").unwrap();
    world.link("write/relative", "read");
    world.link("write/absolute", &read);
    let (mut client, question) = Client::asked();
    client.answer(
        &question,
        &json!({"roots":[
            {"uri":uri(&write)},
            {"uri":uri(&read),"_meta":{"org.paddock/access":"read"}},
        ]}),
    );
    for path in ["relative/f", "absolute/f", "read/f", "relative/new"] {
        let refusal = client.write(&write.join(path), "changed").unwrap_err();
        assert!(refusal.contains("for reading only"), "{path}: {refusal}");
    }
    assert_eq!(client.read(&write.join("relative/f")).unwrap(), "kept");
    assert!(client.write(&write.join("own"), "x").is_ok());
    assert_eq!(read.read_dir().unwrap().count(), 1);
}

#[test]
fn a_nested_root_that_was_missing_when_listed_keeps_its_access() {
    let world = World::new();
    let read = world.root.join("read");
    world.link("relative", "read");
    let (mut client, question) = Client::asked();
    client.answer(
        &question,
        &json!({"roots":[
            {"uri":uri(&world.root)},
            {"uri":uri(&read),"_meta":{"org.paddock/access":"read"}},
        ]}),
    );
    assert!(client.read(&read).is_err());
    fs::create_dir(&read).unwrap();
    assert!(client.write(&world.root.join("relative/new"), "x").is_err());
    assert_eq!(read.read_dir().unwrap().count(), 0);
}

#[test]
fn a_path_through_a_link_above_the_root_is_understood() {
    let world = World::new();
    let alias = world.outside.join("alias");
    std::os::unix::fs::symlink(world.root.parent().unwrap(), &alias).unwrap();
    let mut client = Client::with_roots(&[&world.root]);
    assert_eq!(client.read(&alias.join("root/file.txt")).unwrap(), "inside");
    client.write(&alias.join("root/new"), "x").unwrap();
    assert!(client.read(&alias.join("outside/secret.txt")).is_err());
    // The other way round: the root is listed by its alias and asked for by its real path.
    let mut client = Client::with_roots(&[&alias.join("root")]);
    assert_eq!(client.read(&world.root.join("file.txt")).unwrap(), "inside");
    assert_eq!(client.read(&alias.join("root/file.txt")).unwrap(), "inside");
}

#[test]
fn odd_names_are_listed_on_one_line_each_and_unreadable_entries_do_not_matter() {
    let world = World::new();
    let folder = world.root.join("odd");
    fs::create_dir_all(folder.join("locked")).unwrap();
    fs::write(folder.join("a\n[DIR] forged"), "").unwrap();
    fs::write(folder.join("file "), "").unwrap();
    std::os::unix::fs::symlink("nowhere", folder.join("dangling")).unwrap();
    fs::set_permissions(folder.join("locked"), fs::Permissions::from_mode(0o000)).unwrap();
    let mut client = Client::with_roots(&[&world.root]);
    let listed = client.call("list_directory", &json!({ "path": folder })).unwrap();
    fs::set_permissions(folder.join("locked"), fs::Permissions::from_mode(0o700)).unwrap();
    assert_eq!(listed, "[FILE] a\\u{a}[DIR] forged\n[FILE] dangling\n[FILE] file \n[DIR] locked");
    let empty = client.call("list_directory", &json!({ "path": folder.join("locked") }));
    assert_eq!(empty.unwrap(), "");
}

#[test]
fn what_is_listed_can_be_passed_back() {
    let world = World::new();
    let folder = world.root.join("odd");
    fs::create_dir(&folder).unwrap();
    let names: [&[u8]; 10] = [
        b"two\nlines",
        b"\\u{a}",
        b"\\u{5c}u{a}\\",
        b"not \xff\xc3 UTF-8",
        b"\\xff",
        "turned \u{202e}txt.exe".as_bytes(),
        "zero\u{200b}width".as_bytes(),
        "❤\u{fe0f}\u{200d}🔥".as_bytes(),
        "می\u{200c}خواهم".as_bytes(),
        b"tab\t\"quoted\"",
    ];
    for name in names {
        fs::write(folder.join(OsStr::from_bytes(name)), name).unwrap();
    }
    let mut client = Client::with_roots(&[&world.root]);
    let listed = client.call("list_directory", &json!({ "path": folder })).unwrap();
    let told: Vec<&str> =
        listed.lines().map(|line| line.strip_prefix("[FILE] ").unwrap()).collect();
    assert_eq!(told.len(), names.len(), "{listed}");
    let found = json!({ "path": folder, "pattern": "*" });
    let found = client.call("search_files", &found).unwrap();
    assert_eq!(found.lines().count(), names.len(), "{found}");
    let tree = client.call("directory_tree", &json!({ "path": folder })).unwrap();
    let tree: Value = serde_json::from_str(&tree).unwrap();
    for (index, name) in told.iter().enumerate() {
        let path = folder.join(name);
        assert_eq!(found.lines().nth(index), path.to_str());
        assert_eq!(tree[index]["name"], **name);
        let copy = world.root.join("copy");
        let call = json!({ "source": path, "destination": copy });
        client.call("copy_file", &call).unwrap();
        let real = names.iter().find(|name| fs::read(&copy).unwrap() == **name).unwrap();
        let spelled = client.call("delete_file", &json!({ "path": path })).unwrap();
        assert!(spelled.contains(name), "{spelled}");
        assert!(!folder.join(OsStr::from_bytes(real)).exists(), "{name}");
        fs::remove_file(&copy).unwrap();
    }
    assert_eq!(folder.read_dir().unwrap().count(), 0);
}

#[test]
fn a_time_beyond_the_calendar_is_not_told() {
    let world = World::new();
    let (path, far) = (world.root.join("file.txt"), i64::MAX);
    let times = Timestamps {
        last_access: Timespec { tv_sec: far, tv_nsec: 0 },
        last_modification: Timespec { tv_sec: far, tv_nsec: 0 },
    };
    let mut client = Client::with_roots(&[&world.root]);
    // Few file systems keep such a time; then it is one that is told.
    utimensat(CWD, &path, &times, AtFlags::empty()).unwrap();
    let kept = fs::metadata(&path).unwrap().mtime() == far;
    let info = client.call("get_file_info", &json!({ "path": path })).unwrap();
    assert_eq!(info.contains("\nmodified: unknown\n"), kept, "{info}");
}

#[test]
fn a_read_of_50_mb_holds_it_once_and_gives_it_back() {
    const MEBIBYTE: u64 = 1 << 20;
    let world = World::new();
    let (large, line) = (world.root.join("large.txt"), "A \"quoted\" line of text.\n");
    fs::write(&large, line.repeat((50 << 20) / line.len())).unwrap();
    let mut client = Client::with_roots(&[&world.root]);
    let size = fs::metadata(&large).unwrap().len();
    assert_eq!(client.read(&large).unwrap().len() as u64, size);
    let peak = client.memory("VmHWM");
    assert!(peak < size * 5 / 4 + 16 * MEBIBYTE, "{peak}");
    assert_eq!(client.read(&world.root.join("file.txt")).unwrap(), "inside");
    let rest = client.memory("VmRSS");
    assert!(rest < 16 * MEBIBYTE, "{rest}");
}

#[test]
fn a_hundred_thousand_entries_are_listed() {
    let world = World::new();
    let folder = world.root.join("many");
    fs::create_dir(&folder).unwrap();
    // A link is cheaper to make than a file, and file systems limit how many one file has.
    let mut linked = PathBuf::new();
    for number in 0..100_000 {
        let name = folder.join(format!("entry-{number:06}"));
        if number % 30_000 == 0 {
            file(&name);
            linked = name;
        } else {
            fs::hard_link(&linked, name).unwrap();
        }
    }
    let mut client = Client::with_roots(&[&world.root]);
    let listed = client.call("list_directory", &json!({ "path": folder })).unwrap();
    assert_eq!(listed.lines().count(), 100_000);
    assert_eq!(listed.lines().last(), Some("[FILE] entry-099999"));
    assert!(client.read(Path::new("file.txt")).is_ok());
}
