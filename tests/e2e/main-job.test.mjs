// The main job: a folder is given, used, and taken back while the window is hidden.

import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { until } from '../../.dev/processes.mjs'
import { FILES, startPaddock } from './harness/paddock.mjs'
import { entryAt } from './harness/tray.mjs'
import { startWorld } from './harness/world.mjs'

test('a folder is given, read, revoked from the tray and given again', { timeout: 180_000 }, async (t) => {
  const world = await startWorld(t)
  const acme = world.makeFolder('Projects', 'acme')
  const readme = path.join(acme, 'readme.txt')
  writeFileSync(readme, 'the barn door is open\n')
  const paddock = await startPaddock(world)
  const { app } = paddock

  await paddock.pick(acme)
  await paddock.consent.find({ text: 'The operating system enforces this, live.' })
  await paddock.allow()
  await paddock.waitForGrant('acme')
  await paddock.waitForEntry('acme → Files, read', 'Revoke')

  await paddock.showServer(FILES, 'Tools')
  const listed = await paddock.call('list_allowed_directories')
  assert.deepEqual(pathsIn(listed.text), [acme])
  const read = await paddock.call('read_text_file', { path: readme })
  assert.ok(read.text.includes('the barn door is open'), read.text)
  assert.ok(!read.isError)

  await paddock.hide()
  await world.tray.click('acme → Files, read', 'Revoke')
  const menu = await world.tray.waitForMenu((now) => entryAt(now, 'No folder access'))
  assert.equal(entryAt(menu, 'acme → Files, read'), undefined)
  assert.ok(paddock.process(), 'the app goes on')
  assert.ok(!(await paddock.isVisible()))

  await world.tray.click('Open Paddock')
  await until(() => paddock.isVisible(), { what: 'the window' })
  await paddock.go('Access')
  await paddock.waitForNoGrant('acme')
  await app.find({ role: 'button', name: 'Grant again: Files, acme' })

  await paddock.showServer(FILES, 'Tools')
  const refused = await paddock.call('read_text_file', { path: readme })
  assert.ok(refused.isError, refused.text)
  assert.ok(!refused.text.includes('barn door'), refused.text)

  await paddock.go('Access')
  await paddock.grantAgain('acme')
  await paddock.showServer(FILES, 'Tools')
  const again = await paddock.call('read_text_file', { path: readme })
  assert.ok(again.text.includes('the barn door is open'), again.text)
})

function pathsIn(text) {
  return text.match(/^(\/\S+)/gm) ?? []
}
