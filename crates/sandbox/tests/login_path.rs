//! The search path that a person's shell sets up.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use common::{PATIENCE, Watched, keeper, until, within};
use paddock_supervisor::environment::{LoginPathError, SearchPath, login_path};

struct Home {
    folder: tempfile::TempDir,
}

impl Home {
    fn with_profile(name: &str, text: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(name), text).unwrap();
        Self { folder }
    }

    async fn path(&self, shell: &str, deadline: Duration) -> Result<SearchPath, LoginPathError> {
        let home = self.folder.path().as_os_str().to_owned();
        let app: [(OsString, OsString); 2] =
            [("HOME".into(), home), ("GITHUB_TOKEN".into(), "hunter2".into())];
        let path = login_path(keeper(), shell.as_ref(), &app, deadline);
        within("the login shell", path).await
    }
}

#[tokio::test]
async fn what_a_login_file_adds_is_found() {
    let home = Home::with_profile(".profile", "PATH=\"$HOME/tools:$PATH\"\n");
    let path = home.path("/bin/sh", PATIENCE).await.unwrap();
    assert_eq!(path.folders()[0], home.folder.path().join("tools"));
    assert!(path.folders().contains(&PathBuf::from("/usr/bin")), "{path:?}");
}

#[tokio::test]
async fn noise_is_borne() {
    let profile = "set -v -x; echo hello; printf 'no end of line'; echo oops >&2; PATH=/found\n";
    let home = Home::with_profile(".profile", profile);
    let path = home.path("/bin/sh", PATIENCE).await.unwrap();
    assert_eq!(path.folders(), [Path::new("/found")]);
}

#[tokio::test]
async fn bash_reads_the_file_for_interactive_shells_through_its_profile() {
    if !Path::new("/bin/bash").exists() {
        paddock_skip::skip("there is no bash");
        return;
    }
    let home = Home::with_profile(".bash_profile", ". ~/.bashrc\n");
    let bashrc = "case $- in *i*) ;; *) return ;; esac\nPATH=/found/by/bashrc:$PATH\n";
    fs::write(home.folder.path().join(".bashrc"), bashrc).unwrap();
    let path = home.path("/bin/bash", PATIENCE).await.unwrap();
    assert_eq!(path.folders()[0], Path::new("/found/by/bashrc"));
}

#[tokio::test]
async fn a_shell_learns_nothing_of_the_app_but_its_person() {
    let home = Home::with_profile(".profile", "env >~/seen\n");
    home.path("/bin/sh", PATIENCE).await.unwrap();
    let seen = fs::read_to_string(home.folder.path().join("seen")).unwrap();
    assert!(seen.contains("HOME="), "{seen}");
    assert!(!seen.contains("hunter2"), "{seen}");
}

#[tokio::test]
async fn a_shell_that_waits_for_input_gets_none() {
    let home = Home::with_profile(".profile", "read answer; PATH=/found\n");
    let path = home.path("/bin/sh", PATIENCE).await.unwrap();
    assert_eq!(path.folders(), [Path::new("/found")]);
}

#[tokio::test]
async fn a_shell_that_hangs_is_killed_with_all_it_started() {
    let profile = "trap '' TERM; (setsid sh -c 'echo $$ >~/pid.new; mv ~/pid.new ~/pid; \
                   exec sleep 1000' &); sleep 1000\n";
    let home = Home::with_profile(".profile", profile);
    let pid = home.folder.path().join("pid");
    // On a busy machine a first deadline may pass before there is anything to kill.
    for seconds in [1, 4, 16] {
        let watched = async {
            until("the process", || pid.exists()).await;
            let pid = fs::read_to_string(&pid).unwrap();
            Watched::all(&[pid]).remove(0)
        };
        let deadline = Duration::from_secs(seconds);
        let ((), watched) = tokio::join!(
            async {
                let error = home.path("/bin/sh", deadline).await.unwrap_err();
                assert!(matches!(error, LoginPathError::TimedOut(_)), "{error}");
            },
            tokio::time::timeout(deadline, watched),
        );
        if let Ok(watched) = watched {
            assert!(watched.has_ended());
            return;
        }
    }
    panic!("the shell never got to start anything");
}

#[tokio::test]
async fn a_shell_that_ends_first_is_no_answer() {
    let home = Home::with_profile(".profile", "exit 1\n");
    let error = home.path("/bin/sh", PATIENCE).await.unwrap_err();
    assert!(matches!(error, LoginPathError::NoAnswer), "{error}");
}

#[tokio::test]
async fn a_shell_that_babbles_on_is_no_answer() {
    let home = Home::with_profile(".profile", "yes\n");
    let error = home.path("/bin/sh", PATIENCE).await.unwrap_err();
    assert!(matches!(error, LoginPathError::NoAnswer), "{error}");
}

#[tokio::test]
async fn a_missing_shell_is_told() {
    let home = Home::with_profile(".profile", "");
    let error = home.path("/nowhere/zsh", PATIENCE).await.unwrap_err();
    assert!(matches!(error, LoginPathError::Start(_)), "{error}");
}
