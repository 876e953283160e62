// The official conformance suite, played by a client that calls a server through Paddock, as an AI app
// does, and without it: what the suite finds must be the same. One server was made for the suite and
// has all that it asks for; the other is the files server. What is not played or found otherwise, and
// why, is in everything-scenarios.json.

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
import { byScenario, listedIn, run, withStatus } from './suite.mjs'

const HERE = import.meta.dirname
const CONSENT = path.join(HERE, '..', 'clients', 'consent.py')
const PATIENCE = 120_000
const PROGRAMS = path.join(TARGET, 'debug')
const PADDOCK = path.join(PROGRAMS, 'paddock')
const MODERN = '2026-07-28'
/** How the suite is asked for the scenarios of each revision, and of what extends the newest. */
const ALL = {
  '2025-06-18': [['--suite', 'all', '--spec-version', '2025-06-18']],
  '2025-11-25': [['--suite', 'all', '--spec-version', '2025-11-25']],
  [MODERN]: [['--requirements', MODERN], ...['directory', 'enumeration', 'manifest'].map((of) => ['--scenario', `sep-2640-skills-${of}`])],
}
const { played: ofFiles } = read('server-scenarios.json')
const { left, differs } = read('everything-scenarios.json')

const home = realpathSync(mkdtempSync(path.join(tmpdir(), 'paddock-official-relayed-')))
const folder = path.join(home, 'granted')
const env = { HOME: home, PATH: '/usr/local/bin:/usr/bin:/bin', SHELL: '/bin/sh' }
const FILES = [path.join(PROGRAMS, 'paddock-files'), folder]

const children = []
let suite
let files

before(async () => {
  suite = await ensureSuite()
  mkdirSync(folder)
  writeFileSync(path.join(folder, 'a.txt'), 'a')
  files = await served('papers', FILES)
  await consented('grant', folder, 'papers')
  await consented('scope', 'papers', 'all')
})

after(async () => {
  for (const child of children) {
    const ended = once(child, 'exit')
    child.stdin.end()
    await ended
  }
  await asked(PADDOCK, 'quit')
  rmSync(home, { recursive: true, force: true, maxRetries: 5 })
})

describe('official suite, through Paddock', { concurrency: 1, timeout: PATIENCE * 20 }, () => {
  const played = new Map()

  for (const [revision, scenarios] of Object.entries(ALL)) {
    it(`finds nothing wrong with the server made for it in ${revision}, and the same through Paddock`, { timeout: PATIENCE }, async (t) => {
      const [direct, relayed] = await found(await everything(revision), scenarios)
      for (const [scenario, checks] of direct) {
        if (isLeft(scenario)) continue
        await t.test(scenario, () => {
          assert.deepEqual(shown(withStatus(checks, 'FAILURE', 'WARNING')), [])
          assert.ok(withStatus(checks, 'SUCCESS').length > 0)
          const through = relayed.get(scenario)
          const differing = differs.filter((it) => it.scenario === scenario).map(({ found }) => found)
          if (differing.length > 0) assert.deepEqual(outlined(withStatus(through, 'FAILURE', 'WARNING')), differing)
          else assert.deepEqual(shown(through), shown(checks))
        })
      }
      played.set(revision, direct)
    })
  }

  it('every scenario of the suite was played or is left for a reason', async () => {
    const { stdout } = await run(suite, 'list', '--server')
    const listed = listedIn(stdout)
    assert.ok(listed.length > 50, stdout)
    for (const { scenario, revisions } of listed.filter(({ scenario }) => !isLeft(scenario))) {
      for (const revision of revisions) {
        const playedIn = played.get(revision === 'extension' ? MODERN : revision)
        assert.ok(playedIn?.has(scenario), `${scenario} in ${revision}`)
      }
    }
    for (const { scenarios, why } of left) assert.ok(why && listed.some(({ scenario }) => scenario.startsWith(scenarios)), scenarios)
  })

  it('asks where the app works in place of the first answer, once', { timeout: PATIENCE }, async () => {
    const [direct, relayed] = await everything(MODERN)
    const scenario = 'tools-call-simple-text'
    const which = [['--scenario', scenario, '--spec-version', MODERN]]
    const call = async () => (await foundAt(relayed, which)).get(scenario)
    const [first] = await call()
    assert.deepEqual(first.details.result, { resultType: 'input_required', inputRequests: { 'paddock:roots': { method: 'roots/list' } } })
    const without = await foundAt(direct, which)
    assert.deepEqual(shown(await call()), shown(without.get(scenario)))
  })

  for (const revision of Object.keys(ALL)) {
    it(`finds the same of the files server in ${revision}`, { timeout: PATIENCE }, async (t) => {
      const [direct, relayed] = await found(files, [['--suite', 'all', '--spec-version', revision]])
      for (const { scenario } of ofFiles.filter((it) => it.revision === revision)) {
        await t.test(scenario, () => {
          assert.ok(withStatus(direct.get(scenario), 'SUCCESS').length > 0)
          assert.deepEqual(outlined(relayed.get(scenario)), outlined(direct.get(scenario)))
        })
      }
    })
  }

  it('was played through Paddock', async () => {
    const { records } = JSON.parse(await asked(PADDOCK, '--json', 'activity'))
    assert.ok(records.length > 0)
    assert.ok(JSON.stringify(records).includes('Suite'))
  })
})

const isLeft = (scenario) => left.some(({ scenarios }) => scenario.startsWith(scenarios))

/** What the suite finds at each of these addresses, at the same time. */
function found(urls, which) {
  return Promise.all(urls.map((url) => foundAt(url, which)))
}

async function foundAt(url, which) {
  const results = mkdtempSync(path.join(home, 'results-'))
  for (const scenarios of which) await run(suite, 'server', '--url', url, ...scenarios, '--output-dir', results)
  return byScenario(results)
}

const outlined = (checks) => checks.map(({ id, status, errorMessage = '' }) => `${id}: ${status} ${errorMessage}`)

/** What is another in every run: addresses, ids, times, and how often a task is asked about. */
const PASSING = /127\.0\.0\.1:\d+|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|\d{13}|"messagesValidated":\d+/g

/** With what was seen. */
function shown(checks) {
  const lines = outlined(checks)
  return checks.map(({ details = {} }, index) => `${lines[index]} ${JSON.stringify(details).replaceAll(PASSING, '…')}`)
}

const known = new Set()

/** Where the server that was made for the suite is, directly and through Paddock. */
function everything(revision) {
  return served(`everything-${revision}`, [process.execPath, path.join(HERE, 'everything', 'server.mjs'), revision])
}

async function served(name, command) {
  if (!known.has(name)) {
    await asked(PADDOCK, 'servers', 'add', name, '--', ...command)
    await consented('servers', 'trust', name)
  }
  known.add(name)
  return Promise.all([serve(command), serve([PADDOCK, 'run', name, '--app', 'Suite'])])
}

async function serve(command) {
  const child = spawn(process.execPath, [path.join(HERE, 'serve.mjs'), ...command], { env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'inherit'] })
  children.push(child)
  const [url] = await once(createInterface({ input: child.stdout }), 'line')
  return url
}

const consented = (...args) => asked('python3', CONSENT, PADDOCK, ...args)

async function asked(program, ...args) {
  const { stdout } = await promisify(execFile)(program, args, { env, timeout: PATIENCE })
  return stdout
}

function read(name) {
  return JSON.parse(readFileSync(path.join(HERE, name), 'utf8'))
}
