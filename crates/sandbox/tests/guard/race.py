"""Has the path of a call changed by another process while the call waits."""
import ctypes, mmap, os, sys

libc = ctypes.CDLL(None, use_errno=True)
os.chdir(sys.argv[1])
rounds = int(sys.argv[2])
shared = mmap.mmap(-1, 4096)
names = [b"plain1\0", b".envrc\0"]
flipper = os.fork()
if flipper == 0:
    while True:
        shared[0:7] = names[0]
        shared[0:7] = names[1]
shared[0:7] = names[0]
address = ctypes.c_void_p(ctypes.addressof(ctypes.c_char.from_buffer(shared)))
open("evil", "w").close()
made = 0
for round in range(rounds):
    way = round % 4
    if way == 0:
        fd = libc.open(address, os.O_CREAT | os.O_WRONLY, 0o755)
        if fd >= 0:
            made += 1
            os.write(fd, b"planted")
            os.close(fd)
    elif way == 1:
        made += libc.rename(address, b"evil") == 0
    elif way == 2:
        made += libc.symlink(b"evil", address) == 0
    else:
        made += libc.unlink(address) == 0
os.kill(flipper, 9)
print("made", made)
