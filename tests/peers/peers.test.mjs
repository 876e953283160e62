// Each peer starts, answers `initialize` and asks for roots: what the flow tests build on.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { until } from '../../.dev/processes.mjs'
import { ensurePeers } from './setup.mjs'

const PATIENCE = 60_000
let peers
let folder

before(async () => {
  peers = await ensurePeers()
  folder = mkdtempSync(path.join(tmpdir(), 'paddock-peer-'))
})

after(() => rmSync(folder, { recursive: true, force: true }))

const node = (name) => [process.execPath, path.join(peers.PADDOCK_PEERS_NODE, '@modelcontextprotocol', name, 'dist', 'index.js')]
const python = (interpreter, script) => [peers[interpreter], path.join(import.meta.dirname, script)]

const script = (name) => [process.execPath, path.join(import.meta.dirname, name)]

const PEERS = [
  { name: 'server-filesystem', command: () => node('server-filesystem'), tool: 'list_allowed_directories', told: () => folder },
  { name: 'server-everything', command: () => node('server-everything'), tool: 'get-roots-list', told: () => pathToFileURL(folder).href },
  { name: 'mcp_peer.py', command: () => python('PADDOCK_PEERS_PYTHON_MCP', 'mcp_peer.py'), tool: 'roots', told: () => pathToFileURL(folder).href },
  { name: 'fastmcp_peer.py', command: () => python('PADDOCK_PEERS_PYTHON_FASTMCP', 'fastmcp_peer.py'), tool: 'roots', told: () => pathToFileURL(folder).href },
  { name: 'typescript-v1.mjs', command: () => script('typescript-v1.mjs'), tool: 'roots', told: () => pathToFileURL(folder).href },
  { name: 'typescript-v2.mjs', command: () => script('typescript-v2.mjs'), tool: 'roots', told: () => pathToFileURL(folder).href },
  { name: 'rmcp', command: () => [peers.PADDOCK_PEERS_RMCP], tool: 'roots', told: () => pathToFileURL(folder).href },
]

describe('peers', { concurrency: 1, timeout: PATIENCE }, () => {
  for (const { name, command, tool, told } of PEERS) {
    it(`${name} asks for the roots and tells them`, async (t) => {
      const client = connect(command(), [{ uri: pathToFileURL(folder).href, name: 'given' }])
      t.after(() => client.close())
      const { serverInfo } = await client.request('initialize', {
        protocolVersion: '2025-11-25',
        capabilities: { roots: { listChanged: true } },
        clientInfo: { name: 'paddock-peers', version: '1' },
      })
      assert.ok(serverInfo.name)
      client.notify('notifications/initialized')
      // The Node servers ask by themselves, and take a moment to make the answer theirs.
      const isTold = async () => {
        const { content } = await client.request('tools/call', { name: tool, arguments: {} })
        return content.some(({ text }) => text.includes(told()))
      }
      await until(isTold, { what: `${name} to tell its roots` })
    })
  }
})

/** A client of line-delimited JSON-RPC that answers `roots/list`. */
function connect([command, ...args], roots) {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const waiting = new Map()
  let lastId = 0
  const send = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)

  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line)
    if (message.method === 'roots/list') {
      send({ id: message.id, result: { roots } })
    } else if (message.method === undefined) {
      const { resolve, reject } = waiting.get(message.id)
      if (message.error) reject(new Error(JSON.stringify(message.error)))
      else resolve(message.result)
    }
  })

  return {
    notify: (method) => send({ method }),
    request: (method, params) => {
      const id = ++lastId
      const { promise, resolve, reject } = withResolvers()
      waiting.set(id, { resolve, reject })
      child.once('exit', () => reject(new Error(`the server ended before it answered ${method}`)))
      send({ id, method, params })
      return promise
    },
    close: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await ended
    },
  }
}

function withResolvers() {
  const parts = {}
  parts.promise = new Promise((resolve, reject) => Object.assign(parts, { resolve, reject }))
  return parts
}
