import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { ROOT } from './setup.mjs'

test('every test that docs/threats.md names is there', () => {
  const page = readFileSync(path.join(ROOT, 'docs/threats.md'), 'utf8')
  const named = [...page.matchAll(/`([\w/.-]+\.(?:rs|ts|mjs))::([^`]+)`/g)]
  assert.ok(named.length > 40, 'the page was read')
  for (const [, file, name] of named) {
    const source = readFileSync(path.join(ROOT, file), 'utf8')
    const declared = file.endsWith('.rs') ? `fn ${name}(` : `test("${name}"`
    assert.ok(source.includes(declared), `${file} has no test ${name}`)
  }
})

test('docs/security-model.md counts what docs/escape-suite.md lists', () => {
  const suite = readFileSync(path.join(ROOT, 'docs/escape-suite.md'), 'utf8')
  const [start, revoked] = suite.split(/^## /m).slice(1).map(probes)
  const page = readFileSync(path.join(ROOT, 'docs/security-model.md'), 'utf8')
  for (const [name, outcomes] of [
    ['Landlock, from the start', start.map(({ landlock }) => landlock)],
    ['Live mounts, from the start', start.map(({ live }) => live)],
    ['Live mounts, after a folder was taken back', revoked.map(({ live }) => live)],
  ]) {
    const kept = outcomes.filter((outcome) => outcome === 'blocked').length
    const network = outcomes.filter((outcome) => outcome.includes('while the network is open')).length
    const row = `| ${[name, outcomes.length, kept, network, outcomes.length - kept - network].join(' | ')} |`
    assert.ok(page.includes(row), row)
  }
})

function probes(section) {
  const rows = section.split('\n').filter((line) => line.startsWith('| `'))
  return rows.map((row) => {
    const cells = row.split(/(?<!\\)\|/).map((cell) => cell.trim())
    return { landlock: cells.at(-3), live: cells.at(-2) }
  })
}
