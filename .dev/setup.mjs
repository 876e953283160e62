// Brings a fresh clone to where it can be built: system packages, Rust, Node modules.

import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Stop, say } from './say.mjs'
import { unlessFresh } from './stamp.mjs'
import { ensureSystemPackages, which } from './system-packages.mjs'

export const ROOT = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
export const TARGET = path.resolve(ROOT, process.env.CARGO_TARGET_DIR ?? 'target')

/**
 * @param {{purposes: import('./system-packages.mjs').Purpose[], rustComponents?: string[]}} needs
 */
export async function setUp({ purposes, rustComponents = [] }) {
  process.chdir(ROOT)
  ensureNode()
  ensureSystemPackages(purposes)
  ensureRust(rustComponents)
  await ensureNodeModules(ROOT)
}

function ensureNode() {
  const wanted = JSON.parse(readFileSync('package.json', 'utf8')).engines.node
  if (!atLeast(process.versions.node, wanted.replace('>=', ''))) {
    throw new Stop(`Node ${wanted} is needed, and this is ${process.versions.node}`)
  }
}

function ensureRust(components) {
  const cargoHome = process.env.CARGO_HOME ?? path.join(homedir(), '.cargo')
  // A shell that is older than the installation of Rust does not have it on PATH.
  if (!which('cargo')) process.env.PATH += path.delimiter + path.join(cargoHome, 'bin')

  const wanted = /^rust-version = "(.+)"$/m.exec(readFileSync('Cargo.toml', 'utf8'))?.[1]
  const found = versionOf('rustc')
  if (!found) throw new Stop(`Rust ${wanted} or newer is needed: install it from https://rustup.rs`)
  if (!atLeast(found, wanted)) throw new Stop(`Rust ${wanted} or newer is needed, and this is ${found}. Run: rustup update stable`)

  const missing = components.filter((component) => !versionOf(component === 'clippy' ? 'cargo-clippy' : component))
  if (missing.length > 0) throw new Stop(`parts of Rust are missing. Run: rustup component add ${missing.join(' ')}`)
}

/**
 * Installs what the code is checked for beside this system, where rustup does not do so by itself.
 * @param {string[]} targets
 */
export function ensureRustTargets(targets) {
  const listed = spawnSync('rustup', ['target', 'list', '--installed'], { encoding: 'utf8' })
  if (listed.status !== 0) return
  const missing = targets.filter((target) => !listed.stdout.split('\n').includes(target))
  if (missing.length === 0) return
  say(`installing Rust for ${missing.join(' and ')}`)
  const { status } = spawnSync('rustup', ['target', 'add', ...missing], { stdio: 'inherit' })
  if (status !== 0) throw new Stop(`Rust for other systems is missing. Run: rustup target add ${missing.join(' ')}`)
}

/**
 * Installs what the lock file of a folder names, when it is not there yet.
 * @param {string} folder
 * @param {(folder: string) => void} [otherwise] tried where `npm ci` fails
 */
export async function ensureNodeModules(folder, otherwise) {
  const modules = path.join(folder, 'node_modules')
  await unlessFresh({
    stamp: path.join(modules, '.paddock-stamp'),
    inputs: [path.join(folder, 'package-lock.json')],
    output: modules,
    make: () => {
      say(`installing the Node modules of ${path.relative(ROOT, folder) || 'Paddock'}`)
      // npm hands its own settings down to what it runs; elsewhere a Node.js of their own runs what needs one.
      const strict = `--engine-strict=${folder === ROOT}`
      const { status } = spawnSync('npm', ['ci', '--loglevel=notice', strict], { cwd: folder, stdio: 'inherit' })
      if (status === 0) return
      rmSync(modules, { recursive: true, force: true })
      if (!otherwise) throw new Stop(`npm ci failed in ${folder}: see above`)
      otherwise(folder)
    },
  })
}

function versionOf(tool) {
  const { stdout, status } = spawnSync(tool, ['--version'], { encoding: 'utf8' })
  return status === 0 ? /\d+\.\d+(\.\d+)?/.exec(stdout)?.[0] : undefined
}

/** Whether a version is a wanted one or newer; missing parts count as 0. */
export function atLeast(found, wanted) {
  const parts = (version) => version.split('.').map(Number)
  const [have, need] = [parts(found), parts(wanted)]
  const first = need.findIndex((part, index) => (have[index] ?? 0) !== part)
  return first === -1 || (have[first] ?? 0) > need[first]
}
