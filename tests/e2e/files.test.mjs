// Files that come in and go out through the system's dialogs.

import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { choose, saveAs } from './harness/dialog.mjs'
import { startPaddock } from './harness/paddock.mjs'
import { startWorld } from './harness/world.mjs'

test('the folders of a workspace file are proposed, and the activity is written out', { timeout: 180_000 }, async (t) => {
  const world = await startWorld(t)
  const [acme, site] = [world.makeFolder('Projects', 'acme'), world.makeFolder('Projects', 'site')]
  const workspace = path.join(world.home, 'all.code-workspace')
  writeFileSync(workspace, '{ // both\n"folders": [{"path": "Projects/acme"}, {"path": "Projects/site"},]}')
  const paddock = await startPaddock(world)
  const { app } = paddock

  await app.click({ role: 'button', name: 'More ways to add folders' })
  await app.click({ text: 'From a workspace file…' })
  await choose(world, workspace)
  await paddock.consent.find({ text: 'Let “Files” read 2 folders?' })
  await paddock.allow()
  for (const folder of [acme, site]) await paddock.waitForGrant(path.basename(folder))

  const file = path.join(world.home, 'activity.jsonl')
  await paddock.go('Activity')
  await app.click({ role: 'button', name: 'Export JSONL' })
  await saveAs(world, file)
  await app.waitForText('main', (text) => text.includes(`Written to ${file}`))
  const records = readFileSync(file, 'utf8').trimEnd().split('\n').map((line) => JSON.parse(line))
  assert.deepEqual(records.filter(({ kind }) => kind === 'granted').map(({ path }) => path), [acme, site])
})
