// Speaks with a server for as long as the SDK waits by default: `node patient.mjs COMMAND`. Prints which
// tools it was told of first and when that was, what one of them answered, and which tools there were then.

import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

const client = new Client({ name: 'paddock-clients', version: '1' }, { capabilities: {}, versionNegotiation: { mode: 'legacy' } })
const list = async () => (await client.listTools()).tools.map(({ name }) => name)
await client.connect(new StdioClientTransport({ command: process.argv[2], args: [] }))
const first = await list()
const at = Date.now()
const { content } = await client.callTool({ name: 'came_up_at', arguments: {} })
process.stdout.write(JSON.stringify({ first, at, answered: content[0].text, then: await list() }))
await client.close()
