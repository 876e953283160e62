// Plays one agent, and writes what came of it as JSON: `one.mjs NAME [SERVER…]`.

import { ensureAgent } from './installed.mjs'
import { play } from './runs.mjs'
import { SERVERS } from './servers.mjs'

const [id, ...names] = process.argv.slice(2)
const of = await ensureAgent(id)
const played = {}
for (const server of SERVERS.filter(({ name }) => names.includes(name))) {
  played[server.name] = await play(of, server)
}
process.stdout.write(`${JSON.stringify({ name: of.agent.name, version: of.version, played })}\n`)
