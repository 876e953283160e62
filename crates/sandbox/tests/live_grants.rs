//! Folders that come, change and go while the server runs.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};

use common::kept::{World, assert_kept, launch, quoted, read, root_of, try_launch, write};
use common::own;
use paddock_core::{Access, Root, RootEntry};
use paddock_sandbox::{Proof, Reach, Withheld};
use rustix::io::Errno;

#[test]
fn a_folder_granted_at_launch_is_at_its_own_path() {
    let world = World::new();
    let (a, b) = (world.make("a"), world.make("b"));
    let mut server = launch(world.shell(vec![read(&a), write(&b)]));
    assert_kept(server.proof.as_ref().unwrap());
    assert_eq!(server.succeeds(&format!("cat {}/note", quoted(&a))), "a");
    server.fails(&format!("echo x >{}/new", quoted(&a)));
    server.succeeds(&format!("echo x >{}/new", quoted(&b)));
    assert_eq!(fs::read_to_string(b.join("new")).unwrap(), "x\n");
}

#[test]
fn a_folder_comes_changes_and_goes() {
    let world = World::new();
    let folder = world.make("a b\u{fc}'");
    let note = quoted(&folder.join("note"));
    let mut server = launch(world.shell(vec![]));
    server.fails(&format!("cat {note}"));

    server.grant(vec![read(&folder)]);
    server.succeeds(&format!("cat {note}"));
    server.fails(&format!("echo x >{note}"));

    server.grant(vec![write(&folder)]);
    server.succeeds(&format!("echo x >{note}"));

    server.grant(vec![read(&folder)]);
    assert_eq!(server.succeeds(&format!("cat {note}")), "x");
    server.fails(&format!("echo x >{note}"));

    server.grant(vec![]);
    server.fails(&format!("cat {note}"));
    assert_eq!(server.reach(&folder), Reach::Nothing);
}

#[test]
fn the_same_again_changes_nothing() {
    let world = World::new();
    let folder = world.make("a");
    let mut server = launch(world.shell(vec![read(&folder)]));
    server.succeeds(&format!("cd {}", quoted(&folder)));
    server.grant(vec![read(&folder)]);
    assert_eq!(server.succeeds("cat note"), "a");
}

#[test]
fn a_name_may_be_anything() {
    let world = World::new();
    let names: [&[u8]; 5] = [b"two\nlines", b" ", b"\xff\xfe", b"-rf", b"a\\040b"];
    let folders: Vec<_> =
        names.map(|name| world.path().join("files").join(OsStr::from_bytes(name))).to_vec();
    for folder in &folders {
        fs::create_dir(folder).unwrap();
    }
    let mut server = launch(world.shell(folders[..2].iter().map(|it| read(it)).collect()));
    server.grant(folders.iter().map(|it| read(it)).collect());
    server.grant(folders.iter().map(|it| write(it)).collect());
    let paths: Vec<&Path> = folders.iter().map(PathBuf::as_path).collect();
    assert!(server.try_all(&paths).iter().all(|finding| finding.found == Reach::Write));
    server.grant(vec![]);
    assert!(server.try_all(&paths).iter().all(|finding| finding.found == Reach::Nothing));
}

#[test]
fn a_sibling_whose_name_begins_the_same_stays_out() {
    let world = World::new();
    let (folder, evil) = (world.make("a"), world.make("a-evil"));
    let mut server = launch(world.shell(vec![write(&folder)]));
    assert_eq!(server.reach(&evil), Reach::Nothing);
}

#[test]
fn hundreds_of_folders_come_and_go() {
    let world = World::new();
    let folders: Vec<_> = (0..300).map(|number| world.make(&format!("{number}/x"))).collect();
    let mut server = launch(world.shell(folders.iter().map(|it| read(it)).collect()));
    assert_kept(server.proof.as_ref().unwrap());
    server.grant(folders.iter().map(|it| write(it)).collect());
    server.grant(folders[150..].iter().map(|it| read(it)).collect());
    assert_eq!(server.reach(&folders[149]), Reach::Nothing);
    assert_eq!(server.reach(&folders[150]), Reach::Read);
    server.grant(vec![]);
}

#[test]
fn a_writer_does_not_keep_a_folder_writable() {
    let world = World::new();
    let folder = world.make("a");
    let mut server = launch(world.shell(vec![write(&folder)]));
    let note = quoted(&folder.join("note"));
    server.succeeds(&format!("exec 5>>{note}"));

    let proof = server.grant(vec![read(&folder)]);
    assert!(proof.open_handles > 0, "{proof:?}");
    server.fails(&format!("echo x >{note}"));
    server.succeeds("echo late >&5");

    server.succeeds("exec 5>&-");
    let proof = server.grant(vec![write(&folder)]);
    assert_eq!(proof.open_handles, 0);
    server.succeeds(&format!("echo x >{note}"));
}

#[test]
fn a_folder_the_server_is_in_may_change() {
    let world = World::new();
    let folder = world.make("a");
    let mut server = launch(world.shell(vec![read(&folder)]));
    server.succeeds(&format!("cd {}", quoted(&folder)));
    server.grant(vec![write(&folder)]);
    server.succeeds("echo x >new");
    let proof = server.grant(vec![read(&folder)]);
    assert_eq!(proof.open_handles, 0);
    assert_eq!(server.succeeds("cat new"), "x");
    server.fails("echo x >new");
}

#[test]
fn a_folder_held_open_leads_nowhere_once_it_is_taken() {
    let world = World::new();
    let (folder, other) = (world.make("a"), world.make("b"));
    fs::create_dir(folder.join("in")).unwrap();
    let mut server = launch(world.shell(vec![write(&folder), write(&other)]));
    let open = format!("exec 7<{0}; exec 8<{0}/in; cd {0}", quoted(&folder));
    server.succeeds(&open);
    let attempts = ["7/note", "7/in", "8/../note", "8/.."].map(|at| format!("/proc/self/fd/{at}"));
    for at in &attempts {
        server.succeeds(&format!("ls {at}"));
    }

    server.grant(vec![write(&other)]);
    for at in &attempts {
        server.fails(&format!("cat {at}"));
        server.fails(&format!("ls {at}/"));
        server.fails(&format!("touch {at}/new"));
        server.fails(&format!("chmod 700 {at}"));
    }
    let note = quoted(&other.join("note"));
    let through = [
        "cat note".into(),
        "cat ./in/../note".into(),
        "echo x >new".into(),
        "echo x >note".into(),
        "rm note".into(),
        "mv note moved".into(),
        "mkdir made".into(),
        "ln note linked".into(),
        "chmod 700 note".into(),
        format!("mv {note} /proc/self/fd/7/moved"),
        format!("ln {note} /proc/self/fd/8/linked"),
        "mv /proc/self/fd/7/note /tmp/moved".into(),
    ];
    for attempt in through {
        server.fails(&attempt);
    }
    assert_eq!(fs::read_to_string(folder.join("note")).unwrap(), "a");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
}

#[test]
fn what_is_held_open_is_counted() {
    let world = World::new();
    let folder = world.make("a");
    fs::copy("/usr/bin/sleep", folder.join("program")).unwrap();
    let mut server = launch(world.shell(vec![read(&folder)]));
    let at = quoted(&folder);
    // A file, a folder, and a running program.
    server.succeeds(&format!("exec 5<{at}/note; exec 7<{at}"));
    server.succeeds(&format!("{at}/program 1000 5<&- 7<&- >/dev/null 2>&1 & pid=$!"));
    // The shell's child executes it some time after.
    while server.run("readlink /proc/$pid/exe").0 != folder.join("program").to_str().unwrap() {}
    assert_eq!(server.grant(vec![]).open_handles, 3);

    server.succeeds("exec 5<&-");
    assert_eq!(server.grant(vec![]).open_handles, 2);
    server.succeeds("exec 7<&-; kill $pid; wait $pid; :");
    assert_eq!(server.grant(vec![]).open_handles, 0);
}

#[test]
fn a_working_folder_is_counted() {
    let world = World::new();
    let folder = world.make("a");
    let mut server = launch(world.shell(vec![read(&folder)]));
    server.succeeds(&format!("cd {}", quoted(&folder)));
    assert_eq!(server.grant(vec![]).open_handles, 1);
    // Whether it is granted again or not: that folder is another mount of it.
    assert_eq!(server.grant(vec![read(&folder)]).open_handles, 1);
    server.succeeds("cd /");
    assert_eq!(server.grant(vec![]).open_handles, 0);
}

#[test]
fn a_watch_is_counted() {
    let world = World::new();
    let (folder, other) = (world.make("a"), world.make("b"));
    fs::create_dir(folder.join("in")).unwrap();
    let mut server = launch(world.shell(vec![read(&folder), read(&other)]));
    let watch = format!(
        "import ctypes, time; c = ctypes.CDLL(None); fd = c.inotify_init(); \
         [c.inotify_add_watch(fd, p.encode(), 4095) for p in {:?}]; \
         open(\"{}/ready\", \"w\"); time.sleep(1000)",
        [folder.join("in").to_str().unwrap(), other.to_str().unwrap()],
        world.home().display()
    );
    let python = Path::new("/usr/bin/python3");
    if !python.exists() {
        paddock_skip::skip("there is no Python");
        return;
    }
    server.succeeds(&format!("python3 -c '{watch}' >/dev/null & pid=$!"));
    while !world.home().join("ready").exists() {}

    assert_eq!(server.grant(vec![read(&other)]).open_handles, 1);
    // It is no leak while the folder is granted.
    assert_eq!(server.grant(vec![read(&folder), read(&other)]).open_handles, 0);
    assert_eq!(server.grant(vec![]).open_handles, 2);
    server.succeeds("kill $pid; wait $pid; :");
    assert_eq!(server.grant(vec![]).open_handles, 0);
}

#[test]
fn another_folder_at_the_path_is_withheld() {
    let world = World::new();
    let folder = world.make("a");
    let consented = read(&folder);
    fs::rename(&folder, folder.with_extension("old")).unwrap();
    let secret = world.make("a");

    let mut server = launch(world.shell(vec![consented.clone()]));
    assert_withheld(server.proof.as_ref().unwrap(), &folder, Errno::STALE);
    assert_eq!(server.reach(&secret), Reach::Nothing);
    assert_withheld(&server.enforce(vec![consented]), &folder, Errno::STALE);
    assert_eq!(server.reach(&secret), Reach::Nothing);
}

#[test]
fn a_link_at_the_path_is_withheld() {
    let world = World::new();
    let (folder, secret) = (world.make("in/a"), world.make("secret/a"));
    let consented = write(&folder);
    let mut server = launch(world.shell(vec![]));

    fs::rename(&folder, folder.with_extension("old")).unwrap();
    symlink(&secret, &folder).unwrap();
    assert_withheld(&server.enforce(vec![consented.clone()]), &folder, Errno::STALE);
    // The same folder by a link is another path than the one consented to.
    fs::remove_file(&folder).unwrap();
    symlink(folder.with_extension("old"), &folder).unwrap();
    assert_withheld(&server.enforce(vec![consented.clone()]), &folder, Errno::STALE);
    // A link on the way.
    fs::remove_file(&folder).unwrap();
    fs::rename(folder.with_extension("old"), &folder).unwrap();
    let (way, elsewhere) = (folder.parent().unwrap(), world.path().join("files/elsewhere"));
    fs::rename(way, &elsewhere).unwrap();
    symlink(&elsewhere, way).unwrap();
    assert_withheld(&server.enforce(vec![consented.clone()]), &folder, Errno::STALE);

    fs::remove_file(way).unwrap();
    fs::rename(&elsewhere, way).unwrap();
    server.grant(vec![consented]);
    assert_eq!(server.reach(&folder), Reach::Write);
}

#[test]
fn a_missing_folder_is_withheld_and_returns() {
    let world = World::new();
    let folder = world.make("a");
    let consented = read(&folder);
    let away = folder.with_extension("away");
    fs::rename(&folder, &away).unwrap();
    let mut server = launch(world.shell(vec![consented.clone()]));
    assert_withheld(server.proof.as_ref().unwrap(), &folder, Errno::NOENT);
    fs::write(&folder, "a file").unwrap();
    assert_withheld(&server.enforce(vec![consented.clone()]), &folder, Errno::NOTDIR);
    fs::remove_file(&folder).unwrap();
    fs::rename(&away, &folder).unwrap();
    server.grant(vec![consented]);
    assert_eq!(server.reach(&folder), Reach::Read);
}

#[test]
fn a_replaced_folder_takes_the_place_of_the_one_before() {
    let world = World::new();
    let folder = world.make("a");
    let mut server = launch(world.shell(vec![read(&folder)]));
    fs::rename(&folder, folder.with_extension("old")).unwrap();
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("note"), "new").unwrap();
    assert_eq!(server.succeeds(&format!("cat {}/note", quoted(&folder))), "a");
    let proof = server.enforce(vec![write(&folder)]);
    assert!(proof.holds() && proof.withheld.is_empty(), "{proof:?}");
    assert_eq!(server.succeeds(&format!("cat {}/note", quoted(&folder))), "new");
    assert_eq!(server.reach(&folder), Reach::Write);
}

#[test]
fn what_squats_on_a_mount_point_is_moved_aside() {
    let world = World::in_tmp();
    // The server's `/tmp` is its own: there it can put anything where a folder of the host belongs.
    let files = quoted(&world.path().join("files"));
    let folder = world.make("a/b");
    let squats = [
        format!("echo file >{files}/a"),
        format!("ln -s /usr {files}/a"),
        format!("ln -s nowhere {files}/a"),
        format!("mkdir {files}/a; ln -s /usr/bin {files}/a/b"),
        format!("mkdir {files}/a; echo file >{files}/a/b"),
        format!("mkfifo {files}/a"),
        format!("mkdir -p {files}/a/b; echo mine >{files}/a/b/note"),
    ];
    for squat in squats {
        let mut server = launch(world.shell(vec![]));
        server.succeeds(&format!("mkdir -p {files}; {squat}"));
        server.grant(vec![read(&folder)]);
        assert_eq!(server.succeeds(&format!("cat {files}/a/b/note")), "a/b", "{squat}");
        server.grant(vec![]);
        server.fails(&format!("cat {files}/a/b/note | grep a/b"));
    }
    assert!(!Path::new("/usr/b").exists());
}

#[test]
fn a_folder_in_tmp_comes_and_goes() {
    let world = World::in_tmp();
    let folder = world.make("a");
    let mut server = launch(world.shell(vec![read(&folder)]));
    server.grant(vec![write(&folder)]);
    server.grant(vec![]);
    server.fails(&format!("ls {}", quoted(&folder)));
    assert_eq!(server.reach(&folder), Reach::Nothing);
}

#[test]
fn what_squats_is_kept() {
    let world = World::in_tmp();
    let files = quoted(&world.path().join("files"));
    let folder = world.make("a");
    let mut server = launch(world.shell(vec![]));
    server.succeeds(&format!("mkdir -p {files}; echo mine >{files}/a"));
    server.grant(vec![read(&folder)]);
    assert_eq!(server.succeeds(&format!("cat {files}/a.aside-1")), "mine");
}

#[test]
fn a_folder_in_a_readable_one_can_be_granted() {
    let world = World::new();
    let (tool, inner) = (world.make("tool"), world.make("tool/inner"));
    let mut launched = world.shell(vec![]);
    launched.policy.as_mut().unwrap().readable.push(own(&tool, &[]));
    let mut server = launch(launched);
    assert_eq!(server.reach(&inner), Reach::Read);
    server.grant(vec![write(&inner)]);
    assert_eq!(server.reach(&inner), Reach::Write);
    assert_eq!(server.reach(&tool), Reach::Read);
    server.grant(vec![write(&tool)]);
    assert_eq!(server.reach(&inner), Reach::Write);
    server.grant(vec![]);
    assert_eq!(server.reach(&inner), Reach::Read);
    assert_eq!(server.reach(&tool), Reach::Read);
}

#[test]
fn a_folder_in_the_servers_home_can_be_narrowed() {
    let world = World::new();
    let folder = world.home().join("project");
    fs::create_dir(&folder).unwrap();
    let mut server = launch(world.shell(vec![]));
    assert_eq!(server.reach(&folder), Reach::Write);
    server.grant(vec![read(&folder)]);
    assert_eq!(server.reach(&folder), Reach::Read);
    server.fails(&format!("rmdir {0} || mv {0} {0}.old", quoted(&folder)));
    server.grant(vec![]);
    assert_eq!(server.reach(&folder), Reach::Write);
}

#[test]
fn what_holds_the_apps_own_data_is_withheld() {
    let world = World::new();
    let data = world.path().join("data");
    for folder in [world.path(), data.clone(), world.home(), "/".into(), "/proc".into()] {
        let mut server = launch(world.shell(vec![]));
        assert_withheld(&server.enforce(vec![read(&folder)]), &folder, Errno::PERM);
        assert_eq!(server.reach(&world.canary()), Reach::Nothing);
        assert_eq!(server.reach(&data.join("home")), Reach::Write);
    }
}

#[test]
fn a_folder_without_permission_is_withheld_or_useless() {
    let world = World::new();
    let folder = world.make("a");
    let entry = read(&folder);
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o000)).unwrap();
    let mut server = launch(world.shell(vec![]));
    let proof = server.enforce(vec![entry]);
    assert!(proof.holds(), "{proof:?}");
    server.fails(&format!("cat {}/note", quoted(&folder)));
    server.grant(vec![]);
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).unwrap();
    assert_eq!(server.reach(&folder), Reach::Nothing);
}

#[test]
fn a_withheld_folder_is_not_written_through_the_one_it_is_in() {
    let world = World::new();
    let (outer, inner) = (world.make("a"), world.make("a/b"));
    let another = Root { identity: root_of(&outer).identity, ..root_of(&inner) };
    let stale = RootEntry { root: another, access: Access::Read };
    for first in
        [vec![], vec![read(&outer)], vec![write(&outer)], vec![write(&outer), read(&inner)]]
    {
        let mut server = launch(world.shell(first));
        let proof = server.enforce(vec![write(&outer), stale.clone()]);
        assert_withheld(&proof, &inner, Errno::STALE);
        assert_eq!(server.reach(&outer), Reach::Write);
        assert_eq!(server.reach(&inner), Reach::Read);
        server.succeeds(&format!("cd {}", quoted(&outer)));
        let again = server.enforce(vec![write(&outer), stale.clone()]);
        assert_withheld(&again, &inner, Errno::STALE);
        server.succeeds("echo x >note && cd /");
        server.grant(vec![write(&outer), read(&inner)]);
        server.grant(vec![write(&outer)]);
        assert_eq!(server.reach(&inner), Reach::Write);
    }
}

#[test]
fn a_launch_with_nothing_to_start_in_is_refused_before_anything_runs() {
    let world = World::new();
    let folder = world.make("a");
    let mut launched = world.shell(vec![read(&folder)]);
    launched.policy.as_mut().unwrap().home = world.path().join("nowhere");
    assert!(try_launch(launched).is_err());
}

#[track_caller]
fn assert_withheld(proof: &Proof, path: &Path, errno: Errno) {
    let withheld = Withheld { path: path.into(), errno: errno.raw_os_error() };
    assert_eq!(proof.withheld, [withheld], "{proof:?}");
    assert!(proof.holds(), "{proof:?}");
}
