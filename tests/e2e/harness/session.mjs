// A session of the driver, in which an app has several windows: each command says which of them it
// is for.

const PATIENCE = 60_000

/** What the driver says of a window that is not there. */
export const NO_WINDOW = 'no such window'

export class Session {
  #url
  #current
  /** The page of each window that was looked at, by its handle. */
  #pages = new Map()
  #queue = Promise.resolve()

  /** @param {string} url */
  constructor(url) {
    this.#url = url
  }

  /**
   * Has the driver carry out a command in the window with this page. The driver has one window at
   * a time, so commands go one after the other.
   * @param {string} page the last part of its address; empty for the first one
   */
  in(page, path, method, body) {
    return this.#inTurn(async () => {
      await this.#turnTo(page)
      return command(this.#url + path, method, body)
    })
  }

  /** Whether a window has this page. Nothing is asked of the window: it may be just closing. */
  has(page) {
    return this.#inTurn(async () => (await this.#find(page)) !== undefined)
  }

  /** Ends the session, and with it the app. */
  async end() {
    await command(this.#url, 'DELETE').catch(() => {})
  }

  #inTurn(act) {
    const result = this.#queue.then(act)
    this.#queue = result.catch(() => {})
    return result
  }

  async #turnTo(page) {
    const found = await this.#find(page)
    if (!found) throw new Error(`${NO_WINDOW}: with the page "${page}"`)
    await this.#switch(found)
  }

  async #find(page) {
    const handles = await command(`${this.#url}/window/handles`, 'GET')
    for (const handle of this.#pages.keys()) if (!handles.includes(handle)) this.#pages.delete(handle)
    for (const handle of handles) if (!this.#pages.has(handle)) await this.#look(handle)
    return handles.find((handle) => this.#pages.get(handle) === page)
  }

  async #look(handle) {
    await this.#switch(handle)
    const { pathname } = new URL(await command(`${this.#url}/url`, 'GET'))
    this.#pages.set(handle, pathname.replace(/^\/(index\.html)?/, ''))
  }

  async #switch(handle) {
    if (this.#current === handle) return
    await command(`${this.#url}/window`, 'POST', { handle })
    this.#current = handle
  }
}

/** @param {string} url @param {string} method @param {object} [body] */
export async function command(url, method, body) {
  const response = await fetch(url, {
    method,
    body: body && JSON.stringify(body),
    signal: AbortSignal.timeout(PATIENCE),
  })
  const { value } = await response.json()
  if (!response.ok) throw new Error(`${value.error}: ${value.message}`)
  return value
}
