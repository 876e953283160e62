// A desktop without X11: what most have.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { before, test } from 'node:test'
import { hasEnded, until } from '../../.dev/processes.mjs'
import { ROOT, ensureNodeModules } from '../../.dev/setup.mjs'
import { BINARY, startPaddock } from './harness/paddock.mjs'
import { entryAt } from './harness/tray.mjs'
import { startWorld } from './harness/world.mjs'

const PEERS = path.join(ROOT, 'tests', 'peers')
const SERVER = path.join(PEERS, 'node_modules', '@modelcontextprotocol', 'server-filesystem', 'dist', 'index.js')

before(() => ensureNodeModules(PEERS))

test('on Wayland a folder is asked about, served, and revoked from the tray', { timeout: 180_000 }, async (t) => {
  const world = await startWorld(t, { wayland: true })
  const acme = world.makeFolder('acme')
  const readme = path.join(acme, 'readme.txt')
  writeFileSync(readme, 'the barn door is open\n')
  const paddock = await startPaddock(world)
  await until(() => colours(world) > 100, { what: 'the window to be painted' })

  await paddock.paste('filesystem', { command: process.execPath, args: [SERVER, acme] })
  await paddock.isAskedFor(acme)
  await paddock.allow()
  await paddock.go('Access')
  await paddock.waitForGrant('acme', 'filesystem')
  await paddock.showServer('filesystem')
  await paddock.trust()
  await paddock.showServer('filesystem', 'Tools')
  const read = await paddock.call('read_text_file', { path: readme })
  assert.ok(read.text.includes('the barn door is open'), read.text)

  await world.tray.click('acme → filesystem, read', 'Revoke')
  await world.tray.waitForMenu((menu) => entryAt(menu, 'No folder access'))
  await paddock.showServer('filesystem', 'Tools')
  const refused = await paddock.call('read_text_file', { path: readme })
  assert.ok(refused.isError && !refused.text.includes('barn door'), refused.text)
})

test('on Wayland it is opened from the tray, and ended there', { timeout: 120_000 }, async (t) => {
  const world = await startWorld(t, { wayland: true })
  const hidden = await world.launch(BINARY, ['--hidden'])
  await world.tray.waitForMenu((menu) => entryAt(menu, 'No folder access'))
  assert.ok(colours(world) <= 2)
  await world.tray.click('Open Paddock')
  await until(() => colours(world) > 100, { what: 'the window to be painted' })
  await world.tray.click('Quit and stop all servers')
  await until(() => hasEnded(hidden), { what: 'the app to end' })
})

test('on Wayland it writes as large as the desktop', { timeout: 120_000 }, async (t) => {
  const world = await startWorld(t, { wayland: true, env: { GSETTINGS_BACKEND: 'keyfile' } })
  const settings = path.join(world.env.XDG_CONFIG_HOME, 'glib-2.0', 'settings')
  mkdirSync(settings, { recursive: true })
  writeFileSync(path.join(settings, 'keyfile'), '[org/gnome/desktop/interface]\ntext-scaling-factor=1.5\n')
  const { app } = await startPaddock(world)
  await app.find({ xpath: '//h1' })
  const [page, window] = await app.execute('return [innerWidth, outerWidth]')
  assert.equal(page, Math.floor(window / 1.5))
})

test('on Wayland without a tray it is not hidden', { timeout: 120_000 }, async (t) => {
  const world = await startWorld(t, { wayland: true, tray: false })
  await world.launch(BINARY, ['--hidden'])
  await until(() => colours(world) > 100, { what: 'the window to be painted' })
})

/** How many colours the screen shows: without a window at most two. */
function colours(world) {
  const folder = mkdtempSync(path.join(world.folder, 'screen-'))
  execFileSync('weston-screenshooter', { env: { PATH: process.env.PATH, ...world.env }, cwd: folder })
  const [picture] = readdirSync(folder)
  return Number(execFileSync('identify', ['-format', '%k', path.join(folder, picture)]))
}
