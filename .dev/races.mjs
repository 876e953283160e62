// npm run races [-- --restarts=N]: a server is started again and again while its neighbours swap links, names and mounts around it. Counts what it reads of what is not its own.

import { spawnSync } from 'node:child_process'
import { Stop, main } from './say.mjs'
import { ROOT, setUp } from './setup.mjs'

const RESTARTS = 1000

await main(async () => {
  await setUp({ purposes: ['build'] })
  const option = process.argv.slice(2).find((arg) => arg.startsWith('--restarts='))
  const restarts = Number(option?.split('=')[1] ?? RESTARTS)
  if (!Number.isSafeInteger(restarts) || restarts < 1) throw new Stop('--restarts wants a number')
  const args = ['test', '--locked', '-p', 'paddock-sandbox', '--test', 'restarts', '--', '--ignored', '--nocapture']
  const env = { ...process.env, RESTARTS: String(restarts) }
  return spawnSync('cargo', args, { cwd: ROOT, env, stdio: 'inherit' }).status ?? 1
})
