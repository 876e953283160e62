// What the tray can do while the window is hidden, and what is told in notifications.

import assert from 'node:assert/strict'
import { renameSync } from 'node:fs'
import { test } from 'node:test'
import { until } from '../../.dev/processes.mjs'
import { FILES, startPaddock } from './harness/paddock.mjs'
import { entryAt } from './harness/tray.mjs'
import { startWorld } from './harness/world.mjs'

const SUSPENDED = 'Missing. Access is suspended until the folder is back.'

test('the tray changes grants and pauses servers, and a missing folder is told', { timeout: 180_000 }, async (t) => {
  const world = await startWorld(t)
  const { tray } = world
  const [acme, notes] = [world.makeFolder('acme'), world.makeFolder('notes')]
  const paddock = await startPaddock(world)
  const { app } = paddock
  const serverRuns = () => world.processes().some(({ command }) => /paddock-files\s*$/.test(command))
  await paddock.grant(acme, { access: 'Write everything', lifetime: 'While the server runs' })
  await paddock.grant(notes, { lifetime: '1 hour' })

  await paddock.hide()
  await tray.click('acme → Files, write everything', 'Make read-only')
  await paddock.waitForEntry('acme → Files, read', 'Revoke')
  const timed = await tray.waitForMenu(timedEntry, { what: 'a grant with an end' })
  await tray.click(timedEntry(timed).label, 'Extend to 1 hour from now…')
  await paddock.agree('Allow')

  await tray.click('Open Paddock')
  await until(() => paddock.isVisible(), { what: 'the window' })
  await paddock.go('Activity')
  await app.find({ text: 'Access changed' })
  await app.find({ text: 'Duration changed' })

  await paddock.hide()
  const gone = `${notes}-elsewhere`
  renameSync(notes, gone)
  const notification = await tray.waitForNotification(({ body }) => body === 'notes is missing. Access to it is suspended.')
  assert.equal(notification.summary, 'Paddock')
  await tray.click('Open Paddock')
  await until(() => paddock.isVisible(), { what: 'the window' })
  await paddock.go('Access')
  await app.find({ text: SUSPENDED })
  renameSync(gone, notes)
  await app.waitForGone({ text: SUSPENDED })
  await paddock.waitForGrant('notes')

  assert.ok(serverRuns())
  await tray.click('Pause all servers', 'For 15 minutes')
  await paddock.waitForEntry('All servers are paused')
  await until(() => !serverRuns(), { what: 'the server to stop' })
  await app.find({ text: 'All servers are paused and start again at' })
  // Whoever is on the bus can click like this.
  await tray.click('Resume servers…')
  await paddock.consent.find({ role: 'button', name: 'Resume now' })
  assert.ok(!serverRuns())
  await paddock.agree('Resume now')
  await paddock.showServer(FILES)
  await paddock.waitForState('Running since')
  assert.ok(serverRuns())

  await tray.click('Revoke all access')
  const menu = await tray.waitForMenu((now) => entryAt(now, 'No folder access'))
  assert.equal(entryAt(menu, 'Revoke all access').enabled, false)
  await paddock.go('Access')
  await paddock.waitForNoGrant('notes')
  await app.find({ text: 'Servers can start but see none of your files, except what their own programs need.' })
})

function timedEntry(menu) {
  return menu.find(({ label }) => /^notes → Files, read, until \d\d:\d\d$/.test(label))
}
