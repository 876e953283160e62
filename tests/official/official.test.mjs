// The official conformance suite, played by a whole host: the suite starts `client`, which launches
// `bridge.mjs` as its server and plays the scenario. What is played, and what not, is in
// scenarios.json.

import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { TARGET } from '../../.dev/setup.mjs'
import { ensureSuite } from './setup.mjs'
import { assertAllListed, checksIn, run, withStatus } from './suite.mjs'

const HERE = import.meta.dirname
const PATIENCE = 120_000
const CLIENT = path.join(TARGET, 'debug', 'paddock-official-client')
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
      const { stdout, code } = await run(suite, 'client', '--command', command, '--scenario', scenario, '--spec-version', revision, '--output-dir', folder)
      const checks = checksIn(folder)
      assert.deepEqual(withStatus(checks, 'FAILURE', 'WARNING'), [], stdout)
      assert.ok(withStatus(checks, 'SUCCESS').length > 0, stdout)
      assert.equal(code, 0, stdout)
    })
  }

  it('every scenario of the suite is played or left for a reason', async () => {
    const { stdout } = await run(suite, 'list', '--client')
    assertAllListed(stdout, { least: 40, played, left })
  })
})
