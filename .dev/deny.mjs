// npm run deny [-- CHECK…]: licences, bans and sources of all dependencies; advisories too where they can be fetched.

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { Stop, main, say } from './say.mjs'
import { TARGET, setUp } from './setup.mjs'

const VERSION = '0.20.2'

await main(async () => {
  await setUp({ purposes: [] })
  const given = process.argv.slice(2)
  const checks = given.length > 0 ? given : ['licenses', 'bans', 'sources']
  const args = ['check', '--hide-inclusion-graph', '--allow', 'duplicate', ...checks]
  return spawnSync(cargoDeny(), args, { stdio: 'inherit' }).status ?? 1
})

function cargoDeny() {
  const root = path.join(TARGET, 'tools')
  const program = path.join(root, 'bin', 'cargo-deny')
  if (existsSync(program)) return program
  say(`building cargo-deny ${VERSION}: about 6 minutes, once`)
  const args = ['install', '--locked', '--root', root, `cargo-deny@${VERSION}`]
  const { status } = spawnSync('cargo', args, { stdio: 'inherit' })
  if (status !== 0) throw new Stop('cargo-deny could not be built: see above')
  return program
}
