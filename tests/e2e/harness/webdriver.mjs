// Drives the app's window through WebKitWebDriver: the W3C protocol, on fetch.

import { accessSync, constants } from 'node:fs'
import { createServer } from 'node:net'
import { hasEnded, until } from '../../../.dev/processes.mjs'
import { NO_WINDOW, Session, command } from './session.mjs'

const PATIENCE = 60_000
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

/**
 * A string is a CSS selector. `text` finds the innermost elements that contain
 * it; `role` and `name` are those that a screen reader would tell.
 * @typedef {string | {css: string} | {xpath: string} | {text: string} | {role: string, name?: string | RegExp}} Query
 */

/** Keys for {@link Element.type}. */
export const Key = { TAB: '\uE004', ENTER: '\uE007', ESCAPE: '\uE00C', UP: '\uE013', DOWN: '\uE015', DELETE: '\uE017' }

/**
 * Starts the app under a driver.
 * @param {import('./world.mjs').World} world
 * @param {{binary: string, args?: string[], title?: string, timeout?: number, env?: Record<string, string>}} options
 *   `title` is the window's, so that it is certain what is driven; it must appear within `timeout` milliseconds
 */
export async function openApp(world, { binary, args = [], title = 'Paddock', timeout = PATIENCE, env = {} }) {
  // With a path that leads nowhere the driver silently starts a browser.
  accessSync(binary, constants.X_OK)
  const { driver, url } = await startDriver(world, env)
  const browserOptions = { binary, args }
  const { sessionId, capabilities } = await command(`${url}/session`, 'POST', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': browserOptions } },
  })
  const app = new App(new Session(`${url}/session/${sessionId}`), driver)
  await assertTitle(app, { title, timeout, ...capabilities })
  return app
}

async function startDriver(world, env) {
  for (let attempt = 1; ; attempt++) {
    const port = await freePort()
    const driver = await world.launch('WebKitWebDriver', [`--port=${port}`], {
      env: { TAURI_WEBVIEW_AUTOMATION: 'true', ...env },
    })
    const url = `http://127.0.0.1:${port}`
    const isReady = async () => hasEnded(driver) || (await command(`${url}/status`, 'GET')).ready
    await until(isReady, { what: 'WebKitWebDriver to start' })
    if (!hasEnded(driver)) return { driver, url }
    // Someone else took the port in between.
    if (attempt === 3) throw new Error(`WebKitWebDriver does not start: ${world.log()}`)
  }
}

async function assertTitle(app, { title, timeout, browserName }) {
  const hasTitle = async () => (await app.title()) === title
  try {
    await until(hasTitle, { what: 'the title', timeout })
  } catch (error) {
    const found = await app.title().catch(() => 'no window')
    await app.close()
    throw new Error(`the driver drives ${browserName} with the title "${found}", not "${title}"`, { cause: error })
  }
}

/** One page of the app, in a window of its own. */
export class App {
  #session
  #page

  /** @param {Session} session @param {string} [page] the last part of its address */
  constructor(session, driver, page = '') {
    this.#session = session
    this.#page = page
    /** The driver's process; the app is in its process group. */
    this.driver = driver
  }

  /** Another page of the same app. @param {string} page the last part of its address */
  other(page) {
    return new App(this.#session, this.driver, page)
  }

  /** Whether it is there. */
  isOpen() {
    return this.#session.has(this.#page)
  }

  /** Waits a moment for it to close, as a window does whose last question was answered. */
  async mayClose() {
    await until(async () => !(await this.isOpen()), { what: 'the window to close', timeout: 500 }).catch(() => {})
  }

  /** @returns {Promise<string>} */
  title() {
    return this.#get('/title')
  }

  /**
   * Waits for the first displayed element.
   * @param {Query} query
   * @param {{timeout?: number}} [options]
   */
  async find(query, { timeout = PATIENCE } = {}) {
    return until(async () => (await this.findAll(query))[0], { what: `${show(query)} to be displayed`, timeout })
  }

  /**
   * The elements that are displayed now.
   * @param {Query} query
   * @returns {Promise<Element[]>}
   */
  async findAll(query) {
    return this.#shown(query).catch(noneIfGone)
  }

  async #shown(query) {
    const elements = (await this.#references(query)).map((reference) => new Element((...asked) => this.#session.in(this.#page, ...asked), reference[ELEMENT]))
    const isShown = async (element) => (await element.isDisplayed()) && (await element.is(query))
    // What is gone by now is not displayed.
    const fits = await Promise.all(elements.map((element) => isShown(element).catch(falseIfStale)))
    return elements.filter((_, index) => fits[index])
  }

  /**
   * Clicks as soon as it can be clicked: displayed, enabled and in front. What something lies over
   * is scrolled to the middle of the window first.
   * @param {Query} query
   * @param {{timeout?: number}} [options]
   */
  async click(query, { timeout = PATIENCE } = {}) {
    const clicked = async () => {
      const [element] = await this.findAll(query)
      if (!element || !(await element.isEnabled())) return false
      await element.click().catch(async (error) => {
        await element.scrollToMiddle()
        throw error
      })
      return true
    }
    await until(clicked, { what: `${show(query)} to be clickable`, timeout })
  }

  /**
   * Waits until nothing of it is displayed.
   * @param {Query} query
   * @param {{timeout?: number}} [options]
   */
  async waitForGone(query, { timeout = PATIENCE } = {}) {
    await until(async () => (await this.findAll(query)).length === 0, { what: `${show(query)} to be gone`, timeout })
  }

  /**
   * Waits until an element's text satisfies the predicate, and returns the text.
   * @param {Query} query
   * @param {(text: string) => unknown} predicate
   * @param {{timeout?: number}} [options]
   * @returns {Promise<string>}
   */
  async waitForText(query, predicate, { timeout = PATIENCE } = {}) {
    let last
    const satisfied = async () => {
      last = await (await this.findAll(query))[0]?.text()
      return last !== undefined && predicate(last)
    }
    try {
      await until(satisfied, { what: 'text', timeout })
    } catch (error) {
      throw new Error(`timed out waiting for another text of ${show(query)} than ${JSON.stringify(last)}`, { cause: error })
    }
    return last
  }

  /**
   * Waits until the predicate, given this app, is true; its failures count as not yet.
   * @template T
   * @param {(app: App) => Promise<T>} predicate
   * @param {{what: string, timeout?: number}} options
   */
  waitFor(predicate, { what, timeout = PATIENCE }) {
    return until(() => predicate(this), { what, timeout })
  }

  /**
   * Runs the body of a function in the page and returns what it returns; a promise is awaited.
   * @param {string} body
   * @param {...unknown} args
   */
  execute(body, ...args) {
    return this.#post('/execute/sync', { script: body, args })
  }

  /** Ends the session, and with it the app. */
  async close() {
    if (!hasEnded(this.driver)) await this.#session.end()
  }

  // One element that goes while they are gathered costs the answer about all of them.
  async #references(query) {
    for (;;) {
      const found = await this.#post('/elements', locator(query)).catch(falseIfStale)
      if (found) return found
    }
  }

  #get(path) {
    return this.#session.in(this.#page, path, 'GET')
  }

  #post(path, body) {
    return this.#session.in(this.#page, path, 'POST', body)
  }
}

export class Element {
  #command
  #path

  /** @param {(path: string, method: string, body?: object) => Promise<any>} command in its window */
  constructor(command, id) {
    this.#command = command
    /** The same for the same element of the page. */
    this.id = id
    this.#path = `/element/${id}`
  }

  async scrollToMiddle() {
    const body = { script: '(arguments[0].closest("select") ?? arguments[0]).scrollIntoView({ block: "center" })', args: [{ [ELEMENT]: this.id }] }
    await this.#command('/execute/sync', 'POST', body)
  }

  /** A trusted click at its middle; refused when something else is in front. */
  async click() {
    await this.#command(`${this.#path}/click`, 'POST', {})
  }

  /** @param {string} text may contain {@link Key}s */
  async type(text) {
    await this.#command(`${this.#path}/value`, 'POST', { text })
  }

  async clear() {
    await this.#command(`${this.#path}/clear`, 'POST', {})
  }

  /** @returns {Promise<string>} as it is rendered */
  text() {
    return this.#command(`${this.#path}/text`, 'GET')
  }

  /** @param {string} name @returns {Promise<string | null>} */
  attribute(name) {
    return this.#command(`${this.#path}/attribute/${name}`, 'GET')
  }

  /** @param {string} name */
  property(name) {
    return this.#command(`${this.#path}/property/${name}`, 'GET')
  }

  /** @returns {Promise<string>} */
  role() {
    return this.#command(`${this.#path}/computedrole`, 'GET')
  }

  /** @returns {Promise<string>} */
  name() {
    return this.#command(`${this.#path}/computedlabel`, 'GET')
  }

  /** @returns {Promise<boolean>} */
  isDisplayed() {
    return this.#command(`${this.#path}/displayed`, 'GET')
  }

  /** @returns {Promise<boolean>} */
  isEnabled() {
    return this.#command(`${this.#path}/enabled`, 'GET')
  }

  /** Whether it has the role and name that a query asks for; true for other queries. @param {Query} query */
  async is(query) {
    if (typeof query === 'string' || !('role' in query)) return true
    if ((await this.role()) !== query.role) return false
    if (query.name === undefined) return true
    const name = await this.name()
    return query.name instanceof RegExp ? query.name.test(name) : name === query.name
  }
}

/** Elements that have a role without an attribute saying so. */
const NATIVE = {
  button: 'button, summary, input[type=button], input[type=submit], input[type=reset]',
  checkbox: 'input[type=checkbox]',
  combobox: 'select, input[list]',
  dialog: 'dialog',
  heading: 'h1, h2, h3, h4, h5, h6',
  link: 'a[href]',
  list: 'ul, ol',
  listitem: 'li',
  main: 'main',
  navigation: 'nav',
  radio: 'input[type=radio]',
  region: 'section',
  row: 'tr',
  switch: 'input[type=checkbox]',
  table: 'table',
  textbox: 'input, textarea',
}

function falseIfStale(error) {
  if (error.message.startsWith('stale element reference')) return false
  throw error
}

/** In a window that is not there is nothing. */
function noneIfGone(error) {
  if (error.message.startsWith(NO_WINDOW)) return []
  throw error
}

function locator(query) {
  if (typeof query === 'string') return { using: 'css selector', value: query }
  if ('css' in query) return { using: 'css selector', value: query.css }
  if ('xpath' in query) return { using: 'xpath', value: query.xpath }
  if ('text' in query) return { using: 'xpath', value: innermostWith(query.text) }
  return { using: 'css selector', value: [`[role~="${query.role}"]`, NATIVE[query.role]].filter(Boolean).join(', ') }
}

function innermostWith(text) {
  const contains = `contains(normalize-space(.), ${xpathString(text)})`
  return `//body//*[${contains}][not(.//*[${contains}])]`
}

/** XPath knows no escapes: a text with both quotes has to be put together. */
function xpathString(text) {
  if (!text.includes("'")) return `'${text}'`
  if (!text.includes('"')) return `"${text}"`
  return `concat('${text.split("'").join(`', "'", '`)}')`
}

function show(query) {
  if (typeof query === 'string') return query
  return JSON.stringify(query, (_, value) => (value instanceof RegExp ? String(value) : value))
}

async function freePort() {
  const server = createServer()
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address()
  await new Promise((resolve) => server.close(resolve))
  return port
}
