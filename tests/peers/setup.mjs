// Makes the peers ready: Node modules here, a Python environment for each lock file, a program on rmcp,
// and a server in Rust.

import { spawnSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import path from 'node:path'
import { Stop, main, say } from '../../.dev/say.mjs'
import { TARGET, atLeast, ensureNodeModules } from '../../.dev/setup.mjs'
import { hashOf, unlessFresh } from '../../.dev/stamp.mjs'

const HERE = import.meta.dirname
// The distribution's own: the one on PATH may lack `venv`.
const PYTHON = '/usr/bin/python3'

export const RUST_FILESYSTEM = { name: 'rust-mcp-filesystem', version: '0.4.5' }
/** As quick to build as can be, and checking no more than what people install does. */
const UNOPTIMIZED = {
  CARGO_PROFILE_DEV_DEBUG: 'none',
  CARGO_PROFILE_DEV_DEBUG_ASSERTIONS: 'false',
  CARGO_PROFILE_DEV_OVERFLOW_CHECKS: 'false',
}

/**
 * @returns {Promise<Record<string, string>>} where the tests find them: a folder of Node modules, an
 *   interpreter for each Python environment, and programs. Empty is what this Python is too old for
 */
export async function ensurePeers() {
  await ensureNodeModules(HERE)
  return {
    PADDOCK_PEERS_NODE: path.join(HERE, 'node_modules'),
    PADDOCK_PEERS_PYTHON_MCP: await ensurePython('mcp'),
    PADDOCK_PEERS_PYTHON_FASTMCP: await ensurePython('fastmcp'),
    PADDOCK_PEERS_PYTHON_FASTMCP4: await ensurePython('fastmcp4'),
    PADDOCK_PEERS_PYTHON_SERVERS: await ensurePython('servers'),
    PADDOCK_PEERS_PYTHON_SERENA: await ensureSerena(),
    PADDOCK_PEERS_PYTHON_UV: await ensurePython('uv'),
    PADDOCK_PEERS_PYTHON_GO: await ensurePython('go'),
    PADDOCK_PEERS_RMCP: ensureRmcp(),
    PADDOCK_PEERS_RUST: ensureRustFilesystem({ release: false }),
  }
}

/**
 * Takes minutes, once, and more of them as a release, which is what is to be measured.
 * @param {{release: boolean}} options
 * @returns {string} the program
 */
export function ensureRustFilesystem({ release }) {
  const { name, version } = RUST_FILESYSTEM
  const root = path.join(TARGET, 'peers-rust', `${name}-${version}${release ? '' : '-debug'}`)
  const program = path.join(root, 'bin', name)
  if (existsSync(program)) return program
  say(`building ${name} ${version}`)
  const made = `${root}-build`
  const install = ['install', '--locked', '--root', root, '--target-dir', made, '--version', version]
  // How Paddock itself is built, and where, is not how this is.
  const own = Object.entries(process.env).filter(([variable]) => !variable.startsWith('CARGO_PROFILE_'))
  const env = { ...Object.fromEntries(own), ...(!release && UNOPTIMIZED) }
  run('cargo', [...install, ...(release ? [] : ['--debug']), name], { env })
  rmSync(made, { recursive: true, force: true })
  return program
}

/** Cargo knows whether there is something to do. */
function ensureRmcp() {
  const folder = path.join(HERE, 'rmcp')
  const target = path.join(TARGET, 'peers-rmcp')
  run('cargo', ['build', '--quiet', '--locked', '--manifest-path', path.join(folder, 'Cargo.toml'), '--target-dir', target])
  return path.join(target, 'debug', 'rmcp-peer')
}

function ensureSerena() {
  const { stdout } = spawnSync(PYTHON, ['--version'], { encoding: 'utf8' })
  if (atLeast(stdout.trim().replace('Python ', ''), '3.11')) return ensurePython('serena')
  say('Serena is left out: it needs Python 3.11')
  return ''
}

/**
 * The interpreter that has the modules of a lock file, and of one for what is published as source only.
 * @param {string} name
 * @param {string} [folder] where the lock files are
 */
export async function ensurePython(name, folder = HERE) {
  const lock = path.join(folder, `${name}-requirements.lock`)
  const sources = path.join(folder, `${name}-sources.lock`)
  const venv = path.join(TARGET, 'peers-venv', `${name}-${hashOf([lock, sources]).slice(0, 12)}`)
  const python = path.join(venv, 'bin', 'python')
  await unlessFresh({
    stamp: path.join(venv, 'paddock-stamp'),
    inputs: [lock, sources],
    output: python,
    make: () => {
      say(`installing the Python modules of ${name}`)
      rmSync(venv, { recursive: true, force: true })
      run(PYTHON, ['-m', 'venv', venv])
      const pip = ['-m', 'pip', '--disable-pip-version-check', '--quiet', 'install', '--no-cache-dir']
      // The locks have all of it. pip would look for newer ones of what is named with extras.
      const install = [...pip, '--no-deps', '--require-hashes']
      run(python, [...install, '--only-binary', ':all:', '--requirement', lock])
      if (!existsSync(sources)) return
      // Built by what is installed now: pip would fetch what builds it, and that without hashes.
      run(python, [...install, '--no-binary', ':all:', '--no-build-isolation', '--use-pep517', '--requirement', sources])
    },
  })
  return python
}

function run(command, args, options) {
  const { status } = spawnSync(command, args, { ...options, stdio: 'inherit' })
  if (status !== 0) throw new Stop(`the peers could not be set up: ${command} ${args.join(' ')}`)
}

if (process.argv[1] === import.meta.filename) {
  await main(async () => {
    for (const [name, value] of Object.entries(await ensurePeers())) process.stdout.write(`${name}=${value}\n`)
  })
}
