// The first minute with the app: from the first window to a real server of a real app that is kept
// to its folder, by as few actions as there are decisions.

import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { before, test } from 'node:test'
import { ROOT, ensureNodeModules } from '../../.dev/setup.mjs'
import { choose } from './harness/dialog.mjs'
import { startPaddock } from './harness/paddock.mjs'
import { startWorld } from './harness/world.mjs'

const PATIENCE = { timeout: 240_000 }
const PEERS = path.join(ROOT, 'tests', 'peers')
const FILESYSTEM = path.join(PEERS, 'node_modules', '@modelcontextprotocol', 'server-filesystem', 'dist', 'index.js')

before(() => ensureNodeModules(PEERS))

test('a server of an app is enforced after three actions, and proves it', PATIENCE, async (t) => {
  await takesThreeActions(await startWorld(t))
})

test('on Wayland it takes as few', PATIENCE, async (t) => {
  await takesThreeActions(await startWorld(t, { wayland: true }))
})

async function takesThreeActions(world) {
  const notes = world.makeFolder('Notes')
  writeFileSync(path.join(notes, 'readme.txt'), 'the barn door is open\n')
  const cursor = put(world, ['.cursor', 'mcp.json'], { mcpServers: { notes: { command: 'node', args: [FILESYSTEM, notes] } } })
  const claude = put(world, ['.claude.json'], { mcpServers: { far: { type: 'http', url: 'https://example.org/mcp' } } })
  const gemini = put(world, ['.gemini', 'settings.json'], { mcpServers: { clock: { command: 'python3', args: ['-m', 'clock'] } } })
  const others = [claude, gemini].map((file) => readFileSync(file, 'utf8'))
  const paddock = await startPaddock(world, { welcome: true })
  const { app, consent } = paddock

  await app.find({ xpath: '//h1[.="Welcome to Paddock"]' })
  await app.waitForText('h2', (text) => text.includes('1 server in Cursor') && text.includes('1 server in Gemini CLI'))
  await app.find({ text: 'They can all read everything you can.' })
  // Only what is meant is connected; the rest stays as it is.
  await app.click({ xpath: '//label[starts-with(normalize-space(.), "clock")]' })

  let actions = 0
  await app.click({ role: 'button', name: 'Connect 1 server…' })
  actions += 1
  await consent.waitForText('main', (text) => text.includes('notes becomes the new server notes'))
  await paddock.agree('Connect')
  actions += 1
  await consent.waitForText('main', (text) => text.includes(notes))
  await paddock.readToEnd()
  await paddock.agree('Trust, grant 1 folder and start')
  actions += 1
  await app.waitForText(card('notes'), (text) => text.includes('Running') && text.includes('Active'))
  assert.equal(actions, 3)
  assert.ok(readFileSync(cursor, 'utf8').includes('"run"'))
  assert.deepEqual([claude, gemini].map((file) => readFileSync(file, 'utf8')), others)

  await app.click({ role: 'button', name: 'Prove it' })
  const table = await app.waitForText('table', (text) => text.includes('Read outside'))
  assert.match(table, /Read inside its folder[^]*Allowed[^]*Allowed/)
  assert.match(table, /Read outside its folders[^]*Allowed[^]*Blocked by the operating system/)

  await app.click({ role: 'button', name: 'Done' })
  await paddock.waitForGrant('Notes', 'notes')
}

test('without any app the bundled server is tried and proven, and the page is skipped for good', PATIENCE, async (t) => {
  const world = await startWorld(t)
  const acme = world.makeFolder('acme')
  writeFileSync(path.join(acme, 'plan.txt'), 'springs\n')
  const paddock = await startPaddock(world, { welcome: true })
  const { app } = paddock

  await app.find({ xpath: '//h1[.="Welcome to Paddock"]' })
  await app.click({ role: 'button', name: 'Choose a folder…' })
  await choose(world, acme)
  await paddock.isAskedFor(acme)
  await paddock.allow(acme)
  await app.click({ role: 'button', name: 'Try it' })
  await app.waitForText('main pre', (text) => text.includes('plan.txt'))
  await app.click({ role: 'button', name: 'Next' })
  await app.click({ role: 'button', name: 'Prove it' })
  await app.waitForText('table', (text) => text.includes('Blocked by the operating system'))
  await app.find({ xpath: '//h2[.="Connect an app"]' })
  await app.click({ role: 'button', name: 'Done' })
  await paddock.waitForGrant('acme')
  const settings = readFileSync(path.join(world.home, '.config', 'paddock', 'settings.json'), 'utf8')
  assert.equal(JSON.parse(settings).welcomed, true)
})

function put(world, place, config) {
  const file = path.join(world.home, ...place)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(config, null, 2)}\n`)
  return file
}

function card(name) {
  return { xpath: `//section[.//h3[normalize-space(.)="${name}"]]` }
}
