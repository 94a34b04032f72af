// When the registry lacks a platform's package, npm omits it from package-lock.json, and `npm ci` then
// rejects the file. This script adds the missing entries, and the checksums that npm leaves out for
// packages of other platforms.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

const SYSTEMS = /^(aix|android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32)$/
const PROCESSORS = /^(arm|arm64|ia32|loong64|ppc64|riscv64|s390x|wasm32|x64)$/

for (const path of ['../../package-lock.json', '../../bench/package-lock.json']) {
  const file = new URL(path, import.meta.url)
  const lock = JSON.parse(readFileSync(file, 'utf8'))
  lock.packages = complete(lock.packages)
  addIntegrity(lock.packages)
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
}

function complete(packages) {
  const added = {}
  const isLocked = (path) => [path, `node_modules/${path}`].some((key) => key in packages || key in added)
  for (const [parent, { optionalDependencies, dev }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies ?? {})) {
      if ([name, `${parent}/node_modules/${name}`].some(isLocked)) continue
      added[`node_modules/${name}`] = { version, ...platform(name), dev, optional: true }
      console.log(`added ${name} ${version}`)
    }
  }
  const byPath = ([a], [b]) => (a < b ? -1 : 1)
  return Object.fromEntries(Object.entries({ ...packages, ...added }).sort(byPath))
}

function addIntegrity(packages) {
  for (const [path, locked] of Object.entries(packages)) {
    if (path === '' || locked.link || locked.integrity) continue
    const parent = path.lastIndexOf('node_modules/') + 'node_modules/'.length
    const name = locked.name ?? path.slice(parent)
    const integrity = integrityOf(`${name}@${locked.version}`)
    if (integrity) locked.integrity = integrity
    console.log(`${integrity ? 'checksum' : 'no checksum in this registry'} of ${name}`)
  }
}

/** The checksum that the registry has for a version; empty when it lacks the package. */
function integrityOf(version) {
  try {
    const options = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }
    return execFileSync('npm', ['view', version, 'dist.integrity'], options).trim()
  } catch {
    return ''
  }
}

/** Reads the platform from a package name such as oxide-linux-arm64-musl. */
function platform(name) {
  const words = name.split(/[-/]/)
  const os = words.filter((word) => SYSTEMS.test(word))
  const cpu = words.filter((word) => PROCESSORS.test(word))
  const libc = words.filter((word) => word === 'musl')
  const known = Object.entries({ cpu, libc, os }).filter(([, values]) => values.length > 0)
  return Object.fromEntries(known)
}
