// The Messages API of Anthropic.

import { events, json, textOf } from './sse.mjs'

export const serves = (path) => /\/messages(\/count_tokens)?$/.test(path)
export const counts = (path) => path.endsWith('/count_tokens')
export const count = { input_tokens: 100 }

export function read({ tools = [], messages = [] }) {
  const blocks = messages.flatMap(({ content }) => (Array.isArray(content) ? content : []))
  const results = blocks.filter(({ type }) => type === 'tool_result')
  return {
    tools: tools.map(({ name }) => ({ name })),
    results: results.map(({ tool_use_id, content }) => ({ id: tool_use_id, text: textOf(content) })),
  }
}

export function write(response, { text, call }, { body }) {
  const block = call ? { type: 'tool_use', id: `toolu_${call.id}`, name: call.name, input: call.arguments } : { type: 'text', text }
  const stop_reason = call ? 'tool_use' : 'end_turn'
  const usage = { input_tokens: 100, output_tokens: 10 }
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model: body.model, content: [], stop_reason: null, stop_sequence: null, usage }
  if (!body.stream) return json(response, { ...message, content: [block], stop_reason })
  const begun = call ? { ...block, input: {} } : { ...block, text: '' }
  const delta = call ? { type: 'input_json_delta', partial_json: JSON.stringify(call.arguments) } : { type: 'text_delta', text }
  const all = [
    { type: 'message_start', message },
    { type: 'content_block_start', index: 0, content_block: begun },
    { type: 'content_block_delta', index: 0, delta },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage },
    { type: 'message_stop' },
  ]
  events(response, all, { named: true })
}
