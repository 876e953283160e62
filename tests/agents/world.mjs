// A person's world for one agent and one server: a home, Paddock, and the agent with its config.

import { execFile, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { hasEnded, killGroup, until, within } from '../../.dev/processes.mjs'
import { NODE, PROGRAMS } from './installed.mjs'
import { FakeModel } from './model/model.mjs'
import { descendants, isAlive, kill, ofHome } from './processes.mjs'
import { makeFolder } from './servers.mjs'

const PADDOCK = path.join(PROGRAMS, 'paddock')
const CONSENT = path.join(import.meta.dirname, '..', 'clients', 'consent.py')
const PATH = [NODE, '/usr/local/bin', '/usr/bin', '/bin'].join(path.delimiter)
/** For a conversation of a few calls, in milliseconds. */
const PATIENCE = 90_000
/** For an agent to end by itself when its turn is over. */
const GOODBYE = 15_000
const PROMPT = 'Use the tool, then say what it said.'

export class World {
  home = realpathSync(mkdtempSync(path.join(tmpdir(), 'paddock-agent-')))
  folder = path.join(this.home, 'granted')
  work = path.join(this.home, 'work')
  secret = makeFolder(this.folder)

  /** @param {{agent: object, program: string}} of @param {import('./servers.mjs').Server} server */
  static async make({ agent, program }, server) {
    const world = new World()
    Object.assign(world, { agent, program, server, model: await FakeModel.start(agent) })
    mkdirSync(world.work)
    return world
  }

  paddock(...args) {
    return this.#run(PADDOCK, args)
  }

  /** At a terminal, with the person's consent. */
  consent(...args) {
    return this.#run('/usr/bin/python3', [CONSENT, PADDOCK, ...args])
  }

  async json(...args) {
    return JSON.parse(await this.paddock('--json', ...args))
  }

  /** Writes the agent's config, with the server in it or, where the agent can do that, by its own command. */
  async configure(launch = this.server.launch(this.folder)) {
    const { agent, server } = this
    const texts = agent.configs?.({ ...launch, name: server.name, origin: this.model.origin }) ?? {}
    for (const [name, text] of Object.entries(texts)) {
      const file = path.join(this.home, name)
      mkdirSync(path.dirname(file), { recursive: true })
      writeFileSync(file, text)
    }
    if (agent.adds) await this.#run(this.program, agent.adds(server.name, launch), this.#env())
  }

  /** The app as Paddock is told to show it. */
  get app() {
    return this.agent.connects ?? this.agent.name
  }

  /** Lets what the agent launches go through Paddock. */
  async connect() {
    const { name } = this.server
    if (this.agent.connects) {
      await this.consent('connect', this.agent.connects)
    } else {
      const { command, args } = this.server.launch(this.folder)
      await this.paddock('servers', 'add', name, '--', command, ...args)
      await this.configure({ command: PADDOCK, args: ['run', name, '--app', this.app] })
    }
    await this.consent('servers', 'trust', name)
  }

  /** Sessions that run have the folder when this is done. */
  async grant() {
    await this.consent('grant', this.folder, this.server.name, '--access', 'read')
    await this.#untilGranted()
  }

  /** As `grant`, by the request that came of a call without it. */
  async grantAsked() {
    const answer = await until(() => this.asked(), { what: 'a request for the folder', timeout: PATIENCE })
    await this.consent(...answer, '--access', 'read')
    await this.#untilGranted()
  }

  /** How a person grants what was asked for: where the agent works, or what the server's command names. */
  async asked() {
    const isIt = ({ folder }) => folder.path === this.folder
    const place = (await this.json('requests')).places.find(isIt)
    if (place) return ['requests', 'grant', place.which]
    const named = (await this.json('consents')).folders.find(isIt)
    return named && ['consents', 'agree', named.which]
  }

  async #untilGranted() {
    // Where a revision has no sessions, the server is told in its next call.
    const isTold = ({ told, revision }) => told === 'told' || revision >= '2026'
    const isIn = ({ proof }) => proof?.findings.some(({ path }) => path === this.folder)
    const has = (session) => session.state.kind !== 'running' || (isTold(session) && isIn(session))
    await until(async () => (await this.sessions()).every(has), { what: 'sessions to have the folder', timeout: PATIENCE })
  }

  revoke() {
    return this.paddock('revoke', this.folder, this.server.name)
  }

  /** @returns {Promise<object[]>} sessions of apps, as `paddock sessions` has them */
  async sessions() {
    return (await this.json('sessions')).sessions
  }

  /** Calls the tool that needs the folder. */
  call() {
    return { server: this.server.name, ...this.server.call(this.folder) }
  }

  /** What the agent calls before it is connected. */
  firstCall() {
    return { server: this.server.name, ...(this.server.first ?? this.server.call)(this.folder) }
  }

  /** Whether the model was shown what is in the folder. */
  shows(text) {
    return text.includes(this.server.inside?.(this.folder) ?? this.secret)
  }

  /** Apps get all folders of the server, or only those that they work in. */
  async setScope(scope) {
    await this.consent('scope', this.server.name, scope)
  }

  /**
   * One conversation of the agent.
   * @param {import('./model/model.mjs').Script} script
   * @param {string} cwd where the agent works
   */
  async converse(script, cwd = this.work) {
    const began = this.model.play(script)
    const { args, env } = this.agent.start({ origin: this.model.origin, home: this.home, prompt: PROMPT, server: this.server.name })
    const child = spawn(this.program, args, { cwd, env: this.#env(env), stdio: ['ignore', 'pipe', 'pipe'], detached: true })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said = (said + text).slice(-4000)))
    const ended = once(child, 'exit')
    const early = ended.then(([code]) => Promise.reject(new Error(`${this.agent.name} ended with ${code} before its turn was over: ${said}`)))
    early.catch(() => {})
    try {
      await within(Promise.race([began, early]), PATIENCE, `the conversation; ${this.agent.name} said: ${said}`)
      await within(ended, GOODBYE, `the end of ${this.agent.name}`).catch(() => {})
    } finally {
      if (!hasEnded(child)) killGroup(child)
      await ended
      // What it leaves to run for its next conversation would remember what became of its servers.
      this.killAgent()
    }
  }

  /** Processes of Paddock's for the sessions of apps: keepers, and servers below them. */
  servers(before = []) {
    const host = ofHome(this.home).find(({ name }) => name === 'paddock-host')
    const known = new Set(before)
    return descendants(host?.pid).filter(({ pid }) => !known.has(pid)).map(({ pid }) => pid)
  }

  /** The agent, with all that it started but the shim, ends at once. Nobody tells the shim. */
  killAgent() {
    const own = ofHome(this.home).filter(({ name }) => !name.startsWith('paddock'))
    kill(own.map(({ pid }) => pid))
  }

  /** @param {number[]} pids @param {number} milliseconds */
  gone(pids, milliseconds) {
    return until(() => !pids.some(isAlive), { what: `the end of ${pids.length} processes`, timeout: milliseconds })
  }

  async end() {
    await this.paddock('quit').catch(() => {})
    kill(ofHome(this.home).map(({ pid }) => pid))
    await this.model.stop()
    rmSync(this.home, { recursive: true, force: true, maxRetries: 5 })
  }

  async #run(program, args, env = { HOME: this.home, PATH }) {
    const { stdout } = await promisify(execFile)(program, args, { cwd: this.work, env, timeout: PATIENCE, maxBuffer: 1 << 24 })
    return stdout
  }

  #env(more = {}) {
    return { HOME: this.home, PATH, LANG: 'C.UTF-8', TERM: 'dumb', NO_COLOR: '1', ...more }
  }
}
