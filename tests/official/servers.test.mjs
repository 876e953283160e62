// The official conformance suite, played by a client: it calls the files server, which serve.mjs
// puts behind HTTP. What is played, and what not, is in server-scenarios.json.

import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { TARGET } from '../../.dev/setup.mjs'
import { ensureSuite } from './setup.mjs'

const HERE = import.meta.dirname
const PATIENCE = 120_000
const SERVER = path.join(process.env.CARGO_TARGET_DIR ?? TARGET, 'debug', 'paddock-files')
const { played, left } = JSON.parse(readFileSync(path.join(HERE, 'server-scenarios.json'), 'utf8'))

let suite
let folder
let server
let url

before(async () => {
  suite = await ensureSuite()
  folder = mkdtempSync(path.join(tmpdir(), 'paddock-official-server-'))
  writeFileSync(path.join(folder, 'a.txt'), 'a')
  server = spawn(process.execPath, [path.join(HERE, 'serve.mjs'), SERVER, folder], { stdio: ['pipe', 'pipe', 'inherit'] })
  ;[url] = await once(createInterface({ input: server.stdout }), 'line')
})

after(async () => {
  const ended = once(server, 'exit')
  server.stdin.end()
  await ended
  rmSync(folder, { recursive: true, force: true })
})

describe('official suite, of servers', { concurrency: 1, timeout: PATIENCE * 20 }, () => {
  for (const { scenario, revision, except = {} } of played) {
    it(`${scenario} in ${revision}`, { timeout: PATIENCE }, async () => {
      const results = mkdtempSync(path.join(folder, 'results-'))
      const stdout = await run('server', '--url', url, '--scenario', scenario, '--spec-version', revision, '--output-dir', results)
      const checks = checksIn(results)
      const wrong = checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING').map(({ id }) => id)
      assert.deepEqual([...new Set(wrong)].sort(), Object.keys(except).sort(), stdout)
      assert.ok(checks.some(({ status }) => status === 'SUCCESS'), stdout)
    })
  }

  it('every scenario of the suite is played or left for a reason', async () => {
    const stdout = await run('list', '--server')
    const lines = [...stdout.matchAll(/^ {2}- (\S+) \[(.+)\]$/gm)]
    assert.ok(lines.length > 50, stdout)
    for (const [, name, revisions] of lines) {
      const isLeft = left.some(({ scenarios }) => name.startsWith(scenarios))
      const playedIn = played.filter(({ scenario }) => scenario === name).map(({ revision }) => revision)
      assert.equal(isLeft, playedIn.length === 0, name)
      if (!isLeft) assert.deepEqual(playedIn, revisions.split(','), name)
    }
    for (const { scenarios, why } of left) {
      assert.ok(why && lines.some(([, name]) => name.startsWith(scenarios)), scenarios)
    }
  })
})

/** What the suite prints; that a check failed is told by its files. */
async function run(...args) {
  const [node, main] = suite
  try {
    return (await promisify(execFile)(node, [main, ...args], { maxBuffer: 1 << 24 })).stdout
  } catch (error) {
    if (typeof error.code !== 'number') throw error
    return `${error.stdout}${error.stderr}`
  }
}

function checksIn(results) {
  const files = readdirSync(results, { recursive: true }).filter((file) => path.basename(file) === 'checks.json')
  return files.flatMap((file) => JSON.parse(readFileSync(path.join(results, file), 'utf8')))
}
