import { setTimeout as passed } from 'node:timers/promises'
import { audio, form, image, resource, roots, sampling, text } from './content.mjs'
import { jobs } from './jobs.mjs'

const STRING = { type: 'string' }
const NAME = form('What is your name?', { name: STRING })
const CONFIRM = form('Please confirm', { ok: { type: 'boolean' } })

export const tools = {
  ...jobs,
  greet: tool('Greets', ({ name }) => [text(`Hello, ${name}!`)], { name: STRING }),
  test_simple_text: tool('Says a text', () => [text('This is a simple text response for testing.')]),
  test_image_content: tool('Shows a picture', () => [image()]),
  test_audio_content: tool('Plays a sound', () => [audio()]),
  test_embedded_resource: tool('Embeds a resource', () => [resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')]),
  test_multiple_content_types: tool('Says, shows and embeds', () => [
    text('Multiple content types test:'),
    image(),
    resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
  ]),
  test_error_handling: {
    ...tool('Fails'),
    call: () => ({ isError: true, content: [text('This tool intentionally returns an error for testing')] }),
  },
  test_tool_with_logging: tool('Logs what it does', logged),
  test_logging_tool: tool('Logs what it does', logged),
  test_tool_with_progress: tool('Tells how far it is', async (_, { progress }) => {
    for (const done of [0, 50, 100]) {
      progress(done)
      await passed(50)
    }
    return [text('All is done')]
  }),
  test_trigger_tool_change: tool('Says that the tools changed', (_, { changed }) => told(changed, 'tools')),
  test_trigger_prompt_change: tool('Says that the prompts changed', (_, { changed }) => told(changed, 'prompts')),
  json_schema_2020_12_tool: { ...tool('Has a schema of 2020-12', () => [text('Well')]), inputSchema: schema() },

  test_sampling: asking('Asks a model', ({ prompt }) => ({ answer: sampling(prompt) }), { prompt: STRING }),
  test_elicitation: asking('Asks the person', ({ message }) => ({ answer: form(message, { username: STRING, email: STRING }) }), { message: STRING }),
  test_elicitation_sep1034_defaults: asking('Asks with defaults', () => ({ answer: form('How is it?', defaults(), []) })),
  test_elicitation_sep1330_enums: asking('Asks to choose', () => ({ answer: form('Which of these?', choices(), []) })),
  test_missing_capability: asking('Needs a model', () => ({ answer: sampling('Anything') })),
  test_streaming_elicitation: asking('Asks the person', () => ({ user_name: NAME })),

  test_input_required_result_elicitation: asking('Asks for a name', () => ({ user_name: NAME })),
  test_input_required_result_sampling: asking('Asks for a capital', () => ({ capital_question: sampling('What is the capital of France?') })),
  test_input_required_result_list_roots: asking('Asks for folders', () => ({ client_roots: roots() })),
  test_input_required_result_request_state: tool('Asks, and keeps state', async (_, { ask }) => answersOf(await ask({ confirm: CONFIRM }, true), 'state-ok')),
  test_input_required_result_tampered_state: tool('Asks, and keeps state', async (_, { ask }) => answersOf(await ask({ confirm: CONFIRM }, true))),
  test_input_required_result_multiple_inputs: tool('Asks for three things', async (_, { ask }) =>
    answersOf(await ask({ user_name: NAME, greeting: sampling('Generate a greeting', 50), client_roots: roots() }, true)),
  ),
  test_input_required_result_multi_round: tool('Asks twice', async (_, { ask }) => {
    await ask({ step1: form('Step 1: What is your name?', { name: STRING }) }, true)
    return answersOf(await ask({ step2: form('Step 2: What is your favorite color?', { color: STRING }) }, true))
  }),
  test_input_required_result_capabilities: tool('Asks for what the client can do', async (_, { ask, capabilities = {} }) => {
    const requests = { sampling: sampling('Anything'), elicitation: NAME }
    return answersOf(await ask(Object.fromEntries(Object.entries(requests).filter(([name]) => capabilities[name]))))
  }),
}

function tool(description, said, properties = {}) {
  return {
    description,
    inputSchema: { type: 'object', properties, required: Object.keys(properties) },
    call: async (given, client) => ({ content: await said(given, client) }),
  }
}

/** A tool that says what it was answered. */
function asking(description, requests, properties) {
  return tool(description, async (given, { ask }) => answersOf(await ask(requests(given))), properties)
}

const answersOf = (answers, first = 'Answered') => [text(`${first}: ${JSON.stringify(answers)}`)]

async function logged(_, { log }) {
  for (const said of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
    log(said)
    await passed(50)
  }
  return [text('All is logged')]
}

function told(changed, list) {
  changed(list)
  return [text(`The ${list} changed`)]
}

function defaults() {
  return {
    name: { type: 'string', default: 'John Doe' },
    age: { type: 'integer', default: 30 },
    score: { type: 'number', default: 95.5 },
    status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
    verified: { type: 'boolean', default: true },
  }
}

function choices() {
  const [options, titled] = [['option1', 'option2', 'option3'], ['value1', 'value2', 'value3'].map((value) => ({ const: value, title: `The ${value}` }))]
  return {
    untitledSingle: { type: 'string', enum: options },
    titledSingle: { type: 'string', oneOf: titled },
    legacyEnum: { type: 'string', enum: ['opt1', 'opt2', 'opt3'], enumNames: ['Option One', 'Option Two', 'Option Three'] },
    untitledMulti: { type: 'array', items: { type: 'string', enum: options } },
    titledMulti: { type: 'array', items: { anyOf: titled } },
  }
}

function schema() {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    $defs: { address: { $anchor: 'addressDef', type: 'object', properties: { street: STRING, city: STRING } } },
    properties: { name: STRING, address: { $ref: '#/$defs/address' }, contactMethod: { type: 'string', enum: ['phone', 'email'] }, phone: STRING, email: STRING },
    allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
    if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
    then: { required: ['phone'] },
    else: { required: ['email'] },
    additionalProperties: false,
  }
}
