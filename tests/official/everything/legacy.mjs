// A session that `initialize` begins. What is asked of the client is a request of ours.

import { OFFERED } from './offered.mjs'
import { Failure, SERVER, log, progress, send } from './wire.mjs'

const CAPABILITIES = { tools: { listChanged: true }, prompts: { listChanged: true }, resources: { subscribe: true }, completions: {}, logging: {} }

export class Legacy {
  #revision
  #level = 'debug'
  #asked = new Map()
  #count = 0
  #methods = {
    initialize: () => ({ protocolVersion: this.#revision, capabilities: CAPABILITIES, serverInfo: SERVER }),
    ping: () => ({}),
    'logging/setLevel': ({ level }) => {
      this.#level = level
      return {}
    },
    'resources/subscribe': () => ({}),
    'resources/unsubscribe': () => ({}),
    ...OFFERED,
  }

  constructor(revision) {
    this.#revision = revision
  }

  async answer(id, method, params) {
    const does = this.#methods[method]
    if (!does) throw new Failure(-32601, 'Method not found')
    const ask = (requests) => this.#askAll(requests)
    return does(params, {
      ask,
      later: (work) => work({ ask }),
      log: (data) => log(this.#level, 'info', data),
      progress: (done) => progress(params, done),
      changed: (list) => send({ method: `notifications/${list}/list_changed` }),
    })
  }

  answered({ id, result, error }) {
    const { resolve, reject } = this.#asked.get(id)
    this.#asked.delete(id)
    if (error) reject(new Failure(error.code, error.message, error.data))
    else resolve(result)
  }

  told() {}

  async #askAll(requests) {
    const answers = Object.entries(requests).map(async ([key, request]) => [key, await this.#ask(request)])
    return Object.fromEntries(await Promise.all(answers))
  }

  #ask(request) {
    const id = `asked-${++this.#count}`
    send({ id, ...request })
    return new Promise((resolve, reject) => this.#asked.set(id, { resolve, reject }))
  }
}
