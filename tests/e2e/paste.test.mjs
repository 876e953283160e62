// From a configuration that is pasted to servers that run, by one question.

import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { askHost } from './harness/front.mjs'
import { startPaddock } from './harness/paddock.mjs'
import { startWorld } from './harness/world.mjs'

/** A server that ends at once where it may not list the folder it is given. */
const SERVER = `import json, os, sys
os.listdir(sys.argv[1])
for line in sys.stdin:
    asked = json.loads(line)
    if asked.get("method") == "initialize":
        result = {"protocolVersion": "2025-11-25", "capabilities": {}, "serverInfo": {"name": "x", "version": "1"}}
        print(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": result}), flush=True)
`

test('all of a pasted file is added, trusted, granted and started by one question', { timeout: 180_000 }, async (t) => {
  const world = await startWorld(t)
  const [acme, notes, keys] = [world.makeFolder('acme'), world.makeFolder('Notes'), world.makeFolder('.ssh')]
  const script = path.join(world.makeFolder('src'), 'server.py')
  writeFileSync(script, SERVER)
  const paddock = await startPaddock(world)
  const { app, consent } = paddock
  await paddock.go('Servers')
  await app.click({ role: 'button', name: 'Add server' })
  const server = (...folders) => ({ command: 'python3', args: [script, ...folders] })
  await paddock.fill('textarea', JSON.stringify({ mcpServers: { one: server(acme, keys), two: server(notes) } }))
  await app.click({ role: 'button', name: 'Find servers' })
  await app.find({ xpath: `//label[contains(normalize-space(.), "It names")][contains(., "${notes}")]` })
  await app.click({ role: 'button', name: 'Add, trust and start all 2' })

  const asks = { xpath: '//h1[.="Start 2 servers for the first time?"]' }
  await consent.find(asks)
  const shown = await consent.execute('return document.body.innerText')
  for (const text of [script, acme, notes, 'Read only']) assert.ok(shown.includes(text), text)
  assert.deepEqual(await grantsOf(world), [], 'nothing is given before a person agrees')
  await paddock.agree('Trust, grant 2 folders and start', asks)
  await paddock.waitForState('Running since')
  assert.deepEqual(await grantsOf(world), [
    [notes, 'read'],
    [acme, 'read'],
  ].toSorted())
  // What needs its name typed is a question of its own.
  await paddock.isAskedFor(keys)
  await paddock.agree('Don’t allow')
  await paddock.waitForNoQuestion()
  assert.equal((await grantsOf(world)).length, 2)
})

test('what a pasted page of instructions leaves open is asked for', { timeout: 120_000 }, async (t) => {
  const world = await startWorld(t)
  const notes = world.makeFolder('Notes')
  const script = path.join(world.makeFolder('src'), 'server.py')
  writeFileSync(script, `import os, sys\nassert os.environ["API_KEY"] == "hunter2-hunter2" and sys.argv[2] == "--org=acme"\n${SERVER}`)
  const paddock = await startPaddock(world)
  const { app, consent } = paddock
  await paddock.go('Servers')
  await app.click({ role: 'button', name: 'Add server' })
  const entry = { command: 'python3', args: [script, notes, '--org=${ORG}'], env: { API_KEY: '<YOUR_API_KEY>' } }
  await paddock.fill('textarea', JSON.stringify({ mcpServers: { one: entry } }))
  await app.click({ role: 'button', name: 'Find servers' })
  await type(app, 'ORG', 'acme')
  await type(app, 'API_KEY', 'hunter2-hunter2')
  assert.ok((await app.execute('return document.body.innerText')).includes('<YOUR_API_KEY>'), 'what is to be put there')
  await app.click({ role: 'button', name: 'Add, trust and start one' })

  const asks = { xpath: '//h1[contains(., "for the first time?")]' }
  await consent.find(asks)
  assert.ok(!(await consent.execute('return document.body.innerText')).includes('hunter2'))
  await paddock.agree('Trust, grant 1 folder and start', asks)
  await paddock.waitForState('Running since')
})

async function type(app, label, value) {
  const field = await app.find({ xpath: `//label[starts-with(normalize-space(.), "${label}")]/following-sibling::input` })
  await field.type(value)
}

async function grantsOf(world) {
  const [{ done: view }] = await askHost(world, 'view', { view: {} })
  return view.grants.map(({ folder, access }) => [folder.path, access]).toSorted()
}
