//! What servers for Git do in a repository in which they may commit.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use paddock_host::view::{Access, Tier};
use serde_json::{Value, json};

use super::{Program, SECRET, ask, files_in, in_each_tier};
use crate::world::{Ground, World};

in_each_tier! {
    mcp_server_git_commits_in_the_persons_name;
    mcp_server_git_reads_a_repository_and_changes_nothing_that_runs;
    git_mcp_server_commits_in_the_persons_name_and_adds_no_remote;
    mcp_server_commands_makes_no_hook;
}

const CONFIG: &str = "[user]\n\tname = Ada Lovelace\n\temail = ada@example.org\n\
    [core]\n\thooksPath = /nowhere\n";

async fn mcp_server_git_commits_in_the_persons_name(tier: Tier) {
    let program = Program::Python("mcp-server-git");
    let Some(repository) = Repository::with(tier, program).await else { return };
    let at = repository.folder.clone();
    let says = async |tool: &str, mut arguments: Value| {
        arguments["repo_path"] = json!(at);
        repository.says(tool, arguments).await
    };
    assert!(says("git_status", json!({})).await.contains("new.txt"));
    says("git_add", json!({ "files": ["new.txt"] })).await;
    says("git_commit", json!({ "message": "by a server" })).await;
    says("git_create_branch", json!({ "branch_name": "topic" })).await;
    says("git_checkout", json!({ "branch_name": "topic" })).await;
    repository.ends_committed_on("topic").await;
}

/// With the access that is proposed for writing, Git's folder is read and nothing else.
async fn mcp_server_git_reads_a_repository_and_changes_nothing_that_runs(tier: Tier) {
    let program = Program::Python("mcp-server-git");
    let access = Access::WriteGuarded;
    let Some(repository) = Repository::granted(tier, program, access).await else { return };
    let before = files_in(&repository.folder);
    let at = json!({ "repo_path": repository.folder });
    assert!(repository.says("git_status", at.clone()).await.contains("new.txt"));
    let log = repository.says("git_log", at).await;
    assert!(log.contains(SECRET), "{log}");
    for (tool, name, value) in [
        ("git_add", "files", json!(["new.txt"])),
        ("git_create_branch", "branch_name", json!("topic")),
    ] {
        let arguments = json!({ "repo_path": repository.folder, name: value });
        let refused = ask(&repository.world, repository.server, tool, arguments).await;
        assert!(refused.is_error, "{tool}: {refused:?}");
    }
    assert_eq!(files_in(&repository.folder), before);
    repository.world.quit().await;
}

async fn git_mcp_server_commits_in_the_persons_name_and_adds_no_remote(tier: Tier) {
    let program = Program::Node("@cyanheads/git-mcp-server/dist/index.js");
    let Some(repository) = Repository::with(tier, program).await else { return };
    let at = repository.folder.clone();
    let says = async |tool: &str, mut arguments: Value| {
        arguments["path"] = json!(at);
        repository.says(tool, arguments).await
    };
    assert!(says("git_status", json!({})).await.contains("new.txt"));
    says("git_add", json!({ "paths": ["new.txt"] })).await;
    says("git_commit", json!({ "message": "by a server" })).await;
    says("git_branch", json!({ "mode": "create", "branchName": "topic" })).await;
    says("git_checkout", json!({ "target": "topic" })).await;
    let remote = json!({ "path": at, "mode": "add", "name": "away", "url": "https://example.org" });
    let refused = ask(&repository.world, repository.server, "git_remote", remote).await;
    assert!(refused.is_error, "{refused:?}");
    repository.ends_committed_on("topic").await;
}

async fn mcp_server_commands_makes_no_hook(tier: Tier) {
    let program = Program::Node("mcp-server-commands/build/index.js");
    let Some(repository) = Repository::with(tier, program).await else { return };
    let runs = async |command: &str| {
        let arguments = json!({ "command": command, "workdir": repository.folder });
        ask(&repository.world, repository.server, "run_command", arguments).await
    };
    runs("git add new.txt && git commit --quiet -m 'by a server' && git checkout -b topic").await;
    for settings in ["hooks/pre-commit", "config", "commondir", "info/attributes"] {
        let refused = runs(&format!("echo x >> .git/{settings}")).await;
        assert!(refused.text.contains("Read-only file system"), "{refused:?}");
    }
    repository.ends_committed_on("topic").await;
}

/// A server that may commit in a repository with one new file.
struct Repository {
    world: World,
    server: u32,
    folder: PathBuf,
    /// What Git goes by in it.
    settings: Vec<(PathBuf, Vec<u8>)>,
}

impl Repository {
    async fn with(tier: Tier, program: Program) -> Option<Self> {
        Self::granted(tier, program, Access::WriteCommits).await
    }

    async fn granted(tier: Tier, program: Program, access: Access) -> Option<Self> {
        let draft = program.draft(&[])?;
        let ground = Ground::up_to(tier);
        fs::write(ground.places.home.join(".gitconfig"), CONFIG).unwrap();
        let world = ground.start();
        if !world.enforces_by(tier).await {
            return None;
        }
        let folder = world.folder("acme");
        repository(&folder);
        let settings = settings(&folder);
        fs::write(folder.join("new.txt"), "new").unwrap();
        let server = world.add(draft).await;
        world.until_running(server).await;
        world.grant(server, &folder, access).await;
        super::until_reached(&world, server, &folder, super::Reach::Write).await;
        Some(Self { world, server, folder, settings })
    }

    async fn says(&self, tool: &str, arguments: Value) -> String {
        let said = ask(&self.world, self.server, tool, arguments).await;
        assert!(!said.is_error, "{tool}: {said:?}");
        said.text
    }

    async fn ends_committed_on(self, branch: &str) {
        let last = git(&self.folder, &["log", "-1", "--format=%s by %an <%ae>"]);
        assert_eq!(last, "by a server by Ada Lovelace <ada@example.org>");
        assert_eq!(git(&self.folder, &["branch", "--show-current"]), branch);
        assert_eq!(git(&self.folder, &["status", "--porcelain"]), "");
        assert_eq!(settings(&self.folder), self.settings);
        self.world.quit().await;
    }
}

/// What is in Git's folder but for what commits write.
fn settings(repository: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let files = files_in(&repository.join(".git")).into_iter();
    let written = ["objects", "refs", "logs", "index", "HEAD", "COMMIT_EDITMSG"];
    let is_written = |path: &Path| {
        let below = path.strip_prefix(repository.join(".git")).unwrap();
        written.iter().any(|name| below.starts_with(name))
    };
    files.filter(|(path, _)| !is_written(path)).collect()
}

/// A repository with one commit, of which only the message has the secret.
pub(super) fn repository(folder: &Path) {
    git(folder, &["init", "--quiet", "--initial-branch=main"]);
    fs::write(folder.join("notes.txt"), "notes").unwrap();
    git(folder, &["add", "notes.txt"]);
    let author = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"];
    git(folder, &[&author[..], &["commit", "--quiet", "-m", SECRET]].concat());
}

/// Runs Git as a person does, by nobody's settings.
#[expect(clippy::disallowed_methods, reason = "it is what a person types")]
fn git(folder: &Path, args: &[&str]) -> String {
    let mut command = Command::new("git");
    command.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1");
    let ran = command.arg("-C").arg(folder).args(args).output().unwrap();
    assert!(ran.status.success(), "{args:?}: {}", String::from_utf8_lossy(&ran.stderr));
    String::from_utf8(ran.stdout).unwrap().trim().to_owned()
}
