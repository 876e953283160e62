// The published form of what `paddock --json` writes, made of crates/cli/json.ts.

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { createGenerator } from 'ts-json-schema-generator'
import { ROOT } from './setup.mjs'

export const SCHEMA = path.join(ROOT, 'docs/cli-json.schema.json')

const ABOUT = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  $id: 'https://github.com/paddock-app/paddock/raw/main/docs/cli-json.schema.json',
  title: 'What paddock --json writes',
  description:
    'Each property of Outputs is one command, and what it writes. Failures are as Failed has them, on standard error. Members may be added; ignore what you do not know.',
}

/** @param {{ open: boolean }} how whether members that it does not name may be there */
export function schema({ open }) {
  const generator = createGenerator({
    path: path.join(ROOT, 'crates/cli/json.ts'),
    tsconfig: path.join(ROOT, 'ui/tsconfig.json'),
    expose: 'all',
    jsDoc: 'extended',
    topRef: true,
    sortProps: true,
    skipTypeCheck: true,
    additionalProperties: open,
  })
  const { definitions } = generator.createSchema('Outputs')
  const { definitions: more } = generator.createSchema('Failed')
  return { ...ABOUT, definitions: { ...definitions, ...more } }
}

/** What docs/cli-json.md shows: each command, and the example of what it writes. */
export function examples() {
  const page = readFileSync(path.join(ROOT, 'docs/cli-json.md'), 'utf8')
  const sections = page.split('\n## `paddock ').slice(1)
  return sections.map((section) => ({
    command: section.slice(0, section.indexOf('`')),
    example: JSON.parse(section.split('```json\n')[1].split('```')[0]),
  }))
}

/** The output that a command line is about: the longest name that it begins with. */
export function outputOf(command, outputs) {
  const words = command.split(' ')
  const fits = outputs.filter((name) => name.split(' ').every((word, at) => word === words[at]))
  return fits.sort((one, other) => other.length - one.length)[0]
}
