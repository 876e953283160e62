// A page that is not ours any more: whatever the main page can ask for, with whatever it can say,
// no server may do more afterwards than before.

import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { ROOT } from '../../.dev/setup.mjs'
import { CONSENT, startPaddock } from './harness/paddock.mjs'
import { startWorld } from './harness/world.mjs'
import { visibleWindows } from './harness/x11.mjs'

/** The one command that a test can't go on after. */
const ENDS_IT = 'quit'
/** What only the page of consents may ask for, and what is left to it. */
const CONSENTS = ['close_consent', 'grant', 'grant_folders', 'agree', 'agree_without', 'agree_app_change', 'allow_call']
const OF_CONSENT = [...CONSENTS, 'view', 'dismiss_pick', 'dismiss_consent', 'pick_repository', 'app_changes', 'dismiss_app_change', 'held_call', 'deny_call', 'zoom']
/** What takes away is tried last: what is gone can't be widened. */
const TAKES_AWAY = /^(revoke|remove|withdraw|forget_ended|dismiss|stop|pause|edit_server|set_muted|deny|cancel)/
/** All that widens. */
const WIDENINGS = ['access', 'confinement', 'deleteActivity', 'destination', 'forgetDestination', 'grantAgain', 'grantAllAgain', 'holdChanged', 'lifetime', 'mostSent', 'provider', 'resume', 'resumeApp', 'retention', 'scope', 'secretsInFile', 'sendToday', 'terminalConsent', 'toolRule', 'trust']
const REFUSED = /not allowed|not found/

test('whatever the main page asks for, nothing is widened', { timeout: 420_000 }, async (t) => {
  const world = await startWorld(t)
  const config = putConfig(world)
  const paddock = await startPaddock(world)
  const { app } = paddock
  const [acme, notes] = [world.makeFolder('acme'), world.makeFolder('notes')]
  const proof = path.join(world.home, 'it-ran')
  await paddock.paste('stranger', { command: 'python3', args: ['-c', `open(${JSON.stringify(proof)}, 'w')`] })
  await paddock.grant(acme, { server: 'Files', lifetime: '1 hour' })
  await paddock.grant(notes, { server: 'Files' })
  await paddock.revoke('notes', 'Files')
  await paddock.waitForNoQuestion()
  for (const [command, args] of STRICT) await app.execute(USE_LESS, command, args)
  await app.execute('return window.__TAURI_INTERNALS__.invoke("add_provider", { draft: arguments[0] })', PROVIDER)

  let before = await viewOf(app)
  const commands = commandsOf(readFileSync(path.join(ROOT, 'ui', 'src', 'backend', 'bindings.ts'), 'utf8'), before)
  const tryAll = async (chosen) => {
    for (const command of chosen) {
      if (command.name.includes('app_change')) await app.execute(ASK_TO_CONNECT)
      const answers = await attack(app, command)
      await app.execute(LEAVE_ONE_OF_EACH)
      if (CONSENTS.includes(command.name)) for (const answer of answers) assert.match(answer.failed, REFUSED, command.name)
      assertNotWider(before, await settledViewOf(app), command.name)
      assert.equal(readFileSync(config, 'utf8'), CONFIG, command.name)
    }
  }
  const takesAway = ({ name }) => TAKES_AWAY.test(name)
  await tryAll(commands.filter((command) => !takesAway(command)))
  const waited = new Set(waiting(await viewOf(app)))
  for (const pause of PAUSES) await app.execute(PAUSE, ...pause)
  before = await viewOf(app)
  await tryAll(commands.filter((command) => !takesAway(command)))
  const after = await viewOf(app)
  for (const kind of waiting(after)) waited.add(kind)
  assert.ok(after.secrets.keyringOnly, 'anyone may have secrets in the keyring only, and only a person ends it')
  assert.deepEqual([...waited].sort(), WIDENINGS, 'each was tried, and waits')
  await tryAll(commands.filter(takesAway))
  assert.ok(!existsSync(proof), 'what nobody trusted ran')
})

test('a page stays where it is, and the page of consents does nothing else', { timeout: 180_000 }, async (t) => {
  const world = await startWorld(t)
  const paddock = await startPaddock(world)
  const { app, consent } = paddock
  await paddock.pick(world.makeFolder('acme'))
  const view = await viewOf(app)

  for (const command of commandsOf(readFileSync(path.join(ROOT, 'ui', 'src', 'backend', 'bindings.ts'), 'utf8'), view)) {
    if (OF_CONSENT.includes(command.name)) continue
    for (const answer of await attack(consent, command)) assert.match(answer.failed, REFUSED, command.name)
  }
  for (const url of ['https://example.com/', 'tauri://localhost/consent.html', 'file:///etc/passwd', 'data:text/html,hello']) {
    await app.execute('location.href = arguments[0]', url)
    assert.equal(await app.execute('return window.open(arguments[0])', url), null)
    assert.equal(await app.execute('return location.href.replace(/\\/$/, "")'), 'tauri://localhost')
  }
  assert.equal((await visibleWindows(world, CONSENT)).length, 1)
  assert.deepEqual(await grantsOf(app), [])
})

/** An app whose server could be taken out of the sandbox, or put into one that the page made up. */
const CONFIG = '{"mcpServers": {"x": {"command": "python3", "args": []}}}'
/** Has something wait that the page could try to agree to. */
const ASK_TO_CONNECT = 'return window.__TAURI_INTERNALS__.invoke("connect_entries", { app: "cursor", entries: [] })'

/** Only so much may wait at once, and what is asked for after this is to wait too. */
const LEAVE_ONE_OF_EACH = `const ask = window.__TAURI_INTERNALS__.invoke
  const again = ({ consents }) => consents.filter((it, at) => at !== consents.findIndex(({ what }) => what.kind === it.what.kind))
  return ask("view").then((view) => Promise.all(again(view).map(({ id }) => ask("dismiss_consent", { consent: id }))))`
/** Where the bundled server may not connect, and nobody is asked. */
const DENIED = 'denied.example.com'

/** How apps may use the bundled server, where it may connect, and where secrets may be, as strict as it goes. */
const STRICT = [
  ['set_keyring_only', { on: true }],
  ['set_most_sent', { most: 1000 }],
  ['set_scope', { scope: 'whereAppWorks' }],
  ['set_tool_rule', { app: null, tool: 'read_text_file', rule: 'off' }],
  ['set_hold_changed', { on: true }],
  ['deny_destination', { destination: DENIED }],
]
const USE_LESS = `const ask = window.__TAURI_INTERNALS__.invoke
  return ask("view").then(({ servers }) => ask(arguments[0], { server: servers.find(({ bundled }) => bundled).id, ...arguments[1] }))`

/** Whoever pauses, only a person resumes. */
const PAUSES = [
  ['pause', { minutes: null }],
  ['pause_app', { app: 'zed', minutes: null }],
]
const PAUSE = 'return window.__TAURI_INTERNALS__.invoke(arguments[0], arguments[1])'

function putConfig(world) {
  const file = path.join(world.home, '.cursor', 'mcp.json')
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, CONFIG)
  return file
}

/** Asks for a command in all ways that are worth trying. */
function attack(app, { name, tries }) {
  return app.execute(
    `const late = () => new Promise((resolve) => setTimeout(resolve, 1000, { failed: 'late' }))
     const ask = (args) => window.__TAURI_INTERNALS__.invoke(arguments[0], args).then((done) => ({ done }), (error) => ({ failed: error.code ?? String(error) }))
     return Promise.all(arguments[1].map((args) => Promise.race([ask(args), late()])))`,
    name,
    tries,
  )
}

function viewOf(app) {
  return app.execute('return window.__TAURI_INTERNALS__.invoke("view")')
}

/** The view once no command is being looked up any more. */
function settledViewOf(app) {
  const isSettled = async () => {
    const view = await viewOf(app)
    return view.servers.every(({ bundled, state }) => bundled || state.kind !== 'starting') && view
  }
  return app.waitFor(isSettled, { what: 'servers to be at rest' })
}

function waiting({ consents }) {
  return consents.map(({ what }) => what.kind)
}

async function grantsOf(app) {
  return (await viewOf(app)).grants
}

/** The commands of the app but the one that ends it, each with what to try it with. */
function commandsOf(bindings, view) {
  const found = [...bindings.matchAll(/^\t\w+: \((.*?)\) => __TAURI_INVOKE<.*>\("(\w+)"/gm)]
  assert.ok(found.length > 70, 'the bindings were read')
  return found.filter(([, , name]) => name !== ENDS_IT).map(([, params, name]) => ({ name, tries: triesOf(params, view) }))
}

function triesOf(params, view) {
  const named = params === '' ? [] : params.split(', ').map((param) => param.split(': '))
  return named.reduce(
    (tries, [name, type]) => {
      const values = valuesOf(name, type, view)
      assert.ok(values, `the attacker does not know what to say for ${name}: ${type}`)
      return tries.flatMap((args) => values.map((value) => ({ ...args, [name]: value })))
    },
    [{}],
  )
}

function valuesOf(name, type, { servers, grants, ended, providers }) {
  const ids = { server: servers, grant: grants, ended, provider: providers }
  if (name === 'ended' && type === 'number[]') return [ended.map(({ id }) => id), [1, 2]]
  if (name in ids && type.startsWith('number')) return ids[name].map(({ id }) => id)
  if (name === 'fingerprint') return servers.flatMap(({ state }) => (state.kind === 'needsTrust' ? [state.fingerprint] : []))
  // Each change of a config that waits has a number of its own, from 1 on.
  if (name === 'change') return Array.from({ length: 12 }, (_, index) => index)
  if (name === 'app') return type === 'string' ? ['cursor', 'zed'] : [null]
  if (name === 'tool') return ['read_text_file']
  if (name === 'destination') return ['*', 'api.example.com', 'localhost:5432', DENIED]
  return VALUES[type]
}

const DRAFT = { name: 'mine', program: 'python3', args: ['-c', 'print()', '/'], env: [], cwd: '/' }
const PROVIDER = { name: 'mine', api: 'openAi', url: 'http://127.0.0.1:9', key: null, preferred: null }

/** What to say for a parameter, by its type. */
const VALUES = {
  number: [1, 2],
  'number | null': [null, 1],
  boolean: [true, false],
  string: ['/'],
  'string | null': [null, 'acme'],
  Scope: ['allFolders', 'whereAppWorks'],
  'ToolRule | null': ['allowed', 'ask', null],
  CallAnswer: ['once', 'hour', 'session', 'always'],
  Access: ['readWrite', 'writeCommits', 'writeGuarded'],
  ActivityFormat: ['csv'],
  RetentionView: [
    { days: 3650, megabytes: 10_000, paths: true, arguments: true },
    { days: 1, megabytes: 1, paths: false, arguments: false },
  ],
  'number[]': [[1, 2]],
  'string[]': [[], ['api.example.com']],
  LifetimeChoice: ['always', { for: { minutes: 1_000_000 } }],
  Confinement: [
    { asked: 'advisory', network: 'open', askFirst: false },
    { asked: 'enforced', network: 'open', askFirst: false },
    { asked: 'enforced', network: 'ask', askFirst: false },
  ],
  'Language | null': ['en', null],
  AtQuit: ['keep', 'stop'],
  Theme: ['dark', 'system'],
  Notify: ['none'],
  UsualLifetime: ['always'],
  ServerDraft: [DRAFT],
  ProviderDraft: [PROVIDER, { ...PROVIDER, name: 'evil', url: 'https://evil.example' }],
  SamplingEdit: [{ model: null, maxTokens: null, temperature: null, systemPrompt: null, texts: [], allowNext: 5 }],
  SamplingLimits: [{ requestsAnHour: 1000, tokensADay: 1_000_000 }],
  LifecycleView: [{ restart: 'always', keepAlive: null, onDemand: false, stopWhenIdle: null }],
  LimitsChoice: [{ processes: 32_768, memory: null }],
  TodayView: [{ kind: 'unlimited' }, { kind: 'upTo', kilobytes: 4_000_000 }, { kind: 'stopped' }],
  ActivityFilter: [
    { server: null, app: null, tool: null, outcome: null, since: null, until: null, kinds: [], text: '', before: null },
  ],
  SpanView: ['week'],
  WireFilter: [{ direction: null, text: '', errorsOnly: false, before: null }],
  Completing: [{ of: { kind: 'prompt', name: 'x' }, argument: 'x', value: '', others: [] }],
  'NamedValue[]': [[]],
  'AskedValue[]': [[]],
  'AnsweredValue[]': [[], [{ name: 'folder', values: ['/'] }]],
  'EntryKey[]': [[], [{ file: '/etc/passwd', at: [], name: 'x' }]],
  'MeantEntry[]': [[], [{ key: { file: '/etc/passwd', at: [], name: 'x' }, seen: '', answers: [{ name: 'env:A', values: ['x'] }] }]],
}

const ACCESS = ['read', 'writeGuarded', 'writeCommits', 'readWrite']
const RULES = ['off', 'ask', 'allowed']
const NETWORKS = ['off', 'ask', 'open']

/** What any program of the account may have come and go: what waits, what happens, what is only said. */
const COMES_AND_GOES = ['sequence', 'picks', 'consents', 'sessions', 'requests', 'missed', 'notices', 'ended', 'endedDestinations', 'places', 'heldCalls', 'askedDestinations', 'askedSending']
/** What a person does in this page without consent: docs/decisions/answers-are-given-where-they-are-read.md. */
const ANSWERS = ['standIns']
/** What may not be less strict, each by a comparison of its own. */
const VIEW = {
  grants: assertGrantsNoMore,
  providers: assertSendsToNoOther,
  servers: assertServersDoNoMore,
  paused: (before, after, command) => assert.ok(!before || after, `${command}: a pause has ended`),
  pausedApps: (before, after, command) => {
    for (const { app } of before) assert.ok(after.some((paused) => paused.app === app), `${command}: the pause of ${app} has ended`)
  },
  secrets: (before, after, command) => assert.ok(!before.keyringOnly || after.keyringOnly, `${command}: secrets in a file`),
}

/** The same of a server: what it does and says, what a person does here, and what may only get stricter. */
const SERVER_COMES_AND_GOES = ['state', 'reported', 'revision', 'asksForRoots', 'told', 'proof', 'attempts', 'sought', 'refusedUnasked', 'unmet', 'missed', 'lingering', 'ignoresEmptyList', 'notEntered', 'callsInFlight', 'offers', 'lists', 'followed', 'untold']
const SERVER_ANSWERS = ['name', 'lifecycle', 'limits', 'asking']
/** A command that was edited is trusted anew, before it runs. */
const ITS_COMMAND = ['command', 'foldersInCommand', 'reads']
const SERVER = {
  enforcement: (before, after, command) => assert.equal(after.asked, before.asked, command),
  network: (before, after, command) => assert.ok(NETWORKS.indexOf(after) <= NETWORKS.indexOf(before), `${command}: the network`),
  askFirst: (before, after, command) => assert.ok(after || !before, `${command}: nobody is asked first`),
  destinations: assertConnectsNowhereElse,
  usage: assertNotLooser,
  sending: assertSendsNoMore,
}

/** A field that is on no list above is not to change: whoever adds one decides what a page may do to it. */
function assertNotWider(before, after, command) {
  assertSame(before, after, [...COMES_AND_GOES, ...ANSWERS], VIEW, command)
}

function assertSame(before, after, free, narrows, command) {
  for (const field of Object.keys(after).filter((field) => !free.includes(field))) {
    if (narrows[field]) narrows[field](before[field], after[field], command)
    else assert.deepEqual(after[field], before[field], `${command}: ${field}`)
  }
}

function assertSendsToNoOther(before, providers, command) {
  for (const { id, url, state } of providers) {
    const was = before.find((it) => it.id === id)
    const isAllowed = was && was.url === url && was.state.kind !== 'notAllowed'
    assert.ok(isAllowed || state.kind === 'notAllowed', `${command}: requests go to ${url}`)
  }
}

function assertGrantsNoMore(before, grants, command) {
  for (const grant of grants) {
    const was = before.find(({ id }) => id === grant.id)
    assert.ok(was, `${command}: a grant that nobody gave`)
    assert.equal(grant.folder.path, was.folder.path, command)
    assert.equal(grant.server, was.server, command)
    assert.ok(ACCESS.indexOf(grant.access) <= ACCESS.indexOf(was.access), `${command}: more access`)
    assert.ok(endOf(grant) <= endOf(was), `${command}: a longer time`)
  }
}

function assertServersDoNoMore(before, servers, command) {
  for (const server of servers) {
    assert.equal(server.enforcement.asked, 'enforced', command)
    assert.ok(!server.reachesAll, command)
    if (!server.bundled) assert.ok(['needsTrust', 'stopped', 'paused'].includes(server.state.kind), `${command}: ${server.name} ${server.state.kind}`)
    const was = before.find(({ id }) => id === server.id) ?? NEW
    const free = [...SERVER_COMES_AND_GOES, ...SERVER_ANSWERS, ...(server.bundled ? [] : ITS_COMMAND)]
    assertSame({ ...was, id: server.id }, server, free, SERVER, `${command}: ${server.name}`)
  }
}

/** What one may do that was added, and that nobody trusted yet. */
const NEW = {
  bundled: false,
  enforcement: { asked: 'enforced' },
  network: 'ask',
  askFirst: false,
  reachesAll: false,
  reachesAnywhere: false,
  destinations: [],
  usage: { scope: 'allFolders', rules: [], holdChanged: false },
  sending: { most: null, today: null },
}

function assertNotLooser(before, after, command) {
  if (before.scope === 'whereAppWorks') assert.equal(after.scope, before.scope, `${command}: more folders for apps`)
  if (before.holdChanged) assert.ok(after.holdChanged, `${command}: tools that changed`)
  for (const was of before.rules) {
    const rule = after.rules.find(({ app, tool }) => app === was.app && tool === was.tool)?.rule ?? 'allowed'
    assert.ok(RULES.indexOf(rule) <= RULES.indexOf(was.rule), `${command}: ${was.tool} is ${rule}`)
  }
}

function assertSendsNoMore(before, after, command) {
  if (before.most !== null) assert.ok(after.most !== null && after.most <= before.most, `${command}: more sent`)
  assert.ok(after.today === null || after.today.kind === 'stopped', `${command}: more sent today`)
}

function assertConnectsNowhereElse(before, after, command) {
  const said = (list, kind) => list.filter(({ rule }) => rule.kind === kind).map(({ destination }) => destination)
  const allowed = said(before, 'allowed')
  for (const destination of said(after, 'allowed')) assert.ok(allowed.includes(destination), `${command}: ${destination} is allowed`)
  const denied = said(after, 'never')
  for (const destination of said(before, 'never')) assert.ok(denied.includes(destination), `${command}: ${destination} is no longer denied`)
}

function endOf({ lifetime }) {
  return lifetime.kind === 'until' ? lifetime.at : lifetime.kind === 'always' ? Infinity : 0
}
