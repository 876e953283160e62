// What the screens cost with much in them: from a click until they are drawn, in the real window.

import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { askHost } from '../../tests/e2e/harness/front.mjs'
import { openApp } from '../../tests/e2e/harness/webdriver.mjs'
import { World } from '../../tests/e2e/harness/world.mjs'
import { buildPrograms, buildUi } from '../build.mjs'
import { until } from '../processes.mjs'
import { TARGET, setUp } from '../setup.mjs'
import { MILLISECOND } from './measures.mjs'

const RELEASE = path.join(TARGET, 'release')
/** The distribution's own, which has SQLite. */
const PYTHON = '/usr/bin/python3'
const [FOLDERS, SERVERS, RECORDS] = [30, 15, 100_000]
const ROUNDS = 10
/** As many folders as a program may have wait at once. */
const AT_ONCE = 9
/** A frame may take so long until it is said to be late. */
const LIMIT = 100 * MILLISECOND

export const title = 'What the screens cost with much in them'

export const about = `Release builds in the real window under Xvfb: ${FOLDERS} folders that ${SERVERS} servers each may use, and
${RECORDS.toLocaleString('en')} records of activity, all of it kept by the host. From the moment a click reaches the page until the first
frame after what was clicked for fills the window, by the page's own clock; ${ROUNDS} times each, in turn.`

/** What is clicked, and what is there then. */
const VIEWS = {
  Servers: [screen('Servers'), `//ul[@aria-label="Configured servers"]/li[${SERVERS}]`],
  Apps: [screen('Apps'), heading('Apps')],
  Requests: [screen('Requests'), heading('Requests')],
  Activity: [screen('Activity'), '(//tr[.//time])[25]'],
  Settings: [screen('Settings'), heading('Settings')],
  Access: [screen('Access'), heading('Access')],
  'Access by server': [choice('By server'), '//ul[@aria-label="Servers with access"]'],
  'Access grid': [choice('Grid'), '//table[@role="grid"]//tbody/tr[16]'],
  'Access by folder': [choice('By folder'), `//ul[@aria-label="Folders with access"]/li[${FOLDERS}]`],
}

function screen(name) {
  return `//nav//button[normalize-space(.)="${name}" or starts-with(normalize-space(.), "${name} ")]`
}

function heading(name) {
  return `//h1[.="${name}"]`
}

function choice(name) {
  return `//label[normalize-space(.)="${name}"]`
}

export async function build() {
  await setUp({ purposes: ['build', 'run', 'display', 'test'] })
  await buildUi()
  buildPrograms({ release: true })
}

export function beside() {
  return undefined
}

/** @param {string} [programs] the folder they are in */
export async function measure(programs = RELEASE) {
  const world = await World.start({ tray: true })
  try {
    await fill(world, programs)
    const app = await open(world, programs)
    const took = Object.fromEntries(Object.keys(VIEWS).map((name) => [name, []]))
    for (let round = 0; round <= ROUNDS; round++) {
      for (const [name, [click, shown]] of Object.entries(VIEWS)) {
        const milliseconds = await timed(app, click, shown)
        // What is drawn for the first time has to be read first.
        if (round > 0) took[name].push(Math.round(milliseconds * MILLISECOND))
      }
    }
    await end(world, programs, app)
    return Object.entries(took).map(([name, samples]) => ({ group: 'screens', name, unit: 'ns', samples }))
  } finally {
    await world.stop()
  }
}

function open(world, programs) {
  const settings = path.join(world.home, '.config', 'paddock', 'settings.json')
  mkdirSync(path.dirname(settings), { recursive: true })
  writeFileSync(settings, '{ "welcomed": true }')
  return openApp(world, { binary: path.join(programs, 'paddock-desktop') })
}

/** The app stays where its host is told to end, so it goes first. */
async function end(world, programs, app) {
  await app.close()
  spawnSync(path.join(programs, 'paddock'), ['quit'], { env: world.env, stdio: 'ignore' })
  const runs = () => world.processes().some(({ command }) => /^\S*\/paddock-(desktop|host)\b/.test(command))
  await until(() => !runs(), { what: 'Paddock to end' })
}

/** Folders are granted in the page for that; what happened is put where the host keeps it. */
async function fill(world, programs) {
  const app = await open(world, programs)
  const consent = app.other('consent.html')
  const ids = await addServers(world)
  const folders = Array.from({ length: FOLDERS }, (_, at) => world.makeFolder(`project-${String(at).padStart(2, '0')}`))
  // One question stays, so that the page does.
  await askHost(world, 'view', { pick: { path: world.makeFolder('other') } })
  await app.waitFor(() => consent.isOpen(), { what: 'the page of consents' })
  for (const server of ids) {
    for (let at = 0; at < folders.length; at += AT_ONCE) {
      const wanted = folders.slice(at, at + AT_ONCE).map((folder) => ({ pick: { path: folder } }))
      const picks = (await askHost(world, 'view', ...wanted)).map(({ done }) => done)
      await consent.execute(GRANT, picks, server)
    }
  }
  await end(world, programs, app)
  const data = path.join(world.env.XDG_DATA_HOME, 'paddock')
  execFileSync(PYTHON, ['-c', REMEMBER, data, String(RECORDS)])
}

async function addServers(world) {
  const draft = (at) => ({ name: `server-${at}`, program: 'true', args: [], env: [], cwd: null })
  const wanted = Array.from({ length: SERVERS - 1 }, (_, at) => ({ addServer: { draft: draft(at) } }))
  const added = (await askHost(world, 'view', ...wanted)).map(({ done }) => done)
  const [{ done: view }] = await askHost(world, 'view', { view: {} })
  return [view.servers.find(({ bundled }) => bundled).id, ...added]
}

const GRANT = `return window.__TAURI_INTERNALS__.invoke('grant_folders', { picks: arguments[0], server: arguments[1], access: 'read', lifetime: 'always' })`

/** Calls of a tool, one a minute, as the host writes them down. */
const REMEMBER = `
import glob, sqlite3, sys, time
data, count = sys.argv[1], int(sys.argv[2])
[database] = glob.glob(data + "/*.db")
with sqlite3.connect(database) as kept:
    server, name = kept.execute("SELECT id, name FROM servers ORDER BY id LIMIT 1").fetchone()
    [path] = kept.execute("SELECT path FROM grants LIMIT 1").fetchone()
    now = int(time.time() * 1000)
    rows = ((now - at * 60000, server, name, path, f"read_text_file {at}") for at in range(count, 0, -1))
    kept.executemany("INSERT INTO audit (at, actor, action, server, server_name, path, ok, detail) "
                     "VALUES (?, 'server', 'tool-called', ?, ?, ?, 1, ?)", rows)
kept.close()
`

/** Milliseconds from when a click reaches the page to the first frame with what it is for. */
async function timed(app, click, shown) {
  await app.execute(LISTEN, shown)
  await app.click({ xpath: click })
  return app.execute('return window.benchTook')
}

const LISTEN = `
  let began = 0
  document.addEventListener('pointerdown', () => (began = performance.now()), { once: true, capture: true })
  const there = () => document.evaluate(arguments[0], document, null, 9).singleNodeValue !== null
  window.benchTook = new Promise((done) => {
    const look = () => began > 0 && there() ? requestAnimationFrame(() => done(performance.now() - began)) : requestAnimationFrame(look)
    requestAnimationFrame(look)
  })`

/** @type {import('./measures.mjs').Row[]} */
export const rows = Object.keys(VIEWS).map((name) => ({
  group: 'screens',
  name,
  title: name,
  targets: [{ of: 'p95', atMost: LIMIT }],
}))
