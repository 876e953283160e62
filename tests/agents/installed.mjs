// Installs agents and servers, each as its lock file says: Node modules beside it, Python modules in
// an environment of their own.

import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { Stop, say } from '../../.dev/say.mjs'
import { TARGET, ensureNodeModules } from '../../.dev/setup.mjs'
import { unlessFresh } from '../../.dev/stamp.mjs'
import { which } from '../../.dev/system-packages.mjs'

const HERE = import.meta.dirname
const CLIENTS = path.join(HERE, '..', 'clients')
/** Where a Python of this version may be, besides PATH. */
const PYTHONS = (version) => [`/usr/bin/python${version}`, ...pyenv(version)]

export const PROGRAMS = path.join(process.env.CARGO_TARGET_DIR ?? TARGET, 'debug')
export const MODULES_OF_SERVERS = path.join(HERE, 'servers', 'node_modules')
/** Some agents want a newer Node than we need. */
export const NODE = path.join(CLIENTS, 'node_modules', 'node', 'bin')

/** All that agents and servers on Node need besides themselves. */
export async function ensureServers() {
  await ensureNodeModules(CLIENTS)
  await ensureNodeModules(path.join(HERE, 'servers'))
}

/** The servers on Python. */
export const ensurePythonServers = () => ensurePython('servers', '3')

/**
 * @param {string} id name of the agent's folder
 * @returns {Promise<{agent: object, program: string, version: string}>}
 * @throws {Stop} if it can't be installed here
 */
export async function ensureAgent(id) {
  const folder = path.join(HERE, id)
  const { agent } = await import(path.join(folder, 'agent.mjs'))
  if (agent.python) await ensurePython(id, agent.python)
  else await ensureNodeModules(folder, installWithout)
  const program = agent.python ? path.join(path.dirname(pythonOf(id)), agent.program) : path.join(folder, agent.program)
  return { agent, program, version: versionIn(folder, agent) }
}

/**
 * As the lock file says, but for modules of other systems that it could not name: a registry need not
 * have those, and `npm ci` insists on them.
 */
function installWithout(folder) {
  const { status } = spawnSync('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--engine-strict=false'], { cwd: folder, stdio: 'inherit' })
  if (status !== 0) throw new Stop(`${folder} could not be installed: see above`)
}

/** The interpreter that has the modules of a folder's lock file. @param {string} id */
export const pythonOf = (id) => path.join(TARGET, 'agents-venv', id, 'bin', 'python')

function versionIn(folder, { python, distribution }) {
  if (python) return new RegExp(`^${distribution}==(\\S+)`, 'm').exec(readFileSync(path.join(folder, 'requirements.lock'), 'utf8'))[1]
  const { dependencies } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
  return Object.values(dependencies)[0]
}

async function ensurePython(id, version) {
  const lock = path.join(HERE, id, 'requirements.lock')
  const venv = path.join(TARGET, 'agents-venv', id)
  await unlessFresh({
    stamp: path.join(venv, 'paddock-stamp'),
    inputs: [lock],
    output: pythonOf(id),
    make: () => {
      const python = pythonFor(version)
      say(`installing the Python modules of ${id}`)
      rmSync(venv, { recursive: true, force: true })
      run(python, ['-m', 'venv', venv])
      const pip = ['-m', 'pip', '--disable-pip-version-check', '--quiet', 'install', '--no-cache-dir']
      run(pythonOf(id), [...pip, '--no-deps', '--require-hashes', '--only-binary', ':all:', '--requirement', lock])
    },
  })
}

function pythonFor(version) {
  const works = (python) => spawnSync(python, ['-c', 'import ensurepip, venv']).status === 0
  const found = [...PYTHONS(version), which(`python${version}`)].find((python) => python && existsSync(python) && works(python))
  if (!found) throw new Stop(`Python ${version} with venv is not here`)
  return found
}

function pyenv(version) {
  const { status, stdout } = spawnSync('pyenv', ['prefix', version], { encoding: 'utf8' })
  return status === 0 ? [path.join(stdout.trim(), 'bin', `python${version}`)] : []
}

function run(command, args) {
  const { status } = spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] })
  if (status !== 0) throw new Stop(`it could not be installed: ${command} ${args.slice(0, 4).join(' ')}`)
}
