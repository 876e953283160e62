// The screen of a world from outside the app: its windows, its keyboard, pictures of it.

import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { until } from '../../../.dev/processes.mjs'

const execute = promisify(execFile)
const PATIENCE = 20_000

/**
 * Runs xdotool and returns what it prints; nothing found is an empty string.
 * @param {import('./world.mjs').World} world
 * @param {...string} args
 */
export async function xdotool(world, ...args) {
  try {
    const { stdout } = await execute('xdotool', args, { env: world.env, timeout: PATIENCE })
    return stdout.trim()
  } catch (error) {
    // A search that finds nothing and a window that has just gone both end like this.
    if (error.code === 1) return ''
    throw error
  }
}

/**
 * The visible windows with such a title.
 * @param {import('./world.mjs').World} world
 * @param {string} title a regular expression of POSIX
 * @returns {Promise<string[]>} their X ids
 */
export async function visibleWindows(world, title) {
  const ids = await xdotool(world, 'search', '--onlyvisible', '--name', title)
  return ids.split('\n').filter(Boolean)
}

/**
 * Waits until such a window is visible and has the keyboard.
 * @param {import('./world.mjs').World} world
 * @param {string} title a regular expression of POSIX
 */
export async function focusWindow(world, title) {
  return until(
    async () => {
      const [id] = await visibleWindows(world, title)
      if (!id) return undefined
      if ((await xdotool(world, 'getactivewindow')) === id) return id
      await xdotool(world, 'windowactivate', id)
    },
    { what: `a window called ${title} with the focus` },
  )
}

/**
 * @param {import('./world.mjs').World} world
 * @param {string} title a regular expression of POSIX
 * @param {{timeout?: number}} [options]
 */
export async function waitForNoWindow(world, title, options = {}) {
  await until(async () => (await visibleWindows(world, title)).length === 0, { what: `no window called ${title}`, ...options })
}

/**
 * Closes a window as the button in its title bar does.
 * @param {import('./world.mjs').World} world
 * @param {string} title a regular expression of POSIX
 */
export async function closeWindow(world, title) {
  const close = async () => {
    await focusWindow(world, title)
    await xdotool(world, 'key', '--clearmodifiers', 'alt+F4')
  }
  await close()
  // The window manager misses a key while it is still giving the window the focus. The app hides its
  // window at once, so one that is still there was not asked.
  await waitForNoWindow(world, title, { timeout: 5_000 }).catch(close)
  await waitForNoWindow(world, title)
}

/**
 * Presses keys in the window that has the focus.
 * @param {import('./world.mjs').World} world
 * @param {...string} keys as xdotool calls them
 */
export async function press(world, ...keys) {
  await xdotool(world, 'key', '--clearmodifiers', ...keys)
}

/**
 * A picture of the whole screen. (The driver's own command for it can hang
 * without a graphics card.)
 * @param {import('./world.mjs').World} world
 * @param {string} file
 */
export async function screenshot(world, file) {
  mkdirSync(path.dirname(file), { recursive: true })
  await execute('import', ['-window', 'root', file], { env: world.env, timeout: PATIENCE })
}

/**
 * A picture of a window without its frame, small enough to keep in the repository. It is taken
 * again until nothing moves any more.
 * @param {import('./world.mjs').World} world
 * @param {string} title a regular expression of POSIX
 * @param {string} file
 */
export async function pictureOf(world, title, file) {
  mkdirSync(path.dirname(file), { recursive: true })
  const window = await focusWindow(world, title)
  const small = ['-strip', '+dither', '-colors', '256', '-define', 'png:compression-level=9', `PNG8:${file}`]
  let last
  const isSettled = async () => {
    await execute('import', ['-window', window, ...small], { env: world.env, timeout: PATIENCE })
    const before = last
    last = readFileSync(file)
    return before?.equals(last)
  }
  await until(isSettled, { what: `${title} to be painted` })
}
