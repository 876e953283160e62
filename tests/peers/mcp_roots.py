"""A server on the official SDK: in both eras, a tool that tells the roots it is given."""

from typing import Annotated

from mcp.server.mcpserver import ListRoots, MCPServer, Resolve
from mcp_types import ListRootsResult

server = MCPServer("mcp-roots")


def ask_for_roots() -> ListRoots:
    return ListRoots()


@server.tool()
def roots(given: Annotated[ListRootsResult, Resolve(ask_for_roots)]) -> list[str]:
    """The URIs of the roots, in the client's order."""
    return [str(root.uri) for root in given.roots]


if __name__ == "__main__":
    server.run()
