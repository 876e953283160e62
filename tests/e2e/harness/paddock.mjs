// The app in a person's words: its screens, its rows, its tools.

import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { until } from '../../../.dev/processes.mjs'
import { TARGET } from '../../../.dev/setup.mjs'
import { choose } from './dialog.mjs'
import { entryAt } from './tray.mjs'
import { openApp } from './webdriver.mjs'
import { closeWindow, visibleWindows } from './x11.mjs'

export const BINARY = path.join(TARGET, 'debug', 'paddock-desktop')
export const HOST = path.join(TARGET, 'debug', 'paddock-host')
export const WINDOW = '^Paddock$'
export const CONSENT = '^Paddock: your consent$'

/** The server that comes with the app. */
export const FILES = 'Files'

/**
 * Starts the app of a world.
 * @param {import('./world.mjs').World} world
 * @param {{binary?: string, welcome?: boolean}} [options] with `welcome` a window with nothing in it
 *   shows the first steps, as it does to a person who has just installed it
 */
export async function startPaddock(world, { binary = BINARY, welcome = false } = {}) {
  if (!welcome) passWelcome(world)
  return new Paddock(world, await openApp(world, { binary }))
}

function passWelcome(world) {
  const file = path.join(world.home, '.config', 'paddock', 'settings.json')
  if (existsSync(file)) return
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, '{ "welcomed": true }')
}

export class Paddock {
  /** @type {import('./webdriver.mjs').App} the main window's page */
  app

  /** @type {import('./webdriver.mjs').App} the page in which a person consents, while it is open */
  consent

  #world

  constructor(world, app) {
    this.#world = world
    this.app = app
    this.consent = app.other('consent.html')
  }

  /** @param {'Access' | 'Servers' | 'Requests' | 'Activity' | 'Settings'} screen */
  async go(screen) {
    await this.app.click({ xpath: `//nav//button[normalize-space(.)="${screen}" or starts-with(normalize-space(.), "${screen} ")]` })
    await this.app.find({ xpath: `//h1[.="${screen}"]` })
  }

  /**
   * Chooses a folder in the system's dialog, and waits for the question about it.
   * @param {string} folder
   */
  async pick(folder) {
    await this.go('Access')
    await this.app.click({ role: 'button', name: 'Add folder' })
    await choose(this.#world, folder)
    await this.isAskedFor(folder)
  }

  /** Waits for the question about a folder. @param {string} folder */
  async isAskedFor(folder) {
    await this.consent.waitForText('.exact', (text) => text === folder)
  }

  /**
   * Chooses in the question that is open.
   * @param {{server?: string, access?: string, lifetime?: string}} [choices] as they are called in the window
   */
  async choose({ server, access, lifetime } = {}) {
    if (server) await this.consent.click({ xpath: `//option[.="${server}"]` })
    for (const choice of [access, lifetime].filter(Boolean)) {
      await this.consent.click({ xpath: `//label[normalize-space(.)="${choice}"]` })
    }
  }

  /**
   * Allows what is asked and chosen.
   * @param {string} [folder] the one that is asked about, where another question may follow
   */
  async allow(folder) {
    const about = `//section[.//*[contains(@class, "exact")][normalize-space(.)="${folder}"]]`
    await this.agree('Allow', folder ? { xpath: about } : undefined)
  }

  /**
   * Agrees to what is asked in the window for that.
   * @param {string} button what stands on it
   * @param {import('./webdriver.mjs').Query} [asks] what is gone once it is answered
   */
  async agree(button, asks = { role: 'button', name: button }) {
    await this.answer({ role: 'button', name: button }, asks, this.consent)
  }

  /** Reads what is asked in the window for that to its end, without which nothing is agreed to. */
  async readToEnd() {
    await this.consent.execute('const main = document.querySelector("main"); main.scrollTop = main.scrollHeight')
  }

  /** Waits until nothing is asked any more, and the window for it is gone. */
  async waitForNoQuestion() {
    await this.consent.waitFor(async () => !(await this.consent.isOpen()), { what: 'the window for consent to be gone' })
  }

  /** @param {string} folder @param {Parameters<Paddock['choose']>[0]} [choices] */
  async grant(folder, choices) {
    await this.pick(folder)
    await this.choose(choices)
    await this.allow()
    await this.waitForGrant(path.basename(folder), choices?.server)
  }

  /** @param {string} folder its name @param {string} [server] */
  async waitForGrant(folder, server = FILES) {
    await this.app.find(revokeButton(folder, server))
  }

  /** @param {string} folder its name @param {string} [server] */
  async waitForNoGrant(folder, server = FILES) {
    await this.app.waitForGone(revokeButton(folder, server))
  }

  /** @param {string} folder its name @param {string} [server] */
  async revoke(folder, server = FILES) {
    await this.go('Access')
    await this.app.click(revokeButton(folder, server))
    await this.waitForNoGrant(folder, server)
  }

  /** @param {string} folder its name @param {string} [server] */
  async grantAgain(folder, server = FILES) {
    await this.app.click({ role: 'button', name: `Grant again: ${server}, ${folder}` })
    await this.agree('Grant again')
    await this.waitForGrant(folder, server)
  }

  /** Shows a server and one of its sections. @param {string} server @param {'Overview' | 'Tools' | 'Log'} [section] */
  async showServer(server, section = 'Overview') {
    await this.go('Servers')
    await this.app.click({ xpath: `//ul[@aria-label="Configured servers"]//button[starts-with(normalize-space(.), "${server}")]` })
    await this.app.find({ xpath: `//article//h2[.="${server}"]` })
    await this.showSection(section)
  }

  /** What comes and goes above the tabs may move them from under a click. @param {string} section */
  async showSection(section) {
    const tab = { role: 'tab', name: section }
    const isShown = async () => {
      await this.app.click(tab)
      return (await (await this.app.find(tab)).attribute('aria-selected')) === 'true'
    }
    await this.app.waitFor(isShown, { what: `${section} to be shown` })
  }

  /** Waits until the server shown is in a state, by its words. @param {string} state */
  async waitForState(state) {
    await this.app.waitForText('article header', (text) => text.includes(state))
  }

  /**
   * Pastes a client's configuration and adds the one server in it.
   * @param {string} name
   * @param {{command: string, args: string[]}} server
   * @param {import('./webdriver.mjs').Query} [leadsTo] what is shown once it is added
   * @returns {Promise<string>} the command line that is shown before it is added
   */
  async paste(name, server, leadsTo = { xpath: `//article//h2[.="${name}"]` }) {
    await this.go('Servers')
    await this.app.click({ role: 'button', name: 'Add server' })
    await this.fill('textarea', JSON.stringify({ mcpServers: { [name]: server } }))
    await this.app.click({ role: 'button', name: 'Find servers' })
    const line = await this.app.waitForText('pre[aria-label="What will run"]', (text) => text !== '')
    await this.app.click({ role: 'button', name: `Add ${name}` })
    await this.app.find(leadsTo)
    return line
  }

  /**
   * Puts a text in place of what is in a field, as pasting does: the driver takes a tenth of a
   * second for each key.
   * @param {import('./webdriver.mjs').Query} query
   * @param {string} text
   */
  async fill(query, text) {
    await this.app.click(query)
    await this.app.execute('document.activeElement.select(); document.execCommand("insertText", false, arguments[0])', text)
    const holds = async () => (await (await this.app.find(query)).property('value')) === text
    await this.app.waitFor(holds, { what: `${text} in the field` })
  }

  /**
   * Answers a question; a click in the moment after it changed is not taken for an answer.
   * @param {{role: string, name: string}} button
   * @param {import('./webdriver.mjs').Query} [asks] what is gone once it is answered
   * @param {import('./webdriver.mjs').App} [page] where it is asked
   */
  async answer(button, asks = button, page = this.app) {
    await page.find(asks)
    const answered = async () => {
      if ((await page.findAll(asks)).length === 0) return true
      if (page === this.consent) await this.readToEnd()
      await page.click(button, { timeout: 1_000 })
      // The driver loses its session where a window closes while something is asked of it.
      if (page !== this.app) await page.mayClose()
      await page.waitForGone(asks, { timeout: 1_000 })
      return true
    }
    await page.waitFor(answered, { what: `${button.name} to be taken for an answer` })
  }

  /** Trusts the command of the server shown, and waits until it runs. */
  async trust() {
    await this.app.click({ role: 'button', name: 'Trust…' })
    await this.agree('Trust and start')
    await this.waitForState('Running since')
  }

  /**
   * Calls a tool of the server whose tools are shown, with its form.
   * @param {string} tool
   * @param {Record<string, string>} [values] of the form's fields
   * @returns {Promise<{text: string, isError: boolean}>}
   */
  async call(tool, values = {}) {
    const details = await this.#openTool(tool, values)
    const before = await this.#results(details)
    await this.#press(details)
    return this.app.waitFor(() => this.#newResult(details, before), { what: `an answer of ${tool}` })
  }

  /**
   * Calls a tool and does not wait for its answer, only until the call is under way.
   * @param {string} tool
   * @param {Record<string, string>} [values] of the form's fields
   */
  async startCall(tool, values = {}) {
    const details = await this.#openTool(tool, values)
    await this.#press(details)
    await this.app.find({ xpath: `${details}//button[normalize-space(.)="Cancel call"]` })
  }

  /**
   * The answer to a call of the server whose tools are shown.
   * @param {string} tool
   * @returns {Promise<{text: string, isError: boolean}>}
   */
  async resultOf(tool) {
    return this.app.waitFor(() => this.#newResult(toolNamed(tool), []), { what: `the answer of ${tool}` })
  }

  async #openTool(tool, values) {
    const details = toolNamed(tool)
    await this.app.find({ xpath: `${details}/summary` })
    if ((await this.app.findAll({ xpath: `${details}[@open]` })).length === 0) await this.app.click({ xpath: `${details}/summary` })
    for (const [name, value] of Object.entries(values)) {
      await this.fill({ xpath: `${details}//label[bdi="${name}"]/following-sibling::*[self::input or self::textarea]` }, value)
    }
    return details
  }

  /** What a server says is risky is called once its arguments were looked at. */
  async #press(details) {
    await this.app.click({ xpath: `${details}//button[normalize-space(.)="Call"]` })
    const sure = { role: 'button', name: 'Yes, call it' }
    if ((await this.app.findAll(sure)).length > 0) await this.answer(sure)
  }

  // An answer is a new element, also when it says the same as the last one.
  async #results(details) {
    return (await this.app.findAll({ xpath: `${details}//section[@aria-label="Result"]` })).map(({ id }) => id)
  }

  async #newResult(details, before) {
    const [section] = await this.app.findAll({ xpath: `${details}//section[@aria-label="Result"]` })
    if (!section || before.includes(section.id)) return undefined
    return { text: await section.text(), isError: (await section.text()).includes('The tool reported an error') }
  }

  /**
   * Turns to what waits for the person.
   * @param {'Model’s answer' | 'Form' | 'Web page' | 'New command' | 'Changed command'} kind the oldest of it
   */
  async showRequest(kind) {
    await this.go('Requests')
    await this.app.click({ xpath: `//nav[@aria-label="What waits for you"]//button[starts-with(normalize-space(.), "${kind}")]` })
  }

  /**
   * Sets models up in the settings, and waits until they are known.
   * @param {string} name
   * @param {string} url
   */
  async addModels(name, url) {
    await this.go('Settings')
    await this.app.click({ role: 'button', name: 'Add provider' })
    await this.app.click({ xpath: '//option[.="Something else"]' })
    await this.fill(field('Name'), name)
    await this.fill(field('Address'), url)
    await this.app.click({ role: 'button', name: 'Add' })
    await this.agree('Allow', { xpath: `//h1[contains(., "Send what servers ask")]` })
    await this.app.find({ xpath: `//li[.//strong[.="${name}"]]//*[contains(., " models")]` })
  }

  /** Closes the window as its title bar does; the app goes on in the tray. */
  async hide() {
    await closeWindow(this.#world, WINDOW)
  }

  /** @returns {Promise<boolean>} */
  async isVisible() {
    return (await visibleWindows(this.#world, WINDOW)).length > 0
  }

  /** Waits until an entry of the tray's menu is there. @param {...string} labels */
  async waitForEntry(...labels) {
    await this.#world.tray.waitForMenu((menu) => entryAt(menu, ...labels), { what: labels.join(' ▸ ') })
  }

  /** Ends the app as its tray does, and with it the host and every server. */
  async quit() {
    await this.#world.tray.click('Quit and stop all servers')
    const areGone = () => !this.#world.processes().some(({ command }) => [BINARY, HOST].some((program) => command.startsWith(program)))
    await until(areGone, { what: 'the app and the host to end' })
  }

  /** The app's own process, without those of its servers and its page. */
  process() {
    return this.#world.processes().find(({ command }) => command.startsWith(BINARY))
  }
}

/** What a label stands for. @param {string} label without the word whether it is required */
export function field(label) {
  return { xpath: `//*[@id=//label[normalize-space(.)="${label}" or normalize-space(bdi)="${label}"]/@for]` }
}

function toolNamed(tool) {
  return `//details[summary//*[self::code or self::strong][normalize-space(.)="${tool}"]]`
}

function revokeButton(folder, server) {
  return { role: 'button', name: `Revoke ${server}’s access to ${folder}` }
}
