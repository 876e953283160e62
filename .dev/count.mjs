// Reads from a test runner's output how many tests passed, failed and were skipped.

/** @typedef {{passed: number, failed: number, skipped: number}} Counts */

/**
 * One line for each test binary.
 * @param {string} output
 * @returns {Counts}
 */
export function countCargo(output) {
  const lines = [...output.matchAll(/^test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored;/gm)]
  return sum(lines.map(([, passed, failed, skipped]) => counts(passed, failed, skipped)))
}

/**
 * @param {string} output
 * @returns {Counts}
 */
export function countVitest(output) {
  const line = /^\s+Tests\s+(.+)$/m.exec(output)?.[1] ?? ''
  return counts(before(line, 'passed'), before(line, 'failed'), before(line, 'skipped'))
}

/**
 * node:test, in either of its two formats.
 * @param {string} output
 * @returns {Counts}
 */
export function countNode(output) {
  const after = (word) => new RegExp(`^[#ℹ] ${word} (\\d+)$`, 'm').exec(output)?.[1]
  return counts(after('pass'), Number(after('fail') ?? 0) + Number(after('cancelled') ?? 0), after('skipped'))
}

/**
 * A test that passed at its second try only is a failure: it proves nothing.
 * @param {string} output
 * @returns {Counts}
 */
export function countPlaywright(output) {
  const total = (word) => before(output.match(new RegExp(`^\\s+\\d+ ${word}`, 'm'))?.[0] ?? '', word)
  return counts(total('passed'), total('failed') + total('flaky') + total('did not run'), total('skipped'))
}

/**
 * @param {Counts[]} all
 * @returns {Counts}
 */
export function sum(all) {
  const total = counts(0, 0, 0)
  for (const { passed, failed, skipped } of all) {
    total.passed += passed
    total.failed += failed
    total.skipped += skipped
  }
  return total
}

function before(line, word) {
  return Number(new RegExp(`(\\d+) ${word}`).exec(line)?.[1] ?? 0)
}

function counts(passed, failed, skipped) {
  return { passed: Number(passed ?? 0), failed: Number(failed ?? 0), skipped: Number(skipped ?? 0) }
}
