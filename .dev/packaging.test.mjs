import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { ROOT, atLeast } from './setup.mjs'

const SHELL = path.join(ROOT, 'src-tauri')
const HELPER = '/usr/lib/paddock/paddock-sandbox'
const PROFILE = path.join(SHELL, 'packaging/apparmor/paddock-sandbox')

const { deb, rpm } = JSON.parse(readFileSync(path.join(SHELL, 'tauri.conf.json'), 'utf8')).bundle.linux

describe('a package', () => {
  it('has the programs where the app looks for them', () => {
    const places = readFileSync(path.join(ROOT, 'crates/control/src/places.rs'), 'utf8')
    assert.match(places, /above\.join\("lib\/paddock"\)/)
    for (const { files } of [deb, rpm]) {
      assert.match(files[HELPER], /\/paddock-sandbox$/)
      assert.match(files['/usr/lib/paddock/paddock-files'], /\/paddock-files$/)
      assert.match(files['/usr/lib/paddock/paddock-host'], /\/paddock-host$/)
    }
  })

  it('names only files that are there, or that a build makes', () => {
    const named = [...Object.values(deb.files), ...Object.values(rpm.files), deb.postInstallScript, deb.postRemoveScript]
    const kept = named.filter((file) => !file.startsWith('../target/release/'))
    for (const file of kept) assert.ok(existsSync(path.join(SHELL, file)), file)
  })

  it('opens what it says that it opens', () => {
    const entry = readFileSync(path.join(SHELL, deb.desktopTemplate), 'utf8')
    const types = /^MimeType=(.+);$/m.exec(entry)[1].split(';')
    const kinds = readFileSync(path.join(SHELL, deb.files['/usr/share/mime/packages/org.paddock.Paddock.xml']), 'utf8')
    const known = [...kinds.matchAll(/<mime-type type="([^"]+)"/g)].map(([, type]) => type)
    assert.deepEqual(types, [...known, 'x-scheme-handler/paddock'])
    assert.match(entry, /^Exec=\{\{exec\}\} %u$/m)
    const endings = readFileSync(path.join(SHELL, 'src/arrivals/read.rs'), 'utf8')
    for (const [, ending] of kinds.matchAll(/<glob pattern="\*\.(\w+)"/g)) assert.match(endings, new RegExp(`BUNDLES.*"${ending}"`))
  })

  it('has scripts that a shell can read', () => {
    for (const script of [deb.postInstallScript, deb.postRemoveScript]) {
      const { status, stderr } = spawnSync('sh', ['-n', path.join(SHELL, script)], { encoding: 'utf8' })
      assert.equal(status, 0, stderr)
    }
  })

  it('takes away the profile that it installs', () => {
    const place = (script) => /^installed=(.+)$/m.exec(readFileSync(path.join(SHELL, script), 'utf8'))?.[1]
    assert.ok(place(deb.postInstallScript))
    assert.equal(place(deb.postInstallScript), place(deb.postRemoveScript))
    const shipped = /^shipped=(.+)$/m.exec(readFileSync(path.join(SHELL, deb.postInstallScript), 'utf8'))[1]
    assert.equal(path.join(SHELL, deb.files[shipped]), PROFILE)
  })
})

describe('the AppArmor profile', () => {
  const rules = readFileSync(PROFILE, 'utf8').replaceAll(/#.*$/gm, '').trim()

  it('lets the installed helper make user namespaces, and confines nothing else', () => {
    const body = new RegExp(`^profile paddock-sandbox ${HELPER} flags=\\(unconfined\\) \\{([^{}]*)\\}$`, 'm').exec(rules)
    assert.ok(body, rules)
    assert.deepEqual(
      body[1].split('\n').map((rule) => rule.trim()).filter(Boolean),
      ['userns,', 'include if exists <local/paddock-sandbox>'],
    )
  })

  it('names the first rules that know of user namespaces', () => {
    assert.match(rules, /^abi <abi\/4\.0>,$/m)
  })

  it('is understood by AppArmor', (t) => {
    const version = /\d+\.\d+/.exec(spawnSync('apparmor_parser', ['--version'], { encoding: 'utf8' }).stdout ?? '')?.[0]
    if (!version || !atLeast(version, '4.0')) return t.skip('no AppArmor 4.0 or newer here')
    const { status, stderr } = spawnSync('apparmor_parser', ['--skip-kernel-load', '--skip-cache', PROFILE], { encoding: 'utf8' })
    assert.equal(status, 0, stderr)
  })
})
