// The bundled files server beside those that do the same: a program of its own measures them.

import { spawnSync } from 'node:child_process'
import { openSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { RUST_FILESYSTEM as RUST, ensureRustFilesystem } from '../../tests/peers/setup.mjs'
import { Stop, say } from '../say.mjs'
import { ROOT, TARGET, ensureNodeModules } from '../setup.mjs'
import { which } from '../system-packages.mjs'
import { MEBIBYTE, MILLISECOND, parseMeasures } from './measures.mjs'

const PEERS = path.join(ROOT, 'tests', 'peers')
const COMMON = '@modelcontextprotocol/server-filesystem'
const BENCH = ['bench', '--locked', '-p', 'paddock-files', '--bench', 'peers']
/** Minutes. */
const LIMIT = 15

export const title = 'The files server'

export const about = `Every server and its client run on one core and take turns, so that whatever else the machine did met
all alike. *Bare* is a C program that frames lines, asks the kernel and escapes: it confines nothing and
negotiates nothing. *Ratio* is the median of what each sample was beside the bare one of the same round. A
tree or a search has 100,000 files in 1,010 folders. What a server refuses is not measured, and told in
the log: rust-mcp-filesystem 0.4.5 has run out of 20,000 file descriptors in that search.`

export async function build() {
  await ensureNodeModules(PEERS)
  if (!which('cc')) say('there is no C compiler, so nothing bare is put beside it')
  rustPeer = buildRustPeer()
  if (spawnSync('cargo', [...BENCH, '--no-run'], { cwd: ROOT, stdio: 'inherit' }).status !== 0) throw new Stop('the benchmark could not be built: see above')
}

/** @type {string | undefined} */
let rustPeer

function buildRustPeer() {
  try {
    return ensureRustFilesystem({ release: true })
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    say(`${RUST.name} could not be built, so it is not put beside it`)
  }
}

/** What the program prints; what the servers complain of goes to a log. */
export function measure() {
  const log = path.join(TARGET, 'bench', 'files.log')
  const { status, stdout } = spawnSync('cargo', [...BENCH, '--quiet'], {
    cwd: ROOT,
    env: {
      ...process.env,
      PADDOCK_PEERS_NODE: path.join(PEERS, 'node_modules'),
      ...(rustPeer && { PADDOCK_PEERS_RUST: rustPeer }),
    },
    stdio: ['ignore', 'pipe', openSync(log, 'w')],
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    timeout: LIMIT * 60_000,
  })
  if (status !== 0) throw new Stop(`not everything could be measured: see ${log}`)
  return parseMeasures(stdout)
}

/** What stands beside us in this suite. */
export function beside() {
  const { version } = JSON.parse(readFileSync(path.join(PEERS, 'node_modules', COMMON, 'package.json'), 'utf8'))
  return `${COMMON} ${version}, ${RUST.name} ${RUST.version}`
}

const SERVERS = { 'paddock-files': 'paddock-files', 'rust-mcp-filesystem': RUST.name, 'server-filesystem': COMMON, bare: 'bare' }

const perServer = (group, title, targets) =>
  Object.entries(SERVERS).map(([name, shown]) => ({
    group: `files: ${group}`,
    name,
    title: `${title}: ${shown}`,
    against: name === 'bare' ? undefined : 'bare',
    targets: name === 'paddock-files' ? [...targets, { of: 'median', beat: 'rust-mcp-filesystem' }, { of: 'median', beat: 'server-filesystem' }] : [],
  }))

const atMost = (milliseconds) => [{ of: 'median', atMost: milliseconds * MILLISECOND }]
const besideBare = (ratio) => [{ of: 'ratio', atMost: ratio }]

/** @type {import('./measures.mjs').Row[]} */
export const rows = [
  ...perServer('start', 'start, until initialized', atMost(4)),
  ...perServer('1 KB', 'read 1 KB', atMost(0.05)),
  ...perServer('1 MB', 'read 1 MB', besideBare(1.3)),
  ...perServer('50 MB', 'read 50 MB', besideBare(1.3)),
  ...perServer('32 at once', 'read 1 MB 32 times at once, until all are answered', besideBare(1.5)),
  ...perServer('list', 'list 10,000 entries', atMost(4)),
  ...perServer('tree', 'the tree of 100,000 files', atMost(80)),
  ...perServer('search', 'search 100,000 files by name', atMost(40)),
  ...perServer('peak', 'most memory during a read of 50 MB', [{ of: 'median', atMost: 70 * MEBIBYTE }]),
  ...perServer('rest', 'memory after it', [{ of: 'median', atMost: 10 * MEBIBYTE }]),
]
