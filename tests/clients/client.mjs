// Starts PROGRAM, grants it FOLDER as its only root, lists its tools, makes CALLS one after the other
// and prints their results: `node client.mjs REVISION PROGRAM FOLDER CALLS`, both as JSON. A call may be
// a command to run between two calls instead.

import { execFileSync } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

const [revision, program, folder, calls] = process.argv.slice(2)
const mode = revision === '2026-07-28' ? { pin: revision } : 'legacy'
const client = new Client({ name: 'paddock-clients', version: '1' }, { capabilities: { roots: { listChanged: true } }, versionNegotiation: { mode } })
client.setRequestHandler('roots/list', () => ({ roots: [{ uri: pathToFileURL(folder).href }] }))
await client.connect(new StdioClientTransport({ command: program, args: [] }))
await client.listTools()
const results = []
for (const { run, ...call } of JSON.parse(calls)) {
  if (run) execFileSync(run[0], run.slice(1))
  else results.push(await client.callTool(call))
}
process.stdout.write(JSON.stringify({ revision: client.getNegotiatedProtocolVersion?.(), results }))
await client.close()
