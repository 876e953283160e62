use std::fs;
use std::os::fd::AsRawFd as _;
use std::os::unix::fs::PermissionsExt as _;
use std::sync::LazyLock;

use paddock_core::{AbsolutePath, Root};
use paddock_sandbox::{Network, OnAttempt, Policy, Tier};
use rustix::event::pause;
use rustix::process::{Resource, Rlimit, Signal, getpid, kill_process, setrlimit};
use tempfile::TempDir;

use super::trying::MOST_AT_ONCE;
use super::*;
use crate::folder;

/// Folders `read`, `write`, each with a file, and a canary beside them.
struct World(TempDir);

impl World {
    fn new() -> Self {
        let world = Self(tempfile::tempdir().unwrap());
        for folder in ["home", "read", "write"] {
            fs::create_dir(world.path(folder)).unwrap();
        }
        for file in ["read/file", "write/file", "canary"] {
            fs::write(world.path(file), file).unwrap();
        }
        world
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().canonicalize().unwrap().join(name)
    }

    fn entry(&self, name: &str, access: Access) -> RootEntry {
        let path = self.path(name);
        let identity = folder::identity(File::open(&path).unwrap()).unwrap();
        RootEntry { root: Root { path: AbsolutePath::new(path).unwrap(), identity }, access }
    }

    fn granted(&self) -> Vec<RootEntry> {
        vec![self.entry("read", Access::Read), self.entry("write", Access::ReadWrite)]
    }

    fn policy(&self, folders: Vec<RootEntry>) -> Policy {
        Policy {
            tier: Tier::Landlock,
            folders,
            readable: Vec::new(),
            links: Vec::new(),
            reserved: Vec::new(),
            programs: Vec::new(),
            home: self.path("home"),
            network: Network::Open,
            ports: Vec::new(),
            attempts: OnAttempt::Ignore,
            canary: self.path("canary"),
            data: Vec::new(),
            kept_out: Vec::new(),
        }
    }

    fn confinement(&self, folders: Vec<RootEntry>) -> Confinement {
        Confinement::landlock(&self.policy(folders)).unwrap()
    }

    fn found(&self, names: &[&str]) -> Vec<Reach> {
        let tries: Vec<_> = names.iter().map(|name| (self.path(name), Reach::Write)).collect();
        let findings = probe(|| Ok(()), &self.confinement(self.granted()), &tries).unwrap();
        findings.iter().map(|finding| finding.found).collect()
    }
}

#[test]
fn folders_and_files_are_reached_as_far_as_landlock_lets() {
    let world = World::new();
    let names = ["read", "read/file", "write", "write/file", "canary", "", "nothing"];
    let [read, write, nothing] = [Reach::Read, Reach::Write, Reach::Nothing];
    assert_eq!(world.found(&names), [read, read, write, write, nothing, nothing, nothing]);
}

#[test]
fn all_that_is_in_view_is_reached() {
    let world = World::new();
    let confinement = Confinement::of_view(Network::Open, Vec::new()).unwrap();
    let tries = ["read", "write", "canary"].map(|name| (world.path(name), Reach::Write));
    let found = probe(|| Ok(()), &confinement, &tries).unwrap();
    assert!(found.iter().all(|finding| finding.found == Reach::Write), "{found:?}");
}

/// What a child takes on, so that it can open so many files at once.
fn with_descriptors(count: u64) -> impl Fn() -> Result<(), Errno> {
    move || {
        let next = u64::from(rustix::io::dup(rustix::stdio::stderr())?.as_raw_fd().unsigned_abs());
        let limit = Rlimit { current: Some(next + count), maximum: Some(next + count) };
        setrlimit(Resource::Nofile, limit)
    }
}

#[test]
fn many_folders_are_tried_with_few_descriptors_and_with_none_nothing_is_proved() {
    let world = World::new();
    let confinement = Confinement::of_view(Network::Open, Vec::new()).unwrap();
    let tries = vec![(world.path("read"), Reach::Read); MOST_AT_ONCE + 10];
    let found = probe(with_descriptors(8), &confinement, &tries).unwrap();
    assert!(found.iter().all(|finding| finding.found == Reach::Write), "{found:?}");
    let tries = vec![(world.path("canary"), Reach::Nothing)];
    let none = probe(with_descriptors(0), &confinement, &tries).unwrap_err();
    assert_eq!(none.raw_os_error(), Some(libc::EMFILE));
}

#[test]
fn nothing_is_changed_by_trying() {
    let world = World::new();
    let looks = || {
        ["read", "write", "write/file"].map(|name| {
            let seen = fs::metadata(world.path(name)).unwrap();
            (seen.modified().unwrap(), seen.len(), seen.permissions().mode())
        })
    };
    let before = looks();
    world.found(&["read", "write", "write/file"]);
    assert_eq!(looks(), before);
    assert_eq!(fs::read_dir(world.path("write")).unwrap().count(), 1);
}

#[test]
fn mode_bits_are_heeded_without_capabilities() {
    let world = World::new();
    fs::set_permissions(world.path("write"), fs::Permissions::from_mode(0o500)).unwrap();
    assert_eq!(world.found(&["write"]), [Reach::Read]);
    fs::set_permissions(world.path("write"), fs::Permissions::from_mode(0o700)).unwrap();
}

#[test]
fn a_finding_says_why_there_is_no_more() {
    let world = World::new();
    let tries = [(world.path("read"), Reach::Read), (world.path("nothing"), Reach::Read)];
    let found = probe(|| Ok(()), &world.confinement(world.granted()), &tries).unwrap();
    assert_eq!(found[0].errno, libc::EACCES);
    assert_eq!(found[1].errno, libc::ENOENT);
}

static NONE: LazyLock<KeptOut> = LazyLock::new(KeptOut::default);

fn promise<'a>(granted: &'a [RootEntry], canary: &'a Path) -> Promise<'a> {
    let kept_out = &*NONE;
    Promise { change: 7, granted, revoked: &[], canary, kept_out, hides: false, touched: None }
}

#[test]
fn a_proof_holds_where_the_promise_is_kept() {
    let world = World::new();
    let (granted, canary) = (world.granted(), world.path("canary"));
    let proof = proof(&promise(&granted, &canary), || Ok(()), &world.confinement(granted.clone()));
    assert!(proof.holds(), "{proof:?}");
    assert_eq!((proof.change, proof.findings.len()), (7, 3));
}

#[test]
fn a_revoked_folder_that_is_still_reached_breaks_it() {
    let world = World::new();
    let (granted, canary) = (world.granted(), world.path("canary"));
    let (kept, revoked) = granted.split_at(1);
    let promise = Promise { change: 1, revoked, ..promise(kept, &canary) };
    let stale = world.confinement(granted.clone());
    assert!(!proof(&promise, || Ok(()), &stale).holds());
    let fresh = world.confinement(kept.to_vec());
    let proof = proof(&promise, || Ok(()), &fresh);
    assert!(proof.holds(), "{proof:?}");
    assert_eq!(proof.findings.len(), 3);
}

#[test]
fn a_revoked_folder_may_be_reached_through_the_one_around_it() {
    let world = World::new();
    fs::create_dir(world.path("read/inner")).unwrap();
    let granted = vec![world.entry("read", Access::Read)];
    let revoked = vec![world.entry("read/inner", Access::ReadWrite)];
    let canary = world.path("canary");
    let promise = Promise { change: 1, revoked: &revoked, ..promise(&granted, &canary) };
    let proof_of = |folders: Vec<_>| proof(&promise, || Ok(()), &world.confinement(folders));
    assert!(proof_of(granted.clone()).holds());
    assert!(!proof_of([granted.clone(), revoked.clone()].concat()).holds());
}

#[test]
fn another_folder_at_a_revoked_path_is_another_matter() {
    let world = World::new();
    let revoked = vec![world.entry("write", Access::ReadWrite)];
    fs::rename(world.path("write"), world.path("gone")).unwrap();
    fs::create_dir(world.path("write")).unwrap();
    let (granted, canary) = (vec![world.entry("write", Access::Read)], world.path("canary"));
    let promise = Promise { change: 1, revoked: &revoked, ..promise(&[], &canary) };
    let proof = proof(&promise, || Ok(()), &world.confinement(granted));
    let old = proof.findings.iter().find(|it| it.path == world.path("write")).unwrap();
    assert_eq!((old.found, old.errno), (Reach::Nothing, libc::ESTALE));
}

#[test]
fn without_a_canary_outside_nothing_is_proved() {
    let world = World::new();
    let (granted, canary) = (world.granted(), world.path("nothing"));
    let confinement = world.confinement(granted.clone());
    let proof = proof(&promise(&granted, &canary), || Ok(()), &confinement);
    assert!(!proof.holds());
    assert!(proof.findings.iter().all(|it| it.errno == libc::ENOENT), "{proof:?}");
}

#[test]
fn a_probe_that_did_not_get_in_proves_nothing() {
    let world = World::new();
    let (granted, canary) = (world.granted(), world.path("canary"));
    let confinement = world.confinement(granted.clone());
    let promise = promise(&granted, &canary);
    assert!(!proof(&promise, || Err(Errno::XDEV), &confinement).holds());
    let died = proof(&promise, || kill_process(getpid(), Signal::KILL), &confinement);
    assert!(!died.holds());
    let tries = [(world.path("read"), Reach::Read)];
    let error = probe(|| Err(Errno::XDEV), &confinement, &tries).err().unwrap();
    assert_eq!(error.raw_os_error(), Some(libc::EXDEV));
}

#[test]
fn what_hangs_is_left_behind() {
    let world = World::new();
    let confinement = world.confinement(world.granted());
    let hang = || {
        pause();
        Ok(())
    };
    let granted = [(world.path("read"), Reach::Read)];
    let found = probe(hang, &confinement, &granted).unwrap();
    assert_eq!((found[0].found, found[0].errno), (Reach::Nothing, libc::ETIMEDOUT));
    let revoked = [(world.path("read"), Reach::Nothing)];
    let error = probe(hang, &confinement, &revoked).err().unwrap();
    assert_eq!(error.raw_os_error(), Some(libc::ETIMEDOUT));
}

#[test]
fn what_is_kept_out_is_tried_unless_it_is_granted() {
    let world = World::new();
    fs::create_dir(world.path("keys")).unwrap();
    fs::write(world.path("keys/one"), "").unwrap();
    std::os::unix::fs::symlink(world.path("read"), world.path("link")).unwrap();
    let (granted, canary) = (world.granted(), world.path("canary"));
    let kept_out = ["keys", "keys/one", "missing", "read/file", "link/file"];
    let kept_out = kept_out.map(|name| world.path(name)).to_vec();
    let policy = Policy { kept_out, ..world.policy(granted.clone()) };
    let kept_out = KeptOut::of(&policy);
    let promise = Promise { kept_out: &kept_out, ..promise(&granted, &canary) };
    let proof_with = |folders: Vec<_>| proof(&promise, || Ok(()), &world.confinement(folders));

    let held = proof_with(granted.clone());
    assert!(held.holds(), "{held:?}");
    let tried: Vec<_> = held.findings.iter().map(|it| it.path.clone()).collect();
    let expected = ["canary", "keys", "keys/one", "read", "write"].map(|name| world.path(name));
    assert_eq!(tried, expected);

    let reached = proof_with([granted.clone(), vec![world.entry("keys", Access::Read)]].concat());
    let wrong: Vec<_> = reached.findings.iter().filter(|it| !it.holds()).collect();
    assert_eq!(wrong.len(), 2, "{reached:?}");
}

#[test]
fn where_things_are_hidden_they_are_not_even_known() {
    let world = World::new();
    fs::create_dir(world.path("keys")).unwrap();
    let (granted, canary) = (world.granted(), world.path("canary"));
    let policy = Policy { kept_out: vec![world.path("keys")], ..world.policy(granted.clone()) };
    let kept_out = KeptOut::of(&policy);
    let confinement = world.confinement(granted.clone());
    for (hides, holds) in [(false, true), (true, false)] {
        let promise = Promise { kept_out: &kept_out, hides, ..promise(&granted, &canary) };
        assert_eq!(proof(&promise, || Ok(()), &confinement).holds(), holds);
    }
}

/// A world with many folders to read beside those that it has.
fn with_many() -> (World, Vec<RootEntry>) {
    let world = World::new();
    let many = (0..=FEW).map(|number| {
        let name = format!("many-{number}");
        fs::create_dir(world.path(&name)).unwrap();
        world.entry(&name, Access::Read)
    });
    let folders = world.granted().into_iter().chain(many).collect();
    (world, folders)
}

/// What is found of the rest.
fn all_of(mut rest: Rest, inside: impl Fn() -> Result<(), Errno> + Copy) -> Vec<Finding> {
    loop {
        let time = rest.time_left(Instant::now());
        let told = rest.answers().is_some_and(|answers| readable_within(answers, time).unwrap());
        if let Some(findings) = rest.turn(told, inside) {
            return findings;
        }
    }
}

#[test]
fn among_many_folders_those_that_were_touched_are_proved_first() {
    let (world, granted) = with_many();
    let canary = world.path("canary");
    let confinement = world.confinement(granted.clone());
    let touched = BTreeSet::from([world.path("write")]);
    let promise = Promise { touched: Some(&touched), ..promise(&granted, &canary) };
    let (proof, left) = proof_and(&promise, || Ok(()), &confinement, |_| {});
    assert!(proof.holds() && proof.rest_follows, "{proof:?}");
    let tried: Vec<_> = proof.findings.iter().map(|it| it.path.clone()).collect();
    assert_eq!(tried, ["canary", "write"].map(|name| world.path(name)));

    let found = all_of(left.rest().unwrap(), || confinement.apply());
    assert_eq!(found.len(), granted.len(), "all but one, and the canary: {found:?}");
    let proof = proof.with_rest(found);
    assert!(proof.holds() && !proof.rest_follows, "{proof:?}");
    assert_eq!(proof.findings.len(), granted.len() + 1);
    assert!(proof.findings.iter().all(|it| it.found == it.expected), "{proof:?}");
}

#[test]
fn what_is_touched_has_all_that_is_in_it() {
    let (world, mut granted) = with_many();
    fs::create_dir_all(world.path("write/inner")).unwrap();
    granted.push(world.entry("write/inner", Access::ReadWrite));
    let canary = world.path("canary");
    let confinement = world.confinement(granted.clone());
    let touched = BTreeSet::from([world.path("write")]);
    let promise = Promise { touched: Some(&touched), ..promise(&granted, &canary) };
    let proof = proof_and(&promise, || Ok(()), &confinement, |_| {}).0;
    let tried: Vec<_> = proof.findings.iter().map(|it| it.path.clone()).collect();
    assert_eq!(tried, ["canary", "write", "write/inner"].map(|name| world.path(name)));
}

#[test]
fn an_untouched_folder_that_is_reached_further_breaks_the_rest() {
    let (world, mut granted) = with_many();
    let canary = world.path("canary");
    let wider = granted.iter().cloned().map(|it| RootEntry { access: Access::ReadWrite, ..it });
    let confinement = world.confinement(wider.collect());
    granted.retain(|it| it.root.path.as_path() != world.path("read"));
    let touched = BTreeSet::from([world.path("write")]);
    let promise = Promise { touched: Some(&touched), ..promise(&granted, &canary) };
    let (proof, left) = proof_and(&promise, || Ok(()), &confinement, |_| {});
    assert!(proof.holds() && proof.rest_follows, "{proof:?}");
    let found = all_of(left.rest().unwrap(), || confinement.apply());
    assert_eq!(found.iter().filter(|it| !it.holds()).count(), FEW + 1, "{found:?}");
}

#[test]
fn what_is_never_to_be_reached_is_tried_first_wherever_the_change_was() {
    let (world, granted) = with_many();
    let (canary, nowhere) = (world.path("canary"), BTreeSet::new());
    let promise = Promise { touched: Some(&nowhere), ..promise(&granted, &canary) };
    let unconfined = Confinement::of_view(Network::Open, Vec::new()).unwrap();
    let (proof, _left) = proof_and(&promise, || Ok(()), &unconfined, |_| {});
    assert_eq!(proof.findings.len(), 1);
    assert!(!proof.holds(), "{proof:?}");
}

#[test]
fn a_rest_that_is_not_tried_proves_nothing() {
    let (world, granted) = with_many();
    // All of it may be written, so that nothing could be reached beyond that.
    let granted: Vec<_> =
        granted.into_iter().map(|it| RootEntry { access: Access::ReadWrite, ..it }).collect();
    let canary = world.path("canary");
    let confinement = world.confinement(granted.clone());
    let of_all = |inside: &dyn Fn() -> Result<(), Errno>| {
        let rest = Rest::of_all(&promise(&granted, &canary), inside).unwrap();
        assert_eq!(rest.change, 7);
        all_of(rest, inside)
    };
    let holds = |found: &[Finding]| found.iter().all(Finding::holds);
    let tried = of_all(&|| confinement.apply());
    assert!(holds(&tried), "{tried:?}");
    for untried in [
        of_all(&|| Err(Errno::XDEV)),
        of_all(&|| kill_process(getpid(), Signal::KILL)),
        of_all(&|| {
            pause();
            Ok(())
        }),
    ] {
        assert!(!holds(&untried), "{untried:?}");
        assert_eq!(untried.len(), tried.len());
    }
}

/// Its number may be another's by then.
#[test]
fn a_child_that_somebody_else_has_waited_for_is_left_alone() {
    let child = Child::start(|_| {}).unwrap();
    assert!(child.end().exited());
    child.kill();
    drop(child);
}
