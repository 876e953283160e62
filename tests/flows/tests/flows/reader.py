"""An MCP server with one tool, `read`, that opens whatever it is asked for, to write and sockets too."""

import json
import socket
import sys

CONNECT = "connect:"
APPEND = "append:"


def read(path):
    try:
        if path.startswith(CONNECT):
            with socket.socket(socket.AF_UNIX) as peer:
                peer.connect(path.removeprefix(CONNECT))
                return "connected"
        if path.startswith(APPEND):
            with open(path.removeprefix(APPEND), "a"):
                return "opened"
        with open(path) as file:
            return file.read()
    except OSError as error:
        return str(error)


TOOL = {"name": "read", "inputSchema": {"type": "object"}}

for line in sys.stdin:
    message = json.loads(line)
    match message.get("method"):
        case "initialize":
            result = {
                "protocolVersion": message["params"]["protocolVersion"],
                "capabilities": {"tools": {}},
                "serverInfo": {"name": "reader", "version": "1"},
            }
        case "tools/list":
            result = {"tools": [TOOL]}
        case "tools/call":
            text = read(message["params"]["arguments"]["path"])
            result = {"content": [{"type": "text", "text": text}]}
        case "ping":
            result = {}
        case _:
            continue
    print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)
