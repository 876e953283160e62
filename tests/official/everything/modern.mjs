// Requests that stand alone. What is asked of the client is in an answer, and a call that is made again
// brings what was answered.

import { createHmac } from 'node:crypto'
import { OFFERED } from './offered.mjs'
import { SKILLS, skillMethods } from './skills.mjs'
import { TASKS, Tasks } from './tasks.mjs'
import { Failure, SERVER, log, progress, send } from './wire.mjs'

export const MODERN = '2026-07-28'

const META = 'io.modelcontextprotocol/'
const EXTENSIONS = { [TASKS]: {}, [SKILLS]: { directoryRead: true } }
const CAPABILITIES = { tools: { listChanged: true }, prompts: { listChanged: true }, resources: { subscribe: true }, completions: {}, extensions: EXTENSIONS }
/** Results that may be kept, and are not to be here. */
const KEPT = /^server\/discover$|\/list$|^resources\/|^skills\//
const LISTENED = ['toolsListChanged', 'promptsListChanged', 'resourcesListChanged', 'resourceSubscriptions']
/** The capability that a request needs, and whether it was answered. */
const ASKED = {
  'elicitation/create': ['elicitation', (answer) => typeof answer?.action === 'string'],
  'sampling/createMessage': ['sampling', (answer) => answer?.content !== undefined],
  'roots/list': ['roots', (answer) => Array.isArray(answer?.roots)],
}
/** The same in every run, for what two of them say to be compared. */
const KEY = 'no secret'

/** A result that asks the client for something. */
class InputRequired extends Error {
  constructor(result) {
    super('input required')
    this.result = result
  }
}

export class Modern {
  #listeners = new Map()
  #tasks = new Tasks()
  #methods = {
    'server/discover': () => ({ supportedVersions: [MODERN], capabilities: CAPABILITIES, _meta: { [`${META}serverInfo`]: SERVER } }),
    ...OFFERED,
    ...this.#tasks.methods,
    ...skillMethods,
  }

  async answer(id, method, params) {
    const { capabilities, level } = understood(params)
    if (method === 'subscriptions/listen') return this.#listen(id, params)
    const does = this.#methods[method]
    if (!does) throw new Failure(-32601, 'Method not found')
    if (method in this.#tasks.methods) needsTasks(capabilities)
    const answers = answersIn(params)
    const ask = async (requests, keeps = false) => asked(requests, { keeps, answers, capabilities })
    try {
      const result = await does(params, {
        capabilities,
        ask,
        log: (data) => log(level, 'info', data),
        progress: (done) => progress(params, done),
        changed: (list) => this.#changed(list),
        later: (work, isLong) => this.#later(work, { isLong, capabilities, ask }),
      })
      return { resultType: 'complete', ...(KEPT.test(method) && { ttlMs: 0, cacheScope: 'private' }), ...result }
    } catch (error) {
      if (error instanceof InputRequired) return error.result
      throw error
    }
  }

  answered() {}

  told({ method, params }) {
    if (method === 'notifications/cancelled') this.#listeners.delete(params.requestId)
  }

  /** A client that can't wait for a task waits for the work, unless that takes too long. */
  #later(work, { isLong, capabilities, ask }) {
    if (isLong) needsTasks(capabilities)
    return hasTasks(capabilities) ? this.#tasks.begin(work) : work({ ask })
  }

  #listen(id, { notifications = {} }) {
    const taken = Object.fromEntries(Object.entries(notifications).filter(([name]) => LISTENED.includes(name)))
    this.#listeners.set(id, taken)
    send({ method: 'notifications/subscriptions/acknowledged', params: { notifications: taken, ...tagged(id) } })
    return new Promise(() => {})
  }

  #changed(list) {
    for (const [id, taken] of this.#listeners) {
      if (taken[`${list}ListChanged`]) send({ method: `notifications/${list}/list_changed`, params: tagged(id) })
    }
  }
}

const tagged = (id) => ({ _meta: { [`${META}subscriptionId`]: id } })

/** What a request says of its client. */
function understood({ _meta: meta = {} }) {
  const [requested, capabilities] = [meta[`${META}protocolVersion`], meta[`${META}clientCapabilities`]]
  if (typeof requested !== 'string' || typeof capabilities !== 'object') throw new Failure(-32602, '_meta lacks what every request says')
  if (requested !== MODERN) throw new Failure(-32022, 'Unsupported protocol version', { supported: [MODERN], requested })
  return { capabilities, level: meta[`${META}logLevel`] }
}

const hasTasks = ({ extensions }) => extensions?.[TASKS] !== undefined

function needsTasks(capabilities) {
  if (!hasTasks(capabilities)) throw lacking({ extensions: { [TASKS]: {} } })
}

const lacking = (requiredCapabilities) => new Failure(-32021, 'Missing required client capability', { requiredCapabilities })

/** What was answered: in this round, and in those before as far as the state kept it. */
function answersIn({ inputResponses = {}, requestState }) {
  if (typeof inputResponses !== 'object' || inputResponses === null) throw new Failure(-32602, 'inputResponses is no object')
  return { ...(requestState !== undefined && unsealed(requestState)), ...inputResponses }
}

function asked(requests, { keeps, answers, capabilities }) {
  const missing = Object.entries(requests).filter(([key, { method }]) => !ASKED[method][1](answers[key]))
  if (missing.length === 0) return answers
  const undeclared = missing.map(([, { method }]) => ASKED[method][0]).filter((name) => !capabilities[name])
  if (undeclared.length > 0) throw lacking(Object.fromEntries(undeclared.map((name) => [name, {}])))
  const inputRequests = Object.fromEntries(missing)
  throw new InputRequired({ resultType: 'input_required', inputRequests, ...(keeps && { requestState: sealed(answers) }) })
}

function sealed(answers) {
  const text = Buffer.from(JSON.stringify(answers)).toString('base64url')
  return `${text}.${sealOf(text)}`
}

function unsealed(state) {
  const [text, seal] = state.split('.')
  if (seal !== sealOf(text)) throw new Failure(-32602, 'requestState is not what it was')
  return JSON.parse(Buffer.from(text, 'base64url'))
}

const sealOf = (text) => createHmac('sha256', KEY).update(text).digest('base64url')
