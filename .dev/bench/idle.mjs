// What processes take while nothing happens: memory, and being woken.

import { readFileSync, readdirSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { Stop } from '../say.mjs'

/**
 * A process alone. One that has ended takes nothing and is never woken, and must not pass for idle.
 * @param {number} pid
 * @returns {number[]}
 */
export function itself(pid) {
  if (hasEnded(pid)) throw new Stop(`process ${pid} ended before it was measured`)
  return [pid]
}

/**
 * Processes, which must not have ended, and their descendants; each once.
 * @param {...number} pids
 * @returns {number[]}
 */
export function familyOf(...pids) {
  const parents = new Map(pids.flatMap(itself).map((pid) => [pid, 0]))
  for (const name of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const stat = read(`/proc/${name}/stat`)
    if (stat) parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
  }
  const isBelow = (one) => pids.includes(one) || (parents.has(one) && isBelow(parents.get(one)))
  return [...parents.keys()].filter(isBelow)
}

/** PSS of processes, in bytes (proc_pid_smaps_rollup). @param {number[]} pids */
export function sharesOf(pids) {
  return pids.reduce((sum, pid) => sum + shareOf(pid), 0)
}

function shareOf(pid) {
  const share = /^Pss:\s+(\d+) kB$/m.exec(read(`/proc/${pid}/smaps_rollup`))
  if (share) return Number(share[1]) * 1024
  if (!hasEnded(pid)) throw new Stop(`what memory process ${pid} takes can't be read`)
  return 0
}

/**
 * How often threads of processes are put to sleep and woken while so much time passes.
 * @param {() => number[]} processes asked before and after it: others may be there by then
 * @param {number} milliseconds
 */
export async function wokenIn(processes, milliseconds) {
  const before = switchesOf(processes())
  await delay(milliseconds)
  const after = switchesOf(processes())
  const woken = (task) => {
    if (before.has(task) && after.has(task)) return after.get(task) - before.get(task)
    // To begin or to end it was woken once, whatever is counted of it.
    return Math.max(1, after.get(task) ?? 0)
  }
  const tasks = new Set([...before.keys(), ...after.keys()])
  return [...tasks].reduce((sum, task) => sum + woken(task), 0)
}

/** How often each of their threads was put to sleep so far. */
function switchesOf(pids) {
  const tasks = pids.flatMap((pid) => tasksOf(pid))
  return new Map(tasks.map((task) => [task, Number(/^voluntary_ctxt_switches:\s+(\d+)$/m.exec(read(`${task}/status`))?.[1] ?? 0)]))
}

function tasksOf(pid) {
  const folder = `/proc/${pid}/task`
  try {
    return readdirSync(folder).map((task) => `${folder}/${task}`)
  } catch {
    return []
  }
}

/** Whether it is gone, or only left for its parent to take note of. */
function hasEnded(pid) {
  return !/^State:\s+[^ZX\s]/m.test(read(`/proc/${pid}/status`))
}

/** A process may end while it is looked at. */
function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
