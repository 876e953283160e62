// Starts processes in groups of their own and takes them down again.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'

/**
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 */
export async function startProcess(command, args, options) {
  const child = spawn(command, args, { ...options, detached: true })
  await once(child, 'spawn')
  return child
}

/**
 * Signals a process and its group, and waits for the process; one that stays is killed with its group.
 * @param {import('node:child_process').ChildProcess} child
 * @param {{signal?: NodeJS.Signals, patience?: number}} [options] patience in milliseconds
 */
export async function endProcess(child, { signal = 'SIGTERM', patience = 5_000 } = {}) {
  if (hasEnded(child)) return
  const ended = once(child, 'exit')
  signalGroup(child, signal)
  const impatience = setTimeout(() => killGroup(child), patience)
  await ended
  clearTimeout(impatience)
}

/** @param {import('node:child_process').ChildProcess} child */
export function hasEnded(child) {
  return child.exitCode !== null || child.signalCode !== null
}

/**
 * Kills what is left of a process's group, also when the process itself is gone.
 * @param {import('node:child_process').ChildProcess} child
 */
export function killGroup(child) {
  signalGroup(child, 'SIGKILL')
}

function signalGroup(child, signal) {
  try {
    process.kill(-child.pid, signal)
  } catch (error) {
    if (error.code !== 'ESRCH') throw error
  }
}

/**
 * The first line that a stream brings.
 * @param {import('node:stream').Readable} stream
 * @returns {Promise<string | undefined>} undefined when it ends before a line is complete
 */
export async function firstLine(stream) {
  let text = ''
  for await (const chunk of stream) {
    text += chunk
    if (text.includes('\n')) return text.slice(0, text.indexOf('\n'))
  }
}

/**
 * Fails when a promise takes too long.
 * @template T
 * @param {Promise<T>} promise
 * @param {number} milliseconds
 * @param {string} what completes "timed out waiting for …"
 * @returns {Promise<T>}
 */
export function within(promise, milliseconds, what) {
  let timer
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`timed out waiting for ${what}`)), milliseconds)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}

/**
 * Asks until the answer is true enough.
 * @template T
 * @param {() => T | Promise<T>} ask
 * @param {{what: string, timeout?: number, every?: number, signal?: AbortSignal}} options
 *   in milliseconds; `what` completes "timed out waiting for …"
 * @returns {Promise<NonNullable<T>>}
 */
export async function until(ask, { what, timeout = 60_000, every = 50, signal }) {
  const deadline = performance.now() + timeout
  let failure
  for (;;) {
    try {
      const answer = await ask()
      if (answer) return answer
      failure = undefined
    } catch (error) {
      failure = error
    }
    if (performance.now() > deadline) throw new Error(`timed out waiting for ${what}`, { cause: failure })
    await delay(every, undefined, { signal })
  }
}
