// Servers of others, launched as their own documentation says, driven through Paddock by the SDKs of
// three languages.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { ensurePython } from '../peers/setup.mjs'
import { Home, PADDOCK, PATIENCE, PEERS, SDKS, ensureSdks } from './sdks.mjs'

const HERE = import.meta.dirname
const SECRET = 'nobody-knows-this'
const ofNode = (name) => path.join(PEERS, 'node_modules', '@modelcontextprotocol', name, 'dist', 'index.js')

/**
 * @typedef {object} Server
 * @property {string} name
 * @property {string} title
 * @property {(folder: string) => string[]} command
 * @property {(folder: string) => object} call what needs the folder
 * @property {(folder: string) => string} [shows] what it answers if it has the folder; the secret, if this is absent
 * @property {boolean} [isModern] it speaks 2026-07-28 too
 */

/** @type {Server[]} */
const SERVERS = [
  {
    name: 'filesystem',
    title: 'npm server-filesystem',
    command: (folder) => [process.execPath, ofNode('server-filesystem'), folder],
    call: (folder) => ({ name: 'read_text_file', arguments: { path: path.join(folder, 'a.txt') } }),
  },
  {
    name: 'everything',
    title: 'npm server-everything',
    command: () => [process.execPath, ofNode('server-everything'), 'stdio'],
    call: () => ({ name: 'get-roots-list', arguments: {} }),
    shows: (folder) => pathToFileURL(folder).href,
  },
  {
    name: 'git',
    title: 'PyPI mcp-server-git',
    command: (folder) => [pythons.servers, '-m', 'mcp_server_git', '--repository', folder],
    call: (folder) => ({ name: 'git_log', arguments: { repo_path: folder, max_count: 1 } }),
    isModern: true,
  },
  {
    name: 'reader',
    title: 'one on PyPI mcp',
    command: () => [pythons.mcp, path.join(HERE, 'reader.py')],
    call: (folder) => ({ name: 'read', arguments: { path: path.join(folder, 'a.txt') } }),
    isModern: true,
  },
]

const pythons = {}

before(async () => {
  pythons.mcp = await ensureSdks()
  pythons.servers = await ensurePython('servers')
})

// Each waits for its own host and servers most of the time.
describe('servers of others', { concurrency: 2 }, () => {
  for (const server of SERVERS) {
    describe(`${server.title}, through Paddock`, { concurrency: 1, timeout: PATIENCE * 10 }, () => drive(server))
  }
})

/** @param {Server} server */
function drive(server) {
  const { name } = server
  const home = new Home()
  const folder = home.path('granted')
  const call = () => server.call(folder)
  const isShown = (answer) => JSON.stringify(answer).includes(server.shows?.(folder) ?? SECRET)

  before(async () => {
    makeRepository(folder)
    await home.atTerminal('servers', 'add', name, '--', ...server.command(folder))
    await home.atTerminal('servers', 'trust', name)
  })

  after(async () => {
    await home.quit()
    home.remove()
  })

  for (const sdk of SDKS.filter(({ revision }) => server.isModern || revision !== '2026-07-28')) {
    const calls = async (...wanted) => (await home.converse(sdk, home.shim(name, sdk.app), folder, wanted)).results

    it(`${sdk.app} has its folder until it is revoked, in one session`, { timeout: PATIENCE }, async () => {
      await home.atTerminal('grant', folder, name, '--access', 'read')
      const [granted, revoked] = await calls(call(), { run: [PADDOCK, 'revoke', folder, name] }, call())
      assert.ok(isShown(granted), JSON.stringify(granted))
      assert.ok(!isShown(revoked), JSON.stringify(revoked))
    })

    it(`${sdk.app} has its folder once that is asked for and granted, in one session`, { timeout: PATIENCE }, async () => {
      const grant = { run: [process.execPath, path.join(HERE, 'grant-asked.mjs'), PADDOCK, folder] }
      const [refused, granted] = await calls(call(), grant, call())
      assert.ok(!isShown(refused), JSON.stringify(refused))
      assert.ok(isShown(granted), JSON.stringify(granted))
      await home.paddock('revoke', '--all')
    })
  }

  it('has changed no tool, however its clients spoke', { timeout: PATIENCE }, async () => {
    assert.deepEqual(await home.changedTools(name), [])
  })
}

/** With a secret in a file, and in what its commit says. */
function makeRepository(folder) {
  mkdirSync(folder)
  writeFileSync(path.join(folder, 'a.txt'), SECRET)
  const git = (...args) => execFileSync('git', ['-C', folder, '-c', 'user.name=Ann', '-c', 'user.email=ann@example.org', ...args], { stdio: 'ignore' })
  git('init', '--quiet')
  git('add', '.')
  git('commit', '--quiet', '--message', SECRET)
}
