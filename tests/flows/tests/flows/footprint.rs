//! What a program needs in order to run is agreed to with its command, and nothing else is let in.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use paddock_host::Tier;
use paddock_host::view::{
    Access, Code, EnvEntry, Outcome, ReadableView, ReadableWhy, RunView, ServerDraft, ServerView,
    View,
};
use serde_json::json;

use crate::world::{Ground, World, find};

/// A world in the best tier there is here, and one in the tier that restarts.
fn worlds() -> Vec<World> {
    [None, Some(Tier::Landlock)]
        .into_iter()
        .map(|best_tier| {
            let mut ground = Ground::new();
            ground.places.best_tier = best_tier;
            ground.start()
        })
        .collect()
}

fn python(name: &str, script: &Path) -> ServerDraft {
    ServerDraft {
        name: name.into(),
        program: "python3".into(),
        args: vec![script.display().to_string()],
        ..ServerDraft::default()
    }
}

/// A server that reads what it is asked for, in a folder of its own, and does something `first`.
fn script(world: &World, folder: &str, first: &str) -> PathBuf {
    let script = world.folder(folder).join("server.py");
    fs::write(&script, format!("{first}\n{}", include_str!("reader.py"))).unwrap();
    script
}

/// Paths of the person's own that the server needs, as it is shown.
fn own(server: &ServerView) -> BTreeSet<PathBuf> {
    let own = server.reads.iter().filter(|it| it.own.is_some());
    own.map(|it| PathBuf::from(&it.path)).collect()
}

async fn read(world: &World, server: u32, path: &Path) -> String {
    world.call(server, "read", json!({ "path": path })).await.unwrap().text
}

async fn until_changed(world: &World, server: u32) -> ServerView {
    let asks = |it: &ServerView| matches!(it.state, RunView::NeedsTrust { changed: true, .. });
    world.until_server(server, "it is asked for again", asks).await
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_command_needs_is_shown_before_it_is_trusted_and_is_all_that_it_gets() {
    for world in worlds() {
        let script = script(&world, "work/acme/mcp", "");
        for (file, text) in
            [("work/acme/.env", "KEY=abc"), ("work/acme/notes.txt", "note"), ("other.txt", "other")]
        {
            fs::write(world.ground.places.home.join(file), text).unwrap();
        }
        fs::write(world.folder("work/acme").join("package.json"), "{}").unwrap();
        let server = world.host.add_server(python("reader", &script)).await.unwrap();
        world.until_asked_to_trust(server).await;
        let shown = world.until_server(server, "it is shown", |it| !own(it).is_empty()).await;
        let acme = world.folder("work/acme");
        assert!(own(&shown).iter().all(|it| it.starts_with(acme.join("mcp"))), "{:?}", own(&shown));
        world.trust(server).await;
        world.until_running(server).await;
        for file in [acme.join(".env"), acme.join("notes.txt"), world.folder("").join("other.txt")]
        {
            let answer = read(&world, server, &file).await;
            assert!(answer.contains("Errno"), "{file:?}: {answer}");
        }
        assert!(read(&world, server, &script).await.contains("An MCP server"));
        world.quit().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_secret_that_comes_later_is_left_out_of_the_next_start() {
    for world in worlds() {
        let script = script(&world, "work/mcp", "");
        // As `python -m venv .` leaves it, or a server that may write here.
        fs::write(script.with_file_name("pyvenv.cfg"), "home = /usr/bin\n").unwrap();
        let agreed = world.folder("work/mcp/config").join("prod.env");
        fs::write(&agreed, "KEY=abc").unwrap();
        let server = world.add(python("reader", &script)).await;
        world.until_running(server).await;
        let later = world.folder("work/mcp/deep/down").join(".env.production");
        fs::write(&later, "KEY=abc").unwrap();
        world.host.restart_server(server).await.unwrap();
        let leaves_out = |it: &ServerView, path: &Path| {
            let mut own = it.reads.iter().filter_map(|it| it.own.as_ref());
            own.any(|it| it.hidden.iter().any(|hidden| Path::new(hidden) == path))
        };
        let both = |it: &ServerView| {
            matches!(it.state, RunView::Running { .. })
                && leaves_out(it, &agreed)
                && leaves_out(it, &later)
        };
        world.until_server(server, "both are left out", both).await;
        for secret in [&agreed, &later] {
            let answer = read(&world, server, secret).await;
            assert!(!answer.contains("KEY"), "{secret:?}: {answer}");
            let line = secret.display().to_string();
            let verdicts = world.host.check_paths(Some(server), line).await.unwrap();
            assert_eq!(verdicts[0].outcome, Outcome::Outside, "{secret:?}");
        }
        let view = world.view().await;
        let proof = find(&view, server).unwrap().proof.clone().unwrap();
        let tried = |path: &Path| proof.findings.iter().any(|it| Path::new(&it.path) == path);
        assert!(proof.holds && tried(&agreed), "{proof:?}");
        world.quit().await;
    }
}

/// A server that may write its own program's folder chooses nothing by it.
#[tokio::test(flavor = "multi_thread")]
async fn a_program_replaced_by_a_link_is_asked_for_again() {
    for world in worlds() {
        let script = script(&world, "work/mcp", "");
        let taxes = world.folder("Documents").join("taxes");
        fs::write(&taxes, "secret").unwrap();
        let server = world.add(python("reader", &script)).await;
        world.until_running(server).await;
        world.grant(server, &world.folder("work"), Access::ReadWrite).await;
        fs::remove_file(&script).unwrap();
        symlink(&taxes, &script).unwrap();
        world.host.restart_server(server).await.unwrap();
        let asks = until_changed(&world, server).await;
        assert!(!own(&asks).iter().any(|it| it.starts_with(taxes.parent().unwrap())), "{asks:?}");
        world.quit().await;
    }
}

/// Whatever folder around them is granted, by whatever name they go, secrets among them too.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_beside_a_script_is_not_written_by_it_whatever_is_granted() {
    const TRIES: &str = "import os\n\
        here = os.path.dirname(os.path.abspath(__file__))\n\
        for name in ['token.json', 'credentials.json', 'helper.py', 'new.py', '../written']:\n\
        \x20   try:\n\
        \x20       with open(os.path.join(here, name), 'a') as file: file.write('by it')\n\
        \x20   except OSError: pass\n";
    for granted in ["work", "work/mcp"] {
        for world in worlds() {
            let script = script(&world, "work/mcp", TRIES);
            let beside = |name: &str| script.with_file_name(name);
            for name in ["token.json", "credentials.json", "helper.py"] {
                fs::write(beside(name), "own").unwrap();
            }
            let server = world.add(python("reader", &script)).await;
            world.until_running(server).await;
            world.host.stop_server(server).await.unwrap();
            world.until_stopped(server).await;
            world.grant(server, &world.folder(granted), Access::ReadWrite).await;
            world.host.start_server(server).await.unwrap();
            world.until_running(server).await;
            for name in ["token.json", "credentials.json", "helper.py"] {
                assert_eq!(fs::read_to_string(beside(name)).unwrap(), "own", "{granted} {name}");
            }
            assert!(!beside("new.py").exists(), "{granted}");
            assert_eq!(beside("../written").exists(), granted == "work");
            world.quit().await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_is_rewritten_is_asked_for_again() {
    let world = World::new();
    let script = script(&world, "work/mcp", "");
    let server = world.add(python("reader", &script)).await;
    world.until_running(server).await;
    fs::write(&script, "raise SystemExit('another program')").unwrap();
    world.host.restart_server(server).await.unwrap();
    until_changed(&world, server).await;
    world.quit().await;
}

/// The words of a command say what runs, through whatever wraps them.
#[tokio::test(flavor = "multi_thread")]
async fn a_script_behind_a_wrapper_is_asked_for_again_once_it_is_rewritten() {
    let world = World::new();
    let script = script(&world, "work/mcp", "");
    let folder = script.parent().unwrap().display();
    let shell = format!("cd {folder} && exec python3 server.py");
    for (program, args) in [
        ("timeout", vec!["1000".to_owned(), "python3".to_owned(), script.display().to_string()]),
        ("sh", vec!["-c".to_owned(), shell]),
    ] {
        let draft = ServerDraft {
            name: program.into(),
            program: program.into(),
            args,
            ..ServerDraft::default()
        };
        fs::write(&script, include_str!("reader.py")).unwrap();
        let server = world.add(draft).await;
        let running = world.until_running(server).await;
        assert!(!running.untold, "{program}");
        assert!(own(&running).iter().any(|it| it.ends_with("mcp")), "{program}: {running:?}");
        fs::write(&script, "raise SystemExit('another program')").unwrap();
        world.host.restart_server(server).await.unwrap();
        until_changed(&world, server).await;
    }
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_command_does_not_tell_is_said_before_it_is_trusted() {
    let world = World::new();
    let script = script(&world, "work/mcp", "");
    let draft = |name: &str, text: &str| ServerDraft {
        name: name.into(),
        program: "sh".into(),
        args: vec!["-c".into(), text.into()],
        ..ServerDraft::default()
    };
    let plain = format!("exec python3 '{}'", script.display());
    for (name, text, is_untold) in
        [("told", plain.as_str(), false), ("untold", "exec python3 \"$D/server.py\"", true)]
    {
        let server = world.host.add_server(draft(name, text)).await.unwrap();
        world.until_asked_to_trust(server).await;
        let found = |it: &ServerView| !it.reads.is_empty();
        let shown = world.until_server(server, "it is found", found).await;
        assert_eq!(shown.untold, is_untold, "{name}");
    }
    world.quit().await;
}

/// Whoever chooses the folder would choose what runs, with what the server is granted.
#[tokio::test(flavor = "multi_thread")]
async fn no_folder_that_is_put_in_later_says_what_runs() {
    let world = World::new();
    let folder = world.folder("$(id >x)");
    for (name, args, code) in [
        ("script", &["python3", "${workspaceFolder}/server.py"][..], Code::FolderInProgram),
        ("folder", &["env", "-C", "${root:proj}", "python3"], Code::FolderInProgram),
        ("text", &["sh", "-c", "cd ${workspaceFolder} && exec cat"], Code::FolderInText),
        ("wrapped", &["timeout", "9", "bash", "-lc", "cat ${roots}"], Code::FolderInText),
    ] {
        let draft = ServerDraft {
            name: name.into(),
            program: args[0].into(),
            args: args[1..].iter().map(|arg| (*arg).to_owned()).collect(),
            ..ServerDraft::default()
        };
        let server = world.host.add_server(draft).await.unwrap();
        assert_eq!(world.until_failed(server).await.code, code, "{name}");
        world.grant(server, &folder, Access::ReadWrite).await;
        world.host.start_server(server).await.unwrap();
        assert_eq!(world.until_failed(server).await.code, code, "{name}");
    }
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_variable_that_names_a_folder_is_part_of_the_command() {
    let world = World::new();
    let script = script(&world, "mcp", "");
    let library = world.folder("library");
    fs::write(library.join("helper.py"), "").unwrap();
    let server = world.add(python("reader", &script)).await;
    world.until_running(server).await;
    let env = vec![EnvEntry { name: "PYTHONPATH".into(), value: library.display().to_string() }];
    let edited = ServerDraft { env, ..python("reader", &script) };
    world.host.edit_server(server, edited).await.unwrap();
    let asks = until_changed(&world, server).await;
    assert_eq!(asks.command.env_values[0].value, library.display().to_string());
    world.quit().await;
}

/// There is one way to let a server have a folder: a grant.
#[tokio::test(flavor = "multi_thread")]
async fn what_a_server_missed_is_granted_like_any_other_folder() {
    let world = World::new();
    if !world.enforces_live().await {
        return;
    }
    let elsewhere = world.folder("elsewhere");
    let needed = elsewhere.join("settings.json");
    fs::write(&needed, "{}").unwrap();
    let script = script(&world, "bin", &format!("open({:?})", needed.display().to_string()));
    let server = world.add(python("reader", &script)).await;
    let says = |it: &ServerView| it.missed.as_ref().is_some_and(|missed| missed.offer.is_some());
    let missed = world.until_server(server, "it says what it missed", says).await.missed.unwrap();
    assert_eq!(missed.offer, Some(elsewhere.display().to_string()));
    let pick = world.host.pick_missed(server).await.unwrap();
    let view = world.view().await;
    assert!(view.picks.iter().any(|it| it.id == pick && it.server == Some(server)));

    let grant = world.grant(server, &elsewhere, Access::Read).await;
    world.host.start_server(server).await.unwrap();
    world.until_running(server).await;
    assert_eq!(read(&world, server, &needed).await, "{}");
    world.host.revoke_all().await.unwrap();
    let gone = |it: &ServerView| it.proof.as_ref().is_some_and(|proof| proof.holds);
    world.until_server(server, "it is taken", gone).await;
    assert!(read(&world, server, &needed).await.contains("Errno"));
    assert!(!world.view().await.grants.iter().any(|it| it.id == grant));
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_command_that_is_no_longer_trusted_stops_and_asks() {
    let world = World::new();
    let script = script(&world, "mcp", "");
    let server = world.add(python("reader", &script)).await;
    world.until_running(server).await;
    world.host.withdraw_trust(server).await.unwrap();
    world.until_stopped(server).await;
    let world = world.quit().await.start();
    world.host.start_server(server).await.unwrap();
    world.until_asked_to_trust(server).await;
    let bundled = world.bundled().await;
    assert_eq!(world.host.withdraw_trust(bundled).await.unwrap_err().code, Code::BundledServer);
    world.quit().await;
}

/// Whether the grant or the program was there first.
#[tokio::test(flavor = "multi_thread")]
async fn no_server_writes_what_another_s_program_is_made_of() {
    for grant_first in [true, false] {
        let world = World::new();
        if !world.enforces_live().await {
            return;
        }
        let files = world.bundled().await;
        let script = script(&world, "work/mcp", "");
        let work = world.folder("work");
        if grant_first {
            world.grant_and_tell(files, &work, Access::ReadWrite).await;
        }
        let reader = world.add(python("reader", &script)).await;
        world.until_running(reader).await;
        if !grant_first {
            world.grant(files, &work, Access::ReadWrite).await;
        }
        world.until_told(files).await;
        for (path, is_written) in [("other.txt", true), ("mcp/helper.py", false)] {
            let arguments = json!({ "path": work.join(path), "content": "new" });
            let answer = world.call(files, "write_file", arguments).await.unwrap();
            assert_eq!(!answer.is_error, is_written, "{path}, {grant_first}: {answer:?}");
            assert_eq!(work.join(path).exists(), is_written, "{path}, {grant_first}");
        }
        world.quit().await;
    }
}

/// For so long other configurations are made up.
const BUDGET: Duration = Duration::from_secs(20);
/// So many are, however long they take.
const FEWEST: u64 = 2;

/// What is shown of a server is what it can open, to read and to write: over made-up configurations,
/// both ways. `LIST_SEED=7` begins with another one.
#[tokio::test(flavor = "multi_thread")]
async fn what_the_window_lists_is_what_a_server_can_open() {
    let first = std::env::var("LIST_SEED").map_or(0, |seed| seed.parse().unwrap());
    let end = Instant::now() + BUDGET;
    let seeds = (first..).take_while(|seed| *seed < first + FEWEST || Instant::now() < end);
    for seed in seeds {
        for world in worlds() {
            let tier = world.ground.places.best_tier;
            println!("LIST_SEED={seed}, {tier:?}");
            one_configuration(world, seed).await;
        }
    }
}

async fn one_configuration(world: World, seed: u64) {
    let mut dice = Dice(seed);
    let folders = ["work", "work/acme", "work/acme/mcp", "work/acme/src", "notes", "dev/one"];
    let files =
        ["a.txt", ".env", ".npmrc", ".envrc", "package.json", "requirements.txt", "pyproject.toml"];
    let mut all = Vec::new();
    for folder in folders {
        for file in files.iter().filter(|file| **file == "a.txt" || dice.below(2) == 0) {
            let path = world.folder(folder).join(file);
            fs::write(&path, "{}").unwrap();
            all.push(path);
        }
    }
    let placed = folders[dice.below(folders.len())];
    let script = script(&world, placed, "");
    all.push(script.clone());
    let server = world.add(python("reader", &script)).await;
    world.until_running(server).await;
    all.push("/etc/passwd".into());
    all.push("/usr/lib/os-release".into());
    let is_shown = |it: &ServerView| it.reads.iter().any(|it| it.why == ReadableWhy::Home);
    let view = world.until_server(server, "its home is shown", is_shown).await;
    let home = view.reads.iter().find(|it| it.why == ReadableWhy::Home).unwrap();
    let own = Path::new(&home.path).join("own.txt");
    fs::write(&own, "{}").unwrap();
    all.push(own);
    let mut grants = Vec::new();
    for folder in folders {
        let accesses =
            [Access::Read, Access::WriteGuarded, Access::WriteCommits, Access::ReadWrite];
        if dice.below(3) == 0 {
            let access = accesses[dice.below(accesses.len())];
            grants.push(world.grant(server, &world.folder(folder), access).await);
        }
    }
    lists_what_opens(&world, server, &all).await;
    for grant in grants.into_iter().filter(|_| dice.below(2) == 0) {
        world.host.revoke(grant).await.unwrap();
    }
    lists_what_opens(&world, server, &all).await;
    world.host.revoke_all().await.unwrap();
    lists_what_opens(&world, server, &all).await;
    let view = world.until_server(server, "it is shown", |it| !it.reads.is_empty()).await;
    assert!(view.reads.iter().all(|it| it.own.is_some() || it.why != ReadableWhy::Program));
    world.quit().await;
}

async fn lists_what_opens(world: &World, server: u32, all: &[PathBuf]) {
    world.until_running(server).await;
    let proved = |it: &ServerView| {
        it.proof.as_ref().is_some_and(|it| it.holds)
            && matches!(it.state, RunView::Running { .. })
            && matches!(it.enforcement.in_force, paddock_host::view::InForceView::Enforced { .. })
    };
    world.until_server(server, "its boundary is proved", proved).await;
    let view = world.view().await;
    let lines: Vec<_> = all.iter().map(|path| path.display().to_string()).collect();
    let verdicts = world.host.check_paths(Some(server), lines.join("\n")).await.unwrap();
    for (path, verdict) in all.iter().zip(verdicts) {
        let writes = matches!(
            verdict.outcome,
            Outcome::AllowedReadWrite | Outcome::AllowedWriteGuarded | Outcome::OwnHome
        );
        let reads = matches!(
            verdict.outcome,
            Outcome::AllowedRead | Outcome::AllowedReadGuarded | Outcome::NeededToRun
        );
        let listed = listed(&view, server, path, world.ground.places.best_tier);
        assert_eq!(listed, (reads || writes, writes), "{}: {:?}", path.display(), verdict.outcome);
        let answer = read(world, server, path).await;
        // Something empty stands for a likely secret in what a program needs.
        let opened = !answer.contains("Errno") && !answer.is_empty();
        assert_eq!(opened, reads || writes, "{}: {:?}", path.display(), verdict.outcome);
        let append = PathBuf::from(format!("append:{}", path.display()));
        let answer = read(world, server, &append).await;
        let outcome = verdict.outcome;
        assert_eq!(answer == "opened", writes, "{}: {outcome:?}: {answer}", path.display());
    }
}

/// Whether it is read, and written, by what the window lists: grants, and what the server's program
/// needs.
fn listed(view: &View, server: u32, path: &Path, best_tier: Option<Tier>) -> (bool, bool) {
    let shown = find(view, server).unwrap();
    if shown.reaches_all {
        return (true, true);
    }
    let needed: Vec<_> = shown.reads.iter().filter(|it| path.starts_with(&it.path)).collect();
    let is_hidden = |it: &&ReadableView| {
        it.own.as_ref().is_some_and(|own| own.hidden.iter().any(|hidden| path.starts_with(hidden)))
    };
    if needed.iter().any(|it| it.why == ReadableWhy::Home) {
        return (true, true);
    }
    let is_program = needed.iter().any(|it| it.own.is_some());
    let is_needed = needed.iter().any(|it| !is_hidden(it));
    let grants: Vec<_> = view.grants.iter().filter(|it| it.server == server).collect();
    let around = grants.iter().filter(|it| path.starts_with(&it.folder.path));
    let Some(grant) = around.max_by_key(|it| it.folder.path.len()) else {
        return (is_needed, false);
    };
    let folder = Path::new(&grant.folder.path);
    // Without live mounts, a folder to be only read makes the one around it so.
    let is_narrowed = best_tier == Some(Tier::Landlock)
        && grants
            .iter()
            .any(|it| it.access == Access::Read && Path::new(&it.folder.path).starts_with(folder));
    let below = path.strip_prefix(folder).unwrap();
    let is_guarded = paddock_core::Guarded::from(grant.access, below).is_some()
        || grant.access.guards() && paddock_core::Guarded::from(grant.access, folder).is_some();
    let writes = grant.access.writes() && !is_narrowed && !is_guarded && !is_program;
    (true, writes)
}

/// `SplitMix64`: the same numbers from the same seed.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((z ^ (z >> 31)) % end as u64).unwrap()
    }
}
