"""A server on FastMCP: tools that ask for the folders, for a person and for a model, and answer
with what they are given."""

from fastmcp import Context, FastMCP

server = FastMCP("fastmcp-peer")


@server.tool
async def roots(context: Context) -> list[str]:
    """The URIs of the roots, in the client's order."""
    return [str(root.uri) for root in await context.list_roots()]


@server.tool
async def person(context: Context) -> str:
    """Asks a person for a name."""
    said = await context.elicit("Who are you?", response_type=str)
    return str(getattr(said, "data", "nobody"))


@server.tool
async def model(context: Context) -> str:
    """Asks a model for the capital of France."""
    return str((await context.sample("What is the capital of France?", max_tokens=100)).text)


if __name__ == "__main__":
    server.run(show_banner=False)
