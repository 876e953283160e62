// Tests of the harness that need no app.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { describe, it } from 'node:test'
import { hasEnded, until } from '../../.dev/processes.mjs'
import { entryAt } from './harness/tray.mjs'
import { Session } from './harness/session.mjs'
import { App, openApp } from './harness/webdriver.mjs'
import { World, startWorld } from './harness/world.mjs'
import { screenshot } from './harness/x11.mjs'

const PYTHON = '/usr/bin/python3'
const STATUS_ITEM = path.join(import.meta.dirname, 'fixtures', 'status_item.py')
const PATIENCE = { timeout: 120_000 }

describe('a world', PATIENCE, () => {
  it('leaves no process and no file', async () => {
    const world = await World.start()
    const child = await world.launch('sleep', ['1000'])
    assert.ok(world.processes().length >= 5, JSON.stringify(world.processes()))
    await world.stop()
    assert.deepEqual(world.processes(), [])
    assert.ok(hasEnded(child))
    assert.ok(!existsSync(world.folder))
  })

  it('tells which processes outlived their program', async () => {
    const world = await World.start({ tray: false })
    await world.launch('sh', ['-c', 'setsid sh -c "echo started; exec sleep 1000" & wait'])
    await until(() => world.log().includes('started'), { what: 'the shell' })
    await assert.rejects(world.stop({ patience: 200 }), /processes are left: \d+ .*sleep 1000/)
    await until(() => world.processes().length === 0, { what: 'the kill' })
  })

  it('shares no folder and no setting with the person who runs it', async (t) => {
    const world = await startWorld(t, { tray: false, env: { GIVEN: 'yes' } })
    const child = await world.launch('sh', ['-c', 'env; echo done'])
    await once(child, 'exit')
    const lines = world.log().split('\n')
    assert.ok(lines.includes(`HOME=${world.home}`))
    assert.ok(lines.includes('GIVEN=yes'))
    assert.deepEqual(lines.filter((line) => line.startsWith('npm_')), [])
    assert.deepEqual(readdirSync(world.home).sort(), ['.cache', '.config', '.local'])
  })

  it('can be seen', async (t) => {
    const world = await startWorld(t, { tray: false })
    const file = path.join(world.folder, 'pictures', 'screen.png')
    await screenshot(world, file)
    assert.ok(existsSync(file))
  })
})

describe('the tray', PATIENCE, () => {
  it('reads the menu and clicks by label, although ids change', async (t) => {
    const { tray, process } = await withItem(t)
    await tray.waitForMenu((menu) => entryAt(menu, 'Switch'))
    const labels = (await tray.menu()).map(({ type, label }) => label || type)
    assert.deepEqual(labels, ['Switch', 'separator', 'my_notes'])

    await tray.click('Switch')
    const menu = await tray.waitForMenu((now) => entryAt(now, 'my_notes', 'Switched').checked)
    assert.equal(entryAt(menu, 'my_notes', 'Switched').enabled, false)
    await tray.click('Switch')
    await tray.waitForMenu((now) => !entryAt(now, 'my_notes', 'Switched').checked)
    assert.equal((await tray.item()).Title, 'Status item')

    await tray.click('my_notes', 'Quit')
    await until(() => hasEnded(process), { what: 'the item to quit' })
    await until(() => tray.lastMenu === undefined, { what: 'the item to be gone' })
  })

  it('refuses what a person could not click', async (t) => {
    const { tray } = await withItem(t)
    await tray.waitForMenu((menu) => entryAt(menu, 'Switch'))
    await assert.rejects(tray.click('my_notes', 'Switched'), /is disabled/)
    await assert.rejects(tray.click('hidden'), /no \['hidden'\] in the menu/)
  })

  it('keeps notifications', async (t) => {
    const { tray } = await withItem(t)
    await tray.waitForMenu((menu) => entryAt(menu, 'Switch'))
    await tray.click('Switch')
    const notification = await tray.waitForNotification(({ summary }) => summary === 'Switched')
    assert.deepEqual(notification.actions, ['default', 'Open'])
    await tray.invoke(notification.id)
  })

  it('says that there is no item', async (t) => {
    const { tray } = await startWorld(t)
    await assert.rejects(tray.menu(), /no tray item is registered/)
  })
})

describe('the driver', PATIENCE, () => {
  it('starts nothing else when the app is missing', async (t) => {
    const world = await startWorld(t, { tray: false })
    await assert.rejects(openApp(world, { binary: path.join(world.home, 'missing') }), /ENOENT/)
  })

  it('refuses a window with another title', async (t) => {
    const world = await startWorld(t, { tray: false })
    const browser = miniBrowser()
    if (!browser) return t.skip('no MiniBrowser here')
    const page = path.join(world.makeFolder('page'), 'index.html')
    writeFileSync(page, '<title>Another</title>')
    const args = ['--automation', `file://${page}`]
    await assert.rejects(openApp(world, { binary: browser, args, timeout: 1_000 }), /not "Paddock"/)
  })

  it('asks again when something went while it was found', async (t) => {
    const window = { '/window/handles': ['only'], '/window': null, '/url': 'tauri://localhost/' }
    const answers = [
      { status: 404, value: { error: 'stale element reference', message: 'gone' } },
      { status: 200, value: [] },
    ]
    const driver = createServer(({ url }, response) => {
      const { status, value } = url in window ? { status: 200, value: window[url] } : answers.shift()
      response.writeHead(status).end(JSON.stringify({ value }))
    })
    await once(driver.listen(0, '127.0.0.1'), 'listening')
    t.after(() => driver.close())
    const app = new App(new Session(`http://127.0.0.1:${driver.address().port}`))
    assert.deepEqual(await app.findAll('li'), [])
    assert.deepEqual(answers, [])
  })
})

async function withItem(t) {
  const world = await startWorld(t)
  const process = await world.launch(PYTHON, [STATUS_ITEM], { env: { PYTHONDONTWRITEBYTECODE: '1' } })
  return { tray: world.tray, process }
}

function miniBrowser() {
  const folders = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/libexec', '/usr/lib']
  return folders.map((folder) => path.join(folder, 'webkit2gtk-4.1', 'MiniBrowser')).find(existsSync)
}
