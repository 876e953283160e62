// The hosts that are put beside each other, and what one is told to do.

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync, readSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensurePython } from '../../tests/peers/setup.mjs'
import { Stop } from '../say.mjs'
import { ROOT, TARGET, ensureNodeModules } from '../setup.mjs'

const BENCH = path.join(ROOT, 'tests', 'bench')
const RELEASE = path.join(TARGET, 'release')
const RMCP = path.join(TARGET, 'bench-rmcp')
/** Bytes of a server's slot on the board. */
const SLOT = 64
/** Milliseconds. */
const PATIENCE = 120_000

/**
 * @typedef {{began: number, took: number, calls: number[]}} Done what a host answers, in nanoseconds
 */

/**
 * Builds the hosts and fetches what they need.
 * @returns {Promise<Record<string, string[]>>} the command of each host, by its name
 */
export async function buildHosts() {
  cargo(['build', '--locked', '--release', '-p', 'paddock-bench'])
  buildRmcp()
  const typescript = path.join(BENCH, 'typescript')
  await ensureNodeModules(typescript)
  const python = await ensurePython('mcp')
  return {
    bare: [path.join(RELEASE, 'host-bare')],
    paddock: [path.join(RELEASE, 'host-paddock')],
    rmcp: [path.join(RMCP, 'release', 'bench-rmcp')],
    typescript: [process.execPath, path.join(typescript, 'host.mjs')],
    python: [python, path.join(BENCH, 'python', 'host.py')],
  }
}

function buildRmcp() {
  cargo(['build', '--locked', '--release', '--manifest-path', path.join(BENCH, 'rmcp', 'Cargo.toml'), '--target-dir', RMCP])
}

/** Builds a host, a server, and the programs that apps are relayed by. */
export function buildRelay() {
  const packages = ['paddock-bench', 'paddock-cli', 'paddock-host', 'paddock-sandbox', 'paddock-files']
  cargo(['build', '--locked', '--release', ...packages.flatMap((name) => ['-p', name])])
  const [bare, source] = [path.join(TARGET, 'bench', 'bare-relay'), path.join(BENCH, 'relay.c')]
  if (spawnSync('cc', ['-O2', '-o', bare, source], { stdio: 'inherit' }).status !== 0) throw new Stop('the bare relay could not be built: see above')
  return { bare, host: path.join(RELEASE, 'host-bare'), server: path.join(RELEASE, 'bench-server'), paddock: path.join(RELEASE, 'paddock'), sandboxed: path.join(RELEASE, 'sandboxed') }
}

/**
 * Builds and fetches the proxies of others.
 * @returns {Promise<Record<string, (server: string[]) => string[]>>} by their names, what stands before a server
 */
export async function fetchProxies() {
  const folder = path.join(BENCH, 'proxies')
  buildRmcp()
  await ensureNodeModules(folder)
  const fastmcp = await ensurePython('fastmcp4')
  const mcpProxy = path.join(path.dirname(await ensurePython('mcp-proxy', folder)), 'mcp-proxy')
  const supergateway = path.join(folder, 'node_modules', 'supergateway', 'dist', 'index.js')
  const chain = (name, ...program) => (server) => [process.execPath, path.join(folder, 'chain.mjs'), name, ...program, 'server:', ...server]
  return {
    rmcp: (server) => [path.join(RMCP, 'release', 'bench-rmcp-proxy'), ...server],
    fastmcp: (server) => [fastmcp, path.join(folder, 'fastmcp_proxy.py'), ...server],
    supergateway: chain('supergateway', process.execPath, supergateway),
    'mcp-proxy': chain('mcp-proxy', mcpProxy),
  }
}

/**
 * Builds the whole host, and what it starts.
 * @returns {string[]} its command
 */
export function buildWholeHost() {
  const packages = ['paddock-bench', 'paddock-bench-whole', 'paddock-sandbox', 'paddock-files']
  cargo(['build', '--locked', '--release', ...packages.flatMap((name) => ['-p', name])])
  return [path.join(RELEASE, 'host-whole')]
}

/**
 * Builds a host that measures what a change costs.
 * @returns {string} the program
 */
export function buildChanges() {
  cargo(['build', '--locked', '--release', '-p', 'paddock-bench-whole'])
  return path.join(RELEASE, 'host-changes')
}

function cargo(args) {
  if (spawnSync('cargo', args, { cwd: ROOT, stdio: 'inherit' }).status !== 0) throw new Stop('the hosts could not be built: see above')
}

/** A host with its servers, and the board on which they write what they hold. */
export class BenchHost {
  #child
  #lines
  #board
  #servers

  /**
   * @param {{command: string[], folder: string, servers: number, roots: number, manners?: string[], core?: number, more?: string[][], env?: NodeJS.ProcessEnv}} options
   *   `manners` are how the servers behave, by their number; with `core` all run on that one; `more` are commands of
   *   further servers, which write on another board
   */
  static async start({ command, folder, servers, roots, manners = [], core, more = [], env = process.env }) {
    const host = new BenchHost()
    const board = path.join(folder, `board-${process.hrtime.bigint()}`)
    writeFileSync(board, Buffer.alloc(Math.max(1, servers) * SLOT))
    host.#board = openSync(board, 'r')
    host.#servers = servers
    const server = path.join(RELEASE, 'bench-server')
    const each = Array.from({ length: servers }, (_, slot) => ['--', server, board, String(slot), manners[slot] ?? ''])
    const pinned = core === undefined ? [] : ['taskset', '-c', String(core)]
    const others = more.map((other) => ['--', ...other])
    const [program, ...args] = [...pinned, ...command, String(roots), ...each.flat(), ...others.flat()]
    host.#child = spawn(program, args, { stdio: ['pipe', 'pipe', 'ignore'], env })
    host.#lines = createInterface({ input: host.#child.stdout })[Symbol.asyncIterator]()
    await host.#answer()
    await host.#hold(0, 1)
    return host
  }

  get pid() {
    return this.#child.pid
  }

  /**
   * Changes the list, so often back to back, and waits until every server holds the last one.
   * @param {number} version of the last one
   * @returns {Promise<{took: number, answers: number}>} nanoseconds until the last server held it, and the
   *   most lists that one server was given meanwhile
   */
  async edit(version, times = 1) {
    const before = this.#slots().map(({ answers }) => answers)
    const { began } = await this.order({ do: 'edit', version, times })
    await this.#hold(version)
    const slots = this.#slots()
    const last = slots.reduce((most, { at }) => (at > most ? at : most), 0n)
    const answers = Math.max(...slots.map((slot, number) => Number(slot.answers - before[number])))
    return { took: Number(last - BigInt(began)), answers }
  }

  /** @returns {Promise<Done>} */
  async order(order) {
    this.#child.stdin.write(`${JSON.stringify(order)}\n`)
    return this.#answer()
  }

  /** Bytes of memory that are the host's alone. */
  memory() {
    const rollup = readFileSync(`/proc/${this.pid}/smaps_rollup`, 'utf8')
    const kib = (name) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(rollup)?.[1] ?? 0)
    return (kib('Private_Clean') + kib('Private_Dirty')) * 1024
  }

  /** The most memory it ever took, in bytes. */
  peak() {
    return this.#status('VmHWM') * 1024
  }

  /** Has {@link peak} begin anew; what it holds now, in bytes. */
  forgetPeak() {
    writeFileSync(`/proc/${this.pid}/clear_refs`, '5')
    return this.#status('VmRSS') * 1024
  }

  threads() {
    return this.#status('Threads')
  }

  /** How many files, pipes and sockets it has open. */
  open() {
    return readdirSync(`/proc/${this.pid}/fd`).length
  }

  async stop() {
    const ended = once(this.#child, 'exit')
    this.#child.stdin.end()
    const killed = sleep(5_000, undefined, { ref: false }).then(() => this.#child.kill('SIGKILL'))
    await Promise.race([ended, killed])
    closeSync(this.#board)
  }

  #status(name) {
    const status = readFileSync(`/proc/${this.pid}/status`, 'utf8')
    return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0)
  }

  async #answer() {
    const { value, done } = await this.#lines.next()
    if (done) throw new Stop(`a host ended early: ${this.#child.spawnargs.slice(0, 3).join(' ')}`)
    return JSON.parse(value)
  }

  /** Waits until all servers hold this version; looking does not disturb what is measured. */
  async #hold(version, answers = 0) {
    const until = performance.now() + PATIENCE
    const holds = (slot) => slot.version === BigInt(version) && slot.answers >= answers
    while (!this.#slots().every(holds)) {
      if (performance.now() > until) throw new Stop(`a list never arrived: ${this.#child.spawnargs.slice(0, 3).join(' ')}`)
      await sleep(2)
    }
  }

  #slots() {
    const bytes = Buffer.alloc(this.#servers * SLOT)
    readSync(this.#board, bytes, 0, bytes.length, 0)
    return Array.from({ length: this.#servers }, (_, number) => {
      const word = (index) => bytes.readBigUInt64LE(number * SLOT + index * 8)
      return { version: word(0), at: word(1), answers: word(2) }
    })
  }
}
