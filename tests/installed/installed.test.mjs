// Each package is made, installed, used and removed.

import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { before, describe, it } from 'node:test'
import { bundle } from '../../.dev/package.mjs'
import { which } from '../../.dev/system-packages.mjs'

const HERE = import.meta.dirname
// Overlays do not lie on `/tmp` where that is in memory.
const PLACE = '/var/tmp/paddock-installed-'
const TOOLS = { deb: 'dpkg', rpm: 'rpm' }

describe('a package', { timeout: 300_000 }, () => {
  /** @type {string[]} */
  let packages

  before(() => {
    packages = bundle({ release: false, bundles: Object.keys(TOOLS) })
  })

  for (const [kind, tool] of Object.entries(TOOLS)) {
    it(`${kind} is installed, started and removed`, async (t) => {
      if (!which(tool)) return t.skip(`there is no ${tool} here`)
      const layers = layersFor(t)
      if (!canLayer(layers)) return t.skip('only root can install, in a mount namespace of its own')
      const over = ['unshare', '--mount', 'sh', path.join(HERE, 'overlay.sh'), layers]
      await runInside(over, { PADDOCK_PACKAGE: fileOf(kind), PADDOCK_LAYERS: layers })
    })
  }

  it('deb is unpacked anywhere and started', async (t) => {
    if (!which('dpkg-deb')) return t.skip('there is no dpkg-deb here')
    await runInside([], { PADDOCK_PACKAGE: fileOf('deb'), PADDOCK_UNPACKED: layersFor(t) })
  })

  const fileOf = (kind) => packages.find((name) => name.endsWith(`.${kind}`))
})

async function runInside(over, named) {
  // Without its context the runner inside would report to the one outside, in a way of its own.
  const env = { ...process.env, ...named, NODE_TEST_CONTEXT: undefined }
  const [command, ...args] = [...over, process.execPath, '--test', '--test-reporter=dot', path.join(HERE, 'inside.mjs')]
  const child = spawn(command, args, { env, stdio: ['ignore', 'inherit', 'inherit'] })
  const [code] = await once(child, 'exit')
  assert.equal(code, 0, 'see above')
}

function layersFor(t) {
  const layers = mkdtempSync(PLACE)
  t.after(() => rmSync(layers, { recursive: true, force: true }))
  return layers
}

/** An ordinary user may mount overlays, and may not write what root owns beneath them. */
function canLayer(layers) {
  const over = ['--mount', 'sh', path.join(HERE, 'overlay.sh'), path.join(layers, 'try'), 'test', '-w', '/usr/bin']
  return spawnSync('unshare', over).status === 0
}
