import assert from 'node:assert/strict'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { ROOT } from './setup.mjs'

const decisions = readdirSync(path.join(ROOT, 'docs/decisions'))
const PAGES = ['.', 'docs', 'docs/readme'].flatMap((folder) =>
  readdirSync(path.join(ROOT, folder)).filter((name) => name.endsWith('.md')).map((name) => path.join(folder, name)),
)

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

test('every link between pages leads to a file', () => {
  const pages = [...PAGES, ...decisions.map((name) => `docs/decisions/${name}`)]
  for (const page of pages) {
    const text = readFileSync(path.join(ROOT, page), 'utf8')
    for (const [, link] of text.matchAll(/\]\((?!\w+:|#)([^)#\s]+)(?:#[^)\s]*)?\)/g)) {
      assert.ok(existsSync(path.join(ROOT, path.dirname(page), link)), `${page} links to ${link}`)
    }
  }
})

test('no paragraph of a page goes on and on', () => {
  for (const page of PAGES) {
    const lines = readFileSync(path.join(ROOT, page), 'utf8').split('\n')
    const long = lines.filter((line) => !line.startsWith('|') && line.length > 1800)
    assert.deepEqual(long.map((line) => line.slice(0, 60)), [], page)
  }
})

test('every translation of the README has all parts of it', () => {
  const read = (page) => readFileSync(path.join(ROOT, page), 'utf8')
  const english = partsOf(read('README.md'))
  assert.ok(english.headings > 5 && english.codes.length > 5 && english.pictures.length > 10, 'the page was read')
  for (const page of PAGES.filter((it) => it.startsWith('docs/readme'))) assert.deepEqual(partsOf(read(page)), english, page)
})

/** Its headings are counted. Code is the same in every language but for its comments. */
function partsOf(page) {
  const codes = [...page.matchAll(/^```(\w*)\n([^]*?)^```$/gm)]
  const prose = page.replaceAll(/^```[^]*?^```$/gm, '')
  return {
    headings: [...prose.matchAll(/^#+ /gm)].length,
    codes: codes.map(([, language, code]) => [language, code.replaceAll(/ *#.*$/gm, '')]),
    pictures: [...prose.matchAll(/screenshots\/([\w.-]+)/g)].map(([, file]) => file),
  }
}

test('every decision is short, and listed in both places', () => {
  const lists = ['ARCHITECTURE.md', 'docs/decisions/README.md'].map((page) => readFileSync(path.join(ROOT, page), 'utf8'))
  for (const name of decisions.filter((it) => it !== 'README.md')) {
    const text = readFileSync(path.join(ROOT, 'docs/decisions', name), 'utf8')
    assert.match(text, /^# .+\n\n- Date: \d{4}-\d\d-\d\d\n- Status: .+\n\n## Context\n[^]+\n## Decision\n[^]+\n## Consequences\n/, name)
    assert.ok(text.trimEnd().split('\n').length <= 25, `${name} is short`)
    for (const list of lists) assert.ok(list.includes(`${name})`), name)
  }
})

test('only the handle of the host knows its actor', () => {
  const sources = path.join(ROOT, 'crates/host/src')
  const files = readdirSync(sources, { recursive: true }).filter((it) => it.endsWith('.rs') && !it.startsWith('actor'))
  const knowing = files.filter((it) => /\b(crate|super)::(\{[^}]*\b)?actor\b/.test(readFileSync(path.join(sources, it), 'utf8')))
  assert.deepEqual(knowing, ['handle.rs'])
})

test('every source file that ARCHITECTURE.md names is there', () => {
  const text = readFileSync(path.join(ROOT, 'ARCHITECTURE.md'), 'utf8')
  const named = [...text.matchAll(/`([\w-]+\/[\w/.-]+\.(?:rs|ts|svelte|mjs))`/g)].map(([, file]) => file)
  assert.ok(named.length > 20, `${named.length}`)
  const isThere = (file) => {
    const ofCrate = path.join('crates', file.replace('/', '/src/'))
    return [file, path.join('crates', file), ofCrate].some((it) => existsSync(path.join(ROOT, it)))
  }
  assert.deepEqual(named.filter((file) => !isThere(file)), [])
})
