// What folders cost: to be watched, and to be checked against.

import { spawnSync } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { Stop } from '../say.mjs'
import { ROOT, TARGET } from '../setup.mjs'
import { MILLISECOND } from './measures.mjs'

const WATCHER = ['test', '--locked', '--release', '-p', 'paddock-watcher', '--test', 'watcher']
const CHECK = ['bench', '--locked', '-p', 'paddock-core', '--bench', 'check']
const CRITERION = path.join(TARGET, 'criterion')
const VICTIMS = ['root', 'parent', 'grandparent']
const CHANGES = ['renamed', 'replaced', 'chmod 000', 'mounted over']
/** Paths that one sample checks. */
const PATHS = 100_000

export const title = 'What folders cost'

export const about = `A change is measured from its end until the app has seen what stands there now. A tree of 100,000
folders lies beneath the one root whose watches are counted; watched *recursively*, as the same library does
it, every folder takes one. Criterion measures the checks, of 100,000 paths at a time; what is shown is
one path.`

export function build() {
  for (const args of [WATCHER, CHECK]) {
    if (spawnSync('cargo', [...args, '--no-run'], { cwd: ROOT, stdio: 'inherit' }).status !== 0) {
      throw new Stop('what watches and checks folders could not be built: see above')
    }
  }
}

export function beside() {
  return undefined
}

/** @returns {import('./measures.mjs').Measure[]} */
export function measure() {
  return [...watched(), ...checked()]
}

function watched() {
  const args = [...WATCHER, '--', '--ignored', '--nocapture', '--test-threads=1', 'latency::', 'costs::over_a_large_tree']
  const { status, stderr } = spawnSync('cargo', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 26 })
  if (status !== 0) throw new Stop(`the watcher could not be measured: ${stderr.slice(-2000)}`)
  return stderr.split('\n').filter((line) => line.startsWith('{')).map((line) => JSON.parse(line))
}

function checked() {
  const { status } = spawnSync('cargo', [...CHECK, '--', '--noplot'], { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) throw new Stop('the checks could not be measured: see above')
  return ['check_grants', 'check_depth'].flatMap((group) =>
    readdirSync(path.join(CRITERION, group))
      .filter((name) => /^\d+$/.test(name))
      .map((name) => ({ group, name, unit: 'ns', samples: samplesOf(path.join(CRITERION, group, name)) })),
  )
}

function samplesOf(folder) {
  const { iters, times } = JSON.parse(readFileSync(path.join(folder, 'new', 'sample.json'), 'utf8'))
  return times.map((time, index) => time / iters[index] / PATHS)
}

const soon = { targets: [{ of: 'p95', atMost: 50 * MILLISECOND }] }
const sighting = (name) => ({ group: 'sighting', name, title: `${name}, until seen`, ...soon })
const check = (group, name, against, title, targets) => ({ group, name, against, title, targets })

/** @type {import('./measures.mjs').Row[]} */
export const rows = [
  { group: 'watches', name: 'ours', title: 'watches for one root over 100,000 folders', targets: [{ of: 'median', atMost: 8 }] },
  { group: 'watches', name: 'recursive', title: 'watches for the same root, recursively' },
  ...CHANGES.flatMap((change) => VICTIMS.flatMap((victim) => [sighting(`${victim} ${change}`), sighting(`${victim} ${change}, and back`)])),
  sighting('root removed'),
  check('check_grants', '1', undefined, 'a check against 1 grant'),
  ...['10', '100', '1000'].map((count) => check('check_grants', count, '1', `a check against ${count} grants`)),
  ...['4', '8', '16', '32'].map((parts) => check('check_depth', parts, parts === '4' ? undefined : '4', `a check of a path of ${parts} parts, 1,000 grants`)),
]
