// A bundle and a link that the desktop opens with the app: looked at, and added stopped.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { until } from '../../.dev/processes.mjs'
import { choose } from './harness/dialog.mjs'
import { BINARY, startPaddock } from './harness/paddock.mjs'
import { openApp } from './harness/webdriver.mjs'
import { startWorld } from './harness/world.mjs'

const MANIFEST = {
  manifest_version: '0.3',
  name: 'notes',
  version: '1.0.0',
  description: 'Reads notes',
  author: { name: 'Ada' },
  server: {
    type: 'python',
    entry_point: 'server.py',
    mcp_config: { command: 'python3', args: ['${__dirname}/server.py', '${user_config.folder}'], env: { LABEL: '${user_config.key}' } },
  },
  user_config: {
    folder: { type: 'directory', title: 'Folder', description: '', required: true },
    key: { type: 'string', title: 'Key', description: '', sensitive: true },
  },
}
const PACK = 'import sys, zipfile\nwith zipfile.ZipFile(sys.argv[1], "w") as to:\n  to.writestr("manifest.json", sys.argv[2])\n  to.writestr("server.py", "print()")'

test('a bundle and links that are opened with the app are looked at, one at a time, and start nothing', { timeout: 180_000 }, async (t) => {
  const world = await startWorld(t)
  const folder = world.makeFolder('My notes')
  const file = pack(world, 'notes.mcpb', MANIFEST)
  const paddock = await startPaddock(world)
  const { app } = paddock

  await opened(world, file)
  await app.find({ xpath: '//h2[.="Add notes from a bundle"]' })
  for (let at = 0; at < 3; at++) await opened(world, link('far', { command: 'x' }))
  await app.waitForText('main', (text) => text.includes('it was turned away'))
  assert.equal((await text(app)).split('it was turned away').length, 2, 'once')
  assert.ok(!(await text(app)).includes('A link asks'))

  await app.click({ role: 'button', name: 'Choose folder…' })
  await choose(world, folder)
  await type(app, 'Key', 'hunter2-hunter2')
  await app.click({ xpath: '//form//button[normalize-space(.)="Add server"]' })
  await paddock.isAskedFor(folder)
  await app.waitForText('article', (text) => text.includes('This command has never run here.'))
  assert.ok(!(await text(app)).includes('hunter2'))
  const [unpacked] = readdirSync(`${path.join(world.env.XDG_DATA_HOME, 'paddock')}-bundles`)
  assert.match(unpacked, /^notes-/)
  assert.ok(!world.processes().some(({ command }) => command.includes('server.py')), 'nothing of it runs')

  // While a person consents, nothing comes between.
  await opened(world, link('far', { command: 'x' }))
  assert.ok(!(await text(app)).includes('A link asks'))
  await paddock.agree('Don’t allow')
  await paddock.waitForNoQuestion()

  const marker = path.join(world.home, 'ran')
  await opened(world, link('far', { command: 'touch', args: [marker] }))
  await app.find({ xpath: '//h2[.="A link asks to add far"]' })
  await app.click({ role: 'button', name: 'Add far' })
  await app.waitForText('article', (text) => text.includes('This command has never run here.'))
  assert.ok(!existsSync(marker))

  // A name that is taken stays whose it is, in links for other apps too.
  const forVsCode = { name: 'far', command: 'sh', args: ['-c', `touch ${marker}`] }
  await opened(world, `vscode:mcp/install?${encodeURIComponent(JSON.stringify(forVsCode))}`)
  await app.find({ xpath: '//h2[.="A link asks to add far"]' })
  await app.click({ role: 'button', name: 'Add far' })
  await app.waitForText('main', (text) => text.includes('There is a server named far already'))
  await app.click({ role: 'button', name: 'Do not add' })

  await opened(world, `paddock://install?name=x&config=${'['.repeat(20_000)}`)
  await app.waitForText('main', (text) => text.includes('This is no link that Paddock can read'))
  writeFileSync(path.join(world.home, 'bad.mcpb'), 'no bundle')
  await opened(world, 'bad.mcpb')
  await app.waitForText('main', (text) => text.includes('This is no bundle, or it is damaged'))

  await app.click({ role: 'button', name: 'Add server' })
  await app.click({ role: 'button', name: 'Open a file…' })
  await choose(world, file)
  await app.waitForText('main', (text) => text.includes('notes runs from this very bundle already.'))
  assert.ok(!existsSync(marker))
})

test('a newer bundle takes the place of the one that a server runs from, once it was compared', { timeout: 180_000 }, async (t) => {
  const world = await startWorld(t)
  const folder = world.makeFolder('My notes')
  const bundles = `${path.join(world.env.XDG_DATA_HOME, 'paddock')}-bundles`
  const paddock = await startPaddock(world)
  const { app } = paddock
  await opened(world, pack(world, 'notes.mcpb', MANIFEST))
  await app.find({ xpath: '//h2[.="Add notes from a bundle"]' })
  await app.click({ role: 'button', name: 'Choose folder…' })
  await choose(world, folder)
  await type(app, 'Key', 'hunter2-hunter2')
  await app.click({ xpath: '//form//button[normalize-space(.)="Add server"]' })
  await paddock.isAskedFor(folder)
  await paddock.agree('Don’t allow')
  await paddock.waitForNoQuestion()
  const [first] = readdirSync(bundles)

  // The name alone is not enough.
  await opened(world, pack(world, 'stranger.mcpb', { ...MANIFEST, version: '9.0.0', author: { name: 'Eve' } }))
  await app.find({ xpath: '//h2[.="A bundle for notes"]' })
  await app.waitForText('main', (text) => text.includes('says it is by Ada'))
  assert.ok(!(await text(app)).includes('Update notes'))
  await app.click({ role: 'button', name: 'Do not add' })
  await app.waitForGone({ xpath: '//h2[.="A bundle for notes"]' })

  const newer = pack(world, 'newer.mcpb', { ...MANIFEST, version: '1.1.0' })
  await opened(world, newer)
  await app.waitForText('main', (text) => text.includes('Update notes from 1.0.0 to 1.1.0'))
  assert.ok((await text(app)).includes('stay the same'))
  // What is there when it is agreed to is not what was looked at.
  pack(world, 'newer.mcpb', { ...MANIFEST, version: '6.6.6' })
  await app.click({ xpath: '//form//button[normalize-space(.)="Update notes"]' })
  await app.waitForGone({ xpath: '//h2[.="A bundle for notes"]' })
  await app.waitForText('article', (text) => text.includes('This command has never run here.'))
  const names = await app.execute('return window.__TAURI_INTERNALS__.invoke("view").then(({ servers }) => servers.map(({ name }) => name))')
  assert.deepEqual(names.filter((name) => name.startsWith('notes')), ['notes'])
  const [id] = await app.execute('return window.__TAURI_INTERNALS__.invoke("view").then(({ servers }) => servers.filter(({ name }) => name === "notes").map(({ id }) => id))')
  const draft = await app.execute('return window.__TAURI_INTERNALS__.invoke("server_draft", { server: arguments[0] })', id)
  const unpacked = path.dirname(draft.args[0])
  assert.notEqual(path.basename(unpacked), first)
  assert.equal(JSON.parse(readFileSync(path.join(unpacked, 'manifest.json'), 'utf8')).version, '1.1.0')
  assert.equal(draft.args[1], folder, 'what was given before')
  await until(() => !existsSync(path.join(bundles, first)), { what: 'the older bundle to be removed' })
  assert.ok(!world.processes().some(({ command }) => command.includes('server.py')), 'nothing of it runs')
})

test('a link that starts the app is looked at first', { timeout: 120_000 }, async (t) => {
  const world = await startWorld(t)
  const app = await openApp(world, { binary: BINARY, args: [link('far', { command: 'x' })] })
  await app.find({ xpath: '//h2[.="A link asks to add far"]' })
  await app.click({ role: 'button', name: 'Do not add' })
  await app.waitForGone({ xpath: '//h2[.="A link asks to add far"]' })
})

function pack(world, name, manifest) {
  const file = path.join(world.home, name)
  const packed = spawnSync('/usr/bin/python3', ['-c', PACK, file, JSON.stringify(manifest)], { encoding: 'utf8' })
  assert.equal(packed.status, 0, packed.stderr)
  return file
}

/** As the desktop opens it: by a second start, which ends at once. */
async function opened(world, named) {
  const second = await world.launch(BINARY, [named])
  const [code] = await once(second, 'exit')
  assert.equal(code, 0, world.log())
}

function link(name, config) {
  return `paddock://install?name=${name}&config=${Buffer.from(JSON.stringify(config)).toString('base64url')}`
}

async function type(app, label, value) {
  const field = await app.find({ xpath: `//label[starts-with(normalize-space(.), "${label}")]/following-sibling::input` })
  await field.type(value)
}

function text(app) {
  return app.execute('return document.querySelector("main").innerText')
}
