// Grants the folder that an app was refused, as a person does at a terminal, and waits until every
// session has it: `node grant-asked.mjs PADDOCK FOLDER`.

import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { until } from '../../.dev/processes.mjs'

const PATIENCE = 60_000
const [paddock, folder] = process.argv.slice(2)
const read = (what) => JSON.parse(execFileSync(paddock, ['--json', what], { encoding: 'utf8' }))
const isIt = (asked) => asked.folder.path === folder

/** How a person grants it: where the app works, or what the server's command names. */
function asked() {
  const place = read('requests').places.find(isIt)
  if (place) return ['requests', 'grant', place.which]
  const named = read('consents').folders.find(isIt)
  return named && ['consents', 'agree', named.which]
}

const answer = await until(asked, { what: 'a request for the folder', timeout: PATIENCE })
const consent = path.join(import.meta.dirname, 'consent.py')
execFileSync('python3', [consent, paddock, ...answer, '--access', 'read'])
const isIn = ({ proof }) => proof?.findings.some((finding) => finding.path === folder)
// Since 2026-07-28 there is no session to tell: the server learns it in its next call. One that never
// asked for folders is told of none.
const isTold = ({ told, revision }) => ['told', 'neverAsked'].includes(told) || revision >= '2026-07-28'
const has = (session) => session.state.kind !== 'running' || (isTold(session) && isIn(session))
await until(() => read('sessions').sessions.every(has), { what: 'sessions to have the folder', timeout: PATIENCE })
