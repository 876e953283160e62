//! Every probe, what it tries, and what must come of it.

use crate::probes::{
    compat, descriptors, devices, hidden, kernel, links, messages, mounts, namespaces, network,
    paths, privileges, proc, processes, readonly, revoked, ring, sockets, special, writes,
};
use crate::{Context, Tried};

/// An attempt to get out, and what must come of it.
#[derive(Clone, Copy, Debug)]
pub struct Probe {
    pub name: &'static str,
    /// What it tries, as one reads on after "it tries to".
    pub tries: &'static str,
    pub run: fn(&Context<'_>) -> Tried,
    pub phase: Phase,
    pub bare: Bare,
    pub landlock: Kept,
    pub live: Kept,
}

/// When a probe runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    Start,
    /// After a folder was taken back and another may only be read any more.
    Revoked,
}

/// What comes of a probe without a sandbox: whether it bites at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bare {
    Escapes,
    /// It needs root.
    AsRoot,
    /// It needs a harness that is root and a server that is not.
    BesideRoot,
    /// It bites or not, for a reason that lies with the system.
    Depends(&'static str),
    /// It bites only where something of the sandbox is there to be undone.
    Blocked(&'static str),
}

/// What comes of a probe in the sandbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    Blocked,
    /// It gets out, and this is why that is so.
    Residual(&'static str),
    /// It gets out unless root runs the server, and this is why that is so.
    AsUser(&'static str),
    /// It gets out while the network is open, and this is why that is so.
    WhileNetworkOpen(&'static str),
    /// Grants change by a new start, so there is nothing left to hold on to.
    StartsAnew,
}

impl Probe {
    const fn bare(self, bare: Bare) -> Self {
        Self { bare, ..self }
    }

    const fn landlock(self, landlock: Kept) -> Self {
        Self { landlock, ..self }
    }

    const fn live(self, live: Kept) -> Self {
        Self { live, ..self }
    }

    /// The same in every tier.
    const fn kept(self, kept: Kept) -> Self {
        self.landlock(kept).live(kept)
    }
}

/// A probe that bites and that every tier blocks.
const fn probe(name: &'static str, tries: &'static str, run: fn(&Context<'_>) -> Tried) -> Probe {
    let (bare, landlock, live) = (Bare::Escapes, Kept::Blocked, Kept::Blocked);
    Probe { name, tries, run, phase: Phase::Start, bare, landlock, live }
}

/// A probe for after the revocation.
const fn after(name: &'static str, tries: &'static str, run: fn(&Context<'_>) -> Tried) -> Probe {
    let start = probe(name, tries, run).landlock(Kept::StartsAnew);
    Probe { phase: Phase::Revoked, ..start }
}

const METADATA: Kept =
    Kept::Residual("Landlock has no right for what is known of a file, such as its mode and times");
const ORACLE: Kept = Kept::Residual("Landlock hides contents, not that something exists");
const PROC: Kept = Kept::Residual(
    "programs need `/proc`, and Landlock cannot tell the server's own part of it from the rest",
);
const SCHEDULING: Kept =
    Kept::AsUser("Landlock keeps from signalling other processes, not from scheduling them");
const OPEN_NETWORK: Kept =
    Kept::WhileNetworkOpen("the network is the person's own while it is open");
const OPEN_FILE: Kept =
    Kept::Residual("a file that was open stays open; it is counted as an open handle");
const HELD_FOLDER: Kept = Kept::Residual(
    "a folder that was open can still be looked at; it is counted as an open handle",
);

const NO_MOUNT: Bare = Bare::Blocked("there is no mount to take off");
const NEEDS_USER_NAMESPACES: Bare = Bare::Depends("unprivileged user namespaces");
const NEEDS_KEYS: Bare = Bare::Depends("key retention");
const OVER_INIT: Bare = Bare::Depends("root with power over process 1");
const NEEDS_IPV6: Bare = Bare::Depends("IPv6");

/// In the order in which they run.
pub const PROBES: &[Probe] = &[
    // Paths.
    probe("absolute-path", "read a secret by its path", paths::absolute),
    probe("absolute-path-written", "overwrite a file by its path", paths::absolute_write),
    probe("dot-dot", "leave the granted folder by `..`", paths::dot_dot),
    probe("dot-dot-written", "write above the granted folder by `..`", paths::dot_dot_write),
    probe("dot-dot-from-here", "leave the folder it is in by `..`", paths::dot_dot_from_here),
    probe("above-the-top", "climb further than there is", paths::above_the_top),
    probe("sibling-prefix", "read from `NAME-evil` beside the granted `NAME`", paths::spelled),
    probe("sibling-prefix-written", "write into `NAME-evil`", paths::spelled_write),
    probe("trailing-quote", "read from `NAME\"`", paths::spelled),
    probe("trailing-space", "read from `NAME `", paths::spelled),
    probe("trailing-dot", "read from `NAME.`", paths::spelled),
    probe("letter-case", "read from the same name in capitals", paths::spelled),
    probe("decomposed-letter", "read from the same name in another normal form", paths::spelled),
    probe("percent-backslash", "read from `NAME%5C..`", paths::spelled),
    probe("trailing-backslash", "read from `NAME\\`", paths::spelled),
    probe("trailing-newline", "read from `NAME` with a line feed", paths::spelled),
    probe("nul", "hide the end of a path behind a NUL", paths::nul)
        .bare(Bare::Blocked("the kernel ends a path at its NUL")),
    probe("very-long-path", "read by a path as long as the kernel takes", paths::very_long),
    probe("walk-down", "open one part of the path after another from `/`", paths::walk_down),
    probe("walk-up", "open `..` from the granted folder's descriptor", paths::walk_up),
    probe("other-home", "read from another server's home", paths::other_home),
    probe("persons-key", "read the person's key", paths::persons_key),
    probe("shell-history", "read the person's shell history", paths::shell_history),
    probe("app-data", "read the app's own data", paths::app_data),
    probe("canary", "read the file that no server may read", paths::canary),
    // Links.
    probe("link-absolute", "follow a link to the secret", links::followed),
    probe("link-relative", "follow a relative link to the secret", links::followed),
    probe("link-chained", "follow a link to a link to a link to the secret", links::chained),
    probe("link-in-the-middle", "go through a link to the secret's folder", links::in_the_middle),
    probe("link-to-the-top", "go through a link to `/`", links::from_the_top),
    probe("link-to-own-root", "go through a link to `/proc/self/root`", links::from_the_top),
    probe("link-in-read-only", "follow a link in the read-only folder", links::in_read_only),
    probe("link-dangling", "make a file by a link that leads nowhere", links::dangling),
    probe("link-written-through", "overwrite the secret through a link", links::written_through),
    probe("link-to-read-only", "write through a link to the read-only folder", links::to_read_only),
    probe("link-made", "make a link to the secret and follow it", links::made),
    probe("link-made-in-home", "make such a link in its own home", links::made_in_home),
    probe("link-made-in-tmp", "make such a link in the temporary folder", links::made_in_tmp),
    probe("link-made-to-own-root", "make a link to `/proc/self/root`", links::made_to_own_root),
    probe("magic-cwd", "leave by `/proc/self/cwd/..`", links::magic_cwd),
    probe("hard-link-in", "give the secret a name in the granted folder", links::hard_link_in),
    probe(
        "hard-link-of-descriptor",
        "give the secret a name by an `O_PATH` descriptor",
        links::hard_link_of_descriptor,
    ),
    probe("hard-link-out", "give its own file a name outside", links::hard_link_out),
    probe("renamed-in", "move the secret into the granted folder", links::renamed_in),
    probe("renamed-out", "move its own file outside", links::renamed_out),
    probe("exchanged", "let its own file and the secret trade places", links::exchanged),
    probe(
        "link-in-place-of-the-root",
        "put a link where the granted folder stands",
        links::in_place_of_the_root,
    ),
    // What exists.
    probe("status", "learn the secret's number", hidden::status).landlock(ORACLE),
    probe("status-of-link", "learn it without following links", hidden::status_of_link)
        .landlock(ORACLE),
    probe("path-descriptor", "open the secret with `O_PATH`", hidden::path_descriptor)
        .landlock(ORACLE),
    probe("accessible", "learn whether the secret exists", hidden::accessible).landlock(ORACLE),
    probe("listing", "list the secret's folder", hidden::listing),
    probe("top-listing", "list the folder above the granted one", hidden::top_listing),
    probe("filesystem", "learn on what filesystem the secret is", hidden::filesystem)
        .landlock(ORACLE),
    probe("link-target", "read where a hidden link leads", hidden::link_target).landlock(ORACLE),
    probe("attribute-read", "read an extended attribute of the secret", hidden::attribute)
        .bare(Bare::Depends("extended attributes of the filesystem"))
        .landlock(ORACLE),
    probe("entered", "enter the secret's folder", hidden::entered).landlock(ORACLE),
    probe("handle-of-name", "get a handle of the secret", hidden::handle),
    probe("watch", "watch the secret's folder", hidden::watch),
    probe("machine-id", "learn which machine this is", hidden::machine)
        .bare(Bare::Depends("/etc/machine-id")),
    // Writing outside.
    probe("written-outside", "make a file beside the secret", writes::secret),
    probe("folder-outside", "make a folder beside the secret", writes::folder),
    probe("removed-outside", "remove a hidden file", writes::unlink),
    probe("truncated-outside", "empty a hidden file", writes::truncate),
    probe("mode-outside", "change a hidden file's mode", writes::mode).landlock(METADATA),
    probe("owner-outside", "change a hidden file's owner", writes::owner).landlock(METADATA),
    probe("times-outside", "change a hidden file's times", writes::times).landlock(METADATA),
    probe("attribute-outside", "set a hidden file's extended attribute", writes::attribute)
        .bare(Bare::Depends("extended attributes of the filesystem"))
        .landlock(METADATA),
    probe("beside", "make a file beside the granted folder", writes::beside),
    probe("shell-start", "make the person's `.bashrc`", writes::shell_start),
    probe(
        "shell-start-existing",
        "overwrite the person's `.profile`",
        writes::existing_shell_start,
    ),
    probe("client-settings", "make a client's settings", writes::client_settings),
    probe("hook", "make a hook of a repository", writes::hook),
    probe("login-keys", "make the person's `authorized_keys`", writes::login_keys),
    probe("autostart", "make a program start with the session", writes::autostart),
    probe("app-data-written", "overwrite the app's own data", writes::app_data),
    probe("app-settings", "make the app's settings", writes::app_settings),
    probe("other-home-written", "write into another server's home", writes::other_home),
    probe("canary-written", "overwrite the canary", writes::canary),
    probe("own-program", "put something beside its own program", writes::own_program),
    probe("system-programs", "make a file in `/usr/bin`", writes::system_programs)
        .bare(Bare::AsRoot),
    probe("system-libraries", "make a file in `/usr/lib`", writes::system_libraries)
        .bare(Bare::AsRoot),
    probe("system-settings", "make a file in `/etc`", writes::system_settings).bare(Bare::AsRoot),
    probe("top", "make a file in `/`", writes::top).bare(Bare::AsRoot),
    probe("variable-data", "make a file in `/var/tmp`", writes::variable_data),
    probe("shared-temporary", "leave a file in the person's `/tmp`", writes::shared_temporary),
    // What is special about a file.
    probe("set-user-id-mode", "make its file run as the person", special::user_changed),
    probe("set-group-id-mode", "make its file run as the person's group", special::group_changed),
    probe("set-user-id-from-birth", "make a file that runs as the person", special::user_made),
    probe("set-group-id-from-birth", "make a file that runs as their group", special::group_made),
    probe("lease", "keep others waiting who write a file it may read", special::lease)
        .bare(Bare::Depends("files that can be leased")),
    probe("notice", "be told by a signal what changes in a folder", special::notice)
        .bare(Bare::Depends("signals for changes")),
    // The read-only folder.
    probe("ro-open", "open a file of the read-only folder to write", readonly::open),
    probe("ro-open-truncate", "empty it by `O_RDONLY|O_TRUNC`", readonly::open_truncate),
    probe("ro-truncate", "empty it by `truncate(2)`", readonly::truncate),
    probe("ro-truncate-reader", "empty it by a descriptor for reading", readonly::truncate_reader)
        .bare(Bare::Blocked("the kernel wants a descriptor for writing")),
    probe("ro-mode", "change its mode", readonly::mode).landlock(METADATA),
    probe("ro-mode-of-reader", "change its mode by a descriptor", readonly::mode_of_reader)
        .landlock(METADATA),
    probe("ro-mode-anew", "change its mode by `fchmodat2(2)`", readonly::mode_anew)
        .bare(Bare::Depends("Linux 6.6"))
        .landlock(METADATA),
    probe("ro-owner", "change its owner", readonly::owner).landlock(METADATA),
    probe("ro-times", "change its times", readonly::times).landlock(METADATA),
    probe("ro-times-of-reader", "change its times by a descriptor", readonly::times_of_reader)
        .landlock(METADATA),
    probe("ro-attribute", "set its extended attribute", readonly::attribute)
        .bare(Bare::Depends("extended attributes of the filesystem"))
        .landlock(METADATA),
    probe(
        "ro-attribute-of-reader",
        "set its extended attribute by a descriptor",
        readonly::attribute_of_reader,
    )
    .bare(Bare::Depends("extended attributes of the filesystem"))
    .landlock(METADATA),
    probe("ro-inode-flags", "set its flags", readonly::inode_flags)
        .bare(Bare::Depends("flags of the filesystem"))
        .landlock(METADATA),
    probe("ro-rename", "give it another name", readonly::rename),
    probe("ro-rename-over", "put its own file in its place", readonly::rename_over),
    probe("ro-link", "give it a second name", readonly::link),
    probe(
        "ro-link-into-writable",
        "give it a name in the granted folder and write there",
        readonly::link_into_writable,
    ),
    probe("ro-symbolic-link", "make a link", readonly::symbolic_link),
    probe("ro-unlink", "remove it", readonly::unlink),
    probe("ro-folder", "make a folder", readonly::folder),
    probe("ro-file", "make a file", readonly::file),
    probe("ro-pipe", "make a named pipe", readonly::pipe),
    probe("ro-nameless", "make a file without a name and name it", readonly::nameless),
    probe("ro-mapped", "write into a mapping of a reader", readonly::mapped)
        .bare(Bare::Blocked("the kernel wants a descriptor for writing")),
    probe("ro-protected", "make a reader's mapping writable", readonly::protected)
        .bare(Bare::Blocked("the kernel wants a descriptor for writing")),
    probe("ro-reopened", "open its descriptor again to write", readonly::reopened),
    probe("ro-allocate", "make it longer", readonly::allocate),
    probe(
        "ro-beneath-writable",
        "write by `..` from the granted folder",
        readonly::beneath_writable,
    ),
    probe("ro-moved-away", "give the folder itself another name", readonly::moved_away),
    probe("ro-socket", "make a socket", sockets::bound_in_read_only),
    // Descriptors and environment.
    probe("inherited-descriptor", "read a descriptor it was born with", descriptors::inherited),
    probe("inherited-reopened", "open such a descriptor again", descriptors::reopened),
    probe("standard-streams", "find more than three pipes", descriptors::standard)
        .bare(Bare::Blocked("the harness gives pipes too")),
    probe("environment", "find a secret in its environment", descriptors::environment),
    // Processes and `/proc`.
    probe("init-root", "read through `/proc/1/root`", proc::init_root).bare(OVER_INIT),
    probe("proc-root", "read through another process's root", proc::root),
    probe("proc-task-root", "read through a thread's root", proc::task_root),
    probe("proc-cwd", "read through another process's folder", proc::cwd),
    probe("proc-fd", "read another process's open file", proc::fd),
    probe("proc-environ", "read another process's environment", proc::environ),
    probe("proc-cmdline", "read another process's arguments", proc::cmdline).landlock(PROC),
    probe("proc-maps", "read what another process has mapped", proc::maps),
    probe("proc-mem", "read another process's memory", proc::mem),
    probe("proc-list", "see another process", proc::listed).landlock(PROC),
    probe("proc-score", "have another process killed first", proc::score),
    probe("proc-parent", "open its starter's memory", proc::parent)
        .bare(Bare::Depends("the harness's own user")),
    probe("mountinfo", "see mounts of the host", proc::mountinfo).landlock(PROC),
    probe("proc-sys", "open a setting of the kernel to write", proc::sys_writable)
        .bare(Bare::AsRoot),
    probe("sysrq", "open `/proc/sysrq-trigger` to write", proc::sysrq)
        .bare(Bare::Depends("root and sysrq")),
    probe("kcore", "open the kernel's memory", proc::kernel_memory)
        .bare(Bare::Depends("root and /proc/kcore")),
    probe("sysfs", "open a setting in `/sys` to write", proc::power_state)
        .bare(Bare::Depends("root and huge pages")),
    probe("cgroup", "make a control group", proc::cgroup)
        .bare(Bare::Depends("root and a writable cgroup")),
    probe("trace", "trace another process", processes::trace),
    probe("trace-init", "trace process 1", processes::trace_init).bare(OVER_INIT),
    probe("read-memory", "read by `process_vm_readv(2)`", processes::read_memory),
    probe("write-memory", "write by `process_vm_writev(2)`", processes::write_memory),
    probe("take-descriptor", "take a descriptor by `pidfd_getfd(2)`", processes::take_descriptor),
    probe("signal", "signal another process", processes::signal),
    probe("signal-by-pidfd", "signal it by a pidfd", processes::signal_by_pidfd),
    probe("signal-by-descriptor", "have the kernel signal it", processes::signal_by_descriptor),
    probe("affinity", "choose another process's processor", processes::affinity)
        .landlock(SCHEDULING),
    probe("limit", "limit another process", processes::limit),
    probe("priority", "slow another process down", processes::priority).landlock(SCHEDULING),
    probe("scheduling", "schedule another process otherwise", processes::scheduling)
        .landlock(SCHEDULING),
    probe("compare", "compare itself with another process", processes::compare)
        .bare(Bare::Depends("kcmp")),
    probe("exists", "learn whether a process exists", processes::exists)
        .landlock(Kept::Residual("Landlock hides no process numbers")),
    // Sockets and the network.
    probe("agent-socket", "talk to the ssh agent's socket", sockets::agent),
    probe("bus-socket", "talk to the session bus's socket", sockets::bus),
    probe("display-socket", "talk to the display's socket", sockets::display),
    probe("socket-by-link", "talk to a socket through a link", sockets::by_link),
    probe("socket-by-descriptor", "talk to it by its folder's descriptor", sockets::by_descriptor),
    probe("abstract-socket", "talk to an abstract socket", sockets::abstract_stream),
    probe("datagram-socket", "send to a datagram socket", sockets::datagram),
    probe("abstract-datagram", "send to an abstract datagram socket", sockets::abstract_datagram),
    probe("handed-over", "be handed a descriptor", sockets::handed_over),
    probe(
        "handed-over-abstractly",
        "be handed one by an abstract socket",
        sockets::handed_over_abstractly,
    ),
    probe("socket-bound-outside", "make a socket outside", sockets::bound_outside),
    probe("socket-in-granted", "make a socket where others can come", sockets::bound_in_granted),
    probe("socket-file-in-granted", "make one by `mknod`", sockets::made_in_granted),
    probe("tcp", "talk to a local TCP service", network::tcp4).kept(OPEN_NETWORK),
    probe("tcp6", "talk to one by IPv6", network::tcp6).bare(NEEDS_IPV6).kept(OPEN_NETWORK),
    probe("tcp4-in-6", "talk to one by IPv4 in IPv6", network::tcp4_in_6)
        .bare(NEEDS_IPV6)
        .kept(OPEN_NETWORK),
    probe("tcp-fast-open", "talk to one without `connect(2)`", network::fast_open)
        .kept(OPEN_NETWORK),
    probe("tcp-multipath", "talk to one by multipath TCP", network::multipath)
        .bare(Bare::Depends("multipath TCP"))
        .kept(OPEN_NETWORK),
    probe("udp", "talk to a local UDP service", network::udp).kept(OPEN_NETWORK),
    probe("listen", "be reached from outside", network::listen).kept(OPEN_NETWORK),
    probe("raw-socket", "make a raw socket", network::raw_socket).bare(Bare::AsRoot),
    probe("packet-socket", "make a packet socket", network::packet_socket)
        .bare(Bare::Depends("root and packet sockets")),
    probe("routes", "learn the host's addresses", network::routes).kept(OPEN_NETWORK),
    probe("audit", "talk to the audit system", network::audit)
        .bare(Bare::Depends("root and audit")),
    probe("device-events", "hear of devices that come and go", network::device_events),
    probe("vsock", "talk to a service by vsock", network::vsock)
        .bare(Bare::Depends("vsock loopback")),
    // What is shared in the kernel.
    probe("key", "read a key by its number", messages::read_key).bare(NEEDS_KEYS),
    probe("key-searched", "find a key in the person's keyring", messages::search_key)
        .bare(NEEDS_KEYS),
    probe("key-requested", "request a key", messages::request_key).bare(NEEDS_KEYS),
    probe("key-described", "learn of a key", messages::describe_key).bare(NEEDS_KEYS),
    probe("key-added", "add a key to the person's keyring", messages::add_key).bare(NEEDS_KEYS),
    probe("segment", "read a System V segment", messages::segment)
        .bare(Bare::Depends("System V messages")),
    probe("semaphore", "set a System V semaphore", messages::semaphore)
        .bare(Bare::Depends("System V messages")),
    probe("queue", "read a System V queue", messages::system_v_queue)
        .bare(Bare::Depends("System V messages")),
    probe("posix-queue", "read a POSIX queue", messages::posix_queue)
        .bare(Bare::Depends("POSIX queues")),
    probe("posix-segment", "read a POSIX segment", messages::posix_segment),
    probe("terminal", "read what is typed at a terminal", messages::terminal)
        .bare(Bare::Depends("a pseudoterminal")),
    probe("type-for-another", "type at another's terminal", messages::type_for_another)
        .bare(Bare::Depends("root and dev.tty.legacy_tiocsti")),
    // Namespaces and mounts.
    probe("user-namespace", "make a user namespace", namespaces::user).bare(NEEDS_USER_NAMESPACES),
    probe("user-namespace-mount", "mount in a new user namespace", namespaces::user_and_mount)
        .bare(NEEDS_USER_NAMESPACES),
    probe("user-namespace-clone", "make one by `clone(2)`", namespaces::clone)
        .bare(NEEDS_USER_NAMESPACES),
    probe("user-namespace-clone3", "make one by `clone3(2)`", namespaces::clone3)
        .bare(NEEDS_USER_NAMESPACES),
    probe("mount-namespace", "make a mount namespace", namespaces::mount).bare(Bare::AsRoot),
    probe("network-namespace", "make a network namespace", namespaces::network).bare(Bare::AsRoot),
    probe("joined-namespace", "join another process's mounts", namespaces::join_by_proc)
        .bare(Bare::AsRoot),
    probe("joined-by-pidfd", "join them by a pidfd", namespaces::join_by_pidfd).bare(Bare::AsRoot),
    probe("parent-namespace", "get at the user namespace above", namespaces::parent)
        .bare(Bare::Blocked("there is none above the host's")),
    probe("mount-bind", "bind the secret into the granted folder", mounts::bind).bare(Bare::AsRoot),
    probe("mount-tmpfs", "mount a tmpfs", mounts::tmpfs).bare(Bare::AsRoot),
    probe("mount-proc", "mount a procfs", mounts::proc).bare(Bare::AsRoot),
    probe("remount", "make the read-only folder writable", mounts::remount).bare(NO_MOUNT),
    probe("mount-attributes", "make it writable by `mount_setattr(2)`", mounts::set_attributes)
        .bare(NO_MOUNT),
    probe("unmount-read-only", "take the read-only mount off", mounts::unmount_read_only)
        .bare(NO_MOUNT),
    probe("unmount-granted", "take the granted folder off", mounts::unmount_granted).bare(NO_MOUNT),
    probe("unmount-tmp", "take its `/tmp` off the host's", mounts::unmount_tmp)
        .bare(Bare::Depends("root and a mount there")),
    probe("unmount-proc", "take `/proc` off", mounts::unmount_proc).bare(Bare::AsRoot),
    probe("unmount-programs", "take `/usr` off", mounts::unmount_programs)
        .bare(Bare::Depends("root and a mount there")),
    probe("unmount-top", "take the top off", mounts::unmount_top).bare(Bare::Depends("root")),
    probe("open-tree", "open the secret by `open_tree(2)`", mounts::open_tree),
    probe("clone-tree", "clone a mount", mounts::clone_tree).bare(Bare::AsRoot),
    probe("open-filesystem", "open a filesystem by `fsopen(2)`", mounts::open_filesystem)
        .bare(Bare::AsRoot),
    probe("pick-filesystem", "reconfigure a filesystem", mounts::pick_filesystem)
        .bare(Bare::Depends("root and a mount there")),
    probe("move-mount", "move the granted folder's mount", mounts::move_mount).bare(NO_MOUNT),
    probe("pivot-root", "put another folder in place of the top", mounts::pivot_root)
        .bare(Bare::AsRoot),
    probe("chroot", "step out of a `chroot(2)`", mounts::chroot).bare(Bare::AsRoot),
    // Doors into the kernel.
    probe("ring-open", "open the secret by io_uring", ring::open).bare(Bare::Depends("io_uring")),
    probe("ring-socket", "talk to a socket by io_uring", ring::unix_socket)
        .bare(Bare::Depends("io_uring of Linux 5.19")),
    probe("ring-tcp", "talk to a TCP service by io_uring", ring::tcp_socket)
        .bare(Bare::Depends("io_uring of Linux 5.19")),
    probe("compat-socket", "make a socket by a 32-bit call", compat::socket)
        .bare(Bare::Depends("32-bit calls")),
    probe("compat-number", "make a socket by an x32 number", compat::other_number)
        .bare(Bare::Depends("x32 calls")),
    probe("open-by-handle", "open the secret by its handle", kernel::handle).bare(Bare::AsRoot),
    probe("fanotify", "watch a whole filesystem", kernel::fanotify).bare(Bare::Depends("fanotify")),
    probe("userfault", "handle page faults", kernel::userfault).bare(Bare::Depends("userfaultfd")),
    probe("bpf", "load into the kernel", kernel::bpf).bare(Bare::Depends("root and bpf")),
    probe("performance", "count events", kernel::performance)
        .bare(Bare::Depends("kernel.perf_event_paranoid")),
    probe("kernel-log", "read the kernel's log", kernel::log)
        .bare(Bare::Depends("kernel.dmesg_restrict")),
    probe("reboot", "reboot", kernel::reboot).bare(Bare::AsRoot),
    probe("host-name", "rename the host", kernel::host_name).bare(Bare::AsRoot),
    probe("clock", "set the clock", kernel::clock).bare(Bare::AsRoot),
    probe("module", "load a module", kernel::module).bare(Bare::Depends("root and modules")),
    probe("swap", "take memory away", kernel::swap).bare(Bare::Depends("root and swap")),
    probe("accounting", "account processes", kernel::accounting)
        .bare(Bare::Depends("root and accounting")),
    // Devices.
    probe("device-memory", "open `/dev/mem`", devices::memory)
        .bare(Bare::Depends("root and /dev/mem")),
    probe("device-kernel-log", "open `/dev/kmsg`", devices::kernel_log)
        .bare(Bare::Depends("root or kernel.dmesg_restrict")),
    probe("device-disk", "open a disk", devices::disk).bare(Bare::Depends("root and a disk")),
    probe("device-others", "open any other device", devices::others).bare(Bare::Depends("devices")),
    probe("device-node", "make a node of a disk and open it", devices::node)
        .bare(Bare::Depends("root and a disk")),
    probe("device-node-left", "leave a device node", devices::character_node).bare(Bare::AsRoot),
    // Privileges and programs.
    probe("capabilities", "have capabilities", privileges::capabilities).bare(Bare::AsRoot),
    probe("bounding-set", "find room for capabilities", privileges::bounding_set)
        .landlock(Kept::AsUser("only root may empty it; nothing can be gained from it any more")),
    probe("capabilities-set", "give itself a capability", privileges::set_capabilities)
        .bare(Bare::AsRoot),
    probe("capabilities-by-exec", "regain them by executing as root", privileges::regained_by_exec)
        .bare(Bare::AsRoot),
    probe("new-privileges", "be let have new privileges", privileges::new_privileges)
        .bare(Bare::Depends("a harness that may have them")),
    probe("set-user-id", "execute a set-user-id program", privileges::set_user_id)
        .bare(Bare::BesideRoot),
    probe("file-capability", "execute a program with a capability", privileges::file_capability)
        .bare(Bare::BesideRoot),
    probe("groups", "join a group", privileges::groups).bare(Bare::AsRoot),
    probe("another-user", "become another user", privileges::become_another).bare(Bare::AsRoot),
    probe("hidden-program", "execute a program that is not granted", privileges::hidden_program),
    probe("hidden-library", "have the loader run one", privileges::hidden_library),
    // After the revocation.
    after("revoked", "read from the folder by its path", revoked::by_path),
    after("revoked-written", "write into it by its path", revoked::write_by_path),
    after("revoked-status", "learn of its files by their path", revoked::status_by_path),
    after("held-open", "open a file by the held folder", revoked::open),
    after("held-open-to-write", "open one to write", revoked::open_to_write),
    after("held-create", "make a file", revoked::create),
    after("held-unlink", "remove a file", revoked::unlink),
    after("held-rename", "rename a file", revoked::rename),
    after("held-folder", "make a folder", revoked::folder),
    after("held-rename-out", "move a file into the granted folder", revoked::rename_into_granted)
        .bare(Bare::Depends("one filesystem")),
    after("held-link-out", "link a file into the granted folder", revoked::link_into_granted)
        .bare(Bare::Depends("one filesystem")),
    after("held-mode", "change a file's mode", revoked::mode),
    after("held-times", "change a file's times", revoked::times),
    after("held-mode-of-file", "change the mode of a file that was open", revoked::mode_of_file),
    after(
        "held-mode-while-busy",
        "do so while it writes to another file",
        revoked::mode_while_busy,
    )
    .live(Kept::Residual(
        "a mount in which a file is open for writing cannot be made read-only; the file is \
             counted as an open handle",
    )),
    after("held-listing", "list the held folder", revoked::listing).live(HELD_FOLDER),
    after("held-status", "learn of a file in it", revoked::status).live(HELD_FOLDER),
    after("held-upwards", "leave the held folder by `..`", revoked::upwards),
    after("held-here", "open a file in the folder it is in", revoked::from_here),
    after("held-here-upwards", "leave that folder by `..`", revoked::upwards_from_here),
    after("held-by-proc", "open a file through `/proc/self/fd`", revoked::by_proc),
    after("held-by-proc-upwards", "leave through it by `..`", revoked::by_proc_upwards),
    after("held-by-proc-cwd", "open a file through `/proc/self/cwd`", revoked::by_proc_cwd),
    after("held-program", "execute a program of the folder", revoked::execute_from_here),
    after("held-mounted", "mount the held folder again", revoked::mount_again).bare(Bare::AsRoot),
    after("held-file", "read a file that was open", revoked::held_file).live(OPEN_FILE),
    after("held-file-written", "write to a file that was open", revoked::held_file_written)
        .live(OPEN_FILE),
    after("held-file-reopened", "open it again", revoked::held_file_reopened),
    after("held-memory", "read a file that was mapped", revoked::held_memory).live(Kept::Residual(
        "what is mapped stays mapped; that the folder is held by it is counted as an open handle",
    )),
    after("held-watch", "hear of new names in the folder", revoked::held_watch)
        .live(Kept::Residual("a watch stays; it is counted as an open handle")),
    after("narrowed", "write into the folder that may be read", revoked::narrowed_by_path),
    after("narrowed-held", "write into it by its descriptor", revoked::narrowed_by_folder),
    after("narrowed-held-file", "write to a file that was open", revoked::narrowed_held_file)
        .live(OPEN_FILE),
];
