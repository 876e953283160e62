//! Ways out of the root that worked elsewhere, read and write. Tests are named after the incident.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::common::{Client, SECRET, World};
use serde_json::json;

/// Neither reading, listing nor writing any of `paths` gets out of the root.
fn assert_kept_in(world: &World, paths: &[PathBuf]) {
    let mut client = Client::with_roots(&[&world.root]);
    for path in paths {
        for tool in ["read_text_file", "list_directory"] {
            let said = client.call(tool, &json!({ "path": path }));
            let refusal = said.unwrap_err();
            assert!(!refusal.contains(SECRET));
        }
        assert!(client.write(path, "overwritten").is_err(), "{}", path.display());
        assert!(client.write(&path.join("new"), "made").is_err(), "{}", path.display());
        world.assert_outside_untouched();
    }
    assert_eq!(client.read(&world.root.join("file.txt")).unwrap(), "inside");
}

#[test]
fn cve_2025_53110_sibling_prefix() {
    let world = World::new();
    let evil = world.root.with_file_name("root-evil");
    fs::rename(&world.outside, &evil).unwrap();
    let mut client = Client::with_roots(&[&world.root]);
    for path in ["secret.txt", ".", "new"] {
        let path = evil.join(path);
        assert!(client.read(&path).is_err());
        assert!(client.call("list_directory", &json!({ "path": path })).is_err());
        assert!(client.write(&path, "x").is_err());
    }
    assert_eq!(fs::read_to_string(evil.join("secret.txt")).unwrap(), SECRET);
    assert_eq!(evil.read_dir().unwrap().count(), 1);
}

#[test]
fn cve_2025_53109_link_to_a_secret() {
    let world = World::new();
    let link = world.link("link", &world.secret);
    assert_kept_in(&world, &[link]);
}

#[test]
fn cve_2025_53109_link_to_a_folder_and_to_the_top() {
    let world = World::new();
    let paths = [
        world.link("out", &world.outside).join("secret.txt"),
        world.root.join("out"),
        world.link("top", "/").join(world.secret.strip_prefix("/").unwrap()),
        world.root.join("top"),
    ];
    assert_kept_in(&world, &paths);
}

#[test]
fn cve_2025_53109_chained_links() {
    let world = World::new();
    world.link("one", &world.outside);
    world.link("two", "one");
    world.link("three", world.root.join("two"));
    let paths = ["one", "two", "three"].map(|name| world.root.join(name).join("secret.txt"));
    assert_kept_in(&world, &paths);
}

#[test]
fn cve_2025_53109_relative_links() {
    let world = World::new();
    let paths = [
        world.link("up", "../outside/secret.txt"),
        world.link("around", "sub/../../outside/secret.txt"),
        world.link("sub/deep", "../../outside/secret.txt"),
        world.link("many", format!("{}{}", "../".repeat(60), world.secret.display())),
    ];
    assert_kept_in(&world, &paths);
}

#[test]
fn cve_2025_53109_link_in_the_middle() {
    let world = World::new();
    world.link("sub/way", "../../outside");
    world.link("sub/far", &world.outside);
    let paths = [world.root.join("sub/way/secret.txt"), world.root.join("sub/far/secret.txt")];
    assert_kept_in(&world, &paths);
}

#[test]
fn cve_2025_53109_dangling_link_creates_nothing_outside() {
    let world = World::new();
    let mut client = Client::with_roots(&[&world.root]);
    for (name, target) in [
        ("absolute", world.outside.join("made")),
        ("relative", "../outside/made".into()),
        ("beside", world.root.with_file_name("made")),
    ] {
        let link = world.link(name, target);
        assert!(client.write(&link, "x").is_err(), "{name}");
        world.assert_outside_untouched();
    }
}

#[test]
fn links_in_a_circle_end() {
    let world = World::new();
    world.link("a", "b");
    world.link("b", world.root.join("a"));
    world.link("self", world.root.join("self/self"));
    let paths = ["a", "self", "self/x"].map(|name| world.root.join(name));
    assert_kept_in(&world, &paths);
}

#[test]
fn magic_links_are_not_followed() {
    let world = World::new();
    let mut client = Client::with_roots(&[Path::new("/proc/self")]);
    let secret = Path::new("/proc/self/root").join(world.secret.strip_prefix("/").unwrap());
    assert!(client.read(&secret).is_err());
    assert!(client.read(Path::new("/proc/self/cwd/Cargo.toml")).is_err());
}

#[test]
fn ghsa_7rgq_path_corpus() {
    let world = World::new();
    let (root, secret) = (world.root.display(), world.secret.display());
    let corpus = [
        format!("{secret}"),
        format!("{root}/../outside/secret.txt"),
        format!("{root}/sub/../../outside/secret.txt"),
        format!("{root}/./../outside//secret.txt"),
        format!("{root}//..//outside/secret.txt"),
        format!("{root}/.. /outside/secret.txt"),
        format!("{root}/..\\outside\\secret.txt"),
        format!("{root}/..%2foutside/secret.txt"),
        format!("{root}/%2e%2e/outside/secret.txt"),
        format!("{root}/..%5coutside%5csecret.txt"),
        format!("{root}\"/../outside/secret.txt"),
        format!("{root} /../outside/secret.txt"),
        format!("{root}/file.txt/../../outside/secret.txt"),
        format!("{root}/..\u{2215}outside\u{2215}secret.txt"),
        format!("{root}/\u{ff0e}\u{ff0e}/outside/secret.txt"),
        format!("//{secret}"),
        format!("/.{secret}"),
        format!("file://{secret}"),
        format!("\\\\?\\{secret}"),
        format!("\\\\localhost\\{secret}"),
        format!("{secret}::$DATA"),
        "~/secret.txt".into(),
        "../outside/secret.txt".into(),
        "..".into(),
        "/".into(),
        "/etc/passwd".into(),
    ];
    let mut client = Client::with_roots(&[&world.root]);
    for path in corpus.map(PathBuf::from) {
        // Some of these are the plain names of new files in the root; then they may be made there.
        let read = client.read(&path);
        assert!(read.is_err(), "{}", path.display());
        let _ = client.write(&path, "written");
        let _ = client.write(&path.join("new"), "written");
        world.assert_outside_untouched();
    }
}

#[test]
fn ghsa_7rgq_nul_does_not_cut_a_path() {
    let world = World::new();
    let mut client = Client::with_roots(&[&world.root]);
    for path in ["file.txt\0.png", "\0", "../outside/secret.txt\0file.txt"] {
        let path = format!("{}/{path}", world.root.display());
        let refusal = client.call("read_text_file", &json!({ "path": path })).unwrap_err();
        assert!(refusal.contains("NUL"), "{refusal}");
        let write = json!({ "path": path, "content": "x" });
        assert!(client.call("write_file", &write).is_err());
    }
    assert_eq!(fs::read_to_string(world.root.join("file.txt")).unwrap(), "inside");
    world.assert_outside_untouched();
}

#[test]
fn ghsa_7rgq_names_are_taken_as_they_are() {
    let world = World::new();
    let mut client = Client::with_roots(&[&world.root]);
    for name in ["file.txt ", "file.txt\"", "file.txt.", "FILE.TXT", "file.txt\n", "file%2etxt"] {
        assert!(client.read(&world.root.join(name)).is_err(), "{name:?}");
        client.write(&world.root.join(name), name).unwrap();
        assert_eq!(fs::read_to_string(world.root.join(name)).unwrap(), name);
    }
    assert!(client.read(Path::new("file.txt/")).is_err());
    assert_eq!(fs::read_to_string(world.root.join("file.txt")).unwrap(), "inside");
    // One letter, composed and decomposed: two names.
    client.write(&world.root.join("\u{e9}"), "composed").unwrap();
    assert!(client.read(&world.root.join("e\u{301}")).is_err());
}

#[test]
fn a_fifo_a_socket_or_a_device_does_not_hang_the_server() {
    use rustix::fs::{CWD, FileType, Mode, mknodat};
    let world = World::new();
    let fifo = world.root.join("fifo");
    mknodat(CWD, &fifo, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
    let socket = world.root.join("socket");
    let _listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
    let mut client = Client::with_roots(&[&world.root, Path::new("/dev")]);
    for path in [&*fifo, &socket, Path::new("/dev/null"), Path::new("/dev/zero")] {
        for said in [client.read(path), client.write(path, "x")] {
            let refusal = said.unwrap_err();
            assert!(refusal.contains("not a regular file"), "{}: {refusal}", path.display());
        }
    }
}
