// One app at a time, and what it keeps from one run to the next.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { hasEnded, until } from '../../.dev/processes.mjs'
import { BINARY, WINDOW, startPaddock } from './harness/paddock.mjs'
import { entryAt } from './harness/tray.mjs'
import { startWorld } from './harness/world.mjs'
import { visibleWindows, xdotool } from './harness/x11.mjs'

test('a second start raises the hidden window, and a grant survives quitting', { timeout: 180_000 }, async (t) => {
  const world = await startWorld(t)
  const first = await startPaddock(world)
  const acme = world.makeFolder('acme')
  await first.grant(acme)
  const { pid } = first.process()

  await first.hide()
  const second = await world.launch(BINARY)
  const [code] = await once(second, 'exit')
  assert.equal(code, 0, world.log())
  await until(() => first.isVisible(), { what: 'the window' })
  assert.equal(first.process().pid, pid)

  await world.tray.click('Quit and stop all servers')
  await until(() => world.tray.lastMenu === undefined, { what: 'the tray icon to be gone' })
  await until(() => ownProcesses(world).length === 0, { what: 'its processes to end' })

  const next = await startPaddock(world)
  await next.waitForGrant('acme')
  await world.tray.waitForMenu((menu) => entryAt(menu, 'acme → Files, read', 'Revoke'))
  assert.notEqual(next.process().pid, pid)
  await next.showServer('Files', 'Tools')
  assert.ok((await next.call('list_allowed_directories')).text.includes(acme))
})

test('closing the window quits once the tray is not wanted, and settings are kept', { timeout: 180_000 }, async (t) => {
  const world = await startWorld(t)
  const first = await startPaddock(world)
  await first.go('Settings')
  await first.app.click({ text: 'Start Paddock when I log in' })
  await until(() => autostart(world).some((entry) => entry.includes(`Exec=${BINARY} --hidden`)), { what: 'the autostart entry' })
  await first.app.click({ text: 'Keep running in the tray when the window closes' })
  await first.app.waitFor(() => areTicked(first.app, true, false, false, false, true, false), { what: 'both settings to be taken' })

  await first.hide()
  await until(() => ownProcesses(world).length === 0, { what: 'its processes to end' })

  const next = await startPaddock(world)
  await next.go('Settings')
  await next.app.waitFor(() => areTicked(next.app, true, false, false, false, true, false), { what: 'both settings to be kept' })
  await next.app.click({ text: 'Start Paddock when I log in' })
  await until(() => autostart(world).length === 0, { what: 'the autostart entry to be gone' })
})

test('it is dark where the desktop is, until something else is chosen, and again after that', { timeout: 120_000 }, async (t) => {
  const world = await startWorld(t)
  const gtk = path.join(world.env.XDG_CONFIG_HOME, 'gtk-3.0')
  mkdirSync(gtk, { recursive: true })
  writeFileSync(path.join(gtk, 'settings.ini'), '[Settings]\ngtk-application-prefer-dark-theme=1\n')
  const { app } = await startPaddock(world)
  const choose = (theme) => app.execute(`window.__TAURI_INTERNALS__.invoke('set_theme', { theme: '${theme}' })`)
  const isDark = (dark) => app.waitFor(() => app.execute(`return matchMedia('(prefers-color-scheme: dark)').matches === ${dark}`), { what: `dark: ${dark}` })
  await isDark(true)
  await choose('light')
  await isDark(false)
  await choose('system')
  await isDark(true)
})

test('started hidden it loads no page until it is raised', { timeout: 120_000 }, async (t) => {
  const world = await startWorld(t)
  const hidden = await world.launch(BINARY, ['--hidden'])
  await world.tray.waitForMenu((menu) => entryAt(menu, 'No folder access'))
  const pages = () => ownProcesses(world).filter(({ command }) => command.includes('WebKitWebProcess'))
  assert.deepEqual(pages(), [])

  const again = await world.launch(BINARY, ['--hidden'])
  assert.deepEqual(await once(again, 'exit'), [0, null], 'what starts it at login raises nothing')
  assert.deepEqual(await visibleWindows(world, WINDOW), [])

  await world.tray.click('Open Paddock')
  await until(async () => (await visibleWindows(world, WINDOW)).length > 0, { what: 'the window' })
  await until(() => pages().length === 1, { what: 'its page' })
  await world.tray.click('Quit and stop all servers')
  await until(() => hasEnded(hidden), { what: 'the app to end' })
  await until(() => ownProcesses(world).length === 0, { what: 'its processes to end' })
})

test('where no host starts, the app says why and ends', { timeout: 120_000 }, async (t) => {
  const world = await startWorld(t)
  writeFileSync(path.join(world.env.XDG_DATA_HOME, 'paddock'), 'no folder')
  const app = await world.launch(BINARY)
  await until(() => world.log().includes('ERROR'), { what: 'the reason in the log' })
  // The empty window of that name may still be there when the reason is written, and a dialog that
  // was only just shown takes no keys.
  const answered = async () => {
    const [window] = await visibleWindows(world, WINDOW)
    if (window) await xdotool(world, 'windowactivate', window, 'key', '--clearmodifiers', 'Return')
    return hasEnded(app)
  }
  await until(answered, { what: 'the app to end' })
  assert.equal(app.exitCode, 1)
  assert.match(world.log(), /host-unreachable/)
})

test('its version is said without a display', () => {
  const said = execFileSync(BINARY, ['--version'], { env: {}, encoding: 'utf8' })
  assert.match(said, /^paddock-desktop \d+\.\d+\.\d+\n$/)
})

function autostart(world) {
  const folder = path.join(world.env.XDG_CONFIG_HOME, 'autostart')
  return existsSync(folder) ? readdirSync(folder).map((name) => readFileSync(path.join(folder, name), 'utf8')) : []
}

/** Whether the settings are these, in their order. */
async function areTicked(app, ...wanted) {
  const boxes = await app.findAll({ role: 'checkbox' })
  const ticked = await Promise.all(boxes.map((box) => box.property('checked')))
  return ticked.length === wanted.length && ticked.every((value, index) => value === wanted[index])
}

/** The app, its page, its servers: all that the driver, the tray and the desktop did not bring. */
function ownProcesses(world) {
  return world.processes().filter(({ command }) => /paddock-(desktop|host|files|sandbox)|WebKit(Web|Network)Process/.test(command))
}
