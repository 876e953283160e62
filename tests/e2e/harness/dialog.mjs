// GTK's own file dialogs, driven with the keyboard as a person does.

import { focusWindow, press, waitForNoWindow, xdotool } from './x11.mjs'

/** The titles of the app's dialogs in English. */
const CHOOSE = '^Choose a (folder|file|workspace file|bundle) '
const SAVE = '^Export activity$'

/**
 * Chooses a folder or file in the dialog that is about to open.
 * Ctrl+L shows the field for the path; Delete takes away what completion added,
 * without which Return chooses another folder.
 * @param {import('./world.mjs').World} world
 * @param {string} path absolute
 * @param {{title?: string}} [options] a regular expression of POSIX
 */
export async function choose(world, path, { title = CHOOSE } = {}) {
  await focusWindow(world, title)
  await press(world, 'ctrl+l')
  await xdotool(world, 'type', '--clearmodifiers', '--delay', '4', path)
  await press(world, 'Delete')
  await press(world, 'Return')
  await waitForNoWindow(world, title)
}

/**
 * Saves under a path in the dialog that is about to open; the file must not exist.
 * @param {import('./world.mjs').World} world
 * @param {string} path absolute
 * @param {{title?: string}} [options] a regular expression of POSIX
 */
export async function saveAs(world, path, { title = SAVE } = {}) {
  await focusWindow(world, title)
  await press(world, 'ctrl+a')
  await xdotool(world, 'type', '--clearmodifiers', '--delay', '4', path)
  await press(world, 'Delete')
  await press(world, 'Return')
  await waitForNoWindow(world, title)
}

/**
 * @param {import('./world.mjs').World} world
 * @param {{title?: string}} [options] a regular expression of POSIX
 */
export async function cancel(world, { title = `${CHOOSE}|${SAVE}` } = {}) {
  await focusWindow(world, title)
  await press(world, 'Escape')
  await waitForNoWindow(world, title)
}
