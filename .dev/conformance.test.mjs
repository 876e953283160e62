// The report says what passed, and nothing else.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { marked } from './conformance.mjs'
import { ROOT } from './setup.mjs'

const page = readFileSync(path.join(ROOT, 'docs', 'conformance.md'), 'utf8')
const checks = [...page.matchAll(/^\| .*\| `(\w+)` \|/gm)].map(([, name]) => name)
const all = {
  rust: checks
    .flatMap((name) => ['2024_11_05', '2025_03_26', '2025_06_18', '2025_11_25', '2026_07_28'].map((date) => `test conformance::${name}::in_${date} ... ok`))
    .join('\n'),
  official: [...page.matchAll(/^\| `(\S+)` \| (\d.*) \|$/gm)]
    .flatMap(([, name, revisions]) => revisions.split(', ').map((revision) => `    ok 1 - ${name} in ${revision}`))
    .join('\n'),
}

describe('conformance report', () => {
  it('is as committed where everything passed', () => {
    assert.ok(checks.length > 80, `${checks.length} checks`)
    assert.deepEqual(marked(page, all), { page, crosses: 0 })
  })

  it('has a cross for a check that failed in one revision', () => {
    const name = 'msg_1_ids_are_used_once'
    const rust = all.rust.replace(`${name}::in_2025_03_26 ... ok`, `${name}::in_2025_03_26 ... FAILED`)
    const { page: report, crosses } = marked(page, { ...all, rust })
    assert.equal(crosses, 1)
    assert.match(report, /`msg_1_ids_are_used_once` \| ✓ \| ✗ \| ✓ \| ✓ \| ✓ \|/)
  })

  it('has a cross for whatever was not run', () => {
    assert.ok(marked(page, { rust: '', official: '' }).crosses > 300)
    const official = all.official.replace('ok 1 - initialize in 2025-11-25', 'not ok 1 - initialize in 2025-11-25')
    assert.match(marked(page, { ...all, official }).page, /`initialize` \| 2025-06-18, 2025-11-25 ✗ \|/)
  })
})
