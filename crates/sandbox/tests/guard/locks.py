"""Tries to change locks that another Git holds, and to have them by a second name.

Works in the repository that it is started in. Prints each way that the system let through.
"""
import ctypes, os, sys

libc = ctypes.CDLL(None, use_errno=True)
AT_FDCWD, EXCHANGE, EMPTY_PATH, FOLLOW = -100, 2, 0x1000, 0x400
tried = 0


def attempt(name, act):
    global tried
    tried += 1
    try:
        act()
        print("let through:", name)
    except OSError:
        pass


def checked(result):
    if result < 0:
        raise OSError(ctypes.get_errno(), "refused")


def put(path):
    with open(path, "w") as file:
        file.write("mine")


def opened(path, flags):
    os.close(os.open(path, flags, 0o644))


def again(path, flags):
    kept = os.open(path, os.O_RDONLY)
    try:
        opened("/proc/self/fd/%d" % kept, flags)
    finally:
        os.close(kept)


def linked(path, other):
    kept = os.open(path, os.O_PATH)
    try:
        checked(libc.linkat(AT_FDCWD, b"/proc/self/fd/%d" % kept, AT_FDCWD, other.encode(), FOLLOW))
    finally:
        os.close(kept)


def exchanged(one, other):
    checked(libc.renameat2(AT_FDCWD, one.encode(), AT_FDCWD, other.encode(), EXCHANGE))


os.chdir(".git")
for lock in sys.argv[1:]:
    with open(lock, "rb") as file:
        file.read()
    folder = os.path.dirname(lock)
    mine = os.path.join(folder, "mine.lock") if folder else "next-index-1.lock"
    put(mine)
    away = mine.replace("1.lock", "2.lock").replace("mine", "away")
    place = lock.replace(".lock", "").replace(".new", "")
    for name, flags in [
        ("write", os.O_WRONLY),
        ("read and write", os.O_RDWR),
        ("append", os.O_WRONLY | os.O_APPEND),
        ("create", os.O_WRONLY | os.O_CREAT),
        ("empty", os.O_WRONLY | os.O_CREAT | os.O_TRUNC),
        ("empty to read", os.O_RDONLY | os.O_TRUNC),
    ]:
        attempt(f"{name} {lock}", lambda: opened(lock, flags))
        attempt(f"{name} {lock} again", lambda: again(lock, flags & ~os.O_CREAT))
    attempt(f"truncate {lock}", lambda: os.truncate(lock, 0))
    attempt(f"chmod {lock}", lambda: os.chmod(lock, 0o666))
    attempt(f"unlink {lock}", lambda: os.unlink(lock))
    attempt(f"replace {lock}", lambda: os.rename(mine, lock))
    attempt(f"replace {lock} by its place", lambda: os.rename(place, lock))
    attempt(f"move {lock} away", lambda: os.rename(lock, away))
    attempt(f"move {lock} to its place", lambda: os.rename(lock, place))
    attempt(f"exchange {lock}", lambda: exchanged(mine, lock))
    attempt(f"exchange {lock} the other way", lambda: exchanged(lock, mine))
    attempt(f"link {lock}", lambda: os.link(lock, away))
    attempt(f"link {lock} by what is open", lambda: linked(lock, away))
    attempt(f"link another to {lock}", lambda: os.link(mine, lock))
    os.unlink(mine)
print(tried, "tried")
