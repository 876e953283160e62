// One package, over a system that is thrown away afterwards.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { until } from '../../.dev/processes.mjs'
import { startPaddock } from '../e2e/harness/paddock.mjs'
import { startWorld } from '../e2e/harness/world.mjs'

const { PADDOCK_PACKAGE: PACKAGE, PADDOCK_LAYERS: LAYERS, PADDOCK_UNPACKED: UNPACKED = '' } = process.env
const ENTRY = `${UNPACKED}/usr/share/applications/Paddock.desktop`
const ICONS = `${UNPACKED}/usr/share/icons/hicolor`
const PROGRAMS = [
  'bin/paddock-desktop',
  'bin/paddock',
  'lib/paddock/paddock-host',
  'lib/paddock/paddock-files',
  'lib/paddock/paddock-sandbox',
].map((program) => `${UNPACKED}/usr/${program}`)

// The dependencies of an RPM are named as Fedora names them, which Debian does not know.
const TOOLS = {
  unpacked: { install: ['dpkg-deb', '-x', PACKAGE, UNPACKED], remove: ['rm', '-r', `${UNPACKED}/usr`] },
  deb: { install: ['dpkg', '-i', PACKAGE], remove: ['dpkg', '--purge', 'paddock'] },
  rpm: { install: ['rpm', '-i', '--nodeps', PACKAGE], remove: ['rpm', '-e', '--nodeps', 'paddock'] },
}
const ZSH = ['vendor-completions', 'site-functions']
const WRITTEN = ['bash-completion/completions/paddock', 'fish/vendor_completions.d/paddock.fish', 'man/man1/paddock.1', 'man/man1/paddock-servers-add.1']
const tool = TOOLS[UNPACKED ? 'unpacked' : path.extname(PACKAGE).slice(1)]

test('the package is installed, used and removed', { timeout: 240_000 }, async (t) => {
  run(tool.install)
  for (const program of PROGRAMS) assert.ok(statSync(program).mode & 0o111, program)

  const entry = readFileSync(ENTRY, 'utf8')
  const [, command] = /^Exec=(\S+) %u$/m.exec(entry)
  const [, types] = /^MimeType=(.+)$/m.exec(entry)
  assert.deepEqual(types.split(';').filter(Boolean), ['application/x-mcpb', 'x-scheme-handler/paddock'])
  assert.match(readFileSync(`${UNPACKED}/usr/share/mime/packages/org.paddock.Paddock.xml`, 'utf8'), /\*\.mcpb/)
  const [, icon] = /^Icon=(\S+)$/m.exec(entry)
  for (const place of ['32x32/apps', '128x128/apps', 'scalable/apps']) {
    const extension = place.startsWith('scalable') ? 'svg' : 'png'
    assert.ok(existsSync(`${ICONS}/${place}/${icon}.${extension}`), place)
  }
  assert.match(run([PROGRAMS[1], 'system']), /enforce/i)
  assert.match(readFileSync(`${UNPACKED}/usr/share/paddock/third-party-licences.txt`, 'utf8'), /^serde [\d.]+: MIT OR Apache-2.0$/m)

  for (const written of WRITTEN) assert.match(readFileSync(`${UNPACKED}/usr/share/${written}`, 'utf8'), /paddock/, written)
  assert.equal(ZSH.filter((place) => existsSync(`${UNPACKED}/usr/share/zsh/${place}/_paddock`)).length, 1)

  const world = await startWorld(t)
  const paddock = await startPaddock(world, { binary: `${UNPACKED}/usr/bin/${command}` })
  const acme = world.makeFolder('acme')
  writeFileSync(path.join(acme, 'notes.txt'), 'from an installed program\n')
  await paddock.grant(acme)
  await paddock.showServer('Files', 'Tools')
  const read = await paddock.call('read_text_file', { path: path.join(acme, 'notes.txt') })
  assert.match(read.text, /from an installed program/)
  await paddock.go('Settings')
  await paddock.app.find({ role: 'button', name: 'Licences of libraries' })
  await world.tray.click('Quit and stop all servers')
  const ofPackage = ({ command }) => PROGRAMS.some((program) => command.startsWith(program))
  await until(() => !world.processes().some(ofPackage), { what: 'its processes to end' })

  run(tool.remove)
  assert.deepEqual(left(), [])
})

function run([command, ...args]) {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  assert.equal(status, 0, `${command} ${args.join(' ')}: ${stdout}${stderr}`)
  return stdout
}

/** Files of the package that are still there. */
function left() {
  const places = UNPACKED ? [UNPACKED] : ['usr', 'etc', 'opt'].map((place) => path.join(LAYERS, place, 'upper'))
  const entries = places
    .filter((place) => existsSync(place))
    .flatMap((place) => readdirSync(place, { recursive: true, withFileTypes: true }))
  const files = entries.filter((entry) => entry.isFile() && /paddock/i.test(entry.name))
  return files.map((file) => path.join(file.parentPath ?? file.path, file.name))
}
