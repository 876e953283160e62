"""As reader.py, of the modern era alone."""

import json
import sys

CACHE = {"resultType": "complete", "ttlMs": 0, "cacheScope": "private"}


def said(message):
    print(json.dumps({"jsonrpc": "2.0"} | message), flush=True)


for line in sys.stdin:
    message = json.loads(line)
    match message.get("method"):
        case "server/discover":
            lists = {"tools": {"listChanged": True}}
            result = CACHE | {"supportedVersions": ["2026-07-28"], "capabilities": lists}
        case "tools/list":
            result = CACHE | {"tools": [{"name": "read", "inputSchema": {"type": "object"}}]}
        case "subscriptions/listen":
            of = {"io.modelcontextprotocol/subscriptionId": message["id"]}
            params = {"_meta": of, "notifications": message["params"]["notifications"]}
            said({"method": "notifications/subscriptions/acknowledged", "params": params})
            continue
        case "tools/call":
            with open(message["params"]["arguments"]["path"]) as file:
                result = {"content": [{"type": "text", "text": file.read()}]}
        case method:
            if "id" in message:
                said({"id": message["id"], "error": {"code": -32601, "message": str(method)}})
            continue
    said({"id": message["id"], "result": result})
