// Tools that may go on after their answer.

import { setTimeout as passed } from 'node:timers/promises'
import { form, text } from './content.mjs'
import { Failure } from './wire.mjs'

const STRING = { type: 'string' }
const CONFIRM = form('Really?', { confirm: { type: 'boolean' } })

export const jobs = {
  slow_compute: job('Takes its time', { seconds: { type: 'number' }, label: STRING }, async ({ seconds, label }, { signal }) => {
    await passed(seconds * 1000, undefined, { signal })
    return { content: [text(`Computed ${label}`)] }
  }),
  failing_job: job('Fails', {}, async () => ({ isError: true, content: [text('This job fails')] }), true),
  protocol_error_job: job('Breaks', {}, async () => {
    throw new Failure(-32603, 'This job breaks')
  }),
  confirm_delete: job('Asks before it does', { filename: STRING }, async (_, { ask }) => answered(await ask({ confirm: CONFIRM }))),
  multi_input: job('Asks for two things', {}, async (_, { ask }) => answered(await ask({ first: CONFIRM, second: CONFIRM }))),
  test_tool_with_task: {
    ...job('Asks, and then takes its time', {}),
    call: async (_, { ask, later }) => {
      const answers = await ask({ user_name: form('What is your name?', { name: STRING }) })
      return later(async () => answered(answers))
    },
  },
}

function job(description, properties, work, isLong = false) {
  return {
    description,
    inputSchema: { type: 'object', properties },
    call: (given, { later }) => (given.seconds === 0 ? work(given, {}) : later((doing) => work(given, doing), isLong)),
  }
}

const answered = (answers) => ({ content: [text(`Answered: ${JSON.stringify(answers)}`)] })
