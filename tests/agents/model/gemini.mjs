// What the Gemini API calls generateContent.

import { events, json } from './sse.mjs'

export const serves = (path) => /:(streamGenerateContent|generateContent|countTokens)$/.test(path)
export const counts = (path) => path.endsWith(':countTokens')
export const count = { totalTokens: 100 }

export function read({ tools = [], contents = [] }) {
  const responses = contents.flatMap(({ parts = [] }) => parts.flatMap((part) => part.functionResponse ?? []))
  return {
    tools: tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations).map(({ name }) => ({ name })),
    results: responses.map(({ id, response }) => ({ id, text: response.output ?? response.error ?? JSON.stringify(response) })),
  }
}

export function write(response, { text, call }, { body, path }) {
  const part = call ? { functionCall: { id: call.id, name: call.name, args: call.arguments } } : { text }
  const value = {
    candidates: [{ index: 0, content: { role: 'model', parts: [part] }, finishReason: 'STOP' }],
    usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 10, totalTokenCount: 110 },
    modelVersion: body.model ?? 'fake',
  }
  if (path.includes(':streamGenerateContent')) return events(response, [value])
  json(response, value)
}
