"""Runs a command at a terminal of its own, and consents to what it asks first and to nothing more:
`consent.py COMMAND…`."""

import os
import pty
import sys

command = sys.argv[1:]
ASKED = b"Type yes to consent"
child, terminal = pty.fork()
if child == 0:
    os.execvp(command[0], command)
said = b""
answered = 0
while True:
    try:
        more = os.read(terminal, 4096)
    except OSError:
        break
    if not more:
        break
    said += more
    while said.count(ASKED) > answered:
        os.write(terminal, b"no\n" if answered else b"yes\n")
        answered += 1
_, status = os.waitpid(child, 0)
sys.stdout.buffer.write(said)
sys.exit(os.waitstatus_to_exitcode(status))
