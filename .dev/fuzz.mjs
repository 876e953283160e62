// npm run fuzz [-- TARGET…] [--seconds=N]: libFuzzer looks for bytes on which something does not hold. Stable Rust will do.

import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { Stop, main, say } from './say.mjs'
import { ROOT, TARGET, setUp } from './setup.mjs'

const FOLDER = path.join(ROOT, 'fuzz')
const SECONDS = 60
/** Bytes; most of what is read here is short. */
const LONGEST = 4096

/** What `cargo fuzz build --sanitizer none` passes, which asks for no nightly compiler. */
const COVERAGE = [
  '-Cpasses=sancov-module',
  '-Cllvm-args=-sanitizer-coverage-level=4',
  '-Cllvm-args=-sanitizer-coverage-inline-8bit-counters',
  '-Cllvm-args=-sanitizer-coverage-pc-table',
  '-Cllvm-args=-sanitizer-coverage-trace-compares',
]

await main(async () => {
  await setUp({ purposes: ['build'] })
  const args = process.argv.slice(2)
  const seconds = Number(args.find((arg) => arg.startsWith('--seconds='))?.split('=')[1] ?? SECONDS)
  if (!(seconds > 0)) throw new Stop('--seconds wants a number')
  const targets = chosen(args.filter((arg) => !arg.startsWith('--')))
  const programs = build()
  const failed = targets.filter((target) => !fuzz(programs, target, seconds))
  for (const target of failed) say(`${target}: an input is in fuzz/artifacts/${target}; make it a seed and a named test`)
  return failed.length > 0 ? 1 : 0
})

function chosen(names) {
  const targets = readdirSync(path.join(FOLDER, 'fuzz_targets')).map((file) => path.parse(file).name)
  const unknown = names.filter((name) => !targets.includes(name))
  if (unknown.length > 0) throw new Stop(`no such target: ${unknown.join(', ')}. There are: ${targets.join(', ')}`)
  return names.length > 0 ? names : targets
}

/** For a named triple, so that what runs while building is left as it is. */
function build() {
  const triple = /^host: (.+)$/m.exec(spawnSync('rustc', ['-vV'], { encoding: 'utf8' }).stdout)?.[1]
  if (!triple) throw new Stop('rustc does not say for what it builds')
  say('building the targets: some minutes the first time')
  const target = path.join(TARGET, 'fuzz')
  const env = { ...process.env, RUSTFLAGS: COVERAGE.join(' '), CARGO_INCREMENTAL: '0' }
  const args = ['build', '--locked', '--release', '--target', triple, '--target-dir', target]
  const { status } = spawnSync('cargo', args, { cwd: FOLDER, env, stdio: 'inherit' })
  if (status !== 0) throw new Stop('the targets could not be built: see above')
  return path.join(target, triple, 'release')
}

function fuzz(programs, target, seconds) {
  const [corpus, artifacts] = ['corpus', 'artifacts'].map((kind) => path.join(FOLDER, kind, target))
  for (const folder of [corpus, artifacts]) mkdirSync(folder, { recursive: true })
  say(`${target}: ${seconds} s`)
  const options = [`-max_total_time=${seconds}`, `-max_len=${LONGEST}`, '-timeout=10', '-rss_limit_mb=2048', '-print_final_stats=1']
  const folders = [corpus, path.join(FOLDER, 'seeds', target)]
  const args = [...options, `-artifact_prefix=${artifacts}${path.sep}`, ...folders]
  return spawnSync(path.join(programs, target), args, { stdio: 'inherit' }).status === 0
}
