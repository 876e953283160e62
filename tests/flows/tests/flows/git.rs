//! A real git, run by a server that is kept to its folders: it commits in the person's name, and
//! knows nothing else of their configuration.

use std::fs;
use std::path::Path;

use paddock_host::Tier;
use paddock_host::view::{Access, Outcome, ServerDraft};
use serde_json::json;

use crate::world::{Ground, WRITE, World};

const CONFIG: &str = "[user]\n\tname = Ada \"the first\" # me\n\temail = ada@example.org\n\
    [url \"https://ada:hunter2@example.org\"]\n\tinsteadOf = https://example.org\n\
    [core]\n\thooksPath = /nowhere\n";

#[tokio::test(flavor = "multi_thread")]
async fn git_commits_in_the_persons_name_in_live_mounts() {
    commits_in(None).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn git_commits_in_the_persons_name_under_landlock() {
    commits_in(Some(Tier::Landlock)).await;
}

async fn commits_in(best_tier: Option<Tier>) {
    let mut ground = Ground::new();
    ground.places.best_tier = best_tier;
    fs::write(ground.places.home.join(".gitconfig"), CONFIG).unwrap();
    let world = ground.start();
    if !Path::new("/usr/bin/git").exists() {
        paddock_skip::skip("git is not installed here");
        return;
    }
    let repository = world.folder("acme");
    let server = committer(&world).await;
    world.until_running(server).await;
    world.host.stop_server(server).await.unwrap();
    world.until_stopped(server).await;
    world.grant(server, &repository, WRITE).await;
    world.host.start_server(server).await.unwrap();
    world.until_running(server).await;
    let git = async |args: &[&str]| {
        let said = world.call(server, "git", json!({ "folder": repository, "args": args })).await;
        let said = said.unwrap().text;
        let (code, said) = said.split_once('\n').unwrap();
        assert_eq!(code, "0", "{args:?}: {said}");
        said.trim().to_owned()
    };
    git(&["init", "--quiet"]).await;
    fs::write(repository.join("notes.txt"), "notes").unwrap();
    git(&["add", "notes.txt"]).await;
    git(&["commit", "--quiet", "-m", "first"]).await;
    let by = git(&["log", "-1", "--format=%an <%ae> %cn <%ce>"]).await;
    assert_eq!(by, "Ada the first <ada@example.org> Ada the first <ada@example.org>");
    let known = git(&["config", "--list"]).await;
    assert!(!known.contains("hunter2") && !known.contains("hookspath"), "{known}");

    // What the repository says of itself counts for more, as does the server's own home.
    git(&["config", "user.email", "ada@acme.example"]).await;
    git(&["config", "--global", "init.defaultBranch", "main"]).await;
    git(&["commit", "--quiet", "--allow-empty", "-m", "second"]).await;
    assert_eq!(git(&["log", "-1", "--format=%ae"]).await, "ada@acme.example");
    world.quit().await;
}

async fn committer(world: &World) -> u32 {
    let script = world.folder("bin").join("server.py");
    fs::write(&script, include_str!("committer.py")).unwrap();
    let draft = ServerDraft {
        name: "committer".into(),
        program: "python3".into(),
        args: vec![script.display().to_string()],
        ..ServerDraft::default()
    };
    world.add(draft).await
}

/// What a hook leads to is checked as it is enforced.
#[tokio::test(flavor = "multi_thread")]
async fn a_script_that_a_hook_leads_to_is_said_to_be_read_only() {
    let world = Ground::new().start();
    let repository = world.folder("acme");
    for folder in [".git/hooks", "tools"] {
        fs::create_dir_all(repository.join(folder)).unwrap();
    }
    std::os::unix::fs::symlink("../../tools/check", repository.join(".git/hooks/pre-commit"))
        .unwrap();
    let server = committer(&world).await;
    world.grant(server, &repository, Access::WriteGuarded).await;
    for (name, expected) in [
        ("tools/check", Outcome::AllowedReadGuarded),
        ("tools/other", Outcome::AllowedWriteGuarded),
        (".git/config", Outcome::AllowedReadGuarded),
    ] {
        let line = repository.join(name).display().to_string();
        let verdicts = world.host.check_paths(Some(server), line).await.unwrap();
        assert_eq!(verdicts[0].outcome, expected, "{name}");
    }
    world.quit().await;
}
