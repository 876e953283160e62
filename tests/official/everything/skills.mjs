// What a model may learn: the extension `skills`. One skill, of two files.

import { createHash } from 'node:crypto'
import { Failure } from './wire.mjs'

export const SKILLS = 'io.modelcontextprotocol/skills'

const FOLDER = 'skill://greeting'
const MANIFEST = `${FOLDER}/SKILL.md`
const FRONTMATTER = { name: 'greeting', description: 'How to greet' }
const FILES = {
  [MANIFEST]: `---\nname: ${FRONTMATTER.name}\ndescription: ${FRONTMATTER.description}\n---\nSay hello.\n`,
  [`${FOLDER}/words/more.md`]: 'Or say welcome.\n',
}
const SKILL = { uri: MANIFEST, frontmatter: FRONTMATTER, resources: Object.entries(FILES).map(([uri, text]) => ({ uri, digest: digest(text), size: Buffer.byteLength(text) })) }
const IN_FOLDER = [
  { uri: MANIFEST, name: 'SKILL.md', mimeType: 'text/markdown' },
  { uri: `${FOLDER}/words`, name: 'words', mimeType: 'inode/directory' },
]

export const skillResources = [{ uri: MANIFEST, ...FRONTMATTER, mimeType: 'text/markdown' }]
export const skillContents = Object.fromEntries(Object.entries(FILES).map(([uri, text]) => [uri, { mimeType: 'text/markdown', text }]))

export const skillMethods = {
  'skills/list': () => ({ skills: [SKILL] }),
  'skills/get': ({ uri }) => ({ skill: served(uri, MANIFEST, SKILL) }),
  'resources/directory/read': ({ uri }) => ({ resources: served(uri, FOLDER, IN_FOLDER) }),
}

function served(uri, known, what) {
  if (uri !== known) throw new Failure(-32602, 'there is nothing of this kind there', { uri })
  return what
}

function digest(text) {
  return `sha256:${createHash('sha256').update(text).digest('hex')}`
}
