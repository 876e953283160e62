// Chat Completions, as OpenAI has it and most others took it over.

import { events, json, textOf } from './sse.mjs'

export const serves = (path) => path.endsWith('/chat/completions')

export function read({ tools = [], messages = [] }) {
  const results = messages.filter(({ role }) => role === 'tool')
  return {
    tools: tools.filter((tool) => tool.function).map((tool) => ({ name: tool.function.name })),
    results: results.map(({ tool_call_id, content }) => ({ id: tool_call_id, text: textOf(content) })),
  }
}

export function write(response, { text, call }, { body }) {
  const called = call && { id: call.id, type: 'function', function: { name: call.name, arguments: JSON.stringify(call.arguments) } }
  const message = { role: 'assistant', content: call ? null : text, ...(call && { tool_calls: [called] }) }
  const finish_reason = call ? 'tool_calls' : 'stop'
  const usage = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 }
  const base = { id: 'chatcmpl-1', created: 1, model: body.model }
  if (!body.stream) {
    return json(response, { ...base, object: 'chat.completion', choices: [{ index: 0, message, finish_reason }], usage })
  }
  const chunk = (delta, reason = null) => ({ ...base, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: reason }] })
  const delta = call ? { ...message, tool_calls: [{ index: 0, ...called }] } : message
  const last = { ...chunk({}, finish_reason), usage }
  events(response, [chunk(delta), last], { end: '[DONE]' })
}
