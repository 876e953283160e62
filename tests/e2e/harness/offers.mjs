// What a server offers, in a person's words: a tool, resource, template or prompt and its form.

/** One of the rows in *Tools*, *Resources* or *Prompts* of the server shown. */
export class Offer {
  #paddock
  #place

  /**
   * Unfolds it.
   * @param {import('./paddock.mjs').Paddock} paddock
   * @param {string} name as it stands in the list
   */
  static async open(paddock, name) {
    const offer = new Offer()
    offer.#paddock = paddock
    offer.#place = `//details[summary//*[self::strong or self::code][normalize-space(.)=${quoted(name)}]]`
    const isOpen = async () => (await paddock.app.findAll(offer.at('[@open]'))).length > 0
    await paddock.app.find(offer.at('/summary'))
    if (!(await isOpen())) await paddock.app.click(offer.at('/summary'))
    return offer
  }

  /** Something in it, or of it. @param {string} path XPath */
  at(path) {
    return { xpath: this.#place + path }
  }

  /** The control with a label. @param {string} label */
  field(label) {
    const name = quoted(label)
    return this.at(`//*[@aria-label=${name} or @id = ${this.#place}//label[bdi=${name} or normalize-space(.)=${name}]/@for]`)
  }

  /** @param {string} label @param {string} text */
  async fill(label, text) {
    await this.#paddock.fill(this.field(label), text)
  }

  /** Chooses in a list. @param {string} label @param {string} option as it is shown */
  async choose(label, option) {
    await this.#paddock.app.click({ xpath: `${this.field(label).xpath}/option[normalize-space(.)=${quoted(option)}]` })
  }

  /** Clicks what is labelled: a check box, or one of a few. @param {string} label */
  async click(label) {
    await this.#paddock.app.click(this.at(`//label[normalize-space(.)=${quoted(label)}]`))
  }

  /** @param {string} button what stands on it */
  async press(button) {
    await this.#paddock.app.click(this.at(`//button[normalize-space(.)=${quoted(button)}]`))
  }

  /** Presses until the page takes it for an answer: not in the moment after it began to ask. @param {string} button */
  async confirm(button) {
    const { app } = this.#paddock
    const query = this.at(`//button[normalize-space(.)=${quoted(button)}]`)
    await app.find(query)
    const isAnswered = async () => {
      const [shown] = await app.findAll(query)
      if (!shown) return true
      await shown.click()
      await app.waitForGone(query, { timeout: 1_000 })
      return true
    }
    await app.waitFor(isAnswered, { what: `${button} to be taken for an answer` })
  }

  /** Waits for a text in it. @param {string} text @returns {Promise<import('./webdriver.mjs').Element>} */
  sees(text) {
    const contains = `contains(normalize-space(.), ${quoted(text)})`
    return this.#paddock.app.find(this.at(`//*[${contains}][not(.//*[${contains}])]`))
  }

  /** Waits for an element in it. @param {string} path XPath */
  find(path) {
    return this.#paddock.app.find(this.at(path))
  }

  /** What it says to a call or a reading, once it does. @param {(text: string) => unknown} [fits] */
  answer(fits = Boolean) {
    return this.#paddock.app.waitForText(this.at('//section'), fits)
  }

  /**
   * Types a text, and waits until just these are proposed for it.
   * @param {string} label @param {string} text @param {string[]} ideas
   */
  async typeAndSee(label, text, ideas) {
    const { app } = this.#paddock
    await this.fill(label, text)
    const isProposed = async () => (await app.execute(PROPOSED, this.field(label).xpath)) === ideas.join()
    await app.waitFor(isProposed, { what: `${ideas} to be proposed for ${label}` })
  }
}

const PROPOSED = `
  const field = document.evaluate(arguments[0], document, null, XPathResult.FIRST_ORDERED_NODE_TYPE).singleNodeValue
  return [...field.list.options].map((option) => option.value).join()`

/** XPath knows no escapes. */
function quoted(text) {
  return text.includes('"') ? `'${text}'` : `"${text}"`
}
