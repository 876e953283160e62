// Reads from a test runner's output how many tests passed, failed and were skipped, and which were skipped.

/** @typedef {{passed: number, failed: number, skipped: number}} Counts */

/**
 * One line for each test binary. A test that says SKIPPED, of itself or of a part of it, passes for cargo, and is
 * skipped here.
 * @param {string} output
 * @returns {Counts}
 */
export function countCargo(output) {
  const lines = [...output.matchAll(/^test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored;/gm)]
  const total = sum(lines.map(([, passed, failed, skipped]) => counts(passed, failed, skipped)))
  const said = new Set([...output.matchAll(/^SKIPPED (\S+): /gm)].map(([, name]) => name)).size
  return counts(total.passed - said, total.failed, total.skipped + said)
}

/**
 * The names of what was skipped, with the reasons that were given, each once: what Rust tests say, what cargo
 * ignores, and both formats of node:test. Those of Vitest and Playwright are only counted.
 * @param {string} output
 * @returns {string[]}
 */
export function skippedIn(output) {
  const forms = [
    /^SKIPPED (\S+): (.+)$/gm,
    /^test (\S+) \.\.\. ignored(?:, (.+))?$/gm,
    /^\s*﹣ (.+?) \([\d.]+ms\) # (.+)$/gm,
    /^\s*ok \d+ - (.+?) # SKIP ?(.*)$/gm,
  ]
  const found = forms.flatMap((form) => [...output.matchAll(form)])
  return [...new Set(found.map(([, name, why]) => (why ? `${name}: ${why}` : name)))]
}

/**
 * The names of what failed, each once, whichever of the runners said so, and of Rust tests that never ended.
 * @param {string} output
 * @returns {string[]}
 */
export function failedIn(output) {
  const forms = [
    /^test (\S+) \.\.\. FAILED$/gm,
    /^\s*✖ (.+?) \([\d.]+ms\)$/gm,
    /^\s*not ok \d+ - (.+)$/gm,
    /^ FAIL {2}(.+)$/gm,
    /^ {4}(?:\[\w+\] › )?(\S+\.spec\.ts:\d+:\d+ › .+?)[ ─]*$/gm,
  ]
  const found = forms.flatMap((form) => [...output.matchAll(form)])
  return [...new Set([...found.map(([, name]) => name), ...neverEnded(output)])]
}

function neverEnded(output) {
  const late = [...output.matchAll(/^test (\S+) has been running for over 60 seconds$/gm)].map(([, name]) => name)
  const ended = new Set([...output.matchAll(/^test (\S+) \.\.\. /gm)].map(([, name]) => name))
  return late.filter((name) => !ended.has(name)).map((name) => `${name} (never ended)`)
}

/**
 * The first lines of why tests failed, as far as Rust's, node:test and Playwright said so.
 * @param {string} output
 * @returns {string[]}
 */
export function reasonsIn(output) {
  const LINES = 12
  const atTheEnd = output.slice(output.indexOf('✖ failing tests:'))
  const forms = [
    [output, /^---- \S+ stdout ----\n[^]*?(?=\nstack backtrace:|\n\n\n|\n---- )/gm],
    [atTheEnd, /^✖ .+? \([\d.]+ms\)\n(?: {2}.*\n?)+/gm],
    [output, /^ {2}\d+\) \S*\.spec\.ts:\d+.*\n\n(?: {4}.*\n|\n(?! {2}\S))+/gm],
  ]
  const found = forms.flatMap(([text, form]) => [...text.matchAll(form)])
  return found.map(([reason]) => reason.trim().split('\n').slice(0, LINES).join('\n'))
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
