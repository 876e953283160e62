// An MCP server over stdio that is another one over HTTP: node bridge.mjs URL.
// The suite's servers speak Streamable HTTP, and a host launches children.

import { createInterface } from 'node:readline'

const META = 'io.modelcontextprotocol/protocolVersion'
/** What names the subject of a request, mirrored in a header. */
const NAMED = { 'tools/call': 'name', 'prompts/get': 'name', 'resources/read': 'uri' }

const url = process.argv[2]
const stopped = new AbortController()
let session
let revision

// Requests are sent in the order they come, and answered in any; what is no request is delivered
// before anything after it is sent.
let delivered = Promise.resolve()
const lines = createInterface({ input: process.stdin })
lines.on('line', (line) => {
  const message = JSON.parse(line)
  delivered = delivered.then(() => {
    const sent = send(message).catch((error) => refuse(message, error))
    return message.id === undefined || message.method === undefined ? sent : undefined
  })
})
lines.on('close', () => {
  stopped.abort()
  process.exit(0)
})

async function send(message) {
  const response = await fetch(url, { method: 'POST', headers: headersOf(message), body: JSON.stringify(message), signal: stopped.signal })
  session = response.headers.get('mcp-session-id') ?? session
  await forward(response, message)
  if (message.method === 'notifications/initialized') listen().catch(() => {})
}

function headersOf(message) {
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  const modern = message.params?._meta?.[META]
  const version = modern ?? revision
  if (version) headers['mcp-protocol-version'] = version
  if (session) headers['mcp-session-id'] = session
  if (modern && message.method) headers['mcp-method'] = message.method
  const name = message.params?.[NAMED[message.method]]
  if (modern && name) headers['mcp-name'] = name
  return headers
}

/** What a server of the legacy era says by itself. Those that say nothing refuse to be listened to. */
async function listen() {
  const headers = { accept: 'text/event-stream', 'mcp-protocol-version': revision }
  if (session) headers['mcp-session-id'] = session
  const response = await fetch(url, { headers, signal: stopped.signal })
  if (response.ok) await forward(response)
}

async function forward(response, request) {
  const type = response.headers.get('content-type') ?? ''
  if (type.startsWith('text/event-stream')) {
    for await (const data of eventsOf(response.body)) deliver(JSON.parse(data), request)
    return
  }
  const text = await response.text()
  if (type.startsWith('application/json') && text) deliver(JSON.parse(text), request)
  else if (!response.ok) throw new Error(`HTTP status ${response.status}`)
}

function deliver(message, request) {
  // Servers answer notifications too, and some refuse without the id.
  if (message.method === undefined && request?.id === undefined) return
  if (message.method === undefined) message.id ??= request.id
  if (request?.method === 'initialize' && message.result) revision = message.result.protocolVersion
  process.stdout.write(`${JSON.stringify(message)}\n`)
}

function refuse(message, error) {
  if (stopped.signal.aborted) return
  process.stderr.write(`${message.method ?? 'an answer'}: ${error.message}\n`)
  if (message.method === undefined || message.id === undefined) return
  const refusal = { code: -32603, message: error.message }
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id: message.id, error: refusal })}\n`)
}

/** The data of server-sent events. */
async function* eventsOf(body) {
  let text = ''
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    text += chunk
    const events = text.split(/\r?\n\r?\n/)
    text = events.pop()
    for (const event of events) {
      const data = event.split(/\r?\n/).filter((line) => line.startsWith('data:')).map((line) => line.slice(5).trimStart())
      const joined = data.join('\n')
      if (joined) yield joined
    }
  }
}
