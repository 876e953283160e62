// A world outside of this computer, with one site in it.

import { execFileSync } from 'node:child_process'
import { createServer } from 'node:http'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { until } from '../../../.dev/processes.mjs'
import { HOST } from './paddock.mjs'

const SOURCE = path.join(import.meta.dirname, '..', 'fixtures', 'outside.c')

/**
 * Starts the host of a world, which finds a site at a name; the app then joins it.
 * @param {import('node:test').TestContext} t
 * @param {import('./world.mjs').World} world
 * @param {{name: string, says: string}} site
 * @returns {Promise<{visits: () => number}>} how often it was asked for something
 */
export async function startHostWithSite(t, world, { name, says }) {
  let visits = 0
  const site = createServer((_, response) => {
    visits += 1
    response.end(says)
  })
  await new Promise((resolve) => site.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    site.closeAllConnections()
    site.close()
  })
  const library = path.join(world.folder, 'outside.so')
  execFileSync('cc', ['-shared', '-fPIC', '-o', library, SOURCE, '-ldl'])
  const env = { LD_PRELOAD: library, OUTSIDE_NAME: name, OUTSIDE_PORT: `${site.address().port}` }
  await world.launch(HOST, [], { env, cwd: '/' })
  const socket = path.join(world.env.XDG_DATA_HOME, 'paddock', 'host.sock')
  await until(() => existsSync(socket), { what: 'the host to be there' })
  return { visits: () => visits }
}
