// What enforcement costs: a program of the sandbox's own measures it.

import { execFileSync, spawnSync } from 'node:child_process'
import { openSync } from 'node:fs'
import path from 'node:path'
import { Stop, say } from '../say.mjs'
import { ROOT, TARGET, ensureNodeModules } from '../setup.mjs'
import { which } from '../system-packages.mjs'
import { MEBIBYTE, MILLISECOND, parseMeasures } from './measures.mjs'

const PEERS = path.join(ROOT, 'tests', 'peers')
const BENCH = ['bench', '--locked', '-p', 'paddock-sandbox', '--bench', 'enforcement']
/** Minutes. */
const LIMIT = 10

export const title = 'What enforcement costs'

export const about = `Measured in one run, in turn, so that whatever else the machine did met all alike. *Overhead* and
*ratio* are medians of what each sample was beside the plain one of the same round. A launch is
measured from its start to the news of its end, pid namespace torn down; a change, from the order to the
proof, made inside, that it holds. bubblewrap is told to show the same folders and to unshare the same
namespaces; it proves nothing and changes nothing later. *Idle connections* are those of a process that has
nothing but their broker. The registry of \`npx\` is a port of this computer, and its server answers at once.
That a destination is allowed or taken back is measured where connections are made, without what keeps the
change and without the port that may have to be opened inside.`

export const short = `What falls short, and why:

- *A launch* with live mounts forks three times: the first process of the sandbox, which makes \`/proc\` and the
  network while the keeper mounts; the probe; and the server. What is left beyond that is forty mounts, most
  of them single files of \`/etc\`, and two installations of the filter for system calls, which the kernel
  compiles anew for each process. The detector finds out what the server sees while the server starts; it
  adds the calls of the loader, each of which waits for the keeper.
- *A change among 100 folders* is told when what it touched was tried from inside; to try the 100 others is
  400 of the 480 calls that the probe makes, and each passes the filter and Landlock, so that comes after.
  To revoke costs most: besides, the processes are looked through for what watches the folder.
- *A network by destinations* is tried by the process that tries the folders. What it adds is the namespace,
  its routes and sockets, two files, and the trying. The namespace alone takes the kernel 0.26 to 0.4 ms, and
  its loopback and route 0.05 ms (\`tests/bench/floors.c\`, as the other floors on a busy machine); it is made while the keeper mounts.
  It is measured to the end of a launch like the rest, and nothing of it is put off: what hears of refusals
  are raw sockets, which close in 10 µs. A packet socket in their place takes the kernel 8 to 16 ms to close
  (\`synchronize_net\`).
- *64 MiB by destinations* go through two connections in place of one. The least that can be, a program in C
  that splices between two connections over loopback, takes 2.1 to 2.6 times the processor time of one
  connection, and one that copies 2.1 to 2.4 times (\`tests/bench/floors.c\`). Where both cores are busy with the
  service and the server already, neither comes to 1.25. That shows where a connection never leaves the
  computer, at 30 Gbit/s. Over a link of 10 Gbit/s it does not: the rows below have the service send no faster.
- *Opening* passes a filter for system calls, then Landlock, then a path through one mount more. Landlock
  alone costs half of it, and none of the three is there for nothing.
- *With the detector* each call that names a path wakes the keeper and is woken by it: two changes of
  process. A program in C that lets every call through adds 3.3 µs to opening a file that takes 1.2 µs
  otherwise (\`tests/bench/floors.c\`). Node makes 1,800 such calls while it starts.`

export async function build() {
  await ensureNodeModules(PEERS)
  if (!which('bwrap')) say('bubblewrap is not installed, so nothing is put beside it')
  const { status } = spawnSync('cargo', [...BENCH, '--no-run'], { stdio: 'inherit' })
  if (status !== 0) throw new Stop('the benchmark could not be built: see above')
}

/** What the program prints; what the servers in it complain of goes to a log. */
export function measure() {
  const log = path.join(TARGET, 'bench', 'enforcement.log')
  const { status, stdout } = spawnSync('cargo', [...BENCH, '--quiet'], {
    env: { ...process.env, PADDOCK_PEERS_NODE: path.join(PEERS, 'node_modules') },
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
  if (!which('bwrap')) return undefined
  return `bubblewrap ${execFileSync('bwrap', ['--version'], { encoding: 'utf8' }).trim().split(' ').at(-1)}`
}

const NATIVE = 1.2

const launch = (name, title, more) => ({ group: 'launch', name, title: `launch of \`/bin/true\`: ${title}`, against: 'plain', ...more })
const change = (name, atMost) => [
  { group: 'change', name, title: `${name}, until proved inside`, targets: [{ of: 'p95', atMost: atMost * MILLISECOND }] },
  {
    group: 'change among 100',
    name,
    title: `${name}, among 100 other folders`,
    targets: [{ of: 'p95', atMost: 1.5 * MILLISECOND }],
  },
  { group: 'change among 100, all', name, title: `${name}, until the 100 others are proved too` },
]
const open = (name, title, more) => ({ group: 'open', name, title: `open, read, close: ${title}`, against: 'plain', ...more })
const initialize = (name, title, more) => ({
  group: 'initialize',
  name,
  title: `\`server-filesystem\` until initialized: ${title}`,
  against: 'plain',
  ...more,
})
const footprint = (name) => ({
  group: 'footprint',
  name,
  title: `what a command needs: ${name}`,
  targets: [{ of: 'p95', atMost: 20 * MILLISECOND }],
})
const network = (group, title, target) => [
  { group, name: 'open', title: `${title}: open network` },
  { group, name: 'destinations', title: `${title}: by destinations`, against: 'open', targets: [target] },
]
const launchTargets = (atMost) => [{ of: 'over', atMost: atMost * MILLISECOND }, { of: 'median', beat: 'bubblewrap' }]
const initializeTargets = [{ of: 'ratio', atMost: 1.15 }]

/** @type {import('./measures.mjs').Row[]} */
export const rows = [
  ...[
    'npx', 'npx of nvm', 'node script', 'uvx', 'uv run', 'python', 'python of pyenv',
    'python of a venv', 'java', 'native', 'shell wrapper', 'deno',
  ].map(footprint),
  launch('plain', 'no keeper', { against: undefined }),
  launch('keeper', 'keeper, no sandbox'),
  launch('landlock', 'Landlock'),
  launch('live', 'live mounts', { targets: launchTargets(4) }),
  launch('live, detector', 'live mounts, detector', { targets: launchTargets(5) }),
  launch('live, offline', 'live mounts, no network'),
  launch('live, destinations', 'live mounts, network by destinations'),
  launch('live, destinations', 'the same, beside an open network', {
    against: 'live',
    targets: [{ of: 'over', atMost: 0.7 * MILLISECOND }],
  }),
  launch('bubblewrap', 'bubblewrap, the same folders'),
  ...change('grant', 1),
  ...change('widen', 1),
  ...change('narrow', 1),
  ...change('revoke', 2),
  { group: 'change beside', name: 'alone', title: 'revoke, p99 of 200' },
  {
    group: 'change beside',
    name: 'storm',
    title: 'revoke, p99 of 200, while a neighbour does its worst',
    targets: [{ of: 'p95', atMost: 5 * MILLISECOND }],
  },
  open('plain', 'no keeper', { against: undefined }),
  open('landlock', 'Landlock'),
  open('live', 'live mounts', { targets: [{ of: 'ratio', atMost: NATIVE }] }),
  open('live, detector', 'live mounts, detector', { targets: [{ of: 'ratio', atMost: 5 }] }),
  initialize('plain', 'no keeper', { against: undefined }),
  initialize('landlock', 'Landlock', { targets: initializeTargets }),
  initialize('live', 'live mounts', { targets: initializeTargets }),
  initialize('live, detector', 'live mounts, detector', { targets: initializeTargets }),
  ...network('connect', 'a connection, a byte each way', { of: 'over', atMost: MILLISECOND / 2 }),
  ...network('secure', 'a connection, a request by TLS', { of: 'over', atMost: MILLISECOND / 2 }),
  ...network('one stream', '64 MiB to a server', { of: 'ratio', atMost: 1.25 }),
  ...network('many streams', '64 MiB to a server, 32 times at once', { of: 'ratio', atMost: 1.25 }),
  ...network('one stream out', '64 MiB from a server', { of: 'ratio', atMost: 1.25 }),
  ...network('many streams out', '64 MiB from a server, 32 times at once', { of: 'ratio', atMost: 1.25 }),
  ...network('one over a link', '64 MiB to a server at 10 Gbit/s', { of: 'ratio', atMost: 1.25 }),
  ...network('many over a link', '64 MiB to a server, 32 times at once at 10 Gbit/s', { of: 'ratio', atMost: 1.25 }),
  { group: 'allow', name: 'allow', title: 'a destination allowed, until the connection that waits is answered', targets: [{ of: 'p95', atMost: MILLISECOND }] },
  { group: 'cut', name: 'cut', title: 'a destination taken back, until its connection is cut', targets: [{ of: 'p95', atMost: 5 * MILLISECOND }] },
  ...network('runner', 'a server that `npx` fetched before, until initialized', { of: 'ratio', atMost: 1.03 }),
  {
    group: 'idle',
    name: 'memory',
    title: 'memory of a host for 1,000 idle connections',
    targets: [{ of: 'median', atMost: 8 * MEBIBYTE }],
  },
  { group: 'idle', name: 'wakes', title: 'wakes of a host in 5 s with 1,000 idle connections', targets: [{ of: 'median', atMost: 0 }] },
  {
    group: 'memory',
    name: 'private',
    title: 'memory of a keeper with 20 folders, private',
    targets: [{ of: 'median', atMost: MEBIBYTE }],
  },
  { group: 'memory', name: 'proportional', title: 'memory of a keeper with 20 folders, with its share of what is shared' },
]
