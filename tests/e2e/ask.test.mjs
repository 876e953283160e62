// A server that reaches for more waits for the person, and goes on with the answer.

import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { startPaddock } from './harness/paddock.mjs'
import { startWorld } from './harness/world.mjs'

/** Opens one file whenever its tool is called. @param {string} file */
const SERVER = (file) => `
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    method = message.get("method")
    if method == "initialize":
        result = {"protocolVersion": message["params"]["protocolVersion"], "capabilities": {"tools": {}}, "serverInfo": {"name": "peeker", "version": "1"}}
    elif method == "tools/list":
        result = {"tools": [{"name": "peek", "inputSchema": {"type": "object"}}]}
    elif method == "tools/call":
        try:
            text = open(${JSON.stringify(file)}).read()
        except OSError as error:
            text = str(error)
        result = {"content": [{"type": "text", "text": text}]}
    else:
        continue
    print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)
`

test('a first touch waits for the person and then succeeds', { timeout: 180_000 }, async (t) => {
  const { paddock, acme } = await startPeeking(await startWorld(t))
  const { app } = paddock
  await paddock.showServer('peeker', 'Overview')
  await app.find({ text: 'Waiting for you' })
  // The server named the path, so the page can only bring it before the person.
  const offered = { role: 'button', name: `Grant this folder… ${acme}` }
  await app.click(offered)
  await paddock.isAskedFor(acme)
  await paddock.agree('Don’t allow')
  await paddock.waitForNoQuestion()
  await app.click(offered)
  await paddock.isAskedFor(acme)
  await paddock.allow()
  await paddock.go('Access')
  await paddock.waitForGrant('acme', 'peeker')

  await paddock.showServer('peeker', 'Tools')
  const after = await paddock.call('peek')
  assert.ok(after.text.includes('the barn door is open'), after.text)
})

test('what a server waits with is denied from its notification', { timeout: 120_000 }, async (t) => {
  const world = await startWorld(t)
  const { paddock } = await startPeeking(world)
  const asks = await world.tray.waitForNotification(({ body }) => body === 'peeker wants to use acme and waits for your answer.')
  assert.deepEqual(asks.actions, ['show:requests', 'Open', 'deny', 'Deny', 'default', ''])
  await world.tray.invoke(asks.id, 'deny')
  const { text } = await paddock.resultOf('peek')
  assert.ok(text.includes('No such file'), text)
})

test('the window for consent goes with the last question that is left for later', { timeout: 120_000 }, async (t) => {
  const world = await startWorld(t)
  const acme = world.makeFolder('acme')
  const paddock = await startPaddock(world)
  await paddock.pick(acme)
  await paddock.agree('Decide later')
  await paddock.waitForNoQuestion()
  await paddock.app.click({ role: 'button', name: 'Show what waits for your consent' })
  await paddock.isAskedFor(acme)
  await paddock.allow()
  await paddock.waitForGrant('acme')
})

/** A server that waits for the person with a file of acme. */
async function startPeeking(world) {
  const acme = world.makeFolder('acme')
  const readme = path.join(acme, 'readme.txt')
  writeFileSync(readme, 'the barn door is open\n')
  const script = path.join(world.makeFolder('bin'), 'peeker.py')
  writeFileSync(script, SERVER(readme))
  const paddock = await startPaddock(world)
  await paddock.paste('peeker', { command: 'python3', args: [script] })
  await paddock.app.click({ xpath: '//label[normalize-space(.)="Ask on first touch"]' })
  await paddock.trust()
  await paddock.showServer('peeker', 'Tools')
  await paddock.startCall('peek')
  return { paddock, acme }
}
