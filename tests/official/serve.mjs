// An MCP server over stdio, served over Streamable HTTP: node serve.mjs PROGRAM [ARGUMENT…].
// The suite's clients speak HTTP, and our server is a child. Prints its URL, and ends with its stdin.

import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { createInterface } from 'node:readline'

const META = 'io.modelcontextprotocol/protocolVersion'
const SUBSCRIPTION = 'io.modelcontextprotocol/subscriptionId'
/** What the revision 2026-07-28 lets HTTP say of an error. */
const STATUS = { [-32601]: 404, [-32602]: 400, [-32021]: 400, [-32022]: 400 }
/** What `mcp-name` mirrors. */
const NAMED = { 'tools/call': 'name', 'prompts/get': 'name', 'resources/read': 'uri', 'tasks/get': 'taskId', 'tasks/update': 'taskId', 'tasks/cancel': 'taskId' }

const command = process.argv.slice(2)
/** A child for each session of the legacy era, and one for all requests that stand alone. */
const children = new Map()

/** A child, and the requests that it has not answered. Ids are its own: clients choose the same ones. */
class Child {
  #process
  #waiting = new Map()
  #count = 0

  constructor() {
    const [program, ...args] = command
    this.#process = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] })
    createInterface({ input: this.#process.stdout }).on('line', (line) => this.#take(JSON.parse(line)))
  }

  /** @param {(message: object, isLast: boolean) => void} tell */
  ask(request, tell) {
    const id = ++this.#count
    this.#waiting.set(id, { id: request.id, token: request.params?._meta?.progressToken, listens: request.method === 'subscriptions/listen', tell })
    this.#send({ ...request, id })
    return () => {
      if (this.#waiting.delete(id)) this.notify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } })
    }
  }

  notify(message) {
    this.#send(message)
  }

  end() {
    this.#process.stdin.end()
  }

  #send(message) {
    this.#process.stdin.write(`${JSON.stringify(message)}\n`)
  }

  #take(message) {
    if (message.method === undefined) {
      const asked = this.#waiting.get(message.id)
      this.#waiting.delete(message.id)
      asked?.tell({ ...message, id: asked.id }, true)
      return
    }
    this.#during(message.params)?.tell(message, false)
  }

  /** The request on whose stream a message goes out: the one that it names, or else the last one. */
  #during({ _meta, progressToken } = {}) {
    const listener = this.#waiting.get(_meta?.[SUBSCRIPTION])
    if (listener) _meta[SUBSCRIPTION] = listener.id
    if (listener) return listener
    const calls = [...this.#waiting.values()].filter(({ listens }) => !listens)
    return calls.findLast(({ token }) => progressToken === undefined || progressToken === token)
  }
}

const server = createServer(async (request, response) => {
  if (request.method === 'DELETE') return endSession(request, response)
  if (request.method !== 'POST') return response.writeHead(405).end()
  let message
  try {
    message = JSON.parse(await textOf(request))
  } catch {
    return answer(response, 400, { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'the body is not JSON' } })
  }
  const mismatch = mismatchIn(request, message)
  if (mismatch) return answer(response, 400, { jsonrpc: '2.0', id: message.id ?? null, error: { code: -32020, message: mismatch } })
  const { child, session } = childFor(request, message)
  if (!child) return response.writeHead(404).end()
  if (message.id === undefined || message.method === undefined) {
    child.notify(message)
    return response.writeHead(202).end()
  }
  // Any session of the legacy era has an id.
  const isModern = request.headers['mcp-session-id'] === undefined && session === undefined
  forward(child, message, response, isModern, session ? { 'mcp-session-id': session } : {})
})

/** Answers as JSON what is answered at once, and as events what is told of meanwhile. */
function forward(child, message, response, isModern, headers) {
  const cancel = child.ask(message, (told, isLast) => {
    if (isLast && !response.headersSent) return answer(response, isModern ? (STATUS[told.error?.code] ?? 200) : 200, told, headers)
    if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream', ...headers })
    response.write(`data: ${JSON.stringify(told)}\n\n`)
    if (isLast) response.end()
  })
  response.on('close', cancel)
}

/** What a header says otherwise than the body, since 2026-07-28. */
function mismatchIn(request, message) {
  const version = request.headers['mcp-protocol-version']
  const said = message.params?._meta?.[META]
  if (said !== undefined && version !== said) return `mcp-protocol-version is ${version}, and _meta says ${said}`
  const method = request.headers['mcp-method']
  if (said !== undefined && method !== undefined && method !== message.method) return `mcp-method is ${method}, and the method ${message.method}`
  const name = request.headers['mcp-name']
  const named = message.params?.[NAMED[message.method]]
  if (said !== undefined && name !== undefined && name !== named) return `mcp-name is ${name}, and the body names ${named}`
  return undefined
}

function childFor(request, message) {
  const session = request.headers['mcp-session-id']
  if (session) return { child: children.get(session) }
  if (message.method === 'initialize' && message.params?._meta?.[META] === undefined) {
    const made = randomUUID()
    children.set(made, new Child())
    return { child: children.get(made), session: made }
  }
  if (!children.has('')) children.set('', new Child())
  return { child: children.get('') }
}

function endSession(request, response) {
  const session = request.headers['mcp-session-id']
  const child = children.get(session)
  children.delete(session)
  child?.end()
  response.writeHead(child ? 200 : 404).end()
}

function answer(response, status, body, headers = {}) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

async function textOf(request) {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

process.stdin.resume()
process.stdin.on('end', () => process.exit(0))
server.listen(0, '127.0.0.1', () => process.stdout.write(`http://127.0.0.1:${server.address().port}/mcp\n`))
