"""Has Git's own files say what would lead the person's Git elsewhere.

Works in the repository that it is started in. Prints each way that the system let through.
"""
import ctypes, mmap, os, stat, struct, subprocess, threading

libc = ctypes.CDLL(None, use_errno=True)
tried = 0
GIT = ["git", "-c", "safe.directory=*"]
blob = subprocess.run(GIT + ["hash-object", "-w", "--stdin"], input=b"#!/bin/sh\n", stdout=subprocess.PIPE, check=True)
blob = bytes.fromhex(blob.stdout.decode().strip())


def attempt(name, act):
    global tried
    tried += 1
    try:
        act()
        print("let through:", name)
    except OSError as error:
        print("refused:", name, error.errno)


def same(name, path, expected):
    global tried
    tried += 1
    with open(path, "rb") as file:
        print("kept:" if file.read() == expected else "let through:", name)


def exchange(one, other):
    AT_FDCWD, EXCHANGE = -100, 2
    if libc.renameat2(AT_FDCWD, one.encode(), AT_FDCWD, other.encode(), EXCHANGE) < 0:
        raise OSError(ctypes.get_errno(), "renameat2")


def content(path):
    with open(path, "rb") as file:
        return file.read()


def put(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    if os.path.lexists(path):
        os.unlink(path)
    with open(path, "wb") as file:
        file.write(text)


def move(text, to, by=None):
    by = by or to + ".lock"
    put(by, text)
    try:
        os.rename(by, to)
    finally:
        if os.path.lexists(by):
            os.unlink(by)


def index(names, version=2, extensions=b""):
    parts, before = [struct.pack(">4sII", b"DIRC", version, len(names))], b""
    for name in names:
        entry = bytes(24) + struct.pack(">I", 0o100755) + bytes(12) + blob + struct.pack(">H", min(len(name), 0xFFF))
        entry += (bytes([len(before)]) if version == 4 else b"") + name + b"\0"
        parts.append(entry if version == 4 else entry + bytes(-len(entry) % 8))
        before = name
    return b"".join(parts) + extensions + bytes(20)


def extension(name, text):
    return struct.pack(">4sI", name, len(text)) + text


def opened(path, flags):
    os.close(os.open(path, flags, 0o644))


def opened_again(path):
    reader = os.open(path, os.O_RDONLY)
    try:
        opened(f"/proc/self/fd/{reader}", os.O_WRONLY)
    finally:
        os.close(reader)


original, head, main = content(".git/index"), content(".git/HEAD"), content(".git/refs/heads/main")
good = index([b"note"])
end = 12 + 72

# An index that has Git write elsewhere.
names = [b"../outside", b"../../outside", b"/tmp/outside", b"a/../../outside", b".git/hooks/post-checkout", b".GIT/config",
         b".git/commondir", b"sub/.git/config", b"git~1/config", b".git./config", b".g\xe2\x80\x8cit/config", b"a//b", b""]
indexes = {f"{version} {name}": index([b"a", name], version) for name in names for version in [2, 3, 4]}
indexes["split"] = index([b"a"], 2, extension(b"link", bytes(20)))
indexes["unknown part"] = index([b"a"], 2, extension(b"NAME", b""))
indexes["end elsewhere"] = index([b"a"], 2, extension(b"TREE", bytes(8)) + extension(b"EOIE", struct.pack(">I", end + 8) + bytes(20)))
indexes["entries elsewhere"] = index([b"a"], 2, extension(b"IEOT", struct.pack(">III", 1, 20, 1)))
indexes["cut short"] = good[:-30]
indexes["nothing"] = b""
for name, text in indexes.items():
    attempt("index " + name, lambda: move(text, ".git/index"))
bad = index([b"../outside"])
attempt("index from a message", lambda: move(bad, ".git/index", ".git/COMMIT_EDITMSG"))
attempt("index from a list of references", lambda: move(bad, ".git/index", ".git/packed-refs.new"))
attempt("index to be stashed", lambda: move(bad, ".git/index.stash.1"))
attempt("shared index", lambda: put(".git/sharedindex." + "0" * 40, bad))

# A reference that stands for something else.
references = ["", "x", "ref: ../../outside", "ref: /etc/passwd", "ref: config", "ref: refs/../config", "ref: refs/heads/../../config",
              "ref: refs/heads/x.lock", "ref: refs/heads/.x", "ref: refs/heads/a b", "ref: refs/heads/x\n[core]\n", "0" * 41]
for text in references:
    for path in [".git/HEAD", ".git/ORIG_HEAD", ".git/refs/heads/forged", ".git/refs/remotes/origin/HEAD"]:
        attempt(f"{path} {text!r}", lambda: move(text.encode(), path))
for line in ["x", "0" * 40 + " config", "0" * 40 + " refs/../config", "0" * 40 + " refs/heads/../../config", "^" + "0" * 40]:
    attempt("packed " + line, lambda: move(line.encode() + b"\n", ".git/packed-refs", ".git/packed-refs.new"))

# What is there is written in place, or comes there otherwise.
put(".git/MERGE_MSG", bad)
os.makedirs(".git/refs/heads/deep", exist_ok=True)
for path in [".git/index", ".git/HEAD", ".git/refs/heads/main"]:
    for flags in [os.O_WRONLY, os.O_RDWR, os.O_RDONLY | os.O_TRUNC, os.O_WRONLY | os.O_APPEND, os.O_WRONLY | os.O_CREAT | os.O_TRUNC]:
        attempt(f"{path} opened by {flags}", lambda: opened(path, flags))
    attempt(path + " truncated", lambda: os.truncate(path, 0))
    attempt(path + " opened again", lambda: opened_again(path))
    attempt(path + " has another name", lambda: os.link(path, ".git/logs/second"))
    attempt(path + " is another name", lambda: os.link(".git/MERGE_MSG", path))
    attempt(path + " changes places", lambda: exchange(".git/MERGE_MSG", path))
    attempt(path + " is changed places with", lambda: exchange(path, ".git/MERGE_MSG"))
for path in [".git/refs/heads/new", ".git/refs/heads/deep/new", ".git/index.stash.2", ".git/packed-refs", ".git/ORIG_HEAD"]:
    attempt(path + " made", lambda: opened(path, os.O_WRONLY | os.O_CREAT))
    attempt(path + " made as a node", lambda: os.mknod(path, stat.S_IFREG | 0o644))
    attempt(path + " linked", lambda: os.link(".git/MERGE_MSG", path))
attempt("beside a reference", lambda: put(".git/refs/heads/.paddock-1-0.lock", bad))
attempt("beside the index", lambda: put(".git/.paddock-1-0.lock", bad))
attempt("a folder of files moved in", lambda: (put(".git/logs/x/forged", bad), os.rename(".git/logs/x", ".git/refs/heads/x")))
same("index", ".git/index", original)
same("HEAD", ".git/HEAD", head)
same("reference", ".git/refs/heads/main", main)

# What was open before, or has another name, is not what is there.
for path, right, wrong in [(".git/index", good, bad), (".git/HEAD", b"ref: refs/heads/main\n", b"ref: ../../outside\n")]:
    # A lock would have one name only.
    made = ".git/MERGE_MSG"
    put(made, right)
    writer = os.open(made, os.O_RDWR)
    memory = mmap.mmap(writer, len(right))
    os.link(made, ".git/logs/second")
    os.rename(made, path)
    memory[: len(wrong)] = wrong[: len(right)].ljust(len(right), b"\n")[: len(wrong)]
    memory.flush()
    os.pwrite(writer, wrong, 0)
    with open(".git/logs/second", "wb") as file:
        file.write(wrong)
    same(path + " written by who had it open", path, right)
    os.close(writer)
    os.unlink(".git/logs/second")
    # Nor is it once it was moved away and changed there.
    os.rename(path, ".git/MERGE_MSG")
    writer = os.open(".git/MERGE_MSG", os.O_RDWR)
    os.rename(".git/MERGE_MSG", path)
    os.pwrite(writer, wrong, 0)
    os.close(writer)
    same(path + " written while it was elsewhere", path, right)

# What is read is what is put there, whatever is written meanwhile.
done = False
wrong = index([b"../x"])


def rewrite():
    while not done:
        try:
            writer = os.open(".git/index.lock", os.O_WRONLY)
        except OSError:
            continue
        for text in [wrong, good] * 10:
            os.pwrite(writer, text, 0)
        os.close(writer)


thread = threading.Thread(target=rewrite)
thread.start()
seen = set()
for _ in range(300):
    put(".git/index.lock", good)
    try:
        os.rename(".git/index.lock", ".git/index")
    except OSError:
        pass
    seen.add(content(".git/index"))
done = True
thread.join()
tried += 1
is_kept = all(b"../" not in text for text in seen)
print("kept:" if is_kept else "let through:", "an index that was written while it was read")
if os.path.lexists(".git/index.lock"):
    os.unlink(".git/index.lock")
move(original, ".git/index")
print(tried, "tried")
