import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { it } from 'node:test'
import { licencesOf } from './licences.mjs'

it('a text that several libraries come with is there once, with the names of all', (t) => {
  const place = mkdtempSync(path.join(tmpdir(), 'paddock-licences-'))
  t.after(() => rmSync(place, { recursive: true, force: true }))
  const library = (name, files) => {
    const folder = path.join(place, name)
    mkdirSync(folder)
    for (const [file, text] of Object.entries(files)) writeFileSync(path.join(folder, file), text)
    return { name, version: '1.0.0', licence: 'MIT', folder }
  }
  const text = licencesOf([
    library('one', { 'LICENSE-MIT': 'Do as you like.\r\n', 'README.md': 'Hello.' }),
    library('two', { 'license.txt': 'Do as you like.', NOTICE: 'By Ann.' }),
    library('three', {}),
  ])
  assert.equal(text.match(/Do as you like\./g).length, 1)
  assert.match(text, /one 1\.0\.0\ntwo 1\.0\.0\n\nDo as you like\./)
  assert.match(text, /two 1\.0\.0\n\nBy Ann\./)
  assert.match(text, /^three 1\.0\.0: MIT$/m)
  assert.doesNotMatch(text, /Hello/)
})
