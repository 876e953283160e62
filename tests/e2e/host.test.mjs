// The host is a process of its own: what is seen when it ends, and what it does without a window.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../../.dev/processes.mjs'
import { askHost } from './harness/front.mjs'
import { BINARY, CONSENT, HOST, WINDOW, startPaddock } from './harness/paddock.mjs'
import { entryAt } from './harness/tray.mjs'
import { startWorld } from './harness/world.mjs'
import { closeWindow, visibleWindows, xdotool } from './harness/x11.mjs'

const PATIENCE = { timeout: 180_000 }
const GONE = 'Paddock’s background service stopped'

test('a host that ends is said to, and is started again until a person has to', PATIENCE, async (t) => {
  const world = await startWorld(t)
  const paddock = await startPaddock(world)
  const { app } = paddock
  await paddock.grant(world.makeFolder('acme'))
  const [grant] = await grantsOf(app)

  await kill(world)
  await app.find({ text: 'Paddock’s background service is running again.' })
  await paddock.waitForGrant('acme')

  // Commands fail, and say why, as long as there is none.
  await kill(world)
  await until(() => hostOf(world), { what: 'another host' })
  await app.waitFor(async () => (await grantsOf(app)).length === 1, { what: 'the page to be back' })
  await kill(world)
  await app.find({ text: 'It stopped several times in a row, so it will not restart by itself.' })
  assert.equal(hostOf(world), undefined)
  const failed = await app.execute('return window.__TAURI_INTERNALS__.invoke("revoke", { grant: arguments[0] }).catch(({ code }) => code)', grant.id)
  assert.equal(failed, 'host-gone')
  await paddock.waitForEntry(GONE)

  await app.click({ role: 'button', name: 'Try again' })
  await app.waitForGone({ text: GONE })
  await paddock.waitForEntry('acme → Files, read', 'Revoke')
  await paddock.revoke('acme')
})

test('servers go on without the app, where that was chosen', PATIENCE, async (t) => {
  const world = await startWorld(t)
  const first = await startPaddock(world)
  await first.grant(world.makeFolder('acme'))
  await first.go('Settings')
  await first.waitForEntry('Quit and stop all servers')
  await chooseAtQuit(first, 'Keep servers running')
  await world.tray.waitForMenu((menu) => !entryAt(menu, 'Quit and stop all servers'), { what: 'only one way to quit' })
  const host = hostOf(world)
  const server = filesOf(world)
  assert.ok(server)

  await world.tray.click('Quit, and keep servers running')
  await until(() => !world.processes().some(({ command }) => command.startsWith(BINARY)), { what: 'the app to end' })
  assert.equal(hostOf(world), host)
  assert.equal(filesOf(world), server)

  const next = await startPaddock(world)
  await next.waitForGrant('acme')
  assert.equal(hostOf(world), host)
  await next.go('Settings')
  await chooseAtQuit(next, 'Stop all servers')
  await next.waitForEntry('Quit and stop all servers')
  await next.quit()
  assert.equal(filesOf(world), undefined)
})

test('what another program asks for waits, without taking the keys, and says who asked', PATIENCE, async (t) => {
  const world = await startWorld(t)
  const paddock = await startPaddock(world)
  const { app, consent } = paddock
  const secret = world.makeFolder('secret')

  const [refused] = await askHost(world, 'consent', {})
  assert.equal(refused.failure.code, 'consent-elsewhere')
  const [pick, grant] = await askHost(world, 'view', { pick: { path: secret } }, { grant: { pick: 1, server: 1, access: 'read', lifetime: 'always', typed: null } })
  assert.ok(pick.done > 0, JSON.stringify(pick))
  assert.equal(grant.failure.code, 'needs-consent')

  await paddock.isAskedFor(secret)
  // Each of the two pages has a process of its own.
  assert.equal(pagesOf(world), 2)
  await consent.find({ text: 'Requested by' })
  assert.ok((await consent.execute('return document.body.innerText')).includes(process.execPath))
  await world.tray.waitForNotification(({ body }) => body.includes(process.execPath))
  const focused = await xdotool(world, 'getactivewindow', 'getwindowname')
  assert.notEqual(focused, 'Paddock: your consent')

  // Closed, it waits; shown again, it is answered.
  await closeWindow(world, CONSENT)
  await paddock.waitForNoQuestion()
  assert.deepEqual(await grantsOf(app), [])
  await paddock.waitForEntry('1 consent waits for you…')
  await app.click({ role: 'button', name: 'Show what waits for your consent' })
  await paddock.isAskedFor(secret)
  await paddock.agree('Don’t allow')
  await paddock.waitForNoQuestion()
  assert.deepEqual(await grantsOf(app), [])
})

test('closed to the tray there is no page, and a question still opens its own', PATIENCE, async (t) => {
  const world = await startWorld(t)
  const paddock = await startPaddock(world)
  assert.equal(pagesOf(world), 1)
  await paddock.hide()
  await until(() => pagesOf(world) === 0, { what: 'the page to end' })

  const acme = world.makeFolder('acme')
  await askHost(world, 'view', { pick: { path: acme } })
  await paddock.isAskedFor(acme)
  assert.equal((await visibleWindows(world, WINDOW)).length, 0)
  await paddock.allow()
  await paddock.waitForEntry('acme → Files, read', 'Revoke')
  await until(() => pagesOf(world) === 0, { what: 'the page of consents to end' })
})

function hostOf(world) {
  return world.processes().find(({ command }) => command.startsWith(HOST))?.pid
}

function filesOf(world) {
  return world.processes().find(({ command }) => /paddock-files\s*$/.test(command))?.pid
}

function pagesOf(world) {
  return world.processes().filter(({ command }) => command.includes('WebKitWebProcess')).length
}

/** Ends the host as a crash does, and waits until it is gone. */
async function kill(world) {
  const pid = await until(() => hostOf(world), { what: 'a host' })
  process.kill(pid, 'SIGKILL')
  await until(() => hostOf(world) !== pid, { what: 'the host to be gone' })
}

async function grantsOf(app) {
  return (await app.execute('return window.__TAURI_INTERNALS__.invoke("view")')).grants
}

async function chooseAtQuit({ app }, choice) {
  await app.click({ xpath: `//select[@id = //label[.="When Paddock quits"]/@for]/option[.="${choice}"]` })
}
