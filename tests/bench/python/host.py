"""A host on the Python SDK: one session a server."""

import asyncio
import json
import sys
import time
from contextlib import AsyncExitStack

from mcp import ClientSession, StdioServerParameters, types
from mcp.client.stdio import stdio_client


def list_of(roots, version):
    uris = [f"file:///home/ada/projects/folder-{number}" for number in range(1, roots)]
    uris.append(f"file:///bench-version-{version}")
    return types.ListRootsResult(roots=[types.Root(uri=uri, name="folder") for uri in uris])


def commands(args):
    every = []
    for arg in args:
        if arg == "--":
            every.append([])
        else:
            every[-1].append(arg)
    return every


class Host:
    def __init__(self, roots):
        self.roots = roots
        self.list = list_of(roots, 0)
        self.sessions = []

    async def listed(self, context):
        return self.list

    async def start(self, stack, command):
        parameters = StdioServerParameters(command=command[0], args=command[1:])
        read, write = await stack.enter_async_context(stdio_client(parameters))
        session = await stack.enter_async_context(
            ClientSession(read, write, list_roots_callback=self.listed)
        )
        await session.initialize()
        self.sessions.append(session)

    async def edit(self, version, times):
        began = time.monotonic_ns()
        for at in range(version + 1 - times, version + 1):
            self.list = list_of(self.roots, at)
            for session in self.sessions:
                await session.send_roots_list_changed()
        return {"began": began, "took": time.monotonic_ns() - began, "calls": []}

    async def call(self, server, times, together, bytes):
        text, calls, left = "x" * bytes, [], times

        async def one():
            nonlocal left
            while left > 0:
                left -= 1
                began = time.monotonic_ns()
                await self.sessions[server].call_tool("echo", {"text": text})
                calls.append(time.monotonic_ns() - began)

        began = time.monotonic_ns()
        await asyncio.gather(*(one() for _ in range(together)))
        return {"began": began, "took": time.monotonic_ns() - began, "calls": calls}


def say(done):
    print(json.dumps(done), flush=True)


async def main():
    host = Host(int(sys.argv[1]))
    async with AsyncExitStack() as stack:
        for command in commands(sys.argv[2:]):
            await host.start(stack, command)
        say({"began": 0, "took": 0, "calls": []})
        while line := await asyncio.to_thread(sys.stdin.readline):
            order = json.loads(line)
            do = order.pop("do")
            say(await (host.edit if do == "edit" else host.call)(**order))


asyncio.run(main())
