// Folders dropped on the window: they arrive in Rust, and each is a question.

import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { until } from '../../.dev/processes.mjs'
import { WINDOW, startPaddock } from './harness/paddock.mjs'
import { startWorld } from './harness/world.mjs'
import { visibleWindows, xdotool } from './harness/x11.mjs'

const PYTHON = '/usr/bin/python3'
const HINT = 'Drop folders here to ask for access'
const SOURCE = path.join(import.meta.dirname, 'fixtures', 'drag_source.py')

test('folders that are dropped wait for consent, and what is none is named', { timeout: 120_000 }, async (t) => {
  const world = await startWorld(t)
  const acme = world.makeFolder('Projects', 'acme')
  const file = path.join(world.home, 'letter.txt')
  writeFileSync(file, 'not a folder\n')
  const paddock = await startPaddock(world)
  const { app } = paddock

  await drop(world, app, [acme, file])
  await paddock.isAskedFor(acme)
  await until(async () => (await app.execute('return document.body.innerText')).includes('letter.txt'), {
    what: 'the word that a file is no folder',
  })
  assert.deepEqual(await app.findAll({ role: 'button', name: /^Revoke:/ }), [])
})

test('of files with servers that are dropped one is looked at, and the others are turned away', { timeout: 120_000 }, async (t) => {
  const world = await startWorld(t)
  const files = ['one', 'two', 'three'].map((name) => {
    const file = path.join(world.home, `${name}.json`)
    writeFileSync(file, JSON.stringify({ name: `io.ada/${name}`, packages: [{ registryType: 'npm', identifier: name }] }))
    return file
  })
  const { app } = await startPaddock(world)

  await drop(world, app, files)
  await app.find({ xpath: '//h2[.="Add one from a file"]' })
  await app.waitForText('main', (text) => text.includes('npx -y one') && text.includes('it was turned away'))
  assert.deepEqual(await app.findAll({ role: 'button', name: 'Add two' }), [])
})

/** Drags files from another program's window to the middle of the app's, as a hand would. */
async function drop(world, app, files) {
  await world.launch(PYTHON, [SOURCE, ...files])
  const [from] = await until(async () => notEmpty(await visibleWindows(world, '^Drag source$')), { what: 'the drag source' })
  const [to] = await visibleWindows(world, WINDOW)
  await xdotool(world, 'mousemove', '--window', from, '80', '60')
  await xdotool(world, 'mousedown', '1')
  // A drag begins when the pointer has moved a little, and is offered to what it then moves over.
  for (let x = 82; x < 140; x += 4) await xdotool(world, 'mousemove', '--window', from, String(x), '60')
  let x = 400
  await until(
    async () => {
      await xdotool(world, 'mousemove', '--window', to, String((x += 3)), '300')
      return (await app.execute('return document.body.innerText')).includes(HINT)
    },
    { what: 'the word that it may be dropped' },
  )
  await xdotool(world, 'mouseup', '1')
}

function notEmpty(list) {
  return list.length > 0 ? list : undefined
}
