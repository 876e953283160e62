import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, it } from 'node:test'
import { countCargo, countNode, countPlaywright, countVitest, failedIn, reasonsIn, skippedIn, sum } from './count.mjs'
import { compare, parseMeasures, percentile, sectionsOf, table } from './bench/measures.mjs'
import { endProcess, hasEnded, startProcess, until, within } from './processes.mjs'
import { atLeast } from './setup.mjs'
import { unlessFresh } from './stamp.mjs'
import { runStep } from './step.mjs'

describe('counting tests', () => {
  it('adds up the test binaries of cargo', () => {
    const output = [
      'test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s',
      'test result: FAILED. 2 passed; 4 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s',
    ]
    assert.deepEqual(countCargo(output.join('\n')), { passed: 5, failed: 4, skipped: 1 })
  })

  it('takes a Rust test that says SKIPPED for skipped, once', () => {
    const output = 'SKIPPED a::b: no Git\n\nSKIPPED a::b: no Node.js\ntest result: ok. 3 passed; 0 failed; 1 ignored;\n'
    assert.deepEqual(countCargo(output), { passed: 2, failed: 0, skipped: 2 })
  })

  it('names what was skipped, and why', () => {
    const output = [
      '\nSKIPPED a::b: no Git',
      'SKIPPED a::b: no Git',
      'test c::d ... ignored, a measurement',
      'test e ... ignored',
      '  ﹣ installs (1.25ms) # only root can',
      'ok 3 - installs too # SKIP only root can',
    ]
    const names = ['a::b: no Git', 'c::d: a measurement', 'e', 'installs: only root can', 'installs too: only root can']
    assert.deepEqual(skippedIn(output.join('\n')), names)
  })

  it('names what failed, once', () => {
    const output = [
      'test a::b ... FAILED',
      'test a::c ... ok',
      '✖ starts (12.5ms)',
      '  ✖ a server that is only told (1ms)',
      'not ok 3 - ends',
      ' FAIL  ui/src/a.test.ts > sums',
      '  1) ui/tests/seen.spec.ts:42:1 › what is not seen is said ─────',
      '  1 failed',
      '    ui/tests/seen.spec.ts:42:1 › what is not seen is said ─────────',
      '✖ starts (12.5ms)',
    ]
    const names = ['a::b', 'starts', 'a server that is only told', 'ends', 'ui/src/a.test.ts > sums', 'ui/tests/seen.spec.ts:42:1 › what is not seen is said']
    assert.deepEqual(failedIn(output.join('\n')), names)
  })

  it('names a Rust test that never ended', () => {
    const output = ['test a::slow has been running for over 60 seconds', 'test a::hung has been running for over 60 seconds', 'test a::slow ... ok']
    assert.deepEqual(failedIn(output.join('\n')), ['a::hung (never ended)'])
  })

  it('says why tests failed', () => {
    const rust = '---- a::b stdout ----\n\nthread panicked at a.rs:1:1:\nleft: 1\nstack backtrace:\n  0: x\n\n\nfailures:\n    a::b\n'
    const node = '✖ a (1.5ms)\n  early\n✖ failing tests:\n\ntest at a.mjs:3:1\n✖ a (1.5ms)\n  AssertionError: once\n      at x\n'
    assert.deepEqual(reasonsIn(rust), ['---- a::b stdout ----\n\nthread panicked at a.rs:1:1:\nleft: 1'])
    assert.deepEqual(reasonsIn(node), ['✖ a (1.5ms)\n  AssertionError: once\n      at x'])
    const page = '  1) ui/tests/a.spec.ts:4:1 › a ───\n\n    Error: not focused\n\n    Call log:\n      - waits\n\n\n  1 failed\n    ui/tests/a.spec.ts:4:1 › a ───\n'
    assert.deepEqual(reasonsIn(page), ['1) ui/tests/a.spec.ts:4:1 › a ───\n\n    Error: not focused\n\n    Call log:\n      - waits'])
  })

  it('takes the tests of Vitest, not its files', () => {
    const output = ' Test Files  1 failed | 1 passed (2)\n      Tests  1 failed | 7 passed | 2 skipped (10)\n'
    assert.deepEqual(countVitest(output), { passed: 7, failed: 1, skipped: 2 })
  })

  it('reads both formats of node:test', () => {
    const tap = '# pass 4\n# fail 1\n# cancelled 2\n# skipped 3\n'
    assert.deepEqual(countNode(tap), { passed: 4, failed: 3, skipped: 3 })
    assert.deepEqual(countNode(tap.replaceAll('#', 'ℹ')), { passed: 4, failed: 3, skipped: 3 })
  })

  it('counts a flaky browser test as failed', () => {
    const output = '  1 failed\n    a.spec.ts:1:1 › x\n  2 flaky\n    b\n  1 skipped\n  3 did not run\n  12 passed (4.2s)\n'
    assert.deepEqual(countPlaywright(output), { passed: 12, failed: 6, skipped: 1 })
  })

  it('finds nothing in nothing', () => {
    const none = { passed: 0, failed: 0, skipped: 0 }
    for (const count of [countCargo, countVitest, countNode, countPlaywright]) assert.deepEqual(count('error'), none)
    assert.deepEqual(sum([]), none)
  })
})

describe('measuring', () => {
  const measure = (name, samples, more) => ({ group: 'launch', name, unit: 'ns', samples, ...more })
  const row = (name, more) => ({ group: 'launch', name, title: name, ...more })

  it('reads a measure a line', () => {
    const measures = [measure('plain', [1]), measure('live', [2])]
    assert.deepEqual(parseMeasures(measures.map((it) => `${JSON.stringify(it)}\n`).join('')), measures)
  })

  it('takes the nearest rank', () => {
    const samples = Array.from({ length: 100 }, (_, index) => 100 - index)
    assert.deepEqual([percentile(samples, 50), percentile(samples, 95), percentile([7], 95)], [50, 95, 7])
  })

  it('puts samples of the same round beside each other', () => {
    const measures = [measure('plain', [10, 100, 1000]), measure('live', [30, 120, 1020])]
    const [{ over, ratio }] = compare(measures, [row('live', { against: 'plain' })])
    assert.deepEqual([over, ratio], [20, 1.2])
  })

  it('finds what a page says of each suite', () => {
    const page = '# Measured\n\nHow.\n\n## One\n\na\n\n### Part\n\n## Two\n\nb'
    assert.deepEqual([...sectionsOf(page)], [['One', '## One\n\na\n\n### Part\n'], ['Two', '## Two\n\nb\n']])
  })

  it('says which targets are missed, and which nothing is known about', () => {
    const measures = [measure('live', [5, 5, 9]), measure('slow', [6])]
    const targets = [{ of: 'median', atMost: 5 }, { of: 'p95', atMost: 8 }, { of: 'median', beat: 'slow' }, { of: 'median', beat: 'none' }]
    const [{ verdicts }] = compare(measures, [row('live', { targets })])
    assert.deepEqual(verdicts.map(({ met }) => met), [true, false, true, undefined])
  })

  it('shows a row that was not measured as such', () => {
    const shown = table(compare([], [row('live', { targets: [{ of: 'median', atMost: 5 }] })]))
    assert.match(shown, /\| live +\| not measured \|/)
    assert.doesNotMatch(shown, /missed/)
  })
})

describe('a step', () => {
  const step = (script, more) => ({ name: 'step', run: ['sh', '-c', script], limit: 1, ...more })

  it('fails with its command', async (t) => {
    const result = await runStep(step('exit 3'), { env: process.env, log: inFolder(t, 'log') })
    assert.equal(result.ok, false)
    assert.equal(result.counts.failed, 1)
  })

  it('fails when it should have run tests and ran none', async (t) => {
    const result = await runStep(step('true', { count: countCargo }), { env: process.env, log: inFolder(t, 'log') })
    assert.equal(result.ok, false)
  })

  it('is skipped with all of its tests', async (t) => {
    const script = 'echo "test a ... ignored, no user"; echo "test result: ok. 0 passed; 0 failed; 1 ignored; 0 measured"'
    const result = await runStep(step(script, { count: countCargo }), { env: process.env, log: inFolder(t, 'log') })
    assert.deepEqual([result.ok, result.counts.skipped, result.skipped], [true, 1, ['a: no user']])
  })

  it('fails when it leaves a process behind', async (t) => {
    const left = `setsid sh -c 'echo pid=$$; exec sleep 1000' & exit 0`
    const log = inFolder(t, 'log')
    const result = await runStep(step(left), { env: process.env, log })
    assert.equal(result.ok, false)
    process.kill(Number(/pid=(\d+)/.exec(readFileSync(log, 'utf8'))[1]), 'SIGKILL')
  })

  it('is ok without tests when it needs none', async (t) => {
    const result = await runStep(step('true'), { env: process.env, log: inFolder(t, 'log') })
    assert.deepEqual([result.ok, result.counts.passed], [true, 0])
  })

  it('gives way when it goes on beside others', async (t) => {
    const log = inFolder(t, 'log')
    const result = await runStep(step('nice', { beside: true }), { env: process.env, log })
    assert.equal(result.ok, true)
    assert.ok(Number(readFileSync(log, 'utf8')) >= 10)
  })

  it('fails when its time is over', async (t) => {
    const result = await runStep(step('exec sleep 1000', { limit: 0.001 }), { env: process.env, log: inFolder(t, 'log') })
    assert.equal(result.ok, false)
  })
})

describe('a stamp', () => {
  it('makes again what was made from something else', async (t) => {
    const [source, output, stamp] = ['source', 'output', 'stamp'].map((name) => inFolder(t, name))
    let times = 0
    const make = () => {
      times++
      writeFileSync(output, '')
    }
    const build = () => unlessFresh({ stamp, inputs: [source], output, make })

    mkdirSync(source)
    writeFileSync(path.join(source, 'a'), 'one')
    await build()
    await build()
    assert.equal(times, 1)
    writeFileSync(path.join(source, 'a'), 'two')
    await build()
    assert.equal(times, 2)
    rmSync(output)
    await build()
    assert.equal(times, 3)
  })
})

describe('a process', () => {
  it('ends with its group, even when none of it wants to', async () => {
    const child = await startProcess('sh', ['-c', 'trap "" TERM; echo ready; sleep 1000 & wait'], { stdio: ['ignore', 'pipe', 'ignore'] })
    // The whole group holds the pipe, so the end of the pipe is the end of all.
    const closed = new Promise((resolve) => child.stdout.on('close', resolve))
    await new Promise((resolve) => child.stdout.once('data', resolve))
    await endProcess(child, { patience: 100 })
    assert.ok(hasEnded(child))
    await within(closed, 20_000, 'the pipe to close')
  })
})

describe('waiting', () => {
  it('tells what it waited for and why that failed', async () => {
    const fails = () => Promise.reject(new Error('not yet'))
    await assert.rejects(until(fails, { what: 'the sun', timeout: 1, every: 1 }), (error) => {
      assert.equal(error.message, 'timed out waiting for the sun')
      assert.equal(error.cause.message, 'not yet')
      return true
    })
    await assert.rejects(within(new Promise(() => {}), 1, 'the moon'), /the moon/)
  })
})

describe('versions', () => {
  it('compare by number', () => {
    assert.ok(atLeast('1.95.0', '1.95'))
    assert.ok(atLeast('1.100.0', '1.95'))
    assert.ok(atLeast('22.0.0', '20.19'))
    assert.ok(!atLeast('20.9.0', '20.19'))
    assert.ok(!atLeast('1.94.9', '1.95'))
  })
})

/** A path in the test's own folder. */
function inFolder(t, name) {
  if (!folders.has(t)) {
    const folder = mkdtempSync(path.join(tmpdir(), 'paddock-scripts-'))
    folders.set(t, folder)
    t.after(() => rmSync(folder, { recursive: true, force: true }))
  }
  return path.join(folders.get(t), name)
}

const folders = new WeakMap()
