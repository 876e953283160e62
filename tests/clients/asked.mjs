// Speaks with a server that wants to ask the person, and declares nothing by which they could be
// asked: `node asked.mjs COMMAND TOOL ARGUMENTS [offered]`. Prints what the tool answered, null where it
// is not listed. One that is `offered` is waited for: a server that starts late is told of from memory
// first, and what it lists besides comes with the word that its tools changed.

import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

const [command, name, args, offered] = process.argv.slice(2)
const client = new Client({ name: 'paddock-clients', version: '1' }, { capabilities: {}, versionNegotiation: { mode: 'legacy' } })
const lists = async () => (await client.listTools()).tools.some((tool) => tool.name === name)
let comes
const came = new Promise((resolve) => (comes = resolve))
client.setNotificationHandler('notifications/tools/list_changed', async () => {
  if (await lists()) comes(true)
})
await client.connect(new StdioClientTransport({ command, args: [] }))
const isThere = (await lists()) || (offered === 'offered' && (await came))
const answered = isThere ? await client.callTool({ name, arguments: JSON.parse(args) }) : null
process.stdout.write(JSON.stringify(answered))
await client.close()
