// What the wire costs: our host beside a bare one and those on the SDKs.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { say } from '../say.mjs'
import { which } from '../system-packages.mjs'
import { BenchHost, buildHosts } from './hosts.mjs'
import { MEBIBYTE, MILLISECOND, percentile } from './measures.mjs'

const HOSTS = ['bare', 'paddock', 'rmcp', 'typescript', 'python']
const SERVERS = [1, 10, 100]
const ROOTS = [10, 1000]
const SIZES = [64, 64 * 1024, 4 * 1024 * 1024]

export const title = 'What the wire costs'

export const about = `Hosts in turn, each with the same servers, which do as little as a server can. *Bare* is one thread
that polls pipes and checks nothing: the floor. An edit is measured from the order until the last server
holds the new list; calls carry as many bytes each way, and those one after another run on one core,
since waking another takes longer than all that is measured.`

export const short = `What falls short, and why:

- *An edit reaches 1 server, 10 roots:* some 40 µs more than the bare host, which polls its pipes itself.
  Here a task is woken to write, and another to read what the server asks. With more servers or roots it is
  lost in what they take.
- *50 edits back to back:* the bare host takes longer than the target here. Fifty lists of 1,000 roots are made
  meanwhile, which is most of it.
- *64 B, 32 at once:* each call is a task that can be cancelled and timed out, and each answer is read as JSON
  and matched to its call: some 2 µs. The bare host counts answers.
- *4 MiB, 32 at once:* one thread reads and checks each answer before it goes on to write the next call; the
  bare host looks for the end of a line only.
- *Five times the calls of the SDKs* was aimed at as well. Python's is five to fifty times as slow, the
  others two to seven times: one after another rmcp takes less than three times what bare pipes take, so
  nobody can be five times as fast.`

/** @type {Record<string, string[]>} */
let commands

export async function build() {
  commands = await buildHosts()
}

export function beside() {
  return 'rmcp 3.9, TypeScript SDK 1.32, Python SDK 2.3'
}

/** @returns {Promise<import('./measures.mjs').Measure[]>} */
export async function measure() {
  const folder = mkdtempSync(path.join(tmpdir(), 'paddock-bench-'))
  try {
    const measures = []
    for (const servers of SERVERS) {
      for (const roots of ROOTS) measures.push(...(await edits(folder, servers, roots)))
    }
    for (const bytes of SIZES) measures.push(...(await calls(folder, bytes)))
    return measures
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** All hosts at once, one edit of each in turn; then, with the most servers, what else is told of them. */
async function edits(folder, servers, roots) {
  say(`edits: ${servers} servers, ${roots} roots`)
  const rounds = servers * roots > 10_000 ? 5 : 20
  const group = editGroup(servers, roots)
  return together(folder, { servers, roots }, async (hosts) => {
    const samples = await inTurn(hosts, rounds, async (host, round) => (await host.edit(round + 1)).took)
    const measures = asMeasures(group, 'ns', samples)
    if (servers !== 100) return measures
    if (roots === 10) return [...measures, ...(await idle(hosts)), ...(await memory(folder, hosts))]
    return [...measures, ...(await bursts(hosts, rounds))]
  })
}

async function bursts(hosts, after) {
  const bursts = await inTurn(hosts, 3, (host, round) => host.edit(after + 50 * (round + 1), 50))
  const only = (name) => Object.fromEntries(Object.entries(bursts).map(([host, all]) => [host, all.map((it) => it[name])]))
  return [...asMeasures('burst', 'ns', only('took')), ...asMeasures('answers', 'count', only('answers'))]
}

/** What 100 servers cost over none, after 50 edits in a burst. */
async function memory(folder, hosts) {
  for (const host of Object.values(hosts)) await host.edit(1000, 50)
  const full = Object.fromEntries(Object.entries(hosts).map(([name, host]) => [name, host.memory()]))
  const over = await together(folder, { servers: 0, roots: 10 }, async (empty) =>
    Object.fromEntries(Object.entries(empty).map(([name, host]) => [name, [full[name] - host.memory()]])),
  )
  return asMeasures('memory', 'bytes', over)
}

/** How often a host is woken in a second in which nothing happens. */
async function idle(hosts) {
  const SECONDS = 3
  const switches = ({ pid }) => Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1])
  const before = Object.fromEntries(Object.entries(hosts).map(([name, host]) => [name, switches(host)]))
  await sleep(SECONDS * 1000)
  const woken = Object.entries(hosts).map(([name, host]) => [name, [(switches(host) - before[name]) / SECONDS]])
  return asMeasures('idle', 'count', Object.fromEntries(woken))
}

async function calls(folder, bytes) {
  say(`calls of ${bytes} bytes`)
  const rounds = bytes > 1_000_000 ? 5 : 10
  const times = bytes > 1_000_000 ? 4 : bytes > 1000 ? 50 : 300
  const core = which('taskset') ? 0 : undefined
  const alone = await together(folder, { servers: 1, roots: 1, core }, (hosts) =>
    inTurn(hosts, rounds, async (host) => {
      const { calls } = await host.order({ do: 'call', server: 0, times, together: 1, bytes })
      return percentile(calls, 50)
    }),
  )
  const many = await together(folder, { servers: 1, roots: 1 }, (hosts) =>
    inTurn(hosts, rounds, async (host) => {
      const { took } = await host.order({ do: 'call', server: 0, times: times * 2, together: 32, bytes })
      return took / (times * 2)
    }),
  )
  return [...asMeasures(callGroup(bytes, 1), 'ns', alone), ...asMeasures(callGroup(bytes, 32), 'ns', many)]
}

/** Runs what is measured with one host of each kind. */
async function together(folder, options, body) {
  const hosts = {}
  try {
    for (const name of HOSTS) hosts[name] = await BenchHost.start({ command: commands[name], folder, ...options })
    return await body(hosts)
  } finally {
    for (const host of Object.values(hosts)) await host.stop()
  }
}

async function inTurn(hosts, rounds, sample) {
  const samples = Object.fromEntries(Object.keys(hosts).map((name) => [name, []]))
  // The first round warms up what learns while it runs.
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, host] of Object.entries(hosts)) {
      const taken = await sample(host, round)
      if (round > 0) samples[name].push(taken)
    }
  }
  return samples
}

function asMeasures(group, unit, samples) {
  return Object.entries(samples).map(([name, taken]) => ({ group, name, unit, samples: taken }))
}

const editGroup = (servers, roots) => `edit ${servers}/${roots}`
const callGroup = (bytes, together) => `call ${bytes} × ${together}`

const perHost = (group, title, ours, against = 'bare') =>
  HOSTS.map((name) => ({
    group,
    name,
    title: `${title}: ${name}`,
    against: name === against ? undefined : against,
    targets: name === 'paddock' ? ours : [],
  }))

const size = (bytes) => (bytes < 1024 ? `${bytes} B` : bytes < MEBIBYTE ? `${bytes / 1024} KiB` : `${bytes / MEBIBYTE} MiB`)
const plural = (count, word) => `${count} ${word}${count === 1 ? '' : 's'}`

/** @type {import('./measures.mjs').Row[]} */
export const rows = [
  ...SERVERS.flatMap((servers) =>
    ROOTS.flatMap((roots) =>
      perHost(editGroup(servers, roots), `an edit reaches ${plural(servers, 'server')}, ${roots} roots`, [{ of: 'ratio', atMost: 1.5 }]),
    ),
  ),
  ...perHost('burst', '50 edits back to back reach 100 servers, 1,000 roots', [{ of: 'median', atMost: 12 * MILLISECOND }]),
  ...perHost('answers', 'lists that a server is given meanwhile, at most', [{ of: 'median', atMost: 3 }]),
  ...perHost('memory', 'memory for 100 servers over none, after a burst', [{ of: 'median', atMost: 6 * MEBIBYTE }]),
  ...perHost('idle', 'wakes a second with nothing to do', [{ of: 'median', atMost: 0 }]),
  ...SIZES.flatMap((bytes) => [
    ...perHost(callGroup(bytes, 1), `a call of ${size(bytes)}, one after another`, [{ of: 'ratio', atMost: 1.3 }]),
    ...perHost(callGroup(bytes, 32), `a call of ${size(bytes)}, 32 at once`, [{ of: 'ratio', atMost: 1.3 }]),
  ]),
]
