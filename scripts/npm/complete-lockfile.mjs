// When the registry lacks a platform's package, npm omits it from package-lock.json, and `npm ci` then
// rejects the file. This script adds the missing entries.
import { readFileSync, writeFileSync } from 'node:fs'

const SYSTEMS = /^(aix|android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32)$/
const PROCESSORS = /^(arm|arm64|ia32|loong64|ppc64|riscv64|s390x|wasm32|x64)$/

for (const path of ['../../package-lock.json', '../../bench/package-lock.json']) {
  const file = new URL(path, import.meta.url)
  const lock = JSON.parse(readFileSync(file, 'utf8'))
  lock.packages = complete(lock.packages)
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
}

function complete(packages) {
  const added = {}
  const isLocked = (path) =>
    [path, `node_modules/${path}`].some((place) => place in packages || place in added)
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

/** Reads the platform from a package name such as oxide-linux-arm64-musl. */
function platform(name) {
  const words = name.split(/[-/]/)
  const os = words.filter((word) => SYSTEMS.test(word))
  const cpu = words.filter((word) => PROCESSORS.test(word))
  const libc = words.filter((word) => word === 'musl')
  const known = Object.entries({ cpu, libc, os }).filter(([, values]) => values.length > 0)
  return Object.fromEntries(known)
}
