// A program of this account that speaks with the host, as any may: it is none of Paddock's own.

import { once } from 'node:events'
import { connect } from 'node:net'
import path from 'node:path'
import { within } from '../../../.dev/processes.mjs'

const PROTOCOL = 1
const PATIENCE = 10_000

/**
 * Asks the host of a world.
 * @param {import('./world.mjs').World} world
 * @param {'view' | 'consent'} role
 * @param {...object} commands as they are on the wire
 * @returns {Promise<object[]>} what each came to: `{done}` or `{failure}`; of a role that is refused only that
 */
export async function askHost(world, role, ...commands) {
  const socket = connect(path.join(world.env.XDG_DATA_HOME, 'paddock', 'host.sock'))
  await within(once(socket, 'connect'), PATIENCE, 'the host')
  const frames = framesOf(socket)
  try {
    write(socket, { protocol: PROTOCOL, role, watches: false })
    const { refused } = await next(frames)
    if (refused) return [{ failure: refused }]
    const answers = []
    for (const [id, command] of commands.entries()) {
      write(socket, { id, command })
      answers.push((await next(frames)).answer)
    }
    return answers
  } finally {
    socket.destroy()
  }
}

function write(socket, value) {
  const text = Buffer.from(JSON.stringify(value))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(text.length)
  socket.write(Buffer.concat([length, text]))
}

async function next(frames) {
  const { value, done } = await within(frames.next(), PATIENCE, 'the host to answer')
  if (done) throw new Error('the host ended the connection')
  return value
}

async function* framesOf(socket) {
  let rest = Buffer.alloc(0)
  for await (const chunk of socket) {
    rest = Buffer.concat([rest, chunk])
    while (rest.length >= 4 && rest.length >= 4 + rest.readUInt32BE()) {
      const end = 4 + rest.readUInt32BE()
      yield JSON.parse(rest.subarray(4, end).toString())
      rest = rest.subarray(end)
    }
  }
}
