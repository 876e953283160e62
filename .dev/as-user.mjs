// node .dev/as-user.mjs: where root runs the tests, those of the sandbox that do not change users by themselves once more, as they were built, as an ordinary user.

import { spawnSync } from 'node:child_process'
import { chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Stop, main } from './say.mjs'
import { ROOT } from './setup.mjs'

/** The one of the tests that change users by themselves. */
const USER = 1000
const TESTS = ['guard', 'kept_out', 'needed', 'programs', 'restarts']
/** Fails before its version 3, below which no tier has it. */
const LANDLOCK = 'import ctypes; exit(ctypes.CDLL(None).syscall(444, None, 0, 1) < 3)'

await main(() => {
  const programs = built()
  // The servers of many tests have a `/tmp` of their own.
  const home = mkdtempSync('/var/tmp/paddock-user-')
  try {
    const env = { ...process.env, HOME: home, TMPDIR: path.join(home, 'tmp'), RUST_TEST_THREADS: String(2 * os.availableParallelism()) }
    // What only root can test is skipped.
    for (const name of ['PADDOCK_REQUIRE_TIERS', 'XDG_RUNTIME_DIR']) delete env[name]
    mkdirSync(env.TMPDIR)
    for (const folder of [home, env.TMPDIR]) chownSync(folder, USER, USER)
    const asUser = (command, stdio) => {
      const args = ['--reuid', String(USER), '--regid', String(USER), '--clear-groups', ...command]
      return spawnSync('setpriv', args, { cwd: home, env, stdio }).status === 0
    }
    const lacking = whatLacks((...command) => asUser(command, 'ignore'), programs, home)
    if (lacking) return skip(lacking)
    const failed = programs.filter((program) => {
      process.stdout.write(`     Running ${path.basename(program)} as user ${USER}\n`)
      return !asUser([program], 'inherit')
    })
    return failed.length > 0 ? 1 : 0
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
})

/** What there is of the tests once all is built, as cargo tells; nothing is built that the step before did not. */
function built() {
  const args = ['test', '--locked', '--workspace', '--no-run', '--message-format=json-render-diagnostics']
  const { status, stdout } = spawnSync('cargo', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: Infinity, stdio: ['ignore', 'pipe', 'inherit'] })
  if (status !== 0) throw new Stop('the tests could not be built: see above')
  const made = stdout.split('\n').filter((line) => line.startsWith('{')).map((line) => JSON.parse(line))
  return TESTS.map((name) => {
    const source = path.join(ROOT, 'crates/sandbox/tests', `${name}.rs`)
    const program = made.find(({ target, executable }) => executable && target?.src_path === source)?.executable
    if (!program) throw new Stop(`cargo names no test ${name}`)
    return program
  })
}

/** The tests take both tiers for granted. */
function whatLacks(works, programs, home) {
  if (!works('true')) return 'setpriv changes no user here'
  if (!programs.every((program) => works('test', '-x', program))) return 'another user does not reach what was built'
  if (!works('unshare', '--user', '--map-root-user', '--mount', 'mount', '-t', 'tmpfs', 'none', home)) return 'an ordinary user mounts nothing here'
  if (!works('/usr/bin/python3', '-c', LANDLOCK)) return 'Landlock is missing'
}

/** As libtest says it, so that it is counted. */
function skip(why) {
  for (const name of TESTS) process.stdout.write(`test ${name}_as_an_ordinary_user ... ignored, ${why}\n`)
  process.stdout.write(`test result: ok. 0 passed; 0 failed; ${TESTS.length} ignored; 0 measured; 0 filtered out\n`)
}
