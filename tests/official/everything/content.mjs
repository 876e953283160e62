// What tools and prompts say.

/** One red pixel. */
export const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
/** No sound at all. */
export const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA='

export const text = (said) => ({ type: 'text', text: said })
export const image = () => ({ type: 'image', data: PNG, mimeType: 'image/png' })
export const audio = () => ({ type: 'audio', data: WAV, mimeType: 'audio/wav' })
export const resource = (uri, mimeType, said) => ({ type: 'resource', resource: { uri, mimeType, text: said } })

/** What may be asked of a client. */
export const form = (message, properties, required = Object.keys(properties)) => ({
  method: 'elicitation/create',
  params: { message, requestedSchema: { type: 'object', properties, required } },
})
export const sampling = (prompt, maxTokens = 100) => ({
  method: 'sampling/createMessage',
  params: { messages: [{ role: 'user', content: text(prompt) }], maxTokens },
})
export const roots = () => ({ method: 'roots/list', params: {} })
