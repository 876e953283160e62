// A server on version 2 of the TypeScript SDK, in both eras: tools that ask for the folders, for a
// person and for a model, and answer with what they are given.

import { McpServer, fromJsonSchema, inputRequired } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'

const text = (said) => ({ content: [{ type: 'text', text: said }] })
const form = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] }
const question = { messages: [{ role: 'user', content: { type: 'text', text: 'What is the capital of France?' } }], maxTokens: 100 }

const TOOLS = [
  ['roots', 'The URIs of the roots, in the client’s order', () => inputRequired.listRoots(), ({ roots }) => JSON.stringify(roots.map(({ uri }) => uri))],
  ['person', 'Asks a person for a name', () => inputRequired.elicit({ message: 'Who are you?', requestedSchema: form }), ({ content }) => content?.name ?? 'nobody'],
  ['model', 'Asks a model for the capital of France', () => inputRequired.createMessage(question), ({ content }) => JSON.stringify(content)],
]

serveStdio(() => {
  const mcp = new McpServer({ name: 'typescript-v2', version: '1.0.0' }, { capabilities: { tools: {} } })
  for (const [name, description, wanted, told] of TOOLS) {
    const inputSchema = fromJsonSchema({ type: 'object', properties: {} })
    mcp.registerTool(name, { description, inputSchema }, async (_, context) => {
      const said = context.mcpReq.inputResponses?.it
      return said ? text(told(said)) : inputRequired({ inputRequests: { it: wanted() } })
    })
  }
  return mcp
})
