// The tray and the notifications of a world, as its fake session services see them.

import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { endProcess, startProcess, within } from '../../../.dev/processes.mjs'

const PATIENCE = 30_000
// The distribution's own: the one on PATH may lack D-Bus.
const PYTHON = '/usr/bin/python3'

/**
 * @typedef {{id: number, type: string, label: string, enabled: boolean, toggle?: string, checked?: boolean, children?: MenuEntry[]}} MenuEntry
 * @typedef {{id: number, replaces: number, app: string, icon: string, summary: string, body: string, actions: string[], urgency: number, timeout: number}} Notification
 */

export class Tray {
  /** @type {Notification[]} every one since the start, in order */
  notifications = []
  /** @type {MenuEntry[] | undefined} as it was last told; undefined without an item */
  lastMenu

  #process
  #lastId = 0
  #requests = new Map()
  #listeners = new Set()

  /**
   * Resolves when both services are owned: an app started from then on finds them.
   * @param {NodeJS.ProcessEnv} env
   * @param {'inherit' | number} stderr
   */
  static async start(env, stderr = 'inherit') {
    const tray = new Tray()
    tray.#process = await startProcess(PYTHON, ['-u', path.join(import.meta.dirname, 'tray.py')], {
      env: { ...env, PYTHONDONTWRITEBYTECODE: '1' },
      stdio: ['pipe', 'pipe', stderr],
    })
    const lines = createInterface({ input: tray.#process.stdout })
    const [first] = await within(
      Promise.race([once(lines, 'line'), once(tray.#process, 'exit').then(() => ['"gone"'])]),
      PATIENCE,
      'the tray to start',
    )
    if (JSON.parse(first).event !== 'ready') throw new Error('the tray did not start')
    lines.on('line', (line) => tray.#receive(JSON.parse(line)))
    lines.on('close', () => tray.#abandon(new Error('the tray is gone')))
    return tray
  }

  async stop() {
    await endProcess(this.#process)
  }

  /**
   * The menu as it is now.
   * @returns {Promise<MenuEntry[]>}
   */
  menu() {
    return this.#request({ op: 'menu' })
  }

  /**
   * Clicks the entry that these labels lead to; mnemonics are left out of them.
   * @param {...string} labels
   */
  async click(...labels) {
    await this.#request({ op: 'click', path: labels })
  }

  /**
   * Id, title, status and icon of the tray item.
   * @returns {Promise<Record<string, string>>}
   */
  item() {
    return this.#request({ op: 'item' })
  }

  /**
   * Chooses an action of a notification, as a click on it does.
   * @param {number} notification its id
   * @param {string} [action]
   */
  async invoke(notification, action = 'default') {
    await this.#request({ op: 'invoke', notification, action })
  }

  /**
   * Resolves with the first menu that satisfies the predicate, at once if the last one does.
   * @param {(menu: MenuEntry[]) => unknown} predicate
   * @param {{what?: string, timeout?: number}} [options] milliseconds
   * @returns {Promise<MenuEntry[]>}
   */
  waitForMenu(predicate, { what = 'such a tray menu', timeout = PATIENCE } = {}) {
    const look = () => (this.lastMenu && predicate(this.lastMenu) ? this.lastMenu : undefined)
    return this.#waitFor(look, timeout, () => `${what}, only ${JSON.stringify(this.lastMenu)}`)
  }

  /**
   * Resolves with the first notification, past ones included, that satisfies the predicate.
   * @param {(notification: Notification) => unknown} predicate
   * @param {{what?: string, timeout?: number}} [options] milliseconds
   * @returns {Promise<Notification>}
   */
  waitForNotification(predicate, { what = 'such a notification', timeout = PATIENCE } = {}) {
    const look = () => this.notifications.find(predicate)
    return this.#waitFor(look, timeout, () => `${what}, only ${JSON.stringify(this.notifications)}`)
  }

  async #waitFor(look, timeout, what) {
    const found = look()
    if (found) return found
    let listener
    const event = new Promise((resolve) => {
      listener = () => {
        const later = look()
        if (later) resolve(later)
      }
      this.#listeners.add(listener)
    })
    try {
      return await within(event, timeout, 'the tray')
    } catch (error) {
      throw new Error(`timed out waiting for ${what()}`, { cause: error })
    } finally {
      this.#listeners.delete(listener)
    }
  }

  #request(request) {
    const id = ++this.#lastId
    const answer = new Promise((resolve, reject) => this.#requests.set(id, { resolve, reject }))
    this.#process.stdin.write(`${JSON.stringify({ id, ...request })}\n`)
    return within(answer, PATIENCE, `the tray's answer to ${request.op}`)
  }

  #receive(message) {
    if (message.event === undefined) return this.#settle(message)
    if (message.event === 'menu') this.lastMenu = message.menu
    if (message.event === 'unregistered') this.lastMenu = undefined
    if (message.event === 'notification') {
      const { event, ...notification } = message
      this.notifications.push(notification)
    }
    for (const listener of this.#listeners) listener()
  }

  #settle({ id, result, error }) {
    const { resolve, reject } = this.#requests.get(id)
    this.#requests.delete(id)
    if (error === undefined) resolve(result)
    else reject(new Error(error))
  }

  #abandon(error) {
    for (const { reject } of this.#requests.values()) reject(error)
    this.#requests.clear()
  }
}

/**
 * The entry that these labels lead to.
 * @param {MenuEntry[]} menu
 * @param {...string} labels
 * @returns {MenuEntry | undefined}
 */
export function entryAt(menu, ...labels) {
  let entry
  for (const label of labels) {
    entry = (entry ? (entry.children ?? []) : menu).find((candidate) => candidate.label === label)
    if (!entry) return undefined
  }
  return entry
}
