//! What comes from a bundle, a registry or a link: added stopped, and nothing else.

use std::io::{Cursor, Write as _};
use std::path::PathBuf;

use paddock_bundles::Bundle;
use paddock_control::view::{
    AnsweredValue, AskedValue, Code, Pasted, RunView, ServerDraft, ServerView,
};
use paddock_front::asked::fill_in;
use paddock_front::bundles::{about, answered, install};
use serde_json::json;

use crate::world::World;

const SECRET: &str = "hunter2-hunter2";

fn said(name: &str, value: &str) -> AnsweredValue {
    AnsweredValue { name: name.to_owned(), values: vec![value.to_owned()] }
}

async fn asked(world: &World, text: String) -> (ServerDraft, Vec<AskedValue>) {
    let pasted = world.host.read_servers(text).await.unwrap();
    let [Pasted::Server { draft, asks, .. }] = pasted.as_slice() else { panic!("{pasted:?}") };
    (draft.clone(), asks.clone())
}

/// It is there, and a person has yet to say anything of it.
async fn is_only_added(world: &World, id: u32) -> ServerView {
    let is_asked = |it: &ServerView| matches!(it.state, RunView::NeedsTrust { .. });
    world.until_server(id, "it waits to be trusted", is_asked).await;
    let view = world.view().await;
    assert!(view.grants.is_empty() && view.consents.is_empty(), "nothing is given");
    view.servers.into_iter().find(|it| it.id == id).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_package_of_a_registry_is_filled_in_and_added_stopped() {
    let world = World::new();
    let folder = world.folder("a b");
    let package = json!({
        "registryType": "npm", "identifier": "@ada/notes", "version": "1.0.0",
        "packageArguments": [
            {"type": "positional", "valueHint": "folder", "format": "filepath", "isRequired": true},
            {"type": "named", "name": "--level"},
        ],
        "environmentVariables": [{"name": "LABEL", "isRequired": true, "isSecret": true}],
    });
    let text = json!({"name": "io.ada/notes", "packages": [package]}).to_string();
    let (draft, asks) = asked(&world, text).await;
    let answers = [said("folder", folder.to_str().unwrap()), said("LABEL", SECRET)];
    let id = world.host.add_server(fill_in(draft, &asks, &answers).unwrap()).await.unwrap();
    let server = is_only_added(&world, id).await;
    assert_eq!(
        server.command.in_keyring.len() + server.command.in_file.len(),
        1,
        "by its own word"
    );
    let draft = world.host.server_draft(id).await.unwrap();
    assert_eq!(draft.args, ["-y", "@ada/notes@1.0.0", folder.to_str().unwrap(), "--level"]);
    assert!(!format!("{server:?}{draft:?}").contains(SECRET));
    let picks = world.host.pick_named(id, false).await.unwrap();
    assert_eq!(picks.len(), 1, "the folder is proposed");
    assert!(world.view().await.grants.is_empty());
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_takes_no_server_over() {
    let world = World::new();
    let link = |args: &str| {
        format!(r#"paddock://install?name=Far&config={{"command":"sh","args":["-c","{args}"]}}"#)
    };
    let (draft, _) = asked(&world, link("exit")).await;
    let id = world.host.add_server(draft).await.unwrap();
    is_only_added(&world, id).await;
    let (other, _) = asked(&world, link("evil")).await;
    for name in ["Far", "far "] {
        let draft = ServerDraft { name: name.into(), ..other.clone() };
        assert_eq!(
            world.host.add_server(draft).await.unwrap_err().code,
            Code::DraftNameTaken,
            "{name:?}"
        );
    }
    assert_eq!(world.host.server_draft(id).await.unwrap().args, ["-c", "exit"]);
    world.quit().await;
}

fn bundle(command: &str) -> Bundle {
    let manifest = json!({
        "manifest_version": "0.3", "name": "notes", "version": "1.0.0", "description": "d",
        "author": {"name": "Ada"},
        "server": {"type": "python", "entry_point": "s.py", "mcp_config": {
            "command": command, "args": ["${__dirname}/s.py", "${user_config.folder}"],
            "env": {"LABEL": "${user_config.key}"}}},
        "user_config": {
            "folder": {"type": "directory", "title": "Folder", "required": true},
            "key": {"type": "string", "title": "Key", "sensitive": true}},
    });
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in [("manifest.json", manifest.to_string()), ("s.py", "print()".to_owned())] {
        writer.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        writer.write_all(text.as_bytes()).unwrap();
    }
    Bundle::read(writer.finish().unwrap().into_inner()).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bundle_is_filled_in_and_added_stopped_beside_one_of_its_name() {
    let world = World::new();
    let folder = world.folder("notes");
    let (data, home): (PathBuf, PathBuf) =
        (world.ground.places.data.clone(), world.ground.places.home.clone());
    let answers = [said("folder", folder.to_str().unwrap()), said("key", SECRET)];
    let mut ids = Vec::new();
    for command in ["python3; touch evil", "python3"] {
        let bundle = bundle(command);
        assert!(about(&bundle, &home).line.starts_with(command), "it is shown whole");
        assert_eq!(answered(&bundle, &[], &home, None).unwrap_err().code, Code::BundleMissing);
        let values = answered(&bundle, &answers, &home, None).unwrap();
        let made = install(&world.host, (&data, &home), bundle, &values, None).await.unwrap();
        assert!(!made.is_update);
        ids.push((made.server, made.name));
    }
    assert_eq!((ids[0].1.as_str(), ids[1].1.as_str()), ("notes", "notes-2"));
    let draft = world.host.server_draft(ids[0].0).await.unwrap();
    assert_eq!(draft.program, "python3; touch evil", "one word, which no shell reads");
    let server = is_only_added(&world, ids[1].0).await;
    assert_eq!(server.command.in_keyring.len() + server.command.in_file.len(), 1);
    assert!(!format!("{server:?}").contains(SECRET));
    assert_eq!(world.host.pick_named(ids[1].0, false).await.unwrap().len(), 1, "its folder alone");
    world.quit().await;
}
