"""Runs a command at a terminal of its own, and consents to what it asks: `consent.py COMMAND…`."""

import os
import pty
import sys

command = sys.argv[1:]
asked = b"Type yes to consent"
child, terminal = pty.fork()
if child == 0:
    os.execvp(command[0], command)
said = b""
while True:
    try:
        more = os.read(terminal, 4096)
    except OSError:
        break
    if not more:
        break
    said += more
    if asked in said:
        asked = b"never again\0"
        os.write(terminal, b"yes\n")
_, status = os.waitpid(child, 0)
sys.stdout.buffer.write(said)
sys.exit(os.waitstatus_to_exitcode(status))
