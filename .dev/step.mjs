// One step of the test run: streamed, logged, timed and counted.

import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import { failedIn, reasonsIn, skippedIn } from './count.mjs'
import { endProcess, killGroup, startProcess, within } from './processes.mjs'
import { elapsed, say } from './say.mjs'

/** What stops each step that runs. */
const running = new Set()
const interrupt = () => Promise.all([...running].map((stop) => stop())).then(() => process.exit(130))

const QUIET = 60_000
const LEFTOVERS = 5_000

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {string[]} run the command
 * @property {number} limit minutes
 * @property {(output: string) => import('./count.mjs').Counts} [count]
 * @property {string[]} [needs] names of steps
 * @property {boolean} [beside] it gives way to whatever else runs, and its output is shown when it is over
 * @property {boolean} [alone] nothing else runs meanwhile
 */

/**
 * @param {Step} step
 * @param {{env: NodeJS.ProcessEnv, log: string}} options
 */
export async function runStep(step, { env, log }) {
  const began = performance.now()
  const file = createWriteStream(log)
  const { code, output } = await runLogged(step, env, file)
  await new Promise((resolve) => file.end(resolve))
  const counts = countsOf(step, code, output)
  const ok = counts.failed === 0
  const skipped = step.count ? skippedIn(output) : []
  const failed = step.count && !ok ? failedIn(output) : []
  const reasons = step.count && !ok ? reasonsIn(output) : []
  return { name: step.name, ok, took: elapsed(began), counts, skipped, failed, reasons, log }
}

async function runLogged({ run, name, limit, beside }, env, file) {
  const began = performance.now()
  const [command, ...args] = beside ? ['nice', '-n', '10', ...run] : run
  const child = await startProcess(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(child, 'exit')
  const closed = once(child, 'close')
  const stop = () => endProcess(child).then(() => killGroup(child))
  running.add(stop)
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt)

  let output = ''
  const quiet = setInterval(() => say(`${name}: still running after ${elapsed(began)}`), QUIET)
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      quiet.refresh()
      if (!beside) process.stdout.write(text)
      file.write(text)
      output += text
    })
  }
  const late = setTimeout(() => {
    say(`${name}: stopped, since it took more than ${limit} minutes`)
    void stop()
  }, limit * 60_000)

  let [code] = await ended
  clearTimeout(late)
  try {
    await within(closed, LEFTOVERS, 'the output to close')
  } catch {
    say(`${name}: failed, since it left a process behind that holds its output`)
    killGroup(child)
    for (const stream of [child.stdout, child.stderr]) stream.destroy()
    code = 1
  }
  clearInterval(quiet)
  process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
  running.delete(stop)
  if (beside) process.stdout.write(output)
  return { code, output: stripVTControlCharacters(output) }
}

/** A failure that no test owns up to counts as one, and so does a test run without tests, but not one that skips them all. */
function countsOf({ name, count }, code, output) {
  const counts = count ? count(output) : { passed: 0, failed: 0, skipped: 0 }
  const ranNothing = count !== undefined && counts.passed + counts.failed + counts.skipped === 0
  if (ranNothing) say(`${name}: no test ran`)
  if (counts.failed === 0 && (code !== 0 || ranNothing)) counts.failed = 1
  return counts
}
