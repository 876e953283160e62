// A desktop of its own: a screen (Xvfb), a session bus and a window manager.

import { spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { endProcess, firstLine, startProcess, until, within } from './processes.mjs'

const PATIENCE = 30_000

/**
 * @typedef {object} Desktop
 * @property {Record<string, string>} env what a program on this desktop must have in its environment
 * @property {() => Promise<void>} stop
 */

/**
 * @param {{folder: string, env?: Record<string, string | undefined>, screen?: string, sessionBus?: boolean, framebuffer?: string}} options
 *   `folder` takes the sockets and the log, so its path must be short; without
 *   `sessionBus` the one in `env` is used; `framebuffer` is a folder for a file of what is shown
 * @returns {Promise<Desktop>}
 */
export async function startDesktop({ folder, env = process.env, screen = '1280x800x24', sessionBus = true, framebuffer }) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const log = openSync(path.join(folder, 'desktop.log'), 'a')
  const started = []
  const stop = async () => {
    for (const { child, signal } of started.reverse()) await endProcess(child, { signal })
  }
  try {
    const added = { WEBKIT_DISABLE_DMABUF_RENDERER: '1', GDK_BACKEND: 'x11', NO_AT_BRIDGE: '1' }
    const start = async (command, args, signal = 'SIGTERM') => {
      const child = await startProcess(command, args, {
        env: { ...env, WAYLAND_DISPLAY: undefined, ...added },
        stdio: ['ignore', log, log, 'pipe'],
      })
      started.push({ child, signal })
      return child
    }

    // Without -noreset it throws everybody out when its last client goes, which early on is often.
    const memory = framebuffer ? ['-fbdir', framebuffer] : []
    const server = await start('Xvfb', ['-displayfd', '3', '-screen', '0', screen, '-nolisten', 'tcp', '-noreset', ...memory])
    added.DISPLAY = `:${await announced(server, 'Xvfb')}`

    if (sessionBus) {
      const bus = await start('dbus-daemon', ['--nofork', '--print-address=3', `--config-file=${busConfig(folder)}`])
      added.DBUS_SESSION_BUS_ADDRESS = await announced(bus, 'dbus-daemon')
    }

    // It overlooks SIGTERM while it starts, and has nothing to lose.
    await start('openbox', ['--sm-disable'], 'SIGKILL')
    // Only a window manager that is ready tells how many desktops it has.
    const isManaged = () => spawnSync('xdotool', ['get_num_desktops'], { env: { ...env, ...added } }).status === 0
    await until(isManaged, { what: 'openbox', timeout: PATIENCE })
    return { env: added, stop }
  } catch (error) {
    await stop()
    throw error
  } finally {
    closeSync(log)
  }
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
