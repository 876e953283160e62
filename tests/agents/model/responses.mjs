// The Responses API of OpenAI. Tools may come in groups there, each with a name of its own.

import { events, json, textOf } from './sse.mjs'

export const serves = (path) => path.endsWith('/responses')

export function read({ tools = [], input = [] }) {
  const results = Array.isArray(input) ? input.filter(({ type }) => type === 'function_call_output') : []
  return {
    tools: tools.flatMap(toolsOf),
    results: results.map(({ call_id, output }) => ({ id: call_id, text: textOf(output) })),
  }
}

function toolsOf({ type, name, tools }) {
  if (type === 'namespace') return tools.map((tool) => ({ name: tool.name, namespace: name }))
  return name ? [{ name }] : []
}

export function write(response, { text, call }, { body }) {
  const item = call
    ? { type: 'function_call', id: `fc_${call.id}`, call_id: call.id, name: call.name, namespace: call.namespace, arguments: JSON.stringify(call.arguments), status: 'completed' }
    : { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text, annotations: [] }] }
  const usage = { input_tokens: 100, input_tokens_details: { cached_tokens: 0 }, output_tokens: 10, output_tokens_details: { reasoning_tokens: 0 }, total_tokens: 110 }
  const begun = { id: 'resp_1', object: 'response', created_at: 1, model: body.model, status: 'in_progress', output: [] }
  const whole = { ...begun, status: 'completed', output: [item], usage }
  if (!body.stream) return json(response, whole)
  const of = { output_index: 0, item_id: item.id }
  const parts = call
    ? [
        { type: 'response.function_call_arguments.delta', ...of, delta: item.arguments },
        { type: 'response.function_call_arguments.done', ...of, arguments: item.arguments },
      ]
    : [
        { type: 'response.content_part.added', ...of, content_index: 0, part: { type: 'output_text', text: '', annotations: [] } },
        { type: 'response.output_text.delta', ...of, content_index: 0, delta: text },
        { type: 'response.output_text.done', ...of, content_index: 0, text },
        { type: 'response.content_part.done', ...of, content_index: 0, part: item.content[0] },
      ]
  const started = call ? { ...item, arguments: '', status: 'in_progress' } : { ...item, content: [], status: 'in_progress' }
  const all = [
    { type: 'response.created', response: begun },
    { type: 'response.output_item.added', output_index: 0, item: started },
    ...parts,
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response: whole },
  ]
  events(response, all.map((event, sequence_number) => ({ ...event, sequence_number })), { named: true })
}
