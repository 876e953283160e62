// What /proc says of processes.

import { readFileSync, readdirSync } from 'node:fs'

/** @typedef {{pid: number, parent: number, name: string, state: string}} Process */

/** @returns {Process[]} */
function all() {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name)).flatMap((name) => one(Number(name)) ?? [])
}

/** @returns {Process | undefined} */
function one(pid) {
  const stat = read(`/proc/${pid}/stat`)
  const found = /^\d+ \((.*)\) (\S) (\d+)/s.exec(stat)
  return found ? { pid, name: found[1], state: found[2], parent: Number(found[3]) } : undefined
}

/** Children of a process, and theirs. @param {number | undefined} pid */
export function descendants(pid) {
  if (pid === undefined) return []
  const processes = all()
  const below = (parent) => processes.filter((it) => it.parent === parent).flatMap((it) => [it, ...below(it.pid)])
  return below(pid)
}

/** Processes that were started with this home. @param {string} home */
export function ofHome(home) {
  const has = ({ pid }) => read(`/proc/${pid}/environ`).split('\0').includes(`HOME=${home}`)
  return all().filter(has)
}

/** One that only waits for its parent to hear of its end has ended. @param {number} pid */
export function isAlive(pid) {
  const process = one(pid)
  return process !== undefined && process.state !== 'Z'
}

/** @param {number[]} pids */
export function kill(pids) {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch (error) {
      if (error.code !== 'ESRCH') throw error
    }
  }
}

function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
