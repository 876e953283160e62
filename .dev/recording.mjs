// What happens in a window, as a picture that moves.

import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { focusWindow } from '../tests/e2e/harness/x11.mjs'

const execute = promisify(execFile)
/** The longest that one picture stays, in milliseconds: so long waits are not waited for again. */
const LONGEST = 3_000
/** How long the last one stays before it all begins anew. */
const LAST = 4_000
const COLOURS = 128

/**
 * Takes pictures of a window while something is played in it.
 * @param {import('../tests/e2e/harness/world.mjs').World} world
 * @param {string} title of the window: a regular expression of POSIX
 * @param {string} file where the GIF goes
 * @param {() => Promise<void>} play
 */
export async function record(world, title, file, play) {
  const window = await focusWindow(world, title)
  const folder = mkdtempSync(path.join(tmpdir(), 'paddock-recording-'))
  try {
    const frames = await framesOf(world, window, folder, play)
    mkdirSync(path.dirname(file), { recursive: true })
    const shown = frames.flatMap(({ picture, at }, index) => {
      const next = frames[index + 1]
      const stays = next ? Math.min(next.at - at, LONGEST) : LAST
      return ['-delay', String(Math.max(2, Math.round(stays / 10))), picture]
    })
    await execute('convert', [...shown, '-loop', '0', '+dither', '-colors', String(COLOURS), '-layers', 'Optimize', file])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The pictures that differ from the one before, each with the time since the beginning. */
async function framesOf(world, window, folder, play) {
  const began = performance.now()
  const frames = []
  let isOver = false
  const take = async () => {
    const picture = path.join(folder, `${frames.length}.png`)
    const at = performance.now() - began
    await execute('import', ['-window', window, '-strip', picture], { env: world.env })
    const last = frames.at(-1)
    if (!last || !readFileSync(last.picture).equals(readFileSync(picture))) frames.push({ picture, at })
  }
  const taking = (async () => {
    while (!isOver) await take()
  })()
  try {
    await play()
  } finally {
    isOver = true
    await taking
  }
  return frames
}
