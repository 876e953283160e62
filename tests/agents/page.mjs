// docs/agents.md, from what was played.

import { SERVERS } from './servers.mjs'

const RUNS = ['granted', 'granted later', 'requested', 'where it works', 'killed', 'disconnects']
const INTRO = `# Agents, through Paddock

Real agents, unmodified and each pinned to a release, use servers through Paddock. This page is written by \`npm run agents\`. Every agent runs as it was installed, with a private home, without an account, and in a network that has nothing but loopback. There, a fake model speaks what the agent's provider speaks: it calls a tool, reads what the agent shows it as the result, and calls again. What it was shown is what counts.

The agent first runs with its server by itself; where it has a command that adds a server to its configuration, that command writes the configuration. Then \`paddock connect\` lets the server go through Paddock, and the agent runs again:

- **granted, then revoked**: the folder is granted, and the model is shown what is in it. Then it is revoked in the middle of the session. The next call, of the same process of the server, fails, and the model is shown that.
- **granted later**: the folder is not granted, and the call fails. A person consents at a terminal, and the next call in the same session works.
- **asked for**: nothing is granted, and the call fails. The person is then asked for the folder that the server's command names, and grants it at a terminal; the next call in the same session works. The agent itself works in another folder. Where the command names none, the agent is started in the folder, and that is asked about.
- **only where it works**: the folder is granted, and the server's folders are set to *Only where the app works*. Started elsewhere, the agent gets nothing of it; started in the folder, it does.
- **killed**: the agent is killed in the middle of a session. Two seconds later no process of the server is left, and \`paddock sessions\` lists none.
- **given back**: after all that, \`paddock apps\` still finds the entry as it was written, and \`paddock disconnect\` gives it back.

*Opens with* is the revision of the protocol that agent and server agreed on. The server on PyPI \`mcp\` is [letters.py](../tests/agents/servers/letters.py), which asks its client for roots in every call.
`

/** @param {{name: string, version?: string, why?: string, played?: Record<string, import('./runs.mjs').Played>}[]} results */
export function page(results) {
  const head = ['Agent', 'Version', 'Server', 'Opens with', 'Granted, then revoked', 'Granted later', 'Asked for', 'Only where it works', 'Killed', 'Given back']
  const rows = results.flatMap(rowsOf)
  const table = [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`)
  return `${[INTRO, ...table, '', '## What the model was shown', '', ...results.flatMap(shownTo)].join('\n').trimEnd()}\n`
}

function rowsOf({ name, version, why, played = {} }) {
  if (why) return [[name, '', '', '', `not played: ${cell(why)}`, '', '', '', '', '']]
  return Object.entries(played).map(([server, { revision = '', runs }], index) => {
    const first = index === 0 ? [name, version] : ['', '']
    return [...first, titleOf(server), revision, ...RUNS.map((run) => verdict(runs, run))]
  })
}

function verdict(runs, run) {
  // Played before there was this run.
  if (runs.connects.ok && !runs[run]) return ''
  const { ok, saw } = runs[run] ?? runs.connects
  if (ok && saw === 'by hand') return saw
  return ok ? 'works' : runs.connects.ok ? '**fails**' : 'not connected'
}

/** After the folder was revoked, and before it was granted. */
function shownTo({ name, played = {} }) {
  const said = Object.entries(played).flatMap(([server, { runs }]) => linesOf(server, runs))
  return said.length > 0 ? [`**${name}**`, '', ...said, ''] : []
}

function linesOf(server, runs) {
  const failed = Object.entries(runs).filter(([, { ok }]) => !ok)
  const told = [['granted', 'revoked'], ['granted later', 'not granted yet'], ['where it works', 'started elsewhere']].filter(([run]) => runs[run]?.ok)
  return [
    ...told.map(([run, when]) => `- ${titleOf(server)}, ${when}: ${quoted(runs[run].saw)}`),
    ...failed.map(([run, { saw }]) => `- ${titleOf(server)}, **${run} fails**: ${quoted(saw)}`),
  ]
}

const titleOf = (name) => SERVERS.find((server) => server.name === name).title

/** Paths and times differ from run to run. */
function quoted(text) {
  const plain = text.replace(/<system-reminder>.*$/s, '').replace(/\/tmp\/paddock-agent-\w+/g, '~').replace(/`/g, "'").trim()
  return `\`${plain.length > 240 ? `${plain.slice(0, 240)} …` : plain}\``
}

const cell = (text) => text.replace(/\|/g, '\\|').replace(/\s+/g, ' ')
