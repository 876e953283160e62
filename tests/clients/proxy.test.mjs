// A network that only a proxy leads out of: a server that knows nothing of it gets where it may, and
// the proxy hears of nothing else.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { TARGET } from '../../.dev/setup.mjs'

const HERE = import.meta.dirname
const PATIENCE = 120_000
const PADDOCK = path.join(process.env.CARGO_TARGET_DIR ?? TARGET, 'debug', 'paddock')
/** No resolver has an address for it; only the proxy knows it. */
const KNOWN_TO_THE_PROXY = 'only-the-proxy.example.com'

describe('behind a proxy', { concurrency: 1, timeout: PATIENCE * 5 }, () => {
  let world
  let proxy
  let variables
  const asked = []

  before(async () => {
    world = realpathSync(mkdtempSync(path.join(tmpdir(), 'paddock-proxy-')))
    proxy = createServer()
    proxy.on('connect', ({ url, headers }, socket) => {
      asked.push(`${url} ${headers['proxy-authorization']}`)
      socket.on('error', () => {})
      if (url.startsWith('refused.')) return socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      return socket.once('data', (said) => socket.write(`through the proxy: ${said}`))
    })
    proxy.listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    variables = { https_proxy: `http://ada:hunter2@127.0.0.1:${proxy.address().port}`, no_proxy: 'unproxied.example.com' }
    await consent('servers', 'add', 'Reacher', '--', process.execPath, path.join(HERE, 'reacher.mjs'))
    await consent('servers', 'trust', 'Reacher')
  })

  after(async () => {
    await paddock('quit')
    proxy.close()
    rmSync(world, { recursive: true, force: true, maxRetries: 5 })
  })

  const run = async (program, ...args) => {
    const env = { HOME: world, PATH: '/usr/local/bin:/usr/bin:/bin', ...variables }
    return (await promisify(execFile)(program, args, { env })).stdout
  }
  const paddock = (...args) => run(PADDOCK, ...args)
  const consent = (...args) => run('python3', path.join(HERE, 'consent.py'), PADDOCK, ...args)
  const reach = async (host, port = 443) => {
    const args = ['servers', 'call', 'Reacher', 'reach', JSON.stringify({ host, port })]
    const { stdout, stderr } = await run(PADDOCK, ...args).then(
      (stdout) => ({ stdout, stderr: '' }),
      (error) => error,
    )
    return `${stdout}${stderr}`
  }

  it('says so, without the password', { timeout: PATIENCE }, async () => {
    const said = await paddock('system')
    assert.match(said, new RegExp(`through your proxy, http://127.0.0.1:${proxy.address().port}\\.`))
    assert.doesNotMatch(said, /hunter2/)
  })

  it('a server reaches by its name what was allowed, and nothing before', { timeout: PATIENCE }, async () => {
    assert.doesNotMatch(await reach('127.0.0.1', proxy.address().port), /through the proxy/)
    await consent('allow', 'Reacher', KNOWN_TO_THE_PROXY)
    assert.match(await reach(KNOWN_TO_THE_PROXY), /through the proxy: hello/)
    assert.deepEqual(asked, [`${KNOWN_TO_THE_PROXY}:443 Basic YWRhOmh1bnRlcjI=`])
  })

  it('nothing passes by a proxy that refuses', { timeout: PATIENCE }, async () => {
    await consent('allow', 'Reacher', 'refused.example.com')
    assert.doesNotMatch(await reach('refused.example.com'), /through the proxy/)
    assert.match(await paddock('servers', 'log', 'Reacher'), /refused\.example\.com:443 refused: not reached through the proxy/)
  })

  it('what is excepted, and no name of the public DNS, is not asked of it', { timeout: PATIENCE }, async () => {
    const before = asked.length
    for (const name of ['unproxied.example.com', 'metadata.google.internal', 'wiki.corp']) {
      await consent('allow', 'Reacher', name)
      assert.doesNotMatch(await reach(name), /through the proxy/)
    }
    assert.equal(asked.length, before)
  })

  it('what is taken back is reached no more', { timeout: PATIENCE }, async () => {
    const before = asked.length
    await paddock('deny', 'Reacher', KNOWN_TO_THE_PROXY)
    assert.doesNotMatch(await reach(KNOWN_TO_THE_PROXY), /through the proxy/)
    assert.equal(asked.length, before)
  })
})
