import { Ajv } from 'ajv'
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { SCHEMA, examples, outputOf, schema } from './schema.mjs'

test('docs/cli-json.schema.json is what crates/cli/json.ts says', () => {
  const now = `${JSON.stringify(schema({ open: true }), null, 2)}\n`
  if (process.env.UPDATE_DOCS) writeFileSync(SCHEMA, now)
  assert.ok(readFileSync(SCHEMA, 'utf8') === now, 'run it with UPDATE_DOCS=1, and read what changed')
})

test('every example of docs/cli-json.md has the form that is published, and no member more or less', () => {
  const { outputs, formOf } = strict()
  for (const { command, example } of examples()) {
    const name = outputOf(command, outputs)
    assert.ok(name, `crates/cli/json.ts has no output for ${command}`)
    const holds = formOf(name)
    assert.ok(holds(example), `${command}: ${JSON.stringify(holds.errors, null, 2)}`)
    assert.ok(!holds({ ...example, unheardOf: 1 }), `${command} may have any member`)
  }
})

/** What a person is asked for first. */
const AT_A_TERMINAL = ['connect', 'disconnect', 'install', 'requests answer']

test('every output has an example', () => {
  const { outputs } = strict()
  const shown = new Set(examples().map(({ command }) => outputOf(command, outputs)))
  assert.deepEqual(outputs.filter((name) => !shown.has(name)).toSorted(), AT_A_TERMINAL)
})

function strict() {
  const ajv = new Ajv({ strict: false, allErrors: true })
  const closed = schema({ open: false })
  ajv.addSchema(closed, 'closed')
  const formOf = (name) => ajv.compile({ $ref: `closed#/definitions/Outputs/properties/${encodeURIComponent(name)}` })
  return { outputs: Object.keys(closed.definitions.Outputs.properties), formOf }
}
