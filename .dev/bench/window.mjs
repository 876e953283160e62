// What the window costs: until it is painted, and while nothing happens.

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { buildPrograms, buildUi } from '../build.mjs'
import { WINDOW } from '../../tests/e2e/harness/paddock.mjs'
import { Tray, entryAt } from '../../tests/e2e/harness/tray.mjs'
import { closeWindow } from '../../tests/e2e/harness/x11.mjs'
import { startDesktop } from '../desktop.mjs'
import { endProcess, hasEnded, startProcess } from '../processes.mjs'
import { Stop } from '../say.mjs'
import { ROOT, TARGET, setUp } from '../setup.mjs'
import { familyOf, sharesOf, wokenIn } from './idle.mjs'
import { areAlike, openScreen } from './screen.mjs'

const [ROUNDS, IDLES] = [10, 5]
const RELEASE = path.join(TARGET, 'release')
const PROGRAMS = { empty: [path.join(RELEASE, 'paddock-empty-window')], paddock: [path.join(RELEASE, 'paddock-desktop')] }
/** Started by hand in a checkout that is built. */
const AGAIN = { 'npm start': [process.execPath, path.join(ROOT, '.dev', 'start.mjs')] }
/** As at login: with no window until the tray is asked for one. */
const HIDDEN = [...PROGRAMS.paddock, '--hidden']
const OPEN = 'Open Paddock'
/** Milliseconds. What a server answered is kept on disk when ten seconds brought nothing new. */
const [LOOK, STILL, KEPT, IDLE, PATIENCE] = [5, 2_000, 15_000, 10_000, 60_000]

export const title = 'What the window costs'

export const about = `Release builds on the same virtual screen, in turn, after one start of each that is not counted.
*Empty* is a Tauri window of the same size with one coloured page. A window is painted when the screen first
shows what it goes on showing (compared every ${LOOK} ms). Memory is the proportional share (PSS) of the program
and all that it started, two seconds after nothing changes any more; Paddock has no servers then. \`npm start\`
is the second start in a checkout, which finds that there is nothing to build. *In the tray* there is no window:
Paddock was started as at login. *Opened from the tray* is measured from the click. *Woken* counts the times that
any thread of the app, of what it started or of the host was put to sleep and woken within ${IDLE / 1000} seconds, begun
${KEPT / 1000} seconds after the window was closed; a thread or process that begins or ends meanwhile counts at least once.`

export const short = `What falls short, and why:

- *Until painted:* a page with text, a script of 160 KB, 170 KB of words and a layout is put beside one that has
  none of them. Within the page, its script runs 50 ms after it began to load; the engine then draws its first
  picture of any page until 140 ms, with the frame in it that comes before the script; the host has answered by
  180 ms and the screen is made by 205 ms, and the next picture is there at 290 to 350 ms. That picture is what
  costs: text, put together without a graphics card. A host that runs already made no difference, nor did a page
  without the frame. Drawing the first screen once and not twice, few fonts, an icon in the tray that is made
  while the page loads, and a login shell that is asked only when a program is looked for brought it down by a
  third of what it took more; the other screens' scripts are read once the first one is drawn.
- *Memory:* a third of the difference is the program's own code, the rest the script, fonts and those parts
  of WebKit that an empty page never runs. Compiling what runs seldom for size took 2 MiB away, and is not
  kept for that; drawing without the compositor changed nothing.`

export async function build() {
  await setUp({ purposes: ['build', 'run', 'display'] })
  await buildUi()
  for (const release of [false, true]) buildPrograms({ release })
  const { status } = spawnSync('cargo', ['build', '--locked', '--release', '-p', 'paddock-empty-window'], { cwd: ROOT, stdio: 'inherit' })
  if (status !== 0) throw new Stop('the empty window could not be built: see above')
}

export function beside() {
  return undefined
}

export async function measure() {
  const folder = mkdtempSync(path.join(tmpdir(), 'paddock-bench-'))
  const framebuffer = path.join(folder, 'screen')
  mkdirSync(framebuffer)
  const desktop = await startDesktop({ folder, framebuffer })
  const screen = openScreen(framebuffer)
  let tray
  try {
    const blank = await still(() => lookAt(screen))
    const env = { ...process.env, ...desktop.env, ...homeIn(folder), LC_ALL: 'C.UTF-8', LANGUAGE: '' }
    tray = await Tray.start(env)
    return await inTurn((program) => open(program, env, { screen, blank, tray }))
  } finally {
    await tray?.stop()
    screen.close()
    await desktop.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function inTurn(start) {
  const programs = { ...PROGRAMS, ...AGAIN }
  const finals = {}
  const samples = Object.fromEntries(Object.keys(programs).map((name) => [name, { painted: [], memory: [] }]))
  for (const [name, program] of Object.entries(programs)) {
    const window = await start(program)
    finals[name] = await window.settled()
    await window.close()
  }
  const tray = { painted: [], memory: [] }
  const woken = []
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, program] of Object.entries(programs)) {
      const window = await start(program)
      samples[name].painted.push(await window.painted(finals[name]))
      await window.settled()
      samples[name].memory.push(window.memory())
      await window.close()
    }
    const hidden = await start(HIDDEN)
    tray.memory.push(await hidden.memoryInTray())
    tray.painted.push(await hidden.reopened(finals.paddock))
    if (round < IDLES) woken.push(await hidden.wokenOnceClosed())
    await hidden.close()
  }
  samples.tray = tray
  const measures = Object.entries(samples).flatMap(([name, { painted, memory }]) => [
    { group: 'painted', name, unit: 'ns', samples: painted },
    { group: 'memory', name, unit: 'bytes', samples: memory },
  ])
  return [...measures, { group: 'woken', name: 'tray', unit: 'count', samples: woken }]
}

async function open([command, ...args], env, { screen, blank, tray }) {
  const began = performance.now()
  const app = await startProcess(command, args, { env, stdio: 'ignore' })
  const look = async () => {
    if (hasEnded(app)) throw new Stop(`${command} ended before it was measured`)
    if (performance.now() - began > PATIENCE) throw new Stop(`${command} never came to rest`)
    return lookAt(screen)
  }
  const paintedSince = async (start, final) => {
    while (!areAlike(await look(), final));
    return Math.round((performance.now() - start) * 1e6)
  }
  const hasHost = command !== PROGRAMS.empty[0]
  const processes = () => familyOf(app.pid, ...(hasHost ? [hostIn(env)] : []))
  const memory = () => sharesOf(processes())
  return {
    /** @returns {Promise<number>} nanoseconds from the start */
    painted: (final) => paintedSince(began, final),
    /** Bytes, once nothing happens any more. */
    async memoryInTray() {
      await tray.waitForMenu((menu) => entryAt(menu, OPEN))
      await delay(STILL)
      return memory()
    },
    /** @returns {Promise<number>} nanoseconds from the click */
    async reopened(final) {
      const clicked = performance.now()
      await tray.click(OPEN)
      return paintedSince(clicked, final)
    },
    /** How often it is woken once its window was closed to the tray. */
    async wokenOnceClosed() {
      await still(look, blank)
      await closeWindow({ env }, WINDOW)
      while (!areAlike(await look(), blank));
      await delay(KEPT)
      return wokenIn(processes, IDLE)
    },
    /** What is shown once it no longer changes. */
    settled: () => still(look, blank),
    memory,
    async close() {
      await endProcess(app, { signal: 'SIGINT' })
      spawnSync(path.join(RELEASE, 'paddock'), ['quit'], { env, stdio: 'ignore' })
      while (!areAlike(await lookAt(screen), blank));
    },
  }
}

async function lookAt(screen) {
  await delay(LOOK)
  return screen.look()
}

/** What is shown once it no longer changes, and is not what was there before. */
async function still(look, before) {
  let [shown, since] = [await look(), performance.now()]
  for (;;) {
    const now = await look()
    if ((before && areAlike(now, before)) || !areAlike(now, shown)) since = performance.now()
    else if (performance.now() - since > STILL) return now
    shown = now
  }
}

/** The host is a process of its own; the lock on its data says which. */
function hostIn(env) {
  const lock = path.join(env.XDG_DATA_HOME, 'paddock', 'paddock.lock')
  if (!existsSync(lock)) throw new Stop('Paddock never had a host')
  return Number(readFileSync(lock, 'utf8'))
}

function homeIn(folder) {
  const names = ['CONFIG', 'DATA', 'CACHE', 'STATE']
  return Object.fromEntries(names.map((name) => [`XDG_${name}_HOME`, path.join(folder, name.toLowerCase())]))
}

const SECOND = 1e9

/** @type {import('./measures.mjs').Row[]} */
export const rows = [
  { group: 'painted', name: 'empty', title: 'start until painted: empty' },
  { group: 'painted', name: 'paddock', title: 'start until painted: Paddock', against: 'empty', targets: [{ of: 'ratio', atMost: 1.15 }] },
  { group: 'painted', name: 'tray', title: 'opened from the tray until painted', against: 'empty', targets: [{ of: 'ratio', atMost: 1.15 }] },
  { group: 'painted', name: 'npm start', title: '`npm start`, again, until painted', targets: [{ of: 'median', atMost: 3 * SECOND }] },
  { group: 'memory', name: 'empty', title: 'memory of all processes: empty' },
  { group: 'memory', name: 'paddock', title: 'memory of all processes: Paddock', against: 'empty', targets: [{ of: 'ratio', atMost: 1.1 }] },
  { group: 'memory', name: 'tray', title: 'memory of all processes: Paddock in the tray', against: 'empty' },
  { group: 'woken', name: 'tray', title: `woken in ${IDLE / 1000} s, closed to the tray`, targets: [{ of: 'median', atMost: 0 }] },
]
