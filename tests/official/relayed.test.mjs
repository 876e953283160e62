// The official conformance suite, played by a client that calls the files server through Paddock, as
// an AI app does, and without it: what the suite finds must be the same.

import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { TARGET } from '../../.dev/setup.mjs'
import { ensureSuite } from './setup.mjs'
import { checksIn, run, withStatus } from './suite.mjs'

const HERE = import.meta.dirname
const CONSENT = path.join(HERE, '..', 'clients', 'consent.py')
const PATIENCE = 120_000
const PROGRAMS = path.join(TARGET, 'debug')
const PADDOCK = path.join(PROGRAMS, 'paddock')
const { played } = JSON.parse(readFileSync(path.join(HERE, 'server-scenarios.json'), 'utf8'))

const home = realpathSync(mkdtempSync(path.join(tmpdir(), 'paddock-official-relayed-')))
const folder = path.join(home, 'granted')
const env = { HOME: home, PATH: '/usr/local/bin:/usr/bin:/bin', SHELL: '/bin/sh' }
const SERVER = [path.join(PROGRAMS, 'paddock-files'), folder]

let suite
let direct
let relayed

before(async () => {
  suite = await ensureSuite()
  mkdirSync(folder)
  writeFileSync(path.join(folder, 'a.txt'), 'a')
  await asked(PADDOCK, 'servers', 'add', 'papers', '--', ...SERVER)
  await asked('python3', CONSENT, PADDOCK, 'servers', 'trust', 'papers')
  await asked('python3', CONSENT, PADDOCK, 'grant', folder, 'papers')
  await asked('python3', CONSENT, PADDOCK, 'scope', 'papers', 'all')
  ;[direct, relayed] = await Promise.all([serve(SERVER), serve([PADDOCK, 'run', 'papers', '--app', 'Suite'])])
})

after(async () => {
  for (const { child } of [direct, relayed].filter(Boolean)) {
    const ended = once(child, 'exit')
    child.stdin.end()
    await ended
  }
  await asked(PADDOCK, 'quit')
  rmSync(home, { recursive: true, force: true, maxRetries: 5 })
})

describe('official suite, through Paddock', { concurrency: 1, timeout: PATIENCE * 20 }, () => {
  for (const { scenario, revision } of played) {
    it(`the same of ${scenario} in ${revision}`, { timeout: PATIENCE }, async () => {
      const [without, through] = [await found(direct, scenario, revision), await found(relayed, scenario, revision)]
      assert.ok(withStatus(without, 'SUCCESS').length > 0)
      assert.deepEqual(shown(through), shown(without))
    })
  }

  it('was played through Paddock', async () => {
    const { records } = JSON.parse(await asked(PADDOCK, '--json', 'activity'))
    assert.ok(records.length > 0)
    assert.ok(JSON.stringify(records).includes('Suite'))
  })
})

async function found({ url }, scenario, revision) {
  const results = mkdtempSync(path.join(home, 'results-'))
  await run(suite, 'server', '--url', url, '--scenario', scenario, '--spec-version', revision, '--output-dir', results)
  return checksIn(results)
}

const shown = (checks) => checks.map(({ id, status, errorMessage = '' }) => `${id}: ${status} ${errorMessage}`)

async function serve(command) {
  const child = spawn(process.execPath, [path.join(HERE, 'serve.mjs'), ...command], { env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'inherit'] })
  const [url] = await once(createInterface({ input: child.stdout }), 'line')
  return { child, url }
}

async function asked(program, ...args) {
  const { stdout } = await promisify(execFile)(program, args, { env, timeout: PATIENCE })
  return stdout
}
