"""Fetches the address in each line that it reads, and says in a line what came of it."""

import sys
import urllib.request

for line in sys.stdin:
    try:
        with urllib.request.urlopen(line.strip()) as answer:
            print(answer.read().decode(), flush=True)
    except OSError as error:
        print("refused:", error, flush=True)
