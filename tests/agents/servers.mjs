// What agents launch: servers of others, pinned, and the one that comes with Paddock.

import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { MODULES_OF_SERVERS, PROGRAMS, pythonOf } from './installed.mjs'

const ofNode = (name) => path.join(MODULES_OF_SERVERS, '@modelcontextprotocol', name, 'dist', 'index.js')

/**
 * @typedef {object} Server
 * @property {string} name as the agent's configuration has it
 * @property {string} title
 * @property {boolean} [namesFolder] its command names the folder, so Paddock asks the person for that once a call fails
 * @property {(folder: string) => {command: string, args: string[]}} launch
 * @property {(folder: string) => {tool: string, arguments: object}} call what needs the folder
 * @property {() => {tool: string, arguments: object}} [first] what the agent calls by itself, where `call` is of use through Paddock only
 * @property {(folder: string) => string} [inside] what the model is shown if it works; the secret, if this is absent
 */

/** @type {Server[]} */
export const SERVERS = [
  {
    name: 'notes',
    title: 'npm `server-filesystem`',
    namesFolder: true,
    launch: (folder) => ({ command: process.execPath, args: [ofNode('server-filesystem'), folder] }),
    call: (folder) => ({ tool: 'read_text_file', arguments: { path: path.join(folder, 'a.txt') } }),
  },
  {
    name: 'papers',
    title: '`paddock-files`',
    launch: () => ({ command: path.join(PROGRAMS, 'paddock-files'), args: [] }),
    call: (folder) => ({ tool: 'read_text_file', arguments: { path: path.join(folder, 'a.txt') } }),
  },
  {
    name: 'history',
    title: 'PyPI `mcp-server-git`',
    namesFolder: true,
    launch: (folder) => ({ command: pythonOf('servers'), args: ['-m', 'mcp_server_git', '--repository', folder] }),
    call: (folder) => ({ tool: 'git_log', arguments: { repo_path: folder, max_count: 1 } }),
  },
  {
    name: 'letters',
    title: 'one on PyPI `mcp`',
    namesFolder: true,
    launch: (folder) => ({ command: pythonOf('servers'), args: [path.join(import.meta.dirname, 'servers', 'letters.py'), folder] }),
    call: () => ({ tool: 'read_letter', arguments: { name: 'a.txt' } }),
  },
  {
    name: 'everything',
    title: 'npm `server-everything`',
    launch: () => ({ command: process.execPath, args: [ofNode('server-everything'), 'stdio'] }),
    call: () => ({ tool: 'get-roots-list', arguments: {} }),
    first: () => ({ tool: 'echo', arguments: { message: 'here' } }),
    inside: (folder) => pathToFileURL(folder).href,
  },
]

/** Makes the folder that is granted: a repository with a secret in a file, and in what its commit says. */
export function makeFolder(folder) {
  const secret = `secret-${randomBytes(8).toString('hex')}`
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'a.txt'), `${secret}\n`)
  const git = (...args) => execFileSync('git', ['-C', folder, '-c', 'user.name=Ann', '-c', 'user.email=ann@example.org', ...args], { stdio: 'ignore' })
  git('init', '--quiet')
  git('add', '.')
  git('commit', '--quiet', '--message', secret)
  return secret
}
