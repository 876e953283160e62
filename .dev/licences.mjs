// The licences of the libraries that are built into the programs, in one text.

import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { PROGRAMS } from './build.mjs'
import { Stop } from './say.mjs'
import { ROOT } from './setup.mjs'

/** What the page is made of; the rest of `node_modules` only builds it. */
const OF_THE_PAGE = ['@fluent/bundle', '@tauri-apps/api', 'svelte']
const LICENCE = /^(licen[cs]e|copying|notice|unlicense|copyright)/i
const RULE = '='.repeat(80)

/**
 * @typedef {{name: string, version: string, licence: string, folder: string}} Library
 */

/** Writes the text beside the programs. @param {string} folder */
export function writeLicences(folder) {
  writeFileSync(path.join(folder, 'third-party-licences.txt'), licencesOf([...crates(), ...modules()]))
}

/** Every text once, with the libraries that come with it. @param {Library[]} libraries */
export function licencesOf(libraries) {
  const texts = new Map()
  for (const library of libraries) {
    for (const text of textsIn(library.folder)) texts.set(text, [...(texts.get(text) ?? []), nameOf(library)])
  }
  const index = libraries.map((library) => `${nameOf(library)}: ${library.licence}`)
  const blocks = [...texts].map(([text, names]) => [RULE, ...names, '', text].join('\n'))
  return ['Paddock is built with these libraries.', '', ...index, '', ...blocks, ''].join('\n')
}

function nameOf({ name, version }) {
  return `${name} ${version}`
}

function textsIn(folder) {
  const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile() && LICENCE.test(entry.name))
  const texts = names.map(({ name }) => readFileSync(path.join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim())
  return texts.filter((text) => text !== '')
}

/** What the programs link, on this system. @returns {Library[]} */
function crates() {
  const system = /^host: (.+)$/m.exec(said('rustc', ['-vV']))[1]
  const metadata = said('cargo', ['metadata', '--locked', '--format-version', '1', '--filter-platform', system])
  const { packages, resolve, workspace_members: own } = JSON.parse(metadata)
  const nodes = new Map(resolve.nodes.map((node) => [node.id, node]))
  const waiting = packages.filter(({ id, name }) => own.includes(id) && PROGRAMS.includes(name)).map(({ id }) => id)
  const linked = new Set()
  while (waiting.length > 0) {
    const id = waiting.pop()
    if (linked.has(id)) continue
    linked.add(id)
    const deps = nodes.get(id).deps.filter(({ dep_kinds: kinds }) => kinds.some(({ kind }) => kind === null))
    waiting.push(...deps.map(({ pkg }) => pkg))
  }
  const foreign = packages.filter(({ id }) => linked.has(id) && !own.includes(id))
  const libraries = foreign.map(({ name, version, license, manifest_path: manifest }) => ({ name, version, licence: license ?? 'see below', folder: path.dirname(manifest) }))
  return libraries.sort((a, b) => nameOf(a).localeCompare(nameOf(b), 'en'))
}

function said(program, args) {
  const { stdout, status } = spawnSync(program, args, { cwd: ROOT, maxBuffer: 1 << 28, encoding: 'utf8' })
  if (status !== 0) throw new Stop(`${program} ${args[0]} failed, so the libraries are not known`)
  return stdout
}

/** @returns {Library[]} */
function modules() {
  return OF_THE_PAGE.map((name) => {
    const folder = path.join(ROOT, 'node_modules', name)
    if (!existsSync(folder)) throw new Stop(`${name} is not installed`)
    const { version, license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
    return { name, version, licence: license, folder }
  })
}
