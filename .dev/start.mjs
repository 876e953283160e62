// npm start [-- [--release] [arguments of the app…]]

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { buildPrograms, buildUi } from './build.mjs'
import { startDesktop } from './desktop.mjs'
import { endProcess, hasEnded, startProcess, until } from './processes.mjs'
import { main, say } from './say.mjs'
import { ROOT, setUp } from './setup.mjs'

const APP = 'paddock-desktop'

await main(async () => {
  const args = process.argv.slice(2)
  const release = args[0] === '--release'
  const hasScreen = process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)

  await setUp({ purposes: hasScreen ? ['build', 'run'] : ['build', 'run', 'display'] })
  await buildUi()
  const program = path.join(buildPrograms({ release }), APP)
  const appArgs = args.slice(release ? 1 : 0)
  return hasScreen ? runHere(program, appArgs) : runOnVirtualScreen(program, appArgs)
})

/** Ctrl+C reaches the app by itself, since it is in the terminal's process group too. */
async function runHere(program, args) {
  say(`running ${path.relative(ROOT, program)}`)
  const app = spawn(program, args, { stdio: 'inherit' })
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => app.kill('SIGTERM'))
  const [code] = await once(app, 'exit')
  return code ?? 1
}

async function runOnVirtualScreen(program, args) {
  say('no screen here: starting a virtual one')
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stopping.abort())
  const stopped = once(stopping.signal, 'abort')

  const folder = mkdtempSync(path.join(tmpdir(), 'paddock-screen-'))
  const desktop = await startDesktop({ folder, sessionBus: !process.env.DBUS_SESSION_BUS_ADDRESS })
  const env = { ...process.env, ...desktop.env }
  const app = await startProcess(program, args, { env: { ...env, NO_COLOR: '1' }, stdio: ['ignore', 'inherit', 'pipe'] })
  createInterface({ input: app.stderr }).on('line', tell)
  const ended = once(app, 'exit').finally(() => stopping.abort())
  try {
    await Promise.race([stopped, narrate(env, stopping.signal)])
    await stopped
    if (hasEnded(app)) return app.exitCode ?? 1
    say('stopping')
    await endProcess(app, { signal: 'SIGINT' })
    await ended
    return 0
  } finally {
    await endProcess(app)
    await desktop.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What the app logs, and in plain words when a server is ready. */
function tell(line) {
  const [, server, revision] = /server is ready server="(.*)" revision="(.*)"$/.exec(line) ?? []
  if (server) say(`the server ${server} is ready and speaks MCP ${revision}`)
  else process.stderr.write(`${line}\n`)
}

async function narrate(env, signal) {
  const isShown = () => spawnSync('xdotool', ['search', '--onlyvisible', '--name', '^Paddock'], { env }).status === 0
  await until(isShown, { what: "Paddock's window", timeout: 60_000, every: 100, signal })
  const picture = path.relative(ROOT, await takePicture(env, signal))
  say(`the window is open: Paddock runs on display ${env.DISPLAY}; Ctrl+C stops it`)
  say(`a picture of it: ${picture}; for another: DISPLAY=${env.DISPLAY} import -window root ${picture}`)
}

/** Takes pictures until one shows a painted window, and the same one twice. */
async function takePicture(env, signal) {
  const picture = path.join(ROOT, '.world', 'screen.png')
  mkdirSync(path.dirname(picture), { recursive: true })
  let before = 0
  const isSettled = () => {
    spawnSync('import', ['-window', 'root', picture], { env })
    const size = existsSync(picture) ? statSync(picture).size : 0
    const same = size === before
    before = size
    return same && size > 10_000
  }
  await until(isSettled, { what: 'a painted window', timeout: 10_000, every: 300, signal }).catch(() => {})
  return picture
}
