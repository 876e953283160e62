// The official conformance suite, played by a whole host: the suite starts `client`, which launches
// `bridge.mjs` as its server and plays the scenario. What is played, and what not, is in
// scenarios.json.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { TARGET } from '../../.dev/setup.mjs'
import { ensureSuite } from './setup.mjs'

const HERE = import.meta.dirname
const PATIENCE = 120_000
const CLIENT = path.join(process.env.CARGO_TARGET_DIR ?? TARGET, 'debug', 'paddock-official-client')
const { played, left } = JSON.parse(readFileSync(path.join(HERE, 'scenarios.json'), 'utf8'))

let suite
let results

before(async () => {
  suite = await ensureSuite()
  results = mkdtempSync(path.join(tmpdir(), 'paddock-official-'))
})

after(() => rmSync(results, { recursive: true, force: true }))

describe('official suite', { concurrency: 1, timeout: PATIENCE * 20 }, () => {
  for (const { scenario, revision } of played) {
    it(`${scenario} in ${revision}`, { timeout: PATIENCE }, async () => {
      const folder = path.join(results, `${scenario}-${revision}`)
      const command = [CLIENT, process.execPath, path.join(HERE, 'bridge.mjs')].join(' ')
      const { stdout, code } = await run('client', '--command', command, '--scenario', scenario, '--spec-version', revision, '--output-dir', folder)
      const checks = checksIn(folder)
      const wrong = checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING')
      assert.deepEqual(wrong, [], stdout)
      assert.ok(checks.some(({ status }) => status === 'SUCCESS'), stdout)
      assert.equal(code, 0, stdout)
    })
  }

  it('every scenario of the suite is played or left for a reason', async () => {
    const { stdout } = await run('list', '--client')
    const lines = [...stdout.matchAll(/^ {2}- (\S+) \[(.+)\]$/gm)]
    assert.ok(lines.length > 40, stdout)
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

async function run(...args) {
  const [node, main] = suite
  try {
    return { ...(await promisify(execFile)(node, [main, ...args], { maxBuffer: 1 << 24 })), code: 0 }
  } catch (error) {
    if (typeof error.code !== 'number') throw error
    return { stdout: `${error.stdout}${error.stderr}`, code: error.code }
  }
}

/** What the suite found, from the files it wrote. */
function checksIn(folder) {
  const files = readdirSync(folder, { recursive: true }).filter((file) => path.basename(file) === 'checks.json')
  return files.flatMap((file) => JSON.parse(readFileSync(path.join(folder, file), 'utf8')))
}
