import { PNG } from './content.mjs'
import { skillContents, skillResources } from './skills.mjs'
import { Failure } from './wire.mjs'

export const resources = [
  { uri: 'test://static-text', name: 'static-text', description: 'A text', mimeType: 'text/plain' },
  { uri: 'test://static-binary', name: 'static-binary', description: 'A picture', mimeType: 'image/png' },
  { uri: 'test://watched-resource', name: 'watched-resource', description: 'A text to follow', mimeType: 'text/plain' },
  ...skillResources,
]

export const TEMPLATES = [{ uriTemplate: 'test://template/{id}/data', name: 'template', description: 'Data by its id', mimeType: 'application/json' }]

const CONTENTS = {
  'test://static-text': { mimeType: 'text/plain', text: 'This is the content of the static text resource.' },
  'test://static-binary': { mimeType: 'image/png', blob: PNG },
  'test://watched-resource': { mimeType: 'text/plain', text: 'This is the content of the watched resource.' },
  ...skillContents,
}

export function read(uri) {
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1]
  if (id) return { uri, mimeType: 'application/json', text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }) }
  if (!Object.hasOwn(CONTENTS, uri)) throw new Failure(-32602, 'Resource not found', { uri })
  return { uri, ...CONTENTS[uri] }
}
