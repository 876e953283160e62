// What a virtual screen shows, read from the file in which Xvfb keeps it.

import { closeSync, openSync, readSync } from 'node:fs'
import path from 'node:path'

/** Every so many pixels in both directions is looked at. */
const STEP = 8
const HEADER = 100
const COLOUR = 12
/** The share of what is looked at that must be as in the final picture: a caret may blink. */
const ALIKE = 0.98

/**
 * The file of an Xvfb started with `-fbdir FOLDER`, in the XWD format (XWDFile.h).
 * @param {string} folder
 */
export function openScreen(folder) {
  const file = openSync(path.join(folder, 'Xvfb_screen0'), 'r')
  const header = Buffer.alloc(HEADER)
  readSync(file, header, 0, HEADER, 0)
  const field = (index) => header.readUInt32BE(index * 4)
  const [size, width, height, bits, stride, colours] = [0, 4, 5, 11, 12, 19].map(field)
  const start = size + colours * COLOUR
  const row = Buffer.alloc(stride)
  const [across, down] = [Math.floor(width / STEP), Math.floor(height / STEP)]
  return {
    /** @returns {Int32Array} */
    look() {
      const seen = new Int32Array(across * down)
      for (let line = 0; line < down; line++) {
        readSync(file, row, 0, stride, start + line * STEP * stride)
        for (let column = 0; column < across; column++) {
          seen[line * across + column] = row.readInt32LE((column * STEP * bits) / 8)
        }
      }
      return seen
    },
    close: () => closeSync(file),
  }
}

/** @param {Int32Array} one @param {Int32Array} other */
export function areAlike(one, other) {
  let same = 0
  for (let index = 0; index < one.length; index++) if (one[index] === other[index]) same++
  return same >= one.length * ALIKE
}
