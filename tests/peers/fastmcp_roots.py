"""A server on FastMCP: a tool that asks for the roots at each call."""

from fastmcp import Context, FastMCP

server = FastMCP("fastmcp-roots")


@server.tool
async def roots(context: Context) -> list[str]:
    """The URIs of the roots, in the client's order."""
    return [str(root.uri) for root in await context.list_roots()]


if __name__ == "__main__":
    server.run(show_banner=False)
