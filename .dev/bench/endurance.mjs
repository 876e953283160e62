// What a day of use leaves behind, in miniature.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { say } from '../say.mjs'
import { BenchHost, buildWholeHost } from './hosts.mjs'
import { MEBIBYTE } from './measures.mjs'

const SAMPLES = 40
/** A call is two messages. */
const CALLS = 500_000
const RESTARTS = 10_000

export const title = 'What a day of use leaves behind'

export const about = `The whole host without its window: 10⁶ messages with one server, then 10,000 restarts of it. What the host holds is
looked at ${SAMPLES} times on the way; the last quarter of what was seen is put beside the first. It was used for a while
before, until all that is bounded is full.`

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
  const host = await BenchHost.start({ command, folder, servers: 1, roots: 0 })
  try {
    const call = (times) => ({ do: 'call', server: 0, times, together: 32, bytes: 64 })
    const restart = (times) => ({ do: 'restart', server: 0, times })
    for (const order of [restart(RESTARTS / 50), call(CALLS / 20)]) await host.order(order)
    const messages = await watch(host, 'messages', call(CALLS / SAMPLES))
    const restarts = await watch(host, 'restarts', restart(RESTARTS / SAMPLES))
    return [...messages, ...restarts]
  } finally {
    await host.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function watch(host, what, order) {
  const seen = { memory: [], open: [], threads: [] }
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    if (sample % 10 === 0) say(`${what}: ${sample} of ${SAMPLES} samples`)
    await host.order(order)
    seen.memory.push(host.memory())
    seen.open.push(host.open())
    seen.threads.push(host.threads())
  }
  return Object.entries(seen).flatMap(([name, samples]) => {
    const [group, unit] = [`${what}: ${name}`, name === 'memory' ? 'bytes' : 'count']
    return [
      { group, name: 'first', unit, samples: samples.slice(0, SAMPLES / 4) },
      { group, name: 'last', unit, samples: samples.slice(-SAMPLES / 4) },
    ]
  })
}

const WORDS = { memory: 'memory', open: 'open files, pipes and sockets', threads: 'threads' }
/** Pages that the allocator keeps come and go. */
const NOISE = MEBIBYTE

/** @type {import('./measures.mjs').Row[]} */
export const rows = ['messages', 'restarts'].flatMap((what) =>
  Object.entries(WORDS).flatMap(([name, word]) => {
    const [group, atMost] = [`${what}: ${name}`, name === 'memory' ? NOISE : 0]
    const times = what === 'messages' ? '10⁶ messages' : '10⁴ restarts'
    return [
      { group, name: 'first', title: `${word}, first quarter of ${times}` },
      { group, name: 'last', title: `${word}, last quarter of ${times}`, against: 'first', targets: [{ of: 'over', atMost }] },
    ]
  }),
)
