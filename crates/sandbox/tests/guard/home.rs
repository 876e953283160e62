//! What settings in the person's home lead to is guarded in a granted folder, without a repository.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use paddock_core::RootEntry;
use paddock_sandbox::Tier;

use super::common::keeper;
use super::common::kept::{Server, World, quoted, try_launch_by};
use super::each_guarded;

/// A home whose settings are in a folder of their own, and that folder.
fn home_and_dotfiles(world: &World) -> (PathBuf, PathBuf) {
    let (home, folder) = (world.path().join("person"), world.make("dotfiles"));
    fs::create_dir_all(home.join(".config")).unwrap();
    fs::create_dir(folder.join("tools")).unwrap();
    for file in ["tools/x.sh", "bashrc"] {
        fs::write(folder.join(file), "old").unwrap();
    }
    let at = folder.display();
    let settings = format!(
        "[core]\nhooksPath = {at}/hooks\n[include]\npath = {at}/git.conf\n[alias]\nx = !{at}/tools/x.sh\n"
    );
    fs::write(home.join(".gitconfig"), settings).unwrap();
    symlink(folder.join("bashrc"), home.join(".bashrc")).unwrap();
    symlink(folder.join("fish"), home.join(".config/fish")).unwrap();
    (home, folder)
}

/// A keeper that takes `home` for the person's, for that is what their account says.
fn keeper_at(world: &World, home: &Path) -> Command {
    let accounts = world.path().join("passwd");
    let own = rustix::process::getuid().as_raw();
    fs::write(&accounts, format!("me:x:{own}:{own}::{}:/bin/sh\n", home.display())).unwrap();
    let line = "mount --bind \"$1\" /etc/passwd && exec \"$2\"";
    unshared(&[line, "sh", accounts.to_str().unwrap(), keeper().to_str().unwrap()])
}

#[expect(clippy::disallowed_methods, reason = "it comes to be the keeper that is tested")]
fn unshared(line: &[&str]) -> Command {
    let mut command = Command::new("/usr/bin/unshare");
    command.args(["--mount", "/bin/sh", "-c"]).args(line);
    command
}

fn may_mount() -> bool {
    let line = ["mount --bind /etc/passwd /etc/passwd 2>/dev/null"];
    unshared(&line).status().is_ok_and(|status| status.success())
}

fn start(world: &World, tier: Tier, home: &Path, folder: RootEntry) -> Server {
    let mut launched = world.shell(vec![folder]);
    launched.policy.as_mut().unwrap().tier = tier;
    try_launch_by(keeper_at(world, home), launched).unwrap()
}

#[test]
fn what_settings_in_the_home_lead_to_is_not_written() {
    if !may_mount() {
        return paddock_skip::skip("only root gives itself another account");
    }
    for (tier, granted) in each_guarded() {
        let world = World::new();
        let (home, folder) = home_and_dotfiles(&world);
        let mut server = start(&world, tier, &home, granted(&folder));
        let at = |command: &str| format!("cd {} && {command}", quoted(&folder));
        server.succeeds(&at("echo x >notes && echo x >tools/y.sh"));
        for attempt in [
            "mkdir hooks",
            "ln -s tools hooks",
            "mv tools hooks",
            "echo x >git.conf",
            "cp notes git.conf",
            "echo x >tools/x.sh",
            "mv notes tools/x.sh",
            "mv tools away",
            "echo x >>bashrc",
            "rm bashrc",
            "mkdir fish",
        ] {
            server.fails(&at(attempt));
        }
        symlink(folder.join("zshrc"), home.join(".zshrc")).unwrap();
        server.fails(&at("echo x >zshrc"));
        assert_eq!(fs::read_to_string(folder.join("bashrc")).unwrap(), "old", "{tier}");
    }
}
