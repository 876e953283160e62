// What it costs an AI app to use its servers through Paddock.

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { Stop, say } from '../say.mjs'
import { ROOT } from '../setup.mjs'
import { which } from '../system-packages.mjs'
import { BenchHost, buildRelay, fetchProxies } from './hosts.mjs'
import { itself, wokenIn } from './idle.mjs'
import { MEBIBYTE, MILLISECOND, percentile } from './measures.mjs'
import { Watching } from './watching.mjs'

const CONSENT = path.join(ROOT, 'tests', 'clients', 'consent.py')
const KIBIBYTE = 1024
const [APPS, SESSIONS, REVOCATIONS] = [20, 100, 5]
/** Milliseconds. What servers answered is kept on disk, once for all of them, when ten seconds brought nothing new. */
const [SETTLE, KEPT, IDLE, PATIENCE] = [3_000, 15_000, 10_000, 60_000]
const WAYS = ['direct', 'bare', 'paddock']
/** Those of others, which take so much longer that fewer calls are enough. */
const PROXIES = { rmcp: 'a proxy on rmcp 3.9', fastmcp: 'a FastMCP 4.1 proxy', supergateway: 'supergateway 4.0, to HTTP and back', 'mcp-proxy': 'mcp-proxy 0.13, to HTTP and back' }
const FEWER = 10
/** How a case of calls is played: so many a sample, so many at once, of so many bytes, on one core or not. */
const CALLS = [
  { group: 'relayed 64 B', times: 1000, together: 1, bytes: 64, rounds: 15, core: 0, proxies: true },
  { group: 'relayed 64 B × 32', times: 4000, together: 32, bytes: 64, rounds: 15 },
  { group: 'relayed 4 MiB', times: 4, together: 1, bytes: 4 * MEBIBYTE, rounds: 8 },
]

export const title = 'What the relay costs'

export const about = `An app, a server that does as little as a server can, and what is between them: nothing (*direct*); two
pipes and a C program that copies (*bare relay*); or Paddock, which reads every line, enforces, and logs. All three
take turns. The proxies of others stand in the same place; those that speak HTTP on one side stand there twice.
Calls of 64 B one after another run on one core, the host included. *A session begins* is measured from the start
of the process that the app launches to its answer to \`initialize\`: the server itself, a program that puts it into
a sandbox and passes on what it says, or Paddock's, behind which a new process of the server is launched. *Memory* is
what belongs to a process alone. The ${SESSIONS} sessions are of ${APPS} apps with one server; a revocation is measured
from the order until the host shows proof, made inside each of the sandboxes, that the folder is
gone.`

export const short = `What falls short, and why:

- *64 B, 32 at once:* with the server and its app busy at the same time, two cores are shared by three programs, and
  Paddock reads each line as JSON and matches each answer to its call; the bare relay copies what it finds.
- *4 MiB:* a line is passed on once all of it was read, since its end may be what makes it ambiguous, and half a line
  that turns out to be is no message. The bare relay passes on what it has, so that reading and writing overlap. Each
  line is looked through for its end and for what some reader would take for one, and its JSON is checked; then it is
  written from where it is. Room for it is taken and given back each time, so that no session keeps what one long line
  needed; the kernel clears that room again each time.

On this machine runs differ: *64 B, one after another* was 1.42, 1.65 and 1.45 times a bare relay in three of them, and
*a session begins* 4.9 and 3.6 ms over a sandbox in two. One thing makes it 1 ms less than before: what an app launches
reads its own arguments alone, and not those of all commands. Its memory is half of what it was by that.`

let programs
let proxies

export async function build() {
  if (!which('cc')) throw new Stop('the bare relay needs a C compiler')
  programs = buildRelay()
  proxies = await fetchProxies()
}

export function beside() {
  return undefined
}

export async function measure() {
  const measures = []
  for (const core of [0, undefined]) {
    measures.push(...(await inWorld(core, (world) => calls(world, CALLS.filter((it) => it.core === core)))))
  }
  measures.push(...(await inWorld(undefined, begins)))
  measures.push(...(await inWorld(undefined, sessions)))
  return measures
}

/** A person's home with a host and one trusted server that may write on its board. */
async function inWorld(core, body) {
  const home = mkdtempSync('/var/tmp/paddock-bench-')
  const world = { home, core, folder: path.join(home, 'granted'), shared: path.join(home, 'shared'), env: { HOME: home, PATH: '/usr/local/bin:/usr/bin:/bin', SHELL: '/bin/sh' } }
  for (const folder of [world.folder, world.shared]) mkdirSync(folder)
  writeFileSync(path.join(world.folder, 'board'), Buffer.alloc(64))
  try {
    run(world, programs.paddock, 'servers', 'add', 'bench', '--', ...server(world))
    consent(world, 'servers', 'trust', 'bench')
    consent(world, 'grant', world.folder, 'bench', '--access', 'write')
    consent(world, 'scope', 'bench', 'all')
    run(world, programs.paddock, 'servers', 'stop', 'bench')
    run(world, programs.paddock, 'servers', 'stop', 'Files')
    return await body(world)
  } finally {
    spawnSync(programs.paddock, ['quit'], { env: world.env })
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  }
}

const server = ({ folder }) => [programs.server, path.join(folder, 'board'), '0']
const shim = (app) => [programs.paddock, 'run', 'bench', '--app', app]

function run({ env, core }, ...command) {
  const [program, ...args] = core === undefined ? command : ['taskset', '-c', String(core), ...command]
  const { status, stdout, stderr } = spawnSync(program, args, { env, encoding: 'utf8' })
  if (status !== 0) throw new Stop(`${command.join(' ')}: ${stdout}${stderr}`)
}

function consent(world, ...asked) {
  run(world, 'python3', CONSENT, programs.paddock, ...asked)
}

async function calls(world, cases) {
  const others = cases.some((it) => it.proxies) ? Object.keys(PROXIES) : []
  const more = [[programs.bare, ...server(world)], shim('Bench'), ...others.map((name) => proxies[name](server(world)))]
  const host = await BenchHost.start({ command: [programs.host], folder: world.home, servers: 1, roots: 1, core: world.core, more, env: world.env })
  const measures = []
  try {
    for (const { group, times, together, bytes, rounds } of cases) {
      say(group)
      const ways = [...WAYS, ...others]
      const samples = Object.fromEntries(ways.map((name) => [name, []]))
      // The first round warms up what learns while it runs.
      for (let round = 0; round <= rounds; round += 1) {
        for (const [number, way] of ways.entries()) {
          const done = await host.order({ do: 'call', server: number, times: way in PROXIES ? times / FEWER : times, together, bytes })
          if (round > 0) samples[way].push(together === 1 ? percentile(done.calls, 50) : done.took / times)
        }
      }
      measures.push(...ways.map((name) => ({ group, name, unit: 'ns', samples: samples[name] })))
    }
  } finally {
    await host.stop()
  }
  return measures
}

/** From the start of what an app launches to its answer. */
async function begins(world) {
  say('sessions begin')
  const sandboxed = [programs.sandboxed, path.join(world.home, 'sandboxed'), world.folder, ...server(world)]
  const commands = { direct: server(world), sandboxed, paddock: shim('Bench') }
  const samples = { direct: [], sandboxed: [], paddock: [] }
  for (let round = 0; round <= 20; round += 1) {
    for (const [name, command] of Object.entries(commands)) {
      const session = await Session.begin(world, command)
      await session.end()
      if (round > 0) samples[name].push(session.took)
    }
  }
  return Object.entries(samples).map(([name, taken]) => ({ group: 'begin', name, unit: 'ns', samples: taken }))
}

async function sessions(world) {
  say(`${SESSIONS} sessions`)
  const host = Number(readFileSync(path.join(world.home, '.local', 'share', 'paddock', 'paddock.lock'), 'utf8'))
  // What the first session leaves behind is not part of any.
  await (await Session.begin(world, shim('Warm'))).end()
  const watching = await Watching.begin(world.home)
  const live = []
  try {
    await delay(SETTLE)
    const before = memoryOf(host)
    for (let number = 0; number < SESSIONS; number += 1) live.push(await Session.begin(world, shim(`App ${number % APPS}`)))
    await watching.until((view) => view.sessions.filter(({ told }) => told === 'told').length === SESSIONS, PATIENCE)
    await delay(SETTLE)
    const over = memoryOf(host) - before
    const shims = live.slice(0, 10).map(({ pid }) => memoryOf(pid))
    await delay(KEPT - SETTLE)
    const woken = await wokenIn(() => itself(host), IDLE)
    const revoked = await revocations(world, watching)
    return [
      { group: 'shim', name: 'memory', unit: 'bytes', samples: shims },
      { group: 'sessions', name: 'each', unit: 'bytes', samples: [over / SESSIONS] },
      { group: 'sessions', name: 'all', unit: 'bytes', samples: [over] },
      { group: 'sessions', name: 'woken', unit: 'count', samples: [woken] },
      { group: 'sessions', name: 'revoked', unit: 'ns', samples: revoked },
    ]
  } finally {
    await Promise.all(live.map((session) => session.end()))
    watching.end()
  }
}

async function revocations(world, watching) {
  const has = ({ proof }) => proof?.findings.some((finding) => finding.path === world.shared && finding.found !== 'nothing')
  const samples = []
  for (let turn = 0; turn < REVOCATIONS; turn += 1) {
    consent(world, 'grant', world.shared, 'bench')
    const { grants } = await watching.until((view) => view.sessions.every(has), PATIENCE)
    const grant = grants.find(({ folder }) => folder.path === world.shared).id
    const began = process.hrtime.bigint()
    watching.ask({ revoke: { grant } })
    await watching.until((view) => view.sessions.every((session) => session.proof?.holds && !has(session)), PATIENCE)
    samples.push(Number(process.hrtime.bigint() - began))
  }
  return samples
}

/** What an app launched, after its handshake. */
class Session {
  #child
  took

  static async begin({ env, home }, [program, ...args]) {
    const session = new Session()
    const began = process.hrtime.bigint()
    const child = spawn(program, args, { env, cwd: home, stdio: ['pipe', 'pipe', 'ignore'] })
    session.#child = child
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1' } }
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params })}\n`)
    const [line] = await once(createInterface({ input: child.stdout }), 'line')
    session.took = Number(process.hrtime.bigint() - began)
    if (!JSON.parse(line).result) throw new Stop(`a session did not begin: ${line}`)
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`)
    return session
  }

  get pid() {
    return this.#child.pid
  }

  async end() {
    const ended = once(this.#child, 'exit')
    this.#child.stdin.end()
    await ended
  }
}

/** Bytes that belong to a process alone. */
function memoryOf(pid) {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  const kib = (name) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(rollup)?.[1] ?? 0)
  return (kib('Private_Clean') + kib('Private_Dirty')) * KIBIBYTE
}

const SHOWN = { direct: 'direct', bare: 'bare relay', paddock: 'Paddock' }
const relayed = (group, title, atMost) =>
  WAYS.map((name) => ({
    group,
    name,
    title: `${title}: ${SHOWN[name]}`,
    against: name === 'paddock' ? 'bare' : undefined,
    targets: name === 'paddock' ? [{ of: 'ratio', atMost }] : [],
  }))

/** @type {import('./measures.mjs').Row[]} */
export const rows = [
  ...relayed('relayed 64 B', 'a call of 64 B, one after another', 1.5),
  ...Object.entries(PROXIES).map(([name, shown]) => ({ group: 'relayed 64 B', name, title: `a call of 64 B, one after another: ${shown}`, against: 'bare' })),
  ...relayed('relayed 64 B × 32', 'a call of 64 B, 32 at once', 1.25),
  ...relayed('relayed 4 MiB', 'a call of 4 MiB', 1.5),
  { group: 'begin', name: 'direct', title: 'a session begins: direct' },
  { group: 'begin', name: 'sandboxed', title: 'a session begins: in a sandbox, and nothing else', against: 'direct' },
  { group: 'begin', name: 'paddock', title: 'a session begins: Paddock', against: 'sandboxed', targets: [{ of: 'over', atMost: 5 * MILLISECOND }] },
  { group: 'shim', name: 'memory', title: 'memory of what an app launches', targets: [{ of: 'median', atMost: MEBIBYTE }] },
  { group: 'sessions', name: 'each', title: 'memory of the host for an idle session', targets: [{ of: 'median', atMost: 0.3 * MEBIBYTE }] },
  { group: 'sessions', name: 'all', title: `memory of the host for ${SESSIONS} sessions over none`, targets: [{ of: 'median', atMost: 40 * MEBIBYTE }] },
  { group: 'sessions', name: 'woken', title: `woken in ${IDLE / 1000} s with ${SESSIONS} idle sessions`, targets: [{ of: 'median', atMost: 0 }] },
  { group: 'sessions', name: 'revoked', title: `revoke, until ${SESSIONS} sessions have lost the folder, proved`, targets: [{ of: 'p95', atMost: 100 * MILLISECOND }] },
]
