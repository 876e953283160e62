// npm run package [-- --debug] [-- --bundles KIND,…]: the installers for this system.

import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildPrograms, buildUi } from './build.mjs'
import { writeLicences } from './licences.mjs'
import { Stop, main, say } from './say.mjs'
import { ROOT, TARGET, setUp } from './setup.mjs'

/** What is made where nothing is asked for. */
const USUAL = { linux: ['deb', 'rpm'], darwin: ['dmg'], win32: ['nsis', 'msi'] }
/** Where packages put functions of zsh. */
const ZSH = { deb: '/usr/share/zsh/vendor-completions', rpm: '/usr/share/zsh/site-functions' }
const CONFIG = path.join(ROOT, 'src-tauri', 'tauri.conf.json')

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main(async () => {
    const args = process.argv.slice(2)
    const asked = args[args.indexOf('--bundles') + 1]
    const bundles = args.includes('--bundles') && asked ? asked.split(',') : USUAL[process.platform]
    const release = !args.includes('--debug')
    await setUp({ purposes: ['build'] })
    await buildUi()
    buildPrograms({ release })
    for (const file of bundle({ release, bundles })) say(`made ${path.relative(ROOT, file)}`)
  })
}

/**
 * Packs programs that are built.
 * @param {{release: boolean, bundles: string[]}} options
 * @returns {string[]} the packages
 */
export function bundle({ release, bundles }) {
  const folder = path.join(TARGET, release ? 'release' : 'debug')
  writeLicences(folder)
  const profile = release ? [] : ['--debug']
  const args = ['tauri', 'bundle', '--ci', '--no-binary-patching', ...profile, '--bundles', bundles.join(','), '--config', JSON.stringify(from(folder))]
  const { status } = spawnSync('npx', args, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] })
  if (status !== 0) throw new Stop('no package could be made: see above')
  return bundles.flatMap((kind) => packagesIn(path.join(folder, 'bundle', kind), kind))
}

/** The programs that go with the app, taken from where they were built. */
function from(folder) {
  const { linux } = JSON.parse(readFileSync(CONFIG, 'utf8')).bundle
  const moved = ({ files }) => Object.fromEntries(Object.entries(files).map(([to, file]) => [to, built(folder, file)]))
  const written = writtenBy(path.join(folder, 'paddock'), path.join(folder, 'of-command-line'))
  const packed = (kind) => ({ files: { ...moved(linux[kind]), ...written(ZSH[kind]) } })
  return { bundle: { linux: { deb: packed('deb'), rpm: packed('rpm') } } }
}

/** Completions and manual pages of the command line, in English, and where they go. */
function writtenBy(program, folder) {
  rmSync(folder, { recursive: true, force: true })
  const english = { ...process.env, LANG: 'C', LC_ALL: 'C', LANGUAGE: '' }
  const { status } = spawnSync(program, ['generate', folder], { stdio: ['ignore', 'ignore', 'inherit'], env: english })
  if (status !== 0) throw new Stop('completions and manual pages were not written: see above')
  const pages = readdirSync(path.join(folder, 'man'))
  return (zsh) => ({
    '/usr/share/bash-completion/completions/paddock': path.join(folder, 'completions', 'paddock.bash'),
    '/usr/share/fish/vendor_completions.d/paddock.fish': path.join(folder, 'completions', 'paddock.fish'),
    [`${zsh}/_paddock`]: path.join(folder, 'completions', '_paddock'),
    ...Object.fromEntries(pages.map((page) => [`/usr/share/man/man1/${page}`, path.join(folder, 'man', page)])),
  })
}

function built(folder, file) {
  return file.startsWith('../target/release/') ? path.join(folder, path.basename(file)) : file
}

function packagesIn(folder, kind) {
  if (!existsSync(folder)) return []
  return readdirSync(folder).filter((name) => name.endsWith(`.${kind}`)).map((name) => path.join(folder, name))
}
