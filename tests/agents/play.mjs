// npm run agents [NAME…]: plays all agents that can be installed here, or those named. Writes
// docs/agents.md with what was played last of each, once each was.

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Stop, elapsed, main, say } from '../../.dev/say.mjs'
import { ROOT, TARGET } from '../../.dev/setup.mjs'
import { canBeAlone, playAlone } from './alone.mjs'
import { ensureAgent, ensurePythonServers, ensureServers } from './installed.mjs'
import { page } from './page.mjs'
import { SERVERS } from './servers.mjs'

/** Folders beside this file. */
const AGENTS = ['claude-code', 'codex', 'gemini-cli', 'opencode', 'copilot-cli', 'cline', 'vibe', 'qwen-code', 'continue', 'nanocoder', 'gptme', 'fast-agent']
const MINUTES = 15
const PROGRAMS = ['paddock-host', 'paddock-cli', 'paddock-files', 'paddock-sandbox']
const RESULTS = path.join(TARGET, 'agents')

const resultOf = (id) => path.join(RESULTS, `${id}.json`)

await main(async () => {
  process.chdir(ROOT)
  const asked = process.argv.slice(2)
  const unknown = asked.filter((name) => !AGENTS.includes(name))
  if (unknown.length > 0) throw new Stop(`no such agent: ${unknown.join(', ')}. There are: ${AGENTS.join(', ')}`)
  if (!canBeAlone()) throw new Stop('agents are played in a network of their own, which needs unshare and ip, and namespaces for this account')
  build()
  await ensureServers()
  await ensurePythonServers()
  mkdirSync(RESULTS, { recursive: true })
  const results = []
  for (const id of asked.length > 0 ? asked : AGENTS) {
    const result = await one(id)
    writeFileSync(resultOf(id), JSON.stringify(result))
    results.push(result)
  }
  const last = AGENTS.map(resultOf).filter(existsSync)
  if (last.length < AGENTS.length) say('docs/agents.md stays as it is: not every agent was played on this machine')
  else writeFileSync(path.join(ROOT, 'docs', 'agents.md'), page(last.map((file) => JSON.parse(readFileSync(file, 'utf8')))))
  return results.every(isGood) ? 0 : 1
})

/** The desktop is not needed, and takes longest. */
function build() {
  const { status } = spawnSync('cargo', ['build', '--locked', ...PROGRAMS.flatMap((name) => ['-p', name])], { stdio: 'inherit' })
  if (status !== 0) throw new Stop('Paddock could not be built: see above')
}

async function one(id) {
  const began = performance.now()
  try {
    const { agent, version } = await ensureAgent(id)
    say(`${agent.name} ${version}`)
    const result = await playAlone(id, SERVERS.map(({ name }) => name), { minutes: MINUTES })
    tell(result, began)
    return result
  } catch (error) {
    say(`${id} can't be played here: ${error.message}`)
    return { name: id, why: error.message.replaceAll(`${ROOT}${path.sep}`, '') }
  }
}

function tell({ name, played }, began) {
  for (const [server, { runs }] of Object.entries(played)) {
    for (const [run, { ok, saw }] of Object.entries(runs)) say(`${ok ? 'ok    ' : 'FAILED'} ${name}, ${server}, ${run}: ${saw.slice(0, 300)}`)
  }
  say(`${name} took ${elapsed(began)}`)
}

function isGood({ played }) {
  return played !== undefined && Object.values(played).every(({ runs }) => Object.values(runs).every(({ ok }) => ok))
}
