// Clients on the SDKs of three languages, in every era they speak, and a home where they drive servers.

import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { Stop } from '../../.dev/say.mjs'
import { TARGET, ensureNodeModules } from '../../.dev/setup.mjs'
import { canBeAlone, withLoopbackOnly } from '../agents/alone.mjs'
import { ensurePython } from '../peers/setup.mjs'

const HERE = import.meta.dirname
const MODULES = path.join(HERE, 'node_modules')
const RMCP = path.join(TARGET, 'clients-rmcp')

export const PEERS = path.join(HERE, '..', 'peers')
export const PROGRAMS = path.join(process.env.CARGO_TARGET_DIR ?? TARGET, 'debug')
export const PADDOCK = path.join(PROGRAMS, 'paddock')
/** The Inspector wants a newer one than we need. */
export const NODE = path.join(MODULES, 'node', 'bin', 'node')
/** For one conversation, in milliseconds. */
export const PATIENCE = 120_000

/**
 * @typedef {object} Sdk
 * @property {string} app the name of its client
 * @property {string} [revision] the one that it is to speak
 * @property {() => string[]} client its command, but for what it drives
 */

/** @type {Sdk[]} */
export const SDKS = [
  { app: 'TypeScript in 2025-11-25', revision: '2025-11-25', client: () => [NODE, path.join(HERE, 'client.mjs'), 'legacy'] },
  { app: 'TypeScript in 2026-07-28', revision: '2026-07-28', client: () => [NODE, path.join(HERE, 'client.mjs'), '2026-07-28'] },
  { app: 'Python in 2025-11-25', revision: '2025-11-25', client: () => [python, path.join(HERE, 'client.py'), 'legacy'] },
  { app: 'Python in 2026-07-28', revision: '2026-07-28', client: () => [python, path.join(HERE, 'client.py'), '2026-07-28'] },
  { app: 'rmcp', client: () => [path.join(RMCP, 'debug', 'client-rmcp')] },
]

/** Clients, the host and its servers have no network but loopback. Who is not root would become it for that, and is not to. */
const inTheirNetwork = process.getuid() === 0 && canBeAlone() ? withLoopbackOnly : (words) => words

let python

/** Installs and builds them. @returns {Promise<string>} the interpreter that has the SDK */
export async function ensureSdks() {
  await ensureNodeModules(HERE)
  await ensureNodeModules(PEERS)
  const manifest = path.join(HERE, 'rmcp', 'Cargo.toml')
  const { status } = spawnSync('cargo', ['build', '--quiet', '--locked', '--manifest-path', manifest, '--target-dir', RMCP], { stdio: 'inherit' })
  if (status !== 0) throw new Stop('the client on rmcp could not be built: see above')
  python = await ensurePython('mcp')
  return python
}

/** A person's home, with a host of its own once somebody needs one. */
export class Home {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'paddock-clients-')))

  path(...names) {
    return path.join(this.folder, ...names)
  }

  /** What a program prints. */
  async run(program, ...args) {
    const env = { ...process.env, HOME: this.folder, MCP_INSPECTOR_SECRET_STORE: 'memory' }
    const [command, ...rest] = inTheirNetwork([program, ...args])
    return (await promisify(execFile)(command, rest, { env, maxBuffer: 1 << 24 })).stdout
  }

  paddock(...args) {
    return this.run(PADDOCK, ...args)
  }

  async json(...args) {
    return JSON.parse(await this.paddock('--json', ...args))
  }

  /** With the person's consent. */
  atTerminal(...args) {
    return this.run(python, path.join(HERE, 'consent.py'), PADDOCK, ...args)
  }

  /** A program that is the server to an app. */
  shim(server, app) {
    const shim = this.path(`${server} for ${app}`.replaceAll(' ', '-'))
    writeFileSync(shim, `#!/bin/sh\nexec '${PADDOCK}' run ${server} --app "${app}"\n`, { mode: 0o755 })
    return shim
  }

  /**
   * One session of a client that states one folder as its root: what its calls were answered, one after
   * the other. A call may be a command to run between two calls instead.
   * @param {Sdk} sdk
   * @param {string} program the server
   * @param {string} root
   * @param {({name: string, arguments: object} | {run: string[]})[]} calls
   * @returns {Promise<{revision?: string, results: object[]}>}
   */
  async converse({ client }, program, root, calls) {
    const said = JSON.parse(await this.run(...client(), program, root, JSON.stringify(calls)))
    return said.results ? said : { results: said }
  }

  /** Tools of a server that are marked as changed. */
  async changedTools(name) {
    const { servers } = await this.json('servers')
    return servers.find((server) => server.name === name).usage.changedTools
  }

  async quit() {
    await this.paddock('quit')
  }

  remove() {
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
