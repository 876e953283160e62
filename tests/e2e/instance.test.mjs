// One app at a time, and what it keeps from one run to the next.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { until } from '../../.dev/processes.mjs'
import { BINARY, startPaddock } from './harness/paddock.mjs'
import { entryAt } from './harness/tray.mjs'
import { startWorld } from './harness/world.mjs'

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
  await first.app.waitFor(() => areTicked(first.app, true, false), { what: 'both settings to be taken' })

  await first.hide()
  await until(() => ownProcesses(world).length === 0, { what: 'its processes to end' })

  const next = await startPaddock(world)
  await next.go('Settings')
  await next.app.waitFor(() => areTicked(next.app, true, false), { what: 'both settings to be kept' })
  await next.app.click({ text: 'Start Paddock when I log in' })
  await until(() => autostart(world).length === 0, { what: 'the autostart entry to be gone' })
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
  return world.processes().filter(({ command }) => /paddock-(desktop|files|sandbox)|WebKit(Web|Network)Process/.test(command))
}
