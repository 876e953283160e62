// What the scripts tell the person in front of them.

/** A reason to stop that a person can act on: shown as one line, without a trace. */
export class Stop extends Error {}

/** @param {string} line */
export function say(line) {
  process.stdout.write(`paddock: ${line}\n`)
}

/**
 * Runs a script's body; a {@link Stop} ends it with its line and exit code 1.
 * @param {() => void | number | Promise<void | number>} body what to do; a number is the exit code
 */
export async function main(body) {
  try {
    process.exitCode = (await body()) ?? 0
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    process.stderr.write(`paddock: ${error.message}\n`)
    process.exitCode = 1
  }
}

/** @param {number} since milliseconds, as `performance.now()` gives them */
export function elapsed(since) {
  const seconds = (performance.now() - since) / 1000
  if (seconds < 60) return `${seconds.toFixed(1)} s`
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`
}
