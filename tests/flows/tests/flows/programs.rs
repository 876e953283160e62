//! Programs are found by an app that no shell has started.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

use paddock_host::view::{Code, Hint, ServerDraft};

use crate::world::{Ground, detail, find, program};

#[tokio::test(flavor = "multi_thread")]
async fn a_missing_program_is_named_with_where_it_was_looked_for() {
    let ground = Ground::new();
    let bin = ground.folder("bin");
    let world = ground.start();
    let id = world.host.add_server(named("no-such-program")).await.unwrap();
    let reason = world.until_failed(id).await;
    assert_eq!(reason.code, Code::ProgramNotFound);
    assert_eq!(detail(&reason, "program"), "no-such-program");
    let looked = detail(&reason, "looked");
    assert!(looked.contains(&bin.display().to_string()) && looked.contains("/usr/bin"), "{looked}");

    // Once it is there, it is found.
    link_fake(&bin.join("no-such-program"));
    world.host.start_server(id).await.unwrap();
    world.trust(id).await;
    world.until_told(id).await;
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_runner_that_is_missing_is_told_with_what_brings_it() {
    let mut ground = Ground::new();
    ground.places.environment.retain(|(name, _)| name != "PATH");
    let world = ground.start();
    let draft = ServerDraft { program: "/nowhere/npx".into(), ..named("npx") };
    let id = world.host.add_server(draft).await.unwrap();
    let reason = world.until_failed(id).await;
    assert_eq!((reason.code, reason.hint), (Code::ProgramNotFound, Some(Hint::Node)));
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_version_manager_that_has_no_version_is_named_as_what_to_look_at() {
    let ground = Ground::new();
    let shim = ground.folder("bin").join("my-python");
    let said = "pyenv: my-python: command not found\n\nNote: See 'pyenv help global'";
    fs::write(&shim, format!("#!/bin/sh\ncat >&2 <<'END'\n{said}\nEND\nexit 127\n")).unwrap();
    fs::set_permissions(&shim, fs::Permissions::from_mode(0o755)).unwrap();
    let world = ground.start();
    let id = world.add(named("my-python")).await;
    let reason = world.until_failed(id).await;
    assert_eq!(reason.code, Code::ServerExitsAtStart);
    assert_eq!(reason.hint, Some(Hint::VersionManager), "{reason:?}");
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_is_not_executable_is_said_to_be() {
    let ground = Ground::new();
    let file = ground.folder("bin").join("server");
    fs::write(&file, "#!/bin/sh\n").unwrap();
    let world = ground.start();
    let id = world.host.add_server(named("server")).await.unwrap();
    let reason = world.until_failed(id).await;
    assert_eq!(reason.code, Code::ProgramNotExecutable);
    assert_eq!(detail(&reason, "path"), file.display().to_string());
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_to_start_in_that_is_not_there_is_named() {
    let world = Ground::new().start();
    let draft = ServerDraft { cwd: Some("/nowhere/at/all".into()), ..named("sh") };
    let id = world.host.add_server(draft).await.unwrap();
    let reason = world.until_failed(id).await;
    assert_eq!((reason.code.clone(), detail(&reason, "cwd")), (Code::BadCwd, "/nowhere/at/all"));
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_path_programs_of_the_person_are_found() {
    for place in ["bin", ".local/bin", ".nvm/versions/node/v20.1.0/bin"] {
        let mut ground = Ground::new();
        ground.places.environment.retain(|(name, _)| name != "PATH");
        let server = ground.folder(place).join("my-server");
        link_fake(&server);
        let world = ground.start();
        let id = world.add(named("my-server")).await;
        world.until_told(id).await;
        let view = world.view().await;
        let resolved = find(&view, id).unwrap().command.resolved.clone();
        assert_eq!(resolved, Some(server.display().to_string()));
        world.quit().await;
    }
}

/// What a version manager installs starts with `#!/usr/bin/env node` and needs a `PATH` itself.
#[tokio::test(flavor = "multi_thread")]
async fn a_script_finds_its_interpreter_beside_it() {
    let mut ground = Ground::new();
    ground.places.environment.retain(|(name, _)| name != "PATH");
    let bin = ground.folder(".nvm/versions/node/v20.1.0/bin");
    link_fake(&bin.join("my-interpreter"));
    let script = bin.join("my-server");
    fs::write(&script, "#!/bin/sh\nexec my-interpreter\n").unwrap();
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
    let world = ground.start();
    let id = world.add(named("my-server")).await;
    world.until_told(id).await;
    world.quit().await;
}

fn named(program: &str) -> ServerDraft {
    ServerDraft { name: "server".into(), program: program.into(), ..ServerDraft::default() }
}

fn link_fake(at: &Path) {
    symlink(program("paddock-fake-server"), at).unwrap();
}
