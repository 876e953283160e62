"""A server as a person writes it with the official SDK: it reads letters in the folders that its
client states as roots or, where a client states none, in the folder that its command names."""

import argparse
from pathlib import Path
from typing import Annotated
from urllib.parse import unquote, urlparse

from mcp.server.mcpserver import Context, ListRoots, MCPServer, Resolve
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import ListRootsResult, Root

server = MCPServer("letters")
own: list[Root] = []


def folder(text: str) -> Path:
    path = Path(text).absolute()
    if not path.is_dir():
        raise argparse.ArgumentTypeError(f"{text} is not a folder")
    return path


def stated(context: Context) -> ListRootsResult | ListRoots:
    capabilities = context.client_capabilities
    if capabilities is not None and capabilities.roots is not None:
        return ListRoots()
    return ListRootsResult(roots=own)


@server.tool()
def read_letter(name: str, given: Annotated[ListRootsResult, Resolve(stated)]) -> str:
    """Reads a letter by its name."""
    folders = [Path(unquote(urlparse(str(root.uri)).path)) for root in given.roots]
    for it in folders:
        letter = (it / name).resolve()
        if letter.is_relative_to(it.resolve()) and letter.is_file():
            return letter.read_text()
    raise ToolError(f"no letter {name} in the {len(folders)} folders of this server")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=folder, nargs="?")
    given = parser.parse_args().folder
    own += [Root(uri=given.as_uri())] if given else []
    server.run()
