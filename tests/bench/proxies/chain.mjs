// A proxy that speaks HTTP on one of its sides, twice over: one before the server, one before the app.
// `chain.mjs supergateway|mcp-proxy PROGRAM [ARGUMENT…] server: SERVER [ARGUMENT…]`: what the proxy is
// started by, and what it stands before. No byte goes through this program.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** Milliseconds. */
const [PATIENCE, AGAIN] = [60_000, 50]

/** What each is given for its two places. */
const ARGUMENTS = {
  supergateway: {
    server: (port, server) => ['--stdio', server.join(' '), '--outputTransport', 'streamableHttp', '--stateful', '--port', port, '--logLevel', 'none'],
    app: (port) => ['--streamableHttp', `http://127.0.0.1:${port}/mcp`, '--logLevel', 'none'],
  },
  'mcp-proxy': {
    server: (port, server) => ['--port', port, '--', ...server],
    app: (port) => ['--transport', 'streamablehttp', `http://127.0.0.1:${port}/mcp`],
  },
}

const [name, ...rest] = process.argv.slice(2)
// Not `--`, which parts the commands that a host starts.
const end = rest.indexOf('server:')
const [program, ...args] = rest.slice(0, end)
const server = rest.slice(end + 1)
const port = String(await freePort())
const behind = spawn(program, [...args, ...ARGUMENTS[name].server(port, server)], { stdio: ['ignore', 'ignore', 'ignore'] })
process.on('exit', () => behind.kill())
await listens(port)
const before = spawn(program, [...args, ...ARGUMENTS[name].app(port)], { stdio: ['inherit', 'inherit', 'ignore'] })
const [code] = await Promise.race([once(before, 'exit'), once(behind, 'exit')])
before.kill()
process.exit(code ?? 1)

async function freePort() {
  const listener = createServer().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address()
  listener.close()
  return port
}

/** It says in no common way that it does. */
async function listens(port) {
  const until = performance.now() + PATIENCE
  while (performance.now() < until) {
    const socket = connect(Number(port), '127.0.0.1')
    const connected = await Promise.race([once(socket, 'connect').then(() => true), once(socket, 'error').then(() => false)]).catch(() => false)
    socket.destroy()
    if (connected) return
    await delay(AGAIN)
  }
  throw new Error(`${name} does not listen`)
}
