// Servers made by others, as their configuration is pasted: what they say they were told is what
// the window says.

import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { before, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { ROOT, ensureNodeModules } from '../../.dev/setup.mjs'
import { startPaddock } from './harness/paddock.mjs'
import { startWorld } from './harness/world.mjs'

const PATIENCE = { timeout: 180_000 }
const PEERS = path.join(ROOT, 'tests', 'peers')

before(() => ensureNodeModules(PEERS))

describe('real servers', { concurrency: 1, timeout: 4 * PATIENCE.timeout }, () => {
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
    await paddock.grant(notes, { server: 'everything', access: 'Write everything' })
    await isTold(acme, notes)
    await paddock.revoke('acme', 'everything')
    await isTold(notes)
    await paddock.revoke('notes', 'everything')
    await isTold()
  })

  it('the folder that the most common config names is asked about and served, and no other is', PATIENCE, async (t) => {
    const world = await startWorld(t)
    const [acme, secret] = [world.makeFolder('acme'), world.makeFolder('private')].map((folder) => path.join(folder, 'readme.txt'))
    for (const file of [acme, secret]) writeFileSync(file, 'the barn door is open\n')
    const paddock = await startPaddock(world)
    const { app } = paddock

    await paddock.paste('filesystem', peer('server-filesystem', path.dirname(acme)))
    await paddock.isAskedFor(path.dirname(acme))
    await paddock.allow()
    await paddock.go('Access')
    await paddock.waitForGrant('acme', 'filesystem')
    await paddock.showServer('filesystem')
    await app.click({ role: 'button', name: 'Trust…' })
    await paddock.consent.waitForText('.facts', (text) => text.includes('Needs to run') && text.includes('its program'))
    await paddock.agree('Trust and start')
    await paddock.waitForState('Running since')
    await paddock.showServer('filesystem', 'Tools')
    const read = await paddock.call('read_text_file', { path: acme })
    assert.ok(read.text.includes('the barn door is open'), read.text)
    const other = await paddock.call('read_text_file', { path: secret })
    assert.ok(other.isError && !other.text.includes('barn door'), other.text)
  })

  it('filesystem loses its last folder without a restart, and the window proves it', PATIENCE, async (t) => {
    const world = await startWorld(t)
    const acme = world.makeFolder('acme')
    const readme = path.join(acme, 'readme.txt')
    writeFileSync(readme, 'the barn door is open\n')
    const paddock = await startPaddock(world)
    const { app } = paddock

    await paddock.paste('filesystem', peer('server-filesystem'))
    await paddock.trust()
    await paddock.grant(acme, { server: 'filesystem' })
    await paddock.showServer('filesystem', 'Tools')
    const read = await paddock.call('read_text_file', { path: readme })
    assert.ok(read.text.includes('the barn door is open'), read.text)
    const written = await paddock.call('write_file', { path: readme, content: 'shut' })
    assert.ok(written.isError && written.text.includes('EROFS'), written.text)

    await paddock.revoke('acme', 'filesystem')
    await paddock.showServer('filesystem', 'Tools')
    const gone = await paddock.call('read_text_file', { path: readme })
    assert.ok(gone.isError && !gone.text.includes('barn door'), gone.text)
    assert.equal(readFileSync(readme, 'utf8'), 'the barn door is open\n')

    await paddock.showServer('filesystem', 'Overview')
    await app.click({ role: 'button', name: 'Prove it' })
    await app.find({ text: 'It holds. Whatever filesystem was not granted is blocked.' }, { timeout: 60_000 })
  })

  it('a server that is only told keeps its last folder, and the window says so', PATIENCE, async (t) => {
    const world = await startWorld(t)
    const acme = world.makeFolder('acme')
    const readme = path.join(acme, 'readme.txt')
    writeFileSync(readme, 'the barn door is open\n')
    const paddock = await startPaddock(world)
    const { app } = paddock

    await paddock.paste('filesystem', peer('server-filesystem'))
    await paddock.trust()
    await paddock.showServer('filesystem', 'Overview')
    await app.click({ role: 'button', name: 'Run without enforcement…' })
    await paddock.agree('Keep it enforced')
    await app.find({ text: 'It is kept to its folders, or it does not run.' })
    await paddock.waitForNoQuestion()
    await app.click({ role: 'button', name: 'Run without enforcement…' })
    await paddock.agree('Yes, let it read everything my account can')
    await app.waitForText('article', (text) => text.includes('Not enforced'))
    await paddock.grant(acme, { server: 'filesystem' })
    await paddock.revoke('acme', 'filesystem')
    await app.find({ text: 'This server keeps using its last folders when told that it has none.' })
    await app.click({ role: 'button', name: 'Restart filesystem so that it lets go of acme' })
    await app.waitForGone({ text: 'This server keeps using its last folders' })
    await paddock.showServer('filesystem', 'Tools')
    const refused = await paddock.call('read_text_file', { path: readme })
    assert.ok(refused.isError, refused.text)
  })
})

function peer(name, ...args) {
  const script = path.join(PEERS, 'node_modules', '@modelcontextprotocol', name, 'dist', 'index.js')
  return { command: process.execPath, args: [script, ...args] }
}
