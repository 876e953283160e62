use std::collections::BTreeMap;
use std::io::{Cursor, Write as _};
use std::path::Path;

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::*;

const MANIFEST: &str = r#"{
  "manifest_version": "0.3", "name": "Notes", "version": "1.0.0", "description": "d",
  "author": {"name": "Ada"}, "new_in_the_future": [],
  "server": {"type": "node", "entry_point": "server/index.js", "mcp_config": {
    "command": "node",
    "args": ["${__dirname}/server/index.js", "${user_config.folders}", "--name=${user_config.name}", "${user_config.none}", "${roots}"],
    "env": {"KEY": "${user_config.key}", "NONE": "${user_config.none}", "AT": "${HOME}${/}x"},
    "platform_overrides": {"win32": {"command": "node.exe"}}}},
  "user_config": {
    "folders": {"type": "directory", "title": "F", "description": "", "multiple": true, "required": true, "default": ["${HOME}/Desktop"]},
    "key": {"type": "string", "title": "K", "description": "", "sensitive": true},
    "name": {"type": "string", "title": "N", "description": ""},
    "none": {"type": "string", "title": "O", "description": ""},
    "size": {"type": "number", "title": "S", "description": "", "min": 1, "max": 3}
  }}"#;

fn packed(entries: &[(&str, &[u8], u32)]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes, mode) in entries {
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .unix_permissions(*mode);
        writer.start_file(*name, options).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

fn with(entries: &[(&str, &[u8], u32)]) -> Vec<u8> {
    let first: (&str, &[u8], u32) = ("manifest.json", MANIFEST.as_bytes(), 0o644);
    packed(&[&[first], entries].concat())
}

/// Writes another name of the same length over one, wherever it stands.
fn renamed(mut bytes: Vec<u8>, from: &str, to: &str) -> Vec<u8> {
    assert_eq!(from.len(), to.len());
    let places: Vec<_> =
        (0..bytes.len()).filter(|&at| bytes[at..].starts_with(from.as_bytes())).collect();
    assert!(places.len() >= 2, "the name stands before the file and in the list");
    for at in places {
        bytes[at..at + to.len()].copy_from_slice(to.as_bytes());
    }
    bytes
}

#[test]
fn names_that_land_elsewhere_or_twice_are_refused() {
    let one = || with(&[("aaaa/bbbb", b"x", 0o644), ("cccc/dddd", b"y", 0o644)]);
    assert!(Bundle::read(one()).is_ok());
    for name in [
        "../../xyz",
        "/etc/pass",
        "aa/../bbb",
        "aa//bbbbb",
        "aa\\..\\bbb",
        "aa/./bbbb",
        "C:/bbbbbb",
        "aa\0bbbbbb",
        "aa\nbbbbbb",
    ] {
        let name = &format!("{name:_<9}")[..9];
        assert!(
            matches!(
                Bundle::read(renamed(one(), "aaaa/bbbb", name)),
                Err(BundleError::BadEntry { .. })
            ),
            "{name:?}"
        );
    }
    for name in ["cccc/dddd", "CCCC/dddd", "cccc/DDDD", "Cccc/bbbb"] {
        assert!(
            matches!(
                Bundle::read(renamed(one(), "aaaa/bbbb", name)),
                Err(BundleError::Twice { .. })
            ),
            "{name}"
        );
    }
    let nested = with(&[("aaaa", b"x", 0o644), ("bbbb/c", b"y", 0o644)]);
    assert!(matches!(
        Bundle::read(renamed(nested, "bbbb/c", "aaaa/c")),
        Err(BundleError::Twice { .. })
    ));
    assert!(matches!(
        Bundle::read(with(&[(&"long/".repeat(70), b"", 0o644)])),
        Err(BundleError::BadEntry { .. })
    ));
}

#[test]
fn what_is_no_plain_file_is_refused() {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default();
    writer.start_file("manifest.json", options).unwrap();
    writer.write_all(MANIFEST.as_bytes()).unwrap();
    writer.add_symlink("server", "/etc", options).unwrap();
    assert!(matches!(
        Bundle::read(writer.finish().unwrap().into_inner()),
        Err(BundleError::BadEntry { .. })
    ));
    assert!(Bundle::read(with(&[("run", b"x", 0o755)])).is_ok());
}

#[cfg(unix)]
#[test]
fn nothing_is_unpacked_with_the_rights_of_another_user() {
    use std::os::unix::fs::PermissionsExt as _;
    // The writer keeps to the lower bits, so the mode is put into the list by hand.
    let mut bytes = with(&[("run", b"x", 0o755)]);
    let mode = (0o100_755_u32 << 16).to_le_bytes();
    let at = (0..bytes.len()).rfind(|&at| bytes[at..].starts_with(&mode)).unwrap();
    bytes[at..at + 4].copy_from_slice(&(0o106_755_u32 << 16).to_le_bytes());
    let folder = tempfile::tempdir().unwrap();
    let unpacked = Bundle::read(bytes).unwrap().unpack(folder.path()).unwrap();
    let mode = unpacked.join("run").metadata().unwrap().permissions().mode();
    assert_eq!(mode & 0o7777, 0o555);
}

#[test]
fn bombs_are_not_unpacked() {
    assert!(matches!(
        Bundle::read(with(&[("zeros", &vec![0; 9 << 20], 0o644)])),
        Err(BundleError::Bomb)
    ));
    let giant = format!("{MANIFEST}{}", " ".repeat(2 << 20));
    assert!(matches!(
        Bundle::read(packed(&[("manifest.json", giant.as_bytes(), 0o644)])),
        Err(BundleError::BadManifest { .. })
    ));
    // The list says less than there is.
    let mut bytes = with(&[("lies", &[b'x'; 4096], 0o644)]);
    let size = 4096_u32.to_le_bytes();
    for at in 0..bytes.len() - 4 {
        if bytes[at..].starts_with(&size) {
            bytes[at..at + 4].copy_from_slice(&7_u32.to_le_bytes());
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let unpacked = Bundle::read(bytes).and_then(|mut bundle| bundle.unpack(folder.path()));
    assert!(unpacked.is_err());
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is left");
}

#[test]
fn what_is_no_bundle_is_said_to_be_none() {
    assert!(matches!(Bundle::read(b"hello".to_vec()), Err(BundleError::NotZip { .. })));
    assert!(matches!(Bundle::read(packed(&[("x", b"", 0o644)])), Err(BundleError::NoManifest)));
    let manifest = |text: &str| Bundle::read(packed(&[("manifest.json", text.as_bytes(), 0o644)]));
    assert!(matches!(manifest("{}"), Err(BundleError::BadManifest { .. })));
    assert!(matches!(
        manifest(&MANIFEST.replace("\"0.3\"", "\"9.0\"")),
        Err(BundleError::UnknownVersion { .. })
    ));
    let elsewhere = MANIFEST
        .replace("\"new_in_the_future\": []", "\"compatibility\": {\"platforms\": [\"other\"]}");
    assert!(matches!(manifest(&elsewhere), Err(BundleError::OtherSystem)));
    assert!(manifest(MANIFEST).is_ok());
}

fn folders() -> Folders<'static> {
    let home = Path::new("/home/ada");
    Folders { home, desktop: home, documents: home, downloads: home }
}

#[test]
fn variables_are_filled_in_once() {
    let bundle = Bundle::read(with(&[("server/index.js", b"", 0o644)])).unwrap();
    let one = |text: &str| Value::One(text.into());
    let mut values = Values::from([
        ("folders".to_owned(), Value::Many(vec!["/a b".into(), "/c".into()])),
        ("name".to_owned(), one("$(id) ${user_config.key}")),
        ("key".to_owned(), one("secret")),
    ]);
    let made = launch(&bundle, Path::new("/b"), &folders(), &values).unwrap();
    assert_eq!(made.program, "node");
    let expected =
        ["/b/server/index.js", "/a b", "/c", "--name=$(id) ${user_config.key}", "${roots}"];
    assert_eq!(made.args, expected);
    let env = [("AT", "/home/ada/x"), ("KEY", "secret")];
    let env: BTreeMap<_, _> = env.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
    assert_eq!(made.env, env);
    assert_eq!(made.secrets, ["KEY".to_owned()].into());
    assert!(!format!("{made:?}").contains("secret"));

    values.remove("folders");
    let missing = launch(&bundle, Path::new("/b"), &folders(), &values).unwrap_err();
    assert!(matches!(missing, BundleError::Missing { .. }));
}

#[test]
fn what_is_packed_may_be_named_from_the_bundle() {
    let manifest = MANIFEST
        .replace("\"node\",\n    \"args\": [\"${__dirname}/", "\"node\",\n    \"args\": [\"");
    let entries: [(&str, &[u8], u32); 2] =
        [("manifest.json", manifest.as_bytes(), 0o644), ("server/index.js", b"", 0o644)];
    let bundle = Bundle::read(packed(&entries)).unwrap();
    let values = Values::from([("folders".to_owned(), Value::Many(Vec::new()))]);
    let made = launch(&bundle, Path::new("/b"), &folders(), &values).unwrap();
    assert_eq!(made.args[0], "/b/server/index.js");
}

#[test]
fn answers_are_checked() {
    let bundle = Bundle::read(with(&[])).unwrap();
    let asked = |name: &str, answers: &[&str]| {
        let setting = &bundle.manifest.user_config[name];
        read(name, setting, answers.iter().map(|&it| it.to_owned()).collect())
    };
    assert_eq!(asked("size", &["2"]).unwrap(), Some(Value::One("2".into())));
    for bad in ["0", "4", "x", "NaN", "inf"] {
        assert!(matches!(asked("size", &[bad]), Err(BundleError::BadValue { .. })), "{bad}");
    }
    assert_eq!(asked("size", &[]).unwrap(), None);
    assert!(matches!(asked("folders", &[]), Err(BundleError::Missing { .. })));
    assert!(matches!(asked("folders", &["relative"]), Err(BundleError::BadValue { .. })));
    assert!(matches!(asked("name", &["a", "b"]), Err(BundleError::BadValue { .. })));
    assert_eq!(usual(&bundle.manifest.user_config["folders"], &folders()), ["/home/ada/Desktop"]);
}

#[cfg(unix)]
#[test]
fn it_is_unpacked_read_only_found_again_and_removed() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    let bundles = bundles_beside(&folder.path().join("data"));
    let mut bundle =
        Bundle::read(with(&[("server/index.js", b"hi", 0o644), ("tool", b"", 0o755)])).unwrap();
    let unpacked = bundle.unpack(&bundles).unwrap();
    assert_eq!(unpacked, bundle.unpack(&bundles).unwrap());
    assert!(unpacked.file_name().unwrap().to_str().unwrap().starts_with("notes-"));
    let mode = |name: &str| unpacked.join(name).metadata().unwrap().permissions().mode() & 0o777;
    assert_eq!(
        (mode("server/index.js"), mode("tool"), mode("manifest.json")),
        (0o555, 0o555, 0o444)
    );

    let script = unpacked.join("server/index.js");
    let within = |word: &str| bundles_in(&bundles, [word]).into_iter().next();
    let script_word = script.to_str().unwrap();
    assert_eq!(within(script_word), Some(unpacked.clone()));
    assert_eq!(within(&format!("--at={script_word}")), Some(unpacked.clone()));
    assert_eq!(within(&format!("/x:{script_word}")), Some(unpacked.clone()));
    for outside in
        ["/etc/x", "relative", bundles.to_str().unwrap(), bundles.join("../x").to_str().unwrap()]
    {
        assert_eq!(within(outside), None, "{outside}");
    }
    let mut other = Bundle::read(with(&[("new", b"", 0o644)])).unwrap().folder_name();
    assert!(is_same_name(&unpacked, Path::new(&other)));
    other.insert(0, 'x');
    assert!(!is_same_name(&unpacked, Path::new(&other)));
    remove(&unpacked).unwrap();
    assert_eq!(std::fs::read_dir(&bundles).unwrap().count(), 0);
}

#[test]
fn a_sensitive_value_is_no_argument() {
    let manifest = MANIFEST.replace("--name=${user_config.name}", "--key=${user_config.key}");
    let bundle = Bundle::read(packed(&[("manifest.json", manifest.as_bytes(), 0o644)])).unwrap();
    let mut values = Values::from([("folders".to_owned(), Value::Many(Vec::new()))]);
    let at = Path::new("/b");
    assert!(launch(&bundle, at, &folders(), &values).is_ok(), "it was not answered");
    values.insert("key".to_owned(), Value::One("hunter2".to_owned()));
    let error = launch(&bundle, at, &folders(), &values).unwrap_err();
    assert!(matches!(error, BundleError::SecretArgument { .. }));
    assert!(!format!("{error} {error:?}").contains("hunter2"));
}

#[cfg(unix)]
#[test]
fn a_folder_that_is_there_is_looked_at_before_it_is_used() {
    use std::fs::{self, Permissions};
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let place = tempfile::tempdir().unwrap();
    let bundles = place.path().join("bundles");
    let mut bundle = Bundle::read(with(&[("server/index.js", b"good", 0o644)])).unwrap();
    let folder = bundle.unpack(&bundles).unwrap();
    let script = folder.join("server/index.js");
    let spoil = |how: &str| match how {
        "changed" => {
            fs::remove_file(&script).unwrap();
            fs::write(&script, "evil").unwrap();
            fs::set_permissions(&script, Permissions::from_mode(0o555)).unwrap();
        }
        "more" => fs::write(folder.join("server/more.js"), "evil").unwrap(),
        "less" => fs::remove_file(&script).unwrap(),
        "writable" => fs::set_permissions(&script, Permissions::from_mode(0o777)).unwrap(),
        "linked file" => {
            fs::write(place.path().join("copy"), "good").unwrap();
            fs::remove_file(&script).unwrap();
            symlink(place.path().join("copy"), &script).unwrap();
        }
        "file" => {
            fs::remove_dir_all(&folder).unwrap();
            fs::write(&folder, "evil").unwrap();
        }
        _ => {
            let elsewhere = place.path().join("elsewhere");
            fs::rename(&folder, &elsewhere).unwrap();
            symlink(&elsewhere, &folder).unwrap();
        }
    };
    for how in ["changed", "more", "less", "writable", "linked file", "file", "linked folder"] {
        spoil(how);
        assert_eq!(bundle.unpack(&bundles).unwrap(), folder, "{how}");
        let kind = folder.symlink_metadata().unwrap().file_type();
        assert!(kind.is_dir(), "{how}");
        assert_eq!(fs::read(&script).unwrap(), b"good", "{how}");
        assert!(!script.symlink_metadata().unwrap().file_type().is_symlink(), "{how}");
        assert_eq!(script.metadata().unwrap().permissions().mode() & 0o777, 0o555, "{how}");
        assert_eq!(fs::read_dir(folder.join("server")).unwrap().count(), 1, "{how}");
        assert_eq!(fs::read_dir(&bundles).unwrap().count(), 1, "{how}: nothing is left beside it");
    }
    assert!(place.path().join("elsewhere").exists(), "what a link leads to is left alone");
}

#[cfg(unix)]
#[test]
fn the_same_bundle_is_not_put_in_place_twice() {
    use std::os::unix::fs::MetadataExt as _;
    let place = tempfile::tempdir().unwrap();
    let mut bundle = Bundle::read(with(&[("server/index.js", b"good", 0o644)])).unwrap();
    let inode = |folder: &Path| folder.metadata().unwrap().ino();
    let first = inode(&bundle.unpack(place.path()).unwrap());
    assert_eq!(inode(&bundle.unpack(place.path()).unwrap()), first, "a server may run from it");
    assert_eq!(std::fs::read_dir(place.path()).unwrap().count(), 1);
}

#[test]
fn a_count_in_the_larger_form_is_refused() {
    let end = |bytes: &[u8]| bytes.windows(4).rposition(|it| it == b"PK\x05\x06").unwrap();
    let mut many = with(&[]);
    let at = end(&many);
    many[at + 8..at + 12].copy_from_slice(&[0xff; 4]);
    assert!(matches!(Bundle::read(many), Err(BundleError::Bomb)));
    let mut hidden = with(&[]);
    let at = end(&hidden);
    let mut locator = b"PK\x06\x07".to_vec();
    locator.resize(20, 0);
    hidden.splice(at..at, locator);
    assert!(matches!(Bundle::read(hidden), Err(BundleError::Bomb)));
}

#[test]
fn manifests_that_are_meant_to_break_something_are_refused() {
    let manifest = |text: &str| Bundle::read(packed(&[("manifest.json", text.as_bytes(), 0o644)]));
    let deep = format!("{}{}", "[".repeat(200_000), "]".repeat(200_000));
    assert!(matches!(manifest(&deep), Err(BundleError::BadManifest { .. })));
    let ignored = MANIFEST.replace("\"new_in_the_future\": []", &format!("\"x\": {deep}"));
    assert!(manifest(&ignored).is_ok(), "what is not known is skipped, however deep");
    let nested = MANIFEST.replace("\"min\": 1", &format!("\"default\": {deep}"));
    assert!(matches!(manifest(&nested), Err(BundleError::BadManifest { .. })));
    let long = MANIFEST.replace("\"size\": {", &format!("\"{}\": {{", "x".repeat(500)));
    assert!(matches!(manifest(&long), Err(BundleError::BadManifest { .. })));
    let many: Vec<_> = (0..101).map(|at| format!("\"n{at}\": {{\"type\": \"string\"}}")).collect();
    let many = MANIFEST.replace("\"size\": {", &format!("{}, \"size\": {{", many.join(",")));
    assert!(matches!(manifest(&many), Err(BundleError::BadManifest { .. })));
    assert!(matches!(manifest("{\"name\": \"\u{0}"), Err(BundleError::BadManifest { .. })));
}
