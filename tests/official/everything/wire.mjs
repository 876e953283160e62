// What goes out, and what the eras have in common.

/** What a server says of itself. */
export const SERVER = { name: 'everything', version: '1' }

const LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency']

/** An error that the client is told of. */
export class Failure extends Error {
  constructor(code, message, data) {
    super(message)
    Object.assign(this, { code, data })
  }
}

export function send(message) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
}

/** Tells the client of an event, if it asked for this level or a lower one. */
export function log(asked, level, data) {
  if (asked && LEVELS.indexOf(level) >= LEVELS.indexOf(asked)) send({ method: 'notifications/message', params: { level, logger: SERVER.name, data } })
}

/** Tells the client how far a request is, if it asked for that. */
export function progress(params, done) {
  const progressToken = params._meta?.progressToken
  if (progressToken !== undefined) send({ method: 'notifications/progress', params: { progressToken, progress: done, total: 100 } })
}
