"""Takes away, moves and makes a lock again and again, and never its own."""
import os

turn = 0
while not os.path.exists("stop"):
    turn += 1
    try:
        if turn % 3 == 0:
            os.unlink(".git/index.lock")
        elif turn % 3 == 1:
            os.rename(".git/index.lock", ".git/next-index-1.lock")
        else:
            os.rename(".git/next-index-2.lock", ".git/index.lock")
    except OSError:
        pass
    if turn % 3 == 2:
        for path in [".git/index.lock", ".git/next-index-2.lock"]:
            try:
                os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL))
            except OSError:
                continue
            if path == ".git/index.lock":
                os.unlink(path)
