"""Tries to bring about each of the files that other programs run, in every way there is.

Prints a line for each way that the system let through; whether a file was planted is seen outside.
"""
import ctypes, os, shutil, stat, struct, sys, threading

libc = ctypes.CDLL(None, use_errno=True)
SYS_OPENAT2, AT_FDCWD = 437, -100
root, names = sys.argv[1], sys.argv[2:]
os.chdir(root)
evil = os.path.join(root, "evil")


def openat2(dirfd, path, flags, mode=0o755, resolve=0):
    how = struct.pack("QQQ", flags, mode, resolve)
    fd = libc.syscall(SYS_OPENAT2, dirfd, path.encode(), how, len(how))
    if fd < 0:
        raise OSError(ctypes.get_errno(), "openat2")
    return fd


def put(fd):
    os.write(fd, b"planted")
    os.close(fd)


def dirs(path):
    parent = os.path.dirname(path)
    if parent and not os.path.isdir(parent):
        os.makedirs(parent)


def away(path):
    top = path.partition("/")[0]
    shutil.rmtree(top) if os.path.isdir(top) else os.unlink(top)


def there(path):
    dirs(path)
    put(os.open(path, CREATE, 0o644))


def in_parent(path, act):
    """By a descriptor of the folder, made elsewhere and moved if it is not there."""
    parent = os.path.dirname(path) or "."
    fd = os.open(parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        act(fd, os.path.basename(path))
    finally:
        os.close(fd)


def moved_folder(path):
    top, _, below = path.partition("/")
    os.makedirs(os.path.join("fresh", os.path.dirname(below)), exist_ok=True)
    put(os.open(os.path.join("fresh", below), os.O_CREAT | os.O_WRONLY, 0o755))
    os.rename("fresh", top)


def exchanged(path):
    libc.renameat2(AT_FDCWD, b"evil", AT_FDCWD, path.encode(), 2) == 0 or fail()


def fail():
    raise OSError(ctypes.get_errno(), "failed")


def tmpfile(path):
    fd = os.open(".", os.O_TMPFILE | os.O_RDWR, 0o755)
    os.write(fd, b"planted")
    libc.linkat(AT_FDCWD, b"/proc/self/fd/%d" % fd, AT_FDCWD, path.encode(), 0x400) == 0 or fail()


def tmpfile_empty(path):
    fd = os.open(".", os.O_TMPFILE | os.O_RDWR, 0o755)
    os.write(fd, b"planted")
    libc.linkat(fd, b"", AT_FDCWD, path.encode(), 0x1000) == 0 or fail()


def by_link(path):
    if os.path.lexists("way"):
        os.unlink("way")
    os.symlink(path, "way")
    put(os.open("way", os.O_CREAT | os.O_WRONLY))


def by_folder_link(path):
    if os.path.lexists("way"):
        os.unlink("way")
    os.symlink(os.path.dirname(path) or ".", "way")
    put(os.open("way/" + os.path.basename(path), os.O_CREAT | os.O_WRONLY))


def reopened(path):
    fd = os.open(path, os.O_RDONLY)
    put(os.open("/proc/self/fd/%d" % fd, os.O_WRONLY | os.O_TRUNC))


def reopened_by_link(path):
    fd = os.open(path, os.O_RDONLY)
    if os.path.lexists("way"):
        os.unlink("way")
    os.symlink("/dev/fd/%d" % fd, "way")
    put(os.open("way", os.O_WRONLY | os.O_TRUNC))


def pointer(path):
    fd = os.open(path, os.O_PATH)
    put(os.open("/proc/self/fd/%d" % fd, os.O_WRONLY))


def own_table(path):
    """In a thread with descriptors of its own."""
    failed = []

    def run():
        libc.unshare(0x400) == 0 or fail()
        try:
            in_parent(path, lambda fd, name: put(os.open(name, os.O_CREAT | os.O_WRONLY, dir_fd=fd)))
        except OSError as error:
            failed.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    if failed:
        raise failed[0]


def linked_out(path):
    os.link(path, "out")
    put(os.open("out", os.O_WRONLY))


def moved_out(path):
    os.rename(path, "out")
    put(os.open("out", os.O_WRONLY))
    os.rename("out", path)


def executable(path):
    fd = os.open(path, os.O_RDONLY)
    os.fchmod(fd, 0o777)


CREATE = os.O_CREAT | os.O_WRONLY
WAYS = {
    "open": lambda p: put(os.open(p, CREATE, 0o755)),
    "open absolute": lambda p: put(os.open(os.path.join(root, p), CREATE)),
    "open exclusive": lambda p: put(os.open(p, CREATE | os.O_EXCL)),
    "open for both": lambda p: put(os.open(p, os.O_RDWR)),
    "empty": lambda p: os.close(os.open(p, os.O_RDONLY | os.O_TRUNC)),
    "make empty": lambda p: os.close(os.open(p, os.O_RDONLY | os.O_CREAT | os.O_EXCL)),
    "creat": lambda p: put(fd) if (fd := libc.creat(p.encode(), 0o755)) >= 0 else fail(),
    "openat2": lambda p: put(openat2(AT_FDCWD, p, CREATE)),
    "openat2 beneath": lambda p: put(openat2(AT_FDCWD, p, CREATE, 0o755, 8)),
    "openat2 in root": lambda p: put(openat2(os.open(".", os.O_PATH), "/" + p, CREATE, 0o755, 16)),
    "dots": lambda p: put(os.open("evil-dir/../" + p, CREATE)),
    "slashes": lambda p: put(os.open(".//" + p.replace("/", "//./"), CREATE)),
    "proc cwd": lambda p: put(os.open("/proc/self/cwd/" + p, CREATE)),
    "proc root": lambda p: put(os.open("/proc/self/root" + root + "/" + p, CREATE)),
    "proc number": lambda p: put(os.open("/proc/%d/cwd/%s" % (os.getpid(), p), CREATE)),
    "proc folder": lambda p: put(os.open("/proc/self/fd/%d/%s" % (os.open(".", os.O_PATH), p), CREATE)),
    "folder": lambda p: in_parent(p, lambda fd, name: put(os.open(name, CREATE, dir_fd=fd))),
    "own table": own_table,
    "mkdir": lambda p: os.mkdir(p),
    "mknod": lambda p: os.mknod(p),
    "fifo": lambda p: os.mkfifo(p),
    "symlink": lambda p: os.symlink("evil", p),
    "symlink in folder": lambda p: in_parent(p, lambda fd, name: os.symlink(evil, name, dir_fd=fd)),
    "link": lambda p: os.link("evil", p),
    "link in folder": lambda p: in_parent(p, lambda fd, name: os.link("evil", name, dst_dir_fd=fd)),
    "temporary file": tmpfile,
    "temporary file by descriptor": tmpfile_empty,
    "rename": lambda p: os.rename("evil", p),
    "rename in folder": lambda p: in_parent(p, lambda fd, name: os.rename("evil", name, dst_dir_fd=fd)),
    "exchange": exchanged,
    "folder moved there": moved_folder,
    "through a link": by_link,
    "through a link to the folder": by_folder_link,
    "opened again": reopened,
    "opened again by a link": reopened_by_link,
    "pointer": pointer,
    "truncate": lambda p: os.truncate(p, 0),
    "linked out": linked_out,
    "moved out": moved_out,
    "unlink": lambda p: os.unlink(p),
    "rmdir": lambda p: os.rmdir(p),
    "chmod": lambda p: os.chmod(p, 0o777),
    "fchmod": executable,
}

tried = 0
for name in names:
    for way, act in WAYS.items():
        for before in (lambda: None, lambda: away(name), lambda: dirs(name), lambda: there(name)):
            if not os.path.exists("evil"):
                put(os.open("evil", CREATE, 0o755))
            os.makedirs("evil-dir", exist_ok=True)
            tried += 1
            try:
                if os.path.exists(name) and stat.S_ISFIFO(os.stat(name).st_mode):
                    os.unlink(name)
                before()
            except OSError:
                pass
            try:
                act(name)
                print(way, name)
            except OSError:
                pass
print("tried", tried)
