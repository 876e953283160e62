// An MCP server over stdio that has what the official suite asks servers for: node server.mjs REVISION.
// That revision is the only one it speaks.

import { createInterface } from 'node:readline'
import { Legacy } from './legacy.mjs'
import { MODERN, Modern } from './modern.mjs'
import { Failure, send } from './wire.mjs'

const [revision] = process.argv.slice(2)
const era = revision === MODERN ? new Modern() : new Legacy(revision)

createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line)
  if (message.method === undefined) era.answered(message)
  else if (message.id === undefined) era.told(message)
  else respond(message)
})

async function respond({ id, method, params = {} }) {
  try {
    send({ id, result: await era.answer(id, method, params) })
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    send({ id, error: { code: error.code, message: error.message, data: error.data } })
  }
}
