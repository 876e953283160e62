// Calls that go on after their answer: the extension `tasks`.

import { randomUUID } from 'node:crypto'
import { Failure } from './wire.mjs'

export const TASKS = 'io.modelcontextprotocol/tasks'

export class Tasks {
  #tasks = new Map()
  methods = {
    'tasks/get': ({ taskId }) => this.#of(taskId).detailed,
    'tasks/update': ({ taskId, inputResponses }) => this.#of(taskId).answer(inputResponses),
    'tasks/cancel': ({ taskId }) => this.#of(taskId).cancel(),
  }

  /** @param {(doing: {ask: (requests: object) => Promise<object>, signal: AbortSignal}) => Promise<object>} work */
  begin(work) {
    const task = new Task(work)
    this.#tasks.set(task.said.taskId, task)
    return { resultType: 'task', ...task.said }
  }

  #of(taskId) {
    const task = this.#tasks.get(taskId)
    if (!task) throw new Failure(-32602, 'there is no such task')
    return task
  }
}

class Task {
  #ended = new AbortController()
  #pending = {}
  #answers = {}
  #goOn
  #end = {}
  said = { taskId: randomUUID(), status: 'working', ttlMs: 60_000, pollIntervalMs: 100, createdAt: now(), lastUpdatedAt: now() }

  constructor(work) {
    work({ ask: (requests) => this.#ask(requests), signal: this.#ended.signal }).then(
      (result) => this.#settle('completed', { result: { resultType: 'complete', ...result } }),
      ({ code = -32603, message }) => this.#settle('failed', { error: { code, message } }),
    )
  }

  get detailed() {
    const asks = this.said.status === 'input_required' && { inputRequests: this.#pending }
    return { ...this.said, ...asks, ...this.#end }
  }

  answer(given) {
    for (const key of Object.keys(given).filter((it) => it in this.#pending)) {
      this.#answers[key] = given[key]
      delete this.#pending[key]
    }
    if (this.said.status === 'input_required' && Object.keys(this.#pending).length === 0) {
      this.#become('working')
      this.#goOn(this.#answers)
    }
    return {}
  }

  cancel() {
    this.#settle('cancelled', {})
    return {}
  }

  #ask(requests) {
    this.#pending = { ...requests }
    this.#become('input_required')
    return new Promise((resolve) => (this.#goOn = resolve))
  }

  #settle(status, end) {
    if (this.#ended.signal.aborted) return
    this.#become(status)
    this.#end = end
    this.#ended.abort()
  }

  #become(status) {
    this.said = { ...this.said, status, lastUpdatedAt: now() }
  }
}

const now = () => new Date().toISOString()
