// An AI app’s config, seen, changed and given back: nothing is written that a person did not agree
// to in the page made for that.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { before, test } from 'node:test'
import { TARGET, ROOT, ensureNodeModules } from '../../.dev/setup.mjs'
import { startPaddock } from './harness/paddock.mjs'
import { startWorld } from './harness/world.mjs'

const PATIENCE = { timeout: 240_000 }
const PADDOCK = path.join(TARGET, 'debug', 'paddock')
const PEERS = path.join(ROOT, 'tests', 'peers')
const FILESYSTEM = path.join(PEERS, 'node_modules', '@modelcontextprotocol', 'server-filesystem', 'dist', 'index.js')

before(() => ensureNodeModules(PEERS))

/** As the documentation of the server has it, with a token, and the same server as it is pinned here. */
function config(desktop) {
  return `{
  // What my editor uses.
  "mcpServers": {
    "filesystem": {
      "command": "npx",
      "args": [
        "-y",
        "@modelcontextprotocol/server-filesystem",
        ${JSON.stringify(desktop)}
      ],
      "env": { "API_TOKEN": "hunter2hunter2" }
    },
    "pinned": { "command": "node", "args": [${JSON.stringify(FILESYSTEM)}, ${JSON.stringify(desktop)}] },
    "far": { "url": "https://example.org/mcp?key=hunter2hunter2" }
  }
}
`
}

test('an app is connected, uses its server through Paddock, and is given back byte for byte', PATIENCE, async (t) => {
  const world = await startWorld(t)
  const desktop = world.makeFolder('Desktop')
  writeFileSync(path.join(desktop, 'readme.txt'), 'the barn door is open\n')
  const file = putConfig(world, config(desktop))
  const paddock = await startPaddock(world)
  const { app, consent } = paddock

  await paddock.go('Apps')
  await app.find({ text: 'They launch 2 servers. 2 of them can read everything you can.' })
  await app.waitForText(entry('far'), (text) => text.includes('Remote: not launched here'))
  assert.ok(!(await app.execute('return document.body.innerText')).includes('hunter2'))

  // Asked for, read, declined: nothing is written.
  await app.click(button('Connect pinned of Cursor'))
  await consent.waitForText('main', (text) => text.includes('pinned becomes the new server pinned') && text.includes(`"${PADDOCK}"`))
  assert.equal(readFileSync(file, 'utf8'), config(desktop))
  await paddock.agree('Leave as it is')
  await paddock.waitForNoQuestion()
  assert.equal(readFileSync(file, 'utf8'), config(desktop))

  await app.click(button('Connect all 2 of Cursor'))
  const shown = await consent.waitForText('main', (text) => text.includes('Variables that move into Paddock: API_TOKEN'))
  assert.ok(!shown.includes('hunter2'), shown)
  await paddock.agree('Connect')

  // What is left is asked by itself: the commands, and the folders that they name.
  await consent.find({ xpath: '//h1[.="Start 2 servers for the first time?"]' })
  await app.waitForText(entry('pinned'), (text) => text.includes('Through Paddock as pinned'))
  const written = readFileSync(file, 'utf8')
  assert.ok(written.includes('// What my editor uses.'), written)
  const launch = launchOf(written, 'pinned')
  assert.deepEqual(launch, { command: PADDOCK, args: ['run', 'pinned', '--app', 'cursor'] })
  await consent.click({ xpath: '//label[normalize-space(.)="Start filesystem"]' })
  await paddock.agree('Trust, grant 1 folder and start')
  await paddock.waitForNoQuestion()
  await app.waitForGone({ xpath: `${entry('pinned').xpath}//button[.="Trust…"]` })

  const client = await useAsApp(world, launch)
  assert.match(await client.call('read_text_file', { path: path.join(desktop, 'readme.txt') }), /barn door is open/)
  assert.match(await client.call('read_text_file', { path: file }), /denied|outside|not exist|ENOENT/i)
  await app.find({ xpath: '//h3[.="Uses 1 server now"]' })
  await client.end()
  await app.waitForGone({ xpath: '//h3[.="Uses 1 server now"]' })

  await app.click(button('Disconnect all 2 of Cursor'))
  await consent.waitForText('main', (text) => text.includes('can read everything you can'))
  assert.equal(readFileSync(file, 'utf8'), written)
  await paddock.agree('Disconnect')
  await paddock.waitForNoQuestion()
  await app.waitForText(entry('pinned'), (text) => text.includes('Can read everything you can'))
  assert.equal(readFileSync(file, 'utf8'), config(desktop))
})

test('what VS Code would ask for is asked for by Paddock, and its server gets the answers', PATIENCE, async (t) => {
  const world = await startWorld(t)
  const desktop = world.makeFolder('Desktop')
  writeFileSync(path.join(desktop, 'readme.txt'), 'the barn door is open\n')
  const inputs = [
    { id: 'folder', type: 'promptString', description: 'The folder to open' },
    { id: 'token', type: 'promptString', description: 'Your token', password: true },
  ]
  const files = { type: 'stdio', command: 'node', args: [FILESYSTEM, '${input:folder}'], env: { API_TOKEN: '${input:token}' } }
  const before = JSON.stringify({ inputs, servers: { files } }, null, 2)
  const file = putFile(path.join(world.home, '.config', 'Code', 'User', 'mcp.json'), before)
  const paddock = await startPaddock(world)
  const { app, consent } = paddock

  await paddock.go('Apps')
  await app.click(button('Connect files of Visual Studio Code'))
  await app.waitForText('form', (text) => text.includes('The folder to open') && text.includes('Your token'))
  // Without an answer nothing is asked of anybody.
  await app.click(button('Continue'))
  await paddock.fill({ xpath: '//label[contains(., "folder")]/following::input[1]' }, desktop)
  await paddock.fill('input[type=password]', 'hunter2hunter2')
  await app.click(button('Continue'))
  const shown = await consent.waitForText('main', (text) => text.includes('Variables that move into Paddock: API_TOKEN'))
  assert.ok(shown.includes(desktop) && !shown.includes('hunter2'), shown)
  await paddock.agree('Connect')
  await consent.find({ xpath: '//h1[contains(., "for the first time")]' })
  await paddock.agree('Trust, grant 1 folder and start')
  await paddock.waitForNoQuestion()

  const written = readFileSync(file, 'utf8')
  assert.ok(!written.includes('hunter2'), written)
  const { command, args } = JSON.parse(written).servers.files
  const client = await useAsApp(world, { command, args })
  assert.match(await client.call('read_text_file', { path: path.join(desktop, 'readme.txt') }), /barn door is open/)
  await client.end()

  await app.click(button('Disconnect files of Visual Studio Code'))
  await paddock.agree('Disconnect')
  await paddock.waitForNoQuestion()
  assert.equal(readFileSync(file, 'utf8'), before)
})

test('a config that changed after it was shown is not written, and what was edited since is left alone', PATIENCE, async (t) => {
  const world = await startWorld(t)
  const desktop = world.makeFolder('Desktop')
  const file = putConfig(world, config(desktop))
  const paddock = await startPaddock(world)
  const { app, consent } = paddock

  await paddock.go('Apps')
  await app.click(button('Connect filesystem of Cursor'))
  await consent.find(button('Connect'))
  const edited = config(desktop).replace('npx', 'pnpx')
  writeFileSync(file, edited)
  // A click before the button can be pressed is none; one that was taken has to be left to its answer.
  const refused = async () => {
    await paddock.readToEnd()
    await consent.click(button('Connect'))
    await consent.waitForText('[role=alert]', (text) => text.includes('changed at the same moment'), { timeout: 2_000 })
    return true
  }
  await consent.waitFor(refused, { what: 'the refusal' })
  assert.equal(readFileSync(file, 'utf8'), edited)
  await paddock.agree('Leave as it is')
  await paddock.waitForNoQuestion()
  const servers = await app.execute('return window.__TAURI_INTERNALS__.invoke("view").then(({ servers }) => servers.map(({ name }) => name))')
  assert.ok(!servers.includes('filesystem'), 'what was added for it is removed again')

  await app.click(button('Look again'))
  await app.waitForText(entry('filesystem'), (text) => text.includes('pnpx'))
  await app.click(button('Connect filesystem of Cursor'))
  await paddock.agree('Connect')
  await app.waitForText(entry('filesystem'), (text) => text.includes('Through Paddock as filesystem'))
  await paddock.waitForNoQuestion()
  const mine = readFileSync(file, 'utf8').replace('"cursor"', '"cursor", "--more"')
  writeFileSync(file, mine)
  await app.click(button('Look again'))
  await app.waitForText(entry('filesystem'), (text) => text.includes('Changed since it was connected'))
  assert.equal((await app.findAll(button('Disconnect filesystem of Cursor'))).length, 0)

  writeFileSync(file, '{ "mcpServers": {\n  oops')
  await app.click(button('Look again'))
  await app.waitForText('section.card', (text) => /mistake in line 2, column \d+/.test(text))
})

function putConfig(world, text) {
  return putFile(path.join(world.home, '.cursor', 'mcp.json'), text)
}

function putFile(file, text) {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, text)
  return file
}

function button(name) {
  return { role: 'button', name }
}

function entry(name) {
  return { xpath: `//section//li[.//strong[normalize-space(.)="${name}"]]` }
}

/** What the app would launch. */
function launchOf(text, name) {
  const { command, args } = JSON.parse(text.replace(/^\s*\/\/.*$/gm, '')).mcpServers[name]
  return { command, args }
}

/** Does what the app does: launches what its config says, and speaks MCP with it. */
async function useAsApp(world, { command, args }) {
  const child = spawn(command, args, { env: world.env, cwd: world.home, stdio: ['pipe', 'pipe', 'inherit'] })
  const waiting = new Map()
  let rest = ''
  child.stdout.on('data', (data) => {
    const lines = (rest + data).split('\n')
    rest = lines.pop()
    for (const line of lines.filter(Boolean)) {
      const message = JSON.parse(line)
      waiting.get(message.id)?.(message)
    }
  })
  const send = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  let last = 0
  const ask = (method, params) =>
    new Promise((resolve) => {
      const id = ++last
      waiting.set(id, resolve)
      send({ id, method, params })
    })
  await ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'an-editor', version: '1' } })
  send({ method: 'notifications/initialized' })
  return {
    async call(name, given) {
      return JSON.stringify(await ask('tools/call', { name, arguments: given }))
    },
    async end() {
      const exited = once(child, 'exit')
      child.stdin.end()
      await exited
    },
  }
}
