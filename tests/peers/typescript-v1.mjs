// A server on version 1 of the TypeScript SDK: tools that ask for the folders, for a person and for
// a model, and answer with what they are given.

import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'

const mcp = new McpServer({ name: 'typescript-v1', version: '1.0.0' })
const text = (said) => ({ content: [{ type: 'text', text: said }] })

mcp.registerTool('roots', { description: 'The URIs of the roots, in the client’s order' }, async () => {
  const { roots } = await mcp.server.listRoots()
  return text(JSON.stringify(roots.map(({ uri }) => uri)))
})

mcp.registerTool('person', { description: 'Asks a person for a name' }, async () => {
  const requestedSchema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] }
  const { content } = await mcp.server.elicitInput({ message: 'Who are you?', requestedSchema })
  return text(content?.name ?? 'nobody')
})

mcp.registerTool('model', { description: 'Asks a model for the capital of France' }, async () => {
  const messages = [{ role: 'user', content: { type: 'text', text: 'What is the capital of France?' } }]
  const { content } = await mcp.server.createMessage({ messages, maxTokens: 100 })
  return text(JSON.stringify(content))
})

await mcp.connect(new StdioServerTransport())
