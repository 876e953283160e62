// A front that watches the host, as `crates/control` says how.

import { once } from 'node:events'
import { connect } from 'node:net'
import path from 'node:path'
import { Stop } from '../say.mjs'

const PROTOCOL = 1
/** Bytes of the length before each frame. */
const PREFIX = 4

export class Watching {
  #socket
  #unread = Buffer.alloc(0)
  #view
  #waiting = []
  #asked = 0

  /** @param {string} home of the person whose host is watched */
  static async begin(home) {
    const watching = new Watching()
    watching.#socket = connect(path.join(home, '.local', 'share', 'paddock', 'host.sock'))
    watching.#socket.on('data', (data) => watching.#take(data))
    await once(watching.#socket, 'connect')
    watching.#write({ protocol: PROTOCOL, role: 'view', watches: true })
    return watching
  }

  /** What comes of it is seen in a view. */
  ask(command) {
    this.#write({ id: (this.#asked += 1), command })
  }

  /** The first view, from now on, of which this is so. */
  until(holds, milliseconds) {
    if (this.#view && holds(this.#view)) return Promise.resolve(this.#view)
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Stop('the host never shows what is waited for')), milliseconds)
      this.#waiting.push({ holds, resolve: (view) => (clearTimeout(timer), resolve(view)) })
    })
  }

  end() {
    this.#socket.destroy()
  }

  #write(value) {
    const text = Buffer.from(JSON.stringify(value))
    const prefix = Buffer.alloc(PREFIX)
    prefix.writeUInt32BE(text.length)
    this.#socket.write(Buffer.concat([prefix, text]))
  }

  #take(data) {
    this.#unread = Buffer.concat([this.#unread, data])
    for (;;) {
      if (this.#unread.length < PREFIX) return
      const length = this.#unread.readUInt32BE()
      if (this.#unread.length < PREFIX + length) return
      const frame = JSON.parse(this.#unread.subarray(PREFIX, PREFIX + length))
      this.#unread = this.#unread.subarray(PREFIX + length)
      const { refused, push, answer } = frame
      if (refused || answer?.failure) throw new Stop(`the host refuses: ${JSON.stringify(refused ?? answer.failure)}`)
      if (push?.view) this.#see(push.view)
    }
  }

  #see(view) {
    this.#view = view
    const now = this.#waiting.filter(({ holds }) => holds(view))
    this.#waiting = this.#waiting.filter((waiting) => !now.includes(waiting))
    for (const { resolve } of now) resolve(view)
  }
}
