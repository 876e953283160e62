// The official suite: how it is run, what it found, and whether our lists know all of it.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

/**
 * Runs the suite to its end, however that is.
 * @param {string[]} suite its command
 * @param {...string} args
 * @returns {Promise<{stdout: string, code: number}>} with what it complains of
 */
export async function run([node, main], ...args) {
  try {
    const { stdout } = await promisify(execFile)(node, [main, ...args], { maxBuffer: 1 << 24 })
    return { stdout, code: 0 }
  } catch (error) {
    if (typeof error.code !== 'number') throw error
    return { stdout: `${error.stdout}${error.stderr}`, code: error.code }
  }
}

/** What the suite found, from the files it wrote. @param {string} folder */
export function checksIn(folder) {
  const files = readdirSync(folder, { recursive: true }).filter((file) => path.basename(file) === 'checks.json')
  return files.flatMap((file) => JSON.parse(readFileSync(path.join(folder, file), 'utf8')))
}

/** The same by scenario, where more than one was played. @param {string} folder */
export function byScenario(folder) {
  const name = (result) => /^server-(.+)-\d{4}-\d\d-\d\dT[\d-]+Z$/.exec(result)[1]
  return new Map(readdirSync(folder).map((result) => [name(result), checksIn(path.join(folder, result))]))
}

/** @param {{status: string}[]} checks @param {...string} status */
export function withStatus(checks, ...status) {
  return checks.filter((check) => status.includes(check.status))
}

/** Every scenario, and the revisions it is of. @param {string} stdout what `list` printed */
export function listedIn(stdout) {
  const lines = [...stdout.matchAll(/^ {2}- (\S+) \[(.+)\]$/gm)]
  return lines.map(([, scenario, revisions]) => ({ scenario, revisions: revisions.split(',') }))
}

/**
 * Every scenario of the suite is played in every revision it has, or left for a reason.
 * @param {string} stdout what `list` printed
 * @param {{least: number, played: {scenario: string, revision: string}[], left: {scenarios: string, why: string}[]}} lists
 */
export function assertAllListed(stdout, { least, played, left }) {
  const listed = listedIn(stdout)
  assert.ok(listed.length > least, stdout)
  for (const { scenario: name, revisions } of listed) {
    const isLeft = left.some(({ scenarios }) => name.startsWith(scenarios))
    const playedIn = played.filter(({ scenario }) => scenario === name).map(({ revision }) => revision)
    assert.equal(isLeft, playedIn.length === 0, name)
    if (!isLeft) assert.deepEqual(playedIn, revisions, name)
  }
  for (const { scenarios, why } of left) {
    assert.ok(why && listed.some(({ scenario }) => scenario.startsWith(scenarios)), scenarios)
  }
}
