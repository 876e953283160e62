// The system packages Paddock needs, and how each distribution calls them.

import { spawnSync } from 'node:child_process'
import { accessSync, constants, readFileSync } from 'node:fs'
import path from 'node:path'
import { Stop, say } from './say.mjs'

/**
 * What a package is for: `build` compiles the app, `run` is loaded by it while
 * it runs, `display` makes a screen where there is none, `test` drives the app.
 * @typedef {'build' | 'run' | 'display' | 'test'} Purpose
 */

/** @type {{purpose: Purpose, debian: string, fedora?: string, arch?: string, instead?: () => boolean}[]} */
const PACKAGES = [
  { purpose: 'build', debian: 'build-essential', fedora: 'gcc-c++', arch: 'base-devel' },
  { purpose: 'build', debian: 'pkg-config', fedora: 'pkgconf-pkg-config', arch: 'pkgconf' },
  {
    purpose: 'build',
    debian: 'libwebkit2gtk-4.1-dev',
    fedora: 'webkit2gtk4.1-devel',
    arch: 'webkit2gtk-4.1',
  },
  // Opened by name when the tray is made, so no linker misses it.
  {
    purpose: 'run',
    debian: 'libayatana-appindicator3-1',
    fedora: 'libayatana-appindicator-gtk3',
    arch: 'libayatana-appindicator',
  },
  // Without it GTK's file dialog shows no icons.
  { purpose: 'run', debian: 'librsvg2-common', fedora: 'librsvg2', arch: 'librsvg' },

  { purpose: 'display', debian: 'xvfb', fedora: 'xorg-x11-server-Xvfb', arch: 'xorg-server-xvfb' },
  { purpose: 'display', debian: 'dbus', fedora: 'dbus-daemon', arch: 'dbus' },
  { purpose: 'display', debian: 'openbox', fedora: 'openbox', arch: 'openbox' },
  { purpose: 'display', debian: 'xdotool', fedora: 'xdotool', arch: 'xdotool' },
  { purpose: 'display', debian: 'imagemagick', fedora: 'ImageMagick', arch: 'imagemagick' },
  { purpose: 'display', debian: 'fonts-dejavu-core', fedora: 'dejavu-sans-fonts', arch: 'ttf-dejavu' },
  // Small, and has what is written in Chinese and Korean.
  { purpose: 'display', debian: 'fonts-wqy-microhei', fedora: 'wqy-microhei-fonts', arch: 'wqy-microhei' },

  { purpose: 'test', debian: 'webkit2gtk-driver', fedora: 'webkit2gtk-driver', arch: 'webkit2gtk-4.1' },
  { purpose: 'test', debian: 'weston', fedora: 'weston', arch: 'weston' },
  { purpose: 'test', debian: 'python3-dbus', fedora: 'python3-dbus', arch: 'python-dbus' },
  { purpose: 'test', debian: 'python3-gi', fedora: 'python3-gobject-base', arch: 'python-gobject' },
  { purpose: 'test', debian: 'at-spi2-core', fedora: 'at-spi2-core', arch: 'at-spi2-core' },
  { purpose: 'test', debian: 'gir1.2-atspi-2.0', fedora: 'at-spi2-core', arch: 'at-spi2-core' },
  { purpose: 'test', debian: 'gnome-keyring', fedora: 'gnome-keyring', arch: 'gnome-keyring' },
  { purpose: 'test', debian: 'rpm', fedora: 'rpm', arch: 'rpm-tools' },
  { purpose: 'test', debian: 'musl-tools', fedora: 'musl-gcc', arch: 'musl' },
  { purpose: 'test', debian: 'btrfs-progs', fedora: 'btrfs-progs', arch: 'btrfs-progs' },
  { purpose: 'test', debian: 'python3-venv', fedora: 'python3', arch: 'python' },
  {
    purpose: 'test',
    debian: 'chromium',
    fedora: 'chromium',
    arch: 'chromium',
    // Ubuntu's package of that name only fetches a snap; there Playwright brings its own.
    instead: () => findChromium() !== undefined || isUbuntu(),
  },
]

/** @type {{family: 'debian' | 'fedora' | 'arch', command: string, query: string[], install: string[]}[]} */
const PACKAGE_TOOLS = [
  {
    family: 'debian',
    command: 'apt-get',
    query: ['dpkg-query', '-W', '-f', '${db:Status-Abbrev}${Package}\\n'],
    install: ['apt-get', 'install', '-y', '--no-install-recommends'],
  },
  { family: 'fedora', command: 'dnf', query: ['rpm', '-q', '--qf', 'ii %{NAME}\\n'], install: ['dnf', 'install'] },
  { family: 'arch', command: 'pacman', query: ['pacman', '-Q'], install: ['pacman', '-S', '--needed'] },
]

/**
 * Makes sure that the packages for these purposes are there; installs the
 * missing ones on Debian and its relatives.
 * @param {Purpose[]} purposes
 * @throws {Stop} naming the packages and the command, when they are missing and cannot be had
 */
export function ensureSystemPackages(purposes) {
  if (process.platform !== 'linux') return
  const tool = PACKAGE_TOOLS.find(({ command }) => which(command))
  if (!tool) return say('unknown distribution: its packages are not checked')

  const missing = missingPackages(tool, purposes)
  if (missing.length === 0) return
  if (tool.family !== 'debian') throw new Stop(advice(tool, missing))
  install(tool, missing)
}

/** The browser for the browser tests, or nothing. */
export function findChromium() {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
  return process.env.PADDOCK_CHROMIUM ?? names.map(which).find(Boolean)
}

/**
 * The file a command's name stands for on PATH.
 * @param {string} command
 */
export function which(command) {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean)
  return folders.map((folder) => path.join(folder, command)).find(isExecutable)
}

function missingPackages(tool, purposes) {
  const wanted = PACKAGES.filter(({ purpose }) => purposes.includes(purpose))
  const names = [...new Set(wanted.map((entry) => entry[tool.family]).filter(Boolean))]
  const [command, ...flags] = tool.query
  // Unknown names make it exit with a failure, but the known ones are listed all the same.
  const { stdout, error } = spawnSync(command, [...flags, ...names], { encoding: 'utf8' })
  if (error) throw new Stop(`cannot ask ${command} which packages are installed: ${error.message}`)
  const installed = new Set(installedNames(tool, stdout))
  return wanted
    .filter((entry) => !installed.has(entry[tool.family]) && !entry.instead?.())
    .map((entry) => entry[tool.family])
}

function installedNames(tool, listing) {
  const lines = listing.split('\n').map((line) => line.trim().split(/\s+/))
  if (tool.family === 'arch') return lines.map(([name]) => name)
  return lines.filter(([status]) => status === 'ii').map(([, name]) => name)
}

function install(tool, missing) {
  const prefix = privilege(tool, missing)
  say(`installing ${missing.join(' ')}`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const run = (args) => {
    const [command, ...rest] = [...prefix, ...args]
    return spawnSync(command, rest, { stdio: 'inherit', env }).status === 0
  }
  run(['apt-get', 'update']) || say('apt-get update failed: going on with the lists that are there')
  const done = run(['env', 'DEBIAN_FRONTEND=noninteractive', ...tool.install, ...missing])
  if (!done) throw new Stop(advice(tool, missing))
}

function privilege(tool, missing) {
  if (process.getuid?.() === 0) return []
  if (which('sudo')) {
    if (spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0) return ['sudo', '-n']
    if (process.stdin.isTTY) {
      say(`needed: ${missing.join(' ')}; sudo asks for your password`)
      return ['sudo']
    }
  }
  throw new Stop(advice(tool, missing))
}

function advice(tool, missing) {
  const refresh = tool.family === 'debian' ? 'sudo apt-get update && ' : ''
  const command = [...tool.install, ...missing].join(' ')
  return `system packages are missing: ${missing.join(' ')}. Run: ${refresh}sudo ${command}`
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function isUbuntu() {
  try {
    return /^ID=ubuntu$/m.test(readFileSync('/etc/os-release', 'utf8'))
  } catch {
    return false
  }
}
