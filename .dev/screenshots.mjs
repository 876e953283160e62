// npm run screenshots [-- --as-built]: pictures of the built app for the documentation, light and dark,
// and one that moves.

import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Model } from '../tests/e2e/harness/model.mjs'
import { CONSENT, FILES, WINDOW, startPaddock } from '../tests/e2e/harness/paddock.mjs'
import { World } from '../tests/e2e/harness/world.mjs'
import { pictureOf } from '../tests/e2e/harness/x11.mjs'
import { buildPrograms, buildUi } from './build.mjs'
import { record } from './recording.mjs'
import { Stop, main, say } from './say.mjs'
import { ROOT, ensureNodeModules, setUp } from './setup.mjs'

const PICTURES = path.join(ROOT, 'docs', 'screenshots')
const PEERS = path.join(ROOT, 'tests', 'peers')
// Its path is in the pictures. Not in `/tmp`: a confined server has one of its own.
const HOME = '/var/tmp/ann'
/** How long a picture is looked at before something happens, in milliseconds. */
const LOOK = 2_500

await main(async () => {
  await setUp({ purposes: ['build', 'run', 'display', 'test'] })
  ensureFonts()
  await ensureNodeModules(PEERS)
  if (!process.argv.includes('--as-built')) {
    await buildUi()
    buildPrograms({ release: false })
  }
  const model = await Model.start()
  try {
    for (const theme of ['light', 'dark']) await takeAll(theme, model)
  } finally {
    await model.stop()
  }
})

async function takeAll(theme, model) {
  const world = await World.start({ home: HOME, env: { PATH: `${HOME}/.local/bin:${process.env.PATH}` } })
  try {
    setTheme(world, theme)
    furnish(world)
    for (const name of ['everything', 'filesystem']) install(world, name)
    const paddock = await startPaddock(world)
    const isDark = await paddock.app.execute(`return matchMedia('(prefers-color-scheme: dark)').matches`)
    if (isDark !== (theme === 'dark')) throw new Stop(`the window is not ${theme}, as the desktop is`)
    const take = async (name, window = WINDOW) => {
      // What failed is part of a record.
      if (window === WINDOW && name !== 'activity') await refuseFailures(paddock, name)
      await pictureOf(world, window, path.join(PICTURES, `${name}-${theme}.png`))
      say(`${name}, ${theme}`)
    }
    await show(paddock, { world, theme, model, take })
    await paddock.app.close()
  } finally {
    await world.stop()
  }
}

async function show(paddock, { world, theme, model, take }) {
  const [acme, notes, site] = ['acme', 'notes', 'site'].map((name) => path.join(HOME, name))
  await paddock.paste('everything', { command: 'mcp-server-everything', args: [] })
  await paddock.trust()
  await paddock.paste('filesystem', { command: 'mcp-server-filesystem', args: [] })
  await paddock.trust()

  await paddock.pick(acme)
  await paddock.choose({ server: 'filesystem', access: 'Write, but not what runs', lifetime: 'While the server runs' })
  await take('consent', CONSENT)
  await paddock.allow()
  await paddock.grant(notes, { server: 'everything' })
  await paddock.grant(site, { server: 'filesystem', access: 'Write, but not what runs', lifetime: 'Until midnight' })
  await paddock.grant(acme, { server: FILES, lifetime: '1 hour' })

  await paddock.showServer(FILES, 'Tools')
  await paddock.call('list_directory', { path: acme })
  await paddock.app.execute(`document.querySelector('section[aria-label="Result"]').scrollIntoView({ block: 'end' })`)
  await take('tool')
  await paddock.showServer(FILES, 'Messages')
  await paddock.app.click({ xpath: '//ul[@aria-label="Messages of Files"]/li[1]//summary' })
  await take('messages')
  await paddock.addModels('On this computer', model.url)
  await paddock.showServer('everything', 'Tools')
  await paddock.startCall('trigger-sampling-request', { prompt: 'Three words that sell springs.' })
  await paddock.showRequest('Model’s answer')
  await take('requests')
  await paddock.answer({ role: 'button', name: 'Deny' })
  await paddock.revoke('notes', 'everything')
  await paddock.go('Access')
  await take('access')
  await record(world, WINDOW, path.join(PICTURES, `prove-${theme}.gif`), () => prove(paddock))
  await take('servers')
  await paddock.go('Activity')
  await take('activity')
  await paddock.go('Settings')
  await take('settings')
}

/** A picture that shows a failure is not taken: what is red is a button, or wrong. */
async function refuseFailures(paddock, name) {
  const red = await paddock.app.execute(`
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.color = 'var(--danger-text)'
    const { color } = getComputedStyle(probe)
    probe.remove()
    const hasWords = (it) => [...it.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue.trim())
    return [...document.querySelectorAll('body *')]
      .filter((it) => hasWords(it) && it.checkVisibility() && !it.closest('button') && getComputedStyle(it).color === color)
      .map((it) => it.innerText)`)
  if (red.length > 0) throw new Stop(`the picture ${name} would show a failure: ${red.join('; ')}`)
}

/** Without a font for a script its words are boxes. */
function ensureFonts() {
  for (const language of ['ko', 'zh-cn']) {
    const { stdout } = spawnSync('fc-list', [`:lang=${language}`], { encoding: 'utf8' })
    if (!stdout?.trim()) throw new Stop(`there is no font for the language ${language}: pictures would show boxes`)
  }
}

/** From who may use what to the proof of it, at a pace that can be followed. */
async function prove(paddock) {
  await delay(LOOK)
  await paddock.showServer('filesystem')
  await delay(LOOK)
  await paddock.app.click({ role: 'button', name: 'Prove it' })
  const proved = await paddock.app.find({ text: 'It holds.' }, { timeout: 60_000 })
  await proved.scrollToMiddle()
  await delay(LOOK)
  await paddock.app.execute(`document.querySelector('main').scrollBy({ top: 380, behavior: 'smooth' })`)
  await delay(2 * LOOK)
}

/** What GTK prefers is what the page is told. */
function setTheme(world, theme) {
  const folder = path.join(world.env.XDG_CONFIG_HOME, 'gtk-3.0')
  mkdirSync(folder, { recursive: true })
  const prefersDark = theme === 'dark' ? 1 : 0
  writeFileSync(path.join(folder, 'settings.ini'), `[Settings]\ngtk-application-prefer-dark-theme=${prefersDark}\n`)
}

function furnish(world) {
  const files = {
    acme: {
      'README.md': '# Acme\n\nSprings, rockets and paint, shipped overnight.\n\n    npm install\n    npm test\n',
      'package.json': '{"name": "acme"}\n',
      '.env': 'ACME_TOKEN=\n',
    },
    notes: { 'plan.md': '# Plan\n' },
    site: { 'index.html': '<!doctype html>\n' },
  }
  for (const [folder, contents] of Object.entries(files)) {
    const place = world.makeFolder(folder)
    for (const [name, text] of Object.entries(contents)) writeFileSync(path.join(place, name), text)
  }
  world.makeFolder('acme', '.git')
  writeFileSync(path.join(HOME, 'acme', '.git', 'HEAD'), 'ref: refs/heads/main\n')
}

/** A program on PATH, as a package manager would put it there. */
function install(world, name) {
  const script = path.join(PEERS, 'node_modules', '@modelcontextprotocol', `server-${name}`, 'dist', 'index.js')
  const program = path.join(world.makeFolder('.local', 'bin'), `mcp-server-${name}`)
  chmodSync(script, 0o755)
  symlinkSync(script, program)
}
