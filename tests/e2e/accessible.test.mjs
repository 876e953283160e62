// What a screen reader finds in the real windows, over AT-SPI.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { until } from '../../.dev/processes.mjs'
import { startPaddock } from './harness/paddock.mjs'
import { startWorld } from './harness/world.mjs'

const PYTHON = '/usr/bin/python3'
const LOOK = path.join(import.meta.dirname, 'fixtures', 'accessible.py')
/** Where distributions put it. */
const LAUNCHER = ['/usr/libexec/at-spi-bus-launcher', '/usr/lib/at-spi-bus-launcher', '/usr/lib/at-spi2-core/at-spi-bus-launcher'].find(existsSync)
/** What a person does something with, as AT-SPI calls it. */
const CONTROLS = ['push button', 'button', 'toggle button', 'check box', 'radio button', 'combo box', 'entry', 'page tab', 'link', 'slider', 'spin button']
/** The main controls of each screen. */
const SCREENS = {
  Access: ['Check a path', 'Add folder', 'More ways to add folders', 'By server', 'Grid', 'Revoke all access', 'What Files may do in acme', 'How long Files may use acme', 'Revoke Files’s access to acme'],
  Servers: ['Add server', 'Files , Running , Active', 'Stop', 'Restart', 'Overview', 'Tools', 'Log', 'Prove it', 'Ask on first touch'],
  Apps: ['Look again'],
  Requests: ['Pending (0)', 'Missed (0)'],
  Activity: ['Export JSONL', 'More ways to export', 'Find in paths, servers, apps and details', 'Server', 'Show', 'Delete activity…'],
  Settings: ['Start Paddock when I log in', 'Add provider', 'Show shortcuts', 'Language of Paddock'],
}

test('every screen names its controls to a screen reader', { timeout: 180_000 }, async (t) => {
  const world = await startWorld(t, { env: { NO_AT_BRIDGE: '0' } })
  await world.launch(LAUNCHER, ['--launch-immediately'])
  const paddock = await startPaddock(world)
  await paddock.grant(world.makeFolder('acme'))
  for (const [screen, names] of Object.entries(SCREENS)) {
    await paddock.go(screen)
    let controls = []
    const lacking = () => names.filter((name) => !controls.some((it) => it.name.startsWith(name)))
    const isWhole = async () => {
      controls = await controlsOf(world)
      return lacking().length === 0
    }
    await until(isWhole, { what: `the controls of ${screen}` }).catch((error) => assert.fail(`${error.message}: ${lacking().join(', ')}`))
    for (const other of Object.keys(SCREENS)) assert.ok(controls.some(({ name }) => name.startsWith(other)), `${screen}: no way to ${other}`)
    assert.deepEqual(controls.filter(({ name }) => name.trim() === ''), [], `${screen}: controls without a name`)
  }
})

test('the question about a folder is read out, and its answers are named', { timeout: 180_000 }, async (t) => {
  const world = await startWorld(t, { env: { NO_AT_BRIDGE: '0' } })
  await world.launch(LAUNCHER, ['--launch-immediately'])
  const paddock = await startPaddock(world)
  await paddock.pick(world.makeFolder('acme'))
  const holds = async () => {
    const all = await seen(world)
    const names = all.map(({ name }) => name)
    return ['Don’t allow', 'Allow', 'Decide later', 'Read only', '1 hour'].every((name) => names.includes(name)) && all
  }
  const all = await until(holds, { what: 'the answers' })
  assert.ok(all.some(({ role, name }) => role === 'heading' && /^Let “Files” read acme ?\?$/.test(name)), 'the question is a heading')
  assert.deepEqual(controlsIn(all).filter(({ name }) => name.trim() === ''), [])
})

async function controlsOf(world) {
  return controlsIn(await seen(world))
}

function controlsIn(all) {
  return all.filter(({ role }) => CONTROLS.includes(role))
}

async function seen(world) {
  const { stdout } = await promisify(execFile)(PYTHON, [LOOK, 'paddock-desktop'], { env: world.env, maxBuffer: 1 << 24 })
  return JSON.parse(stdout)
}
