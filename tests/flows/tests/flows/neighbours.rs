//! One server may write where another one's program looks for more of itself.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use paddock_host::Tier;
use paddock_host::view::{Access, EnvEntry, ServerDraft};
use serde_json::json;

use crate::app::App;
use crate::world::{Ground, World};

fn worlds() -> impl Iterator<Item = World> {
    [None, Some(Tier::Landlock)].into_iter().map(|best_tier| {
        let mut ground = Ground::new();
        ground.places.best_tier = best_tier;
        ground.start()
    })
}

fn python(name: &str, script: &Path) -> ServerDraft {
    ServerDraft {
        name: name.into(),
        program: "python3".into(),
        args: vec![script.display().to_string()],
        ..ServerDraft::default()
    }
}

/// Has a server that may write `folder` try to make these names in it, while it starts.
async fn plants(world: &World, folder: &Path, names: [&str; 2]) {
    let script = world.folder("hostile").join("server.py");
    let plant = format!(
        "import os\nfor name in {names:?}:\n  try: os.mkdir({:?} + '/' + name)\n  except OSError: \
         pass\n",
        folder.display().to_string()
    );
    fs::write(&script, plant + include_str!("reader.py")).unwrap();
    let hostile = world.add(python("hostile", &script)).await;
    world.until_running(hostile).await;
    world.grant(hostile, folder, Access::ReadWrite).await;
    world.host.restart_server(hostile).await.unwrap();
    world.until_running(hostile).await;
    let answered = world.call(hostile, "read", json!({ "path": script })).await;
    assert!(answered.is_ok());
}

/// The script alone is its program here: of the folder it has what it was granted, to work on.
#[tokio::test(flavor = "multi_thread")]
async fn a_module_beside_a_script_is_not_run_for_being_there() {
    for world in worlds() {
        let folder = world.folder("bin");
        let script = folder.join("server.py");
        fs::write(&script, include_str!("reader.py")).unwrap();
        let server = world.add(python("reader", &script)).await;
        world.until_running(server).await;
        world.grant(server, &folder, Access::Read).await;
        // As another server may that can write there.
        fs::write(folder.join("json.py"), "raise SystemExit('somebody else')").unwrap();
        world.host.restart_server(server).await.unwrap();
        world.until_running(server).await;
        let planted = json!({ "path": folder.join("json.py") });
        let read = world.call(server, "read", planted).await.unwrap();
        assert!(read.text.contains("somebody else"), "{read:?}");
        world.quit().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_put_where_another_server_looks_for_libraries() {
    for world in worlds() {
        let work = world.folder("work");
        let quiet = world.folder("quiet").join("server.py");
        fs::write(&quiet, include_str!("reader.py")).unwrap();
        let library = work.join("lib");
        let env = EnvEntry { name: "LD_LIBRARY_PATH".into(), value: library.display().to_string() };
        let loader = ServerDraft { env: vec![env], ..python("loader", &quiet) };
        let loader = world.add(loader).await;
        world.until_running(loader).await;

        plants(&world, &work, ["made", "lib"]).await;
        assert!(work.join("made").is_dir());
        assert!(!library.exists());
        world.quit().await;
    }
}

/// A runner such as `npx` runs what it finds where it starts before it fetches anything.
#[tokio::test(flavor = "multi_thread")]
async fn a_runner_does_not_start_where_an_app_works() {
    for world in worlds() {
        let folder = world.folder("acme");
        fs::write(folder.join("note.txt"), "in the folder").unwrap();
        let runner = |name: &str, args: [&str; 2]| {
            let program = world.folder("bin").join(name);
            let text = format!("#!/usr/bin/python3\n{}", include_str!("reader.py"));
            fs::write(&program, text).unwrap();
            fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
            ServerDraft {
                name: name.into(),
                program: program.display().to_string(),
                args: args.map(str::to_owned).into(),
                ..ServerDraft::default()
            }
        };
        let script = world.folder("own").join("server.py");
        fs::write(&script, include_str!("reader.py")).unwrap();
        // What the second is to run is a program of whatever project it starts in.
        for (draft, starts_there) in [
            (python("script", &script), true),
            (runner("npx", ["-y", "server"]), false),
            (runner("uv", ["run", "server"]), false),
        ] {
            let name = draft.name.clone();
            let server = world.add(draft).await;
            world.until_running(server).await;
            world.grant(server, &folder, Access::Read).await;
            let mut app = App::open(&world.ground, &name, Some(&folder)).await;
            let here = app.call("read", json!({ "path": "note.txt" })).await.text;
            assert_eq!(here == "in the folder", starts_there, "{name}: {here}");
            let by_path = json!({ "path": folder.join("note.txt") });
            assert_eq!(app.call("read", by_path).await.text, "in the folder");
            app.close();
        }
        world.quit().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_put_where_a_wrapped_runner_of_another_server_looks() {
    for world in worlds() {
        let work = world.folder("work");
        let quiet = world.folder("quiet").join("server.py");
        fs::write(&quiet, include_str!("reader.py")).unwrap();
        let wrapped = ServerDraft {
            name: "wrapped".into(),
            program: "env".into(),
            args: ["MODE=1", "python3"].map(str::to_owned).into(),
            cwd: Some(work.display().to_string()),
            ..ServerDraft::default()
        };
        let words = [quiet.display().to_string(), "npx".into(), "-y".into(), "server".into()];
        let wrapped = ServerDraft { args: [wrapped.args, words.into()].concat(), ..wrapped };
        let server = world.add(wrapped).await;
        world.until_running(server).await;

        plants(&world, &work, ["made", ".npmrc"]).await;
        assert!(work.join("made").exists());
        assert!(!work.join(".npmrc").exists());
        world.quit().await;
    }
}
