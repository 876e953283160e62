// npm run bench [-- SUITE…] [--write | --page]: what Paddock costs here; --write keeps the tables in
// docs/bench.md, --page only writes that from what was measured last.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import * as endurance from './bench/endurance.mjs'
import * as enforcement from './bench/enforcement.mjs'
import * as files from './bench/files.mjs'
import * as folders from './bench/folders.mjs'
import * as host from './bench/host.mjs'
import * as hostile from './bench/hostile.mjs'
import { compare, sectionsOf, table } from './bench/measures.mjs'
import * as relay from './bench/relay.mjs'
import * as screens from './bench/screens.mjs'
import * as window from './bench/window.mjs'
import * as wire from './bench/wire.mjs'
import { Stop, elapsed, main, say } from './say.mjs'
import { ROOT, TARGET, setUp } from './setup.mjs'

/**
 * A suite builds what it needs, measures it, and says what its rows are.
 * @typedef {object} Suite
 * @property {string} title
 * @property {string} about how it is measured, for the page
 * @property {string} [short] what falls short of its target and why, for the page
 * @property {() => void | Promise<void>} build
 * @property {() => import('./bench/measures.mjs').Measure[] | Promise<import('./bench/measures.mjs').Measure[]>} measure
 * @property {() => string | undefined} beside
 * @property {import('./bench/measures.mjs').Row[]} rows
 */

/** @type {Record<string, Suite>} */
const SUITES = { enforcement, folders, host, window, screens, wire, relay, hostile, endurance, files }
const RESULTS = path.join(TARGET, 'bench')
const PAGE = path.join(ROOT, 'docs', 'bench.md')

await main(async () => {
  if (process.platform !== 'linux') throw new Stop('only what Linux does is measured so far')
  const args = process.argv.slice(2)
  const names = args.includes('--page') ? [] : chosen(args.filter((arg) => !arg.startsWith('--')))
  await setUp({ purposes: [] })
  mkdirSync(RESULTS, { recursive: true })
  for (const name of names) await SUITES[name].build()
  for (const name of names) await run(name, SUITES[name])
  if (args.includes('--write') || args.includes('--page')) writeFileSync(PAGE, page())
})

function chosen(names) {
  const unknown = names.filter((name) => !(name in SUITES))
  if (unknown.length > 0) throw new Stop(`no such suite: ${unknown.join(', ')}. There are: ${Object.keys(SUITES).join(', ')}`)
  return names.length > 0 ? names : Object.keys(SUITES)
}

/** A missed target is told, and fails nothing: the machine may be busy, or slow. */
async function run(name, suite) {
  const [began, loadBefore] = [performance.now(), os.loadavg()[0]]
  say(`measuring ${name}: some minutes`)
  const measures = await suite.measure()
  const conditions = describe(loadBefore, suite.beside())
  const rows = compare(measures, suite.rows)
  writeFileSync(path.join(RESULTS, `${name}.json`), `${JSON.stringify({ conditions, rows, measures })}\n`)
  say(`measured ${name} in ${elapsed(began)}`)
  process.stdout.write(`\n${conditions}\n\n${table(rows)}\n\n`)
  for (const { title, verdicts } of rows) {
    for (const { target, met } of verdicts) if (met === false) say(`missed: ${title}: ${target}`)
  }
  say(`every sample is in ${path.join(RESULTS, `${name}.json`)}`)
}

function describe(loadBefore, beside) {
  const cpus = os.cpus()
  const date = new Date().toISOString().slice(0, 10)
  const machine = `${cpus[0]?.model.trim() ?? 'unknown'}, ${cpus.length} cores, Linux ${os.release().split('-')[0]}`
  const user = process.getuid() === 0 ? 'root' : 'an ordinary user'
  const load = `load average ${loadBefore.toFixed(2)} before and ${os.loadavg()[0].toFixed(2)} after`
  return `${date}: ${machine}, ${user}, ${load}${beside ? `; ${beside}` : ''}.`
}

/** The last results of every suite, whenever each was run; of one that was not run here, what the page says of it. */
function page() {
  const before = sectionsOf(readFileSync(PAGE, 'utf8'))
  const parts = Object.entries(SUITES).flatMap(([name, { title, about, short, rows }]) => {
    const results = resultsOf(name)
    if (!results) return before.get(title) ?? []
    const blocks = [`## ${title}`, results.conditions, about, table(compare(results.measures, rows)), short]
    return [`${blocks.filter(Boolean).join('\n\n')}\n`]
  })
  return `<!-- Written by \`npm run bench -- --write\`. -->

# Measured

A load average near the number of cores or above it means that the machine was busy with other things:
times are longer then, and ratios hardly.

${parts.join('\n')}`
}

function resultsOf(name) {
  try {
    return JSON.parse(readFileSync(path.join(RESULTS, `${name}.json`), 'utf8'))
  } catch {
    return undefined
  }
}
