"""An MCP server with one tool, `git`, that runs git in a folder."""

import json
import subprocess
import sys


def git(folder, args):
    run = subprocess.run(["git", *args], cwd=folder, capture_output=True, text=True)
    return f"{run.returncode}\n{run.stdout}{run.stderr}"


TOOL = {"name": "git", "inputSchema": {"type": "object"}}

for line in sys.stdin:
    message = json.loads(line)
    match message.get("method"):
        case "initialize":
            result = {
                "protocolVersion": message["params"]["protocolVersion"],
                "capabilities": {"tools": {}},
                "serverInfo": {"name": "committer", "version": "1"},
            }
        case "tools/list":
            result = {"tools": [TOOL]}
        case "tools/call":
            arguments = message["params"]["arguments"]
            text = git(arguments["folder"], arguments["args"])
            result = {"content": [{"type": "text", "text": text}]}
        case "ping":
            result = {}
        case _:
            continue
    print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)
