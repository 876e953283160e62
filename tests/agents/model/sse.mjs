// Answers of providers, as events or as one value.

/** Writes events; with `named`, each under its type. */
export function events(response, all, { named = false, end } = {}) {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
  for (const event of all) {
    if (named) response.write(`event: ${event.type}\n`)
    response.write(`data: ${JSON.stringify(event)}\n\n`)
  }
  response.end(end ? `data: ${end}\n\n` : '')
}

export function json(response, value) {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}

/** The text in what may be a string, or a list of parts. */
export function textOf(content) {
  if (content === undefined || content === null) return ''
  if (typeof content === 'string') return content
  if (Array.isArray(content)) return content.map(textOf).join('\n')
  return content.text ?? content.content ?? JSON.stringify(content)
}
