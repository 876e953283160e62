// Where a server connects: asked about, allowed while it waits, taken back, and refused.

import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { startHostWithSite } from './harness/outside.mjs'
import { startPaddock } from './harness/paddock.mjs'
import { startWorld } from './harness/world.mjs'

const NAME = 'page.example'
const SAYS = 'A marmot lives in the meadows.'

/** Opens one page whenever its tool is called. */
const SERVER = `
import json, sys, urllib.request
for line in sys.stdin:
    message = json.loads(line)
    method = message.get("method")
    if method == "initialize":
        result = {"protocolVersion": message["params"]["protocolVersion"], "capabilities": {"tools": {}}, "serverInfo": {"name": "fetcher", "version": "1"}}
    elif method == "tools/list":
        result = {"tools": [{"name": "fetch", "inputSchema": {"type": "object"}}]}
    elif method == "tools/call":
        try:
            text, failed = urllib.request.urlopen("http://${NAME}/").read().decode(), False
        except OSError as error:
            text, failed = str(error), True
        result = {"content": [{"type": "text", "text": text}], "isError": failed}
    else:
        continue
    print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)
`

test('a name is asked about, allowed in the call that waits, taken back and refused', { timeout: 180_000 }, async (t) => {
  const world = await startWorld(t)
  const site = await startHostWithSite(t, world, { name: NAME, says: SAYS })
  const script = path.join(world.makeFolder('bin'), 'fetcher.py')
  writeFileSync(script, SERVER)
  const paddock = await startPaddock(world)
  const { app } = paddock
  const asked = { xpath: `//main//section[.//h2[normalize-space(.)="“fetcher” wants to connect to ${NAME}"]]` }

  await paddock.paste('fetcher', { command: '/usr/bin/python3', args: [script] })
  await paddock.trust()
  await paddock.showServer('fetcher', 'Tools')
  await paddock.startCall('fetch')
  await paddock.showRequest('Connection')
  await app.find(asked)
  assert.equal(site.visits(), 0)
  // A click in the moment after the question changed is not taken for an answer.
  const asksForConsent = async () => {
    await app.click({ role: 'button', name: 'Allow for 1 hour…' }, { timeout: 1_000 })
    return paddock.consent.find({ role: 'button', name: 'Allow' }, { timeout: 5_000 })
  }
  await app.waitFor(asksForConsent, { what: 'consent to be asked for' })
  await paddock.agree('Allow')
  await app.waitForGone(asked)
  await paddock.showServer('fetcher', 'Tools')
  const first = await paddock.resultOf('fetch')
  assert.ok(first.text.includes(SAYS) && !first.isError, first.text)
  assert.equal(site.visits(), 1)

  await paddock.showSection('Overview')
  await app.click({ role: 'button', name: `Take back ${NAME}` })
  await app.find({ text: 'You have not decided about any destination.' })
  await paddock.showSection('Tools')
  await paddock.startCall('fetch')
  await paddock.showRequest('Connection')
  await paddock.answer({ role: 'button', name: 'Never allow' }, asked)
  await paddock.showServer('fetcher', 'Tools')
  const second = await paddock.resultOf('fetch')
  assert.ok(second.isError && !second.text.includes(SAYS), second.text)

  await paddock.showSection('Overview')
  await app.find({ text: 'Never, without asking' })
  await paddock.go('Activity')
  await app.waitForText('main', (text) => text.includes('Connection refused') && text.includes(NAME))
  assert.equal(site.visits(), 1)
})
