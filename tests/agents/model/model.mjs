// A model for agents, without a model: speaks what the providers speak, and follows a script.

import { once } from 'node:events'
import { createServer } from 'node:http'
import * as anthropic from './anthropic.mjs'
import * as chat from './chat.mjs'
import * as gemini from './gemini.mjs'
import * as responses from './responses.mjs'

const APIS = [anthropic, responses, chat, gemini]
const LARGEST = 64 << 20
/** So often it waits for a tool that the agent does not offer yet. */
const WAITS = 20
/** What it says to whatever is not of the script: the agent wants a title, or to know whether it is there. */
const ASIDE = { text: 'ok' }

/**
 * What a script yields to have the agent call a tool. What the yield gives back is the text that the
 * agent showed the model as the result.
 * @typedef {{server?: string, tool: string, arguments: object}} Call
 * @typedef {() => AsyncGenerator<Call, void, string>} Script
 */

/** Listens on loopback; `origin` is its address, and `requests` what it was asked, method and path. */
export class FakeModel {
  #http = createServer((request, response) => void this.#serve(request, response))
  #script
  #steps
  /** By the id of the call whose result was shown, so that a repeated request gets the same answer. */
  #answers = new Map()
  #last
  #called = 0
  /** What it calls as soon as the agent offers it. */
  #wanted
  #waited = 0
  #ended
  requests = []
  /** Names of the tools that the agent offered last. */
  offered = []

  /**
   * @param {{calls?: (call: Call) => Call, ends?: Call, waits?: Call}} [agent] how this agent's model calls
   *   a tool of a server, and ends its turn, where that is not by a plain call and by words; and what it
   *   calls to pass a second, where the agent does not wait for its servers
   */
  static async start({ calls = (call) => call, ends, waits } = {}) {
    const model = new FakeModel()
    Object.assign(model, { calls, ends, waits })
    model.#http.listen(0, '127.0.0.1')
    await once(model.#http, 'listening')
    return model
  }

  get origin() {
    return `http://127.0.0.1:${this.#http.address().port}`
  }

  /**
   * The next conversation follows this script.
   * @param {Script} script
   * @returns {Promise<void>} settles with the script
   */
  play(script) {
    this.#script = script
    this.#steps = undefined
    this.#last = undefined
    this.#wanted = undefined
    this.#waited = 0
    this.#answers.clear()
    this.offered = []
    this.requests = []
    const { promise, resolve, reject } = withResolvers()
    this.#ended = { resolve, reject }
    promise.catch(() => {})
    return promise
  }

  async stop() {
    this.#http.closeAllConnections()
    this.#http.close()
    await once(this.#http, 'close')
  }

  async #serve(request, response) {
    const { pathname, search } = new URL(request.url, this.origin)
    this.requests.push(`${request.method} ${pathname}`)
    try {
      const api = APIS.find((api) => request.method === 'POST' && api.serves(pathname))
      const body = await bodyOf(request)
      if (!api) return plain(response, request, pathname)
      const parsed = JSON.parse(body)
      if (api.counts?.(pathname)) return json(response, api.count)
      const wants = api.read(parsed)
      const answer = await this.#answer(wants)
      api.write(response, answer, { body: parsed, path: pathname + search })
    } catch (error) {
      this.#ended?.reject(error)
      response.writeHead(500, { 'content-type': 'application/json' }).end(JSON.stringify({ error: { message: String(error) } }))
    }
  }

  /** @param {{tools: {name: string, namespace?: string}[], results: {id?: string, text: string}[]}} wants */
  #answer({ tools, results }) {
    if (!this.#script || tools.length === 0) return ASIDE
    this.offered = tools.map(fullName)
    const shown = results.at(-1)
    const key = shown ? (shown.id ?? `result ${results.length}`) : 'begin'
    if (this.#answers.has(key)) return this.#answers.get(key)
    if (this.#wanted) return this.#remember(key, this.#ask(this.#wanted, tools))
    if (!this.#steps) this.#steps = this.#script()
    const isOurs = !shown || shown.id === undefined || shown.id.endsWith(`${this.#last}`)
    return isOurs ? this.#remember(key, this.#step(shown?.text, tools)) : ASIDE
  }

  #remember(id, answer) {
    this.#answers.set(id, answer)
    return answer
  }

  /** Has the agent call a tool, or wait for a tool that it does not offer yet. */
  #ask(call, tools) {
    const isLate = this.waits && this.#waited < WAITS && !offers(tools, call)
    this.#wanted = isLate ? call : undefined
    this.#waited += isLate ? 1 : 0
    const { tool, given } = isLate ? { tool: toolOf(tools, this.waits), given: this.waits } : { tool: toolOf(tools, call), given: call }
    this.#last = `call${++this.#called}`
    return { call: { id: this.#last, ...tool, arguments: given.arguments } }
  }

  #end() {
    this.#script = undefined
    this.#ended.resolve()
  }

  async #step(shown, tools) {
    try {
      const { done, value } = await this.#steps.next(shown)
      if (done) this.#end()
      if (done && !this.ends) return { text: 'done' }
      return this.#ask(done ? this.ends : this.calls(value), tools)
    } catch (error) {
      this.#ended.reject(error)
      throw error
    }
  }
}

/**
 * Agents put the name of the server before that of the tool, or a hash of both after it, and some know
 * no dashes.
 */
function offers(tools, { tool }) {
  const name = new RegExp(`(^|[^a-z])${tool.replaceAll('-', '[-_]')}(_[0-9a-f]{12})?$`)
  return tools.find((offered) => name.test(offered.name))
}

function toolOf(tools, call) {
  const found = offers(tools, call)
  if (!found) throw new Error(`the agent offers no ${call.tool}, but: ${tools.map(fullName).join(', ')}`)
  return found
}

const fullName = ({ namespace = '', name }) => namespace + name

async function bodyOf(request) {
  const parts = []
  let length = 0
  for await (const part of request) {
    length += part.length
    if (length > LARGEST) throw new Error('the request is too large')
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}

/** Agents ask which models there are. */
function plain(response, request, pathname) {
  if (request.method !== 'GET' || !pathname.endsWith('/models')) return response.writeHead(404).end('{}')
  json(response, { object: 'list', data: [{ id: 'fake', object: 'model', owned_by: 'paddock' }] })
}

function json(response, value) {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}

function withResolvers() {
  let resolve, reject
  const promise = new Promise((...both) => ([resolve, reject] = both))
  return { promise, resolve, reject }
}
