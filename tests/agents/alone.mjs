// Plays agents in a network of their own, in which there is loopback and nothing else.

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { endProcess } from '../../.dev/processes.mjs'

/** Whoever is not root has to be it in a user namespace, to be let have a network. */
const UNSHARE = ['unshare', process.getuid() === 0 ? '-n' : '-rn', 'sh', '-c', 'ip link set lo up && exec "$@"', '--']

/** Whether this system lets us have a network of our own. */
export function canBeAlone() {
  const [command, ...args] = UNSHARE
  return spawnSync(command, [...args, 'true']).status === 0
}

/** A command as it runs without any network but loopback. @param {string[]} words @returns {string[]} */
export const withLoopbackOnly = (words) => [...UNSHARE, ...words]

/**
 * Plays one agent with the servers of these names, without any network.
 * @param {string} id @param {string[]} servers
 * @param {{minutes: number}} limit
 * @returns {Promise<{name: string, version: string, played: Record<string, import('./runs.mjs').Played>}>}
 */
export async function playAlone(id, servers, { minutes }) {
  const [command, ...args] = withLoopbackOnly([process.execPath, path.join(import.meta.dirname, 'one.mjs'), id, ...servers])
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'], detached: true })
  const late = setTimeout(() => void endProcess(child), minutes * 60_000)
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text) => (said += text))
  const [code] = await once(child, 'close')
  clearTimeout(late)
  if (code !== 0) throw new Error(`${id} could not be played in ${minutes} minutes: ${said}`)
  return JSON.parse(said.trim().split('\n').at(-1))
}
