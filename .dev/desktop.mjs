// A desktop of its own: a screen, a session bus and a window manager. The screen is one of X11 (Xvfb,
// openbox) or of Wayland (weston, without X11 beside it).

import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { endProcess, firstLine, startProcess, until, within } from './processes.mjs'

const PATIENCE = 30_000

/**
 * @typedef {object} Desktop
 * @property {Record<string, string>} env what a program on this desktop must have in its environment
 * @property {() => Promise<void>} stop
 */

/**
 * @param {{folder: string, env?: Record<string, string | undefined>, screen?: string, wayland?: boolean, sessionBus?: boolean, framebuffer?: string}} options
 *   `folder` takes the sockets and the log, so its path must be short; without
 *   `sessionBus` the one in `env` is used; `framebuffer` is a folder for a file of what X11 shows
 * @returns {Promise<Desktop>}
 */
export async function startDesktop({ folder, env = process.env, screen = '1280x800x24', wayland = false, sessionBus = true, framebuffer }) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const log = openSync(path.join(folder, 'desktop.log'), 'a')
  const started = []
  const stop = async () => {
    for (const { child, signal } of started.reverse()) await endProcess(child, { signal })
  }
  try {
    const added = { WEBKIT_DISABLE_DMABUF_RENDERER: '1', GDK_BACKEND: wayland ? 'wayland' : 'x11', NO_AT_BRIDGE: '1' }
    const start = async (command, args, signal = 'SIGTERM') => {
      const child = await startProcess(command, args, {
        env: { ...env, DISPLAY: undefined, WAYLAND_DISPLAY: undefined, ...added },
        stdio: ['ignore', log, log, 'pipe'],
      })
      started.push({ child, signal })
      return child
    }

    if (!wayland) added.DISPLAY = await startXvfb(start, screen, framebuffer)
    if (sessionBus) {
      const bus = await start('dbus-daemon', ['--nofork', '--print-address=3', `--config-file=${busConfig(folder)}`])
      added.DBUS_SESSION_BUS_ADDRESS = await announced(bus, 'dbus-daemon')
    }
    if (wayland) added.WAYLAND_DISPLAY = await startWeston(start, screen, folder)
    else await startOpenbox(start, { ...env, ...added })
    return { env: added, stop }
  } catch (error) {
    await stop()
    throw error
  } finally {
    closeSync(log)
  }
}

async function startXvfb(start, screen, framebuffer) {
  // Without -noreset it throws everybody out when its last client goes, which early on is often.
  const memory = framebuffer ? ['-fbdir', framebuffer] : []
  const server = await start('Xvfb', ['-displayfd', '3', '-screen', '0', screen, '-nolisten', 'tcp', '-noreset', ...memory])
  return `:${await announced(server, 'Xvfb')}`
}

async function startOpenbox(start, env) {
  // It overlooks SIGTERM while it starts, and has nothing to lose.
  await start('openbox', ['--sm-disable'], 'SIGKILL')
  // Only a window manager that is ready tells how many desktops it has.
  const isManaged = () => spawnSync('xdotool', ['get_num_desktops'], { env }).status === 0
  await until(isManaged, { what: 'openbox', timeout: PATIENCE })
}

/** One colour behind the windows. With `--debug` any program may take a picture of it. */
async function startWeston(start, screen, folder) {
  const [width, height] = screen.split('x')
  const socket = path.join(folder, 'wayland')
  const size = [`--width=${width}`, `--height=${height}`]
  const config = path.join(folder, 'weston.ini')
  const shell = '[shell]\nbackground-color=0xff808080\npanel-position=none\nlocking=false\n'
  // No keyboard on the screen: its program may outlive a compositor that ends soon.
  writeFileSync(config, `${shell}[input-method]\npath=\n`)
  await start('weston', [`--config=${config}`, '--backend=headless-backend.so', '--use-pixman', ...size, '--idle-time=0', `--socket=${socket}`, '--debug'])
  await until(() => existsSync(socket), { what: 'weston', timeout: PATIENCE })
  return socket
}

async function announced(child, name) {
  const line = await within(firstLine(child.stdio[3]), PATIENCE, `${name} to say where it listens`)
  if (line === undefined) throw new Error(`${name} ended before it said where it listens`)
  return line.trim()
}

/** The system's own configuration would start the services of a whole desktop on demand. */
function busConfig(folder) {
  const file = path.join(folder, 'bus.conf')
  writeFileSync(
    file,
    `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:dir=${folder}</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
`,
  )
  return file
}
