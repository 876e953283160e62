"""Two sessions: one changes what stands at a name while the other acts on it."""
import ctypes, os, sys

libc = ctypes.CDLL(None, use_errno=True)
os.chdir(sys.argv[1])
does, rounds = sys.argv[2], int(sys.argv[3])
AT_FDCWD, EXCHANGE = -100, 2
made = 0
for _ in range(rounds):
    if does == "swap":
        made += libc.renameat2(AT_FDCWD, b"one", AT_FDCWD, b"other", EXCHANGE) == 0
    elif does == "move" and libc.rename(b"one", b"mise") == 0:
        made += 1
        if os.path.isdir("mise"):
            print("planted")
            break
        os.rename("mise", "one")
print("made", made)
