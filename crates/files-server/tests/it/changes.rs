//! What the tools that change, find and list do to honest and hostile folders.

use std::{
    collections::BTreeSet,
    fs,
    os::unix::fs::{PermissionsExt, symlink},
    path::Path,
};

use crate::common::{Client, SECRET, World, uri};
use serde_json::{Value, json};

fn from_to(from: &Path, to: &Path) -> Value {
    json!({ "source": from, "destination": to })
}

#[test]
fn what_is_deleted_lies_in_the_trash_of_its_root_and_can_be_brought_back() {
    let world = World::new();
    let mut client = Client::with_roots(&[&world.root]);
    let path = world.root.join("sub/deep.txt");
    let trash = world.root.join(".paddock-trash");
    for (name, text) in [("deep.txt", "deep"), ("deep.txt.2", "again")] {
        fs::write(&path, text).unwrap();
        client.call("delete_file", &json!({ "path": path })).unwrap();
        assert!(!path.exists());
        assert_eq!(fs::read_to_string(trash.join("files").join(name)).unwrap(), text);
        let info = fs::read_to_string(trash.join(format!("info/{name}.trashinfo"))).unwrap();
        assert!(info.starts_with("[Trash Info]\nPath=../sub/deep.txt\nDeletionDate="), "{info}");
    }
    let thrown = trash.join("files/deep.txt");
    let refusal = client.call("delete_file", &json!({ "path": thrown })).unwrap_err();
    assert!(refusal.contains("in the trash already"), "{refusal}");
    let everything = json!({ "path": world.root, "pattern": "**/deep*" });
    assert_eq!(client.call("search_files", &everything).unwrap(), "No matches found");
    client.call("move_file", &from_to(&thrown, &path)).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "deep");
    client.call("delete_file", &json!({ "path": world.root.join("sub") })).unwrap();
    assert!(trash.join("files/sub/deep.txt").exists());
}

#[test]
fn a_granted_folder_is_neither_moved_nor_deleted() {
    let world = World::new();
    let inner = world.root.join("sub/inner");
    fs::create_dir(&inner).unwrap();
    let mut client = Client::with_roots(&[&world.root, &inner]);
    for path in [&world.root, &inner, &world.root.join("sub")] {
        assert!(client.call("delete_file", &json!({ "path": path })).is_err());
        let to = world.root.join("elsewhere");
        assert!(client.call("move_file", &from_to(path, &to)).is_err());
    }
    assert!(inner.exists());
}

#[test]
fn a_root_for_reading_is_changed_by_no_tool() {
    let world = World::new();
    let (mut client, question) = Client::asked();
    let root = json!({"uri":uri(&world.root),"_meta":{"org.paddock/access":"read"}});
    client.answer(&question, &json!({ "roots": [root] }));
    let (file, new) = (world.root.join("file.txt"), world.root.join("new"));
    let calls = [
        ("write_file", json!({"path":new,"content":""})),
        ("append_file", json!({"path":file,"content":"x"})),
        ("edit_file", json!({"path":file,"edits":[{"oldText":"inside","newText":"x"}]})),
        ("create_directory", json!({"path":new})),
        ("move_file", from_to(&file, &new)),
        ("copy_file", from_to(&file, &new)),
        ("delete_file", json!({"path":file})),
    ];
    for (tool, arguments) in calls {
        let refusal = client.call(tool, &arguments).unwrap_err();
        assert!(refusal.contains("for reading only"), "{tool}: {refusal}");
        assert!(refusal.contains("in the host app to go on"), "{tool}: {refusal}");
    }
    assert_eq!(fs::read_to_string(&file).unwrap(), "inside");
    assert_eq!(world.root.read_dir().unwrap().count(), 2);
}

#[test]
fn cve_2025_53109_no_tool_changes_anything_through_a_link_that_leads_out() {
    let world = World::new();
    let (out, secret) = (world.link("out", &world.outside), world.link("s", &world.secret));
    let mut client = Client::with_roots(&[&world.root]);
    let file = world.root.join("file.txt");
    let calls = [
        ("append_file", json!({"path":secret,"content":"x"})),
        ("append_file", json!({"path":out.join("new"),"content":"x"})),
        ("edit_file", json!({"path":secret,"edits":[{"oldText":"the","newText":"x"}]})),
        ("create_directory", json!({"path":out.join("new")})),
        ("create_directory", json!({"path":out.join("a/b")})),
        ("move_file", from_to(&file, &out.join("new"))),
        ("move_file", from_to(&out.join("secret.txt"), &world.root.join("stolen"))),
        ("copy_file", from_to(&file, &out.join("new"))),
        ("copy_file", from_to(&secret, &world.root.join("stolen"))),
        ("delete_file", json!({"path":out.join("secret.txt")})),
        ("read_media_file", json!({"path":secret})),
        ("get_file_info", json!({"path":secret})),
        ("directory_tree", json!({"path":out})),
        ("search_files", json!({"path":out,"pattern":"**"})),
        ("search_content", json!({"path":out,"pattern":"secret"})),
        ("search_content", json!({"path":secret,"pattern":"secret"})),
        ("list_directory_with_sizes", json!({"path":out})),
    ];
    for (tool, arguments) in calls {
        let refusal = client.call(tool, &arguments).unwrap_err();
        assert!(!refusal.contains(SECRET), "{tool} {refusal}");
        world.assert_outside_untouched();
    }
    // From above, neither the names nor the lines behind a link are found.
    let root = json!({"path":world.root,"pattern":"**/secret*"});
    assert_eq!(client.call("search_files", &root).unwrap(), "No matches found");
    let root = json!({"path":world.root,"pattern":"secret"});
    assert_eq!(client.call("search_content", &root).unwrap(), "No matches found");
    let several = json!({"paths":[secret, file]});
    assert!(!client.call("read_multiple_files", &several).unwrap().contains(SECRET));
    // The trash cannot be made to lie elsewhere.
    symlink(&world.outside, world.root.join(".paddock-trash")).unwrap();
    assert!(client.call("delete_file", &json!({ "path": file })).is_err());
    world.assert_outside_untouched();
    assert!(file.exists());
}

#[test]
fn a_search_and_a_tree_end_where_links_go_round_and_say_what_is_closed() {
    let world = World::new();
    world.link("sub/round", "..");
    world.link("self", "self");
    let locked = world.root.join("locked");
    fs::create_dir(&locked).unwrap();
    fs::set_permissions(&locked, fs::Permissions::from_mode(0o000)).unwrap();
    let closed = locked.read_dir().is_err();
    let mut client = Client::with_roots(&[&world.root]);
    let tree = client.call("directory_tree", &json!({ "path": world.root })).unwrap();
    let found = client.call("search_files", &json!({"path":world.root,"pattern":"**/*.txt"}));
    fs::set_permissions(&locked, fs::Permissions::from_mode(0o700)).unwrap();
    let tree: Value = serde_json::from_str(&tree).unwrap();
    assert_eq!(tree[1]["name"], "locked");
    assert_eq!(tree[1]["error"].is_string(), closed);
    assert_eq!(found.unwrap().lines().count(), 2);
}

#[test]
fn content_is_found_by_line_and_gitignore_is_honoured_by_choice() {
    let world = World::new();
    fs::write(world.root.join(".gitignore"), "*.log\n/build\n").unwrap();
    fs::write(world.root.join("a.log"), "needle\n").unwrap();
    fs::write(world.root.join("binary"), b"needle\0").unwrap();
    fs::create_dir(world.root.join("build")).unwrap();
    fs::write(world.root.join("build/b.txt"), "needle\n").unwrap();
    fs::write(world.root.join("sub/deep.txt"), "one\nA Needle \"x\"\nthree\n").unwrap();
    let mut client = Client::with_roots(&[&world.root]);
    let root = world.root.display();
    let mut found = |more: Value| {
        let mut call = json!({"path":world.root,"pattern":"n[e]+dle","ignoreCase":true});
        call.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        client.call("search_content", &call).unwrap()
    };
    let deep = format!("{root}/sub/deep.txt:2:A Needle \"x\"");
    assert_eq!(found(json!({"respectGitignore":true})), deep);
    assert_eq!(found(json!({})).lines().count(), 3);
    assert_eq!(found(json!({"include":["**/*.txt"],"excludePatterns":["build"]})), deep);
    let around = found(json!({"include":["sub/*"],"context":1}));
    let expected = format!("{root}/sub/deep.txt-1-one\n{deep}\n{root}/sub/deep.txt-3-three");
    assert_eq!(around, expected);
    assert_eq!(found(json!({"literal":true})), "No matches found");
}

#[test]
fn results_that_are_too_many_go_on_behind_a_cursor() {
    let world = World::new();
    let line = format!("needle {}\n", "x".repeat(400));
    for number in 0..12 {
        fs::write(world.root.join(format!("f{number:02}")), line.repeat(100)).unwrap();
    }
    let mut client = Client::with_roots(&[&world.root]);
    let mut call = json!({"path":world.root,"pattern":"needle"});
    let (mut lines, mut pages) = (0, 0);
    loop {
        let result = client.result("search_content", &call);
        lines += result["content"][0]["text"].as_str().unwrap().matches(":needle").count();
        pages += 1;
        let next = result["structuredContent"]["nextCursor"].clone();
        assert_eq!(result["content"][1]["text"].is_string(), next.is_string());
        if next.is_null() {
            break;
        }
        call["cursor"] = next;
    }
    assert_eq!(lines, 1200);
    assert!(pages > 1);
}

#[test]
fn a_file_with_too_many_lines_goes_on_at_the_next_one() {
    let world = World::new();
    let path = world.root.join("many.txt");
    fs::write(&path, "needle\n".repeat(25_000)).unwrap();
    fs::write(world.root.join("more.txt"), "needle\n").unwrap();
    let mut client = Client::with_roots(&[&world.root]);
    for (searched, expected) in [(&path, 25_000), (&world.root, 25_001)] {
        let mut call = json!({"path":searched,"pattern":"needle"});
        let mut lines = Vec::new();
        loop {
            let result = client.result("search_content", &call);
            let text = result["content"][0]["text"].as_str().unwrap();
            lines.extend(text.lines().map(str::to_owned));
            call["cursor"] = result["structuredContent"]["nextCursor"].clone();
            if call["cursor"].is_null() {
                break;
            }
        }
        assert_eq!(lines.len(), expected);
        let told: BTreeSet<_> = lines.iter().collect();
        assert_eq!(told.len(), expected, "a line was told twice");
    }
    for cursor in ["%", "many.txt:x", ":"] {
        let call = json!({"path":world.root,"pattern":"needle","cursor":cursor});
        assert!(client.call("search_content", &call).is_err(), "{cursor}");
    }
}

#[test]
fn a_copy_keeps_the_permissions_and_replaces_nothing() {
    let world = World::new();
    let (from, to) = (world.root.join("file.txt"), world.root.join("sub/copy.txt"));
    fs::set_permissions(&from, fs::Permissions::from_mode(0o750)).unwrap();
    let mut client = Client::with_roots(&[&world.root]);
    client.call("copy_file", &from_to(&from, &to)).unwrap();
    assert_eq!(fs::read_to_string(&to).unwrap(), "inside");
    assert_eq!(fs::metadata(&to).unwrap().permissions().mode() & 0o777, 0o750);
    let refusal = client.call("copy_file", &from_to(&from, &to)).unwrap_err();
    assert!(refusal.contains("something is there already"), "{refusal}");
    client.call("append_file", &json!({"path":to,"content":" and more"})).unwrap();
    assert_eq!(fs::read_to_string(&to).unwrap(), "inside and more");
    assert_eq!(world.root.join("sub").read_dir().unwrap().count(), 2, "something is left over");
}
