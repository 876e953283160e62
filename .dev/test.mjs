// npm test [-- STEP…]: sets everything up and runs all tests, or the named steps.

import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { ensurePeers } from '../tests/peers/setup.mjs'
import { PROGRAMS } from './build.mjs'
import { countCargo, countNode, countPlaywright, countVitest, sum } from './count.mjs'
import { Stop, elapsed, main, say } from './say.mjs'
import { ROOT, TARGET, ensureRustTargets, setUp } from './setup.mjs'
import { runStep } from './step.mjs'
import { findChromium } from './system-packages.mjs'

const nodeTest = ['node', '--test', '--test-reporter=spec']
/** Each installs what its folder needs first. */
const oneByOne = [...nodeTest, '--test-concurrency=1']
const programs = PROGRAMS.flatMap((name) => ['-p', name])

/** For these the code only has to compile; `rust-toolchain.toml` names them too. */
const OTHER_TARGETS = ['x86_64-apple-darwin', 'x86_64-pc-windows-gnu']
/** All but the desktop, which needs libraries of the system. */
const PORTABLE = ['core', 'apps', 'mcp', 'models', 'watcher', 'storage', 'sandbox', 'supervisor', 'host', 'control', 'front', 'files']
/** Speaks with terminals as POSIX has them. */
const POSIX = ['cli']

const portableTo = (target) => (target.includes('windows') ? PORTABLE : [...PORTABLE, ...POSIX])

/** What tests read, however the person who runs them has set up the computer. */
const ENGLISH = { LC_ALL: 'C.UTF-8', LANGUAGE: '' }

/**
 * In order. A step that `needs` others is skipped when one of them failed.
 * `count` reads the number of tests from the output; a step without it counts
 * only when it fails. `limit` is in minutes. What only reads the code goes on
 * `beside` what follows it, and gives way to it; a step that is `alone` waits
 * until all of that is over.
 * @type {import('./step.mjs').Step[]}
 */
const STEPS = [
  { name: 'scripts', run: [...nodeTest, ...testsIn('.dev')], limit: 2, count: countNode },
  { name: 'ui-types', run: ['npm', 'run', '--silent', 'ui:check'], limit: 5 },
  { name: 'ui', run: ['npm', 'run', '--silent', 'ui:test'], limit: 10, count: countVitest },
  { name: 'ui-build', run: ['npm', 'run', '--silent', 'ui:build'], limit: 5 },
  { name: 'format', run: ['cargo', 'fmt', '--all', '--check'], limit: 2 },
  {
    name: 'build',
    // With the tests, which ask for more features of some crates: built apart, those would be built twice.
    run: ['cargo', 'build', '--locked', '--workspace', '--bins', '--tests', '--examples'],
    limit: 40,
    needs: ['ui-build'],
  },
  {
    name: 'clippy',
    run: ['cargo', 'clippy', '--locked', '--workspace', '--all-targets', '--', '-D', 'warnings'],
    limit: 30,
    needs: ['ui-build'],
    beside: true,
  },
  ...OTHER_TARGETS.map((target) => ({
    name: `clippy-${target.split('-')[2]}`,
    // Nothing is linked, so what is written in C need not be compiled for a system that has no compiler here.
    run: ['env', 'TARGET_CC=true', 'TARGET_AR=true', 'cargo', 'clippy', '--locked', '--target', target, ...portableTo(target).flatMap((name) => ['-p', `paddock-${name}`]), '--', '-D', 'warnings'],
    limit: 30,
    beside: true,
  })),
  // As they are shipped: no crate has a feature that only tests ask for.
  { name: 'programs', run: ['cargo', 'check', '--locked', ...programs], limit: 20, needs: ['ui-build'], beside: true },
  {
    name: 'doc',
    run: ['env', 'RUSTDOCFLAGS=-D warnings', 'cargo', 'doc', '--locked', '--workspace', '--no-deps', '--document-private-items'],
    limit: 15,
    needs: ['ui-build'],
    beside: true,
  },
  { name: 'peers', run: [...nodeTest, ...testsIn('tests/peers')], limit: 10, count: countNode },
  { name: 'official', run: [...oneByOne, ...testsIn('tests/official')], limit: 10, count: countNode, needs: ['build'] },
  { name: 'clients', run: [...oneByOne, ...testsIn('tests/clients')], limit: 15, count: countNode, needs: ['build'] },
  { name: 'agents', run: [...nodeTest, ...testsIn('tests/agents')], limit: 10, count: countNode, needs: ['build'] },
  {
    name: 'e2e',
    // They wait for windows most of the time, each in a world of its own.
    run: [...nodeTest, '--test-concurrency=2', ...testsIn('tests/e2e')],
    limit: 25,
    count: countNode,
    needs: ['build'],
  },
  { name: 'installed', run: [...nodeTest, ...testsIn('tests/installed')], limit: 10, count: countNode, needs: ['build'] },
  { name: 'browser', run: ['npm', 'run', '--silent', 'ui:browser'], limit: 20, count: countPlaywright, needs: ['ui-build'] },
  {
    name: 'rust',
    // Most of them wait for a server most of the time.
    run: ['env', `RUST_TEST_THREADS=${2 * os.availableParallelism()}`, 'cargo', 'test', '--locked', '--workspace', '--no-fail-fast'],
    limit: 40,
    count: countCargo,
    needs: ['build'],
    // Many of them have a deadline, which a busy machine would miss.
    alone: true,
  },
  ...(process.getuid?.() === 0
    ? [{ name: 'rust-as-user', run: ['node', '.dev/as-user.mjs'], limit: 10, count: countCargo, needs: ['build'], alone: true }]
    : []),
]

await main(async () => {
  const began = performance.now()
  await setUp({ purposes: ['build', 'run', 'display', 'test'], rustComponents: ['clippy', 'rustfmt'] })
  ensureRustTargets(OTHER_TARGETS)
  const env = { ...process.env, ...ensureBrowser(), ...(await ensurePeers()), PADDOCK_REQUIRE_PEERS: '1', ...ENGLISH, ...outputFor(process.stdout.isTTY) }
  // What is built once gains nothing from what makes a second build quick, or a debugger useful.
  if (process.env.CI) Object.assign(env, { CARGO_INCREMENTAL: '0', CARGO_PROFILE_DEV_DEBUG: 'none' })
  say(`set up in ${elapsed(began)}`)

  const results = await runSteps(chosenSteps(process.argv.slice(2)), env)
  return report(results, began)
})

/** The tests of a folder; which patterns `node --test` takes depends on its version. */
function testsIn(folder) {
  const names = readdirSync(path.join(ROOT, folder)).filter((name) => name.endsWith('.test.mjs'))
  return names.sort().map((name) => path.join(folder, name))
}

/** Steps write into a pipe, so they have to be told whether colours reach a terminal. */
function outputFor(isTerminal) {
  if (isTerminal) return { FORCE_COLOR: '1', CARGO_TERM_COLOR: 'always' }
  return { FORCE_COLOR: undefined, NO_COLOR: '1', CARGO_TERM_COLOR: 'never' }
}

function chosenSteps(names) {
  const unknown = names.filter((name) => !STEPS.some((step) => step.name === name))
  if (unknown.length > 0) {
    throw new Stop(`no such step: ${unknown.join(', ')}. There are: ${STEPS.map(({ name }) => name).join(', ')}`)
  }
  return names.length === 0 ? STEPS : STEPS.filter(({ name }) => names.includes(name))
}

async function runSteps(steps, env) {
  const logs = path.join(TARGET, 'test-logs')
  rmSync(logs, { recursive: true, force: true })
  mkdirSync(logs, { recursive: true })

  const results = []
  let beside = Promise.resolve()
  for (const [index, step] of steps.entries()) {
    const place = `${index + 1}/${steps.length}`
    const log = path.join(logs, `${String(index + 1).padStart(2, '0')}-${step.name}.log`)
    const run = async () => results.push(await runOne(step, { place, env, log, results }))
    if (step.beside) {
      beside = beside.then(run)
      continue
    }
    if (step.alone) await beside
    await run()
  }
  await beside
  const names = steps.map(({ name }) => name)
  return results.sort((one, other) => names.indexOf(one.name) - names.indexOf(other.name))
}

async function runOne(step, { place, env, log, results }) {
  const broken = step.needs?.find((name) => results.some((result) => result.name === name && !result.ok))
  say(`[${place}] ${step.name}${broken ? `: not run, since ${broken} failed` : ''}`)
  const result = broken
    ? { name: step.name, ok: false, took: '-', counts: { passed: 0, failed: 1, skipped: 0 }, skipped: [], failed: [], reasons: [], log: 'not run' }
    : await runStep(step, { env, log })
  say(`[${place}] ${step.name} ${result.ok ? 'ok' : 'FAILED'} (${result.took})`)
  return result
}

function report(results, began) {
  const failed = results.filter(({ ok }) => !ok)
  for (const { reasons } of failed) for (const reason of reasons) process.stdout.write(`\n${reason}\n`)
  for (const { name, took, ok, counts } of results) {
    const tests = counts.passed + counts.failed > 0 ? inWords(counts) : ''
    say(`${ok ? 'ok    ' : 'FAILED'} ${name.padEnd(14)} ${took.padStart(12)}  ${tests}`)
  }
  for (const { name, counts, skipped } of results) {
    for (const test of skipped) say(`skipped in ${name}: ${test}`)
    if (counts.skipped > 0 && skipped.length === 0) say(`skipped in ${name}: ${counts.skipped} that its runner does not name: see its log`)
  }
  for (const { name, failed: tests } of failed) for (const test of tests) say(`failed in ${name}: ${test}`)
  for (const { name, log } of failed) say(`${name} failed: ${log}`)
  say(`all steps took ${elapsed(began)}`)

  process.stdout.write(`${inWords(sum(results.map(({ counts }) => counts)))}\n`)
  return failed.length > 0 ? 1 : 0
}

function inWords({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

function ensureBrowser() {
  const chromium = findChromium()
  if (chromium) return { PADDOCK_CHROMIUM: chromium }
  say('no Chromium here: Playwright fetches its own')
  const { status } = spawnSync('npx', ['playwright', 'install', '--with-deps', 'chromium'], { stdio: 'inherit' })
  if (status !== 0) throw new Stop('Chromium is missing: install it, or set PADDOCK_CHROMIUM to one')
  return {}
}
