//! A folder that is granted for writing, but not for what runs.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

#[path = "guard/believed.rs"]
mod believed;
#[path = "guard/beside.rs"]
mod beside;
#[path = "guard/commits.rs"]
mod commits;
mod common;
#[path = "guard/home.rs"]
mod home;
#[path = "guard/led.rs"]
mod led;
#[path = "guard/locks.rs"]
mod locks;
#[path = "guard/moved.rs"]
mod moved;
#[path = "guard/slow.rs"]
mod slow;
#[path = "guard/told.rs"]
mod told;
#[path = "guard/worktrees.rs"]
mod worktrees;

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use common::kept::{Server, World, launch, quoted, read, root_of, write};
use paddock_core::{Access, RootEntry};
use paddock_sandbox::wire::{Order, Report};
use paddock_sandbox::{OnAttempt, Reach, Tier};

const TIERS: [Tier; 2] = [Tier::LiveMounts, Tier::Landlock];

/// What the person's own programs run, by where it stands.
const PLANTED: [&str; 46] = [
    ".git/hooks/pre-commit",
    ".git/hooks/post-checkout",
    ".git/config",
    ".git/commondir",
    ".git/config.worktree",
    ".git/info/attributes",
    ".git/objects/info/alternates",
    ".git/modules/a/config",
    "sub/.git/config",
    "sub/.git",
    "bare/HEAD",
    "bare.git/config",
    ".vscode/tasks.json",
    ".vscode/settings.json",
    ".vscode/launch.json",
    ".vscode/extensions.json",
    "work.code-workspace",
    ".idea/workspace.xml",
    ".idea/runConfigurations/x.xml",
    ".zed/tasks.json",
    ".nvim.lua",
    ".exrc",
    ".dir-locals.el",
    ".envrc",
    "sub/.envrc",
    ".mise.toml",
    "mise/config.toml",
    ".github/hooks/x.json",
    ".clinerules/hooks/x",
    ".bsp/x.json",
    ".psysh.php",
    ".pi/x",
    ".bashrc",
    ".zshenv",
    ".mcp.json",
    ".claude/settings.json",
    ".claude/settings.local.json",
    ".cursor/mcp.json",
    ".gemini/settings.json",
    ".codex/config.toml",
    ".husky/pre-commit",
    ".pre-commit-config.yaml",
    "lefthook.yml",
    ".devcontainer/devcontainer.json",
    ".devcontainer.json",
    ".GIT/config",
];

fn guarded(folder: &Path) -> RootEntry {
    RootEntry { root: root_of(folder), access: Access::WriteGuarded }
}

fn committed(folder: &Path) -> RootEntry {
    RootEntry { access: Access::WriteCommits, ..guarded(folder) }
}

type Granted = fn(&Path) -> RootEntry;

fn each_guarded() -> impl Iterator<Item = (Tier, Granted)> {
    TIERS.into_iter().flat_map(|tier| [(tier, guarded as Granted), (tier, committed)])
}

fn start(world: &World, tier: Tier, attempts: OnAttempt, folders: Vec<RootEntry>) -> Server {
    let mut launched = world.shell(folders);
    let policy = launched.policy.as_mut().unwrap();
    (policy.tier, policy.attempts) = (tier, attempts);
    launch(launched)
}

fn python(world: &World, name: &str, program: &str) -> String {
    let script = world.home().join(name);
    fs::write(&script, program).unwrap();
    format!("/usr/bin/python3 {}", quoted(&script))
}

/// Everything below `folder`: what kind of thing it is, what is in it and who may do what.
fn state(folder: &Path) -> BTreeMap<PathBuf, String> {
    let mut found = BTreeMap::new();
    let mut left = vec![folder.to_path_buf()];
    while let Some(folder) = left.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let metadata = fs::symlink_metadata(&path).unwrap();
            let content = if metadata.is_file() { fs::read(&path).unwrap() } else { Vec::new() };
            let mode = metadata.permissions().mode();
            found.insert(path.clone(), format!("{mode:o} {content:?}"));
            if metadata.is_dir() {
                left.push(path);
            }
        }
    }
    found
}

fn guarded_state(folder: &Path, access: Access) -> BTreeMap<PathBuf, String> {
    let guards = |path: &Path| {
        let below = path.strip_prefix(folder).unwrap();
        paddock_core::Guarded::from(access, below).is_some()
    };
    state(folder).into_iter().filter(|(path, _)| guards(path)).collect()
}

fn plants_nothing(world: &World, tier: Tier, attempts: OnAttempt, granted: &RootEntry) {
    let folder = granted.root.path.as_path();
    let before = guarded_state(folder, granted.access);
    let mut server = start(world, tier, attempts, vec![granted.clone()]);
    let plant = python(world, "plant.py", include_str!("guard/plant.py"));
    let names = PLANTED.map(|name| quoted(Path::new(name))).join(" ");
    let output = server.succeeds(&format!("{plant} {} {names}", quoted(folder)));
    assert!(output.contains("tried"), "{output}");
    let after = guarded_state(folder, granted.access);
    assert_eq!(after, before, "{tier} {attempts:?} {:?}: {output}", granted.access);
}

#[test]
fn nothing_that_runs_is_planted_where_nothing_is_yet() {
    for (tier, granted) in each_guarded() {
        let world = World::new();
        let folder = world.make("project");
        plants_nothing(&world, tier, OnAttempt::Ignore, &granted(&folder));
    }
}

#[test]
fn nothing_that_runs_is_changed_where_all_of_it_is() {
    for (tier, granted) in each_guarded() {
        let world = World::new();
        let folder = world.make("project");
        for name in PLANTED.iter().filter(|name| **name != "sub/.git") {
            let path = folder.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "the person's own").unwrap();
        }
        plants_nothing(&world, tier, OnAttempt::Report, &granted(&folder));
    }
}

/// What is not guarded is done by the broker as the kernel does it.
/// Neither by an access list nor by what a filesystem keeps of a file besides.
#[test]
fn what_is_guarded_does_not_become_executable() {
    const ACCESS_LIST: &str = "
import os, sys
access = bytes.fromhex('02000000' '01000700ffffffff' '04000500ffffffff' '20000500ffffffff')
for name, value in [('system.posix_acl_access', access), ('user.note', b'x')]:
    try:
        os.setxattr(sys.argv[1], name, value)
        print('set', name)
    except OSError as error:
        print('refused', error.errno)
";
    for (tier, granted) in each_guarded() {
        let world = World::new();
        let folder = repository(&world, "project");
        let hook = folder.join(".git/hooks/pre-commit");
        fs::create_dir_all(hook.parent().unwrap()).unwrap();
        fs::write(&hook, "#!/bin/sh\n").unwrap();
        fs::set_permissions(&hook, fs::Permissions::from_mode(0o644)).unwrap();
        let mut server = start(&world, tier, OnAttempt::Ignore, vec![granted(&folder)]);
        let list = python(&world, "list.py", ACCESS_LIST);
        let output = server.succeeds(&format!("{list} {}", quoted(&hook)));
        assert!(!output.contains("set "), "{tier}: {output}");
        assert_eq!(fs::metadata(&hook).unwrap().permissions().mode() & 0o777, 0o644, "{tier}");
    }
}

#[test]
fn in_other_places_each_way_works_as_without_a_guard() {
    /// Nobody but an attacker makes something by these: they mean other processes.
    const NOT_OFFERED: [&str; 2] = ["proc root ", "proc number "];
    for tier in TIERS {
        let world = World::new();
        let worked = |folder: &Path, entry: RootEntry| {
            let mut server = start(&world, tier, OnAttempt::Ignore, vec![entry]);
            let plant = python(&world, "plant.py", include_str!("guard/plant.py"));
            let names = "plain sub/plain deep/er/plain";
            let output = server.succeeds(&format!("{plant} {} {names}", quoted(folder)));
            let offered = |line: &&str| !NOT_OFFERED.iter().any(|not| line.starts_with(not));
            output.lines().filter(offered).map(str::to_owned).collect::<Vec<_>>()
        };
        let (guarded_one, open) = (world.make("a"), world.make("b"));
        let with_guard = worked(&guarded_one, guarded(&guarded_one));
        let without = worked(&open, write(&open));
        assert!(without.len() > 100, "{without:#?}");
        assert_eq!(with_guard, without, "{tier}");
        let names = |folder: &Path| {
            let below = |(path, state): (PathBuf, String)| {
                (path.strip_prefix(folder).unwrap().to_path_buf(), state)
            };
            state(folder).into_iter().map(below).collect::<Vec<_>>()
        };
        let differing = |(path, _): &(PathBuf, String)| path != Path::new("note");
        let all = |folder: &Path| names(folder).into_iter().filter(differing).collect::<Vec<_>>();
        assert_eq!(all(&guarded_one).len(), all(&open).len(), "{tier}");
    }
}

/// Each that waits for the other end of a pipe has a process of Paddock's own wait with it.
#[test]
fn only_so_many_wait_for_a_pipe_at_once() {
    const OPENERS: &str = r"
import os, time
os.mkfifo('pipe')
def outcome():
    try:
        os.open('pipe', os.O_WRONLY)
    except OSError as error:
        return error.errno
children = []
for _ in range(60):
    child = os.fork()
    if child == 0:
        os._exit(1 if outcome() == 11 else 0)
    children.append(child)
refused = sum(os.waitstatus_to_exitcode(os.wait()[1]) for _ in range(28))
print('refused', refused)
";
    for tier in TIERS {
        let world = World::new();
        let folder = world.make("project");
        let mut server = start(&world, tier, OnAttempt::Ignore, vec![guarded(&folder)]);
        let openers = python(&world, "openers.py", OPENERS);
        let output = server.succeeds(&format!("cd {} && {openers}", quoted(&folder)));
        assert_eq!(output, "refused 28", "{tier}");
    }
}

#[test]
fn a_path_that_changes_while_its_call_waits_leads_nowhere_else() {
    for tier in TIERS {
        let world = World::new();
        let folder = world.make("project");
        fs::write(folder.join(".envrc"), "the person's own").unwrap();
        let mut server = start(&world, tier, OnAttempt::Ignore, vec![guarded(&folder)]);
        let race = python(&world, "race.py", include_str!("guard/race.py"));
        let output = server.succeeds(&format!("{race} {} 50000", quoted(&folder)));
        let made: u32 = output.strip_prefix("made ").unwrap().parse().unwrap();
        assert!(made > 1000, "{output}");
        assert_eq!(fs::read_to_string(folder.join(".envrc")).unwrap(), "the person's own");
    }
}

#[expect(clippy::disallowed_methods, reason = "the person uses it")]
fn git(folder: &Path, args: &[&str]) -> String {
    let identity = ["-c", "user.name=a", "-c", "user.email=a@b"];
    let mut command = Command::new("git");
    command.args(["-C", folder.to_str().unwrap()]).args(identity).args(args);
    let done = command.env("GIT_CONFIG_NOSYSTEM", "1").output().unwrap();
    assert!(done.status.success(), "{args:?}: {done:?}");
    String::from_utf8(done.stdout).unwrap()
}

/// A repository of the person's with one commit.
fn repository(world: &World, name: &str) -> PathBuf {
    let folder = world.make(name);
    git(&folder, &["init", "-q", "-b", "main"]);
    git(&folder, &["add", "note"]);
    git(&folder, &["commit", "-q", "-m", "first"]);
    folder
}

#[test]
fn nothing_of_the_server_runs_when_the_person_uses_git() {
    for tier in TIERS {
        let world = World::new();
        let folder = repository(&world, "project");
        let proof = world.path().join("ran");
        let mut server = start(&world, tier, OnAttempt::Ignore, vec![guarded(&folder)]);
        let run = format!("touch {}", quoted(&proof));
        let payload = format!("printf '#!/bin/sh\\n{run}\\n'");
        for line in [
            format!("cd {}", quoted(&folder)),
            format!("{payload} >evil; chmod 755 evil"),
            "cp evil .git/hooks/pre-commit; cp evil .git/hooks/post-checkout".into(),
            "mv evil .git/hooks/post-index-change".into(),
            format!("git config core.fsmonitor '{run}'"),
            format!("printf '[core]\\nfsmonitor = \"{run}\"\\n' >>.git/config"),
            "mkdir common; cp -r .git/. common; echo ../common >.git/commondir".into(),
            "mv .git other; mv common .git".into(),
            format!("git -C common config core.fsmonitor '{run}'"),
            "mkdir sub; mv common sub/.git; git init sub".into(),
            "echo 'gitdir: common' >sub/.git".into(),
        ] {
            server.run(&line);
        }
        git(&folder, &["status"]);
        git(&folder, &["checkout", "-q", "-b", "next"]);
        git(&folder, &["commit", "-q", "--allow-empty", "-m", "second"]);
        assert!(!proof.exists(), "{tier}");
        git(&folder, &["fsck"]);
    }
}

#[test]
fn git_reads_its_closed_folder() {
    for tier in TIERS {
        let world = World::new();
        let folder = repository(&world, "project");
        let mut server = start(&world, tier, OnAttempt::Ignore, vec![guarded(&folder)]);
        server.succeeds(&format!("cd {}; echo more >>note; echo new >new", quoted(&folder)));
        let safe = "git -c safe.directory='*'";
        let status = server.succeeds(&format!("HOME=$PWD {safe} status --porcelain"));
        assert!(status.contains(" M note") && status.contains("?? new"), "{status}");
        assert!(server.succeeds(&format!("{safe} log --oneline")).contains("first"));
        server.fails(&format!("{safe} add new"));
    }
}

#[test]
fn other_programs_write_as_ever() {
    const SQLITE: &str = "
import sqlite3, sys, threading
for mode in ['delete', 'wal']:
    path = sys.argv[1] + '/' + mode + '.db'
    def insert():
        base = sqlite3.connect(path, timeout=30)
        for number in range(50):
            with base:
                base.execute('insert into t values (?)', (number,))
    base = sqlite3.connect(path)
    base.execute('pragma journal_mode=' + mode)
    base.execute('create table t (n)')
    base.commit()
    threads = [threading.Thread(target=insert) for _ in range(4)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert base.execute('select count(*) from t').fetchone() == (200,)
    assert base.execute('pragma integrity_check').fetchone() == ('ok',)
";
    const TREE: &str = "
import os, shutil, sys
os.chdir(sys.argv[1])
for number in range(500):
    folder = 'node_modules/.tmp-%d/lib/.vscode' % number
    os.makedirs(folder)
    for name in ['package.json', 'index.js']:
        with open(folder + '/' + name, 'w') as file:
            file.write(name)
    os.rename('node_modules/.tmp-%d' % number, 'node_modules/package-%d' % number)
    os.symlink('../package-%d/lib' % number, 'node_modules/bin-%d' % number)
shutil.rmtree('node_modules')
";
    for tier in TIERS {
        let world = World::new();
        let folder = world.make("project");
        let mut server = start(&world, tier, OnAttempt::Report, vec![guarded(&folder)]);
        for (name, program) in [("sqlite.py", SQLITE), ("tree.py", TREE)] {
            let run = python(&world, name, program);
            server.succeeds(&format!("{run} {}", quoted(&folder)));
        }
        for line in [
            format!("cd {}", quoted(&folder)),
            "echo new >.note.swp && mv .note.swp note && grep -qx new note".into(),
            "sed -i s/new/newer/ note && grep -qx newer note".into(),
            "(umask 077; mkdir private; echo x >private/x); ls -ld private | grep -q '^drwx------'".into(),
            "ls -l private/x | grep -q '^-rw-------'".into(),
            "echo err >/dev/stderr; echo out >/dev/null; echo x >/dev/fd/1".into(),
            "mkfifo pipe; cat pipe & echo through >pipe; wait $!".into(),
            "(cat <pipe >got & echo later >pipe; wait); grep -qx later got".into(),
            "tar c private note | (mkdir copy; cd copy; tar x); diff -r private copy/private".into(),
            "node -e 'require(\"fs\").writeFileSync(\"n\", \"x\"); require(\"fs\").cpSync(\"copy\", \"again\", {recursive: true})'".into(),
            "rm -r copy again private; rmdir /proc 2>/dev/null || true".into(),
        ] {
            server.succeeds(&line);
        }
    }
}

#[test]
fn what_is_granted_while_the_server_runs_is_guarded_at_once() {
    let world = World::new();
    let (folder, other) = (world.make("project"), world.make("other"));
    let envrc = folder.join(".envrc");
    let plant = format!("echo x >{}", quoted(&envrc));
    let mut server = start(&world, Tier::LiveMounts, OnAttempt::Report, vec![read(&folder)]);
    let changes = [
        (vec![read(&folder)], false, false),
        (vec![guarded(&folder)], false, true),
        (vec![guarded(&folder), write(&other)], false, true),
        (vec![write(&folder)], true, true),
        (vec![guarded(&folder)], false, true),
        (vec![read(&folder)], false, false),
    ];
    for (folders, plants, writes) in changes {
        let proof = {
            server.kept.send(&Order::Enforce { change: 1, folders: folders.clone() });
            loop {
                if let Report::Proven(proof) = server.kept.report() {
                    break proof;
                }
            }
        };
        assert!(proof.holds(), "{proof:?}");
        assert_eq!(server.run(&plant).1 == 0, plants, "{folders:?}");
        let ordinary = format!("echo x >{}", quoted(&folder.join("new")));
        assert_eq!(server.run(&ordinary).1 == 0, writes, "{folders:?}");
        assert_eq!(envrc.exists(), plants);
        _ = fs::remove_file(&envrc);
    }
}

/// Where no call can be handed over a guarded folder is only read.
#[test]
fn without_a_listener_less_is_given() {
    let world = World::new();
    let folder = world.make("project");
    let mut server = start(&world, Tier::LiveMounts, OnAttempt::Ignore, vec![read(&folder)]);
    server.enforce(vec![guarded(&folder)]);
    server.fails(&format!("echo x >{}", quoted(&folder.join(".envrc"))));
    server.fails(&format!("echo x >{}", quoted(&folder.join("new"))));
}

#[test]
fn nothing_is_moved_to_where_it_would_not_be_guarded() {
    for tier in TIERS {
        let world = World::new();
        let (folder, open) = (world.make("project"), world.make("open"));
        let inner = world.make("open/deep/inner");
        fs::create_dir_all(folder.join("sub/.vscode")).unwrap();
        let folders = vec![guarded(&folder), write(&open), guarded(&inner)];
        let mut server = start(&world, tier, OnAttempt::Ignore, folders);
        server.succeeds(&format!("cd {}", quoted(&folder)));
        let rename = |from: &Path, to: &Path| {
            let program = "import os, sys; os.rename(*sys.argv[1:])";
            format!("/usr/bin/python3 -c '{program}' {} {}", quoted(from), quoted(to))
        };
        server.fails(&rename(&folder.join("sub"), &open.join("sub")));
        server.fails(&rename(&open.join("deep"), &open.join("shallow")));
        server.fails(&format!("ln note {}", quoted(&open.join("note"))));
        server.succeeds("mkdir -p node_modules/a/.vscode");
        server.fails(&rename(&folder.join("node_modules/a"), &folder.join("a")));
        server.fails(&rename(&folder.join("node_modules"), &folder.join("b")));
        server.succeeds(&rename(&folder.join("sub"), &folder.join("sub2")));
        server.fails("echo x >sub2/.vscode/tasks.json");
    }
}

#[test]
#[ignore = "a measurement"]
fn what_a_call_costs() {
    const CALLS: &str = "
import os, sys, time
os.chdir(sys.argv[1])
count = 3000
def take(name, act):
    best = min(run(act) for _ in range(3))
    print('%-8s %.1f us' % (name, best / count * 1e6))
def run(act):
    start = time.perf_counter()
    for _ in range(count):
        act()
    return time.perf_counter() - start
def create():
    os.close(os.open('file', os.O_CREAT | os.O_WRONLY))
take('open', create)
take('read', lambda: os.close(os.open('file', os.O_RDONLY)))
";
    let world = World::new();
    let folder = world.make("project");
    let run = python(&world, "calls.py", CALLS);
    for attempts in [OnAttempt::Ignore, OnAttempt::Hold] {
        for entry in [write(&folder), guarded(&folder)] {
            let access = entry.access;
            let mut server = start(&world, Tier::LiveMounts, attempts, vec![entry]);
            let begun = Instant::now();
            let output = server.succeeds(&format!("{run} {}", quoted(&folder)));
            println!("{access:?} {attempts:?} {:?}\n{output}", begun.elapsed());
        }
    }
}

/// Such a folder has nothing that is guarded by its name from there.
#[test]
fn a_folder_in_which_all_of_it_runs_is_only_read() {
    for (tier, granted) in each_guarded() {
        let world = World::new();
        let bare = world.make("project/git");
        git(&bare, &["init", "-q", "--bare"]);
        for folder in [world.make("project/.husky"), world.make("project/.vscode/more"), bare] {
            let mut server = start(&world, tier, OnAttempt::Ignore, vec![granted(&folder)]);
            server.succeeds(&format!("cd {} && cat note", quoted(&folder)));
            for plant in ["echo x >pre-commit", "echo x >note", "mkdir hooks/x", "rm note"] {
                server.fails(plant);
            }
            assert!(!folder.join("pre-commit").exists(), "{tier} {folder:?}");
            assert_ne!(fs::read_to_string(folder.join("note")).unwrap(), "x\n", "{tier}");
        }
    }
}

/// What one server may write another would run: as itself, with what it is granted.
#[test]
fn what_a_program_is_made_of_is_not_written_whatever_is_granted_around_it() {
    for tier in TIERS {
        let world = World::new();
        let folder = world.make("work");
        fs::create_dir(folder.join("mcp")).unwrap();
        let helper = folder.join("mcp/helper.py");
        fs::write(&helper, "old").unwrap();
        let mut launched = world.shell(vec![write(&folder)]);
        let policy = launched.policy.as_mut().unwrap();
        policy.programs = vec![folder.join("mcp")];
        (policy.tier, policy.attempts) = (tier, OnAttempt::Report);
        let mut server = launch(launched);
        let at = |command: &str| format!("cd {} && {command}", quoted(&folder));
        server.succeeds(&at("echo new > other && mkdir -p deep/mcp && echo x > .envrc"));
        for attempt in [
            "echo new > mcp/helper.py",
            "echo new >> mcp/helper.py",
            "touch mcp/new.py",
            "mkdir mcp/inner",
            "rm mcp/helper.py",
            "mv mcp elsewhere",
            "mv other mcp/helper.py",
            "ln mcp/helper.py link",
            "cp other deep/x && ln -f deep/x mcp/helper.py",
            "ln -s mcp way && echo new > way/helper.py",
            "chmod 777 mcp/helper.py",
            "truncate -s 0 mcp/helper.py",
        ] {
            server.fails(&at(attempt));
        }
        server.succeeds(&at("cat mcp/helper.py"));
        assert_eq!(fs::read_to_string(&helper).unwrap(), "old", "{tier:?}");
    }
}

/// The proof tries what the person has of what runs, as the server would.
#[test]
fn a_proof_tries_a_guarded_file_and_prove_it_each_path_as_the_server_is_held() {
    for (tier, granted) in each_guarded() {
        let world = World::new();
        let folder = repository(&world, "project");
        let config = folder.join(".git/config");
        let before = fs::metadata(&config).unwrap().modified().unwrap();
        let mut server = start(&world, tier, OnAttempt::Ignore, vec![granted(&folder)]);
        let proof = server.proof.clone().unwrap();
        let found = proof.findings.iter().find(|it| it.path == config).unwrap();
        assert_eq!((found.expected, found.found), (Reach::Read, Reach::Read), "{tier}");
        assert_eq!(found.errno, rustix::io::Errno::ROFS.raw_os_error(), "{tier}");
        let tries = vec![
            (config.clone(), Reach::Read),
            (folder.join("note"), Reach::Write),
            (folder.clone(), Reach::Write),
            (folder.join(".git/hooks"), Reach::Read),
        ];
        server.kept.send(&Order::Try { ticket: 1, paths: tries });
        let Report::Tried { findings, .. } = server.kept.report() else { panic!("no findings") };
        for finding in &findings {
            assert_eq!(finding.found, finding.expected, "{tier} {finding:?}");
        }
        assert_eq!(findings.len(), 4);
        assert_eq!(fs::metadata(&config).unwrap().modified().unwrap(), before);
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 2, "nothing is left");
    }
}

const METADATA: &str = "
import ctypes, os, sys
libc = ctypes.CDLL(None, use_errno=True)
folder, note, at = os.open(sys.argv[1], os.O_PATH), sys.argv[2], os.path.join(sys.argv[1], sys.argv[2])
opened, writer = os.open(at, os.O_RDONLY), os.open(sys.argv[3], os.O_WRONLY)
mode = os.stat(at).st_mode & 0o777
def raw(number, *arguments):
    if libc.syscall(number, *arguments) != 0:
        raise OSError(ctypes.get_errno(), 'raw')
ways = {
    'utimensat': lambda: os.utime(note, (1, 1), dir_fd=folder),
    'utimensat of a link': lambda: os.utime(note, (1, 1), dir_fd=folder, follow_symlinks=False),
    'utimensat by path': lambda: os.utime(at, (1, 1)),
    'utimensat for now': lambda: os.utime(note, dir_fd=folder),
    'futimens': lambda: os.utime(opened, (1, 1)),
    'fchownat': lambda: os.chown(note, -1, os.getgid(), dir_fd=folder),
    'chown': lambda: os.chown(at, os.getuid(), -1),
    'lchown': lambda: os.lchown(at, os.getuid(), -1),
    'fchown': lambda: os.chown(opened, -1, os.getgid()),
    'fchmodat': lambda: os.chmod(note, mode, dir_fd=folder),
    'fchmod': lambda: os.chmod(opened, mode),
}
if os.uname().machine == 'x86_64':
    times = (ctypes.c_long * 4)(1, 0, 1, 0)
    ways['utime'] = lambda: raw(132, at.encode(), times)
    ways['utimes'] = lambda: raw(235, at.encode(), times)
    ways['futimesat'] = lambda: raw(261, folder, note.encode(), times)
    ways['futimesat of open'] = lambda: raw(261, opened, None, times)
for line in sys.stdin:
    for way, act in ways.items():
        try:
            act()
            print(way)
        except OSError:
            pass
    print('.', flush=True)
";

/// Whether each way to change whose a file is, its times and its mode works is told by the server.
fn metadata_ways(server: &mut Server) -> Vec<String> {
    let ways = "echo >&3; while read -r way <&4 && test \"$way\" != .; do echo \"$way\"; done";
    server.succeeds(ways).lines().map(str::to_owned).collect()
}

fn start_metadata(server: &mut Server, world: &World, files: [&Path; 2]) {
    let program = python(world, "metadata.py", METADATA);
    let (folder, name) = (files[0].parent().unwrap(), files[0].file_name().unwrap());
    let (folder, name) = (quoted(folder), name.to_str().unwrap());
    let pipes = format!("cd {}; rm -f in out; mkfifo in out", quoted(&world.home()));
    server.succeeds(&pipes);
    server.succeeds(&format!(
        "{program} {folder} {name} {} <in >out 2>&1 & exec 3>in 4<out",
        quoted(files[1])
    ));
}

#[test]
fn whose_a_file_is_and_its_times_are_changed_where_it_may_be_written() {
    for tier in TIERS {
        let world = World::new();
        let folder = repository(&world, "project");
        fs::create_dir_all(folder.join(".git/hooks")).unwrap();
        let hook = folder.join(".git/hooks/pre-commit");
        fs::write(&hook, "").unwrap();
        let (note, more) = (folder.join("note"), folder.join("more"));
        fs::write(&more, "").unwrap();
        let mut server = start(&world, tier, OnAttempt::Ignore, vec![guarded(&folder)]);
        start_metadata(&mut server, &world, [&note, &more]);
        let ways = metadata_ways(&mut server);
        assert_eq!(ways.len(), METADATA.matches("lambda").count(), "{tier}: {ways:?}");
        let changed = fs::metadata(&note).unwrap().modified().unwrap();
        assert_eq!(changed, std::time::UNIX_EPOCH + std::time::Duration::from_secs(1));
        server.succeeds("exec 3>&- 4<&-; wait");
        start_metadata(&mut server, &world, [&hook, &more]);
        assert_eq!(metadata_ways(&mut server), [""; 0], "{tier}");
    }
}

#[test]
fn nothing_of_what_was_taken_back_is_changed_in_whose_it_is_and_its_times() {
    for access in [Access::ReadWrite, Access::WriteGuarded] {
        let world = World::new();
        let (folder, other) = (world.make("project"), world.make("other"));
        let files = [folder.join("note"), folder.join("more"), folder.join("tmp/note")];
        fs::create_dir(folder.join("tmp")).unwrap();
        for file in &files {
            fs::write(file, "").unwrap();
        }
        let folders = vec![RootEntry { access, ..guarded(&folder) }, write(&other)];
        let mut server = start(&world, Tier::LiveMounts, OnAttempt::Report, folders);
        start_metadata(&mut server, &world, [&files[2], &files[1]]);
        assert!(metadata_ways(&mut server).len() > 10);
        server.grant(vec![write(&other)]);
        let before = state(&folder);
        assert_eq!(metadata_ways(&mut server), [""; 0], "{access:?}");
        assert_eq!(state(&folder), before);
        server.succeeds(&format!("touch -d @5 {}/note", quoted(&other)));
    }
}
