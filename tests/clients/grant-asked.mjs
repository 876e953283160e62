// Grants the folder that an app was refused, as a person does at a terminal, and waits until every
// session has it: `node grant-asked.mjs PADDOCK FOLDER`.

import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { until } from '../../.dev/processes.mjs'

const PATIENCE = 60_000
const [paddock, folder] = process.argv.slice(2)
const read = (what) => JSON.parse(execFileSync(paddock, ['--json', what], { encoding: 'utf8' }))
const asked = () => read('requests').places.find((place) => place.folder.path === folder)

const { which } = await until(asked, { what: 'a request for the folder', timeout: PATIENCE })
const consent = path.join(import.meta.dirname, 'consent.py')
execFileSync('python3', [consent, paddock, 'requests', 'grant', which, '--access', 'read'])
const isIn = ({ proof }) => proof?.findings.some((finding) => finding.path === folder)
// Since 2026-07-28 there is no session to tell: the server learns it in its next call.
const isTold = ({ told, revision }) => told === 'told' || revision >= '2026-07-28'
const has = (session) => session.state.kind !== 'running' || (isTold(session) && isIn(session))
await until(() => read('sessions').sessions.every(has), { what: 'sessions to have the folder', timeout: PATIENCE })
