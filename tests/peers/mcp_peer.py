"""A server on the official SDK, in both eras: tools that ask for the folders, for a person and for
a model, and answer with what they are given."""

from typing import Annotated

from mcp.server.mcpserver import Elicit, ListRoots, MCPServer, Resolve, Sample
from mcp_types import CreateMessageResult, ListRootsResult, SamplingMessage, TextContent
from pydantic import BaseModel

server = MCPServer("mcp-peer")


class Person(BaseModel):
    name: str


def ask_for_roots() -> ListRoots:
    return ListRoots()


def ask_a_person() -> Elicit[Person]:
    return Elicit("Who are you?", Person)


def ask_a_model() -> Sample:
    question = TextContent(type="text", text="What is the capital of France?")
    return Sample([SamplingMessage(role="user", content=question)], max_tokens=100)


@server.tool()
def roots(given: Annotated[ListRootsResult, Resolve(ask_for_roots)]) -> list[str]:
    """The URIs of the roots, in the client's order."""
    return [str(root.uri) for root in given.roots]


@server.tool()
def person(given: Annotated[Person, Resolve(ask_a_person)]) -> str:
    """Asks a person for a name."""
    return given.name


@server.tool()
def model(given: Annotated[CreateMessageResult, Resolve(ask_a_model)]) -> str:
    """Asks a model for the capital of France."""
    return given.model_dump_json()


if __name__ == "__main__":
    server.run()
