"""A FastMCP proxy before a server: `fastmcp_proxy.py SERVER [ARGUMENT…]`."""

import sys

from fastmcp.server import create_proxy

server = {"command": sys.argv[1], "args": sys.argv[2:]}
create_proxy({"mcpServers": {"bench": server}}).run(transport="stdio", show_banner=False, log_level="CRITICAL")
