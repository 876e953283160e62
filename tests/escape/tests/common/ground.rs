use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::{self, Permissions};
use std::io::Write as _;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown, symlink};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::UNIX_EPOCH;

use paddock_core::{AbsolutePath, Access, Identity, Need, Owned, Part, Root, RootEntry};
use paddock_escape::table::{PROBES, Phase, Probe};
use paddock_escape::world::{Privileged, SPELLINGS, handle_of};
use paddock_escape::{Person, World};
use paddock_sandbox::disk::identity_at;
use paddock_sandbox::{Bounds, Launch, OnAttempt, Policy};
use rustix::fs::{FileType, XattrFlags, lsetxattr};
use tempfile::TempDir;

use super::keeper::Careless;
use super::lines::Lines;
use super::{Run, User};

/// The folders and processes of one run, laid out by the harness and gone with it.
#[derive(Debug)]
pub(crate) struct Ground {
    pub(crate) world: World,
    pub(crate) token: String,
    person: Child,
    person_lines: Lines,
    careless: String,
    // Last, so that it goes when nobody is in it any more.
    folder: TempDir,
}

/// What can be told of a file without reading it; any change shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Look {
    pub(crate) inode: u64,
    mode: u32,
    owner: u32,
    links: u64,
    size: u64,
    changed: (i64, i64),
}

impl Ground {
    /// With what the incidents and the races need.
    pub(crate) fn new(run: Run) -> Self {
        Self::with_victims(run, |probe| {
            probe.name.starts_with("link-") || probe.name == "absolute-path"
        })
    }

    /// With something to get at for every probe.
    pub(crate) fn for_probes(run: Run) -> Self {
        Self::with_victims(run, |_| true)
    }

    fn with_victims(run: Run, wanted: fn(&&Probe) -> bool) -> Self {
        // Not in `/tmp`, where a server has a folder of its own.
        let folder = tempfile::Builder::new().prefix("paddock-escape-").tempdir_in("/var/tmp");
        let folder = folder.unwrap();
        let base = folder.path().canonicalize().unwrap();
        let token = token();
        let mut world = World {
            base,
            person: Person::default(),
            network: fs::metadata("/proc/self/ns/net").unwrap().ino(),
            kept: run.tier.is_some(),
            disk: None,
            disk_number: None,
            handle: None,
            privileged: None,
        };
        lay_out(&world, &token, wanted);
        (world.disk, world.disk_number) = disk(&world.base);
        world.handle = handle_of(&world.secret().join("secret.txt"));
        give_to(&world.base, run.user);
        world.privileged = privileged(&world, run.user, &token);
        let (person, person_lines) = start_person(&mut world, run.user, &token);
        let careless = format!("careless {token}");
        Self { world, token, person, person_lines, careless, folder }
    }

    /// The probing program as the server.
    pub(crate) fn launch(&self, run: Run) -> Launch {
        let world = serde_json::to_string(&self.world).unwrap();
        Launch {
            program: self.world.program(),
            args: vec!["probe".into(), world.into()],
            env: vec![("HOME".into(), self.world.home().into())],
            cwd: self.world.granted(),
            policy: run.tier.map(|tier| Policy {
                tier,
                folders: self.folders(),
                readable: readable(&self.world),
                links: Vec::new(),
                reserved: Vec::new(),
                programs: Vec::new(),
                home: self.world.home(),
                network: run.network,
                ports: Vec::new(),
                attempts: OnAttempt::Ignore,
                canary: self.world.canary(),
                data: vec![self.world.app_data()],
                kept_out: vec![self.world.secret()],
            }),
            bounds: Bounds::default(),
        }
    }

    /// Another program, or this one with other arguments, under the same grants.
    pub(crate) fn launch_of(&self, run: Run, program: &Path, args: Vec<OsString>) -> Launch {
        Launch { program: program.into(), args, ..self.launch(run) }
    }

    pub(crate) fn careless(&self) -> Careless<'_> {
        Careless { file: self.world.secret().join("secret.txt"), secret: &self.careless }
    }

    /// The folders granted at the start.
    pub(crate) fn folders(&self) -> Vec<RootEntry> {
        vec![
            entry(&self.world.granted(), Access::ReadWrite),
            entry(&self.world.readonly(), Access::Read),
            entry(&self.world.revoked(), Access::ReadWrite),
            entry(&self.world.busy(), Access::ReadWrite),
            entry(&self.world.narrowed(), Access::ReadWrite),
        ]
    }

    /// Those granted after the revocation.
    pub(crate) fn folders_left(&self) -> Vec<RootEntry> {
        vec![
            entry(&self.world.granted(), Access::ReadWrite),
            entry(&self.world.readonly(), Access::Read),
            entry(&self.world.narrowed(), Access::Read),
        ]
    }

    /// What the person's process has heard.
    pub(crate) fn heard(&mut self) -> Vec<String> {
        writeln!(self.person.stdin.as_ref().unwrap(), "look").unwrap();
        let line = self.person_lines.next().expect("the person's process lives");
        serde_json::from_str(&line).unwrap()
    }

    /// All that the server may not change, as it is now.
    pub(crate) fn look(&self) -> BTreeMap<PathBuf, Look> {
        let mut found = BTreeMap::new();
        look_at(&self.world.base, &[self.world.granted(), self.world.home()], &mut found);
        found
    }
}

impl Drop for Ground {
    fn drop(&mut self) {
        drop(self.person.stdin.take());
        _ = self.person.wait();
    }
}

fn lay_out(world: &World, token: &str, wanted: fn(&&Probe) -> bool) {
    let put = |path: PathBuf, text: &str| {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
    };
    let secret = |name: &str| format!("{token} {name}\n");
    let start: fn(&&Probe) -> bool = |probe| probe.phase == Phase::Start;
    let revoked: fn(&&Probe) -> bool = |probe| probe.phase == Phase::Revoked;
    let ever: fn(&&Probe) -> bool = |_| true;
    for (folder, tried) in [
        (world.secret(), ever),
        (world.readonly(), start),
        (world.revoked(), revoked),
        (world.busy(), revoked),
        (world.narrowed(), revoked),
    ] {
        fs::create_dir_all(folder.join("victims")).unwrap();
        fs::create_dir(folder.join("fresh")).unwrap();
        for probe in PROBES.iter().filter(wanted).filter(tried) {
            fs::write(World::victim(&folder, probe.name), secret(probe.name)).unwrap();
        }
        put(folder.join("held.txt"), &secret("held"));
    }
    for folder in [world.granted().join("fresh"), world.home(), world.base.join("run")] {
        fs::create_dir_all(folder).unwrap();
    }
    for (_, name) in SPELLINGS {
        put(world.base.join(name).join("secret.txt"), &secret(name));
    }
    for path in [
        world.secret().join("secret.txt"),
        world.secret().join(format!("named-{token}")),
        world.other_home().join("secret.txt"),
        world.person_home().join(".ssh/id_ed25519"),
        world.person_home().join(".bash_history"),
        world.person_home().join(".profile"),
        world.person_home().join("project/.git/hooks/post-commit"),
        world.app_data().join("paddock.db"),
        world.revoked().join("mapped.txt"),
        world.revoked().join(format!("named-{token}")),
        world.canary(),
    ] {
        put(path, &secret("of its own"));
    }
    symlink(format!("/nowhere/{token}"), world.secret().join("link")).unwrap();
    put(world.granted().join("file.txt"), "granted");
    for (link, target) in world.links() {
        fs::create_dir_all(link.parent().unwrap()).unwrap();
        symlink(target, link).unwrap();
    }
    for probe in PROBES.iter().filter(wanted) {
        let victim = World::victim(&world.secret(), probe.name);
        // Not every filesystem has them.
        _ = lsetxattr(victim, "user.secret", token.as_bytes(), XattrFlags::empty());
    }
    script(&world.hidden_program(), &format!("#!/bin/sh\necho {token}\n"));
    script(&world.revoked().join("program"), "#!/bin/sh\nexit 43\n");
    fs::create_dir_all(world.program().parent().unwrap()).unwrap();
    copy(&world.program());
    copy(&world.secret().join("paddock-escape"));
}

fn script(path: &Path, text: &str) {
    fs::write(path, text).unwrap();
    fs::set_permissions(path, Permissions::from_mode(0o755)).unwrap();
}

fn copy(to: &Path) {
    copy_program(Path::new(env!("CARGO_BIN_EXE_paddock-escape")), to);
}

/// Copies a program where any user can execute it.
///
/// Another process copies: were it open here to be written, a test that forks meanwhile would hold
/// it open, and it could not be executed (`ETXTBSY`).
#[expect(clippy::disallowed_methods, reason = "the harness is no part of the product")]
pub(crate) fn copy_program(program: &Path, to: &Path) {
    let copied = Command::new("/bin/cp").arg(program).arg(to).status().unwrap();
    assert!(copied.success());
    fs::set_permissions(to, Permissions::from_mode(0o755)).unwrap();
}

/// The whole tree belongs to the user, and the way to it is open.
fn give_to(base: &Path, user: User) {
    fs::set_permissions(base, Permissions::from_mode(0o755)).unwrap();
    own(base, user);
}

/// Gives the user all that is in a folder.
pub(crate) fn own(base: &Path, user: User) {
    if let Some(id) = user.id() {
        each_beneath(base, &mut |path| {
            std::os::unix::fs::lchown(path, Some(id), Some(id)).unwrap();
        });
    }
}

fn each_beneath(path: &Path, act: &mut impl FnMut(&Path)) {
    if fs::symlink_metadata(path).unwrap().is_dir() {
        for entry in fs::read_dir(path).unwrap() {
            each_beneath(&entry.unwrap().path(), act);
        }
    }
    act(path);
}

/// Programs with privileges for a server that has none.
fn privileged(world: &World, user: User, token: &str) -> Option<Privileged> {
    if user != User::Ordinary {
        return None;
    }
    let beside = |name| world.program().with_file_name(name);
    let (set_user_id, capable) = (beside("set-user-id"), beside("capable"));
    let secret = world.base.join("secret/of-root");
    fs::write(&secret, token).unwrap();
    fs::set_permissions(&secret, Permissions::from_mode(0o600)).unwrap();
    copy(&set_user_id);
    chown(&set_user_id, Some(0), Some(0)).unwrap();
    fs::set_permissions(&set_user_id, Permissions::from_mode(0o4755)).unwrap();
    copy(&capable);
    chown(&capable, Some(0), Some(0)).unwrap();
    // Version 2, effective; CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH are permitted.
    let words = [0x0200_0001_u32, 0b110, 0, 0, 0];
    let capability: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    lsetxattr(&capable, "security.capability", &capability, XattrFlags::empty()).unwrap();
    Some(Privileged { set_user_id, capable, secret })
}

#[expect(clippy::disallowed_methods, reason = "the harness is no part of the product")]
fn start_person(world: &mut World, user: User, token: &str) -> (Child, Lines) {
    let mut command = Command::new(world.program());
    command.arg("person").arg(&world.base).arg(token);
    command.env_clear().env("SECRET", token).current_dir("/");
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    if let Some(id) = user.id() {
        command.uid(id).gid(id);
    }
    let mut person = command.spawn().unwrap();
    let mut lines = Lines::new(person.stdout.take().unwrap());
    let line = lines.next().expect("the person's process starts");
    world.person = serde_json::from_str(&line).unwrap();
    (person, lines)
}

/// What programs need in order to run, and this one.
pub(crate) fn readable(world: &World) -> Vec<Part> {
    let programs = world.program().parent().unwrap().to_path_buf();
    let identity = identity_at(&programs).unwrap();
    let own = Some(Owned { identity, files: 1, bytes: 0, all: true, hidden: Vec::new() });
    let system = |path: &str| Part { path: path.into(), need: Need::System, own: None };
    ["/usr", "/bin", "/sbin", "/lib", "/lib64", "/etc/ld.so.cache", "/etc/ssl"]
        .into_iter()
        .map(system)
        .chain([Part { path: programs, need: Need::Program, own }])
        .collect()
}

pub(crate) fn entry(path: &Path, access: Access) -> RootEntry {
    let metadata = fs::metadata(path).unwrap();
    let born = metadata
        .created()
        .ok()
        .map(|born| i64::try_from(born.duration_since(UNIX_EPOCH).unwrap().as_nanos()).unwrap());
    let identity = Identity { device: metadata.dev(), inode: metadata.ino(), born };
    RootEntry { root: Root { path: AbsolutePath::new(path).unwrap(), identity }, access }
}

/// The block device that `path` is on, if it can be named.
fn disk(path: &Path) -> (Option<PathBuf>, Option<u64>) {
    let number = fs::metadata(path).unwrap().dev();
    let nodes = fs::read_dir("/dev").into_iter().flatten().flatten();
    let node = nodes.map(|entry| entry.path()).find(|node| {
        fs::metadata(node).is_ok_and(|metadata| {
            let kind = FileType::from_raw_mode(metadata.mode());
            kind == FileType::BlockDevice && metadata.rdev() == number
        })
    });
    let number = node.is_some().then_some(number);
    (node, number)
}

fn look_at(path: &Path, but: &[PathBuf], found: &mut BTreeMap<PathBuf, Look>) {
    let metadata = fs::symlink_metadata(path).unwrap();
    if metadata.is_dir() {
        for entry in fs::read_dir(path).unwrap() {
            let path = entry.unwrap().path();
            if !but.contains(&path) {
                look_at(&path, but, found);
            }
        }
    }
    let look = Look {
        inode: metadata.ino(),
        mode: metadata.mode(),
        owner: metadata.uid(),
        links: metadata.nlink(),
        size: metadata.size(),
        changed: (metadata.ctime(), metadata.ctime_nsec()),
    };
    found.insert(path.into(), look);
}

/// Something that nobody can guess.
fn token() -> String {
    let mut bytes = [0; 16];
    let mut random = fs::File::open("/dev/urandom").unwrap();
    std::io::Read::read_exact(&mut random, &mut bytes).unwrap();
    format!("SECRET-{:032x}", u128::from_ne_bytes(bytes))
}
