// The files server, driven by clients that others wrote: the SDKs of three languages, in every era
// they speak, and the Inspector's command line; by itself, and through Paddock.

import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { TARGET, ensureNodeModules } from '../../.dev/setup.mjs'
import { until } from '../../.dev/processes.mjs'
import { ensurePython } from '../peers/setup.mjs'

const HERE = import.meta.dirname
const PEERS = path.join(HERE, '..', 'peers')
const PATIENCE = 120_000
const PROGRAMS = path.join(process.env.CARGO_TARGET_DIR ?? TARGET, 'debug')
const SERVER = path.join(PROGRAMS, 'paddock-files')
const PADDOCK = path.join(PROGRAMS, 'paddock')
const MODULES = path.join(HERE, 'node_modules')
/** The Inspector wants a newer one than we need. */
const NODE = path.join(MODULES, 'node', 'bin', 'node')
const INSPECTOR = path.join(MODULES, '@modelcontextprotocol', 'inspector', 'clients', 'launcher', 'build', 'index.js')
const RMCP = path.join(TARGET, 'clients-rmcp')

let world
let folder
let python

before(async () => {
  await ensureNodeModules(HERE)
  await ensureNodeModules(PEERS)
  python = await ensurePython('mcp')
  const manifest = path.join(HERE, 'rmcp', 'Cargo.toml')
  const built = spawnSync('cargo', ['build', '--quiet', '--locked', '--manifest-path', manifest, '--target-dir', RMCP], { stdio: 'inherit' })
  assert.equal(built.status, 0)
  world = realpathSync(mkdtempSync(path.join(tmpdir(), 'paddock-clients-')))
  folder = path.join(world, 'granted')
  mkdirSync(folder)
  writeFileSync(path.join(folder, 'a.txt'), 'one\ntwo\n')
  writeFileSync(path.join(world, 'secret.txt'), 'secret')
})

after(() => rmSync(world, { recursive: true, force: true }))

const SDKS = [
  { name: 'TypeScript', revision: '2025-11-25', command: () => [NODE, path.join(HERE, 'client.mjs'), 'legacy'] },
  { name: 'TypeScript', revision: '2026-07-28', command: () => [NODE, path.join(HERE, 'client.mjs'), '2026-07-28'] },
  { name: 'Python', revision: '2025-11-25', command: () => [python, path.join(HERE, 'client.py'), 'legacy'] },
  { name: 'Python', revision: '2026-07-28', command: () => [python, path.join(HERE, 'client.py'), '2026-07-28'] },
  { name: 'rmcp', command: () => [path.join(RMCP, 'debug', 'client-rmcp')] },
]

describe('clients of others', { concurrency: 1, timeout: PATIENCE * 10 }, () => {
  for (const { name, revision, command } of SDKS) {
    it(`${name}${revision ? ` in ${revision}` : ''} grants a folder and uses it`, { timeout: PATIENCE }, async () => {
      const at = (file) => path.join(folder, file)
      const calls = [
        { name: 'read_text_file', arguments: { path: at('a.txt'), head: 1 } },
        { name: 'write_file', arguments: { path: at('b.txt'), content: 'written' } },
        { name: 'search_files', arguments: { path: folder, pattern: '*.txt' } },
        { name: 'read_media_file', arguments: { path: at('a.txt') } },
        { name: 'read_text_file', arguments: { path: path.join(world, 'secret.txt') } },
      ]
      const said = JSON.parse(await run(...command(), SERVER, folder, JSON.stringify(calls)))
      if (revision) assert.equal(said.revision, revision)
      const [read, , found, media, refused] = said.results ?? said
      assert.equal(read.content[0].text, 'one')
      assert.equal(read.structuredContent.content, 'one')
      assert.equal(readFileSync(at('b.txt'), 'utf8'), 'written')
      assert.equal(found.content[0].text, `${at('a.txt')}\n${at('b.txt')}`)
      assert.equal(Buffer.from(media.content[0].resource.blob, 'base64').toString(), 'one\ntwo\n')
      assert.equal(refused.isError, true)
      assert.match(refused.content[0].text, /outside the folders granted/)
      rmSync(at('b.txt'))
    })
  }

  for (const era of ['legacy', 'modern']) {
    it(`the Inspector lists and calls, in its ${era} era`, { timeout: PATIENCE }, async () => {
      const { tools } = await inspect(era, 'tools/list')
      assert.ok(tools.length >= 18 && tools.every(({ inputSchema, outputSchema }) => inputSchema && outputSchema))
      const read = await inspect(era, 'tools/call', '--tool-name', 'read_text_file', '--tool-arg', `path=${path.join(folder, 'a.txt')}`, 'tail=1')
      assert.equal(read.content[0].text, 'two')
    })
  }

  it('the Inspector lists and reads resources', { timeout: PATIENCE }, async () => {
    const uri = pathToFileURL(path.join(folder, 'a.txt')).href
    const { resources } = await inspect('legacy', 'resources/list')
    assert.deepEqual(resources.map((resource) => resource.uri), [uri])
    const { contents } = await inspect('legacy', 'resources/read', '--uri', uri)
    assert.equal(contents[0].text, 'one\ntwo\n')
  })
})

describe('clients of others, through Paddock', { concurrency: 1, timeout: PATIENCE * 10 }, () => {
  const paddock = (...args) => run(PADDOCK, ...args)
  const grant = () => run(python, path.join(HERE, 'consent.py'), PADDOCK, 'grant', folder, 'Files', '--access', 'write-all')

  after(() => paddock('quit'))

  for (const { name, revision, command } of SDKS) {
    const era = revision ? ` in ${revision}` : ''
    const app = `${name}${era}`
    const calls = async (wanted) => {
      const said = JSON.parse(await run(...command(), shimOf(app), folder, JSON.stringify(wanted)))
      return said.results ?? said
    }

    it(`${app} reaches nothing before it is granted`, { timeout: PATIENCE }, async () => {
      const [refused] = await calls([read()])
      assert.equal(refused.isError, true)
      assert.match(refused.content[0].text, /no folder is granted|outside the folders granted/)
    })

    it(`${app} uses a folder until it is revoked, in one session`, { timeout: PATIENCE }, async () => {
      await grant()
      const b = path.join(folder, 'b.txt')
      const write = { name: 'write_file', arguments: { path: b, content: 'written' } }
      const secret = { name: 'read_text_file', arguments: { path: path.join(world, 'secret.txt') } }
      const revoke = { run: [PADDOCK, 'revoke', '--all'] }
      const [first, written, outside, revoked] = await calls([read(), write, secret, revoke, read()])
      assert.equal(first.content[0].text, 'one')
      assert.ok(!written.isError)
      assert.equal(readFileSync(b, 'utf8'), 'written')
      assert.equal(outside.isError, true)
      assert.equal(revoked.isError, true)
      rmSync(b)
    })

    it(`${app} uses the folder it works in once that is asked for and granted, in one session`, { timeout: PATIENCE }, async () => {
      const granted = { run: [process.execPath, path.join(HERE, 'grant-asked.mjs'), PADDOCK, folder] }
      const [refused, first] = await calls([read(), granted, read()])
      assert.equal(refused.isError, true)
      assert.equal(first.content[0].text, 'one')
      await paddock('revoke', '--all')
    })
  }

  it('leaves no session behind, and a record of what was called', { timeout: PATIENCE }, async () => {
    const { records } = JSON.parse(await paddock('--json', 'activity', '--kind', 'tool-called'))
    assert.equal(records.filter((record) => record.app).length, SDKS.length * 7)
    const ofApps = async () => JSON.parse(await paddock('--json', 'sessions')).sessions.filter((session) => session.app)
    await until(async () => (await ofApps()).length === 0, { what: 'the end of every session', timeout: PATIENCE })
  })

  const read = () => ({ name: 'read_text_file', arguments: { path: path.join(folder, 'a.txt'), head: 1 } })

  /** A program that is the server Files to an app. */
  function shimOf(app) {
    const shim = path.join(world, `files-${app.replaceAll(' ', '-')}`)
    writeFileSync(shim, `#!/bin/sh\nexec '${PADDOCK}' run Files --app "${app}"\n`, { mode: 0o755 })
    return shim
  }
})

describe('a client that cannot ask the person', { concurrency: 1, timeout: PATIENCE * 10 }, () => {
  const APP = 'An SDK that asks nothing'
  const ELICIT = 'trigger-elicitation-request'
  const SAMPLE = 'trigger-sampling-request'
  let shim
  const paddock = (...args) => run(PADDOCK, ...args)
  const atTerminal = (...args) => run(python, path.join(HERE, 'consent.py'), PADDOCK, ...args)
  const call = async (tool, args) => JSON.parse(await run(NODE, path.join(HERE, 'asked.mjs'), shim, tool, JSON.stringify(args)))

  before(async () => {
    const everything = path.join(PEERS, 'node_modules', '@modelcontextprotocol', 'server-everything', 'dist', 'index.js')
    await atTerminal('servers', 'add', 'Everything', '--', process.execPath, everything, 'stdio')
    await atTerminal('servers', 'trust', 'Everything')
    shim = path.join(world, 'everything')
    writeFileSync(shim, `#!/bin/sh\nexec '${PADDOCK}' run Everything --app "${APP}"\n`, { mode: 0o755 })
  })

  after(() => paddock('quit'))

  it('is not offered what needs the person', { timeout: PATIENCE }, async () => {
    assert.equal(await call(ELICIT, {}), null)
    assert.equal(await call(SAMPLE, { prompt: 'x' }), null)
  })

  it('is helped out by Paddock, once that is switched on', { timeout: PATIENCE }, async () => {
    await atTerminal('apps', 'ask', APP, 'on')
    const form = call(ELICIT, {})
    const asked = await waits()
    assert.deepEqual([asked.kind, asked.of.app], ['form', APP])
    await atTerminal('requests', 'answer', String(asked.id), '--field', 'name=Ada')
    assert.match(JSON.stringify(await form), /Ada/)

    const sampled = call(SAMPLE, { prompt: 'What is my name?' })
    const wanted = await waits()
    assert.equal(wanted.kind, 'sampling')
    await atTerminal('requests', 'answer', String(wanted.id), '--text', 'Forty-two')
    assert.match(JSON.stringify(await sampled), /Forty-two/)
  })

  it('has what was declined declined, and leaves nothing that waits', { timeout: PATIENCE }, async () => {
    const form = call(ELICIT, {})
    const { id } = await waits()
    await paddock('requests', 'deny', String(id))
    assert.match(JSON.stringify(await form), /declined/i)
    assert.deepEqual(await requests(), [])
  })

  const requests = async () => JSON.parse(await paddock('--json', 'requests')).requests
  const waits = () => until(async () => (await requests())[0], { what: 'a request', timeout: PATIENCE })
})

/** What the Inspector prints. Its file of servers is where it grants roots. */
async function inspect(era, method, ...more) {
  const config = path.join(world, 'servers.json')
  const files = { command: SERVER, args: [], roots: [{ uri: pathToFileURL(folder).href }], protocolEra: era }
  writeFileSync(config, JSON.stringify({ mcpServers: { files } }))
  return JSON.parse(await run(NODE, INSPECTOR, '--cli', '--config', config, '--server', 'files', '--method', method, ...more))
}

async function run(program, ...args) {
  const env = { ...process.env, HOME: world, MCP_INSPECTOR_SECRET_STORE: 'memory' }
  return (await promisify(execFile)(program, args, { env, maxBuffer: 1 << 24 })).stdout
}
