//! What has gone wrong elsewhere, tried with a server that is as careless as theirs were. Tests are
//! named after the incident; each reads and writes, and each first shows that the server does get
//! out where nobody keeps it in.
#![cfg(target_os = "linux")]
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

mod common;

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};

use common::Run;
use common::ground::{Ground, own};
use common::naive::{Naive, bare, start, tiers};
use paddock_escape::World;
use paddock_escape::world::SPELLINGS;
use paddock_sandbox::Tier;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use rustix::fs::{CWD, Mode, OFlags, ResolveFlags, openat2};
use serde_json::json;

#[test]
fn cve_2025_53110_sibling_prefix() {
    each_way(|server, world| {
        let evil = world.spelled("sibling-prefix");
        server.tries_to_read(&evil.join("secret.txt"));
        server.tries_to_list(&evil, "secret.txt");
        server.tries_to_write(&evil.join("secret.txt"));
        server.tries_to_write(&evil.join("new.txt"));
    });
}

#[test]
fn cve_2025_53109_escape_route() {
    each_way(|server, world| {
        for probe in ["link-absolute", "link-relative", "link-chained"] {
            server.tries_to_read(&world.link(probe));
        }
        let middle = world.link("link-in-the-middle");
        server.tries_to_read(&middle.join("secret.txt"));
        server.tries_to_list(&middle, "secret.txt");
        server.tries_to_write(&middle.join("fresh/escape-route"));
        server.tries_to_write(&world.link("link-dangling"));
        server.tries_to_write(&world.link("link-written-through"));
        for top in ["link-to-the-top", "link-to-own-root"] {
            let secret = world.secret().join("secret.txt");
            server.tries_to_read(&world.link(top).join(secret.strip_prefix("/").unwrap()));
            let target = world.secret().join("fresh").join(top);
            server.tries_to_write(&world.link(top).join(target.strip_prefix("/").unwrap()));
        }
    });
}

#[test]
fn ghsa_7rgq_4gxg_path_corpus() {
    each_way(|server, world| {
        for (_, folder) in SPELLINGS {
            server.tries_to_read(&world.base.join(folder).join("secret.txt"));
            server.tries_to_write(&world.base.join(folder).join("new.txt"));
        }
        let granted = world.granted();
        let ways = [
            "../secret/secret.txt",
            "./../secret//secret.txt",
            "fresh/../../secret/secret.txt",
            "links/../../secret/secret.txt",
            "../../../../../../../../../..//proc/self/cwd/../secret/secret.txt",
        ];
        for way in ways {
            server.tries_to_read(&granted.join(way));
        }
        for way in ways {
            server.tries_to_write(&granted.join(way));
        }
        for no_way in ["..%2fsecret/secret.txt", "..\\secret\\secret.txt", "file.txt\0/../x"] {
            assert!(server.read(&granted.join(no_way)).is_err(), "{no_way:?}");
        }
    });
}

/// Whatever the server is let read, the kernel finds beneath the root; and the other way round.
#[test]
fn ghsa_7rgq_what_is_let_in_is_beneath_the_root() {
    for run in tiers() {
        let ground = Ground::new(run);
        let world = &ground.world;
        for name in ["fresh/one.txt", "links/two.txt", "a \"b\u{301}\\.txt"] {
            fs::write(world.granted().join(name), format!("inside {name}")).unwrap();
        }
        symlink("../fresh", world.granted().join("links/inside")).unwrap();
        own(&world.granted(), run.user);
        let Some(server) = Naive::start(&ground, run, &world.base) else { continue };
        let server = std::cell::RefCell::new(server);
        let root = rustix::fs::open(world.granted(), OFlags::PATH, Mode::empty()).unwrap();
        let parts = prop::sample::select(vec![
            "..",
            ".",
            "",
            "fresh",
            "links",
            "inside",
            "one.txt",
            "two.txt",
            "file.txt",
            "secret",
            "secret.txt",
            "link-to-the-top",
            "link-in-the-middle",
            "link-absolute",
            "victims",
            "granted-\u{e9}",
            "granted-\u{e9}-evil",
            "a \"b\u{301}\\.txt",
            "proc",
            "self",
            "root",
        ]);
        let paths = prop::collection::vec(parts, 1..7);
        let mut runner = TestRunner::new(Config { cases: 400, ..Config::default() });
        runner
            .run(&paths, |parts| {
                let path = PathBuf::from(parts.join("/").trim_start_matches('/'));
                let read = server.borrow_mut().read(&world.granted().join(&path));
                let resolve = ResolveFlags::BENEATH;
                let found = openat2(&root, &path, OFlags::RDONLY, Mode::empty(), resolve)
                    .ok()
                    .and_then(|file| std::io::read_to_string(fs::File::from(file)).ok());
                match (read, found) {
                    (Ok(read), Some(found)) => prop_assert_eq!(read, found),
                    // By a way around that ends inside after all, such as `../NAME`.
                    (Ok(read), None) => prop_assert!(
                        read.starts_with("inside ") || read == "granted",
                        "{path:?} gave {read:?}"
                    ),
                    (Err(error), Some(_)) => prop_assert!(false, "{path:?} refused: {error}"),
                    (Err(_), None) => {}
                }
                Ok(())
            })
            .unwrap();
        server.into_inner().server.end();
    }
}

#[test]
fn cve_2025_68143_git_init_anywhere() {
    with_git(|server, world| {
        let elsewhere = world.secret().join("fresh/repository");
        server.git(&world.granted(), &["init", elsewhere.to_str().unwrap()]);
        server.writes_if_bare(&elsewhere.join(".git/HEAD"));
    });
}

#[test]
fn cve_2025_68144_git_output_overwrites() {
    with_git(|server, world| {
        let repository = repository(server, world);
        let victim = World::victim(&world.secret(), "absolute-path");
        let output = format!("--output={}", victim.display());
        server.git(&repository, &["diff", "--no-index", &output, "/dev/null", "file.txt"]);
        server.changes_if_bare(&victim);
        let archive = world.secret().join("fresh/archive.tar");
        server.git(&repository, &["archive", "-o", archive.to_str().unwrap(), "HEAD"]);
        server.writes_if_bare(&archive);
    });
}

#[test]
fn cve_2025_68145_2026_27735_git_reads_outside() {
    with_git(|server, world| {
        let repository = repository(server, world);
        let secret = world.secret().join("secret.txt");
        let said =
            server.git(&repository, &["diff", "--no-index", "/dev/null", secret.to_str().unwrap()]);
        server.tells_if_bare(&said);
        let added = format!("../../../{}", secret.strip_prefix("/").unwrap().display());
        server.git(&repository, &["add", &added]);
        symlink(world.secret(), repository.join("way-out")).unwrap();
        let said = server.git(&repository, &["hash-object", "-w", "way-out/secret.txt"]);
        let kept = said.lines().next().unwrap_or_default();
        let said = server.git(&repository, &["cat-file", "-p", kept]);
        server.tells_if_bare(&said);
    });
}

/// The repository brings programs that git runs by itself. They run, and stay inside.
#[test]
fn hostile_repository_runs_programs() {
    with_git(|server, world| {
        let repository = repository(server, world);
        let out = world.secret().join("fresh");
        let secret = world.secret().join("secret.txt");
        let program = |name: &str| {
            let path = repository.join(name);
            let script = format!(
                "#!/bin/sh\n: >{0}/ran-{name}\n: >{1}/{name}\ncat {2} >{0}/stolen-{name}\n",
                repository.display(),
                out.display(),
                secret.display(),
            );
            fs::write(&path, script).unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
            path
        };
        let monitor = program("monitor");
        let hooks = repository.join(".git/hooks");
        fs::create_dir_all(&hooks).unwrap();
        fs::rename(program("post-checkout"), hooks.join("post-checkout")).unwrap();
        fs::rename(program("pre-commit"), hooks.join("pre-commit")).unwrap();
        own(&world.granted(), server.run.user);
        server.git(&repository, &["config", "core.fsmonitor", monitor.to_str().unwrap()]);
        server.git(&repository, &["status"]);
        server.git(&repository, &["checkout", "-q", "-b", "other"]);
        server.git(&repository, &["commit", "-q", "--allow-empty", "-m", "more"]);
        for name in ["monitor", "post-checkout", "pre-commit"] {
            let ran = repository.join(format!("ran-{name}"));
            assert!(ran.exists(), "{}: {name} did not run", server.run);
            server.writes_if_bare(&out.join(name));
            let stolen = fs::read_to_string(repository.join(format!("stolen-{name}")));
            server.tells_if_bare(&stolen.unwrap_or_default());
        }
    });
}

#[test]
fn cve_2026_25725_settings_that_are_not_there_yet() {
    each_way(|server, world| {
        let home = world.person_home();
        server.tries_to_read(&home.join(".profile"));
        for path in [
            home.join(".bashrc"),
            home.join(".profile"),
            home.join(".ssh/authorized_keys"),
            home.join("project/.git/hooks/pre-commit"),
            home.join("project/.git/hooks/post-commit"),
            home.join(".local/share/paddock/paddock.db"),
            home.join(".local/share/paddock/settings.json"),
            world.base.join("mcp.json"),
        ] {
            server.tries_to_write(&path);
        }
    });
}

/// A language runtime that says what may be read, and follows links out of it.
#[test]
fn cve_2025_55130_the_runtimes_own_permissions() {
    let Some(node) = program("node") else {
        return paddock_skip::skip("there is no Node.js");
    };
    for run in [bare()].into_iter().chain(tiers()) {
        let ground = Ground::new(run);
        let world = &ground.world;
        let script = world.granted().join("server.cjs");
        let (inside, link) = (world.granted().join("file.txt"), world.link("link-absolute"));
        let planted = world.link("link-dangling");
        fs::write(&script, NODE_SERVER).unwrap();
        own(&world.granted(), run.user);
        let before = ground.look();
        let args = [&script, &inside, &link, &planted].map(|path| path.clone().into_os_string());
        let Some(mut server) = start(&ground, run, &node, args.to_vec()) else { continue };
        let answer = server.stdout.next().expect("an answer");
        let said: BTreeMap<String, String> = serde_json::from_str(&answer).unwrap();
        server.end();
        assert_eq!(said["inside"], "granted", "{run}: {said:?}");
        let gets_out = run.tier.is_none();
        assert_eq!(said["link"].contains(&ground.token), gets_out, "{run}: {said:?}");
        assert_eq!(before != ground.look(), gets_out, "{run}");
    }
}

const NODE_SERVER: &str = r#"
const fs = require("node:fs");
const [inside, link, written] = process.argv.slice(2);
const tried = (act) => { try { return String(act()); } catch (error) { return error.code; } };
console.log(JSON.stringify({
  inside: tried(() => fs.readFileSync(inside)),
  link: tried(() => fs.readFileSync(link)),
  written: tried(() => fs.writeFileSync(written, "written")),
}));
"#;

/// The folder that was taken back is not served any more, nor is any other once none is left.
#[test]
fn revocation_does_not_fail_open() {
    let run = Run { tier: Some(Tier::LiveMounts), ..bare() };
    let ground = Ground::new(run);
    let world = &ground.world;
    let Some(mut server) = Naive::start(&ground, run, &world.base) else { return };
    let kept = world.granted().join("file.txt");
    let revoked = world.revoked().join("held.txt");
    assert!(server.read(&revoked).unwrap().contains(&ground.token));
    server.server.enforce(1, ground.folders_left()).unwrap();
    server.read(&revoked).unwrap_err();
    server.write(&world.revoked().join("new")).unwrap_err();
    assert_eq!(server.read(&kept).unwrap(), "granted");
    server.server.enforce(2, Vec::new()).unwrap();
    for path in [&revoked, &kept] {
        server.read(path).unwrap_err();
        server.write(path).unwrap_err();
    }
    server.server.enforce(3, ground.folders()).unwrap();
    assert_eq!(server.read(&kept).unwrap(), "granted");
    server.server.end();
}

/// Without a sandbox and in every tier. In a tier nothing outside may have changed at the end.
fn each_way(act: impl Fn(&mut Naive<'_>, &World)) {
    for run in [bare()].into_iter().chain(tiers()) {
        let ground = Ground::new(run);
        let root = ground.world.base.clone();
        let Some(mut server) = Naive::start(&ground, run, &root) else { continue };
        act(&mut server, &ground.world);
        let before = server.before;
        server.server.end();
        if run.tier.is_some() {
            let after = ground.look();
            let changed: Vec<_> =
                after.iter().filter(|(path, look)| before.get(*path) != Some(look)).collect();
            assert!(changed.is_empty() && before.len() == after.len(), "{run}: {changed:#?}");
        }
    }
}

fn with_git(act: impl Fn(&mut Naive<'_>, &World)) {
    if program("git").is_none() {
        return paddock_skip::skip("there is no Git");
    }
    each_way(act);
}

/// A repository with one commit in the granted folder.
fn repository(server: &mut Naive<'_>, world: &World) -> PathBuf {
    let repository = world.granted().join("repository");
    fs::create_dir(&repository).unwrap();
    fs::write(repository.join("file.txt"), "tracked\n").unwrap();
    own(&world.granted(), server.run.user);
    for command in [
        &["init", "-q"][..],
        &["config", "user.email", "nobody@localhost"],
        &["config", "user.name", "nobody"],
        &["add", "file.txt"],
        &["commit", "-q", "-m", "first"],
    ] {
        let call = server.call("git", &json!({ "path": repository, "arguments": command }));
        call.unwrap_or_else(|error| panic!("{}: {command:?}: {error}", server.run));
    }
    repository
}

/// A program in `/usr`, which every server may read.
fn program(name: &str) -> Option<PathBuf> {
    let found = ["/usr/local/bin", "/usr/bin"].map(|folder| Path::new(folder).join(name));
    found.into_iter().find(|path| {
        path.canonicalize().is_ok_and(|path| path.starts_with("/usr"))
            && rustix::fs::accessat(
                CWD,
                path,
                rustix::fs::Access::EXEC_OK,
                rustix::fs::AtFlags::empty(),
            )
            .is_ok()
    })
}
