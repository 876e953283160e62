// A host on the TypeScript SDK: one client a server.

import { createInterface } from 'node:readline'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js'

const now = () => Number(process.hrtime.bigint())
const [roots, ...rest] = process.argv.slice(2)
let list = listOf(0)

const clients = await Promise.all(commands(rest).map(start))
say({})
for await (const line of createInterface({ input: process.stdin })) {
  const order = JSON.parse(line)
  say(await (order.do === 'edit' ? edit(order) : call(order)))
}
process.exit(0)

function commands(args) {
  const all = []
  for (const arg of args) arg === '--' ? all.push([]) : all.at(-1).push(arg)
  return all
}

async function start([command, ...args]) {
  const client = new Client({ name: 'bench', version: '1' }, { capabilities: { roots: { listChanged: true } } })
  client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: list }))
  await client.connect(new StdioClientTransport({ command, args }))
  return client
}

function listOf(version) {
  const uris = Array.from({ length: roots - 1 }, (_, index) => `file:///home/ada/projects/folder-${index + 1}`)
  return [...uris, `file:///bench-version-${version}`].map((uri) => ({ uri, name: 'folder' }))
}

async function edit({ version, times }) {
  const began = now()
  for (let at = version + 1 - times; at <= version; at += 1) {
    list = listOf(at)
    await Promise.all(clients.map((client) => client.sendRootsListChanged()))
  }
  return { began, took: now() - began }
}

async function call({ server, times, together, bytes }) {
  const text = 'x'.repeat(bytes)
  const calls = []
  let left = times
  const one = async () => {
    while (left-- > 0) {
      const began = now()
      await clients[server].callTool({ name: 'echo', arguments: { text } })
      calls.push(now() - began)
    }
  }
  const began = now()
  await Promise.all(Array.from({ length: together }, one))
  return { began, took: now() - began, calls }
}

function say(done) {
  process.stdout.write(`${JSON.stringify({ began: 0, took: 0, calls: [], ...done })}\n`)
}
