// Builds the window's page and the programs.

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { ROOT, TARGET } from './setup.mjs'
import { Stop, say } from './say.mjs'
import { unlessFresh } from './stamp.mjs'

/** Every cargo call names the same packages with the same features, so that nothing is built twice. */
export const PROGRAMS = ['paddock-desktop', 'paddock-host', 'paddock-cli', 'paddock-files', 'paddock-sandbox']

/** The page is embedded in the app, so it comes first. */
export async function buildUi() {
  await unlessFresh({
    stamp: path.join(TARGET, 'ui.stamp'),
    inputs: ['ui', 'package-lock.json'],
    output: path.join('ui', 'dist', 'index.html'),
    make: () => {
      say('building the window')
      run('npx', ['vite', 'build', 'ui'], 'the window could not be built')
    },
  })
}

/**
 * @param {{release: boolean}} options
 * @returns {string} the folder of the programs
 */
export function buildPrograms({ release }) {
  const folder = path.join(TARGET, release ? 'release' : 'debug')
  if (!existsSync(path.join(folder, PROGRAMS[0]))) say(`building Paddock: about ${release ? 8 : 5} minutes the first time`)
  const packages = PROGRAMS.flatMap((name) => ['-p', name])
  const profile = release ? ['--release'] : []
  run('cargo', ['build', '--locked', ...packages, ...profile], 'Paddock could not be built')
  return folder
}

function run(command, args, failure) {
  const { status } = spawnSync(command, args, { cwd: ROOT, stdio: 'inherit' })
  if (status !== 0) throw new Stop(`${failure}: see above`)
}
