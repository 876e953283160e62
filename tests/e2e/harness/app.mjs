// An AI app that uses a server through Paddock, as far as a test needs one.

import { spawn } from 'node:child_process'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { within } from '../../../.dev/processes.mjs'
import { TARGET } from '../../../.dev/setup.mjs'

const SHIM = path.join(TARGET, 'debug', 'paddock')
const PATIENCE = 30_000

/**
 * Starts a session of an app with a server, which ends with the test.
 * @param {import('node:test').TestContext} t
 * @param {import('./world.mjs').World} world
 * @param {string} server
 */
export async function startSession(t, world, server) {
  const shim = spawn(SHIM, ['run', server, '--app', 'An app'], { env: world.env, cwd: world.home, stdio: ['pipe', 'pipe', 'inherit'] })
  t.after(() => shim.stdin.end())
  const session = new AppSession(shim)
  await session.ask('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'an app', version: '1' } })
  session.say({ method: 'notifications/initialized' })
  return session
}

class AppSession {
  #shim
  #waiting = new Map()
  #last = 0

  constructor(shim) {
    this.#shim = shim
    createInterface({ input: shim.stdout }).on('line', (line) => this.#hear(JSON.parse(line)))
  }

  /** @returns {Promise<object>} the text that a tool gave. @throws {Error} if it failed */
  async call(name, args) {
    const { isError, content } = await this.ask('tools/call', { name, arguments: args })
    if (isError) throw new Error(content[0].text)
    return content[0].text
  }

  ask(method, params) {
    const id = ++this.#last
    const answer = new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }))
    this.say({ id, method, params })
    return within(answer, PATIENCE, `an answer to ${method}`)
  }

  say(message) {
    this.#shim.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  }

  #hear({ id, result, error }) {
    const waits = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (error) waits?.reject(new Error(error.message))
    else waits?.resolve(result)
  }
}
