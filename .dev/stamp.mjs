// Knows whether something made from files is still up to date, by content: a
// fresh clone sets every file's time to now.

import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Runs `make` unless the stamp says that it ran with the same inputs.
 * @param {{stamp: string, inputs: string[], output: string, make: () => unknown}} step
 *   `inputs` are files and folders (missing ones count as empty); `output` must exist
 */
export async function unlessFresh({ stamp, inputs, output, make }) {
  const hash = hashOf(inputs)
  if (existsSync(output) && read(stamp) === hash) return
  await make()
  mkdirSync(path.dirname(stamp), { recursive: true })
  writeFileSync(stamp, hash)
}

/** @param {string[]} inputs files and folders */
export function hashOf(inputs) {
  const hash = createHash('sha256')
  for (const file of inputs.flatMap(filesUnder)) hash.update(`${file}\0`).update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

const GENERATED = new Set(['node_modules', 'dist', 'test-results', '.svelte-kit'])

function filesUnder(place) {
  if (!existsSync(place)) return []
  if (!statSync(place).isDirectory()) return [place]
  return readdirSync(place, { withFileTypes: true })
    .filter(({ name }) => !GENERATED.has(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap(({ name }) => filesUnder(path.join(place, name)))
}

function read(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}
