import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { test } from 'node:test'
import { TARGET } from '../../.dev/setup.mjs'
import { cancel } from './harness/dialog.mjs'
import { startPaddock } from './harness/paddock.mjs'
import { entryAt } from './harness/tray.mjs'
import { startWorld } from './harness/world.mjs'

const CLI = path.join(TARGET, 'debug', 'paddock')

test('the app speaks the language of the account, and another one from when it is chosen', { timeout: 120_000 }, async (t) => {
  const world = await startWorld(t, { env: { LC_ALL: 'de_DE.UTF-8', LANGUAGE: '' } })
  const { app } = await startPaddock(world)
  await app.find({ xpath: '//h1[.="Zugriff"]' })
  await world.tray.waitForMenu((menu) => entryAt(menu, 'Kein Zugriff auf Ordner'))
  await app.click({ role: 'button', name: 'Ordner hinzufügen' })
  await cancel(world, { title: '^Ordner zum Freigeben ' })

  await app.click({ xpath: '//nav//button[starts-with(normalize-space(.), "Einstellungen")]' })
  await app.click({ xpath: '//option[@value="ko"]' })
  await app.find({ xpath: '//h1[.="설정"]' })
  await world.tray.waitForMenu((menu) => entryAt(menu, '폴더 접근 권한 없음'))

  await app.click({ xpath: '//option[@value="zh-CN"]' })
  await app.find({ xpath: '//h1[.="设置"]' })
})

test('the command line speaks the language of the account', () => {
  const help = (LC_ALL) => execFileSync(CLI, ['--help'], { env: { LC_ALL, HOME: '/nowhere' }, encoding: 'utf8' })
  assert.match(help('de_DE.UTF-8'), /Was gerade geschieht/)
  assert.match(help('zh_CN.UTF-8'), /当前情况/)
  assert.match(help('ko_KR.UTF-8'), /현재 상황/)
  assert.match(help('C'), /Show the current state/)
  assert.match(help('fr_FR.UTF-8'), /Show the current state/)
})
