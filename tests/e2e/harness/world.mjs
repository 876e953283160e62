// A private world for one test: home, screen, session bus, tray; nothing of it is left behind.

import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import path from 'node:path'
import { startDesktop } from '../../../.dev/desktop.mjs'
import { endProcess, startProcess, until } from '../../../.dev/processes.mjs'
import { TARGET } from '../../../.dev/setup.mjs'
import { Tray } from './tray.mjs'
import { screenshot } from './x11.mjs'

// The sockets' paths have to be short, and TMPDIR may be long.
// Not in `/tmp`: a confined server has one of its own.
const PLACE = '/var/tmp/paddock-world-'
// What tools of the test need, and nothing that tells the app about the person who runs it.
const KEPT = ['PATH', 'LANG', 'RUST_BACKTRACE', 'RUST_LOG', 'RUSTUP_HOME', 'CARGO_HOME']

/**
 * Starts a world and ends it with the test; the test fails when a process is left.
 * A last picture of the screen and the programs' log stay in `test-worlds` of the target folder.
 * @param {import('node:test').TestContext} t
 * @param {Parameters<typeof World.start>[0]} [options]
 */
export async function startWorld(t, options) {
  const world = await World.start(options)
  t.after(async () => {
    await keepEvidence(world, path.join(TARGET, 'test-worlds', t.name.replaceAll(/[^\p{L}\p{N}]+/gu, '-')))
    await world.stop()
  })
  return world
}

/** A world that is already broken must still be taken down. */
async function keepEvidence(world, folder) {
  mkdirSync(folder, { recursive: true })
  await screenshot(world, path.join(folder, 'screen.png')).catch(() => {})
  writeFileSync(path.join(folder, 'programs.log'), world.log())
}

export class World {
  /** @type {string} everything of this world is below it */
  folder
  /** @type {string} an empty home folder */
  home
  /** @type {Record<string, string>} the whole environment of the programs in it */
  env
  /** @type {Tray | undefined} */
  tray

  #desktop
  #processes = []
  #log

  /**
   * @param {{tray?: boolean, wayland?: boolean, screen?: string, home?: string, env?: Record<string, string>}} [options]
   *   without `tray` there is no tray and no notification daemon; `home` is a folder that does not
   *   exist yet, for pictures that show its path
   */
  static async start({ tray = true, wayland, screen, home, env = {} } = {}) {
    const world = new World()
    if (home) mkdirSync(home, { mode: 0o700 })
    world.folder = mkdtempSync(PLACE)
    world.home = home ?? path.join(world.folder, 'home')
    const places = {
      HOME: world.home,
      XDG_CONFIG_HOME: path.join(world.home, '.config'),
      XDG_DATA_HOME: path.join(world.home, '.local', 'share'),
      XDG_STATE_HOME: path.join(world.home, '.local', 'state'),
      XDG_CACHE_HOME: path.join(world.home, '.cache'),
      XDG_RUNTIME_DIR: path.join(world.folder, 'run'),
      TMPDIR: path.join(world.folder, 'tmp'),
    }
    for (const place of Object.values(places)) mkdirSync(place, { recursive: true, mode: 0o700 })
    const kept = Object.fromEntries(KEPT.filter((name) => process.env[name]).map((name) => [name, process.env[name]]))
    const user = userInfo().username
    const quiet = { GSETTINGS_BACKEND: 'memory', XDG_CURRENT_DESKTOP: 'paddock-tests', LC_ALL: 'C.UTF-8' }
    const base = { ...kept, ...quiet, USER: user, LOGNAME: user, ...places, ...env }
    try {
      world.#desktop = await startDesktop({ folder: path.join(world.folder, 'desk'), env: base, screen, wayland })
      world.env = { ...base, ...world.#desktop.env, ...env }
      world.#log = openSync(path.join(world.folder, 'programs.log'), 'a')
      if (tray) world.tray = await Tray.start(world.env, world.#log)
      return world
    } catch (error) {
      await world.stop()
      throw error
    }
  }

  /**
   * Starts a program here; its output goes to the log.
   * @param {string} program
   * @param {string[]} [args]
   * @param {{env?: Record<string, string>, cwd?: string}} [options]
   */
  async launch(program, args = [], { env = {}, cwd = this.home } = {}) {
    const child = await startProcess(program, args, {
      env: { ...this.env, ...env },
      cwd,
      stdio: ['ignore', this.#log, this.#log],
    })
    this.#processes.push(child)
    return child
  }

  /** A new folder in the home folder. @param {...string} parts */
  makeFolder(...parts) {
    const folder = path.join(this.home, ...parts)
    mkdirSync(folder, { recursive: true })
    return folder
  }

  /** What the programs wrote so far. */
  log() {
    return readFileSync(path.join(this.folder, 'programs.log'), 'utf8')
  }

  /** The processes that carry this world in their environment or arguments. */
  processes() {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
      .map((pid) => ({ pid: Number(pid), command: readProc(pid, 'cmdline').replaceAll('\0', ' ').trim() }))
      .filter(({ pid, command }) => command && this.#isInside(pid, command))
  }

  /**
   * Ends everything, last started first.
   * @param {{patience?: number}} [options] milliseconds for what is just ending to do it
   * @throws {Error} naming the processes that outlived the programs which started them
   */
  async stop({ patience = 10_000 } = {}) {
    for (const child of this.#processes.reverse()) await endProcess(child)
    this.#endHost()
    await this.tray?.stop()
    await this.#desktop?.stop()
    const left = await this.#processesLeft(patience)
    for (const { pid } of left) signal(pid, 'SIGKILL')
    if (this.#log !== undefined) closeSync(this.#log)
    for (const folder of [this.folder, this.home]) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    if (left.length > 0) throw new Error(`processes are left: ${left.map(({ pid, command }) => `${pid} ${command}`).join('; ')}`)
  }

  /** It goes on without those who started it, and ends its servers itself. */
  #endHost() {
    for (const { pid, command } of this.processes()) if (/^\S*\/paddock-host\b/.test(command)) signal(pid, 'SIGTERM')
  }

  async #processesLeft(patience) {
    const areGone = () => this.processes().length === 0
    await until(areGone, { what: 'the processes to end', timeout: patience }).catch(() => {})
    return this.processes()
  }

  #isInside(pid, command) {
    return command.includes(this.folder) || readProc(pid, 'environ').includes(this.folder)
  }
}

/** Empty for a process that is gone, or that is not ours to look at. */
function readProc(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

/** Does nothing to a process that is gone. */
function signal(pid, name) {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (error.code !== 'ESRCH') throw error
  }
}
