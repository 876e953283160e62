// Servers made by others, as their configuration is pasted: what they say they were told is what
// the window says.

import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { before, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { ROOT, ensureNodeModules } from '../../.dev/setup.mjs'
import { startPaddock } from './harness/paddock.mjs'
import { startWorld } from './harness/world.mjs'

const PATIENCE = { timeout: 180_000 }
const PEERS = path.join(ROOT, 'tests', 'peers')

before(() => ensureNodeModules(PEERS))

describe('real servers', { concurrency: 1, ...PATIENCE }, () => {
  it('everything tells the folders that the window shows', PATIENCE, async (t) => {
    const world = await startWorld(t)
    const [acme, notes] = [world.makeFolder('acme'), world.makeFolder('notes')]
    const paddock = await startPaddock(world)
    const { app } = paddock

    const { command, args } = peer('server-everything')
    assert.equal(await paddock.paste('everything', { command, args }), [command, ...args].join(' '))
    assert.equal(await app.waitForText('article .code-block', (text) => text !== ''), [command, ...args].join(' '))
    await paddock.trust()
    await app.waitForText('article .sections', (text) => /MCP revision\s+20\d\d-\d\d-\d\d/.test(text))

    const isTold = async (...folders) => {
      await paddock.showServer('everything', 'Tools')
      const { text } = await paddock.call('get-roots-list')
      const uris = text.match(/file:\/\/\S+/g) ?? []
      assert.deepEqual(uris.sort(), folders.map((folder) => pathToFileURL(folder).href).sort(), text)
    }
    await paddock.grant(acme, { server: 'everything' })
    await isTold(acme)
    await paddock.grant(notes, { server: 'everything', access: 'Read and write' })
    await isTold(acme, notes)
    await paddock.revoke('acme', 'everything')
    await isTold(notes)
    await paddock.revoke('notes', 'everything')
    await isTold()
  })

  it('filesystem goes on with the last folder until it is restarted, and the window says so', PATIENCE, async (t) => {
    const world = await startWorld(t)
    const acme = world.makeFolder('acme')
    const readme = path.join(acme, 'readme.txt')
    writeFileSync(readme, 'the barn door is open\n')
    const paddock = await startPaddock(world)
    const { app } = paddock

    const spare = world.makeFolder('spare')
    await paddock.paste('filesystem', peer('server-filesystem', spare))
    await paddock.trust()
    await paddock.grant(acme, { server: 'filesystem' })
    await paddock.showServer('filesystem', 'Tools')
    const read = await paddock.call('read_text_file', { path: readme })
    assert.ok(read.text.includes('the barn door is open'), read.text)

    await paddock.revoke('acme', 'filesystem')
    await app.find({ text: 'This server is known to go on serving its last folders when it is told that there are none.' })
    await app.click({ role: 'button', name: 'Restart filesystem, so that it lets go of acme' })
    await app.waitForGone({ text: 'This server is known to go on serving' })
    await paddock.showServer('filesystem', 'Tools')
    const refused = await paddock.call('read_text_file', { path: readme })
    assert.ok(refused.isError, refused.text)
  })
})

function peer(name, ...args) {
  const script = path.join(PEERS, 'node_modules', '@modelcontextprotocol', name, 'dist', 'index.js')
  return { command: process.execPath, args: [script, ...args] }
}
