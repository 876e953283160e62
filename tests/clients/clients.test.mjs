// The files server, driven by clients that others wrote: the SDKs of three languages, in every era
// they speak, and the Inspector's command line; by itself, and through Paddock.

import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { until } from '../../.dev/processes.mjs'
import { Home, NODE, PADDOCK, PATIENCE, PEERS, PROGRAMS, SDKS, ensureSdks } from './sdks.mjs'

const HERE = import.meta.dirname
const SERVER = path.join(PROGRAMS, 'paddock-files')
const INSPECTOR = path.join(HERE, 'node_modules', '@modelcontextprotocol', 'inspector', 'clients', 'launcher', 'build', 'index.js')

const home = new Home()
const folder = home.path('granted')

before(async () => {
  await ensureSdks()
  mkdirSync(folder)
  writeFileSync(path.join(folder, 'a.txt'), 'one\ntwo\n')
  writeFileSync(home.path('secret.txt'), 'secret')
})

after(() => home.remove())

describe('clients of others', { concurrency: 1, timeout: PATIENCE * 10 }, () => {
  for (const sdk of SDKS) {
    it(`${sdk.app} grants a folder and uses it`, { timeout: PATIENCE }, async () => {
      const at = (file) => path.join(folder, file)
      const calls = [
        { name: 'read_text_file', arguments: { path: at('a.txt'), head: 1 } },
        { name: 'write_file', arguments: { path: at('b.txt'), content: 'written' } },
        { name: 'search_files', arguments: { path: folder, pattern: '*.txt' } },
        { name: 'read_media_file', arguments: { path: at('a.txt') } },
        { name: 'read_text_file', arguments: { path: home.path('secret.txt') } },
      ]
      const { revision, results } = await home.converse(sdk, SERVER, folder, calls)
      assert.equal(revision, sdk.revision)
      const [read, , found, media, refused] = results
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
  after(() => home.quit())

  for (const sdk of SDKS) {
    const { app } = sdk
    const calls = async (wanted) => (await home.converse(sdk, home.shim('Files', app), folder, wanted)).results

    it(`${app} reaches nothing before it is granted`, { timeout: PATIENCE }, async () => {
      const [refused] = await calls([read()])
      assert.equal(refused.isError, true)
      assert.match(refused.content[0].text, /no folder is granted|outside the folders granted/)
    })

    it(`${app} uses a folder until it is revoked, in one session`, { timeout: PATIENCE }, async () => {
      await home.atTerminal('grant', folder, 'Files', '--access', 'write-all')
      const b = path.join(folder, 'b.txt')
      const write = { name: 'write_file', arguments: { path: b, content: 'written' } }
      const secret = { name: 'read_text_file', arguments: { path: home.path('secret.txt') } }
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
      await home.paddock('revoke', '--all')
    })
  }

  it('has changed no tool, however its clients spoke', { timeout: PATIENCE }, async () => {
    assert.deepEqual(await home.changedTools('Files'), [])
  })

  it('leaves no session behind, and a record of what was called', { timeout: PATIENCE }, async () => {
    const { records } = await home.json('activity', '--kind', 'tool-called')
    assert.equal(records.filter((record) => record.app).length, SDKS.length * 7)
    const ofApps = async () => (await home.json('sessions')).sessions.filter((session) => session.app)
    await until(async () => (await ofApps()).length === 0, { what: 'the end of every session', timeout: PATIENCE })
  })

  const read = () => ({ name: 'read_text_file', arguments: { path: path.join(folder, 'a.txt'), head: 1 } })
})

describe('a client that cannot ask the person', { concurrency: 1, timeout: PATIENCE * 10 }, () => {
  const APP = 'An SDK that asks nothing'
  const ELICIT = 'trigger-elicitation-request'
  const SAMPLE = 'trigger-sampling-request'
  let shim
  const call = async (tool, args, ...more) => JSON.parse(await home.run(NODE, path.join(HERE, 'asked.mjs'), shim, tool, JSON.stringify(args), ...more))

  before(async () => {
    const everything = path.join(PEERS, 'node_modules', '@modelcontextprotocol', 'server-everything', 'dist', 'index.js')
    await home.atTerminal('servers', 'add', 'Everything', '--', process.execPath, everything, 'stdio')
    await home.atTerminal('servers', 'trust', 'Everything')
    shim = home.shim('Everything', APP)
  })

  after(() => home.quit())

  it('is not offered what needs the person', { timeout: PATIENCE }, async () => {
    assert.equal(await call(ELICIT, {}), null)
    assert.equal(await call(SAMPLE, { prompt: 'x' }), null)
  })

  it('is helped out by Paddock, once that is switched on', { timeout: PATIENCE }, async () => {
    await home.atTerminal('apps', 'ask', APP, 'on')
    const form = call(ELICIT, {}, 'offered')
    const asked = await waits()
    assert.deepEqual([asked.kind, asked.of.app], ['form', APP])
    await home.atTerminal('requests', 'answer', String(asked.id), '--field', 'name=Ada')
    assert.match(JSON.stringify(await form), /Ada/)

    const sampled = call(SAMPLE, { prompt: 'What is my name?' }, 'offered')
    const wanted = await waits()
    assert.equal(wanted.kind, 'sampling')
    await home.atTerminal('requests', 'answer', String(wanted.id), '--text', 'Forty-two')
    assert.match(JSON.stringify(await sampled), /Forty-two/)
  })

  it('has what was declined declined, and leaves nothing that waits', { timeout: PATIENCE }, async () => {
    const form = call(ELICIT, {}, 'offered')
    const { id } = await waits()
    await home.paddock('requests', 'deny', String(id))
    assert.match(JSON.stringify(await form), /declined/i)
    assert.deepEqual(await requests(), [])
  })

  const requests = async () => (await home.json('requests')).requests
  const waits = () => until(async () => (await requests())[0], { what: 'a request', timeout: PATIENCE })
})

/** What the Inspector prints. Its file of servers is where it grants roots. */
async function inspect(era, method, ...more) {
  const config = home.path('servers.json')
  const files = { command: SERVER, args: [], roots: [{ uri: pathToFileURL(folder).href }], protocolEra: era }
  writeFileSync(config, JSON.stringify({ mcpServers: { files } }))
  return JSON.parse(await home.run(NODE, INSPECTOR, '--cli', '--config', config, '--server', 'files', '--method', method, ...more))
}
