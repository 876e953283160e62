// What a hostile server costs: the host, and the server beside it.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { say } from '../say.mjs'
import { BenchHost, buildWholeHost } from './hosts.mjs'
import { MEBIBYTE, percentile } from './measures.mjs'

/** What the server does from its first call on. */
const MANNERS = {
  flood: 'asks without end and reads no answer',
  giant: 'writes a line of 1 GiB',
  notify: 'sends 10⁶ notifications',
  deaf: 'reads nothing that it is sent',
}
const HOSTS = 3
const ROUNDS = 3
const CALLS = 2000
/** What nobody waits for and the hostile server is sent, so that there is something not to read. */
const UNREAD = { times: 16, bytes: 64 * 1024 }

export const title = 'What a hostile server costs'

export const about = `The whole host without its window runs two servers. One is called, one call after another, before and while
the other misbehaves. *Memory* is the most that the host ever held, over what it held before. A server that keeps a
core busy keeps it from the host as well.`

/** @type {string[]} */
let command

export function build() {
  command = buildWholeHost()
}

export function beside() {
  return undefined
}

/** @returns {Promise<import('./measures.mjs').Measure[]>} */
export async function measure() {
  const folder = mkdtempSync(path.join(tmpdir(), 'paddock-bench-'))
  try {
    const measures = []
    for (const manner of Object.keys(MANNERS)) measures.push(...(await suffer(folder, manner)))
    return measures
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function suffer(folder, manner) {
  say(`beside a server that ${MANNERS[manner]}`)
  const [before, meanwhile, held] = [[], [], []]
  for (let number = 0; number < HOSTS; number += 1) {
    const host = await BenchHost.start({ command, folder, servers: 2, roots: 0, manners: ['', manner] })
    try {
      // The first calls warm up.
      await late(host)
      for (let round = 0; round < ROUNDS; round += 1) before.push(await late(host))
      const idle = host.forgetPeak()
      await host.order({ do: 'begin', server: 1, ...UNREAD })
      for (let round = 0; round < ROUNDS; round += 1) meanwhile.push(await late(host))
      held.push(host.peak() - idle)
    } finally {
      await host.stop()
    }
  }
  return [
    { group: `p99 ${manner}`, name: 'before', unit: 'ns', samples: before },
    { group: `p99 ${manner}`, name: 'meanwhile', unit: 'ns', samples: meanwhile },
    { group: 'memory', name: manner, unit: 'bytes', samples: held },
  ]
}

async function late(host) {
  const { calls } = await host.order({ do: 'call', server: 0, times: CALLS, together: 1, bytes: 64 })
  return percentile(calls, 99)
}

/** @type {import('./measures.mjs').Row[]} */
export const rows = Object.entries(MANNERS).flatMap(([manner, does]) => [
  { group: `p99 ${manner}`, name: 'before', title: `p99 of calls before the server beside ${does}` },
  { group: `p99 ${manner}`, name: 'meanwhile', title: 'meanwhile', against: 'before', targets: [{ of: 'ratio', atMost: 2 }] },
  { group: 'memory', name: manner, title: 'memory', targets: [{ of: 'p95', atMost: 16 * MEBIBYTE }] },
])
