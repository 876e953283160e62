// What processes take while nothing happens: memory, and being woken.

import { readFileSync, readdirSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

/**
 * A process and its descendants.
 * @param {number} pid
 * @returns {number[]}
 */
export function familyOf(pid) {
  const parents = new Map()
  for (const name of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const stat = read(`/proc/${name}/stat`)
    if (stat) parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
  }
  const isBelow = (one) => one === pid || (parents.has(one) && isBelow(parents.get(one)))
  return [...parents.keys()].filter(isBelow)
}

/** PSS of a process, in bytes (proc_pid_smaps_rollup). @param {number} pid */
export function shareOf(pid) {
  const share = /^Pss:\s+(\d+) kB$/m.exec(read(`/proc/${pid}/smaps_rollup`))
  return Number(share?.[1] ?? 0) * 1024
}

/**
 * How often threads of these processes are put to sleep and woken while so much time passes.
 * @param {number[]} pids
 * @param {number} milliseconds
 */
export async function wokenIn(pids, milliseconds) {
  const before = switchesOf(pids)
  await delay(milliseconds)
  // Threads that ended meanwhile were idle; one that is new was woken.
  return [...switchesOf(pids)].reduce((sum, [task, count]) => sum + count - (before.get(task) ?? 0), 0)
}

/** How often each of their threads was put to sleep so far. */
function switchesOf(pids) {
  const tasks = pids.flatMap((pid) => tasksOf(pid))
  const counts = tasks.map((task) => [task, /^voluntary_ctxt_switches:\s+(\d+)$/m.exec(read(`${task}/status`))?.[1]])
  return new Map(counts.filter(([, count]) => count).map(([task, count]) => [task, Number(count)]))
}

function tasksOf(pid) {
  const folder = `/proc/${pid}/task`
  try {
    return readdirSync(folder).map((task) => `${folder}/${task}`)
  } catch {
    return []
  }
}

/** A process may end while it is looked at. */
function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
