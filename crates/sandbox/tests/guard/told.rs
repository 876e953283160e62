//! What is refused for being guarded is told, as what is not granted is.

use std::fs;
use std::io::BufRead as _;
use std::path::{Path, PathBuf};
use std::time::Instant;

use paddock_core::{Access, RootEntry};
use paddock_sandbox::wire::{Order, Report};
use paddock_sandbox::{Attempt, DeniedBy, OnAttempt, Tier};

use super::common::kept::{Server, World, launch, quoted, read, write};
use super::{TIERS, each_guarded, guarded, python, repository, start};

/// All that was told and not taken yet. A call that was answered was told of before.
pub(super) fn told(server: &mut Server) -> Vec<Attempt> {
    server.kept.send(&Order::Try { ticket: 1, paths: vec![] });
    let mut told = Vec::new();
    loop {
        let report = server.kept.report();
        let Report::Attempted(attempt) = report else {
            assert!(matches!(report, Report::Tried { ticket: 1, .. }), "{report:?}");
            return told;
        };
        told.push(attempt);
    }
}

pub(super) fn refused(denied_by: DeniedBy) -> impl Fn(PathBuf) -> Attempt {
    move |path| Attempt { path, write: true, denied_by, held: None }
}

fn with_programs(
    world: &World,
    tier: Tier,
    folders: Vec<RootEntry>,
    programs: Vec<PathBuf>,
) -> Server {
    let mut launched = world.shell(folders);
    let policy = launched.policy.as_mut().unwrap();
    (policy.tier, policy.attempts, policy.programs) = (tier, OnAttempt::Report, programs);
    launch(launched)
}

#[test]
fn a_refused_plant_is_told_once_and_where_it_would_be() {
    for (tier, granted) in each_guarded() {
        let world = World::new();
        let folder = repository(&world, "project");
        fs::create_dir_all(folder.join(".git/hooks")).unwrap();
        for name in ["old", "removed", "mode"] {
            fs::write(folder.join(".git/hooks").join(name), "").unwrap();
        }
        std::os::unix::fs::symlink(".git/hooks", folder.join("way")).unwrap();
        let mut server = start(&world, tier, OnAttempt::Report, vec![granted(&folder)]);
        server.succeeds(&format!("cd {}", quoted(&folder)));
        for plant in [
            "echo x >.git/hooks/pre-commit",
            "echo x >way/pre-commit",
            "mkdir .vscode",
            "ln -s note .envrc",
            "mv note .mcp.json",
            "rm -f .git/hooks/removed",
            "chmod +x .git/hooks/mode",
            "chmod +x way/../hooks/mode",
            "echo x >.git/hooks/old",
        ] {
            server.fails(plant);
        }
        let names = [
            ".git/hooks/pre-commit",
            ".vscode",
            ".envrc",
            ".mcp.json",
            ".git/hooks/removed",
            ".git/hooks/mode",
            ".git/hooks/old",
        ];
        let expected = names.map(|name| refused(DeniedBy::Guard)(folder.join(name)));
        assert_eq!(told(&mut server), expected, "{tier}");
    }
}

/// What is open, by a descriptor and no path.
#[test]
fn a_change_of_an_open_file_is_told_by_where_that_is() {
    const CHANGE: &str = "import os, sys\nos.fchmod(os.open(sys.argv[1], os.O_RDONLY), 0o777)";
    for tier in TIERS {
        let world = World::new();
        let folder = repository(&world, "project");
        let config = folder.join(".git/config");
        let mut server = start(&world, tier, OnAttempt::Report, vec![guarded(&folder)]);
        let change = python(&world, "change.py", CHANGE);
        server.fails(&format!("{change} {}", quoted(&config)));
        assert_eq!(told(&mut server), [refused(DeniedBy::Guard)(config)], "{tier}");
    }
}

#[test]
fn what_fails_for_another_reason_or_works_is_not_told() {
    for tier in TIERS {
        let world = World::new();
        let folder = repository(&world, "project");
        let mut server = start(&world, tier, OnAttempt::Report, vec![guarded(&folder)]);
        server.succeeds(&format!("cd {}", quoted(&folder)));
        for failing in [
            "cat .git/missing",
            "rm .git/missing",
            "mkdir .git",
            "echo x >missing/.envrc",
            "echo x >note/.envrc",
            "mkdir note",
            "mv note .git/missing/x",
        ] {
            server.fails(failing);
        }
        server.succeeds("cat .git/config && echo x >new && mkdir sub && mv new sub && rm -r sub");
        assert_eq!(told(&mut server), [], "{tier}");
    }
}

#[test]
fn what_a_program_is_made_of_is_told_and_as_that() {
    for tier in TIERS {
        let world = World::new();
        let folder = world.make("work");
        fs::create_dir(folder.join("mcp")).unwrap();
        let helper = folder.join("mcp/helper.py");
        fs::write(&helper, "old").unwrap();
        fs::hard_link(&helper, folder.join("other-name")).unwrap();
        let programs = vec![folder.join("mcp"), folder.join("package.json")];
        for granted in [guarded(&folder), write(&folder)] {
            let access = granted.access;
            let mut server = with_programs(&world, tier, vec![granted], programs.clone());
            server.succeeds(&format!("cd {}", quoted(&folder)));
            let names = ["mcp/helper.py", "mcp/new.py", "package.json", "other-name"];
            for name in names {
                server.fails(&format!("echo x >{name}"));
            }
            let expected = names.map(|name| refused(DeniedBy::Program)(folder.join(name)));
            assert_eq!(told(&mut server), expected, "{tier} {access:?}");
        }
    }
}

/// An interpreter keeps there what it made of a program, each time that it runs it.
#[test]
fn what_an_interpreter_keeps_beside_its_own_program_is_not_told() {
    for tier in TIERS {
        let world = World::new();
        let folder = world.make("work");
        fs::create_dir(folder.join("mcp")).unwrap();
        fs::write(folder.join("mcp/helper.py"), "").unwrap();
        let server = folder.join("mcp/server.py");
        fs::write(&server, "import helper").unwrap();
        let own = super::common::system(folder.join("mcp").to_str().unwrap());
        for (is_own, told_of) in [(true, vec![]), (false, vec!["mcp/__pycache__"])] {
            let mut launched = world.shell(vec![guarded(&folder)]);
            let policy = launched.policy.as_mut().unwrap();
            policy.readable.extend(is_own.then(|| own.clone()));
            (policy.tier, policy.attempts) = (tier, OnAttempt::Report);
            policy.programs = vec![folder.join("mcp")];
            let mut running = launch(launched);
            running.succeeds(&format!("/usr/bin/python3 {}", quoted(&server)));
            let told: Vec<_> = told(&mut running).into_iter().map(|it| it.path).collect();
            let expected: Vec<_> = told_of.into_iter().map(|name| folder.join(name)).collect();
            assert_eq!(told, expected, "{tier}");
        }
    }
}

#[test]
fn a_folder_in_which_all_of_it_runs_is_only_read_and_writing_there_is_told() {
    for (tier, granted) in each_guarded() {
        let world = World::new();
        let folder = world.make("project/.husky");
        let mut server = start(&world, tier, OnAttempt::Report, vec![granted(&folder)]);
        server.fails(&format!("echo x >{}/pre-commit", quoted(&folder)));
        assert!(!folder.join("pre-commit").exists(), "{tier}");
        let expected = refused(DeniedBy::Guard)(folder.join("pre-commit"));
        assert_eq!(told(&mut server), [expected], "{tier}");
    }
}

/// It is told once, by what it is: a folder that may only be read.
#[test]
fn what_is_only_to_be_read_is_told_as_that_where_something_else_is_guarded() {
    for tier in TIERS {
        let world = World::new();
        let (guarded_one, other) = (world.make("a"), world.make("b"));
        let folders = vec![guarded(&guarded_one), read(&other)];
        let mut server = start(&world, tier, OnAttempt::Report, folders);
        server.fails(&format!("echo x >{}", quoted(&other.join("note"))));
        server.fails(&format!("echo x >{}", quoted(&other.join(".envrc"))));
        let expected = ["note", ".envrc"].map(|name| other.join(name));
        assert_eq!(told(&mut server), expected.map(refused(DeniedBy::Grants)), "{tier}");
    }
}

#[test]
fn nothing_is_told_where_nobody_asked() {
    for tier in TIERS {
        let world = World::new();
        let folder = world.make("project");
        let mut server = start(&world, tier, OnAttempt::Ignore, vec![guarded(&folder)]);
        server.fails(&format!("echo x >{}", quoted(&folder.join(".envrc"))));
        assert_eq!(told(&mut server), [], "{tier}");
    }
}

/// Each is refused as ever, and nobody waits for it.
#[test]
fn a_storm_of_refused_plants_is_told_in_part() {
    const STORM: &str = "
import errno, os, sys
for number in range(5000):
    try:
        os.mkdir(f'{sys.argv[1]}/.git/{number}')
    except OSError as error:
        assert error.errno == errno.EROFS
    else:
        raise SystemExit('planted')
";
    for attempts in [OnAttempt::Report, OnAttempt::Hold] {
        let world = World::new();
        let (folder, other) = (repository(&world, "project"), world.make("other"));
        let mut server = start(&world, Tier::LiveMounts, attempts, vec![guarded(&folder)]);
        let storm = python(&world, "storm.py", STORM);
        let begun = Instant::now();
        server.begin(&format!("{storm} {}", quoted(&folder)));
        let mut count = 0;
        for change in 1..=4 {
            let mut folders = vec![guarded(&folder)];
            folders.extend((change % 2 == 1).then(|| read(&other)));
            server.kept.send(&Order::Enforce { change, folders });
            let proof = loop {
                let report = server.kept.report();
                let Report::Attempted(attempt) = report else { break report };
                assert_eq!((attempt.write, attempt.held), (true, None));
                count += 1;
            };
            let Report::Proven(proof) = proof else { panic!("{proof:?}") };
            assert!(proof.change == change && proof.holds());
        }
        let (output, status) = server.outcome();
        assert_eq!(status, 0, "{output}");
        count += told(&mut server).len() as u64;
        let most = 32 + 2 * (begun.elapsed().as_secs() + 1);
        assert!((1..=most).contains(&count), "{count} told in {:?}", begun.elapsed());
    }
}

/// Of a file that was removed, or is in a folder that was taken back, the path may be another one's.
#[test]
fn no_path_is_told_that_only_looks_like_one() {
    const CHANGE: &str = "
import os, sys
held = os.open(sys.argv[1], os.O_RDONLY)
os.unlink(sys.argv[1])
print('ready', flush=True)
sys.stdin = open(sys.argv[2])
sys.stdin.read()
try:
    os.fchmod(held, 0o777)
except OSError as error:
    print('refused', error.errno, flush=True)
";
    let world = World::new();
    let project = repository(&world, "project");
    let taken = world.make("taken");
    let below = project.join(".git/hooks/pre-commit");
    let inside = taken.join(below.strip_prefix("/").unwrap());
    fs::create_dir_all(inside.parent().unwrap()).unwrap();
    fs::write(&inside, "").unwrap();
    let pipe = world.home().join("pipe");
    rustix::fs::mknodat(
        rustix::fs::CWD,
        &pipe,
        rustix::fs::FileType::Fifo,
        rustix::fs::Mode::from_raw_mode(0o600),
        0,
    )
    .unwrap();
    let folders = vec![guarded(&project), write(&taken)];
    let mut server = start(&world, Tier::LiveMounts, OnAttempt::Report, folders);
    let change = python(&world, "change.py", CHANGE);
    server.begin(&format!("{change} {} {}", quoted(&inside), quoted(&pipe)));
    let mut line = String::new();
    server.stdout.read_line(&mut line).unwrap();
    assert_eq!(line, "ready\n");
    server.grant(vec![guarded(&project)]);
    fs::write(&pipe, "go").unwrap();
    let (output, _) = server.outcome();
    assert!(output.contains("refused"), "{output}");
    let paths: Vec<_> = told(&mut server).into_iter().map(|it| it.path).collect();
    assert!(!paths.iter().any(|path| path.starts_with(Path::new(&project))), "{paths:?}");
}

#[test]
fn a_server_that_may_write_everything_is_refused_nothing_and_told_of_nothing() {
    for tier in TIERS {
        let world = World::new();
        let folder = world.make("project");
        let entry = RootEntry { access: Access::ReadWrite, ..guarded(&folder) };
        let mut server = start(&world, tier, OnAttempt::Report, vec![entry]);
        server.succeeds(&format!("echo x >{}", quoted(&folder.join(".envrc"))));
        assert_eq!(told(&mut server), [], "{tier}");
    }
}
