// npm run bench [-- --write]: what enforcement costs here; --write keeps the table in docs/bench.md.

import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, openSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { compare, parseMeasures, table } from './measures.mjs'
import { Stop, elapsed, main, say } from './say.mjs'
import { ROOT, TARGET, ensureNodeModules, setUp } from './setup.mjs'
import { which } from './system-packages.mjs'

const RESULTS = path.join(TARGET, 'bench')
const PEERS = path.join(ROOT, 'tests', 'peers')
const BENCH = ['bench', '--locked', '-p', 'paddock-sandbox', '--bench', 'enforcement']
/** Minutes. */
const LIMIT = 10

await main(async () => {
  if (process.platform !== 'linux') throw new Stop('only what Linux enforces is measured so far')
  await setUp({ purposes: [] })
  await ensureNodeModules(PEERS)
  if (!which('bwrap')) say('bubblewrap is not installed, so nothing is put beside it')
  mkdirSync(RESULTS, { recursive: true })
  say('building')
  build()

  const [began, loadBefore] = [performance.now(), os.loadavg()]
  say('measuring: about 2 minutes')
  const measures = parseMeasures(measure())
  const machine = describeMachine(loadBefore)
  say(`measured in ${elapsed(began)}`)
  tell(machine, measures, process.argv.includes('--write'))
})

function build() {
  const { status } = spawnSync('cargo', [...BENCH, '--no-run'], { stdio: 'inherit' })
  if (status !== 0) throw new Stop('the benchmark could not be built: see above')
}

/** What the program prints; what the servers in it complain of goes to a log. */
function measure() {
  const log = path.join(RESULTS, 'enforcement.log')
  const { status, stdout } = spawnSync('cargo', [...BENCH, '--quiet'], {
    env: { ...process.env, PADDOCK_PEERS_NODE: path.join(PEERS, 'node_modules') },
    stdio: ['ignore', 'pipe', openSync(log, 'w')],
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    timeout: LIMIT * 60_000,
  })
  if (status !== 0) throw new Stop(`not everything could be measured: see ${log}`)
  return stdout
}

function describeMachine(loadBefore) {
  const cpus = os.cpus()
  return {
    date: new Date().toISOString().slice(0, 10),
    cpu: cpus[0]?.model.trim() ?? 'unknown',
    cores: cpus.length,
    kernel: os.release().split('-')[0],
    memory: os.totalmem(),
    loadBefore: loadBefore[0],
    loadAfter: os.loadavg()[0],
    user: process.getuid() === 0 ? 'root' : 'an ordinary user',
    bubblewrap: versionOfBubblewrap(),
  }
}

function versionOfBubblewrap() {
  if (!which('bwrap')) return undefined
  return execFileSync('bwrap', ['--version'], { encoding: 'utf8' }).trim().split(' ').at(-1)
}

/** A missed target is told, and fails nothing: the machine may be busy, or slow. */
function tell(machine, measures, write) {
  const rows = compare(measures)
  const json = path.join(RESULTS, 'enforcement.json')
  writeFileSync(json, `${JSON.stringify({ machine, rows, measures })}\n`)

  const conditions = describe(machine)
  process.stdout.write(`\n${conditions}\n\n${table(rows)}\n\n`)
  if (write) writeFileSync(path.join(ROOT, 'docs', 'bench.md'), page(conditions, rows))
  for (const { title, verdicts } of rows) {
    for (const { target, met } of verdicts) if (met === false) say(`missed: ${title}: ${target}`)
  }
  say(`every sample is in ${json}`)
}

function describe({ date, cpu, cores, kernel, loadBefore, loadAfter, user, bubblewrap }) {
  const load = `load average ${loadBefore.toFixed(2)} before and ${loadAfter.toFixed(2)} after`
  const beside = bubblewrap ? `, bubblewrap ${bubblewrap}` : ''
  return `${date}: ${cpu}, ${cores} cores, Linux ${kernel}, ${user}, ${load}${beside}.`
}

function page(conditions, rows) {
  return `<!-- Written by \`npm run bench -- --write\`. -->

# What enforcement costs

${conditions}

Measured in one run, in turn, so that whatever else the machine did met all alike. *Overhead* and
*ratio* are medians of what each sample was beside the plain one of the same round. A launch is
measured from its start to the news of its end, pid namespace torn down; a change, from the order to the
proof, made inside, that it holds. bubblewrap is told to show the same folders and to unshare the same
namespaces; it proves nothing and changes nothing later.

A load average near the number of cores or above it means that the machine was busy with other things:
times are longer then, and ratios hardly.

${table(rows)}
`
}
