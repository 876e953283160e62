// Makes the official suite ready: its modules, and the Node.js that it needs.

import path from 'node:path'
import { ensureNodeModules } from '../../.dev/setup.mjs'

const HERE = import.meta.dirname

/** @returns {Promise<string[]>} the command of the suite */
export async function ensureSuite() {
  await ensureNodeModules(HERE)
  return [path.join(HERE, 'node_modules', 'node', 'bin', 'node'), path.join(HERE, 'node_modules', '@modelcontextprotocol', 'conformance', 'dist', 'index.js')]
}

if (process.argv[1] === import.meta.filename) await ensureSuite()
