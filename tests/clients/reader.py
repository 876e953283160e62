"""A server as a person writes it with the official SDK: it reads files, wherever they are, and knows
nothing of roots."""

from pathlib import Path

from mcp.server.mcpserver import MCPServer

server = MCPServer("reader")


@server.tool()
def read(path: str) -> str:
    """Reads a file."""
    return Path(path).read_text()


if __name__ == "__main__":
    server.run()
