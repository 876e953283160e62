// Servers that come up late, as those do that a launcher downloads first: through Paddock, with an SDK
// that waits no longer than it does by default.

import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { until } from '../../.dev/processes.mjs'
import { Home, NODE, PATIENCE, ensureSdks } from './sdks.mjs'

const HERE = import.meta.dirname
const SERVER = path.join(HERE, 'slow.py')
const TOOLS = ['came_up_at']

const home = new Home()

before(async () => {
  const python = await ensureSdks()
  for (const [name, seconds] of [['Ten', '10'], ['Forty', '40']]) {
    await home.atTerminal('servers', 'add', name, '--', python, SERVER, seconds)
    await home.atTerminal('servers', 'trust', name)
  }
})

after(async () => {
  await home.quit()
  home.remove()
})

describe('servers that come up late, through Paddock', { concurrency: 1, timeout: PATIENCE * 3 }, () => {
  // They wait most of the time.
  describe('an SDK by its default', { concurrency: 2 }, () => {
    it('waits for one of 10 seconds, and is told at once what it offers in the next session', { timeout: PATIENCE }, async () => {
      const begun = Date.now()
      const first = await speak('Ten')
      assert.ok(first.cameUp >= begun + 10_000, JSON.stringify(first))
      assert.deepEqual(first.then, TOOLS)

      const next = await speak('Ten')
      assert.ok(next.at < next.cameUp, JSON.stringify(next))
      assert.deepEqual([next.first, next.then], [TOOLS, TOOLS])
    })

    it('is greeted in the place of one of 40 seconds, and has its call answered', { timeout: PATIENCE }, async () => {
      const first = await speak('Forty')
      assert.ok(first.at < first.cameUp, JSON.stringify(first))
      assert.deepEqual(first.then, TOOLS)
    })
  })

  it('leave nothing running behind', { timeout: PATIENCE }, async () => {
    const ofApps = async () => (await home.json('sessions')).sessions.filter((session) => session.app)
    await until(async () => (await ofApps()).length === 0, { what: 'the end of every session', timeout: PATIENCE })
    // Paddock's own use of them.
    for (const name of ['Ten', 'Forty']) await home.paddock('servers', 'stop', name)
    await until(() => running().length === 0, { what: 'the end of every process', timeout: PATIENCE })
  })
})

/** One session of a client, and when the process of its server had come up. */
async function speak(server) {
  const said = JSON.parse(await home.run(NODE, path.join(HERE, 'patient.mjs'), home.shim(server, `A patient app of ${server}`)))
  return { ...said, cameUp: Number(said.answered) }
}

/** Processes of the servers. */
function running() {
  const isServer = (pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(SERVER)
    } catch {
      // It ended meanwhile.
      return false
    }
  }
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isServer(name))
}
