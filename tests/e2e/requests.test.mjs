// What servers ask of the person: nothing is answered until the person does.

import assert from 'node:assert/strict'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { before, describe, it } from 'node:test'
import { until } from '../../.dev/processes.mjs'
import { ROOT, ensureNodeModules } from '../../.dev/setup.mjs'
import { MODELS, startModel } from './harness/model.mjs'
import { WINDOW, field, startPaddock } from './harness/paddock.mjs'
import { startWorld } from './harness/world.mjs'
import { focusWindow, press } from './harness/x11.mjs'

const PATIENCE = { timeout: 180_000 }
const PEERS = path.join(ROOT, 'tests', 'peers')
const EVERYTHING = path.join(PEERS, 'node_modules', '@modelcontextprotocol', 'server-everything', 'dist', 'index.js')
const ASKER = path.join(import.meta.dirname, 'fixtures', 'asker.py')

const SAMPLE = 'trigger-sampling-request'
const FORM = 'trigger-elicitation-request'
const VISIT = 'trigger-url-elicitation'

before(() => ensureNodeModules(PEERS))

describe('requests', { concurrency: 1, timeout: 4 * PATIENCE.timeout }, () => {
  it('a model’s answer is asked for, edited, reviewed and delivered', PATIENCE, async (t) => {
    const model = await startModel(t)
    const { paddock, app } = await withEverything(await startWorld(t))

    await paddock.startCall(SAMPLE, { prompt: 'Name a barn.' })
    await paddock.showRequest('Model’s answer')
    await app.find({ text: 'No model is set up. The request waits until you set one up, or answer by hand.' })
    await app.click({ role: 'button', name: 'Answer by hand' })
    await paddock.fill(field('Answer'), 'Written by a person.')
    await paddock.answer({ role: 'button', name: 'Deliver' })
    await paddock.showServer('everything', 'Tools')
    const byHand = await paddock.resultOf(SAMPLE)
    assert.ok(byHand.text.includes('"text": "Written by a person."'), byHand.text)

    await paddock.addModels('Loopback', model.url)
    await paddock.showServer('everything', 'Tools')
    await paddock.startCall(SAMPLE, { prompt: 'Name a barn.' })
    await paddock.showRequest('Model’s answer')
    const shown = await app.waitForText(panel('“everything” asks for a model’s answer'), (text) => text.includes('Name a barn.'))
    for (const part of ['You are a helpful test server.', `Resource ${SAMPLE} context: Name a barn.`, 'Stays on this computer: Loopback.']) {
      assert.ok(shown.includes(part), shown)
    }
    assert.equal(await valueOf(app, field('Token limit')), '100')
    assert.equal(await valueOf(app, field('Temperature')), '0.7')
    assert.deepEqual(model.asked, [], 'nothing is sent before the person says so')

    await app.click({ role: 'button', name: 'Edit: User, message 1' })
    await paddock.fill({ role: 'textbox', name: 'User, message 1' }, 'Name a barn in two words.')
    await app.click({ role: 'button', name: 'Done editing: User, message 1' })
    await app.click({ xpath: `//option[.="${MODELS[1]}"]` })
    await paddock.answer({ role: 'button', name: 'Send' })
    const asked = await model.untilAsked(1)
    assert.equal(asked.model, MODELS[1])
    assert.deepEqual(asked.messages.map(textOf), ['You are a helpful test server.', 'Name a barn in two words.'])
    assert.equal(asked.max_tokens, 100)

    model.say('The Old')
    await app.waitForText('.growing', (text) => text.trim() === 'The Old')
    model.say(' Dairy')
    await app.waitForText('.growing', (text) => text.trim() === 'The Old Dairy')
    model.finish()
    const answer = { role: 'textbox', name: `Answer of ${MODELS[1]}` }
    assert.equal(await valueOf(app, answer), 'The Old Dairy')
    await app.find({ text: '31 tokens sent, 12 received' })
    await paddock.fill(answer, 'The Older Dairy')
    await paddock.answer({ role: 'button', name: 'Deliver' })
    await app.find({ text: 'Nothing waiting' })

    await paddock.showServer('everything', 'Tools')
    const { text } = await paddock.resultOf(SAMPLE)
    assert.ok(text.includes('"text": "The Older Dairy"') && text.includes(`"model": "${MODELS[1]}"`), text)
    assert.ok(!text.includes('The Old Dairy'), text)
  })

  it('a form is put off, checked, submitted and declined', PATIENCE, async (t) => {
    const { paddock, app } = await withEverything(await startWorld(t))
    const form = panel('“everything” asks you for details')

    await paddock.startCall(FORM)
    await paddock.showRequest('Form')
    await app.find(form)
    assert.deepEqual(await Promise.all(PREFILLED.map(([label]) => valueOf(app, field(label)))), PREFILLED.map(([, value]) => value))
    assert.equal(await (await app.find({ xpath: '//option[.="Monica"]' })).property('selected'), true)
    assert.deepEqual(await ticked(app), ['Guitar', 'Superman', 'Tuna', 'Cats'])
    await app.click({ role: 'button', name: 'Decide later' })
    await app.find(form)

    await paddock.fill(field('String with email format'), 'nobody')
    await paddock.fill(field('Integer'), '101')
    await app.click({ xpath: '//label[normalize-space(.)="Guitar"]' })
    await app.click({ role: 'button', name: 'Submit' })
    await app.find({ text: '3 answers need another look. Nothing was sent.' })
    for (const problem of ['Required.', 'This has to be an e-mail address.', 'Too large: 100 or less.']) {
      await app.find({ text: problem })
    }
    assert.equal(await app.execute('return document.activeElement.labels[0].querySelector("bdi").innerText'), 'String')

    await paddock.fill(field('String'), 'Ann')
    await paddock.fill(field('String with email format'), 'ann@example.com')
    await paddock.fill(field('Integer'), '7')
    for (const option of ['Piano', 'Drums', 'Wonder Woman', 'Trout', 'Dogs', 'Boolean']) {
      await app.click({ xpath: `//label[normalize-space(.)="${option}"]` })
    }
    await app.click({ xpath: '//option[.="Phoebe"]' })
    await paddock.answer({ role: 'button', name: 'Submit' })
    await paddock.showServer('everything', 'Tools')
    const submitted = await paddock.resultOf(FORM)
    assert.deepEqual(rawResult(submitted.text), {
      action: 'accept',
      content: {
        name: 'Ann',
        check: true,
        firstLine: 'It was a dark and stormy night.',
        email: 'ann@example.com',
        integer: 7,
        number: 3.14,
        untitledSingleSelectEnum: 'Phoebe',
        untitledMultipleSelectEnum: ['Piano', 'Drums'],
        titledSingleSelectEnum: 'hero-3',
        titledMultipleSelectEnum: ['fish-1', 'fish-3'],
        legacyTitledEnum: 'pet-2',
      },
    })

    await paddock.startCall(FORM)
    await paddock.showRequest('Form')
    await paddock.answer({ role: 'button', name: 'Decline' })
    await paddock.showServer('everything', 'Tools')
    assert.deepEqual(rawResult((await paddock.resultOf(FORM)).text), { action: 'decline' })
  })

  it('an address is opened by the person’s own browser, once the person agrees', PATIENCE, async (t) => {
    const world = await startWorld(t)
    const opened = fakeBrowser(world)
    const { paddock, app } = await withEverything(world)
    const page = panel('“everything” asks you to open a web page')

    await paddock.startCall(VISIT, { url: 'http://user@xn--pple-43d.com:8443/login?next=%2Fhome', message: 'Sign in.' })
    await paddock.showRequest('Web page')
    const shown = await app.waitForText(page, (text) => text.includes('Sign in.'))
    assert.ok(shown.includes('http://user@xn--pple-43d.com:8443/login?next=%2Fhome'), shown)
    assert.equal(await (await app.find('.address strong')).text(), 'xn--pple-43d.com')
    for (const warning of ['Displays as аpple.com.', 'is not encrypted', 'What stands before the @ is not the site', 'an unusual port']) {
      assert.ok(shown.includes(warning), shown)
    }
    // Neither key is an answer while the question has the focus.
    await focusWindow(world, WINDOW)
    await press(world, 'Return', 'Escape')
    await app.waitFor(() => app.execute('return document.activeElement.closest("nav") !== null'), { what: 'Escape to leave it waiting' })
    await app.find(page)
    await paddock.answer({ role: 'button', name: 'Decline' })
    await paddock.showServer('everything', 'Tools')
    assert.deepEqual(rawResult((await paddock.resultOf(VISIT)).text), { action: 'decline' })
    assert.deepEqual(opened(), [])

    const url = `https://tracker.example.org/authorize?state=${'4f1c'.repeat(20)}#end`
    await paddock.startCall(VISIT, { url })
    await paddock.showRequest('Web page')
    await app.waitForText('.address', (text) => text === url)
    await paddock.answer({ role: 'button', name: 'Open in my browser' })
    await until(() => opened().length > 0, { what: 'the browser to be opened' })
    assert.deepEqual(opened(), [url])
    await paddock.showServer('everything', 'Tools')
    assert.deepEqual(rawResult((await paddock.resultOf(VISIT)).text), { action: 'accept' })
  })

  it('what a server takes back closes, and a changed command asks first', PATIENCE, async (t) => {
    const world = await startWorld(t)
    const signal = await startSignal(t)
    const paddock = await startPaddock(world)
    const { app } = paddock
    await paddock.paste('asker', { command: 'python3', args: [ASKER, signal.url] })
    await paddock.trust()

    await paddock.showServer('asker', 'Tools')
    await paddock.startCall('ask')
    await paddock.showRequest('Model’s answer')
    await app.click({ role: 'button', name: 'Edit: User, message 1' })
    signal.give()
    await app.find({ text: 'The server withdrew it before you answered.' })
    await app.waitForGone(panel('“asker” asks for a model’s answer'))
    await app.find({ role: 'tab', name: 'Missed (1)' })
    await paddock.showServer('asker', 'Tools')
    assert.ok((await paddock.resultOf('ask')).text.includes('Two, as it turns out.'))

    await paddock.showServer('asker')
    await app.click({ role: 'button', name: 'Edit' })
    await paddock.fill(field('Arguments, one per line'), `-u\n${ASKER}\n${signal.url}`)
    await app.click({ role: 'button', name: 'Save' })
    await paddock.showRequest('Changed command')
    await app.waitForText(panel('The command of “asker” changed'), (text) => text.includes('It stays stopped until you trust this version.'))
    await app.click({ role: 'button', name: 'Trust…' })
    await paddock.consent.find({ text: 'The command of “asker” changed' })
    assert.deepEqual(await Promise.all((await paddock.consent.findAll('ins')).map((word) => word.text())), ['-u'])
    await paddock.agree('Keep stopped')
    await paddock.waitForNoQuestion()
    await app.find(panel('The command of “asker” changed'))
    assert.ok(!world.processes().some(({ command }) => command.includes(ASKER)), 'it does not run')
    await app.click({ role: 'button', name: 'Trust…' })
    await paddock.agree('Trust this version')
    await paddock.showServer('asker')
    await paddock.waitForState('Running since')
  })
})

/** What the form of server-everything begins with, by its labels. */
const PREFILLED = [
  ['String', ''],
  ['String with default', 'It was a dark and stormy night.'],
  ['String with email format', ''],
  ['String with uri format', ''],
  ['String with date format', ''],
  ['Integer', '42'],
  ['Number in range 1-1000', '3.14'],
]

async function withEverything(world) {
  const paddock = await startPaddock(world)
  await paddock.paste('everything', { command: process.execPath, args: [EVERYTHING] })
  await paddock.trust()
  await paddock.showServer('everything', 'Tools')
  return { paddock, app: paddock.app }
}

/** Stands where the desktop's own opener does; gives what it was asked to open so far. */
function fakeBrowser(world) {
  const log = path.join(world.home, 'opened')
  const bin = world.makeFolder('bin')
  const program = path.join(bin, 'xdg-open')
  writeFileSync(program, `#!/bin/sh\nprintf '%s\\n' "$@" >> '${log}'\n`)
  chmodSync(program, 0o755)
  world.env.PATH = `${bin}:${world.env.PATH}`
  return () => (existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n') : [])
}

/** An address that answers nothing until the test says so. */
async function startSignal(t) {
  const waiting = []
  const server = createServer((_, response) => waiting.push(response))
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${server.address().port}/`, give: () => waiting.forEach((response) => response.end()) }
}

function panel(title) {
  return { xpath: `//main//section[.//h2[normalize-space(.)="${title}"]]` }
}

async function valueOf(app, query) {
  return (await app.find(query)).property('value')
}

/** The names of the boxes that are ticked. */
function ticked(app) {
  const read = 'return [...document.querySelectorAll("main fieldset :checked:is(input)")].map((it) => it.closest("label").innerText.trim())'
  return app.execute(read)
}

function textOf({ content }) {
  return typeof content === 'string' ? content : content.map(({ text }) => text).join('')
}

/** The server's own account of what it was answered. */
function rawResult(text) {
  return JSON.parse(text.slice(text.indexOf('Raw result: ') + 'Raw result: '.length))
}
