"""A server on FastMCP 4, in both eras: tools that ask for the folders, for a person and for a model,
and answer with what they are given."""

from typing import Any

import mcp_types as mcp
from fastmcp import Context, FastMCP

server = FastMCP("fastmcp4-peer")
FORM = {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}


def given(context: Context) -> Any:
    """What was answered, once it was asked."""
    return (context.input_responses or {}).get("it")


def ask(request: Any) -> mcp.InputRequiredResult:
    return mcp.InputRequiredResult(input_requests={"it": request})


@server.tool
async def roots(context: Context) -> list[str] | mcp.InputRequiredResult:
    """The URIs of the roots, in the client's order."""
    if (said := given(context)) is None:
        return ask(mcp.ListRootsRequest())
    return [str(root.uri) for root in said.roots]


@server.tool
async def person(context: Context) -> str | mcp.InputRequiredResult:
    """Asks a person for a name."""
    if (said := given(context)) is None:
        params = mcp.ElicitRequestFormParams(message="Who are you?", requested_schema=FORM)
        return ask(mcp.ElicitRequest(params=params))
    return str((said.content or {}).get("name", "nobody"))


@server.tool
async def model(context: Context) -> str | mcp.InputRequiredResult:
    """Asks a model for the capital of France."""
    if (said := given(context)) is None:
        question = mcp.TextContent(type="text", text="What is the capital of France?")
        message = mcp.SamplingMessage(role="user", content=question)
        params = mcp.CreateMessageRequestParams(messages=[message], max_tokens=100)
        return ask(mcp.CreateMessageRequest(params=params))
    return str(said.content.text)


if __name__ == "__main__":
    server.run(show_banner=False)
