// A provider of language models on loopback, as OpenAI's chat completions speak; every word is the test's.

import { createServer } from 'node:http'
import { until } from '../../../.dev/processes.mjs'

/** The models it offers. */
export const MODELS = ['small-of-the-test', 'large-of-the-test']

/**
 * Starts a provider that ends with the test.
 * @param {import('node:test').TestContext} t
 */
export async function startModel(t) {
  const model = await Model.start()
  t.after(() => model.stop())
  return model
}

export class Model {
  /** @type {object[]} the body of every question for an answer, in order */
  asked = []
  /** @type {string} what is typed as its address */
  url

  #server
  #answer
  #models

  /** @param {{port?: number, models?: string[]}} [options] what is shown of it in the window */
  static async start({ port = 0, models = MODELS } = {}) {
    const model = new Model()
    model.#models = models
    model.#server = createServer((request, response) => model.#serve(request, response))
    await new Promise((resolve, reject) => model.#server.once('error', reject).listen(port, '127.0.0.1', resolve))
    model.url = `http://127.0.0.1:${model.#server.address().port}/v1`
    return model
  }

  async stop() {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  /**
   * Waits until it has been asked for so many answers; what it says to the last is up to `say` and `finish`.
   * @param {number} count
   * @returns {Promise<object>} the body of the last question
   */
  async untilAsked(count) {
    await until(() => this.asked.length >= count && this.#answer, { what: 'a question for the model' })
    return this.asked.at(-1)
  }

  /** Says more of the answer it is asked for. @param {string} text */
  say(text) {
    this.#send([{ index: 0, delta: { content: text }, finish_reason: null }])
  }

  /** Ends the answer. */
  finish() {
    this.#send([{ index: 0, delta: {}, finish_reason: 'stop' }])
    this.#send([], { prompt_tokens: 31, completion_tokens: 12, total_tokens: 43 })
    this.#answer.end('data: [DONE]\n\n')
    this.#answer = undefined
  }

  #send(choices, usage) {
    const { model } = this.asked.at(-1)
    this.#answer.write(`data: ${JSON.stringify({ object: 'chat.completion.chunk', model, choices, usage })}\n\n`)
  }

  async #serve(request, response) {
    const pieces = await request.toArray()
    if (request.url === '/v1/models') {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ object: 'list', data: this.#models.map((id) => ({ id, object: 'model' })) }))
    } else if (request.method === 'POST' && request.url === '/v1/chat/completions') {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.flushHeaders()
      this.asked.push(JSON.parse(Buffer.concat(pieces).toString()))
      this.#answer = response
    } else {
      response.writeHead(404).end()
    }
  }
}
