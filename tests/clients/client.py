"""Starts PROGRAM, grants it FOLDER as its only root, lists its tools, makes CALLS one after the other
and prints their results: `client.py MODE PROGRAM FOLDER CALLS`, both as JSON. MODE is the SDK's: a
revision, or legacy. A call may be a command to run between two calls instead."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path

from mcp import Client, StdioServerParameters
from mcp.types import ListRootsResult, Root


async def main(mode: str, program: str, folder: str, calls: str) -> None:
    async def list_roots(_context) -> ListRootsResult:
        return ListRootsResult(roots=[Root(uri=Path(folder).as_uri())])

    server = StdioServerParameters(command=program, args=[])
    async with Client(server, mode=mode, list_roots_callback=list_roots) as client:
        await client.list_tools()
        results = []
        for call in json.loads(calls):
            if "run" in call:
                subprocess.run(call["run"], check=True, stdout=subprocess.DEVNULL)
            else:
                results.append(await client.call_tool(call["name"], call["arguments"]))
        print(json.dumps({"revision": client.protocol_version, "results": [result.model_dump(by_alias=True, exclude_none=True) for result in results]}))


asyncio.run(main(*sys.argv[1:]))
