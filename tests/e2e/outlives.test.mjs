// What an app does goes on, whatever becomes of the windows.

import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { until } from '../../.dev/processes.mjs'
import { startSession } from './harness/app.mjs'
import { BINARY, FILES, startPaddock } from './harness/paddock.mjs'
import { startWorld } from './harness/world.mjs'

test('no call of an app fails while the window, and then the screen, is killed', { timeout: 180_000 }, async (t) => {
  const world = await startWorld(t)
  const paddock = await startPaddock(world)
  const acme = world.makeFolder('acme')
  const note = path.join(acme, 'note.txt')
  writeFileSync(note, 'still here')
  await paddock.grant(acme)
  const session = await startSession(t, world, FILES)
  await session.call('read_text_file', { path: note })
  const servers = () => pids(world, /paddock-files\s*$/)
  const before = servers()
  assert.ok(before.length > 0)

  const calls = keepCalling(session, note)
  for (const what of [new RegExp(`^${BINARY}`), /^\S*Xvfb\b/]) {
    const killed = pids(world, what)
    assert.ok(killed.length > 0, `${what} runs`)
    for (const pid of killed) process.kill(pid, 'SIGKILL')
    await until(() => pids(world, what).every((pid) => !killed.includes(pid)), { what: `${what} to be gone` })
    await calls.more(50)
  }
  await calls.end()
  assert.deepEqual(servers(), before)
})

/** Calls one after another. A call that fails fails `more` and `end`. */
function keepCalling(session, note) {
  let [goes, done] = [true, 0]
  const run = (async () => {
    for (; goes; done++) assert.equal(await session.call('read_text_file', { path: note }), 'still here')
  })()
  const more = async (count) => {
    const goal = done + count
    await Promise.race([run, until(() => done >= goal, { what: `${count} more calls` })])
  }
  return { more, end: () => ((goes = false), run) }
}

function pids(world, pattern) {
  return world.processes().filter(({ command }) => pattern.test(command)).map(({ pid }) => pid)
}
