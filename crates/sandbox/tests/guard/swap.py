"""Two sessions: one has a file and a folder change places while the other moves the file."""
import ctypes, os, sys

libc = ctypes.CDLL(None, use_errno=True)
os.chdir(sys.argv[1])
rounds, swaps = int(sys.argv[3]), sys.argv[2] == "swap"
AT_FDCWD, EXCHANGE = -100, 2
made = 0
for _ in range(rounds):
    if swaps:
        made += libc.renameat2(AT_FDCWD, b"one", AT_FDCWD, b"other", EXCHANGE) == 0
    elif libc.rename(b"one", b"mise") == 0:
        made += 1
        if os.path.isdir("mise"):
            print("planted")
            break
        os.rename("mise", "one")
print("made", made)
