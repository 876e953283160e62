// npm run conformance: runs every check of what MCP asks of a host, and the official suite, and
// writes docs/conformance.md with what passed. It fails where something did not.

import { spawnSync } from 'node:child_process'
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Stop, main, say } from './say.mjs'
import { ROOT, setUp } from './setup.mjs'

const PAGE = path.join(ROOT, 'docs', 'conformance.md')
const PROGRAMS = ['paddock-sandbox', 'paddock-files', 'paddock-fake-server', 'paddock-official']
const OFFICIAL = path.join('tests', 'official')

/**
 * The page with a cross wherever it claims what did not pass, and how many crosses there are.
 * @param {string} page
 * @param {{rust: string, official: string}} outputs of the two test runs
 */
export function marked(page, { rust, official }) {
  const checks = new Set([...rust.matchAll(/^test (\S+) \.\.\. ok$/gm)].map(([, name]) => name))
  const scenarios = new Set([...official.matchAll(/^ *ok \d+ - (\S+ in \S+)/gm)].map(([, name]) => name))
  let revisions = []
  let crosses = 0
  const cross = () => {
    crosses += 1
    return '✗'
  }
  const lines = page.split('\n').map((line) => {
    const cells = line.split(' | ')
    if (line.startsWith('| Row |')) revisions = cells.map((cell) => /\d{4}-\d\d-\d\d/.exec(cell)?.[0])
    const check = /^\| .*\| `(\w+)` \|/.exec(line)?.[1]
    if (check) {
      const passed = (at) => checks.has(`conformance::${check}::in_${revisions[at].replaceAll('-', '_')}`)
      return cells.map((cell, at) => (cell.startsWith('✓') && !passed(at) ? cell.replace('✓', cross()) : cell)).join(' | ')
    }
    const scenario = /^\| `(\S+)` \| \d{4}-/.exec(line)?.[1]
    if (!scenario) return line
    return line.replace(/\d{4}-\d\d-\d\d/g, (revision) => (scenarios.has(`${scenario} in ${revision}`) ? revision : `${revision} ${cross()}`))
  })
  return { page: lines.join('\n'), crosses }
}

async function run() {
  await setUp({ purposes: ['build', 'test'] })
  must('cargo', ['build', '--locked', ...PROGRAMS.flatMap((name) => ['-p', name])])
  const flows = ['test', '--locked', '-p', 'paddock-flows', '--test', 'flows', '--', 'conformance::']
  const rust = outputOf('cargo', flows, { ...process.env, UPDATE_DOCS: '1' })
  const tests = readdirSync(path.join(ROOT, OFFICIAL)).filter((name) => name.endsWith('.test.mjs'))
  const official = outputOf('node', ['--test', '--test-reporter=tap', ...tests.map((name) => path.join(OFFICIAL, name))], process.env)

  const { page, crosses } = marked(readFileSync(PAGE, 'utf8'), { rust: rust.output, official: official.output })
  writeFileSync(PAGE, page)
  const passed = crosses === 0 && rust.ok && official.ok
  say(passed ? 'all of it passed' : `not all of it passed: ${crosses} crosses in docs/conformance.md`)
  return passed ? 0 : 1
}

function must(command, args) {
  const { status } = spawnSync(command, args, { cwd: ROOT, stdio: 'inherit' })
  if (status !== 0) throw new Stop(`${command} ${args[0]} failed`)
}

function outputOf(command, args, env) {
  const { status, stdout } = spawnSync(command, args, { cwd: ROOT, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 1 << 28 })
  process.stdout.write(stdout)
  return { ok: status === 0, output: stdout }
}

if (process.argv[1] === import.meta.filename) await main(run)
