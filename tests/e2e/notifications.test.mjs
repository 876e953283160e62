// What can be done from a notification, and what a person is not told.

import assert from 'node:assert/strict'
import { renameSync } from 'node:fs'
import { test } from 'node:test'
import { until } from '../../.dev/processes.mjs'
import { askHost } from './harness/front.mjs'
import { startPaddock } from './harness/paddock.mjs'
import { startWorld } from './harness/world.mjs'

const PATIENCE = { timeout: 180_000 }
const ENDS = 'Files’s access to acme ends in 5 minutes.'
const GONE = 'acme is missing. Access to it is suspended.'
const FAILED = 'broken failed and is stopped.'

test('a notification shows what it is about, and takes away what is about to end', PATIENCE, async (t) => {
  const world = await startWorld(t)
  const { tray } = world
  const acme = world.makeFolder('acme')
  const paddock = await startPaddock(world)
  await paddock.grant(acme, { lifetime: '1 hour' })
  await paddock.hide()
  await until(async () => !(await paddock.isVisible()), { what: 'the window to be gone' })

  renameSync(acme, `${acme}-elsewhere`)
  const gone = await tray.waitForNotification(({ body }) => body === GONE)
  assert.deepEqual(gone.actions, ['show:access', 'Open', 'default', ''])
  await tray.invoke(gone.id, 'default')
  await until(() => paddock.isVisible(), { what: 'the window' })
  await paddock.app.find({ xpath: '//h1[.="Access"]' })
  renameSync(`${acme}-elsewhere`, acme)

  const [{ done: view }] = await askHost(world, 'view', { view: {} })
  const [{ id }] = view.grants
  // A shorter time is anyone's to set.
  const [shorter] = await askHost(world, 'view', { setLifetime: { grant: id, lifetime: { for: { minutes: 5 } } } })
  assert.equal(shorter.done, null, JSON.stringify(shorter))
  const ends = await tray.waitForNotification(({ body }) => body === ENDS)
  assert.deepEqual(ends.actions, ['show:access', 'Open', 'revoke', 'Revoke', 'default', ''])
  // What was not offered is not done, whoever says that it was clicked.
  for (const action of ['revoke', `revoke:${id}`]) await tray.invoke(gone.id, action)
  await tray.invoke(ends.id, 'consent')
  await paddock.waitForGrant('acme')
  await tray.invoke(ends.id, 'revoke')
  await paddock.waitForNoGrant('acme')
})

test('where a desktop has no buttons in notifications, none are asked for', PATIENCE, async (t) => {
  const world = await startWorld(t, { env: { NOTIFICATIONS_CAN: 'body' } })
  const acme = world.makeFolder('acme')
  const paddock = await startPaddock(world)
  await paddock.grant(acme)
  renameSync(acme, `${acme}-elsewhere`)
  const gone = await world.tray.waitForNotification(({ body }) => body === GONE)
  assert.deepEqual(gone.actions, [])
})

test('nobody is told of what they just did in the window before them', PATIENCE, async (t) => {
  const world = await startWorld(t)
  const paddock = await startPaddock(world)
  await paddock.paste('broken', { command: 'false', args: [] })
  await paddock.app.click({ role: 'button', name: 'Trust…' })
  await paddock.agree('Trust and start')
  await paddock.waitForState('Failed')
  await paddock.hide()
  await until(async () => !(await paddock.isVisible()), { what: 'the window to be gone' })
  const [{ done: view }] = await askHost(world, 'view', { view: {} })
  const { id } = view.servers.find(({ name }) => name === 'broken')
  assert.deepEqual(told(world), [])
  await askHost(world, 'view', { startServer: { server: id } })
  await world.tray.waitForNotification(({ body }) => body === FAILED)
  assert.equal(told(world).length, 1)
})

function told(world) {
  return world.tray.notifications.filter(({ body }) => body === FAILED)
}
