// The official conformance suite, played by a client: it calls the files server, which serve.mjs
// puts behind HTTP. What is played, and what not, is in server-scenarios.json.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, describe, it } from 'node:test'
import { TARGET } from '../../.dev/setup.mjs'
import { ensureSuite } from './setup.mjs'
import { assertAllListed, checksIn, run, withStatus } from './suite.mjs'

const HERE = import.meta.dirname
const PATIENCE = 120_000
const SERVER = path.join(TARGET, 'debug', 'paddock-files')
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
      const { stdout } = await run(suite, 'server', '--url', url, '--scenario', scenario, '--spec-version', revision, '--output-dir', results)
      const checks = checksIn(results)
      const wrong = withStatus(checks, 'FAILURE', 'WARNING').map(({ id }) => id)
      assert.deepEqual([...new Set(wrong)].sort(), Object.keys(except).sort(), stdout)
      assert.ok(withStatus(checks, 'SUCCESS').length > 0, stdout)
    })
  }

  it('every scenario of the suite is played or left for a reason', async () => {
    const { stdout } = await run(suite, 'list', '--server')
    assertAllListed(stdout, { least: 50, played, left })
  })
})
