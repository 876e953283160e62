// What servers offer, used in the window: tools by their forms, resources, templates, prompts, and
// every message that passed for it.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { before, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { until } from '../../.dev/processes.mjs'
import { ROOT, TARGET, ensureNodeModules } from '../../.dev/setup.mjs'
import { Offer } from './harness/offers.mjs'
import { startPaddock } from './harness/paddock.mjs'
import { startWorld } from './harness/world.mjs'
import { press } from './harness/x11.mjs'

const PATIENCE = { timeout: 240_000 }
const PEERS = path.join(ROOT, 'tests', 'peers')
const FAKE = path.join(TARGET, 'debug', 'paddock-fake-server')

before(() => ensureNodeModules(PEERS))

describe('what servers offer', { concurrency: 1, timeout: 4 * PATIENCE.timeout }, () => {
  it('tools are called by their forms, followed and cancelled', PATIENCE, async (t) => {
    const paddock = await startPaddock(await startWorld(t))
    await paddock.paste('everything', everything())
    await paddock.trust()
    await paddock.showServer('everything', 'Tools')

    const sum = await Offer.open(paddock, 'Get Sum Tool')
    await sum.sees('The server claims, unverified: read only, same effect when repeated.')
    await sum.press('Call')
    await sum.sees('Required.')
    await sum.fill('a', '2')
    await sum.fill('b', '40')
    await sum.press('Call')
    await sum.answer((text) => text.includes('The sum of 2 and 40 is 42.'))

    const weather = await Offer.open(paddock, 'Get Structured Content Tool')
    await weather.choose('location', 'Chicago')
    await weather.press('Call')
    await weather.answer((text) => text.includes('Structured content') && text.includes('"temperature": 36'))

    const message = await Offer.open(paddock, 'Get Annotated Message Tool')
    await message.choose('messageType', 'success')
    await message.choose('includeImage', 'Yes')
    await message.press('Call')
    await message.answer((text) => text.includes('Operation completed successfully'))
    await paddock.app.click(message.at('//button[starts-with(normalize-space(.), "Show picture · image/png")]'))
    const picture = await message.find('//img[@alt="Picture sent by everything"]')
    assert.equal(await picture.property('naturalWidth'), 20)

    const links = await Offer.open(paddock, 'Get Resource Links Tool')
    await links.fill('count', '2')
    await links.press('Call')
    await links.sees('demo://resource/dynamic/text/2')
    await paddock.app.click(links.at('//button[@aria-label="Read Text Resource 2"]'))
    await links.sees('Resource 2: This is a plaintext resource')

    const reference = await Offer.open(paddock, 'Get Resource Reference Tool')
    await reference.press('Call')
    await reference.sees('Resource 1: This is a plaintext resource')

    const long = await Offer.open(paddock, 'Trigger Long Running Operation Tool')
    await long.fill('duration', '60')
    await long.fill('steps', '240')
    await long.press('Call')
    await paddock.app.waitFor(async () => (await (await long.find('//progress')).property('value')) > 0, { what: 'progress' })
    await long.press('Cancel call')
    await long.sees('The call was cancelled.')
    await paddock.app.waitForGone(long.at('//progress'))
    await long.fill('duration', '1')
    await long.fill('steps', '2')
    await long.press('Call')
    await long.answer((text) => text.includes('Long running operation completed.'))
  })

  it('resources are read and followed, templates and prompts completed', PATIENCE, async (t) => {
    const paddock = await startPaddock(await startWorld(t))
    const { app } = paddock
    await paddock.paste('everything', everything())
    await paddock.trust()

    await paddock.showServer('everything', 'Resources')
    const features = await Offer.open(paddock, 'features.md')
    await features.press('Read')
    await features.answer((text) => text.includes('# Everything Server'))
    await features.press('Follow changes')
    await features.sees('Followed')

    const text = await Offer.open(paddock, 'Dynamic Text Resource')
    await text.typeAndSee('resourceId', '7', ['7'])
    await text.press('Read')
    await text.answer((found) => found.includes('Resource 7: This is a plaintext resource'))

    await paddock.showServer('everything', 'Tools')
    const updates = await Offer.open(paddock, 'Toggle Subscriber Updates')
    await updates.press('Call')
    await updates.answer((found) => found.includes('Started simulated resource updated notifications'))
    await updates.press('Call')
    await updates.answer((found) => found.includes('Stopped simulated resource updates'))
    const gzip = await Offer.open(paddock, 'GZip File as Resource Tool')
    await gzip.fill('data', 'data:text/plain,springs')
    await gzip.press('Call')
    await gzip.sees('The server says that this reaches outside of it.')
    await gzip.confirm('Yes, call it')
    await gzip.sees('demo://resource/session/README.md.gz')

    await paddock.showServer('everything', 'Resources')
    await (await Offer.open(paddock, 'features.md')).sees('Followed, changed')
    const zipped = await Offer.open(paddock, 'README.md.gz')
    await zipped.press('Read')
    await zipped.answer((found) => /\d+ bytes, not shown here/.test(found))

    await paddock.showServer('everything', 'Prompts')
    const team = await Offer.open(paddock, 'Team Management')
    await team.press('Get')
    await team.sees('Required.')
    await team.typeAndSee('department', 'S', ['Sales', 'Support'])
    await team.fill('department', 'Sales')
    await team.typeAndSee('name', 'E', ['Eve'])
    await team.fill('name', 'Eve')
    await team.press('Get')
    await team.answer((found) => found.includes('Please promote Eve to the head of the Sales team.'))
    await app.find(team.at('//button[normalize-space(.)="Copy as text"]'))
  })

  it('a form holds what a schema of 2020-12 describes, and the answer is checked', PATIENCE, async (t) => {
    const paddock = await startPaddock(await startWorld(t))
    const { app } = paddock
    const tools = [PACK, MEASURE].flatMap((tool) => ['--tool', JSON.stringify(tool)])
    await paddock.paste('fake', fake('--offers', 'all', '--page-size', '2', ...tools))
    await paddock.trust()
    await paddock.showServer('fake', 'Tools')

    const pack = await Offer.open(paddock, 'Pack')
    await pack.sees('The server claims, unverified: destructive.')
    await pack.press('Call')
    await pack.sees('Required.')
    await pack.choose('Kind of Target', 'A server')
    await pack.fill('address', 'nowhere')
    await pack.click('hidden files')
    await pack.press('Add to names')
    await pack.fill('Item 1', 'springs')
    await pack.press('Call')
    await pack.sees('This has to be a whole address')
    await pack.fill('address', 'sftp://backup')
    await pack.press('Call')
    await pack.sees('The server says that this can destroy something.')
    await pack.confirm('Yes, call it')
    const sent = await pack.answer((text) => text.includes('sftp'))
    assert.deepEqual(JSON.parse(sent.slice(sent.indexOf('{'))), {
      target: { address: 'sftp://backup', port: 22 },
      parts: ['hidden files'],
      names: ['springs'],
      format: 'zip',
    })

    const measure = await Offer.open(paddock, 'measure')
    await measure.press('Call')
    await measure.answer((text) => text.includes('This does not match the result that measure declares.'))

    const answer = await Offer.open(paddock, 'answer')
    await answer.click('JSON')
    await answer.fill('Arguments as JSON', JSON.stringify({ result: HOSTILE }))
    await answer.press('Call')
    await answer.answer((text) => text.includes('The tool reported an error') && text.includes('<img src=x onerror='))
    assert.equal(await app.execute('return window.fooled'), null)
    await app.click(answer.at('//button[starts-with(normalize-space(.), "Show sound · audio/wav")]'))
    const sound = await answer.find('//audio')
    assert.match(await sound.attribute('src'), /^data:audio\/wav;base64,/)
    await answer.sees('image/svg+xml')

    // Found among lists that come two by two, and told of when one grows.
    const change = await Offer.open(paddock, 'change')
    await change.click('JSON')
    await change.fill('Arguments as JSON', '{"list":"tools"}')
    await change.press('Call')
    await app.find({ xpath: '//summary//*[normalize-space(.)="new-0"]' })
    await paddock.showServer('fake', 'Prompts')
    await app.find({ xpath: '//summary//*[normalize-space(.)="Greet someone"]' })
  })

  it('messages are found, masked and copied as a script that says the same', PATIENCE, async (t) => {
    const world = await startWorld(t)
    const paddock = await startPaddock(world)
    const { app } = paddock
    await paddock.paste('fake', { ...fake(), env: { FAKE_API_KEY: SECRET } })
    await paddock.trust()
    await paddock.showServer('fake', 'Tools')
    const echo = await Offer.open(paddock, 'echo')
    await echo.click('JSON')
    await echo.fill('Arguments as JSON', JSON.stringify({ text: `it is ${SECRET}`, password: 'barn door' }))
    await echo.press('Call')
    await echo.answer((text) => text.includes(SECRET))
    const answer = await Offer.open(paddock, 'answer')
    await answer.click('JSON')
    await answer.fill('Arguments as JSON', '{"error":{"code":-32000,"message":"the roof is open"}}')
    await answer.press('Call')
    await answer.sees('the roof is open')

    await paddock.showServer('fake', 'Messages')
    const rows = { xpath: '//ul[@aria-label="Messages of fake"]/li' }
    await paddock.fill('input[type=search]', 'roof')
    await app.waitFor(async () => (await app.findAll(rows)).length === 2, { what: 'a call and its error' })
    await app.click({ xpath: '//label[normalize-space(.)="Errors only"]' })
    await app.waitFor(async () => (await app.findAll(rows)).length === 1, { what: 'the error' })
    await app.click({ xpath: '//label[normalize-space(.)="Errors only"]' })
    await paddock.fill('input[type=search]', 'it is ***')
    await app.waitFor(async () => (await app.findAll(rows)).length === 2, { what: 'a call and its answer' })
    await app.click({ xpath: '//select[@aria-label="Direction"]/option[.="To the server"]' })
    await app.waitFor(async () => (await app.findAll(rows)).length === 1, { what: 'the call' })
    await app.click({ xpath: `${rows.xpath}//summary` })
    const shown = await app.waitForText({ xpath: `${rows.xpath}//pre` }, (text) => text.includes('it is'))
    assert.ok(!shown.includes(SECRET) && !shown.includes('barn door'), shown)
    assert.deepEqual(JSON.parse(shown).params.arguments, { text: 'it is ***', password: '***' })
    await app.click({ role: 'button', name: 'Copy as a script' })
    // Said to screen readers, beside a sign on the button.
    await app.waitFor(() => app.execute('return document.body.textContent.includes("Copied")'), { what: 'the copy' })

    const script = path.join(world.home, 'again.sh')
    writeFileSync(script, await pasted(world, paddock))
    const said = execFileSync('sh', [script], { env: { ...world.env, FAKE_API_KEY: 'other', PAUSE: '0' }, encoding: 'utf8' })
    assert.ok(said.includes('it is ***') && !said.includes(SECRET), said)
  })
})

describe('how servers are kept running', { concurrency: 1, timeout: 4 * PATIENCE.timeout }, () => {
  it('a stateless server is told in its next call', PATIENCE, async (t) => {
    const world = await startWorld(t)
    const acme = world.makeFolder('acme')
    const paddock = await startPaddock(world)
    const { app } = paddock
    await paddock.paste('stateless', fake('--era', 'modern'))
    await paddock.trust()
    const roots = async () => (await paddock.call('roots')).text
    await paddock.showServer('stateless', 'Tools')
    assert.ok((await roots()).includes('[]'))

    await paddock.grant(acme, { server: 'stateless' })
    await app.find({ text: 'Will be told with its next call' })
    await paddock.showServer('stateless')
    await app.find({ text: '2026-07-28' })
    await app.waitForText('article', (text) => text.includes('stateless: told in its next call'))
    await paddock.showServer('stateless', 'Tools')
    assert.ok((await roots()).includes(pathToFileURL(acme).href))
    await paddock.showServer('stateless')
    await app.waitForText('article', (text) => text.includes('stateless: it is told in each call'))
    await paddock.go('Access')
    await app.waitForGone({ text: 'Will be told with its next call' })
    await app.find({ text: 'No recorded use yet' })
  })

  it('a server is left, started again, woken and put to sleep as was chosen', PATIENCE, async (t) => {
    const world = await startWorld(t)
    const first = await startPaddock(world)
    await first.paste('fake', fake('--ask-roots', 'always'))
    await first.trust()
    const process = () => world.processes().find(({ command }) => command.startsWith(`${FAKE} --ask-roots`))?.pid
    const crash = async () => {
      await first.showServer('fake', 'Tools')
      await (await Offer.open(first, 'crash')).press('Call')
      await first.showServer('fake')
    }

    const before = process()
    await crash()
    await first.waitForState('Running since')
    await until(() => process() !== undefined && process() !== before, { what: 'another run' })
    await choose(first, 'When it stops by itself', 'Leave it stopped')
    await crash()
    await first.waitForState('Failed')
    assert.equal(process(), undefined)

    await first.app.click({ role: 'button', name: 'Start' })
    await first.waitForState('Running since')
    await choose(first, 'Health check', 'Other…')
    await first.fill({ role: 'textbox', name: 'Health check (s)' }, '1')
    await first.app.click({ xpath: '//h3[.="Starting and stopping"]' })
    await first.showServer('fake', 'Messages')
    await first.app.find({ xpath: '//ul[@aria-label="Messages of fake"]//code[.="ping"]' })
    await first.showServer('fake')
    await choose(first, 'Health check', 'Off')

    await first.app.click({ xpath: '//label[normalize-space(.)="Start when it is first used"]' })
    await choose(first, 'Stop when nothing uses it', 'Other…')
    await first.fill({ role: 'textbox', name: 'Stop when nothing uses it (min)' }, '1')
    await first.app.click({ xpath: '//h3[.="Starting and stopping"]' })
    await first.quit()

    const paddock = await startPaddock(world)
    await paddock.showServer('fake', 'Tools')
    await paddock.waitForState('Starts on demand')
    assert.equal(process(), undefined)
    await paddock.app.click({ role: 'button', name: 'Reload' })
    await paddock.waitForState('Running since')
    assert.ok(process())
    await paddock.app.waitForText('article header', (text) => text.includes('Starts on demand'), { timeout: 90_000 })
    await until(() => process() === undefined, { what: 'the process to end' })
    // What is known of its tools stays, and a call wakes it.
    const { text } = await paddock.call('echo')
    assert.ok(text.includes('{}'), text)
    assert.ok(process())
  })
})

const SECRET = 'sesame-4711-open'

/** A tool with what JSON Schema 2020-12 is used for in tools. */
const PACK = {
  name: 'pack',
  title: 'Pack',
  inputSchema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      target: { $ref: '#/$defs/Target' },
      parts: { type: 'array', uniqueItems: true, items: { enum: ['files', 'links', 'hidden files'] } },
      names: { type: 'array', items: { type: 'string', minLength: 2 }, minItems: 1 },
      format: { enum: ['tar', 'zip'], default: 'zip' },
    },
    required: ['target', 'names'],
    $defs: {
      Target: {
        title: 'Target',
        oneOf: [
          { title: 'A folder', type: 'object', properties: { folder: { type: 'string' } }, required: ['folder'] },
          {
            title: 'A server',
            type: 'object',
            properties: { address: { type: 'string', format: 'uri' }, port: { type: 'integer', default: 22 } },
            required: ['address'],
          },
        ],
      },
    },
  },
  annotations: { destructiveHint: true, readOnlyHint: false },
}

/** A tool that promises what it does not give. */
const MEASURE = {
  name: 'measure',
  inputSchema: { type: 'object' },
  outputSchema: { type: 'object', properties: { metres: { type: 'number' } }, required: ['metres'] },
}

const HOSTILE = {
  isError: true,
  content: [
    { type: 'text', text: '<img src=x onerror="window.fooled = true"> \u202Etxt.exe \u001b[2J' },
    { type: 'image', mimeType: 'image/svg+xml', data: Buffer.from('<svg onload="window.fooled = true"/>').toString('base64') },
    { type: 'audio', mimeType: 'audio/wav', data: 'UklGRg==' },
    { type: 'resource_link', uri: 'javascript:window.fooled = true', name: 'click me' },
  ],
}

function everything() {
  const script = path.join(PEERS, 'node_modules', '@modelcontextprotocol', 'server-everything', 'dist', 'index.js')
  return { command: process.execPath, args: [script] }
}

function fake(...args) {
  return { command: FAKE, args }
}

/** Chooses how the server shown is kept running. */
async function choose({ app }, what, option) {
  await app.click({ xpath: `//select[@id = //label[.="${what}"]/@for]/option[.="${option}"]` })
}

/** What the clipboard of the world holds, as pasting gives it. */
async function pasted(world, { app }) {
  await app.click({ role: 'button', name: 'Add server' })
  await app.click('textarea')
  await press(world, 'ctrl+v')
  return app.waitFor(async () => (await app.find('textarea')).property('value'), { what: 'the clipboard' })
}
