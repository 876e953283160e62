// What the host costs by itself, and a command at a terminal.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { buildPrograms } from '../build.mjs'
import { Stop } from '../say.mjs'
import { TARGET, setUp } from '../setup.mjs'
import { buildChanges } from './hosts.mjs'
import { itself, sharesOf, wokenIn } from './idle.mjs'
import { MEBIBYTE, MILLISECOND, parseMeasures, percentile } from './measures.mjs'

const RELEASE = path.join(TARGET, 'release')
const [COMMANDS, HOSTS] = [100, 5]
/** Milliseconds. */
const [SETTLE, IDLE] = [3_000, 10_000]

export const title = 'What the host costs'

export const about = `Release builds, without a display. *Memory* is the proportional share (PSS) of \`paddock-host\` alone,
with no server running and no front connected. *Woken* counts the times that any of its threads was put to
sleep and woken within ${IDLE / 1000} seconds in which nothing happens. *\`paddock status\`* is the whole process, from its
start to its end, beside \`true\`, in turn. A folder is *proposed*, then *granted* to the server that comes with
Paddock and *revoked*, each from the command until it is in force; in the host's own process and through its socket, in
turn. A million records are written out while grants are made and revoked one after another.`

export const rows = [
  { group: 'host', name: 'memory', title: 'memory of an idle host', targets: [{ of: 'median', atMost: 25 * MEBIBYTE }] },
  { group: 'host', name: 'woken', title: 'woken while idle', targets: [{ of: 'median', atMost: 0 }] },
  { group: 'propose', name: 'here', title: 'a proposal' },
  { group: 'propose', name: 'socket', title: 'a proposal: through the socket', against: 'here', targets: [{ of: 'over', atMost: 0.3 * MILLISECOND }] },
  { group: 'grant', name: 'here', title: 'a grant' },
  { group: 'grant', name: 'socket', title: 'a grant: through the socket', against: 'here', targets: [{ of: 'over', atMost: 0.3 * MILLISECOND }] },
  { group: 'revoke', name: 'here', title: 'a revocation' },
  { group: 'revoke', name: 'socket', title: 'a revocation: through the socket', against: 'here', targets: [{ of: 'over', atMost: 0.3 * MILLISECOND }] },
  { group: 'revoke', name: 'exporting', title: 'a revocation, while 10⁶ records are written out' },
  { group: 'late', name: 'here', title: 'a revocation, p99' },
  { group: 'late', name: 'exporting', title: 'a revocation, while 10⁶ records are written out, p99', targets: [{ of: 'median', atMost: 5 * MILLISECOND }] },
  { group: 'status', name: 'true', title: '`true`' },
  { group: 'status', name: 'paddock', title: '`paddock status`', against: 'true', targets: [{ of: 'p95', atMost: 15 * MILLISECOND }] },
]

export async function build() {
  await setUp({ purposes: ['build', 'run'] })
  buildPrograms({ release: true })
  changes = buildChanges()
}

/** @type {string} */
let changes

export function beside() {
  return undefined
}

export async function measure() {
  const memory = []
  const woken = []
  const status = { true: [], paddock: [] }
  for (let round = 0; round < HOSTS; round++) {
    const home = mkdtempSync('/var/tmp/paddock-bench-')
    const paddock = (...args) => run(path.join(RELEASE, 'paddock'), args, home)
    try {
      // Starts the host; what only takes away does not.
      paddock('servers')
      paddock('servers', 'stop', 'Files')
      await delay(SETTLE)
      const host = hostIn(home)
      woken.push(await wokenIn(() => itself(host), IDLE))
      memory.push(sharesOf(itself(host)))
      for (let turn = 0; turn < COMMANDS / HOSTS; turn++) {
        status.true.push(run('/bin/true', [], home))
        status.paddock.push(paddock('status'))
      }
    } finally {
      paddock('quit')
      rmSync(home, { recursive: true, force: true })
    }
  }
  const times = Object.entries(status).map(([name, samples]) => ({ group: 'status', name, unit: 'ns', samples }))
  return [
    { group: 'host', name: 'memory', unit: 'bytes', samples: memory },
    { group: 'host', name: 'woken', unit: 'count', samples: woken },
    ...times,
    ...measureChanges(),
  ]
}

function measureChanges() {
  const { status, stdout, stderr } = spawnSync(changes, [], { encoding: 'utf8', maxBuffer: 1 << 26 })
  if (status !== 0) throw new Stop(`${changes}: ${stderr}`)
  const measures = parseMeasures(stdout)
  const late = ['here', 'exporting'].map((name) => {
    const { samples } = measures.find((measure) => measure.group === 'revoke' && measure.name === name)
    return { group: 'late', name, unit: 'ns', samples: [percentile(samples, 99)] }
  })
  return [...measures, ...late]
}

/** @returns {number} nanoseconds that it took */
function run(command, args, home) {
  const env = { HOME: home, PATH: process.env.PATH, SHELL: '/bin/sh' }
  const began = process.hrtime.bigint()
  const { status, stderr } = spawnSync(command, args, { env, stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' })
  const took = Number(process.hrtime.bigint() - began)
  if (status !== 0) throw new Stop(`${command} ${args.join(' ')}: ${stderr}`)
  return took
}

/** The host that holds the lock on the data of this home. */
function hostIn(home) {
  return Number(readFileSync(path.join(home, '.local', 'share', 'paddock', 'paddock.lock'), 'utf8'))
}
