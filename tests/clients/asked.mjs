// Speaks with a server that wants to ask the person, and declares nothing by which they could be
// asked: `node asked.mjs COMMAND TOOL ARGUMENTS`. Prints what the tool answered.

import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

const [command, name, args] = process.argv.slice(2)
const client = new Client({ name: 'paddock-clients', version: '1' }, { capabilities: {}, versionNegotiation: { mode: 'legacy' } })
await client.connect(new StdioClientTransport({ command, args: [] }))
const { tools } = await client.listTools()
const isThere = tools.some((tool) => tool.name === name)
const answered = isThere ? await client.callTool({ name, arguments: JSON.parse(args) }) : null
process.stdout.write(JSON.stringify(answered))
await client.close()
