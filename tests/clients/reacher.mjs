// A server with one tool: it connects to a host at a port, and says the first line that it hears there.

import { createConnection } from 'node:net'
import { createInterface } from 'node:readline'

const TOOL = {
  name: 'reach',
  inputSchema: { type: 'object', properties: { host: { type: 'string' }, port: { type: 'number' } }, required: ['host', 'port'] },
}
const say = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
const text = (said, isError) => ({ content: [{ type: 'text', text: said }], isError })

const answers = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'reacher', version: '1' } }),
  'tools/list': () => ({ tools: [TOOL] }),
  'tools/call': ({ arguments: { host, port } }) => reach(host, port),
}

function reach(host, port) {
  return new Promise((resolve) => {
    const socket = createConnection({ host, port }, () => socket.write('hello\n'))
    socket.setEncoding('utf8')
    socket.once('data', (said) => (socket.destroy(), resolve(text(said.trim(), false))))
    socket.once('error', ({ code }) => resolve(text(code, true)))
    socket.once('end', () => resolve(text('it ended', true)))
  })
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) continue
  if (method in answers) say({ id, result: await answers[method](params) })
  else say({ id, error: { code: -32601, message: 'no such method' } })
}
