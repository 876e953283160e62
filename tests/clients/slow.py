"""A server on the official SDK that takes as many seconds to come up as its argument says, as one does
that a launcher downloads first."""

import sys
import time

time.sleep(float(sys.argv[1]))

from mcp.server.mcpserver import MCPServer

server = MCPServer("slow")
came_up = time.time()


@server.tool()
def came_up_at() -> str:
    """When its process had come up, in milliseconds since 1970."""
    return str(came_up * 1000)


if __name__ == "__main__":
    server.run()
