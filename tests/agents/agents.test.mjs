// Two of the agents that `npm run agents` plays, with two of the servers: small, and quick to run.

import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { canBeAlone, playAlone } from './alone.mjs'
import { ensureAgent, ensureServers } from './installed.mjs'
import { SERVERS } from './servers.mjs'

const AGENTS = ['continue', 'copilot-cli']
const PLAYED = SERVERS.filter(({ name }) => ['notes', 'papers'].includes(name))
const MINUTES = 4
const RUNS = ['connects', 'granted', 'granted later', 'requested', 'where it works', 'killed', 'disconnects']
const skip = canBeAlone() ? false : 'no network namespaces here'

describe('agents, through Paddock', { concurrency: AGENTS.length, skip }, () => {
  before(ensureServers)

  for (const id of AGENTS) {
    describe(id, () => {
      let result

      before(async () => {
        await ensureAgent(id)
        result = await playAlone(id, PLAYED.map(({ name }) => name), { minutes: MINUTES })
      })

      for (const { name, title } of PLAYED) {
        for (const run of RUNS) {
          it(`${title}: ${run}`, () => {
            const { ok, saw } = result.played[name].runs[run] ?? { ok: false, saw: 'it was not played' }
            assert.ok(ok, saw)
          })
        }
      }
    })
  }
})
